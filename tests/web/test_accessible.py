"""No page is wider than the smallest phone or has a small thing to tap, and axe-core objects to none."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from visiting import Visitor, tour, whole_house

from web.languages import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_every_page_each_in_the_next_language(browser: Browser, tmp_path: Path) -> None:
    with whole_house(browser, tmp_path) as house:
        visitor = Visitor(house)
        for stop, language in zip(tour(house), itertools.cycle(LANGUAGES), strict=False):
            visitor.visit(stop, language)
        assert visitor.found == []
