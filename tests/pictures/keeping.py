"""Small picture files for documentation readers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

PICTURES_FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
MOST_BYTES: Final = 100_000
QUALITIES: Final = (80, 72, 65, 58, 50, 40)


def keep(name: str, picture: bytes) -> None:
    """Keep a picture under a name, as well as its size allows.

    Args:
        name: of the picture.
        picture: as a file of any format.

    Raises:
        ValueError: it is none, or too large however badly it is kept.
    """
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"{name} is no picture")
    for quality in QUALITIES:
        _, data = cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, quality])
        if len(data) <= MOST_BYTES:
            PICTURES_FOLDER.mkdir(parents=True, exist_ok=True)
            (PICTURES_FOLDER / f"{name}.webp").write_bytes(data.tobytes())
            print(f"{name}: {len(data) // 1000} kB")
            return
    raise ValueError(f"{name} is larger than {MOST_BYTES} bytes at any quality")
