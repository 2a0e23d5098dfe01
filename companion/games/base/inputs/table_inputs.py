"""Interpret user inputs: those of a recording and of `POST /api/inputs`.

An input without a `player` means the active player. Besides the kinds of ../shared/formats/recording.md there
are these:

=========================  =====================================================================
kind                       fields
=========================  =====================================================================
`place`                    `piece`: road, settlement or city; `at`: a path or an intersection
`move_robber`              `to`: a hex
`first_player`             `player`: the first player
`take_starting_resources`  `at`: the starred settlement (first game)
`unseen_roll`              a roll whose dice nobody saw
`play_development_card`    additionally, for a monopoly: `given`, the number of cards that others were
                           seen to give, `{"blue": 2, "white": 0}`
`show_hand`                `resources`: all the cards in the hand, as its owner reports them
`count_cards`              `cards`: the counted number of cards in hands, `{"red": 5, "blue": 8}`; after
                           a seven, as it was when the seven fell
`claim_victory`            a house rule requires this claim to win
`end_game`                 `because`: agreement or time; the player with the most points wins
`leave_table`              `player`: the seat rests, its pieces and cards stay
`come_back`                `player`: a player who had left plays on
`take_up`                  the state of a game that is joined in progress (see `TakeUp`): only the fields
                           that change, and the pieces on the board
`lay_island`               `as`: entered (default: set up the entered island; refused while hexes are
                           missing), first_game (propose the diagram of an `edition`) or drawn (random,
                           or the given `layout`); `pieces`: true, the set-up becomes that of a
                           first game; false, players place the pieces in turns
`draw_roll`                at a table with a roll deck: draw a card, which becomes the roll
`take_instead`             `player`, `resources`: cards that were taken of the last roll instead of
                           those that were due
`bank_ran_out`             `resource`: nobody took any of it, because the bank had too few for all
`rolled_before`            of a game that was just joined: the active player has rolled already
`undo`                     undoes everything that the last observation recorded
`redo`                     restores everything that the last undo removed
`correct`                  one of: `layout` (only the differences: `{"hexes": {id: {"terrain",
                           "number"}}, "harbors": {path: kind or null}}`; before the island is set up,
                           as much as is known); `entry` and `event`
                           (the event that happened instead; null: none); `entry` and `change` (the
                           event's fields that differ); `before` and `event` (an unreported event);
                           `entry`, `before` and `event` (it happened before that entry; null: last)
`confirm`                  `entry`: it happened exactly as recorded
`whose_knight`             `entry`, `player`: this player played the knight and did all that followed
`no_roll`                  `entry`: these dice were no roll; the later rolls move one player back
`another_roll`             `entry`, `dice`: these were rolled before, and the turn ended; this entry and
                           all later ones of active players move one player on
=========================  =====================================================================

Any input may have an `about` (`companion.games.history_inputs`): it is refused if that turn is over. A `roll`
names the turn that it belongs to. A repeated event becomes a confirmation
(`companion.games.base.inputs.confirmation`). A late one is placed by `companion.games.base.inputs.placement`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import (
    BaseHistory,
    BaseRecordedEvent,
    BelievedReplay,
    BelievedStep,
)
from companion.games.base.inconsistencies.card_count import missing_act_question
from companion.games.base.inputs import (
    confirmation,
    corrections,
    island_input,
    placement,
    placement_cost,
    placement_question,
)
from companion.games.base.inputs.roll_decisions import NOT_STARTED, interpret_roll
from companion.games.base.rules import house_rules, legality
from companion.games.base.rules.cards import (
    CARDS_PER_RESOURCE,
    RESOURCE_INDEX,
    UNIDENTIFIED_KIND,
    Cards,
    add_one,
    cards_of_kind,
    cards_to_json,
)
from companion.games.base.rules.events import (
    ComeBack,
    EndGame,
    EndTurn,
    Event,
    LeaveTable,
    Roll,
    ShowHand,
    TakeInstead,
    TakeUp,
    UnseenRoll,
    event_from_input,
    event_to_json,
)
from companion.games.base.rules.state import State
from companion.games.base.views.table_views import pieces
from companion.games.game_api import DrawOrder, Insert, Interpretation, Replace
from companion.games.history_inputs import InputContext, split_context
from companion.games.schema import input_kind, shape_refusal, unknown_input
from companion.i18n import sentence
from companion.observations import InputRefused, is_same_roll

# Detect that a shown hand corrects an earlier, wrong one of the same player.


def find_superseded_hand(believed: BelievedReplay, event: ShowHand) -> BaseRecordedEvent | None:
    """Return the record of a shown hand that this one corrects; None: it corrects none.

    A hand that was shown just before is corrected. So is one that contradicted the belief in this round, if
    the new hand is possible without it. Otherwise one mistake would make every hand uncertain.
    """
    position = len(believed.steps)
    for step in reversed(believed.last_turns(len(believed.state.players))):
        position -= 1
        if isinstance(step.record.event, ShowHand) and step.record.event.player == event.player:
            break
    else:
        return None
    if position == len(believed.steps) - 1:
        return step.record
    before = believed.steps[position - 1]
    surprised = len(step.belief.contradictions) > len(before.belief.contradictions)
    seat = believed.state.seat(event.player)
    if not surprised or not before.whole or _is_possible_hand(believed.belief, seat, event.resources):
        return None
    return (
        step.record
        if _is_possible_hand(believed.without_step(position).belief, seat, event.resources)
        else None
    )


def _is_possible_hand(belief: Belief, seat: int, cards: Cards) -> bool:
    """Return whether a hand is possible."""
    particles = belief.particles
    return bool((particles.holds_mask(seat, cards) & (particles.hand_sizes(seat) == sum(cards))).any())


# Record the cards that players took of a roll instead of the production, even after the turn's end.


NO_ROLL: Final = sentence("No cards have been taken for a roll yet.")
TOO_FEW_CLAIMANTS: Final = sentence(
    "When the bank runs out, nobody gets a resource only if several players are owed it. Enter what this "
    "player took."
)


def correct_production(believed: BelievedReplay, events: Sequence[Event]) -> Interpretation[Event]:
    """Record the cards that were taken: now, or before the end of the last roll's turn."""
    if believed.state.has_rolled:
        return Interpretation(tuple(events))
    for step in reversed(believed.steps):
        if step.state_before.has_rolled and isinstance(step.record.event, EndTurn):
            return Interpretation(corrections=tuple(Insert(step.record.number, event) for event in events))
    raise InputRefused(NO_ROLL)


