"""Names for the tiles of an Addique table, all together, and doubts about those that are not clear."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.network import Glyphs
from vision.reading import Candidate, Doubt, Piece, Reading
from vision.tiles.patterns import NAMES, NUMERALS, score_tiles, share_out
from vision.tiles.places import Places, log_chances, read_arms
from vision.unclear import doubts_of_unclear

# Of 1,613 tiles on bad pictures one was misread, with a margin of 1.4; every numeral is told by two arms.
SURE_MARGIN = 3.0  # nats between the two likeliest tiles
SURE_ARM = 0.12  # the chance of a tile's faintest numeral
CLEAR_MARGIN = 4.0  # with this margin it may be fainter: of 65 faint tiles with 3 to 6.5 none was misread
LEAST_ARM = 0.04
TOLD_ARM = 0.2  # the chance of each numeral of a tile that all four tell together
REMEMBERED = 2.0  # nats by which a tile that lay there before may look less likely than another
SAME_PLACE = 0.4  # cells
CERTAIN = 0.99  # a piece read with this confidence is remembered even from an unsure reading
TURNED_ARM, TURNED_LEAD = 0.6, 4.0


def name_tiles(
    picture: Layers, glyphs: Glyphs, places: Places, chances: Floats, previous: Reading | None
) -> tuple[tuple[Piece, ...], list[Doubt]]:
    """Share the tiles out among the places; doubt those that are close between two or have a faint arm.

    A tile that lay at a place before settles what is faint there; what is clear is never overruled.
    """
    if not len(places):
        return (), []
    scores = score_tiles(log_chances(chances))
    index = np.arange(len(places))
    tiles = share_out(scores).tiles
    margin, weakest = _clearness(scores, chances, tiles)
    close = margin < SURE_MARGIN
    faint = ~close & (weakest < np.where(margin >= CLEAR_MARGIN, LEAST_ARM, SURE_ARM))
    before = _before(places, previous)
    settled = (close | faint) & (before >= 0)
    settled &= scores[index, before] > scores.max(axis=1) - REMEMBERED
    tiles = np.where(settled, before, tiles)
    share = np.exp(scores - scores.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    likely = np.argsort(-scores, axis=1)[:, :4]
    pieces = tuple(_piece(places, int(i), int(tiles[i]), likely[i].tolist(), share[i]) for i in index)
    turned = np.zeros(len(places), bool)
    unclear = np.nonzero((close | faint) & ~settled)[0]
    turned[unclear] = _turned(picture, glyphs, places.pick(unclear), scores[unclear].max(axis=1))
    why = [
        doubt("turned" if turned[i] else "numeral" if close[i] else "hidden", *places.centres[i].tolist())
        for i in unclear
    ]
    why += _causes(picture, places, chances, unclear[~turned[unclear]])
    if len(places) > len(NAMES):
        why.append(doubt("crowd"))
    return pieces, why


def tell_tile(chances: Floats) -> NDArray[np.bool_]:
    """Which places have four numerals that clearly make one tile, even if each alone might be none."""
    scores = score_tiles(log_chances(chances))
    margin, weakest = _clearness(scores, chances, scores.argmax(axis=1))
    return np.asarray((margin > SURE_MARGIN) & (weakest > TOLD_ARM))


def doubt_suspects(picture: Layers, glyphs: Glyphs, places: Places) -> list[Doubt]:
    """Doubts about places that look like tiles and cannot be read: is one turned against the others?"""
    turned = _turned(picture, glyphs, places, np.full(len(places), -np.inf))
    return [
        doubt("turned" if other else "loose-spot", *centre)
        for other, centre in zip(turned, places.centres.tolist(), strict=True)
    ]


def _clearness(scores: Floats, chances: Floats, tiles: Ints) -> tuple[Floats, Floats]:
    """By how much each tile leads, and the chance of its faintest numeral."""
    index = np.arange(len(tiles))
    others = scores.copy()
    others[index, tiles] = -np.inf
    seen = np.take_along_axis(chances, NUMERALS[tiles][..., None], axis=2)[..., 0]
    return scores[index, tiles] - others.max(axis=1), np.asarray(seen.min(axis=1))


def _before(places: Places, previous: Reading | None) -> Ints:
    """The tile that was read for certain at each place before, or -1."""
    known = [
        piece
        for piece in (previous.pieces if previous else ())
        if previous and piece.name in NAMES and (previous.sure or piece.confidence >= CERTAIN)
    ]
    if not known:
        return np.full(len(places), -1)
    gap = np.linalg.norm(places.centres[:, None] - np.array([(p.x, p.y) for p in known]), axis=2)
    names = np.array([NAMES.index(piece.name) for piece in known])
    near = gap.min(axis=1) < SAME_PLACE * places.sides
    return np.where(near, names[gap.argmin(axis=1)], -1)


def _turned(picture: Layers, glyphs: Glyphs, places: Places, upright: Floats) -> NDArray[np.bool_]:
    """Which tiles make clear sense only when turned against the table."""
    if not len(places):
        return np.zeros(0, bool)
    tables = [places.turned(quarters) for quarters in (1, 2, 3)]
    chances = read_arms(picture, glyphs, *tables).reshape(3 * len(places), 4, 8)
    scores = score_tiles(log_chances(chances))
    _, weakest = _clearness(scores, chances, scores.argmax(axis=1))
    lead = scores.max(axis=1).reshape(3, -1) - upright
    return np.asarray(((weakest.reshape(3, -1) > TURNED_ARM) & (lead > TURNED_LEAD)).any(axis=0))


def _causes(picture: Layers, places: Places, chances: Floats, unclear: Ints) -> list[Doubt]:
    """What spoils the faintest numeral of each unclear tile."""
    if not len(unclear):
        return []
    faintest = chances[unclear].max(axis=2).argmin(axis=1)
    return doubts_of_unclear(picture, places.arms()[unclear, faintest], places.axes[unclear])


def _piece(places: Places, i: int, tile: int, likely: list[int], share: Floats) -> Piece:
    x, y = places.centres[i].tolist()
    across, down = (np.abs(places.axes[i]).sum(axis=1) * 1.5).tolist()
    others = [other for other in likely if other != tile][:3]
    return Piece(
        NAMES[tile],
        x,
        y,
        float(share[tile]),
        tuple(Candidate(NAMES[other], float(share[other])) for other in others),
        (x - across, y - down, x + across, y + down),
        col=int(places.cells[i, 0]),
        row=int(places.cells[i, 1]),
    )
