r"""Train the networks for pieces and for buildings from one pool of composed scenes.

    python -m vision.training.pooled_sites --photos ../shared/photos --fonts /usr/share/fonts \
        --bodies bodies/roads bodies/buildings --out nets [--scenes N] [--steps N] [--device cuda]

Composing a scene takes a hundred times as long as learning from it. So processes compose a pool of scenes
first, and the device that learns draws the views of a batch itself: position, turn, light, tone, blur and
noise. Every scene is shown in all turns and mirrorings that keep the paths around its site in place: two of a
path, three of an intersection. Networks for each source left out learn from the same pool without its scenes.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from vision import buildings, pieces
from vision.buildings import BUILDINGS, FAMILIES
from vision.patches import CHANNELS
from vision.pieces import KINDS
from vision.training import building_patches, patch_networks, sites
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.configuration import argument_parser
from vision.training.export import export
from vision.training.reliefs import GRAIN_PX
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.site_scenes import SiteSceneDataset
from vision.training.sites import ROAD_SITES
from vision.training.tokens import find_fonts

_DRAWN_BOARDS: Final = 40
_POOL_SIDES: Final = 1.0
"""Half the extent of a stored scene, in hex sides."""
_POOL_PX: Final = int(2 * _POOL_SIDES * GRAIN_PX)
_STORED_WHITE: Final = 170.0
"""Stored value of white: scenes reach 1.5 times that."""
_BUILDING_KINDS: Final = tuple(KINDS.index(kind) for kind in BUILDINGS)
LEFT_OUT_SOURCES: Final = ("", "board/standard", "board/crowded-640")
"""Sources of photos that a network doesn't see; the first network sees all."""


@dataclass(frozen=True)
class ScenePool:
    """Composed scenes.

    Attributes:
        pictures: n x 3 x _POOL_PX x _POOL_PX, uint8, BGR.
        leans: n x 2.
        kinds, colours: n, as `vision.training.site_scenes.SiteScene` has them.
        families: n, indices of FAMILIES, -1 without a piece.
        sources: n, indices of LEFT_OUT_SOURCES, 0 for drawn boards.
        paths: n, whether the site is a path.
    """

    pictures: Any
    leans: Any
    kinds: Any
    colours: Any
    families: Any
    sources: Any
    paths: Any


