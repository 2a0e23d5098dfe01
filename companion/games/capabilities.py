"""Features that only some games have, and the functions that check whether a game has them.

Secrets, trades, random draws, entered or listed rolls, ids in other programs, a panel: a game's class may
implement each protocol in addition to `companion.games.game_api.Game`. Callers use the functions below, which
return a default for a game that lacks the feature.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

from companion.games.api_types import Contest, Elsewhere, GameTypes, untyped_game
from companion.games.game_api import Game, GameHistory
from companion.i18n import sentence
from companion.island.geometry import HexId, Site, Standing
from companion.observations import BoardSeen, InputRefused, RolledDice
from companion.rolls import RollFacts

# The rolls of a game as a table, for analysis in other programs.


Cell: TypeAlias = str | int | None
"""A value in a row; None: unknown."""


@dataclass(frozen=True)
class RollList:
    """The rolls and their results, as public knowledge.

    Attributes:
        columns: column names in snake_case, the same in every language and version; new columns are appended.
        rows: one roll each, in the order in which they were thrown.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


S = TypeVar("S")
E = TypeVar("E")

DrawOrder = Callable[[int], Sequence[int]]
"""Returns the numbers from 0 to below the given count in random order."""

CORRECTION_INPUTS: Final = frozenset({"undo", "redo", "correct"})
"""The kinds of inputs that change the game log in every game."""
HISTORY_INPUTS: Final = frozenset({*CORRECTION_INPUTS, "confirm"})
"""The kinds of inputs about the game log that every game accepts (`companion.games.history_inputs`)."""


