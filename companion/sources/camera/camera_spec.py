"""Parser of camera specifications: a line of text from the configuration or the command line."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.i18n import sentence
from companion.sources.camera import local_camera
from companion.sources.camera.frames import CameraError, Exposure, FrameSource
from companion.sources.camera.http_camera import http_connector
from companion.sources.camera.live_camera import STREAM_ADVICE, CameraTimeouts, LiveCamera
from companion.sources.camera.phone_camera import PHONE_ADVICE, PhonePictures
from companion.sources.camera.recorded_camera import PHOTO_SUFFIXES, Photos, Video

_SCHEMES: Final = ("http://", "https://", "rtsp://")
_RECORDING_OPTIONS: Final = frozenset({"every", "pace", "repeat"})
_CAMERA_OPTIONS: Final = frozenset({"size", "fps", "format", "frozen"})
_STREAM_OPTIONS: Final = frozenset({"frozen"})
_VALID_SPECS: Final = sentence(
    "give a photo, a folder of photos, a video file, a number such as 0 or a path such as /dev/video0 for a "
    "USB camera, 'picamera', 'phone', or an address that begins with http:// or rtsp://"
)
PHONE_SPEC: Final = "phone"
"""The specification of a phone whose page sends pictures."""
PHONE_TIMEOUTS: Final = CameraTimeouts(silent=5.0, retry=0.2, max_retry=0.5)
"""A phone's network stutters: short retries find it again within a second of its return."""


def is_phone(spec: str | None) -> bool:
    """Return whether a specification names a phone whose page sends pictures."""
    return spec is not None and spec.partition("#")[0].strip() == PHONE_SPEC and not Path(spec).exists()


def open_camera(
    spec: str,
    name: str = "camera",
    exposure: Exposure | None = None,
    phone_pictures: PhonePictures | None = None,
) -> FrameSource:
    """Open the source of frames that a line of text specifies.

    ===================================  ============================================  ===============
    text                                 meaning                                       options
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
    - live: ``size=1280x720``, ``fps=10``, ``format=MJPG``, ``frozen=0`` (never report an unchanging
      picture; otherwise the seconds after which it is reported).

    A recording must exist; a live camera may appear later.

    Args:
        spec: the text.
        name: the source's name in every report.
        exposure: the exposure to lock at a live camera, from an earlier `lock_exposure`; None: automatic.
        phone_pictures: the pictures that a phone sends; None if nothing receives them.

    Raises:
        CameraError: the file doesn't exist, or the text specifies no camera.
    """
    if is_phone(spec):
        return _open_phone(spec, name, exposure, phone_pictures)
    if spec.startswith(_SCHEMES):
        address, options = _split_stream_spec(spec)
        place = _camera_label(local_camera.strip_credentials(address))
        connect = (
            local_camera.stream_connector(address) if address.startswith("rtsp:") else http_connector(address)
        )
        return LiveCamera(
            name, place, connect, _parse_timeouts(options, CameraTimeouts()), exposure, advice=STREAM_ADVICE
        )
    # A file's own name may contain the character that begins the options.
    what, _, tail = (spec, "", "") if Path(spec).exists() else spec.partition("#")
    what = what.strip()
    kind, _, number = what.partition(":")
    is_picamera = kind == "picamera" and (number.isdigit() or what == kind)
    if not (what.isdigit() or what.startswith("/dev/") or is_picamera):
        return _open_recording(name, Path(what), _parse_options(tail, _RECORDING_OPTIONS))
    options = _parse_options(tail, _CAMERA_OPTIONS)
    settings = _parse_settings(options)
    if is_picamera:
        place = sentence("The Raspberry Pi camera")
        connect = local_camera.picamera_connector(int(number or 0), settings)
    elif what.isdigit() and (backend := local_camera.NUMBERED_BACKENDS.get(sys.platform)) is not None:
        place = sentence("Camera {number}", number=what)
        connect = local_camera.numbered_connector(int(what), settings, backend)
    else:
        device = Path(f"/dev/video{what}") if what.isdigit() else Path(what)
        place = _camera_label(device)
        connect = local_camera.usb_connector(device, settings)
    return LiveCamera(name, place, connect, _parse_timeouts(options, CameraTimeouts()), exposure)


