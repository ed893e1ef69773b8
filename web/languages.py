"""The nine languages of the booklets, and which one a person gets."""

from __future__ import annotations

from flask import Flask, request
from flask_babel import Babel, get_locale

LANGUAGES = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "nl": "Nederlands",
    "it": "Italiano",
    "es": "Español",
    "pt": "Português",
    "sv": "Svenska",
    "da": "Dansk",
}
COOKIE = "tallytop_language"


def speak_languages(app: Flask) -> None:
    """Let every page speak the language its reader chose, or else the browser's."""
    Babel(app, default_locale="en", locale_selector=chosen)
    app.jinja_env.globals.update(languages=LANGUAGES, language=language)


def chosen() -> str:
    """Return the language of this request."""
    kept = request.cookies.get(COOKIE, "")
    if kept in LANGUAGES:
        return kept
    return request.accept_languages.best_match(LANGUAGES) or "en"


def language() -> str:
    """Return the language the page is in now."""
    return str(get_locale() or "en")
