"""Live cameras: late start, disconnection, freeze, size change, recovery."""

from collections.abc import Callable, Iterable
from itertools import islice, pairwise
from pathlib import Path
from typing import NoReturn

import pytest

from companion.observations import Health, SourceReport
from companion.picture_decoder import NoPictureError
from companion.sources.camera import Frame, FrameSource
from companion.sources.camera.frames import CameraUnavailableError, Image
from companion.sources.camera.live_camera import STREAM_ADVICE, CameraTimeouts, LiveCamera
from companion.sources.camera.local_camera import CameraSettings, usb_connector
from tests.sources.camera.conftest import ScriptedCamera, VirtualTime

PATIENCE = CameraTimeouts(silent=3, frozen=5, retry=1, max_retry=8)


@pytest.fixture
def live_camera(camera: ScriptedCamera, device: Path) -> LiveCamera:
    return LiveCamera("camera", "The camera", usb_connector(device, CameraSettings(), camera), PATIENCE)


def read_items(source: FrameSource, time: VirtualTime, count: int) -> list[Frame | SourceReport]:
    return list(islice(source.frames(time.clock, time.stop), count))


def read_until(source: FrameSource, time: VirtualTime, t: float) -> list[Frame | SourceReport]:
    """Read all items until a time."""
    items = []
    for item in source.frames(time.clock, time.stop):
        items.append(item)
        if time.now >= t:
            break
    return items


def reports(items: Iterable[Frame | SourceReport]) -> list[tuple[Health, str]]:
    return [(item.health, item.text) for item in items if isinstance(item, SourceReport)]


def shades(items: Iterable[Frame | SourceReport]) -> list[int]:
    return [int(item.image[0, 0, 0]) for item in items if isinstance(item, Frame)]


