"""Set-ups: the first game by its diagram or by letters, the variable set-up, the frame."""

import random
from collections.abc import Callable
from itertools import permutations

import pytest

from companion.island.geometry import (
    COAST,
    CORNER_HEXES,
    CORNERS,
    ENDS,
    HEXES,
    HEXES_AT,
    HEXES_BESIDE,
    SIDES,
    HexId,
    spiral,
)
from companion.island.layout import BOX_HARBORS, BOX_TERRAINS, TOKEN_LETTERS, Layout, LayoutError
from companion.island.setups import (
    NUMERAL_FRAME_ORDER,
    Spiral,
    draw_layout,
    first_game_layout,
    frame_harbors,
    lay_tokens,
    starting_pieces,
    variable_layout,
)

# clarifications.md, Data, written out once more.
ROWS = [
    "mountains 10, pasture 2, forest 9",
    "fields 12, hills 6, pasture 4, hills 10",
    "fields 9, forest 11, desert, forest 3, mountains 8",
    "forest 8, mountains 3, fields 4, pasture 5",
    "hills 5, fields 6, pasture 11",
]
SIDE_NUMBER = {"NE": 0, "E": 1, "SE": 2, "SW": 3, "W": 4, "NW": 5}
HARBORS = {
    (0, 0, "NW"): "generic",
    (0, 1, "NE"): "grain",
    (1, 3, "NE"): "ore",
    (2, 4, "E"): "generic",
    (3, 3, "SE"): "wool",
    (4, 1, "SE"): "generic",
    (4, 0, "SW"): "generic",
    (3, 0, "W"): "brick",
    (1, 0, "W"): "lumber",
}
SHUFFLED_TERRAINS = [terrain for terrain, count in BOX_TERRAINS.items() for _ in range(count)]


def hex_at(row: int, column: int) -> HexId:
    """The hex in a row from the top and a column from the left."""
    return HEXES[sum(len(entries.split(", ")) for entries in ROWS[:row]) + column]


def hex_named(name: str) -> HexId:
    rows = [entry for entries in ROWS for entry in entries.split(", ")]
    return HEXES[rows.index(name)]


def test_the_first_game_lies_as_on_the_diagram() -> None:
    island = first_game_layout()
    for row, entries in enumerate(ROWS):
        for column, entry in enumerate(entries.split(", ")):
            terrain, _, number = entry.partition(" ")
            assert island.terrain(hex_at(row, column)) == terrain
            assert island.number(hex_at(row, column)) == (int(number) if number else None)
    assert island.departures() == []


def test_the_first_games_harbors_lie_where_the_clarifications_say() -> None:
    expected = {
        SIDES[hex_at(row, column)][SIDE_NUMBER[side]]: kind for (row, column, side), kind in HARBORS.items()
    }
    assert dict(first_game_layout().harbors) == expected


def test_the_starting_pieces_stand_as_on_the_diagram_and_blues_star_gives_the_resources_of_the_text() -> None:
    """clarifications.md, Data: a corner of three hexes, then the far end of the road."""
    expected = [
        ("forest 3/mountains 8/pasture 5/hills 10", "fields 12/hills 6/forest 11/fields 9"),
        ("forest 9/pasture 4/hills 10/pasture 2", "mountains 3/fields 4/fields 6/pasture 11"),
        ("fields 4/pasture 5/pasture 11/forest 3", "forest 8/mountains 3/hills 5/fields 6"),
        ("mountains 10/pasture 2/hills 6/pasture 4", "fields 9/forest 11/forest 8/mountains 3"),
    ]
    laid = [(pieces.first, pieces.starred) for pieces in starting_pieces()]
    for one, entries in zip(laid, expected, strict=True):
        for (settlement, road), entry in zip(one, entries, strict=True):
            *corner, towards = entry.split("/")
            assert set(HEXES_AT[settlement]) == {hex_named(name) for name in corner}
            (far_end,) = set(ENDS[road]) - {settlement}
            assert hex_named(towards) in HEXES_AT[far_end]


def random_draw(seed: int) -> Callable[[int], list[int]]:
    chance = random.Random(seed)
    return lambda count: chance.sample(range(count), count)


@pytest.mark.parametrize("spiral", ["counter_clockwise", "clockwise", "random"])
def test_a_drawn_island_has_the_pieces_of_the_box(spiral: Spiral) -> None:
    islands = [draw_layout(random_draw(seed), spiral=spiral) for seed in range(20)]

    assert len(set(islands)) == 20
    for island in islands:
        assert island.departures() == []


def test_drawn_tokens_run_counter_clockwise_from_a_corner_and_skip_the_desert() -> None:
    """base-game-2025, page 12, 3."""
    starts = set()
    for seed in range(40):
        island = draw_layout(random_draw(seed))
        found = [h for h in CORNER_HEXES if lay_tokens(island.terrains, h, clockwise=False) == island.numbers]
        assert len(found) == 1
        starts.update(found)
    assert starts == set(CORNER_HEXES)


def test_a_drawn_frame_has_any_order_or_follows_the_numerals() -> None:
    """base-game-2025, page 12, 1, and base-game-digest, Mise en place."""
    assert len({draw_layout(random_draw(seed)).harbors for seed in range(9)}) == 9
    assert {draw_layout(random_draw(seed), frame="by_the_numerals").harbors for seed in range(9)} == {
        frame_harbors()
    }


def test_the_same_draw_gives_the_same_island() -> None:
    assert draw_layout(random_draw(3)) == draw_layout(random_draw(3))


