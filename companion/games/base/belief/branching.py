"""Branch particles on what nobody saw: drawn cards, unreported trades and actions, the cards of a joined
game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil, comb, floor, prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from companion.games.base.belief import particle_set
from companion.games.base.rules.cards import DEVELOPMENT_COST, UNIDENTIFIED_KIND, Cards
from companion.games.base.rules.events import Event, TakeUp
from companion.games.base.rules.state import State

MAX_BRANCHES: Final = 6_000
"""Approximate limit of branches of all particles together; beyond it each particle keeps its likeliest
draws.
"""
MAX_DRAWS_TRIED: Final = 20_000
"""Limit of enumerated draws from one hand; a larger hand enumerates only draws near its mean."""
_MEAN_MARGIN_CARDS: Final = 2
MAX_UNNAMED_CARDS: Final = 4
"""Limit of unnamed cards gained from the bank in one step."""


@lru_cache(1 << 12)
def _enumerate_draws(
    hand: tuple[int, ...], count: int, most: int
) -> tuple[particle_set.Counts, particle_set.Weights, bool]:
    """Enumerate the draws of `count` cards from a hand, the likeliest first.

    Args:
        hand: the counts of the five resources.
        count: the number of cards to draw.
        most: the maximal number of draws to return.

    Returns:
        The draws, int8 (draws, 5), their probabilities, (draws,), and whether some were left out.
    """
    tried = [range(min(n, count) + 1) for n in hand]
    if narrowed := prod(map(len, tried)) > MAX_DRAWS_TRIED:
        tried = [_numbers_near_mean(count * n / sum(hand), each) for n, each in zip(hand, tried, strict=True)]
    ways = [way for way in product(*tried) if sum(way) == count]
    weights = np.array([prod(map(comb, hand, way)) for way in ways], float)
    order = np.argsort(-weights, kind="stable")[:most]
    return np.array(ways, np.int8)[order], weights[order] / weights[order].sum(), narrowed or len(ways) > most


def _numbers_near_mean(mean: float, numbers: range) -> range:
    """Return the numbers near the mean: in a large hand, the likeliest counts."""
    return range(
        max(0, floor(mean) - _MEAN_MARGIN_CARDS), min(numbers.stop, ceil(mean) + _MEAN_MARGIN_CARDS + 1)
    )


def draw_blind(
    particles: particle_set.ParticleSet, seat: int, count: npt.ArrayLike, to: int | None = None
) -> tuple[particle_set.ParticleSet, bool]:
    """Draw cards blindly from a hand; each card is equally likely.

    Args:
        particles: the particles before the draw.
        seat: the seat of the hand.
        count: the number of cards, for all particles or (particles,); a smaller hand gives all its cards.
        to: the seat that receives the cards; None: the bank.

    Returns:
        The particles after the draw, and whether unlikely draws were left out.
    """
    counts = np.minimum(count, particles.hand_sizes(seat))
    if not np.count_nonzero(counts):
        return particles, False
    hands = particles.packed_hand(seat) & particle_set.RESOURCES_BITS
    first, which = particle_set.find_distinct(
        hands | counts.astype(np.uint64) << np.uint64(8 * particle_set.COLUMNS)
    )
    most = max(5, MAX_BRANCHES // len(particles.weights))
    ways, likelihoods, truncated = [], [], False
    for hand, n in zip(particles.hand(seat)[first].tolist(), counts[first].tolist(), strict=True):
        way, likelihood, more = _enumerate_draws(tuple(hand), n, most)
        ways.append(way)
        likelihoods.append(likelihood)
        truncated |= more
    if which is None:
        which = np.empty_like(first)
        which[first] = np.arange(len(first))
    counts_per_hand = np.array([len(way) for way in ways])
    starts = np.concatenate([[0], counts_per_hand.cumsum()[:-1]])
    rows = np.repeat(np.arange(len(particles.weights)), counts_per_hand[which])
    begins = np.repeat(np.concatenate([[0], counts_per_hand[which].cumsum()[:-1]]), counts_per_hand[which])
    at = starts[which][rows] + np.arange(len(rows)) - begins
    way = np.concatenate(ways)
    change = np.zeros((len(way), particles.seats, particle_set.COLUMNS), np.int8)
    change[:, seat, :5] = -way
    if to is not None:
        change[:, to, :5] += way
    return particles.branch(
        rows, np.concatenate(likelihoods)[at], particle_set.CardChanges(change), at
    ), truncated


@lru_cache
def _card_multisets(count: int) -> particle_set.Counts:
    """Return all multisets of `count` cards: int8 (multisets, 5)."""
    found = [way for way in product(range(count + 1), repeat=5) if sum(way) == count]
    return np.array(found, np.int8)


@lru_cache
def _unnamed_gains(seats: int, seat: int, count: int) -> particle_set.CardChanges:
    """Return the changes by which a seat gains each multiset of `count` cards."""
    sums = _card_multisets(count)
    change = np.zeros((len(sums), seats, particle_set.COLUMNS), np.int8)
    change[:, seat, :5] = sums
    return particle_set.CardChanges(change)


def gain_unnamed_cards(
    particles: particle_set.ParticleSet, seat: int, count: int
) -> particle_set.ParticleSet:
    """Give a seat unnamed cards of the bank; every multiset that the bank can pay is equally likely."""
    if not count:
        return particles
    unnamed = min(count, MAX_UNNAMED_CARDS)
    sums = _card_multisets(unnamed)
    rows, which = np.nonzero((particles.bank()[:, None, :] >= sums).all(2))
    if not len(rows):
        return gain_unnamed_cards(particles, seat, count - 1)
    ways = np.bincount(rows, minlength=len(particles.weights))
    return particles.branch(rows, 1 / ways[rows], _unnamed_gains(particles.seats, seat, unnamed), which)


# Enumerate the unreported trades that could have given a seat one card.


BANK, PLAYER, EARLIER_TRADE, UNKNOWN_SOURCE = range(4)
"""The source of a card: the bank, another player, a trade in an earlier turn with anybody, or unknown."""


@dataclass(frozen=True, eq=False)
class PossibleTrades:
    """The trades for one card that a seat may have made.

    Attributes:
        source: (trades,), one of BANK, PLAYER, EARLIER_TRADE, UNKNOWN_SOURCE.
        needs: uint64 (trades,), the bits of `_allowed_bits` that the trade requires.
        changes: the changes of the trades for any card.
        change_index: (trades,), the change of each trade.
        rates: the bank's rate for each resource; (): the seat is not active.
    """

    source: particle_set.Rows
    needs: particle_set.Packed
    changes: particle_set.CardChanges
    change_index: particle_set.Rows
    rates: tuple[int, ...]


class _Offer(NamedTuple):
    """One trade: a seat gives `cards` of the kind `give` for one of the kind `take`; partner -1: unknown."""

    source: int
    give: int
    cards: int
    take: int
    partner: int = -1


@lru_cache(1 << 8)
def possible_trades(seat: int, seats: int, rates: tuple[int, ...], take: int | None = None) -> PossibleTrades:
    """Return every trade that gives a seat one card.

    Args:
        seat: the seat.
        seats: the number of players.
        rates: the bank's rate for each resource; (): the seat is not active.
        take: only trades for this resource.
    """
    every, changes = _all_offers(seat, seats, rates)
    which = [n for n, offer in enumerate(every) if take in (None, offer.take)]
    needs = [_required_bits(every[n], seat) for n in which]
    return PossibleTrades(
        np.array([every[n].source for n in which], np.intp),
        np.array(needs, np.uint64),
        changes,
        np.array(which, np.intp),
        rates,
    )


@lru_cache(1 << 6)
def _all_offers(
    seat: int, seats: int, rates: tuple[int, ...]
) -> tuple[tuple[_Offer, ...], particle_set.CardChanges]:
    """Return every trade for any resource, and the changes of all of them."""
    offers: list[_Offer] = []
    for wanted in range(5):
        for give in range(5):
            if give == wanted:
                continue
            if rates:
                offers.append(_Offer(BANK, give, rates[give], wanted))
                offers += [_Offer(PLAYER, give, 1, wanted, n) for n in range(seats) if n != seat]
            offers.append(_Offer(EARLIER_TRADE, give, 1, wanted))
        offers.append(_Offer(UNKNOWN_SOURCE, 0, 0, wanted))
    change = np.zeros((len(offers), seats, particle_set.COLUMNS), np.int8)
    for n, offer in enumerate(offers):
        change[n, seat, offer.give] -= offer.cards
        change[n, seat, offer.take] += 1
        if offer.partner >= 0:
            change[n, offer.partner, offer.give] += 1
            change[n, offer.partner, offer.take] -= 1
    return tuple(offers), particle_set.CardChanges(change)


_HOLDS_ONE_BIT, _HOLDS_RATE_BIT, _FIRST_PARTNER_BIT = 0, 1, 2
"""Bit positions within the byte of a resource, from the highest down: the seat has one card, the seat has as
many as the bank asks, and each other player has one card, from the first player on. Eight seats fit.
"""


def _bit(question: int, kind: int) -> int:
    return 0x80 >> question << 8 * kind


def _required_bits(offer: _Offer, seat: int) -> int:
    """Return the bits of `_allowed_bits` that a trade requires."""
    if not offer.cards:
        return 0
    needs = _bit(_HOLDS_RATE_BIT if offer.source == BANK else _HOLDS_ONE_BIT, offer.give)
    if offer.partner >= 0:
        needs |= _bit(_FIRST_PARTNER_BIT + offer.partner - (offer.partner > seat), offer.take)
    return needs


def _allowed_bits(hands: particle_set.Packed, seat: int, rates: tuple[int, ...]) -> particle_set.Packed:
    """Return what the hands of each particle allow, one bit for each resource and question: (particles,).

    A hand with a debt of a resource can't give it.
    """
    one = particle_set.minimum_counts(1, 1, 1, 1, 1)
    allowed = one.satisfied_bits(hands[seat])
    if rates:
        allowed |= particle_set.minimum_counts(*rates).satisfied_bits(hands[seat]) >> np.uint64(
            _HOLDS_RATE_BIT
        )
        others = (hand for n, hand in enumerate(hands) if n != seat)
        for question, hand in enumerate(others, _FIRST_PARTNER_BIT):
            allowed |= one.satisfied_bits(hand) >> np.uint64(question)
    return allowed


def trade_branches(
    particles: particle_set.ParticleSet, seat: int, trades: PossibleTrades, sources: npt.NDArray[np.float64]
) -> tuple[particle_set.Rows, particle_set.Weights, particle_set.Rows]:
    """Return one branch for each trade that a particle's hands allow: rows, likelihoods and change indices.

    Args:
        particles: the particles before the trade.
        seat: the trading seat.
        trades: the trades to try.
        sources: (4,), the probability of a trade from each source if the particle allows one; the trades of a
            source share it equally.
    """
    source, needs, which = trades.source, trades.needs, trades.change_index
    if not sources.all():
        likely = sources.take(source).nonzero()[0]
        source, needs, which = source.take(likely), needs.take(likely), which.take(likely)
    allowed = _allowed_bits(particles.packed_hands, seat, trades.rates)
    can = ((allowed[:, None] & needs) == needs).ravel().nonzero()[0]
    rows = can // max(1, len(needs))
    offer = can - rows * len(needs)
    source_of = source.take(offer)
    # The trades of a particle from one source share its probability.
    shared = 4 * rows + source_of
    counts = np.bincount(shared)
    return rows, sources.take(source_of) / counts.take(shared), which.take(offer)


# Remove known cards from a hand, and explain missing cards by unreported trades and purchases.


_SOURCE_PROBABILITIES: Final = np.array([0.8, 0.3, 0.02, 0.001])
"""Prior probabilities of where a player who lacks one card got it, if trades are not reported: the bank,
another player, an earlier trade, or an unknown source.
"""
_MAX_REPAIRED_PARTICLES: Final = 400
"""Maximal number of particles that are repaired."""
_MISSING_PRICE_FACTOR: Final = 0.4
"""An unreported purchase is less likely by this factor for each card of its price that the hand lacks now."""


_NO_DEBT: Final = particle_set.minimum_counts(0, 0, 0, 0, 0)
_FIRST_DEBT_BITS: Final = (np.uint64(0), *(np.uint64(0x80 << 8 * kind) for kind in range(5)))
"""The lowest debt bit of a hand: none, or one of the five resources."""


@dataclass(frozen=True)
class UnreportedTradeModel:
    """The unreported trades that a seat may have made.

    Attributes:
        rates: the bank's rate for each resource; (): the seat is not active and can't trade with the bank.
        unreported_share: the share of trades that are not reported; 0: all are reported.
    """

    rates: tuple[int, ...]
    unreported_share: float


def pay_cards(
    particles: particle_set.ParticleSet, seat: int, cost: Cards, means: UnreportedTradeModel
) -> tuple[particle_set.ParticleSet, float]:
    """Return the particles after a seat gave known cards away.

    Particles that allow the payment, its unnamed cards too, keep their weights. Those that lack named cards
    are repaired by unreported trades, if trades may be unreported or if no particle allows the payment: the
    game goes on in either case. Those that lack only unnamed cards are dropped if others remain. The caller
    draws the unnamed cards.

    Returns:
        The particles, and the prior probability that the seat had the cards.
    """
    affordable, named = particles.holds_mask(seat, cost), particles.holds_mask(seat, (*cost[:5], 0))
    after = particles.apply_change({seat: [-n for n in cost[:5]]})
    if affordable.all():
        return after, 1.0
    share = float(particles.weights[affordable].sum())
    parts = []
    if (kept := after.reweight(affordable)) is not None:
        parts.append((kept, share))
    elif (kept := after.reweight(named)) is not None:
        parts.append((kept, float(particles.weights[named].sum())))
    if (lacking := after.reweight(~named)) is not None and (means.unreported_share or not parts):
        mended, likelihood = _repair_negative_hands(lacking.resample(_MAX_REPAIRED_PARTICLES), seat, means)
        parts.append((mended, float(particles.weights[~named].sum()) * likelihood))
    return particle_set.mixture(parts).merge_duplicates(), share


def _repair_negative_hands(
    particles: particle_set.ParticleSet, seat: int, means: UnreportedTradeModel
) -> tuple[particle_set.ParticleSet, float]:
    """Repair particles in which a hand has negative counts, by the trades that must have happened.

    Returns:
        The particles, and the likelihood that all these trades happened unreported.
    """
    sources = _SOURCE_PROBABILITIES * (means.unreported_share or 1.0)
    likelihood = 1.0
    for _ in range(int(-np.minimum(particles.hand(seat), 0).sum(1, dtype=np.int64).min())):
        short = _NO_DEBT.satisfied_bits(particles.packed_hands[seat]) ^ _NO_DEBT.signs
        first = short & (~short + np.uint64(1))  # isolate the lowest bit
        kinds_short = np.bitwise_or.reduce(first)
        parts = []
        for kind, bit in enumerate(_FIRST_DEBT_BITS, -1):
            if kind >= 0 and not bit & kinds_short:
                continue
            these_are = first == bit
            if (these := particles.reweight(these_are)) is None:
                continue
            share = float(np.add.reduce(particles.weights[these_are]))
            if kind >= 0:
                trades = possible_trades(seat, particles.seats, means.rates, kind)
                rows, likelihoods, which = trade_branches(these, seat, trades, sources)
                share *= float(np.add.reduce(these.weights.take(rows) * likelihoods))
                these = these.branch(rows, likelihoods, trades.changes, which)
            parts.append((these, share))
        particles = particle_set.mixture(parts).merge_duplicates().resample(_MAX_REPAIRED_PARTICLES)
        likelihood *= sum(share for _, share in parts)
    return particles, likelihood


def use_unreported_card(
    particles: particle_set.ParticleSet, seat: int, unreported_share: float
) -> tuple[particle_set.ParticleSet, float]:
    """Return the particles after a seat used a development card whose purchase was not reported.

    Returns:
        The particles, and the prior probability that the seat had bought such a card.
    """
    has = particle_set.minimum_counts(*[None] * particle_set.SECRET_COLUMN, 1).meets_all(
        particles.packed_hands[seat]
    )
    share = float(particles.weights[has].sum())
    parts = []
    if (kept := particles.reweight(has)) is not None:
        parts.append((kept.apply_change({seat: [*[0] * particle_set.SECRET_COLUMN, -1]}), share))
    if (lacking := particles.reweight(~has)) is not None and (unreported_share or not parts):
        cost = np.array(DEVELOPMENT_COST[:5], np.int8)
        price = np.minimum(lacking.hand(seat), cost)
        likelihood = _MISSING_PRICE_FACTOR ** (cost - price).sum(1, dtype=np.int64)
        change = np.zeros((len(price), particles.seats, particle_set.COLUMNS), np.int8)
        change[:, seat, :5] = -price
        every = np.arange(len(price))
        parts.append(
            (
                lacking.branch(every, likelihood, particle_set.CardChanges(change), every),
                (1 - share) * (unreported_share or 1.0) * float((lacking.weights * likelihood).sum()),
            )
        )
    return particle_set.mixture(parts).merge_duplicates(), share


def missing_cards(particles: particle_set.ParticleSet, seat: int, cost: Cards) -> Cards:
    """Return the named cards that a seat's likeliest hand lacks."""
    hand, _ = particles.likeliest_hand(seat)
    a, b, c, d, e = (max(0, needed - held) for needed, held in zip(cost[:5], hand[:5], strict=True))
    return (a, b, c, d, e, 0)


