"""A recording replays what the table recorded, with times to the last digit."""

from __future__ import annotations

import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.observations import InputRefused
from tests.recording.conftest import BEAT, HELLO, MEMORY, RecordedEvening, ReplayedEvening, picture

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
LEVELS = st.sampled_from([10, 70, 110, 150, 190, 225])
INPUTS = st.sampled_from(
    [
        {"kind": "end_turn"},
        {"kind": "roll", "dice": [2, 3]},
        {"kind": "undo"},
        {"kind": "buy_development_card", "card": None},
        {"kind": "maritime_trade", "give": {"wool": 4}, "take": {"ore": 1}},
        {"kind": "no such thing"},
        {"kind": "correct", "entry": 3, "event": None},
        {"kind": "place", "piece": "road", "at": "p1,0"},
    ]
)
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("throw"), DICE),
        st.tuples(st.just("bluetooth"), DICE),
        st.tuples(st.just("see"), st.tuples(LEVELS, LEVELS)),
        st.tuples(st.just("see again"), st.none()),
        st.tuples(st.just("enter"), INPUTS),
        st.tuples(st.just("answer"), st.integers(0, 1)),
        st.tuples(st.just("wait"), st.sampled_from([0.0004, 0.05, 0.13, 0.5, 1.2, 4.0, 6.1, 13.0])),
        st.tuples(st.just("beat"), st.none()),
        st.tuples(st.just("half a line"), st.none()),
        st.tuples(st.just("hello"), st.none()),
        st.tuples(st.just("new game"), st.none()),
        st.tuples(st.just("no game"), st.none()),
    ),
    max_size=40,
)


def do_action(evening: RecordedEvening, what: str, how: object) -> None:
    if what == "throw":
        evening.throw(how)  # type: ignore[arg-type]  # by the step's kind
    elif what == "bluetooth":
        evening.roll_by_bluetooth(how)  # type: ignore[arg-type]  # by the step's kind
    elif what == "see":
        evening.see(picture(*how))  # type: ignore[misc]  # by the step's kind
    elif what == "see again":
        evening.see()
    elif what == "enter":
        evening.enter(how)  # type: ignore[arg-type]  # by the step's kind
    elif what == "answer":
        for question in evening.table.snapshot()["questions"]:
            evening.enter({"kind": "answer", "question": question["number"], "answer": how})
    elif what == "wait":
        evening.wait(how)  # type: ignore[arg-type]  # by the step's kind
    elif what == "new game":
        evening.begin()
    elif what == "no game":
        with pytest.raises(InputRefused, match="no such game"):
            evening.table.start_game({"game": "whist", "players": [], "abandon": True})
    else:
        evening.hear({"beat": BEAT, "hello": HELLO, "half a line": BEAT[:9]}[what])


def recordings(evening: RecordedEvening) -> list[Path]:
    first = evening.folder / "recording"
    further = sorted(evening.folder.glob("recording-*"), key=lambda path: int(path.name.split("-")[1]))
    return [first, *further]


@pytest.mark.slow
@settings(max_examples=50)
@given(deeds=ACTIONS)
def test_in_any_order_of_observations_the_replay_equals_the_table(
    deeds: list[tuple[str, object]],
) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, closing(RecordedEvening(Path(folder))) as evening:
        evening.hear(HELLO + BEAT)
        evening.see(picture(110, 150))
        evening.begin()
        for what, how in deeds:
            do_action(evening, what, how)
        for game, recording in enumerate(recordings(evening)):
            assert ReplayedEvening(recording).recorded_entries == evening.recorded_entries(game)


