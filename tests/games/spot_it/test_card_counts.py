"""The number of cards for each team in a game: "Mise en place", and "Partie à 5 joueurs"."""

from __future__ import annotations

import pytest

from companion.games.spot_it.effects import HARBORS, ISLAND_CARDS, TEAM_CARDS, exchanges, team_card_count
from companion.games.spot_it.state import GameNumber
from companion.games.spot_it.views import view
from tests.games.spot_it.conftest import Match


def test_the_box_is_73_cards_of_a_projective_plane_of_order_8() -> None:
    """clarifications.md: 19 island + 48 team + 6 harbor cards; any two share exactly one symbol."""
    assert ISLAND_CARDS + 3 * TEAM_CARDS + HARBORS == 8 * 8 + 8 + 1


@pytest.mark.parametrize(("game", "count"), [(1, 16), (2, 16), (3, 16), (4, 1), (5, 16)])
def test_a_team_takes_its_16_cards_or_one_in_game_4(match: Match, game: GameNumber, count: int) -> None:
    assert team_card_count(match(), "blue", game) == count


class TestExchangeBeforeGame3:
    def test_two_teams_give_each_other_6_cards(self, match: Match) -> None:
        assert exchanges(match()) == (("blue", "red", 6),)

    def test_three_teams_give_3_to_each_of_the_others(self, match: Match) -> None:
        found = exchanges(match("blue", "orange", "red"))
        assert found == (("blue", "orange", 3), ("blue", "red", 3), ("orange", "red", 3))

    def test_the_solo_team_of_five_swaps_1_with_each_and_the_pairs_3(self, match: Match) -> None:
        found = exchanges(match("blue", "orange", "red", alone="orange"))
        assert found == (("blue", "orange", 1), ("blue", "red", 3), ("orange", "red", 1))

    def test_the_exchange_is_shown_before_game_3_only(self, match: Match) -> None:
        assert view(match(game=3))["exchanges"] == [{"between": ["blue", "red"], "cards": 6}]
        assert view(match(game=2))["exchanges"] == []


class TestSoloTeamOfFive:
    @pytest.mark.parametrize(("game", "count"), [(1, 8), (2, 8), (3, 8), (4, 1), (5, 16)])
    def test_the_solo_team_takes_8_cards_in_games_1_to_3(
        self, match: Match, game: GameNumber, count: int
    ) -> None:
        state = match("blue", "orange", "red", alone="red")
        assert team_card_count(state, "red", game) == count
        assert team_card_count(state, "blue", game) == (1 if game == 4 else 16)

    def test_the_view_marks_the_solo_team(self, match: Match) -> None:
        seen = view(match("blue", "orange", "red", alone="red"))["players"]
        assert [(team["colour"], team["alone"], team["cards"]) for team in seen] == [
            ("blue", False, 16), ("orange", False, 16), ("red", True, 8),
        ]  # fmt: skip

    def test_a_solo_team_of_three_takes_8_cards_only_as_an_option(self, match: Match) -> None:
        assert team_card_count(match(alone="red"), "red", 1) == 16
        assert team_card_count(match(alone="red", two_against_one="as_of_five"), "red", 1) == 8
