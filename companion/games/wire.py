"""What pages get and send of any game, declared; each game's own stands in its `wire`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, cast

from companion.island.pieces import COLOURS, PieceColour
from companion.wire import Among, Count, Length, Named, Range, Sentence, Share, any_of, declared, named

Colour: TypeAlias = Annotated[PieceColour, Named("Colour")]
AnyColour: TypeAlias = Annotated[str, Among(COLOURS), Named("Colour")]
"""The same, where Python knows of a text only that it is one."""
OfTwoDice: TypeAlias = Annotated[int, Range(2, 12)]
Rounds: TypeAlias = Annotated[
    list[dict[AnyColour, OfTwoDice]],
    "What was thrown for who begins: a round each, sums of two dice by colour.",
]


class SeatTaken(TypedDict):
    """Who sits there; `at_first`: the colour that was said of this seat first, where that was corrected."""

    name: NotRequired[Annotated[str, Length(1, 40)]]
    colour: Colour
    at_first: NotRequired[Colour | None]


class AboutShown(TypedDict, total=False):
    """What an input is about, as it was shown to whoever enters it.

    Where that is over, it is refused, and what was told already since is confirmed. All of it may be left
    out.
    """

    game: Annotated[int, "The game, by its `id`."]
    turn: Annotated[int, "The turn; of a `roll`, the one that it is the roll of."]
    after: Annotated[int, "The last entry that was shown: `newest`."]
    as_of: Annotated[int, "Of a line that is corrected: its `as_of`."]


class Points(TypedDict):
    """Everybody's points at the end of a turn; turn 0: before the first."""

    turn: Count
    points: dict[AnyColour, int]


class Award(TypedDict):
    """What is true of one player alone at the end of a game: what that is called, and how much it was."""

    title: Sentence
    colour: AnyColour
    told: Sentence


class Elsewhere(TypedDict):
    """What programs know a play by in which people keep what they played."""

    name: Annotated[str, "The name that the game is published by."]
    bgg: Annotated[int | None, "Its number at BoardGameGeek, if that is known."]
    first: Annotated[AnyColour | None, "Who began; null: nobody did, or nobody says."]


class OfferedOption(TypedDict):
    """An option of a new game, as people choose it.

    A `choice` has `values`, pairs of a value and its words, a `number` its `least` and `most`. `usual`: what
    it is unless people say otherwise, where that is no matter of the edition; `for_newcomers`: it is on where
    nobody has played before.
    """

    name: str
    label: Sentence
    about: Sentence | None
    house_rule: Annotated[bool, "Few tables play otherwise than their edition says."]
    kind: Literal["choice", "number", "tick"]
    usual: NotRequired[str | int | bool | None]
    for_newcomers: NotRequired[bool]
    values: NotRequired[list[Any]]
    least: NotRequired[int]
    most: NotRequired[int]


class Edition(TypedDict):
    """Rules that differ in options; these are those of this edition, by name."""

    name: str
    label: Sentence
    options: dict[str, str | int | bool | None]


class CountedSide(TypedDict):
    """What is counted before each player of a game that is taken up; empty where nobody knows how much.

    The counts are given in `taken_up`, by `name` and by colour: each alone, or as that many `of` a kind.
    `labels`: one for each seat, `short`: where the seat is plain.
    """

    name: str
    of: NotRequired[str]
    labels: list[Sentence]
    short: Sentence
    most: Count


class TakingUp(TypedDict):
    """What is asked of a game that is on already; `on_turn`: who goes on with it, given as a colour."""

    on_turn: Sentence
    sides: list[CountedSide]


class SetupOptions(TypedDict):
    """What people can choose for a new game.

    `seats` is "teams" where those are teams; `players` are the numbers of players; the first edition is
    usual.
    """

    name: Sentence
    players: list[Count]
    seats: NotRequired[str]
    colours: list[AnyColour]
    options: list[OfferedOption]
    editions: list[Edition]
    taken_up: NotRequired[Annotated[TakingUp, "Left out where no game that is on can be taken up."]]
    who_begins: NotRequired[Annotated[bool, "Whether dice may say who begins."]]


