"""The board tracker: find the legal events that explain the board.

`explain_board` is the entry point. It compares the board with the recorded state and searches for the
likeliest hypothesis: legal events that lead from one to the other. Then it commits that hypothesis, asks the
players, or waits.
"""

from __future__ import annotations

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import Event
from companion.games.base.tracker import priors
from companion.games.base.tracker.board_diff import diff_board
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.hidden_builds import hidden_builders, is_founding_order_unknown
from companion.games.base.tracker.hidden_payments import possible_payers
from companion.games.base.tracker.hypothesis import Hypothesis
from companion.games.base.tracker.posterior import Posterior
from companion.games.base.tracker.questions import unexplained_question, winning_piece_question
from companion.games.base.tracker.retractions import drop_retracted
from companion.games.base.tracker.search import beam_search
from companion.games.game_api import Interpretation
from companion.observations import BoardSeen


def explain_board(believed: BelievedReplay, seen: BoardSeen) -> Interpretation[Event]:
    """Explain the difference between a board reading and the recorded state by events or corrections."""
    if believed.state.phase not in ("founding", "play"):
        return Interpretation()
    places = drop_retracted(believed, diff_board(believed, seen))
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
