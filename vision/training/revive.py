"""Published weights brought back into a network that can go on learning."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.nets import Again, Along, Fold

Array = NDArray[np.generic]
NO_SHIFT = np.zeros(1, np.int8)
Layer = tuple[nn.Module, nn.BatchNorm2d | None]


def revive(net: nn.Module, weights: Path, batches: Iterable[Tensor]) -> None:
    """Fill a network with a published file's weights; what it has beyond the file's stays as it begins.

    The file's normalisations are folded into its convolutions. They are set up again with what these
    give out for some batches, so that the network also does the same while it learns.
    """
    pairs, filled = _read(weights), []
    for layer, norm in _in_order(net):
        if layer.weight.shape != pairs[0][0].shape and _begins_with_nothing(norm):
            continue
        _fill(layer, norm, *pairs.pop(0))
        filled.append((layer, norm))
    if pairs:
        raise ValueError(f"{weights} has {len(pairs)} layers more than the network.")
    _settle(net, [(layer, norm) for layer, norm in filled if norm is not None], batches)


def _read(weights: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of every layer of a file, in order."""
    graph = onnx.load(weights).graph
    stored = {value.name: numpy_helper.to_array(value) for value in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in stored:
            stored[node.output[0]] = _widened(node, *(stored[name] for name in node.input))
        elif node.op_type == "Mul" and set(node.input) <= set(stored):
            steps, scale = (stored[name] for name in node.input)
            stored[node.output[0]] = steps.astype(np.float32) * scale
        elif node.input[0] in stored:
            stored[node.output[0]] = stored[node.input[0]]
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [tuple(torch.tensor(stored[name]).float() for name in node.input[1:3]) for node in layers]  # type: ignore[misc]


def _widened(node: onnx.NodeProto, narrow: Array, scale: Array, zero: Array = NO_SHIFT) -> Array:
    """Values of 8 bits at full width."""
    axis = next((each.i for each in node.attribute if each.name == "axis"), 0)
    shape = (
        [-1 if place == axis else 1 for place in range(narrow.ndim)] if scale.size > 1 else [1] * narrow.ndim
    )
    return (
        narrow.astype(np.float32)
        - (zero.astype(np.float32).reshape(shape) if zero.size > 1 else float(zero.item()))
    ) * scale.reshape(shape)


def _in_order(net: nn.Module) -> list[Layer]:
    """Convolutions and full layers in the order in which they are written, each with its normalisation."""
    found: list[Layer] = []
    for child in net.children():
        if isinstance(child, Fold | Along):
            found.append((child[0], child[1]))  # type: ignore[arg-type]
        elif isinstance(child, Again):
            found.append((child.conv, child.norm))
        elif isinstance(child, nn.Conv2d | nn.Linear):
            found.append((child, None))
        else:
            found += _in_order(child)
    return found


def _begins_with_nothing(norm: nn.BatchNorm2d | None) -> bool:
    return norm is not None and not bool(norm.weight.any())


def _fill(layer: nn.Module, norm: nn.BatchNorm2d | None, weight: Tensor, bias: Tensor) -> None:
    with torch.no_grad():
        # A last layer may have more to say than it had.
        layer.weight[: len(weight)].copy_(weight)  # type: ignore[operator,union-attr,index]
        if norm is None:
            layer.bias[: len(bias)].copy_(bias)  # type: ignore[operator,union-attr,index]
            return
        norm.running_mean.zero_()  # type: ignore[union-attr]
        norm.running_var.fill_(1 - norm.eps)  # type: ignore[union-attr]
        norm.weight.fill_(1)
        norm.bias.copy_(bias)


def _settle(net: nn.Module, layers: list[Layer], batches: Iterable[Tensor]) -> None:
    """Set each normalisation's mean and spread to what it meets, and undo both by its gain and shift."""
    met: dict[nn.Module, list[tuple[Tensor, Tensor]]] = {}

    def note(layer: nn.Module, _: object, out: Tensor) -> None:
        met.setdefault(layer, []).append((out.mean((0, 2, 3)), (out**2).mean((0, 2, 3))))

    hooks = [layer.register_forward_hook(note) for layer, _ in layers]
    net.eval()
    with torch.no_grad():
        for batch in batches:
            net(batch)
        for layer, norm in layers:
            assert norm is not None
            mean = torch.stack([mean for mean, _ in met[layer]]).mean(0)
            spread = torch.stack([square for _, square in met[layer]]).mean(0) - mean**2
            norm.running_mean.copy_(mean)  # type: ignore[union-attr]
            norm.running_var.copy_(spread)  # type: ignore[union-attr]
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.add_(mean)
    for hook in hooks:
        hook.remove()
