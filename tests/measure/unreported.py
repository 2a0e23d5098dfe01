"""Measures what the model of unreported acts brings to the numbers of cards that people see.

    python -m tests.measure.unreported [--games N] [--shares 0.5,0]

Simulated games of tables that promised nothing and enter a share of the trades, purchases, discards and
thefts. Each part of the model is switched off in turn. After every turn, the shown number of cards of each
hand is compared with the truth. Prints a row for each share and part:

- the share of the shown numbers that are right;
- the share that is shown without "about", and how often these are right;
- the mean probability that the belief gives to the true number, and to the true hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final
from unittest.mock import patch

from companion.games.base.belief import Belief, particle_update
from companion.games.base.belief.branching import UnreportedTradeModel
from companion.games.base.belief.particle_update import EventContext, ReportingRates, Shortfall
from companion.games.base.rules.events import Event
from companion.games.base.views.hands import hand_in_public
from tests.games.partial_reports import Moment, ReportShares, partly_reported_game, turns


@dataclass(frozen=True)
class ShownFigures:
    """Numbers of cards as shown, compared with the truth.

    Attributes:
        hands: compared hands.
        right: those whose shown number is right.
        plain, plain_right: those shown without "about", and of these the right ones.
        p_number, p_hand: sums of the probabilities of the true number and of the true hand.
    """

    hands: int = 0
    right: int = 0
    plain: int = 0
    plain_right: int = 0
    p_number: float = 0.0
    p_hand: float = 0.0

    def add(self, moment: Moment) -> ShownFigures:
        """Return the figures with the hands of a moment."""
        found = self
        for seat, player in enumerate(moment.true.players):
            shown = hand_in_public(moment.after, moment.belief, seat)
            is_right = shown["cards"] == sum(player.hand)
            hands = moment.belief.particles.hand_distribution(seat)
            sizes = moment.belief.particles.hand_size_distribution(seat)
            found = ShownFigures(
                found.hands + 1,
                found.right + is_right,
                found.plain + shown["cards_likely"],
                found.plain_right + (shown["cards_likely"] and is_right),
                found.p_number + sizes.get(sum(player.hand), 0.0),
                found.p_hand + hands.get(player.hand, 0.0),
            )
        return found

    def row(self) -> str:
        """Return the cells of a table."""
        hands = max(1, self.hands)
        return (
            f"{self.right / hands:.1%} | {self.plain / hands:.1%} |"
            f" {self.plain_right / max(1, self.plain):.1%} | {self.p_number / hands:.3f} |"
            f" {self.p_hand / hands:.3f}"
        )


def _without_actions() -> AbstractContextManager[object]:
    """Leave out the trades and purchases that are assumed at each turn's end (`unreported_actions`)."""
    return patch.object(particle_update, "add_unreported_actions", lambda particles, *_: particles)


def _without_repairs() -> AbstractContextManager[object]:
    """Explain a payment by a trade only if no possible hand allows it (`payments`, `unreported_trades`)."""

    def model(context: EventContext, seat: int) -> UnreportedTradeModel:
        return replace(known(context, seat), unreported_share=0.0)

    known = EventContext.unreported_trade_model
    return patch.object(EventContext, "unreported_trade_model", model)


def _with_fixed_rates() -> AbstractContextManager[object]:
    """Keep the prior of what a table reports (`reporting_rates`)."""

    def keep(
        belief: Belief, event: Event, inferred: bool, shortfalls: tuple[Shortfall, ...]
    ) -> ReportingRates:
        return belief.reporting_rates

    return patch.object(Belief, "_update_reporting_rates", keep)


PARTS: Final[Mapping[str, Callable[[], AbstractContextManager[object]]]] = {
    "whole model": nullcontext,
    "without acts at a turn's end": _without_actions,
    "without trades that explain payments": _without_repairs,
    "with fixed rates": _with_fixed_rates,
}
"""Each part of the model, switched off."""


def measure(part: str, share: float, games: int, seed: int = 0, max_turns: int | None = None) -> ShownFigures:
    """Return the figures of some games with a part of the model switched off.

    Args:
        part: of `PARTS`.
        share: the share of the unseen acts that are entered.
        games: number of games.
        seed: of the first game.
        max_turns: only so many turns of each game; None: all.
    """
    figures = ShownFigures()
    with PARTS[part]():
        for number in range(seed, seed + games):
            game = turns(partly_reported_game(number, ReportShares(share, named=0.5)))
            for turn, moments in enumerate(game):
                figures = figures.add(moments[-1])
                if max_turns is not None and turn >= max_turns:
                    break
    return figures


def main() -> int:
    """Print the figures of each part and share."""
    parser = argparse.ArgumentParser(
        description="What the model of unreported acts brings to what people see."
    )
    parser.add_argument("--games", type=int, default=4, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (%(default)s)")
    parser.add_argument("--shares", default="0.5,0", help="of the unseen acts that are entered (%(default)s)")
    args = parser.parse_args()
    print("| entered | model | right | without about | of these right | true number | true hand |")
    print("|---|---|---|---|---|---|---|")
    for share in map(float, args.shares.split(",")):
        for part in PARTS:
            found = measure(part, share, args.games, args.seed)
            print(f"| {share:.0%} | {part} | {found.row()} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
