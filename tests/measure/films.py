"""Draws, replays and judges short films of simulated games.

    python tests/measure/films.py [--films N] [--seed N] [--turns N] [--keep DIR] [--json FILE]
                    [--entered SHARE] [--dice table|tower|entered] [--upsets SHARE] [--players N]
                    [--clumsy SHARE] [--offset SIDES] [--cloth CLOTH] [--metered] [--each]
                    [--of FILM... [--worse [WAY...]] [--happened DIR]]

With `--of`, films that are there already are attended instead, as they are or made worse on purpose, as other
cameras and tables would have had them (`tests/measure/worsening.py`; all ways unless some are named); what
happened in one stands in its folder, or in DIR as NAME-happened.jsonl.

Prints what ../shared/tools/judge_replay.py says of each film and of all together, without anyone; and beside
it how often an attentive person touches the page for a hundred turns, and what comes of that. What `--keep`
has a folder of is neither drawn nor replayed again: so a long run goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
# As a script, this file's own folder is what modules are looked for in.
sys.path.insert(0, str(ROOT))

from companion.sim.picture import TABLES  # noqa: E402 (after the path is set)
from tests.measure.attending import KINDS  # noqa: E402 (after the path is set)
from tests.measure.filming import Plot, film, plot  # noqa: E402 (the same)
from tests.measure.replaying import HAPPENED_FILE, replay_film  # noqa: E402 (the same)
from tests.measure.worsening import AS_IT_IS, FILM_WAYS, worsen  # noqa: E402 (the same)

JUDGE: Final = ROOT.parent / "shared" / "tools" / "judge_replay.py"
DRAWN_FILM: Final = "drawn"
"""Stands beside a film that was drawn to its end."""
SHARES: Final = (
    "points_right", "pieces_right", "special_cards_right", "dice_right", "player_right", "hands_right",
    "hands_certain", "hands_wrong_certain",
)  # fmt: skip
Judge = Callable[[Sequence[dict[str, Any]], Sequence[dict[str, Any]], int], dict[str, Any]]


def main() -> None:
    """Draw the requested films, and judge their replays."""
    args = _arguments()
    judge = _judge()
    if args.of:
        _others(args)
        return
    names = ("entered", "dice", "upsets", "players", "clumsy", "offset", "metered")
    fixed = {name: value for name in names if (value := getattr(args, name)) is not None}
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="companion-films-") as scratch:
        for seed in range(args.seed, args.seed + args.films):
            made = plot(seed, turns=args.turns or None, **fixed)
            if args.cloth is not None:
                made = replace(made, looks=replace(made.looks, cloth=args.cloth))
            folder = (args.keep or Path(scratch)) / f"film-{seed}"
            rows.append(_row(made, folder, judge))
            print(_line(rows[-1]), flush=True)
            for t, kind, data, refused in rows[-1]["each"] if args.each else ():
                print(f"        {t:7.2f}  {kind}  {json.dumps(data)}{refused and f'  refused: {refused}'}")
    print(_line(_mean_of_films(rows)))
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measures how well short films of simulated games are recorded."
    )
    parser.add_argument("--films", type=int, default=6, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first (%(default)s)")
    parser.add_argument("--turns", type=int, default=8, help="0: whole games (%(default)s)")
    parser.add_argument("--entered", type=float, help="share of the unseen things; else by chance")
    parser.add_argument("--dice", choices=("table", "tower", "entered"), help="else by chance")
    parser.add_argument("--upsets", type=float, help="how often something happens to the table")
    parser.add_argument("--players", type=int, choices=(3, 4), help="else by chance")
    parser.add_argument("--clumsy", type=float, help="how often hands hesitate and nudge")
    parser.add_argument("--offset", type=float, help="spread of pieces beside their sites; else 0.045")
    parser.add_argument("--cloth", choices=TABLES, help="what the board lies on; else by chance")
    parser.add_argument("--metered", action="store_true", help="the camera exposes by all that it sees")
    parser.add_argument(
        "--each", action="store_true", help="list each touch: when, about what, what is entered"
    )
    parser.add_argument("--of", type=Path, nargs="+", metavar="FILM", help="films that are there already")
    parser.add_argument("--worse", nargs="*", metavar="WAY", choices=FILM_WAYS, help="make these worse, so")
    parser.add_argument("--happened", type=Path, metavar="DIR", help="where stands what happened in them")
    parser.add_argument("--keep", type=Path, help="keep the films in this folder")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    return parser.parse_args()


def _judge() -> Judge:
    spec = importlib.util.spec_from_file_location("judge_replay", JUDGE)
    if spec is None or spec.loader is None or not JUDGE.exists():
        raise SystemExit(f"There is no {JUDGE}.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    judge: Judge = module.judge
    return judge


def _row(plot: Plot, folder: Path, judge: Judge) -> dict[str, Any]:
    """Draw one film, replay it, and judge what came of it."""
    figures = folder / "figures.json"
    if figures.exists():
        kept: dict[str, Any] = json.loads(figures.read_text())
        return kept
    if not (folder / DRAWN_FILM).exists():
        shutil.rmtree(folder, ignore_errors=True)
        film(folder, plot)
        (folder / DRAWN_FILM).touch()
    began = time.monotonic()
    alone = replay_film(folder, attended=False)
    seconds = round(time.monotonic() - began, 1)
    attended = replay_film(folder, attended=True, tells_all=plot.entered >= 1)
    truth = _rows((folder / "truth.jsonl").read_text())
    notes = folder / "film.json"
    hidden = json.loads(notes.read_text())["hidden_victory_points_of_winner"] if notes.exists() else 0
    looks = plot.looks
    about = (
        f"{plot.seed:3d} {plot.players}p, entered {plot.entered:g}, dice {plot.dice}, {looks.piece_set}, "
        f"{looks.printing}, {looks.cloth}{', metered' * plot.metered}, offset {plot.offset:g}, "
        f"tilt {plot.tilt:.0f}"
    )
    mended = judge(attended.rows, truth, hidden)
    row = {
        "film": about,
        "replay_s": seconds,
        **judge(alone.rows, truth, hidden),
        "touches": Counter(touch.kind for touch in attended.touches),
        "each": [[touch.t, touch.kind, touch.data, touch.refused] for touch in attended.touches],
        "refused": [touch.refused for touch in attended.touches if touch.refused],
        "attended": {
            "final_right": mended["final_right"],
            "hands_right": mended["hands_right"],
            "last_hands": attended.hands,
            "last_hands_right": attended.hands_right,
        },
    }
    figures.write_text(json.dumps(row))
    return row


def _others(args: argparse.Namespace) -> None:
    """Films that are there already, each in each way: how often an attentive person touches the page."""
    ways = [AS_IT_IS] if args.worse is None else args.worse or list(FILM_WAYS)
    counted: Counter[str] = Counter()
    print(f"{'film':16} {'way':20} turns touches  " + "  ".join(KINDS))
    with tempfile.TemporaryDirectory(prefix="companion-films-") as scratch:
        for film, way in ((film, way) for film in args.of for way in ways):
            folder = (args.keep or Path(scratch)) / f"{film.name}-{way.replace(' ', '-')}"
            row = _replay_otherwise(film, folder, way, args.happened)
            counted += Counter(turns=row["turns"], **row["touches"])
            print(_counts(film.name, way, row["turns"], row["touches"]), flush=True)
            for t, kind, data, refused in row["each"] if args.each else ():
                print(f"        {t:7.2f}  {kind}  {json.dumps(data)}{refused and f'  refused: {refused}'}")
            if not args.keep:
                shutil.rmtree(folder)
    print(_counts("all", "", counted.pop("turns"), counted))


def _counts(film: str, way: str, turns: int, touches: Mapping[str, int]) -> str:
    kinds = "  ".join(f"{touches.get(kind, 0):{len(kind)}d}" for kind in KINDS)
    return f"{film:16} {way:20} {turns:5d} {sum(touches.get(kind, 0) for kind in KINDS):7d}  {kinds}"


def _replay_otherwise(film: Path, folder: Path, way: str, happened: Path | None) -> dict[str, Any]:
    """Replay one film in one degradation; existing results are reused."""
    figures = folder / "figures.json"
    if figures.exists():
        kept: dict[str, Any] = json.loads(figures.read_text())
        return kept
    if not (folder / DRAWN_FILM).exists():
        worsen(film, folder, way, None if happened is None else happened / f"{film.name}-{HAPPENED_FILE}")
        (folder / DRAWN_FILM).touch()
    attended = replay_film(folder, attended=True)
    row = {
        "turns": len(_rows((folder / "truth.jsonl").read_text())),
        "touches": Counter(touch.kind for touch in attended.touches),
        "each": [[touch.t, touch.kind, touch.data, touch.refused] for touch in attended.touches],
        "hands": attended.hands,
        "hands_right": attended.hands_right,
    }
    figures.write_text(json.dumps(row))
    return row


def _rows(text: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return [row for row in rows if "points" in row and "hands" in row]


def _mean_of_films(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """All films as one: shares of all turns."""
    turns = sum(row["turns"] for row in rows)
    means = {name: round(sum(row[name] * row["turns"] for row in rows) / turns, 4) for name in SHARES}
    final = f"{sum(row['final_right'] for row in rows)}/{len(rows)}"
    seconds = round(sum(row["replay_s"] for row in rows), 1)
    touches = sum((Counter(row["touches"]) for row in rows), Counter())
    return {
        "film": "all", "turns": turns, **means, "final_right": final, "replay_s": seconds, "touches": touches,
        "attended": {
            "final_right": f"{sum(row['attended']['final_right'] for row in rows)}/{len(rows)}",
            "last_hands": sum(row["attended"]["last_hands"] for row in rows),
            "last_hands_right": sum(row["attended"]["last_hands_right"] for row in rows),
        },
    }  # fmt: skip


def _line(row: dict[str, Any]) -> str:
    shares = "  ".join(f"{name.removesuffix('_right')} {row[name]:.3f}" for name in SHARES)
    wrong = row.get("first_turns_with_wrong_points")
    tail = f"  wrong from turn {wrong[0]}" if wrong else ""
    touches = {kind: 100 * row["touches"].get(kind, 0) / row["turns"] for kind in KINDS}
    counted = ", ".join(f"{kind} {count:.0f}" for kind, count in touches.items())
    attended = row["attended"]
    hands = f"{attended['last_hands_right']} of {attended['last_hands']}"
    return (
        f"{row['film']}\n    {row['turns']} turns  {shares}  final {row['final_right']}{tail}\n"
        f"    attended: {sum(touches.values()):.0f} touches for 100 turns ({counted}), "
        f"final {attended['final_right']}, hands right in the end {hands}"
    )


if __name__ == "__main__":
    main()
