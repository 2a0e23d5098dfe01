"""Entering the island: hex by hex, from a diagram or a random draw; the players confirm it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
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
    TakeStartingResources,
)
from companion.games.base.rules.options import Options
from companion.games.game_api import GameHistory, Interpretation, Replace
from companion.games.seats import Seat
from companion.i18n import message_from_json
from companion.island.geometry import (
    CORNER_HEXES,
    HEX_INDEX,
    HEXES,
    HEXES_AT,
    INTERSECTIONS,
    HexId,
    IntersectionId,
)
from companion.island.layout import Draft, Layout, LayoutError
from companion.island.reading import HexReading, IslandReading
from companion.island.setups import (
    draw_layout,
    first_game_layout,
    frame_harbors,
    frame_pieces,
    starred_site,
    variable_layout,
)
from companion.observations import InputEntered, InputRefused, IslandSeen
from tests.games.base.histories import SEATS, story_of

GAME = BaseGame()
ISLAND = draw_layout(lambda count: random.Random(5).sample(range(count), count))
SITTING = GameStarted(SEATS)
FIRST_GAME = GameStarted(SEATS, Options(setup="first_game"))
FIRST_SETTLEMENTS = {"red": "i-2,-2", "blue": "i-5,4", "white": "i-2,4"}


def interpret(history: GameHistory[Any, Event], **data: Any) -> Interpretation[Event]:
    return GAME.interpret(history, InputEntered(1.0, "tablet", data))


def correct_layout(history: GameHistory[Any, Event], **layout: Any) -> Interpretation[Event]:
    return interpret(history, kind="correct", layout=layout)


def hexes(layout: Layout, some: Any = HEXES) -> dict[str, Any]:
    return {at: lies for at, lies in layout.to_json()["hexes"].items() if at in some}


def layout_entered(layout: Layout, some: Any = HEXES) -> LayoutEntered:
    return LayoutEntered(Draft.from_json({"hexes": hexes(layout, some)}))


def pending_item(history: GameHistory[Any, Event]) -> Mapping[str, Any]:
    (item,) = GAME.view(history)["to_do"]
    found: Mapping[str, Any] = item
    return found


def entered_layout(history: GameHistory[Any, Event]) -> IslandEntered:
    """The entered part of the island."""
    known = GAME.view(history)["entered"]
    assert known is not None, "the island lies"
    return known


def layout_reading(layout: Layout) -> IslandSeen:
    read = {h: HexReading({layout.terrain(h): 0.9}, {layout.number(h): 0.8}) for h in HEXES}
    coast = {path: {kind: 0.9} for path, kind in layout.harbors}
    return IslandSeen(1.0, "camera", IslandReading(read, coast))


class TestHexByHex:
    def test_one_hex_can_be_entered(self) -> None:
        history = story_of(SITTING)
        interpretation = correct_layout(history, hexes={"h0,0": {"terrain": "forest", "number": 11}})
        assert interpretation.events == (LayoutEntered(Draft((("h0,0", "forest", 11),))),)  # type: ignore[arg-type]  # plain tuples
        assert not GAME.violations(history.state, interpretation.events[0])

    def test_one_harbor_can_be_entered(self) -> None:
        path, kind = ISLAND.harbors[0]
        assert correct_layout(story_of(SITTING), harbors={path: kind}).events == (
            LayoutEntered(Draft(harbors=((path, kind),))),
        )

    def test_changing_a_hex_records_only_the_changed_fields(self) -> None:
        history = story_of(SITTING, LayoutEntered(Draft((("h0,0", "forest", 11),))))  # type: ignore[arg-type]  # plain tuples
        (event,) = correct_layout(history, hexes={"h0,0": {"number": 3}}).events
        assert event == LayoutEntered(Draft((("h0,0", "forest", 3),)))  # type: ignore[arg-type]  # plain tuples

    def test_everyone_sees_which_parts_are_known_and_which_are_missing(self) -> None:
        history = story_of(SITTING, layout_entered(ISLAND, HEXES[:12]))
        view, known = GAME.view(history), entered_layout(history)
        assert (view["phase"], view["layout"]) == ("layout", None)
        assert known["hexes"] == hexes(ISLAND, HEXES[:12])
        assert known["missing"]["hexes"] == list(HEXES[12:])
        assert sum(known["missing"]["harbors"].values()) == 9
        due = view["to_do"][0]
        assert due["kind"] == "lay_island"
        assert due["missing"] == {"hexes": 7, "tokens": 0, "harbors": 9}

    def test_too_many_of_a_terrain_is_reported_and_not_refused(self) -> None:
        two = {at: {"terrain": "desert", "number": None} for at in HEXES[:2]}
        (event,) = correct_layout(story_of(SITTING), hexes=two).events
        (departure,) = GAME.view(story_of(SITTING, event))["departures"]
        assert message_from_json(departure) == "Terrain Desert: 2 on the table, 1 in the box"

    def test_players_can_confirm_an_unusual_set_of_tiles(self) -> None:
        woods = Layout(("forest",) * 19, (11,) * 19)
        history = story_of(SITTING, layout_entered(woods))
        (event,) = interpret(history, kind="lay_island").events
        assert event == LayoutSet(woods)
        assert len(GAME.view(story_of(SITTING, event))["departures"]) > 10

    def test_an_incomplete_island_is_refused_with_the_missing_parts(self) -> None:
        with pytest.raises(InputRefused, match="7 hexes are missing"):
            interpret(
                story_of(SITTING, layout_entered(ISLAND, HEXES[:12])), kind="lay_island", **{"as": "entered"}
            )

    def test_confirming_a_complete_island_begins_the_founding(self) -> None:
        harbors = LayoutEntered(Draft(harbors=ISLAND.harbors))
        interpretation = interpret(story_of(SITTING, layout_entered(ISLAND), harbors), kind="lay_island")
        assert interpretation.events == (LayoutSet(ISLAND),)
        view = GAME.view(story_of(SITTING, layout_entered(ISLAND), harbors, *interpretation.events))
        assert (view["phase"], view["layout"], view["entered"]) == ("founding", ISLAND.to_json(), None)

    def test_a_whole_island_in_one_input_needs_no_confirmation(self) -> None:
        interpretation = interpret(story_of(SITTING), kind="correct", layout=ISLAND.to_json())
        assert interpretation.events == (LayoutSet(ISLAND),)

    def test_two_harbors_at_one_intersection_are_refused(self) -> None:
        first = LayoutEntered(Draft.from_json({"harbors": {"p0,-5": "ore"}}))
        with pytest.raises(InputRefused, match="share an intersection"):
            correct_layout(story_of(SITTING, first), harbors={"p1,-5": "wool"})

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
            interpret(story_of(SITTING), kind="correct", layout=layout)


class TestFromADiagram:
    def test_the_first_game_diagram_is_proposed_and_then_confirmed(self) -> None:
        (event,) = interpret(story_of(SITTING), kind="lay_island", **{"as": "first_game"}).events
        assert event == LayoutEntered(Draft.from_layout(first_game_layout()))
        history = story_of(SITTING, event)
        assert pending_item(history)["missing"] == {"hexes": 0, "tokens": 0, "harbors": 0}
        assert interpret(history, kind="lay_island").events == (LayoutSet(first_game_layout()),)

    def test_the_first_game_tokens_follow_the_edition(self) -> None:
        sitting = GameStarted(SEATS, Options(first_game_tokens="letters"))
        (event,) = interpret(story_of(sitting), kind="lay_island", **{"as": "first_game"}).events
        assert event == LayoutEntered(Draft.from_layout(first_game_layout(tokens="letters")))

    def test_every_stored_diagram_is_offered_when_founding_in_turns(self) -> None:
        item = pending_item(story_of(SITTING))
        assert (item["editions"], item["draw"], item["pieces"]) == (["2015-2020"], True, "in_turns")
        with pytest.raises(InputRefused, match="2015-2020"):
            interpret(story_of(SITTING), kind="lay_island", edition="1899", **{"as": "first_game"})


class TestFirstGame:
    def test_no_diagram_is_assumed_because_the_rulebook_at_the_table_may_show_another(self) -> None:
        known, item = entered_layout(story_of(FIRST_GAME)), pending_item(story_of(FIRST_GAME))
        assert (known["hexes"], known["harbors"]) == ({}, {})
        assert (item["missing"]["hexes"], item["editions"], item["draw"]) == (19, ["2015-2020"], False)
        assert item["pieces"] == "as_printed"

    def test_the_beginners_island_is_offered_with_its_pieces(self) -> None:
        data = {"kind": "lay_island", "as": "first_game", "edition": "2015-2020", "pieces": True}
        interpretation = interpret(story_of(SITTING), **data)
        assert interpretation.events == (LayoutEntered(Draft.from_layout(first_game_layout())),)
        (correction,) = interpretation.corrections
        assert isinstance(correction, Replace)
        assert correction.event == FIRST_GAME
        history = story_of(FIRST_GAME, *interpretation.events)
        assert pending_item(history)["pieces"] == "from_diagram"
        assert interpret(history, **data).corrections == ()

    def test_pieces_are_placed_in_turns_again_on_request(self) -> None:
        history = story_of(FIRST_GAME)
        interpretation = interpret(history, kind="lay_island", pieces=False, **{"as": "first_game"})
        (correction,) = interpretation.corrections
        assert isinstance(correction, Replace)
        assert correction.event == SITTING

    def test_an_entered_island_keeps_its_own_numbers_and_harbors(self) -> None:
        (event,) = correct_layout(story_of(FIRST_GAME), hexes={"h0,-2": {"terrain": "hills"}}).events
        assert event == LayoutEntered(Draft((("h0,-2", "hills", None),)))  # type: ignore[arg-type]  # plain tuples
        whole = layout_entered(ISLAND)
        (laid,) = interpret(story_of(FIRST_GAME, whole), kind="lay_island").events
        assert laid == LayoutSet(Layout(ISLAND.terrains, ISLAND.numbers))

    @pytest.mark.parametrize("pieces", ["yes", 1, {}])
    def test_pieces_are_true_or_false(self, pieces: Any) -> None:
        with pytest.raises(InputRefused, match="true or false"):
            interpret(story_of(SITTING), kind="lay_island", pieces=pieces, **{"as": "first_game"})

    def test_confirming_the_first_game_island_places_its_pieces_and_starting_resources(self) -> None:
        events = interpret(story_of(FIRST_GAME), kind="lay_island").events
        assert events[0] == LayoutSet(first_game_layout())
        history = story_of(FIRST_GAME, *events)
        for event, state in zip(events, _states(FIRST_GAME, *events), strict=False):
            assert not GAME.violations(state, event), event
        view = GAME.view(history)
        assert (view["phase"], view["turn"]) == ("play", 1)
        assert view["to_do"] == [{"kind": "roll", "colour": "red", "again": False, "fresh": False}]
        assert [(p["points"], p["cards"], p["left"]["road"]) for p in view["players"]] == [(2, 3, 13)] * 3
        starred = {event.player: event.at for event in events if isinstance(event, TakeStartingResources)}
        assert starred == FIRST_SETTLEMENTS

    def test_a_colour_missing_from_the_diagram_plays_the_pieces_left(self) -> None:
        seats = (Seat("Ana", "green"), Seat("Ben", "red"), Seat("Cyr", "brown"), Seat("Dora", "white"))
        started = GameStarted(seats, Options(setup="first_game"))
        events = interpret(story_of(started), kind="lay_island").events
        settlements = [event for event in events if isinstance(event, PlaceSettlement)]
        assert len({event.at for event in settlements}) == 8
        assert {event.at for event in settlements if event.player == "red"} == {"i4,1", "i-2,-2"}
        assert sum(isinstance(event, PlaceRoad) for event in events) == 8

    def test_a_changed_token_is_recorded_and_the_pieces_stay(self) -> None:
        (event,) = correct_layout(story_of(FIRST_GAME), hexes={"h0,-2": {"number": 9}}).events
        (laid, *pieces) = interpret(story_of(FIRST_GAME, event), kind="lay_island").events
        assert isinstance(laid, LayoutSet)
        assert laid.layout.number(HexId("h0,-2")) == 9
        assert laid.layout.numbers[1:] == first_game_layout().numbers[1:]
        assert pieces

    def test_changed_terrain_places_no_pieces(self) -> None:
        (event,) = correct_layout(story_of(FIRST_GAME), hexes={"h0,-2": {"terrain": "hills"}}).events
        (laid,) = interpret(story_of(FIRST_GAME, event), kind="lay_island").events
        assert isinstance(laid, LayoutSet)

    def test_an_island_read_by_the_camera_replaces_the_proposal(self) -> None:
        (event,) = GAME.interpret(story_of(FIRST_GAME), layout_reading(ISLAND)).events
        assert event == LayoutSet(ISLAND)

    def test_a_whole_island_from_a_recording_places_no_pieces(self) -> None:
        bare = {"hexes": hexes(ISLAND)}
        events = interpret(story_of(FIRST_GAME), kind="correct", layout=bare).events
        assert events == (LayoutSet(Layout(ISLAND.terrains, ISLAND.numbers)),)


class TestUnknownDiagram:
    """A first game whose diagram is not stored: players place the pieces, and a tap names each star."""

    RED = (PlaceSettlement("red", IntersectionId("i-2,-2")), PlaceSettlement("red", IntersectionId("i4,1")))
    LAID_ISLAND = (FIRST_GAME, LayoutSet(ISLAND))

    def items(self, *events: Event) -> list[dict[str, Any]]:
        return [dict(item) for item in GAME.view(story_of(*self.LAID_ISLAND, *events))["to_do"]]

    def test_the_star_is_asked_once_both_settlements_are_placed(self) -> None:
        assert [item["kind"] for item in self.items(self.RED[0])] == ["found"] * 3
        star, roads, *others = self.items(*self.RED)
        assert star["kind"] == "take_starting_resources"
        assert (star["colour"], set(star["sites"])) == ("red", {"i-2,-2", "i4,1"})
        assert (roads["kind"], roads["colour"]) == ("found", "red")
        assert [(item["kind"], item["colour"]) for item in others] == [("found", "blue"), ("found", "white")]

    def test_a_tap_on_the_star_gives_the_starting_resources(self) -> None:
        history = story_of(*self.LAID_ISLAND, *self.RED)
        (event,) = interpret(history, kind="take_starting_resources", at="i4,1", player="red").events
        assert event == TakeStartingResources("red", IntersectionId("i4,1"))
        assert not GAME.violations(history.state, event)
        # The roads are still missing.
        assert [item["kind"] for item in self.items(*self.RED, event)][:1] == ["found"]
        assert "take_starting_resources" not in [item["kind"] for item in self.items(*self.RED, event)]

    def test_the_text_of_2025_gives_the_star_of_blue(self) -> None:
        beside = [at for at in INTERSECTIONS if len(HEXES_AT[at]) == 3]
        around = {at: {ISLAND.terrain(h) for h in HEXES_AT[at]} for at in beside}
        star = next(at for at in beside if around[at] == {"hills", "mountains", "fields"})
        other = next(at for at in beside if around[at] == {"forest", "pasture", "fields"})
        for colour, likely in (
            ("blue", {"at": star, "cards": {"brick": 1, "ore": 1, "grain": 1}}),
            ("red", None),
        ):
            events = [PlaceSettlement(colour, at) for at in (other, star)]  # type: ignore[arg-type]  # plain texts
            (item,) = [each for each in self.items(*events) if each["kind"] == "take_starting_resources"]
            assert item["likely"] == likely

    def test_no_star_is_suggested_if_both_settlements_have_the_terrain_of_the_text(self) -> None:
        layout = first_game_layout()
        alike = tuple("hills" if terrain in ("forest", "pasture") else terrain for terrain in layout.terrains)
        twins = [
            at
            for at in INTERSECTIONS
            if sorted(alike[HEX_INDEX[h]] for h in HEXES_AT[at]) == ["fields", "hills", "mountains"]
        ]
        assert len(twins) >= 2
        assert starred_site("blue", twins[:1], replace(layout, terrains=alike)) == twins[0]
        assert starred_site("blue", twins[:2], replace(layout, terrains=alike)) is None

    def test_a_stored_diagram_suggests_its_own_stars(self) -> None:
        placed = [PlaceSettlement("blue", IntersectionId(at)) for at in ("i-5,4", "i1,4")]
        history = story_of(FIRST_GAME, LayoutSet(first_game_layout()), *placed)
        (item,) = [dict(each) for each in GAME.view(history)["to_do"] if "sites" in each]
        assert item["likely"]["at"] == FIRST_SETTLEMENTS["blue"]  # type: ignore[index]  # any JSON


class TestRandomDraw:
    def draw_island(self, history: GameHistory[Any, Event], seed: int = 1, **data: Any) -> Any:
        chance = random.Random(seed)
        asked = {"kind": "lay_island", "as": "drawn", **data}
        return GAME.draw_random(history, asked, lambda count: chance.sample(range(count), count))

    def test_the_game_does_not_draw_by_itself(self) -> None:
        with pytest.raises(InputRefused):
            interpret(story_of(SITTING), kind="lay_island", **{"as": "drawn"})

    def test_a_drawn_island_is_proposed(self) -> None:
        data = self.draw_island(story_of(SITTING))
        (event,) = interpret(story_of(SITTING), **data).events
        layout = Layout.from_json(data["layout"])
        assert event == LayoutEntered(Draft.from_layout(layout))
        assert layout.departures() == []
        assert interpret(story_of(SITTING, event), kind="lay_island").events == (LayoutSet(layout),)

    def test_the_island_can_be_drawn_again(self) -> None:
        one = interpret(story_of(SITTING), **self.draw_island(story_of(SITTING))).events
        history = story_of(SITTING, *one)
        other = interpret(history, **self.draw_island(history, seed=2)).events
        assert one != other
        assert entered_layout(story_of(SITTING, *one, *other))["hexes"] == hexes(
            Layout.from_json(self.draw_island(history, seed=2)["layout"])
        )

    def test_options_control_how_tokens_and_frame_are_drawn(self) -> None:
        sitting = GameStarted(SEATS, Options(frame="by_the_numerals", spiral="random"))
        drawn = self.draw_island(story_of(sitting))["layout"]
        assert drawn["harbors"] == dict(first_game_layout().harbors)

    def test_other_inputs_are_not_drawn(self) -> None:
        drawn = self.draw_island(story_of(SITTING))
        for other in ({"kind": "roll", "dice": [1, 2]}, {"kind": "lay_island"}, drawn):
            assert GAME.draw_random(story_of(SITTING), other, lambda count: [][count]) == other


class TestWithACamera:
    def test_entered_parts_keep_their_places_in_any_camera_rotation(self) -> None:
        read = layout_reading(ISLAND).reading.rotate(2)
        known = [*HEXES[:6]]
        first = ISLAND.harbors[0]
        history = story_of(
            SITTING, layout_entered(ISLAND, known), LayoutEntered(Draft(harbors=((first[0], "wool"),)))
        )
        interpretation = GAME.interpret(history, IslandSeen(1.0, "camera", read))
        (laid,) = interpretation.events
        assert isinstance(laid, LayoutSet)
        assert (laid.layout.terrains, laid.layout.numbers) == (ISLAND.terrains, ISLAND.numbers)
        assert dict(laid.layout.harbors) == {**dict(ISLAND.harbors), first[0]: "wool"}
        assert interpretation.certainty == pytest.approx(0.72)

    def test_a_camera_adds_what_is_missing_on_a_hex(self) -> None:
        at = next(h for h in HEXES if ISLAND.number(h))
        for lies in ({"terrain": ISLAND.terrain(at)}, {"number": ISLAND.number(at)}):
            entered = LayoutEntered(Draft.from_json({"hexes": {at: lies}}))
            (laid,) = GAME.interpret(story_of(SITTING, entered), layout_reading(ISLAND)).events
            assert isinstance(laid, LayoutSet)
            assert laid.layout.departures() == []

    def test_a_completely_entered_island_waits_for_confirmation(self) -> None:
        assert not GAME.interpret(
            story_of(SITTING, layout_entered(ISLAND)), layout_reading(first_game_layout())
        ).events


def test_a_confirmed_island_can_only_be_corrected() -> None:
    laid = story_of(SITTING, LayoutSet(ISLAND))
    for way in ("entered", "first_game", "drawn"):
        with pytest.raises(InputRefused, match="already set up"):
            interpret(laid, kind="lay_island", layout=ISLAND.to_json(), **{"as": way})


def test_an_unknown_way_to_lay_the_island_is_refused() -> None:
    with pytest.raises(InputRefused, match="entered, first_game, drawn"):
        interpret(story_of(SITTING), kind="lay_island", **{"as": "bought"})


def _states(*events: Event) -> list[Any]:
    """The state before each event but the first."""
    states = [GAME.apply(GAME.initial(), events[0])]
    for event in events[1:]:
        states.append(GAME.apply(states[-1], event))
    return states


class TestSpiralAndFrame:
    """The terrain is entered: tokens and harbors follow from the rules."""

    def history_with_terrain(self, **options: Any) -> GameHistory[Any, Event]:
        terrain = {at: {"terrain": lies["terrain"]} for at, lies in hexes(ISLAND).items()}
        draft = Draft.from_json({"hexes": terrain})
        return story_of(GameStarted(SEATS, Options(**options)), LayoutEntered(draft))

    @pytest.mark.parametrize("clockwise", [True, False])
    @pytest.mark.parametrize("corner", CORNER_HEXES)
    def test_tokens_lie_in_a_spiral_from_the_corner(self, corner: HexId, clockwise: bool) -> None:
        entry = {"kind": "lay_island", "as": "spiral", "from": corner, "clockwise": clockwise}
        interpretation = interpret(self.history_with_terrain(), **entry)
        expected = variable_layout(ISLAND.terrains, corner, clockwise=clockwise)
        assert interpretation.events == (layout_entered(expected),)

    def test_the_spiral_direction_follows_the_options(self) -> None:
        entry = {"kind": "lay_island", "as": "spiral", "from": CORNER_HEXES[0]}
        for spiral in ("clockwise", "counter_clockwise"):
            interpretation = interpret(self.history_with_terrain(spiral=spiral), **entry)
            expected = variable_layout(ISLAND.terrains, CORNER_HEXES[0], clockwise=spiral == "clockwise")
            assert interpretation.events == (layout_entered(expected),)

    def test_harbors_follow_the_order_of_the_frame(self) -> None:
        frame = [3, 0, 5, 1, 2, 4]
        (event,) = interpret(
            self.history_with_terrain(), kind="lay_island", **{"as": "frame"}, frame=frame
        ).events
        assert isinstance(event, LayoutEntered)
        assert dict(event.layout.placed_harbors) == dict(frame_harbors(frame))
        assert event.layout.hexes == ()

    @pytest.mark.parametrize("known", [0, 1, 5])
    def test_harbors_of_the_known_pieces_are_kept_without_a_warning(self, known: int) -> None:
        frame = [3, 0, 5, 1, 2][:known]
        history = self.history_with_terrain()
        (event,) = interpret(history, kind="lay_island", **{"as": "frame"}, frame=frame).events
        assert isinstance(event, LayoutEntered)
        kinds = [kind for piece in frame for kind in frame_pieces()[piece]]
        assert [kind for _, kind in event.layout.placed_harbors] == kinds
        assert history.state.island_draft.merge(event.layout).departures() == []

    @pytest.mark.parametrize(
        "entry",
        [
            {"as": "spiral"},
            {"as": "spiral", "from": "h0,0"},
            {"as": "spiral", "from": CORNER_HEXES[0], "clockwise": "yes"},
            {"as": "frame"},
            {"as": "frame", "frame": [0, 1, 1]},
            {"as": "frame", "frame": [0, 1, 2, 3, 4, 4]},
            {"as": "frame", "frame": [6]},
            {"as": "frame", "frame": "012345"},
        ],
    )
    def test_nonsense_is_refused(self, entry: dict[str, Any]) -> None:
        with pytest.raises((InputRefused, LayoutError)):
            interpret(self.history_with_terrain(), kind="lay_island", **entry)

    def test_tokens_need_known_terrain(self) -> None:
        with pytest.raises((InputRefused, LayoutError), match="The island isn't complete"):
            interpret(story_of(SITTING), **{"kind": "lay_island", "as": "spiral", "from": CORNER_HEXES[0]})
