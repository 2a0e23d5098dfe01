"""The Catan Dice Game, advanced variant, as a plug-in for the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games import seats
from companion.games.api_types import Contest, Elsewhere, SetupOptions
from companion.games.dice_game import effects, inputs, legality, options, summary, views
from companion.games.dice_game.api_types import API_TYPES, DiceGameDifference, DiceGameSummary, DiceGameView
from companion.games.dice_game.events import (
    DiceGameStarted,
    Event,
    PassDice,
    event_from_json,
    event_to_json,
)
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import Game, GameHistory, GamePage, Interpretation, RollList, Sensor
from companion.games.schema import check_game_fields
from companion.observations import InputEntered, Observation, ResourceDiceThrown


class DiceGame(Game[DiceGameState, Event]):
    """The dice game: all of it is public. A camera reads the dice, or people enter them."""

    kind: Final = "dice_game"
    page: Final = GamePage(
        "dice_game.html",
        "dice_game/dice_game.js",
        "dice_game/history.js",
        overlay="dice_game/overlay.js",
    )
    api_types: Final = API_TYPES
    has_roll_list = True

    def setup_options(self) -> SetupOptions:
        """Return the options of a new game."""
        return options.setup_options()

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        """Return the first event of a new game: players, options and rolls for the first player."""
        check_game_fields(data, {"game", "players", "options", "who_begins"})
        fields = {"players": data.get("players"), "options": data.get("options") or {}}
        started = event_from_json({"kind": DiceGameStarted.kind, **fields})
        assert isinstance(started, DiceGameStarted)
        players, rounds = seats.order_seats(started.players, data.get("who_begins"))
        return (replace(started, players=players, who_begins=rounds),)

    def initial(self) -> DiceGameState:
        """Return the state before anybody has sat down."""
        return DiceGameState()

    def apply(self, state: DiceGameState, event: Event) -> DiceGameState:
        """Return the state after an event, legal or not."""
        return effects.apply(state, event)

    def violations(self, state: DiceGameState, event: Event) -> list[str]:
        """Return the rules that an event would break."""
        return legality.violations(state, event).words()

    def required_sensors(self, state: DiceGameState) -> frozenset[Sensor]:
        """Return the resource dice, until somebody has won."""
        return frozenset({Sensor.RESOURCE_DICE}) if state.phase == "play" else frozenset()

    def interpret(
        self, history: GameHistory[DiceGameState, Event], observation: Observation
    ) -> Interpretation[Event]:
        """Interpret an input, or a throw that a camera saw; this game ignores other observations."""
        if isinstance(observation, InputEntered):
            return inputs.interpret(history, observation.data)
        if isinstance(observation, ResourceDiceThrown):
            return inputs.interpret_seen_throw(history, observation)
        return Interpretation()

    def view(self, history: GameHistory[DiceGameState, Event]) -> DiceGameView:
        """Return the public view: the whole game."""
        return {
            **views.view(history.state),
            "turn_began": _turn_began(history),
            "awards": summary.final_awards(history),
        }

    def summary(self, history: GameHistory[DiceGameState, Event]) -> DiceGameSummary:
        """Return the summary of the game."""
        return summary.summary(history)

    def contests(self, history: GameHistory[DiceGameState, Event]) -> list[Contest]:
        """Return the contests in which players are compared."""
        return list(summary.contests(history))

    def roll_list(self, history: GameHistory[DiceGameState, Event]) -> RollList:
        """Return every throw of the dice."""
        return summary.rolls(history)

    def external_ids(self, history: GameHistory[DiceGameState, Event]) -> Elsewhere:
        """Return the ids of the Catan Dice Game, and the first player."""
        seats = history.state.players
        return {"name": "Catan Dice Game", "bgg": 27710, "first": seats[0].colour if seats else None}

    def differences(
        self, before: GameHistory[DiceGameState, Event], after: GameHistory[DiceGameState, Event]
    ) -> list[DiceGameDifference]:
        """Return the differences between the results of two histories."""
        return views.diff_states(before.state, after.state)

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        """Return the active player's colour, at the end the winner's."""
        colour: str | None = view["winner"] if view["phase"] == "over" else view["on_turn"]
        return colour

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the input that passes the dice."""
        return {"kind": PassDice.kind} if view["phase"] == "play" else None

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """Return the JSON form of an event."""
        return event_to_json(event)

    def event_from_json(self, data: object) -> Event:
        """Parse the JSON form that `event_to_json` returns."""
        return event_from_json(data)


def _turn_began(history: GameHistory[DiceGameState, Event]) -> float:
    """Return the session seconds at which the current turn began."""
    began = (
        recorded.t for recorded in reversed(history.recorded_events) if isinstance(recorded.event, PassDice)
    )
    return round(next(began, history.recorded_events[0].t if history.recorded_events else 0.0), 3)
