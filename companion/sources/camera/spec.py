"""Cameras by a line of text, as it stands in a configuration or on a command line."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.i18n import sentence
from companion.sources.camera.exposure import Exposure
from companion.sources.camera.frames import CameraError, FrameSource
from companion.sources.camera.live import STREAM_TROUBLE, LiveCamera, Patience
from companion.sources.camera.opencv import NUMBERED, CameraSettings, numbered, stream, usb, without_password
from companion.sources.camera.over_http import over_http
from companion.sources.camera.picamera import picamera
from companion.sources.camera.recorded import PHOTO_SUFFIXES, Photos, Video
from companion.sources.camera.sent import PHONE_TROUBLE, SentPictures

_SCHEMES: Final = ("http://", "https://", "rtsp://")
_RECORDED: Final = frozenset({"every", "pace", "repeat"})
_LIVE: Final = frozenset({"size", "fps", "format", "frozen"})
_STREAMED: Final = frozenset({"frozen"})
_WHAT_CAN_BE: Final = sentence(
    "give a photo, a folder of photos, a video file, a number such as 0 or a path such as /dev/video0 for a "
    "USB camera, 'picamera', 'phone', or an address that begins with http:// or rtsp://"
)
PHONE: Final = "phone"
"""The text of a phone whose page sends pictures."""
PHONE_PATIENCE: Final = Patience(silent=5.0, retry=0.2, retry_most=0.5)
"""A phone's network stutters; it is heard of again within a second of its coming back."""


def is_phone(spec: str | None) -> bool:
    """Whether a text names a phone whose page sends pictures."""
    return spec is not None and spec.partition("#")[0].strip() == PHONE and not Path(spec).exists()


def open_camera(
    spec: str,
    name: str = "camera",
    exposure: Exposure | None = None,
    sent: SentPictures | None = None,
) -> FrameSource:
    """The source of frames that a line of text describes.

    ===================================  ============================================  ===============
    text                                 what it is                                    options
    ===================================  ============================================  ===============
    ``board.jpg``, ``photos/``           a photo, a folder of photos                   recorded
    ``game.avi``                         a video file                                  recorded
    ``0``, ``/dev/v4l/by-id/...``        a USB camera, or the computer's own           live
    ``picamera``, ``picamera:1``         the Raspberry Pi's camera                     live
    ``http://...``, ``rtsp://...``       a stream, or single pictures asked for        ``frozen``
    ``phone``                            a phone whose page sends pictures             ``frozen``
    ===================================  ============================================  ===============

    Options follow a ``#``, separated by commas.

    - recorded: ``every=2`` (seconds between photos), ``pace=fast`` (don't wait), ``repeat``.
    - live: ``size=1280x720``, ``fps=10``, ``format=MJPG``, ``frozen=0`` (let a picture stay the
      same for ever; otherwise the seconds after which that is reported).

    A recording has to be there; a live camera may come later.

    Args:
        spec: the text.
        name: stands in every report.
        exposure: what is to be held at a live camera, from an earlier `lock_exposure`; None: nothing.
        sent: the pictures that a phone sends; None: nobody takes any.

    Raises:
        CameraError: no such file, or the text describes no camera.
    """
    if is_phone(spec):
        return _phone(spec, name, exposure, sent)
    if spec.startswith(_SCHEMES):
        address, options = _streamed(spec)
        place = _camera_at(without_password(address))
        connect = stream(address) if address.startswith("rtsp:") else over_http(address)
        return LiveCamera(name, place, connect, _patience(options), exposure, trouble=STREAM_TROUBLE)
    # A file's own name may hold the sign that begins the options.
    what, _, tail = (spec, "", "") if Path(spec).exists() else spec.partition("#")
    what = what.strip()
    if what.isdigit() and (backend := NUMBERED.get(sys.platform)) is not None:
        options = _options(tail, _LIVE)
        place = sentence("Camera {number}", number=what)
        connect = numbered(int(what), _settings(options), backend)
        return LiveCamera(name, place, connect, _patience(options), exposure)
    if what.isdigit() or what.startswith("/dev/"):
        device = Path(f"/dev/video{what}") if what.isdigit() else Path(what)
        options = _options(tail, _LIVE)
        place = _camera_at(device)
        return LiveCamera(name, place, usb(device, _settings(options)), _patience(options), exposure)
    kind, _, number = what.partition(":")
    if kind == "picamera" and (number.isdigit() or what == kind):
        options = _options(tail, _LIVE)
        place = sentence("The Raspberry Pi camera")
        connect = picamera(int(number or 0), _settings(options))
        return LiveCamera(name, place, connect, _patience(options), exposure)
    return _recording(name, Path(what), _options(tail, _RECORDED))


