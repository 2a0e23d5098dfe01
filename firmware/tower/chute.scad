// The chute: three baffles, from either side in turn, make the dice tumble. Open at the back, where
// the cover slides into grooves. Printed lying on its front.
include <params.scad>

weld = 0.02;           // by which its layers reach into one another: bodies that only touch leave edges of four faces

module chute() {
    difference() {
        union() {
            translate([0, chute_y[0], 0]) along_y(chute_y[1] - chute_y[0] + weld) { sides(); baffles(); }
            translate([0, chute_y[0] - wall, 0]) along_y(wall) outside();
            groove_sides();
            translate([0, groove_y + cover_thick + fit - weld, 0]) along_y(1.6 + weld) sides();
        }
        below(bar);
    }
}

// Draws in x z, thick along y
module along_y(thick) {
    translate([0, thick, 0]) rotate([90, 0, 0]) linear_extrude(thick) children();
}

module outside() {
    translate([chute_x[0] - chute_wall, 0]) square([chute_x[1] - chute_x[0] + 2 * chute_wall, chute_top]);
}

module sides() {
    difference() { outside(); hollow(0); }
}

// Where the groove is: as deep as it gets, then closing over the cover's slanted edges
module groove_sides() {
    deep = cover_thick + fit - groove;
    translate([0, groove_y, 0]) difference() {
        along_y(cover_thick + fit) outside();
        hull() {
            along_y(0.01) hollow(groove);
            along_y(deep) hollow(groove);
            translate([0, deep + groove, 0]) along_y(0.01) hollow(0);
        }
    }
}

// The inside, wider by so much
module hollow(wider) {
    translate([chute_x[0] - wider, -1]) square([chute_x[1] - chute_x[0] + 2 * wider, chute_top + 2]);
}

// The first, highest one comes from the left wall
module baffles() {
    for (n = [0 : 2]) {
        tip = lowest_tip + n * stage;
        from_left = n != 1;
        root_x = from_left ? chute_x[0] : chute_x[1];
        tip_x = root_x + reach * (from_left ? 1 : -1);
        root = tip + reach * tan(baffle);
        polygon([[root_x, root], [tip_x, tip], [tip_x, tip - 1.5 * wall], [root_x, root - 1.5 * wall]]);
    }
}

// All under the plane at height w over the glass
module below(w) {
    to_tower() translate([-300, -300, w - 600]) cube(600);
}

rotate([90, 0, 0]) chute();
