"""One photo from first to last: pieces, camera, table, clutter, what hides a piece, light, truth."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from benchmarks.traced import addique, addup, code777, formula, trictrac
from benchmarks.traced.camera import SIZES, View, fit
from benchmarks.traced.chance import Chance
from benchmarks.traced.clutter import COVERS, THINGS
from benchmarks.traced.hands import reach_in
from benchmarks.traced.layout import Facts, Layout
from benchmarks.traced.lights import Light, light_up
from benchmarks.traced.papers import DROP_MM, spread_papers
from benchmarks.traced.sensor import Sensor
from benchmarks.traced.stage import Stage
from benchmarks.traced.tables import set_table

GAMES: dict[str, Callable[[Stage, Chance], Layout]] = {
    "addique": addique.lay,
    "formula": formula.lay,
    "addup": addup.lay,
    "trictrac": trictrac.lay,
    "code777": code777.lay,
}
WHOLE = 0.97  # a piece of which so much is seen can be read
TRIES = 20


@dataclass(frozen=True)
class Photo:
    """A picture with what is true of it."""

    picture: Image.Image
    truth: Facts


def hidden(game: str, seed: int, number: int) -> str:
    """What hides a piece in this photo, if anything does: in one photo of every six."""
    chance = Chance("hidden", game, seed, number // 6)
    if chance.randrange(6) != number % 6:
        return ""
    return chance.choice(("hand", "hand", "thing", "edge"))


def set_camera(layout: Layout, chance: Chance) -> View:
    """A camera above the pieces, as someone with little time sets it up."""
    width, height = chance.choice(SIZES[1::2] if layout.small else SIZES)
    yaw = chance.uniform(0, 360) if chance.maybe(0.25) else chance.near(4.0)
    view = View(
        width=width,
        height=height,
        field_deg=chance.uniform(50, 70),
        pitch_deg=chance.choice((chance.uniform(0, 10), chance.uniform(0, 30))),
        yaw_deg=yaw,
        lean_deg=chance.uniform(0, 360) if chance.maybe(0.2) else chance.near(10),
    )
    view = fit(view, layout.corners, chance.uniform(*layout.fill), layout.least_mm)
    left, top, right, bottom = view.reach(layout.corners)
    spare_x, spare_y = max(0.0, min(left, width - right)), max(0.0, min(top, height - bottom))
    moved = view.moved(chance.uniform(-0.8, 0.8) * spare_x, chance.uniform(-0.8, 0.8) * spare_y)
    left, top, right, bottom = moved.reach(layout.corners)
    # A tilted camera stretches one side: what would then be cut stays in the middle.
    inside = min(left, top, width - right, height - bottom) > 0
    return moved if inside else view


def _cut(view: View, layout: Layout, chance: Chance) -> View:
    """The camera moved until the outermost piece on one side is cut by the picture's edge."""
    side = chance.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
    piece = max(
        layout.pieces, key=lambda one: sum(a * b for a, b in zip(view.pixel(one.middle), side, strict=True))
    )
    over = chance.uniform(-0.012, 0.012)
    for _ in range(4):
        x, y = view.pixel(piece.middle)
        goal_x = view.width * ((1 + over) if side[0] > 0 else -over) if side[0] else x
        goal_y = view.height * ((1 + over) if side[1] > 0 else -over) if side[1] else y
        view = view.moved(goal_x - x, goal_y - y)
    return view


def _shares(stage: Stage, view: View, layout: Layout) -> list[float]:
    """How much of each piece the camera sees of what one must see to read it."""
    shares = []
    for piece in layout.pieces:
        hits = stage.hits(view, piece.points)
        shares.append(sum(hit in piece.names for hit in hits) / len(hits))
    return shares


def _scatter(stage: Stage, view: View, layout: Layout, chance: Chance) -> int:
    """Put clutter round the pieces, and take away again what stands before one; how many things stay."""
    stay, before = 0, _shares(stage, view, layout)
    ground = [point[:2] for point in layout.corners] + [piece.middle[:2] for piece in layout.pieces]
    for _ in range(chance.choice((0, 1, 2, 3, 5))):
        turn, out = chance.uniform(0, math.tau), chance.uniform(0.85, 1.15)
        at = view.ground(
            view.width / 2 * (1 + out * math.cos(turn) * 1.1),
            view.height / 2 * (1 + out * math.sin(turn) * 1.1),
        )
        make, radius, _weight = chance.weighted([(thing, thing[2]) for thing in THINGS])
        if min(math.dist(at, spot) for spot in ground) < radius + 45:
            continue
        things = make(stage, chance, at, chance.uniform(0, 360))
        if any(now < was for now, was in zip(_shares(stage, view, layout), before, strict=True)):
            stage.remove(things)
        else:
            stay += 1
    return stay


