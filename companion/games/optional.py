"""What only some games have, and the one place that asks whether a game has it.

Secrets, trade, the lot, rolls that people enter or look back on, a name in other programs, a panel: each
is a protocol that a game's class may fulfil beside `companion.games.game_api.Game`. Everybody else calls the
functions below, which say what holds for a game without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol, TypeVar, cast, runtime_checkable

from companion.games.awards import Contest
from companion.games.game_api import Game, GameHistory
from companion.games.roll_list import RollList
from companion.games.wire import Declared, Elsewhere, undeclared
from companion.i18n import sentence
from companion.island.geometry import HexId
from companion.island.pieces import Site, Standing
from companion.observations import InputRefused
from companion.thrown import Thrown

S = TypeVar("S")
E = TypeVar("E")

DrawOrder = Callable[[int], Sequence[int]]
"""The numbers from 0 to below the one given, in an order drawn by lot."""

CORRECTIONS: Final = frozenset({"undo", "correct"})
STORY_INPUTS: Final = frozenset({*CORRECTIONS, "confirm"})
"""The kinds of inputs about the story as it was told that every game has (`companion.games.correcting`)."""


@runtime_checkable
class KeepsSecrets(Protocol[S, E]):
    """A game in which players know what not everybody knows."""

    def event_in_public(self, state: S, event: E) -> dict[str, Any]:
        """The JSON form of an event without what is not for everybody's eyes in a state."""

    def violations_in_public(self, history: GameHistory[S, E]) -> Mapping[int, tuple[str, ...]]:
        """The rules that a story's recorded events break, by their numbers, by what everybody knows.

        What somebody told in secret changes nothing of it.
        """

    def violations_known_to(self, history: GameHistory[S, E], seat: str) -> Mapping[int, tuple[str, ...]]:
        """The same, by what the player of a colour knows besides; somebody has to play it."""

    def seat_view(self, history: GameHistory[S, E], seat: str) -> Mapping[str, Any] | None:
        """What one player may see beside the view, as JSON; None: nobody plays that colour.

        At least "colour", "name" and, where it is that player's turn, a true "on_turn".

        Nothing in it depends on what others told in secret (docs/phones.md).
        """

    def seat_input(self, history: GameHistory[S, E], seat: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The input that what a player entered on the own phone stands for.

        Raises:
            InputRefused: it isn't about that player's own cards, or makes no sense.
        """


@runtime_checkable
class Declares(Protocol):
    """A game that says what travels of it, so that the API's description is no vaguer than it has to be."""

    @property
    def wire(self) -> Declared:
        """What pages get and send of it."""


@runtime_checkable
class Trades(Protocol[S, E]):
    """A game in which players offer each other trades (`companion.table.offers`)."""

    def trade_input(
        self, history: GameHistory[S, E], seat: str, partner: str, give: object, take: object
    ) -> dict[str, Any]:
        """The input that a trade stands for in which `seat` gives and takes cards of `partner`.

        Raises:
            InputRefused: these two can't trade these cards now.
        """


@runtime_checkable
class DrawsLots(Protocol[S, E]):
    """A game in which an input may leave something to the lot."""

    def by_lot(
        self, history: GameHistory[S, E], data: Mapping[str, Any], order: DrawOrder
    ) -> Mapping[str, Any]:
        """What an input that leaves something to the lot comes to: the same with what was drawn; else itself.

        The table draws, so that what is told and replayed depends on what was drawn alone.
        """


@runtime_checkable
class TakesRolls(Protocol):
    """A game in which people enter a pair of dice that a tower or a camera may have seen, too."""

    def entered_roll(self, data: Mapping[str, Any]) -> Thrown | tuple[()] | None:
        """The dice of an input that says what was rolled; None: it says something else.

        Empty where it says what two dice can't show.
        """

    def roll_confirmed(self, entry: int) -> dict[str, Any]:
        """The input that says that the roll which an entry told was just that."""

    def ends_turn(self, data: Mapping[str, Any]) -> bool:
        """Whether an input ends the turn that it names, which may be the one before a roll told just now."""


@runtime_checkable
class LooksBack(Protocol):
    """A game with inputs of its own about the story as it was told, beside `STORY_INPUTS`."""

    def looks_back(self, kind: str) -> bool:
        """Whether inputs of a kind tell nothing that has just happened."""

    def corrects(self, kind: str) -> bool:
        """Whether those of a kind may change what the last look at the board leaves open."""


@runtime_checkable
class ListsRolls(Protocol[S, E]):
    """A game whose rolls can be looked at one by one."""

    def roll_list(self, history: GameHistory[S, E]) -> RollList:
        """What was rolled and what it brought, as everybody at the table may know it."""


@runtime_checkable
class Compares(Protocol[S, E]):
    """A game that says in what its players can be compared, also over many games."""

    def contests(self, history: GameHistory[S, E]) -> Sequence[Contest]:
        """In what, as everybody at the table may know it."""


@runtime_checkable
class KnownElsewhere(Protocol[S, E]):
    """A game that other programs know, in which people keep what they played."""

    def elsewhere(self, history: GameHistory[S, E]) -> Elsewhere:
        """What those know a play by."""


@runtime_checkable
class OnPanel(Protocol):
    """A game that says what a panel of buttons, a light and a buzzer does in it (`companion.hardware`).

    Views and events are those that everybody sees, as JSON.
    """

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        """The light's colour: that of who is to do something, in the end the winner's; None: it is dark."""

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The input that the button for the next player stands for now; None: nothing can be passed on."""

    def panel_sounds(self, event: Mapping[str, Any]) -> bool | None:
        """Whether what happened is to be heard; None: it is of no kind that ever is.

        Where several of those kinds happened at once, only the last of them is asked.
        """


@runtime_checkable
class KnowsBoard(Protocol[S, E]):
    """A game that knows of some things on the board what they are, whatever a camera makes of them."""

    def certain_buildings(self, history: GameHistory[S, E]) -> Mapping[Site, Standing]:
        """Where they stand, and what they are: by the rules, or because people said so."""

    def certain_robber(self, history: GameHistory[S, E]) -> HexId | None:
        """Where the robber stands by the rules, or because people said so; None: neither tells."""


def certain_buildings(game: Game[S, E], history: GameHistory[S, E]) -> Mapping[Site, Standing]:
    """Buildings of which it is certain what they are; of a game without any, none."""
    if not _has(type(game), KnowsBoard):
        return {}
    return cast(KnowsBoard[S, E], game).certain_buildings(history)


def certain_robber(game: Game[S, E], history: GameHistory[S, E]) -> HexId | None:
    """Where the robber certainly stands; of a game without a board, nowhere."""
    if not _has(type(game), KnowsBoard):
        return None
    return cast(KnowsBoard[S, E], game).certain_robber(history)


def declared(game: Game[S, E]) -> Declared:
    """What travels of a game; of one that doesn't say, any objects."""
    if _declares(type(game)):
        return cast(Declares, game).wire
    return undeclared(game.kind)


def event_in_public(game: Game[S, E], state: S, event: E) -> dict[str, Any]:
    """An event as everybody may see it: where nobody keeps secrets, all of it."""
    secrets = _secrets(game)
    return game.event_to_json(event) if secrets is None else secrets.event_in_public(state, event)


def violations_in_public(game: Game[S, E], history: GameHistory[S, E]) -> Mapping[int, tuple[str, ...]]:
    """The rules that recorded events break as everybody may know it, by their numbers."""
    secrets = _secrets(game)
    return history.replay.violations if secrets is None else secrets.violations_in_public(history)


def violations_known_to(
    game: Game[S, E], history: GameHistory[S, E], seat: str
) -> Mapping[int, tuple[str, ...]]:
    """The rules that recorded events break as the player of a colour may know it."""
    secrets = _secrets(game)
    return history.replay.violations if secrets is None else secrets.violations_known_to(history, seat)


def seat_view(game: Game[S, E], history: GameHistory[S, E], seat: str) -> Mapping[str, Any] | None:
    """What one player alone sees; None: nobody plays that colour, or nobody sees more than everybody."""
    secrets = _secrets(game)
    return None if secrets is None else secrets.seat_view(history, seat)


def seat_input(
    game: Game[S, E], history: GameHistory[S, E], seat: str, data: Mapping[str, Any]
) -> dict[str, Any]:
    """The input that what a player entered on the own phone stands for.

    Raises:
        InputRefused: the game has no secrets, or refuses this one.
    """
    secrets = _secrets(game)
    if secrets is None:
        raise InputRefused(sentence("This game has nothing secret: use the tablet to enter it."))
    return secrets.seat_input(history, seat, data)


def trade_input(
    game: Game[S, E], history: GameHistory[S, E], seat: str, partner: str, give: object, take: object
) -> dict[str, Any]:
    """The input that a trade of two players stands for.

    Raises:
        InputRefused: nothing is traded in the game, or these two can't trade these cards now.
    """
    if not _has(type(game), Trades):
        raise InputRefused(sentence("There is no trading in this game."))
    return cast(Trades[S, E], game).trade_input(history, seat, partner, give, take)


def by_lot(
    game: Game[S, E], history: GameHistory[S, E], data: Mapping[str, Any], order: DrawOrder
) -> Mapping[str, Any]:
    """An input with what the lot decides of it: itself where nothing is left to the lot."""
    return cast(DrawsLots[S, E], game).by_lot(history, data, order) if _has(type(game), DrawsLots) else data


def entered_roll(game: Game[S, E], data: Mapping[str, Any]) -> Thrown | tuple[()] | None:
    """The dice of an input that says what was rolled, not checked yet; None: it says something else."""
    return cast(TakesRolls, game).entered_roll(data) if _has(type(game), TakesRolls) else None


def roll_confirmed(game: Game[S, E], entry: int) -> dict[str, Any]:
    """The input that says that the roll which an entry told was just that (only where people enter rolls)."""
    return cast(TakesRolls, game).roll_confirmed(entry)


def ends_turn(game: Game[S, E], data: Mapping[str, Any]) -> bool:
    """Whether an input ends the turn that it names, which may be the one before a roll told just now."""
    return _has(type(game), TakesRolls) and cast(TakesRolls, game).ends_turn(data)


def looks_back(game: Game[S, E], kind: object) -> bool:
    """Whether inputs of a kind tell nothing that has just happened."""
    if not isinstance(kind, str):
        return False
    own = _has(type(game), LooksBack) and cast(LooksBack, game).looks_back(kind)
    return own or kind in STORY_INPUTS


def corrects(game: Game[S, E], kind: object) -> bool:
    """Whether inputs of a kind may change what the last look at the board leaves open."""
    if not isinstance(kind, str):
        return False
    own = _has(type(game), LooksBack) and cast(LooksBack, game).corrects(kind)
    return own or kind in CORRECTIONS


def lists_rolls(game: Game[S, E]) -> bool:
    """Whether the rolls of a game can be looked at one by one."""
    return _has(type(game), ListsRolls)


def roll_list(game: Game[S, E], history: GameHistory[S, E]) -> RollList | None:
    """What was rolled and what it brought; None: the game has no rolls that it could list."""
    return cast(ListsRolls[S, E], game).roll_list(history) if lists_rolls(game) else None


def contests(game: Game[S, E], history: GameHistory[S, E]) -> Sequence[Contest]:
    """In what the players of a game are compared; of one that doesn't say, in nothing."""
    return cast(Compares[S, E], game).contests(history) if _has(type(game), Compares) else ()


def elsewhere(game: Game[S, E], history: GameHistory[S, E]) -> Elsewhere:
    """What other programs know a play by; of a game that they don't know, the name that it has here."""
    if _has(type(game), KnownElsewhere):
        return cast(KnownElsewhere[S, E], game).elsewhere(history)
    name = game.setup_options()["name"]
    return {"name": name if isinstance(name, str) else name["text"], "bgg": None, "first": None}


def panel_light(game: Game[S, E], view: Mapping[str, Any]) -> str | None:
    """The colour that a panel's light shows; where the game doesn't say, the winner's."""
    panel = _panel(game)
    return view["winner"] if panel is None else panel.panel_light(view)


def panel_next(game: Game[S, E], view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The input that a panel's button for the next player stands for now; None: it can't do that."""
    panel = _panel(game)
    return None if panel is None else panel.panel_next(view)


def panel_sounds(game: Game[S, E], event: Mapping[str, Any]) -> bool | None:
    """Whether a panel lets what happened be heard; None: it is of no kind that ever is."""
    panel = _panel(game)
    return None if panel is None else panel.panel_sounds(event)


def _panel(game: Game[S, E]) -> OnPanel | None:
    return cast(OnPanel, game) if _has(type(game), OnPanel) else None


def _declares(game: type) -> bool:
    # What isn't a method isn't seen by `issubclass`.
    return hasattr(game, "wire")


def _secrets(game: Game[S, E]) -> KeepsSecrets[S, E] | None:
    return cast(KeepsSecrets[S, E], game) if _has(type(game), KeepsSecrets) else None


@lru_cache(maxsize=256)
def _has(game: type, what: type) -> bool:
    """Whether a class of games fulfils a protocol; kept, as every line that is shown asks it."""
    return issubclass(game, what)
