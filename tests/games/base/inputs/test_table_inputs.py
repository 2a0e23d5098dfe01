"""Interpretation of the tablet's inputs: those of recording.md and the Companion's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base.belief.believed_replay import BelievedReplayCache
from companion.games.base.game import BaseGame
from companion.games.base.inputs import table_inputs
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Steal,
)
from companion.games.game_api import GameHistory, Insert, Interpretation, Replace, Undo
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.island.setups import first_game_layout
from companion.observations import DiceDetection, InputEntered, InputRefused
from companion.rolls import RollDecision
from tests.games.base.histories import FOUNDING, OPENING, SEATS, story_of


def interpret(history: GameHistory[Any, Event], data: dict[str, Any]) -> Interpretation[Event]:
    return table_inputs.interpret(history, BelievedReplayCache().get(history), data)


@pytest.fixture
def in_play() -> GameHistory[Any, Event]:
    return story_of(*OPENING, *FOUNDING)


@pytest.fixture
def after_roll() -> GameHistory[Any, Event]:
    return story_of(*OPENING, *FOUNDING, Roll("red", (1, 2)))


@pytest.mark.parametrize(
    ("entered", "event"),
    [
        ({"kind": "end_turn"}, EndTurn("red")),
        (
            {"kind": "domestic_trade", "with": "blue", "give": {"wool": 1}, "take": {"ore": 2}},
            DomesticTrade("red", "blue", (0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 2, 0)),
        ),
        (
            {"kind": "maritime_trade", "give": {"wool": 4}, "take": {"ore": 1}},
            MaritimeTrade("red", (0, 0, 4, 0, 0, 0), (0, 0, 0, 0, 1, 0)),
        ),
        ({"kind": "buy_development_card", "card": None}, BuyDevelopmentCard("red")),
        ({"kind": "buy_development_card", "card": "knight"}, BuyDevelopmentCard("red", "knight")),
        ({"kind": "play_development_card", "card": "knight"}, PlayDevelopmentCard("red", "knight")),
        (
            {"kind": "play_development_card", "card": "monopoly", "resource": "ore"},
            PlayDevelopmentCard("red", "monopoly", resource="ore"),
        ),
        (
            {"kind": "play_development_card", "card": "year_of_plenty", "resources": {"ore": 2}},
            PlayDevelopmentCard("red", "year_of_plenty", (0, 0, 0, 0, 2, 0)),
        ),
        (
            {"kind": "discard", "player": "blue", "resources": {"wool": 4}},
            Discard("blue", (0, 0, 4, 0, 0, 0)),
        ),
        ({"kind": "steal", "from": "blue", "resource": "wool"}, Steal("red", "blue", "wool")),
        ({"kind": "steal", "from": "blue", "resource": None}, Steal("red", "blue")),
        ({"kind": "steal", "from": None}, Steal("red", None)),
        (
            {"kind": "reveal_victory_points", "player": "red", "count": 2},
            RevealVictoryPoints("red", 2),
        ),
        ({"kind": "place", "piece": "road", "at": "p1,0"}, PlaceRoad("red", PathId("p1,0"))),
        (
            {"kind": "place", "piece": "settlement", "at": "i1,1", "player": "white"},
            PlaceSettlement("white", IntersectionId("i1,1")),
        ),
        ({"kind": "move_robber", "to": "h1,1"}, MoveRobber("red", HexId("h1,1"))),
    ],
)
def test_an_input_is_the_active_players_unless_it_names_another(
    after_roll: GameHistory[Any, Event], entered: dict[str, Any], event: Event
) -> None:
    assert interpret(after_roll, entered).events == (event,)


def test_an_unnamed_discard_has_as_many_unidentified_cards_as_are_due() -> None:
    wealth: list[Event] = [Roll("red", (6, 4)), EndTurn("red"), Roll("blue", (6, 4))] * 4
    history = story_of(*OPENING, *FOUNDING, *wealth, EndTurn("blue"), Roll("white", (3, 4)))
    owing = next(n for n, owed in enumerate(history.state.discards_due) if owed)
    colour = SEATS[owing].colour
    (event,) = interpret(history, {"kind": "discard", "player": colour, "resources": None}).events
    assert event == Discard(colour, (0, 0, 0, 0, 0, history.state.discards_due[owing]))


def test_the_first_roll_of_a_turn_belongs_to_the_player_on_turn(in_play: GameHistory[Any, Event]) -> None:
    assert interpret(in_play, {"kind": "roll", "dice": [2, 3]}).events == (Roll("red", (2, 3)),)


def test_the_next_roll_ends_the_previous_turn(after_roll: GameHistory[Any, Event]) -> None:
    seen = BaseGame().interpret(after_roll, DiceDetection(1.0, "tower", (2, 3)))
    assert seen.events == (EndTurn("red"), Roll("blue", (2, 3)))


def test_a_roll_during_the_founding_is_not_counted_and_a_notice_says_so() -> None:
    interpretation = BaseGame().interpret(story_of(*OPENING), DiceDetection(1.0, "tower", (2, 3)))
    assert interpretation.events == ()
    assert "set-up phase" in interpretation.notice


@pytest.mark.parametrize("missing", [2, 3, 4])
def test_the_first_roll_counts_if_the_missing_pieces_may_be_hidden(missing: int) -> None:
    history = replace(story_of(*OPENING, *FOUNDING[:-missing]), in_doubt=frozenset({"red", "blue"}))
    interpretation = BaseGame().interpret(history, DiceDetection(1.0, "tower", (2, 3)))
    assert interpretation.events == (Roll("red", (2, 3)),)


@pytest.mark.parametrize(("missing", "hidden"), [(3, {"blue"}), (3, set()), (5, {"red", "blue", "white"})])
def test_a_roll_does_not_count_if_more_pieces_are_missing_than_can_be_hidden(
    missing: int, hidden: set[str]
) -> None:
    history = replace(story_of(*OPENING, *FOUNDING[:-missing]), in_doubt=frozenset(hidden))
    assert BaseGame().interpret(history, DiceDetection(1.0, "tower", (2, 3))).events == ()


def test_a_notice_asks_for_dice_read_with_low_confidence(in_play: GameHistory[Any, Event]) -> None:
    asked = RollDecision(1.0, "tower", "ask", (2, 3), 0.3, doubt="unreadable")
    interpretation = BaseGame().interpret(in_play, asked)
    assert interpretation.events == ()
    assert "enter the roll" in interpretation.notice


def test_founding_pieces_belong_to_the_player_who_founds_next() -> None:
    history = story_of(*OPENING, *FOUNDING[:2])
    placed = interpret(history, {"kind": "place", "piece": "settlement", "at": "i5,-4"})
    assert placed.events == (PlaceSettlement("blue", IntersectionId("i5,-4")),)


def test_undo_removes_the_events_of_the_last_observation(after_roll: GameHistory[Any, Event]) -> None:
    assert interpret(after_roll, {"kind": "undo"}).corrections == (Undo(len(after_roll.recorded_events)),)


def test_nothing_to_undo_is_refused() -> None:
    with pytest.raises(InputRefused, match="nothing to undo"):
        interpret(story_of(), {"kind": "undo"})


def test_a_correction_of_the_island_replaces_only_the_changed_parts(
    after_roll: GameHistory[Any, Event],
) -> None:
    change = {"hexes": {"h0,-2": {"terrain": "hills"}}, "harbors": {"p0,-5": "ore", "p3,-5": None}}
    (correction,) = interpret(after_roll, {"kind": "correct", "layout": change}).corrections
    assert isinstance(correction, Replace)
    assert correction.number == 2
    assert isinstance(correction.event, LayoutSet)
    layout, before = correction.event.layout, first_game_layout()
    assert layout.terrain(HexId("h0,-2")) == "hills"
    assert layout.number(HexId("h0,-2")) == before.number(HexId("h0,-2"))
    assert layout.terrains[1:] == before.terrains[1:]
    assert dict(layout.harbors)[PathId("p0,-5")] == "ore"
    assert "p3,-5" not in dict(layout.harbors)


def test_the_island_can_be_entered_by_hand() -> None:
    history = story_of(OPENING[0])
    interpretation = interpret(history, {"kind": "correct", "layout": first_game_layout().to_json()})
    assert interpretation.events == (LayoutSet(first_game_layout()),)


def test_any_entry_can_be_replaced_removed_or_preceded(after_roll: GameHistory[Any, Event]) -> None:
    last = len(after_roll.recorded_events)
    roll = {"kind": "roll", "player": "red", "dice": [4, 4]}
    for entered, correction in (
        ({"entry": last, "event": roll}, Replace(last, Roll("red", (4, 4)))),
        ({"entry": last, "event": None}, Replace(last, None)),
        ({"before": last, "event": roll}, Insert(last, Roll("red", (4, 4)))),
    ):
        assert interpret(after_roll, {"kind": "correct", **entered}).corrections == (correction,)


@pytest.mark.parametrize(
    "entered",
    [
        {},
        {"kind": "dance"},
        {"kind": ["roll"]},
        {"kind": "roll"},
        {"kind": "roll", "dice": [0, 7]},
        {"kind": "roll", "dice": [True, 1]},
        {"kind": "roll", "dice": [1, 2], "player": "green"},
        {"kind": "domestic_trade", "with": "brown", "give": {}, "take": {}},
        {"kind": "maritime_trade", "give": {"gold": 1}, "take": {"ore": 1}},
        {"kind": "maritime_trade", "give": {"wool": -4}, "take": {"ore": 1}},
        {"kind": "place", "piece": "tower", "at": "p1,0"},
        {"kind": "place", "piece": "road", "at": "i1,1"},
        {"kind": "steal", "from": "blue", "resource": "wool", "with": "love"},
        {"kind": "correct"},
        {"kind": "correct", "entry": 99, "event": None},
        {"kind": "correct", "entry": 1, "event": None},
        {"kind": "correct", "layout": {"hexes": {"h9,9": {}}}},
        {"kind": "correct", "layout": {"hexes": {"h0,0": {"terrain": "lava"}}}},
        {"kind": "correct", "layout": {"harbors": {"p0,0": "ore"}}},
        {"kind": "correct", "layout": [1]},
        {"kind": "confirm"},
        {"kind": "confirm", "entry": 99},
        {"kind": "confirm", "entry": [1]},
    ],
)
def test_a_meaningless_correction_is_refused_with_a_message(
    after_roll: GameHistory[Any, Event], entered: dict[str, Any]
) -> None:
    with pytest.raises(InputRefused, match=r".{10,}"):
        interpret(after_roll, entered)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = [
    "roll", "end_turn", "domestic_trade", "maritime_trade", "buy_development_card", "discard", "steal",
    "play_development_card", "reveal_victory_points", "undo", "correct", "confirm", "place", "move_robber",
]  # fmt: skip
FIELDS = [
    "player", "dice", "with", "give", "take", "card", "resources", "resource", "from", "count", "piece",
    "at", "to", "layout", "entry", "event", "before",
]  # fmt: skip


@pytest.mark.slow
@settings(max_examples=300, derandomize=True)
@given(
    kind=st.sampled_from(KINDS),
    fields=st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), json_values, max_size=4),
)
def test_any_json_input_is_recorded_or_refused(kind: str, fields: dict[str, Any]) -> None:
    history = story_of(*OPENING, *FOUNDING, Roll("red", (1, 2)))
    game = BaseGame()
    try:
        telling = game.interpret(history, InputEntered(1.0, "tablet", {**fields, "kind": kind}))
    except InputRefused:
        return
    for event in telling.events:
        game.violations(history.state, event)
        game.apply(history.state, event)
