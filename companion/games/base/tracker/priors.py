"""Priors for player behaviour, and how long a change must be stable before it is committed.

A name's suffix gives the unit. `_P` is a probability, and `_LOG_P` the natural logarithm of one, among all
explanations of one change of the board. `_LOG_ODDS` are natural log odds, which are added to those of the
image. `_S` are seconds. The values were set from what a table does in an evening and are validated by `make
games`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import Player, State
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.observations import BoardSeen

# Evidence of the image.
ROBBER_SHARPENING_EXPONENT: Final = 2.5
"""The robber reader is underconfident: it is right 95 times in 100 where it says 0.6, and 99 where it says
0.82 (docs/games.md). Its log odds are multiplied by this.
"""
SEEN_TO_MOVE_LOG_ODDS: Final = 1.5
"""Additional log odds of a robber move, because the reader does not know the robber's previous position."""
HANDLED_LOG_ODDS: Final = 2.8
"""Additional log odds of a city if a hand has changed the look of the player's settlement after the roll.
Players nudge a settlement in one of fifty turns, and build a city in one of four turns in which they can.
"""
REPLACED_LOG_ODDS: Final = 3.2
"""The same if it was lifted in that turn. Players put it back in one of a hundred turns."""
HANDLED_AS_BEFORE_LOG_ODDS: Final = 1.0
"""Maximal log odds of a city if the site looked like one before that hand came."""
LOOK_S: Final = 6.0
"""A site has its new look within this time after a hand has left; it is read from a few images."""
HAND_LATE_S: Final = 10.0
"""A hand may place a build this long after the turn's end, or before its roll."""
MIN_READING_P: Final = 1e-3
"""Lower limit of a reading's probability: a reader may be certain and wrong."""
DOUBTED_P: Final = 0.85
"""A recorded piece that is read with a higher probability is not doubted."""
DISTURBED_P: Final = 0.97
"""An empty site is hardly ever read as empty with a lower probability (26 of 25,742 readings of rendered
boards, docs/games.md); one building in ten is.
"""
STIRRED_LOG_ODDS: Final = 2.5
"""Additional log odds of a possible but unclear change where a hand was."""
MAX_STIRRED_LOG_ODDS: Final = 2.5
"""Upper limit of log odds that are raised by `STIRRED_LOG_ODDS`."""
MIN_STIRRED_BUILDING_LOG_ODDS: Final = 1.0
"""Minimal log odds of a building where a hand was: one in ten is read as empty once it rests, with a
probability of 0.5 to 0.97.
"""
POSSIBLE_P: Final = 0.1
"""A reading with a lower probability is not considered."""
POSSIBLE_IF_DUE_P: Final = 0.02
"""The same limit for what has to come next (the next founding piece, the robber): later events prove it."""
MAX_PLACES: Final = 20
"""Maximal number of changed places that are considered, the clearest first; a first game has sixteen
pieces.
"""

