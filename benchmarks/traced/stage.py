"""The stage that one picture is traced on: its things, its materials, and what the camera sees of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.traced.blender import bpy, mathutils
from benchmarks.traced.camera import Point, View
from benchmarks.traced.colour import RGB, linear
from benchmarks.traced.shapes import Shape

Material = Any  # bpy's own types carry no hints
Thing = Any


@dataclass(frozen=True)
class Finish:
    """How a surface takes the light."""

    roughness: float = 0.6
    specular: float = 0.4
    metallic: float = 0.0
    coat: float = 0.0
    relief_mm: float = 0.0  # how deep what the picture's alpha leaves out is engraved


class Stage:
    """An empty scene in millimetres, the table's top at height 0."""

    def __init__(self) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self._materials: dict[object, Material] = {}

    def picture_material(self, picture: Image.Image, finish: Finish) -> Material:
        """A material that shows a picture; each call makes its own."""
        rgba = np.asarray(picture.convert("RGBA"), np.float32)[::-1] / 255.0
        height, width = rgba.shape[:2]
        image = bpy.data.images.new("picture", width, height, alpha=True)
        image.alpha_mode = "CHANNEL_PACKED"
        image.pixels.foreach_set(np.ascontiguousarray(rgba).ravel())
        image.update()
        material, shader = self._shader(finish)
        nodes, links = material.node_tree.nodes, material.node_tree.links
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = image
        texture.extension = "EXTEND"
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
        if finish.relief_mm:
            bump = nodes.new("ShaderNodeBump")
            bump.inputs["Distance"].default_value = finish.relief_mm
            links.new(texture.outputs["Alpha"], bump.inputs["Height"])
            links.new(bump.outputs["Normal"], shader.inputs["Normal"])
        return material

    def colour_material(self, colour: RGB, finish: Finish | None = None) -> Material:
        """A material of one colour; the same one for the same colour and finish."""
        finish = finish or Finish()
        if (colour, finish) not in self._materials:
            material, shader = self._shader(finish)
            shader.inputs["Base Color"].default_value = linear(colour)
            self._materials[(colour, finish)] = material
        return self._materials[(colour, finish)]

    def _shader(self, finish: Finish) -> tuple[Material, Any]:
        material = bpy.data.materials.new("material")
        if material.node_tree is None:
            material.use_nodes = True
        shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        shader.inputs["Roughness"].default_value = finish.roughness
        shader.inputs["Specular IOR Level"].default_value = finish.specular
        shader.inputs["Metallic"].default_value = finish.metallic
        shader.inputs["Coat Weight"].default_value = finish.coat
        return material, shader

    def put(
        self,
        shape: Shape,
        materials: Material | Sequence[Material],
        at: Point = (0.0, 0.0, 0.0),
        turn_deg: float = 0.0,
        tilt_deg: tuple[float, float] = (0.0, 0.0),
        bevel_mm: float = 0.0,
        smooth: bool = False,
    ) -> Thing:
        """Put a shape on the stage: tilted about its own x and y, then turned, then moved."""
        mesh = bpy.data.meshes.new("shape")
        mesh.from_pydata(shape.corners, [], shape.faces)
        layer = mesh.uv_layers.new()
        corners = np.asarray(shape.corners)[[loop.vertex_index for loop in mesh.loops], :2]
        low, high = np.asarray(shape.low), np.asarray(shape.high)
        layer.data.foreach_set("uv", ((corners - low) / (high - low)).astype(np.float32).ravel())
        for material in materials if isinstance(materials, Sequence) else [materials]:
            mesh.materials.append(material)
        mesh.polygons.foreach_set("material_index", np.asarray(shape.slots, np.int32))
        if smooth:
            mesh.polygons.foreach_set("use_smooth", np.ones(len(shape.faces), bool))
        thing = bpy.data.objects.new("thing", mesh)
        thing.location = at
        thing.rotation_euler = (*(math.radians(tilt) for tilt in tilt_deg), math.radians(turn_deg))
        if bevel_mm:
            bevel = thing.modifiers.new("bevel", "BEVEL")
            bevel.width, bevel.segments, bevel.limit_method = bevel_mm, 3, "ANGLE"
            bevel.use_clamp_overlap = True
        self.scene.collection.objects.link(thing)
        return thing

    def remove(self, things: Iterable[Thing]) -> None:
        """Take things off the stage again."""
        for thing in list(things):
            bpy.data.objects.remove(thing, do_unlink=True)

    def hits(self, view: View, points: Sequence[Point]) -> list[str]:
        """For each point the name of what the camera sees on the way there; empty outside the picture."""
        graph = bpy.context.evaluated_depsgraph_get()
        found = []
        for point in points:
            x, y = view.pixel(point)
            inside = 0 <= x < view.width and 0 <= y < view.height
            way = mathutils.Vector(point) - mathutils.Vector(view.eye)
            hit = self.scene.ray_cast(graph, view.eye, way.normalized()) if inside else (False,) * 6
            found.append(hit[4].name if hit[0] else "")
        return found

    def trace(self, view: View, path: Path, samples: int) -> np.ndarray:
        """Trace what the camera sees; the light that falls on each pixel, by way of a file at `path`."""
        camera = bpy.data.cameras.new("camera")
        camera.sensor_fit, camera.sensor_width = "HORIZONTAL", 36.0
        camera.lens = 18.0 / math.tan(math.radians(view.field_deg) / 2)
        camera.clip_start, camera.clip_end = 5.0, 20000.0
        holder = bpy.data.objects.new("camera", camera)
        holder.matrix_world = mathutils.Matrix(view.matrix())
        self.scene.collection.objects.link(holder)
        self.scene.camera = holder
        render, cycles = self.scene.render, self.scene.cycles
        render.engine = "CYCLES"
        render.resolution_x, render.resolution_y = view.width, view.height
        render.threads_mode, render.threads = "FIXED", 1
        render.image_settings.file_format = "OPEN_EXR"
        render.filepath = str(path)
        cycles.device, cycles.samples, cycles.seed = "CPU", samples, 1
        cycles.use_adaptive_sampling = cycles.use_light_tree = False  # too few lamps for a tree to pay
        cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
        cycles.denoising_quality, cycles.denoising_prefilter = "FAST", "NONE"
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
        cycles.caustics_reflective = cycles.caustics_refractive = False
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        light = np.empty(view.width * view.height * 4, np.float32)
        image.pixels.foreach_get(light)
        return light.reshape(view.height, view.width, 4)[::-1, :, :3].copy()
