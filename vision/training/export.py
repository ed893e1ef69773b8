"""Trained networks as ONNX files, written node by node so that the files stay small and plain."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.network import NUMBER_SHEET, PATCH_SIDE_PX, ROOM_SHEET, ROW_SHEET, SHEET, Sheet
from vision.training.nets import (
    Again,
    Along,
    FinderNet,
    Fold,
    GlyphNet,
    NumberNet,
    RoomNet,
    RowNet,
    WordNet,
)

OPSET = 17


class Sketch:
    """An ONNX graph in the making."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.values: list[onnx.TensorProto] = []

    def value(self, array: NDArray[np.generic]) -> str:
        """A constant."""
        name = f"v{len(self.values)}"
        self.values.append(numpy_helper.from_array(array, name))
        return name

    def weight(self, array: NDArray[np.floating]) -> str:
        """A layer's weights, kept at half width: half the size, and reckoned with at full width."""
        return self.add("Cast", [self.value(array.astype(np.float16))], to=TensorProto.FLOAT)

    def add(self, kind: str, inputs: list[str], output: str = "", **settings: object) -> str:
        """A node; its output's name is handed back."""
        output = output or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **settings))
        return output

    def conv(self, source: str, layer: nn.Conv2d, norm: nn.BatchNorm2d | None = None) -> str:
        """A convolution with its normalisation folded in."""
        weight = layer.weight.detach().numpy().astype(np.float64)
        bias = np.zeros(len(weight)) if layer.bias is None else layer.bias.detach().numpy().astype(np.float64)
        if norm is not None:
            assert norm.running_var is not None and norm.running_mean is not None
            gain = norm.weight.detach().numpy() / np.sqrt(norm.running_var.numpy() + norm.eps)
            weight = weight * gain[:, None, None, None]
            bias = (bias - norm.running_mean.numpy()) * gain + norm.bias.detach().numpy()
        inputs = [source, self.weight(weight), self.value(bias.astype(np.float32))]
        pads = [int(p) for p in layer.padding] * 2  # type: ignore[arg-type]
        return self.add(
            "Conv",
            inputs,
            strides=list(layer.stride),
            pads=pads,
            dilations=list(layer.dilation),
            kernel_shape=list(layer.kernel_size),
        )

    def fold(self, source: str, layer: Fold | Along) -> str:
        """Convolution, normalisation, ReLU."""
        assert isinstance(layer[0], nn.Conv2d) and isinstance(layer[1], nn.BatchNorm2d)
        return self.add("Relu", [self.conv(source, layer[0], layer[1])])

    def chain(self, source: str, layers: nn.Module) -> str:
        """A Fold, one looked at again, or several in a row."""
        if isinstance(layers, Fold | Along):
            return self.fold(source, layers)
        if isinstance(layers, Again):
            more = self.conv(source, layers.conv, layers.norm)
            return self.add("Relu", [self.add("Add", [source, more])])
        for layer in layers.children():
            source = self.chain(source, layer)
        return source

    def linear(self, source: str, layer: nn.Linear) -> str:
        """A layer that weighs everything."""
        weight, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        return self.add("Gemm", [source, self.weight(weight), self.value(bias)], transB=1)

    def prepare(self, source: str) -> str:
        """Bytes (N, H, W, 3) to centred planes."""
        planes = self.add("Transpose", [source], perm=[0, 3, 1, 2])
        number = self.add("Cast", [planes], to=TensorProto.FLOAT)
        scaled = self.add("Mul", [number, self.value(np.array(1 / 255, np.float32))])
        return self.add("Sub", [scaled, self.value(np.array(0.5, np.float32))])

    def twice(self, source: str) -> str:
        """Nearest-neighbour enlargement."""
        scales = self.value(np.array([1, 1, 2, 2], np.float32))
        return self.add(
            "Resize",
            [source, "", scales],
            mode="nearest",
            nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )

    def save(self, path: Path, shape_in: list[str | int], shape_out: list[str | int]) -> None:
        """Check the graph and write it."""
        graph = helper.make_graph(
            self.nodes,
            path.stem,
            [helper.make_tensor_value_info("picture", TensorProto.UINT8, shape_in)],
            [helper.make_tensor_value_info("found", TensorProto.FLOAT, shape_out)],
            self.values,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
        onnx.checker.check_model(model)
        part = path.with_suffix(".part")
        onnx.save(model, part)
        part.rename(path)


def export_finder(net: FinderNet, path: Path) -> None:
    """Write the finder: bytes (1, H, W, 3) in, (1, channels, H / 4, W / 4) out."""
    net.eval()
    sketch = Sketch()
    at4 = sketch.chain(sketch.chain(sketch.prepare("picture"), net.down2), net.down4)
    at8 = sketch.chain(at4, net.down8)
    at16 = sketch.chain(at8, net.down16)
    at8 = sketch.chain(sketch.add("Add", [at8, sketch.twice(sketch.conv(at16, net.side8))]), net.up8)
    at4 = sketch.chain(sketch.add("Add", [at4, sketch.twice(sketch.conv(at8, net.side4))]), net.up4)
    heads = sketch.conv(at4, net.heads)
    sketch.add("Identity", [heads], "found")
    sketch.save(path, [1, "height", "width", 3], [1, net.heads.out_channels, "rows", "columns"])


def export_glyphs(net: GlyphNet, path: Path) -> None:
    """Write the glyph network: bytes (N, 32, 32, 3) in, probabilities out."""
    sketch = Sketch()
    scores, classes = _weigh(sketch, net)
    sketch.add("Softmax", [scores], "found", axis=1)
    sketch.save(path, ["patches", PATCH_SIDE_PX, PATCH_SIDE_PX, 3], ["patches", classes])


def export_numbers(net: NumberNet, path: Path) -> None:
    """Write the network for whole cards: bytes (N, H, W, 3) in, scores out."""
    _export_scores(net, path, NUMBER_SHEET)


def export_rooms(net: RoomNet, path: Path) -> None:
    """Write the network for rooms: bytes (N, H, W, 3) in, scores out."""
    _export_scores(net, path, ROOM_SHEET)


def _export_scores(net: NumberNet | RoomNet, path: Path, sheet: Sheet) -> None:
    sketch = Sketch()
    scores, classes = _weigh(sketch, net)
    sketch.add("Identity", [scores], "found")
    width, height = sheet.size
    sketch.save(path, ["sheets", height, width, 3], ["sheets", classes])


def _weigh(sketch: Sketch, net: GlyphNet | NumberNet | RoomNet) -> tuple[str, int]:
    """The layers of a network that ends with weighing everything, and how many classes it has."""
    net.eval()
    source, classes = sketch.prepare("picture"), 0
    for layer in net.body:
        if isinstance(layer, Fold | Again):
            source = sketch.chain(source, layer)
        elif isinstance(layer, nn.Flatten):
            source = sketch.add("Flatten", [source], axis=1)
        elif isinstance(layer, nn.ReLU):
            source = sketch.add("Relu", [source])
        elif isinstance(layer, nn.Linear):
            source, classes = sketch.linear(source, layer), layer.out_features
    return source, classes


def export_words(net: WordNet, path: Path) -> None:
    """Write the network for words: bytes (N, H, W, 3) in, chances (N, 1) out."""
    net.eval()
    sketch = Sketch()
    field = sketch.chain(sketch.prepare("picture"), net.body)
    highest = sketch.add("Flatten", [sketch.add("GlobalMaxPool", [field])], axis=1)
    sketch.add("Sigmoid", [sketch.linear(highest, net.head)], "found")
    width, height = SHEET.size
    sketch.save(path, ["sheets", height, width, 3], ["sheets", 1])


def export_rows(net: RowNet, path: Path) -> None:
    """Write the network for whole rows: bytes (N, 64, W, 3) in, scores (N, parts, 1, W / 4) out."""
    net.eval()
    sketch = Sketch()
    found = sketch.conv(sketch.chain(sketch.prepare("picture"), net.body), net.head)
    sketch.add("Identity", [found], "found")
    parts = net.head.out_channels
    sketch.save(path, ["rows", ROW_SHEET.size[1], "width", 3], ["rows", parts, 1, "columns"])
