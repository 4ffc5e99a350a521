// The console box: -D 'part="tray"', "lid", or "all" for a picture of the whole.
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
        translate([0, 0, floor]) cylinder(d = screw_core, h = board_post, $fn = 24);
    }
}

module box_lid() {
    // Face down, as it is printed.
    translate([box_width, 0, 0]) mirror([1, 0, 0]) difference() {
        rounded(box_width, box_depth, lid);
        screw_holes(box_width, box_depth);
        for (panel = [0:3]) translate([30 + 30 * panel, 12, -0.01]) linear_extrude(0.6) for (dot = [0:panel]) translate([(dot - panel / 2) * 5, 0]) circle(d = 3, $fn = 24);
    }
}

if (part == "tray") box_tray();
if (part == "lid") box_lid();
if (part == "all") {
    color("dimgray") box_tray();
    color("darkslategray") translate([0, 0, box_height + 25]) mirror([0, 0, 1]) translate([box_width, 0, 0]) mirror([1, 0, 0]) box_lid();
}
