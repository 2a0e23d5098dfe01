"""The base class of all errors that this package raises on purpose."""


class CompanionError(Exception):
    """An error that a person can resolve; the message says what to do.

    Subclasses also inherit the builtin error that they refine, so callers that don't know this package still
    catch them.
    """
