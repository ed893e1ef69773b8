"""The cards of Add Up's rows: which digits share one, what it says, and whether that is clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.addup.sharing import Line, share_cards
from vision.addup.yellow import FACES, JOKER, NAMES, SURE_FACE, SURE_YELLOW, YELLOW
from vision.cards.found import log_faces
from vision.cards.numbers import read_about, read_whole
from vision.cards.rows import Row
from vision.cards.whole_rows import WholeRow
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.network import Numbers
from vision.reading import Candidate, Doubt
from vision.upright.ink import parted_by_line
from vision.upright.standing import Standing

JOKERS = ("W", "Y")
OFF_LINE = 0.42  # digit heights between the digits of one card, across their line: old figures dance
USUAL_WIDE = 0.66  # of a digit's height
MOST_APART = 1.6  # digit heights between the middles of two digits that may share a card
CROWDED = 0.9  # glyph heights: no joker lies so near the next card
SURE_MARGIN, SURE_INKED = 3.0, 1.5  # of 1,259 digits read by their ink none was wrong with more than 0.7
SURE_INKED_FACE = 0.72
SURE_LONGER, LEAST_HALF = 0.9, 0.4  # the chances of a number, and of its digit that was read
FAR_CLEARER, NO_CARD = 0.9, 0.8  # the chances of another face, and of none, that make an unclear one that
HARDLY, CERTAIN = 0.9, 0.97  # the chances of digits that may be wrong though clear, and of what is right then
VOUCHED = 0.995  # the chance of a number that a card and its row both see, whatever its digits say
MOST_SHARED = 1.3  # glyph heights between the middles of two digits that may be one number
ON_CARD = 0.9  # glyph heights from a card's middle
MOST_REACH = 1.3  # of the least step from card to card; of fanned cards less than a whole one is seen
SIDE_BY_SIDE = 1.4  # of the usual step from card to card
MOSTLY_INKED = 0.6  # of a table's numerals: then a digit whose ink does not stand clear touches something


@dataclass(frozen=True)
class Card:
    """The glyphs of one card, what they say, and whether that is clear."""

    name: str
    glyphs: Ints
    chance: float
    clear: bool
    others: tuple[Candidate, ...]
    told: bool = True
    """Whether a joker's colour is clear."""
    ghost: bool = False
    """Whether there is hardly a card at all: then it is only a doubt."""
    settled: bool = False
    """Whether the whole card surely says the same as its digits: nothing more stands on it."""
    whole: float = 0.0
    """The chance of its face as a whole."""

    @property
    def face(self) -> str:
        """The number, or J for a joker of any colour."""
        return "J" if self.name in JOKERS else self.name


def name_cards(
    picture: Layers,
    standing: Standing,
    shades: Floats,
    rows: list[Row],
    wholes: list[WholeRow],
    numbers: Numbers,
) -> list[list[Card]]:
    """The cards of each row: digits that stand close together share one, unless an edge parts them."""
    lines = [line_of(picture, standing, row) for row in rows]
    shared, doubted = share_cards(lines)
    for line in lines:
        near = (np.diff(line.place) < CROWDED * standing.size) & (line.joker[1:] | line.joker[:-1])
        doubted |= set(line.glyphs[1:][near].tolist()) | set(line.glyphs[:-1][near].tolist())
    cards = [
        [_card(group, standing, shades, not doubted & set(group.tolist())) for group in groups]
        for groups in shared
    ]
    return [
        _look_again(picture, standing, row, whole, numbers, shades)
        for row, whole in zip(cards, wholes, strict=True)
    ]


def _look_again(
    picture: Layers,
    standing: Standing,
    cards: list[Card],
    row: WholeRow,
    numbers: Numbers,
    shades: Floats,
) -> list[Card]:
    """The same cards, clear where they say the same as a whole, unclear where they say something else.

    Two digits that are one number as a whole share a card, and one of two digits is that number.
    """
    cards = _joined(picture, standing, cards, row, numbers)
    at = np.array([_middle(standing, card) for card in cards])
    said = [card.face for card in cards]
    whole = read_whole(picture, at, standing.steps, numbers, scales=(1.0,)).among(row.at(at))
    other = np.array([name != face for name, face in zip(whole.names, said, strict=True)])
    closer = np.nonzero(~np.array([card.clear for card in cards]) | other)[0]
    about = read_about(picture, at[closer], standing.steps, numbers)
    whole = whole.put(closer, about.among(row.at(at[closer])))
    chances = np.array([card.chance for card in cards])
    jokers = np.array([face == "J" for face in said])
    settled = whole.say(said, chances) & ~row.covered(at, jokers)
    # Half of a number may look like another one: what may be covered has to be the same as a whole.
    denied = whole.deny(said) | (~jokers & ~settled & row.covered(at, ~jokers))
    return [
        _longer(card, whole.names[i], float(whole.clear[i]))
        or _judged(card, bool(settled[i]), bool(denied[i]), whole.names[i], float(whole.clear[i]), shades)
        for i, card in enumerate(cards)
    ]


