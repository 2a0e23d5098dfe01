// The sensor block: holds the slide; under it is a chamber of air, and in the chamber's floor ten light diodes, put in from
// above, and the tubes of nineteen phototransistors, put in from below. Beside the slide it is the mouth's floor itself.
// Black plastic, for grey lets light through. Printed as it lies here, the slide's bed up.
include <params.scad>

module sensor_block() {
    floor = -slide[2] - air;
    difference() {
        union() {
            translate([0, 0, -slide[2]]) linear_extrude(slide[2]) difference() {
                outline();
                translate([-1 - fit, slide_v - fit]) square([slide[0] + 2 * fit, slide[1] + 2 * fit]);
            }
            translate([0, 0, floor]) linear_extrude(air) difference() {
                outline();
                translate(chamber[0]) square(chamber[1] - chamber[0]);
            }
            translate([0, 0, -block_height]) linear_extrude(block_height + floor) outline();
        }
        at_sensors() {
            translate([0, 0, floor - web - 1]) cylinder(d = aperture, h = web + 2);
            translate([0, 0, -block_height - 1]) cylinder(d = sensor_d, h = sensor_body + 1);
            translate([0, 0, -block_height - 0.01]) cylinder(d1 = sensor_d + 0.6, d2 = sensor_d, h = 0.3);
        }
        at_lamps() {
            translate([0, 0, floor - lamp_body]) cylinder(d = lamp_d, h = lamp_body + 1);
            translate([0, 0, -block_height - 1]) cylinder(d = lamp_legs, h = block_height);
        }
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
