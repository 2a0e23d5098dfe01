"""Convert throws and decisions of the roll machine (`companion.rolls`) into events and questions."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from itertools import dropwhile
from typing import Any, Final

from companion.games.base.belief.believed_replay import BaseHistory, BelievedReplay
from companion.games.base.inputs.placement_question import place_event
from companion.games.base.inputs.turns import insert_earlier_roll, insert_roll_at_time, remove_roll
from companion.games.base.rules.events import (
    Discard,
    EndTurn,
    Event,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    Steal,
    UnseenRoll,
    event_to_json,
)
from companion.games.base.rules.house_rules import has_roll_deck
from companion.games.base.rules.state import State, is_founding_nearly_complete
from companion.games.base.tracker.board_diff import PieceAdded, diff_board
from companion.games.base.tracker.priors import HAND_LATE_S
from companion.games.game_api import Answer, Insert, Interpretation, Question, Replace
from companion.i18n import sentence
from companion.observations import BoardSeen, DiceDetection, RolledDice, rolled_dice_to_json
from companion.rolls import RollDecision, RollFacts

NOT_STARTED: Final = sentence("The island has to be read or entered first.")
NOT_TAKEN_UP: Final = sentence(
    "The pieces on the board have to be seen or entered first: this roll is not counted."
)
FOUNDING_NOT_OVER: Final = sentence("The set-up phase isn't over yet: this roll is not counted.")
CARDS_COUNT: Final = sentence("This table uses a deck of cards instead of dice: these dice don't count.")
GAME_OVER: Final = sentence("The game is over: this roll is not counted.")
NOT_READABLE: Final = sentence("The dice could not be read for sure: please enter the roll.")
_SEVEN_FOLLOW_UPS: Final = (Discard, MoveRobber, Steal)
_BUILD_EVENTS: Final = (PlaceRoad, PlaceSettlement, PlaceCity)
_ROLL_KINDS: Final = (Roll.kind, UnseenRoll.kind)
_CLEAR_LOG_ODDS: Final = 3.0
"""Minimal log odds of a piece that counts as evidence for whose turn it is."""


def interpret_roll(
    state: State, dice: RolledDice, certainty: float = 1.0, in_doubt: Set[str] = frozenset()
) -> Interpretation[Event]:
    """Interpret a roll: it begins a turn, and so ends the one before."""
    if state.phase == "layout":
        return Interpretation(notice=NOT_STARTED)
    if state.phase == "taking_up":
        return Interpretation(notice=NOT_TAKEN_UP)
    if state.phase == "founding" and not is_founding_nearly_complete(state, in_doubt):
        return Interpretation(notice=FOUNDING_NOT_OVER)
    if state.phase == "over":
        return Interpretation(notice=GAME_OVER)
    colour = state.players[state.first if state.phase == "founding" else state.active].colour
    if not state.has_rolled:
        return Interpretation((Roll(colour, dice),), certainty=certainty)
    following = state.players[state.next_seat].colour
    return Interpretation((EndTurn(colour), Roll(following, dice)), certainty=certainty)


def interpret_throw(
    believed: BelievedReplay, seen: DiceDetection, in_doubt: Set[str]
) -> Interpretation[Event]:
    """Interpret a source's throw: the next roll.

    The dice may have come to rest before lines that people entered since. Then it may be the roll of a player
    who has passed the dice meanwhile, or precede acts that its player can have done, but not the one before.

    Args:
        believed: the replay so far.
        seen: the throw, with dice.
        in_doubt: the colours in doubt.
    """
    assert seen.dice is not None
    state, last = believed.state, believed.steps[-1]
    if state.phase == "play" and seen.t - seen.late < last.record.t:
        passed, roll = last.record.event, Roll(state.players[state.next_seat].colour, seen.dice)
        if isinstance(passed, EndTurn) and not last.state_before.has_rolled:
            earlier = Insert[Event](last.record.number, replace(roll, player=passed.player))
            return Interpretation(corrections=(earlier,), certainty=seen.confidence)
        if state.has_rolled:
            return replace(place_event(believed, roll, named=True), certainty=seen.confidence, question=None)
    return interpret_roll(state, seen.dice, seen.confidence, in_doubt)


def roll_facts(history: BaseHistory, entry: int | None) -> RollFacts:
    """Return the facts that decide whether dice are the next roll or repeat the roll of an entry."""
    state, found = history.state, _find_roll(history, entry)
    accepted = bool(interpret_roll(state, (1, 1), in_doubt=history.in_doubt).events)
    later = [line.event for line in dropwhile(lambda line: line.number != entry, history.recorded_events)]
    since = [] if found is None else later[1:]
    return RollFacts(
        accepted=accepted and not has_roll_deck(state.options),
        # By what is visible on the board: the robber and the roads of a card.
        expected=not state.has_rolled or (not state.robber_due and not state.free_roads),
        # The player of the roll has since done something that requires it.
        played=found is None
        or any(
            isinstance(event, _SEVEN_FOLLOW_UPS)
            or (not isinstance(event, EndTurn) and getattr(event, "player", None) == found[1].player)
            for event in since
        ),
        passed=not state.has_rolled or any(isinstance(event, EndTurn) for event in since),
        duty_open=state.robber_due,
    )


def find_builders(believed: BelievedReplay, board: BoardSeen, since: float) -> Set[int]:
    """Return who has built since a time: 0: the active player, 1: the next one, -1: the previous one.

    Args:
        believed: the replay.
        board: what the camera sees.
        since: session seconds since which pieces count. A hand of the previous player may be late.
    """
    state = believed.state
    if state.phase != "play" or not state.has_rolled:
        return frozenset()
    built_s = [
        (change.after.colour, change.earliest_s)
        for change, *_ in diff_board(believed, board).values()
        if isinstance(change, PieceAdded) and change.gain > _CLEAR_LOG_ODDS
    ]
    lines = [step.record for step in believed.last_turns(1)]
    built_s += [(line.event.player, line.t) for line in lines if isinstance(line.event, _BUILD_EVENTS)]
    found = set()
    for ahead, late_s in ((0, 0.0), (1, 0.0), (-1, HAND_LATE_S)):
        colour = state.players[state.adjacent_seat(state.active, ahead) if ahead else state.active].colour
        if any(player == colour and t > since + late_s for player, t in built_s):
            found.add(ahead)
    return found


def interpret_decision(history: BaseHistory, decision: RollDecision) -> Interpretation[Event]:
    """Interpret a decision of the roll machine: the events, corrections and question that express it."""
    dice = decision.dice
    if dice is None:
        return Interpretation(question=_unreadable_question(history, decision))
    match decision.action:
        case "insert":
            return replace(_insert_roll(history, decision, dice), notice=_counted_notice(dice))
        case "replace":
            return _replace_roll(history, decision, dice)
        case "confirm":
            return _confirm_roll(history, decision)
        case "insert_before" | "remove":
            correct = remove_roll if decision.action == "remove" else insert_earlier_roll
            data = {"entry": decision.entry, "dice": rolled_dice_to_json(dice)}
            return replace(correct(history, data), certainty=decision.confidence)
        case "ask":
            if decision.doubt == "unreadable":
                return Interpretation(notice=NOT_READABLE)
            if decision.entry is None:
                return Interpretation(question=_no_roll_question(history, decision, dice))
            return Interpretation(question=_doubt_question(history, decision, dice))


def _insert_roll(history: BaseHistory, decision: RollDecision, dice: RolledDice) -> Interpretation[Event]:
    state = history.state
    if state.phase != "play" or not state.has_rolled:
        return interpret_roll(state, dice, decision.confidence, history.in_doubt)
    return insert_roll_at_time(history, dice, decision.t, decision.confidence)


def _replace_roll(history: BaseHistory, decision: RollDecision, dice: RolledDice) -> Interpretation[Event]:
    found = _find_roll(history, decision.entry)
    if found is None:
        return Interpretation()
    number, roll = found
    question = None
    if decision.doubt == "earlier_roll":
        question = _earlier_roll_question(roll.dice, dice, number)
    elif decision.doubt == "thrown_again":
        state = history.state
        following = state.players[state.adjacent_seat(state.seat(roll.player), 1)].name
        data = {"kind": "another_roll", "entry": number, "dice": rolled_dice_to_json(roll.dice)}
        again = Answer("thrown_again", input={"kind": "confirm", "entry": number})
        answers = (again, Answer("next_player", {"name": following}, data))
        fields = {"name": _name_of(history, roll.player), **_both_dice(roll.dice, dice)}
        question = Question("thrown_twice", answers, fields, number)
    return Interpretation(
        corrections=(Replace[Event](number, replace(roll, dice=dice)),),
        certainty=decision.confidence,
        question=question,
    )


def _confirm_roll(history: BaseHistory, decision: RollDecision) -> Interpretation[Event]:
    """Interpret that a roll recorded in doubt is right; people may have corrected its dice since."""
    found = next((each for each in history.recorded_events if each.number == decision.entry), None)
    if found is None or not isinstance(found.event, Roll) or found.certainty >= decision.confidence:
        return Interpretation()
    again = Replace[Event](found.number, found.event)
    return Interpretation(corrections=(again,), certainty=decision.confidence)


def _doubt_question(history: BaseHistory, decision: RollDecision, dice: RolledDice) -> Question | None:
    """Return the question about a recorded roll; None: the log no longer contains it."""
    found = _find_roll(history, decision.entry)
    if found is None:
        return None
    number, roll = found
    shown, name = rolled_dice_to_json(roll.dice), _name_of(history, roll.player)
    is_roll = (
        Answer("a_roll", {"dice": shown}, thrown=True),
        Answer("no_roll", input={"kind": "no_roll", "entry": number}, thrown=False),
    )
    match decision.doubt:
        case "counted":
            fields = {"name": name, "dice": shown}
            return Question("counted_beside", is_roll, fields, number, until_kinds=(Roll.kind,))
        case "earlier_roll":
            return _earlier_roll_question(dice, roll.dice, number)
        case "both_rolls" if decision.other is not None:
            return Question("own_roll", is_roll, _both_dice(roll.dice, decision.other), number)
        case "other_dice":
            change = {
                "kind": "correct", "entry": number, "event": event_to_json(replace(roll, dice=dice))
            }  # fmt: skip
            fields = {"dice": rolled_dice_to_json(dice), "source": decision.source}
            recorded = Answer("dice_of", {"dice": shown, "source": decision.witness})
            return Question("which_dice", (recorded, Answer("dice_of", fields, change)), about=number)
        case "next_player" if (earlier := _find_roll(history, decision.earlier_entry)) is not None:
            # The roll, recorded as the next player's, may repeat the one before.
            before = earlier[1]
            again = Answer("thrown_again", input={"kind": "no_roll", "entry": earlier[0]})
            fields = {"name": _name_of(history, before.player), **_both_dice(before.dice, roll.dice)}
            following = Answer("next_player", {"name": name}, {"kind": "confirm", "entry": number})
            answers = (following, again)
            return Question("thrown_twice", answers, fields, number, until_kinds=_ROLL_KINDS)
    return None


def _no_roll_question(history: BaseHistory, decision: RollDecision, dice: RolledDice) -> Question | None:
    """Return the question whether dice that aren't recorded are a roll."""
    if not interpret_roll(history.state, dice, in_doubt=history.in_doubt).events:
        return None
    shown = rolled_dice_to_json(dice)
    thrown = (False, True) if decision.off_tower else (None, None)
    no = Answer("no_roll", thrown=thrown[0])
    yes = Answer("a_roll", {"dice": shown}, {"kind": Roll.kind, "dice": shown}, thrown=thrown[1])
    fields = {"dice": shown, "source": decision.source}
    about = _last_roll_number(history)
    return Question("is_it_a_roll", (no, yes), fields, about, transient=True, until_kinds=_ROLL_KINDS)