def record_bank_shortage(believed: BelievedReplay, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Record that the bank lacked a resource for all claimants, so nobody took any.

    Raises:
        InputRefused: the resource is unknown, or it was due to fewer than two players.
    """
    resource = data.get("resource")
    if not isinstance(resource, str) or resource not in RESOURCE_INDEX:
        raise InputRefused(sentence("no such resource: {value}", value=str(resource)[:40]))
    state, kind = _last_rolled_state(believed), RESOURCE_INDEX[resource]
    owed = [seat for seat, cards in enumerate(state.production) if cards[kind]]
    if len(owed) < 2:
        raise InputRefused(TOO_FEW_CLAIMANTS)
    cards = {seat: add_one(state.production[seat], kind, -state.production[seat][kind]) for seat in owed}
    return correct_production(
        believed, [TakeInstead(state.players[seat].colour, cards[seat]) for seat in owed]
    )


def _last_rolled_state(believed: BelievedReplay) -> State:
    """Return the last state with a roll."""
    for step in reversed(believed.steps):
        if step.state_after.has_rolled:
            return step.state_after
    raise InputRefused(NO_ROLL)


# Draw a card of the roll deck: `draw_roll` becomes the roll on the card.


KIND: Final = "draw_roll"
NO_DECK: Final = sentence("This table rolls with dice: no cards are drawn.")
NO_CARD_DRAWN: Final = sentence("No card was drawn: cards are drawn only during a game.")
CARD_ALREADY_DRAWN: Final = sentence(
    "A card was already drawn this turn. The next player draws the next one."
)


def draw_random(state: State, data: Mapping[str, Any], order: DrawOrder) -> Mapping[str, Any]:
    """Return the input with its random part drawn: a `draw_roll` becomes a roll.

    Raises:
        InputRefused: the table has no roll deck, or no card may be drawn now.
    """
    if data.get("kind") != KIND:
        return data
    cards = house_rules.remaining_cards(state)
    if not cards:
        raise InputRefused(NO_DECK)
    if state.has_rolled:
        raise InputRefused(CARD_ALREADY_DRAWN)
    return {**data, "kind": Roll.kind, "dice": list(cards[order(len(cards))[0]])}


MAX_HAND_CARDS: Final = 5 * CARDS_PER_RESOURCE
"""The most cards that one player can hold."""

_Fields = Mapping[str, Any]
_Interpreter = Callable[[BelievedReplay, _Fields, InputContext], Interpretation[Event]]


def interpret(
    history: BaseHistory, believed: BelievedReplay, data: Mapping[str, Any]
) -> Interpretation[Event]:
    """Interpret an input.

    Args:
        history: so far.
        believed: its steps with beliefs.
        data: the input, not yet validated.

    Raises:
        InputRefused: the kind is unknown, a field is missing or wrong, there is no entry to correct, or the
            input is about a turn that is over.
    """
    about, data = split_context(data)
    kind = input_kind(data)
    try:
        if (correct := corrections.INTERPRETERS.get(kind)) is not None:
            interpretation = correct(history, data)
            return (
                placement.place_corrected(believed, interpretation) if kind == "correct" else interpretation
            )
        if (interpreter := _INTERPRETERS.get(kind)) is not None:
            return interpreter(believed, data, about)
        if kind in _PLAIN_EVENT_KINDS:
            return _interpret_event(believed, data, _build_event(believed.state, data), about)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error
    raise unknown_input(kind, {*corrections.INTERPRETERS, *_INTERPRETERS, *_PLAIN_EVENT_KINDS})


def _active_colour(state: State) -> str:
    if not state.players:
        raise InputRefused(sentence("no players are seated yet"))
    founder = state.founder()
    return state.players[state.active if founder is None else founder].colour


def _build_event(state: State, data: Mapping[str, Any]) -> Event:
    """Build the event of an input, for the active player unless it names one."""
    who = {} if data.get("kind") == TakeUp.kind else {"player": _active_colour(state)}
    event = event_from_input({**who, **data})
    for name in ("player", "victim", "partner"):
        if (colour := getattr(event, name, None)) is not None:
            state.seat(colour)
    for colour, _ in getattr(event, "given", None) or ():
        state.seat(colour)
    return event


def _interpret_event(
    believed: BelievedReplay, data: Mapping[str, Any], event: Event, about: InputContext
) -> Interpretation[Event]:
    """Interpret an event: a duplicate, about a turn that is over, or placed in the log."""
    named = data.get("player") is not None
    already = confirmation.confirm_duplicate(believed, event, about, named=named)
    if already is not None:
        return already
    _check_turn(believed.state, about)
    return placement_question.place_event(believed, event, named=named)


def _check_turn(state: State, about: InputContext) -> None:
    if state.players:
        about.check_turn(state.turn, state.players[state.active].name)


def _roll(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    """Record the dice of a turn, of a roll that nobody saw, or of the next roll.

    Raises:
        InputRefused: the turn has another recorded roll, is over, or has not begun.
    """
    state, named = believed.state, data.get("player") is not None
    event = _build_event(state, data)
    assert isinstance(event, Roll)
    step = _find_recorded_roll(believed, data.get("player"), about)
    match None if step is None else step.record.event:
        case UnseenRoll(player=player):
            assert step is not None
            return Interpretation(
                corrections=(Replace[Event](step.record.number, replace(event, player=player)),)
            )
        case Roll() as recorded:
            assert step is not None
            if is_same_roll(recorded.dice, event.dice):
                return confirmation.confirm_step(step, replace(recorded, dice=event.dice))
            if about.turn is not None:
                raise _other_roll_refusal(state, recorded)
    if about.turn not in (None, following_turn := max(1, state.turn + state.has_rolled)):
        about.check_turn(following_turn, state.players[state.active].name)
    if about.turn is None and not named and (missed := _missed_roll_corrections(believed, event)):
        return Interpretation(corrections=missed)
    following = interpret_roll(state, event.dice, in_doubt=believed.in_doubt)
    if following.notice and not named:
        raise InputRefused(following.notice)
    if len(following.events) > 1 and not named:
        return placement_question.place_event(believed, following.events[-1], named=True)
    return placement_question.place_event(believed, event, named=named)


def _missed_roll_corrections(believed: BelievedReplay, entered: Roll) -> tuple[Replace[Event], ...]:
    """Return the corrections if entered dice are a missed roll that only a piece has shown; else none.

    The dice that the camera read were the first ones: a roll before them would have been entered sooner.
    """
    rolls = [s.record for s in believed.last_turns(2) if isinstance(s.record.event, Roll | UnseenRoll)]
    match [(recorded, recorded.event) for recorded in rolls if recorded.certainty < 1]:
        case [(unseen, UnseenRoll() as missed), (read, Roll() as second)]:
            first, later = replace(second, player=missed.player), replace(second, dice=entered.dice)
            return Replace[Event](unseen.number, first), Replace[Event](read.number, later)
    return ()


def _other_roll_refusal(state: State, recorded: Roll) -> InputRefused:
    """Return the refusal of a roll for a turn that has another one since its author looked."""
    name = state.players[state.seat(recorded.player)].name
    if len(recorded.dice) == 1:
        return InputRefused(
            sentence("Recorded in the meantime: {name} rolled {sum}.", name=name, sum=recorded.dice[0])
        )
    a, b = recorded.dice
    return InputRefused(sentence("Recorded in the meantime: {name} rolled {a} + {b}.", name=name, a=a, b=b))


def _find_recorded_roll(
    believed: BelievedReplay, colour: str | None, about: InputContext
) -> BelievedStep | None:
    """Return the step with the roll that an input reports; None: the next roll.

    It is the roll of the turn that the input names. Without a turn, it is one that nobody saw, or one whose
    sum was inferred: of this turn, or of the named player's latest one.
    """
    if about.turn is not None:
        steps = believed.steps
    else:
        steps = believed.last_turns(1 if colour is None else len(believed.state.players))
    for step in reversed(steps):
        match step.record.event:
            case UnseenRoll(player=player) if about.turn in (None, step.state_after.turn):
                return step if colour in (None, player) else None
            case Roll(player=player, dice=(_,)) if about.turn is None and step.is_uncertain:
                return step if colour in (None, player) else None
            case Roll() if about.turn == step.state_after.turn:
                # A seven that is rolled again counts only for an author who had not seen it.
                return step if step.state_after.dice is not None or about.is_unseen(step.record) else None
    return None


def _place(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    piece = data.get("piece")
    if piece not in ("road", "settlement", "city"):
        raise InputRefused(sentence("a piece is a road, a settlement or a city"))
    if believed.state.land is None:
        raise InputRefused(NOT_STARTED)
    rest = {name: value for name, value in data.items() if name not in ("kind", "piece")}
    return _interpret_event(
        believed, data, _build_event(believed.state, {**rest, "kind": f"place_{piece}"}), about
    )


def _discard(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    state = believed.state
    if data.get("resources") is None:
        owed = state.discards_due[state.seat(str(data.get("player", _active_colour(state))))]
        data = {**data, "resources": cards_to_json(cards_of_kind(UNIDENTIFIED_KIND, owed))}
    return _interpret_event(believed, data, _build_event(state, data), about)


def _show_hand(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    """Record a shown hand: it overrides doubts of the last reading and replaces an earlier wrong hand."""
    event = _build_event(believed.state, data)
    assert isinstance(event, ShowHand)
    if (already := confirmation.confirm_duplicate(believed, event, about, named=True)) is not None:
        return already
    _check_turn(believed.state, about)
    misspoken = find_superseded_hand(believed, event)
    corrections = () if misspoken is None else (Replace[Event](misspoken.number, None),)
    certain = believed.in_doubt if event.resources[UNIDENTIFIED_KIND] else believed.in_doubt - {event.player}
    return Interpretation((event,), corrections, in_doubt=certain)


def _count_cards(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    """Record counted hands; if a number differs from the record, ask which act is missing."""
    cards, state = data.get("cards"), believed.state
    if not isinstance(cards, Mapping) or not cards or not all(_is_count(count) for count in cards.values()):
        raise shape_refusal(sentence("counted cards are a number for each player's colour"))
    if state.phase != "play":
        raise InputRefused(sentence("Cards are counted only during a game."))
    _check_turn(state, about)
    counts = []
    for colour, count in cards.items():
        player = state.players[state.seat(str(colour))].colour
        counts.append(ShowHand(player, cards_of_kind(UNIDENTIFIED_KIND, count), counted=True))
    interpretation = placement.place_counts(believed, counts)
    differing = [count for count in interpretation.events if placement_cost.is_miscounted(state, count)]
    if not differing or interpretation.corrections:
        return interpretation
    last = differing[-1]
    assert isinstance(last, ShowHand)
    return replace(interpretation, question=missing_act_question(believed, last.player, sum(last.resources)))


def _is_count(count: object) -> bool:
    return type(count) is int and 0 <= count <= MAX_HAND_CARDS


def _play_development_card(
    believed: BelievedReplay, data: _Fields, about: InputContext
) -> Interpretation[Event]:
    event = _build_event(believed.state, {k: v for k, v in data.items() if v is not None})
    return _interpret_event(believed, data, event, about)


def _take_up(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    """Merge the state of a joined game into the recorded one; the pieces come from the board."""
    state = believed.state
    fields: dict[str, Any] = {"on_turn": _active_colour(state)}
    if state.taking_up is not None:
        fields = event_to_json(state.taking_up)
    if state.phase == "taking_up":
        fields["pieces"] = pieces(state)
    event = _build_event(state, {**fields, **data})
    if (already := confirmation.confirm_duplicate(believed, event, about, named=True)) is not None:
        return already
    # Raises an error if a colour is not seated.
    legality.violations(state, event)
    return Interpretation((event,))


def _end_turn(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    if (passed := confirmation.inferred_turn_end(believed, about)) is not None:
        return confirmation.confirm_step(passed, passed.record.event)
    return _interpret_event(believed, data, _build_event(believed.state, data), about)


def _end_game(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    event = event_from_input(data)
    recorded_step = next((step for step in believed.steps if isinstance(step.record.event, EndGame)), None)
    if recorded_step is not None:
        return Interpretation(duplicate_of=(recorded_step.record.number,))
    _check_turn(believed.state, about)
    return Interpretation((event,))


def _leave_table(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    """Record that a player leaves or returns; a repetition confirms the record."""
    event = _build_event(believed.state, data)
    for step in reversed(believed.steps):
        recorded = step.record.event
        if isinstance(recorded, LeaveTable | ComeBack) and recorded.player == getattr(event, "player", None):
            if recorded == event:
                return confirmation.confirm_step(step, event)
            break
    _check_turn(believed.state, about)
    return Interpretation((event,))


def _mark_rolled_before(
    believed: BelievedReplay, data: _Fields, about: InputContext
) -> Interpretation[Event]:
    """Record that a game was joined after the roll of the current turn."""
    _check_turn(believed.state, about)
    taken_up = [step.record for step in believed.steps if isinstance(step.record.event, TakeUp)]
    if not believed.state.is_just_taken_up or not taken_up:
        raise InputRefused(sentence("Only a game that was just joined in progress can begin after the roll."))
    latest = taken_up[-1]
    assert isinstance(latest.event, TakeUp)
    return Interpretation(corrections=(Replace[Event](latest.number, replace(latest.event, rolled=True)),))


def _draw_roll(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    """Refuse the input: `draw_random` has replaced it by a roll before."""
    raise InputRefused(NO_CARD_DRAWN)


def _take_instead(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    event = _build_event(believed.state, data)
    already = confirmation.confirm_duplicate(believed, event, about, named=True)
    return correct_production(believed, [event]) if already is None else already


def _bank_ran_out(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    _check_turn(believed.state, about)
    return record_bank_shortage(believed, data)


def _lay_island(believed: BelievedReplay, data: _Fields, about: InputContext) -> Interpretation[Event]:
    if (laid := confirmation.layout_step_since(believed, about)) is not None:
        return Interpretation(duplicate_of=(laid.record.number,))
    return island_input.lay_island(believed.replay, data)


_INTERPRETERS: Final[Mapping[str, _Interpreter]] = {
    "roll": _roll,
    "place": _place,
    "discard": _discard,
    "play_development_card": _play_development_card,
    "show_hand": _show_hand,
    "count_cards": _count_cards,
    "take_up": _take_up,
    "end_turn": _end_turn,
    "rolled_before": _mark_rolled_before,
    "take_instead": _take_instead,
    "bank_ran_out": _bank_ran_out,
    "end_game": _end_game,
    KIND: _draw_roll,
    "leave_table": _leave_table,
    "come_back": _leave_table,
    "lay_island": _lay_island,
}

# These inputs have the fields of the event of the same kind.
_PLAIN_EVENT_KINDS: Final = frozenset(
    {
        "unseen_roll",
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
