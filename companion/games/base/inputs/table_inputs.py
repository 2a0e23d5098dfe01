"""What people enter, made events: the inputs of a recording and of `POST /api/inputs`.

Where an input names no `player`, the player on turn is meant. Beyond the kinds of
../shared/formats/recording.md these are the companion's own:

=========================  =====================================================================
kind                       fields
=========================  =====================================================================
`place`                    `piece`: road, settlement or city; `at`: a path or an intersection
`move_robber`              `to`: a hex
`first_player`             `player`: who begins
`take_starting_resources`  `at`: the starred settlement (first game)
`play_development_card`    besides, of a monopoly: `given`, how many cards others were seen to give,
                           `{"blue": 2, "white": 0}`
`show_hand`                `resources`: all the cards in the hand, as its owner says
`claim_victory`            by a house rule nobody has won before saying so
`end_game`                 `because`: agreement or time; who has most points has won
`leave_table`              `player`: the seat rests, its pieces and cards stay
`come_back`                `player`: who had left plays on
`take_up`                  what lies on the table of a game that was on (see `TakeUp`): only what is
                           to be said besides what was, and what stands on the board
`lay_island`               `as`: entered (usual: what was entered of the island lies there; refused while
                           hexes are missing), first_game (a whole island is proposed, by the diagram of
                           an `edition`) or drawn (by lot, or as the `layout` given)
`draw_roll`                where the table rolls with a deck: the card that the companion draws is the roll
`take_instead`             `player`, `resources`: what was taken of the last roll, instead of what was due
`bank_ran_out`             `resource`: nobody took any of it, as the bank had not enough for all
`rolled_before`            of a game just taken up: who is on turn has rolled already
`undo`                     takes back all that the last observation told
`correct`                  one of: `layout` (only what differs: `{"hexes": {id: {"terrain",
                           "number"}}, "harbors": {path: kind or null}}`; of an island that isn't laid
                           yet, as much as is known); `entry` and `event`
                           (what happened instead; null: nothing); `entry` and `change` (the
                           event's fields that differ); `before` and `event` (what nobody told)
`confirm`                  `entry`: just this happened, whoever told it
`whose_knight`             `entry`, `player`: another played this knight, with all that it did
`no_roll`                  `entry`: these dice were none; what was rolled since was the player's before
`another_roll`             `entry`, `dice`: these were rolled before, and passed; what this entry and
                           all since tell of the players on turn was those' after them
=========================  =====================================================================

Any of them may name what it is `about` (`companion.games.about`): it is refused where that turn is over; a
`roll` names the turn that it is the roll of. What was told already is confirmed
(`companion.games.base.inputs.confirmation`). What is entered late finds its place in
`companion.games.base.inputs.mending` and `companion.games.base.inputs.backdate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from typing import Any, Final

from companion.games.about import About, split
from companion.games.base.belief.believed_replay import BaseHistory, BelievedReplay
from companion.games.base.inputs import (
    backdate,
    beside,
    confirmation,
    corrections,
    drawing,
    laying,
    mending,
    passing,
    taking,
)
from companion.games.base.inputs.shown import slip
from companion.games.base.inputs.turns import who_plays
from companion.games.base.rules import legality
from companion.games.base.rules.cards import UNIDENTIFIED, cards_to_json, single
from companion.games.base.rules.events import (
    ComeBack,
    EndGame,
    EndTurn,
    Event,
    LeaveTable,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    TakeUp,
    UnseenRoll,
    entered_event,
    event_to_json,
)
from companion.games.base.rules.state import State, nearly_founded
from companion.games.base.views.table_views import pieces
from companion.games.game_api import Answer, Interpretation, Question, Replace
from companion.games.shapes import kind_of, no_such_input
from companion.i18n import sentence
from companion.observations import (
    DiceLay,
    DicePlayed,
    DiceUnread,
    InputRefused,
    PlayWatched,
    RollDoubted,
    RollOverDice,
    RollSeen,
)
from companion.thrown import Thrown, alike, thrown_to_json

UNSURE_ROLL_P: Final = 0.5
"""Below this confidence a roll is not counted: the table says so and people enter it."""
_Interpreter = Callable[[BelievedReplay, Mapping[str, Any], About], Interpretation[Event]]

NOT_STARTED: Final = sentence("The island has to be read or entered first.")
NOT_TAKEN_UP: Final = sentence(
    "The pieces on the board have to be seen or entered first: this roll is not counted."
)
FOUNDING_NOT_OVER: Final = sentence("The set-up phase isn't over yet: this roll is not counted.")
CARDS_COUNT: Final = sentence("This table uses a deck of cards instead of dice: these dice don't count.")
GAME_OVER: Final = sentence("The game is over: this roll is not counted.")


def interpret(
    history: BaseHistory, believed: BelievedReplay, data: Mapping[str, Any]
) -> Interpretation[Event]:
    """What an input tells.

    Args:
        history: so far.
        believed: the same, step by step.
        data: what was entered, not yet checked.

    Raises:
        InputRefused: no such kind, a field missing or wrong, nothing there to correct, or it is about a
            turn that isn't on.
    """
    about, data = split(data)
    kind = kind_of(data)
    try:
        if (correct := corrections.KINDS.get(kind)) is not None:
            return correct(history, data)
        if (interpreter := _INTERPRETERS.get(kind)) is not None:
            return interpreter(believed, data, about)
        if kind in _PLAIN:
            return _told(believed, data, _event(believed.state, data), about)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error
    raise no_such_input(kind, {*corrections.KINDS, *_INTERPRETERS, *_PLAIN})


def rolled(
    state: State, dice: Thrown, certainty: float = 1.0, in_doubt: Set[str] = frozenset()
) -> Interpretation[Event]:
    """What a roll tells: it begins a turn, and so ends the one before it."""
    if state.phase == "layout":
        return Interpretation(notice=NOT_STARTED)
    if state.phase == "taking_up":
        return Interpretation(notice=NOT_TAKEN_UP)
    if state.phase == "founding" and not nearly_founded(state, in_doubt):
        return Interpretation(notice=FOUNDING_NOT_OVER)
    if state.phase == "over":
        return Interpretation(notice=GAME_OVER)
    colour = state.players[state.first if state.phase == "founding" else state.active].colour
    if not state.rolled:
        return Interpretation((Roll(colour, dice),), certainty=certainty)
    following = state.players[state.following].colour
    return Interpretation((EndTurn(colour), Roll(following, dice)), certainty=certainty)


def unsure_roll(history: BaseHistory, seen: RollSeen) -> Interpretation[Event]:
    """What is asked where dice were read badly: a throw counts, but dice that just lie may be none."""
    if seen.thrown:
        return Interpretation(notice=sentence("The dice could not be read for sure: please enter the roll."))
    return doubted(history, RollDoubted(seen.t, seen.source, seen.dice, seen.confidence))


def unread(history: BaseHistory, seen: DiceUnread) -> Interpretation[Event]:
    """What is asked where dice were moved that can't be read, and a roll may come next."""
    state = history.state
    ready = state.phase == "play" or (state.phase == "founding" and nearly_founded(state, history.in_doubt))
    if not ready or not beside.is_waited_for(state):
        return Interpretation()
    answers = (Answer("say_dice", {"enter": {"kind": Roll.kind}}), Answer("no_roll"))
    fields = {"source": seen.source}
    about, until = _last_roll(history), (Roll.kind, UnseenRoll.kind)
    return Interpretation(question=Question("roll_unread", answers, fields, about, passing=True, until=until))


