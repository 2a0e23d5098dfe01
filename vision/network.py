"""Networks that ship with the package, run by OpenCV."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_override_folders: list[Path] = []


class Network:
    """An ONNX network. It is thread-safe; calls run one at a time."""

    def __init__(self, data: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        self._lock = threading.Lock()

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's one output for its one input, both batch first.

        Raises:
            ValueError: the batch is empty, for which OpenCV would end the process by a division by zero.
        """
        if not len(inputs):
            raise ValueError("a network was given an empty batch")
        with self._lock:
            self._net.setInput(inputs)
            return np.array(self._net.forward(), np.float32)


def network(name: str) -> Network:
    """Return the network of `vision/data` with this file name; it is loaded once."""
    folder = next((folder for folder in reversed(_override_folders) if (folder / name).is_file()), None)
    return _load(name, folder)


def has_network(name: str) -> bool:
    """Return whether `network` would find a file of that name."""
    held = any((folder / name).is_file() for folder in _override_folders)
    return held or resources.files("vision").joinpath("data", name).is_file()


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
