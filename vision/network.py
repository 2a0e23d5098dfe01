"""Networks that ship with the package, run by ONNX Runtime on one thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

DISPUTED_P: Final = 0.9
"""Largest probability of an answer that another look at the same picture contradicts."""
_BATCH: Final = 8
"""Inputs computed at once: the layers of more don't fit into a core's cache. So 126 patches of sites take
half the time."""
_override_folders: list[Path] = []


class Network:
    """An ONNX network with one input and one output, both batch first. It is thread-safe."""

    def __init__(self, data: bytes) -> None:
        options = onnxruntime.SessionOptions()
        # A table's threads share a small machine, and a patch is too small to share.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # The arena would keep the memory of the largest batch for ever.
        options.enable_cpu_mem_arena = False
        self._session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    @property
    def patch_px(self) -> int:
        """Pixels across the patches that it reads."""
        return int(self._session.get_inputs()[0].shape[-1])

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's output for a batch of any size.

        Raises:
            ValueError: the batch is empty.
        """
        if not len(inputs):
            raise ValueError("a network was given an empty batch")
        outputs = [
            self._session.run(None, {self._input: inputs[first : first + _BATCH]})[0]
            for first in range(0, len(inputs), _BATCH)
        ]
        return np.concatenate(outputs).astype(np.float32, copy=False)


def network(name: str) -> Network:
    """Return the network of `vision/data` with this file name; it is loaded once."""
    folder = next((folder for folder in reversed(_override_folders) if (folder / name).is_file()), None)
    return _load(name, folder)


@contextmanager
def override_networks(folder: Path) -> Iterator[None]:
    """Use the networks in a folder instead of those that ship, within the context: for measurements."""
    _override_folders.append(folder)
    try:
        yield
    finally:
        _override_folders.remove(folder)


@cache
def _load(name: str, folder: Path | None) -> Network:
    if folder is not None:
        return Network((folder / name).read_bytes())
    return Network(resources.files("vision").joinpath("data", name).read_bytes())


def softmax(logits: NDArray[Any], axis: int = -1) -> NDArray[np.float64]:
    """Return probabilities from logits along an axis."""
    raised = np.exp(logits.astype(np.float64) - logits.max(axis=axis, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axis, keepdims=True))


def sigmoid(logits: NDArray[Any]) -> NDArray[np.float64]:
    """Return probabilities from log odds."""
    return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64).clip(-40, 40))))


def limit_certainty(shares: NDArray[np.float64], limited: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return probabilities n x k, in rows of `limited` at most `DISPUTED_P` each.

    The rest of a row is shared out by what its other answers have.
    """
    top = shares.argmax(axis=1)
    rows = np.flatnonzero(limited & (shares.max(axis=1) > DISPUTED_P))
    after = shares.copy()
    others = after[rows] + 1e-9 * (after[rows] > 0)
    others[np.arange(len(rows)), top[rows]] = 0
    after[rows] = (1 - DISPUTED_P) * others / others.sum(axis=1, keepdims=True).clip(1e-300)
    after[rows, top[rows]] = DISPUTED_P
    return after
