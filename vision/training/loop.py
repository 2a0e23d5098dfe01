"""The one training loop: AdamW, one cycle of the rate, weights and ONNX written as it goes."""

# torch is there when training only, not when this is checked.
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

from vision.training.export import export, take_over
from vision.training.labels import SOURCES
from vision.training.textures import Rng

Batch = tuple[Any, ...]

_ANYHOW: Final = ("workers", "device")
"""What may be otherwise where a training goes on."""


class BatchStream(torch.utils.data.IterableDataset):
    """Endless batches from a maker of arrays, drawn in a process of its own."""

    def __init__(self, make: Callable[[Rng], tuple[Any, ...]], seed: int) -> None:
        self._make, self._seed = make, seed

    def __iter__(self) -> Iterator[Batch]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(0)
        while True:
            yield tuple(torch.from_numpy(array) for array in self._make(rng))


def arguments(doc: str | None, steps: int) -> argparse.ArgumentParser:
    """What every training takes."""
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


def board_arguments(doc: str | None, steps: int) -> argparse.ArgumentParser:
    """What every training on photos of boards takes."""
    parser = arguments(doc, steps)
    parser.add_argument("--without", choices=SOURCES, help="a source of photos that is kept from the network")
    return parser


def train(
    network: Callable[[], Any],
    make: Callable[[Rng], tuple[Any, ...]],
    loss: Callable[[Any, Batch], tuple[Any, float]],
    given: argparse.Namespace,
    shape: tuple[int, ...],
    name: str,
) -> None:
    """Train a network and export it; stopped, it goes on where it was when it is asked for the same again.

    Args:
        network: makes the network; its one input is the first array of a batch.
        make: makes a batch of arrays.
        loss: of the network's output and the batch: what to lessen, and the share that is right.
        given: as `arguments` parses it.
        shape: of the exported network's input.
        name: of the files, without their ending.
    """
    given.out.mkdir(parents=True, exist_ok=True)
    asked = {key: str(value) for key, value in sorted(vars(given).items()) if key not in _ANYHOW}
    begun_with = given.out / f"{name}.part.pt"
    part = torch.load(begun_with, map_location=given.device) if begun_with.exists() else None
    if part is not None and part["asked"] != asked:
        raise SystemExit(f"{begun_with} was begun otherwise: go on as it was, or put it away")
    torch.manual_seed(given.seed)
    # The other core draws; on a busy machine two threads spend their time waiting for each other.
    torch.set_num_threads(1)
    net = network().to(given.device, memory_format=torch.channels_last)
    if given.start and getattr(given, "without", None) and given.start.suffix == ".onnx":
        raise SystemExit("what ships has seen every source: begin without --start")
    if given.start:
        if given.start.suffix == ".onnx":
            take_over(net, given.start)
        else:
            net.load_state_dict(torch.load(given.start, map_location=given.device))
    done = 0 if part is None else int(part["step"])
    stream = BatchStream(make, given.seed + 1000 * done)
    loader = torch.utils.data.DataLoader(
        stream, batch_size=None, num_workers=given.workers, prefetch_factor=6
    )
    batches = iter(loader)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, given.rate, given.steps, pct_start=0.1)
    if part is not None:
        net.load_state_dict(part["net"])
        optimiser.load_state_dict(part["optimiser"])
        schedule.load_state_dict(part["schedule"])
    begun, running, right = time.monotonic(), 0.0, 0.0
    for step in range(done + 1, given.steps + 1):
        batch = tuple(each.to(given.device) for each in next(batches))
        value, share = loss(net(batch[0].to(memory_format=torch.channels_last)), batch)
        optimiser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        pace = 0.02 if step - done > 50 else 0.2
        running += (float(value.detach()) - running) * pace
        right += (share - right) * pace
        if step % 50 == 0:
            spent = (time.monotonic() - begun) / (step - done)
            print(f"{step} loss {running:.4f} right {right:.4f} {spent:.2f} s a step", flush=True)
            state = {"step": step, "net": net.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save(
                state | {"schedule": schedule.state_dict(), "asked": asked}, begun_with.with_suffix(".new")
            )
            begun_with.with_suffix(".new").replace(begun_with)
        if step % 500 == 0 or step == given.steps:
            torch.save(net.state_dict(), given.out / f"{name}.pt")
            export(net, shape, given.out / f"{name}.onnx")
    begun_with.unlink(missing_ok=True)