@pytest.mark.slow
def test_observations_of_many_threads_are_recorded_in_the_order_of_the_table(
    evening: RecordedEvening,
) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin()
    barrier = threading.Barrier(3)

    def throw_dice() -> None:
        barrier.wait()
        for n in range(1, 40):
            evening.throw((n % 6 + 1, 2))
            evening.t += 0.01

    def show_pictures() -> None:
        barrier.wait()
        for n in range(40):
            evening.see(picture(70 + 40 * (n % 3), 110, n))
            evening.t += 0.1

    def enter_rolls() -> None:
        barrier.wait()
        for n in range(40):
            try:
                evening.table.submit({"kind": "roll", "dice": [1, n % 6 + 1]})
            except InputRefused:
                continue

    threads = [threading.Thread(target=what) for what in (throw_dice, show_pictures, enter_rolls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ReplayedEvening(evening.folder / "recording").recorded_entries == evening.recorded_entries()
    assert len(evening.recorded_entries()) > 100


def test_watchers_see_the_pictures_and_times_of_the_recording(evening: RecordedEvening) -> None:
    evening.begin()
    for n in range(5):
        evening.see(picture(70, 110 + n, n))
        evening.wait(0.11037)
        evening.see()
        evening.wait(0.2)
    replayed = ReplayedEvening(evening.folder / "recording")
    assert replayed.eyes.seen == evening.watchers[-1].seen
    assert [number for _, number in replayed.eyes.seen] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert all(t == round(t, 3) for t, _ in replayed.eyes.seen)


def test_a_bluetooth_roll_is_replayed_with_its_source_and_doubts(evening: RecordedEvening) -> None:
    evening.begin()
    evening.wait(5)
    evening.roll_by_bluetooth((3, 4))
    evening.wait(60)
    evening.enter({"kind": "roll", "dice": [2, 2]})
    evening.wait(3)
    evening.roll_by_bluetooth((6, 5))
    replayed = ReplayedEvening(evening.folder / "recording")
    assert replayed.recorded_entries == evening.recorded_entries()
    assert any(source == "bluetooth" for _, _, source, *_ in replayed.recorded_entries)
    assert replayed.sources["bluetooth"] == "ok"
    assert replayed.words == []


def test_a_tower_that_connected_before_the_game_is_known_in_the_recording(evening: RecordedEvening) -> None:
    evening.hear(HELLO + BEAT)
    evening.wait(2)
    evening.begin()
    evening.throw((3, 4))
    replayed = ReplayedEvening(evening.folder / "recording")
    assert replayed.recorded_entries == evening.recorded_entries()
    assert replayed.sources["tower"] == "ok"


def test_a_tower_that_falls_silent_is_reported_at_the_same_time(evening: RecordedEvening) -> None:
    evening.begin()
    evening.hear(HELLO + BEAT)
    evening.wait(5.2)
    evening.hear()
    evening.see(picture(110, 150))
    replayed = ReplayedEvening(evening.folder / "recording")
    assert replayed.recorded_entries == evening.recorded_entries()
    assert replayed.sources["tower"] == "fault"


def test_questions_are_answered_in_a_second_recording_as_at_the_table(evening: RecordedEvening) -> None:
    for _ in range(2):
        evening.hear(HELLO + BEAT)
        evening.begin()
        evening.throw((3, 4))
        evening.see(picture(70, 190))
        asked = evening.table.snapshot()["questions"]
        assert asked
        assert evening.enter({"kind": "answer", "question": asked[0]["number"], "answer": 1})
        evening.wait(30)
    for game, recording in enumerate(recordings(evening)):
        assert ReplayedEvening(recording).recorded_entries == evening.recorded_entries(game)


def test_a_new_game_begins_a_new_recording_with_new_watchers(evening: RecordedEvening) -> None:
    evening.begin()
    evening.see(picture(70, 190))
    evening.wait(1.5)
    evening.begin()
    evening.wait(1.5)
    evening.see()
    assert [len(list((folder / "frames").iterdir())) for folder in recordings(evening)] == [1, 1]
    assert evening.watchers[-1].seen == [(1.5, 0)]
    for game, recording in enumerate(recordings(evening)):
        assert ReplayedEvening(recording).recorded_entries == evening.recorded_entries(game)
