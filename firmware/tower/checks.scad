// What must be empty if the parts fit: `check` names it. `make -C firmware/tower check` measures each.
include <params.scad>
use <assembly.scad>
use <lane.scad>

check = "";            // two parts, "lane+chute", or one of the names below
biggest = die + 0.3;   // dice are made to no better than this

// A die on its way down the lane, from under the chute to the first pocket
module way() {
    cube([pocket_end + 20, biggest, biggest]);
}

// What a sensor or a lamp sees through the glass
module light() {
    for (pocket = pockets, at = concat(grid, lamps)) translate(pocket + at) cylinder(d = aperture, h = 1);
    translate(throat) cylinder(d = aperture, h = 1);
}

// Apertures that the smallest die at rest does not cover
module uncovered() {
    difference() {
        for (pocket = pockets, at = grid) translate(pocket + at) cylinder(d = aperture, h = 1);
        for (n = [0, 1]) translate([n * (die - 0.3), 0, -1]) cube([die - 0.3, die - 0.3, 3]);
    }
}

// What is seen but lies beyond the slide
module beyond() {
    difference() {
        light();
        translate([-1, slide_v, -1]) cube([slide[0], slide[1], 5]);
    }
}

if (check == "way") to_tower() intersection() { lane(); translate([0, 0, 0.01]) way(); }
else if (check == "light") intersection() { lane(); translate([0, 0, 0.01]) light(); }
else if (check == "uncovered") uncovered();
else if (check == "beyond") beyond();
else {
    at = search("+", check)[0];
    intersection() {
        placed(word(check, 0, at));
        placed(word(check, at + 1, len(check)));
    }
}

function word(text, from, to) = from >= to ? "" : str(text[from], word(text, from + 1, to));
