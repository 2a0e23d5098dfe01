"""Train the reader: the network that reads the number on a token, at any turn.

    python -m vision.training.reader --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About half an hour on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.tokens import CLASSES, PATCH_PX, even_out
from vision.training.export import export
from vision.training.finder import LABELS, conv
from vision.training.patches import TokenPatches, batch, photo_patches
from vision.training.tokens import fonts


class Reader(nn.Module):
    """In: n x 3 x 48 x 48, BGR, evened out (`vision.tokens.even_out`). Out: n x 12 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24), conv(24, 32, 2), conv(32, 48), conv(48, 64, 2), conv(64, 64),
            conv(64, 96, 2), conv(96, 96), nn.AdaptiveAvgPool2d(3), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(96 * 9, 96), nn.ReLU(), nn.Linear(96, CLASSES))

    def forward(self, patch: Any) -> Any:
        """Logits of a batch of patches."""
        return self.head(self.body(patch))


class Patches(torch.utils.data.IterableDataset):
    """Endless batches of patches."""

    def __init__(self, desk: TokenPatches, size: int, seed: int) -> None:
        self._desk, self._size, self._seed = desk, size, seed

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(0)
        while True:
            patches, kinds = batch(self._desk, self._size, rng)
            pictures = np.ascontiguousarray(even_out(patches).transpose(0, 3, 1, 2))
            yield torch.from_numpy(pictures), torch.from_numpy(kinds)


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    # The other core draws; on a busy machine two threads spend their time waiting for each other.
    torch.set_num_threads(1)
    rng = np.random.default_rng(given.seed)
    desk = TokenPatches(fonts(given.fonts), photo_patches(given.photos, LABELS), rng)
    stream = Patches(desk, given.batch, given.seed)
    batches = iter(torch.utils.data.DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=6))
    net = Reader().to(memory_format=torch.channels_last)
    if given.start:
        net.load_state_dict(torch.load(given.start))
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, given.rate, given.steps, pct_start=0.1)
    begun, running, right = time.monotonic(), 0.0, 0.0
    for step in range(1, given.steps + 1):
        patches, kinds = next(batches)
        logits = net(patches.to(memory_format=torch.channels_last))
        value = functional.cross_entropy(logits, kinds, label_smoothing=0.02)
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        schedule.step()
        pace = 0.02 if step > 50 else 0.2
        running += (float(value.detach()) - running) * pace
        right += (float((logits.argmax(1) == kinds).float().mean()) - right) * pace
        if step % 50 == 0:
            spent = (time.monotonic() - begun) / step
            print(f"{step} loss {running:.4f} right {right:.4f} {spent:.2f} s a step", flush=True)
        if step % 500 == 0 or step == given.steps:
            torch.save(net.state_dict(), given.out / "reader.pt")
            export(net, (19, 3, PATCH_PX, PATCH_PX), given.out / "reader.onnx")


if __name__ == "__main__":
    main()
