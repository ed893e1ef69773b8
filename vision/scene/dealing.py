"""Pieces laid by lot: a game's own, as any player of any set might have laid them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.artwork import addup
from vision.artwork.look import ATKINSON_TEXT, Look
from vision.scene.colours import rgb
from vision.scene.jokers import any_joker
from vision.scene.layouts import formula_tokens, lay_add_up, lay_code, lay_formula, lay_tiles
from vision.scene.scene import Placed

Rng = np.random.Generator

GAMES = ("addique", "formula", "addup", "code777")


def deal(rng: Rng, game: str, look: Look, care: float, themed: bool = False) -> tuple[Placed, ...]:
    """Pieces of a game in a look; themed: with the jokers of our own printed sets."""
    if game == "addique":
        count = int(np.clip(np.exp(rng.uniform(0, np.log(49))), 1, 48))
        gap = float(rng.choice([0.0, rng.uniform(0, 0.02), rng.uniform(0, 0.09)]))
        return lay_tiles(rng, look, count, gap, care, bool(rng.random() < 0.3))
    if game == "formula":
        joker = any_joker(rng, look) if rng.random() < 0.6 and not themed else None
        return lay_formula(rng, look, formula_tokens(rng), care, float(rng.choice([0.0, 0.15, 0.4])), joker)
    if game == "jokers":
        tokens = ["".join(rng.choice(list("J0123456789"), 2)), str(rng.choice(list("+-×÷="))), "J"]
        return lay_formula(rng, look, tokens, care, 0.1, None if themed else any_joker(rng, look))
    if game == "addup":
        yellow = rgb(rng.uniform(0.09, 0.17), rng.uniform(0.5, 1), rng.uniform(0.7, 1))
        if themed or rng.random() < 0.3:
            look = look if themed else replace(look, symbol_face=yellow, text_font=ATKINSON_TEXT)
            jokers = addup.card("W", look), addup.card("Y", look)
        else:
            jokers = any_joker(rng, look, "W"), any_joker(rng, look, "Y", yellow)
        return lay_add_up(rng, look, care, jokers)
    if game == "code777":
        return lay_code(rng, look, care, themed)
    return ()
