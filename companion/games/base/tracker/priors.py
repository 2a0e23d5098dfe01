"""How usual it is what people do, and how long it has to rest: every number that the tracker judges by.

What ends in `_P` is a probability, in `_LOG_P` the natural logarithm of one, among all that could explain one
change of the board; in `_LOG_ODDS` that of odds, added to what the picture says; in `_S` seconds. They were
set by what a table does in an evening, and are held to account by `make games`.
"""

from __future__ import annotations

import math
from typing import Final

# What the picture says.
SHARPER_FACTOR: Final = 2.5
"""The robber's reader doubts too much: it is right 95 times in 100 where it says 0.6, and 99 where it says
0.82 (docs/games.md). Its log odds are taken for so many times as much."""
SEEN_TO_MOVE_LOG_ODDS: Final = 1.5
"""Log odds that speak for the robber's having been moved, beside its reading: that knows nothing of where it
stood."""
HANDLED_LOG_ODDS: Final = 2.8
"""Log odds that speak for a city, beside the reading, where a hand has changed how an own settlement looks
after the roll: people nudge a settlement in one turn of fifty, and build a city in one of four in which they
can."""
HANDLED_AS_BEFORE_LOG_ODDS: Final = 1.0
"""At most so much speaks for a city where the site looked like one before that hand came."""
LOOK_S: Final = 6.0
"""What a hand left behind looks so within this time: it is read from a few pictures."""
HAND_LATE_S: Final = 10.0
"""So long after the dice were passed may a hand still put down what was built before."""
LEAST_P: Final = 1e-3
"""No reading is surer than this: a reader may be sure and wrong."""
DOUBTED_P: Final = 0.85
"""What the story has there and is seen with more than this probability is not doubted."""
DISTURBED_P: Final = 0.97
"""A bare site is nearly never seen as bare with less than this probability (26 of 25,742 readings of rendered
boards, docs/games.md); one building in ten is."""
STIRRED_LOG_ODDS: Final = 2.5
"""Added, where a hand was, to what speaks for a change that fits there but was not read clearly."""
STIRRED_MOST_LOG_ODDS: Final = 2.5
"""The most that `STIRRED_LOG_ODDS` raises what speaks for a change to."""
BUILDING_STIRRED_LOG_ODDS: Final = 1.0
"""The least that speaks for a building where a hand was: one in ten is read as nothing once it rests, with a
probability of 0.5 to 0.97."""
POSSIBLE_P: Final = 0.1
"""What is seen with less than this probability is not considered."""
POSSIBLE_IF_DUE_P: Final = 0.02
"""Below this is not considered what has to come next (the founding's next piece, the robber): what follows
proves it."""
MOST_PLACES: Final = 20
"""Places considered at once, the clearest first: a first game's pieces are sixteen."""

