"""Resource dice: readings of drawn sets, unknown and learned, and the file of a learned set."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.dice import DieDetection
from vision.dice.reading import PATCH_PX, cut_dice_patches
from vision.dice.resources import (
    EMBEDDING_SIZE,
    OTHER_CLASS,
    OUTPUT_COUNT,
    RESOURCES,
    TURNS,
    FacePrototypes,
    FaceTemplates,
    LearnedFaces,
    LearnedFacesError,
    ResourceFeatures,
    decode_outputs,
    detect_resource_dice,
    doubt_sides,
    estimate_common_width,
    learn_faces,
    load,
    normalize_rows,
    read_resource_dice,
    read_resources,
)
from vision.training.resources.die_photos import render_table
from vision.training.resources.drawings import DRAWINGS_PER_RESOURCE
from vision.training.resources.faces import FACE_PX, MANNERS, draw_other_face, draw_set, random_face_style

SIX = tuple(range(len(RESOURCES)))


def network_output(kind: int, certainty: float = 12.0) -> np.ndarray:
    """A network's answer about one patch at one turn."""
    answer = np.zeros((1, 1, OUTPUT_COUNT), np.float32)
    answer[0, 0, kind] = certainty
    answer[0, 0, -EMBEDDING_SIZE] = 1.0
    return answer


def draw_patches(
    faces: Any,
    tops: Sequence[int],
    body: Any,
    rng: np.random.Generator,
    *,
    width: float = 40.0,
    tilt: float = 15.0,
    examples: int = 1,
) -> tuple[np.ndarray, np.ndarray]:
    """Draw patches of dice on drawn tables in four rotations, as cut from a photo; return them with their top
    faces.
    """
    patches = []
    for _ in range(examples):
        picture, places = render_table(faces, tops, body, width, tilt, rng)
        patches.append(cut_dice_patches(picture, [DieDetection(at, width, 1.0) for at in places], TURNS))
    return np.concatenate(patches), np.tile(tops, examples)


def first_turn_patches(patches: np.ndarray) -> np.ndarray:
    """The patches that are kept of dice: the first of their turns."""
    return patches[:: len(TURNS)]


def letters(rng: np.random.Generator) -> np.ndarray:
    """A set of a maker who writes letters where others draw."""
    faces = np.tile(np.array([0.75, 0.85, 0.9], np.float32), (6, FACE_PX, FACE_PX, 1))
    for face, letter in zip(faces, "EKRSTX", strict=True):
        plan = np.zeros((FACE_PX, FACE_PX), np.uint8)
        cv2.putText(plan, letter, (16, 62), cv2.FONT_HERSHEY_DUPLEX, 2.0, 255, 5, cv2.LINE_AA)
        face += plan[..., None] / 255 * (np.array([0.1, 0.1, 0.3], np.float32) - face)
    return faces


class TestWhatTheNetworkSaysMeans:
    def test_a_recognised_symbol_is_probable(self) -> None:
        look = decode_outputs(network_output(RESOURCES.index("wool")))
        assert look.values[0].argmax() == RESOURCES.index("wool")
        assert look.values[0].max() > 0.95

    def test_an_unknown_symbol_may_be_any_value(self) -> None:
        look = decode_outputs(network_output(OTHER_CLASS))
        assert look.values[0] == pytest.approx(np.full(6, 1 / 6), abs=0.01)

    def test_the_probabilities_add_up_to_one(self) -> None:
        rng = np.random.default_rng(1)
        look = decode_outputs(rng.normal(0, 8, (50, 4, OUTPUT_COUNT)).astype(np.float32))
        assert look.values.sum(axis=1) == pytest.approx(np.ones(50))
        assert look.values.min() >= 0

    def test_turns_are_averaged(self) -> None:
        both = np.concatenate([network_output(0), network_output(1)], axis=1)
        assert decode_outputs(both).values[0, :2] == pytest.approx([0.5, 0.5], abs=0.01)

    def test_no_patches_give_no_answers(self) -> None:
        look = read_resources(np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8), 4)
        assert look.values.shape == (0, 6)
        assert look.embeddings.shape == (0, EMBEDDING_SIZE)


def seen_as(marks: np.ndarray, cold: np.ndarray | None = None) -> ResourceFeatures:
    return ResourceFeatures(np.full((len(marks), 6), 1 / 6) if cold is None else cold, normalize_rows(marks))


