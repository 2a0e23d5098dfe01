"""Setting up: the contents of the box, the first game's diagram, the first player."""

from collections.abc import Callable

import pytest

from companion.games.base.rules.cards import BANK, DEVELOPMENT_CARDS, DEVELOPMENT_DECK, RESOURCES, Cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    FirstPlayerChosen,
    GameStarted,
    LayoutSet,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    TakeStartingResources,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.island.geometry import COLOURS, CORNERS, ENDS, PATHS_AT, HexId, IntersectionId, PathId
from companion.island.layout import Layout
from companion.island.setups import first_game_layout, starting_pieces

FIRST_GAME = Options(setup="first_game")
ORDER: tuple[Colour, ...] = ("red", "white", "blue", "orange")
PIECES = dict(zip(ORDER, starting_pieces(), strict=True))


@pytest.mark.parametrize("count", [3, 4])
def test_the_game_is_for_three_or_four_players(count: int) -> None:
    """base-game-digest, first paragraph: « pour 3 à 4 joueurs »."""
    seats = tuple(Seat(colour, colour) for colour in COLOURS[:count])
    assert not violations(State(), GameStarted(seats))


@pytest.mark.parametrize("count", [2, 5, 6])
def test_a_wrong_number_of_players_is_flagged_and_seated(count: int) -> None:
    seats = tuple(Seat(colour, colour) for colour in COLOURS[:count])

    assert violations(State(), GameStarted(seats)) == RuleViolation.PLAYER_COUNT
    assert len(apply(State(), GameStarted(seats)).players) == count


def test_the_bank_holds_nineteen_of_each_resource_and_the_deck_25_cards_in_their_numbers(
    seated_state: Callable[..., State],
) -> None:
    """base-game-2025, page 3, Matériel."""
    state = seated_state("red", "blue", "white")

    assert dict(zip(RESOURCES, state.bank, strict=False)) == dict.fromkeys(RESOURCES, 19)
    assert sum(BANK) == 95
    assert dict(zip(DEVELOPMENT_CARDS, DEVELOPMENT_DECK, strict=False)) == {
        "knight": 14,
        "road_building": 2,
        "year_of_plenty": 2,
        "monopoly": 2,
        "victory_point": 5,
    }
    assert state.deck == 25


def test_everybody_has_fifteen_roads_five_settlements_and_four_cities(
    seated_state: Callable[..., State],
) -> None:
    """base-game-2025, page 3, Matériel."""
    for player in seated_state("red", "blue", "white", "orange").players:
        assert (player.roads_left, player.settlements_left, player.cities_left) == (15, 5, 4)


def test_the_robber_starts_on_the_desert(seated_state: Callable[..., State]) -> None:
    """base-game-2025, page 4, 4. Voleurs."""
    state = seated_state("red", "blue", "white")
    assert state.land is not None
    assert state.robber in list(state.land.layout.deserts())


def test_nobody_holds_a_special_card_at_first(seated_state: Callable[..., State]) -> None:
    """base-game-2025, page 4, 6. Matériel Restant."""
    state = seated_state("red", "blue", "white")
    assert state.longest_road is None
    assert state.largest_army is None


def test_the_island_is_laid_after_the_players_sit_down() -> None:
    state = apply(State(), GameStarted((Seat("A", "red"), Seat("B", "blue"), Seat("C", "white"))))

    assert state.phase == "layout"
    assert not violations(state, LayoutSet(first_game_layout()))
    assert violations(State(), LayoutSet(first_game_layout())) == RuleViolation.WRONG_PHASE
    assert (
        violations(apply(state, LayoutSet(first_game_layout())), LayoutSet(first_game_layout()))
        == RuleViolation.WRONG_PHASE
    )


def test_a_corrected_island_moves_a_robber_that_is_still_on_the_desert(
    seated_state: Callable[..., State], island: Callable[..., Layout]
) -> None:
    """A wrong reading of the island is corrected after the fact."""
    state = seated_state("red", "blue", "white")
    mended = island({"h0,0": ("forest", 3), "h1,0": ("desert", None)})

    assert apply(state, LayoutSet(mended)).robber == "h1,0"
    assert apply(state, LayoutSet(island({"h0,0": ("forest", 3)}))).robber is None


