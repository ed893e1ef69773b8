"""Record a whole game: players play it on a simulated table, and every press of NEXT keeps a picture.

python -m benchmarks.record GAME FOLDER [--seed N] [--stage N]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from device.hands import pieces_of
from device.tabletop import STILL, Tabletop
from scoring.code777 import Guess
from scoring.games import GAMES, game_named
from scoring.match import Match, Played
from scoring.players import deal
from scoring.players.dealt import Dealt
from scoring.snapshot import TablePiece
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


@dataclass(frozen=True)
class Moment:
    """What lies there when somebody presses NEXT, and what it must give; with no pieces it is only said."""

    told: dict[str, Any]
    pieces: tuple[TablePiece, ...] = ()
    kind: str = ""


def record(
    game: str, folder: Path, seed: int, stage: int, lot: Lot, players: tuple[str, ...]
) -> dict[str, Any]:
    """Play a game to its end, keep what the camera saw at each press, and tell what each must give."""
    rng = np.random.default_rng(stage)
    # A box is our own board or a bought one of wood; boards of any look are nobody's.
    printed = tuple(THEMES.values())
    look = printed[rng.integers(3)] if game == "trictrac" else draw_look(rng, lot, game != "addique")
    dealt = _dealt(game, players, Random(seed))
    moments = list(_racks_and_turns(dealt) if game == "code777" else _layouts(dealt))
    margin_mm = {"addique": look.cell_mm * 2, "trictrac": 15.0}.get(game, look.card_height_mm * 0.8)
    places = _places(game, [moment.pieces for moment in moments], look)
    tabletop = Tabletop(seed, look, _scene(rng, lot, look, places, margin_mm))
    folder.mkdir(parents=True, exist_ok=True)
    presses = [_press(tabletop, game, moment, folder, number) for number, moment in enumerate(moments)]
    told = {"game": game, "players": list(players), **dealt.table.start, "seed": seed, "stage": stage}
    lines = ",\n  ".join(json.dumps(press, ensure_ascii=False, default=str) for press in presses)
    head = json.dumps({**told, "presses": []}, ensure_ascii=False, default=str)
    (folder / "game.json").write_text(head.replace("[]}", f"[\n  {lines}\n]}}\n"))
    return {**told, "presses": presses}


def _press(tabletop: Tabletop, game: str, moment: Moment, folder: Path, number: int) -> dict[str, Any]:
    """Keep what the camera sees at a moment, and return what it must give."""
    if not moment.pieces:
        return moment.told
    tabletop.arrange(game, moment.pieces)
    if moment.kind == "-hand":
        tabletop.hold_hand(tabletop.place_mm(game, moment.pieces))
    picture = f"{number:03d}{moment.kind}.jpg"
    quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    cv2.imwrite(str(folder / picture), tabletop.frame(SIZE).picture, quality)
    tabletop.hold_hand(None)
    return {"picture": picture, **moment.told}


def _layouts(dealt: Dealt) -> Iterator[Moment]:
    """Games whose turns lie on the table: the opening, then every turn, now and then behind a hand."""
    match = Match(dealt.table)
    if pieces_of(match):
        yield Moment({}, pieces_of(match), "-open")
    for turn in dealt.turns():
        match = match.with_event(Played(turn))
        if len(match.turns) % HAND_EVERY == 0:
            yield Moment({}, pieces_of(match), "-hand")
        written = game_named(dealt.table.game).write_turn(dealt.table, turn)
        yield Moment({"turn": written, "points": match.results[-1].points}, pieces_of(match))


def _racks_and_turns(dealt: Dealt) -> Iterator[Moment]:
    """Code 777: its racks are shown to the camera, its turns are said."""
    match = Match(dealt.table)
    for cards in dealt.table.start["racks"].values():
        yield _rack(cards)
    for turn in dealt.turns():
        match = match.with_event(Played(turn))
        said = replace(turn, rack=None, spare=None) if isinstance(turn, Guess) else turn
        written = game_named("code777").write_turn(dealt.table, said)
        yield Moment({"said": written, "points": match.results[-1].points})
        if isinstance(turn, Guess) and not match.standing.finished:
            yield from (_rack(cards) for cards in (turn.rack, turn.spare) if cards)


def _rack(cards: Sequence[object]) -> Moment:
    names = [str(one) for one in cards]
    pieces = tuple(TablePiece(name, at, 0) for at, name in enumerate(names))
    return Moment({"rack": names}, pieces, "-rack")


def _dealt(game: str, players: tuple[str, ...], rng: Random) -> Dealt:
    """Deal until the first player named begins, as a replay takes for granted."""
    while True:
        state = rng.getstate()
        dealt = deal(game, players, rng)
        if next(dealt.turns()).seat == 0:
            rng.setstate(state)
            return deal(game, players, rng)


def _places(
    game: str, layouts: list[tuple[TablePiece, ...]], look: Look
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return where pieces come to lie in the whole game, in mm."""
    tabletop = Tabletop(look=look)
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
    print(f"{len(told['presses'])} moments in {args.folder}")


if __name__ == "__main__":
    main()