# What people do.
BUILT_LOG_P: Final = -0.3
"""The player on turn built what can be paid."""
FOUNDED_LOG_P: Final = -0.1
"""The player whose turn it is to found put down a piece."""
BEGAN_LOG_P: Final = -4.0
"""Another than the first in seat order begins."""
UNTOLD_P: Final = 0.25
"""Probability that a build that the hand can't pay was paid all the same: nobody told of a trade."""
UNTOLD_CARD_FACTOR: Final = 0.75
"""`UNTOLD_P` is multiplied by this for every card that a build costs beyond the two of a road."""
UNTOLD_BY_PROMISE_P: Final = 0.03
"""`UNTOLD_P` where people promised to tell all that is not seen."""
BANK_TRADE_P: Final = 0.5
"""Probability that such a build was paid by an untold trade with the bank, where the hand allows one."""
ROAD_BUILDING_FACTOR: Final = 1.0
"""Weight of a road building card, by the probability that it is held, where a road can't be paid."""
ALONE_LOG_P: Final = -2.5
"""The card is for two roads, and only one came."""
MISREAD_KIND_LOG_P: Final = -2.5
"""A settlement is taken for a city."""
HANDLED_S: Final = 3.0
"""A settlement is no city so soon after it was told: its look is only being read to the end."""
UNTOUCHED_LOG_P: Final = -3.5
"""A settlement became a city, and no hand was seen there."""
BUILT_TWICE_LOG_P: Final = -4.0
"""A settlement and at once the city in its place."""
UNDONE_LOG_P: Final = -1.5
"""People build although the robber has not been moved yet, or free roads are left, as far as was seen."""
MOVED_ABOUT_LOG_P: Final = -5.0
"""A piece is bought while one of the same kind goes missing elsewhere: rather it was pushed."""
CLEARLY_GONE_LOG_ODDS: Final = 2.5
"""A piece is held to have gone elsewhere where the picture says so with at least these log odds."""
BEFORE_THE_SEVEN_LOG_P: Final = -0.5
"""A piece that was seen before a seven was thrown was put down before it, though nobody may: after a seven
come the discards and the robber."""
LATE_LOG_P: Final = -1.0
"""The player before put down a piece that is seen only now."""
VERY_LATE_LOG_P: Final = -4.5
"""The player before put down a piece, and it is seen only more than `LATE_S` after the dice were passed."""
ROLL_MISSED_LOG_P: Final = -3.0
"""A roll was neither seen nor entered."""
UNREAD_MISSED_LOG_P: Final = -0.5
"""The same, where dice were moved that could not be read."""
SAID_LOG_P: Final = -2.0
"""What people said, or a tower read without any doubt, was about another player."""
LONG_SINCE_LOG_P: Final = -1.0
"""The last roll was the builder's, though more time has gone by since than between it and the one before:
rather another was missed since."""
TAKEN_BACK_LOG_P: Final = -0.7
"""A piece put down this turn is taken back."""
CITY_TAKEN_BACK_LOG_P: Final = -2.0
"""What was told as a city was a settlement after all."""

# The robber.
ROBBER_DUE_LOG_P: Final = -0.1
"""Who has to move the robber does."""
MUST_MOVE_LOG_ODDS: Final = 3.0
"""It was moved, for people went on: that it still stands where it stood is a misreading."""
KNIGHT_LOG_P: Final = -0.7
"""A knight is played after the roll, and as often before it; nothing else moves the robber."""
UNTOLD_KNIGHT_LOG_P: Final = -3.0
"""It was played by somebody who promised to tell that, and didn't."""
SEVEN_LOG_P: Final = -1.8
"""A roll is a seven: one in six."""
SEVEN_SAID_LOG_ODDS: Final = 4.0
"""People said who was robbed, or gave up cards, and of no knight: so much more was it a seven."""
OUT_OF_TIME_LOG_P: Final = -4.0
"""What was seen too early, or too late, for what is told of it."""
CARD_LEAST_P: Final = 0.1
"""Probability that a player has a card that nobody knows of, at least."""
CARD_LEAST_BY_PROMISE_P: Final = 0.003
"""`CARD_LEAST_P` where people promised to tell what they buy."""
FREES_OWN_LOG_ODDS: Final = 0.8
"""A knight drives the robber from an own hex: so much more is it the owner's."""
SIDE_DEGREES: Final = 25.0
"""A player's hands come from so far beside where they usually do: the place that they reach for, and how
well an arm is seen. Four around a table sit 90 degrees apart."""
SAME_SIDE: Final = 0.7
"""Least length of the mean of a player's directions, 1 where all are the same: who gets up and walks around
the table has no side."""
ANOTHERS_HAND_SHARE: Final = 0.1
"""Share of the moves that somebody else makes for a player, or from elsewhere."""
BLOCKS_OWN_LOG_P: Final = -3.0
"""Nobody puts the robber on an own hex."""
ROBS_NOBODY_LOG_P: Final = -1.0
"""Few put it where nobody can be robbed."""
SPARES_LOG_P: Final = -2.0
"""Few put it where the house rule of the friendly robber doesn't let it go."""
ROBBED_ELSEWHERE_LOG_P: Final = -8.0
"""Somebody was robbed who has nothing at the hex to which the robber is said to have moved."""
NOT_THERE_LOG_ODDS: Final = 7.0
"""Speaks for a wrong telling of the robber's move, where who was robbed since has nothing beside that hex."""
PUT_RIGHT_LOG_P: Final = -1.2
"""The robber is put on another hex by who has just moved it."""

