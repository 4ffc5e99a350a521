// The console box: -D 'part="tray"', "lid", "plungers", or "all" for a picture of the whole.
include <dimensions.scad>
use <shapes.scad>
part = "all";

module box_tray() {
    difference() {
        tray(box_width, box_depth, box_height);
        // Behind: USB, brick. In front: four panels. At both sides: bridge.
        for (x = [back_slot_1, back_slot_2]) translate([x, box_depth, 0]) rotate(180) cable_notch(back_slot, box_height, back_slot_deep);
        for (panel = [0:3]) translate([30 + 30 * panel, 0, 0]) cable_notch(cable_slot, box_height);
        translate([box_width, box_depth / 2, 0]) rotate(90) cable_notch(cable_slot, box_height);
        translate([0, box_depth / 2, 0]) rotate(-90) cable_notch(cable_slot, box_height);
        translate([switch_x, box_depth + 1, switch_z]) rotate([90, 0, 0]) linear_extrude(wall + 2) drop(switch_hole);
        // Air for regulator and fuse.
        for (x = [45:8:105]) translate([x, 40, -1]) cube([3, 30, floor + 2]);
    }
    // Printed board or perfboard, 100 x 100 mm, on four posts.
    for (x = [post_inset, board_wide - post_inset], y = [post_inset, board_deep - post_inset]) translate([board_left + x, board_front + y, 0]) difference() {
        cylinder(d = post, h = board_post, $fn = 32);
        translate([0, 0, board_post - screw_deep]) cylinder(d = screw_core, h = board_post, $fn = 24);
    }
}

board_screws = [for (x = [post_inset, board_wide - post_inset], y = [post_inset, board_deep - post_inset]) [x, y]];
assert(screws_of_the_box == 4 + len(board_screws), "screws of the box: lid and board");

// A point of the board, as its drawing counts, in the box seen from above.
function over(x, y) = [board_left + x, board_front + board_deep - y, 0];
plungers = [[boot_x, boot_y], [reset_x, reset_y]];

module box_lid() {
    // Face down, as it is printed.
    translate([box_width, 0, 0]) mirror([1, 0, 0]) difference() {
        union() {
            rounded(box_width, box_depth, lid);
            for (at = plungers) translate(over(at[0], at[1])) cylinder(d = plunger + 4, h = lid + guide, $fn = 32);
        }
        screw_holes(box_width, box_depth);
        for (at = plungers) translate(over(at[0], at[1]) - [0, 0, 1]) cylinder(d = plunger + 0.5, h = lid + guide + 2, $fn = 32);
        translate(over(light_x, light_y) - [0, 0, 1]) cylinder(d = 3.4, h = lid + 2, $fn = 24);
        for (panel = [0:3]) translate([30 + 30 * panel, 12, -0.01]) linear_extrude(0.6) for (dot = [0:panel]) translate([(dot - panel / 2) * 5, 0]) circle(d = 3, $fn = 24);
    }
}

// Both plungers, heads down: a collar that stays below the lid, and a stem that goes up through it.
module box_plungers() {
    for (place = [0, 1]) translate([12 * place, 0, 0]) {
        gap = place == 0 ? boot_gap : reset_gap;
        cylinder(d = plunger + 3, h = gap - guide - 0.4, $fn = 32);
        cylinder(d = plunger, h = gap + lid + 1.2, $fn = 32);
    }
}

if (part == "plungers") box_plungers();
if (part == "tray") box_tray();
if (part == "lid") box_lid();
// What the board and its tallest parts take up: a picture for "all", and for "clash" what must meet nothing.
module board_mounted() {
    translate([board_left, board_front, board_post + 0.02]) cube([board_wide, board_deep, 1.6]);
    for (one = [[70.8, 3, 21, 51, 14.4], [9.5, 0.5, 11.5, 15.5, 11], [39.5, 0.5, 15.5, 10, 11.6], [25.5, 0.5, 10.5, 10, 11.6], [7.3, 17, 26, 10, 12]])
        translate([board_left + one[0], board_front + board_deep - one[1] - one[3], board_post + 1.62]) cube([one[2], one[3], one[4]]);
}
module lid_on() translate([0, 0, box_height + lid]) mirror([0, 0, 1]) translate([box_width, 0, 0]) mirror([1, 0, 0]) box_lid();
if (part == "clash") {
    intersection() { box_tray(); board_mounted(); }
    intersection() { translate([0, 0, 0.02]) lid_on(); union() { box_tray(); board_mounted(); } }
}
if (part == "all") {
    color("dimgray") box_tray();
    color("seagreen") board_mounted();
    color("darkslategray") translate([0, 0, 30]) lid_on();
}
