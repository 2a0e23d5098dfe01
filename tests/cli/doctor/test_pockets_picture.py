"""Raw sensor readings as a picture in a terminal."""

from __future__ import annotations

import re

from companion.cli.doctor import Style, draw_pockets
from companion.sources.tower.wording import PocketReading

DARK_READING = (20,) * 9
ONE_PIP = (640, 640, 640, 640, 210, 640, 640, 640, 640)
SIX_PIPS = (210, 640, 210, 210, 640, 210, 210, 640, 210)
LEFT_POCKET = PocketReading(1, (*DARK_READING, 0, 675), (*ONE_PIP, 0, 675))
RIGHT_POCKET = PocketReading(2, (*DARK_READING, 20, 675), (*SIX_PIPS, 61, 676))


def test_both_pockets_are_drawn_side_by_side_with_dark_pips() -> None:
    lines = draw_pockets([LEFT_POCKET, RIGHT_POCKET], Style.BLOCKS)
    assert lines[0].split() == ["left", "pocket", "right", "pocket"]
    assert lines[1:4] == [
        "lit - dark  ██  620 ██  620 ██  620   ░░  190 ██  620 ░░  190 ",
        "            ██  620 ░░  190 ██  620   ░░  190 ██  620 ░░  190 ",
        "            ██  620 ██  620 ██  620   ░░  190 ██  620 ░░  190 ",
    ]


def test_a_faint_die_shows_as_well_as_a_bright_one() -> None:
    faint = PocketReading(1, LEFT_POCKET.dark, tuple(20 + (value - 20) // 10 for value in LEFT_POCKET.lit))
    assert draw_pockets([faint], Style.BLOCKS)[2].startswith("            ██   62 ░░   19 ██   62")


def test_throat_and_reference_values_are_printed() -> None:
    picture = "\n".join(draw_pockets([LEFT_POCKET, RIGHT_POCKET], Style.BLOCKS))
    assert "left pocket: reference 675" in picture
    assert "right pocket: throat 20 dark, 61 lit; reference 676" in picture


def test_a_terminal_without_block_characters_gets_letters() -> None:
    picture = "\n".join(draw_pockets([LEFT_POCKET, RIGHT_POCKET], Style.ASCII))
    assert picture.isascii()
    assert "##  620" in picture


def test_colour_keeps_the_columns_and_is_reset_at_the_end() -> None:
    coloured, plain = (
        draw_pockets([LEFT_POCKET, RIGHT_POCKET], Style.COLOUR),
        draw_pockets([LEFT_POCKET, RIGHT_POCKET], Style.BLOCKS),
    )
    bare = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured]
    assert [len(line) for line in bare] == [len(line) for line in plain]
    for line in coloured:
        assert line.count("\x1b[0m") * 2 == len(re.findall(r"\x1b\[[34]8;5;\d+m", line))


def test_dark_pockets_and_negative_differences_are_drawn() -> None:
    nothing = PocketReading(1, (30,) * 9 + (0, 675), (0,) * 9 + (0, 675))
    assert "  -30" in draw_pockets([nothing], Style.BLOCKS)[1]


def test_values_of_an_unknown_tower_are_printed_as_rows() -> None:
    assert draw_pockets([PocketReading(1, (1, 2, 3), (4, 5, 6))], Style.BLOCKS) == [
        "left pocket dark: 1 2 3",
        "left pocket lit: 4 5 6",
    ]