def _judged(card: Card, settled: bool, denied: bool, name: str, chance: float, shades: Floats) -> Card:
    """A card as its digits say, or as the whole does where that is far clearer; then it is mostly a doubt."""
    if _is_other(card, settled, name, chance):
        others = (Candidate(card.name, card.chance),)
        if not name:
            return replace(card, clear=False, ghost=True)
        name = _joker_name(float(shades[card.glyphs[0]])) if name == "J" else name
        vouched = name.isdigit() and chance > VOUCHED
        return replace(card, name=name, chance=chance, clear=vouched, settled=vouched, others=others)
    clear = (card.clear or (settled and card.told)) and not denied
    return replace(card, clear=clear, settled=settled, whole=chance * settled)


def _is_other(card: Card, settled: bool, name: str, chance: float) -> bool:
    """Whether a card is far more clearly something else as a whole, or nothing, than what its digits say."""
    if card.clear:
        return bool(name) and card.chance < HARDLY and chance > CERTAIN and name != card.face
    return not settled and chance > (FAR_CLEARER if name else NO_CARD) and name != card.face


def _joker_name(shade: float) -> str:
    return "Y" if shade > YELLOW else "W"


def _longer(card: Card, name: str, chance: float) -> Card | None:
    """A card of which one of two digits was read, if the number is surely seen as a whole."""
    if not (len(name) == 2 and len(card.face) == 1 and card.face in name and card.face != "J"):
        return None
    if chance < SURE_LONGER:
        return None
    others = (Candidate(card.name, 1 - chance),)
    return replace(card, name=name, clear=card.chance > LEAST_HALF, others=others, settled=True)


def _joined(
    picture: Layers, standing: Standing, cards: list[Card], row: WholeRow, numbers: Numbers
) -> list[Card]:
    """The same cards, two neighbours that may share one made one where they surely are as a whole."""
    found: list[Card] = []
    for card in cards:
        last = found[-1] if found else None
        if last is not None and _may_share(standing, last, card):
            both = last.name + card.name
            at = (_middle(standing, last) + _middle(standing, card)) / 2
            whole = read_whole(picture, at[None], standing.steps, numbers).among(row.at(at[None]))
            chance, name = min(last.chance, card.chance), whole.names[0]
            same = not (last.clear and card.clear) and whole.say([both], np.array([chance]))[0]
            one = row.is_one(_middle(standing, last), _middle(standing, card))
            if same or (one and len(name) == 2 and name != both and whole.clear[0] > SURE_LONGER):
                glyphs = np.concatenate([last.glyphs, card.glyphs])
                clear = card.clear and name == both
                found[-1] = replace(card, name=name, glyphs=glyphs, chance=chance, clear=clear)
                continue
        found.append(card)
    return found


def _may_share(standing: Standing, one: Card, other: Card) -> bool:
    """Whether two cards may be the two digits of one number."""
    digits = len(one.face) == len(other.face) == 1 and one.face in "123456789" and other.face.isdigit()
    near = np.linalg.norm(_middle(standing, other) - _middle(standing, one)) < MOST_SHARED * standing.size
    return bool(digits and near)


def _middle(standing: Standing, card: Card) -> Floats:
    return np.asarray(standing.marks.xy[card.glyphs].mean(axis=0))


def too_wide(standing: Standing, rows: list[list[Card]]) -> list[Card]:
    """The cards whose two digits reach farther than it is from one card to the next: they lie on two."""
    middles = [np.sort([_middle(standing, card) @ standing.along for card in row]) for row in rows]
    least = min((float(np.diff(row).min()) for row in middles if len(row) > 1), default=np.inf)
    pairs = [card for row in rows for card in row if len(card.glyphs) > 1]
    return [card for card in pairs if _reach(standing, card) > MOST_REACH * least]


