"""Place what people enter: one search for the most probable course of the last round.

People enter events late, twice, in another order or for the wrong player, and they enter what the table has
inferred already. The search compares candidate edits of the log, from the turn a round ago to now:

==========================  ===========================================================================
candidate                   the entered event ...
==========================  ===========================================================================
now                         happened last
the dice were passed        happened last, and the turn before it is over
a roll before acts          ended the turn before acts that were recorded in it
earlier                     happened before a line of the log, and was entered late
the active player then      the same, by the player who was active at that place (nobody was named)
less certain                is a line of the log that is less certain or less exact
needless                    replaces an inferred trade that only made a payment possible
instead                     corrects the latest line about the same robber or theft
==========================  ===========================================================================

Each candidate is a course: all lines from there to now. Its cost in nats is the sum of

- the rules that its lines break (`violation_cost`): a rule that players break in the heat costs little, an
  impossible act much, a shortage or a pending duty less, as long as unreported events may explain it;
- the errors of those who entered it (`lateness_cost`): a late line costs by the lines and turns that it
  missed, so the order of entry counts as evidence.

The cheapest course is recorded. People are asked about others that are about as probable
(`companion.games.base.inputs.placement_question`). Lines that people entered shortly before are placed again
with each new one (`improve`), if that makes the course much cheaper: an entry after its roll's acts explains
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import Final

from companion.games.base.belief.believed_replay import BaseRecordedEvent, BelievedReplay, BelievedStep
from companion.games.base.inputs import confirmation, placement_cost
from companion.games.base.inputs.placement_cost import Course, CourseLine, lateness_cost
from companion.games.base.inputs.turns import insert_turn_ends, revise_for_roll
from companion.games.base.rules import events
from companion.games.base.rules.cards import DEVELOPMENT_COST
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event
from companion.games.base.rules.legality import LEGAL, RuleViolation, violations
from companion.games.base.rules.reattribution import revise_events
from companion.games.base.rules.state import State
from companion.games.game_api import (
    PHONE_PREFIX,
    Insert,
    Interpretation,
    Reattribute,
    Replace,
)
from companion.games.replay import INFERRED_SOURCE

MAX_TURNS_BACK: Final = 4
"""Number of turns before the current one (a round) in which an entry is placed if it names no place."""

_TURN_ACTS: Final = (
    events.DomesticTrade,
    events.MaritimeTrade,
    events.BuyDevelopmentCard,
    events.PlayDevelopmentCard,
    events.PlaceRoad,
    events.PlaceSettlement,
    events.PlaceCity,
    events.MoveRobber,
    events.Steal,
    events.Discard,
)
"""The acts of a turn between its roll and its end."""
PLACEABLE_EVENTS: Final = (*_TURN_ACTS, events.Roll)
_UNSEEN_EVENTS: Final = (events.Steal, events.DomesticTrade, events.MaritimeTrade, events.BuyDevelopmentCard)
"""Events that no camera can see; without a named player they may also belong to the previous turns."""
_DUE_EVENTS: Final = (events.Discard, events.MoveRobber, events.Steal)
"""If one of these is due, the entry is a new event and not one that is recorded already."""
MIN_GAIN: Final = 1.5
"""Lines that are recorded already move only if the course becomes this much cheaper."""
MAX_CLOSE: Final = 3
"""Number of courses that do."""
MAX_LOOSE_ENTRIES: Final = 8
"""Number of newest entries whose lines may still move."""
MAX_MOVED_LINES: Final = 4
"""Number of lines that one entry may move."""


class CourseSearch:
    """The last round of a game, and the costs of its possible courses."""

    def __init__(self, believed: BelievedReplay) -> None:
        """Take the round from a replay with at least one step."""
        self.believed = believed
        self.steps = believed.steps
        self.first = _first_step_of_round(self.steps)
        self.order = max(step.record.number for step in self.steps) + 1
        """The order of what is entered now."""
        self.course: Course = tuple(
            CourseLine(step.record.event, step.record.number, n, step.record)
            for n, step in enumerate(self.steps[self.first :], self.first)
        )
        self.tolerated = LEGAL
        """The shortages of the entered event now: then it may lack the same cards in an earlier turn."""
        self.now: Event | None = None
        """The entered event as the active player's, if it names no player and breaks no rule now."""
        self.rivals: list[tuple[float, Course]] = []
        """Costs and courses that competed with the best one, cheapest first."""

    @cached_property
    def _prefix_costs(self) -> list[float]:
        """The cost of the violations of the first lines as recorded, by their number."""
        costs, before = [0.0], LEGAL
        for n, step in enumerate(self.steps[self.first :]):
            costs.append(
                costs[-1] + self._line_cost(step.state_before, self.course[n:], step.violations, before)
            )
            before = step.violations
        return costs

    def cost(self, course: Course, limit: float = math.inf) -> float:
        """The cost of a course, in nats; above the limit only a lower bound of it."""
        same = self._common_length(course)
        at = self.first + same
        state = self.steps[at].state_before if at < len(self.steps) else self.believed.state
        total = self._prefix_costs[same]
        if total < limit:
            total += lateness_cost(course)
        unbought = {
            player_of(step.record.event)
            for step in self.steps[self.first : at]
            if step.violations & RuleViolation.CARD_NOT_HELD
        }
        before = self.steps[at - 1].violations if same else LEGAL
        for n, line in enumerate(course[same:], same):
            if total >= limit:
                break
            found = violations(state, line.event)
            total += self._line_cost(state, course[n:], found, before)
            before = found
            unbought |= {player_of(line.event)} if found & RuleViolation.CARD_NOT_HELD else set()
            state = apply(state, line.event)
        return total + placement_cost.UNPAID_PURCHASE_COST * sum(
            player.colour in unbought and not player.may_hold(DEVELOPMENT_COST) for player in state.players
        )

    @cached_property
    def _is_contradictory(self) -> bool:
        """Return whether the record contains an impossible line."""
        return any(step.violations & ~placement_cost.POSSIBLE_VIOLATIONS for step in self.steps[self.first :])

    def _common_length(self, course: Course) -> int:
        """Return the number of the first lines that are as recorded."""
        same = 0
        for one, other in zip(course, self.course, strict=False):
            if one is not other:
                break
            same += 1
        return same

    def _line_cost(
        self, state: State, course: Course, found: RuleViolation, found_before: RuleViolation
    ) -> float:
        """Return the cost of the first line of the rest of a course."""
        line = course[0]
        is_now = line.record is None and line.place == len(self.steps)
        waiting = placement_cost.MISCOUNT_COST * placement_cost.is_miscounted(state, line.event)
        waiting += placement_cost.UNNAMED_THEFT_COST * placement_cost.is_unnamed_theft(state, line.event)
        if state.steal_due and not is_now and not isinstance(line.event, events.Steal | events.ShowHand):
            waiting = (
                placement_cost.FLAGGED_THEFT_COST
                if found & RuleViolation.STEAL_DUE
                else placement_cost.WAITING_THEFT_COST
            )
        if is_now and found & RuleViolation.NOT_ROLLED:
            # An unreported duty does not show that an act before the roll happened in an earlier turn.
            found &= ~placement_cost.DUTY_VIOLATIONS
        if found & RuleViolation.NOT_ROLLED and not any(
            isinstance(later.event, events.Roll | events.UnseenRoll) for later in _rest_of_turn(course)
        ):
            found &= ~placement_cost.SHORTAGE_VIOLATIONS  # the missing roll may bring the cards
        if found & RuleViolation.ROBBER_DUE and (line.record or is_now) and _precedes_its_robber(course):
            # The robber's move may only be late: nothing shows yet where it went.
            found &= ~(RuleViolation.STEAL_NOT_DUE | RuleViolation.NOT_AT_ROBBER)
            waiting = placement_cost.EARLY_THEFT_COST
        if is_now and player_of(line.event) == state.players[state.next_seat].colour:
            found &= ~RuleViolation.NOT_AT_ROBBER  # its roll and robber move are missing
        if not found:
            return waiting
        is_short = found & placement_cost.SHORTAGE_VIOLATIONS
        certain = self._certain_shortages(state, line) if is_short else LEGAL
        # A theft that is due, or a line that cannot have happened, may explain even a certain shortage.
        is_explained = self._is_contradictory or (
            state.steal_due and player_of(line.event) == state.players[state.active].colour
        )
        counted = LEGAL if is_explained else certain
        total = waiting + placement_cost.violation_cost(
            state, line.event, found, counted, found_before, counts_cards=line.record is not None
        )
        if line.record is None and not line.inferred and line.place < len(self.steps):
            # An act is put only into an earlier turn in which it was possible, and never before its cards.
            is_earlier = state.turn != self.believed.state.turn
            impossible = (
                found & ~placement_cost.DUTY_VIOLATIONS & ~self.tolerated if is_earlier else found & certain
            )
            total += placement_cost.FORBIDDEN_COST * bool(impossible | found & certain)
        return total

    def _certain_shortages(self, state: State, line: CourseLine) -> RuleViolation:
        """Return the shortages that no unreported event can explain, because the cards are certain."""
        last = min(line.place, len(self.steps)) - 1
        while last and isinstance(self.steps[last].record.event, events.MoveRobber):
            # It brings no cards; a hand that it makes uncertain may only have discarded more.
            last -= 1
        belief = self.steps[last].belief
        certain, seat = LEGAL, state.seat(player_of(line.event))
        if belief.hand(seat).certain:
            certain |= RuleViolation.CANNOT_PAY
        if belief.has_no_secret_cards(seat):
            certain |= RuleViolation.CARD_NOT_HELD
        match line.event:
            case events.DomesticTrade(partner=other) if belief.hand(state.seat(other)).certain:
                certain |= RuleViolation.PARTNER_CANNOT_PAY
            case events.Steal(victim=str(other)) if belief.hand(state.seat(other)).certain:
                certain |= RuleViolation.VICTIM_LACKS
        return certain

    # The candidates

    def new_lines(self, n: int, *added: Event, inferred: int = 0) -> Course:
        """Return the lines of events that are entered now, before a position; the first ones are inferred."""
        return tuple(
            CourseLine(event, self.order, self.first + n, inferred=k < inferred)
            for k, event in enumerate(added)
        )

    def state_at(self, n: int) -> State:
        """Return the state before a line as recorded."""
        at = self.first + n
        return self.steps[at].state_before if at < len(self.steps) else self.believed.state

    def place(self, event: Event, *, named: bool) -> Course:
        """Return the cheapest course with an entered event; of equal ones the one in which it is latest.

        Courses that cost little more compete once more, with the lines moved that they explain.
        """
        now = _as_active_players(self.believed.state, event)
        broken = violations(self.believed.state, now)
        self.tolerated = broken & placement_cost.SHORTAGE_VIOLATIONS
        self.now = None if named or broken else now
        least, found = math.inf, []
        for extra, course in self._candidates(event, named):
            limit = least + placement_cost.CLOSE_COST
            if extra + self._prefix_costs[self._common_length(course)] < limit:
                cost = extra + self.cost(course, limit - extra)
                if cost < limit:
                    found.append((cost, extra, course))
                    least = min(least, cost)
        found.sort(key=lambda each: each[0])
        _, extra, best = found[0]
        if least <= extra + lateness_cost(best):
            self.rivals.append((least, best))
            return best
        for cost, extra, course in found[:MAX_CLOSE]:
            if cost < found[0][0] + placement_cost.CLOSE_COST:
                moved = self.improve(course)
                self.rivals.append((extra + self.cost(moved), moved))
        self.rivals.sort(key=lambda each: each[0])
        return self.rivals[0][1]

    def _candidates(self, event: Event, named: bool) -> Iterator[tuple[float, Course]]:
        """Yield the candidates, each with the part of its cost that its lines do not show."""
        lines, last = self.course, len(self.course)
        state = self.believed.state
        following = state.players[state.next_seat].colour
        if isinstance(event, events.Roll) and state.has_rolled and event.player == following:
            ends = events.EndTurn(state.players[state.active].colour)
            yield 0.0, (*lines, *self.new_lines(last, ends, event))
            yield from self._roll_candidates(event)
            return
        # The victim may have got the stolen card by an act that is not entered yet.
        broken = violations(state, _as_active_players(state, event)) & ~RuleViolation.VICTIM_LACKS
        due = isinstance(event, _DUE_EVENTS) and not broken
        # A theft may be entered before its robber.
        due = due or (
            isinstance(event, events.Steal) and state.robber_due and state.seat(event.player) == state.active
        )
        yield from self._replacement_candidates(event, due, named)
        now = insert_turn_ends(state, Interpretation((_as_active_players(state, event),)))
        passed = self.new_lines(last, *now.events, inferred=len(now.inferred))
        extra = placement_cost.PASSED_COST * len(now.inferred)
        if named and now.events[-1] is not event:
            extra += placement_cost.PARTNER_COST
        yield extra, (*lines, *passed)
        if not named and isinstance(event, events.PlayDevelopmentCard) and state.has_rolled:
            # The next player may play a card before the roll.
            ends = events.EndTurn(state.players[state.active].colour)
            passed = self.new_lines(last, ends, replace(event, player=following), inferred=1)
            yield placement_cost.PASSED_COST + placement_cost.UNNAMED_COST, (*lines, *passed)
        if not due:
            yield from self._correction_candidates(event, named)
        if isinstance(event, events.Roll):
            yield from self._roll_candidates(event)
        shown = 0.0
        for n in range(last - 1, -1, -1):
            before = self.state_at(n)
            if before.phase != "play":
                break
            match lines[n].event:
                case events.ShowHand(player=counted) if counted in _cards_changed(event):
                    shown = placement_cost.SHOWN_COST
            active = before.players[before.active].colour
            extra, event_then = shown, event
            if due and before.turn != state.turn:
                extra += placement_cost.DUTY_NOW_COST
            if not named and active != player_of(event):
                if isinstance(event, events.Roll):
                    break
                extra, event_then = extra + placement_cost.UNNAMED_COST, _by_player(event, active)
            placed = _as_active_players(before, event_then)
            if placed is not event_then and state.seat(player_of(event)) == state.active:
                extra += placement_cost.MIRRORED_COST
            yield extra, (*lines[:n], *self.new_lines(n, placed), *lines[n:])

    def _replacement_candidates(self, event: Event, due: bool, named: bool) -> Iterator[tuple[float, Course]]:
        """Yield the courses in which the entry confirms a line, or makes an inferred trade needless."""
        state, baseline = self.believed.state, None
        for n in range(len(self.course) - 1, -1, -1):
            step = self.steps[self.first + n]
            turns = state.turn - step.state_before.turn
            event_then = event
            if turns and not named and isinstance(event, _UNSEEN_EVENTS):
                event_then = _by_player(event, step.state_before.players[step.state_before.active].colour)
            if not due and confirmation.is_superseded(step, event_then, not turns):
                exact = confirmation.complete_discard(event_then, step.record.event)
                yield (
                    placement_cost.CONFIRMATION_COST + placement_cost.LATE_TURN_COST * turns,
                    self._with_event(n, exact),
                )
            elif confirmation.is_replaceable_trade(step, event) and not violations(step.state_before, event):
                baseline = self.cost(self.course) if baseline is None else baseline
                course = self._with_event(n, event)
                if self.cost(course) <= baseline:
                    yield placement_cost.REPLACED_TRADE_COST + placement_cost.LATE_TURN_COST * turns, course

    def _with_event(self, n: int, event: Event) -> Course:
        return (*self.course[:n], replace(self.course[n], event=event), *self.course[n + 1 :])

    def _correction_candidates(self, event: Event, named: bool) -> Iterator[tuple[float, Course]]:
        """Yield the course in which the entry corrects the latest line about the same robber or theft."""
        if not isinstance(event, events.MoveRobber | events.Steal):
            return
        for n in range(len(self.course) - 1, -1, -1):
            recorded = self.course[n].event
            if isinstance(recorded, type(event)):
                if recorded.player == event.player or not named:
                    extra = placement_cost.CORRECTION_COST + (
                        placement_cost.ROBBED_COST if n < len(self.course) - 1 else 0.0
                    )
                    yield extra, self._with_event(n, _by_player(event, recorded.player))
                return
            if not isinstance(recorded, events.Steal | events.Discard):
                return

    def _roll_candidates(self, roll: events.Roll) -> Iterator[tuple[float, Course]]:
        """Yield the courses in which a roll precedes acts of this turn, or of the one before.

        An act before the roll ended the turn before; that may have ended earlier.
        """
        state = self.believed.state
        for n in range(len(self.course) - 1, -1, -1):
            line, before = self.course[n], self.state_at(n)
            is_end = isinstance(line.event, events.EndTurn)
            if isinstance(line.event, events.Roll | events.UnseenRoll) or (
                is_end and (state.has_rolled or before.turn < state.turn - 1 or not _is_inferred(line))
            ):
                return
            revision = revise_for_roll(self.believed.replay.steps, self.first + n, roll)
            if revision is not None:
                yield 0.0, self._revise(*revision, reattributes=False)
                course = self._revise(*revision)
                changed = {id(other) for other in course}
                yield (
                    placement_cost.REATTRIBUTION_COST
                    * sum(_is_movable(each) and id(each) not in changed for each in self.course[n:]),
                    course,
                )

    def _revise(
        self, inserted: Mapping[int, Sequence[Event]], deleted: Set[int], *, reattributes: bool = True
    ) -> Course:
        """Return the course after a revision of the log; optionally all lines keep their players."""
        recorded = {line.order: line for line in self.course}
        at = min(inserted)
        course = [*self.course[: at - self.first]]
        for each in revise_events(self.believed.replay.steps, inserted, deleted):
            if each.recorded is None:
                course += self.new_lines(at - self.first, each.event)
                continue
            line = recorded[each.recorded.number]
            at = line.place + 1
            is_fixed = not reattributes or line.event == each.event or each.recorded.secret
            course.append(line if is_fixed else replace(line, event=each.event))
        return tuple(course)

    def place_counts(self, counts: Sequence[events.ShowHand]) -> Course:
        """Return the cheapest course with counted hands: of now, or of a seven in this turn.

        Numbers that differ from the record start the search: lines entered shortly before may be misplaced.
        """
        lines, n = self.course, len(self.course)
        for m in range(len(lines) - 1, -1, -1):
            if isinstance(lines[m].event, events.Roll | events.EndTurn | events.UnseenRoll):
                n = m + 1 if self.state_at(m + 1).dice and sum(self.state_at(m + 1).dice or ()) == 7 else n
                break
        course = (*lines[:n], *self.new_lines(n, *counts), *lines[n:])
        differ = any(placement_cost.is_miscounted(self.state_at(n), count) for count in counts)
        return self.improve(course) if differ else course

    def correct(self, number: int, event: Event) -> Course | None:
        """Return the course with a corrected line at its most probable place; None: where it is recorded.

        Args:
            number: of the line.
            event: what happened instead.
        """
        at = next((n for n, line in enumerate(self.course) if line.order == number), None)
        if at is None or not _is_movable(replace(self.course[at], event=event)):
            return None
        if not violations(self.state_at(at), event):
            return None
        course = self._with_event(at, event)
        limit, best = self.cost(course) - MIN_GAIN, None
        for moved in self._moves(course, at):
            if (cost := self.cost(moved, limit)) < limit:
                limit, best = cost, moved
        return best

    def improve(self, course: Course) -> Course:
        """Place recently entered lines again, if the new lines make that much cheaper."""
        least = self.cost(course)
        recorded = self.cost(self.course)
        if all(line.record is not None for line in course):
            return course
        for _ in range(MAX_MOVED_LINES):
            limit, best = least - MIN_GAIN, course
            broken = least - lateness_cost(course)
            if limit < 0 or broken <= 0:
                break
            loose = [n for n, line in enumerate(course) if self._is_loose(line)]
            for moved in (moved for n in loose for moved in self._moves(course, n)):
                cost = self.cost(moved, limit)
                # A delay alone moves nothing: a line that was placed before has a new number.
                if cost < limit and cost - lateness_cost(moved) < broken:
                    without = self.cost(tuple(line for line in moved if line.record is not None))
                    # A move that is as good without the new lines has nothing to do with them.
                    if without > recorded - MIN_GAIN:
                        limit, best = cost, moved
            if best is course:
                break
            least, course = limit, best
        return course

    def _moves(self, course: Course, n: int) -> Iterator[Course]:
        """Yield the courses in which one line is at another place, the latest first."""
        rest, moved = (*course[:n], *course[n + 1 :]), replace(course[n], moved=True)
        for m in range(len(rest), -1, -1):
            if m != n:
                yield (*rest[:m], self._orient_trade(rest[:m], moved), *rest[m:])

    def _orient_trade(self, before: Course, line: CourseLine) -> CourseLine:
        """Return a line after other lines; a trade becomes the active player's."""
        if not isinstance(line.event, events.DomesticTrade):
            return line
        state = self.state_at(0)
        active = state.active
        for other in reversed(before):
            if isinstance(other.event, events.Roll | events.UnseenRoll | events.EndTurn):
                seat = state.seat(other.event.player)
                active = state.adjacent_seat(seat, 1) if isinstance(other.event, events.EndTurn) else seat
                break
        event = _as_active_players(replace(state, active=active), line.event)
        return line if event is line.event else replace(line, event=event)

    def _is_loose(self, line: CourseLine) -> bool:
        """Return whether a line that was entered shortly before may still move."""
        return _is_movable(line) and line.order >= self.order - MAX_LOOSE_ENTRIES

    def interpretation(self, course: Course) -> Interpretation[Event]:
        """Return the events and corrections that turn the recorded course into another one."""
        added: list[Event] = []
        inferred: set[int] = set()
        kept = {line.record.number for line in course if line.record is not None and not line.moved}
        corrections: list[Replace[Event] | Reattribute[Event] | Insert[Event]] = [
            Replace(line.order, None) for line in self.course if line.order not in kept
        ]
        before: int | None = None
        inserts: list[Insert[Event]] = []
        for line in reversed(course):
            if line.record is not None and not line.moved:
                before = line.record.number
                if line.event != line.record.event:
                    corrections.append(_line_correction(line, line.record))
                elif all(line is not other for other in self.course):  # it replaces an uncertain one
                    corrections.append(Replace(before, line.event))
            elif before is None:
                added.insert(0, line.event)
                inferred = {n + 1 for n in inferred} | ({0} if line.inferred else set())
            else:
                inserts.insert(0, Insert(before, line.event))
        return Interpretation(tuple(added), (*corrections, *inserts), inferred=frozenset(inferred))


