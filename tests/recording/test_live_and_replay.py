"""What a recorded table was told, and when, its recording tells again to the last digit."""

from __future__ import annotations

import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.observations import InputRefused
from tests.recording.conftest import BEAT, HELLO, MEMORY, Evening, Replayed, picture

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
DEEDS = st.lists(
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


def do(evening: Evening, what: str, how: object) -> None:
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


def recordings(evening: Evening) -> list[Path]:
    first = evening.folder / "recording"
    further = sorted(evening.folder.glob("recording-*"), key=lambda path: int(path.name.split("-")[1]))
    return [first, *further]


@pytest.mark.slow
@settings(max_examples=50)
@given(deeds=DEEDS)
def test_whatever_comes_in_whichever_order_the_replay_tells_what_the_table_told(
    deeds: list[tuple[str, object]],
) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, closing(Evening(Path(folder))) as evening:
        evening.hear(HELLO + BEAT)
        evening.see(picture(110, 150))
        evening.begin()
        for what, how in deeds:
            do(evening, what, how)
        for game, recording in enumerate(recordings(evening)):
            assert Replayed(recording).told == evening.told(game)


@pytest.mark.slow
def test_what_many_threads_tell_is_recorded_in_the_order_in_which_the_table_took_it(
    evening: Evening,
) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin()
    barrier = threading.Barrier(3)

    def rolls() -> None:
        barrier.wait()
        for n in range(1, 40):
            evening.throw((n % 6 + 1, 2))
            evening.t += 0.01

    def sights() -> None:
        barrier.wait()
        for n in range(40):
            evening.see(picture(70 + 40 * (n % 3), 110, n))
            evening.t += 0.1

    def people() -> None:
        barrier.wait()
        for n in range(40):
            try:
                evening.table.submit({"kind": "roll", "dice": [1, n % 6 + 1]})
            except InputRefused:
                continue

    threads = [threading.Thread(target=what) for what in (rolls, sights, people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Replayed(evening.folder / "recording").told == evening.told()
    assert len(evening.told()) > 100


def test_watchers_are_shown_the_pictures_and_the_times_that_the_recording_keeps(evening: Evening) -> None:
    evening.begin()
    for n in range(5):
        evening.see(picture(70, 110 + n, n))
        evening.wait(0.11037)
        evening.see()
        evening.wait(0.2)
    replayed = Replayed(evening.folder / "recording")
    assert replayed.eyes.seen == evening.watchers[-1].seen
    assert [number for _, number in replayed.eyes.seen] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert all(t == round(t, 3) for t, _ in replayed.eyes.seen)


def test_a_roll_of_bluetooth_dice_is_told_by_the_same_source_with_the_same_doubts(evening: Evening) -> None:
    evening.begin()
    evening.wait(5)
    evening.roll_by_bluetooth((3, 4))
    evening.wait(60)
    evening.enter({"kind": "roll", "dice": [2, 2]})
    evening.wait(3)
    evening.roll_by_bluetooth((6, 5))
    replayed = Replayed(evening.folder / "recording")
    assert replayed.told == evening.told()
    assert any(source == "bluetooth" for _, _, source, *_ in replayed.told)
    assert replayed.sources["bluetooth"] == "ok"
    assert replayed.words == []


def test_a_tower_that_was_greeted_before_the_game_is_known_in_its_recording(evening: Evening) -> None:
    evening.hear(HELLO + BEAT)
    evening.wait(2)
    evening.begin()
    evening.throw((3, 4))
    replayed = Replayed(evening.folder / "recording")
    assert replayed.told == evening.told()
    assert replayed.sources["tower"] == "ok"


def test_a_tower_that_falls_silent_is_told_when_it_was(evening: Evening) -> None:
    evening.begin()
    evening.hear(HELLO + BEAT)
    evening.wait(5.2)
    evening.hear()
    evening.see(picture(110, 150))
    replayed = Replayed(evening.folder / "recording")
    assert replayed.told == evening.told()
    assert replayed.sources["tower"] == "fault"


def test_questions_are_answered_in_the_second_recording_as_at_the_table(evening: Evening) -> None:
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
        assert Replayed(recording).told == evening.told(game)


def test_with_a_new_game_a_new_recording_begins_of_which_watchers_know_nothing_yet(evening: Evening) -> None:
    evening.begin()
    evening.see(picture(70, 190))
    evening.wait(1.5)
    evening.begin()
    evening.wait(1.5)
    evening.see()
    assert [len(list((folder / "frames").iterdir())) for folder in recordings(evening)] == [1, 1]
    assert evening.watchers[-1].seen == [(1.5, 0)]
    for game, recording in enumerate(recordings(evening)):
        assert Replayed(recording).told == evening.told(game)
