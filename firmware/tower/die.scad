// A die, for the pictures and the checks: rounded, numbers as on a real one (opposite sides add up to seven).
include <params.scad>

module die_body(size = die) {
    intersection() {
        cube(size, center = true);
        sphere(d = 1.55 * size, $fn = 48);
    }
}

module die_pips(size = die) {
    for (side = [[1, [0, 0, 0]], [6, [180, 0, 0]], [2, [90, 0, 0]], [5, [-90, 0, 0]], [3, [0, 90, 0]], [4, [0, -90, 0]]])
        rotate(side[1]) for (at = pips(side[0]))
            translate([at[0] * pitch, at[1] * pitch, size / 2 - 0.3]) cylinder(d = 0.2 * size, h = 0.35, $fn = 16);
}

function pips(number) = [
    for (u = [-1, 0, 1], v = [-1, 0, 1])
        if ((number % 2 == 1 && u == 0 && v == 0)
            || (number >= 2 && u == v && u != 0)
            || (number >= 4 && u == -v && u != 0)
            || (number == 6 && u != 0 && v == 0)) [u, v]
];
