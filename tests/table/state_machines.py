"""Hypothesis state machines that enter any inputs and observations in any order at a table.

`AnyTable` is a Hypothesis state machine. After every step it holds that the table can be shown to everybody;
whenever it is opened again, that it is as it was; at the end, that it can be looked back on, exported, and
taken in elsewhere.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, get_args

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.errors import CompanionError
from companion.games.base.rules.cards import DEVELOPMENT_CARDS, RESOURCES
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    event_to_json,
)
from companion.games.dice_game.sheet import FACES, SHEETS
from companion.games.registry import GAMES
from companion.i18n import message_from_json
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS, SITES, Standing
from companion.island.layout import Layout
from companion.island.reading import PiecesReading
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.observations import BoardSeen, DiceDetection, InputRefused
from companion.rolls import Doubt, RollDecision
from companion.table.game_repository import import_game
from companion.table.session import INTERNAL_ERROR_MESSAGE
from companion.table.table import Table
from tests.table_setup import Seconds

PIECES = (PlaceRoad, PlaceSettlement, PlaceCity, BuyDevelopmentCard)
COLOURS = ("red", "blue", "white", "orange")

# What fields hold: mostly what makes sense, now and then what doesn't.
invalid_values: st.SearchStrategy[Any] = st.sampled_from(
    (None, True, -1, 0, 96, 10**9, 10**400, 0.5, float("nan"), float("inf"), "", "red", [], {}, [[]])
)
counts = st.one_of(
    st.integers(1, 3), st.integers(1, 3), st.sampled_from((0, 4, 5, 7, 18, 19, 20, 25, 94, 95, 96, -1))
)


def mostly_valid(usual: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The usual values, and one time in about fifteen an invalid one."""
    return st.integers(0, 14).flatmap(lambda n: invalid_values if n == 14 else usual)


