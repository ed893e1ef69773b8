"""What the cards of a Formula row say together: its numbers, whether it is true, whether a card is amiss."""

from __future__ import annotations

import re

SIGNS = "-+×÷"  # the minus first, as these make a class of characters
FORMULA = re.compile(rf"[\dJ]{{1,4}}[{SIGNS}][\dJ]{{1,4}}=[\dJ]{{1,4}}")
START = re.compile(r"[\dJ]{2}=")
FULL = 5  # tokens of a whole formula


def is_grammatical(text: str) -> bool:
    """Whether faces make a formula, or the two open cards and the = that a game begins with."""
    return bool(FORMULA.fullmatch(text) or START.fullmatch(text))


def split_tokens(text: str) -> tuple[str, ...]:
    """Numbers are what stands between signs; two open cards before a lone = are two numbers."""
    if START.fullmatch(text):
        return tuple(text)
    return tuple(token for token in re.split(rf"([{SIGNS}=])", text) if token)


def is_formula(text: str) -> bool:
    """Whether cards make a whole formula: number, sign, number, equals sign, number."""
    return FORMULA.fullmatch(text) is not None


def is_true(tokens: tuple[str, ...]) -> bool:
    """Whether some value of the jokers makes the formula true; what is no formula cannot be untrue."""
    if not is_formula("".join(tokens)):
        return True
    for left in _values(tokens[0]):
        for right in _values(tokens[2]):
            answer = _reckon(left, tokens[1], right)
            if answer is not None and _reads(tokens[4], str(answer)):
                return True
    return False


def lacking_ends(tokens: tuple[str, ...]) -> list[int]:
    """The ends (0 or -1) at which one more digit would make an untrue formula true: one may be hidden.

    With jokers too many formulas would.
    """
    if len(tokens) != FULL or "J" in "".join(tokens) or is_true(tokens):
        return []
    first, *middle, last = tokens
    longer = {
        0: [(digit + first, *middle, last) for digit in "123456789"],
        -1: [(first, *middle, last + digit) for digit in "0123456789"],
    }
    return [
        end
        for end, each in longer.items()
        if any(is_formula("".join(more)) and is_true(more) for more in each)
    ]


def spare_ends(text: str) -> list[int]:
    """The ends (0 or -1) of an untrue formula without which it would be true: no card may lie there."""
    if "J" in text or is_true(split_tokens(text)):
        return []
    shorter = {0: text[1:], -1: text[:-1]}
    return [end for end, rest in shorter.items() if is_formula(rest) and is_true(split_tokens(rest))]


def leading_zeros(text: str) -> list[int]:
    """Which cards are a 0 that begins a number of more than one card."""
    return [zero.start() for zero in re.finditer(r"(?<![\dJ])0(?=[\dJ])", text)]


def vouches_for_itself(tokens: tuple[str, ...]) -> bool:
    """Whether a formula is true and would be untrue with any one card more: then none was left out.

    Not with two jokers, which make too many formulas true, nor with nothing multiplied or divided, which
    stays nothing, nor where a number stays what it is: 7 - 0 = 7 is as true as 71 - 0 = 71, with both its
    last cards hidden.
    """
    text = "".join(tokens)
    if len(tokens) != FULL or text.count("J") > 1 or not is_grammatical(text) or not is_true(tokens):
        return False
    if "J" not in text:
        return _hangs_together(tokens)
    laid = (split_tokens(text.replace("J", digit)) for digit in "0123456789")
    return all(_hangs_together(each) for each in laid if is_true(each)) and not _true_with_one_more(tokens)


def _hangs_together(tokens: tuple[str, ...]) -> bool:
    """Whether no number of a true formula leaves another what it is or makes it nothing."""
    left, sign, right, _, answer = tokens
    return not (sign in "×÷" and "0" in (left, right)) and answer not in (left, right)


def _true_with_one_more(tokens: tuple[str, ...]) -> bool:
    """Whether some digit put in anywhere leaves a formula true; no number begins with 0, by the rules."""
    for place in (0, 2, 4):
        number = tokens[place]
        for at in range(len(number) + 1):
            for digit in "0123456789":
                longer = (*tokens[:place], number[:at] + digit + number[at:], *tokens[place + 1 :])
                if not leading_zeros("".join(longer)) and is_formula("".join(longer)) and is_true(longer):
                    return True
    return False


def _values(token: str) -> list[int]:
    """All values a number may have, jokers being any digit, but no 0 before others."""
    texts = [""]
    for face in token:
        texts = [text + digit for text in texts for digit in ("0123456789" if face == "J" else face)]
    return [int(text) for text in texts if token[0] != "J" or len(text) == 1 or text[0] != "0"]


def _reads(token: str, number: str) -> bool:
    """Whether cards, jokers being any digit, are a number."""
    return len(token) == len(number) and all(a in ("J", b) for a, b in zip(token, number, strict=True))


def _reckon(left: int, sign: str, right: int) -> int | None:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right if left >= right else None
    if sign == "×":
        return left * right
    return left // right if right and left % right == 0 else None
