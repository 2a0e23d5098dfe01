"""The only decoder of pictures from outside: a phone's, an address's, a stream's, a file's.

A picture's header is read before its pixels: a small file may announce more pixels than the computer has
memory for. Every failure is a `NoPictureError` that gives the reason.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.i18n import sentence

MAX_MEGAPIXELS: Final = 20
"""The most pixels of a picture from a device, in millions: three bytes each."""
MAX_FILE_MEGAPIXELS: Final = 64
"""The most pixels of a photo in a file: phones take 12, 24, 48 or 50 million."""
MAX_JPEG_SCANS: Final = 100
"""The most scans of a progressive JPEG. Encoders write about ten; each costs a pass over all pixels."""

_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers of a frame header, which contains the size (ITU T.81, table B.1)."""
_JPEG_WITHOUT_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a segment."""
_JPEG_END, _JPEG_SCAN = b"\xff\xd9", b"\xff\xda"
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257
_TIFF_NUMBERS: Final = {3: "H", 4: "I"}
"""Types of a TIFF field that holds a size."""

_NOT_A_PICTURE: Final = sentence("it is no picture in JPEG, PNG, WebP, BMP or TIFF")
_HEIF: Final = sentence(
    "it is a HEIC or AVIF photo: save it as JPEG, in the phone's camera settings or by an export"
)
_HEIF_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"}
)
"""Kinds of pictures in an ISO media file (ISO/IEC 23008-12, annex B)."""
_CUT_SHORT: Final = sentence("it is cut short")
_DAMAGED_TEXT: Final = sentence("it is damaged")


class NoPictureError(CompanionError, ValueError):
    """Data that isn't a usable picture; the message is the reason, as part of a sentence."""


def decode_picture(data: bytes, max_megapixels: int = MAX_MEGAPIXELS) -> NDArray[np.uint8]:
    """Decode a picture, with its EXIF orientation applied: uint8, height x width x 3 (BGR).

    Raises:
        NoPictureError: it is none, is damaged or cut short, or has more pixels.
    """
    check_picture(data, max_megapixels)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError, ValueError) as error:
        raise NoPictureError(_DAMAGED_TEXT) from error
    if picture is None or picture.size == 0:
        raise NoPictureError(_DAMAGED_TEXT)
    return np.asarray(picture, np.uint8)


def check_picture(data: bytes, max_megapixels: int = MAX_MEGAPIXELS) -> tuple[int, int]:
    """Check a picture's header and its end, without decoding it; return its width and height in pixels.

    The size is the stored one: the EXIF orientation may exchange width and height.

    Raises:
        NoPictureError: as `decode_picture`, as far as this is visible without decoding.
    """
    reader = next((read for magic, read in _READERS.items() if data.startswith(magic)), None)
    if reader is None:
        is_heif = data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS
        raise NoPictureError(_HEIF if is_heif else _NOT_A_PICTURE)
    try:
        width, height = reader(data)
    except (struct.error, IndexError) as error:
        raise NoPictureError(_CUT_SHORT) from error
    check_picture_size(width, height, max_megapixels)
    return width, height


def check_picture_size(width: int, height: int, max_megapixels: int = MAX_MEGAPIXELS) -> None:
    """Check a size in pixels.

    Raises:
        NoPictureError: it has no pixels, or too many.
    """
    if width <= 0 or height <= 0:
        raise NoPictureError(_DAMAGED_TEXT)
    if width * height > max_megapixels * 1_000_000:
        raise NoPictureError(
            sentence(
                "it has {width} x {height} pixels, more than {most} million: reduce its size",
                width=width,
                height=height,
                most=max_megapixels,
            )
        )


def _read_jpeg(data: bytes) -> tuple[int, int]:
    """Return the size of a JPEG whose end is there."""
    size: tuple[int, int] | None = None
    at = 2
    while True:
        # Like decoders, skip what is between two segments.
        at = _find(data, b"\xff", at)
        while data[at] == 0xFF:
            at += 1
        marker, at = data[at], at + 1
        if marker in (0x00, *_JPEG_WITHOUT_LENGTH):
            continue
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 3)
            size = width, height
        elif marker == _JPEG_SCAN[1]:
            break
        elif marker == _JPEG_END[1]:
            raise NoPictureError(_DAMAGED_TEXT)
        at += struct.unpack_from(">H", data, at)[0]
    if size is None:
        raise NoPictureError(_DAMAGED_TEXT)
    end = _find(data, _JPEG_END, at)
    if data.count(_JPEG_SCAN, at, end) >= MAX_JPEG_SCANS:
        raise NoPictureError(_DAMAGED_TEXT)
    return size


def _find(data: bytes, part: bytes, start: int) -> int:
    """Return where a part begins from `start` on.

    Raises:
        IndexError: it isn't there.
    """
    at = data.find(part, start)
    if at < 0:
        raise IndexError
    return at


def _read_png(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    _find(data, b"IEND", 24)
    return width, height


def _read_webp(data: bytes) -> tuple[int, int]:
    if data[8:12] != b"WEBP":
        raise NoPictureError(_NOT_A_PICTURE)
    if len(data) < struct.unpack_from("<I", data, 4)[0] + 8:
        raise NoPictureError(_CUT_SHORT)
    kind = data[12:16]
    if kind == b"VP8X":
        # The canvas: 24 bits each, less one.
        return (
            int.from_bytes(data[24:27], "little") + 1,
            int.from_bytes(data[27:30], "little") + 1,
        )
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _read_bmp(data: bytes) -> tuple[int, int]:
    if struct.unpack_from("<I", data, 14)[0] == 12:  # the header of OS/2
        width, height = struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
    # The rows of a BMP of negative height are stored from the top.
    return width, abs(height)


def _read_tiff(data: bytes) -> tuple[int, int]:
    order = "<" if data[:2] == b"II" else ">"
    (start,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, start)
    found: dict[int, int] = {}
    for n in range(count):
        at = start + 2 + 12 * n
        tag, kind = struct.unpack_from(f"{order}HH", data, at)
        if tag in (_TIFF_WIDTH, _TIFF_HEIGHT) and kind in _TIFF_NUMBERS:
            (found[tag],) = struct.unpack_from(order + _TIFF_NUMBERS[kind], data, at + 8)
    return found.get(_TIFF_WIDTH, 0), found.get(_TIFF_HEIGHT, 0)


_READERS: Final[Mapping[bytes, Callable[[bytes], tuple[int, int]]]] = {
    b"\xff\xd8": _read_jpeg,
    b"\x89PNG\r\n\x1a\n": _read_png,
    b"RIFF": _read_webp,
    b"BM": _read_bmp,
    b"II*\0": _read_tiff,
    b"MM\0*": _read_tiff,
}
"""The function that reads a format's size, by the first bytes of its files."""
