"""The JSON form of events: round trips are exact; invalid data raises ValueError."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.games.base.rules.cards import DEVELOPMENT_CARDS, RESOURCES, CardsError
from companion.games.base.rules.events import (
    EVENT_TYPES,
    BuyDevelopmentCard,
    ClaimVictory,
    ComeBack,
    Discard,
    DomesticTrade,
    EndGame,
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    LeaveTable,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlacedPiece,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Side,
    Steal,
    TakeInstead,
    TakeStartingResources,
    TakeUp,
    UnseenRoll,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.schema import EventError, OptionsError
from companion.games.seats import MAX_NAME_LENGTH, Seat
from companion.island.geometry import COLOURS, CORNER_HEXES, HEXES, INTERSECTIONS, PATHS
from companion.island.layout import BOX_TERRAINS, Draft, LayoutError
from companion.island.setups import NUMERAL_FRAME_ORDER, variable_layout

COLOUR = st.sampled_from(COLOURS)
CARDS = st.tuples(*[st.integers(0, 19)] * 6)
RESOURCE = st.sampled_from(RESOURCES)
CARD = st.sampled_from(DEVELOPMENT_CARDS)
INTERSECTION = st.sampled_from(INTERSECTIONS)
NAME = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=MAX_NAME_LENGTH).map(
    lambda text: unicodedata.normalize("NFC", text)
)
TERRAIN = [terrain for terrain, count in BOX_TERRAINS.items() for _ in range(count)]
OPTIONS = st.sampled_from([*EDITIONS.values(), Options(setup="first_game", hand_limit=9)])
LAYOUT = st.builds(
    variable_layout,
    st.permutations(TERRAIN),
    st.sampled_from(CORNER_HEXES),
    clockwise=st.booleans(),
    frame=st.permutations(NUMERAL_FRAME_ORDER),
)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    island = Draft.from_layout(draw(LAYOUT))
    known_hexes = draw(st.sets(st.integers(0, len(HEXES) - 1)))
    return Draft(
        tuple(
            lies if draw(st.booleans()) else (lies[0], None, lies[2])
            for n, lies in enumerate(island.hexes)
            if n in known_hexes
        ),
        tuple(harbor for harbor in island.harbors if draw(st.booleans())),
    )


DRAFT = drafts()
SIDE = st.builds(Side, COLOUR, st.none() | CARDS, st.integers(0, 25), CARDS)
PIECE = st.builds(PlacedPiece, st.sampled_from(PATHS), st.just("road"), COLOUR) | st.builds(
    PlacedPiece, INTERSECTION, st.sampled_from(("settlement", "city")), COLOUR
)


@st.composite
def seats(draw: st.DrawFn) -> tuple[Seat, ...]:
    colours = draw(st.lists(COLOUR, min_size=2, max_size=6, unique=True))
    return tuple(Seat(draw(NAME), colour) for colour in colours)


EVENTS: Mapping[type[Event], st.SearchStrategy[Event]] = {
    GameStarted: st.builds(GameStarted, seats(), OPTIONS),
    LayoutSet: st.builds(LayoutSet, LAYOUT),
    LayoutEntered: st.builds(LayoutEntered, DRAFT),
    FirstPlayerChosen: st.builds(FirstPlayerChosen, COLOUR),
    PlaceRoad: st.builds(PlaceRoad, COLOUR, st.sampled_from(PATHS)),
    PlaceSettlement: st.builds(PlaceSettlement, COLOUR, INTERSECTION),
    PlaceCity: st.builds(PlaceCity, COLOUR, INTERSECTION),
    TakeStartingResources: st.builds(TakeStartingResources, COLOUR, INTERSECTION),
    Roll: st.builds(
        Roll, COLOUR, st.tuples(st.integers(1, 6), st.integers(1, 6)) | st.tuples(st.integers(2, 12))
    ),
    TakeInstead: st.builds(TakeInstead, COLOUR, CARDS),
    Discard: st.builds(Discard, COLOUR, CARDS),
    MoveRobber: st.builds(MoveRobber, COLOUR, st.sampled_from(HEXES)),
    Steal: st.builds(Steal, COLOUR, st.none() | COLOUR, st.none() | RESOURCE),
    DomesticTrade: st.builds(DomesticTrade, COLOUR, COLOUR, CARDS, CARDS),
    MaritimeTrade: st.builds(MaritimeTrade, COLOUR, CARDS, CARDS),
    BuyDevelopmentCard: st.builds(BuyDevelopmentCard, COLOUR, st.none() | CARD),
    PlayDevelopmentCard: st.builds(PlayDevelopmentCard, COLOUR, CARD, CARDS, st.none() | RESOURCE),
    RevealVictoryPoints: st.builds(RevealVictoryPoints, COLOUR, st.integers(0, 5)),
    ClaimVictory: st.builds(ClaimVictory, COLOUR),
    LeaveTable: st.builds(LeaveTable, COLOUR),
    ComeBack: st.builds(ComeBack, COLOUR),
    EndGame: st.builds(EndGame, st.sampled_from(("agreement", "time"))),
    ShowHand: st.builds(ShowHand, COLOUR, CARDS),
    TakeUp: st.builds(
        TakeUp,
        COLOUR,
        st.lists(SIDE, max_size=4, unique_by=lambda side: side.colour).map(tuple),
        st.none() | st.lists(PIECE, max_size=9).map(tuple),
        st.none() | st.sampled_from(HEXES),
        st.none() | COLOUR,
        st.none() | COLOUR,
    ),
    EndTurn: st.builds(EndTurn, COLOUR),
    UnseenRoll: st.builds(UnseenRoll, COLOUR),
}


def test_every_kind_of_event_is_tried_here() -> None:
    assert set(EVENTS) == set(EVENT_TYPES.values())


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_survives_a_json_round_trip(kind: type[Event]) -> None:
    @settings(max_examples=30, derandomize=True)
    @given(EVENTS[kind])
    def round_trip(event: Event) -> None:
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event

    round_trip()


def test_the_fields_are_named_as_the_inputs_of_a_recording_are() -> None:
    """../shared/formats/recording.md."""
    trade = DomesticTrade("red", "blue", (0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 2, 0))
    assert event_to_json(trade) == {
        "kind": "domestic_trade",
        "player": "red",
        "with": "blue",
        "give": {"wool": 1},
        "take": {"ore": 2},
    }
    assert event_to_json(Steal("red", "white", "ore")) == {
        "kind": "steal",
        "player": "red",
        "from": "white",
        "resource": "ore",
    }
    assert event_to_json(Roll("red", (3, 5))) == {"kind": "roll", "player": "red", "dice": [3, 5]}


def test_unknown_details_may_be_omitted() -> None:
    assert event_from_json({"kind": "buy_development_card", "player": "red"}) == BuyDevelopmentCard("red")
    assert event_from_json({"kind": "steal", "player": "red", "from": None}) == Steal("red", None)
    knight = {"kind": "play_development_card", "player": "red", "card": "knight"}
    assert event_from_json(knight) == PlayDevelopmentCard("red", "knight")


def test_a_player_without_a_name_is_called_by_the_colour() -> None:
    seats = [{"colour": "red"}, {"colour": "blue", "name": " Ben "}]
    event = event_from_json({"kind": "game_started", "players": seats})
    assert event == GameStarted((Seat("red", "red"), Seat("Ben", "blue")))


TRADE = {"kind": "maritime_trade", "player": "red", "give": {"wool": 4}, "take": {"ore": 1}}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "roll",
        {},
        {"kind": None},
        {"kind": ["roll"]},
        {"kind": "dance", "player": "red"},
        {"kind": "end_turn"},
        {"kind": "end_turn", "player": "pink"},
        {"kind": "end_turn", "player": ["red"]},
        {"kind": "end_turn", "player": "red", "victim": "blue"},
        {"kind": "roll", "player": "red", "dice": [0, 7]},
        {"kind": "roll", "player": "red", "dice": [1.0, 2]},
        {"kind": "roll", "player": "red", "dice": [True, 2]},
        {"kind": "roll", "player": "red", "dice": [1, 2, 3]},
        {"kind": "roll", "player": "red", "dice": "12"},
        {"kind": "place_road", "player": "red", "at": "i1,-2"},
        {"kind": "place_road", "player": "red", "at": None},
        {"kind": "move_robber", "player": "red", "to": "h9,9"},
        {"kind": "steal", "player": "red"},
        {"kind": "steal", "player": "red", "victim": "blue"},
        {"kind": "reveal_victory_points", "player": "red", "count": 6},
        {"kind": "reveal_victory_points", "player": "red", "count": -1},
        {"kind": "buy_development_card", "player": "red", "card": "joker"},
        {**TRADE, "give": {"gold": 1}},
        {**TRADE, "give": {"wool": -4}},
        {**TRADE, "give": {"wool": 1.5}},
        {**TRADE, "give": {"wool": True}},
        {**TRADE, "give": [4]},
        {**TRADE, "give": None},
        {"kind": "game_started", "players": []},
        {"kind": "game_started", "players": [{"colour": "red"}]},
        {"kind": "game_started", "players": [{"colour": "red"}, {"colour": "red"}]},
        {"kind": "game_started", "players": [{"colour": "red"}, {"colour": "blue", "name": ""}]},
        {"kind": "game_started", "players": [{"colour": "red"}, {"colour": "blue", "name": "a\nb"}]},
        {"kind": "game_started", "players": [{"colour": "red"}, {"colour": "blue", "name": 3}]},
        {"kind": "game_started", "players": [{"colour": "red"}, None]},
        {
            "kind": "game_started",
            "players": [{"colour": "red"}, {"colour": "blue"}],
            "options": {"edition": []},
        },
        {"kind": "layout_set", "layout": {}},
        {"kind": "layout_entered", "layout": []},
        {"kind": "layout_entered", "layout": {"hexes": {"h9,9": {"terrain": "forest"}}}},
        {"kind": "layout_entered", "layout": {"hexes": {"h0,0": {"terrain": ["forest"]}}}},
        {"kind": "layout_entered", "layout": {"hexes": {"h0,0": {"number": 7}}}},
        {"kind": "layout_entered", "layout": {"harbors": {"p0,1": "ore"}}},
        {"kind": "layout_entered", "layout": {"harbors": {"p3,-5": {}}}},
        {"kind": "take_up"},
        {"kind": "take_up", "on_turn": "red", "sides": {"red": {}}},
        {"kind": "take_up", "on_turn": "red", "sides": [{"colour": "red"}, {"colour": "red"}]},
        {"kind": "take_up", "on_turn": "red", "sides": [{"colour": "red", "gold": 3}]},
        {"kind": "take_up", "on_turn": "red", "sides": [{"colour": "red", "development_cards": 26}]},
        {"kind": "take_up", "on_turn": "red", "pieces": {"p1,0": "red"}},
        {"kind": "take_up", "on_turn": "red", "pieces": [{"at": ["i1,1"], "kind": "road", "colour": "red"}]},
        {"kind": "take_up", "on_turn": "red", "pieces": [{"at": "p1,0", "kind": "road"}]},
        {"kind": "take_up", "on_turn": "red", "pieces": [{"at": "i1,1", "kind": "road", "colour": "red"}]},
        {"kind": "take_up", "on_turn": "red", "pieces": [{"at": "p1,0", "kind": "city", "colour": "red"}]},
    ],
)
def test_nonsense_is_refused_in_words(data: Any) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        event_from_json(data)
    assert isinstance(refused.value, CompanionError)


def test_the_refusal_says_what_is_missing_and_what_is_too_much() -> None:
    with pytest.raises(EventError, match="steal needs from"):
        event_from_json({"kind": "steal", "player": "red"})
    with pytest.raises(EventError, match="end_turn has no victim"):
        event_from_json({"kind": "end_turn", "player": "red", "victim": "blue"})


KEYS = sorted(
    {"kind", "name", "colour", "hexes", "harbors", "from", "with"}
    | {f.name for event in EVENT_TYPES.values() for f in fields(event)}
    | set(RESOURCES)
)
WORDS = [*EVENT_TYPES, *COLOURS, *RESOURCES, *DEVELOPMENT_CARDS, HEXES[0], PATHS[0], INTERSECTIONS[0]]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=400, derandomize=True)
@given(JSON)
def test_arbitrary_json_is_an_event_or_refused_and_never_anything_else(data: Any) -> None:
    _event_or_refusal(data)


@pytest.mark.slow
@settings(max_examples=400, derandomize=True)
@given(
    st.sampled_from(sorted(EVENT_TYPES)), st.dictionaries(st.sampled_from(KEYS), JSON, max_size=5), st.data()
)
def test_a_damaged_event_is_an_event_or_refused_and_never_anything_else(
    kind: str, damage: Mapping[str, Any], data: st.DataObject
) -> None:
    whole = event_to_json(data.draw(EVENTS[EVENT_TYPES[kind]]))
    _event_or_refusal({**whole, **damage})


def _event_or_refusal(data: Any) -> None:
    try:
        event = event_from_json(data)
    except (EventError, CardsError, OptionsError, LayoutError):
        return
    assert event_from_json(event_to_json(event)) == event
