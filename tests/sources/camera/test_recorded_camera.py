"""Photos and videos in place of a camera."""

import threading
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.observations import Health, SourceReport
from companion.picture_decoder import NoPictureError
from companion.sources.camera import Frame, FrameSource, read_photo
from companion.sources.camera.recorded_camera import Photos, Video
from tests.images import picture_at
from tests.sources.camera.conftest import VirtualTime
from vision.training.textures import Image


def read_all(source: FrameSource, time: VirtualTime) -> list[Frame | SourceReport]:
    return list(source.frames(time.clock, time.stop))


def frames(items: Iterable[Frame | SourceReport]) -> list[Frame]:
    return [item for item in items if isinstance(item, Frame)]


def reports(items: Iterable[Frame | SourceReport]) -> list[tuple[Health, str]]:
    return [(item.health, item.text) for item in items if isinstance(item, SourceReport)]


def shades(items: Iterable[Frame | SourceReport]) -> list[int]:
    return [int(frame.image[0, 0, 0]) for frame in frames(items)]


def jpeg_with_orientation(image: Image, orientation: int) -> bytes:
    """Return a JPEG with an EXIF orientation."""
    _, encoded = cv2.imencode(".jpg", image)
    data = encoded.tobytes()
    tiff = (
        b"II*\0\x08\0\0\0"
        + b"\x01\0"
        + b"\x12\x01\x03\0\x01\0\0\0"
        + bytes([orientation, 0, 0, 0])
        + bytes(4)
    )
    segment = b"Exif\0\0" + tiff
    return data[:2] + b"\xff\xe1" + (len(segment) + 2).to_bytes(2, "big") + segment + data[2:]


class ResetClock:
    """Session clock that a new game resets just after the first reading."""

    def __init__(self, time: VirtualTime) -> None:
        self._time = time

    def __call__(self) -> float:
        now, self._time.now = self._time.now, 0
        return now


