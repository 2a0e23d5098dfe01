"""The decision whether two dice at rest are a roll, a correction of one, or a question."""
