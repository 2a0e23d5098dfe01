"""What is told of players besides their points: the first things that are true of one alone."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.awards import Contest, choose_awards
from companion.i18n import plural_sentence, sentence
from tests.games.awarded import in_english


def contest(counts: Mapping[str, int], least: int = 1, title: str = "Most robbed") -> Contest:
    return Contest(
        sentence(title), counts, least, lambda count: plural_sentence("{count} card", "{count} cards", count)
    )


def given(*contests: Contest) -> dict[str, tuple[str, str]]:
    return in_english(choose_awards(contests))


def test_who_leads_alone_gets_the_award_with_how_much_it_was() -> None:
    assert given(contest({"red": 3, "blue": 1})) == {"Most robbed": ("red", "3 cards")}


def test_what_several_share_is_nobodys() -> None:
    assert given(contest({"red": 3, "blue": 3, "white": 1})) == {}


def test_too_little_is_not_worth_telling_and_nothing_is_nobodys() -> None:
    assert given(contest({"red": 1}, least=2), contest({}), contest({"red": -4})) == {}


def test_three_are_given_the_first_that_hold() -> None:
    several = [contest({"red": n, "blue": 2}, title=f"Contest {n}") for n in (3, 4, 2, 5, 1)]
    assert given(*several) == {
        "Contest 3": ("red", "3 cards"),
        "Contest 4": ("red", "4 cards"),
        "Contest 1": ("blue", "2 cards"),
    }


def test_who_has_none_yet_comes_before_who_has_one() -> None:
    several = [
        contest({colour: 2}, title=f"Contest {n}") for n, colour in enumerate(("red", "red", "blue", "white"))
    ]
    assert list(given(*several)) == ["Contest 0", "Contest 2", "Contest 3"]
