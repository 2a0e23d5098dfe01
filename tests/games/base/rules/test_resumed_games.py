"""Resuming a game in the middle: the table's state from the players and the camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.inputs import roll_decisions, table_inputs
from companion.games.base.rules.cards import (
    BANK,
    DECK_SIZE,
    NO_CARDS,
    ROAD_COST,
    SETTLEMENT_COST,
    cards_from_json,
)
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    GameStarted,
    PlaceCity,
    PlacedPiece,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    Side,
    TakeUp,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.legality import (
    BOARD_STABLE_S,
    RuleViolation,
    complete_take_up,
    parse_take_up,
    violations,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation, Replace
from companion.island.geometry import PATHS, SITES, HexId, IntersectionId, PathId, Site, Standing
from companion.island.reading import PiecesReading
from companion.observations import BoardSeen, InputEntered, InputRefused
from tests.games.base.histories import FOUNDING, OPENING, SEATS, account_of, holds, story_of

PLACED_PIECES = (
    PlacedPiece(IntersectionId("i4,1"), "city", "red"),
    PlacedPiece(PathId("p3,0"), "road", "red"),
    PlacedPiece(IntersectionId("i5,-4"), "settlement", "blue"),
    PlacedPiece(PathId("p3,-3"), "road", "blue"),
    PlacedPiece(IntersectionId("i1,4"), "settlement", "white"),
    *(PlacedPiece(at, "road", "white") for at in map(PathId, ("p1,2", "p1,1", "p1,0", "p1,-1", "p1,-2"))),
)
DESCRIPTION: dict[str, Any] = {
    "on_turn": "blue",
    "hands": {"red": {"wool": 2, "ore": 1}, "blue": {"unidentified": 4}, "white": None},
    "played": {"red": {"knight": 3, "monopoly": 1}, "white": {"knight": 1}},
    "development_cards": {"white": 2},
    "pieces": [{"at": p.at, "kind": p.kind, "colour": p.colour} for p in PLACED_PIECES],
}
ROADS = [{"at": at, "kind": "road", "colour": "red"} for at in PATHS[:16]]
WAITING = {**DESCRIPTION, "pieces": None}


def state_after(*events: Event) -> State:
    return fold((*OPENING, *events))


def board(pieces: Mapping[Site, Standing], t: float = 100.0, **more: Any) -> BoardSeen:
    sites: dict[Site, Mapping[Standing | None, float]] = {
        at: {pieces.get(at): 0.95, Standing("road" if at in PATHS else "city", "orange"): 0.05}
        for at in SITES
    }
    given: dict[str, Any] = {"robber": {HexId("h1,0"): 0.9, None: 0.1}, **more}
    return BoardSeen(t, "camera", PiecesReading(sites), **given)


SEEN_PIECES: dict[Site, Standing] = {p.at: Standing(p.kind, p.colour) for p in PLACED_PIECES}


class TestTableState:
    def test_play_continues_with_the_active_player(self) -> None:
        state = state_after(parse_take_up(DESCRIPTION))
        assert (state.phase, state.turn, state.dice) == ("play", 1, None)
        assert state.players[state.active].colour == "blue"
        assert not violations(state, Roll("blue", (1, 2)))

    def test_hands_and_cards_are_as_described(self) -> None:
        red, blue, white = state_after(parse_take_up(DESCRIPTION)).players
        assert red.hand == cards_from_json({"wool": 2, "ore": 1})
        assert blue.hand == cards_from_json({"unidentified": 4})
        assert white.hand == NO_CARDS
        assert (red.knights, white.knights, sum(white.development)) == (3, 1, 2)

    def test_bank_and_deck_hold_the_remaining_cards(self) -> None:
        state = state_after(parse_take_up(DESCRIPTION))
        assert sum(state.bank) == sum(BANK) - 7
        assert state.bank[2:5] == (17, 19, 18)
        assert state.deck == DECK_SIZE - 7

    def test_points_and_special_cards_follow_the_board(self) -> None:
        state = state_after(parse_take_up(DESCRIPTION))
        assert [state.public_points(seat) for seat in range(3)] == [4, 1, 3]
        assert (state.largest_army, state.longest_road) == (0, 2)
        assert state.players[2].road_length == 5

    def test_a_tied_special_card_has_the_described_holder(self) -> None:
        equal = {**DESCRIPTION, "played": {"red": {"knight": 3}, "blue": {"knight": 3}}}
        assert state_after(parse_take_up(equal)).largest_army is None
        assert state_after(parse_take_up({**equal, "largest_army": "blue"})).largest_army == 1

    def test_the_robber_is_where_described_or_in_the_desert(self) -> None:
        assert state_after(parse_take_up(DESCRIPTION)).robber == "h0,0"
        assert state_after(parse_take_up({**DESCRIPTION, "robber": "h2,0"})).robber == "h2,0"

    def test_a_game_can_be_described_before_the_island_is_read(self) -> None:
        started, laid = OPENING
        waits = fold((started, parse_take_up(DESCRIPTION)))
        assert waits.phase == "layout"
        assert apply(waits, laid) == state_after(parse_take_up(DESCRIPTION))

    def test_a_described_player_with_enough_points_has_won(self) -> None:
        cities = [
            {"at": at, "kind": "city", "colour": "blue"} for at in ("i4,1", "i5,-4", "i1,4", "i-5,4", "i-2,4")
        ]
        state = state_after(parse_take_up({**DESCRIPTION, "pieces": cities}))
        assert (state.phase, state.winner) == ("over", 1)


class TestUnknownPieces:
    @pytest.fixture
    def waits(self) -> State:
        return state_after(parse_take_up(WAITING))

    def test_nothing_is_rolled_before_the_pieces_are_known(self, waits: State) -> None:
        assert waits.phase == "taking_up"
        interpretation = roll_decisions.interpret_roll(waits, (1, 2))
        assert interpretation.events == ()
        assert "pieces" in interpretation.notice

    def test_the_camera_sets_the_board(self, waits: State) -> None:
        event = complete_take_up(waits, SEEN_PIECES, HexId("h1,0"))
        state = apply(waits, event)
        described = state_after(parse_take_up({**DESCRIPTION, "robber": "h1,0"}))
        assert state == described

    def test_the_board_is_taken_over_once_it_is_clear_and_at_rest(self) -> None:
        history = story_of(*OPENING, parse_take_up(WAITING))
        game = BaseGame()
        interpretation = game.interpret(history, board(SEEN_PIECES))
        assert interpretation.certainty == 0.95
        assert apply(history.state, interpretation.events[0]) == state_after(
            parse_take_up({**DESCRIPTION, "robber": "h1,0"})
        )
        moved: dict[Site, float] = {PATHS[0]: 100.0 - BOARD_STABLE_S / 2}
        assert game.interpret(history, board(SEEN_PIECES, since=moved)) == Interpretation()
        assert game.interpret(history, board(SEEN_PIECES, since=moved, closing=True)) == interpretation
        assert game.interpret(history, board(SEEN_PIECES, covered={PATHS[0]: 0.0})) == Interpretation()

    def test_an_impossible_board_is_left_to_the_players(self) -> None:
        history = story_of(*OPENING, parse_take_up(WAITING))
        crowded: dict[Site, Standing] = {at: Standing("city", "red") for at in ("i4,1", "i5,-4", "i1,4")}  # type: ignore[misc]  # plain strings will do
        for n in range(16):
            crowded[PATHS[n]] = Standing("road", "red")
        assert BaseGame().interpret(history, board(crowded)) == Interpretation()

    def test_players_set_the_board_by_placing_pieces(self, waits: State) -> None:
        placed: list[Event] = []
        for piece in PLACED_PIECES:
            if piece.kind == "road":
                placed.append(PlaceRoad(piece.colour, piece.at))  # type: ignore[arg-type]  # plain strings will do
            else:
                placed.append(PlaceSettlement(piece.colour, piece.at))  # type: ignore[arg-type]  # plain strings will do
        placed.append(PlaceCity("red", IntersectionId("i4,1")))
        state = waits
        for event in placed:
            assert not violations(state, event)
            state = apply(state, event)
        assert [player.hand for player in state.players] == [NO_CARDS] * 3
        believed = account_of(*OPENING, parse_take_up(WAITING), *placed)
        history = story_of(*OPENING, parse_take_up(WAITING), *placed)
        (event,) = table_inputs.interpret(history, believed, {"kind": "take_up"}).events
        assert not violations(state, event)
        assert apply(state, event) == state_after(parse_take_up(DESCRIPTION))


class TestBeliefs:
    START = GameStarted(SEATS, Options(all_told=True))

    def test_only_named_hands_are_certain(self) -> None:
        belief = account_of(self.START, OPENING[1], parse_take_up(DESCRIPTION)).belief
        assert [belief.hand(seat).certain for seat in range(3)] == [True, False, False]
        assert belief.hand(0).cards == cards_from_json({"wool": 2, "ore": 1})
        assert set(belief.hand(1).sizes) == {4}
        assert set(belief.hand(2).sizes) == set(range(8))
        assert 0 < belief.p_can_afford(1, SETTLEMENT_COST) < belief.p_can_afford(1, ROAD_COST) < 1

    def test_a_hand_is_certain_once_it_is_shown(self) -> None:
        shown = [holds("white", ore=2), holds("blue", wool=4)]
        belief = account_of(self.START, OPENING[1], parse_take_up(DESCRIPTION), *shown).belief
        assert [belief.hand(seat).certain for seat in range(3)] == [True, True, True]

    @pytest.mark.parametrize("pieces_later", [False, True])
    def test_the_belief_does_not_depend_on_the_order_of_information(self, pieces_later: bool) -> None:
        complete = parse_take_up({**DESCRIPTION, "robber": "h1,0"})
        at_once = account_of(*OPENING, complete)
        waits = story_of(*OPENING, parse_take_up(WAITING)).state
        later = (
            account_of(*OPENING, parse_take_up(WAITING), complete_take_up(waits, SEEN_PIECES, HexId("h1,0")))
            if pieces_later
            else account_of(OPENING[0], complete, OPENING[1])
        )
        assert later.belief.particles == at_once.belief.particles
        assert later.belief.uncertain_hands == at_once.belief.uncertain_hands


class TestInvalidDescriptions:
    @pytest.mark.parametrize(
        ("description", "fault"),
        [
            ({"pieces": [*DESCRIPTION["pieces"], DESCRIPTION["pieces"][0]]}, RuleViolation.SITE_TAKEN),
            ({"pieces": ROADS}, RuleViolation.NO_PIECE_LEFT),
            ({"hands": {"red": {"wool": 12}, "blue": {"wool": 8}}}, RuleViolation.BANK_LACKS),
            ({"development_cards": {"red": 20, "blue": 6}}, RuleViolation.DECK_EMPTY),
            ({"played": {"red": {"monopoly": 2}, "blue": {"monopoly": 1}}}, RuleViolation.NO_SUCH_CARD_LEFT),
        ],
    )
    def test_an_impossible_number_of_cards_is_flagged(
        self, description: dict[str, Any], fault: RuleViolation
    ) -> None:
        assert violations(state_after(), parse_take_up({**DESCRIPTION, **description})) == fault

    def test_buildings_too_close_are_flagged(self) -> None:
        near = [{"at": at, "kind": "city", "colour": "red"} for at in ("i4,1", "i5,-1")]
        assert (
            violations(state_after(), parse_take_up({**DESCRIPTION, "pieces": near}))
            == RuleViolation.DISTANCE_RULE
        )

    def test_a_game_founded_here_cannot_be_resumed(self) -> None:
        assert violations(state_after(*FOUNDING), parse_take_up(DESCRIPTION)) == RuleViolation.WRONG_PHASE

    @pytest.mark.parametrize(
        "description",
        [
            [],
            {},
            {"on_turn": "pink"},
            {"on_turn": "red", "hands": [1]},
            {"on_turn": "red", "hands": {"red": 4}},
            {"on_turn": "red", "hands": {"pink": None}},
            {"on_turn": "red", "played": {"red": {"wool": 1}}},
            {"on_turn": "red", "development_cards": {"red": -1}},
            {"on_turn": "red", "weather": "fine"},
        ],
    )
    def test_an_invalid_description_is_refused_with_a_message(self, description: object) -> None:
        players = [{"colour": colour} for colour in ("red", "blue", "white")]
        with pytest.raises(ValueError, match=r".{10,}"):
            BaseGame().opening({"players": players, "taken_up": description or [description]})

    def test_an_absent_player_cannot_be_active(self) -> None:
        history = story_of(*OPENING)
        with pytest.raises(InputRefused, match="nobody plays orange"):
            BaseGame().interpret(
                history, InputEntered(1.0, "tablet", {"kind": "take_up", "on_turn": "orange"})
            )


def test_described_hands_are_not_public() -> None:
    state = state_after(parse_take_up(DESCRIPTION))
    event = BaseGame().event_in_public(state, TakeUp("blue", (Side("red", cards_from_json({"wool": 2})),)))
    assert "wool" not in str(event)


class TestResumingAfterTheRoll:
    """The dice were rolled before the table joined; their production is in the hands."""

    RESUMED_GAME = TakeUp("blue", (Side("blue", cards_from_json({"lumber": 1, "brick": 1})),), PLACED_PIECES)

    def test_after_the_roll_the_player_builds_and_passes_the_dice(self) -> None:
        state = story_of(*OPENING, replace(self.RESUMED_GAME, rolled=True)).state
        assert not violations(state, PlaceRoad("blue", PATHS[0])) & RuleViolation.NOT_ROLLED
        assert violations(state, Roll("blue", (1, 1))) & RuleViolation.ALREADY_ROLLED
        assert not violations(state, EndTurn("blue"))
        assert state.players[1].hand == cards_from_json({"lumber": 1, "brick": 1})

    def test_the_rolled_dice_are_unknown(self) -> None:
        view = BaseGame().view(story_of(*OPENING, replace(self.RESUMED_GAME, rolled=True)))
        assert view["rolled"]
        assert (view["roll"], view["last_roll"]) == (None, None)

    def test_one_tap_enters_that_the_dice_were_rolled_before(self) -> None:
        history = story_of(*OPENING, self.RESUMED_GAME)
        (due,) = BaseGame().view(history)["to_do"]
        assert due == {"kind": "roll", "colour": "blue", "again": False, "fresh": True}
        telling = BaseGame().interpret(history, InputEntered(99.0, "tablet", {"kind": "rolled_before"}))
        (correction,) = telling.corrections
        assert isinstance(correction, Replace)
        assert correction.event == replace(self.RESUMED_GAME, rolled=True)

    @pytest.mark.parametrize(
        "events", [(*OPENING, *FOUNDING), (*OPENING, RESUMED_GAME, Roll("blue", (1, 1)))]
    )
    def test_rolled_before_is_refused_in_any_other_turn(self, events: tuple[Event, ...]) -> None:
        with pytest.raises(InputRefused, match="just joined in progress"):
            BaseGame().interpret(story_of(*events), InputEntered(99.0, "tablet", {"kind": "rolled_before"}))

    def test_a_game_of_an_earlier_version_waits_for_the_roll(self) -> None:
        kept = event_to_json(self.RESUMED_GAME)
        assert "rolled" not in kept
        assert event_from_json(kept) == self.RESUMED_GAME
        assert parse_take_up({"on_turn": "blue", "rolled": True}).rolled
