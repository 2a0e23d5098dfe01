"""Spot it! CATAN as an implementation of `companion.games.game_api.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.api_types import Contest, SetupOptions
from companion.games.game_api import Game, GameHistory, GamePage, Interpretation, Sensor
from companion.games.schema import check_game_fields
from companion.games.spot_it import effects, events, inputs, legality, views
from companion.games.spot_it.api_types import API_TYPES, SpotItDifference, SpotItSummary, SpotItView
from companion.games.spot_it.events import Event, MatchStarted, event_from_json, event_to_json
from companion.games.spot_it.inputs import check_names
from companion.games.spot_it.state import MatchState
from companion.games.spot_it.summary import contests, counted_games, match_awards, summary
from companion.observations import InputEntered, Observation


class SpotItGame(Game[MatchState, Event]):
    """Spot it! CATAN."""

    kind: Final = "spot_it"
    page: Final = GamePage("spot_it.html", "spot_it/spot_it.js", "spot_it/history.js")
    api_types: Final = API_TYPES

    def setup_options(self) -> SetupOptions:
        """The setup form of a new match."""
        return events.setup_options()

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        """The first event of a new match: teams and options."""
        check_game_fields(data, {"game", "players", "options"})
        started = event_from_json(
            {
                "kind": MatchStarted.kind,
                "players": data.get("players"),
                "options": data.get("options") or {},
            }
        )
        assert isinstance(started, MatchStarted)
        check_names(started)
        return (started,)

    def initial(self) -> MatchState:
        """The state without teams."""
        return MatchState()

    def apply(self, state: MatchState, event: Event) -> MatchState:
        """The state after an event, legal or not."""
        return effects.apply(state, event)

    def violations(self, state: MatchState, event: Event) -> list[str]:
        """The rules that an event breaks, by name."""
        return legality.violations(state, event)

    def required_sensors(self, state: MatchState) -> frozenset[Sensor]:
        """The cards, until the match is over."""
        return frozenset() if state.phase == "over" else frozenset({Sensor.CARDS})

    def interpret(
        self, history: GameHistory[MatchState, Event], observation: Observation
    ) -> Interpretation[Event]:
        """Interpret an input; other observations have no meaning here."""
        if isinstance(observation, InputEntered):
            return inputs.interpret(history, observation.data)
        return Interpretation()

    def view(self, history: GameHistory[MatchState, Event]) -> SpotItView:
        """The public view."""
        return {
            **views.view(history.state),
            "games": counted_games(history),
            "awards": match_awards(history),
        }

    def summary(self, history: GameHistory[MatchState, Event]) -> SpotItSummary:
        """The summary of the match."""
        return summary(history)

    def contests(self, history: GameHistory[MatchState, Event]) -> list[Contest]:
        """The statistics in which teams are compared."""
        return contests(history)

    def differences(
        self, before: GameHistory[MatchState, Event], after: GameHistory[MatchState, Event]
    ) -> list[SpotItDifference]:
        """The differences between the final states of two histories."""
        return views.differences(before.state, after.state)

    def event_to_json(self, event: Event) -> dict[str, Any]:
        """Encode an event as JSON."""
        return event_to_json(event)

    def event_from_json(self, data: object) -> Event:
        """Decode the JSON of `event_to_json`."""
        return event_from_json(data)
