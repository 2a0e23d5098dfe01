"""Measures the count of fanned piles of round cards in drawn photos.

    python -m tests.score.spotit_fans [--scenes N] [--seed N] [STYLE...]

STYLE: deck (this project's own deck) or tinted (cards of one colour). Prints every pile whose count is
unknown or wrong, then the table that the documentation shows.
"""

from __future__ import annotations

import argparse

from tests.score.fan_scenes import fan_scenes
from tests.score.island_scenes import STYLES
from vision.cards.fan import count_fan


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("styles", nargs="*", metavar="STYLE", choices=[*STYLES, []])
    parser.add_argument("--scenes", type=int, default=60, metavar="N", help="how many piles of each style")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    given = parser.parse_args()
    lines = ["| piles | photos | sure | sure and wrong |", "|---" * 4 + "|"]
    for style in given.styles or STYLES:
        sure = wrong = 0
        for scene in fan_scenes(given.scenes, given.seed, style):
            fan = count_fan(scene.picture)
            is_right = len(fan.cards) == scene.count
            sure += fan.is_sure
            wrong += fan.is_sure and not is_right
            if not (fan.is_sure and is_right):
                verdict = "wrong" if fan.is_sure else "unknown"
                print(f"{scene.name}: {verdict}, {len(fan.cards)} of {scene.count} cards", flush=True)
        lines.append(f"| {style} | {given.scenes} | {sure} | {wrong} |")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
