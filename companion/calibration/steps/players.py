"""The players' names, colours and seat order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.calibration.context import CalibrationContext, CalibrationStep
from companion.calibration.setup import ExpectedPlayer
from companion.calibration.step_outcome import (
    CHECK_AGAIN_CHOICE,
    CONFIRM_CHOICE,
    Answer,
    AnswerRefused,
    StepOutcome,
    word_of,
)
from companion.errors import CompanionError
from companion.games.seats import normalize_name, parse_name
from companion.i18n import join_list, sentence
from companion.island.geometry import COLOUR_NAMES, COLOURS, PieceColour

MIN_PLAYERS, MAX_PLAYERS = 3, 4
MAX_NAME_LENGTH: Final = 40
"""Characters of a name."""
_BOX: Final[tuple[PieceColour, ...]] = ("red", "blue", "white", "orange")


class PlayersStep(CalibrationStep):
    """The step that seats the players."""

    def __init__(self) -> None:
        self._players: tuple[ExpectedPlayer, ...] = ()
        self._seated = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Wait until the players are entered."""
        self._players = self._players or _previous_players(context)
        about = self._details(context)
        if self._seated:
            context.setup = replace(context.setup, players=self._players)
            names = ", ".join(player.name for player in self._players)
            return StepOutcome("good", sentence("In this order: {names}.", names=names), about=about)
        if not self._players:
            return StepOutcome("looking", sentence("Who plays?"), about=about)
        text = sentence("Is everyone sitting as last time: {players}?", players=player_list(self._players))
        return StepOutcome("looking", text, (CONFIRM_CHOICE,), about=about)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept ``{"players": [{"name", "colour"}, ...]}`` in seat order, or the previous players."""
        if "players" in given:
            self._players = parse_players(given["players"], known_colours(context))
        else:
            word_of(given, *([CONFIRM_CHOICE.word] if self._players else []))
        self._seated = True

    def _details(self, context: CalibrationContext) -> dict[str, Any]:
        colours = known_colours(context)
        return {
            "players": [{"name": each.name, "colour": each.colour} for each in self._players],
            "colours": list(colours),
            "suggested": min(len(colours), MAX_PLAYERS),
        }


def known_colours(context: CalibrationContext) -> tuple[PieceColour, ...]:
    """Return the playable colours: the learned ones, else all, the box's own first."""
    if len(context.setup.colours) >= MIN_PLAYERS:
        return context.setup.colours
    return (*_BOX, *(colour for colour in COLOURS if colour not in _BOX))


def player_list(players: Sequence[ExpectedPlayer]) -> str:
    """Return the players with their colours, as text for people."""
    return join_list(
        [sentence("{name} ({colour})", name=each.name, colour=COLOUR_NAMES[each.colour]) for each in players]
    )


def _previous_players(context: CalibrationContext) -> tuple[ExpectedPlayer, ...]:
    """Return the players of the last session if they can play now."""
    players, colours = context.setup.players, known_colours(context)
    can = MIN_PLAYERS <= len(players) <= MAX_PLAYERS and all(each.colour in colours for each in players)
    return players if can else ()


def parse_players(data: object, colours: Sequence[PieceColour] = COLOURS) -> tuple[ExpectedPlayer, ...]:
    """Parse and validate entered players, in seat order.

    Args:
        data: a name and a colour each.
        colours: the playable colours.

    Raises:
        AnswerRefused: they are invalid.
    """
    if not isinstance(data, Sequence) or isinstance(data, str) or not MIN_PLAYERS <= len(data) <= MAX_PLAYERS:
        raise AnswerRefused(
            sentence("The game is for {fewest} to {most} players.", fewest=MIN_PLAYERS, most=MAX_PLAYERS)
        )
    players = tuple(_parse_player(each) for each in data)
    if unknown := [each.colour for each in players if each.colour not in colours]:
        raise AnswerRefused(
            sentence(
                "Pieces in {colour} were not learned, only {colours}: repeat that step first.",
                colour=COLOUR_NAMES[unknown[0]], colours=join_list([COLOUR_NAMES[each] for each in colours]),
            )
        )  # fmt: skip
    if len({each.colour for each in players}) < len(players):
        raise AnswerRefused(sentence("Two players can't have the same colour."))
    if len({normalize_name(each.name) for each in players}) < len(players):
        raise AnswerRefused(sentence("Two players can't have the same name: add a letter."))
    return players


def _parse_player(data: object) -> ExpectedPlayer:
    name = data.get("name") if isinstance(data, dict) else None
    if isinstance(name, str) and len(name.strip()) > MAX_NAME_LENGTH:
        raise AnswerRefused(sentence("A name has {most} characters at most.", most=MAX_NAME_LENGTH))
    shown = parse_name(name)
    if not isinstance(data, dict) or shown is None:
        raise AnswerRefused(sentence("Each player needs a name."))
    for colour in COLOURS:
        if data.get("colour") == colour:
            return ExpectedPlayer(shown, colour)
    known = join_list([COLOUR_NAMES[colour] for colour in COLOURS])
    raise AnswerRefused(sentence("{name} needs a colour: {colours}.", name=shown, colours=known))


# The last step: save the results, list missing ones, and say what to do next.


class SaveStep(CalibrationStep):
    """The step that saves the results.

    Args:
        alone: only one step was run, so it isn't known whether the table is ready.
    """

    def __init__(self, alone: bool = False) -> None:
        self._alone = alone
        self._wrong: str | None = None
        self._saved = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Save the results once."""
        if not self._saved and self._wrong is None:
            try:
                context.save()
                self._saved = True
            except CompanionError as error:
                self._wrong = str(error)
        if self._wrong is not None:
            return StepOutcome("wrong", self._wrong, (CHECK_AGAIN_CHOICE,))
        about = {"left_out": len(context.skipped_titles), "trial": context.is_trial}
        return StepOutcome(
            "good", self._summary_text(context), more=tuple(self._further_notes(context)), about=about
        )

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Try to save again."""
        word_of(given, CHECK_AGAIN_CHOICE.word)
        self._wrong = None

    def _summary_text(self, context: CalibrationContext) -> str:
        if context.is_trial:
            return sentence("The trial ends here: nothing from it is saved.")
        if context.skipped_titles:
            return sentence("Saved. Steps skipped: {steps}.", steps=join_list(context.skipped_titles))
        return sentence("Saved.") if self._alone else sentence("The table is ready.")

    def _further_notes(self, context: CalibrationContext) -> Iterator[str]:
        if context.is_trial:
            yield sentence("'companion calibrate' prepares your own table; 'companion demo' plays a game.")
            return
        if context.skipped_titles:
            yield sentence("To complete a skipped step, tap it or run 'companion calibrate'.")
        if self._alone:
            yield sentence("To check the whole table: {command}", command="companion doctor")
        yield sentence("Everything is saved in {file}.", file=context.setup_file)
