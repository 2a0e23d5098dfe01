"""Layers shared by several networks."""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found"
from __future__ import annotations

from typing import Any

from torch import nn


def conv(inward: int, outward: int, stride: int = 1) -> Any:
    """Return a 3 x 3 convolution with batch normalisation and rectifier."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
    )
