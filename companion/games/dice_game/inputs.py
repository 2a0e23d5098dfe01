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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from companion.games import history_inputs
from companion.games.dice_game import events
from companion.games.dice_game.effects import reseat
from companion.games.dice_game.options import Colour
from companion.games.dice_game.sheet import FACES, MAX_THROWS, Face, dice_in_turn
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import Answer, GameHistory, Insert, Interpretation, Question, Replace
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
    if (
        isinstance(event, events.Throw)
        and (state.throws or state.has_built)
        and event.player == following_player(state) != on_turn.colour
    ):
        # The next player's throw ends the turn.
        return Interpretation((events.PassDice(on_turn.colour), event))
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
    only the next player's turn has that many dice. Dice that moved and showed the same faces may have been
    thrown: if there is no throw left with these, a throw of all dice is the next player's. A throw that
    people entered before the camera read it stays as they entered it.
    """
    state = history.state
    if state.phase != "play":
        return Interpretation()
    next_count = dice_in_turn(state.turn + 1)
    own, following = _select_dice(seen, state.dice_count), _select_dice(seen, next_count)
    is_over = state.has_built or state.throws >= MAX_THROWS
    is_over |= bool(state.throws) and own is None and following is not None
    is_over |= bool(state.throws) and all(seen.moved) and state.throws + seen.moves_before >= MAX_THROWS
    dice = following if is_over else own
    if dice is None:
        return Interpretation(notice=_count_notice(next_count if is_over else state.dice_count, seen))
    faces = tuple(_likeliest_face(die) for die in dice.dice)
    last = history.recorded_events[-1]
    if isinstance(last.event, events.Throw) and last.source != seen.source:
        # People enter dice only once they lie; a hand that moves near them makes the camera see rest later.
        is_same = Counter(last.event.dice) == Counter(faces) and last.t >= seen.t - ENTERED_ROLL_S
        if last.t >= seen.t or is_same:
            return Interpretation(duplicate_of=(last.number,))
    certainty = math.prod(die[face] for die, face in zip(dice.dice, faces, strict=True))
    player = state.players[state.active].colour
    thrower = following_player(state) if is_over else player
    if certainty < MIN_CERTAINTY_P:
        question = _ask_close_faces(dice, faces, thrower, is_recorded=False)
        return Interpretation(notice="" if question else NOT_READABLE, question=question)
    passed = (events.PassDice(player),) if is_over else ()
    return Interpretation(
        (*passed, events.Throw(thrower, faces)),
        certainty=certainty,
        question=_ask_close_faces(dice, faces, thrower, is_recorded=True),
    )


def following_player(state: DiceGameState) -> Colour:
    """Return the colour of the player after the active one."""
    return state.players[(state.active + 1) % len(state.players)].colour


@dataclass(frozen=True)
class _TurnDice:
    """The dice that count for a turn.

    Attributes:
        dice: the probability of each of FACES, for each die.
        crops: a JPEG picture of each; empty: there are none.
    """

    dice: tuple[Mapping[Face, float], ...]
    crops: tuple[bytes, ...]


def _select_dice(seen: ResourceDiceThrown, count: int) -> _TurnDice | None:
    """Return the dice of a turn with that many dice; None: the picture shows too few, or others moved.

    In the first turns some of the six dice lie aside, untouched.
    """
    places = list(range(len(seen.dice)))
    if len(places) != count:
        places = [place for place in places if seen.moved[place]]
    if len(places) != count:
        return None
    dice = tuple({face: seen.dice[place].get(face, 0.0) for face in FACES} for place in places)
    return _TurnDice(dice, tuple(seen.crops[place] for place in places) if seen.crops else ())


def _likeliest_face(die: Mapping[Face, float]) -> Face:
    return max(FACES, key=lambda face: die[face])


# Ask which of a few close readings of a throw is right.


CLOSE_RATIO: Final = 0.2
"""A face is close to the likeliest one from this ratio of their probabilities on."""
MAX_OFFERED_READINGS: Final = 4
MIN_OFFERED_P: Final = 0.8
"""Below this probability that one of the offered readings is right, people enter the dice instead."""


def _ask_close_faces(
    thrown: _TurnDice, faces: tuple[Face, ...], thrower: Colour, *, is_recorded: bool
) -> Question | None:
    """Return the question what the dice show whose faces are in doubt; None: there is nothing to ask.

    Args:
        thrown: the dice.
        faces: the likeliest face of each.
        thrower: the player who threw them.
        is_recorded: whether the likeliest faces are recorded as the last event.
    """
    candidates = [
        [face for face in FACES if die[face] >= CLOSE_RATIO * die[best]]
        for die, best in zip(thrown.dice, faces, strict=True)
    ]
    doubtful = [place for place, close in enumerate(candidates) if len(close) > 1]
    if not doubtful or not thrown.crops:
        return None
    readings = sorted(
        product(*(candidates[place] for place in doubtful)),
        key=lambda reading: -_reading_p(thrown, doubtful, reading),
    )[:MAX_OFFERED_READINGS]
    if sum(_reading_p(thrown, doubtful, reading) for reading in readings) < MIN_OFFERED_P:
        return None

    def answer(reading: tuple[Face, ...]) -> Answer:
        dice = list(faces)
        for place, face in zip(doubtful, reading, strict=True):
            dice[place] = face
        given: dict[str, Any] = {"kind": events.Throw.kind, "dice": dice, "player": thrower}
        if is_recorded and tuple(dice) == faces:
            given = {"kind": "confirm", "entry": -1}
        elif is_recorded:
            given = {"kind": "correct", "entry": -1, "change": {"dice": dice}}
        return Answer("faces_are", {"faces": list(reading)}, given)

    return Question(
        "which_faces",
        (*map(answer, readings), Answer("other_faces")),
        {"dice_count": len(doubtful)},
        about=-1 if is_recorded else None,
        transient=True,
        until_kinds=(events.Throw.kind, events.PassDice.kind),
        pictures=tuple(thrown.crops[place] for place in doubtful),
    )


def _reading_p(thrown: _TurnDice, places: Sequence[int], reading: Sequence[Face]) -> float:
    """Return the probability that the dice at these places show these faces."""
    return math.prod(thrown.dice[place][face] for place, face in zip(places, reading, strict=True))


def _count_notice(needed: int, seen: ResourceDiceThrown) -> str:
    return plural_sentence(
        "The camera sees {count} die of {needed}. Put all in its view, or enter them.",
        "The camera sees {count} dice of {needed}. Put all in its view, or enter them.",
        len(seen.dice),
        needed=needed,
    )
