"""The island as people enter it: bit by bit, by a diagram, by lot; it lies once they say that it is right."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.api_types import IslandEntered
from companion.games.base.game import BaseGame
from companion.games.base.rules.events import (
    Event,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    PlaceRoad,
    PlaceSettlement,
    Seat,
    TakeStartingResources,
)
from companion.games.base.rules.options import Options
from companion.games.game_api import GameHistory, Interpretation
from companion.i18n import message_from_json
from companion.island.draft import Draft
from companion.island.geometry import CORNER_HEXES, HEXES, HexId
from companion.island.layout import Layout, LayoutError
from companion.island.reading import HexReading, IslandReading
from companion.island.setups import draw_layout, first_game_layout, frame_harbors, variable_layout
from companion.observations import InputEntered, InputRefused, IslandSeen
from tests.games.base.stories import SEATS, story_of

GAME = BaseGame()
ISLAND = draw_layout(lambda count: random.Random(5).sample(range(count), count))
SITTING = GameStarted(SEATS)
FIRST_GAME = GameStarted(SEATS, Options(setup="first_game"))
STARRED = {"red": "i-2,-2", "blue": "i-5,4", "white": "i-2,4"}


def entered(history: GameHistory[Any, Event], **data: Any) -> Interpretation[Event]:
    return GAME.interpret(history, InputEntered(1.0, "tablet", data))


def corrected(history: GameHistory[Any, Event], **layout: Any) -> Interpretation[Event]:
    return entered(history, kind="correct", layout=layout)


def hexes(layout: Layout, some: Any = HEXES) -> dict[str, Any]:
    return {at: lies for at, lies in layout.to_json()["hexes"].items() if at in some}


def said(layout: Layout, some: Any = HEXES) -> LayoutEntered:
    return LayoutEntered(Draft.from_json({"hexes": hexes(layout, some)}))


def to_do(history: GameHistory[Any, Event]) -> Mapping[str, Any]:
    (item,) = GAME.view(history)["to_do"]
    found: Mapping[str, Any] = item
    return found


def as_entered(history: GameHistory[Any, Event]) -> IslandEntered:
    """What is known of the island that people enter."""
    known = GAME.view(history)["entered"]
    assert known is not None, "the island lies"
    return known


def as_read(layout: Layout) -> IslandSeen:
    read = {h: HexReading({layout.terrain(h): 0.9}, {layout.number(h): 0.8}) for h in HEXES}
    coast = {path: {kind: 0.9} for path, kind in layout.harbors}
    return IslandSeen(1.0, "camera", IslandReading(read, coast))


class TestBitByBit:
    def test_a_hex_alone_is_taken(self) -> None:
        history = story_of(SITTING)
        told = corrected(history, hexes={"h0,0": {"terrain": "forest", "number": 11}})
        assert told.events == (LayoutEntered(Draft((("h0,0", "forest", 11),))),)  # type: ignore[arg-type]  # plain tuples
        assert not GAME.violations(history.state, told.events[0])

    def test_and_so_is_a_harbor(self) -> None:
        path, kind = ISLAND.harbors[0]
        assert corrected(story_of(SITTING), harbors={path: kind}).events == (
            LayoutEntered(Draft(harbors=((path, kind),))),
        )

    def test_of_a_hex_only_what_differs_is_said(self) -> None:
        history = story_of(SITTING, LayoutEntered(Draft((("h0,0", "forest", 11),))))  # type: ignore[arg-type]  # plain tuples
        (told,) = corrected(history, hexes={"h0,0": {"number": 3}}).events
        assert told == LayoutEntered(Draft((("h0,0", "forest", 3),)))  # type: ignore[arg-type]  # plain tuples

    def test_everybody_sees_what_is_known_and_what_is_missing(self) -> None:
        history = story_of(SITTING, said(ISLAND, HEXES[:12]))
        view, known = GAME.view(history), as_entered(history)
        assert (view["phase"], view["layout"]) == ("layout", None)
        assert known["hexes"] == hexes(ISLAND, HEXES[:12])
        assert known["missing"]["hexes"] == list(HEXES[12:])
        assert sum(known["missing"]["harbors"].values()) == 9
        due = view["to_do"][0]
        assert due["kind"] == "lay_island"
        assert due["missing"] == {"hexes": 7, "tokens": 0, "harbors": 9}

    def test_what_is_too_much_of_is_said_and_not_refused(self) -> None:
        two = {at: {"terrain": "desert", "number": None} for at in HEXES[:2]}
        (told,) = corrected(story_of(SITTING), hexes=two).events
        (departure,) = GAME.view(story_of(SITTING, told))["departures"]
        assert message_from_json(departure) == "Terrain Desert: 2 on the table, 1 in the box"

    def test_a_wrong_set_of_tiles_is_an_island_once_people_say_so(self) -> None:
        woods = Layout(("forest",) * 19, (11,) * 19)
        history = story_of(SITTING, said(woods))
        (told,) = entered(history, kind="lay_island").events
        assert told == LayoutSet(woods)
        assert len(GAME.view(story_of(SITTING, told))["departures"]) > 10

    def test_an_incomplete_island_is_not_laid_and_what_is_missing_is_said(self) -> None:
        with pytest.raises(InputRefused, match="7 hexes are missing"):
            entered(story_of(SITTING, said(ISLAND, HEXES[:12])), kind="lay_island", **{"as": "entered"})

    def test_a_complete_one_lies_there_and_founding_begins(self) -> None:
        harbors = LayoutEntered(Draft(harbors=ISLAND.harbors))
        told = entered(story_of(SITTING, said(ISLAND), harbors), kind="lay_island")
        assert told.events == (LayoutSet(ISLAND),)
        view = GAME.view(story_of(SITTING, said(ISLAND), harbors, *told.events))
        assert (view["phase"], view["layout"], view["entered"]) == ("founding", ISLAND.to_json(), None)

    def test_a_whole_island_told_at_once_needs_no_more_words(self) -> None:
        told = entered(story_of(SITTING), kind="correct", layout=ISLAND.to_json())
        assert told.events == (LayoutSet(ISLAND),)

    def test_two_harbors_at_one_intersection_are_refused_at_once(self) -> None:
        first = LayoutEntered(Draft.from_json({"harbors": {"p0,-5": "ore"}}))
        with pytest.raises(InputRefused, match="share an intersection"):
            corrected(story_of(SITTING, first), harbors={"p1,-5": "wool"})

    @pytest.mark.parametrize(
        "layout",
        [
            [],
            {"hexes": [1]},
            {"hexes": {"h9,9": {"terrain": "forest"}}},
            {"hexes": {"h0,0": {"terrain": "lake"}}},
            {"hexes": {"h0,0": {"number": 7}}},
            {"hexes": {"h0,0": []}},
            {"harbors": {"p0,0": "ore"}},
            {"harbors": ["ore"]},
        ],
    )
    def test_nonsense_is_refused(self, layout: Any) -> None:
        with pytest.raises(InputRefused):
            entered(story_of(SITTING), kind="correct", layout=layout)


class TestByADiagram:
    def test_of_the_first_game_s_it_is_proposed_and_then_laid(self) -> None:
        (told,) = entered(story_of(SITTING), kind="lay_island", **{"as": "first_game"}).events
        assert told == LayoutEntered(Draft.from_layout(first_game_layout()))
        history = story_of(SITTING, told)
        assert to_do(history)["missing"] == {"hexes": 0, "tokens": 0, "harbors": 0}
        assert entered(history, kind="lay_island").events == (LayoutSet(first_game_layout()),)

    def test_its_tokens_lie_as_the_edition_at_the_table_has_it(self) -> None:
        sitting = GameStarted(SEATS, Options(first_game_tokens="letters"))
        (told,) = entered(story_of(sitting), kind="lay_island", **{"as": "first_game"}).events
        assert told == LayoutEntered(Draft.from_layout(first_game_layout(tokens="letters")))

    def test_every_stored_diagram_is_offered_where_people_found_in_turns(self) -> None:
        item = to_do(story_of(SITTING))
        assert (item["editions"], item["draw"]) == (["2015-2020"], True)
        with pytest.raises(InputRefused, match="2015-2020"):
            entered(story_of(SITTING), kind="lay_island", edition="1899", **{"as": "first_game"})


class TestTheFirstGame:
    def test_its_island_is_there_as_soon_as_people_sit_down(self) -> None:
        view, known = GAME.view(story_of(FIRST_GAME)), as_entered(story_of(FIRST_GAME))
        assert known["hexes"] == hexes(first_game_layout())
        assert known["harbors"] == dict(first_game_layout().harbors)
        missing = {"hexes": 0, "tokens": 0, "harbors": 0}
        item = {"kind": "lay_island", "missing": missing, "editions": [], "draw": False}
        assert view["to_do"] == [item]

    def test_its_pieces_and_starting_resources_come_with_it_once_people_say_that_it_is_right(self) -> None:
        told = entered(story_of(FIRST_GAME), kind="lay_island").events
        assert told[0] == LayoutSet(first_game_layout())
        history = story_of(FIRST_GAME, *told)
        for event, state in zip(told, _states(FIRST_GAME, *told), strict=False):
            assert not GAME.violations(state, event), event
        view = GAME.view(history)
        assert (view["phase"], view["turn"]) == ("play", 1)
        assert view["to_do"] == [{"kind": "roll", "colour": "red", "again": False, "fresh": False}]
        assert [(p["points"], p["cards"], p["left"]["road"]) for p in view["players"]] == [(2, 3, 13)] * 3
        starred = {event.player: event.at for event in told if isinstance(event, TakeStartingResources)}
        assert starred == STARRED

    def test_a_colour_that_the_diagram_has_not_plays_pieces_that_are_left(self) -> None:
        seats = (Seat("Ana", "green"), Seat("Ben", "red"), Seat("Cyr", "brown"), Seat("Dora", "white"))
        started = GameStarted(seats, Options(setup="first_game"))
        told = entered(story_of(started), kind="lay_island").events
        settlements = [event for event in told if isinstance(event, PlaceSettlement)]
        assert len({event.at for event in settlements}) == 8
        assert {event.at for event in settlements if event.player == "red"} == {"i4,1", "i-2,-2"}
        assert sum(isinstance(event, PlaceRoad) for event in told) == 8

    def test_what_lies_otherwise_on_the_table_is_said_and_the_rest_stays(self) -> None:
        (told,) = corrected(story_of(FIRST_GAME), hexes={"h0,-2": {"number": 9}}).events
        (laid, *pieces) = entered(story_of(FIRST_GAME, told), kind="lay_island").events
        assert isinstance(laid, LayoutSet)
        assert laid.layout.number(HexId("h0,-2")) == 9
        assert laid.layout.numbers[1:] == first_game_layout().numbers[1:]
        assert pieces

    def test_on_another_island_nothing_stands_before_it_is_put_down(self) -> None:
        (told,) = corrected(story_of(FIRST_GAME), hexes={"h0,-2": {"terrain": "hills"}}).events
        (laid,) = entered(story_of(FIRST_GAME, told), kind="lay_island").events
        assert isinstance(laid, LayoutSet)

    def test_an_island_that_a_camera_reads_is_the_one_that_lies_there(self) -> None:
        (told,) = GAME.interpret(story_of(FIRST_GAME), as_read(ISLAND)).events
        assert told == LayoutSet(ISLAND)

    def test_one_that_a_recording_tells_whole_is_that_one_and_no_piece_more(self) -> None:
        bare = {"hexes": hexes(ISLAND)}
        told = entered(story_of(FIRST_GAME), kind="correct", layout=bare).events
        assert told == (LayoutSet(Layout(ISLAND.terrains, ISLAND.numbers)),)


class TestByLot:
    def drawn(self, history: GameHistory[Any, Event], seed: int = 1, **data: Any) -> Any:
        chance = random.Random(seed)
        asked = {"kind": "lay_island", "as": "drawn", **data}
        return GAME.draw_random(history, asked, lambda count: chance.sample(range(count), count))

    def test_the_game_itself_draws_nothing(self) -> None:
        with pytest.raises(InputRefused):
            entered(story_of(SITTING), kind="lay_island", **{"as": "drawn"})

    def test_what_was_drawn_is_proposed_as_it_was_drawn(self) -> None:
        data = self.drawn(story_of(SITTING))
        (told,) = entered(story_of(SITTING), **data).events
        layout = Layout.from_json(data["layout"])
        assert told == LayoutEntered(Draft.from_layout(layout))
        assert layout.departures() == []
        assert entered(story_of(SITTING, told), kind="lay_island").events == (LayoutSet(layout),)

    def test_it_can_be_drawn_again(self) -> None:
        one = entered(story_of(SITTING), **self.drawn(story_of(SITTING))).events
        history = story_of(SITTING, *one)
        other = entered(history, **self.drawn(history, seed=2)).events
        assert one != other
        assert as_entered(story_of(SITTING, *one, *other))["hexes"] == hexes(
            Layout.from_json(self.drawn(history, seed=2)["layout"])
        )

    def test_the_options_say_how_tokens_and_frame_are_drawn(self) -> None:
        sitting = GameStarted(SEATS, Options(frame="by_the_numerals", spiral="random"))
        drawn = self.drawn(story_of(sitting))["layout"]
        assert drawn["harbors"] == dict(first_game_layout().harbors)

    def test_nothing_else_is_left_to_the_lot(self) -> None:
        drawn = self.drawn(story_of(SITTING))
        for other in ({"kind": "roll", "dice": [1, 2]}, {"kind": "lay_island"}, drawn):
            assert GAME.draw_random(story_of(SITTING), other, lambda count: [][count]) == other


class TestBesideACamera:
    def test_what_people_said_is_as_they_said_whichever_way_the_camera_looks(self) -> None:
        read = as_read(ISLAND).reading.rotate(2)
        known = [*HEXES[:6]]
        first = ISLAND.harbors[0]
        history = story_of(SITTING, said(ISLAND, known), LayoutEntered(Draft(harbors=((first[0], "wool"),))))
        told = GAME.interpret(history, IslandSeen(1.0, "camera", read))
        (laid,) = told.events
        assert isinstance(laid, LayoutSet)
        assert (laid.layout.terrains, laid.layout.numbers) == (ISLAND.terrains, ISLAND.numbers)
        assert dict(laid.layout.harbors) == {**dict(ISLAND.harbors), first[0]: "wool"}
        assert told.certainty == pytest.approx(0.72)

    def test_an_island_that_people_entered_whole_waits_for_their_word(self) -> None:
        assert not GAME.interpret(story_of(SITTING, said(ISLAND)), as_read(first_game_layout())).events


def test_an_island_that_lies_there_is_corrected_and_not_laid_again() -> None:
    laid = story_of(SITTING, LayoutSet(ISLAND))
    for way in ("entered", "first_game", "drawn"):
        with pytest.raises(InputRefused, match="already set up"):
            entered(laid, kind="lay_island", layout=ISLAND.to_json(), **{"as": way})


def test_a_way_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputRefused, match="entered, first_game, drawn"):
        entered(story_of(SITTING), kind="lay_island", **{"as": "bought"})


def _states(*events: Event) -> list[Any]:
    """The states that the events after the first one meet."""
    states = [GAME.apply(GAME.initial(), events[0])]
    for event in events[1:]:
        states.append(GAME.apply(states[-1], event))
    return states


class TestBySpiralAndFrame:
    """The terrain was entered: tokens and harbors lie as the rules have it, without a word of each."""

    def of_terrain(self, **options: Any) -> GameHistory[Any, Event]:
        terrain = {at: {"terrain": lies["terrain"]} for at, lies in hexes(ISLAND).items()}
        draft = Draft.from_json({"hexes": terrain})
        return story_of(GameStarted(SEATS, Options(**options)), LayoutEntered(draft))

    @pytest.mark.parametrize("clockwise", [True, False])
    @pytest.mark.parametrize("corner", CORNER_HEXES)
    def test_tokens_lie_in_a_spiral_from_the_corner(self, corner: HexId, clockwise: bool) -> None:
        said_so = {"kind": "lay_island", "as": "spiral", "from": corner, "clockwise": clockwise}
        told = entered(self.of_terrain(), **said_so)
        expected = variable_layout(ISLAND.terrains, corner, clockwise=clockwise)
        assert told.events == (said(expected),)

    def test_the_way_round_is_that_of_the_table_s_rules(self) -> None:
        said_so = {"kind": "lay_island", "as": "spiral", "from": CORNER_HEXES[0]}
        for spiral in ("clockwise", "counter_clockwise"):
            told = entered(self.of_terrain(spiral=spiral), **said_so)
            expected = variable_layout(ISLAND.terrains, CORNER_HEXES[0], clockwise=spiral == "clockwise")
            assert told.events == (said(expected),)

    def test_harbors_lie_as_the_frame_is_put_together(self) -> None:
        frame = [3, 0, 5, 1, 2, 4]
        (told,) = entered(self.of_terrain(), kind="lay_island", **{"as": "frame"}, frame=frame).events
        assert isinstance(told, LayoutEntered)
        assert dict(told.layout.placed_harbors) == dict(frame_harbors(frame))
        assert told.layout.hexes == ()

    @pytest.mark.parametrize(
        "said_so",
        [
            {"as": "spiral"},
            {"as": "spiral", "from": "h0,0"},
            {"as": "spiral", "from": CORNER_HEXES[0], "clockwise": "yes"},
            {"as": "frame"},
            {"as": "frame", "frame": [0, 1, 2]},
            {"as": "frame", "frame": [0, 1, 2, 3, 4, 4]},
            {"as": "frame", "frame": "012345"},
        ],
    )
    def test_nonsense_is_refused(self, said_so: dict[str, Any]) -> None:
        with pytest.raises((InputRefused, LayoutError)):
            entered(self.of_terrain(), kind="lay_island", **said_so)

    def test_no_token_lies_before_the_terrain_is_known(self) -> None:
        with pytest.raises((InputRefused, LayoutError), match="The island isn't complete"):
            entered(story_of(SITTING), **{"kind": "lay_island", "as": "spiral", "from": CORNER_HEXES[0]})