def _reach(standing: Standing, card: Card) -> float:
    """From the left of a card's first digit to the right of its last."""
    places, wide = standing.marks.xy[card.glyphs] @ standing.along, standing.wide[card.glyphs]
    usual = USUAL_WIDE * standing.marks.size[card.glyphs]
    return float(np.ptp(places) + np.where(wide > 0, wide, usual).mean())


def squeezed_in(standing: Standing, cards: list[Card], ghost: Card) -> bool:
    """Whether what hardly is a card stands between two that lie side by side, so that none can be there."""
    places = np.sort([_middle(standing, card) @ standing.along for card in cards if not card.ghost])
    after = int(np.searchsorted(places, _middle(standing, ghost) @ standing.along))
    steps = np.diff(places)
    return 0 < after < len(places) and bool(steps[after - 1] < SIDE_BY_SIDE * np.median(steps))


def unsettled(doubts: Sequence[Doubt], standing: Standing, cards: list[Card]) -> list[Doubt]:
    """Those doubts that are not about a card which says all that stands on it."""
    known = [_middle(standing, card) for card in cards if card.settled]
    at, reach = np.array(known).reshape(-1, 2), ON_CARD * standing.size
    return [each for each in doubts if not (np.hypot(*(at - (each.x, each.y)).T) < reach).any()]


def _parted(picture: Layers, standing: Standing, glyphs: Ints) -> NDArray[np.bool_]:
    """Between which glyphs of a row and their next the edge of a card runs, so that they are on two."""
    xy, tall = standing.marks.xy[glyphs], standing.marks.size[glyphs]
    found = np.zeros(max(len(glyphs) - 1, 0), bool)
    for i in range(len(found)):
        size = float(tall[i : i + 2].max())
        apart = float(np.linalg.norm(xy[i + 1] - xy[i])) / size
        if apart < MOST_APART:
            found[i] = parted_by_line(picture, xy[i : i + 2].mean(axis=0), standing.along, size, apart)
    return found


def line_of(picture: Layers, standing: Standing, row: Row) -> Line:
    """The glyphs of a row as they follow each other, jokers, zeros and ones told apart."""
    marks, glyphs = standing.marks, row.glyphs
    said = standing.chances[glyphs][:, FACES].argmax(axis=1)
    tall, wide = marks.size[glyphs], standing.wide[glyphs]
    wide = np.where(wide > 0, wide, USUAL_WIDE * tall)
    parted = _parted(picture, standing, glyphs)
    zero, one = said == NAMES.index("0"), said == NAMES.index("1")
    return Line(glyphs, marks.xy[glyphs] @ row.along, tall, wide, said == JOKER, zero, one, parted)


def _card(group: Ints, standing: Standing, shades: Floats, whole: bool) -> Card:
    logs = log_faces(standing.chances[group], FACES)
    order = np.argsort(-logs, axis=1)
    best = order[:, 0]
    margin = float((np.sort(logs, axis=1)[:, -1] - np.sort(logs, axis=1)[:, -2]).min())
    chance = float(standing.chances[group][:, FACES].max(axis=1).min())
    inked = bool((standing.wide[group] > 0).all())
    if len(group) == 1 and best[0] == JOKER:
        shade = float(shades[group[0]])
        name = _joker_name(shade)
        other = "W" if name == "Y" else "Y"
        told = abs(shade - YELLOW) >= SURE_YELLOW
        clear = told and whole and not standing.torn[group].any()
        return Card(name, group, chance, clear, (Candidate(other, 1 - chance),), told)
    clear = whole and chance >= (SURE_INKED_FACE if inked else SURE_FACE) and not standing.torn[group].any()
    clear &= margin >= (SURE_INKED if inked else SURE_MARGIN)
    clear &= inked or _inked_share(standing) < MOSTLY_INKED
    level = standing.marks.xy[group] @ standing.down / standing.marks.size[group].max()
    clear &= len(group) == 1 or (len(group) == 2 and NAMES[best[0]] != "0" and np.ptp(level) < OFF_LINE)
    name = "".join(NAMES[i] for i in best)
    others = tuple(
        Candidate("".join([*map(NAMES.__getitem__, best[:-1]), NAMES[k]]), float(np.exp(logs[-1, k])))
        for k in order[-1, 1:3]
    )
    return Card(name, group, chance, clear, others)


def _inked_share(standing: Standing) -> float:
    """Of how many of a table's numerals the ink stands clear; jokers have none."""
    numerals = standing.chances[:, FACES].argmax(axis=1) != JOKER
    return float((standing.wide[numerals] > 0).mean()) if numerals.any() else 0.0