def place_counts(believed: BelievedReplay, counts: Sequence[events.ShowHand]) -> Interpretation[Event]:
    """Find the placement of counted hands."""
    search = CourseSearch(believed)
    return search.interpretation(search.place_counts(counts))


def place_corrected(believed: BelievedReplay, interpretation: Interpretation[Event]) -> Interpretation[Event]:
    """Move a line whose player was corrected to the place where that player can have done it."""
    match interpretation.corrections:
        case (Replace(number, event),) if event is not None and believed.state.phase == "play":
            search = CourseSearch(believed)
            course = search.correct(number, event)
            if course is not None:
                return search.interpretation(course)
    return interpretation


def _first_step_of_round(steps: Sequence[BelievedStep]) -> int:
    """Return the position of the first step of the turn a round ago."""
    turn = steps[-1].state_after.turn - MAX_TURNS_BACK
    first = len(steps)
    while (
        first and steps[first - 1].state_before.phase == "play" and steps[first - 1].state_before.turn >= turn
    ):
        first -= 1
    return first


def _precedes_its_robber(course: Course) -> bool:
    """Return whether the first line is a theft whose robber's move was not entered before it."""
    theft = course[0].event
    if not isinstance(theft, events.Steal):
        return False
    return not any(
        isinstance(line.event, events.MoveRobber)
        and line.event.player == theft.player
        and line.order < course[0].order
        for line in _rest_of_turn(course)
    )


