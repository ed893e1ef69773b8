"""The printed sheets: complete, true to scale, nothing overlapping, nothing in the printer's margin."""

from __future__ import annotations

from collections import Counter
from functools import cache

import cv2
import numpy as np
import pytest

from device.printing.booklet import booklet
from device.printing.cuts import cut_lines
from device.printing.heading import ruler, ruler_start
from device.printing.layout import DoesNotFitError, in_rows, nested
from device.printing.paper import HEADING_MM, MARGIN_MM, PAPERS, Paper
from device.printing.pdf import pdf_bytes
from device.printing.phrases import PHRASES
from device.printing.sets import SETS
from device.printing.sheet import Sheet
from scoring.code777_questions import LANGUAGES
from tests.device.pdf_reading import Page, read_pdf
from vision.artwork import addique, addup, code777, formula
from vision.artwork.look import CLASSIC, THEMES
from vision.artwork.outlines import cross, grown
from vision.artwork.shapes import Piece, extent

EVERY_SET = [
    pytest.param(game, theme, paper, id=f"{game}-{theme}-{paper}")
    for game in SETS
    for theme in THEMES
    for paper in PAPERS
]


@cache
def sheets_of(
    game: str, theme: str = "classic", paper: str = "a4", language: str = "en"
) -> tuple[Sheet, ...]:
    return SETS[game][1](THEMES[theme], PAPERS[paper], language)


def fronts(sheets: tuple[Sheet, ...]) -> list[Sheet]:
    return [sheet for sheet in sheets if not sheet.back]


@pytest.mark.parametrize(("game", "theme", "paper"), EVERY_SET)
def test_outlines_keep_clear_of_each_other_of_the_margin_and_of_the_heading(
    game: str, theme: str, paper: str
) -> None:
    px_per_mm = 4
    for sheet in sheets_of(game, theme, paper):
        size = (int(sheet.paper.height_mm * px_per_mm), int(sheet.paper.width_mm * px_per_mm))
        covered = np.zeros(size, np.uint8)
        for placed in sheet.placements:
            left, top, right, bottom = extent((placed.outline,))
            assert left >= MARGIN_MM - 1e-6 and right <= sheet.paper.width_mm - MARGIN_MM + 1e-6
            assert top >= MARGIN_MM + HEADING_MM - 1e-6 and bottom <= sheet.paper.height_mm - MARGIN_MM + 1e-6
            one = np.zeros(size, np.uint8)
            # Neighbours share their edges, so what is compared is each piece a third of a millimetre smaller.
            inner = np.rint(np.array(grown(placed.outline, -0.34)) * px_per_mm * 16).astype(np.int32)
            cv2.fillPoly(one, [inner], (1,), cv2.LINE_8, 4)
            covered += one
        assert covered.max() == 1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_piece_of_every_game_is_there(theme: str, paper: str) -> None:
    def laid(game: str) -> Counter[str]:
        sheets = fronts(sheets_of(game, theme, paper))
        return Counter(placed.piece.name for sheet in sheets for placed in sheet.placements)

    assert laid("addique") == Counter(addique.TILES)
    assert laid("formula") == Counter(formula.DECK)
    assert laid("addup") == Counter(addup.DECK)
    assert laid("trictrac") == {"board": 1, "cover": 9, "die": 2}
    assert laid("code777") == Counter(code777.CARDS) + Counter(
        {**{f"question {number}": 1 for number in range(1, 24)}, "rack": 4}
    )
    assert laid("mat") == {f"mat {number}": 1 for number in range(1, 5)}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", SETS)
def test_both_papers_take_equally_many_sheets(game: str, theme: str) -> None:
    assert len(sheets_of(game, theme, "a4")) == len(sheets_of(game, theme, "letter"))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_tiles_are_nested_on_two_sheets(paper: str) -> None:
    sheets = fronts(sheets_of("addique", paper=paper))
    assert [len(sheet.placements) for sheet in sheets] == [24, 24]
    centres = {(p.x_mm, p.y_mm) for p in sheets[0].placements}
    # Nested tiles lie a knight's move of cells apart, so no row or column of paper is left between them.
    cell = CLASSIC.cell_mm
    for x, y in centres:
        knights = [(x + dx * cell, y + dy * cell) for dx, dy in ((2, 1), (-1, 2), (2, -1), (1, 2))]
        assert (
            x == max(c[0] for c in centres)
            or y == max(c[1] for c in centres)
            or any(abs(kx - ox) < 0.01 and abs(ky - oy) < 0.01 for kx, ky in knights for ox, oy in centres)
        )


@pytest.mark.parametrize("game", ["addique", "formula", "addup", "code777"])
@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_fronts(game: str, paper: str) -> None:
    sheets = sheets_of(game, paper=paper)
    pairs = [(sheet, sheets[i + 1]) for i, sheet in enumerate(sheets[:-1]) if sheets[i + 1].back]
    assert pairs
    for front, back in pairs:
        assert not front.back and len(front.placements) == len(back.placements)
        for seen, behind in zip(front.placements, back.placements, strict=True):
            assert behind.x_mm == pytest.approx(front.paper.width_mm - seen.x_mm)
            assert behind.y_mm == seen.y_mm
            turned = sorted((round(-x, 4), round(y, 4)) for x, y in behind.piece.outline)
            assert turned == sorted((round(x, 4), round(y, 4)) for x, y in seen.piece.outline)


