// The two ears of a plate that go over the clamp's joint, 6 mm, with an M3 screw and a wing nut through all.
include <params.scad>

ear = 4;               // thickness

// At the edge y of a plate
module ears(y) {
    difference() {
        for (x = [-3 - fit - ear, 3 + fit]) translate([x, y - 6, 0]) cube([ear, 20, 12]);
        translate([-20, y + 8, 6]) rotate([0, 90, 0]) cylinder(d = screw, h = 40);
    }
}