def test_starting_pieces_keep_the_distance_rule() -> None:
    settlements = [at for pieces in starting_pieces() for at, _ in (pieces.first, pieces.starred)]
    roads = [road for pieces in starting_pieces() for _, road in (pieces.first, pieces.starred)]

    assert len(set(settlements)) == len(set(roads)) == 8
    for at in settlements:
        near = {end for h in HEXES for p in SIDES[h] if at in ENDS[p] for end in ENDS[p]} - {at}
        assert not near & set(settlements)


def test_the_first_game_by_letters_runs_clockwise_from_the_left_most_forest_and_leaves_the_centre_empty() -> (
    None
):
    """base-game-digest, Mise en place."""
    island = first_game_layout(tokens="letters")

    assert island.terrains == first_game_layout().terrains
    assert island.harbors == first_game_layout().harbors
    assert island.number(HexId("h0,0")) is None
    way = [hex_named(name) for name in ("forest 8", "fields 9", "fields 12", "mountains 10", "pasture 2")]
    assert [island.number(h) for h in way] == [TOKEN_LETTERS[letter] for letter in "ABCDE"]
    # The rim ends at the hills below; the inner ring begins next to them.
    assert [island.number(hex_named(name)) for name in ("hills 5", "mountains 3", "forest 11")] == [
        TOKEN_LETTERS[letter] for letter in "LMN"
    ]
    assert island.departures() == []


def test_an_edition_without_a_stored_diagram_is_refused() -> None:
    with pytest.raises(LayoutError, match="2015-2020"):
        first_game_layout("1995")
    with pytest.raises(LayoutError, match="2015-2020"):
        starting_pieces("1995")


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("corner", CORNER_HEXES)
def test_tokens_lie_a_to_r_from_any_corner_in_either_direction_and_the_desert_is_skipped(
    corner: HexId, clockwise: bool
) -> None:
    """base-game-2025, page 12, 3."""
    for shift in range(0, 19, 6):
        terrains = SHUFFLED_TERRAINS[shift:] + SHUFFLED_TERRAINS[:shift]
        numbers = lay_tokens(terrains, corner, clockwise=clockwise)
        way = spiral(corner, clockwise=clockwise)
        laid = [numbers[HEXES.index(h)] for h in way]

        desert = way.index(HEXES[terrains.index("desert")])
        assert laid.pop(desert) is None
        assert laid == list(TOKEN_LETTERS.values())


def test_the_variable_set_up_is_counter_clockwise_by_default() -> None:
    island = variable_layout(SHUFFLED_TERRAINS, HexId("h-2,0"))

    assert island.departures() == []
    assert island == variable_layout(SHUFFLED_TERRAINS, HexId("h-2,0"), clockwise=False)
    assert [island.number(h) for h in (HexId("h-2,0"), HexId("h-2,1"), HexId("h-2,2"))] == [5, 2, 6]


def test_token_a_lies_on_a_corner() -> None:
    with pytest.raises(LayoutError, match="corner"):
        variable_layout(SHUFFLED_TERRAINS, HexId("h1,-2"))


def test_terrain_for_more_or_fewer_than_19_hexes_is_refused() -> None:
    with pytest.raises(LayoutError, match="19"):
        variable_layout(SHUFFLED_TERRAINS[:-1], CORNER_HEXES[0])


def test_a_frame_in_any_of_its_720_orders_has_nine_harbors_that_share_no_intersection() -> None:
    """base-game-2025, page 12, 1."""
    island = first_game_layout()
    seen = set()
    for order in permutations(NUMERAL_FRAME_ORDER):
        found = frame_harbors(order)
        laid = Layout(island.terrains, island.numbers, found)
        assert len(laid.harbor_at()) == 18
        assert {kind: sum(k == kind for _, k in found) for kind in BOX_HARBORS} == dict(BOX_HARBORS)
        seen.add(found)
    assert len(seen) == 720


def test_every_side_of_the_frame_holds_the_harbors_of_its_piece() -> None:
    """The cut that every labelled photo of a real frame shows, clockwise from the top side.

    clarifications.md derives another cut of the same first-game frame, one path further on; put
    together in another order it would make harbors where no photo has any.
    """
    pieces = ["generic grain", "ore", "generic wool", "generic", "generic brick", "lumber"]
    for order in [(0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0), (3, 0, 5, 1, 4, 2)]:
        kinds = [kind for _, kind in sorted(frame_harbors(order), key=lambda harbor: COAST.index(harbor[0]))]
        assert " ".join(kinds) == " ".join(pieces[piece] for piece in order)


@pytest.mark.parametrize("order", [(0, 0), (0, 1, 2, 3, 4, 4), (1, 2, 3, 4, 5, 6)])
def test_a_frame_is_made_of_the_six_pieces(order: tuple[int, ...]) -> None:
    with pytest.raises(LayoutError, match="six pieces"):
        frame_harbors(order)


def test_the_first_pieces_of_a_frame_have_their_harbors_and_make_no_island() -> None:
    whole = dict(frame_harbors((3, 0, 5, 1, 4, 2)))
    assert frame_harbors(()) == ()
    assert dict(frame_harbors((3, 0))).items() <= whole.items()
    with pytest.raises(LayoutError, match="six pieces"):
        variable_layout(SHUFFLED_TERRAINS, CORNER_HEXES[0], frame=(3, 0))


def test_harbors_face_the_sea() -> None:
    for path, _ in frame_harbors():
        assert len(HEXES_BESIDE[path]) == 1
        assert all(i in CORNERS[HEXES_BESIDE[path][0]] for i in ENDS[path])
