// A tower without electronics, for a tray in the camera's view: two baffles and a ramp make the dice tumble, and they roll
// out at the right. Printed lying on its back wall; plain_cover closes its front.
include <params.scad>

module plain_tower() {
    linear_extrude(wall) plain_outline();
    linear_extrude(wall + plain_deep) plain_profile();
}

// Walls, floor, ramp and baffles, seen from the front
module plain_profile() {
    right = plain_wide;
    translate([-wall, 0]) square([wall, plain_high]);
    translate([right, plain_ramp[1] + opening]) square([wall, plain_high - plain_ramp[1] - opening]);
    translate([-plain_foot, 0]) square([right + wall + plain_foot, wall]);
    polygon([[0, plain_ramp[0]], [right + wall, plain_ramp[1]], [right + wall, 0], [right - 6, 0],
             [right - 6, plain_ramp[1]], [0, plain_ramp[0] - 2 * wall]]);
    for (n = [0, 1]) plain_baffle(n);
}

// From the left, and over it from the right
module plain_baffle(n) {
    root = n == 0 ? 0 : plain_wide;
    tip = root + (n == 0 ? reach : -reach);
    z = plain_tips[n];
    polygon([[root, z + reach * tan(baffle)], [tip, z], [tip, z - 1.5 * wall], [root, z + reach * tan(baffle) - 1.5 * wall]]);
}

module plain_outline() {
    translate([-wall, 0]) square([plain_wide + 2 * wall, plain_high]);
}

plain_tower();
