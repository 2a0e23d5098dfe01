"""Calibration from steady frames: saving, loading and refusals."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS, SYMMETRIES, HexId
from companion.sim.picture import Arm
from tests.vision.follow.conftest import Studio
from vision.buildings import Example
from vision.camera import Lens
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import (
    FORMAT,
    Calibration,
    CalibrationError,
    CalibrationNotReady,
    calibrate,
    load,
)
from vision.follow.tints import Tint
from vision.lattice import CENTRES, project

FILE = ChecksummedJsonFile("calibration", FORMAT, "calibrate again", CalibrationError)


class TestCalibrating:
    def test_the_island_is_found_in_steady_frames(self, calibration: Calibration, studio: Studio) -> None:
        found, true = project(calibration.plane, CENTRES), project(studio.camera.homography(), CENTRES)
        away = np.linalg.norm(found[:, None] - true[None], axis=2).min(axis=1)
        assert away.max() < 0.06 * studio.camera.pixels_per_side()
        assert (calibration.width, calibration.height) == (studio.camera.width, studio.camera.height)
        assert calibration.lens is None

    def test_calibration_waits_for_enough_frames(self, studio: Studio) -> None:
        made = calibrate([studio.noisy(studio.render(()), n) for n in range(2)])
        assert isinstance(made, CalibrationNotReady)
        assert "frames" in made.why

    def test_calibration_waits_for_the_exposure_to_settle(self, studio: Studio) -> None:
        still = studio.render(())
        drifting = [studio.noisy((still * (0.7 + 0.05 * n)).astype(np.uint8), n) for n in range(6)]
        made = calibrate(drifting)
        assert isinstance(made, CalibrationNotReady)
        assert "brightness" in made.why
        settled = [*drifting, *(studio.noisy(still, n) for n in range(5))]
        assert isinstance(calibrate(settled), Calibration)

    def test_a_flickering_lamp_does_not_block_calibration(self, studio: Studio) -> None:
        still = studio.render(())
        flickering = [
            studio.noisy((still * by).clip(0, 255).astype(np.uint8), n)
            for n, by in enumerate((1.0, 1.015, 0.985, 1.01, 0.99))
        ]
        assert isinstance(calibrate(flickering), Calibration)

    def test_calibration_waits_for_the_camera_to_rest(self, studio: Studio) -> None:
        cameras = [replace(studio.camera, aim=(0.05 * n, 0.0)) for n in range(5)]
        made = calibrate([studio.render((), camera=camera) for camera in cameras])
        assert isinstance(made, CalibrationNotReady)
        assert "still moving" in made.why

    def test_calibration_explains_why_no_island_is_found(self) -> None:
        made = calibrate([np.full((360, 640, 3), 90, np.uint8)] * 5)
        assert isinstance(made, CalibrationNotReady)
        assert "island" in made.why

    @pytest.mark.parametrize("shown", [(2,), (0, 1), (2, 3, 4)])
    def test_calibration_waits_for_hands_to_leave(self, studio: Studio, shown: tuple[int, ...]) -> None:
        """An object that covers the board in most frames, or in one, is not learned as the board."""
        hand = studio.render((), Arm((1.0, 0.5), bearing=90))
        frames = [studio.noisy(hand if n in shown else studio.render(()), n) for n in range(5)]
        made = calibrate(frames)
        assert isinstance(made, CalibrationNotReady)

    def test_a_rotated_calibration_describes_the_same_island_from_another_side(
        self, calibration: Calibration, studio: Studio
    ) -> None:
        moved = calibration.rotate(2)
        way = [HEXES.index(HexId(SYMMETRIES[2](h))) for h in HEXES]
        assert np.allclose(project(moved.plane, CENTRES), project(calibration.plane, CENTRES)[way])
        tracker = BoardTracker(moved)
        results = [tracker.process_frame(studio.noisy(studio.render(()), n), n / 8) for n in range(12)]
        assert results[-1].state == "quiet"
        assert not results[-1].covered
        back = moved.rotate(4).reference.astype(int) - calibration.reference
        assert np.median(np.abs(back)) < 4


@pytest.fixture
def full_calibration(calibration: Calibration) -> Calibration:
    """A calibration with every optional field."""
    return replace(
        calibration,
        lens=Lens(0.1, calibration.width, calibration.height),
        made="2026-11-21T19:30:00",
        exposure={"exposure": 120.0, "gain": 2.5},
        tints={"red": Tint((40.0, 55.0, 30.0), (3.0, 4.0, 4.0), 2)},
        examples=(Example(INTERSECTIONS[3], "city", (0.5, 1.5, -2.0, 0.0, 0.25, -1.0), 0.75),),
        robber=Tint((12.0, 0.5, -1.0), (8.0, 5.0, 6.0), 3),
    )


class TestKeeping:
    def test_a_saved_calibration_is_loaded(self, full_calibration: Calibration, tmp_path: Path) -> None:
        path = tmp_path / "calibration.json"
        full_calibration.save(path)
        again = load(path)
        assert np.array_equal(again.plane, full_calibration.plane)
        assert np.array_equal(again.reference, full_calibration.reference)
        for what in ("width", "height", "lens", "made", "exposure", "tints", "examples", "robber"):
            assert getattr(again, what) == getattr(full_calibration, what), what

    def test_a_calibration_saved_before_examples_existed_is_loaded(
        self, full_calibration: Calibration, tmp_path: Path
    ) -> None:
        path = tmp_path / "calibration.json"
        full_calibration.save(path)
        data = json.loads(path.read_text())
        before = {key: value for key, value in data.items() if key not in ("checksum", "examples")}
        FILE.save(path, before)
        assert load(path).examples == ()
        assert load(path).tints == full_calibration.tints

    @pytest.mark.parametrize("robber", [{}, {"robber": None}])
    def test_a_calibration_without_a_known_robber_is_loaded(
        self, full_calibration: Calibration, tmp_path: Path, robber: dict[str, None]
    ) -> None:
        path = tmp_path / "calibration.json"
        full_calibration.save(path)
        data = json.loads(path.read_text())
        before = {key: value for key, value in data.items() if key not in ("checksum", "robber")}
        FILE.save(path, {**before, **robber})
        assert load(path).robber is None
        assert load(path).examples == full_calibration.examples

    def test_unknown_fields_of_a_later_version_are_ignored(
        self, full_calibration: Calibration, tmp_path: Path
    ) -> None:
        path = tmp_path / "calibration.json"
        full_calibration.save(path)
        data = json.loads(path.read_text())
        del data["checksum"]
        FILE.save(path, {**data, "dice": ["ivory"]})
        assert load(path).robber == full_calibration.robber

    def test_knowledge_about_the_pieces_is_copied(
        self, full_calibration: Calibration, calibration: Calibration
    ) -> None:
        again = calibration.with_knowledge_from(full_calibration)
        assert (again.tints, again.examples, again.robber) == (
            full_calibration.tints,
            full_calibration.examples,
            full_calibration.robber,
        )
        assert again.made == calibration.made
        assert calibration.with_knowledge_from(None) is calibration

    def test_saving_again_replaces_the_file_and_leaves_no_other(
        self, full_calibration: Calibration, tmp_path: Path
    ) -> None:
        path = tmp_path / "calibration.json"
        full_calibration.save(path)
        replace(full_calibration, made="later").save(path)
        assert load(path).made == "later"
        assert [p.name for p in tmp_path.iterdir()] == ["calibration.json"]

    def test_a_half_written_file_is_ignored(self, full_calibration: Calibration, tmp_path: Path) -> None:
        path = tmp_path / "calibration.json"
        full_calibration.save(path)
        (tmp_path / "calibration.json.new").write_text(path.read_text()[:100])
        assert load(path).made == full_calibration.made
        full_calibration.save(path)
        assert load(path).made == full_calibration.made

    def test_a_missing_folder_raises_an_error(self, full_calibration: Calibration, tmp_path: Path) -> None:
        with pytest.raises(CalibrationError, match="can't be written"):
            full_calibration.save(tmp_path / "no" / "calibration.json")


class TestRefusing:
    def spoil(self, full_calibration: Calibration, tmp_path: Path, change: Callable[[Any], Any]) -> str:
        path = tmp_path / "calibration.json"
        full_calibration.save(path)
        data = json.loads(path.read_text())
        path.write_text(json.dumps(change(data)))
        with pytest.raises(CalibrationError) as refused:
            load(path)
        assert isinstance(refused.value, (CompanionError, ValueError))
        return str(refused.value)

    def test_a_missing_calibration_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(CalibrationError, match="there is no calibration"):
            load(tmp_path / "none.json")

    @pytest.mark.parametrize("text", ["", '{"format": 1, "pla', "[]", "{}"])
    def test_a_file_that_is_no_calibration_is_refused(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "c.json").write_text(text)
        with pytest.raises(CalibrationError, match="calibrate again"):
            load(tmp_path / "c.json")

    def test_another_format_is_refused(self, full_calibration: Calibration, tmp_path: Path) -> None:
        error = self.spoil(full_calibration, tmp_path, lambda data: data | {"format": 7})
        assert "format 7" in error

    def test_a_changed_number_is_refused(self, full_calibration: Calibration, tmp_path: Path) -> None:
        error = self.spoil(full_calibration, tmp_path, lambda data: data | {"width": data["width"] + 1})
        assert "damaged" in error

    @pytest.mark.parametrize(
        "wrong",
        [
            {"plane": np.eye(2)},
            {"plane": np.zeros((3, 3))},
            {"plane": np.full((3, 3), np.nan)},
            {"reference": np.zeros((5, 5, 3), np.uint8)},
            {"width": 0},
            {"examples": (Example(PATHS[0], "city", (0.0,) * 6, 0.5),)},
            {"examples": (Example(INTERSECTIONS[0], "road", (0.0,) * 6, 0.5),)},
            {"examples": (Example(INTERSECTIONS[0], "city", (0.0,) * 5, 0.5),)},
            {"tints": {"red": Tint((1.0, 2.0), (1.0, 1.0, 1.0), 1)}},  # type: ignore[arg-type]  # what is refused
            {"robber": Tint((1.0, 2.0, 3.0), (0.0, 1.0, 1.0), 1)},
            {"robber": Tint((1.0, np.nan, 3.0), (1.0, 1.0, 1.0), 1)},
            {"robber": Tint((1.0, 2.0, 3.0), (1.0, 1.0, 1.0), 0)},
        ],
    )
    def test_an_inconsistent_calibration_is_refused(
        self, full_calibration: Calibration, tmp_path: Path, wrong: Mapping[str, Any]
    ) -> None:
        path = tmp_path / "calibration.json"
        replace(full_calibration, **wrong).save(path)
        with pytest.raises(CalibrationError, match="is inconsistent"):
            load(path)