class TestPhotos:
    def test_photos_are_in_natural_name_order(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        for name, shade in (("b10.png", 30), ("b2.png", 20), ("a.PNG", 10), ("c.jpg", 40)):
            cv2.imwrite(str(tmp_path / name), picture(shade))
        (tmp_path / "notes.txt").write_text("not a photo")
        assert shades(read_all(Photos("camera", tmp_path), time_)) == pytest.approx([10, 20, 30, 40], abs=3)

    def test_photos_are_paced_on_request(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        for n in range(3):
            cv2.imwrite(str(tmp_path / f"{n}.png"), picture(n))
        source = Photos("camera", tmp_path, every=2)
        seen = [
            (item.t, time_.now) for item in source.frames(time_.clock, time_.stop) if isinstance(item, Frame)
        ]
        assert seen == [(100, 100), (102, 102), (104, 104)]

    def test_a_clock_reset_before_the_first_photo_loses_none(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        cv2.imwrite(str(tmp_path / "a.png"), picture(7))
        items = Photos("camera", tmp_path).frames(ResetClock(time_), time_.stop)
        assert [frame.t for frame in frames(items)] == [0]
        assert time_.stop.waits == []

    def test_a_clock_reset_between_two_photos_keeps_the_pace(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        for n in range(3):
            cv2.imwrite(str(tmp_path / f"{n}.png"), picture(n))
        seen = []
        for item in Photos("camera", tmp_path, every=2).frames(time_.clock, time_.stop):
            if isinstance(item, Frame):
                seen.append(item.t)
                time_.now -= 90 if len(seen) == 1 else 0
        assert seen == [100, 12, 14]

    def test_unpaced_photos_have_their_scheduled_times(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        for n in range(3):
            cv2.imwrite(str(tmp_path / f"{n}.png"), picture(n))
        items = read_all(Photos("camera", tmp_path, every=2, paced=False), time_)
        assert [frame.t for frame in frames(items)] == [100, 102, 104]
        assert time_.now == 100

    def test_photos_loop_on_request(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        for n in range(2):
            cv2.imwrite(str(tmp_path / f"{n}.png"), picture(n * 9))
        source = Photos("camera", tmp_path, every=1, repeat=True)
        items = list(islice(source.frames(time_.clock, time_.stop), 6))
        assert shades(items) == [0, 9, 0, 9, 0]
        assert [frame.t for frame in frames(items)] == [100, 101, 102, 103, 104]

    def test_a_broken_photo_is_skipped_and_named(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        cv2.imwrite(str(tmp_path / "1.jpg"), picture(10))
        _, whole = cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 255, (90, 90, 3), np.uint8))
        (tmp_path / "2.jpg").write_bytes(whole.tobytes()[:80])
        (tmp_path / "3.jpg").write_bytes(b"")
        cv2.imwrite(str(tmp_path / "4.jpg"), picture(40))
        items = read_all(Photos("camera", tmp_path), time_)
        assert shades(items) == pytest.approx([10, 40], abs=3)
        assert [frame.number for frame in frames(items)] == [0, 1]
        assert [health for health, _ in reports(items)] == ["ok", "fault", "fault", "ok"]
        assert "2.jpg was skipped" in reports(items)[1][1]

    def test_an_empty_folder_is_a_fault_and_ends_the_source(self, tmp_path: Path, time_: VirtualTime) -> None:
        items = read_all(Photos("camera", tmp_path, repeat=True), time_)
        assert reports(items) == [("fault", f"No photo can be read at {tmp_path}.")]

    def test_a_missing_folder_is_a_fault_and_ends_the_source(
        self, tmp_path: Path, time_: VirtualTime
    ) -> None:
        assert reports(read_all(Photos("camera", tmp_path / "gone"), time_))[-1][0] == "fault"

    @pytest.mark.parametrize("orientation", range(1, 9))
    def test_photos_are_rotated_by_their_exif_orientation(self, tmp_path: Path, orientation: int) -> None:
        image = np.zeros((20, 40, 3), np.uint8)
        image[:8, :8] = 255
        path = tmp_path / "held.jpg"
        path.write_bytes(jpeg_with_orientation(image, orientation))
        found = read_photo(path)
        assert np.array_equal(found, picture_at(path))
        assert found.shape == ((20, 40, 3) if orientation <= 4 else (40, 20, 3))

    @pytest.mark.parametrize("channels", [1, 4])
    def test_grey_and_transparent_photos_are_converted_to_bgr(self, tmp_path: Path, channels: int) -> None:
        shape = (30, 40) if channels == 1 else (30, 40, 4)
        cv2.imwrite(str(tmp_path / "p.png"), np.full(shape, 77, np.uint8))
        found = read_photo(tmp_path / "p.png")
        assert found.shape == (30, 40, 3)
        assert (found == 77).all()

    def test_a_phones_photo_of_24_million_pixels_is_read(self, tmp_path: Path) -> None:
        photo = tmp_path / "photo.jpg"
        cv2.imwrite(str(photo), np.full((4284, 5712), 90, np.uint8))
        assert read_photo(photo).shape == (4284, 5712, 3)

    def test_photos_with_16_bits_are_converted_to_8_bits(self, tmp_path: Path) -> None:
        cv2.imwrite(str(tmp_path / "p.png"), np.full((30, 40, 3), 77 * 256, np.uint16))
        found = read_photo(tmp_path / "p.png")
        assert found.dtype == np.uint8
        assert (found == 77).all()

    @pytest.mark.parametrize(
        ("name", "reason"), [("x.jpg", "no picture"), (".", "it is a folder"), ("gone.jpg", "can't be read")]
    )
    def test_a_file_that_is_not_a_photo_is_refused_with_the_reason(
        self, tmp_path: Path, name: str, reason: str
    ) -> None:
        (tmp_path / "x.jpg").write_bytes(bytes(400))
        with pytest.raises(NoPictureError, match=reason):
            read_photo(tmp_path / name)


class TestVideo:
    def test_a_video_is_paced_by_its_timestamps(
        self, write_video: Callable[..., Path], time_: VirtualTime
    ) -> None:
        source = Video("camera", write_video(range(0, 250, 50), fps=12.5))
        seen = [
            (item.t, time_.now) for item in source.frames(time_.clock, time_.stop) if isinstance(item, Frame)
        ]
        expected = [100, 100.08, 100.16, 100.24, 100.32]
        assert [t for t, _ in seen] == pytest.approx(expected)
        assert [now for _, now in seen] == pytest.approx(expected)

    def test_a_clock_reset_does_not_interrupt_a_video(
        self, write_video: Callable[..., Path], time_: VirtualTime
    ) -> None:
        seen = []
        for item in Video("camera", write_video(range(0, 250, 50), fps=10)).frames(time_.clock, time_.stop):
            if isinstance(item, Frame):
                seen.append(item.t)
                time_.now -= 100 if len(seen) == 3 else 0
        assert seen == pytest.approx([100, 100.1, 100.2, 0.3, 0.4])

    def test_an_unpaced_video_keeps_its_timestamps(
        self, write_video: Callable[..., Path], time_: VirtualTime
    ) -> None:
        items = read_all(Video("camera", write_video(range(0, 250, 50)), paced=False), time_)
        assert [frame.t for frame in frames(items)] == pytest.approx([100, 100.1, 100.2, 100.3, 100.4])
        assert shades(items) == pytest.approx([0, 50, 100, 150, 200], abs=4)
        assert time_.now == 100

    @pytest.mark.parametrize(
        ("stamps", "expected"),
        [
            ((40, 140, 540), (100, 100.1, 100.5)),
            ((0, 0, 0), (100, 100.2, 100.4)),
            ((0, 300, 0), (100, 100.3, 100.5)),
        ],
    )
    def test_uneven_timestamps_are_kept_and_missing_ones_interpolated(
        self,
        tmp_path: Path,
        time_: VirtualTime,
        picture: Callable[..., Image],
        stamps: tuple[int, int, int],
        expected: tuple[int, float, float],
    ) -> None:
        class Uneven:
            """The timestamps claim five pictures a second."""

            def __init__(self, *_: object) -> None:
                self.left = list(stamps)

            def get(self, key: int) -> float:
                return 5.0 if key == cv2.CAP_PROP_FPS else self.stamp

            def read(self) -> tuple[bool, Image | None]:
                if not self.left:
                    return False, None
                self.stamp = self.left.pop(0)
                return True, picture(1)

            def release(self) -> None:
                pass

        items = read_all(Video("camera", tmp_path / "x.mkv", open_capture=Uneven), time_)
        assert [frame.t for frame in frames(items)] == pytest.approx(expected)

    def test_a_video_loops_on_request(self, write_video: Callable[..., Path], time_: VirtualTime) -> None:
        source = Video("camera", write_video([0, 100]), paced=False, repeat=True)
        items = list(islice(source.frames(time_.clock, time_.stop), 6))
        assert shades(items) == pytest.approx([0, 100, 0, 100, 0], abs=4)
        assert [frame.t for frame in frames(items)] == pytest.approx([100, 100.1, 100.2, 100.3, 100.4])

    def test_a_video_stops_during_a_wait(
        self, write_video: Callable[..., Path], time_: VirtualTime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        items = Video("camera", write_video([0, 100], fps=0.1)).frames(time_.clock, time_.stop)
        next(items)
        next(items)
        threading.Timer(0, time_.stop.set).start()
        monkeypatch.setattr(time_.stop, "wait", lambda timeout: threading.Event.wait(time_.stop, 90))
        assert list(items) == []

    @pytest.mark.parametrize("content", [b"", b"RIFF and then nothing of the kind", bytes(3000)])
    def test_a_file_that_is_not_a_video_is_a_fault_and_ends_the_source(
        self, tmp_path: Path, time_: VirtualTime, content: bytes
    ) -> None:
        path = tmp_path / "x.avi"
        path.write_bytes(content)
        items = read_all(Video("camera", path, repeat=True), time_)
        assert reports(items) == [("fault", f"{path} can't be played as a video.")]

    def test_a_truncated_video_yields_its_frames_or_a_fault(
        self, write_video: Callable[..., Path], time_: VirtualTime
    ) -> None:
        path = write_video(range(0, 250, 10))
        path.write_bytes(path.read_bytes()[:-2000])
        items = read_all(Video("camera", path, paced=False), time_)
        assert frames(items) or reports(items)[-1][0] == "fault"