def _hide(stage: Stage, view: View, layout: Layout, chance: Chance, how: str) -> None:
    """Put a hand or a thing over one of the pieces."""
    piece = chance.choice(layout.pieces)
    x, y = piece.middle[:2]
    height = max(layout.tall_mm, piece.middle[2]) + 1.0
    if how == "hand":
        edge = chance.choice(((0.5, 1.0), (0.2, 1.0), (0.8, 1.0), (1.0, 0.6), (0.0, 0.6)))
        root = view.ground(view.width * edge[0], view.height * edge[1])
        turn = math.degrees(math.atan2(y - root[1], x - root[0])) - 90
        beyond = chance.uniform(5, 40)
        away = math.radians(turn + 90)
        reach_in(stage, chance, (x + beyond * math.cos(away), y + beyond * math.sin(away)), turn, height)
        return
    things = chance.choice(COVERS)(
        stage, chance, (x + chance.near(4), y + chance.near(4)), chance.uniform(0, 360)
    )
    for thing in things:
        thing.location.z += piece.middle[2] + 0.5


def _difficulty(view: View, sensor: Sensor, light: Light, busy: bool) -> str:
    hard = (
        (view.pitch_deg > 18)
        + (sensor.blur_px > 1.1) * 2
        + (light.brightness < 0.7)
        + (light.kind == "glare")
        + busy
    )
    hard += abs((view.yaw_deg + 180) % 360 - 180) > 20
    return "easy" if hard == 0 else "normal" if hard < 3 else "hard"


def take(game: str, seed: int, number: int, scratch: Path, samples: int) -> Photo:
    """Take the photo of this number; the same seed and number make the same one."""
    how = hidden(game, seed, number)
    for attempt in range(TRIES):
        chance = Chance("photo", game, seed, number, attempt)
        stage = Stage()
        layout = GAMES[game](stage, chance)
        view = set_camera(layout, chance)
        if min(_shares(stage, view, layout)) < WHOLE:
            continue  # a wall of the box stands before a die: such a photo would be nobody's to read
        if how == "edge":
            view = _cut(view, layout, chance)
        papers = chance.maybe(0.15)
        top = set_table(stage, view, chance, DROP_MM if papers else 0.0)
        if papers:
            spread_papers(stage, view, layout, chance)
        clutter = _scatter(stage, view, layout, chance)
        if how in ("hand", "thing"):
            _hide(stage, view, layout, chance, how)
        shares = _shares(stage, view, layout)
        if how and not (min(shares) < 0.75 and (how != "edge" or min(shares) > 0.1)):
            continue
        break
    else:
        raise SystemExit(f"No photo {number} of {game} came about in {TRIES} tries.")
    light = light_up(stage, view, chance)
    sensor = Sensor.drawn(chance, light)
    facts = {"game": game, **layout.tell(view, [share >= WHOLE for share in shares])}
    if how:
        facts["occluded"] = True
    facts["difficulty"] = _difficulty(view, sensor, light, top.busy or papers)
    facts["conditions"] = {
        "background": top.name + (" with papers" if papers else ""),
        "light": light.kind,
        "pitch": round(view.pitch_deg, 1),
        "yaw": round((view.yaw_deg + 180) % 360 - 180, 1),
        "defocus_px": round(sensor.blur_px, 2) if sensor.blur_px > 1.1 else 0.0,
        "noise": round(sensor.noise, 2),
        "width": view.width,
        "height": view.height,
        "mm_per_px": round(view.mm_per_px, 3),
        "clutter": clutter,
        "hidden_by": how,
        **layout.conditions,
    }
    traced = stage.trace(view, scratch / "light.exr", samples)
    return Photo(sensor.develop(traced, light, chance), facts)
