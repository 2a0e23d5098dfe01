"""Types of the JSON that pages exchange with any game; each game's own are in its `api_types`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, cast

from companion import wire
from companion.i18n import message_to_json
from companion.island.geometry import COLOURS, PieceColour

Colour: TypeAlias = Annotated[PieceColour, wire.SchemaName("Colour")]
AnyColour: TypeAlias = Annotated[str, wire.OneOf(COLOURS), wire.SchemaName("Colour")]
"""The same for values that Python types only as text."""
OfTwoDice: TypeAlias = Annotated[int, wire.Range(2, 12)]
Rounds: TypeAlias = Annotated[
    list[dict[AnyColour, OfTwoDice]],
    "The rolls for the first player: for each round, sums of two dice by colour.",
]


class SeatTaken(TypedDict):
    """A player's seat; `at_first`: the colour first recorded for this seat, where that was corrected."""

    name: NotRequired[Annotated[str, wire.Length(1, 40)]]
    colour: Colour
    at_first: NotRequired[Colour | None]


class AboutShown(TypedDict, total=False):
    """The context of an input: what its sender saw.

    A stale input is refused, and a duplicate confirms the existing entry. All fields are optional.
    """

    game: Annotated[int, "The game, by its `id`."]
    turn: Annotated[int, "The turn; for a `roll`, the turn that it belongs to."]
    after: Annotated[int, "The latest entry that the sender saw: `newest`."]
    as_of: Annotated[int, "For a correction: the `as_of` of the line."]


class Points(TypedDict):
    """All players' points at the end of a turn; turn 0: before the first."""

    turn: wire.Count
    points: dict[AnyColour, int]


class Award(TypedDict):
    """A fact that is true of one player only at the end of a game: its title and its figure."""

    title: wire.Sentence
    colour: AnyColour
    told: wire.Sentence


class Elsewhere(TypedDict):
    """The ids of a play in programs for recording plays."""

    name: Annotated[str, "The game's published name."]
    bgg: Annotated[int | None, "Its number at BoardGameGeek, if known."]
    first: Annotated[AnyColour | None, "The first player; null: none, or unknown."]


class OfferedOption(TypedDict):
    """An option of a new game, as people choose it.

    A `choice` has `values`, pairs of a value and its words; a `number` has `least` and `most`. `usual`: the
    default, where no edition decides it; `for_newcomers`: on where nobody has played before.
    """

    name: str
    label: wire.Sentence
    about: wire.Sentence | None
    house_rule: Annotated[bool, "Few tables deviate from their edition here."]
    kind: Literal["choice", "number", "tick"]
    usual: NotRequired[str | int | bool | None]
    for_newcomers: NotRequired[bool]
    values: NotRequired[list[Any]]
    least: NotRequired[int]
    most: NotRequired[int]


class Edition(TypedDict):
    """Rules that differ in options; `options` are those of this edition, by name."""

    name: str
    label: wire.Sentence
    options: dict[str, str | int | bool | None]


class CountedSide(TypedDict):
    """A count for each player of a game that is already in progress; omit unknown counts.

    `taken_up` has the counts by `name` and by colour: each alone, or as that many `of` a kind. `labels`: one
    for each seat; `short`: for use where the seat is obvious.
    """

    name: str
    of: NotRequired[str]
    labels: list[wire.Sentence]
    short: wire.Sentence
    most: wire.Count


class TakingUp(TypedDict):
    """The questions about a game already in progress; `on_turn`: the active player's colour."""

    on_turn: wire.Sentence
    sides: list[CountedSide]


class SetupOptions(TypedDict):
    """The options of a new game.

    `seats` is "teams" where teams play; `players` are the permitted numbers of players; the first edition is
    the default.
    """

    name: wire.Sentence
    players: list[wire.Count]
    seats: NotRequired[str]
    colours: list[AnyColour]
    options: list[OfferedOption]
    editions: list[Edition]
    taken_up: NotRequired[Annotated[TakingUp, "Omitted where a game already in progress can't be entered."]]
    who_begins: NotRequired[Annotated[bool, "Whether dice may decide the first player."]]


@dataclass(frozen=True)
class GameTypes:
    """The JSON types of one game, declared as in `companion.wire`.

    Attributes:
        prefix: prefix of the names of its types.
        view: the public view, without the log.
        event: a public event.
        input: an input.
        difference: a change that an input would make.
        summary: the summary of a game.
        opening: the data of a new game, without its kind and context.
        asked: the fields of questions and answers; None: the game asks none.
        seat_view: a player's private view; None: the game has no secrets.
        seat_input: an input from a player's own phone.
    """

    prefix: str
    view: Any
    event: Any
    input: Any
    difference: Any
    summary: Any
    opening: Any
    asked: Any = None
    seat_view: Any = None
    seat_input: Any = None


_CONTEXT_TYPES: Final[Mapping[str, Any]] = {"about": AboutShown, "turn": int}
"""The context fields of any input; the turn may be a field of its own, or part of ``about``."""


def untyped_game(kind: str) -> GameTypes:
    """Return types of arbitrary objects for a game that declares none."""
    prefix = "".join(part.capitalize() for part in kind.split("_"))
    anything = dict[str, Any]
    return GameTypes(prefix, anything, anything, anything, anything, anything, anything)


