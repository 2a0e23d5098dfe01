"""The base game as it plugs into the table: rules, tracker and view behind the seam."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games import first_player
from companion.games.awards import Contest
from companion.games.base import tracker
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedReplayCache
from companion.games.base.inconsistencies import InconsistencyQuestions
from companion.games.base.inputs import (
    corrections,
    drawing,
    heard,
    knights,
    laying,
    passing,
    seat_inputs,
    table_inputs,
    turns,
)
from companion.games.base.rules import effects, legality, offered, roll_deck, taking_up
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    Roll,
    ShowHand,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.base.summary import awards, compared, roll_list, summary
from companion.games.base.tracker.certain import certain_buildings, certain_robber
from companion.games.base.views import changes, on_panel, seat_views, table_views
from companion.games.base.views.redaction import redacted_history
from companion.games.base.wire import DECLARED, BaseDifference, BaseSummary, BaseView, SeatView
from companion.games.game_api import GameHistory, GamePage, Interpretation, PhonePage, Sensor
from companion.games.optional import DrawOrder
from companion.games.replay import ReplayCache
from companion.games.roll_list import RollList
from companion.games.seats import check_names
from companion.games.shapes import only
from companion.games.wire import Elsewhere, SetupOptions
from companion.i18n import sentence
from companion.island.geometry import HexId
from companion.island.pieces import Site, Standing
from companion.observations import (
    BoardSeen,
    DiceLay,
    DicePlayed,
    DiceUnread,
    InputEntered,
    InputRefused,
    IslandSeen,
    Observation,
    PlayWatched,
    RollDoubted,
    RollOverDice,
    RollSeen,
)
from companion.thrown import Thrown, thrown_from_json

_LOOKING_BACK: Final = frozenset({*corrections.KINDS, ShowHand.kind})
"""The kinds of inputs that tell nothing that has just happened."""
_OF_DICE: Final = (RollSeen, RollDoubted, DiceLay, DicePlayed, RollOverDice)


class BaseGame:
    """CATAN, the base game."""

    kind: Final = "base"
    page: Final = GamePage(
        "table.html",
        "base_game/base_game.js",
        "history/game.js",
        PhonePage("base_phone.html", "base_phone/base_phone.js"),
        overlay="base_game/overlay.js",
    )
    wire: Final = DECLARED

    def __init__(self) -> None:
        # What it remembers makes it quick, and changes nothing that it says.
        self._replays: dict[Colour | None, ReplayCache[State, Event]] = {}
        self._accounts = BelievedReplayCache()
        self._known: dict[Colour | None, BelievedReplayCache] = {}
        self._doubts = InconsistencyQuestions()

    def believed(self, history: GameHistory[State, Event]) -> BelievedReplay:
        """A story step by step, with what is believed of the hands."""
        return self._accounts.of(history)

    def known(self, history: GameHistory[State, Event], colour: Colour | None) -> BelievedReplay:
        """The account of a story as a player knows it; None: as everybody does."""
        known = self._as_known(history, colour)
        believed_replays = (
            self._accounts if known is history else self._known.setdefault(colour, BelievedReplayCache())
        )
        return believed_replays.of(known)

    def _as_known(
        self, history: GameHistory[State, Event], colour: Colour | None = None
    ) -> GameHistory[State, Event]:
        """A story as a player knows it; None: as everybody does."""
        recorded_events = redacted_history(history, colour)
        if recorded_events == history.recorded:
            return history
        cache = self._replays.setdefault(colour, ReplayCache(self))
        return replace(history, replay=cache.of(recorded_events))

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        """Players of a new game; options, an island, what was thrown for who begins, and what a game on
        already came to, where given.
        """
        only(data, {"game", "players", "options", "layout", "taken_up", "who_begins"})
        started = event_from_json(
            {
                "kind": GameStarted.kind,
                "players": data.get("players"),
                "options": data.get("options") or {},
            }
        )
        assert isinstance(started, GameStarted)
        check_names(started.players)
        players, rounds = first_player.opened(started.players, data.get("who_begins"))
        events: list[Event] = [replace(started, players=players, who_begins=rounds)]
        if data.get("layout") is not None:
            events.append(event_from_json({"kind": LayoutSet.kind, "layout": data["layout"]}))
        if data.get("taken_up") is not None:
            events.append(taking_up.described(data["taken_up"]))
        return tuple(events)

    def setup_options(self) -> SetupOptions:
        """What people can choose for a new game."""
        return offered.setup_options()

    def initial(self) -> State:
        """Nobody has sat down."""
        return State()

    def apply(self, state: State, event: Event) -> State:
        """The state after an event, legal or not."""
        return effects.apply(state, event)

    def violations(self, state: State, event: Event) -> list[str]:
        """The rules that an event would break."""
        return legality.violations(state, event).words()

    def required_sensors(self, state: State) -> frozenset[Sensor]:
        """The island until it is read, then its pieces, and the dice until somebody has won."""
        if state.phase == "over":
            return frozenset()
        board = Sensor.ISLAND if state.phase == "layout" else Sensor.PIECES
        if roll_deck.is_played(state.options):
            return frozenset({board})
        return frozenset({board, Sensor.PIP_DICE})

    def certain_buildings(self, history: GameHistory[State, Event]) -> Mapping[Site, Standing]:
        """The founding's settlements, and what people said of others."""
        return certain_buildings(history)

    def certain_robber(self, history: GameHistory[State, Event]) -> HexId | None:
        """The desert as the game begins, and where people said it was moved."""
        return certain_robber(history)

    def interpret(
        self, history: GameHistory[State, Event], observation: Observation
    ) -> Interpretation[Event]:
        """What an observation tells; where it leaves no other question, what is in doubt by now is asked.

        Everybody sees what it tells, and in which place: so it is worked out of what everybody knows.
        """
        everybody = self.known(history, None)
        telling = self._told(history, everybody, observation)
        if everybody.state.phase != "play" or telling.question or telling.corrections:
            # What is corrected just now need not be asked any more.
            return telling
        asked = self._doubts.question(everybody) or knights.question(everybody)
        return replace(telling, question=asked)

    def _told(
        self, history: GameHistory[State, Event], believed: BelievedReplay, observation: Observation
    ) -> Interpretation[Event]:
        state = believed.state
        if isinstance(observation, InputEntered):
            return self._entered(history, believed, observation)
        if roll_deck.is_played(state.options) and isinstance(observation, _OF_DICE):
            told = isinstance(observation, RollSeen) and observation.thrown
            return Interpretation(notice=table_inputs.CARDS_COUNT) if told else Interpretation()
        if isinstance(observation, RollSeen):
            if observation.confidence < table_inputs.UNSURE_ROLL_P:
                return table_inputs.unsure_roll(self._as_known(history), observation)
            return table_inputs.rolled(state, observation.dice, observation.confidence, history.in_doubt)
        if isinstance(observation, RollDoubted):
            return table_inputs.doubted(self._as_known(history), observation)
        if isinstance(observation, DiceUnread):
            return table_inputs.unread(self._as_known(history), observation)
        if isinstance(observation, DiceLay):
            return table_inputs.dice_lay(self._as_known(history), observation)
        if isinstance(observation, DicePlayed):
            return table_inputs.dice_played(self._as_known(history), observation)
        if isinstance(observation, RollOverDice):
            return table_inputs.over_dice(self._as_known(history), observation)
        if isinstance(observation, PlayWatched):
            return table_inputs.play_watched(history, believed, observation)
        if isinstance(observation, BoardSeen) and history.state.phase == "taking_up":
            return taking_up.seen(history.state, observation)
        if isinstance(observation, BoardSeen):
            return tracker.explain_board(believed, observation)
        if isinstance(observation, IslandSeen) and history.state.phase == "layout":
            return laying.read(history.state, observation.reading)
        return Interpretation()

    def _entered(
        self, history: GameHistory[State, Event], believed: BelievedReplay, entered: InputEntered
    ) -> Interpretation[Event]:
        open_hands = believed.state.options.open_hands
        # What is corrected is the story as it was told, with all its secrets.
        told = table_inputs.interpret(history, believed, entered.data if open_hands else heard.heard(entered))
        told = turns.with_turn(believed.state, told)
        if entered.thrown_at is not None:
            told = passing.thrown_then(history, told, entered.thrown_at)
        return told if open_hands else heard.restored(told, entered, self._as_known(history))

    def view(self, history: GameHistory[State, Event]) -> BaseView:
        """What everybody at the table may see."""
        believed = self.known(history, None)
        view = table_views.view(believed.state, believed.belief, history.in_doubt)
        confirming = table_views.island_to_confirm(history)
        # On an island that no box holds nothing is founded before somebody has looked.
        waits = any(item["doubtful"] for item in confirming)
        return {
            **view,
            "to_do": [*confirming] if waits else [*confirming, *view["to_do"]],
            "last_roll": table_views.last_roll(believed),
            "turn_began": table_views.turn_began(believed),
            "reserves": table_views.reserves(believed),
            "dealt": table_views.dealt(believed),
            "awards": awards(self._as_known(history)),
        }

    def summary(self, history: GameHistory[State, Event]) -> BaseSummary:
        """The game looked back on."""
        return summary(self._as_known(history))

    def contests(self, history: GameHistory[State, Event]) -> list[Contest]:
        """What players are compared in."""
        return compared(self._as_known(history))

    def roll_list(self, history: GameHistory[State, Event]) -> RollList:
        """Every roll, and the cards that were taken for it."""
        return roll_list(self._as_known(history))

    def elsewhere(self, history: GameHistory[State, Event]) -> Elsewhere:
        """CATAN, and who began."""
        seats = history.state.players
        return {"name": "CATAN", "bgg": 13, "first": seats[history.state.first].colour if seats else None}

    def seat_view(self, history: GameHistory[State, Event], seat: str) -> SeatView | None:
        """What the player of a colour may see; None: nobody plays it."""
        colour = next((player.colour for player in history.state.players if player.colour == seat), None)
        return None if colour is None else seat_views.seat_view(self.known(history, colour), colour)

    def seat_input(
        self, history: GameHistory[State, Event], seat: str, data: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The input that an entry of the player of a colour stands for."""
        colour = self._player(history, seat)
        return seat_inputs.seat_input(self.known(history, colour), colour, data)

    def by_lot(
        self, history: GameHistory[State, Event], data: Mapping[str, Any], order: DrawOrder
    ) -> Mapping[str, Any]:
        """An island, or a card of the deck that stands for dice, that is to be drawn, as it was drawn."""
        return drawing.by_lot(history.state, laying.by_lot(history.state, data, order), order)

    def trade_input(
        self, history: GameHistory[State, Event], seat: str, partner: str, give: object, take: object
    ) -> dict[str, Any]:
        """The input that a trade of two players stands for."""
        one, other = self._player(history, seat), self._player(history, partner)
        return seat_inputs.trade(self.known(history, None), one, other, give, take)

    def _player(self, history: GameHistory[State, Event], seat: str) -> Colour:
        for player in history.state.players:
            if player.colour == seat:
                return player.colour
        raise InputRefused(sentence("nobody plays {colour}", colour=seat[:40]))

    def entered_roll(self, data: Mapping[str, Any]) -> Thrown | tuple[()] | None:
        """What is said of the dice of a roll that is entered."""
        if data.get("kind") != Roll.kind:
            return None
        return thrown_from_json(data.get("dice")) or ()

    def roll_confirmed(self, entry: int) -> dict[str, Any]:
        """The input that makes sure of a roll."""
        return {"kind": "confirm", "entry": entry}

    def ends_turn(self, data: Mapping[str, Any]) -> bool:
        """Whether the dice are passed."""
        return data.get("kind") == EndTurn.kind

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        """Who is to do something, in the end the winner."""
        return on_panel.light(view)

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The dice are passed on, once they were thrown."""
        return on_panel.next_input(view)

    def panel_sounds(self, event: Mapping[str, Any]) -> bool | None:
        """A seven is heard."""
        return on_panel.sounds(event)

    def looks_back(self, kind: str) -> bool:
        """Whether inputs of a kind are about the story as it was told."""
        return kind in _LOOKING_BACK

    def corrects(self, kind: str) -> bool:
        """Whether those of a kind say of dice that they were a roll, or none."""
        return kind in corrections.OF_ROLLS

    def differences(
        self, before: GameHistory[State, Event], after: GameHistory[State, Event]
    ) -> list[BaseDifference]:
        """What differs between what two stories come to, as far as everybody may see it."""
        return changes.differences(self._as_known(before).state, self._as_known(after).state)

    def violations_in_public(self, history: GameHistory[State, Event]) -> Mapping[int, tuple[str, ...]]:
        """The rules that recorded events break by what everybody knows of the hands."""
        return self._as_known(history).replay.violations

    def violations_known_to(
        self, history: GameHistory[State, Event], seat: str
    ) -> Mapping[int, tuple[str, ...]]:
        """The rules that recorded events break by what the player of a colour knows."""
        return self._as_known(history, self._player(history, seat)).replay.violations

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """The JSON form of an event."""
        return event_to_json(event)

    def event_in_public(self, state: State, event: Event) -> dict[str, Any]:
        """The JSON form of an event without the kind of a card that was bought or stolen unseen."""
        return table_views.event_in_public(state, event)

    def event_from_json(self, data: object) -> Event:
        """The event that `event_to_json` described."""
        return event_from_json(data)