def _rest_of_turn(course: Course) -> Iterator[CourseLine]:
    """Return the lines before the first turn end."""
    return takewhile(lambda line: not isinstance(line.event, events.EndTurn), course)


def _is_inferred(line: CourseLine) -> bool:
    return line.record is not None and line.record.source == INFERRED_SOURCE


def _is_movable(line: CourseLine) -> bool:
    """Return whether people entered an act of a turn openly."""
    record = line.record
    return (
        record is not None
        and isinstance(line.event, _TURN_ACTS)
        and record.certainty == 1
        and not record.secret
        and record.source != INFERRED_SOURCE
        and not record.source.startswith(PHONE_PREFIX)
    )


def _line_correction(line: CourseLine, record: BaseRecordedEvent) -> Replace[Event] | Reattribute[Event]:
    """Return the correction of a line; a change of the player alone preserves the source."""
    if _by_player(line.event, player_of(record.event)) == record.event:
        return Reattribute(record.number, line.event, record.source, record.certainty)
    return Replace(record.number, line.event)


def _by_player(event: Event, player: str) -> Event:
    return replace(event, player=player)  # type: ignore[arg-type]  # only events that have a player


def _cards_changed(event: Event) -> tuple[str, ...]:
    """Return the players whose cards an event changes, as far as it names them."""
    match event:
        case (
            events.Steal(player=player, victim=str(other))
            | events.DomesticTrade(player=player, partner=other)
        ):
            return player, other
    return (player_of(event),)


def player_of(event: Event) -> str:
    """Return the player of an event; an empty text if it has none."""
    return getattr(event, "player", "")


def _as_active_players(state: State, event: Event) -> Event:
    """Return a trade that the partner entered as a trade of the active player; other events unchanged."""
    on_turn = state.players[state.active].colour
    if isinstance(event, events.DomesticTrade) and event.player != on_turn == event.partner:
        return events.DomesticTrade(on_turn, event.player, event.take, event.give)
    return event
