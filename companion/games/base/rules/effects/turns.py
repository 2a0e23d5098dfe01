"""Effects on the course of a game: seating, island, rolls and turns."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    NO_CARDS,
    add,
    remove,
)
from companion.games.base.rules.effects.production import compute_production
from companion.games.base.rules.effects.robbing import discard_count
from companion.games.base.rules.effects.taking_up import take_up
from companion.games.base.rules.effects.victory import decide_winner
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
from companion.games.base.rules.roll_deck import drawn_cards_after
from companion.games.base.rules.state import (
    Land,
    State,
    evolve,
    seat_players,
)
from companion.island.draft import EMPTY_DRAFT


def game_started(state: State, event: GameStarted) -> State:
    """Seat the players."""
    return seat_players(event.players, event.options)


def layout_entered(state: State, event: LayoutEntered) -> State:
    """Add the entered parts to the island draft."""
    return evolve(state, island_draft=state.island_draft.merge(event.layout))


def layout_set(state: State, event: LayoutSet) -> State:
    """Lay the island and place the robber on its desert."""
    robber = state.robber
    if robber is None or (state.land is not None and robber in state.land.layout.deserts()):
        robber = next(event.layout.deserts(), None)
    phase = "founding" if state.phase == "layout" else state.phase
    laid = evolve(state, land=Land(event.layout), island_draft=EMPTY_DRAFT, robber=robber, phase=phase)
    return laid if state.taking_up is None else take_up(laid, state.taking_up)


def first_player_chosen(state: State, event: FirstPlayerChosen) -> State:
    """Set the first player."""
    seat = state.seat(event.player)
    return evolve(state, first=seat, active=seat if not state.has_rolled else state.active)


def roll(state: State, event: Roll) -> State:
    """Apply a roll: the island produces, or a seven demands discards and the robber.

    The roller must have received the dice, so unrecorded turn ends are applied first.
    """
    seat, dice = state.seat(event.player), event.dice
    again = is_rolled_again(state, event)
    if (drawn := drawn_cards_after(state, dice)) != state.drawn_roll_cards:
        state = evolve(state, drawn_roll_cards=drawn)
    state = _advance_to_roller(state, seat)
    if again:
        return evolve(state, active=seat, rerolled_seven=dice)
    if sum(dice) == 7:
        return evolve(
            state,
            active=seat,
            dice=dice,
            rerolled_seven=None,
            has_unseen_roll=False,
            production=(NO_CARDS,) * len(state.players),
            shortage=0,
            discards_due=tuple(
                0 if player.resting else discard_count(sum(player.hand), state.options.hand_limit)
                for player in state.players
            ),
            robber_due=True,
        )
    takes, shortage = compute_production(state, sum(dice))
    players, bank = list(state.players), state.bank
    for n, take in enumerate(takes):
        if take is not NO_CARDS:
            players[n] = evolve(players[n], hand=add(players[n].hand, take))
            bank = remove(bank, take)
    return evolve(
        state,
        active=seat,
        dice=dice,
        rerolled_seven=None,
        has_unseen_roll=False,
        production=takes,
        shortage=shortage,
        players=tuple(players),
        bank=bank,
    )


def unseen_roll(state: State, event: UnseenRoll) -> State:
    """Apply a roll with an unknown result: no card moves, as far as is known."""
    seat = state.seat(event.player)
    return evolve(_advance_to_roller(state, seat), active=seat, has_unseen_roll=True)


def _advance_to_roller(state: State, seat: int) -> State:
    """Advance to the turn in which a seat rolls; the first roll ends the founding."""
    return evolve(state, phase="play", turn=1) if state.phase == "founding" else _pass_dice_to(state, seat)


def end_turn(state: State, event: EndTurn) -> State:
    """Pass the dice to the left, after unrecorded turn ends up to this player."""
    seat = state.seat(event.player)
    return pass_dice(evolve(_pass_dice_to(state, seat), active=seat))


def _pass_dice_to(state: State, seat: int) -> State:
    """Pass the dice until a seat has them, or until a player on the way wins at the start of the turn."""
    while state.phase == "play" and state.active != seat and not state.players[seat].resting:
        state = decide_winner(pass_dice(state))
    return state


def pass_dice(state: State) -> State:
    """Pass the dice to the left and reset everything that belongs to one turn."""
    players = state.players
    if any(player.bought_this_turn is not NO_CARDS for player in players):
        players = tuple(evolve(player, bought_this_turn=NO_CARDS) for player in players)
    return evolve(
        state,
        players=players,
        active=state.next_seat,
        turn=state.turn + 1,
        dice=None,
        rerolled_seven=None,
        has_unseen_roll=False,
        production=(NO_CARDS,) * len(players),
        shortage=0,
        discards_due=(0,) * len(players),
        robber_due=False,
        steal_due=False,
        free_roads=0,
        cards_played=0,
        has_built=False,
    )