def doubted(history: BaseHistory, seen: RollDoubted) -> Interpretation[Event]:
    """What is asked where two sources saw other dice, or where dice lie that may be no roll."""
    dice = thrown_to_json(seen.dice)
    if seen.before is not None:
        return Interpretation(question=beside.own_roll(history, seen.dice, seen.before))
    if seen.told is None:
        if not rolled(history.state, seen.dice, in_doubt=history.in_doubt).events:
            return Interpretation()
        said = (False, True) if seen.beside else (None, None)
        no = Answer("no_roll", thrown=said[0])
        yes = Answer("a_roll", {"dice": dice}, {"kind": "roll", "dice": dice}, thrown=said[1])
        fields = {"dice": dice, "source": seen.source}
        about, until = _last_roll(history), (Roll.kind, UnseenRoll.kind)
        asked = Question("is_it_a_roll", (no, yes), fields, about, passing=True, until=until)
        return Interpretation(question=asked)
    told = next((recorded.event for recorded in history.recorded if recorded.number == seen.told), None)
    if not isinstance(told, Roll):
        return Interpretation()
    if not seen.witness:
        return Interpretation(question=beside.is_right(history, told, seen.told))
    otherwise = event_to_json(Roll(told.player, seen.dice))
    answers = (
        Answer("dice_of", {"dice": thrown_to_json(told.dice), "source": seen.witness}),
        Answer(
            "dice_of",
            {"dice": dice, "source": seen.source},
            {"kind": "correct", "entry": seen.told, "event": otherwise},
        ),
    )
    return Interpretation(question=Question("which_dice", answers, about=seen.told))


