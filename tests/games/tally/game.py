"""The tally game: rules, sensors, interpretation and views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games import history_inputs
from companion.games.api_types import SetupOptions
from companion.games.game_api import Game, GameHistory, GamePage, Interpretation, Sensor
from companion.i18n import message_to_json, plural_sentence, sentence
from companion.observations import DiceDetection, InputEntered, InputRefused, Observation

TO_WIN: Final = 20
MIN_TOTAL: Final = 2
"""What two dice show at least."""
MAX_TOTAL: Final = 12
COLOURS: Final = ("red", "blue", "white")


@dataclass(frozen=True)
class Seated:
    """The players in seat order; without a colour a player goes by name.

    Where a tally was on already: what each had thrown in all, and who is to throw.
    """

    names: tuple[str, ...]
    colours: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    on_turn: int = 0


@dataclass(frozen=True)
class Thrown:
    """A throw of the active player."""

    total: int


Event = Seated | Thrown


@dataclass(frozen=True)
class State:
    """The players, their totals, and whose turn it is."""

    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    on_turn: int = 0

    @property
    def winner(self) -> str | None:
        """The colour of the first player with twenty; None: nobody yet."""
        seats = zip(self.colours, self.totals, strict=True)
        return next((colour for colour, total in seats if total >= TO_WIN), None)


class Tally(Game[State, Event]):
    """The complete game: nothing outside of its folder knows about it."""

    kind = "tally"
    page = GamePage("tally.html", "tally.js", "history.js", package=__package__ or "")

    def setup_options(self) -> SetupOptions:
        return {
            "name": message_to_json(sentence("Tally")),
            "players": [1, 2, 3],
            "colours": list(COLOURS),
            "options": [],
            "editions": [],
            "taken_up": {
                "on_turn": message_to_json(sentence("Who throws next")),
                "sides": [
                    {
                        "name": "totals",
                        "labels": [
                            message_to_json(sentence("Thrown by player {number}", number=seat))
                            for seat in (1, 2, 3)
                        ],
                        "short": message_to_json(sentence("thrown in all")),
                        "most": TO_WIN - 1,
                    }
                ],
            },
        }

    def opening(self, data: Mapping[str, Any]) -> tuple[Event, ...]:
        players = data.get("players")
        if not isinstance(players, list) or not players:
            raise InputRefused(sentence("A tally needs players."))
        names, colours = zip(*(_seat(player) for player in players), strict=True)
        match data.get("taken_up"):
            case None:
                return (Seated(names, colours),)
            case {"on_turn": str(colour), "totals": dict(thrown)} if colour in colours:
                totals = tuple(thrown.get(each, 0) for each in colours)
                return (Seated(names, colours, totals, colours.index(colour)),)
        raise InputRefused(sentence("A tally that is on says who throws next, and what was thrown."))

    def initial(self) -> State:
        return State()

    def apply(self, state: State, event: Event) -> State:
        if isinstance(event, Seated):
            thrown = event.totals or (0,) * len(event.names)
            return State(event.names, event.colours or event.names, thrown, event.on_turn)
        totals = list(state.totals)
        totals[state.on_turn] += event.total
        return replace(state, totals=tuple(totals), on_turn=(state.on_turn + 1) % len(totals))

    def violations(self, state: State, event: Event) -> list[str]:
        if not isinstance(event, Thrown):
            return []
        if state.winner:
            return ["game_over"]
        return ["too_little"] if event.total < MIN_TOTAL else []

    def required_sensors(self, state: State) -> frozenset[Sensor]:
        return frozenset() if state.winner else frozenset({Sensor.PIP_DICE})

    def interpret(
        self, history: GameHistory[State, Event], observation: Observation
    ) -> Interpretation[Event]:
        if isinstance(observation, DiceDetection) and observation.dice is not None:
            return Interpretation((Thrown(sum(observation.dice)),), certainty=observation.confidence)
        if isinstance(observation, InputEntered):
            return self._interpret_input(history, observation.data)
        return Interpretation()

    def _interpret_input(
        self, history: GameHistory[State, Event], data: Mapping[str, Any]
    ) -> Interpretation[Event]:
        codec = history_inputs.EventCodec(self.event_to_json, self.event_from_json)
        match data:
            case {"kind": "throw", "total": int(total)}:
                return Interpretation((Thrown(total),))
            case {"kind": "undo"}:
                return history_inputs.undo(history)
            case {"kind": "redo"}:
                return history_inputs.redo(history)
            case {"kind": "correct"}:
                return history_inputs.correct(history, data, codec)
            case {"kind": "confirm"}:
                return history_inputs.confirm(history, data)
        raise InputRefused(sentence("A tally takes throws and corrections."))

    def view(self, history: GameHistory[State, Event]) -> dict[str, Any]:
        state = history.state
        seats = zip(state.names, state.colours, state.totals, strict=True)
        return {
            "phase": "over" if state.winner else "play",
            "winner": state.winner,
            "on_turn": state.colours[state.on_turn] if state.colours else None,
            "players": [{"name": name, "colour": own, "total": total} for name, own, total in seats],
            "totals": dict(zip(state.names, state.totals, strict=True)),
        }

    def summary(self, history: GameHistory[State, Event]) -> dict[str, Any]:
        state = history.state
        seats = sorted(zip(state.totals, state.names, state.colours, strict=True), reverse=True)
        throws = sum(isinstance(recorded.event, Thrown) for recorded in history.recorded_events)
        return {
            "players": [{"name": name, "colour": own, "points": total} for total, name, own in seats],
            "winner": state.winner,
            "turns": len(history.recorded_events),
            "played": message_to_json(plural_sentence("{count} throw", "{count} throws", throws)),
            "seconds": 0,
        }

    def differences(
        self, before: GameHistory[State, Event], after: GameHistory[State, Event]
    ) -> list[dict[str, Any]]:
        was, now = (
            dict(zip(history.state.names, history.state.totals, strict=True)) for history in (before, after)
        )
        return [
            {"what": "total", "name": name, "before": was.get(name), "after": total}
            for name, total in now.items()
            if was.get(name) != total
        ]

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        colour: str | None = view["winner"] or view["on_turn"]
        return colour

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        # Who won't throw takes the least.
        return None if view["winner"] else {"kind": "throw", "total": MIN_TOTAL}

    def panel_sounds(self, event: Mapping[str, Any]) -> bool | None:
        return event["total"] == MAX_TOTAL if event["kind"] == "thrown" else None

    def event_to_json(self, event: Event) -> dict[str, Any]:
        if isinstance(event, Seated):
            seated = {"kind": "seated", "names": list(event.names), "colours": list(event.colours)}
            on = {"totals": list(event.totals), "on_turn": event.on_turn}
            return {**seated, **(on if event.totals else {})}
        return {"kind": "thrown", "total": event.total}

    def event_from_json(self, data: object) -> Event:
        match data:
            case {
                "kind": "seated",
                "names": list(names),
                "colours": list(colours),
                "totals": list(thrown),
                "on_turn": int(on_turn),
            }:
                return Seated(tuple(names), tuple(colours), tuple(thrown), on_turn)
            case {"kind": "seated", "names": list(names), "colours": list(colours)}:
                return Seated(tuple(names), tuple(colours))
            case {"kind": "thrown", "total": int(total)}:
                return Thrown(total)
            case {"total": int(total)}:
                return Thrown(total)
        raise ValueError("no event of a tally")


def _seat(player: object) -> tuple[str, str]:
    match player:
        case {"name": str(name), "colour": str(colour)} if colour in COLOURS:
            return name, colour
        case str(name):
            return name, name
    raise InputRefused(sentence("A tally needs players."))
