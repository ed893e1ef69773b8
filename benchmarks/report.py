"""The report of all benchmarks: which parts there are, and their results as Markdown and JSON."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
NETWORKS = ("finder", "glyphs", "dice")
OURS = (".py", ".json", ".onnx")
"""Files that decide what comes out."""
TABLES = ("--folder", "build/tables", "--fonts", "build/fonts.json")


@dataclass(frozen=True)
class Part:
    """One benchmark: its module, its heading, what it measures, and the words it is run with."""

    name: str
    title: str
    about: str
    words: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    sees: bool = False
    """Whether the networks had a say in it, which are named then."""


@dataclass(frozen=True)
class Kept:
    """A part's result: what it printed, how long it took, and when and where that was."""

    text: str
    seconds: int
    day: str = ""
    machine: str = ""
    networks: str = ""
    version: str = ""

    @classmethod
    def measured(cls, text: str, seconds: float) -> Kept:
        """What a part printed just now and here."""
        return cls(text, round(seconds), time.strftime("%Y-%m-%d"), machine(), networks(), version())

    @property
    def is_ours(self) -> bool:
        """Whether it was measured on this machine, with what lies here."""
        return (self.machine, self.networks, self.version) == (machine(), networks(), version())


_ALL = (
    Part(
        "sight",
        "Sight",
        "tables drawn by lot, with typefaces, surfaces and hues that no network was trained on",
        ("--tables", "200", *TABLES, "--curve", "docs/reliability.svg"),
        ("--tables", "3", *TABLES),
        sees=True,
    ),
    Part(
        "evening",
        "An evening",
        "simulated hours at the table: hands, sleeves, a cat, a drink, lamps, the sun, a bumped camera",
        ("--hours", "10", "--kept", "build/evening"),
        ("--hours", "0.1"),
        sees=True,
    ),
    Part("latency", "From the button to the phone", "NEXT pressed, and the score on a listening page"),
    Part("idle", "At rest", "a companion that watches a table on which nothing happens", (), ("5",)),
    Part("watch", "Watching", "processor time of the glances at the table", (), ("3",)),
    Part("watchers", "Watchers", "phones that look on at once", (), ("--watchers", "20", "--changes", "4")),
    Part("kills", "The pulled plug", "a playing program killed at random moments", (), ("--kills", "20")),
    Part("damage", "A worn-out card", "a history with bits, pages or its end lost", (), ("20",)),
    Part("faults", "Bad days", "each brought about for real, with a whole companion where there is one"),
    Part("nonsense", "Nonsense", "broken requests and false uploads", (), ("200",)),
    Part("history", "History", "ten thousand kept matches", (), ("--matches", "200")),
    Part("scoring", "Rules", "processor time of whole games"),
    Part("instructions", "Instructions", "what one read costs, whatever the machine's mood", sees=True),
    Part("wheels", "Packages for the Pi", "a ready wheel of every package for arm64"),
    Part(
        "arm64",
        "As on a Pi",
        "tests in an emulated arm64 system, with its own Python and the wheels a Pi gets",
        (),
        ("tests/scoring/test_position.py",),
        sees=True,
    ),
    Part(
        "newcomer",
        "A newcomer",
        "a fresh clone, ./run, and the first scored turn on a phone",
        ("--tests",),
    ),
)
PARTS: dict[str, Part] = {part.name: part for part in _ALL}


def machine() -> str:
    """Name the machine: processor, cores, memory, system and Python."""
    return (
        f"{_processor()}, {os.cpu_count()} cores, {_memory_gb():.0f} GB, "
        f"{platform.freedesktop_os_release().get('PRETTY_NAME', platform.system())}, "
        f"Python {platform.python_version()}"
    )


def networks() -> str:
    """Return a short name of the networks' weights, which changes with them."""
    return fingerprint(*(f"vision/weights/{name}.onnx" for name in NETWORKS))


def fingerprint(*places: str) -> str:
    """Return a short name of files and folders of ours, which changes with them."""
    found = [file for place in places for file in (ROOT / place, *sorted((ROOT / place).rglob("*")))]
    ours = [file.read_bytes() for file in found if file.suffix in OURS]
    return hashlib.sha256(b"".join(ours)).hexdigest()[:8]


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return named[0] if named else platform.machine()


def _memory_gb() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def read_report(report: Path) -> dict[str, Kept]:
    """Return the parts that a report has: it is where results are kept."""
    told = report.with_suffix(".json")
    parts = json.loads(told.read_text())["parts"] if told.exists() else {}
    names = [each.name for each in fields(Kept)]
    return {part: Kept(**{name: result[name] for name in names}) for part, result in parts.items()}


def write_report(report: Path, results: dict[str, Kept]) -> None:
    """Write results, in the order of the parts, for people and for programs."""
    kept = {part: results[name] for name, part in PARTS.items() if name in results}
    machines = sorted({result.machine for result in kept.values()})
    lines = [
        "# Figures",
        "",
        f"Measured by `./run bench` on {'; '.join(machines)}.",
        "",
        "“Exact” is a table read without a fault, “silent” one read wrongly and yet surely, “asks” one that",
        "people answer. Where nothing went wrong in N tries, the true share is under 3/N (95 % certain).",
    ]
    told: dict[str, Any] = {"machines": machines, "parts": {}}
    for part, result in kept.items():
        about = part.about[0].upper() + part.about[1:]
        lines += ["", f"## {part.title}", "", f"{about}. ({', '.join(_circumstances(part, result))})", ""]
        lines += result.text.splitlines()
        told["parts"][part.name] = {**asdict(result), "tables": tables_in(result.text)}
    report.write_text("\n".join(lines) + "\n")
    report.with_suffix(".json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n")


def tables_in(text: str) -> list[list[dict[str, str]]]:
    """Take the Markdown tables of a text apart, each row by its column's heading."""
    tables: list[list[dict[str, str]]] = []
    head: list[str] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            head = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not head:
            head = cells
            tables.append([])
        elif set(line) - set("|-: "):
            tables[-1].append(dict(zip(head, cells, strict=False)))
    return tables


def _circumstances(part: Part, result: Kept) -> Iterator[str]:
    """Say when something was measured, how long that took, and of what."""
    yield result.day
    yield _spell(result.seconds)
    if result.version:
        yield f"version {result.version}"
    if part.sees and result.networks:
        yield f"networks {result.networks}"


def _spell(seconds: int) -> str:
    return f"{seconds} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def version() -> str:
    """Return the version that lies here."""
    done = subprocess.run(
        ["git", "describe", "--always"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"
