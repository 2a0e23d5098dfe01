"""The Catan Dice Game, advanced variant, as it plugs into the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games import first_player
from companion.games.awards import Contest
from companion.games.dice_game import (
    awards,
    changes,
    effects,
    inputs,
    legality,
    options,
    rolls,
    summary,
    views,
)
from companion.games.dice_game.events import (
    EndTurn,
    Event,
    GameStarted,
    event_from_json,
    event_to_json,
)
from companion.games.dice_game.state import State
from companion.games.dice_game.wire import DECLARED, DiceGameDifference, DiceGameSummary, DiceGameView
from companion.games.game_api import GameHistory, GamePage, Interpretation, Sensor
from companion.games.roll_list import RollList
from companion.games.shapes import only
from companion.games.wire import Elsewhere, SetupOptions
from companion.observations import InputEntered, Observation


class DiceGame:
    """The dice game: all of it is public, and people enter the dice."""

    kind: Final = "dice_game"
    page: Final = GamePage(
        "dice_game.html",
        "dice_game/dice_game.js",
        "dice_game/history.js",
        overlay="dice_game/overlay.js",
    )
    wire: Final = DECLARED

    def setup_options(self) -> SetupOptions:
        """What people can choose for a new game."""
        return options.setup_options()

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        """Players of a new game; options and what was thrown for who begins, where given."""
        only(data, {"game", "players", "options", "who_begins"})
        told = {"players": data.get("players"), "options": data.get("options") or {}}
        started = event_from_json({"kind": GameStarted.kind, **told})
        assert isinstance(started, GameStarted)
        players, rounds = first_player.opened(started.players, data.get("who_begins"))
        return (replace(started, players=players, who_begins=rounds),)

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
        """The resource dice, until somebody has won."""
        return frozenset({Sensor.RESOURCE_DICE}) if state.phase == "play" else frozenset()

    def interpret(
        self, history: GameHistory[State, Event], observation: Observation
    ) -> Interpretation[Event]:
        """What people entered; nothing else tells of this game."""
        if isinstance(observation, InputEntered):
            return inputs.interpret(history, observation.data)
        return Interpretation()

    def view(self, history: GameHistory[State, Event]) -> DiceGameView:
        """What everybody at the table may see: all."""
        return {
            **views.view(history.state),
            "turn_began": _turn_began(history),
            "awards": awards.given(history),
        }

    def summary(self, history: GameHistory[State, Event]) -> DiceGameSummary:
        """The game looked back on."""
        return summary.summary(history)

    def contests(self, history: GameHistory[State, Event]) -> list[Contest]:
        """What players are compared in."""
        return list(awards.contests(history))

    def roll_list(self, history: GameHistory[State, Event]) -> RollList:
        """Every throw of the dice."""
        return rolls.rolls(history)

    def elsewhere(self, history: GameHistory[State, Event]) -> Elsewhere:
        """The Catan Dice Game, and who began."""
        seats = history.state.players
        return {"name": "Catan Dice Game", "bgg": 27710, "first": seats[0].colour if seats else None}

    def differences(
        self, before: GameHistory[State, Event], after: GameHistory[State, Event]
    ) -> list[DiceGameDifference]:
        """What differs between what two stories come to."""
        return changes.differences(before.state, after.state)

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        """Whose turn it is, in the end the winner."""
        colour: str | None = view["winner"] if view["phase"] == "over" else view["on_turn"]
        return colour

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The dice are passed on."""
        return {"kind": EndTurn.kind} if view["phase"] == "play" else None

    def panel_sounds(self, event: Mapping[str, Any]) -> bool | None:
        """Nothing is heard: the dice have no seven."""
        return None

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """The JSON form of an event."""
        return event_to_json(event)

    def event_from_json(self, data: object) -> Event:
        """The event that `event_to_json` described."""
        return event_from_json(data)


def _turn_began(history: GameHistory[State, Event]) -> float:
    """Session seconds at which the turn that is on began."""
    began = (recorded.t for recorded in reversed(history.recorded) if isinstance(recorded.event, EndTurn))
    return round(next(began, history.recorded[0].t if history.recorded else 0.0), 3)
