// Carries a Raspberry Pi camera board (modules 2 and 3: 25 x 24 mm, holes 21 x 12.5 mm, M2) on the clamp's
// joint. Printed as it lies here; the camera's back looks to the plate, on 4 mm of spacers.
include <params.scad>
use <joint.scad>

plate = [30, 30, 2.4];
holes = [21, 12.5];

module camera_plate() {
    difference() {
        union() {
            translate([-plate[0] / 2, -plate[1] / 2, 0]) cube(plate);
            for (x = [-1, 1]) for (y = [0, holes[1]])
                translate([x * holes[0] / 2, y - 9.5, 0]) cylinder(d = 5, h = plate[2] + 4);
        }
        for (x = [-1, 1]) for (y = [0, holes[1]])
            translate([x * holes[0] / 2, y - 9.5, -1]) cylinder(d = 1.7, h = 20);
    }
    ears(plate[1] / 2);
}

camera_plate();
