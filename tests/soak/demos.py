"""Plays the demo in every combination of its options and resumes after a stop.

    python tests/soak/demos.py [--games N] [--points 10] [--only dice=both,players=3] [--jobs N] [--again]
                               [--to FILE]
    python tests/soak/demos.py --game dice [--games N] ...

With `--game dice`, the games are matches of the dice game for three and four players; their turns and the
entries that players had to make besides builds are counted, too.

Each game is a demo of its own with a seed of its own, and fails where its account differs from what happened,
where its people give up or where it doesn't end. What each came to is written to a file, a line a game; those
that stand there are not played again. Exits with 1 where one failed. The last lines name those that did.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, Final

PROJECT_FOLDER: Final = Path(__file__).resolve().parents[2]
RESULTS: Final = PROJECT_FOLDER / "build" / "demos.jsonl"
OPTIONS: Final[Mapping[str, Sequence[Any]]] = {
    "dice": ("tower", "table", "both", "godice", "pixels"),
    "players": (3, 4),
    "entered": (1.0, 0.5, 0.0),
    "upsets": (0.1, 0.0, 0.3),
    "speed": (0.0, 8.0),
}
"""The values of each option; the first is the usual one."""
DICE_OPTIONS: Final[Mapping[str, Sequence[Any]]] = {"game": ("dice",), "players": (3, 4), "speed": (0.0,)}
"""The same of the dice game."""
AGREES: Final = ("recorded game matches what happened", "recorded sheets match the true ones")
_TURNS: Final = re.compile(r"wins in turn (\d+)")
_TOUCHES: Final = re.compile(r"entered or corrected dice (\d+) time")
LONGEST_S: Final = 3 * 3600.0
"""A game that takes longer doesn't end."""
MAX_OUTPUT_CHARS: Final = 600
"""Maximum length of the stored end of a failed game's output."""

Options = Mapping[str, Any]


def combinations(options: Mapping[str, Sequence[Any]] = OPTIONS) -> tuple[Options, ...]:
    """Every combination of the options."""
    return tuple(dict(zip(options, values, strict=True)) for values in product(*options.values()))


def dice_games(rounds: int) -> Iterator[Options]:
    """Return the list of matches of the dice game, each with its own seed."""
    every = combinations(DICE_OPTIONS)
    for n in range(rounds):
        for k, options in enumerate(every):
            yield {**options, "seed": 1000 + n * len(every) + k}


def games(rounds: int, points: int) -> Iterator[Options]:
    """Return the list: every combination once per round, each game with its own seed."""
    every = combinations()
    for n in range(rounds):
        for k, options in enumerate(every):
            yield {**options, "points": points, "seed": 1000 + n * len(every) + k}


def arguments(game: Options) -> list[str]:
    """A game as the demo's command line has it."""
    return [part for name, value in game.items() for part in (f"--{name}", _word(value))]


def play_demo(game: Options) -> dict[str, Any]:
    """Play a game; returns whether it was correct, its duration, and its output if it wasn't."""
    command = [sys.executable, "-m", "companion", "demo", "--exit", "--no-browser", "--port", "0"]
    began = time.monotonic()
    try:
        done = subprocess.run(
            [*command, *arguments(game)],
            cwd=PROJECT_FOLDER,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
        output = done.stdout
        right = done.returncode == 0 and any(sentence in output for sentence in AGREES)
    except subprocess.TimeoutExpired:
        output, right = f"it didn't end within {LONGEST_S:.0f} s", False
    result: dict[str, Any] = {"game": dict(game), "right": right, "seconds": round(time.monotonic() - began)}
    for name, pattern in (("turns", _TURNS), ("touches", _TOUCHES)):
        if (found := pattern.search(output)) is not None:
            result[name] = int(found[1])
    return result if right else {**result, "said": output[-MAX_OUTPUT_CHARS:]}


def results(path: Path) -> list[dict[str, Any]]:
    """Load the recorded games; a truncated last line is omitted."""
    found = []
    for line in path.read_text().splitlines() if path.is_file() else ():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def to_play(listed: Sequence[Options], done: Sequence[Mapping[str, Any]], again: bool) -> list[Options]:
    """The games of a list that are still to be played; with `again` those, too, that last failed."""
    last = {_key(result["game"]): result["right"] for result in done}
    return [game for game in listed if _key(game) not in last or (again and not last[_key(game)])]


def _key(game: Options) -> str:
    return json.dumps(game, sort_keys=True)


def _word(value: object) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _parse_only(only: str) -> dict[str, str]:
    """The options that --only sets."""
    return dict(part.split("=", 1) for part in only.split(",") if part)


def main() -> int:
    """Play the remaining games of the list; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1, help="of each combination (%(default)s)")
    parser.add_argument("--game", choices=("base", "dice"), default="base", help="(%(default)s)")
    parser.add_argument("--points", type=int, default=10, help="that win (%(default)s)")
    parser.add_argument("--only", default="", help="these combinations: dice=both,players=3")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (%(default)s)")
    parser.add_argument("--again", action="store_true", help="play those that failed once more")
    parser.add_argument("--to", type=Path, default=RESULTS, help="the file of results (%(default)s)")
    args = parser.parse_args()
    chosen = _parse_only(args.only)
    options = OPTIONS if args.game == "base" else DICE_OPTIONS
    if unknown := set(chosen) - set(options):
        parser.error(f"no such option: {min(unknown)}; there are: {', '.join(options)}")
    listed = [
        game
        for game in (games(args.games, args.points) if args.game == "base" else dice_games(args.games))
        if all(_word(game[name]) == value for name, value in chosen.items())
    ]
    left = to_play(listed, results(args.to), args.again)
    print(f"{len(listed)} games, {len(listed) - len(left)} of them played already", flush=True)
    args.to.parent.mkdir(parents=True, exist_ok=True)
    with args.to.open("a") as file, ThreadPoolExecutor(args.jobs) as pool:
        for result in pool.map(play_demo, left):
            file.write(json.dumps(result) + "\n")
            file.flush()
            word = "right" if result["right"] else "WRONG"
            print(f"{word} after {result['seconds']} s: {' '.join(arguments(result['game']))}", flush=True)
    keys = {_key(game) for game in listed}
    last = {_key(result["game"]): result for result in results(args.to)}
    failed = [last[key] for key in keys & set(last) if not last[key]["right"]]
    for result in failed:
        print(f"\nWRONG: companion demo {' '.join(arguments(result['game']))}\n{result['said']}")
    print(f"{len(listed)} games, {len(failed)} wrong")
    played = [last[key] for key in keys & set(last)]
    if turns := sum(result.get("turns", 0) for result in played if "touches" in result):
        touches = sum(result.get("touches", 0) for result in played)
        print(f"{touches} entries besides builds in {turns} turns: {10 * touches / turns:.2f} in ten")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
