"""All sheets of what was asked for, with their headings."""

from __future__ import annotations

from collections.abc import Sequence

from device.printing.heading import heading, ruler
from device.printing.paper import Paper
from device.printing.phrases import PHRASES
from device.printing.sets import SETS
from device.printing.sheet import Sheet
from vision.artwork.look import Look
from vision.artwork.shapes import Shape

Page = tuple[Sheet, tuple[Shape, ...]]


def booklet(names: Sequence[str], look: Look, paper: Paper, language: str) -> tuple[Page, ...]:
    """The pages of some sets, each with what stands at its top."""
    return tuple(page for name in names for page in _pages(name, look, paper, language))


def _pages(name: str, look: Look, paper: Paper, language: str) -> tuple[Page, ...]:
    title, draw = SETS[name]
    phrases = PHRASES[language]
    sheets = draw(look, paper, language)
    fronts = sum(not sheet.back for sheet in sheets)
    pages: list[Page] = []
    number = 0
    for i, sheet in enumerate(sheets):
        number += not sheet.back
        has_back = i + 1 < len(sheets) and sheets[i + 1].back
        said = (phrases.back if sheet.back else phrases.sheet).format(n=number, m=fronts)
        detail = f"{phrases.mat} · {said}" if name == "mat" else said
        advice = phrases.both_sides if sheet.back or has_back else ""
        notes = heading(sheet.paper, title, f"{detail} · {advice}" if advice else detail, phrases.scale)
        if not sheet.back:
            notes += ruler(sheet.paper)
        pages.append((sheet, notes))
    return tuple(pages)