@cache
def printed(game: str, paper: str = "a4", theme: str = "classic") -> list[Page]:
    pages = booklet([game], THEMES[theme], PAPERS[paper], "en")
    return read_pdf(pdf_bytes(pages, game))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pdf_is_true_to_scale(paper: str) -> None:
    page = printed("addique", paper)[0]
    assert (page.width_mm, page.height_mm) == pytest.approx(
        (PAPERS[paper].width_mm, PAPERS[paper].height_mm), abs=0.001
    )
    sheet = sheets_of("addique", paper=paper)[0]
    assert len(page.set_pieces) == 24
    for (_, x, y), placed in zip(page.set_pieces, sheet.placements, strict=True):
        assert (x, y) == pytest.approx((placed.x_mm, placed.y_mm), abs=0.01)
    left, top, right, bottom = extent(tuple(tuple(ring) for ring in page.filled[0]))
    assert (right - left, bottom - top) == pytest.approx((51.0, 51.0), abs=0.01)


@pytest.mark.parametrize(
    ("game", "page_number"), [("addique", 0), ("trictrac", 0), ("mat", 0), ("code777", 8)]
)
def test_the_ruler_measures_100_mm_and_4_inches_on_paper(game: str, page_number: int) -> None:
    page = printed(game)[page_number]
    paper = Paper("", page.width_mm, page.height_mm)
    _, start_y = ruler_start(paper)
    ticks = []
    for rings in page.filled:
        left, top, right, bottom = extent(tuple(tuple(ring) for ring in rings))
        if len(rings) == 1 and right - left == pytest.approx(0.16, abs=0.001) and abs(top - start_y) < 3:
            ticks.append(((left + right) / 2, top, bottom))
    above = sorted(x for x, _, bottom in ticks if bottom == pytest.approx(start_y, abs=0.01))
    below = sorted(x for x, top, _ in ticks if top == pytest.approx(start_y, abs=0.01))
    assert len(above) == 101 and above[-1] - above[0] == pytest.approx(100.0, abs=0.01)
    assert len(below) == 33 and below[-1] - below[0] == pytest.approx(101.6, abs=0.01)
    assert np.diff(above) == pytest.approx(1.0, abs=0.01)


def test_cards_on_paper_measure_what_the_look_says() -> None:
    page = printed("formula")[0]
    xs, ys = [x for _, x, _ in page.set_pieces], [y for _, _, y in page.set_pieces]
    assert max(xs) - min(xs) == pytest.approx(3 * 45.0, abs=0.01)
    assert max(ys) - min(ys) == pytest.approx(3 * 64.0, abs=0.01)


def test_only_fronts_have_cut_lines_on_paper() -> None:
    front, back = printed("addup")[:2]
    assert front.stroked and not back.stroked


@pytest.mark.parametrize("game", ["addique", "formula", "trictrac"])
def test_a_shared_edge_is_cut_once_and_no_edge_is_left_uncut(game: str) -> None:
    for sheet in fronts(sheets_of(game)):
        cut = Counter(
            frozenset((line[i], line[i + 1]))
            for line in cut_lines(sheet.placements)
            for i in range(len(line) - 1)
        )
        assert set(cut.values()) == {1}
        wanted = set()
        for placed in sheet.placements:
            ring = [(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in placed.outline]
            wanted |= {frozenset((ring[i - 1], ring[i])) for i in range(len(ring)) if ring[i - 1] != ring[i]}
        assert set(cut) == wanted
        edges = sum(len(placed.outline) for placed in sheet.placements)
        assert (len(wanted) < edges) == (len(sheet.placements) > 1 and game != "trictrac")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_headings_stay_left_of_the_ruler(language: str, paper: str) -> None:
    for game in ("addup", "mat"):
        for sheet, notes in booklet([game], CLASSIC, PAPERS[paper], language):
            drawn = 0 if sheet.back else len(ruler(sheet.paper))
            words = notes[: len(notes) - drawn]
            left, top, right, bottom = extent(tuple(ring for shape in words for ring in shape.rings))
            assert left >= MARGIN_MM - 0.5 and right < ruler_start(sheet.paper)[0] - 1
            assert top >= MARGIN_MM - 0.5 and bottom <= MARGIN_MM + HEADING_MM


def test_every_language_has_its_phrases() -> None:
    assert set(PHRASES) == set(LANGUAGES)
    for phrases in PHRASES.values():
        assert "100 %" in phrases.scale
        assert phrases.sheet.format(n=2, m=5) != phrases.sheet.format(n=5, m=2)


def test_pieces_too_large_for_the_paper_are_refused_in_words() -> None:
    stamp = Paper("stamp", 60.0, 60.0)
    large = Piece("tile", cross(40.0), (), (), 1.0)
    with pytest.raises(DoesNotFitError, match="too large for stamp paper"):
        in_rows((large,), stamp)
    with pytest.raises(DoesNotFitError, match="too large for stamp paper"):
        nested((large,), stamp, 40.0)
