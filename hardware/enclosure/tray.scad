// A tray for the reader of stickers: one card lies on it, the module (PN532 "V3", 43 x 41 mm) right below. -D 'part="base"', "top", or "all".
include <shapes.scad>
part = "all";

tray_side = 122;      // the rim keeps what lies beside it 60 mm from the middle of the reader
base_height = 16;
card_x = 69;          // a card of 63 x 88 mm in its sleeve, with room for fingers
card_y = 95;
rim = 4;              // how high the card's frame is: one card fits, a second one shows
reader_x = 43.5;
reader_y = 41.5;
ledge = 1.2;          // the module's edges lie on it; its parts and the plug of its four wires hang below
module_thick = 2;

// A frame for the module, face up, just below the top: open to the plug at one side.
module pocket() translate([(tray_side - reader_x) / 2, (tray_side - reader_y) / 2, 0]) difference() {
    translate([-wall, -wall, floor]) cube([reader_x + 2 * wall, reader_y + 2 * wall, base_height - floor - play]);
    translate([ledge, ledge, 0]) cube([reader_x - 2 * ledge, reader_y - 2 * ledge, base_height + 1]);
    translate([0, 0, base_height - module_thick - play]) cube([reader_x, reader_y, module_thick + 1]);
    translate([reader_x / 4, reader_y - ledge - 1, floor]) cube([reader_x / 2, wall + ledge + 2, base_height]);
}

module base_part() difference() {
    union() {
        tray(tray_side, tray_side, base_height);
        pocket();
    }
    translate([tray_side / 2, tray_side, 0]) rotate(180) cable_notch(6, base_height);
}

// The card's frame stands on a thin floor: no more than 2 mm between card and module. Two gaps for the fingers that lift it.
module top_part() difference() {
    union() {
        rounded(tray_side, tray_side, 2);
        translate([(tray_side - card_x) / 2 - wall, (tray_side - card_y) / 2 - wall, 0]) cube([card_x + 2 * wall, card_y + 2 * wall, 2 + rim]);
    }
    translate([(tray_side - card_x) / 2, (tray_side - card_y) / 2, 2]) cube([card_x, card_y, rim + 1]);
    translate([0, tray_side / 2 - 15, 2]) cube([tray_side, 30, rim + 1]);
    corners(tray_side, tray_side) translate([0, 0, -1]) cylinder(d = screw, h = 4, $fn = 24);
}

if (part == "base") base_part();
if (part == "top") top_part();
if (part == "all") { color("dimgray") base_part(); color("darkslategray") translate([0, 0, base_height]) top_part(); }
