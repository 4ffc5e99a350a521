// The holder of the bridge strip, in two halves: -D 'part="left"', "right", or "all" for a picture of the whole.
include <dimensions.scad>
part = "all";

split = 10;           // pixels in the left half
bridge_floor = 3;

// A channel along X: floor with a groove for the strip, walls, and a lip on which a stripe of paper lies.
module channel(pixels) difference() {
    cube([pixels * pitch, bridge_width, bridge_height]);
    translate([-1, (bridge_width - strip_width - play) / 2, bridge_floor]) cube([pixels * pitch + 2, strip_width + play, bridge_height]);
    translate([-1, (bridge_width - strip_width - play) / 2 - 1, bridge_height - 1.2]) cube([pixels * pitch + 2, strip_width + play + 2, 2]);
}

// The joint of the floors: a dovetail, pushed in from above.
module dovetail(more) translate([split * pitch, bridge_width / 2, 0]) linear_extrude(bridge_floor) offset(delta = more)
    polygon([[0.5, -3], [-bridge_tongue / 2, -5], [-bridge_tongue / 2, 5], [0.5, 3]]);

module left_part() difference() {
    channel(split);
    // A cable tie round the cable, at the end where the data comes in.
    for (y = [4, bridge_width - 6]) translate([6, y, -1]) cube([3, 2, bridge_floor + 2]);
    translate([0, 0, -0.01]) scale([1, 1, 1.01]) dovetail(play / 2);
}
module right_part() union() {
    channel(bridge_pixels - split);
    translate([-split * pitch, 0, 0]) dovetail(0);
}

if (part == "left") left_part();
if (part == "right") right_part();
if (part == "all") { color("dimgray") left_part(); color("darkslategray") translate([split * pitch, 0, 0]) right_part(); }
