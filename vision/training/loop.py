"""The training loop: AdamW, one learning-rate cycle, and checkpoints as weights and ONNX."""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch

from vision.training.export import export, load_exported_weights
from vision.training.labels import SOURCES
from vision.training.textures import Rng

Batch = tuple[Any, ...]

_CHANGEABLE_OPTIONS: Final = ("workers", "device")
"""Options that may differ when a training resumes."""


class BatchStream(torch.utils.data.IterableDataset):
    """An endless stream of batches from a function, drawn in worker processes."""

    def __init__(self, make: Callable[[Rng], tuple[Any, ...]], seed: int) -> None:
        self._make, self._seed = make, seed

    def __iter__(self) -> Iterator[Batch]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(0)
        while True:
            yield tuple(torch.from_numpy(array) for array in self._make(rng))


def argument_parser(doc: str | None, steps: int) -> argparse.ArgumentParser:
    """Return the parser of the options that all trainings share."""
    parser = argparse.ArgumentParser(description=doc)
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


def board_argument_parser(doc: str | None, steps: int) -> argparse.ArgumentParser:
    """Return the parser of the options that all trainings on board photos share."""
    parser = argument_parser(doc, steps)
    parser.add_argument("--without", choices=SOURCES, help="a source of photos that is kept from the network")
    return parser


def train(
    network: Callable[[], Any],
    make: Callable[[Rng], tuple[Any, ...]],
    loss: Callable[[Any, Batch], tuple[Any, float]],
    options: argparse.Namespace,
    shape: tuple[int, ...],
    name: str,
) -> None:
    """Train a network and export it; a stopped training resumes when it is started with the same options.

    Args:
        network: creates the network; its one input is the first array of a batch.
        make: draws a batch of arrays.
        loss: returns the loss and the accuracy, given the network's output and the batch.
        options: as `argument_parser` parses them.
        shape: shape of the exported network's input.
        name: name of the files, without their ending.
    """
    options.out.mkdir(parents=True, exist_ok=True)
    fixed_options = {
        key: str(value) for key, value in sorted(vars(options).items()) if key not in _CHANGEABLE_OPTIONS
    }
    checkpoint_path = options.out / f"{name}.part.pt"
    checkpoint = (
        torch.load(checkpoint_path, map_location=options.device) if checkpoint_path.exists() else None
    )
    if checkpoint is not None and checkpoint["asked"] != fixed_options:
        raise SystemExit(
            f"{checkpoint_path} belongs to a training with other options: use those, or remove it"
        )
    torch.manual_seed(options.seed)
    # The other core draws batches; on a busy machine two threads would only wait for each other.
    torch.set_num_threads(1)
    net = network().to(options.device, memory_format=torch.channels_last)
    if options.start and getattr(options, "without", None) and options.start.suffix == ".onnx":
        raise SystemExit("the shipped weights were trained on every source: omit --start")
    if options.start:
        if options.start.suffix == ".onnx":
            load_exported_weights(net, options.start)
        else:
            net.load_state_dict(torch.load(options.start, map_location=options.device))
    steps_done = 0 if checkpoint is None else int(checkpoint["step"])
    stream = BatchStream(make, options.seed + 1000 * steps_done)
    loader = torch.utils.data.DataLoader(
        stream, batch_size=None, num_workers=options.workers, prefetch_factor=6
    )
    batches = iter(loader)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, options.steps, pct_start=0.1)
    if checkpoint is not None:
        net.load_state_dict(checkpoint["net"])
        optimiser.load_state_dict(checkpoint["optimiser"])
        schedule.load_state_dict(checkpoint["schedule"])
    started, running, accuracy = time.monotonic(), 0.0, 0.0
    for step in range(steps_done + 1, options.steps + 1):
        batch = tuple(each.to(options.device) for each in next(batches))
        batch_loss, batch_accuracy = loss(net(batch[0].to(memory_format=torch.channels_last)), batch)
        optimiser.zero_grad()
        batch_loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        pace = 0.02 if step - steps_done > 50 else 0.2
        running += (float(batch_loss.detach()) - running) * pace
        accuracy += (batch_accuracy - accuracy) * pace
        if step % 50 == 0:
            spent = (time.monotonic() - started) / (step - steps_done)
            print(f"{step} loss {running:.4f} right {accuracy:.4f} {spent:.2f} s a step", flush=True)
            state = {"step": step, "net": net.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save(
                state | {"schedule": schedule.state_dict(), "asked": fixed_options},
                checkpoint_path.with_suffix(".new"),
            )
            checkpoint_path.with_suffix(".new").replace(checkpoint_path)
        if step % 500 == 0 or step == options.steps:
            torch.save(net.state_dict(), options.out / f"{name}.pt")
            export(net, shape, options.out / f"{name}.onnx")
    checkpoint_path.unlink(missing_ok=True)
