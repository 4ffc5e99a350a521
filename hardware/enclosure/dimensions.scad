// Every measure of the enclosure in millimetres. Change here, print again.
// X runs along the rows of pixels, Y away from the player, Z up.

pitch = 16.67;        // between pixels of a 60/m strip
columns = 10;
counter_rows = 5;
row_pitch = 14;       // between rows of the counter
strip_width = 10;     // the strip itself, and its silicone

wall = 2.4;
floor = 2;
lid = 2.4;
play = 0.3;           // gap between parts that fit into each other
radius = 6;           // rounded corners

width = 196;
depth = 214;
height = 40;          // of the tray; buttons reach 28 mm down from the lid

left = (width - (columns - 1) * pitch) / 2;   // X of the first pixel
button_y = 26;        // middle of the four buttons
button_hole = 24;
button_pitch = 44;
private_y = 76;       // the near private row (units); the far one is the tens, so that a bid reads like a number from above
counter_y = 124;      // first row of the counter: behind the shadow of the hood
die_y = 198;          // die display

window = 10;          // square windows of the counter and the die display
private_window = 12;
deck_below = 9;       // from the lid's underside to the strips
deck = 2;

hood_height = 13.6;
hood_tilt = 44;       // of the tunnels towards the player, from upright; 45 is what prints without support
hood_wall = 1.2;
hood_cell = 13;       // inner width of a tunnel
hood_cell_deep = 12;  // and from front to back: leaves a wall of 2 mm between the rows, 1.4 mm thick as it leans
// The mask lies between lid and hood: a small hole over each pixel. Its light meets the walls above nowhere below their edge, so that from the
// side and from opposite no wall shines; the player looks through the holes.
mask = 1;
mask_wide = 2.4;
mask_deep = 1.8;
// The tunnels lean, so the private strips lie further back than their windows: the light goes straight up the tunnel.
rib = deck_below - 3;  // keeps the light of the private rows from the other windows
private_shift = tan(hood_tilt) * (lid + deck_below - 2);

screw = 3.4;          // through hole, M3
screw_core = 2.6;     // core hole for an M3 self-tapping screw
screw_deep = 8.8;     // of a core hole at least
post = 8;
cable_slot = 7;       // panel cable

// The light grid: walls between neighbouring pixels of the counter and of the die display, from the deck to the paper under the lid.
grid_wall = 1.2;
grid_height = 8.6;    // deck to lid less paper and play
grid_gate = 3.4;      // height of the gates through which the strip lies
// The funnel: the same for the private rows, leaning like the hood; no paper there.
funnel_height = 8.8;

// Screws M3, self-tapping, counted by panel.scad and box.scad, which refuse to be drawn with other numbers.
screws_of_the_box = 8;
screws_of_a_panel = 14;
screws_of_the_bridge = 0;

// The board, printed or perforated, stands on four posts in the box; its upper edge looks to the back.
board_left = 25;
board_front = 15;
board_wide = 100;
board_deep = 100;
board_post = 10;      // 8.8 mm of core: a screw M3 x 8 or x 10 through the board reaches 6.4 to 8.4 mm deep
post_inset = 4;       // of the posts from the edges of the board
// Behind: USB and brick, the one left and the other right on the perfboard, the reverse on the printed board. Deep enough for the plug of a
// Pico that is soldered straight to the board.
back_slot = 14;
back_slot_deep = 28;
back_slot_1 = 42;
back_slot_2 = 106;

// The perfboard of J101 in the panel: 15 x 9 holes, on two posts under the deck, behind the counter.
socket_x = 120;       // of its first post
socket_y = 190;
socket_pitch = 33.02; // between its two posts: thirteen holes of the perfboard; a screw head clears the socket
socket_post = 11;

// A panel as one printed board, in place of the deck: its thickness, and pin 1 of its socket on the underside.
panel_board = 1.6;
board_socket_x = 88;
board_socket_y = 112.5;
panel_edge = 41;      // its edge in front, behind the buttons
// A knob on it, between LOCK and ROLL: 1 makes the hole in the lid.
knob = 0;
knob_x = 142;
knob_y = 49;
knob_hole = 7.4;

// What must be reached or seen with the lid of the box on: BOOTSEL, the reset button, the light. Measured from the board's upper left corner.
boot_x = 77.78;
boot_y = 15.08;
boot_gap = 12.5;       // from the lid down to the button, the Pico in its sockets
reset_x = 96.05;
reset_y = 36.75;
reset_gap = 21.4;
light_x = 45.77;
light_y = 39.5;
plunger = 5;          // thickness of the two plungers
guide = 6;            // length of the tubes that guide them

// The holder of the bridge strip: two halves, ten and nine pixels, joined by a dovetail.
bridge_pixels = 19;
bridge_width = 16;
bridge_height = 12;
bridge_tongue = 16;

// The toggle switch of the supply (SW1) in the back wall, above the terminal J8.
switch_x = 75;
switch_z = 29;
switch_hole = 6.5;

box_width = 150;
box_depth = 120;      // the jack of the brick lies 2.6 mm behind the wall
box_height = 38;