def _last_roll(history: BaseHistory) -> int:
    """The number of the last roll's entry, seen or not; before the first, of the game's first."""
    thrown = (each for each in reversed(history.recorded) if isinstance(each.event, Roll | UnseenRoll))
    return next((each.number for each in thrown), history.recorded[0].number)


def dice_lay(history: BaseHistory, seen: DiceLay) -> Interpretation[Event]:
    """Dice beside a tower that told no throw are a roll, if one is waited for: all throw where they like."""
    told = rolled(history.state, seen.dice, seen.confidence, history.in_doubt)
    if seen.confidence < UNSURE_ROLL_P or not told.events or not beside.is_waited_for(history.state):
        return Interpretation()
    return told


def dice_played(history: BaseHistory, seen: DicePlayed) -> Interpretation[Event]:
    """Dice that were played are a roll, if one was waited for: what was told since then follows it."""
    state = history.state
    if not beside.is_waited_for(state) or not rolled(state, seen.dice, in_doubt=history.in_doubt).events:
        return Interpretation()
    return replace(_played(history, seen), notice=_counted(seen.dice))


def _played(history: BaseHistory, seen: DicePlayed) -> Interpretation[Event]:
    state = history.state
    if state.phase != "play" or not state.rolled:
        return rolled(state, seen.dice, seen.confidence, history.in_doubt)
    return passing.rolled_at(history, seen.dice, seen.t, seen.confidence)


def _counted(dice: Thrown) -> str:
    """What people are told of dice that were counted as nobody said that they were no roll."""
    faces = " + ".join(str(face) for face in dice)
    return sentence("{dice} was counted as a roll because the game went on.", dice=faces)


def over_dice(history: BaseHistory, seen: RollOverDice) -> Interpretation[Event]:
    """A throw after dice that were counted as they lay: another, once they were played; else it is asked.

    Where people throw on the table too, it counts as another meanwhile, else in those dice's place.
    """
    if seen.confidence < UNSURE_ROLL_P:
        return unsure_roll(history, RollSeen(seen.t, seen.source, seen.dice, seen.confidence))
    another = rolled(history.state, seen.dice, seen.confidence, history.in_doubt)
    recorded = next((each for each in history.recorded if each.number == seen.told), None)
    if recorded is None or not isinstance(recorded.event, Roll) or beside.was_played(history, recorded):
        return another
    if seen.own and another.events and beside.is_waited_for(history.state):
        return replace(another, question=beside.both_rolls(recorded, seen.dice))
    return beside.instead(recorded, seen)


def play_watched(history: BaseHistory, believed: BelievedReplay, seen: PlayWatched) -> Interpretation[Event]:
    """What pieces that were put down tell of dice that may have been a roll: who builds has rolled."""
    if not beside.shows_otherwise(believed, seen):
        return Interpretation()
    if seen.told is None:
        told = passing.rolled_at(history, seen.dice, seen.since, seen.confidence)
        return replace(told, notice=_counted(seen.dice))
    said = {"entry": seen.told, "dice": thrown_to_json(seen.dice)}
    told = passing.no_roll(history, said) if seen.own else passing.another_roll(history, said)
    return replace(told, certainty=seen.confidence)


def _on_turn(state: State) -> str:
    if not state.players:
        raise InputRefused(sentence("no players are seated yet"))
    founder = state.founder()
    return state.players[state.active if founder is None else founder].colour


def _event(state: State, data: Mapping[str, Any]) -> Event:
    """The event whose fields an input gives, about the player on turn unless it names one."""
    who = {} if data.get("kind") == TakeUp.kind else {"player": _on_turn(state)}
    event = entered_event({**who, **data})
    for name in ("player", "victim", "partner"):
        if (colour := getattr(event, name, None)) is not None:
            state.seat(colour)
    for colour, _ in getattr(event, "given", None) or ():
        state.seat(colour)
    return event


