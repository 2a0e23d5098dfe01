"""Layers that several networks are made of."""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found"
from __future__ import annotations

from typing import Any

from torch import nn


def conv(inward: int, outward: int, stride: int = 1) -> Any:
    """A 3 x 3 convolution, batch normalisation, rectifier."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
    )