# Branch particles on actions that may have happened unreported: purchases, trades, thefts, discards.


_MAX_TRADING_PARTICLES: Final = 40
"""Number of particles, the heaviest ones, that are branched on unreported trades in a turn."""
_TRACELESS_SHARE: Final = 0.5
"""Share of unreported trades that no later build reveals."""
_BANK_SHARE: Final = 0.4
"""Share of those that are with the bank."""
_PURCHASE_P: Final = 0.6
"""Probability that a player who can afford a development card at the end of a turn buys one."""
_NO_ROBBERY_P: Final = 0.02
"""Probability that nobody is robbed although somebody could be."""


def add_unreported_actions(
    particles: particle_set.ParticleSet, state: State, trades: float, purchases: float
) -> particle_set.ParticleSet:
    """Return the particles with the unreported actions of the active player.

    Args:
        particles: the particles with the recorded events.
        state: the state before the turn ends.
        trades: the expected number of unreported trades in such a turn.
        purchases: the share of purchases that is not reported.
    """
    seat = state.active
    particles = _add_unreported_trades(particles, state, seat, trades)
    if state.deck:
        particles = _add_unreported_purchases(particles, seat, purchases * _PURCHASE_P)
    return particles.merge_duplicates()


def _add_unreported_trades(
    particles: particle_set.ParticleSet, state: State, seat: int, expected_trades: float
) -> particle_set.ParticleSet:
    rates = () if state.land is None else state.land.rates(state.players[seat].buildings)
    heaviest = _heaviest_rows(particles, _MAX_TRADING_PARTICLES)
    rest = np.ones(len(particles.weights))
    rest[heaviest] = 0
    trading = particles.reweight(1 - rest)
    if trading is None:
        return particles
    sources = np.array([_BANK_SHARE, 1 - _BANK_SHARE, 0, 0]) * (expected_trades * _TRACELESS_SHARE)
    trades = possible_trades(seat, particles.seats, rates)
    rows, likelihoods, which = trade_branches(trading, seat, trades, sources)
    unchanged_p = 1 - np.bincount(rows, likelihoods, len(trading.weights))
    every = np.arange(len(trading.weights))
    share = float(particles.weights[heaviest].sum())
    changed = trading.branch(
        np.concatenate([every, rows]),
        np.concatenate([unchanged_p, likelihoods]),
        trades.changes,
        np.concatenate([np.full(len(every), -1), which]),
    )
    others = particles.reweight(rest)
    return changed if others is None else particle_set.mixture([(changed, share), (others, 1 - share)])


