"""Promised evenings in which people forget to enter one act, and how long a wrong count is called certain.

    python -m tests.soak.forgotten [--games N] [--seed N] [--jobs N] [--unasked] [--why]

People promise to enter everything, and enter every event of a simulated game but one act of a turn, drawn
evenly. They count their cards whenever the table asks, and answer no other question. The numbers of cards
that the page calls certain are compared with the truth after every entry. Prints a row:

- the share of the certain numbers that are wrong;
- the share of all numbers that are certain;
- the questions for each 20 turns: counts of cards, and all.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import Roll
from companion.games.base.rules.state import State
from companion.games.base.views.hands import hand_in_public
from companion.games.game_api import Interpretation, Question
from companion.observations import InputEntered, InputRefused
from companion.table.questions import Questions
from tests.soak.entries import TURN_EVENTS, Entering, Evening, input_of

COUNT_QUESTION: Final = "count_cards"
"""The key of the question for a count of cards."""


@dataclass(frozen=True)
class CertaintyFigures:
    """The figures of one or several evenings.

    Attributes:
        counts: compared numbers of cards.
        certain, wrong: those that were called certain, and of these the wrong ones.
        turns: turns played.
        asked, questions: questions for a count, and questions in all.
    """

    counts: int = 0
    certain: int = 0
    wrong: int = 0
    turns: int = 0
    asked: int = 0
    questions: int = 0

    def __add__(self, other: CertaintyFigures) -> CertaintyFigures:
        return CertaintyFigures(
            *(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True))
        )

    @property
    def wrong_share(self) -> float:
        """The share of the certain numbers that are wrong."""
        return self.wrong / max(1, self.certain)


class ForgetfulEvening:
    """An evening at which one act is never entered.

    Attributes:
        figures: of the evening so far.
        why: lines about the moments at which a wrong number became certain.
    """

    def __init__(self, seed: int, max_turns: int, *, answers: bool = True) -> None:
        """Play the true game, and open the table's.

        Args:
            seed: of the game and of the forgotten act.
            max_turns: at which the game ends.
            answers: people count their cards when the table asks.
        """
        self.evening = Evening.create(seed, max_turns)
        self.figures = CertaintyFigures()
        self.why: list[str] = []
        self._answers = answers
        self._questions = Questions()
        acts = [n for n, event in enumerate(self.evening.truth) if isinstance(event, TURN_EVENTS)]
        self.forgotten = random.Random(f"forgotten {seed}").choice(acts)

    def enter(self) -> None:
        """Enter the evening, and compare the numbers after every entry."""
        wrong: frozenset[int] = frozenset()
        for n, event in enumerate(self.evening.truth):
            if n == self.forgotten:
                continue
            asked = self._submit(input_of(self.evening.session.state, Entering(n, event)))
            if asked is not None:
                self._answer(asked, self.evening.states[n])
            now = self._compare(self.evening.states[n])
            if now - wrong:
                self.why.append(
                    f"{n}: {sorted(now - wrong)}, forgotten {self.forgotten}:"
                    f" {self.evening.truth[self.forgotten]}"
                )
            wrong = now
        turns = sum(isinstance(event, Roll) for event in self.evening.truth)
        self.figures += CertaintyFigures(turns=turns, questions=self._questions.last_number)

    def _submit(self, data: dict[str, Any]) -> Question | None:
        """Enter an input; return the question for a count that it leads to, if any."""
        session = self.evening.session
        t = float(len(session.entries))
        about = {"after": len(session.entries)}
        try:
            found: Interpretation[Any] = session.game.interpret(
                session.history, InputEntered(t, "tablet", {**data, "about": about})
            )
        except InputRefused as refused:
            self.why.append(f"refused: {data} {refused}")
            return None
        self.evening.session = session.with_drafts(session.drafts(found, t=t, source="tablet"))
        self._questions.drop_moot(self.evening.session)
        before = self._questions.last_number
        if found.question is not None:
            newest = len(session.entries) + (len(found.events) or len(found.corrections))
            self._questions.ask(found.question, self.evening.session, newest)
        if found.question is None or self._questions.last_number == before:
            return None
        return found.question if found.question.word == COUNT_QUESTION else None

    def _answer(self, question: Question, truth: State) -> None:
        """Count the cards of all players, as the table asks."""
        self.figures += CertaintyFigures(asked=1)
        if not self._answers:
            return
        (fits, *_) = question.answers
        assert fits.input is not None
        counts = {player.colour: sum(player.hand) for player in truth.players}
        asked = fits.input["cards"]
        self._submit({**fits.input, "cards": {colour: counts[colour] for colour in asked}})

    def _compare(self, truth: State) -> frozenset[int]:
        """Compare the numbers of cards; return the seats whose certain number is wrong."""
        session = self.evening.session
        assert isinstance(session.game, BaseGame)
        believed = session.game.known_replay(session.history, None)
        shown = [hand_in_public(believed.state, believed.belief, seat) for seat in range(len(truth.players))]
        certain = frozenset(seat for seat, hand in enumerate(shown) if hand["cards_certain"])
        wrong = frozenset(seat for seat in certain if shown[seat]["cards"] != sum(truth.players[seat].hand))
        self.figures += CertaintyFigures(counts=len(shown), certain=len(certain), wrong=len(wrong))
        return wrong


def enter_forgetful_evening(seed: int, max_turns: int = 200, *, answers: bool = True) -> ForgetfulEvening:
    """Enter one evening without one of its acts."""
    evening = ForgetfulEvening(seed, max_turns, answers=answers)
    evening.enter()
    return evening


def _measure(job: tuple[int, bool]) -> tuple[int, CertaintyFigures, list[str]]:
    seed, answers = job
    evening = enter_forgetful_evening(seed, answers=answers)
    return seed, evening.figures, evening.why


def main() -> int:
    """Enter evenings, and print the figures."""
    parser = argparse.ArgumentParser(description="Promised evenings without one of their acts.")
    parser.add_argument("--games", type=int, default=40, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="evenings at once (%(default)s)")
    parser.add_argument("--unasked", action="store_true", help="nobody counts the cards")
    parser.add_argument("--why", action="store_true", help="print the moments of wrong certainty")
    args = parser.parse_args()
    total = CertaintyFigures()
    jobs = [(seed, not args.unasked) for seed in range(args.seed, args.seed + args.games)]
    with get_context("fork").Pool(args.jobs) as pool:
        for seed, figures, why in pool.imap(_measure, jobs):
            total += figures
            if args.why and why:
                print(f"seed {seed}: {figures}", *why, sep="\n", end="\n\n", flush=True)
    print("| certain and wrong | certain | counts asked in 20 turns | all questions in 20 turns |")
    print("|---|---|---|---|")
    print(
        f"| {total.wrong_share:.2%} of {total.certain} | {total.certain / max(1, total.counts):.1%} |"
        f" {20 * total.asked / max(1, total.turns):.2f} | {20 * total.questions / max(1, total.turns):.2f} |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