PUT_RIGHT_S: Final = 6.0
"""Later than that nobody puts it right, but the next player plays a knight."""

# How long what is seen has to have looked so, in seconds.
SETTLED_S: Final = 1.0
"""People build, then move the piece a little."""
ROBBER_SETTLED_S: Final = 1.5
GONE_S: Final = 3.0
"""A hand lifts a piece and puts it down again."""
BEGAN_S: Final = 20.0
"""That another began than the first in seat order is believed after so long: the first one's pieces would
have been seen by then."""
BEGAN_COVERED_S: Final = 40.0
"""As `BEGAN_S`, where a hand rests over the board: it will have gone by then."""
MOVED_ABOUT_S: Final = 10.0
"""What is pushed aside is missing at one place when it comes to another."""
LATE_SETTLED_S: Final = 1.5
UNROLLED_S: Final = 8.0
"""A roll may be told a little later than what was built after it."""
UNROLLED_CLOSING_S: Final = 3.0
"""As `UNROLLED_S`, where the next dice were thrown meanwhile: those are another's."""
MISSED_TURN_S: Final = 4.0
"""Somebody is on turn who was not said to be: after so long a piece of theirs shows it."""
MISSED_TURN_CLOSING_S: Final = 1.5
"""As `MISSED_TURN_S`, where the next dice were thrown meanwhile."""
UNSAID_S: Final = 12.0
"""Who has promised to tell everything has told it by then."""
DOUBTFUL_S: Final = 3.0
"""A hypothesis less probable than `CLEAR_P` gets so much longer to become clear."""
DOUBTFUL_CLOSING_S: Final = 1.0
"""As `DOUBTFUL_S`, where the board is about to change and no more time is left."""
OUT_OF_ORDER_LOG_P: Final = -1.0
"""Things seen to come in one order happened in another."""
LATE_S: Final = 20.0
"""So long after the dice were passed the player before is no longer expected to put anything down."""
LATER_S: Final = 12.0
"""As `LATE_S`, where another turn has passed since: that was a brisk one."""
UNEXPLAINED_S: Final = 15.0
"""What nothing explains is asked about after so long."""

# What is told.
CLEAR_P: Final = 0.85
"""A hypothesis so probable is told as soon as it has settled."""
LIKELY_P: Final = 0.6
"""A hypothesis so probable is told once it has had time to become clear, or has none left."""
HOPELESS_LOG_ODDS: Final = -2.5
"""Log odds under which a hypothesis is not followed, whatever the hands say: those cost most to weigh."""
EITHER_ORDER_P: Final = 0.5
"""Which of two settlements was founded first, where nobody could see, is told so surely."""
SUREST_P: Final = 0.995
"""Nothing that was only seen is told as surer than that."""


def paid(pays: float, cards: int, all_told: bool) -> float:
    """Log probability that a build was paid.

    Args:
        pays: probability that the hand does.
        cards: that it costs: the more, the less likely are they come by untold.
        all_told: people promised to tell what they trade.
    """
    untold = UNTOLD_BY_PROMISE_P if all_told else UNTOLD_P
    return log(pays + (1 - pays) * untold * UNTOLD_CARD_FACTOR ** max(0, cards - 2))


def missed(rolls: int, unread: int) -> float:
    """Log probability that so many rolls were missed, where dice were moved so often and not read."""
    known = min(rolls, unread)
    return known * UNREAD_MISSED_LOG_P + (rolls - known) * ROLL_MISSED_LOG_P


def holds(share: float, all_told: bool) -> float:
    """Probability that a card is held that is believed to be with a share of that."""
    return max(share, CARD_LEAST_BY_PROMISE_P if all_told else CARD_LEAST_P)


def by_road_building(held: float, pays: float) -> float:
    """Log probability that a road was laid by a card.

    Args:
        held: probability that the card is held.
        pays: that the road could have been paid: then it rather was.
    """
    return log(ROAD_BUILDING_FACTOR * held * max(1 - pays, 0.05))


def log(probability: float) -> float:
    """The logarithm of a probability that may be nought."""
    return math.log(max(probability, 1e-6))
