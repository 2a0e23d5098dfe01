"""The API types of what pages send and receive besides the table itself (`companion.wire`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from companion.calibration.step_outcome import StepState
from companion.island.geometry import COLOURS
from companion.wire import Count, Length, OneOf, Range, SchemaName, Sentence, Share

Colour: TypeAlias = Annotated[str, OneOf(COLOURS), SchemaName("Colour")]
Found: TypeAlias = dict[str, Any]


class Refused(TypedDict):
    """The reason of a refusal, in the visitor's language."""

    error: str


class Clock(TypedDict):
    """The table's time and the server's."""

    t: Annotated[float, "Seconds since the game began."]
    run: Annotated[str, "Differs for each start of the server."]
    up: Annotated[float, "Seconds since the server started."]


class PatchOperation(TypedDict):
    """An operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: NotRequired[Any]


Changes = TypedDict("Changes", {"epoch": str, "from": Count, "to": Count, "changes": list[PatchOperation]})
"""The data of a stream's event `changes`: from one version to a later one."""


class Words(TypedDict):
    """The pages' texts in a language, by their English; a list where there are plural forms.

    `forms`: the index of the plural form for each category of `Intl.PluralRules`.
    """

    forms: dict[str, Count]
    texts: dict[str, str | list[str]]


class StepChoice(TypedDict):
    """An answer that a step offers; the page sends it as `{"word": word}`."""

    word: str
    text: Sentence
    usual: Annotated[bool, "Whether it is the usual answer."]


State: TypeAlias = Annotated[StepState, SchemaName("StepState")]


class StepView(TypedDict):
    """A step and its state; `about`: its findings, which differ for each step."""

    name: str
    title: Sentence
    state: State
    text: Sentence
    choices: list[StepChoice]
    more: list[Sentence]
    about: Found


class StepRepeated(TypedDict):
    """The result of a repeated step; `but`: a reservation, if it isn't final."""

    name: str
    title: Sentence
    state: State
    text: Sentence
    but: Sentence


class CalibrationView(TypedDict):
    """The guided calibration; the optional fields belong to a table with a game."""

    version: Count
    leads: NotRequired[Annotated[bool, "Whether the table isn't watched yet, so this page is shown first."]]
    current: Annotated[str | None, "The current step."]
    picture: Annotated[bool, "Whether there is a live picture."]
    steps: list[StepView]
    repeats: NotRequired[Annotated[str | None, "The step being repeated; null: the table is watched."]]
    lent: NotRequired[Annotated[list[str], "Sensors that the table does without meanwhile."]]
    last: NotRequired[Annotated[StepRepeated | None, "The result of the last repeated step."]]


class PictureTaken(TypedDict):
    """The answer to a phone camera about its picture."""

    hold: Annotated[bool, "Whether to lock exposure and focus from now on."]
    remark: Annotated[Sentence, "A remark about the phone for people; may be empty."]
    state: Annotated[Literal["resting", "looking", "wrong", "good"], "`resting`: no judgement was requested."]
    text: Annotated[Sentence, "What the picture shows, and how to hold the phone."]
    more: list[Sentence]
    outline: Annotated[list[Corner], "The island's corners in the picture; empty: not found."]


class PictureCircle(TypedDict):
    """A circle in a picture."""

    at: Annotated[
        list[Share],
        Length(2, 2),
        "The middle: distances from the left and from the top, in shares of the picture.",
    ]
    radius: Annotated[float, Range(0), "In widths of the picture."]


class CardsRead(TypedDict):
    """The round cards in a photo, and the symbols that two of them share."""

    cards: Annotated[list[PictureCircle], "From left to right."]
    common: Annotated[
        list[Annotated[list[PictureCircle], Length(2, 2)]],
        "For each two cards whose common symbol is certain: its place on both.",
    ]
    text: Sentence


class CardAtPlace(TypedDict):
    """The visible card of a place on the island."""

    place: Annotated[list[int], Length(2, 2), "Column and row, axial coordinates; the middle is [0, 0]."]
    circle: PictureCircle
    kind: Annotated[str, OneOf(("island", "harbor", "blue", "orange", "red"))]
    sure: Annotated[bool, "Whether the kind is certain."]


class IslandCounted(TypedDict):
    """An island of cards in a photo."""

    game: Annotated[int, Range(1, 3), "The game that is counted."]
    cards: Annotated[list[CardAtPlace], "Of the 19 places; empty if no island was found."]
    harbors: Annotated[list[Annotated[list[int], Length(2, 2)]], "Places of the harbors, of game 2."]
    text: Sentence


class PileCounted(TypedDict):
    """A fanned pile of cards in a photo."""

    cards: Annotated[list[PictureCircle], "Along the pile."]
    sure: Annotated[bool, "Whether their number is certain."]
    text: Sentence


class ColoursLearned(TypedDict):
    """Confirms that the colours of the cards were learned."""

    text: Sentence


class SeatedPlayer(TypedDict):
    """The player in a seat."""

    name: str
    colour: Colour


Corner: TypeAlias = Annotated[
    list[Share], Length(2, 2), "Distances from the left and from the top, in shares of the picture."
]


class ChoiceTaken(TypedDict):
    """One of the choices that the step offers."""

    word: str


class CameraNamed(TypedDict):
    """The camera over the table, by its system name."""

    camera: str


class TrayDrawn(TypedDict):
    """The corners of the area in which the dice settle, in order."""

    inside: list[Corner]


class HexCorrected(TypedDict):
    """The terrain and number of a hex; no token: null."""

    hex: str
    terrain: NotRequired[str]
    number: NotRequired[int | None]


class HarborCorrected(TypedDict):
    """The harbor at a coastal path; none: null."""

    path: str
    harbor: NotRequired[str | None]


class PlayersSeated(TypedDict):
    """The players in seat order."""

    players: list[SeatedPlayer]


StepAnswer: TypeAlias = ChoiceTaken | CameraNamed | TrayDrawn | HexCorrected | HarborCorrected | PlayersSeated


class AnswerToStep(TypedDict):
    """An answer to the current step."""

    step: str
    answer: StepAnswer
