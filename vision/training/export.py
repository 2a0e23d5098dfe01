"""Export of trained networks as simple ONNX."""

# torch is installed for training only, not for type checks.
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
    """Export a network for batches of any size, with batch normalisation folded into the convolutions.

    A network without a fully connected layer accepts pictures of any size, too.

    Args:
        net: the network.
        shape: shape of its input, with any batch size.
        to: the file.
    """
    inference_net = copy.deepcopy(net).cpu().eval().to(memory_format=torch.contiguous_format)
    fixed = any(isinstance(layer, nn.Linear) for layer in net.modules())
    sides = {} if fixed else {2: "height", 3: "width"}
    torch.onnx.export(
        inference_net,
        (torch.zeros(shape),),
        str(to),
        opset_version=13,
        dynamo=False,
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": {0: "batch", **sides}, "answer": {0: "batch", **sides}},
    )


def load_exported_weights(net: Any, shipped: Path) -> None:
    """Load the weights of an exported network; folded biases become batch normalisation.

    Raises:
        ValueError: the file contains a network of another architecture.
    """
    values = {each.name: numpy_helper.to_array(each) for each in onnx.load(str(shipped)).graph.initializer}
    nodes = [node for node in onnx.load(str(shipped)).graph.node if node.op_type in ("Conv", "Gemm")]
    weights = iter(
        [tuple(torch.from_numpy(np.array(values[name])) for name in node.input[1:3]) for node in nodes]
    )
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    if len(nodes) != sum(not isinstance(layer, nn.BatchNorm2d) for layer in layers):
        raise ValueError(f"{shipped} contains another network")
    with torch.no_grad():
        for n, layer in enumerate(layers):
            if isinstance(layer, nn.BatchNorm2d):
                continue
            weight, bias = next(weights)
            if weight.shape != layer.weight.shape:
                raise ValueError(
                    f"{shipped} contains another network: one of its layers is {tuple(weight.shape)}"
                )
            layer.weight.copy_(weight)
            target = layers[n + 1] if layer.bias is None else layer
            target.bias.copy_(bias)
            if target is not layer:
                target.running_mean.zero_()
                target.running_var.fill_(1 - target.eps)
                target.weight.fill_(1)
