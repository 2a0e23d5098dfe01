"""Who plays which colour, and in which order they sit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from companion.calibration.outcome import AnswerRefused, StepOutcome
from companion.calibration.setup import ExpectedPlayer
from companion.calibration.steps.step import RIGHT, Answer, word_of
from companion.calibration.world import World
from companion.games.names import alike, as_name
from companion.i18n import listed, sentence
from companion.island.pieces import COLOUR_NAMES, COLOURS, PieceColour

FEWEST, MOST = 3, 4
LONGEST: Final = 40
"""Characters of a name."""
_BOX: Final[tuple[PieceColour, ...]] = ("red", "blue", "white", "orange")


class PlayersStep:
    """The players seated."""

    def __init__(self) -> None:
        self._players: tuple[ExpectedPlayer, ...] = ()
        self._seated = False

    def look(self, world: World) -> StepOutcome:
        """Wait until they are seated."""
        if self._seated:
            world.setup = replace(world.setup, players=self._players)
            names = ", ".join(player.name for player in self._players)
            text = sentence("In this order: {names}.", names=names)
            return StepOutcome("good", text, about=self._about(world))
        self._players = self._players or _as_last_time(world)
        if self._players:
            text = sentence("Is everyone sitting as last time: {players}?", players=named(self._players))
            return StepOutcome("looking", text, (RIGHT,), about=self._about(world))
        text = sentence("Who plays?")
        return StepOutcome("looking", text, about=self._about(world))

    def answer(self, world: World, given: Answer) -> None:
        """``{"players": [{"name", "colour"}, ...]}`` in seat order, or as last time."""
        if "players" in given:
            self._players = seated(given["players"], known_colours(world))
            self._seated = True
        else:
            word_of(given, *([RIGHT.word] if self._players else []))
            self._seated = True

    def end(self) -> None:
        """Nothing is held."""

    def _about(self, world: World) -> dict[str, Any]:
        colours = known_colours(world)
        return {
            "players": [{"name": each.name, "colour": each.colour} for each in self._players],
            "colours": list(colours),
            "suggested": min(len(colours), MOST),
        }


def known_colours(world: World) -> tuple[PieceColour, ...]:
    """The colours that may be played: those that were learned, else all, the box's own first."""
    if len(world.setup.colours) >= FEWEST:
        return world.setup.colours
    return (*_BOX, *(colour for colour in COLOURS if colour not in _BOX))


def named(players: Sequence[ExpectedPlayer]) -> str:
    """The players with their colours, as people read it."""
    return listed(
        [sentence("{name} ({colour})", name=each.name, colour=COLOUR_NAMES[each.colour]) for each in players]
    )


def _as_last_time(world: World) -> tuple[ExpectedPlayer, ...]:
    """Who sat there last, if they can play now."""
    players, colours = world.setup.players, known_colours(world)
    can = FEWEST <= len(players) <= MOST and all(each.colour in colours for each in players)
    return players if can else ()


def seated(told: object, colours: Sequence[PieceColour] = COLOURS) -> tuple[ExpectedPlayer, ...]:
    """The players that somebody named, in seat order.

    Args:
        told: a name and a colour each.
        colours: those that may be played.

    Raises:
        AnswerRefused: they can't be.
    """
    if not isinstance(told, Sequence) or isinstance(told, str) or not FEWEST <= len(told) <= MOST:
        raise AnswerRefused(sentence("The game is for {fewest} to {most} players.", fewest=FEWEST, most=MOST))
    players = tuple(_player(each) for each in told)
    if unknown := [each.colour for each in players if each.colour not in colours]:
        raise AnswerRefused(
            sentence(
                "Pieces in {colour} were not learned, only {colours}: repeat that step first.",
                colour=COLOUR_NAMES[unknown[0]], colours=listed([COLOUR_NAMES[each] for each in colours]),
            )
        )  # fmt: skip
    if len({each.colour for each in players}) < len(players):
        raise AnswerRefused(sentence("Two players can't have the same colour."))
    if len({alike(each.name) for each in players}) < len(players):
        raise AnswerRefused(sentence("Two players can't have the same name: add a letter."))
    return players


def _player(told: object) -> ExpectedPlayer:
    name = told.get("name") if isinstance(told, dict) else None
    if not isinstance(told, dict) or not isinstance(name, str) or not name.strip():
        raise AnswerRefused(sentence("Each player needs a name."))
    if len(name.strip()) > LONGEST:
        raise AnswerRefused(sentence("A name has {most} characters at most.", most=LONGEST))
    shown = as_name(name)
    if shown is None:
        raise AnswerRefused(sentence("Each player needs a name."))
    for colour in COLOURS:
        if told.get("colour") == colour:
            return ExpectedPlayer(shown, colour)
    known = listed([COLOUR_NAMES[colour] for colour in COLOURS])
    raise AnswerRefused(sentence("{name} needs a colour: {colours}.", name=name.strip(), colours=known))
