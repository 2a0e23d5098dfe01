"""The board tracker: find the legal events that explain the board.

`explain_board` is the entry point. It compares the board with the recorded state and searches for the
likeliest hypothesis: legal events that lead from one to the other. Then it commits that hypothesis, asks the
players, or waits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, PlaceCity, PlaceRoad, PlaceSettlement, Roll, UnseenRoll
from companion.games.base.rules.legality import violations
from companion.games.base.tracker import board_diff, building, priors, revisions, robbery
from companion.games.base.tracker.building import hidden_builders, is_founding_order_unknown, possible_payers
from companion.games.base.tracker.hypothesis import Hypothesis, TrackerContext
from companion.games.game_api import Answer, Interpretation, Question
from companion.observations import BoardSeen

# Beam search for the event sequences that explain the board, each step by one of the `GENERATORS`.


BEAM_WIDTH: Final = 24
"""Number of hypotheses that are extended at once, the likeliest first."""

GENERATORS: Final[
    tuple[Callable[[TrackerContext, Hypothesis, board_diff.Change], Iterator[Hypothesis]], ...]
] = (
    revisions.explain_by_removal,
    revisions.explain_by_moved_piece,
    revisions.explain_by_city_removal,
    revisions.explain_by_late_founding,
    revisions.explain_by_late_sighting,
    revisions.explain_by_build_before_seven,
    revisions.explain_by_unfinished_turn,
    revisions.explain_by_earlier_road_building,
    revisions.explain_by_card_of_next_player,
    building.explain_by_founding,
    building.explain_by_build,
    building.explain_by_road_building,
    building.explain_by_unseen_roll,
    revisions.explain_by_missed_turn,
    robbery.explain_by_due_move,
    robbery.explain_by_earlier_move,
    robbery.explain_by_knight,
    robbery.explain_by_unseen_seven,
    robbery.explain_by_robber_correction,
)
"""All generators of explanations; corrections of recorded events come first."""


def beam_search(context: TrackerContext) -> list[Hypothesis]:
    """Return all hypotheses that were found, the empty one first; each explains some of the changes.

    Their meanings are distinct: readings that lead to the same events are summed up.
    """
    believed = context.believed
    nothing = Hypothesis(believed.state, believed.belief_cache, _beliefs=(believed.belief, ()))
    found = [nothing]
    followed = [nothing]
    while followed:
        further: dict[object, Hypothesis] = {}
        for hypothesis in followed:
            for place, changes in context.places.items():
                if place not in hypothesis.explained:
                    readings: dict[object, Hypothesis] = {}
                    for change in changes:
                        for then in _extend(context, hypothesis, change):
                            _add_or_combine(readings, then, _sum_probabilities)
                    for then in readings.values():
                        # The same events in another order are the same hypothesis.
                        _add_or_combine(further, then, _max_score)
        followed = sorted(further.values(), key=lambda hypothesis: -hypothesis.score)[:BEAM_WIDTH]
        found += followed
    return found


def _extend(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Yield the hypotheses that also explain a change; less likely if it was seen before explained ones."""
    early = any(change.since < other.earliest_s for other in hypothesis.explained.values())
    for way in GENERATORS:
        for then in way(context, hypothesis, change):
            yield replace(then, score=then.score + priors.OUT_OF_ORDER_LOG_P) if early else then


def _add_or_combine(
    found: dict[object, Hypothesis],
    hypothesis: Hypothesis,
    both: Callable[[Hypothesis, Hypothesis], Hypothesis],
) -> None:
    meaning = frozenset(hypothesis.events), hypothesis.corrections
    found[meaning] = both(found[meaning], hypothesis) if meaning in found else hypothesis


