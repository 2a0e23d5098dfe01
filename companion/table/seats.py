"""The players' own seats: private views and inputs, and trade offers between them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.game_api import PHONE_PREFIX
from companion.games.history_inputs import split_context
from companion.games.replay import INFERRED_SOURCE
from companion.i18n import sentence
from companion.observations import InputRefused
from companion.table import api_types, preview
from companion.table.session import GameSession

# Trade offers that wait for an answer. Pure, and kept in memory only, as they last at most a turn.
#
# Players announce aloud at the table the cards that they give and take, so offers are public.


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

    def to_json(self) -> api_types.OfferShown:
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


NO_GAME_MESSAGE: Final = sentence("No game in progress. Start one first.")
NOT_LAST_MESSAGE: Final = sentence("Something else has been entered since: undo it on the tablet.")
NO_PARTNER_MESSAGE: Final = sentence("There is nobody to trade with.")


class Seats:
    """The seats of a running table; every change holds the table's write lock."""

    def __init__(
        self,
        write_lock: threading.RLock,
        read_snapshot: Callable[[], tuple[api_types.Snapshot, GameSession[Any, Any] | None]],
        submit: Callable[[Mapping[str, Any], str], api_types.OutcomeNow],
        publish: Callable[[], None],
    ) -> None:
        """Create the seats of a table from its operations.

        Args:
            write_lock: the table's lock for writers.
            read_snapshot: returns the public snapshot and the session that it shows.
            submit: submits an input from a source.
            publish: publishes a new version of the snapshot.
        """
        self._write_lock = write_lock
        self._read_snapshot = read_snapshot
        self._submit = submit
        self._publish = publish
        self._offers = Offers()
        self._views: dict[str, tuple[tuple[str, int], api_types.SeatSnapshot]] = {}

    # Private views

    def snapshot(self, colour: str) -> api_types.SeatSnapshot:
        """Return the public snapshot with the player's private view as "seat"; don't mutate it.

        "seat" is None where nobody plays that colour.
        """
        public, session = self._read_snapshot()
        version = (public["epoch"], public["version"])
        cached = self._views.get(colour)
        if cached is None or cached[0] != version:
            seat = None if session is None else session.seat_view(colour)
            cached = self._views[colour] = (version, {**public, "seat": seat})
        return cached[1]

    # Private inputs

    def submit(self, colour: str, data: Mapping[str, Any]) -> api_types.OutcomeNow:
        """Submit a player's input about that player's cards; "undo" removes the last such input.

        Raises:
            InputRefused: it isn't about that player's cards, or makes no sense at this table now.
            JournalError: it could not be written.
        """
        with self._write_lock:
            session = self._require_session(data)
            if data.get("kind") == "undo":
                _check_own_entry(session, phone_source(colour))
                return self._submit(_undo_input(data), phone_source(colour))
            entered = session.game.seat_input(session.history, colour, data)
            return self._submit(entered, phone_source(colour))

    # Offers

    def offers(self, game: api_types.GameOn | None) -> list[api_types.OfferShown]:
        """Return the public form of the open offers in a game of the snapshot."""
        return [offer.to_json() for offer in self._offers.open_in_turn(_turn_key(game)).open]

    def offer(self, colour: str, data: Mapping[str, Any]) -> api_types.OfferMade:
        """Make an offer: `{"give": cards, "take": cards, "to": colour or null}`; null: all who may accept.

        Returns:
            The number of the "offer", and the "version" of the snapshot with it.

        Raises:
            InputRefused: it can't be made.
        """
        with self._write_lock:
            session = self._require_session(data)
            give, take, to = data.get("give"), data.get("take"), data.get("to")
            game = self._read_snapshot()[0]["game"]
            view = {} if game is None else game["view"]
            _check_turn(data, view)
            players = [player["colour"] for player in view.get("players", ())]
            partners = [to] if isinstance(to, str) else [one for one in players if one != colour]
            allowed: list[str] = []
            refusals: list[InputRefused] = []
            for partner in partners:
                try:
                    session.game.trade_input(session.history, colour, partner, give, take)
                    allowed.append(partner)
                except InputRefused as error:
                    refusals.append(error)
            if not allowed or not isinstance(give, Mapping) or not isinstance(take, Mapping):
                raise next(iter(refusals), InputRefused(NO_PARTNER_MESSAGE))
            self._store_offers(
                self._offers.open_in_turn(_turn_key(game)).add(colour, allowed, give, take, _turn_key(game))
            )
            return {"offer": self._offers.last_number, "version": self._read_snapshot()[0]["version"]}

    def answer(
        self, colour: str, number: object, data: Mapping[str, Any], source: str | None = None
    ) -> api_types.OutcomeNow | api_types.OfferAnswered:
        """Answer an offer.

        The data is `{"answer": "accept" or "refuse"}`, or from its maker "withdraw", or "close" with
        `"with"`, one of the
        players who accepted. Once no other player can accept any more, a sole acceptance makes the trade. Its
        source is
        `source`, by default the player's own phone.

        Returns:
            As `Table.submit` if a trade was made; else the "version" of the snapshot with the answer.

        Raises:
            InputRefused: the offer isn't open, or this player may not give this answer.
            JournalError: the trade could not be written.
        """
        source = source or phone_source(colour)
        with self._write_lock:
            self._require_session(data)
            offers = self._offers.open_in_turn(_turn_key(self._read_snapshot()[0]["game"]))
            match data.get("answer"):
                case "accept" | "refuse" as reply:
                    offers = offers.with_answer(number, colour, accepts=reply == "accept")
                    settled = offers.offer(number)
                    if settled.settled_partner is not None:
                        return self._trade(offers, settled, settled.settled_partner, source)
                case "close":
                    partner = data.get("with")
                    return self._trade(
                        offers, offers.choose_partner(number, colour, partner), str(partner), source
                    )
                case "withdraw":
                    offers = offers.withdraw(number, colour)
                case other:
                    known = ", ".join(api_types.ANSWERS)
                    raise InputRefused(
                        sentence(
                            "no such answer: {answer}; known: {known}", answer=str(other)[:40], known=known
                        )
                    )
            self._store_offers(offers)
            return {"version": self._read_snapshot()[0]["version"]}

    def _trade(self, offers: Offers, offer: Offer, partner: str, source: str) -> api_types.OutcomeNow:
        session = self._require_session()
        data = session.game.trade_input(session.history, offer.by, partner, offer.give, offer.take)
        result = self._submit(data, source)
        self._store_offers(offers.remove(offer.number))
        return {**result, "version": self._read_snapshot()[0]["version"]}

    def _store_offers(self, offers: Offers) -> None:
        self._offers = offers
        self._publish()

    def _require_session(self, data: Mapping[str, Any] | None = None) -> GameSession[Any, Any]:
        """Return the session in progress, after checking that an input refers to it."""
        public, session = self._read_snapshot()
        game = public["game"]
        about, _ = split_context(data or {})
        preview.check_not_stale(about, game and game["id"], session)
        if session is None:
            raise InputRefused(NO_GAME_MESSAGE)
        return session


