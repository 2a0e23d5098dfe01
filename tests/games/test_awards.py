"""Awards: the first contests with a single leader."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.api_types import Contest, choose_awards
from companion.i18n import plural_sentence, sentence
from tests.games.awards_in_english import in_english


def contest(counts: Mapping[str, int], least: int = 1, title: str = "Most robbed") -> Contest:
    return Contest(
        sentence(title), counts, least, lambda count: plural_sentence("{count} card", "{count} cards", count)
    )


def chosen_awards(*contests: Contest) -> dict[str, tuple[str, str]]:
    return in_english(choose_awards(contests))


def test_a_single_leader_gets_the_award_with_the_count() -> None:
    assert chosen_awards(contest({"red": 3, "blue": 1})) == {"Most robbed": ("red", "3 cards")}


def test_a_tie_gives_no_award() -> None:
    assert chosen_awards(contest({"red": 3, "blue": 3, "white": 1})) == {}


def test_too_low_a_count_gives_no_award() -> None:
    assert chosen_awards(contest({"red": 1}, least=2), contest({}), contest({"red": -4})) == {}


def test_the_first_three_decided_contests_give_awards() -> None:
    several = [contest({"red": n, "blue": 2}, title=f"Contest {n}") for n in (3, 4, 2, 5, 1)]
    assert chosen_awards(*several) == {
        "Contest 3": ("red", "3 cards"),
        "Contest 4": ("red", "4 cards"),
        "Contest 1": ("blue", "2 cards"),
    }


def test_a_player_without_an_award_comes_before_one_with_an_award() -> None:
    several = [
        contest({colour: 2}, title=f"Contest {n}") for n, colour in enumerate(("red", "red", "blue", "white"))
    ]
    assert list(chosen_awards(*several)) == ["Contest 0", "Contest 2", "Contest 3"]
