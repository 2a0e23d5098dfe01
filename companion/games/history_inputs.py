"""Inputs about the game log that every game accepts: undo, redo, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from companion.games import game_api
from companion.games.replay import RecordedEvent
from companion.games.schema import shape_refusal
from companion.games.seats import Seat
from companion.i18n import sentence
from companion.island.geometry import PieceColour
from companion.observations import InputRefused

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True)
class EventCodec(Generic[E]):
    """The JSON codec of a game's events.

    Attributes:
        to_json: returns the JSON form of an event, with its "kind".
        from_json: parses that form; raises ValueError where it is no event.
    """

    to_json: Callable[[E], dict[str, Any]]
    from_json: Callable[[object], E]


def undo(history: game_api.GameHistory[S, E]) -> game_api.Interpretation[E]:
    """Return the interpretation that undoes everything the last observation recorded.

    Raises:
        InputRefused: nothing is recorded yet.
    """
    if history.undoable is None:
        raise InputRefused(sentence("there is nothing to undo"))
    return game_api.Interpretation(corrections=(game_api.Undo(history.undoable),))


def redo(history: game_api.GameHistory[S, E]) -> game_api.Interpretation[E]:
    """Return the interpretation that restores everything that the last undo removed.

    Raises:
        InputRefused: nothing was undone, or something else was recorded since.
    """
    if history.redoable is None:
        raise InputRefused(sentence("there is nothing to redo"))
    return game_api.Interpretation(corrections=(game_api.Undo(history.redoable),))


def confirm(history: game_api.GameHistory[S, E], data: Mapping[str, Any]) -> game_api.Interpretation[E]:
    """Return the interpretation that confirms an entry, so that it becomes certain.

    Raises:
        InputRefused: there is no such entry.
    """
    recorded_event = find_recorded(history, data.get("entry"))
    if recorded_event.certainty == 1.0:
        return game_api.Interpretation(duplicate_of=(recorded_event.number,))
    return game_api.Interpretation(
        corrections=(game_api.Replace(recorded_event.number, recorded_event.event),)
    )


def correct(
    history: game_api.GameHistory[S, E], data: Mapping[str, Any], codec: EventCodec[E]
) -> game_api.Interpretation[E]:
    """Interpret a correction (`parse_correction`). The first event, which seats the players, keeps its kind.

    Raises:
        InputRefused, ValueError: as `parse_correction`, or the correction would remove the players' seating.
    """
    change = parse_correction(history, data, codec)
    first = history.recorded_events[0]
    of_first = isinstance(change, game_api.Replace) and change.number == first.number
    if of_first and type(change.event) is not type(first.event):
        raise InputRefused(sentence("the players' seating can't be undone: start a new game"))
    return game_api.Interpretation(corrections=(change,))


def parse_correction(
    history: game_api.GameHistory[S, E], data: Mapping[str, Any], codec: EventCodec[E]
) -> game_api.Replace[E] | game_api.Insert[E]:
    """Parse a correction: replace, remove or insert an event.

    Args:
        history: the game so far.
        data: ``entry`` and ``event`` (the replacement; None removes the event), ``entry`` and ``change`` (the
            fields that differ), or ``before`` and ``event`` (the event to insert).
        codec: the codec of the game's events.

    Raises:
        InputRefused: the input has none of these forms, or there is no such entry.
        ValueError: the correction is no event of this game.
    """
    if "entry" in data and "change" in data:
        recorded_event = find_recorded(history, data["entry"])
        return game_api.Replace(
            recorded_event.number, _apply_changes(recorded_event.event, data["change"], codec)
        )
    if "entry" in data and "event" in data:
        recorded_event = find_recorded(history, data["entry"])
        return game_api.Replace(
            recorded_event.number, None if data["event"] is None else codec.from_json(data["event"])
        )
    if "before" in data and "event" in data:
        recorded_event = find_recorded(history, data["before"])
        if recorded_event == history.recorded_events[0]:
            raise InputRefused(sentence("nothing can happen before the players are seated"))
        return game_api.Insert(recorded_event.number, codec.from_json(data["event"]))
    raise shape_refusal(
        sentence('a correction has an "entry" and an "event" or a "change", or a "before" and an "event"')
    )


def _apply_changes(event: E, changes: object, codec: EventCodec[E]) -> E:
    """Return the event with some fields changed; all other fields keep their recorded values."""
    if not isinstance(changes, Mapping) or "kind" in changes:
        raise shape_refusal(sentence("a change is an object with fields of an event, without its kind"))
    return codec.from_json({**codec.to_json(event), **changes})


def find_recorded(history: game_api.GameHistory[S, E], number: object) -> RecordedEvent[E]:
    """Return the recorded event with this entry number.

    Raises:
        InputRefused: there is none.
    """
    for each in history.recorded_events:
        if type(number) is int and each.number == number:
            return each
    raise InputRefused(sentence("there is no entry {number} in this game's log", number=str(number)[:20]))


# The context of an input: what its sender saw when entering it. Prevents duplicates from several devices.
#
# Any input may have an ``about`` field, an object of numbers, each of which is optional:
#
# =========  =======================================================================================
# ``game``   the game's number (the table checks it: `companion.table.preview`)
# ``turn``   the number of the turn in progress
# ``after``  the latest entry that the sender saw; the sender hasn't seen any later entry
# ``as_of``  the entry that last changed the log line which this input corrects (checked by the table)
# =========  =======================================================================================
#
# Without a context, an input is accepted as it arrives. ``turn`` may also be a field of the input itself.


CONTEXT_FIELDS: Final = ("game", "turn", "after", "as_of")
"""The fields of a context."""


@dataclass(frozen=True)
class InputContext:
    """The context of an input; a field is None where the input leaves it out.

    Attributes:
        game, turn, after, as_of: as the module describes them.
    """

    game: int | None = None
    turn: int | None = None
    after: int | None = None
    as_of: int | None = None

    def is_unseen(self, recorded: RecordedEvent[Any]) -> bool:
        """Return whether an event was recorded, or last changed, after the entry that the sender saw."""
        return self.after is not None and recorded.effective_entry > self.after

    def check_turn(self, turn: int, player_name: str, *, same_player: bool = True) -> None:
        """Check that the turn named by the context, if any, is in progress.

        Args:
            turn: the number of the turn in progress.
            player_name: the name of the active player.
            same_player: whether the player that the input names, if any, is the active player.

        Raises:
            InputRefused: another turn is in progress.
        """
        if self.turn is None or (self.turn == turn and same_player):
            return
        if self.turn > turn:
            raise InputRefused(sentence("That turn has been undone. It is {name}'s turn.", name=player_name))
        raise InputRefused(sentence("That turn is already over. It is {name}'s turn.", name=player_name))


def split_context(data: Mapping[str, Any]) -> tuple[InputContext, dict[str, Any]]:
    """Split an input into its context and its other fields.

    Raises:
        InputRefused: ``about`` isn't an object of such numbers.
    """
    rest = dict(data)
    fields = rest.pop("about", None)
    if fields is None:
        fields = {}
    if not isinstance(fields, Mapping) or not set(fields) <= set(CONTEXT_FIELDS):
        raise shape_refusal(sentence("about is an object of: {names}", names=", ".join(CONTEXT_FIELDS)))
    if "turn" in rest:
        fields = {**fields, "turn": rest.pop("turn")}
    if any(number is not None and type(number) is not int for number in fields.values()):
        raise shape_refusal(sentence("the fields of about are numbers"))
    return InputContext(**fields), rest


def find_unseen_duplicate(
    history: game_api.GameHistory[S, E], about: InputContext, event: E
) -> RecordedEvent[E] | None:
    """Return the recorded event that equals this one and that the sender hadn't seen yet, or None."""
    found = (
        each for each in reversed(history.recorded_events) if about.is_unseen(each) and each.event == event
    )
    return next(found, None)