def _sum_probabilities(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    """Combine two readings of one place with the same events: their probabilities add up."""
    likelier, lesser = (one, other) if one.score >= other.score else (other, one)
    return replace(likelier, score=likelier.score + math.log1p(math.exp(lesser.score - likelier.score)))


def _max_score(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    return one if one.score >= other.score else other


# The posterior distribution over the hypotheses for a board.


class Posterior:
    """Hypotheses with their probabilities; exactly one of them happened.

    Attributes:
        hypotheses: the likeliest first, including the one that nothing happened.
    """

    def __init__(self, found: Sequence[Hypothesis]) -> None:
        """Normalize the scores of the hypotheses."""
        self.hypotheses = sorted(found, key=lambda hypothesis: -hypothesis.score)
        highest = self.hypotheses[0].score
        odds = [math.exp(hypothesis.score - highest) for hypothesis in self.hypotheses]
        self._shares = [each / sum(odds) for each in odds]

    def probability(self, hypothesis: Hypothesis, *, any_explanation: bool = False) -> float:
        """Return the probability that everything in a hypothesis happened, possibly among other events.

        If one of two changes is clear and the other is not, the explanation of the clear one gets the support
        of all hypotheses that explain both.

        Args:
            hypothesis: one of the hypotheses.
            any_explanation: sum over all hypotheses that explain the same changes, by whatever events.
        """
        return sum(
            share
            for other, share in zip(self.hypotheses, self._shares, strict=True)
            if _entails(other, hypothesis, any_explanation=any_explanation)
        )


def _entails(other: Hypothesis, hypothesis: Hypothesis, *, any_explanation: bool) -> bool:
    if any(other.explained.get(place) != change for place, change in hypothesis.explained.items()):
        return False
    return any_explanation or (
        other.corrections == hypothesis.corrections
        and all(event in other.events for event in hypothesis.events)
    )


# Questions about a board that no hypothesis explains, and about a piece that would wrongly end the game.


_MIN_QUESTION_LOG_ODDS: Final = 3.0
"""Minimal log odds of a change that is worth a question."""


def unexplained_question(context: TrackerContext, found: Sequence[Hypothesis]) -> Question | None:
    """Return a question about the first unexplained and stable change, with inputs that resolve it.

    A piece of the next player that could be built only after an unseen roll is explained, but in doubt.
    """
    explained = {place for hypothesis in found for place in hypothesis.explained}
    for place, (change, *_) in context.places.items():
        if isinstance(change, board_diff.RobberMoved) or place in context.seen.covered:
            continue
        if change.gain < _MIN_QUESTION_LOG_ODDS or not context.has_lasted(change, priors.UNEXPLAINED_S):
            continue
        if place in explained:
            asked = _missed_roll_question(context, change)
        elif isinstance(change, board_diff.PieceRemoved):
            asked = _removed_question(context, change)
        else:
            asked = _added_question(change)
        if asked is not None or place not in explained:
            return asked
    return None


def _missed_roll_question(context: TrackerContext, change: board_diff.Change) -> Question | None:
    """Return the question whether a roll was missed; None: the piece isn't a new one of the next player."""
    state = context.believed.state
    following = state.players[state.next_seat]
    if not building.is_new_piece(change) or state.phase != "play" or not state.has_rolled:
        return None
    if change.after.colour != following.colour or not change.since > context.roll_time_s:
        return None
    roll, unseen = Roll.kind, {"kind": UnseenRoll.kind, "player": following.colour}
    thrown = (s for s in reversed(context.this_turn) if isinstance(s.record.event, Roll | UnseenRoll))
    return Question(
        "missed_roll",
        (
            Answer("leave_as_told"),
            Answer("say_dice", {"enter": {"kind": roll, "player": following.colour}}),
            Answer("roll_unseen", input=unseen),
        ),
        {"name": following.name, "event": f"place_{change.after.kind}"},
        about=next(thrown, context.believed.steps[-1]).record.number,
        until_kinds=(roll, UnseenRoll.kind),
    )


def winning_piece_question(believed: BelievedReplay, events: Sequence[Event]) -> Question | None:
    """Return the question whether a piece is there that ends the game and breaks a rule; None: there is none.

    The record may be wrong then, so the game ends only if people confirm the piece.
    """
    state = believed.state
    for event in events:
        broken = violations(state, event)
        state = apply(state, event)
        if state.phase == "over" and broken and isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity):
            kind = event.kind.removeprefix("place_")
            piece = {"piece": kind, "colour": event.player, "at": event.at}
            place = {"kind": "place", "piece": kind, "player": event.player, "at": event.at}
            return Question(
                "winning_piece", (Answer("not_there"), Answer("it_is_there", piece, place)), piece
            )
    return None


def _added_question(change: board_diff.PieceAdded) -> Question:
    piece = {"piece": change.after.kind, "colour": change.after.colour, "at": change.place}
    place = {"kind": "place", "piece": change.after.kind, "player": change.after.colour, "at": change.place}
    return Question("piece_unexplained", (Answer("not_there"), Answer("it_is_there", piece, place)), piece)


def _removed_question(context: TrackerContext, change: board_diff.PieceRemoved) -> Question | None:
    steps = reversed(context.believed.steps)
    recorded = next((s.record for s in steps if getattr(s.record.event, "at", None) == change.place), None)
    # If the site has never looked like a piece, the piece was recorded for other reasons.
    if recorded is None or change.since <= recorded.t:
        return None
    piece = {"piece": change.before.kind, "colour": change.before.colour, "at": change.place}
    away = {"kind": "correct", "entry": recorded.number, "event": None}
    return Question("piece_gone", (Answer("still_there"), Answer("taken_away", piece, away)), piece)


def explain_board(believed: BelievedReplay, seen: BoardSeen) -> Interpretation[Event]:
    """Explain the difference between a board reading and the recorded state by events or corrections."""
    if believed.state.phase not in ("founding", "play"):
        return Interpretation()
    places = board_diff.drop_retracted(believed, board_diff.diff_board(believed, seen))
    hidden = hidden_builders(believed, seen) | _colours_affected_by_unread_dice(believed, seen)
    if not places:
        return Interpretation(in_doubt=hidden)
    context = TrackerContext(believed, seen, places)
    posterior = Posterior(beam_search(context))
    committed = next(
        (
            hypothesis
            for hypothesis in posterior.hypotheses
            if hypothesis.explained and _should_commit(context, hypothesis, posterior)
        ),
        None,
    )
    if committed is not None and (asked := winning_piece_question(believed, committed.events)) is not None:
        return Interpretation(question=asked, in_doubt=_colours_in_doubt(context, None) | hidden)
    if committed is not None:
        either = is_founding_order_unknown(context, committed)
        certainty = min(
            posterior.probability(committed), priors.EITHER_ORDER_P if either else priors.MAX_CERTAINTY_P
        )
        in_doubt = _colours_in_doubt(context, committed) | hidden
        return Interpretation(
            committed.events, committed.corrections, certainty, committed.inferred, in_doubt=in_doubt
        )
    return Interpretation(
        question=unexplained_question(context, posterior.hypotheses),
        in_doubt=_colours_in_doubt(context, None) | hidden,
    )


def _colours_affected_by_unread_dice(believed: BelievedReplay, seen: BoardSeen) -> frozenset[str]:
    """Return all colours if unread dice may have been a roll, which may have brought cards."""
    return frozenset(player.colour for player in believed.state.players if seen.unread)


def _colours_in_doubt(context: TrackerContext, committed: Hypothesis | None) -> frozenset[str]:
    """Return the colours whose pieces or cards may differ from the record, because a change is unexplained.

    During the founding every piece decides whose turn is next, so all colours are in doubt.
    """
    unexplained = [
        change
        for place, changes in context.places.items()
        if committed is None or place not in committed.explained
        for change in changes
    ]
    if unexplained and context.believed.state.phase == "founding":
        return frozenset(player.colour for player in context.believed.state.players)
    return frozenset().union(*(possible_payers(context.believed, change) for change in unexplained))


def _should_commit(context: TrackerContext, hypothesis: Hypothesis, posterior: Posterior) -> bool:
    """Return whether to commit a hypothesis now.

    A clear hypothesis is committed at once. Otherwise it gets some time to become clear. If then only the
    course of events is in doubt, but not the change itself, the likeliest course is committed: it can be
    corrected later.
    """
    if posterior.probability(hypothesis) >= priors.COMMIT_THRESHOLD_P:
        return True
    wait = priors.DOUBTFUL_CLOSING_S if context.seen.closing else priors.DOUBTFUL_S
    if not all(context.has_lasted(change, wait) for change in hypothesis.explained.values()):
        return False
    return posterior.probability(hypothesis, any_explanation=True) >= priors.LATE_COMMIT_THRESHOLD_P
