"""The tracker: tells the legal story that explains what is seen on the board.

`explain_board` is the door. It looks at what differs from the state, searches for the likeliest hypothesis
(legal events that lead there) and tells it, asks, or waits.
"""

from __future__ import annotations

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import Event
from companion.games.base.tracker import priors
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import differences
from companion.games.base.tracker.hidden import founded_in_either_order, may_have_built
from companion.games.base.tracker.hypothesis import Hypothesis
from companion.games.base.tracker.paid_for import who_may_have_paid
from companion.games.base.tracker.posterior import Posterior
from companion.games.base.tracker.questions import unexplained
from companion.games.base.tracker.retractions import without_retracted
from companion.games.base.tracker.search import beam_search
from companion.games.game_api import Interpretation
from companion.observations import BoardSeen


def explain_board(believed: BelievedReplay, seen: BoardSeen) -> Interpretation[Event]:
    """What the board, as it is believed to stand, tells that the story doesn't know yet."""
    if believed.state.phase not in ("founding", "play"):
        return Interpretation()
    places = without_retracted(believed, differences(believed, seen))
    hidden = may_have_built(believed, seen) | _unread(believed, seen)
    if not places:
        return Interpretation(in_doubt=hidden)
    context = TrackerContext(believed, seen, places)
    posterior = Posterior(beam_search(context))
    told = next(
        (
            hypothesis
            for hypothesis in posterior.hypotheses
            if hypothesis.explained and _ripe(context, hypothesis, posterior)
        ),
        None,
    )
    if told is not None:
        either = founded_in_either_order(context, told)
        certainty = min(posterior.probability(told), priors.EITHER_ORDER_P if either else priors.SUREST_P)
        open_ = _in_doubt(context, told) | hidden
        return Interpretation(told.events, told.corrections, certainty, told.inferred, in_doubt=open_)
    return Interpretation(
        question=unexplained(context, posterior.hypotheses), in_doubt=_in_doubt(context, None) | hidden
    )


def _unread(believed: BelievedReplay, seen: BoardSeen) -> frozenset[str]:
    """Everybody, while dice that could not be read may have been a roll, which may have brought cards."""
    return frozenset(player.colour for player in believed.state.players if seen.unread)


def _in_doubt(context: TrackerContext, told: Hypothesis | None) -> frozenset[str]:
    """The colours whose pieces or cards may be otherwise than told, by what stays unexplained.

    In the founding every piece says whose turn it is next.
    """
    unexplained = [
        change
        for place, changes in context.places.items()
        if told is None or place not in told.explained
        for change in changes
    ]
    if unexplained and context.believed.state.phase == "founding":
        return frozenset(player.colour for player in context.believed.state.players)
    return frozenset().union(*(who_may_have_paid(context.believed, change) for change in unexplained))


def _ripe(context: TrackerContext, hypothesis: Hypothesis, posterior: Posterior) -> bool:
    """Whether a hypothesis is to be told now.

    A clear one is, at once; another once it had time to become clear, or has none left. Where only the
    way is in doubt in which all of it came about, and not that it did, the likeliest is told: it can be
    corrected.
    """
    if posterior.probability(hypothesis) >= priors.CLEAR_P:
        return True
    wait = priors.DOUBTFUL_CLOSING_S if context.seen.closing else priors.DOUBTFUL_S
    if not all(context.waited(change, wait) for change in hypothesis.explained.values()):
        return False
    return posterior.probability(hypothesis, whichever_way=True) >= priors.LIKELY_P
