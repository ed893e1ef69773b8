"""Nine languages, complete, with every placeholder where it belongs."""

from __future__ import annotations

import io
import re

import pytest
from babel.messages.mofile import write_mo
from conftest import Phone
from flask import Flask

from web.catalog import po_file, read_catalog, sentences, sentences_in
from web.languages import LANGUAGES

OTHERS = [code for code in LANGUAGES if code != "en"]
JOIN_IN = {
    "en": "Join in",
    "fr": "Participer",
    "de": "Mitmachen",
    "nl": "Doe mee",
    "it": "Partecipa",
    "es": "Participar",
    "pt": "Participar",
    "sv": "Gå med",
    "da": "Vær med",
}
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.fixture(scope="module")
def spoken() -> list[str]:
    return sentences()


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_is_translated(code: str, spoken: list[str]) -> None:
    catalog = read_catalog(code)
    missing = [
        sentence for sentence in spoken if not (message := catalog.get(sentence)) or not message.string
    ]
    assert missing == []


@pytest.mark.parametrize("code", OTHERS)
def test_placeholders_are_the_same(code: str) -> None:
    wrong = [
        message.id
        for message in read_catalog(code)
        if message.id
        and set(PLACEHOLDER.findall(message.id)) != set(PLACEHOLDER.findall(str(message.string)))
    ]
    assert wrong == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalog_is_up_to_date(code: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read_catalog(code))
    assert po_file(code).with_suffix(".mo").read_bytes() == compiled.getvalue()


def test_sentences_are_found_where_they_are_said() -> None:
    source = 'say("a {b}", b=1); problem("rule", "c"); _("d" if y else "e"); say(f"{x}"); Option("n", 1, "f")'
    assert sorted(sentences_in(source)) == ["a {b}", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("code", "words"),
    list(JOIN_IN.items()),
)
def test_the_browser_chooses_the_language(phone: Phone, code: str, words: str) -> None:
    text = phone.client.get("/", headers={"Accept-Language": f"{code}-XX,{code};q=0.9,en;q=0.5"}).text
    assert f'<html lang="{code}">' in text and words in text


def test_an_unknown_language_gets_english(phone: Phone) -> None:
    assert '<html lang="en">' in phone.client.get("/", headers={"Accept-Language": "tlh"}).text


def test_the_games_sentences_are_translated_too(app: Flask, host: Phone) -> None:
    host.post("begin", game="addique", players=["Ann", "Bob"])
    host.do("play", turn={"player": "Ann", "tile": "4752", "col": 0, "row": 0})
    german = host.client.get("/turns", headers={"Accept-Language": "de"}).text
    assert "Ann bekommt 34: 4 × 5 + 2 × 7 = 34." in german
