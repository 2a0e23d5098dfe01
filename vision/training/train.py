"""Train a network.

    python -m vision.training.train NET --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

`NET --help` lists the options of a network's training. The same command resumes an interrupted training. It
requires torch, onnx and Pillow; the running system doesn't.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from vision.training.configuration import Training, training_parser

PATCH_NETS: Final = ("reader", "pieces", "buildings", "robber", "harbors")
MODULES: Final[Mapping[str, str]] = {
    "finder": "vision.training.finder",
    **dict.fromkeys(PATCH_NETS, "vision.training.patch_networks"),
    "dice_finder": "vision.training.dice.finder",
    "dice_pips": "vision.training.dice.reader",
    "dice_resources": "vision.training.resources.reader",
}
"""The module of each network: its `TRAININGS` contain the configuration."""


def main(arguments: Sequence[str]) -> None:
    """Train and export the network that the first argument names."""
    chooser = argparse.ArgumentParser(
        "python -m vision.training.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    chooser.add_argument("net", choices=MODULES, metavar="NET", help=", ".join(MODULES))
    net = chooser.parse_args(arguments[:1]).net
    training: Training = import_module(MODULES[net]).TRAININGS[net]
    options = training_parser(net, training).parse_args(arguments[1:])
    from vision.training.loop import train

    train(net, training, options)


if __name__ == "__main__":
    main(sys.argv[1:])
