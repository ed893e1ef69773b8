"""Which of Code 777's 23 questions some words come from, though a few of them are blurred."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from math import log

from scoring.code777_questions import ANSWERS, LANGUAGES, QUESTIONS, TWELVE_OR_MORE

STUCK = re.compile(r"(?<=[^\W\d_])(?=\d+\b)|(?<=\b\d\d)(?=[^\W\d_]{2})")  # “to18”, “18or”
NUMBER = re.compile(r"(\d+)s?")
MISREAD = str.maketrans("01568", "olsob")
ALIKE = 0.72  # words at least so alike are the same, one of them misread
CLEARLY = 0.85  # alike: enough to tell one question from another
LEAST_LETTERS = 3
LEAST_WORDS = 3
LEAST_LETTERED = 2
LEAST_PARTED = 0.6  # of a long word's letters that are in known words, for it to be several stuck together
COUNT = 23


@dataclass(frozen=True)
class Guess:
    """A question, how well the words fit it, and whether they tell it from every other one."""

    question: int
    fit: float
    told: bool = False
    found: float = 0.0
    """How much of what it asks was read, 0 to 1."""


@dataclass(frozen=True)
class _Wording:
    """A language's questions as bags of words, each word worth more the fewer questions have it."""

    questions: tuple[tuple[int, frozenset[str]], ...]
    worth: dict[str, float]
    forms: dict[str, str]
    """How words look that are stuck to others, and which words they are."""
    stuck: re.Pattern[str]


def words_of(text: str) -> list[str]:
    """Words without accents, capitals and full stops; “6s” is the number 6, but “gr6n” is misread."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = []
    for word in re.findall(r"[^\W_]+", STUCK.sub(" ", plain)):
        number = NUMBER.fullmatch(word)
        words.append(number[1] if number else word.translate(MISREAD))
    return [word for word in words if word.isdigit() or len(word) > 1]


def guess_question(words: Sequence[str]) -> list[Guess]:
    """All questions, the likeliest first: in whichever of the nine languages each fits best."""
    best = {number: Guess(number, 0.0) for number in range(1, COUNT + 1)}
    for wording in _wordings():
        apart = dict.fromkeys(part for word in words for part in _parted(word, wording))
        read = [alike for word in apart if (alike := _alike(word, tuple(wording.worth)))]
        clear = {word for alike in read for word, share in alike.items() if share >= CLEARLY}
        for number, asked in wording.questions:
            fit, found = _fit(asked, read, wording.worth)
            if fit > best[number].fit:
                best[number] = Guess(number, fit, _tells_apart(clear & asked, number, wording), found)
    return sorted(best.values(), key=lambda guess: -guess.fit)


def _tells_apart(clear: set[str], number: int, wording: _Wording) -> bool:
    """Whether every other question lacks one of the words: what they share may be all that was read."""
    return all(clear - others for other, others in wording.questions if other != number)


def _parted(word: str, wording: _Wording) -> list[str]:
    """The words that were read as one where small letters run together; what is one word stays as it is."""
    if word.isdigit() or max(_alike(word, tuple(wording.worth)).values(), default=0.0) >= CLEARLY:
        return [word]
    parts = [part for part in wording.stuck.split(word) if part]
    known = [part for part in parts if part in wording.forms]
    if len(parts) < 2 or sum(map(len, known)) < LEAST_PARTED * len(word):
        return [word]
    return [wording.forms.get(part, part) for part in parts]


def _fit(
    asked: frozenset[str], read: Sequence[Mapping[str, float]], worth: Mapping[str, float]
) -> tuple[float, float]:
    """The mean of two shares, of what is asked that was read and the other way round; the first of them."""
    found = {word: max((alike.get(word, 0.0) for alike in read), default=0.0) for word in asked}
    if sum(share > 0 for share in found.values()) < LEAST_WORDS or _only_numbers(found):
        return 0.0, 0.0
    whole = sum(worth[word] for word in asked)
    told = sum(max(share * worth[word] for word, share in alike.items()) for alike in read)
    meant = sum(
        max((alike[word] * worth[word] for word in alike.keys() & asked), default=0.0) for alike in read
    )
    share_read = sum(worth[word] * share for word, share in found.items()) / whole
    return (share_read + meant / max(told, 1e-9)) / 2, share_read


def _only_numbers(found: Mapping[str, float]) -> bool:
    """Whether hardly a word was read besides numbers, as from a sheet of them."""
    return sum(share > 0 for word, share in found.items() if not word.isdigit()) < LEAST_LETTERED


@functools.lru_cache(maxsize=4096)
def _alike(word: str, known: tuple[str, ...]) -> Mapping[str, float]:
    """The known words that a word may be, read well or badly; numbers and short words must be read well."""
    if word in known:
        return {word: 1.0}
    if word.isdigit() or len(word) < LEAST_LETTERS:
        return {}
    return {
        other: SequenceMatcher(None, word, other).ratio()
        for other in get_close_matches(word, known, 3, ALIKE)
        if len(other) >= LEAST_LETTERS
    }


@functools.cache
def _wordings() -> tuple[_Wording, ...]:
    return tuple(map(_wording, LANGUAGES))


def _wording(language: str) -> _Wording:
    texts = [*enumerate(QUESTIONS[language], 1), (2, TWELVE_OR_MORE[language])]
    questions = tuple((number, frozenset(words_of(text))) for number, text in texts)
    worth = _worths(words for _, words in questions)
    # What stands at the foot of every card tells nothing.
    foot = {word: 0.0 for text in ANSWERS[language] for word in words_of(text)}
    forms = {form: word for word in worth | foot for form in _forms(word)}
    # The longest first, so that “or” is not found in “more” or “colours”.
    stuck = re.compile(f"({'|'.join(sorted(forms, key=len, reverse=True))})")
    return _Wording(questions, worth | foot, forms, stuck)


def _forms(word: str) -> Iterable[str]:
    """How a word may look among letters: “18” as “lb”, since figures there were taken for letters."""
    if not word.isdigit():
        return [word] if len(word) > 1 else []
    if len(word) == 1:
        return [] if word.translate(MISREAD) != word else [word, f"{word}s"]
    return [word.translate(MISREAD), word.translate(MISREAD).replace("l", "i")]


def _worths(questions: Iterable[frozenset[str]]) -> dict[str, float]:
    seen = Counter(word for words in questions for word in words)
    return {word: log(1 + COUNT / count) for word, count in seen.items()}
