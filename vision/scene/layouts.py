"""How pieces lie in each game: grids of tiles, rows of cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.artwork import code777
from vision.artwork.addique import TILES, tile
from vision.artwork.cards import draw_card, joker_card, number_card
from vision.artwork.look import Look
from vision.artwork.shapes import Colour, Piece
from vision.scene.scene import Placed

Rng = np.random.Generator
Place = tuple[int, int]

ARMS: tuple[Place, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
SHARED_EDGES = 3
UNTRUE = 0.2  # of all formulas
JOKERS_LAID = (0.65, 0.28, 0.07)  # how often none, one and both of a set's jokers lie in a formula
YELLOW: Colour = (240, 195, 60)
CODE_INKS: tuple[Colour, ...] = (
    (60, 160, 80),
    (230, 180, 30),
    (30, 30, 30),
    (130, 85, 60),
    (205, 45, 45),
    (225, 95, 155),
    (40, 90, 185),
)


def cells(place: Place) -> set[Place]:
    """The five cells a tile covers."""
    return {place, *((place[0] + dx, place[1] + dy) for dx, dy in ARMS)}


def grow_places(rng: Rng, count: int) -> list[Place]:
    """Legal places for a number of tiles, laid one after the other."""
    places: list[Place] = [(0, 0)]
    taken = cells((0, 0))
    wander = rng.uniform(0, 3)
    way = rng.normal(0, 1, 2)
    while len(places) < count:
        base = places[int(rng.integers(len(places)))]
        spots = [(base[0] + dx, base[1] + dy) for dx in range(-3, 4) for dy in range(-3, 4)]
        fits = [spot for spot in spots if not cells(spot) & taken and _edges(spot, taken) >= SHARED_EDGES]
        if not fits:
            continue
        pull = np.array([wander * (spot[0] * way[0] + spot[1] * way[1]) * 0.1 for spot in fits])
        odds = np.exp(pull - pull.max())
        spot = fits[int(rng.choice(len(fits), p=odds / odds.sum()))]
        places.append(spot)
        taken |= cells(spot)
    return places


def _edges(place: Place, taken: set[Place]) -> int:
    own = cells(place)
    return sum((x + dx, y + dy) in taken for x, y in own for dx, dy in ARMS)


def lay_tiles(
    rng: Rng, look: Look, count: int, gap: float, care: float, any_numerals: bool = False
) -> tuple[Placed, ...]:
    """Addique tiles on one grid; gap is a share of the cell, care 0 is exact and 1 is careless."""
    names = [TILES[i] for i in rng.permutation(len(TILES))[:count]]
    if any_numerals:
        names = ["".join(map(str, rng.integers(0, 10, 4))) for _ in range(count)]
    pitch = look.cell_mm * (1 + gap)
    slack = care * (look.cell_mm * (0.006 + gap * 0.35))
    return tuple(
        Placed(
            tile(name, look),
            place[0] * pitch + rng.normal(0, 1) * slack,
            place[1] * pitch + rng.normal(0, 1) * slack,
            float(np.clip(rng.normal(0, 1.6) * care, -5, 5)),
            0.0,
            look.cell_mm,
            place,
        )
        for name, place in zip(names, grow_places(rng, count), strict=True)
    )


def formula_tokens(rng: Rng) -> list[str]:
    """A formula as players lay it: numbers up to 999, most often true, sometimes with jokers."""
    first, sign, second, result = _true_formula(rng)
    if rng.random() < UNTRUE:
        result = int(rng.integers(0, 10 ** rng.integers(1, 4)))
    tokens = [str(first), sign, str(second), "=", str(result)]
    for _ in range(int(rng.choice(len(JOKERS_LAID), p=JOKERS_LAID))):
        index = int(rng.choice([0, 2, 4]))
        at = int(rng.integers(len(tokens[index])))
        tokens[index] = tokens[index][:at] + "J" + tokens[index][at + 1 :]
    return tokens


def _true_formula(rng: Rng) -> tuple[int, str, int, int]:
    """Two numbers, a sign and what they make, none above 999."""
    sign = str(rng.choice(list("+-×÷")))
    while True:
        first, second = (int(rng.integers(0, 10 ** rng.integers(1, 4))) for _ in range(2))
        if sign == "+" and first + second < 1000:
            return first, sign, second, first + second
        if sign == "-" and first >= second:
            return first, sign, second, first - second
        if sign == "×" and first * second < 1000:
            return first, sign, second, first * second
        if sign == "÷" and second > 0 and first * second < 1000:
            return first * second, sign, second, first


def lay_formula(
    rng: Rng, look: Look, tokens: list[str], care: float, under: float, joker: Piece | None = None
) -> tuple[Placed, ...]:
    """Cards in a row, older ones peeping out underneath with a chance `under`; the joker may be another's."""
    width, height = look.card_width_mm, look.card_height_mm
    near, far = rng.uniform(-0.06, 0.12) * width, rng.uniform(0.1, 0.6) * width
    x, slope = 0.0, rng.normal(0, 0.03)
    placed: list[Placed] = []
    for token in tokens:
        for face in token:
            y = slope * x + rng.normal(0, 0.03) * height * care
            turn = float(rng.normal(0, 2.5) * care)
            lift = 0.0
            while rng.random() < under and lift < 2:
                old = (
                    str(rng.choice(list("0123456789")))
                    if face not in "+-×÷="
                    else str(rng.choice(list("+-×÷=")))
                )
                drift = rng.normal(0, 0.09, 2) * (width, height)
                placed.append(
                    _card(
                        draw_card(old, look), x + drift[0], y + drift[1], turn + rng.normal(0, 4), lift, look
                    )
                )
                lift += look.card_thickness_mm
            piece = joker if joker is not None and face == "J" else draw_card(face, look)
            placed.append(_card(piece, x, y, turn, lift, look))
            x += width + near + abs(rng.normal(0, 0.03)) * width * care
        x += far - near + abs(rng.normal(0, 0.1)) * width * care
    return _centred(placed)


