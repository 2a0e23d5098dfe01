// The lane: two pockets and the mouth where the dice drop in. Stands on the base, covers the slide.
// Printed as it lies here, the side to the glass down.
include <params.scad>

module lane() {
    difference() {
        union() {
            plate();
            walls();
            mouth_outside();
        }
        trough();
        mouth_inside();
        notch();
        for (at = block_screws) translate([at[0], at[1], -1]) cylinder(d = thread, h = 6);
        for (at = base_screws) {
            low = over(at[0], at[1], 0);
            translate([low[0], low[1], -1]) cylinder(d = screw, h = flange + 2);
        }
    }
}

module plate() {
    low = cut(base_x, base_y, 0);
    linear_extrude(flange) polygon([for (point = low) [point[0], point[1]]]);
}

// Front lip, back wall and the end wall against which the first die comes to rest
module walls() {
    front = set_back + 4;
    translate([-8, -front, 0]) cube([pocket_end + 10, front, lip]);
    translate([-8, lane_width, 0]) cube([pocket_end + 8, wall, lane_walls]);
    translate([-8, -front, 0]) cube([8, lane_width + front + wall, lip]);
    translate([-wall, -front, 0]) cube([wall, lane_width + front + wall, lane_walls]);
}

// What the dice have in the pockets: open above
module trough() {
    translate([0, 0, -1]) cube([pocket_end + 0.01, lane_width, 80]);
    difference() {
        translate([0, -set_back, -1]) cube([bumpers[2][0], set_back + 0.01, 80]);
        for (n = [0, 1]) translate([bumpers[n][0], -set_back, -1])
            cube([bumpers[n][1] - bumpers[n][0], set_back, 1 + bumper]);
    }
}

// The mouth's floor, its right end at u
function mouth(right, w) = [
    [pocket_end, 0, w], [right, 0, w], [right, mouth_back, w], [guide[1][0], guide[1][1], w], [guide[0][0], guide[0][1], w],
];

module mouth_inside() {
    top = cut(chute_x, chute_y, bar);
    around(concat(mouth(mouth_right, -0.01), mouth(min(top[1][0], top[2][0]), bar + 0.01)));
    intersection() {   // dice under the chute's left wall have the mouth's whole width
        around(concat(mouth(mouth_right, bar), mouth(mouth_right, bar + collar + 1)));
        to_lane() translate([chute_x[0] - 300, -300, -300]) cube([300, 600, 600]);
    }
    xs = chute_x + (chute_wall + fit) * [-1, 1];
    ys = [chute_y[0] - wall - fit, chute_back + fit];
    around(concat(cut(xs, ys, bar), cut(xs, ys, bar + collar + 1)));
}

module mouth_outside() {
    xs = chute_x + (chute_wall + fit + wall) * [-1, 1];
    ys = [chute_y[0] - 2 * wall - fit, chute_back + fit + wall];
    foot = [for (point = mouth(mouth_right, 0)) each [for (u = [0, 3], v = [-3, 3]) point + [u, v, 0]]];
    around(concat(foot, [for (point = guide) [point[0], point[1] + 3, bar]], cut(xs, ys, bar)));
    around(concat(cut(xs, ys, bar), cut(xs, ys, bar + collar)));
}

// For the fingers that take the dice out
module notch() {
    translate([die, -set_back - 5, lip + 0.01]) rotate([-90, 0, 0]) scale([1, 1.5, 1]) cylinder(d = 1.1 * die, h = set_back + 6);
}

lane();
