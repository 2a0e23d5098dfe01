"""The state of a calibrated table, in sentences, for `companion doctor`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from companion.calibration.setup import TableSetup
from companion.calibration.steps.dice import is_island_unmoved
from companion.calibration.steps.island import layout_doubts
from companion.calibration.steps.players import player_list
from companion.i18n import join_list, join_sentences, mark, sentence
from companion.island.geometry import COLOUR_NAMES
from companion.sources.bluetooth.source import die_label
from vision.dice.region import DiceRegion
from vision.follow.calibration import Calibration

GOOD_FIT_QUALITY: Final = 0.6
"""Real boards fit by 0.65 to 0.8; a lower quality means a hidden or badly lit island."""

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
_DICE_AREAS: Final = {
    "beside": sentence("The camera reads dice beside the island."),
    "anywhere": sentence("The camera reads dice beside the island and on it."),
    "nowhere": sentence("The camera doesn't read dice."),
}


@dataclass(frozen=True)
class SetupFact:
    """One fact about the setup.

    Attributes:
        what: its topic.
        good: whether no action is needed.
        text: a sentence.
    """

    what: str
    good: bool
    text: str


def describe_setup(
    setup: TableSetup, calibration: Calibration | None, fitted: Collection[str]
) -> Iterator[SetupFact]:
    """Yield all facts about a table.

    Args:
        setup: the stored results of its calibration.
        calibration: the camera's last view of the board; None: it isn't known.
        fitted: the keys of the configured buttons.
    """
    yield _camera(setup)
    if setup.exposure:
        held = ", ".join(f"{name} {value:g}" for name, value in setup.exposure.items())
        yield SetupFact("exposure", True, sentence("Its exposure is locked: {held}.", held=held))
    elif setup.camera:
        # A camera without this feature is no fault that people could repair.
        yield SetupFact("exposure", True, setup.unheld or sentence("Its exposure is not locked."))
    yield _island(setup, calibration)
    if setup.layout is not None and (odd := layout_doubts(setup.layout)):
        text = sentence("The island was saved anyway: 'companion calibrate island' reads it again.")
        yield SetupFact("layout", False, join_sentences((odd[0], text)))
    yield _colours(calibration)
    if calibration is not None and calibration.examples:
        yield _examples(calibration)
    if calibration is not None and calibration.robber is not None:
        yield SetupFact("robber", True, sentence("The camera knows what your robber looks like."))
    yield _dice(setup, calibration)
    yield _tower(setup)
    if setup.bluetooth:
        dice = join_list([die_label(die.name, die.colour) for die in setup.bluetooth])
        yield SetupFact("bluetooth", True, sentence("The Bluetooth dice are {dice}.", dice=dice))
    if set(fitted) - set(setup.buttons):
        text = sentence("Some buttons were never tried: run 'companion calibrate buttons'.")
        yield SetupFact("buttons", False, text)
    elif fitted:
        yield SetupFact("buttons", True, sentence("Every button was pressed and works."))
    text = sentence("No players have been entered yet.")
    if setup.players:
        text = sentence("Players, in this order: {players}.", players=player_list(setup.players))
    yield SetupFact("players", True, text)


def _camera(setup: TableSetup) -> SetupFact:
    if not setup.camera:
        return SetupFact("camera", False, sentence("No camera was chosen: run 'companion calibrate camera'."))
    text = sentence("The camera is {camera}.", camera=setup.camera)
    if "camera" in setup.made:
        when = _format_day(setup.made["camera"])
        text = sentence("The camera is {camera}, chosen on {when}.", camera=setup.camera, when=when)
    return SetupFact("camera", True, text)


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
    return SetupFact("island", setup.quality >= GOOD_FIT_QUALITY and not setup.wrong, text)


def _colours(calibration: Calibration | None) -> SetupFact:
    if calibration is None or not calibration.tints:
        text = sentence("No colours of pieces were learned: run 'companion calibrate colours'.")
        return SetupFact("colours", False, text)
    colours = join_list([COLOUR_NAMES[colour] for colour in calibration.tints])
    return SetupFact("colours", True, sentence("Known piece colours: {colours}.", colours=colours))


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
        if calibration is not None and not is_island_unmoved(setup.dice, calibration):
            text = sentence(
                "The island has moved in the picture since you drew the dice area: run 'companion calibrate "
                "dice'."
            )
            return SetupFact("dice", False, text)
        return SetupFact("dice", True, sentence("The camera reads dice in a part of the picture."))
    if setup.dice is None:
        text = sentence("Reading dice was never tried: run 'companion calibrate dice'.")
        return SetupFact("dice", False, text)
    return SetupFact("dice", True, _DICE_AREAS[setup.dice])


def _tower(setup: TableSetup) -> SetupFact:
    if not setup.tower:
        return SetupFact("tower", True, sentence("No dice tower has been tested."))
    named = {"unit": setup.unit, "port": setup.tower}
    text = sentence("The dice tower {unit} at {port} is calibrated, and read a roll correctly.", **named)
    if "tower" in setup.made:
        text = sentence(
            "The dice tower {unit} at {port} is calibrated, and read a roll correctly on {when}.",
            when=_format_day(setup.made["tower"]),
            **named,
        )
    return SetupFact("tower", True, text)


def _format_day(moment: str) -> str:
    """Return the day of a time (ISO 8601) in words."""
    at = datetime.fromisoformat(moment)
    named = {"day": at.day, "month": sentence(_MONTHS[at.month - 1]), "year": at.year}
    # Some languages use an ordinal for the first day of a month only.
    return sentence("1 {month} {year}", **named) if at.day == 1 else sentence("{day} {month} {year}", **named)
