"""Questions about the numbers of cards: whether they fit after a seven, and what explains one that doesn't.

On a seven, all players count their cards anyway. Numbers that fit take one tap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.belief.forgotten_acts import Change
from companion.games.base.rules import events
from companion.games.base.rules.cards import Cards, cards_to_json
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.base.views.hands import is_count_certain
from companion.games.game_api import Answer, Question

MIN_TURNS_BETWEEN_COUNTS: Final = 16
"""Turns from one question for a count to the next: with the wait for a seven, one in 20 turns."""
_PIECES: Final[dict[type, str]] = {
    events.PlaceRoad: "road",
    events.PlaceSettlement: "settlement",
    events.PlaceCity: "city",
}
MAX_MISSING_ACTS: Final = 4
"""Largest number of missing acts in a question."""


def count_question(believed: BelievedReplay, roll: events.Roll) -> Question | None:
    """Return the question whether the numbers of cards fit, after a seven is rolled; None: don't ask now.

    Args:
        believed: the replay before the roll.
        roll: the seven.
    """
    state, belief = believed.state, believed.belief
    if not state.options.all_told or state.phase != "play" or not _is_count_doubtful(state, belief):
        return None
    if state.turn - _last_question_turn(believed.steps) < MIN_TURNS_BETWEEN_COUNTS:
        return None
    counts = {
        player.colour: max(sizes, key=lambda size: sizes[size])
        for seat, player in enumerate(state.players)
        if not player.resting and (sizes := belief.hand(seat).sizes)
    }
    data = {"kind": "count_cards", "cards": counts}
    names = {player.colour: player.name for player in state.players}
    shown = [{"name": names[colour], "colour": colour, "cards": count} for colour, count in counts.items()]
    return Question(
        "count_cards",
        (Answer("counts_fit", input=data), Answer("counts_differ", {"counts": shown})),
        {"counts": shown},
        about=-1,
        until_kinds=(events.ShowHand.kind, events.EndTurn.kind, events.Roll.kind),
    )


def _is_count_doubtful(state: State, belief: Belief) -> bool:
    return any(not is_count_certain(belief.hand(seat)) for seat in range(len(state.players)))


def _last_question_turn(steps: Sequence[BelievedStep]) -> int:
    """Return the turn of the last seven after which the table asked for a count; 0 if there is none."""
    asked = 0
    for step in steps:
        event, state = step.record.event, step.state_before
        if isinstance(event, events.Roll) and sum(event.dice) == 7 and state.phase == "play":
            due = state.turn - asked >= MIN_TURNS_BETWEEN_COUNTS
            if due and _is_count_doubtful(step.state_after, step.belief):
                asked = state.turn
        elif isinstance(event, events.ShowHand) and event.counted:
            asked = state.turn
    return asked


def missing_act_question(believed: BelievedReplay, player: Colour, count: int) -> Question | None:
    """Return the question which act is missing, as a counted hand differs; None: nothing explains it.

    Args:
        believed: the replay before the count.
        player: the owner of the hand.
        count: the counted number of cards.
    """
    state, belief = believed.state, believed.belief
    seat = state.seat(player)
    answers: list[Answer] = []
    for kind, change, _ in belief.forgotten.likely_acts(seat, count - sum(state.players[seat].hand)):
        if kind in (events.BuyDevelopmentCard, events.MaritimeTrade):
            answers += _insertions(believed.steps, player, kind, change)
        else:
            # People enter where the piece is; the search then places it before the count.
            answers.append(Answer("piece_built", {"piece": _PIECES[kind]}))
    if not answers:
        return None
    fields = {"name": state.players[seat].name, "count": count, "recorded": sum(state.players[seat].hand)}
    return Question(
        "count_differs",
        (*answers[:MAX_MISSING_ACTS], Answer("leave_as_told")),
        fields,
        about=-1,
        while_unchanged=True,
    )


def _insertions(
    steps: Sequence[BelievedStep], player: Colour, kind: type, change: Change
) -> Iterator[Answer]:
    """Yield the answer that a purchase or a trade is missing in the player's last possible turn."""
    for step in reversed(steps):
        hand = step.state_before.players[step.state_before.seat(player)].hand
        if not all(held + more >= 0 for held, more in zip(hand, change, strict=False)):
            return
        event = step.record.event
        if isinstance(event, events.EndTurn) and event.player == player:
            turn = step.state_before.turn
            place = {"kind": "correct", "before": step.record.number}
            if kind is events.BuyDevelopmentCard:
                missing: events.Event = events.BuyDevelopmentCard(player)
                yield Answer("card_bought", {"turn": turn}, {**place, "event": events.event_to_json(missing)})
            else:
                give, take = (_cards(max(0, sign * count) for count in change) for sign in (-1, 1))
                fields = {"give": cards_to_json(give), "take": cards_to_json(take)}
                missing = events.MaritimeTrade(player, give, take)
                yield Answer("bank_trade", fields, {**place, "event": events.event_to_json(missing)})
            return


def _cards(counts: Iterable[int]) -> Cards:
    a, b, c, d, e = counts
    return (a, b, c, d, e, 0)
