// Holds the camera's plate on a round rod of the arm. An M3 screw with a wing nut draws it together, another
// is the joint by which the camera tilts. Printed as it lies here.
include <params.scad>

rod = 16;              // measure yours: curtain rod, broomstick, steel tube
height = 14;
grip = 4;              // thickness around the rod

module camera_clamp() {
    difference() {
        union() {
            cylinder(d = rod + 2 * grip, h = height);
            translate([0, -7, 0]) cube([rod / 2 + grip + 9, 14, height]);                  // the ears
            translate([-rod / 2 - grip - 9, -3, 0]) cube([grip + 11, 6, height]);          // the joint
        }
        translate([0, 0, -1]) cylinder(d = rod + fit, h = height + 2);
        translate([0, -1.5, -1]) cube([rod / 2 + grip + 10, 3, height + 2]);
        translate([rod / 2 + grip + 4.5, 20, height / 2]) rotate([90, 0, 0]) cylinder(d = screw, h = 40);
        translate([-rod / 2 - grip - 4, 20, height / 2]) rotate([90, 0, 0]) cylinder(d = screw, h = 40);
    }
}

camera_clamp();
