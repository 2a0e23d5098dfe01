"""Two tables that differ in one secret look the same to everyone who must not know it.

Whoever can't know it is shown the same at both, whatever is entered, asked or refused since.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.games.base.rules.cards import DEVELOPMENT_CARDS, RESOURCES
from companion.games.base.rules.events import BuyDevelopmentCard, EndTurn, Event, Steal
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import land_of
from companion.games.seats import Seat
from companion.journal import Journal
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.table.table import Table
from tests.table.table_pairs import COLOURS, Pair, pair_of_tables
from tests.table_views import own_view, view

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
MOST_TURNS = 50


@contextmanager
def table_of(path: Path, world: SimulatedGame, options: Options) -> Iterator[Table]:
    with Journal.open(path) as journal:
        seconds = count(1.0)
        table = Table(journal, lambda: next(seconds))
        players = [{"name": seat.name, "colour": seat.colour} for seat in SEATS]
        table.start_game({"players": players, "options": options.to_json()})
        table.submit({"kind": "correct", "layout": land_of(world.state).layout.to_json()})
        yield table
        table.stop()


def secret_input(event: Event) -> dict[str, Any] | None:
    """The phone input for an event that only red knows, alone or with blue; None: it is public."""
    match event:
        case BuyDevelopmentCard("red", card):
            return {"kind": "buy_development_card", "card": card}
        case Steal("red", "blue", resource):
            return {"kind": "steal", "from": "blue", "resource": resource}
    return None


def without_card(data: Mapping[str, Any]) -> dict[str, Any]:
    """The input without the name of the card."""
    return {name: None if name in ("card", "resource") else value for name, value in data.items()}


def public_input(event: Event) -> dict[str, Any]:
    """The tablet's input: other players' cards stay unnamed."""
    data = dict(to_input(event))
    return without_card(data) if isinstance(event, BuyDevelopmentCard | Steal) else data


MOMENT = ("epoch", "version", "t")
"""The attributes that distinguish one table and moment from another."""


def comparable_json(snapshot: Mapping[str, Any]) -> str:
    """A snapshot as JSON without the fields that may differ."""
    return json.dumps({name: value for name, value in snapshot.items() if name not in MOMENT})


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 5])
def test_secrets_are_visible_to_nobody_else(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    options = Options(all_told=True)
    world = SimulatedGame(shuffled_island(chance), SEATS, chance, options)
    secret_count = 0
    with (
        table_of(tmp_path / "named.db", world, options) as named,
        table_of(tmp_path / "silent.db", world, options) as silent,
    ):
        for event in world.play(MOST_TURNS):
            data = secret_input(event)
            if data is None:
                for table in (named, silent):
                    table.submit(public_input(event))
            else:
                secret_count += any(data.get(name) for name in ("card", "resource"))
                named.seats.submit("red", data)
                silent.seats.submit("red", without_card(data))
            if isinstance(event, EndTurn):
                assert comparable_json(named.snapshot()) == comparable_json(silent.snapshot())
                assert comparable_json(named.seats.snapshot("white")) == comparable_json(
                    silent.seats.snapshot("white")
                )
        own = [own_view(table, "red") for table in (named, silent)]
        assert secret_count >= 3
        assert own[0] != own[1]


OTHERS = ("blue", "white")
BUY = {"kind": "buy_development_card"}
ROBBED_HEX = "h2,-1"
"""A hex that has blue's settlement at a corner."""


def buy_secretly(pair: Pair, one: str, other: str) -> None:
    """Let red buy a card and name it on the phone."""
    pair.tablet({"kind": "roll", "dice": [1, 1]})
    pair.secret("red", {**BUY, "card": one}, {**BUY, "card": other})


@pytest.mark.slow
@pytest.mark.parametrize("all_told", [True, False])
@pytest.mark.parametrize(
    ("one", "other"),
    [("knight", "road_building"), ("knight", "victory_point"), ("monopoly", "year_of_plenty")],
)
def test_no_preview_reveals_a_card_that_a_phone_bought(
    tmp_path: Path, one: str, other: str, all_told: bool
) -> None:
    with pair_of_tables(tmp_path, all_told=all_told) as pair:
        buy_secretly(pair, one, other)
        pair.check(unknown_to=OTHERS, curious=True)
        for _ in COLOURS:
            pair.tablet({"kind": "end_turn"})
        pair.check(unknown_to=OTHERS, curious=True)


@pytest.mark.slow
def test_the_effects_of_playing_a_card_reveal_nothing_before(tmp_path: Path) -> None:
    with pair_of_tables(tmp_path) as pair:
        buy_secretly(pair, "knight", "road_building")
        for _ in COLOURS:
            pair.tablet({"kind": "roll", "dice": [1, 1]})
        pair.tablet({"kind": "play_development_card", "player": "red", "card": "knight"})
        pair.check(unknown_to=OTHERS)
        pair.tablet({"kind": "play_development_card", "player": "red", "card": "monopoly", "resource": "ore"})
        pair.check(unknown_to=OTHERS, curious=True)


