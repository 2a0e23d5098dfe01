"""`companion serve` repeats a calibration step during a game."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.calibration.setup import TableSetup, load
from companion.island.geometry import HEXES, PathId
from companion.island.setups import first_game_layout
from companion.recording.recorder import INTERRUPTED_NOTICE
from companion.sim.camera import SimulatedCamera, SimulatedTime, find_camera_pose
from companion.sim.picture import Piece, render_board
from companion.sim.tabletop import TableAppearance, Tabletop
from companion.sources.camera import Frame
from companion.table.source_supervisor import LENT_MESSAGE
from tests.images import picture_at
from tests.patience import PATIENCE_S
from tests.sources.tower.faults import FaultyTower
from tests.table_setup import FOUNDING

from .conftest import Served

pytestmark = pytest.mark.slow

SIZE = (960, 540)
FPS = 8
THROWS = ((3, 5), (2, 6))
"""The throws in the film, in order."""
LIE_S = 3.0
"""Seconds of the film for which dice lie, and before the first are thrown."""
SEATED_PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]
PLAYERS = ",".join(f"{each['name']}:{each['colour']}" for each in SEATED_PLAYERS)

Wait = Callable[[Callable[[], Any], str], Any]


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An island, beside which two dice are thrown, and again: a camera that sees it over and over.

    Dice that lie as they lay are no roll: whichever lie there when it is begun, the others are one.
    """
    path = tmp_path_factory.mktemp("film") / "table.avi"
    layout = first_game_layout()
    pose = find_camera_pose(*SIZE, 10, 5, dice=True)
    table = Tabletop(pose, robber=next(layout.deserts()))
    camera = SimulatedCamera(
        layout, table, random.Random(3), SimulatedTime(0.0), appearance=TableAppearance(seed=3), fps=FPS
    )
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE)
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 95)
    stop, still, throws = threading.Event(), 0, iter(THROWS)
    for seen in camera.frames(lambda: 0.0, stop):
        if not isinstance(seen, Frame):
            continue
        writer.write(seen.image)
        still = 0 if camera.stage.is_busy else still + 1
        if still == LIE_S * FPS:
            dice = next(throws, None)
            if dice is None:
                stop.set()
            else:
                assert camera.throw(*dice)
    writer.release()
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "board.png"
    picture = render_board(
        first_game_layout(), (), HEXES[9], camera=find_camera_pose(*SIZE, 10, 5, dice=True), seed=3
    )
    cv2.imwrite(str(path), picture)
    return path


def begin(served: Served) -> None:
    """A game is on: the island laid, everybody founded."""
    served.enter(kind="correct", layout=first_game_layout().to_json())
    for piece, at in FOUNDING:
        served.enter(kind="place", piece=piece, at=at)


def calibration(served: Served) -> dict[str, Any]:
    view: dict[str, Any] = served.request("/api/calibration")
    return view


def step(view: Mapping[str, Any], name: str) -> dict[str, Any]:
    (found,) = [each for each in view["steps"] if each["name"] == name]
    return dict(found)


def text(message: Any) -> str:
    return str(message["text"] if isinstance(message, dict) else message)


def says(served: Served, name: str, words: str) -> Callable[[], bool]:
    """Return a predicate: a step is active and shows these words."""

    def is_saying() -> bool:
        view = calibration(served)
        return bool(view["current"] == name and words in text(step(view, name)["text"]))

    return is_saying


def source(served: Served, name: str) -> tuple[str, str]:
    """Return the health and text of a source; "none" before its first report."""
    reported = {each["name"]: each for each in served.state()["sources"]}.get(name)
    return ("none", "") if reported is None else (reported["health"], text(reported["text"]))


def is_watched(served: Served) -> bool:
    return calibration(served)["repeats"] is None


def go_to_step(served: Served, name: str) -> None:
    served.request("/api/calibration/go", {"step": name})


def answer(served: Served, name: str, **given: Any) -> None:
    served.request("/api/calibration/answer", {"step": name, "answer": given})