class TestLikeness:
    @pytest.fixture
    def six(self) -> FacePrototypes:
        """Faces as unlike each other as can be."""
        return FacePrototypes.from_examples(np.eye(EMBEDDING_SIZE)[:6], RESOURCES)

    def test_a_face_gets_the_most_similar_value(self, six: FacePrototypes) -> None:
        values = six.face_probabilities(seen_as(np.eye(EMBEDDING_SIZE)[:6]))
        assert values.argmax(axis=1).tolist() == [0, 1, 2, 3, 4, 5]
        assert values.max(axis=1).min() > 0.9

    def test_a_face_similar_to_none_may_have_any_value(self, six: FacePrototypes) -> None:
        values = six.face_probabilities(seen_as(np.eye(EMBEDDING_SIZE)[20:21]))
        assert values.max() < 0.3
        assert values.sum() == pytest.approx(1)

    def test_a_face_between_two_is_doubtful(self, six: FacePrototypes) -> None:
        values = six.face_probabilities(seen_as(np.eye(EMBEDDING_SIZE)[:1] + np.eye(EMBEDDING_SIZE)[1:2]))
        assert values[0, 0] == pytest.approx(values[0, 1])
        assert values.max() < 0.51

    def test_the_network_output_has_a_small_weight(self, six: FacePrototypes) -> None:
        cold = np.array([[0.01, 0.95, 0.01, 0.01, 0.01, 0.01]])
        between = seen_as(np.eye(EMBEDDING_SIZE)[:1] + np.eye(EMBEDDING_SIZE)[1:2], cold)
        assert six.face_probabilities(between).argmax() == 1
        against = seen_as(np.eye(EMBEDDING_SIZE)[:1], cold)
        assert six.face_probabilities(against).argmax() == 0

    def test_examples_of_a_face_are_averaged(self) -> None:
        rng = np.random.default_rng(2)
        marks = normalize_rows(
            np.eye(EMBEDDING_SIZE)[:1]
            + 0.3 * rng.normal(0, 1 / np.sqrt(EMBEDDING_SIZE), (40, EMBEDDING_SIZE))
        )
        one = FacePrototypes.from_examples(marks, ["ore"] * 40)
        assert one.names == ("ore",)
        assert one.embeddings[0, 0] > marks[:, 0].mean()

    def test_a_near_match_beats_a_face_three_times_as_far(self, six: FacePrototypes) -> None:
        near, far = 0.96, 0.88
        mark = np.zeros((1, EMBEDDING_SIZE))
        mark[0, :3] = near, 0.0, np.sqrt(1 - near**2)
        other = np.zeros(EMBEDDING_SIZE)
        across = (far - near * 0.8) / np.sqrt(1 - near**2)
        other[:4] = 0.8, 0.0, across, np.sqrt(1 - 0.8**2 - across**2)
        alike = FacePrototypes(("ore", "wool"), np.stack([np.eye(EMBEDDING_SIZE)[0], other]))
        assert mark @ alike.embeddings.T == pytest.approx(np.array([[near, far]]))
        assert alike.face_probabilities(seen_as(mark))[0, RESOURCES.index("ore")] > 0.9

    def test_a_learned_face_is_evidence_of_a_die_and_a_strange_one_against(self, six: FacePrototypes) -> None:
        odds = six.resemblance_log_odds(seen_as(np.eye(EMBEDDING_SIZE)[[0, 20]]))
        assert odds[0] > 2
        assert odds[1] < -2

    def test_similar_faces_are_listed(self) -> None:
        near = np.eye(EMBEDDING_SIZE)[:3]
        near[1] = near[0] + 0.2 * near[1]
        assert FacePrototypes.from_examples(near, ("ore", "wool", "gold")).confusable_pairs() == (
            ("ore", "wool"),
        )


class TestCommonWidth:
    def test_most_dice_decide_the_width_and_not_the_symbol_that_resembles_a_die(self) -> None:
        seen = [DieDetection((100.0 * n, 50.0), width, 1.0) for n, width in enumerate((50, 52, 48, 20))]
        assert 48 < estimate_common_width(seen, np.array([0.8, 0.8, 0.8, 0.99])) < 52

    def test_without_detections_there_is_a_width_that_changes_nothing(self) -> None:
        assert estimate_common_width([], np.zeros(0)) == 1

    def test_a_picture_without_dice_has_none(self) -> None:
        found, is_die, look = detect_resource_dice(np.full((120, 160, 3), 90, np.uint8))
        assert len(found) == len(is_die) == len(look.values) == 0


