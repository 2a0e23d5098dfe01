"""Offers of trade that wait for an answer: pure, and kept in memory only, for they last a turn at most.

What is given and taken is said aloud at a table, so offers are for everybody's eyes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.i18n import sentence
from companion.observations import InputRefused
from companion.table.wire import OfferShown

GONE: Final = sentence("This offer is no longer open.")
NOT_OFFERED_TO: Final = sentence("This offer isn't made to this player.")
NOT_MADE_BY: Final = sentence("Only the player who made an offer can withdraw it or choose a partner.")
NOT_ACCEPTED: Final = sentence("This player hasn't accepted the offer.")


@dataclass(frozen=True)
class Offer:
    """An offer of trade.

    Attributes:
        number: by which it is answered; none is used twice.
        by: the colour that made it.
        to: the colours that may accept it.
        give, take: the cards that `by` gives and takes.
        turn: the turn that it was made in, and lapses with.
        accepted, refused: the colours that did.
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
    def settled_with(self) -> str | None:
        """The one who accepted, once nobody else can; where several may, who made it chooses."""
        all_answered = len(self.accepted) + len(self.refused) == len(self.to)
        return self.accepted[0] if all_answered and len(self.accepted) == 1 else None

    def to_json(self) -> OfferShown:
        """The offer as everybody sees it."""
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
    """The offers that are open: one a player at most, a new one takes the place of the last.

    Attributes:
        open: in the order in which they were made.
        last: the number of the newest, open or not.
    """

    open: tuple[Offer, ...] = ()
    last: int = 0

    def at(self, turn: Hashable) -> Offers:
        """Those that have not lapsed in a turn."""
        still = tuple(offer for offer in self.open if offer.turn == turn)
        return self if still == self.open else replace(self, open=still)

    def made(
        self,
        by: str,
        to: Sequence[str],
        give: Mapping[str, int],
        take: Mapping[str, int],
        turn: Hashable,
    ) -> Offers:
        """With a new offer."""
        number = self.last + 1
        others = tuple(offer for offer in self.open if offer.by != by)
        return Offers((*others, Offer(number, by, tuple(to), give, take, turn)), number)

    def offer(self, number: object) -> Offer:
        """An open offer.

        Raises:
            InputRefused: it isn't open (any more).
        """
        for offer in self.open:
            if type(number) is int and offer.number == number:
                return offer
        raise InputRefused(GONE)

    def answered(self, number: object, colour: str, *, accepts: bool) -> Offers:
        """With a player's answer; who thinks again answers again.

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

    def chosen(self, number: object, by: str, partner: object) -> Offer:
        """An offer whose maker trades with one of those who accepted it.

        Raises:
            InputRefused: it isn't open, another made it, or that player has not accepted.
        """
        offer = self.offer(number)
        if offer.by != by:
            raise InputRefused(NOT_MADE_BY)
        if partner not in offer.accepted:
            raise InputRefused(NOT_ACCEPTED)
        return offer

    def withdrawn(self, number: object, by: str) -> Offers:
        """Without an offer that its maker took back.

        Raises:
            InputRefused: it isn't open, or another made it.
        """
        if self.offer(number).by != by:
            raise InputRefused(NOT_MADE_BY)
        return self.without(number)

    def without(self, number: object) -> Offers:
        """Without an offer, open or not."""
        return replace(self, open=tuple(offer for offer in self.open if offer.number != number))
