"""Make every picture of the documentation, or those that are named: `python -m tests.pictures roll seven`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.pictures import calibration, film, others, reading
from tests.pictures.game import play_game
from tests.pictures.keeping import PICTURES_FOLDER
from tests.pictures.pages import PICTURES, take_picture
from tests.pictures.studio import Studio

OTHER_PICTURES: dict[str, Callable[[], None]] = {
    "calibration": calibration.make,
    "reading": reading.make,
    **others.MAKE,
}
FILMS: dict[str, Callable[[], None]] = {"film": film.make}
"""What moves, beside the pictures."""
MOST_BYTES = 1_500_000


def main(names: list[str]) -> int:
    """Make them; returns 0 if what documentation shows is small enough to be fetched with it."""
    known = [*PICTURES, *OTHER_PICTURES, *FILMS]
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"no such picture: {', '.join(unknown)}; there are {', '.join(known)}")
    chosen = names or known
    of_pages = [name for name in chosen if name in PICTURES]
    if of_pages:
        with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
            game = play_game(Path(folder))
            with Studio(Path(folder)) as studio:
                for name in of_pages:
                    take_picture(name, studio, game)
    for name, make in {**OTHER_PICTURES, **FILMS}.items():
        if name in chosen:
            make()
    if left_over := sorted(path.name for path in PICTURES_FOLDER.iterdir() if path.stem not in known):
        sys.exit(f"nothing makes {', '.join(left_over)} any more")
    total = sum(path.stat().st_size for path in PICTURES_FOLDER.iterdir())
    print(f"{total // 1000} kB in all")
    return int(total > MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