class TestDrawnSets:
    """Sets in the manners and drawings that were learned from, in other light and surroundings."""

    @pytest.mark.slow
    def test_more_than_half_of_unknown_sets_is_read_without_confident_errors(self) -> None:
        rng = np.random.default_rng(3)
        right, sure_and_wrong = [], 0
        for number, manner in enumerate(MANNERS):
            look = random_face_style(manner, dict.fromkeys(RESOURCES, number % DRAWINGS_PER_RESOURCE), rng)
            patches, tops = draw_patches(
                draw_set(look, rng), SIX, look.body, rng, tilt=float(rng.uniform(0, 45))
            )
            values = read_resources(patches, len(TURNS)).values
            right += (values.argmax(axis=1) == tops).tolist()
            sure_and_wrong += int(((values.argmax(axis=1) != tops) & (values.max(axis=1) > 0.95)).sum())
        assert np.mean(right) > 0.7
        assert sure_and_wrong == 0

    @pytest.mark.slow
    @pytest.mark.parametrize(("tilt", "least"), [(20, 0.98), (45, 0.95)])
    def test_sets_are_read_after_two_examples_of_each_face(self, tilt: float, least: float) -> None:
        rng = np.random.default_rng(4)
        right, sure_and_wrong = [], 0
        for number, manner in enumerate(MANNERS):
            look = random_face_style(
                manner, dict.fromkeys(RESOURCES, (number + 2) % DRAWINGS_PER_RESOURCE), rng
            )
            faces = draw_set(look, rng)
            examples, names = draw_patches(faces, SIX, look.body, rng, tilt=tilt, examples=2)
            learned_faces = learn_faces(first_turn_patches(examples), [RESOURCES[n] for n in names])
            patches, tops = draw_patches(faces, SIX, look.body, rng, tilt=tilt)
            values = learned_faces.prototypes.face_probabilities(read_resources(patches, len(TURNS)))
            right += (values.argmax(axis=1) == tops).tolist()
            sure_and_wrong += int(((values.argmax(axis=1) != tops) & (values.max(axis=1) > 0.9)).sum())
        assert np.mean(right) >= least
        assert sure_and_wrong == 0

    @pytest.mark.slow
    def test_unusual_symbols_are_read_after_examples(self) -> None:
        rng = np.random.default_rng(5)
        faces = letters(rng)
        body = np.array([0.75, 0.85, 0.9])
        examples, names = draw_patches(faces, SIX, body, rng, examples=2)
        learned_faces = learn_faces(first_turn_patches(examples), [RESOURCES[n] for n in names])
        patches, tops = draw_patches(faces, SIX * 2, body, rng)
        values = learned_faces.prototypes.face_probabilities(read_resources(patches, len(TURNS)))
        assert np.mean(values.argmax(axis=1) == tops) > 0.9

    @pytest.mark.slow
    def test_a_face_outside_the_set_is_doubtful(self) -> None:
        rng = np.random.default_rng(6)
        look = random_face_style("coloured", dict.fromkeys(RESOURCES, 1), rng)
        examples, names = draw_patches(draw_set(look, rng), SIX, look.body, rng, examples=2)
        learned_faces = learn_faces(first_turn_patches(examples), [RESOURCES[n] for n in names])
        others = np.stack([draw_other_face(look, rng) for _ in range(12)])
        patches, _ = draw_patches(others, tuple(range(12)), look.body, rng)
        assert (
            np.median(
                learned_faces.prototypes.face_probabilities(read_resources(patches, len(TURNS))).max(axis=1)
            )
            < 0.5
        )

    def test_a_blurred_die_is_doubtful(self) -> None:
        rng = np.random.default_rng(7)
        look = random_face_style("ink", dict.fromkeys(RESOURCES, 0), rng)
        patches, _ = draw_patches(draw_set(look, rng), SIX, look.body, rng)
        clear = read_resources(patches, len(TURNS)).values.max(axis=1)
        smeared = np.stack([cv2.GaussianBlur(patch, (0, 0), 6.0) for patch in patches])
        assert read_resources(smeared, len(TURNS)).values.max(axis=1).mean() < min(0.6, clear.mean())