def _phone(spec: str, name: str, exposure: Exposure | None, sent: SentPictures | None) -> FrameSource:
    given = _number(_options(spec.partition("#")[2], _STREAMED), "frozen", None)
    patience = PHONE_PATIENCE if given is None else replace(PHONE_PATIENCE, frozen=given)
    if sent is None:
        raise CameraError(
            sentence("To use a phone as the camera, start the table with 'companion serve --camera phone'.")
        )
    return LiveCamera(
        name,
        sentence("The phone"),
        sent.connect,
        patience,
        exposure,
        trouble=PHONE_TROUBLE,
        remark=lambda: sent.remark,
    )


def _camera_at(place: object) -> str:
    return sentence("The camera at {place}", place=place)


def _streamed(spec: str) -> tuple[str, dict[str, str]]:
    """A stream's address and its options; an address may hold the sign that begins them, too."""
    address, _, tail = spec.rpartition("#")
    keys = {part.partition("=")[0].strip() for part in tail.split(",")}
    if not address or not keys <= _LIVE | _RECORDED:
        return spec, {}
    return address, _options(tail, _STREAMED)


def _recording(name: str, path: Path, options: Mapping[str, str]) -> FrameSource:
    if path.name == "" or not path.exists():
        raise CameraError(
            sentence(
                "There is no file, folder or camera {path}: {known}.",
                path=repr(str(path)),
                known=_WHAT_CAN_BE,
            )
        )
    if not (path.is_dir() or path.is_file()):
        raise CameraError(
            sentence("{path} is neither a file nor a folder: {known}.", path=path, known=_WHAT_CAN_BE)
        )
    pace = options.get("pace", "own")
    if pace not in ("own", "fast"):
        raise CameraError(sentence("pace is 'own' or 'fast', not {given}.", given=repr(pace)))
    paced, repeat = pace == "own", "repeat" in options
    if path.is_dir() or path.suffix.lower() in PHOTO_SUFFIXES:
        every = _number(options, "every", 0.0)
        return Photos(name, path, every=every or 0.0, paced=paced, repeat=repeat)
    if "every" in options:
        raise CameraError(sentence("every=SECONDS is for photos: a video has its own timestamps."))
    return Video(name, path, paced=paced, repeat=repeat)


def _options(tail: str, known: frozenset[str]) -> dict[str, str]:
    options = {}
    for part in filter(None, (part.strip() for part in tail.split(","))):
        key, _, value = part.partition("=")
        if key not in known:
            raise CameraError(
                sentence(
                    "Unknown option {key}; known options: {known}.",
                    key=repr(key),
                    known=", ".join(sorted(known)),
                )
            )
        options[key] = value
    return options


def _number(options: Mapping[str, str], key: str, otherwise: float | None) -> float | None:
    if key not in options:
        return otherwise
    try:
        number = float(options[key])
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise CameraError(
            sentence("{key} must be a number from 0, not {given}.", key=key, given=repr(options[key]))
        )
    return number


def _settings(options: Mapping[str, str]) -> CameraSettings:
    usual = CameraSettings()
    width, x, height = options.get("size", "{}x{}".format(*usual.size)).partition("x")
    if not (x and width.isdigit() and height.isdigit() and int(width) and int(height)):
        raise CameraError(
            sentence("size is WIDTHxHEIGHT such as 1280x720, not {given}.", given=repr(options["size"]))
        )
    pixels = options.get("format")
    if pixels is not None and len(pixels) != 4:
        raise CameraError(
            sentence("format has four characters such as MJPG, not {given}.", given=repr(pixels))
        )
    return CameraSettings((int(width), int(height)), _number(options, "fps", None) or None, pixels)


def _patience(options: Mapping[str, str]) -> Patience:
    frozen = _number(options, "frozen", None)
    return Patience() if frozen is None else Patience(frozen=frozen)


def find_cameras(devices: Path = Path("/dev")) -> list[str]:
    """Cameras that seem to be there, each as a text for `open_camera`; the likeliest first.

    USB cameras are named by what stays the same after replugging. A Raspberry Pi's many other
    video devices, which decode and scale, are left out. macOS and Windows tell no program without
    opening them: the first two are named, of which the first is mostly the computer's own.

    Args:
        devices: where device files lie.
    """
    if sys.platform in NUMBERED:
        return ["0", "1"]
    found = ["picamera"] if importlib.util.find_spec("picamera2") is not None else []
    links = devices / "v4l" / "by-id"
    if not links.is_dir():
        return found + sorted(str(path) for path in devices.glob("video[0-9]*"))
    return found + sorted(str(path) for path in links.glob("*-video-index0"))
