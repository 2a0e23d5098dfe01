"""Export of trained networks as simple ONNX.

    python -m vision.training.export NETWORK... --shares 2 1 --out vision/data/pieces.onnx

Exports the weighted mean of exported networks as one.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from onnx import TensorProto, compose, helper, numpy_helper
from torch import nn

_OPSET: Final = 13


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
        opset_version=_OPSET,
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


def export_mean(networks: Sequence[Path], shares: Sequence[float], to: Path) -> None:
    """Export a network whose answer is the weighted mean of the answers of exported ones.

    Its patches are as large as the largest of theirs, and are made smaller for the others.

    Args:
        networks: the files.
        shares: the weight of each, relative to the others.
        to: the new file.
    """
    models = [onnx.load(str(path)) for path in networks]
    sizes = [[each.dim_value for each in one.graph.input[0].type.tensor_type.shape.dim] for one in models]
    _, channels, size, _ = max(sizes, key=lambda each: each[-1])
    (_, classes) = models[0].graph.output[0].type.tensor_type.shape.dim
    nodes, constants, answers = [], [], []

    def add_constant(name: str, *values: float) -> str:
        constants.append(numpy_helper.from_array(np.array(values, np.float32), name))
        return name

    for n, (model, share, own) in enumerate(zip(models, shares, sizes, strict=True)):
        graph = compose.add_prefix(model, f"network{n}_").graph
        if own[-1] == size:
            nodes.append(helper.make_node("Identity", ["picture"], [graph.input[0].name]))
        else:
            scale = add_constant(f"scale{n}", 1, 1, *[own[-1] / size] * 2)
            nodes.append(
                helper.make_node("Resize", ["picture", "", scale], [graph.input[0].name], mode="linear")
            )
        nodes += graph.node
        constants += graph.initializer
        answers.append(f"answer{n}")
        weight = add_constant(f"share{n}", share / sum(shares))
        nodes.append(helper.make_node("Mul", [graph.output[0].name, weight], [answers[-1]]))
    nodes.append(helper.make_node("Sum", answers, ["answer"]))
    mean = helper.make_graph(
        nodes,
        "mean",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["batch", channels, size, size])],
        [helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["batch", classes.dim_value])],
        constants,
    )
    merged = helper.make_model(
        mean, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=models[0].ir_version
    )
    onnx.checker.check_model(merged)
    onnx.save(merged, str(to))


def main() -> None:
    """Export the mean of networks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("networks", type=Path, nargs="+", metavar="NETWORK")
    parser.add_argument("--shares", type=float, nargs="+", required=True, help="the weight of each network")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export_mean(options.networks, options.shares, options.out)


if __name__ == "__main__":
    main()
