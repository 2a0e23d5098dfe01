"""Learn the faces of this table's resource dice: people show them, and name those that aren't recognised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.calibration.context import CalibrationContext
from companion.calibration.step_outcome import (
    CONFIRM_CHOICE,
    CONTINUE_CHOICE,
    Answer,
    AnswerRefused,
    Choice,
    StepOutcome,
    word_of,
)
from companion.calibration.steps.picture import StepOverlay, find_obstacle
from companion.i18n import join_list, sentence
from companion.sources.camera import Image
from vision.dice import DieDetection
from vision.dice.reading import cut_dice_patches, select_distinct
from vision.dice.region import DiceRegion
from vision.dice.resources import (
    RESOURCES,
    FacePrototypes,
    LearnedFaces,
    Resource,
    ResourceFeatures,
    detect_resource_dice,
    learn_faces,
)
from vision.dice.throws import average_pictures, has_changed, shrink_to_grey
from vision.draw import draw_numbers

FACE_NAMES: Final[Mapping[Resource, str]] = {
    "ore": sentence("ore"),
    "grain": sentence("grain"),
    "wool": sentence("wool"),
    "lumber": sentence("lumber"),
    "brick": sentence("brick"),
    "gold": sentence("gold"),
}
"""The names of the faces for people."""
SHOWINGS: Final = 2
"""How often each face should be shown; more examples don't help."""
NO_DIE: Final = "none"
"""The name of a detection that is no die."""
MIN_WIDTH_PX: Final = 32.0
"""Narrower dice are too small to learn: throws are read from 40 pixels on."""
MIN_BRIGHTNESS_LEVEL: Final = 40.0
"""A picture with a lower mean, of 255, is too dark."""
MIN_SHOWN_DIE_P: Final = 0.3
"""A less probable detection isn't shown: naming one that is no die costs less than showing a die again."""
MAX_DICE: Final = 12
"""More detections than these are mostly no dice."""
LOOK_AGAIN_CHOICE: Final = Choice("again", sentence("Look again"))
ONCE_CHOICE: Final = Choice("done", sentence("Showing them once is enough"))
FORGET_CHOICE: Final = Choice("forget", sentence("Show them again"), usual=True)


# Collect examples of a set's faces, propose names for new ones, and find faces that can't be told apart.


PROPOSAL_THRESHOLD_P: Final = 0.5
"""A face above this probability is proposed."""
_PERMUTATIONS: Final = np.array(list(permutations(range(len(RESOURCES)))))
"""720 x 6: each assignment of different faces to six dice."""


@dataclass(frozen=True, eq=False)
class FaceExample:
    """A face that a person named.

    Attributes:
        name: its resource.
        patch: PATCH_PX x PATCH_PX x 3, BGR, as `vision.dice.reading.cut_dice_patches` cuts it.
        embedding: EMBEDDING_SIZE values of length one.
    """

    name: Resource
    patch: NDArray[np.uint8]
    embedding: NDArray[np.float64]