def _compose_part(job: tuple[argparse.Namespace, int, int, float]) -> tuple[NDArray[Any], ...]:
    """Compose scenes in one process until a number or a time is reached."""
    options, part, count, seconds = job
    cv2.setNumThreads(1)
    rng = np.random.default_rng([options.seed, part])
    bodies = layers.BodyPool([body for folder in options.bodies for body in layers.load(folder)])
    # The networks without a source mustn't see its hexes on drawn boards.
    studio = SceneGenerator(licensed_photos(options.photos, LEFT_OUT_SOURCES[1:]), find_fonts(options.fonts))
    real = licensed_boards(options.photos)
    boards = [*real, *drawn_boards(studio, max(4, _DRAWN_BOARDS // max(1, options.workers)), rng)]
    dataset = SiteSceneDataset(boards, len(real), bodies)
    pictures, leans = [], []
    labels: list[tuple[int, ...]] = []
    started = time.monotonic()
    while len(labels) < count and time.monotonic() - started < seconds:
        scene = dataset.compose_scene(rng)
        low = (scene.wide.shape[0] - _POOL_PX) // 2
        seen = scene.wide[low : low + _POOL_PX, low : low + _POOL_PX]
        pictures.append((seen * _STORED_WHITE).clip(0, 255).astype(np.uint8).transpose(2, 0, 1))
        leans.append(scene.lean)
        family = FAMILIES.index(scene.family) if scene.family else -1
        source = LEFT_OUT_SOURCES.index(scene.source) if scene.source else 0
        labels.append((scene.kind, scene.colour, family, source, int(ROAD_SITES[scene.site])))
    return np.array(pictures), np.array(leans, np.float32), np.array(labels, np.int64)


def compose_pool(options: argparse.Namespace) -> ScenePool:
    """Compose scenes in parallel, and move them to the device."""
    workers = max(1, options.workers)
    jobs = [(options, n, -(-options.scenes // workers), options.seconds) for n in range(workers)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        parts = pool.map(_compose_part, jobs, chunksize=1)
    pictures, leans, labels = (np.concatenate([part[n] for part in parts]) for n in range(3))
    columns = [torch.from_numpy(np.ascontiguousarray(labels[:, n])).to(options.device) for n in range(5)]
    kinds, colours, families, sources, paths = columns
    shown = torch.from_numpy(pictures).to(options.device)
    lean = torch.from_numpy(leans).to(options.device)
    return ScenePool(shown, lean, kinds, colours, families, sources, paths)


def draw_views(pool: ScenePool, which: Any, size: int, reach: float) -> Any:
    """Draw one view of each scene: n x CHANNELS x size x size, as the networks see sites.

    Args:
        pool: the scenes.
        which: n indices.
        size: pixels across a view.
        reach: half its extent in hex sides.
    """
    device, n = pool.pictures.device, len(which)

    def normal(deviation: float, *shape: int) -> Any:
        return torch.randn(n, *shape, device=device) * deviation

    def uniform(low: float, high: float, *shape: int) -> Any:
        return torch.rand(n, *shape, device=device) * (high - low) + low

    def random_mask(share: float) -> Any:
        return (torch.rand(n, 1, 1, 1, device=device) < share).float()

    pictures = pool.pictures[which].float() / _STORED_WHITE
    # All turns and mirrorings that keep the paths around the site in place.
    fold = torch.where(pool.paths[which] == 1, 2, 3)
    turn = torch.floor(uniform(0, 1) * fold) * (2 * torch.pi / fold)
    mirror = torch.where(uniform(0, 1) < 0.5, -1.0, 1.0)
    lean = pool.leans[which] + normal(0.04, 2)
    c, s = torch.cos(turn), torch.sin(turn)
    # Columns map a view's axes to the scene's.
    frame = torch.stack([torch.stack([c * mirror, -s], 1), torch.stack([s * mirror, c], 1)], 1)
    lean = torch.einsum("nij,ni->nj", frame, lean)
    jitter = normal(0.06)
    along, aside = jitter.cos(), jitter.sin()
    bend = torch.stack([torch.stack([along, -aside], 1), torch.stack([aside, along], 1)], 1)
    scale = torch.exp(normal(0.05))[:, None, None] * reach / _POOL_SIDES
    affine = frame @ (bend + normal(0.03, 2, 2)) * scale
    shift = normal(0.03, 2, 1).clamp(-0.07, 0.07) / _POOL_SIDES
    grid = functional.affine_grid(torch.cat([affine, shift], 2), [n, 3, size, size], align_corners=False)
    views = functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)
    # Coarser and blurred pictures, in groups that share a resolution.
    for group, coarse in zip(views.chunk(6), (1.0, 1.0, 1.0, 0.75, 0.55, 0.38), strict=False):
        if coarse < 1:
            small = functional.interpolate(group, scale_factor=coarse, mode="area")
            group.copy_(functional.interpolate(small, size=(size, size), mode="bilinear"))
    soft = functional.avg_pool2d(views, 3, 1, 1, count_include_pad=False)
    views = views + random_mask(0.3) * uniform(0.3, 1, 1, 1, 1) * (soft - views)
    views = views.clamp_min(1e-4) ** uniform(0.75, 1.3, 1, 1, 1)
    warm = normal(0.06, 1) + (uniform(0, 1, 1) < 0.2).float() * normal(0.2, 1)
    cast = normal(0.05, 3) + torch.cat([-warm, torch.zeros_like(warm), warm], 1) + normal(0.12, 1)
    views = views * torch.exp(cast)[:, :, None, None]
    grey = views.mean(1, keepdim=True)
    views = grey + (views - grey) * (1 + random_mask(0.3) * uniform(-0.45, 0.4, 1, 1, 1))
    line = torch.linspace(-1, 1, size, device=device)
    rows, columns = line[:, None], line[None, :]
    towards = uniform(0, 2 * torch.pi, 1, 1, 1)
    across = torch.cos(towards) * columns + torch.sin(towards) * rows
    views = views * (1 + random_mask(0.25) * normal(0.25, 1, 1, 1) * across).clamp(0.3, 2)
    shadow = torch.sigmoid((across - uniform(-0.9, 0.9, 1, 1, 1)) * uniform(4, 30, 1, 1, 1))
    views = views * (1 - random_mask(0.2) * uniform(0.15, 0.55, 1, 1, 1) * shadow)
    x, y, wide = uniform(-1, 1, 1, 1, 1), uniform(-1, 1, 1, 1, 1), uniform(0.2, 1.2, 1, 1, 1)
    spot = torch.exp(-((columns - x) ** 2 + (rows - y) ** 2) / wide**2)
    views = views + random_mask(0.12) * uniform(0.2, 0.9, 1, 1, 1) * spot * (1.1 - views).clamp_min(0)
    burnt = 1 + random_mask(0.2) * uniform(0, 0.8, 1, 1, 1)
    views = torch.where(burnt > 1, (views * burnt).clamp(0, 1.05) / burnt.sqrt(), views)
    views = views + torch.randn_like(views) * uniform(0, 1, 1, 1, 1) ** 2 * 0.04
    full = torch.empty(n, CHANNELS, size, size, device=device)
    full[:, :3] = views.clamp(0, 1.5)
    full[:, 3:] = lean[:, :, None, None]
    return full


_NETWORKS: Final[dict[str, tuple[Callable[[], Any], int, float]]] = {
    "pieces": (patch_networks.pieces_network, sites.PATCH_PX, pieces.REACH_SIDES),
    "deep_pieces": (patch_networks.deep_pieces_network, patch_networks.DEEP_PATCH_PX, pieces.REACH_SIDES),
    "buildings": (patch_networks.buildings_network, building_patches.PATCH_PX, buildings.REACH_SIDES),
}
"""The networks, with the pixels across a patch and half its extent in hex sides."""


def _train_networks(pool: ScenePool, options: argparse.Namespace, name: str) -> None:
    """Train one kind of network once for each source left out, and export all."""
    make, size, reach = _NETWORKS[name]
    usable = torch.ones_like(pool.kinds, dtype=torch.bool)
    if name == "buildings":
        usable = (pool.kinds == _BUILDING_KINDS[0]) | (pool.kinds == _BUILDING_KINDS[1])
    for left_out in options.left_out:
        number = LEFT_OUT_SOURCES.index(left_out)
        torch.manual_seed(options.seed)
        seen = torch.nonzero(usable & ((pool.sources != number) | (number == 0)))[:, 0]
        net = make().to(options.device, memory_format=torch.channels_last)
        optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, options.steps, pct_start=0.1)
        for step in range(1, options.steps + 1):
            which = seen[torch.randint(len(seen), (options.batch,), device=options.device)]
            views = draw_views(pool, which, size, reach)
            kinds, colours = pool.kinds[which], pool.colours[which]
            with torch.autocast(views.device.type, torch.bfloat16, enabled=views.is_cuda):
                answers = net(views.to(memory_format=torch.channels_last))
            if name != "buildings":
                value, right = patch_networks.piece_loss(answers.float(), (views, kinds, colours))
            else:
                classes = pool.families[which] * len(BUILDINGS) + kinds - _BUILDING_KINDS[0]
                value, right = patch_networks.building_loss(answers.float(), (views, classes))
            optimiser.zero_grad(set_to_none=True)
            value.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            if step % 250 == 0 or step == options.steps:
                print(f"{name} {left_out or 'all'} {step} right {right:.4f}", flush=True)
        folder = options.out / (f"without-{left_out.replace('/', '-')}" if left_out else "all")
        folder.mkdir(parents=True, exist_ok=True)
        export(net, (1, CHANNELS, size, size), folder / f"{name}.onnx")


def main() -> None:
    """Compose the pool, then train and export the networks."""
    parser = argument_parser(__doc__, 6000)
    parser.set_defaults(batch=768)
    parser.add_argument("--bodies", type=Path, nargs="+", required=True, help="rendered roads and buildings")
    parser.add_argument("--scenes", type=int, default=120000)
    parser.add_argument("--seconds", type=float, default=1e9, help="time after which the pool is complete")
    parser.add_argument("--networks", nargs="+", choices=_NETWORKS, default=[*_NETWORKS])
    parser.add_argument("--left-out", nargs="+", choices=LEFT_OUT_SOURCES, default=LEFT_OUT_SOURCES)
    options = parser.parse_args()
    started = time.monotonic()
    pool = compose_pool(options)
    print(f"{len(pool.kinds)} scenes after {time.monotonic() - started:.0f} s", flush=True)
    for name in options.networks:
        _train_networks(pool, options, name)
        print(f"{name} after {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
