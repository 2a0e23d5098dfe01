"""What is told of players at the end of a base game besides their points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.awards import Contest, awards
from companion.games.base.rules.events import UnseenRoll
from companion.games.base.summary.dealings import cards_lost, trades
from companion.games.base.summary.moments import Moment
from companion.games.base.summary.production import production, robber_cost
from companion.games.wire import Award
from companion.i18n import counted, sentence


def given(told: Sequence[Moment]) -> list[Award]:
    """The awards of a game, by all that was told of it."""
    return awards(contests(told))


def contests(told: Sequence[Moment]) -> Iterator[Contest]:
    """What players are compared in, the most telling first."""
    luck = _luck(told)
    lost = cards_lost(told)
    yield Contest(
        sentence("Luckiest"),
        luck,
        1,
        lambda count: counted(
            "{count} card more than fair dice would bring",
            "{count} cards more than fair dice would bring",
            count,
        ),
        lambda name: sentence(
            "{name} has the luckiest dice: more cards than fair dice would bring", name=name
        ),
    )
    yield Contest(
        sentence("Most robbed"),
        {colour: of["stolen"] for colour, of in lost.items() if "stolen" in of},
        2,
        lambda count: counted("{count} card stolen", "{count} cards stolen", count),
        lambda name: sentence("{name} is robbed the most", name=name),
    )
    yield Contest(
        sentence("Top trader"),
        _traded(told),
        2,
        lambda count: counted("{count} trade", "{count} trades", count),
        lambda name: sentence("{name} trades the most", name=name),
    )
    yield Contest(
        sentence("The robber's favourite"),
        robber_cost(told)["players"],
        2,
        lambda count: counted(
            "{count} card blocked by the robber", "{count} cards blocked by the robber", count
        ),
    )
    yield Contest(
        sentence("Light fingers"),
        {colour: of["robbed"] for colour, of in lost.items() if "robbed" in of},
        2,
        lambda count: counted("{count} card taken from others", "{count} cards taken from others", count),
        lambda name: sentence("{name} takes the most cards from others", name=name),
    )
    yield Contest(
        sentence("Unluckiest"),
        {colour: -count for colour, count in luck.items()},
        1,
        lambda count: counted(
            "{count} card fewer than fair dice would bring",
            "{count} cards fewer than fair dice would bring",
            count,
        ),
    )
    yield Contest(
        sentence("Most knights"),
        _at_the_end(told, "knights"),
        1,
        lambda count: counted("{count} knight played", "{count} knights played", count),
        lambda name: sentence("{name} plays the most knights", name=name),
    )
    yield Contest(
        sentence("Road builder"),
        _at_the_end(told, "road_length"),
        3,
        lambda count: counted("{count} road in a row", "{count} roads in a row", count),
        lambda name: sentence("{name} builds the longest roads", name=name),
    )


def _luck(told: Sequence[Moment]) -> Mapping[str, int]:
    """By colour, how many cards more rolls brought than even dice; empty where one of them was unseen."""
    if any(isinstance(moment.event, UnseenRoll) for moment in told):
        return {}
    return {
        colour: round(sum(of["taken"].values()) - of["expected"])
        for colour, of in production(told)["players"].items()
    }


def _traded(told: Sequence[Moment]) -> Mapping[str, int]:
    """By colour, how many trades were told, with players and with the bank."""
    made = trades(told)
    colours = {**made["domestic"], **made["maritime"]}
    return {
        colour: sum(made["domestic"].get(colour, {}).values()) + made["maritime"].get(colour, 0)
        for colour in colours
    }


def _at_the_end(told: Sequence[Moment], name: str) -> Mapping[str, int]:
    players = told[-1].after.players if told else ()
    return {player.colour: getattr(player, name) for player in players}
