"""Trains the network that finds dice: python -m vision.training dice (resumable; progress is printed)."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.box.close_look import BODY, COCKED, DIE_CHANNELS, FACES, PIPS, STAND
from vision.network import STRIDE
from vision.scene.dice import SeenDie
from vision.scene.dice_chance import draw_throw
from vision.training.course import Clock, begin, part_of
from vision.training.export import export_finder
from vision.training.narrow import slim
from vision.training.nets import Again, FinderNet, Fold
from vision.training.reservoir import Arrays, Reservoir

CROP_PX = 128
CELLS = CROP_PX // STRIDE
SHARD_SIZE = 100
TRAIN_SHARDS, TEST_SHARDS = 140, 3
STEPS, BATCH = 7500, 16
LOOK_EVERY = 250
RATE = 2e-3
FAR_PX, NEAR_PX = (14.0, 40.0), (38.0, 70.0)
NEAR_SHARE = 0.62
IGNORE = 255
ANY = len(FACES)  # a die whose top cannot be told
CLEAR, PARTLY, GONE = 0.97, 0.85, 0.15
LEAST_LEAD, LOST_LEAD = 0.03, 0.12
PIPS_FROM_PX = 30.0
LEAST_CONTRAST = 18.0
KEYS = ("picture", "faces", "cocked", "pips", "stand", "body")


@dataclass(frozen=True)
class Labels:
    """What is to be learnt of every 4 x 4 pixels; IGNORE, or NaN for how a die stands, asks for nothing."""

    faces: NDArray[np.uint8]
    cocked: NDArray[np.uint8]
    pips: NDArray[np.uint8]
    stand: NDArray[np.float16]


class DiceNet(FinderNet):
    """A narrower finder, with heads for faces, pips and how a die stands."""

    def __init__(self) -> None:
        super().__init__()
        self.down4 = nn.Sequential(Fold(16, 24, 2), Fold(24, 24))
        self.down8 = nn.Sequential(Fold(24, 40, 2), Fold(40, 40))
        self.down16 = nn.Sequential(Fold(40, 56, 2), Fold(56, 56), Fold(56, 56), Again(56))
        self.side8 = nn.Conv2d(56, 40, 1)
        self.up8 = nn.Sequential(Fold(40, 40))
        self.side4 = nn.Conv2d(40, 24, 1)
        self.up4 = Fold(24, 24)
        self.heads = nn.Conv2d(24, DIE_CHANNELS, 1)


def train_dice(options: argparse.Namespace) -> None:
    """Make pictures of throws, train on them, keep the network that does best on throws kept apart."""
    cv2.setNumThreads(1)
    make_shards(options.state / "dice-test", TEST_SHARDS, options.seed + 1)
    make_shards(options.state / "dice-train", part_of(options, TRAIN_SHARDS), options.seed)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    store = Reservoir(options.state / "dice-train", KEYS, TRAIN_SHARDS, rng)
    test = Reservoir(options.state / "dice-test", KEYS, TEST_SHARDS, rng)
    store.refresh()
    test.refresh()
    course = begin(
        options, "dice", DiceNet(), part_of(options, STEPS), RATE, lambda: vary(store.draw(BATCH), rng)[0]
    )
    note, clock = options.state / "dice.best", Clock()
    best = float(json.loads(note.read_text())["worth"]) if note.exists() else 0.0
    while not course.done:
        batch = vary(store.draw(BATCH), rng)
        course.learn(lambda net, batch=batch: loss_of(net(batch[0]), *batch[1:]))  # type: ignore[misc]
        if course.step % LOOK_EVERY == 0 or course.done:
            course.save()
            worth, words = measure(course.average, test)
            print(f"dice {course.step} {clock.minutes():.1f} min: {words}", flush=True)
            if worth > best:
                best = worth
                note.write_text(json.dumps({"worth": best, "step": course.step}))
                export_finder(course.average, options.state / "dice.onnx")  # type: ignore[arg-type]
                slim(options.state / "dice.onnx", options.weights / "dice.onnx")


def make_shards(folder: Path, count: int, seed: int, start: int = 0, step: int = 1) -> None:
    """Fill a folder with files of throws; those that are there stay."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(start, count, step):
        path = folder / f"{number:05d}.npz"
        if not path.exists():
            first = seed * 1_000_003 + number * SHARD_SIZE
            samples = [draw_sample(first + k) for k in range(SHARD_SIZE)]
            half = path.with_suffix(".part.npz")
            np.savez(half, **{key: np.stack([sample[key] for sample in samples]) for key in KEYS})  # type: ignore[arg-type]
            half.rename(path)


