// A panel: -D 'part="tray"', "board_tray" (for the panel as one board), "lid", "deck", "grid", "funnel", "mask", "hood", or "all" for a picture of the whole.
include <dimensions.scad>
use <shapes.scad>
part = "all";

function pixel_x(column) = left + column * pitch;
private_rows = [private_y, private_y + row_pitch];
counter_list = [for (row = [0:counter_rows - 1]) counter_y + row * row_pitch];

deck_screws = [for (x = [wall + 6, width - wall - 6], y = [private_y - 14, counter_y - 16, die_y - 10]) [x, y]];
socket_screws = [[socket_x, socket_y], [socket_x + socket_pitch, socket_y]];
// The hood's feet stand beside its tunnels; their screws go into the lid.
hood_x0 = left - pitch / 2 - hood_wall;
hood_long = columns * pitch + 2 * hood_wall;
hood_y0 = private_y - row_pitch / 2 - hood_wall;
hood_screws = [for (x = [hood_x0 - 8, hood_x0 + hood_long - 1]) [x + 4.5, hood_y0 + 1 + row_pitch + hood_wall]];
assert(screws_of_a_panel == 4 + len(deck_screws) + len(socket_screws) + len(hood_screws), "screws of a panel: lid, deck, socket, hood");

// The lid lies face down for printing: mirrored, so that it reads right from above.
module lid_part() {
    translate([width, 0, 0]) mirror([1, 0, 0]) difference() {
        union() {
            lid_plate(width, depth);
            for (y = [private_y - 12, counter_y - 10]) translate([2 * wall, y, 0]) cube([width - 4 * wall, 2, lid + rib]);
            for (at = hood_screws) translate([at[0], at[1], 0]) cylinder(d = 6.5, h = lid + rib, $fn = 24);
        }
        screw_holes(width, depth);
        for (y = concat(counter_list, [die_y]), column = [0:columns - 1])
            translate([pixel_x(column) - window / 2, y - window / 2, -1]) cube([window, window, lid + 2]);
        for (y = private_rows, column = [0:columns - 1])
            translate([pixel_x(column) - private_window / 2, y - private_window / 2, -1]) cube([private_window, private_window, lid + 2]);
        for (at = hood_screws) translate([at[0], at[1], -1]) cylinder(d = screw_core, h = lid + 12, $fn = 24);
        for (button = [0:3])
            translate([width / 2 + (button - 1.5) * button_pitch, button_y, -1]) cylinder(d = button_hole + play, h = lid + 8, $fn = 64);
        if (knob) translate([knob_x, knob_y, -1]) cylinder(d = knob_hole, h = lid + 8, $fn = 48);
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

// `board`: for the panel as one board, which is thinner than the deck and has its socket on itself.
module tray_part(board = false) {
    difference() {
        tray(width, depth, height);
        translate([width / 2, depth, 0]) rotate(180) cable_notch(cable_slot, height);
    }
    // Posts that carry the deck with the strips.
    z = height - deck_below - (board ? panel_board : deck);
    for (at = deck_screws)
        translate([at[0], at[1], 0]) difference() {
            cylinder(d = post, h = z, $fn = 32);
            translate([0, 0, z - 10]) cylinder(d = screw_core, h = 11, $fn = 24);
        }
    // Two posts for the perfboard of J101.
    if (!board) for (at = socket_screws)
        translate([at[0], at[1], 0]) difference() {
            cylinder(d = 7, h = socket_post, $fn = 32);
            translate([0, 0, socket_post - screw_deep]) cylinder(d = screw_core, h = socket_post, $fn = 24);
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
        for (at = deck_screws)
            translate([at[0], at[1] - from, -1]) cylinder(d = screw, h = deck + 2, $fn = 24);
        for (x = [wall + post / 2, width - wall - post / 2]) translate([x, depth - wall - post / 2 - from, -1]) cylinder(d = post + 2, h = deck + 2);
    }
}

// Tunnels that lean towards the player, one over every private pixel; `high`, and Y leans backwards with Z.
module tunnels(high) {
    multmatrix([[1, 0, 0, 0], [0, 1, -tan(hood_tilt), 0], [0, 0, 1, 0], [0, 0, 0, 1]]) difference() {
        translate([hood_x0, hood_y0, 0]) cube([hood_long, 2 * row_pitch + 2 * hood_wall, high]);
        for (y = private_rows, column = [0:columns - 1])
            translate([pixel_x(column) - hood_cell / 2, y - hood_cell_deep / 2, -1]) cube([hood_cell, hood_cell_deep, high + 2]);
    }
}

// The hood, printed as it stands; its walls lean by hood_tilt. A foot at each end, screwed to the lid.
module hood_part() {
    // It stands on the mask: its tunnels begin so much nearer to the player.
    translate([0, -tan(hood_tilt) * mask, 0]) tunnels(hood_height);
    across = 2 * row_pitch + 2 * hood_wall;
    for (x = [hood_x0 - 8, hood_x0 + hood_long - 1]) translate([x, hood_y0 + 1, 0]) difference() {
        cube([9, across - 4, 2]);
        translate([4.5, row_pitch + hood_wall, -1]) cylinder(d = screw, h = 4, $fn = 24);
    }
}

// The mask under the hood, screwed together with it: a hole over every private pixel, leaning as the tunnels do.
module mask_part() difference() {
    translate([hood_x0 - 8, hood_y0 - 1, 0]) cube([hood_long + 16, 2 * row_pitch + 2 * hood_wall + 2, mask]);
    for (at = hood_screws) translate([at[0], at[1], -1]) cylinder(d = screw, h = mask + 2, $fn = 24);
    multmatrix([[1, 0, 0, 0], [0, 1, -tan(hood_tilt), 0], [0, 0, 1, 0], [0, 0, 0, 1]])
        for (y = private_rows, column = [0:columns - 1])
            translate([pixel_x(column) - mask_wide / 2, y - mask_deep / 2, -1]) cube([mask_wide, mask_deep, mask + 2]);
}

// The funnel between deck and lid under the hood: the same tunnels go on down to the strips, so that no light strays between them.
module funnel_part() difference() {
    tunnels(funnel_height);
    // Gates for the strips. The deck lies below: the tunnels arrive there further back.
    for (y = private_rows) translate([0, y - strip_width / 2 - 1.5, -1]) cube([width, strip_width + 3, grid_gate + 1]);
    // The heads of the hood's screws, and the posts that take them.
    for (at = hood_screws) translate([at[0], at[1] - tan(hood_tilt) * funnel_height, -1]) cylinder(d = 9, h = 30, $fn = 24);
}

// The grid between deck and lid: a cell for every pixel of the counter and of the die display. The paper lies on it.
module grid_part() {
    block(counter_y - row_pitch / 2, counter_rows, row_pitch);
    block(die_y - row_pitch / 2, 1, row_pitch);
    // Two bars between the blocks hold them together.
    for (x = [left - pitch / 2 - grid_wall, left + (columns - 0.5) * pitch])
        translate([x, counter_y + (counter_rows - 0.5) * row_pitch, 0]) cube([grid_wall, die_y - counter_y - counter_rows * row_pitch, grid_height]);
}
module block(y0, rows, deep) difference() {
    translate([left - pitch / 2 - grid_wall, y0 - grid_wall / 2, 0]) cube([columns * pitch + 2 * grid_wall, rows * deep + grid_wall, grid_height]);
    for (row = [0:rows - 1], column = [0:columns - 1])
        translate([left + (column - 0.5) * pitch + grid_wall / 2, y0 + row * deep + grid_wall / 2, -1]) cube([pitch - grid_wall, deep - grid_wall, grid_height + 2]);
    // Gates: the strip goes through under every wall across it. The roof of a gate is a bridge of 11 mm.
    for (row = [0:rows - 1]) translate([left - pitch, y0 + (row + 0.5) * deep - strip_width / 2 - 0.5, -1]) cube([(columns + 1) * pitch, strip_width + 1, grid_gate + 1]);
}

if (part == "tray") tray_part();
if (part == "board_tray") tray_part(board = true);
if (part == "lid") lid_part();
if (part == "deck") deck_part();
if (part == "hood") hood_part();
if (part == "mask") mask_part();
// Upside down: the gates are open at the top, nothing hangs.
if (part == "grid") translate([0, 0, grid_height]) mirror([0, 0, 1]) grid_part();
if (part == "funnel") translate([0, 0, funnel_height]) rotate([180, 0, 0]) funnel_part();
module grid_mounted() translate([0, 0, height - deck_below + 0.02]) grid_part();
// Its upper edge meets the windows: leaning on, its tunnels are one with those of the hood.
module funnel_mounted() translate([0, tan(hood_tilt) * (lid + funnel_height + 0.1), height - funnel_height - 0.1]) funnel_part();
// The perfboard of J101, its socket and the plug in it.
module socket_mounted() translate([socket_x - 3, socket_y - 11.4, socket_post + 0.02]) { cube([socket_pitch + 6, 22.8, 1.6]); translate([8.3, 8.5, 1.6]) cube([22.4, 5.75, 9.8]); }
module deck_mounted() translate([0, private_y - 18, height - deck_below - deck]) deck_part();
// The panel as one board: the plate, its pixels, and below it the socket with a plug and 15 mm of cable.
module board_mounted() translate([0, 0, height - deck_below - panel_board]) {
    difference() {
        translate([wall + 1, panel_edge, 0]) cube([width - 2 * wall - 2, die_y + 8 - panel_edge, panel_board]);
        for (at = deck_screws) translate([at[0], at[1], -1]) cylinder(d = screw, h = panel_board + 2, $fn = 24);
        for (x = [0, width - wall - post - 1.5]) translate([x, depth - wall - post - 1.5, -1]) cube([wall + post + 1.5, 20, panel_board + 2]);
    }
    for (y = concat([for (row = private_rows) row + private_shift], counter_list, [die_y]), column = [0:columns - 1])
        translate([pixel_x(column) - 2.5, y - 2.5, panel_board]) cube([5, 5, 1.6]);
    // Case of the knob (Alps EC11E), buzzer (TDK PS1240), socket of the second cable with its plug.
    translate([knob_x - 6.5, knob_y - 7, panel_board]) cube([13, 14, 6.8]);
    translate([54, knob_y, panel_board]) cylinder(d = 12.2, h = 6.6, $fn = 48);
    translate([162.6 - 2.45, board_socket_y - 3.4, -24.8]) cube([19.9, 5.75, 24.8]);
    translate([board_socket_x - 2.45, board_socket_y - 3.4, -24.8]) cube([22.4, 5.75, 24.8]);
}
module lid_mounted() translate([0, 0, height + lid]) mirror([0, 0, 1]) translate([width, 0, 0]) mirror([1, 0, 0]) lid_part();
module buttons_mounted() for (button = [0:3])
    translate([width / 2 + (button - 1.5) * button_pitch, button_y, height - 28]) cylinder(d = button_hole, h = 28 + lid, $fn = 48);

// What would be in the same place as something else: empty if all parts fit (lifted a hair, because they touch).
if (part == "clash") {
    intersection() { tray_part(); translate([0, 0, 0.02]) deck_mounted(); }
    intersection() { tray_part(); translate([0, 0, 0.02]) lid_mounted(); }
    intersection() { deck_mounted(); lid_mounted(); }
    intersection() { lid_mounted(); translate([0, 0, height + lid + 0.02]) mask_part(); }
    intersection() { translate([0, 0, height + lid]) mask_part(); translate([0, 0, height + lid + mask + 0.02]) hood_part(); }
    intersection() { union() { tray_part(); deck_mounted(); lid_mounted(); } buttons_mounted(); }
    intersection() { deck_mounted(); union() { grid_mounted(); funnel_mounted(); socket_mounted(); } }
    intersection() { lid_mounted(); union() { grid_mounted(); funnel_mounted(); } }
    intersection() { tray_part(); socket_mounted(); }
    intersection() { grid_mounted(); funnel_mounted(); }
}
// The same for the panel as one board.
if (part == "clash_board") {
    intersection() { tray_part(board = true); translate([0, 0, 0.02]) board_mounted(); }
    intersection() { board_mounted(); union() { translate([0, 0, 0.02]) { grid_mounted(); funnel_mounted(); } lid_mounted(); buttons_mounted(); } }
}
if (part == "all") {
    color("dimgray") tray_part();
    color("white") deck_mounted();
    color("black") { grid_mounted(); funnel_mounted(); }
    color("darkslategray") lid_mounted();
    color("black") translate([0, 0, height + lid]) { mask_part(); translate([0, 0, mask]) hood_part(); }
    for (button = [0:3]) color(["royalblue", "darkorange", "purple", "saddlebrown"][button])
        translate([width / 2 + (button - 1.5) * button_pitch, button_y, height + lid]) cylinder(d = button_hole + 3, h = 4, $fn = 64);
}