def fields(required: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> st.SearchStrategy[Any]:
    """An object with these fields, each mostly valid."""
    return st.fixed_dictionaries(
        {name: mostly_valid(value) for name, value in required.items()},
        optional={name: mostly_valid(value) for name, value in (optional or {}).items()},
    )


colours = st.sampled_from(COLOURS)
resources = st.sampled_from(RESOURCES)
cards = st.dictionaries(st.sampled_from((*RESOURCES, *RESOURCES, "unidentified")), counts, max_size=3)
dice = st.lists(st.integers(1, 6), min_size=2, max_size=2)
hexes, intersections, paths = map(st.sampled_from, (HEXES, INTERSECTIONS, PATHS))
MAX_ENTRIES = 200
numbers = st.integers(0, MAX_ENTRIES)
development_cards = st.sampled_from(DEVELOPMENT_CARDS)
sides = st.lists(
    fields(
        {"colour": colours},
        {
            "hand": cards,
            "development_cards": counts,
            "played": st.dictionaries(development_cards, counts, max_size=2),
        },
    ),
    max_size=4,
)
pieces = st.lists(
    st.one_of(
        fields({"at": paths, "kind": st.just("road"), "colour": colours}),
        fields({"at": intersections, "kind": st.sampled_from(("settlement", "city")), "colour": colours}),
    ),
    max_size=6,
)
layouts = st.one_of(
    st.just(first_game_layout().to_json()),
    st.fixed_dictionaries(
        {},
        optional={
            "hexes": st.dictionaries(
                hexes,
                fields(
                    {},
                    {
                        "terrain": st.sampled_from(("forest", "hills", "desert", "mountains")),
                        "number": st.sampled_from((None, 2, 6, 7, 8, 12, 13)),
                    },
                ),
                max_size=3,
            ),
            "harbors": st.dictionaries(paths, st.sampled_from((None, "any", "ore", "wool")), max_size=2),
        },
    ),
)

_PLAYER_FIELD = {"player": colours}
_BASE_KINDS: dict[str, st.SearchStrategy[Any]] = {
    "roll": fields({"dice": dice}, _PLAYER_FIELD),
    "place": st.one_of(
        fields({"piece": st.just("road"), "at": paths}, _PLAYER_FIELD),
        fields({"piece": st.sampled_from(("settlement", "city")), "at": intersections}, _PLAYER_FIELD),
    ),
    "move_robber": fields({"to": hexes}, _PLAYER_FIELD),
    "steal": fields({"from": st.one_of(st.none(), colours)}, {**_PLAYER_FIELD, "resource": resources}),
    "discard": fields({}, {**_PLAYER_FIELD, "resources": cards}),
    "domestic_trade": fields({"with": colours, "give": cards, "take": cards}, _PLAYER_FIELD),
    "maritime_trade": fields({"give": cards, "take": cards}, _PLAYER_FIELD),
    "buy_development_card": fields({}, {**_PLAYER_FIELD, "card": development_cards}),
    "play_development_card": fields(
        {"card": development_cards},
        {
            **_PLAYER_FIELD,
            "resources": cards,
            "resource": resources,
            "given": st.dictionaries(colours, counts, max_size=3),
        },
    ),
    "reveal_victory_points": fields({"count": counts}, _PLAYER_FIELD),
    "show_hand": fields({"resources": cards}, _PLAYER_FIELD),
    "count_cards": fields({"cards": st.dictionaries(colours, counts, max_size=3)}),
    "first_player": fields({"player": colours}),
    "take_starting_resources": fields({"at": intersections}, _PLAYER_FIELD),
    "take_up": fields(
        {},
        {
            "on_turn": colours,
            "sides": sides,
            "pieces": pieces,
            "robber": hexes,
            "longest_road": colours,
            "largest_army": colours,
        },
    ),
    "end_turn": fields({}, _PLAYER_FIELD),
    "whose_knight": fields({"entry": numbers, "player": colours}),
    "confirm": fields({"entry": numbers}),
}


contexts = st.dictionaries(
    st.sampled_from(("game", "turn", "after", "as_of")), mostly_valid(st.integers(0, 12)), max_size=4
)


def inputs_of_kinds(kinds: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """An input of one of the kinds, or a correction with one."""
    plain = st.sampled_from(sorted(kinds)).flatmap(
        lambda kind: kinds[kind].map(lambda data: {**data, "kind": kind} if isinstance(data, dict) else data)
    )
    changed = fields({}, {"player": colours, "dice": dice, "resources": cards, "at": paths, "to": hexes})
    correction = st.one_of(
        fields({"entry": numbers, "event": st.one_of(st.none(), plain)}),
        fields({"entry": numbers, "change": changed}),
        fields({"before": numbers, "event": plain}),
        fields({"layout": layouts}),
    ).map(lambda data: {**data, "kind": "correct"})
    return st.one_of(plain, plain, plain, correction, st.just({"kind": "undo"}))


_NAMES = st.sampled_from(("Ana", "Ben", "Zoë", "x" * 39))
base_inputs = inputs_of_kinds(_BASE_KINDS)
_PHONE_KINDS = {
    "name": fields(
        {"entry": numbers}, {"card": development_cards, "resource": resources, "resources": cards}
    ),
    **{
        kind: _BASE_KINDS[kind].map(
            lambda data: {name: value for name, value in data.items() if name != "player"}
        )
        for kind in (
            "buy_development_card", "play_development_card", "reveal_victory_points", "steal", "discard",
            "show_hand", "maritime_trade", "end_turn",
        )
    },
}  # fmt: skip
base_phone_inputs = st.sampled_from(sorted(_PHONE_KINDS)).flatmap(
    lambda kind: _PHONE_KINDS[kind].map(lambda data: {**data, "kind": kind})
)
_SHEET_SITES = st.sampled_from(
    sorted(
        {
            each.id
            for sheet in SHEETS.values()
            for kind in (sheet.roads, sheet.settlements, sheet.cities, sheet.knights)
            for each in kind
        }
    )
)
dice_inputs = inputs_of_kinds(
    {
        "throw": fields({"dice": st.lists(st.sampled_from(FACES), min_size=1, max_size=8)}, _PLAYER_FIELD),
        "use_knight": fields(
            {"knight": _SHEET_SITES, "resource": resources},
            {"die": st.sampled_from(FACES), **_PLAYER_FIELD},
        ),
        "build": fields(
            {
                "piece": st.sampled_from(("road", "settlement", "city", "knight")),
                "at": _SHEET_SITES,
            },
            _PLAYER_FIELD,
        ),
        "end_turn": fields({}, _PLAYER_FIELD),
        "confirm": fields({"entry": numbers}),
    }
)
_TEAM_COUNTS = st.dictionaries(st.sampled_from(("red", "blue", "white", "orange")), counts, max_size=4)
match_inputs = inputs_of_kinds(
    {
        "game_scored": fields(
            {"first_out": st.lists(colours, max_size=2), "counts": _TEAM_COUNTS},
            {"game": st.integers(1, 5), "after": st.integers(0, 6)},
        ),
        "round_scored": fields({"captured": _TEAM_COUNTS}, {"after": st.integers(0, 6)}),
        "confirm": fields({"entry": numbers}),
    }
)

boards = st.builds(
    lambda standing, robber, sure: (standing, robber, sure),
    st.dictionaries(
        st.one_of(intersections, paths),
        st.tuples(st.sampled_from(("road", "settlement", "city")), colours),
        max_size=5,
    ),
    hexes,
    st.sampled_from((0.4, 0.7, 0.9, 0.98, 1.0)),
)


class AnyTable(RuleBasedStateMachine):
    """A table that takes any inputs; `kind` names the game, `inputs` the inputs."""

    kind: ClassVar[str]
    inputs: ClassVar[st.SearchStrategy[Any]]
    phone_inputs: ClassVar[st.SearchStrategy[Any]]

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Seconds()
        self.path = Path(self.folder.name) / "journal.db"
        self._open()

    def _open(self) -> None:
        self.journal = Journal.open(self.path)
        self.table = Table(self.journal, self.clock)

    def teardown(self) -> None:
        """Check at the end that the game can be shown in the archive, exported and imported unchanged."""
        try:
            if self.table.session is not None:
                (row,) = self.table.game_archive.list_games(unbegun=True)
                assert "unreadable" not in row, row
                json.dumps(self.table.game_archive.game_details(1), allow_nan=False)
                self._check_import()
        finally:
            self.journal.close()
            self.folder.cleanup()

    def _check_import(self) -> None:
        document = json.loads(json.dumps(self.journal.export(1), allow_nan=False))
        with Journal.open(Path(self.folder.name) / "elsewhere.db") as elsewhere:
            import_game(elsewhere, document, GAMES)
            assert elsewhere.entries(1) == self.journal.entries(1)

    def _try(self, *do: Any) -> None:
        """Do it; a refusal must change nothing."""
        before = self.table.session
        try:
            do[0](*do[1:])
        except InputRefused as error:
            if str(error) == INTERNAL_ERROR_MESSAGE:
                raise AssertionError("the game's own code failed") from error.__cause__
            after = self.table.session
            # The camera may have reported the board just before the refused input.
            assert before is None or after is None or after.entries[: len(before.entries)] == before.entries
        except CompanionError as error:
            raise AssertionError(f"no person's mistake: {error}") from error

    # People

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        """Start a game of the kind."""
        offered = GAMES[self.kind].setup_options()
        seats = data.draw(st.permutations([each for each in COLOURS if each in offered["colours"]]))
        number = data.draw(st.sampled_from(offered["players"]))
        options = {option["name"]: data.draw(self._value(option)) for option in offered["options"]}
        game = {
            "game": self.kind,
            "players": [
                {"name": data.draw(_NAMES) + str(n), "colour": colour}
                for n, colour in enumerate(seats[:number])
            ],
            "options": options,
        }
        self._try(self.table.start_game, game)
        if self.table.session is None:
            colours = offered["colours"][: max(offered["players"])]
            players = [{"name": str(n), "colour": colour} for n, colour in enumerate(colours)]
            self.table.start_game({"game": self.kind, "players": players, "options": {}})
        self.prepare(data)

    def prepare(self, data: Any) -> None:
        """Prepare the game before the first input."""

    @staticmethod
    def _value(option: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        if option["kind"] == "tick":
            return st.booleans()
        if option["kind"] == "number":
            return st.integers(option["least"], option["most"])
        return st.sampled_from([value for value, *_ in option["values"]])

    def _draw_input(self, data: Any) -> Any:
        """Draw an input, sometimes with a context; the entries that it names mostly exist."""
        entered = data.draw(self.inputs)
        if isinstance(entered, dict) and data.draw(st.integers(0, 3)) == 0:
            entered = {**entered, "about": data.draw(mostly_valid(contexts))}
        session = self.table.session
        if isinstance(entered, dict) and session is not None:
            for name in ("entry", "before"):
                if type(entered.get(name)) is int and abs(entered[name]) <= MAX_ENTRIES:
                    entered = {**entered, name: 1 + entered[name] % (len(session.entries) + 1)}
        return entered

    @rule(data=st.data())
    def enter(self, data: Any) -> None:
        """Enter something on the tablet."""
        self._try(self.table.submit, self._draw_input(data))

    @rule(data=st.data(), times=st.integers(2, 8))
    def enter_repeatedly(self, data: Any, times: int) -> None:
        """Enter the same thing several times."""
        entered = self._draw_input(data)
        for _ in range(times):
            self._try(self.table.submit, entered)

    @rule(data=st.data())
    def preview(self, data: Any) -> None:
        """Preview an input, which changes nothing."""
        before = self.table.snapshot()["game"]
        self._try(self.table.preview, self._draw_input(data))
        assert self.table.snapshot()["game"] == before

    @rule(data=st.data(), colour=colours, times=st.integers(1, 8))
    def enter_on_a_phone(self, data: Any, colour: str, times: int) -> None:
        """Enter something on a phone, once or several times."""
        entered = data.draw(self.phone_inputs)
        for _ in range(times):
            self._try(self.table.seats.submit, colour, entered)

    @rule(
        by=colours,
        give=mostly_valid(cards),
        take=mostly_valid(cards),
        to=st.one_of(st.none(), mostly_valid(colours)),
        about=mostly_valid(contexts),
    )
    def offer(self, by: str, give: object, take: object, to: object, about: object) -> None:
        """Offer a trade."""
        self._try(self.table.seats.offer, by, {"give": give, "take": take, "to": to, "about": about})

    @rule(
        by=colours,
        number=st.integers(1, 5),
        answer=mostly_valid(st.sampled_from(("accept", "refuse", "withdraw", "close"))),
        partner=mostly_valid(colours),
    )
    def answer_offer(self, by: str, number: int, answer: object, partner: object) -> None:
        """Answer an offer."""
        self._try(self.table.seats.answer, by, number, {"answer": answer, "with": partner})

    @rule(number=mostly_valid(st.integers(1, 6)), answer=mostly_valid(st.integers(0, 2)))
    def answer_question(self, number: object, answer: object) -> None:
        """Answer a question."""
        self._try(self.table.submit, {"kind": "answer", "question": number, "answer": answer})

    @rule()
    def undo(self) -> None:
        """Undo something."""
        self._try(self.table.submit, {"kind": "undo"})

    # Sources

    @rule(
        pair=st.tuples(st.integers(1, 6), st.integers(1, 6)),
        source=st.sampled_from(("tower", "camera")),
        confidence=st.sampled_from((0.2, 0.6, 1.0)),
        thrown=st.booleans(),
    )
    def observe_roll(self, pair: Any, source: str, confidence: float, thrown: bool) -> None:
        """Let tower or camera report a roll."""
        self.table.observe(DiceDetection(self.table.game_time(), source, pair, confidence, None, thrown))

    @rule(
        pair=st.tuples(st.integers(1, 6), st.integers(1, 6)),
        action=st.sampled_from(("insert", "replace", "insert_before", "remove", "ask")),
        entry=st.one_of(st.none(), numbers),
        doubt=st.sampled_from((None, *get_args(Doubt))),
    )
    def decide_roll(self, pair: Any, action: Any, entry: int | None, doubt: Doubt | None) -> None:
        """Let the roll machine decide about a roll that may no longer be there."""
        decision = RollDecision(
            self.table.game_time(), "camera", action, pair, 0.8, entry, doubt, pair, "tower"
        )
        self.table.observe(decision)

    # Machines

    @rule()
    def reopen(self) -> None:
        """Reopen the journal as after a power cut; nothing has changed."""
        before = self.table.session
        self.journal.close()
        self._open()
        after = self.table.session
        assert (before is None) == (after is None)
        if before is not None and after is not None:
            assert [line.event for line in after.steps] == [line.event for line in before.steps]
            assert after.state == before.state
            assert dict(after.violations) == dict(before.violations)
            assert after.log() == before.log()

    @invariant()
    def check_views(self) -> None:
        """Check that the table can be shown to everyone and to each player."""
        shown = self.table.snapshot()
        json.dumps(shown, allow_nan=False)
        assert INTERNAL_ERROR_MESSAGE not in [message_from_json(notice) for notice in shown["notices"]]
        for colour in COLOURS:
            json.dumps(self.table.seats.snapshot(colour), allow_nan=False)


class AnyBaseGame(AnyTable):
    """The base game, mostly after the founding."""

    kind = "base"
    inputs = base_inputs
    phone_inputs = base_phone_inputs

    def prepare(self, data: Any) -> None:
        """Prepare the island, the founding and some turns."""
        steps = data.draw(st.sampled_from((0, 12, 30, 30, 80)))
        if steps:
            self._try(self.table.submit, {"kind": "correct", "layout": first_game_layout().to_json()})
        self.play_on(data.draw(st.integers(0, 10**6)), steps)

    @rule(seed=st.integers(0, 10**6), steps=st.integers(1, 12))
    def play_on(self, seed: int, steps: int) -> None:
        """Play random legal events, mostly pieces."""
        chance = random.Random(seed)
        for _ in range(steps):
            session = self.table.session
            listed = legal_events(session.state) if session is not None and session.state.players else []
            pieces = [event for event in listed if isinstance(event, PIECES)]
            if not listed:
                return
            event = chance.choice(pieces if pieces and chance.random() < 0.7 else listed)
            data = event_to_json(event)
            _, isplaced, piece = data["kind"].partition("place_")
            entered = {**data, "kind": "place", "piece": piece} if isplaced else data
            self._try(self.table.submit, entered)

    @rule(seen=boards, closing=st.booleans())
    def observe_board(self, seen: Any, closing: bool) -> None:
        """Let the camera see pieces that are there, and some that are not."""
        session = self.table.session
        if session is None or not isinstance(getattr(session.state.land, "layout", None), Layout):
            return
        standing, robber, sure = seen
        there: dict[Any, Any] = {}
        for player in session.state.players:
            for kind in ("road", "settlement", "city"):
                held = getattr(player, {"road": "roads", "settlement": "settlements", "city": "cities"}[kind])
                sites = PATHS if kind == "road" else INTERSECTIONS
                taken = [site for n, site in enumerate(sites) if held >> n & 1]
                there |= dict.fromkeys(taken, Standing(kind, player.colour))
        for site, (kind, colour) in standing.items():
            if (kind == "road") == (site in PATHS):
                there[site] = Standing(kind, colour)
        t = self.table.game_time()
        reading = PiecesReading(
            {site: {there[site]: sure, None: 1 - sure} if site in there else {None: 1.0} for site in SITES}
        )
        since = dict.fromkeys(standing, t - 5)
        self.table.observe(
            BoardSeen(
                t, "camera", reading, {robber: sure, None: 1 - sure}, since=since, handled=since,
                robber_since=t - 5, closing=closing,
            )
        )  # fmt: skip


class AnyDiceGame(AnyTable):
    """The dice game."""

    kind = "dice_game"
    inputs = phone_inputs = dice_inputs


class AnyMatch(AnyTable):
    """Spot it!"""

    kind = "spot_it"
    inputs = phone_inputs = match_inputs


MACHINES = (AnyBaseGame, AnyDiceGame, AnyMatch)
