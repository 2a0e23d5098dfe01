"""Awards at the end of a base game, besides points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.api_types import Award
from companion.games.awards import Contest, choose_awards
from companion.games.base.rules.events import UnseenRoll
from companion.games.base.summary.dealings import cards_lost, trades
from companion.games.base.summary.moments import Moment
from companion.games.base.summary.production import production_statistics, robber_cost
from companion.i18n import plural_sentence, sentence


def award_list(moments: Sequence[Moment]) -> list[Award]:
    """The awards of a game."""
    return choose_awards(contests(moments))


def contests(moments: Sequence[Moment]) -> Iterator[Contest]:
    """The statistics in which players are compared, the most interesting first."""
    luck = _luck(moments)
    lost = cards_lost(moments)
    yield Contest(
        sentence("Luckiest"),
        luck,
        1,
        lambda count: plural_sentence(
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
        lambda count: plural_sentence("{count} card stolen", "{count} cards stolen", count),
        lambda name: sentence("{name} is robbed the most", name=name),
    )
    yield Contest(
        sentence("Top trader"),
        _trade_counts(moments),
        2,
        lambda count: plural_sentence("{count} trade", "{count} trades", count),
        lambda name: sentence("{name} trades the most", name=name),
    )
    yield Contest(
        sentence("The robber's favourite"),
        robber_cost(moments)["players"],
        2,
        lambda count: plural_sentence(
            "{count} card blocked by the robber", "{count} cards blocked by the robber", count
        ),
    )
    yield Contest(
        sentence("Light fingers"),
        {colour: of["robbed"] for colour, of in lost.items() if "robbed" in of},
        2,
        lambda count: plural_sentence(
            "{count} card taken from others", "{count} cards taken from others", count
        ),
        lambda name: sentence("{name} takes the most cards from others", name=name),
    )
    yield Contest(
        sentence("Unluckiest"),
        {colour: -count for colour, count in luck.items()},
        1,
        lambda count: plural_sentence(
            "{count} card fewer than fair dice would bring",
            "{count} cards fewer than fair dice would bring",
            count,
        ),
    )
    yield Contest(
        sentence("Most knights"),
        _final_values(moments, "knights"),
        1,
        lambda count: plural_sentence("{count} knight played", "{count} knights played", count),
        lambda name: sentence("{name} plays the most knights", name=name),
    )
    yield Contest(
        sentence("Road builder"),
        _final_values(moments, "road_length"),
        3,
        lambda count: plural_sentence("{count} road in a row", "{count} roads in a row", count),
        lambda name: sentence("{name} builds the longest roads", name=name),
    )


def _luck(moments: Sequence[Moment]) -> Mapping[str, int]:
    """The surplus of produced over expected cards, by colour; empty if a roll is unknown."""
    if any(isinstance(moment.event, UnseenRoll) for moment in moments):
        return {}
    return {
        colour: round(sum(of["taken"].values()) - of["expected"])
        for colour, of in production_statistics(moments)["players"].items()
    }


def _trade_counts(moments: Sequence[Moment]) -> Mapping[str, int]:
    """The number of recorded trades with players and with the bank, by colour."""
    made = trades(moments)
    colours = {**made["domestic"], **made["maritime"]}
    return {
        colour: sum(made["domestic"].get(colour, {}).values()) + made["maritime"].get(colour, 0)
        for colour in colours
    }


def _final_values(moments: Sequence[Moment], name: str) -> Mapping[str, int]:
    players = moments[-1].after.players if moments else ()
    return {player.colour: getattr(player, name) for player in players}
