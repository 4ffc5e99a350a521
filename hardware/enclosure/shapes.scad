// Shapes that panel and box share.
include <dimensions.scad>

module rounded(x, y, z, r = radius) {
    linear_extrude(z) translate([r, r]) offset(r) square([x - 2 * r, y - 2 * r]);
}

// Corners of a box, post inside the wall.
module corners(x, y) {
    inset = wall + post / 2;
    for (px = [inset, x - inset], py = [inset, y - inset]) translate([px, py, 0]) children();
}

// An open tray with a post for a screw in each corner.
module tray(x, y, z) {
    difference() {
        union() {
            difference() {
                rounded(x, y, z);
                translate([wall, wall, floor]) rounded(x - 2 * wall, y - 2 * wall, z, radius - wall);
            }
            corners(x, y) cylinder(d = post, h = z, $fn = 32);
        }
        corners(x, y) translate([0, 0, z - 14]) cylinder(d = screw_core, h = 15, $fn = 24);
    }
}

// A notch in the wall, open at the top (so it needs no support), and two slots in the floor for a cable tie behind it.
// `deep` is how far it reaches down; as far as it is wide if left out.
module cable_notch(size, z, deep = 0) {
    down = deep > 0 ? deep : size;
    translate([-size / 2, -1, z - down]) cube([size, wall + 2, down + 1]);
    for (side = [-1, 1]) translate([side * 5 - 1.5, wall + 6, -1]) cube([3, 2, floor + 2]);
}

// A lid, face down as it is printed, with a lip that fits into the tray.
module lid_plate(x, y) {
    rounded(x, y, lid);
    difference() {
        translate([wall + play, wall + play, 0]) rounded(x - 2 * (wall + play), y - 2 * (wall + play), lid + 3, radius - wall);
        translate([2 * wall, 2 * wall, -1]) rounded(x - 4 * wall, y - 4 * wall, lid + 5, radius - wall);
        corners(x, y) translate([0, 0, lid]) cylinder(d = post + 2, h = 10, $fn = 32);
        // Room for the notches of the cables.
        translate([-1, y - 4 * wall, lid]) cube([x + 2, 4 * wall + 1, 10]);
    }
}

module screw_holes(x, y) {
    corners(x, y) translate([0, 0, -1]) cylinder(d = screw, h = lid + 2, $fn = 24);
}

// A hole in an upright wall with a roof of 45 degrees, so that it prints without support.
module drop(d) {
    circle(d = d, $fn = 32);
    rotate(45) square(d / 2);
}
