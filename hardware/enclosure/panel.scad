// A panel: -D 'part="tray"', "lid", "deck", "hood", or "all" for a picture of the whole.
include <dimensions.scad>
use <shapes.scad>
part = "all";

function pixel_x(column) = left + column * pitch;
private_rows = [private_y, private_y + row_pitch];
counter_list = [for (row = [0:counter_rows - 1]) counter_y + row * row_pitch];

// The lid lies face down for printing: mirrored, so that it reads right from above.
module lid_part() {
    translate([width, 0, 0]) mirror([1, 0, 0]) difference() {
        union() {
            lid_plate(width, depth);
            for (y = [private_y - 12, counter_y - 10]) translate([2 * wall, y, 0]) cube([width - 4 * wall, 2, lid + rib]);
        }
        screw_holes(width, depth);
        for (y = concat(counter_list, [die_y]), column = [0:columns - 1])
            translate([pixel_x(column) - window / 2, y - window / 2, -1]) cube([window, window, lid + 2]);
        for (y = private_rows, column = [0:columns - 1])
            translate([pixel_x(column) - private_window / 2, y - private_window / 2, -1]) cube([private_window, private_window, lid + 2]);
        for (button = [0:3])
            translate([width / 2 + (button - 1.5) * button_pitch, button_y, -1]) cylinder(d = button_hole + play, h = lid + 8, $fn = 64);
        // Marks: minus, plus, a lock's bar and the die's number under their buttons; a dot beside the first pixel of the counter.
        marks();
    }
}

module marks() {
    y = button_y + button_hole / 2 + 8;
    for (button = [0:3]) translate([width / 2 + (button - 1.5) * button_pitch, y, -0.01]) linear_extrude(0.6) {
        if (button < 2) square([10, 2], center = true);
        if (button == 1) square([2, 10], center = true);
        if (button == 2) { square([8, 5], center = true); translate([0, 4]) difference() { circle(d = 7, $fn = 32); circle(d = 4, $fn = 32); } }
        if (button == 3) rotate(45) difference() { square(8, center = true); square(5, center = true); }
    }
    translate([left - 10, counter_y, -0.01]) cylinder(d = 3, h = 0.6, $fn = 24);
}

module tray_part() {
    difference() {
        tray(width, depth, height);
        translate([width / 2, depth, 0]) rotate(180) cable_notch(cable_slot, height);
    }
    // Posts that carry the deck with the strips.
    z = height - deck_below - deck;
    for (x = [wall + 6, width - wall - 6], y = [private_y - 14, counter_y - 16, die_y - 10])
        translate([x, y, 0]) difference() {
            cylinder(d = post, h = z, $fn = 32);
            translate([0, 0, z - 10]) cylinder(d = screw_core, h = 11, $fn = 24);
        }
}

// A plate on which the eight strips are glued; grooves show where, holes let the wires through at both ends.
module deck_part() {
    from = private_y - 18;
    to = die_y + 8;
    difference() {
        translate([wall + 1, 0, 0]) cube([width - 2 * wall - 2, to - from, deck]);
        for (y = concat([for (row = private_rows) row + private_shift], counter_list, [die_y])) {
            translate([left - pitch / 2, y - from - strip_width / 2, deck - 0.6]) cube([columns * pitch, strip_width + play, 1]);
            for (x = [left - pitch / 2 - 4, left + (columns - 0.5) * pitch + 1]) translate([x, y - from - 4, -1]) cube([3, 8, deck + 2]);
        }
        for (x = [wall + 6, width - wall - 6], y = [private_y - 14, counter_y - 16, die_y - 10])
            translate([x, y - from, -1]) cylinder(d = screw, h = deck + 2, $fn = 24);
        for (x = [wall + post / 2, width - wall - post / 2]) translate([x, depth - wall - post / 2 - from, -1]) cylinder(d = post + 2, h = deck + 2);
    }
}

// The hood: a tunnel over every private pixel, leaning towards the player. Printed as it stands; its walls lean by hood_tilt.
module hood_part() {
    lean = tan(hood_tilt);
    rim = hood_wall;
    x0 = left - pitch / 2 - rim;
    y0 = private_y - row_pitch / 2 - rim;
    length = columns * pitch + 2 * rim;
    across = 2 * row_pitch + 2 * rim;
    // Y leans backwards with Z: the tunnels open towards the player.
    multmatrix([[1, 0, 0, 0], [0, 1, -lean, 0], [0, 0, 1, 0], [0, 0, 0, 1]]) difference() {
        translate([x0, y0, 0]) cube([length, across, hood_height]);
        for (y = private_rows, column = [0:columns - 1])
            translate([pixel_x(column) - hood_cell / 2, y - hood_cell / 2, -1]) cube([hood_cell, hood_cell, hood_height + 2]);
    }
    // A foot at each end, to glue or screw it to the lid.
    for (x = [x0 - 8, x0 + length - 1]) translate([x, y0 + 1, 0]) difference() {
        cube([9, across - 4, 2]);
        translate([4.5, across / 2, -1]) cylinder(d = screw, h = 4, $fn = 24);
    }
}

if (part == "tray") tray_part();
if (part == "lid") lid_part();
if (part == "deck") deck_part();
if (part == "hood") hood_part();
module deck_mounted() translate([0, private_y - 18, height - deck_below - deck]) deck_part();
module lid_mounted() translate([0, 0, height + lid]) mirror([0, 0, 1]) translate([width, 0, 0]) mirror([1, 0, 0]) lid_part();
module buttons_mounted() for (button = [0:3])
    translate([width / 2 + (button - 1.5) * button_pitch, button_y, height - 28]) cylinder(d = button_hole, h = 28 + lid, $fn = 48);

// What would be in the same place as something else: empty if all parts fit (lifted a hair, because they touch).
if (part == "clash") {
    intersection() { tray_part(); translate([0, 0, 0.02]) deck_mounted(); }
    intersection() { tray_part(); translate([0, 0, 0.02]) lid_mounted(); }
    intersection() { deck_mounted(); lid_mounted(); }
    intersection() { lid_mounted(); translate([0, 0, height + lid + 0.02]) hood_part(); }
    intersection() { union() { tray_part(); deck_mounted(); lid_mounted(); } buttons_mounted(); }
}
if (part == "all") {
    color("dimgray") tray_part();
    color("white") deck_mounted();
    color("darkslategray") lid_mounted();
    color("black") translate([0, 0, height + lid]) hood_part();
    for (button = [0:3]) color(["royalblue", "darkorange", "purple", "saddlebrown"][button])
        translate([width / 2 + (button - 1.5) * button_pitch, button_y, height + lid]) cylinder(d = button_hole + 3, h = 4, $fn = 64);
}
