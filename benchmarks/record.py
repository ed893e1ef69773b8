"""Record a whole game: players play it on a simulated table, and every press of NEXT keeps a picture.

python -m benchmarks.record GAME FOLDER [--seed N] [--stage N]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from device.hands import pieces_of
from device.tabletop import STILL, Tabletop
from scoring.games import GAMES, game_named
from scoring.match import Match, Played
from scoring.players import deal
from scoring.players.dealt import Dealt
from vision.artwork.look import THEMES, Look
from vision.artwork.trictrac import board
from vision.scene.camera import Camera, project
from vision.scene.chance import draw_light, draw_sensor, draw_table
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.scene.scene import Material, Scene
from vision.training.fonts import find_faces, lot_of

SIZE = (1280, 720)
JPEG_QUALITY = 70
HAND_EVERY = 7
"""Every so many turns somebody presses while a hand still lies there: a picture that makes no turn."""


def record(
    game: str, folder: Path, seed: int, stage: int, lot: Lot, players: tuple[str, ...]
) -> dict[str, Any]:
    """Play a game to its end, keep what the camera saw at each press, and tell what each must give."""
    rng = np.random.default_rng(stage)
    # A box is our own board or a bought one of wood; boards of any look are nobody's.
    printed = tuple(THEMES.values())
    look = printed[rng.integers(3)] if game == "trictrac" else draw_look(rng, lot, game != "addique")
    matches = list(_matches(_dealt(game, players, Random(seed))))
    margin_mm = {"addique": look.cell_mm * 2, "trictrac": 15.0}.get(game, look.card_height_mm * 0.8)
    places = _places(game, matches, look)
    tabletop = Tabletop(seed, look, _scene(rng, lot, look, places, margin_mm))
    folder.mkdir(parents=True, exist_ok=True)
    events: list[dict[str, Any]] = []

    def press(name: str, **expected: Any) -> None:
        picture = f"{len(events):03d}{name}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        cv2.imwrite(str(folder / picture), tabletop.frame(SIZE).picture, quality)
        events.append({"picture": picture, **expected})

    for match in matches:
        pieces = pieces_of(match)
        tabletop.arrange(game, pieces)
        if match.turns:
            if len(match.turns) % HAND_EVERY == 0:
                tabletop.hold_hand(tabletop.place_mm(game, pieces))
                press("-hand")
                tabletop.hold_hand(None)
            turn = game_named(game).write_turn(match.table, match.turns[-1])
            press("", turn=turn, points=match.results[-1].points)
        elif pieces:
            press("-open")
    start = matches[0].table.start
    told = {"game": game, "players": list(players), **start, "seed": seed, "stage": stage, "presses": events}
    lines = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in events)
    head = json.dumps({**told, "presses": []}, ensure_ascii=False)
    (folder / "game.json").write_text(head.replace("[]}", f"[\n  {lines}\n]}}\n"))
    return told


def _dealt(game: str, players: tuple[str, ...], rng: Random) -> Dealt:
    """Deal until the first player named begins, as a replay takes for granted."""
    while True:
        state = rng.getstate()
        dealt = deal(game, players, rng)
        if next(dealt.turns()).seat == 0:
            rng.setstate(state)
            return deal(game, players, rng)


def _matches(dealt: Dealt) -> Iterator[Match]:
    """Yield the match before its first turn and after each."""
    match = Match(dealt.table)
    yield match
    for turn in dealt.turns():
        match = match.with_event(Played(turn))
        yield match


def _places(game: str, matches: list[Match], look: Look) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return where pieces come to lie in the whole game, in mm."""
    tabletop = Tabletop(look=look)
    layouts = [pieces_of(match) for match in matches]
    if game == "addique":
        layouts = layouts[-1:]
    spots = [
        tabletop.place_mm(game, pieces[:count]) for pieces in layouts for count in range(1, len(pieces) + 1)
    ]
    if game == "trictrac":
        spots += board(look).outline
    if game == "formula":
        # The row keeps its middle over the middle of the table, so it reaches as far to the left.
        spots += [(-x, y) for x, y in spots]
    return np.array(spots)


def _scene(
    rng: np.random.Generator, lot: Lot, look: Look, places: np.ndarray[Any, Any], margin_mm: float
) -> Scene:
    """Draw a table and its light by lot, and hang the camera so that it sees every place."""
    low, high = places.min(axis=0), places.max(axis=0)
    corners = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
    x, y = ((low + high) / 2).tolist()
    pitch, way, bend = float(rng.uniform(0, 22)), float(rng.uniform(0, 360)), float(rng.normal(0, 0.02))
    scale, half = 1.0, np.array(STILL) / 2
    for _ in range(4):
        camera = Camera((x, y), scale, 1.0, pitch, way, 0.0, bend)
        reach = np.abs(project(camera.matrix(STILL), corners) - half).max(axis=0)
        scale *= float(min(half / (reach + margin_mm * scale)))
    extent_mm = STILL[0] / scale
    return Scene(
        (),
        replace(camera, px_per_mm=scale),
        draw_table(rng, lot, (x, y), extent_mm, look),
        draw_light(rng, (float(rng.normal(0, 0.5)), float(rng.normal(0, 0.5)))),
        draw_sensor(rng, scale * look.cell_mm * SIZE[0] / STILL[0]),
        Material(
            "plain", float(rng.uniform(0, 0.5)), float(rng.uniform(0, 0.25)), seed=int(rng.integers(2**31))
        ),
    )


def main() -> None:
    """Record a game by lot."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.record", description=__doc__)
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--seed", type=int, default=1, help="draws the game")
    parser.add_argument("--stage", type=int, help="draws the set, the table and the light")
    parser.add_argument("--players", default="Ann,Bob", help="the starter first")
    parser.add_argument("--fonts", type=Path, help="keep the list of fit typefaces in this file")
    args = parser.parse_args()
    lot = lot_of(find_faces(args.fonts), held_out=True)
    stage = args.seed if args.stage is None else args.stage
    told = record(args.game, args.folder, args.seed, stage, lot, tuple(args.players.split(",")))
    print(f"{len(told['presses'])} pictures in {args.folder}")


if __name__ == "__main__":
    main()
