"""What is known of a calibrated table, in a sentence each: for `companion doctor`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from companion.calibration.setup import TableSetup
from companion.calibration.steps.island import doubts
from companion.calibration.steps.players import named
from companion.calibration.steps.tray import lies_still
from companion.i18n import joined, listed, mark, sentence
from companion.island.pieces import COLOUR_NAMES
from companion.sources.bluetooth.wording import called
from vision.dice.region import DiceRegion
from vision.follow.calibration import Calibration

GOOD_FIT: Final = 0.6
"""Real boards fit by 0.65 to 0.8; with less something hides the island, or it is badly lit."""

_MONTHS: Final = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


@dataclass(frozen=True)
class SetupFact:
    """One thing that is known, or isn't.

    Attributes:
        what: the thing.
        good: nobody needs to do anything.
        text: a sentence.
    """

    what: str
    good: bool
    text: str


def told(setup: TableSetup, calibration: Calibration | None, fitted: Collection[str]) -> Iterator[SetupFact]:
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
    if setup.layout is not None and (odd := doubts(setup.layout)):
        yield _odd(odd)
    yield _colours(setup, calibration)
    if calibration is not None and calibration.examples:
        yield _examples(calibration)
    if calibration is not None and calibration.robber is not None:
        yield SetupFact("robber", True, sentence("The camera knows what your robber looks like."))
    yield _dice(setup, calibration)
    yield _tower(setup)
    if setup.bluetooth:
        dice = listed([called(die.name, die.colour) for die in setup.bluetooth])
        yield SetupFact("bluetooth", True, sentence("The Bluetooth dice are {dice}.", dice=dice))
    if fitted:
        yield _buttons(setup, fitted)
    yield _players(setup)


def _camera(setup: TableSetup) -> SetupFact:
    if not setup.camera:
        return SetupFact("camera", False, sentence("No camera was chosen: run 'companion calibrate camera'."))
    text = sentence("The camera is {camera}.", camera=setup.camera)
    if "camera" in setup.made:
        when = _day(setup.made["camera"])
        text = sentence("The camera is {camera}, chosen on {when}.", camera=setup.camera, when=when)
    return SetupFact("camera", True, text)


def _exposure(setup: TableSetup) -> SetupFact:
    if setup.exposure:
        held = ", ".join(f"{name} {value:g}" for name, value in setup.exposure.items())
        return SetupFact("exposure", True, sentence("Its exposure is locked: {held}.", held=held))
    # A camera that can't is no fault that anybody could mend.
    return SetupFact("exposure", True, setup.unheld or sentence("Its exposure is not locked."))


def _island(setup: TableSetup, calibration: Calibration | None) -> SetupFact:
    if calibration is None:
        return SetupFact(
            "island", False, sentence("The island was never seen: run 'companion calibrate camera'.")
        )
    size = {"width": calibration.width, "height": calibration.height}
    if not setup.quality:
        text = sentence("The island is known in pictures of {width} x {height}.", **size)
        return SetupFact("island", True, text)
    share = round(100 * setup.quality)
    text = sentence(
        "The island was found with a match of {share} % in pictures of {width} x {height}.",
        share=share,
        **size,
    )
    if setup.wrong:
        text = sentence("{fit} It was accepted anyway: {wrong}", fit=text, wrong=setup.wrong[0])
    return SetupFact("island", setup.quality >= GOOD_FIT and not setup.wrong, text)


def _odd(found: Sequence[str]) -> SetupFact:
    """An island that was confirmed though the box has none like it."""
    text = sentence("The island was saved anyway: 'companion calibrate island' reads it again.")
    return SetupFact("layout", False, joined((found[0], text)))


def _colours(setup: TableSetup, calibration: Calibration | None) -> SetupFact:
    tints = {} if calibration is None else calibration.tints
    if not tints:
        text = sentence("No colours of pieces were learned: run 'companion calibrate colours'.")
        return SetupFact("colours", False, text)
    return SetupFact(
        "colours",
        True,
        sentence(
            "Known piece colours: {colours}.",
            colours=listed([COLOUR_NAMES[colour] for colour in tints]),
        ),
    )


def _examples(calibration: Calibration) -> SetupFact:
    kinds = {one.kind for one in calibration.examples}
    if kinds == {"settlement"}:
        text = sentence("The camera knows what your settlements look like, but not your cities yet.")
    elif kinds == {"city"}:
        text = sentence("The camera knows what your cities look like, but not your settlements yet.")
    else:
        text = sentence("The camera knows what your settlements and cities look like.")
    return SetupFact("examples", True, text)


def _dice(setup: TableSetup, calibration: Calibration | None) -> SetupFact:
    if isinstance(setup.dice, DiceRegion):
        if calibration is not None and not lies_still(setup.dice, calibration):
            text = sentence(
                "The island has moved in the picture since you drew the dice area: run 'companion calibrate "
                "dice'."
            )
            return SetupFact("dice", False, text)
        return SetupFact("dice", True, sentence("The camera reads dice in a part of the picture."))
    match setup.dice:
        case "beside":
            return SetupFact("dice", True, sentence("The camera reads dice beside the island."))
        case "anywhere":
            return SetupFact("dice", True, sentence("The camera reads dice beside the island and on it."))
        case "nowhere":
            return SetupFact("dice", True, sentence("The camera doesn't read dice."))
    return SetupFact("dice", False, sentence("Reading dice was never tried: run 'companion calibrate dice'."))


def _tower(setup: TableSetup) -> SetupFact:
    if not setup.tower:
        return SetupFact("tower", True, sentence("No dice tower has been tested."))
    named = {"unit": setup.unit, "port": setup.tower}
    text = sentence("The dice tower {unit} at {port} is calibrated, and read a roll correctly.", **named)
    if "tower" in setup.made:
        text = sentence(
            "The dice tower {unit} at {port} is calibrated, and read a roll correctly on {when}.",
            when=_day(setup.made["tower"]),
            **named,
        )
    return SetupFact("tower", True, text)


def _buttons(setup: TableSetup, fitted: Collection[str]) -> SetupFact:
    if set(fitted) <= set(setup.buttons):
        return SetupFact("buttons", True, sentence("Every button was pressed and works."))
    text = sentence("Some buttons were never tried: run 'companion calibrate buttons'.")
    return SetupFact("buttons", False, text)


def _players(setup: TableSetup) -> SetupFact:
    if not setup.players:
        return SetupFact("players", True, sentence("No players have been entered yet."))
    text = sentence("Players, in this order: {players}.", players=named(setup.players))
    return SetupFact("players", True, text)


def _day(moment: str) -> str:
    """The day of a moment, ISO 8601, as people write it."""
    at = datetime.fromisoformat(moment)
    named = {"day": at.day, "month": sentence(_MONTHS[at.month - 1]), "year": at.year}
    # Some languages count the first day of a month, where they name the others by number.
    return sentence("1 {month} {year}", **named) if at.day == 1 else sentence("{day} {month} {year}", **named)
