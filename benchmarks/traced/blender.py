"""Blender's Python module, which whoever wants these pictures installs."""

from __future__ import annotations

import os

if hasattr(os, "sched_setaffinity"):
    # Told to use one thread, Blender still starts some on every core it finds, and they spin while they wait.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

try:
    import bpy
    import mathutils
except ImportError as missing:
    raise SystemExit(
        "These pictures are traced by Blender: install its module with `pip install bpy numpy pillow`."
    ) from missing

__all__ = ["bpy", "mathutils"]
