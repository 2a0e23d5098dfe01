"""A tiny second game, to prove the seam: whoever's throws first come to twenty wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.seam import DrawOrder, Insert, Replace, Story, Telling, Undo, Watch
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

    def offer(self) -> dict[str, Any]:
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

    def wants(self, state: State) -> frozenset[Watch]:
        return frozenset() if state.winner else frozenset({Watch.PIP_DICE})

    def interpret(self, story: Story[State, Event], observation: Observation) -> Telling[Event]:
        if isinstance(observation, RollSeen):
            return Telling((Thrown(sum(observation.dice)),), certainty=observation.confidence)
        if isinstance(observation, InputEntered):
            return self._entered(story, observation.data)
        return Telling()

    def _entered(self, story: Story[State, Event], data: Mapping[str, Any]) -> Telling[Event]:
        match data:
            case {"kind": "undo"} if story.undoable is not None:
                return Telling(corrections=(Undo(story.undoable),))
            case {"kind": "throw", "total": int(total)}:
                return Telling((Thrown(total),))
            case {"kind": "correct", "entry": int(number), "event": {"total": int(total)}}:
                return Telling(corrections=(Replace(number, Thrown(total)),))
            case {"kind": "correct", "entry": int(number), "event": None}:
                return Telling(corrections=(Replace(number, None),))
            case {"kind": "correct", "before": int(number), "event": {"total": int(total)}}:
                return Telling(corrections=(Insert(number, Thrown(total)),))
        raise InputRefused("a tally takes throws, corrections and undo")

    def view(self, story: Story[State, Event]) -> dict[str, Any]:
        state = story.state
        return {
            "phase": "over" if state.winner else "play",
            "winner": state.winner,
            "totals": dict(zip(state.names, state.totals, strict=True)),
        }

    def summary(self, story: Story[State, Event]) -> dict[str, Any]:
        state = story.state
        totals = sorted(zip(state.totals, state.names, strict=True), reverse=True)
        players = [{"name": name, "colour": name, "points": total} for total, name in totals]
        return {"players": players, "winner": state.winner, "turns": len(story.chapters), "seconds": 0}

    def seat_view(self, story: Story[State, Event], seat: str) -> dict[str, Any] | None:
        return None

    def seat_input(self, story: Story[State, Event], seat: str, data: Mapping[str, Any]) -> dict[str, Any]:
        raise InputRefused("a tally has no secrets")

    def by_lot(
        self, story: Story[State, Event], data: Mapping[str, Any], order: DrawOrder
    ) -> Mapping[str, Any]:
        return data

    def trade_input(
        self, story: Story[State, Event], seat: str, partner: str, give: object, take: object
    ) -> dict[str, Any]:
        raise InputRefused("a tally has no cards")

    def differences(self, before: Story[State, Event], after: Story[State, Event]) -> list[dict[str, Any]]:
        was, now = (
            dict(zip(story.state.names, story.state.totals, strict=True)) for story in (before, after)
        )
        return [
            {"what": "total", "name": name, "before": was.get(name), "after": total}
            for name, total in now.items()
            if was.get(name) != total
        ]

    def faults_in_public(self, story: Story[State, Event]) -> Mapping[int, tuple[str, ...]]:
        return story.replay.faults

    def faults_known_to(self, story: Story[State, Event], seat: str) -> Mapping[int, tuple[str, ...]]:
        return self.faults_in_public(story)

    def event_to_json(self, event: Event) -> dict[str, Any]:
        if isinstance(event, Seated):
            return {"kind": "seated", "names": list(event.names)}
        return {"kind": "thrown", "total": event.total}

    def event_in_public(self, state: State, event: Event) -> dict[str, Any]:
        return self.event_to_json(event)

    def event_from_json(self, data: object) -> Event:
        match data:
            case {"kind": "seated", "names": list(names)}:
                return Seated(tuple(names))
            case {"kind": "thrown", "total": int(total)}:
                return Thrown(total)
        raise ValueError("no event of a tally")