class TestFirstGame:
    """base-game-2025, pages 4 and 5; base-game-digest, Mise en place."""

    @pytest.fixture
    def state(self, seated_state: Callable[..., State]) -> State:
        return seated_state(*PIECES, options=FIRST_GAME)

    @pytest.fixture
    def pieces_placed(self, state: State, play: Callable[..., State]) -> State:
        for colour, pieces in PIECES.items():
            for at, road in (pieces.first, pieces.starred):
                state = play(state, PlaceSettlement(colour, at), PlaceRoad(colour, road))
        return state

    def test_pieces_are_placed_as_on_the_diagram_in_any_order(
        self, state: State, play: Callable[..., State]
    ) -> None:
        for colour, pieces in reversed(PIECES.items()):
            state = play(
                state,
                PlaceSettlement(colour, pieces.starred[0]),
                PlaceSettlement(colour, pieces.first[0]),
                PlaceRoad(colour, pieces.first[1]),
                PlaceRoad(colour, pieces.starred[1]),
            )
        assert state.phase == "founding"

    def test_everybody_keeps_three_settlements_thirteen_roads_and_four_cities(
        self, pieces_placed: State
    ) -> None:
        """Page 4, 5. Figurines."""
        for player in pieces_placed.players:
            assert (player.settlements_left, player.roads_left, player.cities_left) == (3, 13, 4)

    def test_each_settlement_gets_one_road_beside_it(self, state: State, play: Callable[..., State]) -> None:
        """Page 4, 5. Figurines: two settlements and two roads, as on the diagram."""
        at, road = PIECES["red"].first
        state = play(state, PlaceSettlement("red", at), PlaceRoad("red", road))
        beside_it_too = next(p for p in PATHS_AT[at] if p != road)
        onward = next(p for p in PATHS_AT[_far_end(road, at)] if p != road)

        assert violations(state, PlaceRoad("red", beside_it_too)) == RuleViolation.NOT_CONNECTED
        assert violations(state, PlaceRoad("red", onward)) == RuleViolation.NOT_CONNECTED

    def test_nobody_places_a_third_settlement_or_road(self, pieces_placed: State) -> None:
        elsewhere = CORNERS[HexId("h0,0")][0]
        assert RuleViolation.NO_PIECE_LEFT in violations(pieces_placed, PlaceSettlement("red", elsewhere))
        assert RuleViolation.NO_PIECE_LEFT in violations(
            pieces_placed, PlaceRoad("red", PATHS_AT[elsewhere][0])
        )

    def test_the_settlement_with_the_star_brings_a_card_for_each_hex_around(
        self, pieces_placed: State, play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """Page 5, 7. Ressources de Départ: « Bleu prend 1 carte Argile, 1 carte Minerai et 1 carte Blé »."""
        blue = pieces_placed.seat("blue")
        state = play(pieces_placed, TakeStartingResources("blue", PIECES["blue"].starred[0]))
        # The diagram's fourth- and fifth-edition star of blue: forest, mountains and hills.
        assert state.players[blue].hand == cards(lumber=1, ore=1, brick=1)
        assert sum(state.bank) == 92

    def test_blues_star_of_the_2025_diagram_brings_brick_ore_and_grain(
        self,
        island: Callable[..., Layout],
        seated_state: Callable[..., State],
        play: Callable[..., State],
        cards: Callable[..., Cards],
    ) -> None:
        """Page 5, 7: the 2025 diagram has hills, mountains and fields around blue's star."""
        layout = island({"h-2,1": ("fields", 8)})
        state = seated_state(*PIECES, options=FIRST_GAME)
        state = apply(state, LayoutSet(layout))
        star = PIECES["blue"].starred[0]
        state = play(state, PlaceSettlement("blue", star), TakeStartingResources("blue", star))
        assert state.players[state.seat("blue")].hand == cards(brick=1, ore=1, grain=1)

    def test_a_settlement_of_the_diagram_brings_nothing_by_itself(self, pieces_placed: State) -> None:
        assert all(sum(player.hand) == 0 for player in pieces_placed.players)

    def test_starting_resources_are_taken_once_and_for_an_own_settlement(
        self, pieces_placed: State, play: Callable[..., State]
    ) -> None:
        state = play(pieces_placed, TakeStartingResources("red", PIECES["red"].starred[0]))

        reds = PIECES["red"].first[0]
        assert violations(state, TakeStartingResources("red", reds)) == RuleViolation.WRONG_PHASE
        assert violations(state, TakeStartingResources("blue", reds)) == RuleViolation.NO_SETTLEMENT_THERE

    def test_play_begins_when_everybody_has_had_starting_resources(
        self, pieces_placed: State, play: Callable[..., State]
    ) -> None:
        state = pieces_placed
        for colour, pieces in PIECES.items():
            assert state.phase == "founding"
            assert RuleViolation.WRONG_PHASE in violations(state, Roll("red", (2, 3)))
            state = play(state, TakeStartingResources(colour, pieces.starred[0]))
        assert state.phase == "play"
        assert state.turn == 1
        assert not violations(state, Roll("red", (2, 3)))

    def test_the_first_player_may_be_chosen_after_the_pieces_are_placed(
        self, pieces_placed: State, play: Callable[..., State]
    ) -> None:
        """Page 5, 8: the dice say who begins once everything is set up."""
        state = pieces_placed
        for colour, pieces in PIECES.items():
            state = play(state, TakeStartingResources(colour, pieces.starred[0]))
        state = play(state, FirstPlayerChosen("blue"))

        assert violations(state, Roll("red", (2, 3))) == RuleViolation.NOT_ON_TURN
        assert not violations(state, Roll("blue", (2, 3)))
        rolled = play(state, Roll("blue", (2, 3)))
        assert violations(rolled, FirstPlayerChosen("red")) == RuleViolation.WRONG_PHASE


def _far_end(road: PathId, at: IntersectionId) -> IntersectionId:
    one, other = ENDS[road]
    return other if one == at else one


class TestFirstPlayer:
    """base-game-2025, page 5, 8. Qui Commence ? and page 12; clarifications.md, Who begins."""

    def test_in_the_digest_the_eldest_begins_and_the_table_enters_who(
        self, seated_state: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """base-game-digest, Mise en place: « Le plus âgé commence »."""
        state = seated_state("red", "blue", "white", options=Options(first_player="eldest"))
        state = play(state, FirstPlayerChosen("white"))

        at = CORNERS[HexId("h0,0")][0]
        assert not violations(state, PlaceSettlement("white", at))
        assert violations(state, PlaceSettlement("red", at)) == RuleViolation.NOT_ON_TURN

    def test_the_first_player_is_fixed_before_the_first_settlement(
        self, seated_state: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """base-game-2025, page 12, Phase de placement."""
        state = play(seated_state("red", "blue", "white"), PlaceSettlement("red", CORNERS[HexId("h0,0")][0]))
        assert violations(state, FirstPlayerChosen("blue")) == RuleViolation.WRONG_PHASE