@pytest.mark.slow
def test_a_card_named_later_stays_secret_when_the_tablet_corrects_it(tmp_path: Path) -> None:
    with pair_of_tables(tmp_path) as pair:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
        pair.tablet(BUY)
        entry = own_view(pair.tables[0], "red")["to_name"][0]["entry"]
        named = {"kind": "name", "entry": entry}
        pair.secret("red", {**named, "card": "knight"}, {**named, "card": "monopoly"})
        pair.check(unknown_to=OTHERS, curious=True)
        pair.tablet({"kind": "correct", "entry": entry, "change": {"card": "knight"}})
        pair.check(unknown_to=OTHERS)
        pair.tablet({"kind": "undo"})
        pair.check(unknown_to=OTHERS, curious=True)


def steal_secretly(pair: Pair, one: str | None, other: str | None) -> None:
    """Let red steal from blue, with the card named on both phones."""
    pair.tablet({"kind": "roll", "dice": [3, 4]})
    for colour in COLOURS:
        pair.tablet({"kind": "discard", "player": colour, "resources": {"ore": 1, "wool": 1, "grain": 2}})
    pair.tablet({"kind": "move_robber", "to": ROBBED_HEX})
    steal = {"kind": "steal", "from": "blue"}
    pair.secret("red", {**steal, "resource": one}, {**steal, "resource": other})


@pytest.mark.slow
@pytest.mark.parametrize("all_told", [True, False])
@pytest.mark.parametrize(("one", "other"), [("ore", "lumber"), ("wool", None)])
def test_a_stolen_card_affects_no_public_count_or_violation(
    tmp_path: Path, one: str, other: str | None, all_told: bool
) -> None:
    with pair_of_tables(tmp_path, all_told=all_told) as pair:
        steal_secretly(pair, one, other)
        pair.check(unknown_to=("white",), curious=True)
        # What only one of the cards could pay for, and what both hands then hold.
        pair.tablet({"kind": "place", "piece": "road", "at": "p3,-1"})
        pair.tablet({"kind": "domestic_trade", "with": "white", "give": {"lumber": 1}, "take": {"wool": 1}})
        pair.check(unknown_to=("white",))
        pair.tablet({"kind": "maritime_trade", "give": {"ore": 4}, "take": {"brick": 1}})
        pair.tablet({"kind": "end_turn"})
        pair.tablet({"kind": "roll", "dice": [6, 4]})
        pair.tablet(
            {"kind": "play_development_card", "player": "white", "card": "monopoly", "resource": "ore"}
        )
        pair.check(unknown_to=("white",), curious=True)


@pytest.mark.slow
@pytest.mark.parametrize("all_told", [True, False])
def test_a_hand_entered_on_a_phone_changes_no_public_violation(tmp_path: Path, all_told: bool) -> None:
    with pair_of_tables(tmp_path, all_told=all_told) as pair:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
        hand = {"kind": "show_hand"}
        pair.secret(
            "red", {**hand, "resources": {"ore": 8}}, {**hand, "resources": {"lumber": 4, "brick": 4}}
        )
        pair.check(unknown_to=OTHERS, curious=True)
        for at in ("p3,-1", "p4,-1"):
            answer = pair.tablet({"kind": "place", "piece": "road", "at": at})
            assert "cannot_pay" not in answer["violations"]
        pair.tablet({"kind": "maritime_trade", "player": "red", "give": {"ore": 4}, "take": {"wool": 1}})
        pair.owner("red", {**hand, "resources": {"ore": 4}})
        pair.check(unknown_to=OTHERS, curious=True)


def test_the_player_who_knows_a_card_sees_its_violations(tmp_path: Path) -> None:
    with pair_of_tables(tmp_path) as pair:
        buy_secretly(pair, "knight", "road_building")
        for _ in COLOURS:
            pair.tablet({"kind": "roll", "dice": [1, 1]})
        played = {"kind": "play_development_card", "card": "knight"}
        right, wrong = pair.owner("red", played)
        assert right["violations"] == []
        assert wrong["violations"] == ["card_not_held"]
        assert not any(line["violations"] for line in view(pair.tables[1])["log"])
        pair.check(unknown_to=OTHERS)


