"""`companion calibrate dice PHOTO...`: learns a set of resource dice from one or two views of each face.

People show several dice at a time, or one die face by face. A picture numbers the dice that were found, and a
person names the face of each.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.calibration.steps.resource_dice import (
    FACE_NAMES,
    SHOWINGS,
    FaceExample,
    FaceExamples,
    similar_faces_text,
)
from companion.cli.common.config import TableFile, configured_journal, find_configuration
from companion.cli.common.terminal_output import ask, find_by_name, print_error, print_message, translate_text
from companion.cli.parts.device_access import UsageError, local_timestamp
from companion.cli.read import write_picture
from companion.i18n import join_list, plural_sentence, sentence
from companion.perception.camera_watch import FrameGrabber
from companion.picture_decoder import NoPictureError
from companion.sources.camera import Frame, FrameSource, open_camera, read_photo
from vision.dice import DieDetection
from vision.dice.reading import cut_dice_patches, select_distinct
from vision.dice.resources import RESOURCES, Resource, ResourceFeatures, detect_resource_dice
from vision.draw import draw_numbers

NUMBERED_PICTURE_PATH: Final = Path("companion-dice.png")
"""Shows the numbers of the dice."""
_SKIP_ANSWER: Final = "-"
_FRAME_TIMEOUT_S: Final = 15.0
_FRAME_POLL_S: Final = 0.05

Picture = NDArray[np.uint8]


def add_parser(parts: Any, run_guided_step: Callable[[argparse.Namespace], int]) -> None:
    """Add `dice` to the parts; `run_guided_step` runs if there are no photos and no camera."""
    dice = parts.add_parser(
        "dice",
        help="set where dice are rolled, and test a roll; with photos or a camera: learn a set of resource "
        "dice",
        description="Without photos and --camera: runs the guided step for dice with pips. With them: "
        "learns a set of resource dice. Show each face once or twice; you name each of them.",
    )
    dice.add_argument(
        "photos", nargs="*", metavar="PHOTO", help="photos in which each face is on top once or twice"
    )
    dice.add_argument(
        "--camera",
        dest="faces_camera",
        metavar="CAMERA",
        help="a camera instead of photos, as for `companion serve --camera`",
    )
    dice.add_argument(
        "--learned",
        metavar="FILE",
        type=Path,
        help="store the learned set in this file (default: beside the journal)",
    )
    dice.set_defaults(
        run=lambda args: run(args) if args.photos or args.faces_camera else run_guided_step(args)
    )


def run(args: argparse.Namespace) -> int:
    """Find dice in the pictures, ask for their faces, learn these and save them.

    Returns:
        0, or 1 if people stopped it.

    Raises:
        UsageError: nothing was saved; the message says why.
        CameraError: no such camera.
        LearnedFacesError: the file can't be written.
    """
    if args.photos and args.faces_camera:
        raise UsageError(sentence("give either photos of the dice or --camera CAMERA"))
    pictures = _read_photos(args.photos) if args.photos else _take_pictures(open_camera(args.faces_camera))
    examples = FaceExamples()
    try:
        for name, picture in pictures:
            _name_dice(examples, name, picture)
            if args.faces_camera is not None and not examples.missing_faces(SHOWINGS):
                break
    except EOFError:
        print_message("")
    except KeyboardInterrupt:
        print_message("")
        print_message(sentence("Nothing was saved."))
        return 1
    if not examples.named:
        # The pictures' errors have been printed already.
        raise UsageError(sentence("No die was named: nothing was saved."))
    if missing := examples.missing_faces():
        names = join_list([FACE_NAMES[each] for each in missing])
        raise UsageError(sentence("not shown yet: {faces}. Nothing was saved: show them too.", faces=names))
    journal: Path = args.journal or configured_journal(find_configuration(args.config))
    file: Path = args.learned or TableFile.LEARNED_DICE.path_beside(journal)
    if args.learned is None:
        file.parent.mkdir(parents=True, exist_ok=True)
    learned = examples.learn(local_timestamp())
    learned.save(file)
    for one, other in learned.prototypes.confusable_pairs():
        print_message(similar_faces_text(one, other))
    print_message(
        plural_sentence(
            "{file}: {count} face learned. To read these dice in a photo:",
            "{file}: {count} faces learned. To read these dice in a photo:",
            len(learned.names),
            file=file,
        )
    )
    print_message(f"  companion read dice --resources --learned {file} PHOTO")
    return 0


def _name_dice(examples: FaceExamples, name: str, picture: Picture) -> None:
    """Find the dice in a picture, ask for the face of each, and add the named ones to the examples.

    Raises:
        EOFError: the input has ended.
    """
    found, is_die, look = detect_resource_dice(picture)
    indices = select_distinct(found, is_die)
    dice = [found[k] for k in indices]
    if not dice:
        message = sentence(
            "{picture}: no die found. Is there enough light, and are the dice at least 20 pixels wide?",
            picture=name,
        )
        print_message(message)
        return
    print_message(
        plural_sentence("{picture}: {count} die.", "{picture}: {count} dice.", len(dice), picture=name)
    )
    if write_picture(NUMBERED_PICTURE_PATH, draw_numbers(picture, dice)):
        print_message(sentence("{picture} shows which is which.", picture=NUMBERED_PICTURE_PATH))
    patches = cut_dice_patches(picture, dice)
    shown = ResourceFeatures(look.values[indices], look.embeddings[indices])
    proposals = examples.propose_names(shown)
    for number, (die, patch, proposal) in enumerate(zip(dice, patches, proposals, strict=True), 1):
        if (answer := _ask_face(number, die, proposal)) is not None:
            examples.named.append(FaceExample(answer, patch, shown.embeddings[number - 1]))


def _ask_face(number: int, die: DieDetection, proposal: Resource | None) -> Resource | None:
    """Ask a person for the face of a die; None: the person skips it."""
    where = {"number": number, "x": round(die.at[0]), "y": round(die.at[1])}
    prompt = sentence("die {number} at {x}, {y} shows:", **where)
    if proposal:
        prompt = sentence(
            "die {number} at {x}, {y} shows [{proposal}]:", proposal=FACE_NAMES[proposal], **where
        )
    while True:
        answer = ask(f"  {translate_text(prompt)} ")
        if answer == _SKIP_ANSWER:
            return None
        if not answer and proposal:
            return proposal
        if face := find_by_name(answer, FACE_NAMES, is_prefix=True):
            return face
        text = sentence(
            "{names}: the first letters are enough; {nothing} skips the die.",
            names=join_list([FACE_NAMES[each] for each in RESOURCES]), nothing=_SKIP_ANSWER,
        )  # fmt: skip
        print_message(f"    {translate_text(text)}")


def _read_photos(photos: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    for photo in photos:
        try:
            yield photo, read_photo(Path(photo))
        except NoPictureError as error:
            print_error(sentence("{path} was skipped: {reason}.", path=photo, reason=error))


def _take_pictures(source: FrameSource) -> Iterator[tuple[str, Picture]]:
    """Take a picture whenever someone presses Enter, until they type `q`.

    A recording yields all its pictures without asking.
    """
    if not source.is_live:
        for item in source.frames(time.monotonic, threading.Event()):
            if isinstance(item, Frame):
                yield sentence("picture {number}", number=item.number), item.image
        return
    number = -1
    with FrameGrabber(source, time.monotonic) as grabber:
        while True:
            print_message(sentence("Turn the dice so that other faces are on top, and take your hands away."))
            prompt = sentence("Press Enter, or type q when all were shown:")
            if ask(f"{translate_text(prompt)} ") in ("q", "done", "d"):
                return
            frame = _wait_for_frame(grabber, number)
            if frame is None:
                print_error(grabber.trouble or sentence("the camera sends no pictures"))
                continue
            number = frame.number
            yield sentence("picture {number}", number=number), frame.image


def _wait_for_frame(grabber: FrameGrabber, number: int) -> Frame | None:
    """Return the newest frame once it isn't the one of this number; None: the camera sends none."""
    end = time.monotonic() + _FRAME_TIMEOUT_S
    while (frame := grabber.frame_buffer.newest_frame) is None or frame.number == number:
        if time.monotonic() > end:
            return None
        time.sleep(_FRAME_POLL_S)
    return frame
