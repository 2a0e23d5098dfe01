"""What is known of a calibrated table, in a sentence each: for `companion doctor`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from companion.calibration.setup import TableSetup
from companion.words import listed, sentence
from vision.dice.region import DiceRegion
from vision.follow.calibration import Calibration

GOOD_FIT: Final = 0.6
"""Real boards fit by 0.65 to 0.8; with less something hides the island, or it is badly lit."""


@dataclass(frozen=True)
class Told:
    """One thing that is known, or isn't.

    Attributes:
        what: the thing.
        good: nobody needs to do anything.
        text: a sentence.
    """

    what: str
    good: bool
    text: str


def told(setup: TableSetup, calibration: Calibration | None, fitted: Collection[str]) -> Iterator[Told]:
    """All that is known of a table.

    Args:
        setup: what was kept of its calibration.
        calibration: how the camera sees the board, as it was seen last; None: that isn't known.
        fitted: the keys of the buttons that there are.
    """
    yield _camera(setup)
    if setup.camera:
        yield _exposure(setup)
    yield _island(setup, calibration)
    yield _colours(setup, calibration)
    yield _dice(setup)
    yield _tower(setup)
    if fitted:
        yield _buttons(setup, fitted)
    yield _players(setup)


def _camera(setup: TableSetup) -> Told:
    if not setup.camera:
        return Told("camera", False, sentence("No camera was chosen: run 'companion calibrate camera'."))
    when = setup.made.get("camera", "")
    text = sentence("The camera is {camera}, chosen {when}.", camera=setup.camera, when=when)
    return Told("camera", True, text)


def _exposure(setup: TableSetup) -> Told:
    if setup.exposure:
        held = ", ".join(f"{name} {value:g}" for name, value in setup.exposure.items())
        return Told("exposure", True, sentence("Its exposure is held: {held}.", held=held))
    # A camera that can't is no fault that anybody could mend.
    return Told("exposure", True, setup.unheld or sentence("Its exposure is not held."))


def _island(setup: TableSetup, calibration: Calibration | None) -> Told:
    if calibration is None:
        return Told("island", False, sentence("The island was never seen: run 'companion calibrate camera'."))
    size = {"width": calibration.width, "height": calibration.height}
    if not setup.quality:
        text = sentence("The island is known in pictures of {width} x {height}.", **size)
        return Told("island", True, text)
    share = round(100 * setup.quality)
    text = sentence(
        "The island was fitted at {share} % in pictures of {width} x {height}.", share=share, **size
    )
    if setup.wrong:
        text = sentence("{fit} It was taken as it was: {wrong}", fit=text, wrong=setup.wrong[0])
    return Told("island", setup.quality >= GOOD_FIT and not setup.wrong, text)


def _colours(setup: TableSetup, calibration: Calibration | None) -> Told:
    tints = {} if calibration is None else calibration.tints
    if not tints:
        text = sentence("No colours of pieces were learned: run 'companion calibrate colours'.")
        return Told("colours", False, text)
    return Told(
        "colours",
        True,
        sentence("These colours of pieces are known: {colours}.", colours=listed(list(tints))),
    )


def _dice(setup: TableSetup) -> Told:
    if isinstance(setup.dice, DiceRegion):
        return Told("dice", True, sentence("The camera reads dice in a part of the picture."))
    match setup.dice:
        case "beside":
            return Told("dice", True, sentence("The camera reads dice beside the island."))
        case "anywhere":
            return Told("dice", True, sentence("The camera reads dice beside the island and on it."))
        case "nowhere":
            return Told("dice", True, sentence("The camera doesn't read dice."))
    return Told("dice", False, sentence("Reading dice was never tried: run 'companion calibrate dice'."))


def _tower(setup: TableSetup) -> Told:
    if not setup.tower:
        return Told("tower", True, sentence("No dice tower was tried."))
    text = sentence(
        "The dice tower {unit} at {port} knows its pockets, and read a throw right {when}.",
        unit=setup.unit, port=setup.tower, when=setup.made.get("tower", ""),
    )  # fmt: skip
    return Told("tower", True, text)


def _buttons(setup: TableSetup, fitted: Collection[str]) -> Told:
    if set(fitted) <= set(setup.buttons):
        return Told("buttons", True, sentence("Every button was pressed and works."))
    text = sentence("Some buttons were never tried: run 'companion calibrate buttons'.")
    return Told("buttons", False, text)


def _players(setup: TableSetup) -> Told:
    if not setup.players:
        return Told("players", True, sentence("Nobody is seated yet."))
    seated = ", ".join(f"{player.name} ({player.colour})" for player in setup.players)
    return Told("players", True, sentence("Seated are, in this order: {players}.", players=seated))
