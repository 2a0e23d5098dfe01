"""What travels over the API: the schemas that operations name."""

from __future__ import annotations

from typing import Final

from companion.games.base.rules.options import COLOURS
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS
from companion.island.setups import FIRST_GAME_EDITIONS
from web.openapi.form import Schema, array, obj, one_of, ref

TEXT: Final[Schema] = {"type": "string"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
NUMBER: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
SECONDS: Final[Schema] = {"type": "number"}
ANYTHING: Final[Schema] = {"type": "object"}
COLOUR: Final[Schema] = {"type": "string", "enum": list(COLOURS)}
CARD: Final = one_of("knight", "road_building", "year_of_plenty", "monopoly", "victory_point")
RESOURCE: Final = one_of("lumber", "brick", "wool", "grain", "ore")

INPUT_KINDS: Final = (
    "another_roll",
    "answer",
    "buy_development_card",
    "confirm",
    "correct",
    "discard",
    "domestic_trade",
    "end_turn",
    "first_player",
    "lay_island",
    "maritime_trade",
    "move_robber",
    "no_roll",
    "place",
    "play_development_card",
    "reveal_victory_points",
    "roll",
    "show_hand",
    "steal",
    "take_starting_resources",
    "take_up",
    "undo",
    "whose_knight",
)
SEAT_INPUT_KINDS: Final = (
    "buy_development_card",
    "discard",
    "end_turn",
    "maritime_trade",
    "name",
    "play_development_card",
    "reveal_victory_points",
    "show_hand",
    "steal",
)


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_DIE: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": 6}
_SITE: Final = one_of(*HEXES, *INTERSECTIONS, *PATHS)
_FIELDS: Final[dict[str, Schema]] = {
    "player": COLOUR,
    "dice": {"type": "array", "prefixItems": [_DIE, _DIE], "items": False, "minItems": 2},
    "piece": one_of("road", "settlement", "city"),
    "at": _SITE,
    "to": _SITE,
    "with": COLOUR,
    "from": _or_null(COLOUR),
    "give": ref("Cards"),
    "take": ref("Cards"),
    "card": _or_null(CARD),
    "resource": _or_null(RESOURCE),
    "resources": _or_null(ref("Cards")),
    "count": COUNT,
    "entry": NUMBER,
    "before": NUMBER,
    "event": _or_null(ANYTHING),
    "change": ANYTHING,
    "layout": ref("Layout"),
    "as": one_of("entered", "first_game", "drawn"),
    "edition": one_of(*FIRST_GAME_EDITIONS),
    "question": NUMBER,
    "answer": NUMBER,
    "about": ref("About"),
}

SCHEMAS: Final[dict[str, Schema]] = {
    "Refusal": obj({"error": TEXT}) | {"description": "Why not, in the language asked for."},
    "Clock": obj(
        {
            "t": SECONDS | {"description": "Seconds since the game began."},
            "run": TEXT | {"description": "Another one each time the server starts."},
            "up": SECONDS | {"description": "Seconds since it did."},
        }
    ),
    "Sentence": {
        "description": (
            "A text for people. As an object it can be said in any language: `template` is the key in that "
            "language's words, `fields` what it holds; `plural` and `number` where a number decides."
        ),
        "anyOf": [TEXT, obj({"text": TEXT, "template": TEXT, "fields": ANYTHING})],
    },
    "Cards": {
        "description": "How many cards of each kind; `unidentified` where nobody says which.",
        "type": "object",
        "properties": dict.fromkeys((*RESOURCE["enum"], "unidentified"), COUNT),
        "additionalProperties": False,
    },
    "Layout": {
        "description": (
            "What lies on the island, as much of it as is said: hexes by their ids, each with a `terrain` "
            "and the `number` of its token (null: none), and the kinds of harbors by their coastal paths "
            "(null: none)."
        ),
        "type": "object",
        "properties": {"hexes": ANYTHING, "harbors": ANYTHING},
    },
    "Snapshot": {
        "description": "All that everybody at the table may see. `epoch` and `version` together name it.",
        **obj(
            {
                "epoch": TEXT | {"description": "Another one each time the table starts."},
                "version": COUNT | {"description": "Only rises within an epoch."},
                "t": SECONDS | {"description": "Seconds since the game began, when this was taken."},
                "sources": array(obj({"name": TEXT, "health": TEXT, "text": ref("Sentence")})),
                "notices": array(ref("Sentence")),
                "questions": array(ref("Question")),
                "offers": array(ref("Offer")),
                "game": _or_null(
                    obj(
                        {
                            "id": NUMBER,
                            "kind": TEXT,
                            "newest": COUNT | {"description": "Number of the last entry that was told."},
                            "view": obj({"phase": TEXT, "log": array(ref("Line"))}),
                        }
                    )
                ),
            }
        ),
    },
    "SeatSnapshot": {
        "description": "What everybody sees, and under `seat` what one player alone does.",
        "allOf": [ref("Snapshot"), obj({"seat": _or_null(ANYTHING)})],
    },
    "Question": obj({"number": NUMBER, "word": TEXT, "fields": ANYTHING, "answers": array(ANYTHING)})
    | {"description": "Answered by an input `answer`, with its `number` and the answer's place in the list."},
    "Line": {
        "description": "A line of the story: what happened, who said so, how sure, the rules that it broke.",
        **obj(
            {
                "number": NUMBER,
                "as_of": NUMBER | {"description": "Of the entry that told it as it stands."},
                "t": SECONDS,
                "source": TEXT,
                "certainty": {"type": "number", "minimum": 0, "maximum": 1},
                "event": ANYTHING,
                "faults": array(TEXT),
            }
        ),
    },
    "Changes": {
        "description": "The data of a stream's event `changes`: from one version to a later one.",
        **obj({"epoch": TEXT, "from": COUNT, "to": COUNT, "changes": array(ref("Change"))}),
    },
    "Change": {
        "description": "An operation of a JSON Patch (RFC 6902).",
        **obj({"op": one_of("add", "remove", "replace"), "path": TEXT, "value": {}}, "value"),
    },
    "About": {
        "description": (
            "What an input is about, as it was shown to whoever enters it: where that is over, it is "
            "refused, and what was told already since is confirmed. All of it may be left out."
        ),
        **obj(
            {
                "game": NUMBER | {"description": "The game, by its `id`."},
                "turn": NUMBER | {"description": "The turn; of a `roll`, the one that it is the roll of."},
                "after": NUMBER | {"description": "The last entry that was shown: `newest`."},
                "as_of": NUMBER | {"description": "Of a line that is corrected: its `as_of`."},
            },
            "game",
            "turn",
            "after",
            "as_of",
            closed=True,
        ),
    },
    "Input": {
        "description": "Something that a person enters: of the base game, or of another.",
        "anyOf": [ref("BaseInput"), obj({"kind": TEXT})],
    },
    "BaseInput": {
        "description": (
            "Which fields belong to which kind says `companion/games/base/inputs/table_inputs.py`; "
            "without `player`, the player on turn is meant."
        ),
        **obj({"kind": one_of(*INPUT_KINDS), **_FIELDS}, *_FIELDS),
    },
    "SeatInput": {
        "description": (
            "What a player says of the own cards. Which fields belong to which kind says "
            "`companion/games/base/inputs/seat_inputs.py`."
        ),
        **obj({"kind": one_of(*SEAT_INPUT_KINDS), "by": COLOUR, **_FIELDS}, "by", *_FIELDS),
    },
    "Outcome": {
        "description": "What an input came to. Rules that it broke are faults: it counts all the same.",
        **obj(
            {
                "told": array(ANYTHING),
                "faults": array(TEXT),
                "taken_back": array(ANYTHING) | {"description": "What the story doesn't say any more."},
                "changed": array(ANYTHING) | {"description": "What it says otherwise now, or again."},
                "already": _or_null(array(ANYTHING))
                | {"description": "What had been told already and was only confirmed; null: it was news."},
                "newest": COUNT | {"description": "Number of the last entry by then."},
                "version": COUNT,
            },
            "taken_back",
            "changed",
            "already",
            "newest",
        ),
    },
    "Preview": {
        "description": "What an input would come to, and what would differ then.",
        "allOf": [ref("Outcome"), obj({"changes": array(obj({"what": TEXT, "before": {}, "after": {}}))})],
    },
    "NewGame": obj(
        {
            "game": TEXT,
            "players": array(obj({"name": TEXT, "colour": COLOUR})),
            "options": ANYTHING,
            "abandon": FLAG | {"description": "Give up the game that is on."},
            "taken_up": ANYTHING | {"description": "Of a game that is on already at the table."},
            "who_begins": array(ANYTHING)
            | {"description": "What was rolled for who begins: a round each, sums of two dice by colour."},
            "about": ref("About"),
        },
        "options",
        "abandon",
        "taken_up",
        "who_begins",
        "about",
    ),
    "Begun": obj({"game": NUMBER, "version": COUNT}),
    "Choices": obj(
        {
            "games": array(ANYTHING),
            "names": array(TEXT),
            "seated": array(obj({"name": TEXT, "colour": COLOUR}))
            | {"description": "Who is expected to play, in seat order."},
            "unfinished": array(ref("GameInShort")),
            "begun": FLAG
            | {"description": "Whether anything happened in the game that is on: one to go on with later."},
        },
        "seated",
        "begun",
    ),
    "GameInShort": obj(
        {
            "game": NUMBER,
            "kind": TEXT,
            "name": ref("Sentence"),
            "started": TEXT,
            "imported": FLAG,
            "finished": FLAG,
            "winner": _or_null(TEXT),
            "winners": array(TEXT),
            "turns": COUNT,
            "seconds": SECONDS,
            "played": ref("Sentence"),
            "players": array(obj({"name": TEXT, "colour": TEXT, "points": COUNT})),
            "unreadable": ref("Sentence"),
        },
        "unreadable",
        "played",
    ),
    "Game": obj(
        {
            "game": NUMBER,
            "kind": TEXT,
            "name": ref("Sentence"),
            "started": TEXT,
            "imported": FLAG,
            "summary": ANYTHING,
        }
    ),
    "Player": obj(
        {"name": TEXT, "games": COUNT, "won": COUNT, "points": SECONDS, "best": COUNT, "last": TEXT}
    ),
    "Offer": obj(
        {
            "number": NUMBER,
            "by": COLOUR,
            "to": array(COLOUR),
            "give": ref("Cards"),
            "take": ref("Cards"),
            "accepted": array(COLOUR),
            "refused": array(COLOUR),
        }
    ),
    "NewOffer": obj(
        {"give": ref("Cards"), "take": ref("Cards"), "to": _or_null(COLOUR), "about": ref("About")},
        "to",
        "about",
    )
    | {"description": "`to`: one player, or null for all who may take it."},
    "Offered": obj({"offer": NUMBER, "version": COUNT}),
    "OfferAnswer": obj({"answer": one_of("accept", "refuse", "withdraw", "close"), "with": COLOUR}, "with")
    | {"description": "Who made it may `withdraw` it, or `close` it `with` one of those who accepted."},
    "OfferAnswered": obj({"version": COUNT})
    | {"description": "With `told` and `faults`, as an Outcome, where a trade came of it."},
    "Calibration": obj(
        {
            "version": COUNT,
            "leads": FLAG | {"description": "The table isn't watched yet: this comes first."},
            "repeats": {
                "type": ["string", "null"],
                "description": "At a table that plays: the step that is repeated; null: it is watched.",
            },
            "lent": array(TEXT) | {"description": "What the table isn't watched with meanwhile."},
            "last": {
                "type": ["object", "null"],
                "description": "At a table that plays: how the step that was repeated last came out.",
            },
            "current": {},
            "picture": FLAG,
            "steps": array(ANYTHING),
        },
        *("leads", "repeats", "lent", "last"),
    ),
}
