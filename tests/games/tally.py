"""A tiny second game, to prove the seam: whoever's throws first come to twenty wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.game_api import GameHistory, Insert, Interpretation, Replace, Sensor, Undo
from companion.observations import InputEntered, InputRefused, Observation, RollSeen

TO_WIN = 20


@dataclass(frozen=True)
class Seated:
    names: tuple[str, ...]


@dataclass(frozen=True)
class Thrown:
    total: int


Event = Seated | Thrown


@dataclass(frozen=True)
class State:
    names: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    on_turn: int = 0

    @property
    def winner(self) -> str | None:
        return next((n for n, total in zip(self.names, self.totals, strict=True) if total >= TO_WIN), None)


class Tally:
    """Rules, what is watched, how observations become events, and a view: all that a game is."""

    kind = "tally"

    def setup_options(self) -> dict[str, Any]:
        return {
            "name": "Tally",
            "players": [1, 2, 3],
            "colours": [],
            "options": [],
            "editions": [],
            "taken_up": False,
        }

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        names = data.get("players")
        if not isinstance(names, list) or not names:
            raise InputRefused("a tally needs players")
        return (Seated(tuple(names)),)

    def initial(self) -> State:
        return State()

    def apply(self, state: State, event: Event) -> State:
        if isinstance(event, Seated):
            return State(event.names, (0,) * len(event.names))
        totals = list(state.totals)
        totals[state.on_turn] += event.total
        return replace(state, totals=tuple(totals), on_turn=(state.on_turn + 1) % len(totals))

    def faults(self, state: State, event: Event) -> list[str]:
        return ["game_over"] if isinstance(event, Thrown) and state.winner else []

    def required_sensors(self, state: State) -> frozenset[Sensor]:
        return frozenset() if state.winner else frozenset({Sensor.PIP_DICE})

    def interpret(self, story: GameHistory[State, Event], observation: Observation) -> Interpretation[Event]:
        if isinstance(observation, RollSeen):
            return Interpretation((Thrown(sum(observation.dice)),), certainty=observation.confidence)
        if isinstance(observation, InputEntered):
            return self._entered(story, observation.data)
        return Interpretation()

    def _entered(self, story: GameHistory[State, Event], data: Mapping[str, Any]) -> Interpretation[Event]:
        match data:
            case {"kind": "undo"} if story.undoable is not None:
                return Interpretation(corrections=(Undo(story.undoable),))
            case {"kind": "throw", "total": int(total)}:
                return Interpretation((Thrown(total),))
            case {"kind": "correct", "entry": int(number), "event": {"total": int(total)}}:
                return Interpretation(corrections=(Replace(number, Thrown(total)),))
            case {"kind": "correct", "entry": int(number), "event": None}:
                return Interpretation(corrections=(Replace(number, None),))
            case {"kind": "correct", "before": int(number), "event": {"total": int(total)}}:
                return Interpretation(corrections=(Insert(number, Thrown(total)),))
        raise InputRefused("a tally takes throws, corrections and undo")

    def view(self, story: GameHistory[State, Event]) -> dict[str, Any]:
        state = story.state
        return {
            "phase": "over" if state.winner else "play",
            "winner": state.winner,
            "totals": dict(zip(state.names, state.totals, strict=True)),
        }

    def summary(self, story: GameHistory[State, Event]) -> dict[str, Any]:
        state = story.state
        totals = sorted(zip(state.totals, state.names, strict=True), reverse=True)
        players = [{"name": name, "colour": name, "points": total} for total, name in totals]
        return {"players": players, "winner": state.winner, "turns": len(story.chapters), "seconds": 0}

    def differences(
        self, before: GameHistory[State, Event], after: GameHistory[State, Event]
    ) -> list[dict[str, Any]]:
        was, now = (
            dict(zip(story.state.names, story.state.totals, strict=True)) for story in (before, after)
        )
        return [
            {"what": "total", "name": name, "before": was.get(name), "after": total}
            for name, total in now.items()
            if was.get(name) != total
        ]

    def event_to_json(self, event: Event) -> dict[str, Any]:
        if isinstance(event, Seated):
            return {"kind": "seated", "names": list(event.names)}
        return {"kind": "thrown", "total": event.total}

    def event_from_json(self, data: object) -> Event:
        match data:
            case {"kind": "seated", "names": list(names)}:
                return Seated(tuple(names))
            case {"kind": "thrown", "total": int(total)}:
                return Thrown(total)
        raise ValueError("no event of a tally")