def _told(
    believed: BelievedReplay, data: Mapping[str, Any], event: Event, about: About
) -> Interpretation[Event]:
    """What an event comes to: told already, of a turn that isn't on any more, or in its place."""
    named = data.get("player") is not None
    already = confirmation.told_already(believed, event, about, named=named)
    if already is not None:
        return already
    _in_turn(believed.state, about)
    return mending.mended(believed, event, named=named) or backdate.insert(believed, event, named=named)


def _in_turn(state: State, about: About) -> None:
    if state.players:
        about.in_turn(state.turn, state.players[state.active].name)


def _roll(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    state = believed.state
    event = _event(state, data)
    assert isinstance(event, Roll)
    if (unseen := _thrown_unseen(believed, data, about)) is not None:
        number, told = unseen
        return Interpretation(corrections=(Replace[Event](number, replace(event, player=told.player)),))
    if about.turn is not None:
        already = _rolled_in(believed, about.turn, about, event.dice)
        if already is not None:
            return already
    following = rolled(state, event.dice, in_doubt=believed.in_doubt)
    named = data.get("player") is not None
    if following.notice and not named:
        raise InputRefused(following.notice)
    if len(following.events) > 1 and (not named or event == following.events[-1]):
        return following
    return _told(believed, data, event, replace(about, turn=None))


def _thrown_unseen(
    believed: BelievedReplay, data: Mapping[str, Any], about: About
) -> tuple[int, UnseenRoll] | None:
    """The roll that nobody saw, and that people enter now, with its entry's number: this turn's, or that
    of the turn or the player that they name; None: they enter another.
    """
    state, colour = believed.state, data.get("player")
    if about.turn is not None:
        steps = believed.steps
    elif colour is not None:
        steps = believed.last_turns(len(state.players))
    else:
        steps = believed.last_turns(1)
    for step in reversed(steps):
        event = step.recorded.event
        if isinstance(event, UnseenRoll) and about.turn in (None, step.after.turn):
            return (step.recorded.number, event) if colour in (None, event.player) else None
    return None


def _rolled_in(
    believed: BelievedReplay, turn: int, about: About, dice: Thrown
) -> Interpretation[Event] | None:
    """What it comes to that people enter the dice of a turn; None: it is the roll that comes next.

    Raises:
        InputRefused: another roll was told in that turn, or it is over, or not on yet.
    """
    state = believed.state
    step = confirmation.roll_of(believed, turn, about)
    if step is not None and isinstance(told := step.recorded.event, Roll):
        if alike(told.dice, dice):
            return confirmation.confirmed(step, replace(told, dice=dice))
        name = state.players[state.seat(told.player)].name
        if len(told.dice) == 1:
            raise InputRefused(
                sentence("Recorded in the meantime: {name} rolled {sum}.", name=name, sum=told.dice[0])
            )
        a, b = told.dice
        raise InputRefused(
            sentence("Recorded in the meantime: {name} rolled {a} + {b}.", name=name, a=a, b=b)
        )
    following = max(1, state.turn + state.rolled)
    if turn != following:
        About(turn=turn).in_turn(following, state.players[state.active].name)
    return None


def _place(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    piece = data.get("piece")
    if piece not in ("road", "settlement", "city"):
        raise InputRefused(sentence("a piece is a road, a settlement or a city"))
    if believed.state.land is None:
        raise InputRefused(NOT_STARTED)
    rest = {name: value for name, value in data.items() if name not in ("kind", "piece")}
    return _told(believed, data, _event(believed.state, {**rest, "kind": f"place_{piece}"}), about)


def _discard(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    state = believed.state
    if data.get("resources") is None:
        owed = state.owed[state.seat(str(data.get("player", _on_turn(state))))]
        data = {**data, "resources": cards_to_json(single(UNIDENTIFIED, owed))}
    return _told(believed, data, _event(state, data), about)


def _show_hand(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    """What a player says of the own hand is so, whatever the last look left open, and no slip before it."""
    event = _event(believed.state, data)
    assert isinstance(event, ShowHand)
    if (already := confirmation.told_already(believed, event, about, named=True)) is not None:
        return already
    _in_turn(believed.state, about)
    misspoken = slip(believed, event)
    corrections = () if misspoken is None else (Replace[Event](misspoken.number, None),)
    certain = believed.in_doubt if event.resources[UNIDENTIFIED] else believed.in_doubt - {event.player}
    return Interpretation((event,), corrections, in_doubt=certain)


def _play_development_card(
    believed: BelievedReplay, data: Mapping[str, Any], about: About
) -> Interpretation[Event]:
    event = _event(believed.state, {k: v for k, v in data.items() if v is not None})
    assert isinstance(event, PlayDevelopmentCard)
    named = data.get("player") is not None
    if (already := confirmation.told_already(believed, event, about, named=named)) is not None:
        return already
    player = event.player if named else who_plays(believed, event)
    if player != event.player:
        return _told(believed, {**data, "player": player}, replace(event, player=player), about)
    return _told(believed, data, event, about)


def _take_up(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    """What lies there, as far as it is said; the rest as it was said before, the pieces as they stand."""
    state = believed.state
    said: dict[str, Any] = {"on_turn": _on_turn(state)}
    if state.taking_up is not None:
        said = event_to_json(state.taking_up)
    if state.phase == "taking_up":
        said["pieces"] = pieces(state)
    event = _event(state, {**said, **data})
    if (already := confirmation.told_already(believed, event, about, named=True)) is not None:
        return already
    # Whoever it is about has to sit there.
    legality.violations(state, event)
    return Interpretation((event,))


def _end_turn(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    if (passed := confirmation.told_passing(believed, about)) is not None:
        return confirmation.confirmed(passed, passed.recorded.event)
    return _told(believed, data, _event(believed.state, data), about)


def _end_game(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    event = entered_event(data)
    told = next((step for step in believed.steps if isinstance(step.recorded.event, EndGame)), None)
    if told is not None:
        return Interpretation(already=(told.recorded.number,))
    _in_turn(believed.state, about)
    return Interpretation((event,))


def _leave_table(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    """Who leaves, or comes back: said twice, it is said once."""
    event = _event(believed.state, data)
    for step in reversed(believed.steps):
        told = step.recorded.event
        if isinstance(told, LeaveTable | ComeBack) and told.player == getattr(event, "player", None):
            if told == event:
                return confirmation.confirmed(step, event)
            break
    _in_turn(believed.state, about)
    return Interpretation((event,))


def _rolled_before(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    """A game that was taken up in the middle of a turn, after its roll."""
    _in_turn(believed.state, about)
    taken_up = [step.recorded for step in believed.steps if isinstance(step.recorded.event, TakeUp)]
    if not believed.state.is_just_taken_up or not taken_up:
        raise InputRefused(sentence("Only a game that was just joined in progress can begin after the roll."))
    told = taken_up[-1]
    assert isinstance(told.event, TakeUp)
    return Interpretation(corrections=(Replace[Event](told.number, replace(told.event, rolled=True)),))


def _draw_roll(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    """The lot makes a roll of it before it comes here (`drawing.by_lot`)."""
    raise InputRefused(drawing.NOT_DRAWN)


def _take_instead(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    event = _event(believed.state, data)
    already = confirmation.told_already(believed, event, about, named=True)
    return taking.told(believed, [event]) if already is None else already


def _bank_ran_out(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    _in_turn(believed.state, about)
    return taking.bank_ran_out(believed, data)


def _lay_island(believed: BelievedReplay, data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    if (laid := confirmation.laid_since(believed, about)) is not None:
        return Interpretation(already=(laid.recorded.number,))
    return laying.lay_island(believed.state, data)


_INTERPRETERS: Final[Mapping[str, _Interpreter]] = {
    "roll": _roll,
    "place": _place,
    "discard": _discard,
    "play_development_card": _play_development_card,
    "show_hand": _show_hand,
    "take_up": _take_up,
    "end_turn": _end_turn,
    "rolled_before": _rolled_before,
    "take_instead": _take_instead,
    "bank_ran_out": _bank_ran_out,
    "end_game": _end_game,
    drawing.KIND: _draw_roll,
    "leave_table": _leave_table,
    "come_back": _leave_table,
    "lay_island": _lay_island,
}

# These say just what the event of the same name says.
_PLAIN: Final = frozenset(
    {
        "domestic_trade",
        "maritime_trade",
        "buy_development_card",
        "steal",
        "move_robber",
        "reveal_victory_points",
        "claim_victory",
        "first_player",
        "take_starting_resources",
    }
)
