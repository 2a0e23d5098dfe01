"""A story as somebody at the table knows it: what others told of cards that only they have seen left out.

What is shown to a seat, or to everybody, is worked out of the story as they know it and of nothing else. So
nothing that was told in secret can show, however it is reckoned on. Secret is what a player's own phone told,
also once it was corrected; what is entered on the tablet alone is said before everybody.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.base.account import BaseChapter, BaseStory
from companion.games.base.cards import UNIDENTIFIED, Cards, single
from companion.games.base.events import BuyDevelopmentCard, Event, ShowHand, Steal, TakeUp
from companion.games.base.options import Colour


def as_known(event: Event, colour: Colour | None) -> Event:
    """An event as a player knows it; None: as everybody does.

    Which card was bought only its buyer knows, which one was stolen those two, and a hand whoever holds it.
    How many cards there are is no secret. Discards lie face up in the bank, and a trade is spoken aloud.
    """
    match event:
        case BuyDevelopmentCard(player, str()) if player != colour:
            return replace(event, card=None)
        case Steal(player, victim, str()) if colour not in (player, victim):
            return replace(event, resource=None)
        case ShowHand(player, resources) if player != colour:
            return replace(event, resources=_counted(resources))
        case TakeUp(sides=sides):
            return replace(
                event,
                sides=tuple(
                    side
                    if side.hand is None or side.colour == colour
                    else replace(side, hand=_counted(side.hand))
                    for side in sides
                ),
            )
    return event


def story_known(story: BaseStory, colour: Colour | None) -> tuple[BaseChapter, ...]:
    """The chapters of a story as a player knows them; where hands are open, all as they were told."""
    if story.state.options.open_hands:
        return story.chapters
    found = []
    for chapter in story.chapters:
        event = as_known(chapter.event, colour) if chapter.secret else chapter.event
        found.append(chapter if event is chapter.event else replace(chapter, event=event))
    return tuple(found)


def _counted(cards: Cards) -> Cards:
    """So many cards, none of them named."""
    return single(UNIDENTIFIED, sum(cards))
