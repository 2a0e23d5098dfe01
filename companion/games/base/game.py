"""The base game as an implementation of `companion.games.game_api.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any, Final

from companion import observations
from companion.games import game_api, seats
from companion.games.api_types import Contest, Elsewhere, SetupOptions
from companion.games.base import tracker
from companion.games.base.api_types import BaseDifference, BaseSummary, BaseView, SeatView
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedReplayCache
from companion.games.base.inconsistencies import InconsistencyQuestions
from companion.games.base.inconsistencies.card_count import count_question
from companion.games.base.input_types import API_TYPES
from companion.games.base.inputs import (
    corrections,
    island_input,
    roll_decisions,
    seat_inputs,
    table_inputs,
    turns,
)
from companion.games.base.rules import effects, house_rules, legality, options
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
from companion.games.base.summary import awards, contest_list, roll_list, summary
from companion.games.base.tracker.board_diff import certain_buildings, certain_robber
from companion.games.base.views import seat_views, table_views
from companion.games.base.views.table_views import redacted_history
from companion.games.game_api import GameHistory, Interpretation
from companion.games.replay import ReplayCache
from companion.games.schema import check_game_fields
from companion.games.seats import check_distinct_names
from companion.i18n import sentence
from companion.island.geometry import HexId, Site, Standing
from companion.rolls import RollDecision, RollFacts

_HISTORY_INPUTS: Final = frozenset({*corrections.INTERPRETERS, ShowHand.kind, "count_cards"})
"""Kinds of inputs about the history or a hand, not about a new action."""


class BaseGame(game_api.Game[State, Event]):
    """CATAN, the base game."""

    kind: Final = "base"
    page: Final = game_api.GamePage(
        "table.html",
        "base_game/base_game.js",
        "history/game.js",
        game_api.PhonePage("base_phone.html", "base_phone/base_phone.js"),
        overlay="base_game/overlay.js",
    )
    api_types: Final = API_TYPES
    has_roll_list = True

    def __init__(self) -> None:
        # Caches only; they never change a result.
        self._replays: dict[Colour | None, ReplayCache[State, Event]] = {}
        self._believed_replays = BelievedReplayCache()
        self._known_replays: dict[Colour | None, BelievedReplayCache] = {}
        self._inconsistency_questions = InconsistencyQuestions()

    def believed_replay(self, history: GameHistory[State, Event]) -> BelievedReplay:
        """The replay of a history with the belief about hands at each step."""
        return self._believed_replays.get(history)

    def known_replay(self, history: GameHistory[State, Event], colour: Colour | None) -> BelievedReplay:
        """The believed replay from a player's knowledge; None: from public knowledge."""
        known = self._known_history(history, colour)
        believed_replays = (
            self._believed_replays
            if known is history
            else self._known_replays.setdefault(colour, BelievedReplayCache())
        )
        return believed_replays.get(known)

    def _known_history(
        self, history: GameHistory[State, Event], colour: Colour | None = None
    ) -> GameHistory[State, Event]:
        """The history redacted to a player's knowledge; None: to public knowledge."""
        recorded_events = redacted_history(history, colour)
        if recorded_events == history.recorded_events:
            return history
        cache = self._replays.setdefault(colour, ReplayCache(self))
        return replace(history, replay=cache.replay(recorded_events))

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        """The first events of a new game: players and options.

        Optional parts: the layout, the rolls for the first player, and the table of a game in progress.
        """
        check_game_fields(data, {"game", "players", "options", "layout", "taken_up", "who_begins"})
        started = event_from_json(
            {
                "kind": GameStarted.kind,
                "players": data.get("players"),
                "options": data.get("options") or {},
            }
        )
        assert isinstance(started, GameStarted)
        check_distinct_names(started.players)
        players, rounds = seats.order_seats(started.players, data.get("who_begins"))
        events: list[Event] = [replace(started, players=players, who_begins=rounds)]
        if data.get("layout") is not None:
            events.append(event_from_json({"kind": LayoutSet.kind, "layout": data["layout"]}))
        if data.get("taken_up") is not None:
            events.append(legality.parse_take_up(data["taken_up"]))
        return tuple(events)

    def setup_options(self) -> SetupOptions:
        """The setup form of a new game."""
        return options.setup_options()

    def initial(self) -> State:
        """The state without players."""
        return State()

    def apply(self, state: State, event: Event) -> State:
        """The state after an event, legal or not."""
        return effects.apply(state, event)

    def violations(self, state: State, event: Event) -> list[str]:
        """The rules that an event breaks, by name."""
        return legality.violations(state, event).words()

    def required_sensors(self, state: State) -> frozenset[game_api.Sensor]:
        """The island until it is laid, then its pieces, and the dice until the game is over."""
        if state.phase == "over":
            return frozenset()
        board = game_api.Sensor.ISLAND if state.phase == "layout" else game_api.Sensor.PIECES
        if house_rules.has_roll_deck(state.options):
            return frozenset({board})
        return frozenset({board, game_api.Sensor.PIP_DICE})

    def certain_buildings(self, history: GameHistory[State, Event]) -> Mapping[Site, Standing]:
        """The founding settlements, and buildings that players confirmed."""
        return certain_buildings(history)

    def certain_robber(self, history: GameHistory[State, Event]) -> HexId | None:
        """The robber's hex, if known for certain: the initial desert, or a hex that players entered."""
        return certain_robber(history)

    def interpret(
        self, history: GameHistory[State, Event], observation: observations.Observation
    ) -> Interpretation[Event]:
        """Interpret an observation; without another question, ask about an inconsistency.

        Uses public knowledge only, because every player sees the result.
        """
        everybody = self.known_replay(history, None)
        interpretation = self._interpret(history, everybody, observation)
        if everybody.state.phase != "play" or interpretation.question or interpretation.corrections:
            # A correction may just have resolved the inconsistency.
            return interpretation
        match interpretation.events:
            case (*_, Roll(dice=dice) as roll) if sum(dice) == 7:
                if (counting := count_question(everybody, roll)) is not None:
                    return replace(interpretation, question=counting)
        asked = self._inconsistency_questions.question(everybody) or corrections.knight_question(everybody)
        return replace(interpretation, question=asked)

    def _interpret(
        self,
        history: GameHistory[State, Event],
        believed: BelievedReplay,
        observation: observations.Observation,
    ) -> Interpretation[Event]:
        state = believed.state
        if isinstance(observation, observations.InputEntered):
            return self._interpret_input(history, believed, observation)
        if isinstance(observation, observations.DiceDetection) and observation.dice is not None:
            if house_rules.has_roll_deck(state.options):
                return Interpretation(notice=roll_decisions.CARDS_COUNT if observation.thrown else "")
            return roll_decisions.interpret_throw(believed, observation, history.in_doubt)
        if isinstance(observation, RollDecision):
            if house_rules.has_roll_deck(state.options):
                return Interpretation()
            return roll_decisions.interpret_decision(history, observation)
        if isinstance(observation, observations.BoardSeen) and history.state.phase == "taking_up":
            return legality.interpret_board(history.state, observation)
        if isinstance(observation, observations.BoardSeen):
            return tracker.explain_board(believed, observation)
        if isinstance(observation, observations.IslandSeen) and history.state.phase == "layout":
            return island_input.interpret_reading(history.state, observation.reading)
        return Interpretation()

    def _interpret_input(
        self,
        history: GameHistory[State, Event],
        believed: BelievedReplay,
        observation: observations.InputEntered,
    ) -> Interpretation[Event]:
        open_hands = believed.state.options.open_hands
        # Corrections apply to the full history, including its secrets.
        data = observation.data if open_hands else seat_inputs.redact_input(observation)
        interpretation = table_inputs.interpret(history, believed, data)
        interpretation = turns.insert_turn_ends(believed.state, interpretation)
        if observation.thrown_at is not None:
            interpretation = turns.backdate_roll(history, interpretation, observation.thrown_at)
        if open_hands:
            return interpretation
        return seat_inputs.restore_secret(interpretation, observation, self._known_history(history))

    def view(self, history: GameHistory[State, Event]) -> BaseView:
        """The public view."""
        believed = self.known_replay(history, None)
        view = table_views.public_view(believed.state, believed.belief, history.in_doubt)
        confirming = table_views.island_to_confirm(history)
        # An impossible island has to be confirmed before the founding.
        waits = any(item["doubtful"] for item in confirming)
        return {
            **view,
            "to_do": [*confirming] if waits else [*confirming, *view["to_do"]],
            "last_roll": table_views.last_roll(believed),
            "turn_began": table_views.turn_began(believed),
            "reserves": table_views.reserves(believed),
            "dealt": table_views.dealt_starting_resources(believed),
            "awards": awards(self._known_history(history)),
        }

    def summary(self, history: GameHistory[State, Event]) -> BaseSummary:
        """The summary of the game."""
        return summary(self._known_history(history))

    def contests(self, history: GameHistory[State, Event]) -> list[Contest]:
        """The statistics in which players are compared."""
        return contest_list(self._known_history(history))

    def roll_list(self, history: GameHistory[State, Event]) -> game_api.RollList:
        """Every roll with the cards that it produced."""
        return roll_list(self._known_history(history))

    def external_ids(self, history: GameHistory[State, Event]) -> Elsewhere:
        """The game's id in other programs, and the first player."""
        seats = history.state.players
        return {"name": "CATAN", "bgg": 13, "first": seats[history.state.first].colour if seats else None}

    def seat_view(self, history: GameHistory[State, Event], seat: str) -> SeatView | None:
        """The private view of a player; None if nobody plays the colour."""
        colour = next((player.colour for player in history.state.players if player.colour == seat), None)
        return None if colour is None else seat_views.seat_view(self.known_replay(history, colour), colour)

    def seat_input(
        self, history: GameHistory[State, Event], seat: str, data: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Translate an input from a player's phone to an input of the table."""
        colour = self._require_player(history, seat)
        return seat_inputs.seat_input(self.known_replay(history, colour), colour, data)

    def draw_random(
        self, history: GameHistory[State, Event], data: Mapping[str, Any], order: game_api.DrawOrder
    ) -> Mapping[str, Any]:
        """Complete an input with a random draw: of an island, or of a roll card."""
        return table_inputs.draw_random(
            history.state, island_input.draw_random(history.state, data, order), order
        )

    def trade_input(
        self, history: GameHistory[State, Event], seat: str, partner: str, give: object, take: object
    ) -> dict[str, Any]:
        """The input for a trade of two players."""
        one, other = self._require_player(history, seat), self._require_player(history, partner)
        return seat_inputs.trade_input(self.known_replay(history, None), one, other, give, take)

    def _require_player(self, history: GameHistory[State, Event], seat: str) -> Colour:
        for player in history.state.players:
            if player.colour == seat:
                return player.colour
        raise observations.InputRefused(sentence("nobody plays {colour}", colour=seat[:40]))

    def entered_roll(self, data: Mapping[str, Any]) -> observations.RolledDice | tuple[()] | None:
        """The dice of an entered roll, () if they are invalid; None for other inputs."""
        if data.get("kind") != Roll.kind:
            return None
        return observations.rolled_dice_from_json(data.get("dice")) or ()

    def roll_facts(self, history: GameHistory[State, Event], entry: int | None) -> RollFacts:
        """The facts about the next roll and the roll of an entry."""
        return roll_decisions.roll_facts(history, entry)

    def find_builders(
        self, history: GameHistory[State, Event], board: observations.BoardSeen, since: float
    ) -> Set[int]:
        """Return who has built since a time: 0: the active player, 1: the next one, -1: the previous one."""
        return roll_decisions.find_builders(self.known_replay(history, None), board, since)

    def ends_turn(self, data: Mapping[str, Any]) -> bool:
        """Return whether an input ends the turn."""
        return data.get("kind") == EndTurn.kind

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        """The colour to light on the panel: the player who has to act, finally the winner."""
        return table_views.light_colour(view)

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The input of the panel's next button: end the turn after the roll."""
        return table_views.next_input(view)

    def panel_sounds(self, event: Mapping[str, Any]) -> bool | None:
        """Return whether the panel sounds for an event: for a seven."""
        return table_views.is_seven(event)

    def is_history_input(self, kind: object) -> bool:
        """Return whether inputs of a kind are about the recorded history or a hand."""
        return super().is_history_input(kind) or (isinstance(kind, str) and kind in _HISTORY_INPUTS)

    def is_correction_input(self, kind: object) -> bool:
        """Return whether inputs of a kind correct the log, or whether dice were a roll."""
        return super().is_correction_input(kind) or (
            isinstance(kind, str) and kind in corrections.ROLL_CORRECTION_KINDS
        )

    def differences(
        self, before: GameHistory[State, Event], after: GameHistory[State, Event]
    ) -> list[BaseDifference]:
        """The public differences between the final states of two histories."""
        return table_views.diff_states(self._known_history(before).state, self._known_history(after).state)

    def violations_in_public(self, history: GameHistory[State, Event]) -> Mapping[int, tuple[str, ...]]:
        """The rules that events break, judged by public knowledge, by entry number."""
        return self._known_history(history).replay.violations

    def violations_known_to(
        self, history: GameHistory[State, Event], seat: str
    ) -> Mapping[int, tuple[str, ...]]:
        """The rules that events break, judged by a player's knowledge, by entry number."""
        return self._known_history(history, self._require_player(history, seat)).replay.violations

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """Encode an event as JSON."""
        return event_to_json(event)

    def event_in_public(self, state: State, event: Event) -> dict[str, Any]:
        """Encode an event without the kind of a card that was bought or stolen unseen."""
        return table_views.event_in_public(state, event)

    def event_from_json(self, data: object) -> Event:
        """Decode the JSON of `event_to_json`."""
        return event_from_json(data)