def _heaviest_rows(particles: particle_set.ParticleSet, count: int) -> particle_set.Rows:
    """Return the rows of the heaviest particles, the heaviest first; equal weights keep their order."""
    weights = particles.weights
    if len(weights) <= count:
        return np.argsort(-weights, kind="stable")
    least = np.partition(weights, len(weights) - count)[len(weights) - count]
    heavy: particle_set.Rows = (weights >= least).nonzero()[0]
    return heavy[np.argsort(-weights[heavy], kind="stable")[:count]]


@lru_cache
def _purchase_change(seats: int, seat: int) -> particle_set.CardChanges:
    """Return the change by which a seat buys a development card without a report."""
    change = np.zeros((1, seats, particle_set.COLUMNS), np.int8)
    change[0, seat, :5] -= np.array(DEVELOPMENT_COST[:5], np.int8)
    change[0, seat, particle_set.SECRET_COLUMN] += 1
    return particle_set.CardChanges(change)


def _add_unreported_purchases(
    particles: particle_set.ParticleSet, seat: int, purchase_p: float
) -> particle_set.ParticleSet:
    affordable = particles.holds_mask(seat, DEVELOPMENT_COST)
    if not affordable.any():
        return particles
    rows = affordable.nonzero()[0]
    which = np.zeros(len(affordable) + len(rows), np.intp)
    which[: len(affordable)] = -1
    return particles.branch(
        np.concatenate([np.arange(len(affordable)), rows]),
        np.concatenate([1 - affordable * purchase_p, np.full(len(rows), purchase_p)]),
        _purchase_change(particles.seats, seat),
        which,
    )


