"""The seven and the robber: base-game-2025, page 7; clarifications.md, Seven."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base.rules.cards import NO_CARDS, Cards
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    Discard,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    Steal,
    event_to_json,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.island.geometry import CORNERS, HEXES, PATHS_AT, HexId
from companion.island.layout import Layout

FOREST, PASTURE, DESERT = HexId("h2,-2"), HexId("h0,2"), HexId("h0,0")
AT_FOREST, AT_PASTURE = CORNERS[FOREST], CORNERS[PASTURE]
SEVEN = Roll("red", (3, 4))


@pytest.mark.parametrize(
    ("size", "discards"), [(0, 0), (6, 0), (7, 0), (8, 4), (9, 4), (10, 5), (15, 7), (16, 8)]
)
def test_who_holds_more_than_seven_cards_gives_back_half_rounded_down(
    position: Callable[..., State], play: Callable[..., State], size: int, discards: int
) -> None:
    """Page 7: « par exemple, s'il a 9 cartes, il en remettra 4 dans la Réserve »."""
    state = play(position(dice=None, blue={"hand": {"wool": size}}), SEVEN)
    assert state.discards_due == (0, discards, 0)


def test_everybody_counts_the_player_on_turn_too(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    """Page 7: « Tous les joueurs »."""
    full = {"hand": {"wool": 4, "ore": 4}}
    state = play(position(dice=None, red=full, blue=full, white=full), SEVEN)
    assert state.discards_due == (4, 4, 4)


def test_development_cards_do_not_count(position: Callable[..., State], play: Callable[..., State]) -> None:
    """clarifications.md, Seven."""
    state = play(position(dice=None, blue={"hand": {"wool": 7}, "development": {"knight": 3}}), SEVEN)
    assert state.discards_due == (0, 0, 0)


def test_nobody_takes_resources(
    position: Callable[..., State], play: Callable[..., State], island: Callable[..., Layout]
) -> None:
    """Page 7: « les joueurs ne reçoivent pas de ressource »."""
    state = play(position(dice=None, red={"cities": [AT_FOREST[0]]}), SEVEN)
    assert state.production == (NO_CARDS, NO_CARDS, NO_CARDS)
    assert sum(state.bank) == 95


def test_the_discarded_cards_are_chosen_by_their_owner_and_go_to_the_bank(
    position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = play(position(dice=None, blue={"hand": {"wool": 5, "ore": 4}}), SEVEN)
    state = play(state, Discard("blue", cards(wool=1, ore=3)))

    assert state.players[1].hand == cards(wool=4, ore=1)
    assert state.bank == cards(lumber=19, brick=19, wool=15, grain=19, ore=18)
    assert state.discards_due == (0, 0, 0)


def test_discards_may_be_entered_card_by_card(
    position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = play(position(dice=None, blue={"hand": {"wool": 9}}), SEVEN)
    for left in (3, 2, 1, 0):
        state = play(state, Discard("blue", cards(wool=1)))
        assert state.discards_due == (0, left, 0)


def test_a_discard_is_what_is_due_and_held(
    position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = play(position(dice=None, blue={"hand": {"wool": 9}}), SEVEN)

    assert violations(state, Discard("blue", cards(wool=5))) == RuleViolation.DISCARD_NOT_OWED
    assert violations(state, Discard("blue", cards(ore=1))) == RuleViolation.CANNOT_PAY
    assert violations(state, Discard("blue", NO_CARDS)) == RuleViolation.DISCARD_NOT_OWED
    assert RuleViolation.DISCARD_NOT_OWED in violations(state, Discard("white", cards(wool=1)))


@pytest.mark.parametrize(
    ("reckoned", "shown", "owed"),
    [
        (8, 6, 0),  # never held too many
        (6, 9, 4),  # held more than was thought
        (12, 9, 4),
        (8, 4, 0),  # has discarded without a word
        (16, 8, 0),
        (9, 9, 4),  # as it was thought
    ],
)
def test_a_shown_hand_sets_the_discards_due_by_its_size_at_the_seven(
    position: Callable[..., State],
    play: Callable[..., State],
    cards: Callable[..., Cards],
    reckoned: int,
    shown: int,
    owed: int,
) -> None:
    state = play(position(dice=None, blue={"hand": {"wool": reckoned}}), SEVEN)
    assert apply(state, ShowHand("blue", cards(wool=shown))).discards_due == (0, owed, 0)


def test_a_hand_shown_after_the_robber_move_changes_no_discards(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = position(dice=None, blue={"hand": {"wool": 6}})
    state = apply(apply(state, SEVEN), MoveRobber("red", FOREST))
    assert apply(state, ShowHand("blue", cards(wool=9))).discards_due == (0, 0, 0)


def test_cards_are_discarded_before_the_robber_moves(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    """Page 7: first the hands, then the robber."""
    state = play(position(dice=None, blue={"hand": {"wool": 9}}), SEVEN)
    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.DISCARDS_DUE


def test_any_order_of_discards_will_do(
    position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    full = {"hand": {"wool": 8}}
    state = play(position(dice=None, red=full, white=full), SEVEN)
    due = list(legal_events(state))
    assert all(isinstance(event, Discard) for event in due)
    assert {event_to_json(event)["player"] for event in due} == {"red", "white"}
    state = play(state, Discard("white", cards(wool=4)), Discard("red", cards(wool=4)))
    assert state.discards_due == (0, 0, 0)


def test_the_robber_has_to_move(position: Callable[..., State], play: Callable[..., State]) -> None:
    """Page 7: « Le joueur actif doit déplacer le pion Voleurs »."""
    road, onward, *_ = PATHS_AT[AT_FOREST[0]]
    state = position(dice=None, red={"hand": {"lumber": 1, "brick": 1}, "roads": [road]})
    state = play(state, SEVEN)

    assert violations(state, EndTurn("red")) == RuleViolation.ROBBER_DUE
    assert violations(state, PlaceRoad("red", onward)) == RuleViolation.ROBBER_DUE


def test_the_robber_moves_to_any_other_hex_the_desert_included(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    """Page 7: « vers une autre tuile Terrain »; clarifications.md, Seven."""
    state = play(position(dice=None, robber=FOREST), SEVEN)

    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.ROBBER_SAME_HEX
    assert all(not violations(state, MoveRobber("red", h)) for h in HEXES if h != FOREST)
    assert play(state, MoveRobber("red", DESERT)).robber == DESERT


def test_only_the_player_on_turn_moves_it_and_only_when_due(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position()
    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.ROBBER_NOT_DUE
    state = play(position(dice=None), SEVEN)
    assert violations(state, MoveRobber("blue", FOREST)) == RuleViolation.NOT_ON_TURN
    state = play(state, MoveRobber("red", FOREST))
    assert violations(state, MoveRobber("red", PASTURE)) == RuleViolation.ROBBER_NOT_DUE


@pytest.fixture
def robber_at_forest(position: Callable[..., State], play: Callable[..., State]) -> Callable[..., State]:
    """The robber has just moved to the forest, where blue has a settlement and white a city."""

    def make(
        blue: Mapping[str, int] | None = None,
        white: Mapping[str, int] | None = None,
        options: Options | None = None,
        **more: Any,
    ) -> State:
        state = position(
            dice=None,
            blue={"settlements": [AT_FOREST[0]], "hand": blue or {}},
            white={"cities": [AT_FOREST[2]], "hand": white or {}},
            **({"options": options} if options else {}),
            **more,
        )
        return play(state, SEVEN, MoveRobber("red", FOREST))

    return make


def test_the_rulebooks_example_blue_robs_one_of_two_neighbours(
    robber_at_forest: Callable[..., State], play: Callable[..., State]
) -> None:
    """Page 7, Exemple: Orange has a settlement at the forest, Red a city; the mover decides for Red."""
    state = robber_at_forest(blue={"wool": 1}, white={"ore": 1})
    assert not violations(state, Steal("red", "blue"))
    state = play(state, Steal("red", "white", "ore"))

    assert [sum(player.hand) for player in state.players] == [1, 1, 0]
    assert not violations(state, EndTurn("red"))


def test_the_stolen_card_goes_from_hand_to_hand(
    robber_at_forest: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = play(robber_at_forest(white={"ore": 2, "wool": 1}), Steal("red", "white", "wool"))

    assert state.players[0].hand == cards(wool=1)
    assert state.players[2].hand == cards(ore=2)
    assert sum(state.bank) == 92


def test_only_a_neighbour_of_the_robber_can_be_robbed(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(
        dice=None,
        red={"settlements": [AT_FOREST[4]]},
        blue={"settlements": [AT_FOREST[0]], "hand": {"wool": 1}},
        white={"settlements": [AT_PASTURE[0]], "hand": {"wool": 5}},
    )
    state = play(state, SEVEN, MoveRobber("red", FOREST))

    assert violations(state, Steal("red", "white")) == RuleViolation.NOT_AT_ROBBER
    assert violations(state, Steal("red", "red")) & RuleViolation.NOT_AT_ROBBER
    assert not violations(state, Steal("red", "blue"))


def test_a_player_who_can_rob_must(robber_at_forest: Callable[..., State]) -> None:
    """Page 7: « Ensuite, le joueur actif vole 1 carte Ressource »."""
    state = robber_at_forest(blue={"wool": 1})

    assert violations(state, Steal("red", None)) == RuleViolation.MUST_ROB
    assert violations(state, EndTurn("red")) == RuleViolation.STEAL_DUE
    assert Steal("red", None) not in legal_events(state)


def test_in_the_digest_robbing_is_optional(robber_at_forest: Callable[..., State]) -> None:
    """base-game-digest, Faire 7: « Il peut voler une carte »."""
    state = robber_at_forest(blue={"wool": 1}, options=Options(must_rob=False))

    assert not violations(state, Steal("red", None))
    assert not violations(state, EndTurn("red"))
    assert {Steal("red", "blue"), Steal("red", None), EndTurn("red")} <= set(legal_events(state))


def test_the_victim_is_chosen_however_many_cards_it_holds_and_an_empty_hand_yields_nothing(
    robber_at_forest: Callable[..., State], play: Callable[..., State]
) -> None:
    """clarifications.md, Seven: a victim without cards yields nothing and no second choice follows."""
    state = play(robber_at_forest(blue={}, white={"ore": 3}), Steal("red", "blue"))

    assert [sum(player.hand) for player in state.players] == [0, 0, 3]
    assert violations(state, Steal("red", "white")) == RuleViolation.STEAL_NOT_DUE
    assert not violations(state, EndTurn("red"))


def test_with_only_empty_hands_at_the_hex_no_victim_is_needed(robber_at_forest: Callable[..., State]) -> None:
    state = robber_at_forest()
    assert not violations(state, Steal("red", None))
    assert not violations(state, Steal("red", "blue"))


def test_with_only_empty_hands_at_the_hex_no_theft_is_due(robber_at_forest: Callable[..., State]) -> None:
    state = robber_at_forest()
    assert not state.robbery_due
    assert not violations(state, EndTurn("red"))
    assert {Steal("red", "blue"), Steal("red", None), EndTurn("red")} <= set(legal_events(state))


def test_with_one_card_at_the_hex_a_theft_is_due(robber_at_forest: Callable[..., State]) -> None:
    state = robber_at_forest(white={"ore": 1})
    assert state.robbery_due
    assert violations(state, EndTurn("red")) == RuleViolation.STEAL_DUE
    assert all(isinstance(event, Steal) for event in legal_events(state))


def test_without_neighbours_at_the_hex_nobody_is_robbed(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    """clarifications.md, Seven: nobody there: nothing."""
    state = position(dice=None, red={"settlements": [AT_FOREST[0]]}, blue={"hand": {"wool": 2}})
    state = play(state, SEVEN, MoveRobber("red", FOREST))

    assert not state.steal_due
    assert (
        violations(state, Steal("red", "blue")) == RuleViolation.STEAL_NOT_DUE | RuleViolation.NOT_AT_ROBBER
    )
    assert not violations(state, EndTurn("red"))


def test_a_card_that_the_victim_lacks_cannot_be_stolen(robber_at_forest: Callable[..., State]) -> None:
    assert (
        violations(robber_at_forest(blue={"wool": 2}), Steal("red", "blue", "ore"))
        == RuleViolation.VICTIM_LACKS
    )


def test_one_card_is_stolen_and_not_two(
    robber_at_forest: Callable[..., State], play: Callable[..., State]
) -> None:
    state = play(robber_at_forest(blue={"wool": 2}), Steal("red", "blue", "wool"))
    assert violations(state, Steal("red", "blue", "wool")) == RuleViolation.STEAL_NOT_DUE


def test_a_knight_causes_no_discards(position: Callable[..., State], play: Callable[..., State]) -> None:
    """clarifications.md, Seven."""
    state = position(red={"development": {"knight": 1}}, blue={"hand": {"wool": 12}})
    state = play(state, PlayDevelopmentCard("red", "knight"))

    assert state.discards_due == (0, 0, 0)
    assert not violations(state, MoveRobber("red", FOREST))


def test_a_knight_before_the_roll_and_a_seven_move_the_robber_twice(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    """clarifications.md, Seven."""
    state = position(dice=None, red={"development": {"knight": 1}})
    state = play(state, PlayDevelopmentCard("red", "knight"))
    assert violations(state, SEVEN) == RuleViolation.ROBBER_DUE
    state = play(state, MoveRobber("red", FOREST), SEVEN)
    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.ROBBER_SAME_HEX
    state = play(state, MoveRobber("red", PASTURE), EndTurn("red"))
    assert state.robber == PASTURE


def test_an_unprovoked_robber_move_is_recorded(position: Callable[..., State]) -> None:
    state = apply(position(), MoveRobber("blue", FOREST))
    assert state.robber == FOREST


def test_the_hand_limit_is_an_option(position: Callable[..., State], play: Callable[..., State]) -> None:
    hands = {"blue": {"hand": {"wool": 9}}, "white": {"hand": {"ore": 10}}}
    state = position(dice=None, options=Options(hand_limit=9), **hands)
    assert play(state, SEVEN).discards_due == (0, 0, 5)


def test_with_optional_robbing_two_free_roads_can_come_before_the_theft(
    robber_at_forest: Callable[..., State], play: Callable[..., State]
) -> None:
    red = {"settlements": [AT_PASTURE[0]], "development": {"road_building": 1}}
    state = robber_at_forest(blue={"wool": 1}, options=Options(must_rob=False, cards_a_turn=None), red=red)
    state = play(state, PlayDevelopmentCard("red", "road_building"))
    for _ in range(2):
        roads = legal_events(state)
        assert all(isinstance(event, PlaceRoad) for event in roads)
        state = play(state, roads[0])
    assert Steal("red", "blue") in legal_events(state)
