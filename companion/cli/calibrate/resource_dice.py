"""`companion calibrate dice PHOTO...`: learn a set of resource dice by being shown each face once or twice.

The dice lie in front of the camera, or one of them is shown face after face; a person says what each shows,
with a picture in which the dice are counted.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.common.paths import default_learned_dice
from companion.cli.common.speech import ask, complain, plain, say, spoken
from companion.i18n import counted, listed, sentence
from companion.sources.camera import Frame, FrameSource, LatestFrame, open_camera, read_photo
from vision.dice import DieSeen
from vision.dice.draw import draw_numbers
from vision.dice.patches import cut
from vision.dice.reading import A_DIE_P
from vision.dice.resources import RESOURCES, Resource, ResourceFeatures
from vision.dice.resources_learned import FacePrototypes, LearnedFaces, learn
from vision.dice.resources_reading import look_at_dice

if TYPE_CHECKING:
    from argparse import _SubParsersAction

NAMES: Final[Mapping[Resource, str]] = {
    "ore": sentence("ore"),
    "grain": sentence("grain"),
    "wool": sentence("wool"),
    "lumber": sentence("lumber"),
    "brick": sentence("brick"),
    "gold": sentence("gold"),
}
"""The faces, as people call them."""
NUMBERED: Final = Path("companion-dice.png")
KEPT, NOT_KEPT = 0, 1
"""Exit statuses."""
_LEAVE_OUT: Final = "-"
_LIKELY: Final = 0.5
"""What is read with more confidence than this is proposed as an answer."""
_FRAME_WITHIN_S: Final = 15.0

Picture = NDArray[np.uint8]


def add_parser(
    parts: _SubParsersAction[argparse.ArgumentParser], instead: Callable[[argparse.Namespace], int]
) -> None:
    """Add `dice` to what can be calibrated; `instead` is done where no faces are to be learned."""
    dice = parts.add_parser(
        "dice",
        help="say where dice lie, and try a roll; with photos or a camera: learn a set of resource dice",
        description="Without photos and --camera: the guided step, where dice with pips lie and one roll. "
        "With them: learn a set of resource dice; each face is shown once or twice, and you say what it is.",
    )
    dice.add_argument("photos", nargs="*", metavar="PHOTO", help="photos in which each face lies on top")
    dice.add_argument(
        "--camera",
        dest="faces_camera",
        metavar="CAMERA",
        help="a camera instead, as `companion serve --camera`",
    )
    dice.add_argument(
        "--learned", metavar="FILE", type=Path, help="keep it in this file (default: beside your games)"
    )
    dice.add_argument(
        "--numbered", metavar="OUT.png", type=Path, default=NUMBERED,
        help="where the picture with the counted dice is drawn (%(default)s)",
    )  # fmt: skip
    dice.set_defaults(run=lambda args: run(args) if args.photos or args.faces_camera else instead(args))


def run(args: argparse.Namespace) -> int:
    """Show, ask, learn, keep.

    Returns:
        0, or 1 if nothing was kept.

    Raises:
        CameraError: no such camera.
        LearnedFacesError: the file can't be written.
    """
    if args.photos and args.faces_camera:
        complain(sentence("give either photos of the dice or --camera CAMERA"))
        return NOT_KEPT
    pictures = _photos(args.photos) if args.photos else _camera(open_camera(args.faces_camera))
    lesson = FaceLesson(args.numbered)
    try:
        for name, picture in pictures:
            lesson.show(name, picture)
            if args.faces_camera is not None and lesson.all_twice:
                break
    except EOFError:
        say("")
    except KeyboardInterrupt:
        say("")
        say(sentence("Nothing was saved."))
        return NOT_KEPT
    if not lesson.seen:
        # What was wrong with the pictures has been said.
        complain(sentence("No die was named: nothing was saved."))
        return NOT_KEPT
    if missing := lesson.missing:
        names = listed([NAMES[each] for each in missing])
        complain(sentence("not shown yet: {faces}. Nothing was saved: show them too.", faces=names))
        return NOT_KEPT
    file: Path = args.learned or default_learned_dice()
    if args.learned is None:
        file.parent.mkdir(parents=True, exist_ok=True)
    learned = lesson.learned()
    learned.save(file)
    for one, other in learned.prototypes.alike():
        say(
            sentence(
                "{one} and {other} look very similar here: show them again, closer or in better light.",
                one=NAMES[one],
                other=NAMES[other],
            )
        )
    say(
        counted(
            "{file}: {count} face learned. To read these dice in a photo:",
            "{file}: {count} faces learned. To read these dice in a photo:",
            len(learned.names),
            file=file,
        )
    )
    say(f"  companion read dice --resources --learned {file} PHOTO")
    return KEPT


class FaceLesson:
    """Faces as they are shown and named.

    Args:
        numbered: where the picture with the counted dice is drawn.
    """

    def __init__(self, numbered: Path) -> None:
        self._numbered = numbered
        self._patches: list[NDArray[np.uint8]] = []
        self._marks: list[NDArray[np.float64]] = []
        self._names: list[Resource] = []

    @property
    def seen(self) -> bool:
        """Whether any face was shown and named."""
        return bool(self._names)

    @property
    def missing(self) -> list[Resource]:
        """What wasn't shown."""
        return [resource for resource in RESOURCES if resource not in self._names]

    @property
    def all_twice(self) -> bool:
        """Whether each face was shown as often as helps."""
        return all(self._names.count(resource) >= 2 for resource in RESOURCES)

    def learned(self) -> LearnedFaces:
        """What was learned, of now."""
        return learn(np.stack(self._patches), self._names, datetime.now().isoformat(timespec="seconds"))

    def show(self, name: str, picture: Picture) -> None:
        """Find the dice in a picture and ask what each shows.

        Raises:
            EOFError: whoever answers has nothing more to say.
        """
        found, is_die, look = look_at_dice(picture)
        there = np.array(sorted(np.flatnonzero(is_die >= A_DIE_P), key=lambda k: found[k].at), int)
        dice = [found[k] for k in there]
        if not dice:
            said = sentence(
                "{picture}: no die found. Is there enough light, and are the dice at least 20 pixels wide?",
                picture=name,
            )
            say(said)
            return
        say(counted("{picture}: {count} die.", "{picture}: {count} dice.", len(dice), picture=name))
        if _drawn(self._numbered, draw_numbers(picture, dice)):
            say(sentence("{picture} shows which is which.", picture=self._numbered))
        patches, proposals = cut(picture, dice), self._proposals(look, there)
        for number, (die, patch, proposal) in enumerate(zip(dice, patches, proposals, strict=True), 1):
            if (answer := _ask(number, die, proposal)) is not None:
                self._patches.append(patch)
                self._marks.append(look.marks[there[number - 1]])
                self._names.append(answer)

    def _proposals(self, look: ResourceFeatures, there: NDArray[np.intp]) -> list[Resource | None]:
        values = look.values
        if self._names:
            # What the set's own faces say counts; those that weren't shown yet are left to the network.
            own = FacePrototypes.of(np.stack(self._marks), self._names).values(look)
            values = np.where(own.max(axis=1, keepdims=True) > _LIKELY, own, values)
        best = values[there].argmax(axis=1)
        sure = values[there].max(axis=1) > _LIKELY
        return [RESOURCES[n] if likely else None for n, likely in zip(best, sure, strict=True)]