@pytest.mark.slow
def test_resource_dice_on_a_table_are_found_and_read() -> None:
    rng = np.random.default_rng(9)
    found = right = 0
    for manner in ("coloured", "hex", "reversed", "outline"):
        look = random_face_style(manner, dict.fromkeys(RESOURCES, 2), rng)
        faces = draw_set(look, rng)
        examples, names = draw_patches(faces, SIX, look.body, rng, width=36.0, examples=2)
        learned_faces = learn_faces(first_turn_patches(examples), [RESOURCES[n] for n in names])
        picture, places = render_table(faces, SIX, look.body, 36.0, 15.0, rng)
        dice = read_resource_dice(picture, learned_faces).dice
        assert len(dice) <= len(SIX) + 1
        for top, place in zip(RESOURCES, places, strict=True):
            there = [die for die in dice if np.hypot(*np.subtract(die.at, place)) < 9]
            found += len(there)
            right += sum(die.value == top for die in there)
    assert found >= 22
    assert right >= 20


class TestPixels:
    """Dice compared with the examples pixel by pixel."""

    WIDTH = 50.0

    @pytest.fixture
    def table(self) -> tuple[np.ndarray, list[tuple[float, float]], FaceTemplates]:
        """A picture of six dice, their places, and the set's templates from another picture."""
        rng = np.random.default_rng(10)
        look = random_face_style("hex", dict.fromkeys(RESOURCES, 0), rng)
        faces = draw_set(look, rng)
        shown, shown_at = render_table(faces, SIX, look.body, self.WIDTH, 0.0, rng)
        examples = cut_dice_patches(shown, [DieDetection(at, self.WIDTH, 1.0) for at in shown_at])
        picture, places = render_table(faces, SIX, look.body, self.WIDTH, 25.0, rng)
        return picture, places, FaceTemplates(examples, RESOURCES)

    @pytest.mark.parametrize(("across", "down", "wider"), [(0, 0, 1), (0.2, -0.15, 1), (-0.15, 0.1, 0.8)])
    def test_the_right_face_correlates_most_also_beside_its_place(
        self,
        table: tuple[np.ndarray, list[tuple[float, float]], FaceTemplates],
        across: float,
        down: float,
        wider: float,
    ) -> None:
        picture, places, templates = table
        width = self.WIDTH
        dice = [DieDetection((x + across * width, y + down * width), width * wider, 1.0) for x, y in places]
        correlations, tops = templates.correlate(picture, dice)
        assert np.linalg.norm(tops - places, axis=1).max() < 0.2 * width
        assert correlations.argmax(axis=1).tolist() == list(SIX)
        right = correlations[SIX, SIX]
        others = np.sort(correlations, axis=1)[:, -2]
        assert right.min() > 0.9
        assert ((1 - others) / (1 - right)).min() > 2

    def test_light_and_contrast_do_not_count(
        self, table: tuple[np.ndarray, list[tuple[float, float]], FaceTemplates]
    ) -> None:
        picture, places, templates = table
        dice = [DieDetection(at, self.WIDTH, 1.0) for at in places]
        dim = np.asarray(np.rint(0.5 * picture.astype(np.float32) + 40), np.uint8)
        right = templates.correlate(picture, dice)[0][SIX, SIX]
        assert templates.correlate(dim, dice)[0][SIX, SIX] == pytest.approx(right, abs=0.01)

    def test_an_even_surface_correlates_with_no_face(
        self, table: tuple[np.ndarray, list[tuple[float, float]], FaceTemplates]
    ) -> None:
        plain = np.full((100, 100, 3), 90, np.uint8)
        values, _ = table[2].correlate(plain, [DieDetection((50.0, 50.0), self.WIDTH, 1.0)])
        assert values == pytest.approx(np.zeros((1, 6)), abs=0.01)

    def test_a_face_without_an_example_is_never_the_most_similar(
        self, table: tuple[np.ndarray, list[tuple[float, float]], FaceTemplates]
    ) -> None:
        picture, places, _ = table
        die = DieDetection(places[0], self.WIDTH, 1.0)
        only = FaceTemplates(cut_dice_patches(picture, [die]), RESOURCES[:1])
        assert only.correlate(picture, [die])[0][0] == pytest.approx([1, -1, -1, -1, -1, -1], abs=0.01)

    def test_pixels_decide_between_faces_that_are_similar_to_the_network(self) -> None:
        marks = np.eye(EMBEDDING_SIZE)[:2]
        alike = FacePrototypes.from_examples(marks, RESOURCES[:2])
        between = seen_as(marks[:1] + 0.97 * marks[1:])
        assert alike.face_probabilities(between)[0].max() < 0.6
        pixels = np.array([[0.95, 0.99, -1, -1, -1, -1]])
        assert alike.face_probabilities(replace(between, correlations=pixels))[0, 1] > 0.9
        unknown = replace(between, correlations=np.full((1, 6), np.nan))
        assert alike.face_probabilities(unknown) == pytest.approx(alike.face_probabilities(between))


