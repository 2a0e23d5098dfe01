"""The players' own seats: what each may see and enter alone, and the offers of trade between them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from companion.games.about import split
from companion.games.game_api import PHONE
from companion.games.optional import seat_input, trade_input
from companion.games.replay import INFERRED
from companion.i18n import sentence
from companion.observations import InputRefused
from companion.table import meant
from companion.table.offers import Offer, Offers
from companion.table.session import GameSession
from companion.table.wire import (
    ANSWERS,
    GameOn,
    OfferAnswered,
    OfferMade,
    OfferShown,
    OutcomeNow,
    SeatSnapshot,
    Snapshot,
)

NO_GAME: Final = sentence("No game in progress. Start one first.")
NOT_LAST: Final = sentence("Something else has been entered since: undo it on the tablet.")
NOBODY: Final = sentence("There is nobody to trade with.")


class Seats:
    """The seats of a running table: whatever is done here is done while its door is held."""

    def __init__(
        self,
        door: threading.RLock,
        look: Callable[[], tuple[Snapshot, GameSession[Any, Any] | None]],
        submit: Callable[[Mapping[str, Any], str], OutcomeNow],
        changed: Callable[[], None],
    ) -> None:
        """The seats of a table, by what it can do.

        Args:
            door: the table's: held by whoever tells something.
            look: what everybody sees, and the session that this shows.
            submit: takes an input from a source.
            changed: says that what everybody sees has changed.
        """
        self._door = door
        self._look = look
        self._submit = submit
        self._changed = changed
        self._offers = Offers()
        self._views: dict[str, tuple[tuple[str, int], SeatSnapshot]] = {}

    # What a player sees

    def snapshot(self, colour: str) -> SeatSnapshot:
        """What everybody sees, and what the player of a colour alone sees under "seat": not to be changed.

        "seat" is None where nobody plays that colour.
        """
        public, session = self._look()
        name = (public["epoch"], public["version"])
        kept = self._views.get(colour)
        if kept is None or kept[0] != name:
            seat = None if session is None else session.seat_view(colour)
            kept = self._views[colour] = (name, {**public, "seat": seat})
        return kept[1]

    # What a player enters

    def submit(self, colour: str, data: Mapping[str, Any]) -> OutcomeNow:
        """Take what a player entered about the own cards; "undo" takes back the last of it.

        Raises:
            InputRefused: it isn't about the own cards, or makes no sense at this table now.
            JournalError: it could not be written.
        """
        with self._door:
            session = self._playing(data)
            if data.get("kind") == "undo":
                _check_own(session, phone(colour))
                return self._submit(_of_undo(data), phone(colour))
            entered = seat_input(session.game, session.history, colour, data)
            return self._submit(entered, phone(colour))

    # Offers

    def offers(self, game: GameOn | None) -> list[OfferShown]:
        """The open offers, as everybody sees them, in a game as the snapshot shows it."""
        return [offer.to_json() for offer in self._offers.at(_turn(game)).open]

    def offer(self, colour: str, data: Mapping[str, Any]) -> OfferMade:
        """Make an offer: `{"give": cards, "take": cards, "to": colour or null}`; null: all who may take it.

        Returns:
            the number of the "offer", and the "version" that shows it.

        Raises:
            InputRefused: it can't be made.
        """
        with self._door:
            session = self._playing(data)
            give, take, to = data.get("give"), data.get("take"), data.get("to")
            game = self._look()[0]["game"]
            view = {} if game is None else game["view"]
            _see_turn(data, view)
            players = [player["colour"] for player in view.get("players", ())]
            asked = [to] if isinstance(to, str) else [one for one in players if one != colour]
            allowed: list[str] = []
            refusals: list[InputRefused] = []
            for partner in asked:
                try:
                    trade_input(session.game, session.history, colour, partner, give, take)
                    allowed.append(partner)
                except InputRefused as error:
                    refusals.append(error)
            if not allowed or not isinstance(give, Mapping) or not isinstance(take, Mapping):
                raise next(iter(refusals), InputRefused(NOBODY))
            self._keep(self._offers.at(_turn(game)).made(colour, allowed, give, take, _turn(game)))
            return {"offer": self._offers.last, "version": self._look()[0]["version"]}

    def answer(
        self, colour: str, number: object, data: Mapping[str, Any], source: str | None = None
    ) -> OutcomeNow | OfferAnswered:
        """Answer an offer: `{"answer": "accept" or "refuse"}`, or of who made it "withdraw", or "close" with
        `"with"`, one of those who accepted.

        Where nobody else can accept any more, the first yes makes the trade: told by `source`, the
        player's own phone unless it is given.

        Returns:
            as `Table.submit` where a trade came of it; else the "version" that shows the answer.

        Raises:
            InputRefused: the offer isn't open, or not theirs to answer so.
            JournalError: the trade could not be written.
        """
        source = source or phone(colour)
        with self._door:
            self._playing(data)
            offers = self._offers.at(_turn(self._look()[0]["game"]))
            match data.get("answer"):
                case "accept" | "refuse" as said:
                    offers = offers.answered(number, colour, accepts=said == "accept")
                    settled = offers.offer(number)
                    if settled.settled_with is not None:
                        return self._trade(offers, settled, settled.settled_with, source)
                case "close":
                    partner = data.get("with")
                    return self._trade(offers, offers.chosen(number, colour, partner), str(partner), source)
                case "withdraw":
                    offers = offers.withdrawn(number, colour)
                case other:
                    known = ", ".join(ANSWERS)
                    raise InputRefused(
                        sentence(
                            "no such answer: {answer}; known: {known}", answer=str(other)[:40], known=known
                        )
                    )
            self._keep(offers)
            return {"version": self._look()[0]["version"]}

    def _trade(self, offers: Offers, offer: Offer, partner: str, source: str) -> OutcomeNow:
        session = self._playing()
        entered = trade_input(session.game, session.history, offer.by, partner, offer.give, offer.take)
        told = self._submit(entered, source)
        self._keep(offers.without(offer.number))
        return {**told, "version": self._look()[0]["version"]}

    def _keep(self, offers: Offers) -> None:
        self._offers = offers
        self._changed()

    def _playing(self, data: Mapping[str, Any] | None = None) -> GameSession[Any, Any]:
        """The game that is on, which is the one that an input is about, if that names one."""
        public, session = self._look()
        game = public["game"]
        about, _ = split(data or {})
        meant.in_game(about, game and game["id"], session)
        if session is None:
            raise InputRefused(NO_GAME)
        return session


def phone(colour: str) -> str:
    """The name of a player's phone, as what it entered is marked with."""
    return f"{PHONE}{colour}"


def _of_undo(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: data[name] for name in ("kind", "about") if name in data}


def _see_turn(data: Mapping[str, Any], view: Mapping[str, Any]) -> None:
    """See to it that the turn is on which an offer is made for, where it names one."""
    about, _ = split(data)
    names = {player["colour"]: player["name"] for player in view.get("players", ())}
    # Not every game has turns, and nobody may be on turn yet.
    if (on_turn := view.get("on_turn")) in names and "turn" in view:
        about.in_turn(view["turn"], names[on_turn])


def _check_own(session: GameSession[Any, Any], source: str) -> None:
    """Whether the last that was told is what a phone told.

    Raises:
        InputRefused: it isn't, or there is nothing.
    """
    group = session.history.undoable
    told_by = {entry.source for entry in session.entries if entry.group == group} - {INFERRED}
    if told_by != {source}:
        raise InputRefused(NOT_LAST)


def _turn(game: Mapping[str, Any] | None) -> Hashable:
    """What tells a turn from every other; where other people sit there than was told, it is another."""
    if game is None:
        return None
    view = game["view"]
    sits = tuple((player.get("id"), player["colour"]) for player in view.get("players", ()))
    return game["id"], view.get("turn"), view.get("on_turn"), view["phase"], sits
