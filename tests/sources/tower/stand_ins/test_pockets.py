"""Optical model of the sensors: faces, rotations, colours, light and dirt."""

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

EVEN_OPTICS = PocketOptics(np.ones((2, 9)), np.zeros((2, 9)))
WHITE = FINISHES["white"]
PIPS_BELOW = {
    6: "... .o. ...",
    5: "o.. ... ..o",
    4: "o.. .o. ..o",
    3: "o.o ... o.o",
    2: "o.o .o. o.o",
    1: "o.o o.o o.o",
}
"""By top face: where the sensors see pips of a die that is not turned, rows from the back."""


def lamp_millivolts(die: PocketDie | None, pocket: int = 0, optics: PocketOptics = EVEN_OPTICS) -> np.ndarray:
    """Millivolts added by the lamp in one pocket, shape (3, 3): rows from the back, columns from the left."""
    dice = (die, None) if pocket == 0 else (None, die)
    return millivolts(PocketContents(dice), optics)[pocket, 1 + pocket, :9].reshape(3, 3)


def as_text(pips: np.ndarray) -> str:
    return " ".join("".join("o" if pip else "." for pip in row) for row in pips)


@pytest.mark.parametrize(("top", "expected"), PIPS_BELOW.items())
@pytest.mark.parametrize("pocket", [0, 1])
def test_pips_of_the_bottom_face_are_dark_on_a_light_die(top: int, expected: str, pocket: int) -> None:
    blank = lamp_millivolts(PocketDie(top, finish=replace(WHITE, pip=WHITE.body)), pocket)
    assert as_text(lamp_millivolts(PocketDie(top), pocket) < 0.6 * blank) == expected


@pytest.mark.parametrize("finish", [name for name, it in FINISHES.items() if it.pip > it.body])
def test_light_pips_are_bright_on_a_dark_die(finish: str) -> None:
    die = PocketDie(2, finish=FINISHES[finish])
    blank = lamp_millivolts(replace(die, finish=replace(die.finish, pip=die.finish.body)))
    assert as_text(lamp_millivolts(die) > 1.5 * blank) == PIPS_BELOW[2]


@pytest.mark.parametrize("turns", range(4))
def test_turning_a_die_turns_its_pips(turns: int) -> None:
    blank = lamp_millivolts(PocketDie(1, finish=replace(WHITE, pip=WHITE.body)))
    for top in range(1, 7):
        upright = lamp_millivolts(PocketDie(top)) < 0.6 * blank
        turned = lamp_millivolts(PocketDie(top, turn=turns)) < 0.6 * blank
        assert as_text(turned) == as_text(np.rot90(upright, turns))


def test_worn_pips_are_fainter_and_a_blank_face_has_none() -> None:
    centre = [lamp_millivolts(PocketDie(6, wear=wear))[1, 1] for wear in (0, 0.5, 1)]
    assert centre[0] < centre[1] < centre[2]
    hollow = 0.1  # what of them is left: light falls otherwise into the hollows
    assert lamp_millivolts(PocketDie(6, wear=1)) == pytest.approx(
        lamp_millivolts(PocketDie(1, wear=1)), rel=hollow
    )


def test_a_raised_die_shows_no_pips_and_a_cocked_one_its_near_side_best() -> None:
    blank = replace(WHITE, pip=WHITE.body)
    hanging = lamp_millivolts(PocketDie(6, lift=12)) / lamp_millivolts(PocketDie(6, lift=12, finish=blank))
    lying = lamp_millivolts(PocketDie(6)) / lamp_millivolts(PocketDie(6, finish=blank))
    assert lying.min() < 0.45
    assert hanging.min() > 0.8
    tilted = lamp_millivolts(PocketDie(1, tilt=20)) / lamp_millivolts(PocketDie(1, tilt=20, finish=blank))
    assert tilted[0, 0] < tilted[0, 2] - 0.1
    assert (
        lamp_millivolts(None).max() < 0.35 * lamp_millivolts(PocketDie(6)).max()
    )  # film and glass mirror the lamps


def test_dark_readings_show_room_light_unless_a_die_blocks_it() -> None:
    volts = millivolts(PocketContents((PocketDie(3), None), room=300), EVEN_OPTICS)
    assert volts[1, 0, :9].mean() > 50
    assert volts[0, 0, :9].max() < 0.1 * volts[1, 0, :9].min()
    sun = millivolts(PocketContents(room=30_000), EVEN_OPTICS)
    assert sun[:, 0, :9].min() > 4900, "more than the supply gives: full scale"
    assert sun[:, 1:] == pytest.approx(millivolts(PocketContents(room=0), EVEN_OPTICS)[:, 1:]), (
        "the lamps are what they are"
    )


def test_only_the_throat_sensor_sees_a_die_in_the_throat() -> None:
    without, with_one = (millivolts(PocketContents(throat=throat), EVEN_OPTICS) for throat in (False, True))
    assert with_one[1, 2, THROAT_CHANNEL] > 5 * without[1, 2, THROAT_CHANNEL]
    elsewhere = [channel for channel in range(CHANNEL_COUNT) if channel != THROAT_CHANNEL]
    assert (with_one[:, :, elsewhere] == without[:, :, elsewhere]).all()


def test_towers_differ_and_dirt_dims_and_blurs() -> None:
    ours, theirs = PocketOptics.from_seed(1), PocketOptics.from_seed(2)
    assert not np.allclose(ours.gain, theirs.gain)
    assert (PocketOptics.from_seed(1).gain == ours.gain).all()
    assert 1.5 > ours.gain.max() > ours.gain.min() > 0.5 * 0.8
    assert not np.allclose(ours.lamps, theirs.lamps)
    assert (ours.lamps[:, 1] < 0.2 * ours.lamps[:, 0]).all()
    dirty = ours.with_dirt(1.0)
    assert (
        lamp_millivolts(PocketDie(1), optics=dirty).sum() < lamp_millivolts(PocketDie(1), optics=ours).sum()
    )
    assert lamp_millivolts(None, optics=dirty).sum() > lamp_millivolts(None, optics=ours).sum()


def test_a_disconnected_sensor_reads_nothing_and_the_reference_stays() -> None:
    volts = millivolts(
        PocketContents((PocketDie(1), PocketDie(1))), replace(EVEN_OPTICS, dead=frozenset({(2, 4)}))
    )
    assert (volts[1, :, 4] == 0).all()
    assert (volts[0, 1, :9] > 0).all()
    assert volts[:, :, REFERENCE_CHANNEL].tolist() == [[REFERENCE_MV, 0, 0, 0, 0]] * 2


@pytest.mark.parametrize("seed", range(20))
def test_dice_fall_within_seconds_and_end_in_their_final_pose(seed: int) -> None:
    chance = random.Random(seed)
    rest = PocketContents((resting_die(3, chance), resting_die(5, chance)))
    way = tumble_scenes(rest, chance)
    times = [when for when, _ in way]
    assert times == sorted(times)
    assert times[0] == 0
    assert 0.1 < times[-1] < 2
    assert way[-1][1] == rest
    assert any(scene.throat for _, scene in way)