@runtime_checkable
class SupportsSecrets(Protocol[S, E]):
    """A game with information that only some players have."""

    def event_in_public(self, state: S, event: E) -> dict[str, Any]:
        """Return the JSON form of an event without its secret fields in a state."""

    def violations_in_public(self, history: GameHistory[S, E]) -> Mapping[int, tuple[str, ...]]:
        """Return the rules that recorded events break, by entry number, from public knowledge.

        Secret inputs don't affect the result.
        """

    def violations_known_to(self, history: GameHistory[S, E], seat: str) -> Mapping[int, tuple[str, ...]]:
        """Return the rules that recorded events break, as the player of a colour in the game can know."""

    def seat_view(self, history: GameHistory[S, E], seat: str) -> Mapping[str, Any] | None:
        """Return a player's private view as JSON; None: nobody plays that colour.

        It has at least "colour", "name" and, in that player's turn, "on_turn": true.

        It must not depend on the secret inputs of other players (docs/phones.md).
        """

    def seat_input(self, history: GameHistory[S, E], seat: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Translate an input from a player's own phone into an input of the game.

        Raises:
            InputRefused: it isn't about that player's own cards, or makes no sense.
        """


@runtime_checkable
class SupportsApiTypes(Protocol):
    """A game that declares the types of its JSON, for a precise description of the API."""

    @property
    def wire(self) -> GameTypes:
        """The types of the JSON that pages send and receive."""


@runtime_checkable
class SupportsTrades(Protocol[S, E]):
    """A game in which players offer trades to each other (`companion.table.seats`)."""

    def trade_input(
        self, history: GameHistory[S, E], seat: str, partner: str, give: object, take: object
    ) -> dict[str, Any]:
        """Return the input for a trade in which `seat` gives and takes cards of `partner`.

        Raises:
            InputRefused: these two can't trade these cards now.
        """


@runtime_checkable
class SupportsRandomDraws(Protocol[S, E]):
    """A game in which an input may leave something to chance."""

    def draw_random(
        self, history: GameHistory[S, E], data: Mapping[str, Any], order: DrawOrder
    ) -> Mapping[str, Any]:
        """Return the input with its random draws made, or the input itself where it has none.

        The table draws, so that the record and its replay depend only on the result of the draw.
        """


@runtime_checkable
class SupportsRollInputs(Protocol):
    """A game in which people enter a pair of dice that a tower or a camera may also have seen."""

    def entered_roll(self, data: Mapping[str, Any]) -> RolledDice | tuple[()] | None:
        """Return the dice of an input that enters a roll; None for any other input.

        The result is empty if two dice can't show the entered value.
        """

    def roll_confirmation(self, entry: int) -> dict[str, Any]:
        """Return the input that confirms the roll of an entry."""

    def ends_turn(self, data: Mapping[str, Any]) -> bool:
        """Return whether an input ends the turn that it names.

        A roll recorded meanwhile may already belong to the next turn.
        """


@runtime_checkable
class SupportsRollDecisions(Protocol[S, E]):
    """A game that interprets a `companion.rolls.RollDecision`, and knows whether a roll is due."""

    def roll_facts(self, history: GameHistory[S, E], entry: int | None) -> RollFacts:
        """Return the facts about the next roll, and about the roll of an entry."""

    def is_other_turn(
        self, history: GameHistory[S, E], board: BoardSeen, since: float, step: Literal[-1, 1]
    ) -> bool:
        """Return whether a neighbour of the active player has built since a time, and the active one hasn't.

        The neighbour is the next player for step 1, and the previous one for step -1.
        """


@runtime_checkable
class SupportsCorrections(Protocol):
    """A game with its own inputs about the game log, in addition to `HISTORY_INPUTS`."""

    def is_history_input(self, kind: str) -> bool:
        """Return whether inputs of a kind are about the log, and report no new event."""

    def is_correction_input(self, kind: str) -> bool:
        """Return whether inputs of a kind may change what the latest look at the board leaves open."""


@runtime_checkable
class SupportsRollList(Protocol[S, E]):
    """A game that can list its rolls."""

    def roll_list(self, history: GameHistory[S, E]) -> RollList:
        """Return the rolls and their results as public knowledge."""


@runtime_checkable
class SupportsContests(Protocol[S, E]):
    """A game that compares its players, also over many games."""

    def contests(self, history: GameHistory[S, E]) -> Sequence[Contest]:
        """Return the contests as public knowledge."""


@runtime_checkable
class SupportsExternalIds(Protocol[S, E]):
    """A game that other programs for recording plays know."""

    def external_ids(self, history: GameHistory[S, E]) -> Elsewhere:
        """Return the ids of a play in those programs."""


@runtime_checkable
class SupportsPanel(Protocol):
    """A game that uses a panel of buttons, a light and a buzzer (`companion.hardware`).

    Views and events are the public ones, as JSON.
    """

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        """Return the light's colour: of the player to act, at the end of the winner; None: off."""

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the input that the button for the next player submits now; None: none."""

    def panel_sounds(self, event: Mapping[str, Any]) -> bool | None:
        """Return whether an event sounds the buzzer; None: events of its kind never do.

        Of several simultaneous events of such kinds, only the last is asked.
        """


@runtime_checkable
class SupportsKnownPieces(Protocol[S, E]):
    """A game that knows for certain some pieces on the board, whatever a camera reads."""

    def certain_buildings(self, history: GameHistory[S, E]) -> Mapping[Site, Standing]:
        """Return the buildings that are certain by the rules or by people's inputs."""

    def certain_robber(self, history: GameHistory[S, E]) -> HexId | None:
        """Return the robber's hex if it is certain by the rules or by people's inputs, or None."""


def certain_buildings(game: Game[S, E], history: GameHistory[S, E]) -> Mapping[Site, Standing]:
    """Return the buildings that are certain; empty for a game that knows none."""
    if not _implements(type(game), SupportsKnownPieces):
        return {}
    return cast(SupportsKnownPieces[S, E], game).certain_buildings(history)


def certain_robber(game: Game[S, E], history: GameHistory[S, E]) -> HexId | None:
    """Return the robber's hex if it is certain; None for a game without a board."""
    if not _implements(type(game), SupportsKnownPieces):
        return None
    return cast(SupportsKnownPieces[S, E], game).certain_robber(history)


def types_of_game(game: Game[S, E]) -> GameTypes:
    """Return the JSON types of a game; a game that declares none gets arbitrary objects."""
    if _has_api_types(type(game)):
        return cast(SupportsApiTypes, game).wire
    return untyped_game(game.kind)


def event_in_public(game: Game[S, E], state: S, event: E) -> dict[str, Any]:
    """Return the public JSON form of an event; the whole event where the game has no secrets."""
    secrets = _secrets(game)
    return game.event_to_json(event) if secrets is None else secrets.event_in_public(state, event)


def violations_in_public(game: Game[S, E], history: GameHistory[S, E]) -> Mapping[int, tuple[str, ...]]:
    """Return the rules that recorded events break as public knowledge, by entry number."""
    secrets = _secrets(game)
    return history.replay.violations if secrets is None else secrets.violations_in_public(history)


def violations_known_to(
    game: Game[S, E], history: GameHistory[S, E], seat: str
) -> Mapping[int, tuple[str, ...]]:
    """Return the rules that recorded events break as the player of a colour can know."""
    secrets = _secrets(game)
    return history.replay.violations if secrets is None else secrets.violations_known_to(history, seat)


def seat_view(game: Game[S, E], history: GameHistory[S, E], seat: str) -> Mapping[str, Any] | None:
    """Return a player's private view; None: nobody plays that colour, or the game has no secrets."""
    secrets = _secrets(game)
    return None if secrets is None else secrets.seat_view(history, seat)


def seat_input(
    game: Game[S, E], history: GameHistory[S, E], seat: str, data: Mapping[str, Any]
) -> dict[str, Any]:
    """Translate an input from a player's own phone into an input of the game.

    Raises:
        InputRefused: the game has no secrets, or refuses this input.
    """
    secrets = _secrets(game)
    if secrets is None:
        raise InputRefused(sentence("This game has nothing secret: use the tablet to enter it."))
    return secrets.seat_input(history, seat, data)


def trade_input(
    game: Game[S, E], history: GameHistory[S, E], seat: str, partner: str, give: object, take: object
) -> dict[str, Any]:
    """Return the input for a trade between two players.

    Raises:
        InputRefused: the game has no trades, or these two can't trade these cards now.
    """
    if not _implements(type(game), SupportsTrades):
        raise InputRefused(sentence("There is no trading in this game."))
    return cast(SupportsTrades[S, E], game).trade_input(history, seat, partner, give, take)


def draw_random(
    game: Game[S, E], history: GameHistory[S, E], data: Mapping[str, Any], order: DrawOrder
) -> Mapping[str, Any]:
    """Return the input with its random draws made, or the input itself where it has none."""
    return (
        cast(SupportsRandomDraws[S, E], game).draw_random(history, data, order)
        if _implements(type(game), SupportsRandomDraws)
        else data
    )


def entered_roll(game: Game[S, E], data: Mapping[str, Any]) -> RolledDice | tuple[()] | None:
    """Return the unvalidated dice of an input that enters a roll; None for any other input."""
    return (
        cast(SupportsRollInputs, game).entered_roll(data)
        if _implements(type(game), SupportsRollInputs)
        else None
    )


def roll_confirmation(game: Game[S, E], entry: int) -> dict[str, Any]:
    """Return the input that confirms the roll of an entry (only for games with entered rolls)."""
    return cast(SupportsRollInputs, game).roll_confirmation(entry)


def ends_turn(game: Game[S, E], data: Mapping[str, Any]) -> bool:
    """Return whether an input ends the turn that it names.

    A roll recorded meanwhile may already belong to the next turn.
    """
    return _implements(type(game), SupportsRollInputs) and cast(SupportsRollInputs, game).ends_turn(data)


def roll_facts(game: Game[S, E], history: GameHistory[S, E], entry: int | None) -> RollFacts:
    """Return the facts about the next roll; for a game that knows none, each throw is another roll."""
    if not _implements(type(game), SupportsRollDecisions):
        return RollFacts()
    return cast(SupportsRollDecisions[S, E], game).roll_facts(history, entry)


def is_other_turn(
    game: Game[S, E], history: GameHistory[S, E], board: BoardSeen, since: float, step: Literal[-1, 1]
) -> bool:
    """Return whether a neighbour of the active player builds; False for a game that can't know."""
    return _implements(type(game), SupportsRollDecisions) and cast(
        SupportsRollDecisions[S, E], game
    ).is_other_turn(history, board, since, step)


def is_history_input(game: Game[S, E], kind: object) -> bool:
    """Return whether inputs of a kind are about the log, and report no new event."""
    if not isinstance(kind, str):
        return False
    own = _implements(type(game), SupportsCorrections) and cast(SupportsCorrections, game).is_history_input(
        kind
    )
    return own or kind in HISTORY_INPUTS


def is_correction_input(game: Game[S, E], kind: object) -> bool:
    """Return whether inputs of a kind may change what the latest look at the board leaves open."""
    if not isinstance(kind, str):
        return False
    own = _implements(type(game), SupportsCorrections) and cast(
        SupportsCorrections, game
    ).is_correction_input(kind)
    return own or kind in CORRECTION_INPUTS


def has_roll_list(game: Game[S, E]) -> bool:
    """Return whether the game can list its rolls."""
    return _implements(type(game), SupportsRollList)


def roll_list(game: Game[S, E], history: GameHistory[S, E]) -> RollList | None:
    """Return the rolls and their results; None: the game can't list its rolls."""
    return cast(SupportsRollList[S, E], game).roll_list(history) if has_roll_list(game) else None


def contests(game: Game[S, E], history: GameHistory[S, E]) -> Sequence[Contest]:
    """Return the contests in which the game compares its players; empty for a game without any."""
    return (
        cast(SupportsContests[S, E], game).contests(history)
        if _implements(type(game), SupportsContests)
        else ()
    )


def external_ids(game: Game[S, E], history: GameHistory[S, E]) -> Elsewhere:
    """Return the ids of a play in other programs; for an unknown game, only its name here."""
    if _implements(type(game), SupportsExternalIds):
        return cast(SupportsExternalIds[S, E], game).external_ids(history)
    name = game.setup_options()["name"]
    return {"name": name if isinstance(name, str) else name["text"], "bgg": None, "first": None}


def panel_light(game: Game[S, E], view: Mapping[str, Any]) -> str | None:
    """Return the colour of a panel's light; by default the winner's."""
    panel = _panel(game)
    return view["winner"] if panel is None else panel.panel_light(view)


def panel_next(game: Game[S, E], view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the input that a panel's button for the next player submits now, or None."""
    panel = _panel(game)
    return None if panel is None else panel.panel_next(view)


def panel_sounds(game: Game[S, E], event: Mapping[str, Any]) -> bool | None:
    """Return whether an event sounds a panel's buzzer; None: events of its kind never do."""
    panel = _panel(game)
    return None if panel is None else panel.panel_sounds(event)


def _panel(game: Game[S, E]) -> SupportsPanel | None:
    return cast(SupportsPanel, game) if _implements(type(game), SupportsPanel) else None


def _has_api_types(game: type) -> bool:
    # `issubclass` ignores protocol members that aren't methods.
    return hasattr(game, "wire")


def _secrets(game: Game[S, E]) -> SupportsSecrets[S, E] | None:
    return cast(SupportsSecrets[S, E], game) if _implements(type(game), SupportsSecrets) else None


@lru_cache(maxsize=256)
def _implements(game: type, protocol: type) -> bool:
    """Return whether a game's class implements a protocol; cached, as every displayed line asks."""
    return issubclass(game, protocol)
