"""The types of the base game's inputs, and of all that its pages exchange with the table, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from companion.games.api_types import (
    AnyColour,
    Colour,
    GameTypes,
    Rounds,
    SeatTaken,
    correction_input_types,
    input_event_type,
    input_type,
    recorded_event_type,
)
from companion.games.base.api_types import (
    AskedFields,
    BaseDifference,
    BaseOptions,
    BaseSummary,
    BaseView,
    CardKind,
    Cards,
    Developed,
    Development,
    Dice,
    PieceStands,
    SeatView,
    SideShown,
    option_types,
)
from companion.games.base.rules.cards import CARDS_PER_RESOURCE, DECK_SIZE
from companion.games.base.rules.events import (
    EVENT_TYPES,
    BuyDevelopmentCard,
    ClaimVictory,
    ComeBack,
    DomesticTrade,
    EndGame,
    EndReason,
    EndTurn,
    FirstPlayerChosen,
    LeaveTable,
    MaritimeTrade,
    MoveRobber,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
    TakeInstead,
    TakeStartingResources,
    TakeUp,
    UnseenRoll,
)
from companion.games.base.rules.options import EDITIONS
from companion.island.layout import HexAt, IntersectionAt, Island, IslandDraft, PathAt
from companion.island.setups import FIRST_GAME_EDITIONS
from companion.wire import OneOf, Range, object_type, union_of

JSON_TYPES: Final[Mapping[str, Any]] = {
    "tuple[Seat, ...]": list[SeatTaken],
    "tuple[Side, ...]": list[SideShown],
    "tuple[PlacedPiece, ...] | None": list[PieceStands] | None,
    "GivenCounts | None": dict[AnyColour, Annotated[int, Range(0, CARDS_PER_RESOURCE)]] | None,
    "Rounds | None": Rounds | None,
    "Options": BaseOptions,
    "Layout": Island,
    "Draft": IslandDraft,
    "Colour": Colour,
    "Colour | None": Colour | None,
    "PathId": PathAt,
    "IntersectionId": IntersectionAt,
    "HexId": HexAt,
    "EndReason": EndReason,
    "bool | None": bool | None,
    "HexId | None": HexAt | None,
    "RolledDice": Dice,
    "Cards": Cards,
    "Resource | None": CardKind | None,
    "DevelopmentCard": Developed,
    "DevelopmentCard | None": Developed | None,
    "int": Annotated[int, Range(0, 5)],
}
"""By the annotation of an event's field: the type of its JSON."""

_DEFAULTS_TO_ACTIVE_PLAYER: Final = ("player",)
"""Optional fields that default to the active player."""
_PLAY_FIELDS: Final[Mapping[str, Any]] = {
    "resources": Cards | None,
    "resource": CardKind | None,
    "given": JSON_TYPES["GivenCounts | None"],
}
_LAYOUT_FIELDS: Final[Mapping[str, Any]] = {
    "as": Literal["entered", "first_game", "drawn", "spiral", "frame"],
    "pieces": Annotated[bool, "Whether the pieces are those of a first-game diagram."],
    "from": Annotated[HexAt, "The corner hex at which the tokens' spiral begins."],
    "clockwise": bool,
    "frame": Annotated[list[int], "The frame's pieces that are known, clockwise from the top side."],
}
_SITE_TYPE_BY_PIECE: Final = {"road": PathAt, "settlement": IntersectionAt, "city": IntersectionAt}


