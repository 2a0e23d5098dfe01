"""The slips that would explain what is in doubt: what nobody entered, and what was misread.

Each comes with its weight: the probability of such a slip, up to a factor common to all. Only those that
mend the story by the rules are given; whether they fit what is believed of the hands is asked apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, Final, cast

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.inconsistencies.finding import ROLLS, TURNS, Inconsistency, from_turn, spent
from companion.games.base.inconsistencies.what_if import Correction, left_broken
from companion.games.base.rules.cards import DEVELOPMENT_COST, UNIDENTIFIED, Cards, cards_to_json, single
from companion.games.base.rules.costs import Paying
from companion.games.base.rules.effects.production import production
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    Roll,
)
from companion.games.base.rules.legality import RuleViolation
from companion.games.base.rules.state import land_of
from companion.games.game_api import Insert, Replace
from companion.thrown import Thrown, thrown_to_json

FORGOTTEN_P: Final = 0.02
"""Probability that people who promised to enter every trade forgot one just here."""
UNTOLD_P: Final = 0.1
"""Probability that people who promised nothing left out just the trade that was needed."""
ONE_DIE_SHARE: Final = 0.9
"""Share of misread rolls in which one die was misread: others are not thought of."""
LEFT_UNPAID_FACTOR: Final = 0.1
"""Weight of a roll that leaves unpaid what was built after it."""
TRADES_OFFERED: Final = 2
"""Trades with the bank that are offered at most, and partners, and turns in which a card was bought."""


@dataclass(frozen=True)
class Explanation:
    """One slip that would explain what is in doubt.

    Attributes:
        word, fields: how people are told of it.
        correction: what mends the story.
        at: the position in the story at which it does.
        weight: how likely it is, next to the others.
    """

    word: str
    fields: Mapping[str, Any]
    correction: Correction
    at: int
    weight: float


def forgotten_rolls(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """The sums that may have been rolled in a turn without a roll."""
    step = steps[inconsistency.at]
    colour = step.before.players[inconsistency.seat].colour
    for total in range(2, 13):
        correction = Insert(step.recorded.number, Roll(colour, (total,)))
        left = left_broken(steps, inconsistency, correction, inconsistency.at)
        if left is not None:
            ways = 6 - abs(total - 7)
            weight = ways / 36 * (LEFT_UNPAID_FACTOR if left & RuleViolation.CANNOT_PAY else 1.0)
            yield Explanation("rolled", {"total": total}, correction, inconsistency.at, weight)


def misread_rolls(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """Rolls that were told with doubt, as the dice that would make the difference."""
    for at in range(_rolls_from(steps, inconsistency), inconsistency.at):
        recorded, state = steps[at].recorded, steps[at].before
        event = recorded.event
        if not isinstance(event, Roll) or recorded.certainty >= 1.0:
            continue
        name = state.players[state.seat(event.player)].name
        for dice, share in misreadings(event.dice):
            correction = Replace(recorded.number, Roll(event.player, dice))
            if not _brings(steps, inconsistency, at, sum(dice)):
                continue
            if left_broken(steps, inconsistency, correction, at) is not None:
                fields = {"name": name, "dice": list(dice), "told": thrown_to_json(event.dice)}
                weight = (1.0 - recorded.certainty) * share
                yield Explanation("rolled_instead", fields, correction, at, weight)


def untrue(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """What was only seen, or inferred, of the player's builds and trades, as if it had not happened."""
    for at in range(from_turn(steps, inconsistency.at, ROLLS), inconsistency.at + 1):
        recorded, state = steps[at].recorded, steps[at].before
        event = recorded.event
        if recorded.certainty >= 1.0 or not isinstance(event, Paying) or state.phase != "play":
            continue
        if state.seat(event.player) != inconsistency.seat:
            continue
        correction = Replace[Event](recorded.number, None)
        if left_broken(steps, inconsistency, correction, at) is not None:
            fields = {"name": state.players[inconsistency.seat].name, "event": event.kind, "turn": state.turn}
            yield Explanation("not_so", fields, correction, at, 1.0 - recorded.certainty)


