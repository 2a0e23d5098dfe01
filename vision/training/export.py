"""Write a trained network as ONNX of the plainest kind, which every OpenCV since 4.5 runs."""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn


def export(net: Any, shape: tuple[int, ...], to: Path) -> None:
    """Export for a fixed input shape, batch normalisation folded into the convolutions."""
    still = copy.deepcopy(net).cpu().eval().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        still, (torch.zeros(shape),), str(to), opset_version=13, dynamo=False, input_names=["picture"]
    )


def take_over(net: Any, shipped: Path) -> None:
    """Give a network the weights of one that was exported: what was folded in becomes its normalisation.

    Raises:
        ValueError: the file is of a network of another shape.
    """
    values = {each.name: numpy_helper.to_array(each) for each in onnx.load(str(shipped)).graph.initializer}
    nodes = [node for node in onnx.load(str(shipped)).graph.node if node.op_type in ("Conv", "Gemm")]
    given = iter(
        [tuple(torch.from_numpy(np.array(values[name])) for name in node.input[1:3]) for node in nodes]
    )
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    if len(nodes) != sum(not isinstance(layer, nn.BatchNorm2d) for layer in layers):
        raise ValueError(f"{shipped} holds another network")
    with torch.no_grad():
        for n, layer in enumerate(layers):
            if isinstance(layer, nn.BatchNorm2d):
                continue
            weight, bias = next(given)
            if weight.shape != layer.weight.shape:
                raise ValueError(
                    f"{shipped} holds another network: one of its layers is {tuple(weight.shape)}"
                )
            layer.weight.copy_(weight)
            still = layers[n + 1] if layer.bias is None else layer
            still.bias.copy_(bias)
            if still is not layer:
                still.running_mean.zero_()
                still.running_var.fill_(1 - still.eps)
                still.weight.fill_(1)
