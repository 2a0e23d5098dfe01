"""The configuration of a network's training, and the options of its command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.training.labels import SOURCES
from vision.training.textures import Rng

Batch = tuple[Any, ...]
DrawBatch = Callable[[Rng], Batch]
"""Draws a batch of arrays; the first is the network's input."""


@dataclass(frozen=True)
class Training:
    """The training of a network.

    Attributes:
        about: a sentence about the network, with the duration of its training.
        network: creates the network; its one input is the first array of a batch.
        prepare: prepares the pictures to learn from, by the options.
        loss: returns the loss and the accuracy, given the network's output and the batch.
        shape: shape of the exported network's input.
        steps, batch, seed: the defaults of these options.
        add_options: add the options that only some trainings have.
        name_files: returns the name of the files without their ending, by the options; None: the network's.
    """

    about: str
    network: Callable[[], Any]
    prepare: Callable[[argparse.Namespace], DrawBatch]
    loss: Callable[[Any, Batch], tuple[Any, float]]
    shape: tuple[int, ...]
    steps: int
    batch: int = 64
    seed: int = 11
    add_options: tuple[Callable[[argparse.ArgumentParser], None], ...] = ()
    name_files: Callable[[argparse.Namespace], str] | None = None


def argument_parser(about: str | None, steps: int, prog: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the options that all trainings share."""
    parser = argparse.ArgumentParser(prog, description=about)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from: .pt, or the .onnx that ships")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--workers", type=int, default=1, help="processes that draw what is learned from")
    parser.add_argument("--device", default="cpu", help="what learns: cpu, or cuda where there is one")
    return parser


def training_parser(net: str, training: Training) -> argparse.ArgumentParser:
    """Return the parser of the options of a network's training."""
    parser = argument_parser(training.about, training.steps, f"python -m vision.training.train {net}")
    parser.set_defaults(batch=training.batch, seed=training.seed)
    for add in training.add_options:
        add(parser)
    return parser


def add_source_option(parser: argparse.ArgumentParser) -> None:
    """Add the option of trainings on board photos."""
    parser.add_argument("--without", choices=SOURCES, help="a source of photos that is kept from the network")


def add_optional_bodies(parser: argparse.ArgumentParser) -> None:
    """Add the option for path-traced bodies, of which there may be none."""
    parser.add_argument(
        "--bodies",
        type=Path,
        nargs="*",
        default=[],
        help="folders that vision.training.bodies.cycles rendered",
    )


def add_required_bodies(parser: argparse.ArgumentParser) -> None:
    """Add the option for path-traced bodies that the training requires."""
    parser.add_argument(
        "--bodies",
        type=Path,
        nargs="+",
        required=True,
        help="folders that vision.training.bodies.cycles rendered",
    )