def recorded_event_type(prefix: str, event: type, json_types: Mapping[str, Any]) -> Any:
    """Return the type of a recorded event.

    Args:
        prefix: prefix of the type's name.
        event: a frozen dataclass with a `kind`, and a `schema_name` if that differs from the class's name. A
            field's metadata may contain its `json` name, and `seldom` where the JSON omits it if None.
        json_types: the JSON type for each annotation of a field.
    """
    return _event_type(prefix, event, json_types, lambda f: not f.metadata.get("seldom", False))


def input_event_type(
    prefix: str,
    event: type,
    json_types: Mapping[str, Any],
    *,
    optional: Collection[str] = (),
    besides: Mapping[str, Any] | None = None,
) -> Any:
    """Return the type of an input that reports an event.

    Args:
        prefix, event, json_types: as `recorded_event_type`.
        optional: optional fields, besides those that have a default.
        besides: further optional fields of the input.
    """
    return _event_type(
        prefix,
        event,
        json_types,
        lambda f: f.default is MISSING and f.name not in optional,
        {**_CONTEXT_TYPES, **(besides or {})},
    )


def input_type(name: str, kind: str, needs: Mapping[str, Any] | None = None, **takes: Any) -> Any:
    """Return the type of an input of a kind, with required fields `needs` and optional fields `takes`."""
    return wire.object_type(name, {"kind": Literal[kind], **(needs or {})}, {**takes, **_CONTEXT_TYPES})


def correction_input_types(prefix: str, events: Collection[type], json_types: Mapping[str, Any]) -> list[Any]:
    """Return the types of the inputs about the log: undo, redo, confirm, and three ways to correct."""
    variants = [_event_type(f"{prefix}Said", each, json_types, _is_required) for each in events]
    event = wire.named_type(f"{prefix}SaidEvent", wire.union_of(variants))
    change = wire.object_type(f"{prefix}Change", {}, _all_fields(events, json_types))
    name = f"{prefix}Correct"
    return [
        input_type(f"{prefix}Undo", "undo"),
        input_type(f"{prefix}Redo", "redo"),
        input_type(f"{prefix}Confirm", "confirm", {"entry": int}),
        input_type(f"{name}Entry", "correct", {"entry": int, "event": event | None}),
        input_type(f"{name}Fields", "correct", {"entry": int, "change": change}),
        input_type(f"{name}Before", "correct", {"before": int, "event": event}),
    ]


def _is_required(field: Any) -> bool:
    return field.default is MISSING


def _event_type(
    prefix: str,
    event: type,
    json_types: Mapping[str, Any],
    needed: Callable[[Any], bool],
    besides: Mapping[str, Any] | None = None,
) -> Any:
    members: dict[str, Any] = {"kind": Literal[cast(Any, event).kind]}
    optional = dict(besides or {})
    for f in fields(event):
        (members if needed(f) else optional)[_json_name(f)] = json_types[cast(str, f.type)]
    name = getattr(event, "schema_name", event.__name__)
    return wire.object_type(f"{prefix}{name}", members, optional)


def _all_fields(events: Collection[type], json_types: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of all events by name: of each name, the union of its types."""
    found: dict[str, list[Any]] = {}
    for f in (f for event in events for f in fields(event)):
        found.setdefault(_json_name(f), []).append(json_types[cast(str, f.type)])
    return {name: wire.union_of(list(dict.fromkeys(forms))) for name, forms in found.items()}


def _json_name(field: Any) -> str:
    return str(field.metadata.get("json", field.name))


class LogLine(TypedDict):
    """The fields of a log line that don't depend on the game."""

    number: Annotated[int, "The entry that first recorded it."]
    as_of: Annotated[int, "The entry with its latest version."]
    t: Annotated[float, "Seconds since the game began."]
    source: str
    certainty: wire.Share
    violations: Annotated[list[str], "The rules that it breaks."]


# Awards at the end of a game: facts besides the points, each true of one player only.


MAX_AWARDS: Final = 3
"""Maximum number of awards at the end of a game."""


@dataclass(frozen=True)
class Contest:
    """A figure by which players are compared.

    Attributes:
        title: a sentence: the title of the leading player.
        counts: the figure of each player by colour; a missing player has 0.
        min_count: the lowest figure that is worth an award.
        describe_count: returns the sentence for a figure.
        describe_habit: returns the sentence about the named player who leads over many games; None: the
            contest is no habit.
    """

    title: str
    counts: Mapping[str, int]
    min_count: int
    describe_count: Callable[[int], str]
    describe_habit: Callable[[str], str] | None = None


def choose_awards(contests: Iterable[Contest]) -> list[Award]:
    """Return at most `MAX_AWARDS` awards, in the order of the contests.

    Only a sole leader gets an award. Each player's first award has priority over second ones.
    """
    ranked = [(contest, *leader) for contest in contests if (leader := _leader(contest))]
    colours = [colour for _, colour, _ in ranked]
    first = [n for n, colour in enumerate(colours) if colour not in colours[:n]]
    repeated = [n for n in range(len(ranked)) if n not in first]
    return [_award(*ranked[n]) for n in sorted([*first, *repeated][:MAX_AWARDS])]


def _leader(contest: Contest) -> tuple[str, int] | None:
    most = max(contest.counts.values(), default=0)
    leading = [colour for colour, count in contest.counts.items() if count == most]
    return (leading[0], most) if most >= contest.min_count and len(leading) == 1 else None


def _award(contest: Contest, colour: str, count: int) -> Award:
    return {
        "title": message_to_json(contest.title),
        "colour": colour,
        "told": message_to_json(contest.describe_count(count)),
    }
