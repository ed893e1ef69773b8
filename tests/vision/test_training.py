"""Training: labels lie on what they name, the written networks equal the trained ones, a stop is no harm."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from vision.artwork.cards import draw_card  # noqa: E402
from vision.artwork.look import ATKINSON, ATKINSON_TEXT, BESLEY, CLASSIC  # noqa: E402
from vision.network import (  # noqa: E402  # noqa: E402
    GLYPHS,
    HIDDEN_CARD,
    NUMBER,
    ROW_SHEET,
    ROW_STRIDE,
    Finder,
    Glyphs,
    Numbers,
    Rooms,
    Rows,
    Words,
)
from vision.scene.camera import Camera  # noqa: E402
from vision.scene.lot import Lot  # noqa: E402
from vision.scene.render import render  # noqa: E402
from vision.scene.scene import Placed, Scene  # noqa: E402
from vision.training import finder, glyphs, numbers, rooms, rows, seen_rows, sheets, words  # noqa: E402
from vision.training.course import Course  # noqa: E402
from vision.training.export import export_finder, export_glyphs  # noqa: E402
from vision.training.fonts import Face, lot_of  # noqa: E402
from vision.training.measuring import HeldOutPatches, measure_glyphs  # noqa: E402
from vision.training.narrow import slim  # noqa: E402
from vision.training.nets import Again, FinderNet, GlyphNet  # noqa: E402
from vision.training.reservoir import Reservoir  # noqa: E402
from vision.training.revive import revive  # noqa: E402
from vision.training.samples import CROP_PX, IGNORE, PATCH_PX, cut_patches, draw_sample  # noqa: E402

LOT = Lot((((str(BESLEY),), (str(ATKINSON), str(ATKINSON_TEXT))),))


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from vision.training import shards as shelf

    folder = tmp_path_factory.mktemp("shards")
    whole, shelf.SHARD_SIZE = shelf.SHARD_SIZE, 6
    try:
        shelf.make_shards(folder, 2, 5, LOT)
    finally:
        shelf.SHARD_SIZE = whole
    return folder


def test_samples_are_reproducible_and_well_formed() -> None:
    first, second = draw_sample(12, LOT), draw_sample(12, LOT)
    assert np.array_equal(first.crop, second.crop)
    assert np.array_equal(first.marks, second.marks)
    assert first.crop.shape == (CROP_PX, CROP_PX, 3)
    assert set(np.unique(first.marks)) <= {0, 1, 2, IGNORE}
    assert first.patches.shape[1:] == (PATCH_PX, PATCH_PX, 3)
    assert len(first.patches) == len(first.glyphs)


def test_a_covered_glyph_is_no_proof_of_nothing_where_another_lies_on_it() -> None:
    rng = np.random.default_rng(4)
    old, new = (
        Placed(
            draw_card("8", CLASSIC), x, 0.0, 0.0, lift, CLASSIC.card_height_mm * CLASSIC.card_numeral_share
        )
        for x, lift in ((2.0, 0.0), (0.0, 0.5))
    )
    frame = render(Scene((old, new), Camera(px_per_mm=3.0)), (256, 256))
    assert [mark.seen > 0.9 for mark in frame.marks] == [False, True]
    patches, kinds = cut_patches(rng, frame, 1.25)
    assert len(patches) == len(kinds) == 1 + int((kinds == 0).sum())
    digit = patches[kinds > 0].astype(float)
    assert all(np.abs(patch - digit).mean() > 10 for patch in patches[kinds == 0])


@torch.no_grad()
@pytest.mark.parametrize(("net", "export", "shape"), [
    (FinderNet, export_finder, (2, 3, 64, 64)),
    (GlyphNet, export_glyphs, (16, 3, 32, 32)),
])  # fmt: skip
def test_published_weights_can_go_on_learning(
    tmp_path: Path, net: type, export: object, shape: tuple
) -> None:
    torch.manual_seed(3)
    batches = [255 * torch.rand(*shape) for _ in range(6)]
    trained, revived = net(), net()
    for batch in batches:  # in training mode: normalisations take up what they meet
        trained(batch)
    export(trained, tmp_path / "net.onnx")
    revive(revived, tmp_path / "net.onnx", batches)
    trained.eval(), revived.eval()
    wanted, found = trained(batches[0]), revived(batches[0])
    assert float((wanted - found).abs().max()) < 0.02 * float(wanted.abs().max())
    learning = revived.train()(batches[0])  # as it would be while it learns: the same, but for the batch
    assert float((wanted - learning).abs().mean()) < 0.1 * float(wanted.abs().mean())


def test_looking_again_begins_with_nothing_and_can_learn() -> None:
    layer = Again(6, spread=2)
    field = torch.rand(4, 6, 8, 8, generator=torch.Generator().manual_seed(2))
    assert torch.equal(layer(field), field)
    (layer(field) * field).sum().backward()
    assert float(layer.norm.weight.grad.abs().min()) > 0


def test_turned_glyphs_count_as_they_look() -> None:
    def named(name: str, quarters: int) -> str:
        kind = glyphs.label_turned(GLYPHS.index(name), quarters)
        return "left out" if kind == glyphs.LEFT_OUT else GLYPHS[kind]

    assert named("6", 2) == "9" and named("9", 2) == "6"
    assert named("8", 2) == "8" and named("4", 2) == "none" and named("7", 1) == "none"
    assert named("1", 1) == "left out" and named("-", 1) == "left out" and named("1", 2) == "none"
    assert named("J", 2) == "left out" and named("J", 0) == "J"
    assert named("+", 1) == "+" and named("spot", 3) == "spot" and named("=", 1) == "none"


def test_quarter_turns_keep_labels_on_their_marks(shards: Path) -> None:
    store = Reservoir(shards, finder.KEYS, 10, np.random.default_rng(0))
    assert store.refresh() == 2
    arrays = store.draw(6)
    for seed in range(4):
        _, marks, _, frame = finder.vary(arrays, np.random.default_rng(seed))
        known = ~torch.isnan(frame[:, 0])
        assert torch.allclose(frame[:, 0][known] ** 2 + frame[:, 1][known] ** 2, torch.tensor(1.0), atol=0.01)
        assert bool((known & (marks > 0)).any())
        assert int((marks == 2).sum()) == int((arrays["marks"] == 2).sum())


def test_the_written_finder_equals_the_trained_one(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net = FinderNet().eval()
    export_finder(net, tmp_path / "finder.onnx")
    picture = np.random.default_rng(1).integers(0, 256, (64, 96, 3), dtype=np.uint8)
    with torch.no_grad():
        wanted = net(torch.from_numpy(picture).permute(2, 0, 1)[None].float())[0].numpy()
    assert Finder(tmp_path / "finder.onnx").find(picture).frame == pytest.approx(wanted[6:], abs=1e-3)


def test_the_written_glyph_network_equals_the_trained_one(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net = GlyphNet().eval()
    export_glyphs(net, tmp_path / "glyphs.onnx")
    patches = np.random.default_rng(1).integers(0, 256, (5, 32, 32, 3), dtype=np.uint8)
    with torch.no_grad():
        wanted = net(torch.from_numpy(patches).permute(0, 3, 1, 2).float()).softmax(1).numpy()
    assert Glyphs(tmp_path / "glyphs.onnx").read(patches) == pytest.approx(wanted, abs=1e-4)


def test_a_slimmed_network_is_half_as_large_tells_the_same_and_can_go_on_learning(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net, again = GlyphNet().eval(), GlyphNet()
    wide, slimmed = tmp_path / "glyphs.onnx", tmp_path / "wide-glyphs.onnx"
    export_glyphs(net, wide)
    slim(wide, slimmed)
    assert slimmed.stat().st_size < 0.55 * wide.stat().st_size
    patches = np.random.default_rng(1).integers(0, 256, (5, 32, 32, 3), dtype=np.uint8)
    told = Glyphs(slimmed).read(patches)
    assert told == pytest.approx(Glyphs(wide).read(patches), abs=0.01)
    shown = torch.from_numpy(patches).permute(0, 3, 1, 2).float()
    revive(again, slimmed, [shown])
    with torch.no_grad():
        assert again.eval()(shown).softmax(1).numpy() == pytest.approx(told, abs=0.01)


def test_a_course_goes_on_where_it_stopped(tmp_path: Path) -> None:
    cut = torch.rand(8, 3, 32, 32, generator=torch.Generator().manual_seed(1)) * 255
    labels = torch.arange(8)

    def start() -> Course:
        torch.manual_seed(0)
        return Course(GlyphNet(), tmp_path / "glyphs.pt", 30, 1e-3)

    def learn(course: Course, steps: int) -> None:
        for _ in range(steps):
            torch.manual_seed(course.step)
            course.learn(lambda net: glyphs.loss_of(net(cut), labels))

    straight = start()
    learn(straight, 6)
    broken = start()
    learn(broken, 3)
    broken.save()
    resumed = start()
    assert resumed.step == 3
    learn(resumed, 3)
    for one, other in zip(straight.net.parameters(), resumed.net.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-6)


def test_training_lessens_the_loss(shards: Path) -> None:
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    store = Reservoir(shards, finder.KEYS, 10, rng)
    store.refresh()
    batch = finder.vary(store.draw(4), rng)
    net = FinderNet()
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3)
    losses = []
    for _ in range(12):
        optimiser.zero_grad()
        loss, _ = finder.loss_of(net(batch[0]), batch)
        loss.backward()
        optimiser.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.6 * losses[0]


def test_measuring_tells_ordinary_from_hard(shards: Path) -> None:
    held_out = HeldOutPatches(shards)
    assert len(held_out.hard) == len(held_out.patches) and 0 < held_out.hard.mean() < 1

    class Knowing(torch.nn.Module):
        """Knows the ordinary patches, and takes the hard ones for nothing."""

        def forward(self, cut: torch.Tensor) -> torch.Tensor:
            told = np.where(held_out.hard, 0, held_out.kinds)
            return torch.nn.functional.one_hot(torch.from_numpy(told).long(), len(GLYPHS)) * 20.0

    figures = measure_glyphs(Knowing(), held_out)
    assert figures["digits"] == figures["none"] == 1.0
    assert figures["hard digits"] == 0.0


def test_the_labels_of_a_row_lie_on_its_cards() -> None:
    rng, network = np.random.default_rng(2), Rows()
    shown = [each for _ in range(12) for each in seen_rows.draw_rows(rng, LOT)]
    right = []
    for sheet, columns in shown:
        assert columns.shape == (3, sheet.shape[1] // ROW_STRIDE)
        told = network.read(sheet)[:, 1:].argmax(axis=1)
        number = columns[0] == NUMBER
        right += (told[number] == 10 * columns[1, number] + columns[2, number]).tolist()
    assert len(right) > 40
    assert np.mean(right) > 0.7


def test_a_thing_over_a_row_hides_what_it_covers() -> None:
    rng = np.random.default_rng(3)
    sheet = np.full((*ROW_SHEET.size[::-1], 3), 240, np.uint8)
    columns = np.zeros((3, ROW_SHEET.size[0] // ROW_STRIDE), np.int8)
    columns[:, 38:41] = np.array([[NUMBER], [4], [2]])
    kinds = set()
    for _ in range(40):
        seen, told = seen_rows.lay_on(rng, sheet, columns)
        changed = float((seen[25:39, 145:170] != sheet[25:39, 145:170]).any(axis=2).mean())
        kinds.add(int(told[0, 39]))
        assert (told[0, 39] == HIDDEN_CARD) <= (changed > 0.3)
        assert (told[0, 39] == NUMBER) <= (changed < 0.6)
    assert kinds == {NUMBER, HIDDEN_CARD, seen_rows.UNKNOWN}


def test_held_out_families_stay_apart() -> None:
    faces = [Face(f"/fonts/{n % 7}/{n}.ttf", f"Family {n}", "Bold") for n in range(200)]
    train, test = lot_of(faces, False), lot_of(faces, True)
    paths = [{path for maker in lot.fonts for family in maker for path in family} for lot in (train, test)]
    assert paths[0] | paths[1] == {face.path for face in faces}
    assert not paths[0] & paths[1]
    assert 8 < len(paths[1]) < 60


@pytest.mark.parametrize(
    "lesson", [numbers.LESSON, rooms.LESSON, rows.LESSON, words.LESSON], ids=lambda each: each.name
)
def test_a_network_that_sees_one_sheet_is_taught_and_published(
    lesson: sheets.Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "find_faces", lambda cache: ())
    monkeypatch.setattr(sheets, "lot_of", lambda faces, held_out: LOT)
    monkeypatch.setattr(sheets, "SHEETS_A_LOT", 6)
    options = Namespace(state=tmp_path, weights=tmp_path / "weights", seed=1, share=1.0)
    options.weights.mkdir()
    few = replace(lesson, train=12, test=6, steps=2, batch=4)
    sheets.prepare(options, replace(few, train=6))
    first = (tmp_path / f"{lesson.name}-train" / "0000.npz").stat().st_mtime_ns
    sheets.teach(options, few)
    assert (tmp_path / f"{lesson.name}-train" / "0000.npz").stat().st_mtime_ns == first
    reader = {"numbers": Numbers, "rooms": Rooms, "rows": Rows, "words": Words}[lesson.name](
        options.weights / f"{lesson.name}.onnx"
    )
    with np.load(tmp_path / f"{lesson.name}-test" / "0000.npz") as kept:
        shown = kept["sheets"]
    # A row's sheet is as long as the row: one is read at a time.
    chances = (
        np.concatenate([reader.read(row) for row in shown]) if lesson.name == "rows" else reader.read(shown)
    )
    assert len(chances) >= 6 and ((chances >= 0) & (chances <= 1)).all()
    assert len(chances.shape) == 1 or np.allclose(chances.sum(axis=1), 1, atol=1e-3)