def _open_phone(
    spec: str, name: str, exposure: Exposure | None, phone_pictures: PhonePictures | None
) -> FrameSource:
    timeouts = _parse_timeouts(_parse_options(spec.partition("#")[2], _STREAM_OPTIONS), PHONE_TIMEOUTS)
    if phone_pictures is None:
        raise CameraError(
            sentence("To use a phone as the camera, start the table with 'companion serve --camera phone'.")
        )
    return LiveCamera(
        name,
        sentence("The phone"),
        phone_pictures.connect,
        timeouts,
        exposure,
        advice=PHONE_ADVICE,
        remark=lambda: phone_pictures.remark,
    )


def _camera_label(place: object) -> str:
    return sentence("The camera at {place}", place=place)


def _split_stream_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split a stream's address from its options; an address may contain a ``#``, too."""
    address, _, tail = spec.rpartition("#")
    keys = {part.partition("=")[0].strip() for part in tail.split(",")}
    if not address or not keys <= _CAMERA_OPTIONS | _RECORDING_OPTIONS:
        return spec, {}
    return address, _parse_options(tail, _STREAM_OPTIONS)


def _open_recording(name: str, path: Path, options: Mapping[str, str]) -> FrameSource:
    if path.name == "" or not path.exists():
        raise CameraError(
            sentence(
                "There is no file, folder or camera {path}: {known}.",
                path=repr(str(path)),
                known=_VALID_SPECS,
            )
        )
    if not (path.is_dir() or path.is_file()):
        raise CameraError(
            sentence("{path} is neither a file nor a folder: {known}.", path=path, known=_VALID_SPECS)
        )
    pace = options.get("pace", "own")
    if pace not in ("own", "fast"):
        raise CameraError(sentence("pace is 'own' or 'fast', not {given}.", given=repr(pace)))
    paced, repeat = pace == "own", "repeat" in options
    if path.is_dir() or path.suffix.lower() in PHOTO_SUFFIXES:
        every = _parse_number(options, "every") or 0.0
        return Photos(name, path, every=every, paced=paced, repeat=repeat)
    if "every" in options:
        raise CameraError(sentence("every=SECONDS is for photos: a video has its own timestamps."))
    return Video(name, path, paced=paced, repeat=repeat)


def _parse_options(tail: str, known: frozenset[str]) -> dict[str, str]:
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


def _parse_number(options: Mapping[str, str], key: str) -> float | None:
    if key not in options:
        return None
    try:
        number = float(options[key])
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise CameraError(
            sentence("{key} must be a number from 0, not {given}.", key=key, given=repr(options[key]))
        )
    return number


def _parse_settings(options: Mapping[str, str]) -> local_camera.CameraSettings:
    usual = local_camera.CameraSettings()
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
    return local_camera.CameraSettings(
        (int(width), int(height)), _parse_number(options, "fps") or None, pixels
    )


def _parse_timeouts(options: Mapping[str, str], usual: CameraTimeouts) -> CameraTimeouts:
    frozen = _parse_number(options, "frozen")
    return usual if frozen is None else replace(usual, frozen=frozen)


def find_cameras(devices: Path = Path("/dev")) -> list[str]:
    """Find plugged-in cameras; return a specification for `open_camera` each, the likeliest first.

    USB cameras get the path that survives replugging. A Raspberry Pi's other video devices, which
    decode and scale, are left out. macOS and Windows list cameras only to a program that opens them:
    there the numbers 0 and 1 are returned, of which 0 is mostly the computer's own camera.

    Args:
        devices: the folder of device files.
    """
    if sys.platform in local_camera.NUMBERED_BACKENDS:
        return ["0", "1"]
    found = ["picamera"] if importlib.util.find_spec("picamera2") is not None else []
    links = devices / "v4l" / "by-id"
    if not links.is_dir():
        return found + sorted(str(path) for path in devices.glob("video[0-9]*"))
    return found + sorted(str(path) for path in links.glob("*-video-index0"))
