"""Code 777's question cards: a number, the question, and what may be answered."""

from __future__ import annotations

from scoring.code777_questions import ANSWERS, COUNTED, QUESTIONS
from vision.artwork.lettering import cap_height, draw_text, text_width, wrap
from vision.artwork.look import FELT, Look
from vision.artwork.outlines import circle, rectangle
from vision.artwork.shapes import Piece, Shape

COUNT = 23
LINE_HEIGHT = 1.28


def question_card(number: int, language: str, look: Look) -> Piece:
    """The card of a question, 1 to 23, lying on its side so that lines are long."""
    width, height = look.card_height_mm, look.card_width_mm
    inset = look.card_border_inset_mm
    outline = rectangle(width, height, look.card_corner_mm)
    shapes = [
        Shape((outline,), look.card_face, "face"),
        Shape(
            (
                rectangle(width - 2 * inset, height - 2 * inset, 1.2),
                rectangle(width - 2 * inset - 0.7, height - 2 * inset - 0.7, 0.9),
            ),
            FELT,
            "border",
        ),
    ]
    shapes.append(_badge(number, look, height * 0.235, -height / 2 + inset + height * 0.17))
    shapes += _question(QUESTIONS[language][number - 1], look, width, height)
    shapes += _answer(number, language, look, width, height)
    return Piece(f"question {number}", outline, tuple(shapes), (), look.card_thickness_mm)


def _badge(number: int, look: Look, size_mm: float, y_mm: float) -> Shape:
    """The question's number, left open in a disc, so that it also reads when it is engraved."""
    size = size_mm * 0.62
    digits = draw_text(look.font, str(number), size, 0.0, y_mm + cap_height(look.font, size) / 2, FELT)
    holes = tuple(ring for shape in digits for ring in shape.rings)
    return Shape((circle(size_mm, 0.0, y_mm), *holes), FELT, "spot")


def _question(text: str, look: Look, width_mm: float, height_mm: float) -> tuple[Shape, ...]:
    """The sentence in the middle, as large as it fits."""
    room_mm, tall_mm = width_mm - 2 * look.card_border_inset_mm - 7.0, height_mm * 0.4
    size = height_mm * 0.112
    lines = wrap(look.text_font, text, size, room_mm)
    while len(lines) * size * LINE_HEIGHT > tall_mm:
        size *= 0.96
        lines = wrap(look.text_font, text, size, room_mm)
    # Between the badge and the answer, where the middle of the card is a little low.
    top = height_mm * 0.085 - len(lines) * size * LINE_HEIGHT / 2
    shapes: list[Shape] = []
    for i, line in enumerate(lines):
        baseline = top + (i + 0.76) * size * LINE_HEIGHT
        shapes += draw_text(look.text_font, line, size, 0.0, baseline, look.ink)
    return tuple(shapes)


def _answer(number: int, language: str, look: Look, width_mm: float, height_mm: float) -> tuple[Shape, ...]:
    """What may be answered, small at the foot."""
    counted, first, second, same = ANSWERS[language]
    words = counted if number <= COUNTED else f"{first}  ·  {second}  ·  {same}"
    size = height_mm * 0.075
    room_mm = width_mm - 2 * look.card_border_inset_mm - 5.0
    size = min(size, room_mm / text_width(look.text_font, words, 1.0))
    baseline = height_mm / 2 - look.card_border_inset_mm - height_mm * 0.06
    return draw_text(look.text_font, words, size, 0.0, baseline, FELT)
