"""Train the finder: the network that sees hexes, intersections, tokens and surfaces in a picture.

    python -m vision.training.finder --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About an hour on two cores. It needs torch, onnx and Pillow; the running system needs none of them.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.look import PEAKS, SURFACES, VIEW
from vision.training import views
from vision.training.export import export
from vision.training.scenes import LabelledScene, SceneGenerator, licensed_photos
from vision.training.textures import Image, Rng
from vision.training.tokens import fonts

LABELS = Path(__file__).with_name("labels.json")
PARTS_OF_BOARDS = (199, 206, 215)
"""Pictures of dice that show a board in part: good neither as islands nor as tables."""


def conv(inward: int, outward: int, stride: int = 1) -> Any:
    """A 3 x 3 convolution, batch normalisation, rectifier."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
    )


class IslandFinder(nn.Module):
    """A small hourglass: a quarter of the picture's resolution out, a thirty-second at its waist.

    In: n x 3 x 320 x 320, BGR in [0, 1]. Out: n x (8 + 3) x 80 x 80 logits: surfaces, then peaks.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 32))
        self.down8 = nn.Sequential(conv(32, 56, 2), conv(56, 56))
        self.down16 = nn.Sequential(conv(56, 88, 2), conv(88, 88), conv(88, 88))
        self.down32 = nn.Sequential(conv(88, 112, 2), conv(112, 112), conv(112, 112))
        self.side16 = nn.Conv2d(112, 88, 1)
        self.side8 = nn.Conv2d(88, 56, 1)
        self.side4 = nn.Conv2d(56, 32, 1)
        self.up16, self.up8, self.up4 = conv(88, 88), conv(56, 56), conv(32, 40)
        self.head = nn.Conv2d(40, SURFACES + PEAKS, 1)

    def forward(self, picture: Any) -> Any:
        """Maps of a batch of pictures."""
        at4 = self.stem(picture)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at32 = self.down32(at16)

        def twice(maps: Any) -> Any:
            return functional.interpolate(maps, scale_factor=2.0, mode="nearest")

        at16 = self.up16(at16 + twice(self.side16(at32)))
        at8 = self.up8(at8 + twice(self.side8(at16)))
        at4 = self.up4(at4 + twice(self.side4(at8)))
        return self.head(at4)


class Views(torch.utils.data.IterableDataset):
    """Endless views: of islands mostly, of tables and dice without one sometimes."""

    def __init__(self, studio: SceneGenerator, around: Sequence[Image], seed: int) -> None:
        self._studio, self._around, self._seed = studio, around, seed

    def __iter__(self) -> Iterator[tuple[Any, Any, Any]]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(0)
        torch.set_num_threads(1)
        scenes: list[LabelledScene] = [self._studio.scene(rng) for _ in range(40)]
        while True:
            for _ in range(8):
                yield self._one(scenes[int(rng.integers(len(scenes)))], rng)
            scenes[int(rng.integers(len(scenes)))] = self._studio.scene(rng)

    def _one(self, scene: LabelledScene, rng: Rng) -> tuple[Any, Any, Any]:
        around = None
        if rng.random() < 0.4:
            around = self._around[int(rng.integers(len(self._around)))]
            around = np.ascontiguousarray(np.rot90(around, int(rng.integers(4))))
        one = views.empty_view(around, rng) if rng.random() < 0.08 else views.view(scene, around, rng)
        return (
            torch.from_numpy(one.picture.transpose(2, 0, 1).astype(np.float32) / 255),
            torch.from_numpy(one.surface.astype(np.int64)),
            torch.from_numpy(one.peaks),
        )


def surroundings(photos: Path) -> list[Image]:
    """Licensed photos without an island, as tables to lay islands on."""
    found = []
    boards = {photos / name for name in json.loads(LABELS.read_text("utf-8"))}
    boards |= {photos / "dice/mixed" / f"dice_{n}_jpg.jpg" for n in PARTS_OF_BOARDS}
    for folder, every in (("dice/mixed", 1), ("dice/coloured", 2), ("dice/webcam", 2)):
        for name in sorted((photos / folder).glob("*.jpg"))[::every]:
            picture = None if name in boards else cv2.imread(str(name))
            if picture is not None:
                found.append(cv2.resize(picture, (VIEW, VIEW), interpolation=cv2.INTER_AREA))
    return [picture.astype(np.uint8) for picture in found]


def loss(maps: Any, surface: Any, peaks: Any) -> Any:
    """Cross-entropy of the surfaces, and a focal loss that pays for missed peaks."""
    named = functional.cross_entropy(maps[:, :SURFACES], surface)
    logits = maps[:, SURFACES:]
    seen = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    weight = (seen - peaks).abs() ** 2 * (1 + 8 * peaks)
    apart = functional.binary_cross_entropy_with_logits(logits, peaks, reduction="none")
    return named + 20 * (weight * apart).mean()


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    # The other core draws; on a busy machine two threads spend their time waiting for each other.
    torch.set_num_threads(1)
    studio = SceneGenerator(licensed_photos(given.photos, LABELS), fonts(given.fonts))
    stream = Views(studio, surroundings(given.photos), given.seed)
    loader = torch.utils.data.DataLoader(stream, batch_size=given.batch, num_workers=1, prefetch_factor=6)
    batches = iter(loader)
    net = IslandFinder().to(memory_format=torch.channels_last)
    if given.start:
        net.load_state_dict(torch.load(given.start))
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, given.rate, given.steps, pct_start=0.1)
    begun, running = time.monotonic(), 0.0
    for step in range(1, given.steps + 1):
        picture, surface, peaks = next(batches)
        value = loss(net(picture.to(memory_format=torch.channels_last)), surface, peaks)
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        running += (float(value.detach()) - running) * (0.02 if step > 50 else 0.2)
        if step % 50 == 0:
            print(f"{step} loss {running:.4f} {(time.monotonic() - begun) / step:.2f} s a step", flush=True)
        if step % 500 == 0 or step == given.steps:
            torch.save(net.state_dict(), given.out / "finder.pt")
            export(net, (1, 3, VIEW, VIEW), given.out / "finder.onnx")


if __name__ == "__main__":
    main()