def draw_sample(seed: int) -> dict[str, NDArray[np.generic]]:
    """A picture with its label maps at stride 4; the same seed gives the same sample."""
    rng = np.random.default_rng(seed)
    side_px = float(np.exp(rng.uniform(*np.log(NEAR_PX if rng.random() < NEAR_SHARE else FAR_PX))))
    throw = draw_throw(rng, side_px, (CROP_PX, CROP_PX))
    faces = np.zeros((CELLS, CELLS), np.uint8)
    cocked = np.full((CELLS, CELLS), IGNORE, np.uint8)
    pips = np.zeros((CELLS, CELLS), np.uint8)
    stand = np.full((3, CELLS, CELLS), np.nan, np.float16)
    labels = Labels(faces, cocked, pips, stand)
    soft = cv2.GaussianBlur(cv2.cvtColor(throw.picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    grey = np.asarray(soft, np.uint8)
    for die, seen, top in zip(throw.dice, throw.seen, throw.tops, strict=True):
        if seen > GONE:
            label_die(die, top, _contrast(grey, die), labels)
    body = cv2.resize(throw.bodies.astype(np.uint8) * 255, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    maps = {"faces": faces, "cocked": cocked, "pips": pips, "stand": stand, "body": body}
    return {"picture": throw.picture, **maps}


def _contrast(grey: NDArray[np.uint8], die: SeenDie) -> float:
    """Grey levels between a top's pips and its face, 0 outside the picture."""
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(mask, die.top.round().astype(np.int32), 1)
    part = grey[mask > 0].astype(np.float32)
    return float(np.quantile(part, 0.98) - np.quantile(part, 0.02)) if len(part) else 0.0


def label_die(die: SeenDie, top: float, contrast: float, labels: Labels) -> None:
    """Write one die into the label maps: a disc on its top, its pips, how it stands."""
    centres = (np.arange(CELLS) + 0.5) * STRIDE - 0.5
    x, y = np.meshgrid(centres, centres)
    away = np.hypot(x - die.x_px, y - die.y_px)
    middle = np.hypot(x - die.x_px - die.foot[0] / 2, y - die.y_px - die.foot[1] / 2)
    body = np.minimum(away, middle) < 0.9 * die.size_px
    inside = min(die.x_px, die.y_px, CROP_PX - die.x_px, CROP_PX - die.y_px) > 0.55 * die.size_px
    askew = not die.flat or top < PARTLY
    lost_to_sight = contrast < LEAST_CONTRAST or (not askew and die.lead < LEAST_LEAD)
    if not inside or lost_to_sight or PARTLY <= top < CLEAR:
        labels.faces[body] = IGNORE
        labels.pips[body] = IGNORE
        return
    # A die that leans so far that no side is the top has its mark in the midst of all of it.
    lost = askew and die.lead < LOST_LEAD
    spot = middle if lost else away
    radius = max(0.26 * die.size_px, 0.75 * STRIDE)
    labels.faces[(spot < radius + STRIDE) & (labels.faces == 0)] = IGNORE
    labels.faces[spot < radius] = die.value if top >= CLEAR and not lost else ANY
    labels.cocked[spot < radius] = askew
    if not lost and top >= PARTLY:
        figures = (np.log2(die.size_px / 32), die.foot[0] / die.size_px, die.foot[1] / die.size_px)
        for channel, figure in enumerate(figures):
            labels.stand[channel][away < 0.5 * die.size_px] = figure
    if die.size_px < PIPS_FROM_PX or lost or top < CLEAR:
        labels.pips[body] = IGNORE
        return
    for value, middles in ((2, die.other_pips), (1, die.pips)):
        for px, py in middles:
            labels.pips[np.hypot(x - px, y - py) < max(0.9 * die.pip_px, 0.72 * STRIDE)] = value


def vary(batch: Arrays, rng: np.random.Generator) -> tuple[Tensor, ...]:
    """Turn and mirror each sample and change its colours a little."""
    picture, faces, cocked, pips, stand, body = (batch[key] for key in KEYS)
    turned: list[list[NDArray[np.generic]]] = [[] for _ in KEYS]
    for k in range(len(picture)):
        quarter, mirror = int(rng.integers(4)), bool(rng.integers(2))
        foot = stand[k, 1:].astype(np.float32)
        for _ in range(quarter):
            foot = np.stack([foot[1], -foot[0]])  # a quarter turn takes right to up
        if mirror:
            foot = np.stack([-foot[0], foot[1]])
        moved = np.concatenate([stand[k, :1].astype(np.float32), foot])
        planes = (picture[k].transpose(2, 0, 1), faces[k], cocked[k], pips[k], moved, body[k])
        for kept, plane in zip(turned, planes, strict=True):
            plane = np.rot90(plane, quarter, (-2, -1))
            kept.append(plane[..., ::-1] if mirror else plane)
    seen = torch.from_numpy(np.ascontiguousarray(np.stack(turned[0])).astype(np.float32))
    count = len(seen)
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.12, (count, 3, 1, 1)))).float()
    shift = torch.from_numpy(rng.normal(0, 10, (count, 1, 1, 1))).float()
    seen = (seen * gain + shift).clamp(0, 255)
    labels = [torch.from_numpy(np.ascontiguousarray(np.stack(kept))) for kept in turned[1:]]
    return seen, *(each.long() for each in labels[:3]), labels[3].float(), labels[4].float() / 255


