"""Interpret a throw that a camera saw: whose it is, which dice it is about, and how sure their faces are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.games.dice_game.dice import FACES, MAX_THROWS, Face, dice_in_turn
from companion.games.dice_game.events import Event, PassDice, Throw
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import GameHistory, Interpretation
from companion.i18n import plural_sentence, sentence
from companion.observations import ResourceDiceThrown
from companion.rolls.machine import ENTERED_ROLL_S

MIN_CERTAINTY_P: Final = 0.5
"""Below this probability that all faces are right nothing is recorded, and people enter the dice."""
NOT_READABLE: Final = sentence("The dice could not be read for sure: please enter them.")


def interpret_seen_throw(
    history: GameHistory[DiceGameState, Event], seen: ResourceDiceThrown
) -> Interpretation[Event]:
    """Interpret a throw: of the active player, or the first one of the next player.

    The next player throws once the active player has built or has no throw left (dice-game-advanced), or if
    only the next player's turn has that many dice. A throw that people entered before the camera read it
    stays as they entered it.
    """
    state = history.state
    if state.phase != "play":
        return Interpretation()
    next_count = dice_in_turn(state.turn + 1)
    own, following = _select_dice(seen, state.dice_count), _select_dice(seen, next_count)
    is_over = state.has_built or state.throws >= MAX_THROWS
    is_over |= bool(state.throws) and own is None and following is not None
    dice = following if is_over else own
    if dice is None:
        return Interpretation(notice=_count_notice(next_count if is_over else state.dice_count, seen))
    faces = tuple(_likeliest_face(die) for die in dice)
    last = history.recorded_events[-1]
    if isinstance(last.event, Throw) and last.source != seen.source:
        # People enter dice only once they lie; a hand that moves near them makes the camera see rest later.
        is_same = Counter(last.event.dice) == Counter(faces) and last.t >= seen.t - ENTERED_ROLL_S
        if last.t >= seen.t or is_same:
            return Interpretation(duplicate_of=(last.number,))
    certainty = math.prod(die.get(face, 0.0) for die, face in zip(dice, faces, strict=True))
    if certainty < MIN_CERTAINTY_P:
        return Interpretation(notice=NOT_READABLE)
    player = state.players[state.active].colour
    if not is_over:
        return Interpretation((Throw(player, faces),), certainty=certainty)
    following_player = state.players[(state.active + 1) % len(state.players)].colour
    return Interpretation((PassDice(player), Throw(following_player, faces)), certainty=certainty)


def _select_dice(seen: ResourceDiceThrown, count: int) -> tuple[Mapping[str, float], ...] | None:
    """Return the dice of a turn with that many dice; None: the picture shows too few, or others moved.

    In the first turns some of the six dice lie aside, untouched.
    """
    if len(seen.dice) == count:
        return seen.dice
    moved = tuple(die for die, has_moved in zip(seen.dice, seen.moved, strict=True) if has_moved)
    return moved if len(moved) == count else None


def _likeliest_face(die: Mapping[str, float]) -> Face:
    return max(FACES, key=lambda face: die.get(face, 0.0))


def _count_notice(needed: int, seen: ResourceDiceThrown) -> str:
    return plural_sentence(
        "The camera sees {count} die of {needed}. Put all in its view, or enter them.",
        "The camera sees {count} dice of {needed}. Put all in its view, or enter them.",
        len(seen.dice),
        needed=needed,
    )