class FaceExamples:
    """The faces of one set that people `named`, in the order in which they were shown."""

    def __init__(self) -> None:
        self.named: list[FaceExample] = []

    def count(self, name: Resource) -> int:
        """Return how often a face was named."""
        return sum(each.name == name for each in self.named)

    def missing_faces(self, times: int = 1) -> list[Resource]:
        """Return the faces that were named less often."""
        return [name for name in RESOURCES if self.count(name) < times]

    def learn(self, made: str) -> LearnedFaces:
        """Learn the set; `made` is the time that is stored with it.

        Raises:
            LearnedFacesError: nothing was named.
        """
        names = [each.name for each in self.named]
        patches = np.stack([each.patch for each in self.named]) if names else np.zeros((0,), np.uint8)
        return learn_faces(patches, names, made)

    def propose_names(self, look: ResourceFeatures, *, are_different: bool = False) -> list[Resource | None]:
        """Return the probable name of each face; None: no name has half of the probability.

        The named examples decide where they are certain, otherwise the network does.

        Args:
            look: the features of n top faces.
            are_different: whether people were asked to show each face once; it counts only for six dice.
        """
        values = look.values
        if self.named:
            own = _prototypes(self.named).face_probabilities(look)
            values = np.where(own.max(axis=1, keepdims=True) > PROPOSAL_THRESHOLD_P, own, values)
        if are_different and len(values) == len(RESOURCES):
            values = assign_different_faces(values)
        return [
            RESOURCES[int(each.argmax())] if each.max() > PROPOSAL_THRESHOLD_P else None for each in values
        ]

    def find_unreliable_faces(self) -> tuple[Resource, ...]:
        """Return the faces of which an example looks more like another face, and those other faces.

        A wrong name, a blurred picture or two similar symbols are the causes. Of a face with one example,
        only its similarity to another such face can be checked.
        """
        single = [name for name in RESOURCES if self.count(name) == 1]
        found: set[Resource] = set()
        if self.named:
            for pair in _prototypes(self.named).confusable_pairs():
                found.update(pair if set(pair) <= set(single) else ())
        for n, example in enumerate(self.named):
            others = [*self.named[:n], *self.named[n + 1 :]]
            if all(other.name != example.name for other in others):
                continue
            look = ResourceFeatures(np.full((1, len(RESOURCES)), 1 / len(RESOURCES)), example.embedding[None])
            shares = _prototypes(others).face_probabilities(look)[0]
            likeliest = RESOURCES[int(shares.argmax())]
            if likeliest != example.name:
                found |= {example.name, likeliest}
        return tuple(name for name in RESOURCES if name in found)