def phone_source(colour: str) -> str:
    """Return the source name of a player's phone."""
    return f"{PHONE_PREFIX}{colour}"


def _undo_input(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: data[name] for name in ("kind", "about") if name in data}


def _check_turn(data: Mapping[str, Any], view: Mapping[str, Any]) -> None:
    """Check that the turn that an offer names, if any, is in progress."""
    about, _ = split_context(data)
    names = {player["colour"]: player["name"] for player in view.get("players", ())}
    # Not every game has turns, and there may be no active player yet.
    if (on_turn := view.get("on_turn")) in names and "turn" in view:
        about.check_turn(view["turn"], names[on_turn])


def _check_own_entry(session: GameSession[Any, Any], source: str) -> None:
    """Check that the last recorded group of entries is from a player's phone.

    Raises:
        InputRefused: it isn't, or there is none.
    """
    group = session.history.undoable
    sources = {entry.source for entry in session.entries if entry.group == group} - {INFERRED_SOURCE}
    if sources != {source}:
        raise InputRefused(NOT_LAST_MESSAGE)


def _turn_key(game: Mapping[str, Any] | None) -> Hashable:
    """Return a key that identifies a turn; a corrected seating changes it."""
    if game is None:
        return None
    view = game["view"]
    sits = tuple((player.get("id"), player["colour"]) for player in view.get("players", ()))
    return game["id"], view.get("turn"), view.get("on_turn"), view["phase"], sits