@dataclass(frozen=True)
class Declared:
    """What travels of one game: types as `companion.wire` says.

    Attributes:
        prefix: how the names of its types begin.
        view: what everybody may see, without the log.
        event: what happened, as everybody may see it.
        input: what people enter.
        difference: what an input would change.
        summary: the game looked back on.
        opening: what is said of a new one, beside its kind and what it is about.
        asked: what the sentences of questions and of their answers are made with; None: nothing is asked.
        seat_view: what a player sees besides; None: there are no secrets.
        seat_input: what a player enters on the own phone.
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


_AROUND: Final[Mapping[str, Any]] = {"about": AboutShown, "turn": int}
"""What any input may say besides; the turn stands beside its fields, or in what it is about."""


def undeclared(kind: str) -> Declared:
    """What travels of a game of a kind that doesn't say what."""
    prefix = "".join(part.capitalize() for part in kind.split("_"))
    anything = dict[str, Any]
    return Declared(prefix, anything, anything, anything, anything, anything, anything)


def told_event(prefix: str, event: type, json_types: Mapping[str, Any]) -> Any:
    """An event as it is told.

    Args:
        prefix: before its name.
        event: a frozen dataclass with a `kind`; a field's metadata have its name in the JSON, where that is
            another, and say of one that is `seldom` told that it is left out where it is None.
        json_types: by a field's annotation, what its JSON is.
    """
    return _event(prefix, event, json_types, lambda f: not f.metadata.get("seldom", False))


def entered_event(
    prefix: str,
    event: type,
    json_types: Mapping[str, Any],
    *,
    optional: Collection[str] = (),
    besides: Mapping[str, Any] | None = None,
) -> Any:
    """An input that says what an event of its kind says.

    Args:
        prefix, event, json_types: as `told_event`.
        optional: fields that may be left out, beside those that have a usual value.
        besides: what it may say that the event doesn't.
    """
    return _event(
        prefix,
        event,
        json_types,
        lambda f: f.default is MISSING and f.name not in optional,
        {**_AROUND, **(besides or {})},
    )


def entered(name: str, kind: str, needs: Mapping[str, Any] | None = None, **takes: Any) -> Any:
    """An input of a kind, with the fields that it needs, and those that it takes."""
    return declared(name, {"kind": Literal[kind], **(needs or {})}, {**takes, **_AROUND})


def correcting(prefix: str, events: Collection[type], json_types: Mapping[str, Any]) -> list[Any]:
    """What people enter about the story itself: to take back, to confirm, and three ways to correct."""
    said = [_event(f"{prefix}Said", each, json_types, _needed) for each in events]
    event = named(f"{prefix}SaidEvent", any_of(said))
    change = declared(f"{prefix}Change", {}, _every_field(events, json_types))
    name = f"{prefix}Correct"
    return [
        entered(f"{prefix}Undo", "undo"),
        entered(f"{prefix}Confirm", "confirm", {"entry": int}),
        entered(f"{name}Entry", "correct", {"entry": int, "event": event | None}),
        entered(f"{name}Fields", "correct", {"entry": int, "change": change}),
        entered(f"{name}Before", "correct", {"before": int, "event": event}),
    ]


def _needed(field: Any) -> bool:
    return field.default is MISSING


def _event(
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
    return declared(f"{prefix}{event.__name__}", members, optional)


def _every_field(events: Collection[type], json_types: Mapping[str, Any]) -> dict[str, Any]:
    """All that events may say, by its name: of one name as many types as there are."""
    found: dict[str, list[Any]] = {}
    for f in (f for event in events for f in fields(event)):
        found.setdefault(_json_name(f), []).append(json_types[cast(str, f.type)])
    return {name: any_of(list(dict.fromkeys(forms))) for name, forms in found.items()}


def _json_name(field: Any) -> str:
    return str(field.metadata.get("json", field.name))


class LineTold(TypedDict):
    """What is told of a line of the story, whatever happened there."""

    number: Annotated[int, "Of the entry that told it first."]
    as_of: Annotated[int, "Of the entry that told it as it stands."]
    t: Annotated[float, "Seconds since the game began."]
    source: str
    certainty: Share
    violations: Annotated[list[str], "The rules that it broke."]