def _unreadable_question(history: BaseHistory, decision: RollDecision) -> Question:
    answers = (Answer("say_dice", {"enter": {"kind": Roll.kind}}), Answer("no_roll"))
    fields, about = {"source": decision.source}, _last_roll_number(history)
    return Question("roll_unread", answers, fields, about, transient=True, until_kinds=_ROLL_KINDS)


def _earlier_roll_question(resting: RolledDice, dice: RolledDice, number: int) -> Question:
    """Return the question whether uncounted dice were a roll before that of an entry."""
    shown = rolled_dice_to_json(resting)
    data = {"kind": "another_roll", "entry": number, "dice": shown}
    answers = (Answer("no_roll", thrown=False), Answer("a_roll", {"dice": shown}, data, thrown=True))
    return Question("own_roll", answers, _both_dice(resting, dice), number)


def _both_dice(one: RolledDice, other: RolledDice) -> dict[str, Any]:
    """Return the fields of a question about two throws, the earlier one first."""
    return {"dice": rolled_dice_to_json(one), "thrown": rolled_dice_to_json(other)}


def _counted_notice(dice: RolledDice) -> str:
    """Return the notice that dice were counted because nobody rejected them."""
    faces = " + ".join(str(face) for face in dice)
    return sentence("{dice} was counted as a roll because the game went on.", dice=faces)


def _find_roll(history: BaseHistory, entry: int | None) -> tuple[int, Roll] | None:
    """Return an entry's number and roll; None: the entry is no roll, or no longer one."""
    found = next((each for each in reversed(history.recorded_events) if each.number == entry), None)
    return (found.number, found.event) if found is not None and isinstance(found.event, Roll) else None


def _last_roll_number(history: BaseHistory) -> int:
    """Return the entry number of the last roll, seen or not; before the first roll, of the first entry."""
    thrown = (each for each in reversed(history.recorded_events) if isinstance(each.event, Roll | UnseenRoll))
    return next((each.number for each in thrown), history.recorded_events[0].number)


def _name_of(history: BaseHistory, colour: str) -> str:
    return history.state.players[history.state.seat(colour)].name
