"""`companion demo --game spotit`: an adventure of Spot it! whose final islands are counted in photos."""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.cli.common.terminal_output import print_message
from companion.cli.parts.device_access import open_table
from companion.cli.serve.serve import serve, wait_for_match
from companion.i18n import plural_sentence, sentence

if TYPE_CHECKING:
    from companion.games.spot_it.state import Colour, MatchState
    from companion.sim.spot_it_match import SimulatedSpotItPlayers

PAUSE_S: Final = 2.5
"""Seconds before each photo and each entry, at speed 1."""
PHOTO_SHARE: Final = 0.5
"""Size of the photo on the page, as a share of its own."""
TEAMS: Final[dict[int, tuple[tuple[str, Colour], ...]]] = {
    2: (("Ana", "blue"), ("Ben", "orange")),
    3: (("Ana", "blue"), ("Ben", "orange"), ("Cyr", "red")),
    4: (("Ana & Ben", "blue"), ("Cyr & Dora", "orange")),
    5: (("Ana & Ben", "blue"), ("Cyr & Dora", "orange"), ("Eve", "red")),
}
"""The teams by the number of players; of five, the last plays alone."""
FIVE_PLAYERS: Final = 5


def run_spot_it_demo(args: argparse.Namespace, open_page: Callable[[str], None]) -> int:
    """Play an adventure; return 0 if the recorded points are the true ones, or if the demo was stopped.

    Args:
        args: the options of `companion demo`.
        open_page: opens a browser at an address.
    """
    import numpy as np

    from companion.games.spot_it.game import SpotItGame
    from companion.journal import Journal
    from companion.perception.card_island import count_island, printed_palette
    from companion.sim.spot_it_match import SimulatedSpotItMatch, SimulatedSpotItPlayers
    from vision.cards.island import IslandCard
    from web.demo import RunningDemo

    seed = random.randrange(10**6) if args.seed is None else args.seed
    print_message(sentence("A game of {players} players, seed {seed}.", players=args.players, seed=seed))
    teams = [{"name": name, "colour": colour} for name, colour in TEAMS[args.players]]
    alone = TEAMS[args.players][-1][1] if args.players == FIVE_PLAYERS else None
    game: dict[str, Any] = {
        "game": "spot_it",
        "players": teams,
        "options": {"mode": "adventure", "alone": alone},
    }
    (started,) = SpotItGame().opening(game)
    match = SimulatedSpotItMatch(started, random.Random(seed))  # type: ignore[arg-type]  # begins this game
    palette = printed_palette()

    def read(
        picture: np.ndarray[Any, np.dtype[np.uint8]], number: int, seated: Sequence[Colour]
    ) -> tuple[Sequence[IslandCard], Sequence[tuple[int, int]]]:
        count = count_island(picture, palette, number, seated)
        return count.cards, count.harbors

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-")))
        journal = stack.enter_context(Journal.open(args.journal or folder / "journal.db"))
        began = time.monotonic()
        table = open_table(journal, lambda: time.monotonic() - began, args.record)
        table.start_game({**game, "abandon": True})
        players = SimulatedSpotItPlayers(
            match,
            read=read,
            rng=np.random.default_rng(seed),
            snapshot=table.snapshot,
            pause_s=PAUSE_S / args.speed if args.speed else 0.0,
        )
        status: list[int] = []

        def report() -> None:
            status.append(_compare_with_truth(players, match.state, table.snapshot()))

        def wait_for_end(url: str, stop: threading.Event) -> None:
            open_page(url)
            wait_for_match(players, stop, report, exits=args.exit)

        played = RunningDemo(
            lambda: _photo_as_jpeg(players),
            players.finished.is_set,
            players.take_over,
            is_picture_relevant=lambda: players.photo is not None,
        )
        serve(table, [players], args, stack, wait_for_end, played=played)
    return status[0] if status else 0


def _photo_as_jpeg(players: SimulatedSpotItPlayers) -> bytes | None:
    """Return the photo that is being counted; None: there is none at the moment."""
    import cv2

    photo = players.photo
    if photo is None:
        return None
    small = cv2.resize(photo, None, fx=PHOTO_SHARE, fy=PHOTO_SHARE, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small)[1].tobytes()


def _compare_with_truth(
    players: SimulatedSpotItPlayers, truth: MatchState, snapshot: Mapping[str, Any]
) -> int:
    """Print how the recorded match differs from the true one; return the exit status."""
    from companion.sim.spot_it_match import final_differences

    view = snapshot["game"]["view"]
    if players.gave_up:
        print_message(
            sentence(
                "The simulated players gave up in game {game}: it wasn't recorded.", game=view["game_on"]
            )
        )
        return 1
    points = ", ".join(f"{team['name']} {team['points']}" for team in view["players"])
    print_message(sentence("The match is over: {points}.", points=points))
    print_message(
        plural_sentence(
            "Counted in {photos}: the players tapped {count} place.",
            "Counted in {photos}: the players tapped {count} places.",
            players.taps,
            photos=plural_sentence("{count} photo", "{count} photos", players.photos),
        )
    )
    wrong = final_differences(truth, view)
    if wrong:
        print_message(sentence("The recorded game differs in: {wrong}.", wrong=", ".join(wrong)))
        return 1
    print_message(sentence("The recorded points match the true ones."))
    return 0
