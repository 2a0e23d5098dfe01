"""A match of Spot it! at a simulated table: its games, photos of the final islands, and the players."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.effects import ISLAND_CARDS, apply, exchanges, team_card_count
from companion.games.spot_it.events import GameScored, MatchStarted, RoundScored
from companion.games.spot_it.island_counts import HARBOR_PLACES, ISLAND_PLACES, Place, count_cards, neighbours
from companion.games.spot_it.state import COLOURS, Colour, MatchState
from companion.sim.deck.island_photo import photograph_island
from companion.sim.people import SimulatedPlayers
from vision.cards.island import IslandCard

ISLAND_KIND: Final = "island"
HARBORS_GAME: Final = 2
ROAD_GAME: Final = 3
_OWN_PLACE_WEIGHT: Final = 4.0
"""How much more often a player builds on at its own cards in game 3 than anywhere else."""

IslandReader = Callable[
    [NDArray[np.uint8], int, Sequence[Colour]], tuple[Sequence[IslandCard], Sequence[Place]]
]
"""Reads a photo, given the game and the teams.

It returns the cards of `ISLAND_PLACES`, in that order, and the harbors' places; no cards, if there is no
island.
"""
Photographer = Callable[..., NDArray[np.uint8]]
"""`photograph_island`, or its stand-in."""


@dataclass(frozen=True)
class FinishedIsland:
    """The end of game 1, 2 or 3.

    Attributes:
        event: what the game really scored.
        piles: kinds of the cards at each of `ISLAND_PLACES`, the visible card last.
    """

    event: GameScored
    piles: tuple[tuple[str, ...], ...]


class SimulatedSpotItMatch:
    """The true match.

    Args:
        started: the teams and options.
        rng: decides who finds symbols where.
    """

    def __init__(self, started: MatchStarted, rng: random.Random) -> None:
        self.state: MatchState = apply(MatchState(), started)
        self._rng = rng

    def play(self) -> Iterator[FinishedIsland | GameScored | RoundScored]:
        """Yield the end of each game or round until the match is over; `state` is that after it."""
        while self.state.phase != "over":
            end = self._play_game()
            self.state = apply(self.state, end.event if isinstance(end, FinishedIsland) else end)
            yield end

    @property
    def _teams(self) -> tuple[Colour, ...]:
        return tuple(team.colour for team in self.state.teams)

    def _play_game(self) -> FinishedIsland | GameScored | RoundScored:
        match self.state.game:
            case 4:
                return self._play_barbarians()
            case 5:
                return self._play_round()
            case game:
                return self._play_island(game)

    def _play_island(self, game: int) -> FinishedIsland:
        """Cover cards, one team after the other at random, until a team is out of cards."""
        hands = self._deal(game)
        piles: dict[Place, list[str]] = {place: [ISLAND_KIND] for place in ISLAND_PLACES}
        while all(hands.values()):
            team = self._rng.choice(self._teams)
            card = hands[team].pop()
            piles[self._choose_place(game, piles, team)].append(card)
        owners = {place: team for place, pile in piles.items() for team in COLOURS if pile[-1] == team}
        counts = {team: count_cards(game, owners, team, HARBOR_PLACES) for team in self._teams}
        event = GameScored(
            game=self.state.game,
            first_out=tuple(team for team in COLOURS if team in hands and not hands[team]),
            counts=tuple(sorted(counts.items())),
        )
        return FinishedIsland(event, tuple(tuple(piles[place]) for place in ISLAND_PLACES))

    def _deal(self, game: int) -> dict[Colour, list[Colour]]:
        """Return each team's shuffled cards, after the exchange before game 3."""
        hands: dict[Colour, list[Colour]] = {
            team: [team] * (team_card_count(self.state, team, self.state.game) or 0) for team in self._teams
        }
        if game == ROAD_GAME:
            for one, other, count in exchanges(self.state):
                for giver, taker in ((one, other), (other, one)):
                    for _ in range(count):
                        hands[giver].remove(giver)
                        hands[taker].append(giver)
        for hand in hands.values():
            self._rng.shuffle(hand)
        return hands

    def _choose_place(self, game: int, piles: Mapping[Place, Sequence[str]], team: Colour) -> Place:
        own = [place for place in ISLAND_PLACES if piles[place][-1] == team]
        beside = {each for place in own for each in (place, *neighbours(place)) if each in piles}
        if game == HARBORS_GAME:
            return self._rng.choice(sorted(beside)) if beside else (0, 0)
        weights = [
            _OWN_PLACE_WEIGHT if game == ROAD_GAME and place in beside else 1.0 for place in ISLAND_PLACES
        ]
        return self._rng.choices(ISLAND_PLACES, weights)[0]

    def _play_barbarians(self) -> GameScored:
        taken = [self._rng.choice(self._teams) for _ in range(ISLAND_CARDS)]
        counts = tuple(sorted((team, taken.count(team)) for team in self._teams))
        return GameScored(game=self.state.game, first_out=(), counts=counts)

    def _play_round(self) -> RoundScored:
        """Let each team but one lose its card to a team that is still in the round."""
        left, captured = list(self._teams), dict.fromkeys(self._teams, 0)
        while len(left) > 1:
            taker = self._rng.choice(left)
            left.remove(self._rng.choice([team for team in left if team != taker]))
            captured[taker] += 1
        return RoundScored(tuple(sorted(captured.items())))


