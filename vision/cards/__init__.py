"""Round cards of Spot it!: the one symbol that two cards share, of any deck.

The entry point is `read_cards`. No deck is learned: cards are found as discs (`vision.cards.finder`), symbols
as ink on their white, and any two symbols are compared in all sizes and turns (`vision.cards.reading`).
"""

from vision.cards.reading import CardsReading, read_cards

__all__ = ["CardsReading", "read_cards"]
