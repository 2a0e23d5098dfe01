"""Write a trained network as ONNX of the plainest kind, which every OpenCV since 4.5 runs."""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import torch


def export(net: Any, shape: tuple[int, ...], to: Path) -> None:
    """Export for a fixed input shape, batch normalisation folded into the convolutions."""
    still = copy.deepcopy(net).eval().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        still, (torch.zeros(shape),), str(to), opset_version=13, dynamo=False, input_names=["picture"]
    )