class SimulatedSpotItPlayers(SimulatedPlayers):
    """A source that plays a match at a table: photos of final islands are counted, the rest is entered.

    People tap each place that the count isn't certain of until it is right, and trust the others.

    Attributes:
        photos: number of photos that were counted.
        taps: number of places that were tapped.
    """

    def __init__(
        self,
        match: SimulatedSpotItMatch,
        *,
        read: IslandReader,
        rng: np.random.Generator,
        snapshot: Callable[[], Mapping[str, Any]],
        pause_s: float,
        photograph: Photographer = photograph_island,
    ) -> None:
        """Create the players.

        Args:
            match: the true match.
            read: reads a photo of an island.
            rng: varies the photos.
            snapshot: returns what the page displays.
            pause_s: real seconds before each entry.
            photograph: draws the photo of a final island.
        """
        super().__init__(snapshot, pause_s)
        self._match, self._read, self._rng, self._photograph = match, read, rng, photograph
        self._photo: NDArray[np.uint8] | None = None
        self.photos = self.taps = 0

    @property
    def photo(self) -> NDArray[np.uint8] | None:
        """The photo that is being counted; None: there is none at the moment."""
        return self._photo

    def _play(self) -> None:
        try:
            for end in self._match.play():
                self._pause()
                data = self._describe(end)
                self._pause()
                self._photo = None
                if self._is_interrupted:
                    return
                self._enter(data)
                if not self._wait_until(self._is_recorded):
                    self.gave_up = not self._is_interrupted
                    return
        finally:
            self._photo = None

    def _describe(self, end: FinishedIsland | GameScored | RoundScored) -> dict[str, Any]:
        """Return the input that people enter."""
        if isinstance(end, RoundScored):
            return {"kind": RoundScored.kind, "captured": dict(end.captured)}
        if isinstance(end, GameScored):
            return {"kind": GameScored.kind, "game": end.game, "first_out": [], "counts": dict(end.counts)}
        scored = end.event
        return {
            "kind": GameScored.kind,
            "game": scored.game,
            "first_out": list(scored.first_out),
            "counts": self._count_photo(end),
        }

    def _count_photo(self, end: FinishedIsland) -> dict[Colour, int]:
        """Photograph the island, have it read, and correct the uncertain places."""
        game = end.event.game
        teams = [team for team, _ in end.event.counts]
        self._photo = self._photograph(end.piles, self._rng, harbors=game == HARBORS_GAME)
        self.photos += 1
        cards, harbors = self._read(self._photo, game, teams)
        if not cards:
            # Nothing was found: they count by hand.
            self.taps += len(ISLAND_PLACES)
            return dict(end.event.counts)
        shown = [pile[-1] for pile in end.piles]
        true_kinds = _align_kinds([card.kind for card in cards], shown)
        kinds = [card.kind if card.is_sure else true for card, true in zip(cards, true_kinds, strict=True)]
        self.taps += sum(not card.is_sure for card in cards)
        owners: dict[Place, Colour] = {
            card.place: team
            for card, kind in zip(cards, kinds, strict=True)
            for team in teams
            if team == kind
        }
        return {team: count_cards(game, owners, team, harbors) for team in teams}

    def _is_recorded(self) -> bool:
        counted: int = self._snapshot()["game"]["view"]["counted"]
        return counted >= self._match.state.count


def _align_kinds(read: Sequence[str], true: Sequence[str]) -> tuple[str, ...]:
    """Return the true kind of each place that was read: a photo shows the island turned, perhaps mirrored.

    People see which card is which: theirs is the orientation with the fewest differences.

    Args:
        read: the kinds in a photo, in the order of `ISLAND_PLACES`.
        true: the kinds on the table.
    """
    by_place = dict(zip(ISLAND_PLACES, true, strict=True))

    def turn_island(turns: int, *, mirrored: bool) -> tuple[str, ...]:
        kinds = []
        for column, row in ISLAND_PLACES:
            place = (row, column) if mirrored else (column, row)
            for _ in range(turns):
                place = (-place[1], place[0] + place[1])
            kinds.append(by_place[place])
        return tuple(kinds)

    return max(
        (turn_island(turns, mirrored=mirrored) for turns in range(6) for mirrored in (False, True)),
        key=lambda kinds: sum(one == other for one, other in zip(kinds, read, strict=True)),
    )


def final_differences(truth: MatchState, view: Mapping[str, Any]) -> list[str]:
    """Return the names of teams whose recorded points aren't the true ones, and `winners` if those differ."""
    wrong = [
        team.name
        for team, seen in zip(truth.teams, view["players"], strict=True)
        if seen["points"] != team.points
    ]
    return wrong + (["winners"] if set(view["winners"]) != set(truth.winners) else [])
