"""Whether every package has a ready wheel for a 64-bit Raspberry Pi OS, Bookworm and Trixie."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
GLIBC = ("2014", "_2_17", "_2_28", "_2_31", "_2_34", "_2_35", "_2_36")


@dataclass(frozen=True)
class System:
    """A Raspberry Pi OS: its Python, and its numpy, which stays because the camera's library needs it."""

    name: str
    python: str
    numpy: str


SYSTEMS = (System("Bookworm", "3.11", "1.24.2"), System("Trixie", "3.13", "2.2.4"))


def wanted() -> list[str]:
    """What a Pi installs: the run-time packages and the optional parts for it."""
    project = tomllib.loads(PROJECT.read_text())["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *extras["mqtt"], *extras["display"]]


def pip_command(system: System, folder: Path) -> list[str]:
    """Return pip's words for wheels that fit a Pi, with its numpy; what is wanted comes after them."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--ignore-installed", "--only-binary"]
    command += [":all:", "--python-version", system.python, "--target", str(folder)]
    for glibc in GLIBC:
        command += ["--platform", f"manylinux{glibc}_aarch64"]
    return [*command, f"numpy=={system.numpy}"]


def resolve(system: System, requirements: list[str]) -> dict[str, tuple[str, str]]:
    """Have pip choose versions and wheels as that Pi would; nothing is installed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*pip_command(system, Path(folder)), "--dry-run", "--report", "-", *requirements]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LookupError((done.stderr.strip().splitlines() or ["pip said nothing"])[-1])
    return {
        entry["metadata"]["name"].lower(): (entry["metadata"]["version"], entry["download_info"]["url"])
        for entry in json.loads(done.stdout)["install"]
    }


def main() -> int:
    """Print what pip chose for both systems as Markdown; 1 when something has no wheel."""
    found = []
    for system in SYSTEMS:
        try:
            found.append(resolve(system, wanted()))
        except LookupError as error:
            print(f"On {system.name} not everything has a wheel: {error}")
            return 1
    columns = " | ".join(f"{system.name}, Python {system.python}" for system in SYSTEMS)
    print(f"| package | {columns} | built for |\n|---|---|---|---|")
    for name in sorted({name for each in found for name in each}):
        versions = " | ".join(each[name][0] if name in each else "not needed" for each in found)
        wheel = next(each[name][1] for each in found if name in each)
        print(f"| {name} | {versions} | {'any machine' if wheel.endswith('-any.whl') else 'aarch64'} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
