"""The frame of a game: sitting down, the island, the roll, the passing of the dice."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    NONE,
    add,
    remove,
)
from companion.games.base.rules.effects.production import production
from companion.games.base.rules.effects.robbing import discards_due
from companion.games.base.rules.effects.taking_up import take_up
from companion.games.base.rules.effects.victory import with_winner
from companion.games.base.rules.events import (
    EndTurn,
    FirstPlayerChosen,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    Roll,
    UnseenRoll,
)
from companion.games.base.rules.first_rounds import is_rolled_again
from companion.games.base.rules.roll_deck import drawn_with
from companion.games.base.rules.state import (
    Land,
    State,
    evolve,
    seated,
)
from companion.island.draft import NOTHING


def game_started(state: State, event: GameStarted) -> State:
    """The players sit down."""
    return seated(event.players, event.options)


def layout_entered(state: State, event: LayoutEntered) -> State:
    """More is known of the island that is being entered."""
    return evolve(state, said_of_island=state.said_of_island.updated(event.layout))


def layout_set(state: State, event: LayoutSet) -> State:
    """The island lies; the robber stands on its desert."""
    robber = state.robber
    if robber is None or (state.land is not None and robber in state.land.layout.deserts()):
        robber = next(event.layout.deserts(), None)
    phase = "founding" if state.phase == "layout" else state.phase
    laid = evolve(state, land=Land(event.layout), said_of_island=NOTHING, robber=robber, phase=phase)
    return laid if state.taking_up is None else take_up(laid, state.taking_up)


def first_player_chosen(state: State, event: FirstPlayerChosen) -> State:
    """Who begins is known."""
    seat = state.seat(event.player)
    return evolve(state, first=seat, active=seat if not state.rolled else state.active)


def roll(state: State, event: Roll) -> State:
    """The dice are thrown: the island produces, or a seven starts its course.

    Who throws them has got them, though nobody told that they were passed.
    """
    seat, dice = state.seat(event.player), event.dice
    again = is_rolled_again(state, event)
    if (drawn := drawn_with(state, dice)) != state.drawn:
        state = evolve(state, drawn=drawn)
    state = _thrown_by(state, seat)
    if again:
        return evolve(state, active=seat, set_aside=dice)
    if sum(dice) == 7:
        return evolve(
            state,
            active=seat,
            dice=dice,
            set_aside=None,
            unseen=False,
            takes=(NONE,) * len(state.players),
            shortage=0,
            owed=tuple(
                0 if player.resting else discards_due(sum(player.hand), state.options.hand_limit)
                for player in state.players
            ),
            robber_due=True,
        )
    takes, shortage = production(state, sum(dice))
    players, bank = list(state.players), state.bank
    for n, take in enumerate(takes):
        if take is not NONE:
            players[n] = evolve(players[n], hand=add(players[n].hand, take))
            bank = remove(bank, take)
    return evolve(
        state,
        active=seat,
        dice=dice,
        set_aside=None,
        unseen=False,
        takes=takes,
        shortage=shortage,
        players=tuple(players),
        bank=bank,
    )


def unseen_roll(state: State, event: UnseenRoll) -> State:
    """The dice are thrown, and what came of it nobody told: no card moves, as far as is known."""
    seat = state.seat(event.player)
    return evolve(_thrown_by(state, seat), active=seat, unseen=True)


def _thrown_by(state: State, seat: int) -> State:
    """The turn in which a seat throws the dice: the first throw ends the founding."""
    return evolve(state, phase="play", turn=1) if state.phase == "founding" else _passed_to(state, seat)


def end_turn(state: State, event: EndTurn) -> State:
    """The dice go to the left; who passes them had got them."""
    seat = state.seat(event.player)
    return passed_on(evolve(_passed_to(state, seat), active=seat))


def _passed_to(state: State, seat: int) -> State:
    """The dice passed on until a seat has them, or somebody has won whose turn begins on the way."""
    while state.phase == "play" and state.active != seat and not state.players[seat].resting:
        state = with_winner(passed_on(state))
    return state


def passed_on(state: State) -> State:
    """The dice go to the left, and with them what was only for this turn."""
    players = state.players
    if any(player.fresh is not NONE for player in players):
        players = tuple(evolve(player, fresh=NONE) for player in players)
    return evolve(
        state,
        players=players,
        active=state.following,
        turn=state.turn + 1,
        dice=None,
        set_aside=None,
        unseen=False,
        takes=(NONE,) * len(players),
        shortage=0,
        owed=(0,) * len(players),
        robber_due=False,
        steal_due=False,
        free_roads=0,
        cards_played=0,
        has_built=False,
    )
