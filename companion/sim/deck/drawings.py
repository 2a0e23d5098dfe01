"""The 73 symbols of the deck, drawn by this project after the list of names in the rulebook.

Each drawing is a list of strokes, separated by semicolons, in a square from -50 to 50, x to the right, y
down. A stroke is a kind, a colour of `PAINTS` and numbers; a colour with a minus has no outline.

| kind | numbers |
|---|---|
| p | polygon: x y, ... |
| b | smooth closed curve through points: x y, ... |
| c | circle: x y radius |
| e | ellipse: x y, half-axes, turn in degrees |
| r | rectangle: left top width height |
| s | star: x y, points, outer and inner radius, turn in degrees |
| l | line: width, x y, ... |
| a | arc: width, x y, radius, first and last angle in degrees |
"""

from __future__ import annotations

from typing import Final

PAINTS: Final[dict[str, tuple[int, int, int]]] = {
    "ink": (30, 30, 36),
    "white": (253, 253, 251),
    "red": (210, 38, 48),
    "orange": (240, 128, 25),
    "yellow": (247, 200, 30),
    "green": (64, 170, 74),
    "forest": (22, 100, 50),
    "teal": (20, 160, 150),
    "blue": (36, 92, 196),
    "sky": (100, 195, 238),
    "violet": (122, 60, 168),
    "pink": (238, 110, 162),
    "brown": (134, 84, 40),
    "tan": (220, 182, 124),
    "grey": (140, 148, 156),
    "silver": (204, 209, 214),
    "slate": (74, 79, 88),
}
"""RGB."""

