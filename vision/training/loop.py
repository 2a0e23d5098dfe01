"""The training loop: AdamW, one learning-rate cycle, and checkpoints as weights and ONNX."""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
import torch

from vision.training.configuration import Batch, DrawBatch, Training
from vision.training.export import export, load_exported_weights

_CHANGEABLE_OPTIONS: Final = ("workers", "device")
"""Options that may differ when a training resumes."""


class BatchStream(torch.utils.data.IterableDataset):
    """An endless stream of batches from a function, drawn in worker processes."""

    def __init__(self, make: DrawBatch, seed: int) -> None:
        self._make, self._seed = make, seed

    def __iter__(self) -> Iterator[Batch]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(0)
        while True:
            yield tuple(torch.from_numpy(array) for array in self._make(rng))


def train(net_name: str, training: Training, options: argparse.Namespace) -> None:
    """Train a network and export it; a stopped training resumes when it is started with the same options.

    Args:
        net_name: the network's name, that of its files by default.
        training: its configuration.
        options: as `vision.training.configuration.training_parser` parses them.
    """
    name = net_name if training.name_files is None else training.name_files(options)
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
    net = training.network().to(options.device, memory_format=torch.channels_last)
    if options.start and getattr(options, "without", None) and options.start.suffix == ".onnx":
        raise SystemExit("the shipped weights were trained on every source: omit --start")
    if options.start:
        if options.start.suffix == ".onnx":
            load_exported_weights(net, options.start)
        else:
            net.load_state_dict(torch.load(options.start, map_location=options.device))
    steps_done = 0 if checkpoint is None else int(checkpoint["step"])
    stream = BatchStream(training.prepare(options), options.seed + 1000 * steps_done)
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
        batch_loss, batch_accuracy = training.loss(net(batch[0].to(memory_format=torch.channels_last)), batch)
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
            export(net, training.shape, options.out / f"{name}.onnx")
    checkpoint_path.unlink(missing_ok=True)
