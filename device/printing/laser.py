"""Sheets as SVG for a laser cutter: a layer to engrave, a layer to cut, all lettering as outlines."""

from __future__ import annotations

from device.printing.cuts import cut_lines
from device.printing.sheet import Sheet
from vision.artwork.svg import line_path, ring_path

TONES = ("face",)
"""Layers that are the material itself, which a laser leaves alone."""


def laser_svg(sheet: Sheet) -> str:
    """One sheet: black areas to engrave first, red hairlines to cut afterwards; a unit is a millimetre."""
    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    engraved = "\n".join(
        f'<path d="{"".join(ring_path(ring) for ring in shape.rings)}"/>'
        for placed in sheet.placements
        for shape in placed.shapes
        if shape.layer not in TONES
    )
    cut = "\n".join(f'<path d="{line_path(line)}"/>' for line in cut_lines(sheet.placements))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}">\n'
        f'<g id="engrave" inkscape:groupmode="layer" inkscape:label="engrave"'
        f' fill="#000000" fill-rule="evenodd" stroke="none">\n{engraved}\n</g>\n'
        f'<g id="cut" inkscape:groupmode="layer" inkscape:label="cut"'
        f' fill="none" stroke="#ff0000" stroke-width="0.05">\n{cut}\n</g>\n</svg>\n'
    )