def test_frames_have_the_time_at_which_they_were_read(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    camera.sessions = [[picture(n) for n in range(1, 5)]]
    frames = [item for item in read_items(live_camera, time_, 5) if isinstance(item, Frame)]
    assert [frame.t for frame in frames] == pytest.approx([100.1, 100.2, 100.3, 100.4])


def test_a_missing_camera_is_retried_until_found(
    device: Path, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    device.unlink()
    live_camera = LiveCamera(
        "camera", "The camera", usb_connector(device, CameraSettings(), camera), PATIENCE
    )
    camera.sessions = [[picture(7)]]
    items = live_camera.frames(time_.clock, time_.stop)
    missing = next(items)
    assert isinstance(missing, SourceReport)
    assert missing.health == "waiting"
    assert "plug it in" in missing.text
    device.touch()
    assert reports([next(items)]) == [("ok", "")]
    assert shades([next(items)]) == [7]


def test_the_retry_delay_grows_to_a_maximum(time_: VirtualTime) -> None:
    looks = []

    def connect() -> NoReturn:
        looks.append(time_.now)
        if len(looks) == 8:
            time_.stop.set()
        raise CameraUnavailableError("waiting", "not there")

    items = list(LiveCamera("camera", "It", connect, PATIENCE).frames(time_.clock, time_.stop))
    assert [b - a for a, b in pairwise(looks)] == [1, 2, 4, 8, 8, 8, 8]
    assert reports(items) == [("waiting", "not there")]


def test_an_unplugged_camera_is_reported_and_recovers(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    camera.sessions = [[picture(1), picture(2)], [picture(3), picture(4)]]
    items = read_items(live_camera, time_, 7)
    assert [item if item[0] != "waiting" else "waiting" for item in reports(items)] == [
        ("ok", ""),
        "waiting",
        ("ok", ""),
    ]
    assert shades(items) == [1, 2, 3, 4]
    assert [item.number for item in items if isinstance(item, Frame)] == [0, 1, 2, 3]
    assert camera.released >= 1


def test_a_clock_reset_does_not_delay_the_report_of_an_unplugged_camera(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    camera.step = 0
    camera.sessions = [[picture(1)]]
    items = live_camera.frames(time_.clock, time_.stop)
    report, frame = islice(items, 2)
    assert isinstance(report, SourceReport)
    assert isinstance(frame, Frame)
    assert (report.health, frame.number) == ("ok", 0)
    time_.now = 0
    lost = next(items)
    assert isinstance(lost, SourceReport)
    assert lost.health == "waiting"
    assert lost.t == pytest.approx(PATIENCE.silent, abs=0.1)


def test_failed_reads_do_not_cause_a_busy_loop(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    camera.step = 0
    camera.sessions = [[picture(1)]]
    lost = read_items(live_camera, time_, 3)[-1]
    assert lost.t - 100 == pytest.approx(PATIENCE.silent, abs=0.1)
    assert min(time_.stop.waits) >= 0.05


def test_a_single_failed_read_is_ignored(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    camera.sessions = [[picture(1), None, None, picture(2)]]
    assert reports(read_items(live_camera, time_, 3)) == [("ok", "")]


def test_an_unchanging_picture_counts_as_frozen(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    camera.sessions = [[picture(1), *[picture(2)] * 200]]
    items = read_until(live_camera, time_, 105.25)
    assert reports(items)[0] == ("ok", "")
    health, text = reports(items)[-1]
    assert health == "fault"
    assert "same picture" in text
    assert items[-1].t == pytest.approx(100.2 + PATIENCE.frozen, abs=0.15)


def test_a_frozen_stream_is_reported_as_identical_pictures(camera, device, time_, picture):
    connect = usb_connector(device, CameraSettings(), camera)
    stream = LiveCamera("eye", "It", connect, PATIENCE, advice=STREAM_ADVICE)
    camera.sessions = [[picture(1), *[picture(2)] * 200]]
    health, text = reports(read_until(stream, time_, 105.25))[-1]
    assert health == "fault"
    assert "identical pictures" in text
    assert "#frozen=0" in text
    assert "plug" not in text


def test_a_frozen_camera_is_reopened_and_recovers_with_a_new_picture(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    stuck = [picture(2)] * 60
    camera.sessions = [[picture(1), *stuck], stuck, [*stuck[:10], picture(3), picture(4)]]
    items = []
    for item in live_camera.frames(time_.clock, time_.stop):
        items.append(item)
        if isinstance(item, Frame) and item.image[0, 0, 0] == 4:
            break
    assert [health for health, _ in reports(items)] == ["ok", "fault", "ok"]
    assert shades(items)[-2:] == [3, 4]
    assert len(camera.opened) == 3


def test_frozen_detection_can_be_disabled(
    camera: ScriptedCamera, device: Path, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    live_camera = LiveCamera(
        "camera", "It", usb_connector(device, CameraSettings(), camera), CameraTimeouts(frozen=0)
    )
    camera.sessions = [[picture(2)] * 200]
    assert reports(read_items(live_camera, time_, 150)) == [("ok", "")]


def test_a_changed_picture_size_is_reported_once(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    large, small = (128, 96), (64, 48)
    camera.sessions = [[picture(1, large), picture(2, small), picture(3, small)]]
    items = read_items(live_camera, time_, 5)
    assert reports(items) == [("ok", ""), ("ok", "The picture's size has changed from 128 x 96 to 64 x 48.")]
    assert [item.image.shape for item in items if isinstance(item, Frame)] == [
        (96, 128, 3), (48, 64, 3), (48, 64, 3)]  # fmt: skip


def test_stopping_releases_the_camera(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    camera.sessions = [[picture(n) for n in range(50)]]
    items = live_camera.frames(time_.clock, time_.stop)
    next(items)
    time_.stop.set()
    list(items)
    assert camera.released == 1


def raise_error(error: Exception) -> Callable[[], NoReturn]:
    def read() -> NoReturn:
        raise error

    return read


def spoil(image: Image, colour: int = 128) -> Image:
    """Return a picture whose lower half is missing."""
    spoiled = image.copy()
    spoiled[len(image) // 2 :] = colour
    return spoiled


@pytest.mark.parametrize("colour", [128, 90])
def test_a_camera_with_every_fourth_picture_half_grey_is_reported(
    live_camera: LiveCamera,
    camera: ScriptedCamera,
    time_: VirtualTime,
    picture: Callable[..., Image],
    colour: int,
) -> None:
    shots = [picture(n) for n in range(1, 161)]
    camera.sessions = [[spoil(shot, colour) if n % 4 == 3 else shot for n, shot in enumerate(shots)]]
    items = read_items(live_camera, time_, 100)
    assert [health for health, _ in reports(items)] == ["ok", "fault"]
    assert "Some pictures of The camera are spoiled" in reports(items)[-1][1]
    assert all(n % 4 for n in shades(items)), "no spoiled picture is looked at"


def test_a_camera_recovers_from_spoiled_pictures(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    shots = [picture(n % 200) for n in range(600)]
    camera.sessions = [[spoil(shot) if n % 4 == 3 and n < 40 else shot for n, shot in enumerate(shots)]]
    items = read_until(live_camera, time_, 150)
    assert [health for health, _ in reports(items)] == ["ok", "fault", "ok"]


def test_a_rare_spoiled_picture_is_dropped_without_a_report(
    live_camera: LiveCamera, camera: ScriptedCamera, time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    shots = [picture(n % 200) for n in range(300)]
    camera.sessions = [[spoil(shot) if n % 100 == 99 else shot for n, shot in enumerate(shots)]]
    assert reports(read_until(live_camera, time_, 128)) == [("ok", "")]


@pytest.mark.parametrize("colour", [0, 60, 255])
def test_a_picture_that_is_always_partly_flat_is_whole(
    live_camera: LiveCamera,
    camera: ScriptedCamera,
    time_: VirtualTime,
    picture: Callable[..., Image],
    colour: int,
) -> None:
    camera.sessions = [[spoil(picture(n), colour) for n in range(1, 100)]]
    assert reports(read_items(live_camera, time_, 60)) == [("ok", "")]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (NoPictureError("it is cut short"), "it is cut short"),
        (KeyError(), "KeyError"),
        (OSError("bus"), "bus"),
    ],
)
def test_every_exception_of_a_read_means_no_picture_and_gives_its_reason(
    live_camera: LiveCamera,
    camera: ScriptedCamera,
    time_: VirtualTime,
    picture: Callable[..., Image],
    error: Exception,
    reason: str,
) -> None:
    camera.sessions = [[picture(1), *[raise_error(error)] * 60], [picture(2)]]
    items = read_items(live_camera, time_, 5)
    assert reports(items)[1] == (
        "waiting",
        f"The camera sends no usable picture: {reason}. Companion keeps trying.",
    )
    assert shades(items) == [1, 2]


def test_every_exception_of_an_opening_is_reported_and_retried(
    time_: VirtualTime, picture: Callable[..., Image]
) -> None:
    def connect() -> NoReturn:
        if time_.now > 110:
            time_.stop.set()
        raise ValueError("no such pin")

    items = list(LiveCamera("camera", "The camera", connect, PATIENCE).frames(time_.clock, time_.stop))
    assert reports(items) == [("fault", "The camera can't be opened: no such pin.")]
