"""Simulated matches of Spot it!: their truth, and the players who have final islands counted in photos."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli.serve.demo import TEAMS
from companion.games.spot_it.events import GameScored, MatchStarted
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.island_counts import HARBOR_PLACES, ISLAND_PLACES, Place
from companion.games.spot_it.legality import violations
from companion.games.spot_it.state import Colour
from companion.journal import Journal
from companion.sim.spot_it_match import (
    FinishedIsland,
    SimulatedSpotItMatch,
    SimulatedSpotItPlayers,
    final_differences,
)
from companion.table.table import Table
from tests.patience import PATIENCE_S
from tests.table_setup import Seconds
from tests.table_views import view
from vision.cards.finder import CardOutline
from vision.cards.island import IslandCard

PLAYER_COUNTS = (2, 3, 4, 5)
BLANK = np.zeros((2, 2, 3), np.uint8)


def describe_game(players: int) -> dict[str, Any]:
    teams = TEAMS[players]
    options = {"mode": "adventure", "alone": teams[-1][1] if players == 5 else None}
    seats = [{"name": name, "colour": colour} for name, colour in teams]
    return {"game": "spot_it", "players": seats, "options": options}


def start_match(players: int, seed: int) -> SimulatedSpotItMatch:
    (started,) = SpotItGame().opening(describe_game(players))
    assert isinstance(started, MatchStarted)
    return SimulatedSpotItMatch(started, random.Random(seed))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_an_adventure_follows_the_rules_to_its_end(players: int, seed: int) -> None:
    match = start_match(players, seed)
    before, games = match.state, []
    for end in match.play():
        event = end.event if isinstance(end, FinishedIsland) else end
        assert violations(before, event) == []
        games.append(event.game if isinstance(event, GameScored) else 5)
        before = match.state
    assert games[:4] == [1, 2, 3, 4][: len(games)]
    assert before.winners


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_piles_hold_the_cards_that_the_teams_played(players: int) -> None:
    islands = [end for end in start_match(players, 1).play() if isinstance(end, FinishedIsland)]
    for number, island in enumerate(islands[:3], 1):
        cards = [card for pile in island.piles for card in pile]
        assert cards.count("island") == len(ISLAND_PLACES)
        if number != 3:
            for team in island.event.first_out:
                assert cards.count(team) == (8 if (players, team) == (5, TEAMS[5][-1][1]) else 16)


class TruthfulReader:
    """Reads an island as it is, turned by a sixth; some places are uncertain and wrong."""

    def __init__(self) -> None:
        self.piles: Sequence[Sequence[str]] = ()

    def photograph(self, piles: Sequence[Sequence[str]], _: Any, *, harbors: bool) -> NDArray[np.uint8]:
        assert isinstance(harbors, bool)
        self.piles = piles
        return BLANK

    def read(
        self, _: NDArray[np.uint8], game: int, teams: Sequence[Colour]
    ) -> tuple[Sequence[IslandCard], Sequence[Place]]:
        shown = {place: pile[-1] for place, pile in zip(ISLAND_PLACES, self.piles, strict=True)}
        cards = []
        for number, place in enumerate(ISLAND_PLACES):
            kind = shown[-place[1], place[0] + place[1]]
            unsure = number in (2, 9)
            read = next(each for each in ("island", *teams) if each != kind) if unsure else kind
            outline = CardOutline((0.0, 0.0), np.eye(2))
            cards.append(IslandCard(place, outline, read, 0.5, 0.45 if unsure else 0.0))
        # Six harbors lie alike in each of the six orientations.
        return cards, HARBOR_PLACES if game == 2 else ()


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_players_correct_uncertain_places_and_record_the_true_points(
    tmp_path: Path, players: int
) -> None:
    match, reader = start_match(players, 3), TruthfulReader()
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game(describe_game(players))
        people = SimulatedSpotItPlayers(
            match,
            read=reader.read,
            rng=np.random.default_rng(1),
            snapshot=table.snapshot,
            pause_s=0.0,
            photograph=reader.photograph,
        )
        stop = threading.Event()
        thread = threading.Thread(
            target=people.run, args=(lambda entered: table.submit(dict(entered.data)), Seconds(), stop)
        )
        thread.start()
        assert people.finished.wait(PATIENCE_S)
        stop.set()
        thread.join()
        recorded = view(table)
        table.stop()
    assert final_differences(match.state, recorded) == []
    assert people.photos == 3
    assert people.taps == 6


def test_a_difference_of_points_names_the_team() -> None:
    match = start_match(2, 1)
    for _ in match.play():
        pass
    players = [{"points": team.points} for team in match.state.teams]
    players[1]["points"] += 1
    seen = {"players": players, "winners": list(match.state.winners)}
    assert final_differences(match.state, seen) == ["Ben"]