@lru_cache
def _robbery_changes(seats: int, thief: int, victim: int) -> particle_set.CardChanges:
    """Return the changes by which one card of each kind moves from a victim to a thief."""
    change = np.zeros((5, seats, particle_set.COLUMNS), np.int8)
    for kind in range(5):
        change[kind, victim, kind] -= 1
        change[kind, thief, kind] += 1
    return particle_set.CardChanges(change)


def steal_unseen_card(
    particles: particle_set.ParticleSet, thief: int, victim: int
) -> particle_set.ParticleSet:
    """Draw an unseen card from a hand; an empty hand gives none."""
    hand = np.ascontiguousarray(particles.hand(victim)).ravel()
    size = particles.hand_sizes(victim)
    held = (hand != 0).nonzero()[0]
    rows, kinds = np.divmod(held, 5)
    nothing = (size == 0).nonzero()[0]
    return particles.branch(
        np.concatenate([rows, nothing]),
        np.concatenate([hand.take(held) / size.take(rows), np.ones(len(nothing))]),
        _robbery_changes(particles.seats, thief, victim),
        np.concatenate([kinds, np.full(len(nothing), -1)]),
    ).merge_duplicates()


def add_unreported_robbery(particles: particle_set.ParticleSet, state: State) -> particle_set.ParticleSet:
    """Return the particles after a robbery with an unreported victim: a larger hand is a likelier victim."""
    thief = state.active
    victims = state.robbable_seats(thief)
    if not victims:
        return particles
    sizes = np.array([particles.hand_sizes(victim) for victim in victims], float)
    total = sizes.sum(0)
    p_nobody = np.where(total > 0, _NO_ROBBERY_P, 1.0)
    parts = []
    if (without_robbery := particles.reweight(p_nobody)) is not None:
        parts.append((without_robbery, float((particles.weights * p_nobody).sum())))
    for victim, likelihood in zip(victims, (1 - p_nobody) * sizes / np.maximum(total, 1), strict=True):
        if (robbed := particles.reweight(likelihood)) is not None:
            parts.append(
                (steal_unseen_card(robbed, thief, victim), float((particles.weights * likelihood).sum()))
            )
    return particle_set.mixture(parts).merge_duplicates()


