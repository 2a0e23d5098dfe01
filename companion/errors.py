"""The one root of every error this package raises on purpose."""


class CompanionError(Exception):
    """Something went wrong that a person can mend; the message says what to do.

    Leaves also inherit the builtin error they refine, so that callers who know nothing of this
    package still catch them.
    """
