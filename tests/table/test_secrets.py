"""Games at two tables that differ in what a phone told in secret.

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
from companion.games.base.rules.events import BuyDevelopmentCard, EndTurn, Event, Seat, Steal
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import land_of
from companion.journal import Journal
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.table.table import Table
from tests.shown import own_view, view
from tests.table.pairs import COLOURS, Pair, paired

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


def secret(event: Event) -> dict[str, Any] | None:
    """What red's phone enters of an event that red alone knows, or with blue; None: it is no such event."""
    match event:
        case BuyDevelopmentCard("red", card):
            return {"kind": "buy_development_card", "card": card}
        case Steal("red", "blue", resource):
            return {"kind": "steal", "from": "blue", "resource": resource}
    return None


def unnamed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same, with nothing said of the card."""
    return {name: None if name in ("card", "resource") else value for name, value in data.items()}


def in_public(event: Event) -> dict[str, Any]:
    """What the tablet is told: other players' cards stay unnamed."""
    data = dict(to_input(event))
    return unnamed(data) if isinstance(event, BuyDevelopmentCard | Steal) else data


MOMENT = ("epoch", "version", "t")
"""What tells one table and one moment from another."""


def shown(snapshot: Mapping[str, Any]) -> str:
    """A snapshot as JSON, as far as it has to be the same at both tables."""
    return json.dumps({name: value for name, value in snapshot.items() if name not in MOMENT})


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 5])
def test_secrets_show_to_nobody_else(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    options = Options(all_told=True)
    world = SimulatedGame(shuffled_island(chance), SEATS, chance, options)
    told = 0
    with (
        table_of(tmp_path / "named.db", world, options) as named,
        table_of(tmp_path / "silent.db", world, options) as silent,
    ):
        for event in world.play(MOST_TURNS):
            data = secret(event)
            if data is None:
                for table in (named, silent):
                    table.submit(in_public(event))
            else:
                told += any(data.get(name) for name in ("card", "resource"))
                named.seats.submit("red", data)
                silent.seats.submit("red", unnamed(data))
            if isinstance(event, EndTurn):
                assert shown(named.snapshot()) == shown(silent.snapshot())
                assert shown(named.seats.snapshot("white")) == shown(silent.seats.snapshot("white"))
        own = [own_view(table, "red") for table in (named, silent)]
        assert told >= 3
        assert own[0] != own[1]


OTHERS = ("blue", "white")
BUY = {"kind": "buy_development_card"}
ROBBED_HEX = "h2,-1"
"""A hex that has blue's settlement at a corner."""


def bought(pair: Pair, one: str, other: str) -> None:
    """Red buys a card, and names it on the phone."""
    pair.tablet({"kind": "roll", "dice": [1, 1]})
    pair.secret("red", {**BUY, "card": one}, {**BUY, "card": other})


@pytest.mark.slow
@pytest.mark.parametrize("all_told", [True, False])
@pytest.mark.parametrize(
    ("one", "other"),
    [("knight", "road_building"), ("knight", "victory_point"), ("monopoly", "year_of_plenty")],
)
def test_no_preview_tells_which_card_a_phone_bought(
    tmp_path: Path, one: str, other: str, all_told: bool
) -> None:
    with paired(tmp_path, all_told=all_told) as pair:
        bought(pair, one, other)
        pair.check(unknown_to=OTHERS, curious=True)
        for _ in COLOURS:
            pair.tablet({"kind": "end_turn"})
        pair.check(unknown_to=OTHERS, curious=True)


@pytest.mark.slow
def test_nor_does_what_comes_of_playing_it(tmp_path: Path) -> None:
    with paired(tmp_path) as pair:
        bought(pair, "knight", "road_building")
        for _ in COLOURS:
            pair.tablet({"kind": "roll", "dice": [1, 1]})
        pair.tablet({"kind": "play_development_card", "player": "red", "card": "knight"})
        pair.check(unknown_to=OTHERS)
        pair.tablet({"kind": "play_development_card", "player": "red", "card": "monopoly", "resource": "ore"})
        pair.check(unknown_to=OTHERS, curious=True)


@pytest.mark.slow
def test_a_card_named_later_and_corrected_on_the_tablet_stays_secret(tmp_path: Path) -> None:
    with paired(tmp_path) as pair:
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


def robbed(pair: Pair, one: str | None, other: str | None) -> None:
    """Red steals from blue, and the phones of both know which card."""
    pair.tablet({"kind": "roll", "dice": [3, 4]})
    for colour in COLOURS:
        pair.tablet({"kind": "discard", "player": colour, "resources": {"ore": 1, "wool": 1, "grain": 2}})
    pair.tablet({"kind": "move_robber", "to": ROBBED_HEX})
    steal = {"kind": "steal", "from": "blue"}
    pair.secret("red", {**steal, "resource": one}, {**steal, "resource": other})


@pytest.mark.slow
@pytest.mark.parametrize("all_told", [True, False])
@pytest.mark.parametrize(("one", "other"), [("ore", "lumber"), ("wool", None)])
def test_a_stolen_card_shows_in_no_count_and_no_flag_after_it(
    tmp_path: Path, one: str, other: str | None, all_told: bool
) -> None:
    with paired(tmp_path, all_told=all_told) as pair:
        robbed(pair, one, other)
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
def test_a_hand_told_on_a_phone_excuses_nothing_and_accuses_of_nothing(
    tmp_path: Path, all_told: bool
) -> None:
    with paired(tmp_path, all_told=all_told) as pair:
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


def test_the_player_who_knows_is_told_what_is_wrong(tmp_path: Path) -> None:
    with paired(tmp_path) as pair:
        bought(pair, "knight", "road_building")
        for _ in COLOURS:
            pair.tablet({"kind": "roll", "dice": [1, 1]})
        played = {"kind": "play_development_card", "card": "knight"}
        right, wrong = pair.owner("red", played)
        assert right["violations"] == []
        assert wrong["violations"] == ["card_not_held"]
        assert not any(line["violations"] for line in view(pair.tables[1])["log"])
        pair.check(unknown_to=OTHERS)


@pytest.mark.slow
def test_no_preview_tells_that_somebody_would_win_with_a_card_that_lies_face_down(tmp_path: Path) -> None:
    with paired(tmp_path, points_to_win=3) as pair:
        bought(pair, "knight", "monopoly")
        pair.tablet({"kind": "end_turn"})
        blue = {**BUY, "card": "victory_point"}
        for _ in range(2):
            pair.tablet({"kind": "roll", "dice": [1, 1]})
            pair.tablet({"kind": "end_turn"})
        # Now red's turn: two settlements, and the card that is a victory point at one table only.
        pair.check(unknown_to=OTHERS)
    with paired(tmp_path / "again", points_to_win=3) as pair:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
        pair.secret("blue", {**BUY, "card": "knight"}, blue)
        pair.check(unknown_to=("red", "white"), curious=True)
        one, other = (table.preview({"kind": "end_turn"}) for table in pair.tables)
        assert one["changes"] == other["changes"]
        assert not any(change["what"] == "winner" for change in other["changes"])


def test_who_has_won_is_told_and_shown_with_the_cards_that_it_took(tmp_path: Path) -> None:
    with paired(tmp_path, points_to_win=3) as pair:
        table = pair.tables[1]
        table.submit({"kind": "roll", "dice": [1, 1]})
        table.seats.submit("blue", {**BUY, "card": "victory_point"})
        table.submit({"kind": "end_turn"})
        seen = view(table)
        assert (seen["winner"], seen["phase"]) == ("blue", "over")
        assert {player["colour"]: player["points"] for player in seen["players"]}["blue"] == 3
        assert own_view(table, "white")["may"]["end_turn"] is False
        # What is asked about then no longer hides who won.
        changes = table.preview({"kind": "undo"})["changes"]
        assert {"what": "winner", "before": "blue", "after": None} in changes
        renamed = table.preview({"kind": "show_hand", "player": "white", "resources": {"ore": 1}})["changes"]
        assert not any(change["what"] == "winner" for change in renamed)


SECRETS = ("card", "stolen", "hand")


@pytest.mark.slow
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_entered_after_a_secret_shows_nothing_of_it(
    tmp_path: Path, secret: str, seed: int
) -> None:
    chance = random.Random(f"{secret} {seed}")
    with paired(tmp_path, all_told=chance.random() < 0.5) as pair:
        unknown_to = ("white",) if secret == "stolen" else OTHERS
        if secret == "card":
            bought(pair, *chance.sample(DEVELOPMENT_CARDS, 2))
        elif secret == "stolen":
            robbed(pair, *chance.sample([*RESOURCES, None], 2))
        else:
            pair.tablet({"kind": "roll", "dice": [1, 1]})
            hands = [{"kind": "show_hand", "resources": _hand(chance, 8)} for _ in range(2)]
            pair.secret("red", *hands)
        for _ in range(STEPS):
            _something(pair, chance, unknown_to)
            pair.check(unknown_to=unknown_to)
            for data in chance.sample(pair.previews(), 12):
                pair.preview(data)


STEPS = 15


def _hand(chance: random.Random, count: int) -> dict[str, int]:
    kinds = chance.choices(RESOURCES, k=count)
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def _something(pair: Pair, chance: random.Random, unknown_to: tuple[str, ...]) -> None:
    """Anything that people may do next: what play wants, what it doesn't, what is corrected or asked."""
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


def test_a_card_that_the_tablet_told_unnamed_is_named_by_the_phone_that_tells_it_again(
    tmp_path: Path,
) -> None:
    with paired(tmp_path) as pair:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
        newest = pair.tablet({"kind": "end_turn"})["newest"]
        pair.tablet({"kind": "undo"})
        pair.tablet(BUY)
        again = {**BUY, "about": {"after": newest}}
        pair.secret("red", {**again, "card": "knight"}, {**again, "card": "monopoly"})
        pair.check(unknown_to=OTHERS)
        cards = [own_view(table, "red")["development_cards"] for table in pair.tables]
        assert [[card["card"] for card in held] for held in cards] == [["knight"], ["monopoly"]]
