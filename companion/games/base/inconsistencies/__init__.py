"""Inconsistencies in the record: recorded events that can't have happened, with likely explanations.

`question` examines this turn and the three before, and asks rarely. Unless players promised to enter
everything (`Options.all_told`), an impossible payment means an unrecorded trade, and only a probable misread
roll is worth a question. An inconsistency that an earlier question may resolve is not asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any, Final, cast

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.inconsistencies.detection import (
    NOT_HELD_VIOLATIONS,
    ROLL_TURNS_SEARCHED,
    TURNS_SEARCHED,
    Correction,
    Inconsistency,
    find_inconsistencies,
    is_believable,
    remaining_violations,
    spent_cards,
    turn_start,
)
from companion.games.base.rules import cards, events
from companion.games.base.rules.events import PayingEvent
from companion.games.base.rules.legality import RuleViolation
from companion.games.base.rules.production import compute_production
from companion.games.base.rules.state import land_of
from companion.games.game_api import PHONE_PREFIX, Answer, Insert, Question, Replace
from companion.observations import RolledDice, rolled_dice_to_json

# Possible explanations of an inconsistency: events that nobody entered, and misread rolls.
#
# Each has a weight: the probability of such a slip, up to a common factor. Only explanations that resolve the
# inconsistency by the rules are returned; `counterfactual.is_believable` checks the belief about hands.


FORGOTTEN_TRADE_P: Final = 0.02
"""Probability that players who promised to enter every trade forgot this one."""
UNENTERED_TRADE_P: Final = 0.1
"""Probability that players who promised nothing omitted the needed trade."""
MISSED_ROLL_P: Final = 0.05
"""Probability that a roll was neither seen nor entered, before an act that only the next player can pay."""
ONE_DIE_SHARE: Final = 0.9
"""Share of misread rolls in which one die was misread; others are ignored."""
LEFT_UNPAID_FACTOR: Final = 0.1
"""Factor for a roll that leaves later builds unpaid."""
MAX_TRADES_OFFERED: Final = 2
"""Largest number of bank trades, of trade partners, and of purchases to offer as explanations."""


@dataclass(frozen=True)
class Explanation:
    """A slip that would explain an inconsistency.

    Attributes:
        word, fields: the key of its text on the pages, and the fields of that text.
        correction: the correction that resolves the inconsistency.
        at: the correction's position in the history.
        weight: unnormalized probability.
    """

    word: str
    fields: Mapping[str, Any]
    correction: Correction
    at: int
    weight: float


def forgotten_rolls(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """Possible sums of a missing roll."""
    step = steps[inconsistency.at]
    colour = step.state_before.players[inconsistency.seat].colour
    for total in range(2, 13):
        correction = Insert(step.record.number, events.Roll(colour, (total,)))
        remaining = remaining_violations(steps, inconsistency, correction, inconsistency.at)
        if remaining is not None:
            ways = 6 - abs(total - 7)
            weight = ways / 36 * (LEFT_UNPAID_FACTOR if remaining & RuleViolation.CANNOT_PAY else 1.0)
            yield Explanation("rolled", {"total": total}, correction, inconsistency.at, weight)


def missed_rolls(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """The missed roll of the next player, who can have done what the player on turn can't pay."""
    at, step = inconsistency.at, steps[inconsistency.at]
    state, event = step.state_before, step.record.event
    following = state.players[state.next_seat]
    # A piece shows by its colour whose act it was, and a phone's entry names its player.
    if not isinstance(event, events.MaritimeTrade | events.DomesticTrade | events.BuyDevelopmentCard) or (
        step.record.source.startswith(PHONE_PREFIX)
    ):
        return
    if inconsistency.seat != state.active or not state.has_rolled or step.record.certainty < 1:
        return
    if any(isinstance(later.record.event, events.EndTurn) for later in steps[at:]):
        return
    p_can_pay = steps[at - 1].belief.p_can_afford(state.next_seat, spent_cards(step, inconsistency.seat))
    # No player trades alone.
    if p_can_pay > 0 and getattr(event, "partner", None) != following.colour:
        correction = Insert[events.Event](step.record.number, events.UnseenRoll(following.colour))
        yield Explanation(
            "rolled_unseen", {"name": following.name}, correction, at, MISSED_ROLL_P * p_can_pay
        )


