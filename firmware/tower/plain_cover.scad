// The front of plain_tower: a plate that hot glue or adhesive tape holds. Printed lying flat.
include <params.scad>

linear_extrude(cover_thick) translate([-wall, 0]) square([plain_wide + 2 * wall, plain_high]);
