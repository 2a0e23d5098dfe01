"""Render checks: an entry that a game's code cannot show is refused and not written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import CARDS_PER_RESOURCE
from companion.i18n import message_from_json
from companion.journal import Journal
from companion.journal.entries import draft_entry
from companion.observations import DiceDetection, InputRefused
from companion.table.session import INTERNAL_ERROR_MESSAGE, REPLAY_ERROR_MESSAGE
from companion.table.table import Table
from tests.games.tally import Tally
from tests.table_views import game_on, own_view, view

OpenTable = Callable[[], Table]


def notices(table: Table) -> list[str]:
    return [message_from_json(notice) for notice in table.snapshot()["notices"]]


def totals(table: Table) -> Any:
    return view(table)["totals"]


def test_a_hand_larger_than_the_box_is_never_recorded(founded_table: Table, open_table: OpenTable) -> None:
    """Seven such trades once overflowed the counts, and the table could no longer be shown or started."""
    founded_table.observe(DiceDetection(1.0, "tower", (3, 5)))
    for _ in range(14):
        founded_table.seats.submit(
            "red", {"kind": "maritime_trade", "give": {"wool": 1}, "take": {"ore": 19}}
        )
    hand = own_view(founded_table, "red")["hand"]
    assert hand["cards"]["ore"] <= CARDS_PER_RESOURCE
    again = open_table()
    assert again.session is not None
    assert again.session.state.players[0].hand[4] <= CARDS_PER_RESOURCE
    assert again.game_archive.list_games()


@pytest.mark.parametrize("kind", ["domestic_trade", "maritime_trade", "show_hand", "discard"])
def test_more_cards_of_a_kind_than_the_box_has_are_refused(founded_table: Table, kind: str) -> None:
    founded_table.observe(DiceDetection(1.0, "tower", (3, 5)))
    before = founded_table.session
    many = {"ore": CARDS_PER_RESOURCE + 1}
    fields: dict[str, dict[str, Any]] = {
        "domestic_trade": {"with": "blue", "give": {"wool": 1}, "take": many},
        "maritime_trade": {"give": {"wool": 4}, "take": many},
        "show_hand": {"player": "red", "resources": many},
        "discard": {"player": "red", "resources": many},
    }
    with pytest.raises(InputRefused, match="19 cards of each resource"):
        founded_table.submit({"kind": kind, **fields[kind]})
    assert founded_table.session is before


class FailingGame(Tally):
    """A game whose code fails at a total of thirteen, in one method."""

    kind = "tally"

    def __init__(self, where: str) -> None:
        self.where = where

    def _fail(self, where: str, totals: tuple[int, ...]) -> None:
        if self.where == where and 13 in totals:
            raise ZeroDivisionError(where)

    def apply(self, state: Any, event: Any) -> Any:
        after = super().apply(state, event)
        self._fail("apply", after.totals)
        return after

    def view(self, history: Any) -> Any:
        self._fail("view", history.state.totals)
        return {**super().view(history), "players": [{"colour": name} for name in history.state.names]}

    def seat_view(self, history: Any, seat: str) -> Any:
        self._fail("seat_view", history.state.totals)
        return None

    def required_sensors(self, state: Any) -> Any:
        self._fail("required_sensors", state.totals)
        return super().required_sensors(state)

    def summary(self, history: Any) -> Any:
        self._fail("summary", history.state.totals)
        return super().summary(history)

    def differences(self, before: Any, after: Any) -> Any:
        self._fail("differences", after.state.totals)
        return super().differences(before, after)


FAILING = ["apply", "view", "seat_view", "required_sensors"]


@pytest.fixture
def open_table_with(journal_path: Any, clock: Any) -> Any:
    opened: list[Journal] = []

    def begin(game: Tally, resume: bool = True) -> Table:
        while opened:
            opened.pop().close()
        opened.append(Journal.open(journal_path))
        return Table(opened[0], clock, games={game.kind: game, "base": BaseGame()}, resume=resume)

    yield begin
    opened.pop().close()


@pytest.mark.parametrize("where", FAILING)
def test_an_entry_at_which_the_games_code_fails_is_refused(open_table_with: Any, where: str) -> None:
    table = open_table_with(FailingGame(where))
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    before = table.snapshot()
    with pytest.raises(InputRefused) as refused:
        table.submit({"kind": "throw", "total": 13})
    assert str(refused.value) == INTERNAL_ERROR_MESSAGE
    assert table.snapshot() == before
    assert table.session is not None
    assert len(table.session.entries) == 1
    table.submit({"kind": "throw", "total": 5})
    assert totals(table) == {"Ana": 5, "Ben": 0}


def test_a_preview_that_fails_is_refused(open_table_with: Any) -> None:
    table = open_table_with(FailingGame("differences"))
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    with pytest.raises(InputRefused):
        table.preview({"kind": "throw", "total": 13})


def test_an_observation_that_fails_is_dropped_with_a_notice(open_table_with: Any) -> None:
    table = open_table_with(FailingGame("view"))
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    table.submit({"kind": "throw", "total": 8})
    table.submit({"kind": "throw", "total": 1})
    assert table.observe(DiceDetection(1.0, "tower", (2, 3))) == ()
    assert notices(table) == [INTERNAL_ERROR_MESSAGE]
    assert totals(table) == {"Ana": 8, "Ben": 1}


@pytest.mark.parametrize("where", FAILING)
def test_a_game_that_cannot_be_shown_is_a_notice_at_the_start(open_table_with: Any, where: str) -> None:
    table = open_table_with(Tally())
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    table.submit({"kind": "throw", "total": 13})
    table.submit({"kind": "throw", "total": 2})

    failing = open_table_with(FailingGame(where))
    (notice,) = notices(failing)
    assert notice.startswith(f"Game 1 can't be shown: {REPLAY_ERROR_MESSAGE} It is saved")
    assert failing.snapshot()["game"] is None
    with pytest.raises(InputRefused, match="An error in Companion"):
        failing.resume_game({"game": 1})
    failing.start_game({"game": "tally", "players": ["Cyr", "Dee"]})
    assert game_on(failing)["id"] == 2

    mended = open_table_with(Tally())
    mended.resume_game({"game": 1, "abandon": True})
    assert totals(mended) == {"Ana": 13, "Ben": 2}


@pytest.mark.parametrize("where", ["apply", "summary"])
def test_the_list_of_games_marks_one_that_cannot_be_shown(open_table_with: Any, where: str) -> None:
    table = open_table_with(Tally())
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    table.submit({"kind": "throw", "total": 13})
    table.start_game({"game": "tally", "players": ["Cyr", "Dee"], "abandon": True})
    table.submit({"kind": "throw", "total": 12})

    failing = open_table_with(FailingGame(where))
    good, bad = failing.game_archive.list_games()
    assert (good["game"], bad["game"]) == (2, 1)
    assert "unreadable" not in good
    assert message_from_json(bad["unreadable"]) == REPLAY_ERROR_MESSAGE
    with pytest.raises(InputRefused):
        failing.game_archive.game_details(1)
    assert failing.choices()["unfinished"] == [good] * (failing.snapshot()["game"] is None)


def test_a_game_with_a_meaningless_entry_is_a_notice_too(open_table_with: Any, journal_path: Any) -> None:
    with Journal.open(journal_path) as journal:
        journal.begin("tally", [draft_entry(0.0, "tablet", 1.0, {"v": 1, "event": {"kind": "nonsense"}})])
    table = open_table_with(Tally())
    assert notices(table)[0].startswith("Game 1 can't be shown: ")


def test_the_table_can_start_without_resuming_a_game(open_table_with: Any) -> None:
    table = open_table_with(Tally())
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    assert open_table_with(Tally(), resume=False).snapshot()["game"] is None
    assert game_on(open_table_with(Tally()))["id"] == 1