def loss_of(
    found: Tensor, faces: Tensor, cocked: Tensor, pips: Tensor, stand: Tensor, body: Tensor
) -> Tensor:
    """Faces and pips by cross-entropy, the hard empty places counting most; how a die stands by distance."""
    scores = found[:, : len(FACES)]
    known = torch.where(faces == ANY, IGNORE, faces)
    each = functional.cross_entropy(scores, known, ignore_index=IGNORE, reduction="none")
    # Of a die whose top cannot be told, all that counts is that it is one.
    some = torch.logsumexp(scores, 1) - torch.logsumexp(scores[:, 1:], 1)
    value = 4 * _even(torch.where(faces == ANY, some, each), faces)
    each = functional.cross_entropy(found[:, PIPS], pips, ignore_index=IGNORE, reduction="none")
    value = value + 3 * _even(each, pips)
    told = cocked != IGNORE
    if told.any():
        leans = functional.binary_cross_entropy_with_logits(found[:, COCKED][told], cocked[told].float())
        value = value + leans
    stands = ~stand[:, 0].isnan()
    if stands.any():
        size, foot = found[:, STAND.start], found[:, STAND][:, 1:].movedim(1, -1)
        value = value + 2 * functional.smooth_l1_loss(size[stands], stand[:, 0][stands], beta=0.1)
        # By squares: by distance alone, the network would call every foot 0, the middle of all ways.
        value = value + 60 * functional.mse_loss(foot[stands], stand[:, 1:].movedim(1, -1)[stands])
    return value + 4 * functional.binary_cross_entropy_with_logits(found[:, BODY], body)


def _even(each: Tensor, labels: Tensor) -> Tensor:
    thing = (labels > 0) & (labels != IGNORE)
    empty = each[labels == 0]
    hard = empty.topk(max(1, min(len(empty), 3 * int(thing.sum()) + 64))).values
    return (each[thing].mean() if thing.any() else each.sum() * 0) + hard.mean()


def measure(net: nn.Module, test: Reservoir) -> tuple[float, str]:
    """How much of faces, leaning dice, pips and bodies is right, and of the empty table taken for a die."""
    net.eval()
    right, false, pip, leans, lean, solid = [], [], [], [], [], []
    with torch.no_grad():
        for shard in test.shards:
            found = net(torch.from_numpy(shard["picture"].astype(np.float32)).permute(0, 3, 1, 2))
            claim = found[:, : len(FACES)].argmax(1).numpy()
            faces, cocked, dots = (np.asarray(shard[key], np.uint8) for key in ("faces", "cocked", "pips"))
            thing = (faces > 0) & (faces < ANY)
            right.append(claim[thing] == faces[thing])
            false.append(claim[faces == 0] > 0)
            told = cocked != IGNORE
            leans.append((found[:, COCKED].numpy()[told] > 0) == cocked[told])
            claim = found[:, PIPS].argmax(1).numpy()
            inked = (dots > 0) & (dots != IGNORE)
            pip.append(claim[inked] == dots[inked])
            known = ~np.isnan(shard["stand"][:, 0])
            feet = found[:, STAND].numpy()[:, 1:] - np.asarray(shard["stand"][:, 1:], np.float32)
            lean.append(np.hypot(feet[:, 0], feet[:, 1])[known])
            filled = torch.sigmoid(found[:, BODY]).numpy() - np.asarray(shard["body"], np.float32) / 255
            solid.append(np.abs(filled).ravel())
    parts = (right, false, leans, pip, lean, solid)
    good, bad, askew, dot, foot, off = (float(np.concatenate(part).mean()) for part in parts)
    words = f"faces {good:.4f} empty taken {bad:.5f} cocked {askew:.4f} pips {dot:.4f} foot off by {foot:.4f}"
    return 2 * good + askew + dot - 5 * bad - foot - off, f"{words} body off by {off:.4f}"
