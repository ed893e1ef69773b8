"""Photorealistic photos of the five games, traced by Blender's Cycles, with their truth beside them.

They are made without anything of `vision.scene`, so the reader meets looks that it never learned from.
"""
