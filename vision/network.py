"""A network that ships with the package, run by OpenCV."""

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

_instead: list[Path] = []


class Network:
    """An ONNX network. May be used from several threads, one at a time inside."""

    def __init__(self, data: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        self._lock = threading.Lock()

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's one output for its one input, both batch first.

        Raises:
            ValueError: the batch is empty, for which OpenCV would end the process by a division by zero.
        """
        if not len(inputs):
            raise ValueError("a network was shown nothing")
        with self._lock:
            self._net.setInput(inputs)
            return np.array(self._net.forward(), np.float32)


def network(name: str) -> Network:
    """The network of `vision/data` of that file name, loaded once."""
    folder = next((folder for folder in reversed(_instead) if (folder / name).is_file()), None)
    return _loaded(name, folder)


def is_there(name: str) -> bool:
    """Whether `network` would find one of that file name."""
    held = any((folder / name).is_file() for folder in _instead)
    return held or resources.files("vision").joinpath("data", name).is_file()


@contextmanager
def instead_from(folder: Path) -> Iterator[None]:
    """Within, the networks that a folder holds are taken in place of those that ship: to measure them."""
    _instead.append(folder)
    try:
        yield
    finally:
        _instead.remove(folder)


@cache
def _loaded(name: str, folder: Path | None) -> Network:
    if folder is not None:
        return Network((folder / name).read_bytes())
    return Network(resources.files("vision").joinpath("data", name).read_bytes())


def softmax(logits: NDArray[Any], axis: int = -1) -> NDArray[np.float64]:
    """Probabilities from logits along an axis."""
    raised = np.exp(logits.astype(np.float64) - logits.max(axis=axis, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axis, keepdims=True))


def sigmoid(logits: NDArray[Any]) -> NDArray[np.float64]:
    """Probabilities from log odds."""
    return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64).clip(-40, 40))))
