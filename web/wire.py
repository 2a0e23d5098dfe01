"""What pages get and send beside the table itself, declared (`companion.wire`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from companion.calibration.outcome import State as StepState
from companion.island.pieces import COLOURS
from companion.wire import Among, Count, Length, Named, Sentence, Share

Colour: TypeAlias = Annotated[str, Among(COLOURS), Named("Colour")]
Found: TypeAlias = dict[str, Any]


class Refused(TypedDict):
    """Why not, in the language asked for."""

    error: str


class Clock(TypedDict):
    """What time it is at the table, and by the server."""

    t: Annotated[float, "Seconds since the game began."]
    run: Annotated[str, "Another one each time the server starts."]
    up: Annotated[float, "Seconds since it did."]


class PatchOperation(TypedDict):
    """An operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: NotRequired[Any]


Changes = TypedDict("Changes", {"epoch": str, "from": Count, "to": Count, "changes": list[PatchOperation]})
"""The data of a stream's event `changes`: from one version to a later one."""


class Words(TypedDict):
    """What the pages say in a language, by their English; a list where there are plural forms.

    `forms`: the index of the plural form for each category of `Intl.PluralRules`.
    """

    forms: dict[str, Count]
    texts: dict[str, str | list[str]]


class StepChoice(TypedDict):
    """An answer that a step offers; it comes back as `{"word": word}`."""

    word: str
    text: Sentence
    usual: Annotated[bool, "What people mostly answer."]


State: TypeAlias = Annotated[StepState, Named("StepState")]


class StepView(TypedDict):
    """A step and how it stands; `about`: what was found, which is another with each step."""

    name: str
    title: Sentence
    state: State
    text: Sentence
    choices: list[StepChoice]
    more: list[Sentence]
    about: Found


class StepRepeated(TypedDict):
    """How a step that was repeated came out; `but`: where that isn't for good."""

    name: str
    title: Sentence
    state: State
    text: Sentence
    but: Sentence


class CalibrationView(TypedDict):
    """The guided calibration; what may be left out is of a table that plays."""

    version: Count
    leads: NotRequired[Annotated[bool, "The table isn't watched yet: this comes first."]]
    current: Annotated[str | None, "The step that is on."]
    picture: Annotated[bool, "Whether there is a live picture."]
    steps: list[StepView]
    repeats: NotRequired[Annotated[str | None, "The step that is repeated; null: the table is watched."]]
    lent: NotRequired[Annotated[list[str], "What the table isn't watched with meanwhile."]]
    last: NotRequired[Annotated[StepRepeated | None, "How the step that was repeated last came out."]]


class PictureTaken(TypedDict):
    """What a phone that is the camera is told of its picture."""

    hold: Annotated[bool, "Exposure and focus are to be held from now on."]
    remark: Annotated[Sentence, "What people should know of the phone; empty: nothing."]
    state: Annotated[Literal["resting", "looking", "wrong", "good"], "`resting`: nobody asked what is seen."]
    text: Annotated[Sentence, "What is seen, and how to hold the phone."]
    more: list[Sentence]
    outline: Annotated[list[Corner], "The island's corners in the picture; none: it isn't found."]


class SeatedPlayer(TypedDict):
    """Who sits there."""

    name: str
    colour: Colour


Corner: TypeAlias = Annotated[
    list[Share], Length(2, 2), "From the left and from above, in shares of the picture."
]


class ChoiceTaken(TypedDict):
    """One of the choices that the step offers."""

    word: str


class CameraNamed(TypedDict):
    """The camera that hangs over the table, as its system calls it."""

    camera: str


class TrayDrawn(TypedDict):
    """The corners of the area in which dice lie, in order."""

    inside: list[Corner]


class HexCorrected(TypedDict):
    """What lies on a hex; no token: null."""

    hex: str
    terrain: NotRequired[str]
    number: NotRequired[int | None]


class HarborCorrected(TypedDict):
    """Which harbor lies at a coastal path; none: null."""

    path: str
    harbor: NotRequired[str | None]


class PlayersSeated(TypedDict):
    """Who sits there, in seat order."""

    players: list[SeatedPlayer]


StepAnswer: TypeAlias = ChoiceTaken | CameraNamed | TrayDrawn | HexCorrected | HarborCorrected | PlayersSeated


class AnswerToStep(TypedDict):
    """An answer to the step that is on."""

    step: str
    answer: StepAnswer
