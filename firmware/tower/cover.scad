// The chute's back. Slides into its grooves from above, which close over its slanted edges. Printed lying flat.
include <params.scad>

module cover() {
    edge = groove - fit / 2;
    difference() {
        hull() {
            slab(edge, cover_thick - edge);
            slab(0, cover_thick);
        }
        to_tower() translate([-300, -300, bar - 600 + fit]) cube(600);
    }
}

// So much wider than the chute's inside, so thick
module slab(wider, thick) {
    translate([chute_x[0] - wider, groove_y, 0])
        cube([chute_x[1] - chute_x[0] + 2 * wider, thick, chute_top]);
}

rotate([90, 0, 0]) cover();
