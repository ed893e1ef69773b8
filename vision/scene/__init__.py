"""Pieces on a table seen by a camera: a picture, and the truth about it."""