# Player behaviour.
BUILT_LOG_P: Final = -0.3
"""The active player builds something affordable."""
FOUNDED_LOG_P: Final = -0.1
"""The founding player places a piece."""
UNSEEN_FOUNDING_LOG_P: Final = -4.0
"""A founding piece is not visible, although the next one is."""
BEGAN_LOG_P: Final = -4.0
"""The first player is not the first one in seat order."""
UNREPORTED_PAYMENT_P: Final = 0.25
"""Probability that a build the hand can't pay was paid nevertheless, after an unreported trade."""
UNREPORTED_CARD_FACTOR: Final = 0.75
"""`UNREPORTED_PAYMENT_P` is multiplied by this for every card that a build costs beyond the two of a road."""
UNREPORTED_PAYMENT_BY_PROMISE_P: Final = 0.03
"""`UNREPORTED_PAYMENT_P` if the players promised to report everything that is not seen."""
BANK_TRADE_P: Final = 0.5
"""Probability that such a build was paid by an unreported bank trade, if the hand allows one."""
ROAD_BUILDING_FACTOR: Final = 1.0
"""Weight of a road building card, times the probability that it is held, if a road can't be paid."""
SINGLE_ROAD_LOG_P: Final = -2.5
"""A road building card was played, but only one road is new."""
CARD_BEFORE_ROLL_LOG_P: Final = -1.0
"""A card was played before the roll, and nobody entered that the dice were passed."""
MISREAD_KIND_LOG_P: Final = -2.5
"""A settlement is misread as a city."""
HANDLED_S: Final = 3.0
"""Time after a settlement's record in which it is no city: its look is still being read."""
UNTOUCHED_LOG_P: Final = -3.5
"""A settlement became a city without a visible hand."""
BUILT_TWICE_LOG_P: Final = -4.0
"""A settlement was built and upgraded to a city at once."""
PENDING_DUTY_LOG_P: Final = -1.5
"""A player builds while a robber move or free roads are still pending in the record."""
MOVED_ABOUT_LOG_P: Final = -5.0
"""A piece is bought while one of the same kind disappears elsewhere; more likely it was pushed."""
CLEARLY_GONE_LOG_ODDS: Final = 2.5
"""Minimal log odds that a piece has disappeared, to assume that it was moved."""
BEFORE_THE_SEVEN_LOG_P: Final = -0.5
"""A piece seen before a seven was built before the roll, against the rules: after a seven come the discards
and the robber.
"""
LATE_LOG_P: Final = -1.0
"""The previous player placed a piece that is seen only now."""
VERY_LATE_LOG_P: Final = -4.5
"""The previous player placed a piece that is seen only more than `LATE_S` after the turn's end."""
ROLLS_MISSED: Final = (1, 20)
"""Rolls that were neither seen nor entered, of how many, before anything is known about a table."""
UNREAD_MISSED_LOG_P: Final = -0.5
"""A roll was neither seen nor entered, but unreadable dice moved."""
CONTRADICTS_PEOPLE_LOG_P: Final = -2.0
"""Something that people reported, or that a tower read without any doubt, belongs to another player."""
LONG_SINCE_LOG_P: Final = -1.0
"""The builder rolled last, although more time has passed since that roll than between it and the one before;
more likely a roll was missed since.
"""
TAKEN_BACK_LOG_P: Final = -0.7
"""A piece that was placed this turn is taken back."""
CITY_TAKEN_BACK_LOG_P: Final = -2.0
"""A recorded city was a settlement after all, although no hand made it a city."""

# The robber.
ROBBER_DUE_LOG_P: Final = -0.1
"""The player who has to move the robber moves it."""
MUST_MOVE_LOG_ODDS: Final = 3.0
"""The robber was moved, because the game went on; a reading on its old hex is wrong."""
KNIGHT_LOG_P: Final = -0.7
"""A knight is played, as often before the roll as after it; nothing else moves the robber."""
UNREPORTED_KNIGHT_LOG_P: Final = -3.0
"""A knight was not reported, although the player promised to report it."""
SEVEN_LOG_P: Final = -1.8
"""A roll is a seven: one in six."""
SEVEN_REPORTED_LOG_ODDS: Final = 4.0
"""Additional log odds of a seven if people reported a theft or discards, but no knight."""
OUT_OF_TIME_LOG_P: Final = -4.0
"""The sighting is too early or too late for the explanation."""
MIN_CARD_P: Final = 0.1
"""Minimal probability that a player has an unknown card."""
MIN_CARD_BY_PROMISE_P: Final = 0.003
"""`MIN_CARD_P` if the players promised to report purchases."""
FREES_OWN_LOG_ODDS: Final = 0.8
"""Additional log odds of a knight that drives the robber from a hex of its player."""
SIDE_DEGREES: Final = 25.0
"""Standard deviation of the direction of a player's hands: their targets differ, and arms are read
imprecisely. Four players around a table are 90 degrees apart.
"""
MIN_SIDE_COHERENCE: Final = 0.7
"""Minimal length of the mean of a player's directions, 1 if all are equal. A player who walks around the
table has no side.
"""
ANOTHERS_HAND_SHARE: Final = 0.1
"""Share of moves that another player makes for a player, or that come from another direction."""
BLOCKS_OWN_LOG_P: Final = -3.0
"""A player places the robber beside their own building."""
ROBS_NOBODY_LOG_P: Final = -1.0
"""A player places the robber on a hex where nobody can be robbed."""
SPARES_LOG_P: Final = -2.0
"""A player places the robber on a hex that the house rule of the friendly robber forbids."""
ROBBED_ELSEWHERE_LOG_P: Final = -8.0
"""The reported victim has no building at the hex to which the robber moved."""
VICTIM_NOT_AT_HEX_LOG_ODDS: Final = 7.0
"""Additional log odds of a wrongly recorded robber move if the later victim has no building at that hex."""
ROBBER_CORRECTED_LOG_P: Final = -1.2
"""The player who has just moved the robber moves it to another hex."""