def lay_add_up(
    rng: Rng, look: Look, care: float, jokers: tuple[Piece, Piece] | None = None
) -> tuple[Placed, ...]:
    """Two rows of numbers 0 to 99 and two jokers, which may be another's; now and then fanned."""
    placed: list[Placed] = []
    jokers = jokers or (joker_card(look, "W"), joker_card(look, "Y", YELLOW))
    fanned = rng.random() < 0.12
    step = look.card_width_mm * (rng.uniform(0.65, 1.0) if fanned else 1 + rng.uniform(0.0, 0.35))
    for row in (0, 1):
        y = row * look.card_height_mm * rng.uniform(1.02, 1.6)
        start = rng.uniform(-2, 2) * step
        for column in range(int(rng.integers(1, 8))):
            kind = rng.random()
            if kind < 0.3:
                piece = jokers[kind < 0.15]
            else:
                piece = number_card(str(rng.integers(0, rng.choice([11, 11, 100]))), look)
            x = start + column * step + rng.normal(0, 0.03) * step * care
            lift = column * look.card_thickness_mm if fanned else 0.0
            placed.append(
                _card(piece, x, y + rng.normal(0, 0.03) * step * care, rng.normal(0, 2.5) * care, lift, look)
            )
    return _centred(placed)


def lay_code(rng: Rng, look: Look, care: float, themed: bool = False) -> tuple[Placed, ...]:
    """Coloured numbers side by side, as on a rack of Code 777; themed: our own printed cards."""
    placed = []
    step = look.card_width_mm * (1 + rng.uniform(0.02, 0.5))
    for column in range(int(rng.integers(1, 5))):
        base = np.array(CODE_INKS[int(rng.integers(len(CODE_INKS)))]) + rng.normal(0, 14, 3)
        ink = tuple(int(c) for c in np.clip(base, 0, 255))
        number, line = str(rng.integers(0, 10)), ink if rng.random() < 0.5 else None
        piece = (
            code777.card(str(rng.choice(code777.CARDS)), look)
            if themed
            else number_card(number, look, ink=ink, line=line)
        )
        y = rng.normal(0, 0.06) * step * care
        placed.append(_card(piece, column * step, y, rng.normal(0, 5) * care, 0.0, look))
    return _centred(placed)


def _card(piece: Piece, x: float, y: float, turn: float, lift: float, look: Look) -> Placed:
    size = look.card_height_mm * look.card_numeral_share
    if len(piece.marks) > 1:
        size = min(size, max(mark.height_mm for mark in piece.marks))
    return Placed(piece, float(x), float(y), float(turn), lift, size)


def _centred(placed: list[Placed]) -> tuple[Placed, ...]:
    x = float(np.mean([p.x_mm for p in placed]))
    y = float(np.mean([p.y_mm for p in placed]))
    return tuple(replace(p, x_mm=p.x_mm - x, y_mm=p.y_mm - y) for p in placed)