DRAWINGS: Final[dict[str, str]] = {
    "wool": (
        "c white -24 -8 18; c white 24 -8 18; c white -20 20 18; c white 20 20 18; c white 0 -22 20; "
        "c white 0 28 18; c white- 0 4 26; r pink -44 -4 88 14; b pink 0 2 -18 -14 -22 12; "
        "b pink 0 2 18 -14 22 12"
    ),
    "sea": (
        "p blue 0 -48 42 -24 42 24 0 48 -42 24 -42 -24; "
        "l 5 -30 -12 -15 -22 0 -12 15 -22 30 -12 white; l 5 -30 14 -15 4 0 14 15 4 30 14 white"
    ),
    "city": (
        "p slate -46 44 -46 -6 -24 -26 -2 -6 -2 6 44 6 44 44; r yellow -30 4 12 14; r yellow 16 18 14 12"
    ),
    "sun": ("s orange 0 0 12 48 28 0; c yellow 0 0 26; c ink- -9 -5 3; c ink- 9 -5 3; a 4 0 2 12 20 160 ink"),
    "sword": (
        "p silver -5 18 -5 -38 0 -48 5 -38 5 18; r yellow -22 16 44 8; r brown -5 24 10 16; c yellow 0 44 6"
    ),
    "ox": (
        "b brown -26 -10 0 -20 26 -10 22 22 0 44 -22 22; b white -26 -10 -48 -24 -44 -46 -36 -28; "
        "b white 26 -10 48 -24 44 -46 36 -28; e pink 0 28 16 12 0; c ink- -6 28 3; c ink- 6 28 3; "
        "c white -12 2 5; c white 12 2 5; c ink- -12 2 2; c ink- 12 2 2"
    ),
    "rope": "a 9 0 0 34 0 360 tan; a 9 0 0 22 0 360 tan; l 9 24 24 36 40 46 34 tan; c ink- 0 0 4",
    "lumber": (
        "p brown -46 -4 26 -4 26 26 -46 26; e tan 26 11 12 15 0; a 3 26 11 6 0 360 brown; "
        "p brown -34 -34 20 -34 20 -6 -34 -6; e tan 20 -20 10 14 0; a 3 20 -20 5 0 360 brown"
    ),
    "gold river": (
        "p teal 0 -48 42 -24 42 24 0 48 -42 24 -42 -24; "
        "b yellow -20 -36 0 -38 10 -14 24 8 16 38 -4 40 -2 14 -16 -8; c white- 2 0 4; c white- 8 22 4; "
        "c white- -6 -22 4"
    ),
    "robber": "b ink 0 -46 16 -32 12 -14 24 10 30 44 -30 44 -24 10 -12 -14 -16 -32; r grey -32 36 64 10",
    "sunset": (
        "p red -46 8 -40 -14 -24 -32 0 -40 24 -32 40 -14 46 8; r violet -46 10 92 8; "
        "r blue -38 22 76 8; r sky -26 34 52 8; c yellow 0 -6 14"
    ),
    "dice": (
        "p red -46 -8 -14 -34 14 -8 -18 18; c white- -16 -8 5; p yellow -8 10 30 2 42 36 4 44; "
        "c ink- 6 20 4; c ink- 17 24 4; c ink- 28 28 4; p red -18 18 14 -8 14 2 -18 30"
    ),
    "window": (
        "p brown -34 46 -34 -18 -18 -40 0 -46 18 -40 34 -18 34 46; "
        "p sky -24 36 -24 -14 -3 -34 -3 36; p sky 24 36 24 -14 3 -34 3 36; l 5 -24 6 24 6 brown"
    ),
    "cart": (
        "p brown -46 -24 38 -24 30 12 -38 12; l 6 36 0 50 -10 brown; c silver -22 24 18; "
        "c silver 20 24 18; c ink- -22 24 4; c ink- 20 24 4; b yellow -34 -24 -20 -40 10 -42 28 -24"
    ),
    "brick": (
        "p red -46 0 -20 -14 46 -14 20 0; p red -46 0 20 0 20 26 -46 26; "
        "p orange 20 0 46 -14 46 12 20 26; p orange -24 -24 -6 -34 40 -34 22 -24"
    ),
    "mountains": (
        "p silver 0 -48 42 -24 42 24 0 48 -42 24 -42 -24; p slate -34 26 -8 -24 18 26; "
        "p slate 0 26 18 -6 36 26; p white -15 -10 -8 -24 0 -10 -8 -4"
    ),
    "knight": (
        "b silver -28 44 -30 -6 -20 -34 0 -42 20 -34 30 -6 28 44; r ink -22 -14 44 9; "
        "l 5 0 -14 0 40 ink; b red 0 -42 10 -50 30 -44 20 -36 8 -38"
    ),
    "cloth": (
        "b pink -44 -20 -10 -34 30 -26 46 -34 40 20 10 30 -20 22 -46 34; l 4 -30 -18 -32 22 white; "
        "l 4 0 -26 -2 22 white; l 4 28 -22 26 18 white"
    ),
    "anchor": (
        "a 8 0 -36 9 0 360 slate; l 9 0 -26 0 38 slate; l 9 -22 -14 22 -14 slate; "
        "a 9 0 2 36 15 165 slate; p slate -46 2 -38 24 -22 8; p slate 46 2 38 24 22 8"
    ),
    "harp": (
        "l 9 -30 44 -30 -40 orange; b orange -34 -44 0 -42 24 -20 36 -34 44 -26 30 -4 8 -20 -30 -30; "
        "l 9 -30 42 34 -14 orange; l 2 -18 -30 -18 30 ink; l 2 -6 -28 -6 20 ink; l 2 6 -20 6 8 ink; "
        "l 2 17 -14 17 0 ink"
    ),
    "dividers": "l 7 -4 -34 -28 44 teal; l 7 4 -34 28 44 teal; a 6 0 -6 24 50 130 teal; c yellow 0 -36 11",
    "grain": (
        "l 4 0 46 0 -30 yellow; e yellow 0 -38 6 11 0; e yellow -11 -26 6 12 -35; "
        "e yellow 11 -26 6 12 35; e yellow -12 -8 6 12 -35; e yellow 12 -8 6 12 35; "
        "e yellow -12 10 6 12 -35; e yellow 12 10 6 12 35"
    ),
    "field": (
        "p yellow 0 -48 42 -24 42 24 0 48 -42 24 -42 -24; l 4 -26 30 -26 -26 brown; "
        "l 4 -9 40 -9 -36 brown; l 4 9 40 9 -36 brown; l 4 26 30 26 -26 brown"
    ),
    "barbarian": (
        "b tan -22 -6 0 -16 22 -6 18 26 0 44 -18 26; "
        "b orange -20 10 0 20 20 10 14 40 0 48 -14 40; b grey -26 -6 -20 -30 0 -38 20 -30 26 -6; "
        "b white -24 -14 -44 -24 -46 -46 -36 -32; b white 24 -14 44 -24 46 -46 36 -32; c ink- -8 2 3; "
        "c ink- 8 2 3"
    ),
    "paper": (
        "p white -30 -46 20 -46 34 -32 34 46 -30 46; p silver 20 -46 20 -32 34 -32; "
        "l 3 -18 -22 20 -22 blue; l 3 -18 -8 22 -8 blue; l 3 -18 6 22 6 blue; l 3 -18 20 10 20 blue"
    ),
    "parrot": (
        "b green -14 -40 10 -44 22 -24 16 6 0 46 -10 48 -18 10 -24 -20; b red 8 -8 20 4 8 30 0 10; "
        "b yellow -20 -34 -36 -26 -28 -14 -18 -22; c white -8 -28 6; c ink- -8 -28 3; "
        "b blue -4 20 4 48 -12 50 -12 26"
    ),
    "feather": (
        "b violet 40 -48 44 -18 18 16 -18 32 -16 4 8 -30; l 4 34 -38 -40 48 white; "
        "l 3 4 -2 -8 -10 white; l 3 16 -16 26 -10 white"
    ),
    "spyglass": (
        "p brown -48 24 -38 42 -8 26 -18 6; p yellow -18 6 -8 26 22 8 12 -12; "
        "p brown 12 -18 24 10 46 -4 34 -34; e sky 41 -19 7 16 -28"
    ),
    "ore": (
        "b grey -44 20 -34 -18 -6 -38 26 -28 44 4 32 32 -14 38; p silver -20 -6 -4 -26 8 -6 -6 4; "
        "p slate 6 8 24 0 30 20 12 26; p slate -28 14 -16 10 -12 26 -26 28"
    ),
    "pasture": (
        "p green 0 -48 42 -24 42 24 0 48 -42 24 -42 -24; "
        "b white -16 4 -12 -12 6 -16 20 -4 16 12 -6 14; c ink -18 -4 7; l 4 -6 14 -6 24 ink; "
        "l 4 10 14 10 24 ink"
    ),
    "scales": (
        "l 6 0 -40 0 36 yellow; l 6 -36 -30 36 -30 yellow; r yellow -18 34 36 10; "
        "l 2 -36 -30 -46 4 ink; l 2 -36 -30 -26 4 ink; l 2 36 -30 26 4 ink; l 2 36 -30 46 4 ink; "
        "b teal -48 4 -24 4 -36 18; b teal 48 4 24 4 36 18"
    ),
    "coin": "c yellow 0 0 44; a 4 0 0 33 0 360 orange; s orange 0 0 5 24 10 -90",
    "goat": (
        "b white -20 -10 0 -18 20 -10 14 22 0 34 -14 22; p silver 0 30 8 34 0 50 -8 34; "
        "b slate -12 -14 -24 -34 -14 -48 -8 -30; b slate 12 -14 24 -34 14 -48 8 -30; "
        "b white -20 -8 -42 -4 -34 8 -20 4; b white 20 -8 42 -4 34 8 20 4; c ink- -8 0 3; c ink- 8 0 3; "
        "e pink 0 22 7 5 0"
    ),
    "pitchfork": (
        "l 6 0 -8 0 48 brown; a 6 0 -22 20 0 180 red; l 6 -20 -24 -20 -46 red; "
        "l 6 0 -4 0 -46 red; l 6 20 -24 20 -46 red"
    ),
    "drinking horn": (
        "b tan -44 -34 -14 -44 4 -12 24 10 48 8 34 28 0 30 -24 8; e white -29 -39 17 7 -18; "
        "l 5 -16 -4 6 -16 red; l 5 2 20 14 2 red"
    ),
    "gold": (
        "p yellow -48 38 -38 14 -8 14 2 38; p yellow -2 38 8 14 38 14 48 38; "
        "p yellow -25 12 -15 -12 15 -12 25 12; l 3 -8 -4 6 -4 white; s white 26 -26 4 16 5 0"
    ),
    "road": "p blue -48 18 30 -40 46 -22 -32 38",
    "merchant": (
        "p violet -30 46 -18 -2 18 -2 30 46; c tan 0 -16 16; e violet 0 -28 30 7 0; "
        "b violet -16 -30 -10 -48 12 -48 16 -30; c ink- -6 -14 2; c ink- 6 -14 2; c yellow 0 20 7"
    ),
    "tower": (
        "p grey -22 46 -18 -20 18 -20 22 46; "
        "p grey -28 -20 -28 -44 -16 -44 -16 -34 -6 -34 -6 -44 6 -44 6 -34 16 -34 16 -44 28 -44 28 -20; "
        "p ink -8 46 -8 28 0 20 8 28 8 46; r ink -4 -8 8 14"
    ),
    "barrel": (
        "b brown -24 -44 24 -44 36 0 24 44 -24 44 -36 0; l 5 -30 -24 30 -24 silver; "
        "l 5 -30 24 30 24 silver; l 3 -10 -42 -12 42 ink; l 3 10 -42 12 42 ink; c ink- 0 2 5"
    ),
    "shovel": "l 7 0 -34 0 8 tan; l 7 -14 -42 14 -42 tan; b slate -20 6 20 6 22 26 0 50 -22 26",
    "castle": (
        "p pink -46 44 -46 -18 -22 -18 -22 2 22 2 22 -18 46 -18 46 44; "
        "p violet -50 -18 -34 -46 -18 -18; p violet 50 -18 34 -46 18 -18; "
        "p ink -10 44 -10 26 0 16 10 26 10 44; r white -38 -6 8 12; r white 30 -6 8 12"
    ),
    "forest": (
        "p tan 0 -48 42 -24 42 24 0 48 -42 24 -42 -24; p forest -20 -30 -2 12 -38 12; "
        "p forest 18 -34 36 8 0 8; p forest 0 -10 20 32 -20 32; r brown -4 32 8 10"
    ),
    "ship": (
        "p red -46 14 46 14 32 40 -32 40; l 5 0 14 0 -44 brown; p white 4 -40 38 6 4 6; "
        "p sky -4 -34 -32 6 -4 6"
    ),
    "fish": (
        "b sky -46 0 -18 -24 14 -20 30 0 14 20 -18 24; p sky 24 0 48 -24 42 0 48 24; "
        "c white -26 -5 6; c ink- -26 -5 3; a 3 -14 0 16 -50 50 blue; b blue -8 -22 6 -38 14 -20"
    ),
    "hands": (
        "b tan -46 30 -40 0 -18 -14 4 -8 8 8 -4 22 -26 40; "
        "b orange 46 -30 40 0 18 14 -4 8 -8 -8 4 -22 26 -40; l 3 -6 -2 10 6 ink; l 3 -2 8 8 12 ink; "
        "r blue -50 22 18 18; r green 34 -40 16 18"
    ),
    "sabre": (
        "b silver -16 18 4 -16 24 -38 46 -48 34 -16 10 14 -6 26; a 5 -20 22 18 60 200 yellow; "
        "l 9 -20 24 -40 44 red; c yellow -42 46 6"
    ),
    "shield": (
        "b blue -36 -38 0 -46 36 -38 34 4 0 48 -34 4; p white -5 -40 5 -40 5 42 -5 42; "
        "p white -36 -14 36 -14 36 -4 -36 -4"
    ),
    "book": (
        "p red -46 -30 0 -20 0 38 -46 28; p red 46 -30 0 -20 0 38 46 28; "
        "p white -40 -34 0 -24 0 30 -40 20; p white 40 -34 0 -24 0 30 40 20; l 2 -32 -20 -8 -14 ink; "
        "l 2 -32 -6 -8 0 ink; l 2 32 -20 8 -14 ink; l 2 32 -6 8 0 ink"
    ),
    "hills": (
        "p orange 0 -48 42 -24 42 24 0 48 -42 24 -42 -24; b red -34 22 -18 -12 0 16; "
        "b red -2 26 18 -20 36 22; b red -18 36 2 4 20 36"
    ),
    "settlement": "p green -34 44 -34 -8 0 -44 34 -8 34 44; r white -10 14 20 22",
    "spices": (
        "b tan -32 44 -38 6 -16 -20 16 -20 38 6 32 44; b red -22 -22 -10 -42 10 -42 22 -22; "
        "l 6 -20 -20 20 -20 ink; c red -12 16 6; c yellow 8 10 6; c green 2 28 6"
    ),
    "compass": ("c brown 0 0 46; c white 0 0 36; p red 0 -32 9 0 -9 0; p blue 0 32 9 0 -9 0; c yellow 0 0 5"),
    "horse": (
        "b brown -10 46 -14 12 -36 16 -46 0 -18 -30 -6 -46 4 -34 26 -22 40 6 40 46; "
        "b ink 4 -34 26 -30 44 2 46 44 34 44 28 6 14 -16; c white -14 -14 4; c ink- -14 -14 2"
    ),
    "saw": (
        "p silver -48 -8 20 -20 20 18 12 10 4 18 -4 10 -12 18 -20 10 -28 14 -36 6; "
        "b orange 18 -26 46 -22 46 22 20 26; e white 33 0 6 12 0"
    ),
    "plough": (
        "l 7 -48 -34 -8 8 brown; l 7 -44 -10 -10 8 brown; l 7 -8 8 40 8 brown; "
        "b slate -16 8 18 6 6 40 -10 32; c red 36 20 14; c white 36 20 5"
    ),
    "cauldron": (
        "b ink -38 -14 38 -14 42 16 20 40 -20 40 -42 16; e teal 0 -16 38 9 0; "
        "l 6 -24 38 -28 48 ink; l 6 24 38 28 48 ink; a 5 0 -16 36 180 360 grey; c white -8 -20 5; "
        "c white 10 -16 4"
    ),
    "basket": (
        "p tan -36 -6 36 -6 26 42 -26 42; a 6 0 -6 30 180 360 brown; l 4 -30 10 30 10 brown; "
        "l 4 -28 26 28 26 brown; c red -16 -12 10; c red 4 -14 10; c green 20 -10 9"
    ),
    "campfire": (
        "b orange 0 -48 20 -16 26 10 10 24 -10 24 -26 10 -16 -12; "
        "b yellow 0 -20 10 4 4 20 -8 20 -10 4; l 9 -38 40 38 24 brown; l 9 -38 24 38 40 brown"
    ),
    "carriage": (
        "b violet -34 -22 0 -34 34 -22 40 10 20 20 -20 20 -40 10; r sky -22 -18 18 18; "
        "r sky 6 -18 18 18; c yellow -24 30 16; c yellow 24 30 16; c ink- -24 30 4; c ink- 24 30 4; "
        "l 4 0 -34 0 -44 violet"
    ),
    "pickaxe": "l 8 -26 46 10 -22 tan; b slate -44 -20 -10 -42 22 -34 46 0 20 -18 -8 -26",
    "tent": (
        "p teal -48 38 -6 -38 48 38; p ink -16 38 -6 -10 12 38; l 4 -6 -38 -2 -48 ink; "
        "p yellow -2 -48 16 -44 -2 -38"
    ),
    "scythe": (
        "l 6 -30 48 14 -34 brown; b silver 12 -38 -20 -46 -48 -22 -22 -30 10 -26; l 6 -16 18 0 26 brown"
    ),
    "lantern": (
        "a 5 0 -36 11 180 360 slate; p slate -22 -24 -12 -36 12 -36 22 -24; "
        "p yellow -18 -24 18 -24 22 28 -22 28; r slate -26 28 52 10; b orange 0 -14 9 8 0 20 -9 8; "
        "l 3 -10 -24 -12 28 slate; l 3 10 -24 12 28 slate"
    ),
    "net": (
        "a 6 0 -10 34 0 360 brown; l 2 -30 -22 24 12 blue; l 2 -16 -38 30 -12 blue; "
        "l 2 -34 -4 8 22 blue; l 2 30 -22 -24 12 blue; l 2 16 -38 -30 -12 blue; l 2 34 -4 -8 22 blue; "
        "l 7 0 24 0 50 brown"
    ),
    "ink": (
        "b blue -34 40 -36 8 -14 -6 14 -6 36 8 34 40; r slate -12 -20 24 14; l 4 4 -18 34 -46 ink; "
        "b white 14 -28 22 -46 44 -50 38 -34; r white -20 14 40 14"
    ),
    "flask": (
        "p white -8 -42 8 -42 8 -16 30 22 24 42 -24 42 -30 22 -8 -16; "
        "p pink -20 8 20 8 30 22 24 42 -24 42 -30 22; r tan -11 -50 22 10; c white -8 26 5; c white 8 20 4"
    ),
    "gull": (
        "b white -48 -10 -26 -26 -4 -4 0 4 -6 10 -28 -12; "
        "b white 48 -16 28 -28 6 -4 2 6 10 10 30 -14; b white -6 0 10 -2 14 18 4 34 -4 20; "
        "p orange 2 30 10 32 6 46; p slate -48 -10 -38 -22 -32 -14; p slate 48 -16 38 -26 32 -16"
    ),
    "banner": (
        "l 6 -32 -46 -32 48 brown; p green -28 -42 46 -30 30 -16 46 -2 -28 8; s yellow 0 -18 5 14 6 -90"
    ),
    "glove": (
        "b brown -18 20 -26 -6 -30 -26 -20 -32 -12 -14 -14 -40 -4 -44 2 -16 6 -42 16 -42 16 -12 24 -32 34 "
        "-26 26 2 22 22; r yellow -20 20 44 22; l 3 -20 31 24 31 ink"
    ),
    "pier": (
        "r sky -48 26 96 18; r brown -44 -12 88 10; r tan -36 -2 9 34; r tan -4 -2 9 34; "
        "r tan 28 -2 9 34; l 5 38 -12 38 -36 brown; l 5 -38 -12 -38 -36 brown"
    ),
    "lighthouse": (
        "p white -18 46 -10 -18 10 -18 18 46; p red -14 18 -12 2 12 2 14 18; "
        "p red -18 46 -16 34 16 34 18 46; r yellow -10 -32 20 14; p red -14 -32 0 -48 14 -32; "
        "p yellow- 14 -28 46 -40 46 -14; p yellow- -14 -28 -46 -40 -46 -14"
    ),
    "seal": (
        "s red 0 -6 16 40 33 0; c red 0 -6 24; p red -20 26 -28 50 -14 42 -6 50 -4 30; "
        "p red 20 26 28 50 14 42 6 50 4 30; p yellow -12 6 -14 -16 -5 -6 0 -20 5 -6 14 -16 12 6"
    ),
}
"""By name, in the order of the rulebook's list."""
