"""Spot it! CATAN as it plugs into the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.awards import Contest
from companion.games.game_api import GameHistory, GamePage, Interpretation, Sensor
from companion.games.shapes import only
from companion.games.spot_it import changes, effects, inputs, legality, offered, views
from companion.games.spot_it.awards import contests, given
from companion.games.spot_it.corrections import check_names
from companion.games.spot_it.course import counted_games
from companion.games.spot_it.events import Event, GameStarted, event_from_json, event_to_json
from companion.games.spot_it.state import State
from companion.games.spot_it.summary import summary
from companion.games.spot_it.wire import DECLARED, SpotItDifference, SpotItSummary, SpotItView
from companion.games.wire import SetupOptions
from companion.observations import InputEntered, Observation


class SpotItGame:
    """Spot it! CATAN."""

    kind: Final = "spot_it"
    page: Final = GamePage("spot_it.html", "spot_it/spot_it.js", "spot_it/history.js")
    wire: Final = DECLARED

    def setup_options(self) -> SetupOptions:
        """What people can choose for a new match."""
        return offered.setup_options()

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        """The teams of a new match, and how they play."""
        only(data, {"game", "players", "options"})
        started = event_from_json(
            {
                "kind": GameStarted.kind,
                "players": data.get("players"),
                "options": data.get("options") or {},
            }
        )
        assert isinstance(started, GameStarted)
        check_names(started)
        return (started,)

    def initial(self) -> State:
        """No team was formed."""
        return State()

    def apply(self, state: State, event: Event) -> State:
        """The state after an event, legal or not."""
        return effects.apply(state, event)

    def violations(self, state: State, event: Event) -> list[str]:
        """The rules that an event would break."""
        return legality.violations(state, event)

    def required_sensors(self, state: State) -> frozenset[Sensor]:
        """The cards, until the match is over."""
        return frozenset() if state.phase == "over" else frozenset({Sensor.CARDS})

    def interpret(
        self, history: GameHistory[State, Event], observation: Observation
    ) -> Interpretation[Event]:
        """What people enter; nothing else tells of a match."""
        if isinstance(observation, InputEntered):
            return inputs.interpret(history, observation.data)
        return Interpretation()

    def view(self, history: GameHistory[State, Event]) -> SpotItView:
        """What everybody at the table may see."""
        return {
            **views.view(history.state),
            "games": counted_games(history) if history.state.phase == "over" else [],
            "awards": given(history),
        }

    def summary(self, history: GameHistory[State, Event]) -> SpotItSummary:
        """The match looked back on."""
        return summary(history)

    def contests(self, history: GameHistory[State, Event]) -> list[Contest]:
        """What teams are compared in."""
        return contests(history)

    def differences(
        self, before: GameHistory[State, Event], after: GameHistory[State, Event]
    ) -> list[SpotItDifference]:
        """What differs between what two stories come to."""
        return changes.differences(before.state, after.state)

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """The JSON form of an event."""
        return event_to_json(event)

    def event_from_json(self, data: object) -> Event:
        """The event that `event_to_json` described."""
        return event_from_json(data)