def _ask(number: int, die: DieSeen, proposal: Resource | None) -> Resource | None:
    """What a person says that a die shows; None: it is to be left out."""
    where = {"number": number, "x": round(die.at[0]), "y": round(die.at[1])}
    asked = sentence("die {number} at {x}, {y} shows:", **where)
    if proposal:
        asked = sentence("die {number} at {x}, {y} shows [{proposal}]:", proposal=NAMES[proposal], **where)
    while True:
        answer = ask(f"  {spoken(asked)} ")
        if answer == _LEAVE_OUT:
            return None
        if not answer and proposal:
            return proposal
        if (named := _named(answer)) is not None:
            return named
        text = sentence(
            "{names}: the first letters are enough; {nothing} skips the die.",
            names=listed([NAMES[each] for each in RESOURCES]), nothing=_LEAVE_OUT,
        )  # fmt: skip
        say(f"    {spoken(text)}")


def _named(answer: str) -> Resource | None:
    """The only resource whose name begins so, in the terminal's language or else in English."""
    begun = plain(answer)
    for names in (NAMES, {each: each for each in RESOURCES}):
        found = [each for each in RESOURCES if begun and plain(spoken(names[each])).startswith(begun)]
        if len(found) == 1:
            return found[0]
    return None


def _drawn(to: Path, picture: Picture) -> bool:
    try:
        return bool(cv2.imwrite(str(to), picture))
    except cv2.error:
        return False


def _photos(photos: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    for photo in photos:
        picture = read_photo(Path(photo))
        if picture is None:
            complain(sentence("{file}: not a readable picture, or no such file", file=photo))
        else:
            yield photo, picture


def _camera(source: FrameSource) -> Iterator[tuple[str, Picture]]:
    """A picture each time that someone presses Enter, until they say that it is enough.

    A recording in the camera's stead gives all its pictures.
    """
    if not source.live:
        for item in source.frames(time.monotonic, threading.Event()):
            if isinstance(item, Frame):
                yield sentence("picture {number}", number=item.number), item.image
        return
    stop, latest = threading.Event(), LatestFrame(source.name)
    told: list[str] = []
    pump = threading.Thread(
        target=latest.pump,
        args=(source, time.monotonic, stop, lambda report: told.append(report.text)),
        daemon=True,
    )
    pump.start()
    number = -1
    try:
        while True:
            say(sentence("Turn the dice so that other faces are on top, and take your hands away."))
            asked = sentence("Press Enter, or type q when all were shown:")
            if ask(f"{spoken(asked)} ") in ("q", "done", "d"):
                return
            frame: Frame | None = latest.wait(number, _FRAME_WITHIN_S)
            if frame is None:
                complain(next(filter(None, reversed(told)), sentence("the camera sends no pictures")))
                continue
            number = frame.number
            yield sentence("picture {number}", number=number), frame.image
    finally:
        stop.set()
        pump.join(_FRAME_WITHIN_S)
