"""The firmware itself, end to end: dice under a model of its sensors, its lines heard by the real source.

Emulated time runs as fast as it can; the source's time-outs follow it.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.sources.tower.protocol import MAX_LINE_BYTES, Cause, FaultKind, TowerFault
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.pockets import (
    FINISHES,
    PocketContents,
    PocketDie,
    PocketOptics,
    resting_die,
)
from tests.sources.tower.faults import GLARE_LUX, FaultyEmulatedTower, set_faults

ROOT = Path(__file__).parents[4]
PAIRS = list(itertools.product(range(1, 7), repeat=2))


class Evening:
    """A tower, its host, and a record of thrown and reported rolls."""

    def __init__(self, tower: FaultyEmulatedTower, listen: Any, eventually: Any) -> None:
        self.tower, self._listen, self._eventually = tower, listen, eventually
        self.host = listen(tower)
        eventually(lambda: tower.is_counting)
        self.counted: dict[str, tuple[int, int]] = {}
        self.refused: list[tuple[int, int]] = []

    def throw(self, a: PocketDie, b: PocketDie) -> bool:
        number = self.tower.throw(a, b)
        if number is None:
            self.refused.append((a.top, b.top))
        else:
            token = f"tower:{self.tower.unit}:{number}"
            assert token not in self.counted, "a number given twice"
            self.counted[token] = (a.top, b.top)
        return number is not None

    def roll(self, a: int, b: int) -> bool:
        tower = self.tower
        return self.throw(resting_die(a, tower.rng, tower.finish), resting_die(b, tower.rng, tower.finish))

    def roll_all_pairs(self) -> None:
        """Roll every pair of faces, and every face in each rotation in both pockets."""
        tower = self.tower
        for number, (a, b) in enumerate(tower.rng.sample(PAIRS, len(PAIRS))):
            first, second = (resting_die(face, tower.rng, tower.finish) for face in (a, b))
            self.throw(replace(first, turn=number % 4), replace(second, turn=number // 4 % 4))

    def check(self) -> None:
        """Check that every counted throw was reported exactly once and correctly."""
        self._eventually(lambda: self.tower.waiting == 0)
        self._eventually(lambda: len(self.host.rolls) >= len(self.counted))
        reported = {roll.token: roll.dice for roll in self.host.rolls}
        assert len(reported) == len(self.host.rolls), "a roll was reported twice"
        assert reported == self.counted


@pytest.fixture
def evening(emulated_towers: Any, listen: Any, eventually: Any) -> Callable[..., Evening]:
    return lambda *args, **options: Evening(emulated_towers(*args, **options), listen, eventually)


@pytest.mark.slow
@pytest.mark.parametrize("name", FINISHES)
def test_every_face_in_every_rotation_is_read_correctly(evening: Any, name: str) -> None:
    play = evening(seed=sorted(FINISHES).index(name))
    play.tower.finish = FINISHES[name]
    play.roll_all_pairs()
    play.check()
    faint = name == "black, gold pips"  # a sixth of them may be too faint to be seen: those are thrown again
    assert len(play.refused) <= (18 if faint else 0)


OPAQUE = ("white", "yellow", "green, white pips", "blue", "red", "black")


@pytest.mark.slow
@pytest.mark.parametrize("name", OPAQUE)
def test_a_tower_calibrated_with_a_paper_strip_reads_dice_of_every_colour(evening: Any, name: str) -> None:
    played = evening(seed=43, paper=True)
    played.tower.finish = FINISHES[name]
    for face in range(1, 7):
        assert played.roll(face, 7 - face)
    played.check()


class TestWornDiceAndTowers:
    @pytest.mark.slow
    @pytest.mark.parametrize("wear", [0.3, 0.6, 0.85])
    def test_a_worn_die_is_read_correctly_or_not_at_all(self, evening: Any, wear: float) -> None:
        play = evening(seed=11)
        for a, b in play.tower.rng.sample(PAIRS, 18):
            play.throw(*(replace(resting_die(face, play.tower.rng), wear=wear) for face in (a, b)))
        play.check()
        assert not play.refused or wear > 0.6

    @pytest.mark.slow
    @pytest.mark.parametrize("dirt", [0.3, 1.0])
    def test_dice_on_dirty_glass_are_read_correctly_or_not_at_all(self, evening: Any, dirt: float) -> None:
        play = evening(seed=12)
        play.tower.optics = play.tower.optics.with_dirt(dirt)
        play.roll_all_pairs()
        play.check()
        assert not play.refused or dirt > 0.5

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [15.6, 16.4])
    def test_dice_slightly_too_small_or_too_large_are_read(self, evening: Any, size: float) -> None:
        play = evening(seed=13)
        for a, b in play.tower.rng.sample(PAIRS, 12):
            play.throw(*(replace(resting_die(face, play.tower.rng), size=size) for face in (a, b)))
        play.check()
        assert not play.refused

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(20, 24))
    def test_differing_sensors_and_a_flickering_lamp_are_tolerated(self, evening: Any, seed: int) -> None:
        play = evening(seed=seed)
        play.tower.emulator.order("noise 8 300")
        for a, b in play.tower.rng.sample(PAIRS, 18):
            play.roll(a, b)
        play.check()
        assert not play.refused

    @pytest.mark.parametrize("hertz", [100, 120])
    def test_mains_flicker_at_either_frequency_is_tolerated(self, emulated_towers: Any, hertz: int) -> None:
        tower = emulated_towers(seed=5, calibrated=False)
        tower.emulator.order("speed 0", f"noise 6 400 {hertz}")
        tower.calibrate(room=1500)  # is refused where four scans are not free of it


class TestSerialLine:
    @pytest.mark.slow
    def test_rolls_survive_lost_damaged_doubled_and_split_lines(self, evening: Any) -> None:
        play = evening(seed=30)
        play.tower.set_error_rates(drop=0.2, corrupt=0.1, repeat=0.1, split=0.1)
        for _ in range(3):
            play.roll_all_pairs()
        play.check()
        assert len(play.counted) == 3 * len(PAIRS)

    @pytest.mark.slow
    def test_rolls_survive_a_hundred_kilobytes_of_junk(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=31)
        play.roll(1, 2)
        play.tower.emulator.order("junk tower 100000")
        play.tower.emulator.order("junk host 100000")
        eventually(lambda: "underway=0 " in play.tower.emulator.order("state")[1])
        eventually(lambda: play.tower.is_counting)
        assert play.roll(3, 4)
        play.check()
        assert play.host.source._link.buffered_byte_count <= MAX_LINE_BYTES

    def test_the_chip_receives_every_byte_at_full_speed(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=32)
        before = play.tower.emulator.order("state")[1].split()[1]
        play.tower.emulator.order("junk tower 20000")
        play.roll(5, 5)
        eventually(lambda: "underway=0 " in play.tower.emulator.order("state")[1])
        assert play.tower.emulator.order("state")[1].split()[1] == before
        play.check()

    @pytest.mark.slow
    def test_unacknowledged_rolls_fill_the_tower_and_it_reports_that(
        self, evening: Any, eventually: Any
    ) -> None:
        play = evening(seed=33)
        play.tower.emulator.order("drop tower 1000000")
        # Throws count for a minute after the host's last line: no machine is to be too slow for so many.
        play.tower.emulator.order("speed 4")
        while play.roll(1, 2):
            pass
        play.tower.emulator.order("speed 0")
        assert len(play.counted) == 16
        eventually(lambda: play.host.says("wait before you roll"))
        play.tower.emulator.order("spare tower")
        play.check()


class TestDelayedHost:
    @pytest.mark.slow
    def test_a_throw_is_confirmed_by_a_beat_sent_after_it_not_by_one_received_after_it(
        self, evening: Any, monkeypatch: Any
    ) -> None:
        play = evening(seed=34)
        tower, emulator = play.tower, play.tower.emulator
        # Nothing is acknowledged: only the count in its heartbeats shows a throw. At a higher speed, a busy
        # computer delays the real host so long that the tower takes it for gone.
        emulator.order("drop tower 1000000", "speed 3")
        hear, show = emulator.step, tower.show_scenes
        deaf_until = 0.0

        def show_and_block_host(*scenes: tuple[float, PocketContents]) -> float:
            nonlocal deaf_until
            began: float = show(*scenes)
            deaf_until = began + scenes[-1][0] + 0.6
            return began

        def step_unless_blocked(timeout: float = 0.0) -> None:
            if emulator.emulated_time() < deaf_until:
                time.sleep(0.002)
            else:
                hear(timeout)

        monkeypatch.setattr(tower, "show_scenes", show_and_block_host)
        monkeypatch.setattr(emulator, "step", step_unless_blocked)
        assert [play.roll(1, 2) for _ in range(14)] == [True] * 14
        monkeypatch.undo()
        emulator.order("spare tower", "speed 0")
        play.check()


class TestResets:
    @pytest.mark.slow
    @pytest.mark.parametrize("cause", [Cause.RESET, Cause.BROWNOUT, Cause.WATCHDOG])
    def test_a_reset_in_mid_frame_neither_loses_nor_repeats_a_roll(
        self, evening: Any, eventually: Any, cause: Cause
    ) -> None:
        play = evening(seed=40)
        for number, (a, b) in enumerate(play.tower.rng.sample(PAIRS, 12)):
            assert play.roll(a, b)
            if number % 2:
                play.tower.reset(cause)  # it was sending that roll a moment ago, or still is
                eventually(lambda: play.tower.is_counting)
        play.check()

    def test_the_watchdog_restarts_a_hanging_main_loop(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=41)
        causes = []
        play.tower.on_line = lambda mark, text, when: causes.append(text) if "watchdog" in text else None
        for a, b in ((1, 2), (3, 4), (5, 6)):
            assert play.roll(a, b)
            causes.clear()
            play.tower.emulator.order("stall")
            eventually(lambda: causes)
            eventually(lambda: play.tower.is_counting)
        play.check()

    @pytest.mark.slow
    def test_the_tower_reconnects_after_unplugging(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=42)
        for a, b in play.tower.rng.sample(PAIRS, 6):
            assert play.roll(a, b)
            play.tower.unplug()
            eventually(lambda: play.host.health == "waiting")
            play.tower.plug()
            eventually(lambda: play.host.health == "ok")
        play.check()

    @pytest.mark.slow
    def test_a_power_cut_during_any_memory_write_loses_no_roll(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=43)
        reported: dict[str, tuple[int, int]] = {}
        for write in range(1, 26):
            a, b = 1 + write % 6, 1 + write // 6
            play.tower.emulator.order(f"cut {write}")
            play.tower.roll(a, b)  # counted or not: the power may have gone before it was reported
            eventually(lambda: play.host.health in ("waiting", "ok"))
            play.tower.unplug()
            play.tower.emulator.order("cut 0")
            play.tower.plug()
            eventually(lambda: play.host.health == "ok" and play.tower.is_counting)
            eventually(lambda: play.tower.waiting == 0)
            new = {roll.token: roll.dice for roll in play.host.rolls if roll.token not in reported}
            assert len(new) <= 1
            assert set(new.values()) <= {(a, b)}
            reported |= new
        assert len(reported) == len(play.host.rolls), "a roll reported twice"
        assert len(reported) > 5, "hardly a throw was ever counted: this shows nothing"

    def test_dice_present_at_the_start_are_no_throw(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=44)
        play.roll(6, 6)
        play.tower.unplug()
        play.tower.plug()
        eventually(lambda: play.tower.is_counting)
        later = play.tower.emulator.emulated_time() + 5
        eventually(lambda: play.tower.emulator.emulated_time() > later)
        play.check()


class TestDisturbances:
    @pytest.mark.parametrize(
        "fault",
        [
            TowerFault(FaultKind.COCKED, 1),
            TowerFault(FaultKind.COCKED, 2),
            TowerFault(FaultKind.MISSING, 1),
            TowerFault(FaultKind.MISSING, 2),
            TowerFault(FaultKind.DOUBLE, 2),
            TowerFault(FaultKind.SENSOR, 1),
            TowerFault(FaultKind.SENSOR, 2),
            TowerFault(FaultKind.LIGHT),
        ],
        ids=str,
    )
    def test_each_fault_is_named_gives_no_roll_and_clears(
        self, evening: Any, eventually: Any, fault: TowerFault
    ) -> None:
        play = evening(seed=50)
        set_faults(play.tower, fault)
        eventually(lambda: play.tower.faults == (fault,))
        eventually(lambda: play.host.health == "fault")
        set_faults(play.tower)
        eventually(lambda: play.host.health == "ok")
        assert play.roll(2, 5)
        play.check()

    def test_nudging_a_cocked_die_flat_completes_the_throw(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=51)
        a, b = resting_die(3, play.tower.rng), resting_die(4, play.tower.rng)
        assert not play.throw(replace(a, tilt=35.0, skew=10.0), b)
        eventually(lambda: play.host.says("left die isn't flat"))
        play.tower.reach_in(PocketContents((a, b)))
        eventually(lambda: play.host.dice == [(3, 4)])
        eventually(lambda: play.host.health == "ok")

    def test_a_late_second_die_completes_the_throw(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=52)
        a, b = resting_die(3, play.tower.rng), resting_die(4, play.tower.rng)
        assert play.tower.throw(a, None) is None
        eventually(lambda: play.host.says("right one is missing"))
        play.tower.reach_in(PocketContents((a, b)))
        eventually(lambda: play.host.dice == [(3, 4)])

    def test_hands_and_passing_shadows_are_no_throw(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=53)
        play.roll(2, 6)
        lying = play.tower.scene
        for room in (20, 400, 5, 250):
            play.tower.show_scenes((0.0, replace(lying, room=room)), (0.4, lying))
            until = play.tower.emulator.emulated_time() + 1.5
            eventually(lambda until=until: play.tower.emulator.emulated_time() > until)
        play.check()

    def test_no_roll_is_guessed_in_sunlight(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=54)
        play.tower.show_scenes((0.0, replace(play.tower.scene, room=GLARE_LUX)))
        eventually(lambda: play.host.says("gets too much light"))
        play.roll(1, 6)  # read once the dice keep the sun out, however late, or not at all
        eventually(lambda: play.tower.waiting == 0)
        assert set(play.host.dice) <= {(1, 6)}


class TestMemory:
    def test_an_uncalibrated_tower_reports_that_and_counts_no_throw(
        self, evening: Any, eventually: Any
    ) -> None:
        play = evening(seed=60, calibrated=False)
        eventually(lambda: play.host.says("has to learn the left die's faces"))
        assert not play.roll(1, 6)
        assert play.host.rolls == []

    def test_a_failed_memory_is_reported_and_rolls_continue(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=61)
        play.tower.emulator.order("worn 1")
        for a, b in ((1, 2), (3, 4), (5, 6)):
            play.tower.roll(a, b)
        eventually(lambda: play.host.says("memory is worn"))
        eventually(lambda: play.tower.waiting == 0)
        assert len({roll.token for roll in play.host.rolls}) == len(play.host.rolls)
        assert play.host.dice[-1] == (5, 6)

    def test_calibration_survives_a_power_cut(self, evening: Any, eventually: Any) -> None:
        play = evening(seed=62)
        play.tower.unplug()
        play.tower.plug()
        eventually(lambda: play.tower.is_counting)
        assert play.roll(4, 2)
        play.check()


@pytest.mark.slow
def test_the_soak_test_passes_for_ten_minutes(firmware_build: Path) -> None:
    """The scenario that `make soak` runs for a day."""
    command = [sys.executable, "-m", "tests.soak.tower", "--seconds", "600", "--build", str(firmware_build)]
    played = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert played.returncode == 0, played.stdout + played.stderr
    assert "nothing wrong or lost" in played.stdout


def test_a_seed_determines_the_tower_id(firmware_build: Path) -> None:
    units = []
    for seed in (1, 2, 3, 1):
        with EmulatedTower(seed=seed, optics=PocketOptics.from_seed(7), build=firmware_build) as tower:
            units.append(tower.unit)
    assert len(set(units[:3])) == 3
    assert units[3] == units[0]
