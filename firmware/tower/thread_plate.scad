// Carries on the clamp's joint whatever has a tripod's thread, by a 1/4 inch screw of 10 to 12 mm: a USB camera, or a
// phone in a holder. A camera without a thread is tied on through the slots. Printed as it lies here.
include <params.scad>
use <joint.scad>

plate = [40, 30, 5];
tripod = 6.8;          // 1/4 inch is 6.35 mm
slot = [3, 12];        // for a cable tie

module thread_plate() {
    difference() {
        translate([-plate[0] / 2, -plate[1] / 2, 0]) cube(plate);
        translate([0, 0, -1]) cylinder(d = tripod, h = 10);
        for (x = [-1, 1]) translate([x * (plate[0] / 2 - 4) - slot[0] / 2, -slot[1] / 2, -1]) cube([slot[0], slot[1], 10]);
    }
    ears(plate[1] / 2);
}

thread_plate();