def test_the_dice_step_can_be_repeated_during_a_game(
    serve: Callable[..., Served], journal: Path, tower: FaultyTower, film: Path, wait: Wait
) -> None:
    served = serve(
        *("--journal", str(journal), "--players", PLAYERS),
        *("--camera", f"{film}#repeat", "--tower", tower.port, "--dice-area", "nowhere"),
    )
    begin(served)
    wait(lambda: tower.is_counting, "the tower to be heard")
    wait(lambda: source(served, "camera")[0] == "ok", "the camera")
    game = served.state()["game"]["id"]
    go_to_step(served, "dice")
    wait(lambda: source(served, "camera") == ("waiting", LENT_MESSAGE), "the camera to be lent")
    assert source(served, "tower")[0] == "ok"
    tower.roll(6, 4)
    wait(lambda: served.view()["roll"] and served.view()["roll"]["dice"] == [6, 4], "the roll, meanwhile")
    wait(says(served, "dice", "The camera read"), "the test roll")
    read = step(calibration(served), "dice")["about"]["dice"]
    assert tuple(sorted(read)) in THROWS
    answer(served, "dice", word="right")
    wait(lambda: is_watched(served), "the step to be over")
    assert step(calibration(served), "dice")["state"] == "good"
    assert calibration(served)["last"]["name"] == "dice"
    assert load(journal.with_name("journal-table.json")).dice == "beside"
    wait(lambda: source(served, "camera")[0] == "ok", "the camera, watched again")
    state = served.state()
    assert state["game"]["id"] == game
    assert state["game"]["view"]["roll"]["dice"] == [6, 4], "the test roll belongs to no game"
    tower.roll(2, 6)
    wait(lambda: served.view()["roll"]["dice"] == [2, 6], "the next roll")
    assert served.terminate() == 0


def test_the_tower_can_be_taught_again_during_a_game(
    serve: Callable[..., Served], journal: Path, tower: FaultyTower, wait: Wait
) -> None:
    served = serve("--journal", str(journal), "--players", PLAYERS, "--tower", tower.port)
    begin(served)
    wait(lambda: tower.is_counting, "the tower to be heard")
    tower.roll(1, 2)
    wait(lambda: served.view()["roll"] is not None, "a roll")
    go_to_step(served, "tower")
    wait(says(served, "tower", "Take all dice out"), "the first lesson")
    wait(lambda: source(served, "tower") == ("waiting", LENT_MESSAGE), "the tower to be lent")
    tower.empty_pockets()
    for number, face in ((2, 6), (3, 1), (4, None)):
        answer(served, "tower", word="done")

        def is_lesson_accepted(number: int = number) -> bool:
            about = step(calibration(served), "tower")["about"]
            return bool(about.get("lesson", 4) == number)

        wait(is_lesson_accepted, f"lesson {number}")
        if face is not None:
            tower.roll(face, face)
    wait(says(served, "tower", "drop them in"), "the test throw")
    tower.empty_pockets()
    tower.roll(5, 5)
    wait(says(served, "tower", "The tower read 5 and 5"), "the test throw, read")
    answer(served, "tower", word="right")
    wait(lambda: is_watched(served), "the step to be over")
    wait(lambda: source(served, "tower")[0] == "ok" and tower.is_counting, "the tower, heard again")
    assert served.view()["roll"]["dice"] == [1, 2], "the test throw belongs to no game"
    tower.roll(4, 4)
    wait(lambda: served.view()["roll"]["dice"] == [4, 4], "the next roll")
    assert served.terminate() == 0


def test_an_unanswered_calibration_throw_is_reported_to_the_game(
    serve: Callable[..., Served], journal: Path, tower: FaultyTower, wait: Wait
) -> None:
    served = serve("--journal", str(journal), "--players", PLAYERS, "--tower", tower.port)
    begin(served)
    wait(lambda: tower.is_counting, "the tower to be heard")
    tower.hang()
    tower.roll(6, 3)
    go_to_step(served, "tower")
    wait(lambda: source(served, "tower") == ("waiting", LENT_MESSAGE), "the tower to be lent")
    tower.hang(False)

    def is_asked_whether_to_leave() -> bool:
        words = [each["word"] for each in step(calibration(served), "tower")["choices"]]
        if "again" in words:
            # It was silent for too long.
            answer(served, "tower", word="again")
        return "leave" in words

    wait(is_asked_whether_to_leave, "what is to become of it")
    assert served.view()["roll"] is None
    answer(served, "tower", word="leave")
    wait(lambda: served.view()["roll"] and served.view()["roll"]["dice"] == [6, 3], "the reported throw")
    assert served.terminate() == 0


