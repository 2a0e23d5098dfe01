// The chute's back. Slides into its grooves from above. Printed lying flat.
include <params.scad>

module cover() {
    difference() {
        translate([chute_x[0] - chute_wall / 2 + fit / 2, groove_y, 0])
            cube([chute_x[1] - chute_x[0] + chute_wall - fit, cover_thick, chute_top]);
        to_tower() translate([-300, -300, bar - 600 + fit]) cube(600);
    }
}

rotate([90, 0, 0]) cover();
