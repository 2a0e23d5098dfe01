"""The pauses in which Python looks for what nobody needs any more, kept short.

Now and then it looks at everything that there is, and nothing else is done meanwhile: for longer than an
event may take on its way to the pages. Nearly all that it finds is code and tables that stay as long as the
process does.
"""

from __future__ import annotations

import gc


def shorten() -> None:
    """Look at what is here now for the last time. Called once, when all is set up and people are served."""
    gc.collect()
    gc.freeze()
