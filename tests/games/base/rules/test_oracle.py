"""Whole games of an independent engine: every state agrees, every event is legal by our rules."""

import copy
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import event_from_json, event_to_json
from companion.games.base.rules.legality import violations
from companion.games.base.rules.oracle import Oracle, OracleError
from companion.games.base.rules.state import State

NAMES = [f"g{n}" for n in (1000, 1003, 1005, 1007, 1011, 1016, 1019, 1023, 1030, 1034, 1041, 1050)]


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest, whole_games: Mapping[str, Any]) -> Mapping[str, Any]:
    game: Mapping[str, Any] = whole_games[request.param]
    return game


def expected_row(event: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """The file's row after an event, without the engine's road lengths, which are sometimes wrong."""
    without = fields.index("lr_engine")
    return {
        "n": event["n"],
        "players": [[None if n == without else x for n, x in enumerate(row)] for row in event["players"]],
        "bank": event["bank"],
        "dev_left": event["dev_left"],
        "robber": event["robber"],
        "lr": event.get("lr_official", event["lr"]),
        "la": event["la"],
    }


def test_every_state_after_every_event_agrees(game: Mapping[str, Any]) -> None:
    oracle = Oracle.from_json(game)
    for event, _, state in oracle.play():
        assert oracle.row(event["n"], state) == expected_row(event, oracle.player_fields)
    assert state.winner == game["winner"]


def test_every_event_is_legal(game: Mapping[str, Any]) -> None:
    oracle = Oracle.from_json(game)
    state = State()
    for opening in oracle.opening():
        assert not violations(state, opening)
        state = apply(state, opening)
    for event in oracle.events:
        for ours in oracle.translate_event(state, event):
            assert not violations(state, ours), (event["n"], ours, violations(state, ours))
            state = apply(state, ours)


def test_the_events_fold_to_the_same_end_from_json(game: Mapping[str, Any]) -> None:
    oracle = Oracle.from_json(game)
    steps = list(oracle.play())
    events = [*oracle.opening(), *(event for _, ours, _ in steps for event in ours)]
    lines = [json.dumps(event_to_json(event)) for event in events]
    assert fold(event_from_json(json.loads(line)) for line in lines) == steps[-1][2]


class TestBrokenFiles:
    @pytest.fixture
    def short_game(self, whole_games: Mapping[str, Any]) -> dict[str, Any]:
        return copy.deepcopy({**whole_games["g1041"], "events": whole_games["g1041"]["events"][:40]})

    @pytest.mark.parametrize("data", [None, [], "game", {}, {"format": "catan-oracle/2"}])
    def test_another_form_is_refused(self, data: Any) -> None:
        with pytest.raises(OracleError, match="catan-oracle/1") as refused:
            Oracle.from_json(data)
        assert isinstance(refused.value, CompanionError)
        assert isinstance(refused.value, ValueError)

    @pytest.mark.parametrize("missing", ["seating", "board", "player_fields", "events"])
    def test_a_missing_part_is_refused(self, short_game: dict[str, Any], missing: str) -> None:
        del short_game[missing]
        with pytest.raises(OracleError, match="incomplete oracle file"):
            Oracle.from_json(short_game)

    @pytest.mark.parametrize("missing", ["tiles", "ports"])
    def test_half_a_board_is_refused(self, short_game: dict[str, Any], missing: str) -> None:
        del short_game["board"][missing]
        with pytest.raises(OracleError):
            Oracle.from_json(short_game)

    @pytest.mark.parametrize(
        "damage",
        [
            lambda d: d["board"]["tiles"].pop(),
            lambda d: d["board"]["tiles"][3].pop("nodes"),
            lambda d: d["board"]["tiles"][3].update(cube=[9, 9, 9]),
            lambda d: d["board"]["tiles"][3].update(terrain="SEA"),
            lambda d: d["board"]["tiles"][3].update(number=7),
            lambda d: d["board"]["ports"][0].update(nodes=[0, 53]),
            lambda d: d["board"]["ports"][0].update(resource="GOLD"),
            lambda d: d["seating"][0].update(color="PURPLE"),
            lambda d: d["seating"][0].update(color=None),
            lambda d: d.update(events=None),
            lambda d: d.update(events=[3]),
        ],
    )
    def test_a_damaged_part_is_refused(self, short_game: dict[str, Any], damage: Any) -> None:
        damage(short_game)
        with pytest.raises(OracleError):
            for _ in Oracle.from_json(short_game).play():
                pass

    @pytest.mark.parametrize(
        "damage",
        [
            {"type": "DANCE"},
            {"type": None},
            {"type": ["ROLL"]},
            {"type": "ROLL"},
            {"type": "ROLL", "dice": [9, 9]},
            {"type": "ROLL", "dice": None},
            {"type": "BUILD_ROAD", "edge": [0, 53]},
            {"type": "BUILD_CITY", "node": 99},
            {"type": "MOVE_ROBBER", "tile": 99},
            {"type": "MARITIME_TRADE", "give": "GOLD", "rate": 4, "get": "ORE"},
            {"type": "CONFIRM_TRADE", "with": 0, "give": [1, 0], "get": [0, 1, 0, 0, 0]},
            {"type": "BUY_DEVELOPMENT_CARD", "card": "JOKER"},
            {"type": "ROLL", "dice": [1, 2], "seat": 9},
        ],
    )
    def test_a_damaged_event_is_refused_with_its_number(
        self, short_game: dict[str, Any], damage: Any
    ) -> None:
        short_game["events"][20] = {"n": 20, "seat": 1, **damage}
        with pytest.raises(OracleError, match="event 20"):
            for _ in Oracle.from_json(short_game).play():
                pass
