// The sensor block: holds the slide and, under it, nineteen phototransistors and ten light diodes. Beside the slide it is the
// mouth's floor itself.
// Black plastic, for grey lets light through. Printed as it lies here, the slide's bed up.
include <params.scad>

module sensor_block() {
    translate([0, 0, -slide[2]]) linear_extrude(slide[2]) difference() {
        outline();
        translate([-1 - fit, slide_v - fit]) square([slide[0] + 2 * fit, slide[1] + 2 * fit]);
    }
    translate([0, 0, -slide[2] - web]) linear_extrude(web) difference() {
        outline();
        at_sensors() circle(d = aperture);
        at_lamps() circle(d = sensor_d);
    }
    translate([0, 0, -block_height]) linear_extrude(block_height - slide[2] - web) difference() {
        outline();
        at_sensors() circle(d = sensor_d);
        at_lamps() circle(d = sensor_d);
    }
}

module outline() {
    difference() {
        translate(block[0]) square(block[1] - block[0]);
        for (at = block_screws) translate(at) circle(d = screw);
    }
}

module at_sensors() {
    for (pocket = pockets, at = grid) translate(pocket + at) children();
    translate(throat) children();
}

module at_lamps() {
    for (pocket = pockets, at = lamps) translate(pocket + at) children();
    for (at = throat_lamps) translate(throat + at) children();
}

sensor_block();
