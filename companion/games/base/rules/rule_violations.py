"""The rules that an event can break, by name."""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import Final


class RuleViolation(enum.Flag):
    """The rules that an event breaks; empty (falsy) for a legal event."""

    NOT_ON_TURN = enum.auto()
    WRONG_PHASE = enum.auto()
    GAME_OVER = enum.auto()
    PLAYER_COUNT = enum.auto()
    ALREADY_ROLLED = enum.auto()
    NOT_ROLLED = enum.auto()
    DISCARDS_DUE = enum.auto()
    ROBBER_DUE = enum.auto()
    STEAL_DUE = enum.auto()
    FREE_ROADS_DUE = enum.auto()
    CANNOT_PAY = enum.auto()
    SITE_TAKEN = enum.auto()
    DISTANCE_RULE = enum.auto()
    NOT_CONNECTED = enum.auto()
    NO_PIECE_LEFT = enum.auto()
    NO_SETTLEMENT_THERE = enum.auto()
    DISCARD_NOT_OWED = enum.auto()
    ROBBER_NOT_DUE = enum.auto()
    ROBBER_SAME_HEX = enum.auto()
    STEAL_NOT_DUE = enum.auto()
    NOT_AT_ROBBER = enum.auto()
    MUST_ROB = enum.auto()
    VICTIM_LACKS = enum.auto()
    GIFT = enum.auto()
    LIKE_FOR_LIKE = enum.auto()
    NO_PARTNER = enum.auto()
    PARTNER_CANNOT_PAY = enum.auto()
    TRADE_AFTER_BUILDING = enum.auto()
    WRONG_RATE = enum.auto()
    BANK_LACKS = enum.auto()
    DECK_EMPTY = enum.auto()
    NO_SUCH_CARD_LEFT = enum.auto()
    CARD_NOT_HELD = enum.auto()
    CARD_BOUGHT_THIS_TURN = enum.auto()
    CARD_ALREADY_PLAYED = enum.auto()
    WRONG_CARDS_TAKEN = enum.auto()
    NOT_ENOUGH_TO_WIN = enum.auto()
    ROBBER_SPARES = enum.auto()
    NOT_IN_DECK = enum.auto()
    HAS_LEFT = enum.auto()
    HAS_NOT_LEFT = enum.auto()

    def words(self) -> list[str]:
        """The names of the violations, in snake case."""
        return list(_words(self))


@lru_cache(1 << 8)
def _words(broken: RuleViolation) -> tuple[str, ...]:
    # Cached because most events break no rule and testing each member is slow.
    return tuple(
        violation.name.lower() for violation in RuleViolation if violation in broken and violation.name
    )


LEGAL: Final = RuleViolation(0)