class TestTheFile:
    @pytest.fixture
    def learned_faces(self) -> LearnedFaces:
        rng = np.random.default_rng(8)
        look = random_face_style("reversed", dict.fromkeys(RESOURCES, 3), rng)
        patches, tops = draw_patches(draw_set(look, rng), SIX, look.body, rng)
        return learn_faces(first_turn_patches(patches), [RESOURCES[n] for n in tops], "2026-05-17T20:00:00")

    def test_loaded_faces_read_like_the_saved_ones(self, learned_faces: LearnedFaces, tmp_path: Path) -> None:
        learned_faces.save(tmp_path / "set.json")
        again = load(tmp_path / "set.json")
        assert again.names == learned_faces.names
        assert again.made == learned_faces.made
        assert (again.patches == learned_faces.patches).all()
        assert again.prototypes.embeddings == pytest.approx(learned_faces.prototypes.embeddings)

    def test_a_missing_file_raises_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(LearnedFacesError, match=r"no set of learned dice at .*calibrate dice"):
            load(tmp_path / "none.json")

    def test_a_changed_byte_raises_an_error(self, learned_faces: LearnedFaces, tmp_path: Path) -> None:
        file = tmp_path / "set.json"
        learned_faces.save(file)
        file.write_text(file.read_text().replace('"wool"', '"gold"'))
        with pytest.raises(LearnedFacesError, match="damaged"):
            load(file)

    def test_another_format_version_raises_an_error(self, tmp_path: Path) -> None:
        file = tmp_path / "set.json"
        file.write_text(json.dumps({"format": 99}))
        with pytest.raises(LearnedFacesError, match="format 99"):
            load(file)

    def test_saving_into_a_missing_folder_raises_an_error(
        self, learned_faces: LearnedFaces, tmp_path: Path
    ) -> None:
        with pytest.raises(LearnedFacesError, match="can't be written"):
            learned_faces.save(tmp_path / "nowhere" / "set.json")

    def test_learning_without_examples_raises_an_error(self) -> None:
        with pytest.raises(LearnedFacesError, match="show each face"):
            learn_faces(np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8), [])


def test_a_faint_die_next_to_a_sure_one_is_probably_its_side() -> None:
    dice = tuple(DieDetection(at, 60.0, 1.0) for at in ((100.0, 100.0), (155.0, 100.0), (300.0, 100.0)))
    doubted = doubt_sides(dice, np.array([0.99, 0.7, 0.7]))
    assert doubted[1] < 0.25
    assert doubted[[0, 2]] == pytest.approx([0.99, 0.7])


def test_two_sure_dice_that_touch_are_both_dice() -> None:
    dice = tuple(DieDetection((100.0 + 64 * n, 100.0), 60.0, 1.0) for n in range(3))
    assert doubt_sides(dice, np.array([0.99, 0.6, 0.95])) == pytest.approx([0.99, 0.6, 0.95])


def test_a_faint_die_whose_aligned_top_is_apart_is_no_side() -> None:
    dice = tuple(DieDetection(at, 60.0, 1.0) for at in ((100.0, 100.0), (155.0, 100.0)))
    chances = np.array([0.99, 0.7])
    apart, beside = (np.array([[100.0, 100.0], [100.0 + dx, 100.0]]) for dx in (55, 8))
    assert doubt_sides(dice, chances, apart) == pytest.approx(chances)
    assert doubt_sides(dice, chances, beside)[1] < 0.25
    assert doubt_sides(dice, chances, np.full((2, 2), np.nan))[1] < 0.25
