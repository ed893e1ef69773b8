"""`tallytop print`: sheets of pieces to print or to cut with a laser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from device.printing.booklet import booklet
from device.printing.laser import laser_svg
from device.printing.paper import PAPERS
from device.printing.pdf import pdf_bytes
from device.printing.sets import SETS
from scoring.code777_questions import LANGUAGES
from vision.artwork.look import THEMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("game", metavar="GAME", help=_either(SETS))
    parser.add_argument("--theme", default="classic", help=_either(THEMES))
    parser.add_argument("--paper", default="a4", help=_either(PAPERS))
    parser.add_argument("--language", default="en", metavar="XX", help=_either(LANGUAGES))
    parser.add_argument("--format", default="pdf", help="pdf to print, svg for a laser cutter")
    parser.add_argument("--mat", action="store_true", help="add the table mat with its corner markers")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write; svg numbers its files"
    )


def run(args: argparse.Namespace) -> int:
    """Write the sheets and say where they are."""
    for word, known in (
        ("game", tuple(SETS)),
        ("theme", tuple(THEMES)),
        ("paper", tuple(PAPERS)),
        ("language", LANGUAGES),
        ("format", ("pdf", "svg")),
    ):
        given = getattr(args, word)
        if given not in known:
            print(f"There is no {word} “{given}” to print; choose {_either(known)}.", file=sys.stderr)
            return 2
    names = [args.game, *(["mat"] if args.mat and args.game != "mat" else [])]
    look = THEMES[args.theme]
    if args.format == "svg":
        # The laser's cut is the border.
        look = replace(look, border=None)
    pages = booklet(names, look, PAPERS[args.paper], args.language)
    target: Path = args.output or Path(f"{args.game}-{args.paper}.{args.format}")
    try:
        if args.format == "pdf":
            target.write_bytes(pdf_bytes(pages, f"{SETS[args.game][0]}: {args.theme}"))
            print(f"{target}: {len(pages)} pages. Print at 100 %, then check the ruler.")
        else:
            fronts = [sheet for sheet, _ in pages if not sheet.back]
            for number, sheet in enumerate(fronts, 1):
                target.with_stem(f"{target.stem}-{number}").write_text(laser_svg(sheet), encoding="utf-8")
            print(f"{target.with_stem(f'{target.stem}-1')} and on: {len(fronts)} sheets to engrave and cut.")
    except OSError as error:
        print(f"Cannot write {target}: {error.strerror or error}.", file=sys.stderr)
        return 2
    return 0


def _either(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}"
