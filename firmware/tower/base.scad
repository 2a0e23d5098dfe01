// The base: carries the lane at its slopes, with the sensor block hanging into it; the boards stand in
// combs under the lane's high end. Printed as it stands.
include <params.scad>

floor_thick = 2;
board = [45.5, 1.9, 18];          // Arduino Nano, standing on its long edge; a multiplexer board is shorter
boards_x = [base_x[1] - wall - board[0], base_x[1] - wall];
boards_y = [6, 24, 42];           // Nano, multiplexer 1, multiplexer 2
usb = [11, 14];                   // hole for the plug, which lies on its side

module base() {
    difference() {
        union() {
            shell();
            intersection() { posts(); prism(0, 200, 0); }
        }
        above(0);
        plug_hole();
        for (at = base_screws) to_tower() {
            top = over(at[0], at[1], 0);
            translate([top[0], top[1], -12]) cylinder(d = thread, h = 13);
        }
        feet() translate([0, 0, -1]) cylinder(d = screw + 0.6, h = 10);
    }
    combs();
}

module prism(from, height, inset) {
    translate([base_x[0] + inset, base_y[0] + inset, from])
        cube([base_x[1] - base_x[0] - 2 * inset, base_y[1] - base_y[0] - 2 * inset, height]);
}

module shell() {
    difference() {
        prism(0, 200, 0);
        prism(floor_thick, 300, wall);
    }
    prism(0, floor_thick, -foot);
}

// Under the lane's four screws
module posts() {
    for (at = base_screws) translate([at[0] - 6, at[1] - 6, 0]) cube([12, 12, 200]);
}

// Blocks with a slot for each board's lower edge
module combs() {
    for (y = boards_y, x = [boards_x[0] + 3, boards_x[1] - 9])
        translate([x, y, floor_thick - 0.01]) difference() {
            translate([0, -board[1] / 2 - 2, 0]) cube([6, board[1] + 4, 6]);
            translate([-1, -board[1] / 2, 1]) cube([8, board[1], 8]);
        }
}

// The Nano's USB plug, and under it two holes for the tie that takes the cable's pull
module plug_hole() {
    translate([base_x[1] - 2 * wall, boards_y[0] - usb[0] / 2, floor_thick + 1 + board[2] / 2 - usb[1] / 2])
        cube([4 * wall, usb[0], usb[1]]);
    for (y = [-4, 4]) translate([base_x[1] + foot / 2, boards_y[0] + y, -1]) cylinder(d = 3, h = 10);
}

// To screw the tower to a board, or for rubber feet
module feet() {
    for (x = base_x + foot / 2 * [-1, 1], y = base_y + foot / 2 * [-1, 1]) translate([x, y, 0]) children();
}

base();
