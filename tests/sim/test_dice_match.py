"""Simulated matches of the dice game, and the dice in their tray."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from companion.games.dice_game.events import Build, DiceGameStarted
from companion.games.dice_game.game import DiceGame
from companion.games.dice_game.sheet import FACES, Face
from companion.games.dice_game.state import POINTS_TO_WIN
from companion.sim.dice_match import SimulatedMatch, ThrownDice, choose_kept_dice, final_differences
from companion.sim.picture.dice import DrawnDie
from companion.sim.resource_dice import (
    TRAY_CAMERA,
    TRAY_REGION,
    SimulatedResourceDice,
    draw_face_art,
    learn_simulated_set,
    place_dice,
)
from companion.sim.tabletop import ActionStart, Painter, TableAppearance, Tabletop, TabletopMoment
from tests.images import SET_COLOURS
from vision.dice.resources import read_resource_dice

ANY_PLACE = {"road": ["2"], "settlement": ["1"], "city": [], "knight": ["1"]}


def start_match(seed: int) -> SimulatedMatch:
    seats = [{"name": name, "colour": colour} for name, colour in (("Ana", "red"), ("Ben", "blue"))]
    (started,) = DiceGame().opening({"game": "dice_game", "players": seats})
    assert isinstance(started, DiceGameStarted)
    return SimulatedMatch(started, random.Random(seed))


@pytest.mark.parametrize("seed", range(3))
def test_players_throw_at_most_three_times_and_somebody_wins(seed: int) -> None:
    match = start_match(seed)
    for action in match.play():
        if isinstance(action, ThrownDice):
            assert match.state.throws <= 3
            assert len(action.faces) == match.state.dice_count
            assert match.state.dice == action.faces
    assert match.state.winner is not None
    assert match.state.points(match.state.winner) >= POINTS_TO_WIN


def test_players_keep_the_dice_that_pay_for_a_piece() -> None:
    kept, is_paid = choose_kept_dice(("lumber", "brick", "wool", "ore", "ore", "grain"), ANY_PLACE)
    assert Counter(kept) == Counter(("lumber", "brick", "wool", "grain"))
    assert is_paid


def test_two_gold_are_kept_for_a_missing_resource() -> None:
    kept, is_paid = choose_kept_dice(("lumber", "brick", "wool", "gold", "gold", "ore"), ANY_PLACE)
    assert Counter(kept) == Counter(("lumber", "brick", "wool", "gold", "gold"))
    assert is_paid


def test_a_wrong_sheet_is_a_difference() -> None:
    match = start_match(1)
    builds = [action for action in match.play() if isinstance(action, Build)]
    assert builds
    seen: dict[str, Any] = {
        "winner": match.state.players[match.state.winner or 0].colour,
        "players": [
            {"built": {piece: list(ids) for piece, ids in p.built.items()}} for p in match.state.players
        ],
    }
    assert final_differences(match.state, seen) == []
    seen["players"][1]["built"]["road"].pop()
    assert final_differences(match.state, seen) == ["Ben"]


def test_kept_dice_stay_where_they_lie() -> None:
    dice = SimulatedResourceDice(draw_face_art(), random.Random(2))
    table = Tabletop(TRAY_CAMERA)
    throws: tuple[tuple[tuple[Face, ...], tuple[Face, ...]], ...] = (
        (("ore", "wool", "gold"), ()),
        (("brick",), ("ore", "gold")),
    )
    for thrown, kept in throws:
        before = table.clutter
        for moment in dice.throw(thrown, kept)(ActionStart(table, 5.0, random.Random(3))):
            table = moment.table
    lying = [thing for thing in table.clutter if isinstance(thing, DrawnDie)]
    assert Counter(FACES[die.value - 1] for die in lying) == Counter(("ore", "gold", "brick"))
    assert sum(die in before for die in lying) == 2


@pytest.mark.slow
@pytest.mark.parametrize("colours", SET_COLOURS[:2])
def test_throws_of_sets_that_no_network_has_seen_are_read(colours: object) -> None:
    rng = random.Random(5)
    art, painter = draw_face_art(colours), Painter(None, TableAppearance(seed=2))  # type: ignore[arg-type]  # no board is painted here
    learned = learn_simulated_set(painter, art, rng)
    for number in range(4):
        faces = [rng.choice(FACES) for _ in range(6)]
        dice = place_dice(faces, art, rng)
        picture = painter.draw_frame(TabletopMoment(Tabletop(TRAY_CAMERA, clutter=tuple(dice))), number)
        seen = read_resource_dice(np.asarray(picture), learned, size=TRAY_REGION.die_widths_px(640)).dice
        assert Counter(die.value for die in seen) == Counter(faces)