@pytest.mark.slow
def test_no_preview_reveals_a_victory_by_hidden_cards(tmp_path: Path) -> None:
    with pair_of_tables(tmp_path, points_to_win=3) as pair:
        buy_secretly(pair, "knight", "monopoly")
        pair.tablet({"kind": "end_turn"})
        blue = {**BUY, "card": "victory_point"}
        for _ in range(2):
            pair.tablet({"kind": "roll", "dice": [1, 1]})
            pair.tablet({"kind": "end_turn"})
        # Now red's turn: two settlements, and the card that is a victory point at one table only.
        pair.check(unknown_to=OTHERS)
    with pair_of_tables(tmp_path / "again", points_to_win=3) as pair:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
        pair.secret("blue", {**BUY, "card": "knight"}, blue)
        pair.check(unknown_to=("red", "white"), curious=True)
        one, other = (table.preview({"kind": "end_turn"}) for table in pair.tables)
        assert one["changes"] == other["changes"]
        assert not any(change["what"] == "winner" for change in other["changes"])


def test_a_victory_is_shown_with_the_cards_that_it_needed(tmp_path: Path) -> None:
    with pair_of_tables(tmp_path, points_to_win=3) as pair:
        table = pair.tables[1]
        table.submit({"kind": "roll", "dice": [1, 1]})
        table.seats.submit("blue", {**BUY, "card": "victory_point"})
        table.submit({"kind": "end_turn"})
        seen = view(table)
        assert (seen["winner"], seen["phase"]) == ("blue", "over")
        assert {player["colour"]: player["points"] for player in seen["players"]}["blue"] == 3
        assert own_view(table, "white")["may"]["end_turn"] is False
        # From then on questions may reveal the winner.
        changes = table.preview({"kind": "undo"})["changes"]
        assert {"what": "winner", "before": "blue", "after": None} in changes
        renamed = table.preview({"kind": "show_hand", "player": "white", "resources": {"ore": 1}})["changes"]
        assert not any(change["what"] == "winner" for change in renamed)


SECRETS = ("card", "stolen", "hand")


@pytest.mark.slow
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("seed", range(2))
def test_no_input_after_a_secret_reveals_it(tmp_path: Path, secret: str, seed: int) -> None:
    chance = random.Random(f"{secret} {seed}")
    with pair_of_tables(tmp_path, all_told=chance.random() < 0.5) as pair:
        unknown_to = ("white",) if secret == "stolen" else OTHERS
        if secret == "card":
            buy_secretly(pair, *chance.sample(DEVELOPMENT_CARDS, 2))
        elif secret == "stolen":
            steal_secretly(pair, *chance.sample([*RESOURCES, None], 2))
        else:
            pair.tablet({"kind": "roll", "dice": [1, 1]})
            hands = [{"kind": "show_hand", "resources": _hand(chance, 8)} for _ in range(2)]
            pair.secret("red", *hands)
        for _ in range(STEPS):
            _random_action(pair, chance, unknown_to)
            pair.check(unknown_to=unknown_to)
            for data in chance.sample(pair.previews(), 12):
                pair.preview(data)


STEPS = 15


def _hand(chance: random.Random, count: int) -> dict[str, int]:
    kinds = chance.choices(RESOURCES, k=count)
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def _random_action(pair: Pair, chance: random.Random, unknown_to: tuple[str, ...]) -> None:
    """Do anything that players may do next: play, break a rule, correct or ask."""
    what = chance.random()
    if what < 0.35:
        pair.tablet({"kind": "roll", "dice": [chance.randint(1, 6), chance.randint(1, 6)]})
    elif what < 0.8:
        pair.tablet(chance.choice(pair.previews()))
    elif what < 0.9:
        colour = chance.choice(unknown_to)
        secret = {"kind": "show_hand", "resources": _hand(chance, chance.randint(1, 9))}
        named = {**BUY, "card": chance.choice(DEVELOPMENT_CARDS)}
        pair.phone(colour, chance.choice([secret, named, {"kind": "end_turn"}, {"kind": "undo"}]))
    else:
        one, other = chance.sample(RESOURCES, 2)
        made = pair.offer(chance.choice(unknown_to), {"give": {one: 1}, "take": {other: 1}, "to": None})
        if "offer" in made:
            pair.answer("red", made["offer"], {"answer": "accept"})


def test_a_phone_names_the_card_that_the_tablet_entered_unnamed(
    tmp_path: Path,
) -> None:
    with pair_of_tables(tmp_path) as pair:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
        newest = pair.tablet({"kind": "end_turn"})["newest"]
        pair.tablet({"kind": "undo"})
        pair.tablet(BUY)
        again = {**BUY, "about": {"after": newest}}
        pair.secret("red", {**again, "card": "knight"}, {**again, "card": "monopoly"})
        pair.check(unknown_to=OTHERS)
        cards = [own_view(table, "red")["development_cards"] for table in pair.tables]
        assert [[card["card"] for card in held] for held in cards] == [["knight"], ["monopoly"]]