def assign_different_faces(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each die's face probabilities, given that six dice show six different faces.

    Args:
        values: 6 x 6, dice by RESOURCES.

    Returns:
        6 x 6.
    """
    logs = np.log(values.clip(1e-6, 1))[np.arange(len(values)), _PERMUTATIONS].sum(axis=1)
    weights = np.exp(logs - logs.max())
    shares = np.zeros_like(values)
    for die in range(len(values)):
        np.add.at(shares[die], _PERMUTATIONS[:, die], weights)
    return np.asarray(shares / weights.sum())


def _prototypes(examples: Sequence[FaceExample]) -> FacePrototypes:
    embeddings = np.stack([each.embedding for each in examples])
    return FacePrototypes.from_examples(embeddings, [each.name for each in examples])


# The step.


def similar_faces_text(one: Resource, other: Resource) -> str:
    """Return a sentence about two faces of a set that may be confused."""
    return sentence(
        "{one} and {other} look very similar here: show them again, closer or in better light.",
        one=FACE_NAMES[one],
        other=FACE_NAMES[other],
    )


@dataclass(frozen=True, eq=False)
class ShownDice:
    """Dice at rest whose faces are to be named.

    Attributes:
        picture: the picture in which they were found, BGR.
        dice: from left to right.
        features: of their top faces.
        names: a resource for each; `NO_DIE`: it is no die; None: unknown.
    """

    picture: Image
    dice: tuple[DieDetection, ...]
    features: ResourceFeatures
    names: tuple[Resource | str | None, ...]

    def examples(self) -> list[FaceExample]:
        """Return the named faces as examples."""
        patches = cut_dice_patches(self.picture, self.dice)
        named = zip(self.names, patches, self.features.embeddings, strict=True)
        return [
            FaceExample(face, patch, embedding)
            for name, patch, embedding in named
            for face in RESOURCES
            if face == name
        ]

    def to_json(self) -> list[dict[str, Any]]:
        """Return each die: ``at`` and ``size`` in shares of the picture's width and height, and ``face``."""
        height, width = self.picture.shape[:2]
        return [
            {
                "at": [round(die.at[0] / width, 4), round(die.at[1] / height, 4)],
                "size": round(die.size / width, 4),
                "face": name,
            }
            for die, name in zip(self.dice, self.names, strict=True)
        ]


class ResourceDiceStep:
    """The step that learns a set of resource dice.

    Args:
        is_requested: people asked for this step; otherwise it is skipped, as most tables have no such dice.
    """

    def __init__(self, is_requested: bool = False) -> None:
        self._is_requested = is_requested
        self._examples = FaceExamples()
        self._overlay = StepOverlay()
        self._shown: ShownDice | None = None
        self._problem = ""
        self._has_searched = False
        self._still: NDArray[np.uint8] | None = None
        """The still picture that was searched last, as `shrink_to_grey` returns it."""
        self._learned: LearnedFaces | None = None
        self._suspects: tuple[Resource, ...] = ()
        self._accepted = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Search dice at rest; ask for their faces; learn the set once each was shown twice."""
        if not (self._is_requested or "faces" in context.requested_steps):
            return StepOutcome(
                "skipped", sentence("For the Catan Dice Game: choose this step to show the dice's faces.")
            )
        if (why := find_obstacle(context, island=False)) is not None:
            return why
        if self._learned is None and not self._examples.missing_faces(SHOWINGS):
            self._learn(context)
        if self._learned is not None:
            return self._learned_outcome(context, self._learned)
        if self._shown is None:
            self._search(context)
        return self._outcome()

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept a choice, or ``{"die": number, "face": name}``: what a die of the picture shows."""
        if "die" in given:
            self._name_die(given["die"], given.get("face"))
            return
        word = word_of(given, *(choice.word for choice in self._choices()))
        if word == CONFIRM_CHOICE.word and self._shown is not None:
            self._examples.named += self._shown.examples()
            self._look_on()
        elif word == LOOK_AGAIN_CHOICE.word:
            self._still = None
            self._look_on()
        elif word == ONCE_CHOICE.word:
            self._learn(context)
        elif word == CONTINUE_CHOICE.word:
            self._accepted = True
        else:
            kept = [each for each in self._examples.named if each.name not in self._suspects]
            self._examples.named = kept
            self._learned, self._suspects = None, ()

    def end(self) -> None:
        """Remove the step's drawing."""
        self._overlay.end()

    def _look_on(self) -> None:
        self._shown = None
        self._overlay.end()

    def _name_die(self, die: object, face: object) -> None:
        shown = self._shown
        if shown is None or type(die) is not int or not 0 <= die < len(shown.dice):
            raise AnswerRefused
        if face not in (*RESOURCES, NO_DIE):
            raise AnswerRefused(sentence("A die shows one of these: {faces}.", faces=_list_faces(RESOURCES)))
        names = [*shown.names[:die], str(face), *shown.names[die + 1 :]]
        self._shown = replace(shown, names=tuple(names))

    def _search(self, context: CalibrationContext) -> None:
        """Search dice in the newest pictures, if nothing moves in them and something moved before."""
        images = [] if context.frame_buffer is None else context.frame_buffer.steady_images()
        if not images:
            return
        small = [shrink_to_grey(image) for image in images]
        if any(one.shape != small[-1].shape or has_changed(one, small[-1]) for one in small[:-1]):
            self._problem = ""
            return
        before, self._still = self._still, small[-1]
        if before is None or before.shape != small[-1].shape or has_changed(before, small[-1]):
            self._find_dice(context, average_pictures(images))

    def _find_dice(self, context: CalibrationContext, picture: Image) -> None:
        area = context.setup.dice
        height, width = picture.shape[:2]
        region = area.mask(width, height) if isinstance(area, DiceRegion) else None
        known = self._examples.learn("") if self._examples.named else None
        found, is_die, look = detect_resource_dice(picture, known, region=region)
        indices = select_distinct(found, is_die, MIN_SHOWN_DIE_P)
        if len(indices) > MAX_DICE:
            indices = select_distinct(found, is_die)[:MAX_DICE]
        dice = tuple(found[n] for n in indices)
        self._problem = _explain_unusable(picture, dice)
        if not dice and not self._has_searched:
            # People haven't put anything there yet.
            self._problem = ""
        self._has_searched = True
        if self._problem or not dice:
            return
        features = ResourceFeatures(look.values[indices], look.embeddings[indices])
        names = self._examples.propose_names(features, are_different=True)
        self._shown = ShownDice(picture, dice, features, tuple(names))
        numbered = draw_numbers(picture, dice)
        # The picture stands still while people name the faces: they may move the dice meanwhile.
        self._overlay.show(context, lambda _: numbered)

    def _learn(self, context: CalibrationContext) -> None:
        self._learned = self._examples.learn(context.devices.today())
        self._suspects = self._examples.find_unreliable_faces()

    def _choices(self) -> tuple[Choice, ...]:
        if self._learned is not None:
            return (FORGET_CHOICE, CONTINUE_CHOICE) if self._suspects and not self._accepted else ()
        if self._shown is not None:
            is_complete = None not in self._shown.names
            return (CONFIRM_CHOICE, LOOK_AGAIN_CHOICE) if is_complete else (LOOK_AGAIN_CHOICE,)
        return () if self._examples.missing_faces() else (ONCE_CHOICE,)

    def _outcome(self) -> StepOutcome:
        about: dict[str, Any] = {"shown": {str(face): self._examples.count(face) for face in RESOURCES}}
        if self._shown is not None:
            height, width = self._shown.picture.shape[:2]
            about |= {"dice": self._shown.to_json(), "extent": [width, height]}
            if None in self._shown.names:
                text = sentence("Tap each die marked “?” and choose what it shows.")
            else:
                text = sentence("Is this what the dice show? Tap a die to change it.")
            return StepOutcome("looking", text, self._choices(), about=about)
        more = []
        missing = self._examples.missing_faces()
        if not self._examples.named:
            text = sentence(
                "Put the six dice into the camera's view, each with another resource on top. Then take your "
                "hands away."
            )
            more.append(sentence("With a single die, show its faces one after another."))
        elif missing:
            text = sentence("Still to show: {faces}.", faces=_list_faces(missing))
        else:
            text = sentence(
                "Now once more: turn each die a little and put it in another place, with the same faces on "
                "top."
            )
            left = self._examples.missing_faces(SHOWINGS)
            more.append(sentence("Still to show: {faces}.", faces=_list_faces(left)))
        if self._problem:
            return StepOutcome("wrong", self._problem, self._choices(), (text, *more), about)
        return StepOutcome("looking", text, self._choices(), tuple(more), about)

    def _learned_outcome(self, context: CalibrationContext, learned: LearnedFaces) -> StepOutcome:
        about = {"shown": {str(face): self._examples.count(face) for face in RESOURCES}}
        if self._suspects and not self._accepted:
            text = sentence(
                "The camera can't tell these faces from others for certain: {faces}. Show them again, closer "
                "or in better light.",
                faces=_list_faces(self._suspects),
            )
            more = (sentence("Without that, it asks you more often during the game."),)
            return StepOutcome("wrong", text, self._choices(), more, about)
        context.faces = learned
        if context.setup.dice == "nowhere":
            context.setup = replace(context.setup, dice="beside")
        text = sentence("The camera knows the six faces of your dice.")
        if self._suspects:
            text = sentence(
                "The camera knows the six faces of your dice, but isn't sure of these: {faces}.",
                faces=_list_faces(self._suspects),
            )
        return StepOutcome("good", text, about=about)


def _list_faces(faces: tuple[Resource, ...] | list[Resource]) -> str:
    return join_list([FACE_NAMES[face] for face in faces])


def _explain_unusable(picture: Image, dice: tuple[DieDetection, ...]) -> str:
    """Return why no faces can be learned from a picture, and the remedy; empty: they can."""
    if picture.mean() < MIN_BRIGHTNESS_LEVEL:
        return sentence("The picture is too dark for the dice: put a lamp above them.")
    if not dice:
        return sentence(
            "No die was found. Put the dice on a plain surface, well lit, and nearer to the camera if they "
            "look small."
        )
    width = float(np.median([die.size for die in dice]))
    if width < MIN_WIDTH_PX:
        return sentence(
            "The dice are only {width} pixels wide in the picture: move the camera nearer, until they are at "
            "least {least}.",
            width=round(width),
            least=round(MIN_WIDTH_PX),
        )
    return ""
