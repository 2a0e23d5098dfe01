"""The decoder of all pictures: each format's size is read first, and every failure gives its reason."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.picture_decoder import NoPictureError, check_picture, decode_picture

ROOT = Path(__file__).parents[1]
FORMATS = (".jpg", ".png", ".webp", ".bmp", ".tif")
COLOURS = np.random.default_rng(7).integers(0, 255, (30, 41, 3)).astype(np.uint8)


def pack(suffix: str, picture: np.ndarray = COLOURS, options: tuple[int, ...] = ()) -> bytes:
    packed, data = cv2.imencode(suffix, picture, options)
    assert packed
    return data.tobytes()


def announce_size(jpeg: bytes, width: int, height: int) -> bytes:
    """Return a JPEG whose header announces another size."""
    at = next(m.start() for m in re.finditer(rb"\xff[\xc0\xc2]\x00\x11\x08", jpeg))
    return jpeg[: at + 5] + struct.pack(">HH", height, width) + jpeg[at + 9 :]


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_header_gives_the_size_of_every_format(suffix: str) -> None:
    assert check_picture(pack(suffix)) == (41, 30)
    assert decode_picture(pack(suffix)).shape == (30, 41, 3)


@pytest.mark.parametrize(
    ("suffix", "options"),
    [
        (".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
        (".jpg", (cv2.IMWRITE_JPEG_RST_INTERVAL, 2)),
        (".webp", (cv2.IMWRITE_WEBP_QUALITY, 80)),
        (".webp", (cv2.IMWRITE_WEBP_QUALITY, 101)),
    ],
)
def test_variants_of_a_format_are_decoded(suffix: str, options: tuple[int, ...]) -> None:
    assert check_picture(pack(suffix, COLOURS, options)) == (41, 30)
    assert decode_picture(pack(suffix, COLOURS, options)).shape == (30, 41, 3)


def test_grey_and_transparent_pictures_become_bgr() -> None:
    assert decode_picture(pack(".png", COLOURS[..., 0])).shape == (30, 41, 3)
    alpha = np.dstack([COLOURS, COLOURS[..., :1]])
    assert check_picture(pack(".webp", alpha, (cv2.IMWRITE_WEBP_QUALITY, 80))) == (41, 30)
    assert np.array_equal(decode_picture(pack(".png", alpha)), COLOURS)


def test_a_thumbnail_and_fill_bytes_before_the_header_are_skipped() -> None:
    jpeg, thumbnail = pack(".jpg"), pack(".jpg", COLOURS[:8, :8])
    segment = b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    assert check_picture(jpeg[:2] + segment + b"\xff\xff" + jpeg[2:]) == (41, 30)


def test_a_video_after_the_end_of_a_phones_photo_is_ignored() -> None:
    assert check_picture(pack(".jpg") + b"\xff\xda" * 300) == (41, 30)


@pytest.mark.parametrize(
    "data",
    [
        announce_size(pack(".jpg"), 65500, 65500),
        pack(".png", np.zeros((4001, 5001), np.uint8)),
        b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + bytes(8) + b"\xff\xff\x00\xff\xff\x00",
        b"RIFF" + struct.pack("<I", 18) + b"WEBPVP8L" + bytes(5) + struct.pack("<IB", 0x0FFFFFFF, 0),
        b"BM" + bytes(12) + struct.pack("<Iii", 40, 20_000, -20_000),
        b"II*\0" + struct.pack("<IHHHIIHHII", 8, 2, 256, 4, 1, 65_000, 257, 4, 1, 65_000),
    ],
)
def test_a_picture_of_too_many_pixels_is_refused_by_its_header(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("its pixels were decoded"))
    with pytest.raises(NoPictureError, match=r"it has \d+ x \d+ pixels, more than 20 million"):
        decode_picture(data)


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"avif"])
def test_a_phones_heic_photo_is_refused_with_the_remedy(brand: bytes) -> None:
    with pytest.raises(NoPictureError, match="save it as JPEG"):
        decode_picture(struct.pack(">I", 24) + b"ftyp" + brand + bytes(100))


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_a_picture_that_is_cut_anywhere_is_refused(suffix: str) -> None:
    whole = pack(suffix)
    for length in range(12, len(whole) - 12, 7):
        with pytest.raises(NoPictureError, match=r"cut short|damaged"):
            decode_picture(whole[:length])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"<html>Busy.</html>",
        b"RIFF\0\0\0\0WAVE",
        b"GIF89a" + bytes(30),
        b"\0\0\0\x18ftypmp42" + bytes(9),
    ],
)
def test_data_of_another_kind_is_no_picture(data: bytes) -> None:
    with pytest.raises(NoPictureError, match="no picture in JPEG"):
        decode_picture(data)


@pytest.mark.parametrize(
    "data",
    [
        announce_size(pack(".jpg"), 0, 30),
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8" + pack(".jpg")[-60:],
        pack(".jpg")[:-2] + b"\xff\xda\x00\x02" * 120 + b"\xff\xd9",
        pack(".png")[:60] + bytes(200) + b"IEND",
        b"BM" + bytes(12) + struct.pack("<Iii", 40, 0, 5),
        b"II*\0" + struct.pack("<IH", 8, 0),
    ],
)
def test_a_damaged_picture_is_refused(data: bytes) -> None:
    with pytest.raises(NoPictureError, match=r"damaged|cut short"):
        decode_picture(data)


@pytest.mark.parametrize("error", [cv2.error("imdecode"), MemoryError(), ValueError("x")])
def test_every_failure_of_the_library_gives_a_reason(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(cv2, "imdecode", fail)
    with pytest.raises(NoPictureError, match="it is damaged"):
        decode_picture(pack(".jpg"))


@pytest.mark.parametrize("suffix", FORMATS)
def test_random_changes_raise_nothing_else(suffix: str) -> None:
    random = np.random.default_rng(3)
    for _ in range(60):
        data = np.frombuffer(pack(suffix), np.uint8).copy()
        data[random.integers(0, min(len(data), 400), 6)] = random.integers(0, 255, 6)
        try:
            picture = decode_picture(data.tobytes())
        except NoPictureError:
            continue
        assert picture.shape[2] == 3


def test_no_other_module_decodes_pictures() -> None:
    """The tools that train networks read their own photos."""
    decoders = [
        str(path.relative_to(ROOT))
        for top in ("companion", "vision", "web")
        for path in (ROOT / top).rglob("*.py")
        if re.search(r"\bim(decode|read)\w*\(", path.read_text("utf-8"))
        and not path.is_relative_to(ROOT / "vision" / "training")
    ]
    assert decoders == ["companion/picture_decoder.py"]
