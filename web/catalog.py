"""The translators' catalogs: collect every sentence the pages, the games and the appliance can say.

`python -m web.catalog` brings the catalogs up to date and compiles them.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from scoring.code777_cards import COLOURS
from web.languages import LANGUAGES

ROOM = Path(__file__).parent
FOLDER = ROOM / "translations"
# Where sentences for players are said; files of other programs stay English.
SPOKEN = (
    "scoring/*.py",
    "scoring/history/archive.py",
    "scoring/history/bundle.py",
    "scoring/history/journal.py",
    "scoring/history/match_file.py",
    "scoring/history/notation.py",
    "scoring/history/scorebook.py",
    "scoring/history/scorecard.py",
    "device/*.py",
    "device/judges/*.py",
    "device/cameras/*.py",
    "device/pins/wiring.py",
    "device/settings/*.py",
    "device/surveying/*.py",
    "vision/doubts.py",
    "web/*.py",
)
UNSPOKEN = ("position.py", "commands", "mqtt")
# Which argument of a call is a sentence to be translated.
_SAYING_CALLS = {
    "_": 0,
    "gettext": 0,
    "lazy": 0,
    "say": 0,
    "Saying": 0,
    "problem": 1,
    "Option": 2,
    "setting": 1,
    "RecordError": 0,
}
# Which argument of a checked reading names what was read.
_NAMING_CALLS = {"fields_of": 1, "take": 2, "whole": 1, "text": 1, "listed": 1}
_WORDS = (*COLOURS, "white")


def sentences(spoken: Sequence[str] = SPOKEN) -> list[str]:
    """Return every sentence there is to translate, each once, in order."""
    found = {*_WORDS, *_in_templates()}
    for pattern in spoken:
        for file in sorted(ROOM.parent.glob(pattern)):
            if not file.name.startswith(UNSPOKEN):
                found.update(sentences_in(file.read_text(encoding="utf-8")))
    return sorted(found)


def sentences_in(source: str) -> Iterator[str]:
    """Return the sentences a module says."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            alone = getattr(node.func, "id", "")
            place = _SAYING_CALLS.get(alone or getattr(node.func, "attr", ""), _NAMING_CALLS.get(alone))
            if place is not None and place < len(node.args):
                yield from _texts(node.args[place])
        elif isinstance(node, ast.Assign) and any(
            getattr(one, "id", "") in ("template", "SENTENCES") for one in node.targets
        ):
            yield from _texts(node.value)


def _texts(node: ast.expr) -> Iterator[str]:
    """Return the texts an expression can be; one put together from pieces is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _texts(value)


def _in_templates() -> Iterator[str]:
    """Return the sentences of the pages."""
    for file in sorted((ROOM / "templates").rglob("*.html")):
        for _, _, words, _ in babel_extract(
            io.BytesIO(file.read_bytes()), ("_",), (), {"extensions": "jinja2.ext.i18n"}
        ):
            yield from (
                [
                    word
                    for word in (words if isinstance(words, tuple | list) else (words,))
                    if isinstance(word, str)
                ]
            )


def read_catalog(code: str) -> Catalog:
    """Return a language's catalog."""
    file = po_file(code)
    if not file.exists():
        return Catalog(code)
    with file.open("rb") as stream:
        return read_po(stream, code)


def po_file(code: str) -> Path:
    """Return where a language's sentences are written."""
    return FOLDER / code / "LC_MESSAGES" / "messages.po"


def update(code: str) -> None:
    """Give a language's catalog exactly the sentences there are, and compile it."""
    old = read_catalog(code)
    fresh = Catalog(
        code,
        header_comment=f"# What Tallytop says, in {LANGUAGES[code]}.",
        project="Tallytop",
        version="1",
        copyright_holder="",
        msgid_bugs_address="",
        last_translator="",
        language_team="",
        charset="utf-8",
        fuzzy=False,
    )
    for sentence in sentences():
        kept = old.get(sentence)
        fresh.add(sentence, kept.string if kept else "", flags=("python-format",) if "%(" in sentence else ())
    fresh.creation_date = fresh.revision_date = old.creation_date
    file = po_file(code)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as stream:
        write_po(stream, fresh, width=110, omit_header=False, sort_output=True)
    with file.with_suffix(".mo").open("wb") as stream:
        write_mo(stream, fresh)


if __name__ == "__main__":
    for code in LANGUAGES:
        if code != "en":
            update(code)
