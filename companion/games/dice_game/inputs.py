"""Inputs of the dice game, interpreted as events: the inputs of `POST /api/inputs`.

An input without a `player` is about the active player. Any may have a context, `about`
(`companion.games.history_inputs`): an input about a past turn is refused, and a duplicate is confirmed.

============  ====================================================================
kind          fields
============  ====================================================================
`throw`       `dice`: as they lie after this throw
`use_knight`  `knight`, `resource`, `die`
`build`       `piece`, `at`: its id on the sheet
`end_turn`
`undo`        undoes everything the last observation recorded
`redo`        restores everything the last undo removed
`correct`     see `companion.games.history_inputs.parse_correction`
`confirm`     `entry`: this is correct
============  ====================================================================
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from companion.games import history_inputs
from companion.games.dice_game import events
from companion.games.dice_game.effects import reseat
from companion.games.dice_game.sheet import FACES, MAX_THROWS, Face, dice_in_turn
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import GameHistory, Insert, Interpretation, Replace
from companion.games.history_inputs import InputContext, find_unseen_duplicate, split_context
from companion.games.schema import input_kind, unknown_input
from companion.i18n import plural_sentence, sentence
from companion.observations import InputRefused, ResourceDiceThrown
from companion.rolls import ENTERED_ROLL_S

_EVENT_KINDS: Final = frozenset(
    {events.Throw.kind, events.UseKnight.kind, events.Build.kind, events.PassDice.kind}
)
_CORRECTION_KINDS: Final = frozenset({"undo", "redo", "correct", "confirm"})


_CODEC: Final = history_inputs.EventCodec(events.event_to_json, events.event_from_json)


def interpret(
    history: GameHistory[DiceGameState, events.Event], data: Mapping[str, Any]
) -> Interpretation[events.Event]:
    """Interpret an input.

    Args:
        history: the game so far.
        data: the unvalidated input.

    Raises:
        InputRefused: no such kind, a field missing or wrong, nothing to correct, or the input is about
            another turn.
    """
    about, data = split_context(data)
    kind = input_kind(data)
    try:
        if kind in _EVENT_KINDS:
            return _interpret_event(history, data, about)
        if kind == "undo":
            return history_inputs.undo(history)
        if kind == "redo":
            return history_inputs.redo(history)
        if kind == "confirm":
            return history_inputs.confirm(history, data)
        if kind == "correct":
            return _interpret_correction(history, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error
    raise unknown_input(kind, _EVENT_KINDS | _CORRECTION_KINDS)


def _interpret_event(
    history: GameHistory[DiceGameState, events.Event], data: Mapping[str, Any], about: InputContext
) -> Interpretation[events.Event]:
    state = history.state
    if not state.players:
        raise InputRefused(sentence("no players are seated yet"))
    on_turn = state.players[state.active]
    about.check_turn(
        state.turn, on_turn.name, same_player=data.get("player", on_turn.colour) == on_turn.colour
    )
    event = events.event_from_json({"player": on_turn.colour, **data})
    if (duplicate := _find_duplicate(history, event, about)) is not None:
        return Interpretation(duplicate_of=(duplicate,))
    if (
        isinstance(event, events.Throw)
        and not state.throws
        and (first := _first_build_entry(history)) is not None
    ):
        # The dice precede the pieces they paid for, however late they are entered.
        return Interpretation(corrections=(Insert(first, event),))
    return Interpretation((event,))


def _find_duplicate(
    history: GameHistory[DiceGameState, events.Event], event: events.Event, about: InputContext
) -> int | None:
    """Return the number of the entry that an event duplicates, or None.

    A building is a duplicate if the sheet already has it, any other event if its sender hadn't seen the
    entry.
    """
    if isinstance(event, events.Build):
        for recorded in history.recorded_events:
            if recorded.event == event:
                return recorded.number
    duplicate = find_unseen_duplicate(history, about, event)
    return None if duplicate is None else duplicate.number


def _first_build_entry(history: GameHistory[DiceGameState, events.Event]) -> int | None:
    """Return the number of the first build entry since the last other event; None: nothing was built.

    Dice that are entered after a knight was spent are recorded as the knight left them.
    """
    first = None
    for recorded in reversed(history.recorded_events):
        if not isinstance(recorded.event, events.Build):
            break
        first = recorded.number
    return first


def _interpret_correction(
    history: GameHistory[DiceGameState, events.Event], data: Mapping[str, Any]
) -> Interpretation[events.Event]:
    interpretation = history_inputs.correct(history, data, _CODEC)
    (correction,) = interpretation.corrections
    if isinstance(correction, Replace) and isinstance(correction.event, events.DiceGameStarted):
        recorded = history_inputs.find_recorded(history, correction.number)
        if isinstance(recorded.event, events.DiceGameStarted):
            return Interpretation(corrections=reseat(history, recorded, correction.event))
    return interpretation


# Interpret a throw that a camera saw: whose it is, which dice it is about, and how sure their faces are.


MIN_CERTAINTY_P: Final = 0.5
"""Below this probability that all faces are right nothing is recorded, and people enter the dice."""
NOT_READABLE: Final = sentence("The dice could not be read for sure: please enter them.")


def interpret_seen_throw(
    history: GameHistory[DiceGameState, events.Event], seen: ResourceDiceThrown
) -> Interpretation[events.Event]:
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
    if isinstance(last.event, events.Throw) and last.source != seen.source:
        # People enter dice only once they lie; a hand that moves near them makes the camera see rest later.
        is_same = Counter(last.event.dice) == Counter(faces) and last.t >= seen.t - ENTERED_ROLL_S
        if last.t >= seen.t or is_same:
            return Interpretation(duplicate_of=(last.number,))
    certainty = math.prod(die.get(face, 0.0) for die, face in zip(dice, faces, strict=True))
    if certainty < MIN_CERTAINTY_P:
        return Interpretation(notice=NOT_READABLE)
    player = state.players[state.active].colour
    if not is_over:
        return Interpretation((events.Throw(player, faces),), certainty=certainty)
    following_player = state.players[(state.active + 1) % len(state.players)].colour
    return Interpretation(
        (events.PassDice(player), events.Throw(following_player, faces)), certainty=certainty
    )


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