def test_another_camera_can_be_chosen_without_a_restart(
    serve: Callable[..., Served], journal: Path, photo: Path, tmp_path: Path, wait: Wait
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    small = cv2.resize(picture_at(photo), (800, 450), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(other / "1.png"), small)
    served = serve("--journal", str(journal), "--players", PLAYERS, "--camera", str(photo))
    begin(served)
    wait(lambda: source(served, "camera")[0] == "ok", "the camera")
    go_to_step(served, "camera")
    wait(says(served, "camera", "Which camera"), "the question")
    assert source(served, "camera")[0] == "ok", "it watches on until another one is chosen"
    answer(served, "camera", camera=str(tmp_path / "nowhere"))
    wait(lambda: step(calibration(served), "camera")["state"] == "wrong", "the refusal")
    answer(served, "camera", camera=str(other))
    wait(lambda: is_watched(served), "the step to be over")
    assert load(journal.with_name("journal-table.json")).camera == str(other)
    assert json.loads(journal.with_name("journal-board.json").read_text())["width"] == 800
    wait(lambda: source(served, "camera")[0] == "ok", "the camera, watched again")
    wait(lambda: calibration(served)["picture"], "its live picture")
    wait(lambda: "good" in text(step(calibration(served), "live")["text"]), "its live picture, judged")
    assert served.terminate() == 0


def test_a_road_placed_during_calibration_is_seen_afterwards(
    serve: Callable[..., Served], journal: Path, photo: Path, wait: Wait
) -> None:
    colours = ("red", "blue", "white", "white", "blue", "red")
    pieces = [Piece(piece, at, colours[n // 2]) for n, (piece, at) in enumerate(FOUNDING)]  # type: ignore[arg-type]  # a plain string will do
    pose = find_camera_pose(1280, 720, 10, 5, dice=True)

    def photograph_board(*more: Piece) -> None:
        layout, desert = first_game_layout(), next(first_game_layout().deserts())
        picture = render_board(layout, [*pieces, *more], desert, camera=pose, seed=3, shot=len(more))
        cv2.imwrite(str(photo), picture)

    photograph_board()
    served = serve("--journal", str(journal), "--players", PLAYERS, "--camera", str(photo))
    begin(served)
    served.enter(kind="roll", dice=[3, 5])
    wait(lambda: source(served, "camera")[0] == "ok", "the camera")
    go_to_step(served, "camera")
    wait(says(served, "camera", "Which camera"), "the question")
    photograph_board(Piece("road", PathId("p3,-1"), "red"))
    answer(served, "camera", word=f"camera:{photo}")
    wait(lambda: is_watched(served), "the step to be over")

    def sites_with_pieces() -> list[str]:
        return [each["at"] for each in served.view()["pieces"]]

    wait(lambda: "p3,-1" in sites_with_pieces(), "the road")
    assert sorted(sites_with_pieces()) == sorted([*(at for _, at in FOUNDING), "p3,-1"]), "and nothing else"
    assert served.view()["roll"]["dice"] == [3, 5]
    assert served.terminate() == 0


def test_a_camera_can_be_added_to_a_table_without_one(
    serve: Callable[..., Served], journal: Path, photo: Path, wait: Wait
) -> None:
    served = serve("--journal", str(journal), "--players", PLAYERS)
    assert "no camera yet" in wait(
        lambda: text(step(calibration(served), "live")["text"]), "what it says of the camera"
    )
    go_to_step(served, "camera")
    wait(lambda: calibration(served)["current"] == "camera", "the camera step")
    answer(served, "camera", camera=str(photo))
    wait(lambda: is_watched(served), "the step to be over")
    wait(lambda: source(served, "camera")[0] == "ok", "the camera, watched")
    wait(lambda: served.view()["layout"] is not None, "the island, read for the game")
    assert served.terminate() == 0


def test_a_recording_ends_complete_when_calibration_takes_the_camera(
    serve: Callable[..., Served], journal: Path, photo: Path, tmp_path: Path, wait: Wait
) -> None:
    folder = tmp_path / "recording"
    served = serve("--journal", str(journal), "--camera", str(photo), "--record", str(folder))
    served.request("/api/games", {"game": "base", "players": SEATED_PLAYERS, "options": {}})
    begin(served)
    wait(lambda: source(served, "recording")[0] == "ok", "the recording")
    go_to_step(served, "camera")
    wait(says(served, "camera", "Which camera"), "the question")
    assert source(served, "recording")[0] == "ok", "nothing is missed yet"
    answer(served, "camera", word=f"camera:{photo}")
    wait(lambda: is_watched(served), "the step to be over")
    health, words = wait(
        lambda: (reported := source(served, "recording"))[0] == "waiting" and reported, "the recording to end"
    )
    assert health == "waiting"
    assert words.startswith(INTERRUPTED_NOTICE)
    served.enter(kind="roll", dice=[5, 6])
    assert served.view()["roll"]["dice"] == [5, 6], "the game goes on"
    assert served.terminate() == 0
    command = [sys.executable, "-m", "companion", "replay", str(folder), "--json"]
    replayed = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert replayed.returncode == 0, replayed.stderr
    turns = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert [turn["dice"] for turn in turns] == [None] * 6, "all that was founded, and no roll"


def test_players_can_be_reseated_without_pausing_a_source(
    serve: Callable[..., Served], journal: Path, photo: Path, wait: Wait
) -> None:
    served = serve("--journal", str(journal), "--camera", str(photo))
    wait(lambda: source(served, "camera")[0] == "ok", "the camera")
    go_to_step(served, "players")
    wait(says(served, "players", "Who plays"), "the question")
    assert source(served, "camera")[0] == "ok"
    players = [*SEATED_PLAYERS[1:], {"name": "Eve", "colour": "orange"}]
    answer(served, "players", players=players)
    wait(lambda: is_watched(served), "the step to be over")
    assert served.request("/api/games")["seated"] == players


def test_an_abandoned_step_changes_nothing(
    serve: Callable[..., Served], journal: Path, photo: Path, wait: Wait
) -> None:
    TableSetup(camera=str(photo), dice="anywhere").save(journal.with_name("journal-table.json"))
    served = serve("--journal", str(journal), "--players", PLAYERS)
    begin(served)
    go_to_step(served, "dice")
    wait(says(served, "dice", "Roll two dice"), "the dice step")
    go_to_step(served, "live")
    wait(lambda: is_watched(served), "the step to be left")
    assert load(journal.with_name("journal-table.json")).dice == "anywhere"
    wait(lambda: source(served, "camera")[0] == "ok", "the camera, watched again")
    wait(lambda: calibration(served)["picture"], "its live picture")


def test_a_server_killed_during_a_step_restarts_cleanly(
    serve: Callable[..., Served], journal: Path, tower: FaultyTower, photo: Path, wait: Wait
) -> None:
    given = ("--journal", str(journal), "--camera", str(photo), "--tower", tower.port)
    served = serve(*given, "--players", PLAYERS)
    begin(served)
    pieces = served.view()["pieces"]
    go_to_step(served, "dice")
    wait(says(served, "dice", "Roll two dice"), "the dice step")
    served.kill()
    served = serve(*given)
    assert is_watched(served)
    assert served.view()["pieces"] == pieces
    wait(lambda: source(served, "camera")[0] == "ok", "the camera")
    go_to_step(served, "tower")
    wait(says(served, "tower", "Take all dice out"), "the tower step")
    served.kill()
    served = serve(*given)
    wait(lambda: source(served, "tower")[0] == "ok" and tower.is_counting, "the tower")
    tower.roll(4, 3)
    wait(lambda: served.view()["roll"] and served.view()["roll"]["dice"] == [4, 3], "a roll")


def test_a_server_ends_cleanly_during_a_step(
    serve: Callable[..., Served], journal: Path, photo: Path, wait: Wait
) -> None:
    served = serve("--journal", str(journal), "--camera", str(photo))
    go_to_step(served, "dice")
    wait(says(served, "dice", "Roll two dice"), "the dice step")
    assert served.terminate() == 0


def test_only_the_tablet_may_begin_a_step(serve: Callable[..., Served], journal: Path) -> None:
    served = serve("--journal", str(journal))
    for path, data in (("", None), ("/go", b'{"step": "camera"}'), ("/picture", None)):
        url = f"http://127.0.0.1:{served.port}/api/calibration{path}"
        asked = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked, timeout=PATIENCE_S)
        assert refused.value.code == 403
        refused.value.close()
