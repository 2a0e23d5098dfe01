"""Trade offers: made, answered, chosen, withdrawn, and expired with their turn."""

from __future__ import annotations

import pytest

from companion.observations import InputRefused
from companion.table.seats import Offers

GIVE, TAKE = {"ore": 1}, {"wool": 2}
TURN = (1, 7, "red")


@pytest.fixture
def offers() -> Offers:
    """One open offer, of red to blue and white."""
    return Offers().add("red", ["blue", "white"], GIVE, TAKE, TURN)


def test_an_offer_has_both_sides_of_the_trade(offers: Offers) -> None:
    assert offers.offer(1).to_json() == {
        "number": 1, "by": "red", "to": ["blue", "white"], "give": GIVE, "take": TAKE,
        "accepted": [], "refused": [],
    }  # fmt: skip


def test_a_new_offer_replaces_the_players_last(offers: Offers) -> None:
    both = offers.add("blue", ["red"], TAKE, GIVE, TURN).add("red", ["blue"], GIVE, TAKE, TURN)
    assert [(offer.number, offer.by) for offer in both.open] == [(2, "blue"), (3, "red")]
    with pytest.raises(InputRefused, match="no longer open"):
        both.offer(1)


def test_an_offer_expires_with_its_turn(offers: Offers) -> None:
    assert offers.open_in_turn(TURN) is offers
    assert offers.open_in_turn((1, 8, "blue")).open == ()
    assert (
        offers.open_in_turn((1, 8, "blue")).add("blue", ["red"], GIVE, TAKE, (1, 8, "blue")).last_number == 2
    )


def test_one_acceptance_among_several_receivers_settles_nothing(offers: Offers) -> None:
    one = offers.with_answer(1, "blue", accepts=True)
    assert one.offer(1).settled_partner is None
    assert one.with_answer(1, "white", accepts=False).offer(1).settled_partner == "blue"
    assert one.with_answer(1, "white", accepts=True).offer(1).settled_partner is None


def test_an_offer_to_one_player_is_settled_by_acceptance() -> None:
    offers = Offers().add("red", ["blue"], GIVE, TAKE, TURN)
    assert offers.with_answer(1, "blue", accepts=True).offer(1).settled_partner == "blue"
    assert offers.with_answer(1, "blue", accepts=False).offer(1).settled_partner is None


def test_a_second_answer_replaces_the_first(offers: Offers) -> None:
    again = offers.with_answer(1, "blue", accepts=True).with_answer(1, "blue", accepts=False).offer(1)
    assert (again.accepted, again.refused) == ((), ("blue",))


def test_the_offering_player_chooses_among_those_who_accepted(offers: Offers) -> None:
    both = offers.with_answer(1, "blue", accepts=True)
    assert both.choose_partner(1, "red", "blue").number == 1
    with pytest.raises(InputRefused, match="hasn't accepted the offer"):
        both.choose_partner(1, "red", "white")
    with pytest.raises(InputRefused, match="Only the player who made an offer"):
        both.choose_partner(1, "blue", "blue")


def test_only_the_offering_player_withdraws_an_offer(offers: Offers) -> None:
    with pytest.raises(InputRefused, match="Only the player who made an offer"):
        offers.withdraw(1, "blue")
    assert offers.withdraw(1, "red").open == ()


def test_only_a_receiver_answers(offers: Offers) -> None:
    for colour in ("red", "orange"):
        with pytest.raises(InputRefused, match="isn't made to this player"):
            offers.with_answer(1, colour, accepts=True)


@pytest.mark.parametrize("number", [0, 2, None, "1", True, 1.0])
def test_an_unknown_offer_is_refused(offers: Offers, number: object) -> None:
    with pytest.raises(InputRefused, match="no longer open"):
        offers.with_answer(number, "blue", accepts=True)
