"""Trade offers that wait for an answer. Pure, and kept in memory only, as they last at most a turn.

Players announce aloud at the table the cards that they give and take, so offers are public.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.i18n import sentence
from companion.observations import InputRefused
from companion.table.api_types import OfferShown

OFFER_CLOSED: Final = sentence("This offer is no longer open.")
NOT_OFFERED_TO: Final = sentence("This offer isn't made to this player.")
NOT_MADE_BY: Final = sentence("Only the player who made an offer can withdraw it or choose a partner.")
NOT_ACCEPTED: Final = sentence("This player hasn't accepted the offer.")


@dataclass(frozen=True)
class Offer:
    """A trade offer.

    Attributes:
        number: a unique number to answer it by.
        by: the colour of its maker.
        to: the colours that may accept it.
        give, take: the cards that `by` gives and takes.
        turn: the turn in which it was made, and with which it expires.
        accepted, refused: the colours that accepted or refused it.
    """

    number: int
    by: str
    to: tuple[str, ...]
    give: Mapping[str, int]
    take: Mapping[str, int]
    turn: Hashable
    accepted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def settled_partner(self) -> str | None:
        """The only player who accepted, once all have answered; if several accepted, the maker chooses."""
        all_answered = len(self.accepted) + len(self.refused) == len(self.to)
        return self.accepted[0] if all_answered and len(self.accepted) == 1 else None

    def to_json(self) -> OfferShown:
        """Return the public form of the offer."""
        return {
            "number": self.number,
            "by": self.by,
            "to": list(self.to),
            "give": dict(self.give),
            "take": dict(self.take),
            "accepted": list(self.accepted),
            "refused": list(self.refused),
        }


@dataclass(frozen=True)
class Offers:
    """The open offers: at most one by each player; a new one replaces the last.

    Attributes:
        open: in the order in which they were made.
        last_number: the number of the newest, open or not.
    """

    open: tuple[Offer, ...] = ()
    last_number: int = 0

    def open_in_turn(self, turn: Hashable) -> Offers:
        """Return the offers that haven't expired in a turn."""
        still = tuple(offer for offer in self.open if offer.turn == turn)
        return self if still == self.open else replace(self, open=still)

    def add(
        self,
        by: str,
        to: Sequence[str],
        give: Mapping[str, int],
        take: Mapping[str, int],
        turn: Hashable,
    ) -> Offers:
        """Return the offers with a new one."""
        number = self.last_number + 1
        others = tuple(offer for offer in self.open if offer.by != by)
        return Offers((*others, Offer(number, by, tuple(to), give, take, turn)), number)

    def offer(self, number: object) -> Offer:
        """Return an open offer.

        Raises:
            InputRefused: it isn't open (any more).
        """
        for offer in self.open:
            if type(number) is int and offer.number == number:
                return offer
        raise InputRefused(OFFER_CLOSED)

    def with_answer(self, number: object, colour: str, *, accepts: bool) -> Offers:
        """Return the offers with a player's answer, which replaces that player's earlier one.

        Raises:
            InputRefused: it isn't open, or not offered to that player.
        """
        offer = self.offer(number)
        if colour not in offer.to:
            raise InputRefused(NOT_OFFERED_TO)
        accepted = [one for one in offer.accepted if one != colour] + ([colour] if accepts else [])
        refused = [one for one in offer.refused if one != colour] + ([] if accepts else [colour])
        answered = replace(offer, accepted=tuple(accepted), refused=tuple(refused))
        return replace(self, open=tuple(answered if one is offer else one for one in self.open))

    def choose_partner(self, number: object, by: str, partner: object) -> Offer:
        """Return an offer after checking that its maker may trade with this partner.

        Raises:
            InputRefused: it isn't open, another player made it, or the partner has not accepted.
        """
        offer = self.offer(number)
        if offer.by != by:
            raise InputRefused(NOT_MADE_BY)
        if partner not in offer.accepted:
            raise InputRefused(NOT_ACCEPTED)
        return offer

    def withdraw(self, number: object, by: str) -> Offers:
        """Return the offers without one that its maker withdraws.

        Raises:
            InputRefused: it isn't open, or another player made it.
        """
        if self.offer(number).by != by:
            raise InputRefused(NOT_MADE_BY)
        return self.remove(number)

    def remove(self, number: object) -> Offers:
        """Return the offers without one, open or not."""
        return replace(self, open=tuple(offer for offer in self.open if offer.number != number))
