"""The journal's games on the command line: listed, archived, exported, imported, copied and restored."""