ROBBER_CORRECTION_S: Final = 6.0
"""After this time a robber move is not corrected any more; it is a knight of the next player."""

# How long a change has to be stable, in seconds.
SETTLED_S: Final = 1.0
"""A new piece: players build, then move the piece a little."""
ROBBER_SETTLED_S: Final = 1.5
GONE_S: Final = 3.0
"""A removed piece: a hand lifts a piece and puts it down again."""
BEGAN_S: Final = 20.0
"""A first player who is not the first in seat order: the latter's pieces would be visible by then."""
BEGAN_COVERED_S: Final = 40.0
"""`BEGAN_S` while a hand rests over the board; it will have gone by then."""
MOVED_ABOUT_S: Final = 10.0
"""A pushed piece disappears at one place and appears at another within this time."""
LATE_SETTLED_S: Final = 1.5
UNROLLED_S: Final = 8.0
"""A missed roll before a build; a roll may be recorded a little later than the build."""
UNROLLED_CLOSING_S: Final = 3.0
"""`UNROLLED_S` if the next dice were thrown meanwhile: those are another player's."""
MISSED_TURN_S: Final = 4.0
"""A piece of a player who is not recorded as active."""
MISSED_TURN_CLOSING_S: Final = 1.5
"""`MISSED_TURN_S` if the next dice were thrown meanwhile."""
REPORT_DELAY_S: Final = 12.0
"""A player who promised to report everything has reported it by then."""
DOUBTFUL_S: Final = 3.0
"""Additional time for a hypothesis below `COMMIT_THRESHOLD_P` to become clear."""
DOUBTFUL_CLOSING_S: Final = 1.0
"""`DOUBTFUL_S` if the board is about to change and no more time is left."""
OUT_OF_ORDER_LOG_P: Final = -1.0
"""Events happened in another order than they were seen."""
LATE_S: Final = 20.0
"""After this time the previous player is not expected to place anything any more."""
LATER_S: Final = 12.0
"""`LATE_S` if another turn has ended since, which was a quick one."""
UNEXPLAINED_S: Final = 15.0
"""An unexplained change leads to a question after this time."""

# Decisions.
COMMIT_THRESHOLD_P: Final = 0.85
"""A settled hypothesis with this probability is committed at once."""
LATE_COMMIT_THRESHOLD_P: Final = 0.6
"""A hypothesis with this probability is committed when its time to become clear is over."""
HOPELESS_LOG_ODDS: Final = -2.5
"""A hypothesis with lower log odds is dropped before the expensive evaluation of the hands."""
EITHER_ORDER_P: Final = 0.5
"""Certainty of which of two settlements was founded first, if nobody could see it."""
MAX_CERTAINTY_P: Final = 0.995
"""Maximal certainty of an event that was only seen."""


