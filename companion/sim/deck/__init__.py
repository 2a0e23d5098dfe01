"""The deck to print: the symbols, drawn in code, and the sheets of cards as PDF."""
