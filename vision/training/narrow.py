"""A published network narrowed to 8 bits and twice as fast, or slimmed: only its weights have 8 bits."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

Pictures = NDArray[np.uint8]

NARROWED = ["Conv", "Gemm", "Add", "Relu", "Resize"]
LAYERS = ("Conv", "Gemm")
LEAST = 12_000
"""Weights of a layer that is slimmed; the small ones at either end count most and are little to store."""


class _Shown(CalibrationDataReader):  # type: ignore[misc]
    """The batches of pictures by which the range of every layer is found."""

    def __init__(self, batches: Iterable[Pictures]) -> None:
        self._rest: Iterator[Pictures] = iter(batches)

    def get_next(self) -> dict[str, Pictures] | None:
        """The next batch, as the network takes it."""
        batch = next(self._rest, None)
        return None if batch is None else {"picture": batch}


def narrow(weights: Path, narrowed: Path, batches: Iterable[Pictures], kept: int) -> None:
    """Write a network's file again with 8-bit layers, whose ranges are those met in batches of pictures.

    So many layers at either end keep their width: colours go in there, chances and sizes come out.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain, part = Path(folder) / "plain.onnx", narrowed.with_suffix(".part")
        quant_pre_process(str(weights), str(plain), skip_symbolic_shape=True)
        model = onnx.load(plain)
        for number, node in enumerate(model.graph.node):
            node.name = node.name or f"{node.op_type}{number}"
        onnx.save(model, plain)
        layers = [node.name for node in model.graph.node if node.op_type in LAYERS]
        quantize_static(
            plain,
            part,
            _Shown(batches),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=NARROWED,
            per_channel=True,
            reduce_range=True,  # processors without VNNI overflow with more than 7 bits
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[*layers[:kept], *layers[-kept:]],
        )
        part.rename(narrowed)


def slim(weights: Path, slimmed: Path, least: int = LEAST) -> None:
    """Write a network's file again with weights of 8 bits, channel by channel; it reckons as before."""
    model = onnx.load(weights)
    graph = model.graph
    stored = {value.name: value for value in graph.initializer}
    nodes: list[onnx.NodeProto] = []
    for node in graph.node:
        nodes.append(node)
        wide = stored.get(node.input[0]) if node.op_type == "Cast" else None
        if wide is None or np.prod(wide.dims) < least:
            continue
        array = numpy_helper.to_array(wide).astype(np.float32)
        over = tuple(range(1, array.ndim))
        scale = np.abs(array).max(axis=over, keepdims=True) / 127 + 1e-12
        name, output = node.input[0], node.output[0]
        wide.CopyFrom(numpy_helper.from_array(np.rint(array / scale).astype(np.int8), name))
        graph.initializer.append(numpy_helper.from_array(scale.astype(np.float32), f"{name}-scale"))
        # Reckoned once where the file is opened; what is dequantised as such is so at every look.
        node.output[0] = f"{name}-steps"
        nodes.append(helper.make_node("Mul", [node.output[0], f"{name}-scale"], [output]))
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    part = slimmed.with_suffix(".part")
    onnx.save(model, part)
    part.rename(slimmed)
