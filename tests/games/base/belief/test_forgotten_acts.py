"""The age of a certain hand: the probability that a forgotten act has changed it."""

from __future__ import annotations

from companion.games.base.belief import Belief
from companion.games.base.belief.forgotten_acts import ForgottenActs
from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.rules.cards import Cards
from companion.games.base.rules.events import BuyDevelopmentCard, EndTurn, PlaceRoad, ShowHand
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import Player, State
from companion.island.geometry import PathId

PURCHASE: Cards = (0, 0, 1, 1, 1, 0)


PLAYERS: tuple[tuple[str, Colour], ...] = (("Ana", "red"), ("Ben", "blue"))


def hands(*cards: Cards) -> ParticleSet:
    return ParticleSet.from_empty_hands(len(cards)).apply_change({n: c[:5] for n, c in enumerate(cards)})


def turn(*cards: Cards) -> State:
    players = tuple(
        Player(name, colour, hand=hand) for (name, colour), hand in zip(PLAYERS, cards, strict=False)
    )
    return State(players=players, phase="play", turn=5, dice=(1, 2), options=Options(all_told=True))


def end_turn(acts: ForgottenActs, *cards: Cards) -> ForgottenActs:
    return acts.update(turn(*cards), EndTurn("red"), hands(*cards), seen=False, omissions=0)


def test_cards_left_for_a_purchase_make_the_number_doubtful() -> None:
    acts = end_turn(ForgottenActs(), PURCHASE, (0, 0, 0, 0, 0, 0))
    assert acts.p_resized(0) > 0.004
    assert acts.p_resized(1) == 0
    kind, change, _ = acts.likely_acts(0, -3)[0]
    assert (kind, change) == (BuyDevelopmentCard, (0, 0, -1, -1, -1))


def test_an_empty_hand_forgot_nothing() -> None:
    assert end_turn(ForgottenActs(), (0,) * 6, (0,) * 6).p_changed(0) == 0


def test_a_payment_that_a_forgotten_act_excludes_makes_the_hand_certain_again() -> None:
    acts = end_turn(ForgottenActs(), PURCHASE, (0,) * 6)
    after = acts.update(
        turn(PURCHASE, (0,) * 6),
        BuyDevelopmentCard("red"),
        hands((0,) * 6, (0,) * 6),
        seen=False,
        omissions=0,
    )
    assert not after.likely_acts(0, -3)


def test_a_count_that_fits_confirms_the_number_and_the_entries() -> None:
    acts = end_turn(ForgottenActs(), PURCHASE, (0,) * 6)
    shown = ShowHand("red", (0, 0, 0, 0, 0, 3), counted=True)
    before = turn(PURCHASE, (0,) * 6)
    after = acts.update(before, shown, hands(PURCHASE, (0,) * 6), seen=False, omissions=0)
    assert after.seats[0].changes.sum() < acts.seats[0].changes.sum()
    assert after.found == 0
    differs = ShowHand("red", (0, 0, 0, 0, 0, 0), counted=True)
    assert acts.update(before, differs, hands((0,) * 6, (0,) * 6), seen=False, omissions=0).found == 1


def test_a_camera_forgets_no_road() -> None:
    hand: Cards = (1, 1, 0, 0, 0, 0)
    seen = ForgottenActs().update(
        turn(hand, hand), PlaceRoad("red", PathId("p0,0")), hands(hand, hand), seen=True, omissions=0
    )
    entered = ForgottenActs().update(
        turn(hand, hand), PlaceRoad("red", PathId("p0,0")), hands(hand, hand), seen=False, omissions=0
    )
    kinds = [{kind for kind, *_ in end_turn(acts, hand, hand).likely_acts(0, -2)} for acts in (seen, entered)]
    assert PlaceRoad not in kinds[0]
    assert PlaceRoad in kinds[1]


def test_a_table_that_promised_nothing_has_no_estimate() -> None:
    assert Belief().forgotten.p_changed(0) == 0
