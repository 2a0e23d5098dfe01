// The whole tower, in its own frame; `part` names what is wanted, for pictures and checks.
//   openscad -D 'part="lane"' -o lane.stl assembly.scad
include <params.scad>
use <base.scad>
use <chute.scad>
use <cover.scad>
use <die.scad>
use <lane.scad>
use <sensor_block.scad>

part = "all";

module slide() {
    translate([-1, slide_v, -slide[2]]) cube(slide);
}

// Dice at rest in both pockets, another face up in each
module at_rest() {
    for (n = [0, 1]) translate([pockets[n][0], pockets[n][1], die / 2]) rotate(n * [90, 90, 0]) children();
}

module placed(name) {
    if (name == "base") base();
    if (name == "sensor_block") to_tower() sensor_block();
    if (name == "slide") to_tower() slide();
    if (name == "lane") to_tower() lane();
    if (name == "chute") chute();
    if (name == "cover") cover();
    if (name == "dice") to_tower() at_rest() die_body();
    if (name == "pips") to_tower() at_rest() die_pips();
}

parts = ["base", "sensor_block", "slide", "lane", "chute", "cover", "dice", "pips"];

if (part == "all") { for (name = parts) placed(name); } else placed(part);