def payment_log_p(p_affordable: float, cards: int, all_reported: bool) -> float:
    """Return the log probability that a build was paid.

    Args:
        p_affordable: the probability that the hand can pay it.
        cards: the number of cards that it costs; more unreported cards are less likely.
        all_reported: the players promised to report their trades.
    """
    unreported_p = UNREPORTED_PAYMENT_BY_PROMISE_P if all_reported else UNREPORTED_PAYMENT_P
    return log_p(
        p_affordable + (1 - p_affordable) * unreported_p * UNREPORTED_CARD_FACTOR ** max(0, cards - 2)
    )


def missed_rolls_log_p(rolls: int, unread: int, missed_before: int, thrown_before: int) -> float:
    """Return the log probability of so many missed rolls: a tower misses none, a camera one in a hundred.

    Args:
        rolls: the number of missed rolls.
        unread: the number of dice movements that were not read.
        missed_before: the number of rolls of this game that were missed.
        thrown_before: the number of all of its rolls.
    """
    known = min(rolls, unread)
    missed, thrown = ROLLS_MISSED
    share = (missed + missed_before) / (thrown + thrown_before)
    return known * UNREAD_MISSED_LOG_P + (rolls - known) * log_p(share)


def p_card_held(share: float, all_reported: bool) -> float:
    """Return the probability that a card is held, given its share in the belief."""
    return max(share, MIN_CARD_BY_PROMISE_P if all_reported else MIN_CARD_P)


def road_building_log_p(p_held: float, p_affordable: float) -> float:
    """Return the log probability that a road was placed with a card.

    Args:
        p_held: the probability that the card is held.
        p_affordable: the probability that the road could have been paid; then it probably was.
    """
    return log_p(ROAD_BUILDING_FACTOR * p_held * max(1 - p_affordable, 0.05))


def log_p(probability: float) -> float:
    """Return the natural logarithm of a probability that may be zero."""
    return math.log(max(probability, 1e-6))


# Identify a player's hand by the side of the table that it comes from.
#
# Nobody enters the seating around the table. But a placed piece identifies its player by colour, and the
# direction of the hand is seen: after the founding each player's side is known from four pieces.


@dataclass(frozen=True)
class HandSide:
    """The direction from which a player reaches over the board.

    Attributes:
        degrees: clockwise from the island's north.
        deviation: the standard deviation of the next hand's direction, in degrees.
    """

    degrees: float
    deviation: float

    def likelihood(self, degrees: float) -> float:
        """Return the likelihood ratio of a hand from this direction: this player's against anybody's."""
        off = abs((degrees - self.degrees + 180) % 360 - 180)
        density = math.exp(-0.5 * (off / self.deviation) ** 2) / (self.deviation * math.sqrt(2 * math.pi))
        return ANOTHERS_HAND_SHARE + (1 - ANOTHERS_HAND_SHARE) * 360 * density


def side_of(player: Player, seen: BoardSeen) -> HandSide | None:
    """Return a player's side by the pieces on the board; None: it is not clear."""
    hands = [seen.sides.get(PATHS[n]) for n in indices(player.roads)]
    hands += [seen.sides.get(INTERSECTIONS[n]) for n in indices(player.buildings)]
    return mean_side([hand for hand in hands if hand is not None])


def mean_side(hands: Sequence[float]) -> HandSide | None:
    """Return the mean side of one player's hands, given in degrees; None: they disagree."""
    if not hands:
        return None
    x = sum(math.sin(math.radians(side)) for side in hands) / len(hands)
    y = sum(math.cos(math.radians(side)) for side in hands) / len(hands)
    if math.hypot(x, y) < MIN_SIDE_COHERENCE:
        return None
    deviation = SIDE_DEGREES * math.sqrt(1 + 1 / len(hands))
    return HandSide(math.degrees(math.atan2(x, y)) % 360, deviation)


def robber_side_log_odds(state: State, seat: int, seen: BoardSeen) -> float:
    """Return the log likelihood ratio that a seat's hand moved the robber."""
    if seen.robber_side is None:
        return 0.0
    side = side_of(state.players[seat], seen)
    return 0.0 if side is None else math.log(side.likelihood(seen.robber_side))