# Corrections of the seating: other names, colours or places, and their consequences for later events.
#
# A seat's id (`companion.games.seats.Seat.id`) never changes. Each game decides which of its events must be
# rewritten, and how.


class Seating:
    """The mapping from recorded colours to corrected colours."""

    def __init__(self, before: Sequence[Seat], after: Sequence[Seat]) -> None:
        """Compare the recorded seats with the corrected seats."""
        corrected: Mapping[PieceColour, PieceColour] = {seat.id: seat.colour for seat in after}
        self._names = {seat.colour: seat.name for seat in before}
        self._became = {seat.colour: corrected.get(seat.id) for seat in before}
        self._played = frozenset(corrected.values())
        self.unchanged = [(seat.id, seat.colour) for seat in before] == [
            (seat.id, seat.colour) for seat in after
        ]

    def map_player(self, colour: PieceColour) -> PieceColour:
        """Return the corrected colour of the player who was recorded with this colour.

        Raises:
            InputRefused: that player is removed from the game.
        """
        became = self._became.get(colour, colour)
        if became is None:
            raise InputRefused(
                sentence(
                    "The game log already mentions {name}, so this player can't be removed. The seat can "
                    "have another name or colour.",
                    name=self._names[colour],
                )
            )
        return became

    def map_seen(self, colour: PieceColour) -> PieceColour:
        """Return the corrected colour of a colour that a sensor saw: unchanged, unless nobody plays it.

        Raises:
            InputRefused: nobody plays it, and its recorded player is removed from the game.
        """
        return colour if colour in self._played else self.map_player(colour)

    def map_source(self, source: str) -> str:
        """Return the corrected source: a phone follows its player."""
        for colour, became in self._became.items():
            if source == f"{game_api.PHONE_PREFIX}{colour}" and became is not None:
                return f"{game_api.PHONE_PREFIX}{became}"
        return source


RewriteEvent = Callable[[RecordedEvent[E], S, S, Seating], E]
"""Rewrites a recorded event for a new seating, given the states before it without and with the correction."""


def reseat(
    history: game_api.GameHistory[S, E],
    opening: RecordedEvent[E],
    event: E,
    seating: Seating,
    initial: S,
    apply: Callable[[S, E], S],
    rewrite: RewriteEvent[E, S],
) -> tuple[game_api.Replace[E] | game_api.Reattribute[E], ...]:
    """Return the corrections that change a game's seating.

    Args:
        history: the game so far.
        opening: the recorded event that started the game.
        event: its replacement.
        seating: the mapping of colours.
        initial: the state before any event.
        apply: applies an event to a state.
        rewrite: rewrites each later event.

    Raises:
        InputRefused: a player is removed whom the log mentions.
    """
    corrected = game_api.Replace(opening.number, event)
    if seating.unchanged:
        return (corrected,)
    return (corrected, *_reattributions(history, opening, event, seating, initial, apply, rewrite))


def _reattributions(
    history: game_api.GameHistory[S, E],
    opening: RecordedEvent[E],
    event: E,
    seating: Seating,
    initial: S,
    apply: Callable[[S, E], S],
    rewrite: RewriteEvent[E, S],
) -> Iterator[game_api.Reattribute[E]]:
    before = after = initial
    for recorded in history.recorded_events:
        rewritten = event if recorded is opening else rewrite(recorded, before, after, seating)
        source = seating.map_source(recorded.source)
        if recorded is not opening and (rewritten, source) != (recorded.event, recorded.source):
            yield game_api.Reattribute(recorded.number, rewritten, source, recorded.certainty)
        before, after = apply(before, recorded.event), apply(after, rewritten)