def _inputs() -> Iterator[Any]:
    """The inputs of the tablet."""
    for event in (
        FirstPlayerChosen, TakeStartingResources, Roll, UnseenRoll, MoveRobber, Steal, DomesticTrade,
        MaritimeTrade, BuyDevelopmentCard, RevealVictoryPoints, ClaimVictory, LeaveTable, ComeBack, ShowHand,
        EndTurn,
    ):  # fmt: skip
        yield input_event_type("Enter", event, JSON_TYPES, optional=_DEFAULTS_TO_ACTIVE_PLAYER)
    yield input_event_type("Enter", EndGame, JSON_TYPES)
    yield input_event_type("Enter", TakeUp, JSON_TYPES, optional=("on_turn",))
    for piece, site in _SITE_TYPE_BY_PIECE.items():
        name = f"EnterPlace{piece.capitalize()}"
        yield input_type(name, "place", {"piece": Literal[piece], "at": site}, player=Colour)
    yield input_type("EnterDiscard", "discard", player=Colour, resources=Cards | None)
    yield input_type(
        "EnterPlayDevelopmentCard",
        "play_development_card",
        {"card": Developed},
        player=Colour | None,
        **_PLAY_FIELDS,
    )
    yield input_type(
        "EnterLayIsland",
        "lay_island",
        **_LAYOUT_FIELDS,
        edition=Annotated[str, OneOf(FIRST_GAME_EDITIONS)],
        layout=Island | None,
    )
    yield input_event_type("Enter", TakeInstead, JSON_TYPES, optional=_DEFAULTS_TO_ACTIVE_PLAYER)
    yield input_type("EnterBankRanOut", "bank_ran_out", {"resource": CardKind})
    yield input_type(
        "EnterCountCards",
        "count_cards",
        {"cards": dict[AnyColour, Annotated[int, Range(0, 5 * CARDS_PER_RESOURCE)]]},
    )
    yield input_type("EnterRolledBefore", "rolled_before")
    yield input_type("EnterDrawRoll", "draw_roll", player=Colour)
    yield from correction_input_types("Base", EVENT_TYPES.values(), JSON_TYPES)
    yield input_type(
        "CorrectPlace", "correct", {"entry": int, "before": int | None, "event": Mapping[str, Any]}
    )
    yield input_type("CorrectLayout", "correct", {"layout": IslandDraft})
    yield input_type("EnterWhoseKnight", "whose_knight", {"entry": int, "player": Colour})
    yield input_type("EnterNoRoll", "no_roll", {"entry": int})
    yield input_type("EnterAnotherRoll", "another_roll", {"entry": int, "dice": Dice})


def _seat_inputs() -> Iterator[Any]:
    """The inputs of players' phones, about their own cards."""
    for event in (BuyDevelopmentCard, RevealVictoryPoints, ClaimVictory, ShowHand, MaritimeTrade, EndTurn):
        yield input_event_type("Own", event, JSON_TYPES, optional=_DEFAULTS_TO_ACTIVE_PLAYER)
    yield input_type("OwnDiscard", "discard", player=Colour, resources=Cards | None)
    yield input_type(
        "OwnPlayDevelopmentCard", "play_development_card", {"card": Developed}, player=Colour, **_PLAY_FIELDS
    )
    stolen: Any = {"player": Colour, "resource": CardKind | None, "from": Colour | None}
    yield input_type("OwnSteal", "steal", **stolen)
    yield input_type("OwnRobbed", "steal", {"by": Colour}, **stolen)
    yield input_type("OwnNameCard", "name", {"entry": int, "card": Developed}, player=Colour)
    yield input_type("OwnNameResource", "name", {"entry": int, "resource": CardKind}, player=Colour)
    yield input_type("OwnNameResources", "name", {"entry": int, "resources": Cards}, player=Colour)
    yield input_type("OwnUndo", "undo", player=Colour)


_TAKE_UP_TYPE: Final = object_type(
    "BaseTakenUp",
    {"on_turn": Colour},
    {
        "pieces": list[PieceStands] | None,
        "robber": HexAt | None,
        "longest_road": Colour | None,
        "largest_army": Colour | None,
        "rolled": bool | None,
        "hands": dict[AnyColour, Cards | None],
        "played": dict[AnyColour, Development],
        "development_cards": dict[AnyColour, Annotated[int, Range(0, DECK_SIZE)]],
    },
)
_OPTIONS_TYPE: Final = object_type(
    "BaseOptionsChosen", {}, {"edition": Annotated[str, OneOf(tuple(EDITIONS))], **option_types()}
)

API_TYPES: Final = GameTypes(
    prefix="Base",
    view=BaseView,
    event=union_of([recorded_event_type("", event, JSON_TYPES) for event in EVENT_TYPES.values()]),
    input=union_of(list(_inputs())),
    difference=BaseDifference,
    summary=BaseSummary,
    opening=object_type(
        "BaseOpening",
        {"players": list[SeatTaken]},
        {
            "options": _OPTIONS_TYPE | None,
            "layout": Island | None,
            "taken_up": _TAKE_UP_TYPE | None,
            "who_begins": Rounds | None,
        },
    ),
    asked=AskedFields,
    seat_view=SeatView,
    seat_input=union_of(list(_seat_inputs())),
)