def _rolls_from(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> int:
    """A robber that never moved is a matter of its own turn's roll; cards may have come earlier."""
    return from_turn(
        steps, inconsistency.at, 1 if inconsistency.violation & RuleViolation.ROBBER_DUE else ROLLS
    )


def _brings(steps: Sequence[BelievedStep], inconsistency: Inconsistency, at: int, total: int) -> bool:
    """Whether a roll of the total would have brought what was missing later, or some of it."""
    if not any(inconsistency.missing):
        return True
    takes, _ = production(steps[at].before, total)
    told = steps[at].after.takes
    cards = zip(takes[inconsistency.seat], told[inconsistency.seat], inconsistency.missing, strict=True)
    return any(missing and instead > took for instead, took, missing in cards)


def misreadings(dice: Thrown) -> list[tuple[tuple[int, int], float]]:
    """Dice that may be read as others, each with its share, the likeliest first.

    One face is off, the likelier the nearer. Dice of the same sum do the same: the nearest stand for all.
    Whose sum alone was said, nobody read.
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


def trades(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """A trade that nobody entered: just before, or else at the end of the player's own last turn."""
    if not any(inconsistency.missing):
        return
    for at in _moments(steps, inconsistency):
        found = [*_bank_trades(steps, inconsistency, at), *_player_trades(steps, inconsistency, at)]
        yield from found
        if found:
            return


def _moments(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[int]:
    if steps[inconsistency.at].before.active == inconsistency.seat:
        yield inconsistency.at
    for at in range(inconsistency.at - 1, from_turn(steps, inconsistency.at, TURNS) - 1, -1):
        if isinstance(steps[at].recorded.event, EndTurn) and steps[at].before.active == inconsistency.seat:
            yield at
            return


def _bank_trades(steps: Sequence[BelievedStep], inconsistency: Inconsistency, at: int) -> list[Explanation]:
    """Trades with the bank for what was missing, those that cost the fewest cards first."""
    state = steps[at].before
    player = state.players[inconsistency.seat]
    rates = land_of(state).rates(player.buildings)
    kept = spent(steps[inconsistency.at], inconsistency.seat)
    spare = [max(0, held - asked) for held, asked in zip(player.hand[:5], kept[:5], strict=True)]
    choices = []
    for kinds in combinations_with_replacement(range(5), sum(inconsistency.missing)):
        give = tuple(kinds.count(kind) * rate for kind, rate in enumerate(rates))
        if all(asked <= held for asked, held in zip(give, spare, strict=True)):
            choices.append(cast(Cards, (*give, 0)))
    mending = []
    for give in sorted(choices, key=sum):
        trade = MaritimeTrade(player.colour, give, inconsistency.missing)
        correction = Insert(steps[at].recorded.number, trade)
        if left_broken(steps, inconsistency, correction, at) is not None:
            fields = {"give": cards_to_json(give), "take": cards_to_json(inconsistency.missing)}
            mending.append((fields, correction))
        if len(mending) == TRADES_OFFERED:
            break
    share = slip(steps[inconsistency.at]) / max(1, len(mending))
    return [Explanation("bank_trade", fields, correction, at, share) for fields, correction in mending]


def _player_trades(steps: Sequence[BelievedStep], inconsistency: Inconsistency, at: int) -> list[Explanation]:
    """Trades with another player, card for card, with who most likely had what was missing."""
    state = steps[at].before
    belief = steps[at - 1].belief if at else Belief()
    give = single(UNIDENTIFIED, sum(inconsistency.missing))
    partners = [
        (probability, seat)
        for seat in range(len(state.players))
        if seat != inconsistency.seat and (probability := belief.pays(seat, inconsistency.missing)) > 0
    ]
    found = []
    for probability, seat in sorted(partners, key=lambda each: (-each[0], each[1]))[:TRADES_OFFERED]:
        partner = state.players[seat]
        payer = state.players[inconsistency.seat].colour
        trade = DomesticTrade(payer, partner.colour, give, inconsistency.missing)
        correction = Insert(steps[at].recorded.number, trade)
        if left_broken(steps, inconsistency, correction, at) is not None:
            fields = {"name": partner.name, "take": cards_to_json(inconsistency.missing)}
            weight = slip(steps[inconsistency.at]) * probability / len(partners)
            found.append(Explanation("trade_with", fields, correction, at, weight))
    return found


def purchases(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> Iterator[Explanation]:
    """A card that was bought at the end of one of the player's last turns, and not entered."""
    colour = steps[inconsistency.at].before.players[inconsistency.seat].colour
    found = 0
    for at in range(inconsistency.at - 1, from_turn(steps, inconsistency.at, ROLLS) - 1, -1):
        if not isinstance(steps[at].recorded.event, EndTurn) or steps[at].before.active != inconsistency.seat:
            continue
        correction = Insert(steps[at].recorded.number, BuyDevelopmentCard(colour))
        if left_broken(steps, inconsistency, correction, at) is not None:
            found += 1
            could_pay = steps[at - 1].belief.pays(inconsistency.seat, DEVELOPMENT_COST)
            weight = slip(steps[inconsistency.at]) * could_pay
            yield Explanation("card_bought", {"turn": steps[at].before.turn}, correction, at, weight)
        if found == TRADES_OFFERED:
            return


def slip(step: BelievedStep) -> float:
    """Probability that a trade was made just here and not entered."""
    return FORGOTTEN_P if step.before.options.all_told else UNTOLD_P
