"""Measures whole simulated games, by temperament and by the share of unseen events entered.

    python -m tests.measure.games [--games N] [--share 1,0.5,0] [--temperament NAME,...] [--perfect]
                                  [--people careful|careless] [--answers SHARE] [--dice tower|camera]
                                  [--why] [--seed N] [--jobs N] [--json FILE]

Prints a table, a row for each temperament and share; with --why the first divergence of each game that went
wrong.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from tests.measure.explanations import explain_wrong
from tests.measure.human_inputs import (
    BOTH_SOURCES,
    CAMERA_SOURCE,
    CARELESS_HABITS,
    PROMPT_HABITS,
    TOWER_SOURCE,
    EnteringHabits,
)
from tests.measure.judging import Verdict, judge
from tests.measure.playing import MIXED_POLICY, Setting, play
from tests.measure.policies import POLICIES
from tests.measure.sensor_model import MEASURED_RATES, PERFECT_RATES

ALL_POLICIES = (*POLICIES, MIXED_POLICY)
PEOPLE = ("careful", "careless")
SHARES = ("points", "pieces", "cards", "hands", "to_true", "certain")
"""Figures that are shares of all."""


@dataclass(frozen=True)
class Result:
    """The result of one game: its figures, and lines that explain its errors."""

    setting: Setting
    verdict: Verdict
    explanations: tuple[str, ...] = ()


def main() -> None:
    """Play the games asked for."""
    args = _arguments()
    settings = _settings(args)
    results: list[Result] = []
    with get_context("fork").Pool(args.jobs) as pool:
        for result in pool.imap(_play_setting, settings):
            results.append(result)
            if args.why and result.explanations:
                print("\n".join(result.explanations), end="\n\n", flush=True)
    rows = _rows(results)
    _print(rows)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures how well whole simulated games are recorded.")
    parser.add_argument("--games", type=int, default=16, help="for each share (%(default)s)")
    parser.add_argument("--share", default="1,0.5,0", help="of the unseen things entered (%(default)s)")
    parser.add_argument("--temperament", default=",".join(ALL_POLICIES), help="(%(default)s)")
    parser.add_argument("--people", choices=PEOPLE, help="careful where all is entered, else careless")
    parser.add_argument("--answers", type=float, default=0.0, help="share of the questions (%(default)s)")
    parser.add_argument(
        "--dice",
        choices=(TOWER_SOURCE, CAMERA_SOURCE, BOTH_SOURCES),
        default=TOWER_SOURCE,
        help="read by (%(default)s)",
    )
    parser.add_argument(
        "--laid", type=float, default=0.0,
        help="with both: share of the tower's rolls after which dice are laid on the table (%(default)s)",
    )  # fmt: skip
    parser.add_argument("--perfect", action="store_true", help="nothing is misread")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    parser.add_argument("--why", action="store_true", help="say where each game first went wrong")
    return parser.parse_args()


def _settings(args: argparse.Namespace) -> list[Setting]:
    names = args.temperament.split(",")
    return [
        Setting(
            args.seed + n,
            names[n % len(names)],
            _habits(float(share), args.people, args.answers),
            PERFECT_RATES if args.perfect else MEASURED_RATES,
            args.dice,
            3 + n // len(names) % 2,
            args.laid,
        )
        for share in args.share.split(",")
        for n in range(args.games)
    ]


def _habits(share: float, people: str | None, answers: float) -> EnteringHabits:
    careful = people == "careful" or (people is None and share == 1)
    habits = replace(PROMPT_HABITS if careful else CARELESS_HABITS, share=share, answers=answers)
    return habits if share == 1 else replace(habits, promise=False)


def _play_setting(setting: Setting) -> Result:
    played = play(setting)
    verdict = judge(played)
    lines = (*explain_wrong(played, verdict.first_wrong), *explain_wrong(played, verdict.first_wrong_hand))
    # Whole stories are not sent from one process to the other.
    verdict.first_wrong = verdict.first_wrong_hand = None
    return Result(setting, verdict, lines)


def _rows(results: Sequence[Result]) -> list[dict[str, Any]]:
    groups: dict[tuple[float, str], list[Verdict]] = {}
    for result in results:
        share = result.setting.habits.share
        for name in (result.setting.temperament, "all"):
            groups.setdefault((share, name), []).append(result.verdict)
    if crashed := sum(result.verdict.crashed for result in results):
        print(f"{crashed} games crashed: see --why")
    ordered = sorted(groups.items(), key=lambda item: (-item[0][0], item[0][1] == "all"))
    return [{"share": share, "temperament": name, **figures(every)} for (share, name), every in ordered]


def figures(every: Sequence[Verdict]) -> dict[str, Any]:
    """The figures of some games: sums, shares of all turns or hands, means of a game."""
    turns = sum(v.turns for v in every)
    hands = max(1, sum(v.hands for v in every))
    latency = sorted(s for v in every for s in v.latency)
    explaining = sorted(s for v in every for s in v.explaining)
    return {
        "games": len(every),
        "right": sum(v.is_right for v in every),
        "crashed": sum(v.crashed for v in every),
        "points": sum(v.points_right for v in every) / turns,
        "pieces": sum(v.pieces_right for v in every) / turns,
        "cards": sum(v.cards_right for v in every) / turns,
        "hands": sum(v.hands_right for v in every) / hands,
        "certain": sum(v.hands_certain for v in every) / hands,
        "to_true": sum(sum(v.to_true) for v in every) / hands,
        "to_all": sum(sum(v.to_all) for v in every) / turns,
        "certain_wrong": sum(v.certain_wrong for v in every),
        "certain_unmisled": sum(v.certain_unmisled for v in every),
        "questions": sum(len(v.questions) for v in every) / len(every),
        "asked": dict(Counter(word for v in every for word in v.questions).most_common()),
        "turns_a_question": turns / max(1, sum(len(v.questions) for v in every)),
        "false_seen": dict(sum((v.false_seen for v in every), Counter())),
        "false_unseen": dict(sum((v.false_unseen for v in every), Counter())),
        "missing": dict(sum((v.missing for v in every), Counter())),
        "taken_back": sum(v.taken_back for v in every) / len(every),
        "corrections": sum(v.corrections for v in every) / len(every),
        "refused": sum(len(v.refused) for v in every),
        "latency": [median(latency) if latency else 0.0, _quantile(latency, 0.95)],
        "explaining_ms": [1000 * _quantile(explaining, 0.5), 1000 * _quantile(explaining, 1.0)],
    }


def _quantile(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def _print(rows: Iterable[dict[str, Any]]) -> None:
    print(
        "| share | temperament | games | right | points | pieces | special cards "
        "| hands | given to the true hand | certain "
        "| certain and wrong, of these the board right | questions a game "
        "| false a game: seen, unseen | missing | taken back | s: median, 95 % | ms: median, worst |"
    )
    print("|" + "---|" * 17)
    for row in rows:
        games = row["games"]
        cells = [
            f"{row['share']:g}",
            row["temperament"],
            games,
            row["right"],
            *(f"{100 * row[of]:.1f} %" for of in SHARES),
            f"{row['certain_wrong']}, {row['certain_unmisled']}",
            f"{row['questions']:.1f}",
            ", ".join(f"{sum(row[of].values()) / games:.2f}" for of in ("false_seen", "false_unseen")),
            f"{sum(row['missing'].values()) / games:.2f}",
            f"{row['taken_back']:.2f}",
            f"{row['latency'][0]:.1f}, {row['latency'][1]:.1f}",
            f"{row['explaining_ms'][0]:.1f}, {row['explaining_ms'][1]:.0f}",
        ]
        print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