def discard_counts(particles: particle_set.ParticleSet, seat: int, limit: int) -> npt.NDArray[np.int64]:
    """Return how many cards a seven costs a seat in each particle: (particles,)."""
    size = particles.hand_sizes(seat)
    return np.where(size > limit, size // 2, 0)


# The initial particles of a game that is joined in progress, from the hands that its players report.


LIKELY_HAND_SIZES: Final = range(8)
"""Possible hand sizes of a player who does not report one, equally likely; more than seven cards are rare."""


def is_start_of_play(before: State, event: Event, after: State) -> bool:
    """Return whether play begins with this event in a game that is joined in progress."""
    joining = isinstance(event, TakeUp) or before.taking_up is not None
    return joining and after.turn > before.turn


def seats_without_hand_size(state: State, event: TakeUp) -> frozenset[int]:
    """Return the seats that do not report the size of their hand."""
    reported = {state.seat(side.colour) for side in event.sides if side.hand is not None}
    return frozenset(range(len(state.players))) - reported


def initial_particles(before: State, event: Event, after: State) -> tuple[particle_set.ParticleSet, bool]:
    """Return the particles with which play begins, and whether unlikely ones were left out."""
    entry = event if isinstance(event, TakeUp) else before.taking_up
    assert entry is not None
    particles = particle_set.ParticleSet.from_empty_hands(len(after.players))
    particles, truncated = (
        particles.apply_change({seat: player.hand[:5] for seat, player in enumerate(after.players)}),
        False,
    )
    unknown_sizes = seats_without_hand_size(after, entry)
    for seat, player in enumerate(after.players):
        sizes = LIKELY_HAND_SIZES if seat in unknown_sizes else (player.hand[UNIDENTIFIED_KIND],)
        several = [_add_unnamed_cards(particles, seat, size) for size in sizes]
        particles = particle_set.mixture([(dealt, 1.0) for dealt, _ in several]).merge_duplicates()
        resampled = particles.resample()
        truncated |= resampled is not particles or any(was_truncated for _, was_truncated in several)
        particles = resampled
    return particles, truncated


def _add_unnamed_cards(
    particles: particle_set.ParticleSet, seat: int, count: int
) -> tuple[particle_set.ParticleSet, bool]:
    """Add unnamed cards, a few at a time; also return whether unlikely particles were left out."""
    truncated = False
    while count > 0:
        particles = gain_unnamed_cards(particles, seat, min(count, MAX_UNNAMED_CARDS)).merge_duplicates()
        resampled = particles.resample()
        truncated |= resampled is not particles
        particles, count = resampled, count - MAX_UNNAMED_CARDS
    return particles, truncated