def misread_rolls(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """Uncertain rolls, read as other dice that would resolve the inconsistency."""
    for at in range(_first_roll_position(steps, inconsistency), inconsistency.at):
        recorded, state = steps[at].record, steps[at].state_before
        event = recorded.event
        if not isinstance(event, events.Roll) or recorded.certainty >= 1.0:
            continue
        name = state.players[state.seat(event.player)].name
        for dice, share in misreadings(event.dice):
            correction = Replace(recorded.number, events.Roll(event.player, dice))
            if not _would_yield_missing(steps, inconsistency, at, sum(dice)):
                continue
            if remaining_violations(steps, inconsistency, correction, at) is not None:
                fields = {"name": name, "dice": list(dice), "told": rolled_dice_to_json(event.dice)}
                weight = (1.0 - recorded.certainty) * share
                yield Explanation("rolled_instead", fields, correction, at, weight)


def unconfirmed_payments(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency
) -> Iterator[Explanation]:
    """Uncertain builds and trades of the player, deleted."""
    for at in range(turn_start(steps, inconsistency.at, ROLL_TURNS_SEARCHED), inconsistency.at + 1):
        recorded, state = steps[at].record, steps[at].state_before
        event = recorded.event
        if recorded.certainty >= 1.0 or not isinstance(event, PayingEvent) or state.phase != "play":
            continue
        if state.seat(event.player) != inconsistency.seat:
            continue
        correction = Replace[events.Event](recorded.number, None)
        if remaining_violations(steps, inconsistency, correction, at) is not None:
            fields = {"name": state.players[inconsistency.seat].name, "event": event.kind, "turn": state.turn}
            yield Explanation("not_so", fields, correction, at, 1.0 - recorded.certainty)


def _first_roll_position(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> int:
    """The first position whose roll can be the cause; for an unmoved robber it is in the same turn."""
    return turn_start(
        steps,
        inconsistency.at,
        1 if inconsistency.violation & RuleViolation.ROBBER_DUE else ROLL_TURNS_SEARCHED,
    )


def _would_yield_missing(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, at: int, total: int
) -> bool:
    """Return whether a roll of the total would have produced some of the missing cards."""
    if not any(inconsistency.missing):
        return True
    alternative, _ = compute_production(steps[at].state_before, total)
    recorded = steps[at].state_after.production
    cards = zip(
        alternative[inconsistency.seat], recorded[inconsistency.seat], inconsistency.missing, strict=True
    )
    return any(missing and instead > received for instead, received, missing in cards)


def misreadings(dice: RolledDice) -> list[tuple[tuple[int, int], float]]:
    """Plausible true dice of a misread roll with their shares, the likeliest first.

    One face is wrong; nearer faces are likelier. Dice with the same sum have the same effect, so the nearest
    represent all. Rolls entered as a sum alone were not read.
    """
    if len(dice) == 1:
        return []
    a, b = dice
    near = [((face, b), 1 / abs(face - a)) for face in range(1, 7) if face != a]
    near += [((a, face), 1 / abs(face - b)) for face in range(1, 7) if face != b]
    whole = sum(nearness for _, nearness in near)
    shares: dict[int, float] = {}
    nearest: dict[int, tuple[int, int]] = {}
    for read, nearness in sorted(near, key=lambda each: -each[1]):
        nearest.setdefault(sum(read), read)
        shares[sum(read)] = shares.get(sum(read), 0.0) + ONE_DIE_SHARE * nearness / whole
    return sorted(((nearest[total], share) for total, share in shares.items()), key=lambda each: -each[1])


def unentered_trades(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """Trades that nobody entered: right before the event, or else at the end of the player's last turn."""
    if not any(inconsistency.missing):
        return
    for at in _trade_positions(steps, inconsistency):
        found = [*_bank_trades(steps, inconsistency, at), *_player_trades(steps, inconsistency, at)]
        yield from found
        if found:
            return


def _trade_positions(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[int]:
    if steps[inconsistency.at].state_before.active == inconsistency.seat:
        yield inconsistency.at
    for at in range(inconsistency.at - 1, turn_start(steps, inconsistency.at, TURNS_SEARCHED) - 1, -1):
        if (
            isinstance(steps[at].record.event, events.EndTurn)
            and steps[at].state_before.active == inconsistency.seat
        ):
            yield at
            return


def _bank_trades(steps: Sequence[BelievedStep], inconsistency: Inconsistency, at: int) -> list[Explanation]:
    """Bank trades for the missing cards, the cheapest first."""
    state = steps[at].state_before
    player = state.players[inconsistency.seat]
    rates = land_of(state).rates(player.buildings)
    cost = spent_cards(steps[inconsistency.at], inconsistency.seat)
    spare = [max(0, held - asked) for held, asked in zip(player.hand[:5], cost[:5], strict=True)]
    choices = []
    for kinds in combinations_with_replacement(range(5), sum(inconsistency.missing)):
        give = tuple(kinds.count(kind) * rate for kind, rate in enumerate(rates))
        if all(asked <= held for asked, held in zip(give, spare, strict=True)):
            choices.append(cast(cards.Cards, (*give, 0)))
    resolving = []
    for give in sorted(choices, key=sum):
        trade = events.MaritimeTrade(player.colour, give, inconsistency.missing)
        correction = Insert(steps[at].record.number, trade)
        if remaining_violations(steps, inconsistency, correction, at) is not None:
            fields = {"give": cards.cards_to_json(give), "take": cards.cards_to_json(inconsistency.missing)}
            resolving.append((fields, correction))
        if len(resolving) == MAX_TRADES_OFFERED:
            break
    share = p_unentered_trade(steps[inconsistency.at]) / max(1, len(resolving))
    return [Explanation("bank_trade", fields, correction, at, share) for fields, correction in resolving]


def _player_trades(steps: Sequence[BelievedStep], inconsistency: Inconsistency, at: int) -> list[Explanation]:
    """One-for-one trades with the players who most probably held the missing cards."""
    state = steps[at].state_before
    belief = steps[at - 1].belief if at else Belief()
    give = cards.cards_of_kind(cards.UNIDENTIFIED_KIND, sum(inconsistency.missing))
    partners = [
        (probability, seat)
        for seat in range(len(state.players))
        if seat != inconsistency.seat
        and (probability := belief.p_can_afford(seat, inconsistency.missing)) > 0
    ]
    found = []
    for probability, seat in sorted(partners, key=lambda each: (-each[0], each[1]))[:MAX_TRADES_OFFERED]:
        partner = state.players[seat]
        payer = state.players[inconsistency.seat].colour
        trade = events.DomesticTrade(payer, partner.colour, give, inconsistency.missing)
        correction = Insert(steps[at].record.number, trade)
        if remaining_violations(steps, inconsistency, correction, at) is not None:
            fields = {"name": partner.name, "take": cards.cards_to_json(inconsistency.missing)}
            weight = p_unentered_trade(steps[inconsistency.at]) * probability / len(partners)
            found.append(Explanation("trade_with", fields, correction, at, weight))
    return found


def unentered_purchases(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """Unentered purchases of a development card at the end of one of the player's last turns."""
    colour = steps[inconsistency.at].state_before.players[inconsistency.seat].colour
    found = 0
    for at in range(inconsistency.at - 1, turn_start(steps, inconsistency.at, ROLL_TURNS_SEARCHED) - 1, -1):
        if (
            not isinstance(steps[at].record.event, events.EndTurn)
            or steps[at].state_before.active != inconsistency.seat
        ):
            continue
        correction = Insert(steps[at].record.number, events.BuyDevelopmentCard(colour))
        if remaining_violations(steps, inconsistency, correction, at) is not None:
            found += 1
            p_could_pay = steps[at - 1].belief.p_can_afford(inconsistency.seat, cards.DEVELOPMENT_COST)
            weight = p_unentered_trade(steps[inconsistency.at]) * p_could_pay
            yield Explanation("card_bought", {"turn": steps[at].state_before.turn}, correction, at, weight)
        if found == MAX_TRADES_OFFERED:
            return


def p_unentered_trade(step: BelievedStep) -> float:
    """Probability that a trade happened here but was not entered."""
    return FORGOTTEN_TRADE_P if step.state_before.options.all_told else UNENTERED_TRADE_P


QUESTIONS: Final = frozenset(
    {
        "unseen_roll", "missed_roll", "forgotten_roll", "was_it_a_seven", "how_was_it_paid",
        "when_was_it_bought", "count_cards", "count_differs",
    }
)  # fmt: skip
EXPLANATIONS: Final = frozenset(
    {
        "rolled", "rolled_instead", "roll_unseen", "rolled_unseen", "bank_trade", "trade_with",
        "card_bought", "not_so", "say_dice", "leave_as_told", "counts_fit", "counts_differ", "piece_built",
    }
)  # fmt: skip
"""The keys of questions and answers; the pages have a text for each."""
MAX_ANSWERS: Final = 6
"""Largest number of explanations in a question, besides leaving the record unchanged."""
MIN_MISREAD_P: Final = 0.5
"""Least probability that a misread roll is the cause, for a question at a table that may omit trades."""
ROBBER_FORGOTTEN_P: Final = 0.05
"""Probability that players roll a seven and never move the robber."""
WORTH_ASKING_P: Final = 0.3
"""Least probability of a misread seven, for a question about an unmoved robber."""
MAX_CACHED_ASSESSMENTS: Final = 16
"""Number of inconsistencies whose assessment is cached."""


def question(believed: BelievedReplay) -> Question | None:
    """The question about the newest inconsistency of the last turns; None if there is none.

    An inconsistency always leads to the same question, regardless of later events.
    """
    return InconsistencyQuestions().question(believed)


@dataclass(frozen=True)
class _Assessment:
    """The cached assessment of one inconsistency, given the steps up to it."""

    past: tuple[BelievedStep, ...]
    misread: Sequence[Explanation]
    question: Question | None

    def is_for(self, past: Sequence[BelievedStep]) -> bool:
        return len(self.past) == len(past) and all(a is b for a, b in zip(self.past, past, strict=True))


class InconsistencyQuestions:
    """Computes `question` repeatedly for a growing history, and assesses every inconsistency once."""

    def __init__(self) -> None:
        self._assessments: tuple[_Assessment, ...] = ()

    def question(self, believed: BelievedReplay) -> Question | None:
        """The question about the newest inconsistency, as the module's `question`."""
        steps = believed.steps
        asked = (self._assess(steps, inconsistency).question for inconsistency in find_inconsistencies(steps))
        return next((question for question in asked if question), None)

    def _assess(self, steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> _Assessment:
        past = tuple(steps[turn_start(steps, inconsistency.at, ROLL_TURNS_SEARCHED) : inconsistency.at + 1])
        for assessment in self._assessments:
            if assessment.is_for(past):
                return assessment
        misread = _misread_explanations(steps, inconsistency)
        assessment = _Assessment(past, misread, self._ask_about(steps, inconsistency, misread))
        self._assessments = (assessment, *self._assessments)[:MAX_CACHED_ASSESSMENTS]
        return assessment

    def _ask_about(
        self, steps: Sequence[BelievedStep], inconsistency: Inconsistency, misread: Sequence[Explanation]
    ) -> Question | None:
        if isinstance(steps[inconsistency.at].record.event, events.UnseenRoll):
            return _unseen_roll_question(steps[inconsistency.at])
        if inconsistency.violation & RuleViolation.NOT_ON_TURN:
            return _missed_roll_question(steps[inconsistency.at])
        if inconsistency.violation & RuleViolation.NOT_ROLLED:
            return _build_question(
                "forgotten_roll", steps, inconsistency, list(forgotten_rolls(steps, inconsistency))
            )
        if inconsistency.violation & NOT_HELD_VIOLATIONS:
            promised = steps[inconsistency.at].state_before.options.all_told
            bought = []
            if promised:
                bought = _believable_explanations(
                    steps, inconsistency, list(unentered_purchases(steps, inconsistency))
                )
            return _build_question("when_was_it_bought", steps, inconsistency, bought)
        for before in find_inconsistencies(steps[: inconsistency.at], ROLL_TURNS_SEARCHED):
            earlier = self._assess(steps, before)
            corrections = [each.correction for each in earlier.misread]
            same = [each for each in misread if each.correction in corrections]
            if earlier.question and (same or before.violation & RuleViolation.NOT_ROLLED):
                return None
            # Otherwise this explanation needs two slips instead of one.
            p_second_slip = p_unentered_trade(steps[before.at])
            misread = [replace(m, weight=m.weight / p_second_slip) if m in same else m for m in misread]
        if not _is_worth_asking(steps, inconsistency, misread):
            return None
        misread = _believable_explanations(steps, inconsistency, misread)
        if not _is_worth_asking(steps, inconsistency, misread):
            return None
        if inconsistency.violation & RuleViolation.ROBBER_DUE:
            dice = steps[inconsistency.at].state_before.dice
            assert dice is not None, "the robber has to move after a seven"
            return _build_question(
                "was_it_a_seven", steps, inconsistency, misread, dice=rolled_dice_to_json(dice)
            )
        traded = _believable_explanations(steps, inconsistency, list(unentered_trades(steps, inconsistency)))
        missed = missed_rolls(steps, inconsistency)
        return _build_question("how_was_it_paid", steps, inconsistency, [*misread, *traded, *missed])


def _unseen_roll_question(step: BelievedStep) -> Question:
    """Ask for the result of an unseen roll, which players can enter later."""
    event = step.record.event
    assert isinstance(event, events.UnseenRoll)
    rolled = {"kind": events.Roll.kind, "player": event.player}
    enter = {"kind": "correct", "entry": step.record.number, "event": rolled}
    return Question(
        "unseen_roll",
        (Answer("say_dice", {"enter": enter}), Answer("leave_as_told")),
        {"name": step.state_after.players[step.state_after.active].name},
        about=step.record.number,
    )


def _missed_roll_question(step: BelievedStep) -> Question:
    """Ask whether the roll of a player was missed who acted in another one's turn."""
    following = step.state_before.players[step.state_before.next_seat]
    number = step.record.number
    before = {"kind": "correct", "before": number}
    rolled = {"kind": events.Roll.kind, "player": following.colour}
    unseen = {"kind": events.UnseenRoll.kind, "player": following.colour}
    return Question(
        "missed_roll",
        (
            Answer("leave_as_told"),
            Answer("say_dice", {"enter": {**before, "event": rolled}}),
            Answer("roll_unseen", input={**before, "event": unseen}),
        ),
        {"name": following.name, "event": step.record.event.kind},
        about=number,
        while_unchanged=True,
    )


def _misread_explanations(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> list[Explanation]:
    """The uncertain records that may be the cause."""
    if inconsistency.violation & (RuleViolation.NOT_ROLLED | NOT_HELD_VIOLATIONS):
        return []
    rolls = list(misread_rolls(steps, inconsistency))
    if (
        inconsistency.violation & RuleViolation.ROBBER_DUE
        or not steps[inconsistency.at].state_before.options.all_told
    ):
        # A clearly seen build is also uncertain if its payment is unknown, so builds explain nothing here.
        return rolls
    return [*rolls, *unconfirmed_payments(steps, inconsistency)]


def _is_worth_asking(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, misread: Sequence[Explanation]
) -> bool:
    """Return whether the possible causes justify a question."""
    share = sum(each.weight for each in misread)
    if inconsistency.violation & RuleViolation.ROBBER_DUE:
        return share > WORTH_ASKING_P * (share + ROBBER_FORGOTTEN_P)
    step = steps[inconsistency.at]
    return step.state_before.options.all_told or share > MIN_MISREAD_P * (share + p_unentered_trade(step))


def _believable_explanations(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, found: Sequence[Explanation]
) -> list[Explanation]:
    """The likeliest `MAX_ANSWERS` explanations, filtered by consistency with the belief about hands."""
    likeliest = sorted(found, key=lambda each: -each.weight)[:MAX_ANSWERS]
    return [each for each in likeliest if is_believable(steps, inconsistency, each.correction, each.at)]


def _build_question(
    word: str,
    steps: Sequence[BelievedStep],
    inconsistency: Inconsistency,
    found: Sequence[Explanation],
    **fields: Any,
) -> Question | None:
    if not found:
        return None
    step = steps[inconsistency.at]
    likeliest = sorted(found, key=lambda each: -each.weight)[:MAX_ANSWERS]
    answers = [Answer(each.word, each.fields, _correction_input(each)) for each in likeliest]
    common_fields = {
        "name": step.state_before.players[inconsistency.seat].name,
        "event": step.record.event.kind,
    }
    return Question(
        word,
        (*answers, Answer("leave_as_told")),
        {**common_fields, **fields},
        about=step.record.number,
        while_unchanged=True,
    )


def _correction_input(explanation: Explanation) -> dict[str, Any]:
    """The input that applies an explanation's correction."""
    correction = explanation.correction
    event = None if correction.event is None else events.event_to_json(correction.event)
    place = {"before": correction.before} if isinstance(correction, Insert) else {"entry": correction.number}
    return {"kind": "correct", **place, "event": event}
