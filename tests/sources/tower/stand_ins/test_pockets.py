"""What the sensors see is what optics says: of faces, rotations, colours, light and dirt."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from companion.sources.tower.stand_ins.pockets import (
    CHANNEL_COUNT,
    FINISHES,
    REFERENCE_CHANNEL,
    REFERENCE_MV,
    THROAT_CHANNEL,
    PocketContents,
    PocketDie,
    PocketOptics,
    millivolts,
    resting_die,
    tumble_scenes,
)

EVEN = PocketOptics(np.ones((2, 9)), np.zeros((2, 9)))
WHITE = FINISHES["white"]
SEEN_BELOW = {
    6: "... .o. ...",
    5: "o.. ... ..o",
    4: "o.. .o. ..o",
    3: "o.o ... o.o",
    2: "o.o .o. o.o",
    1: "o.o o.o o.o",
}
"""By top face: where the sensors see pips of a die that is not turned, rows from the back."""


def lit(die: PocketDie | None, pocket: int = 0, optics: PocketOptics = EVEN) -> np.ndarray:
    """What its lamp adds at a pocket's grid, shape (3, 3): rows from the back, columns from the left."""
    dice = (die, None) if pocket == 0 else (None, die)
    return millivolts(PocketContents(dice), optics)[pocket, 1 + pocket, :9].reshape(3, 3)


def as_text(pips: np.ndarray) -> str:
    return " ".join("".join("o" if pip else "." for pip in row) for row in pips)


@pytest.mark.parametrize(("top", "seen"), SEEN_BELOW.items())
@pytest.mark.parametrize("pocket", [0, 1])
def test_pips_of_the_bottom_face_are_dark_on_a_light_die(top: int, seen: str, pocket: int) -> None:
    blank = lit(PocketDie(top, finish=replace(WHITE, pip=WHITE.body)), pocket)
    assert as_text(lit(PocketDie(top), pocket) < 0.6 * blank) == seen


@pytest.mark.parametrize("finish", [name for name, it in FINISHES.items() if it.pip > it.body])
def test_light_pips_are_bright_on_a_dark_die(finish: str) -> None:
    die = PocketDie(2, finish=FINISHES[finish])
    blank = lit(replace(die, finish=replace(die.finish, pip=die.finish.body)))
    assert as_text(lit(die) > 1.5 * blank) == SEEN_BELOW[2]


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_die_turns_what_is_seen(turns: int) -> None:
    blank = lit(PocketDie(1, finish=replace(WHITE, pip=WHITE.body)))
    for top in range(1, 7):
        upright = lit(PocketDie(top)) < 0.6 * blank
        turned = lit(PocketDie(top, turn=turns)) < 0.6 * blank
        assert as_text(turned) == as_text(np.rot90(upright, turns))


def test_worn_pips_are_fainter_and_a_blank_face_has_none() -> None:
    centre = [lit(PocketDie(6, wear=wear))[1, 1] for wear in (0, 0.5, 1)]
    assert centre[0] < centre[1] < centre[2]
    hollow = 0.1  # what of them is left: light falls otherwise into the hollows
    assert lit(PocketDie(6, wear=1)) == pytest.approx(lit(PocketDie(1, wear=1)), rel=hollow)


def test_of_a_die_that_hangs_above_no_pips_are_seen_and_of_one_askew_the_near_side_best() -> None:
    blank = replace(WHITE, pip=WHITE.body)
    hanging = lit(PocketDie(6, lift=12)) / lit(PocketDie(6, lift=12, finish=blank))
    lying = lit(PocketDie(6)) / lit(PocketDie(6, finish=blank))
    assert lying.min() < 0.45
    assert hanging.min() > 0.8
    tilted = lit(PocketDie(1, tilt=20)) / lit(PocketDie(1, tilt=20, finish=blank))
    assert tilted[0, 0] < tilted[0, 2] - 0.1
    assert lit(None).max() < 0.35 * lit(PocketDie(6)).max()  # film and glass mirror the lamps


def test_the_rooms_light_is_seen_in_the_dark_and_a_die_keeps_it_out() -> None:
    volts = millivolts(PocketContents((PocketDie(3), None), room=300), EVEN)
    assert volts[1, 0, :9].mean() > 50
    assert volts[0, 0, :9].max() < 0.1 * volts[1, 0, :9].min()
    sun = millivolts(PocketContents(room=30_000), EVEN)
    assert sun[:, 0, :9].min() > 4900, "more than the supply gives: full scale"
    assert sun[:, 1:] == pytest.approx(millivolts(PocketContents(room=0), EVEN)[:, 1:]), (
        "the lamps are what they are"
    )


def test_a_die_in_the_throat_is_seen_by_its_own_sensor_alone() -> None:
    without, with_one = (millivolts(PocketContents(throat=throat), EVEN) for throat in (False, True))
    assert with_one[1, 2, THROAT_CHANNEL] > 5 * without[1, 2, THROAT_CHANNEL]
    elsewhere = [channel for channel in range(CHANNEL_COUNT) if channel != THROAT_CHANNEL]
    assert (with_one[:, :, elsewhere] == without[:, :, elsewhere]).all()


def test_towers_differ_and_dirt_dims_and_hazes() -> None:
    ours, theirs = PocketOptics.from_seed(1), PocketOptics.from_seed(2)
    assert not np.allclose(ours.gain, theirs.gain)
    assert (PocketOptics.from_seed(1).gain == ours.gain).all()
    assert 0.6 < ours.gain.min() < ours.gain.max() < 1.4
    dirty = ours.with_dirt(1.0)
    assert lit(PocketDie(1), optics=dirty).sum() < lit(PocketDie(1), optics=ours).sum()
    assert lit(None, optics=dirty).sum() > lit(None, optics=ours).sum()


def test_a_sensor_whose_wire_is_off_reads_nothing_and_the_reference_stands() -> None:
    volts = millivolts(PocketContents((PocketDie(1), PocketDie(1))), replace(EVEN, dead=frozenset({(2, 4)})))
    assert (volts[1, :, 4] == 0).all()
    assert (volts[0, 1, :9] > 0).all()
    assert volts[:, :, REFERENCE_CHANNEL].tolist() == [[REFERENCE_MV, 0, 0]] * 2


@pytest.mark.parametrize("seed", range(20))
def test_dice_tumble_down_in_a_second_or_so_and_end_where_they_rest(seed: int) -> None:
    chance = random.Random(seed)
    rest = PocketContents((resting_die(3, chance), resting_die(5, chance)))
    way = tumble_scenes(rest, chance)
    times = [when for when, _ in way]
    assert times == sorted(times)
    assert times[0] == 0
    assert 0.1 < times[-1] < 2
    assert way[-1][1] == rest
    assert any(scene.throat for _, scene in way)
