"""Leaves one source of photos out of training and reads its photos with the resulting networks."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from tests.score.run import SETS
from tests.score.split import NETS, folder_without, orders, source_of
from vision import network as networks
from vision.network import network, override_networks
from vision.training.labels import SOURCES, board_labels

SOURCE = "board/standard"


def parsed_arguments(out: Path) -> argparse.Namespace:
    return argparse.Namespace(
        out=out, photos=Path("photos"), fonts=[Path("fonts")], bodies=Path("bodies"), steps=None
    )


def test_only_training_sets_have_a_source_to_leave_out() -> None:
    assert {name for name in SETS if source_of(name)} == {"standard", "crowded-640"}


def test_without_a_source_none_of_its_photos_is_labelled() -> None:
    everything = board_labels()
    parts = [everything.keys() - board_labels(source).keys() for source in SOURCES]
    assert set().union(*parts) == everything.keys()
    assert sum(map(len, parts)) == len(everything)
    assert board_labels(SOURCE).keys() == {name for name in everything if not name.startswith(SOURCE)}


def test_every_network_is_trained_without_the_source(tmp_path: Path) -> None:
    lines = orders(SOURCE, NETS, parsed_arguments(tmp_path))
    assert [line[2:4] for line in lines] == [["vision.training.train", net] for net in NETS]
    for line in lines:
        assert line[line.index("--without") + 1] == SOURCE
        assert line[line.index("--out") + 1] == str(folder_without(tmp_path, SOURCE))
    given_bodies = {line[3]: line[line.index("--bodies") + 1 :] for line in lines if "--bodies" in line}
    assert given_bodies == {"buildings": ["bodies/buildings"]}, "as what ships has learned"


def test_a_finished_network_is_kept_and_a_stopped_training_resumes(tmp_path: Path) -> None:
    to = folder_without(tmp_path, SOURCE)
    to.mkdir()
    for name in ("reader.onnx", "robber.onnx", "robber.part.pt"):
        (to / name).touch()
    lines = orders(SOURCE, ["reader", "robber"], parsed_arguments(tmp_path))
    assert [line[3] for line in lines] == ["robber"]


def test_networks_of_a_folder_are_used_only_on_request(tmp_path: Path) -> None:
    shipped = network("robber.onnx")
    shutil.copy(Path(networks.__file__).parent / "data" / "robber.onnx", tmp_path)
    with override_networks(tmp_path):
        assert network("robber.onnx") is not shipped
        assert network("reader.onnx") is network("reader.onnx")
    assert network("robber.onnx") is shipped
