"""The tests in an emulated Raspberry Pi OS: another processor, its own Python and ready wheels only.

python -m benchmarks.arm64 [--system Bookworm] [--minutes 60] [--seconds 600] [TEST ...]

All tests are tried, slice by slice; those with a browser leave themselves out, as there is none. A slice ends
when its minutes are over, a test when its seconds are, and what was not reached is said.
Needs root, and Debian's packages debootstrap and qemu-user-static. The system is made once, in build/arm64.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from benchmarks.wheels import SYSTEMS, System, pip_command, wanted

ROOT = Path(__file__).parent.parent
BINFMT = Path("/proc/sys/fs/binfmt_misc")
QEMU = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
TOOLS = ("debootstrap", "unshare", "dpkg-deb", "apt-get")
PACKAGES = "python3,python3-venv,ca-certificates,tesseract-ocr,git"
TEST_WHEELS = ("pytest>=9", "hypothesis>=6.140", "paho-mqtt>=2.1", "scipy>=1.10", "setuptools>=77")
SLICES = ("tests/scoring", "tests/web", "tests/device", "tests/trust", "tests/vision")
"""What is tried unless other tests are named."""
COUNTED = {"PASSED": "passed", "FAILED": "failed", "ERROR": "failed", "SKIPPED": "left out"}
PYTEST = "python3 -m pytest -vv --tb=line -p no:cacheprovider -p benchmarks.time_limit"
ABOUT = "import platform as p; print(p.machine() + ', Python ' + p.python_version())"
UNPACK = 'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2"'
MOUNTS = """
mount --rbind /proc "$1/proc"; mount --rbind /dev "$1/dev"; mount --rbind /sys "$1/sys"
mount -t tmpfs tmpfs "$1/tmp"; mount --bind "$2" "$1/tallytop"
exec chroot "$1" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 OMP_NUM_THREADS=1 \\
  LONGEST_TEST_S="$4" PYTHONPATH=/opt/site:/tallytop PYTHONDONTWRITEBYTECODE=1 sh -c "cd /tallytop && $3"
"""


def what_is_missing() -> str:
    """Say what this machine lacks for it; empty when nothing."""
    if os.geteuid() != 0:
        return "An arm64 system can be emulated by root only."
    tools = [tool for tool in TOOLS if shutil.which(tool) is None]
    if tools or not QEMU.exists():
        return "Not installed: apt-get install debootstrap qemu-user-static."
    return ""


def make_system(system: System, place: Path) -> None:
    """Unpack the system's packages and the wheels, unless that was done before."""
    finished = place / "finished"
    if finished.exists():
        return
    shutil.rmtree(place, ignore_errors=True)
    options = ["--arch=arm64", "--foreign", "--variant=minbase", f"--include={PACKAGES}"]
    _run("debootstrap", *options, system.name.lower(), str(place), _mirror())
    # Unpacked is enough: the packages' own set-up, emulated, would take longer than most tests.
    for package in sorted((place / "var/cache/apt/archives").glob("*.deb")):
        _run("sh", "-c", UNPACK, "sh", str(package), str(place))
    (place / "tallytop").mkdir()
    _run(*pip_command(system, place / "opt/site"), *wanted(), *TEST_WHEELS)
    finished.touch()


@dataclass
class Slice:
    """Some of the tests: how many there are, what came of those that were reached, and which failed."""

    tests: str
    found: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    @property
    def not_reached(self) -> int:
        """How many tests were not tried before the time was over."""
        return max(0, self.found - self.counts.total())

    def hear(self, line: str) -> None:
        """Take a line of pytest's."""
        if found := re.search(r"collected (\d+) items?(?: / \d+ deselected / (\d+) selected)?", line):
            self.found = int(found[2] or found[1])
        elif told := re.match(r"(tests/\S+::.+?) (PASSED|FAILED|ERROR|SKIPPED)( \(too slow)?", line):
            name, word, slow = told.groups()
            self.counts["too slow" if slow else COUNTED[word]] += 1
            self.failed += [name] if COUNTED[word] == "failed" else []


def run_slice(place: Path, tests: str, minutes: float, seconds: int) -> Slice:
    """Run some of the tests in the emulated system until they or their minutes are over."""
    heard = Slice(tests)
    with tempfile.TemporaryFile("w+") as said:
        _run_in(place, f"{PYTEST} {shlex.quote(tests)}", said, minutes, seconds)
        said.seek(0)
        for line in said:
            heard.hear(line)
    return heard


def _run_in(place: Path, command: str, out: IO[str], minutes: float, seconds: int = 0) -> None:
    """Run a command in the emulated system, in this folder; what is mounted goes with it."""
    words = ["unshare", "--mount", "sh", "-ec", MOUNTS, "sh", str(place), str(ROOT), command, str(seconds)]
    with _emulating():
        process = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            process.wait(60 * minutes)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def _emulating() -> Iterator[None]:
    """Have the kernel hand programs of arm64 to the emulator meanwhile."""
    if not (BINFMT / "register").exists():
        _run("mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT))
    known = BINFMT / "qemu-aarch64"
    if known.exists():
        yield
        return
    (BINFMT / "register").write_text(QEMU.read_text().strip())
    try:
        yield
    finally:
        known.write_text("-1")


def _mirror() -> str:
    """Where this machine's own packages come from."""
    sites = subprocess.check_output(["apt-get", "indextargets", "--format", "$(SITE)"], text=True).split()
    return next((site for site in sites if site.endswith("/debian")), "http://deb.debian.org/debian")


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise RuntimeError(f"{words[0]}: {said[-1] if said else done.returncode}")


def main() -> int:
    """Print what the tests said as Markdown; 1 when one failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arm64", description=__doc__)
    parser.add_argument("tests", nargs="*", metavar="TEST", help="what to test, in pytest's words")
    names = [system.name for system in SYSTEMS]
    parser.add_argument("--system", choices=names, default=names[0])
    parser.add_argument("--minutes", type=float, default=60, help="how long a slice may take (default: 60)")
    parser.add_argument("--seconds", type=int, default=600, help="how long a test may take (default: 600)")
    args = parser.parse_args()
    missing = what_is_missing()
    if missing:
        print(f"{missing} Nothing was tried.")
        return 0
    system = next(each for each in SYSTEMS if each.name == args.system)
    place = ROOT / "build" / "arm64" / system.name.lower()
    try:
        make_system(system, place)
    except RuntimeError as error:
        print(f"The system could not be made. {error}")
        return 1
    with tempfile.TemporaryFile("w+") as said:
        _run_in(place, f'python3 -c "{ABOUT}"', said, args.minutes)
        said.seek(0)
        print(f"Emulated: {system.name}, {said.read().strip()}.\n")
    columns = ("passed", "failed", "left out", "too slow")
    print(f"| tests | found | {' | '.join(columns)} | not reached |\n|{'---|' * 7}", flush=True)
    failed: list[str] = []
    for tests in args.tests or SLICES:
        told = run_slice(place, tests, args.minutes, args.seconds)
        counts = " | ".join(str(told.counts[column]) for column in columns)
        print(f"| {tests} | {told.found or 'did not start'} | {counts} | {told.not_reached} |", flush=True)
        failed += told.failed
    print("".join(f"\nFailed: `{name}`\n" for name in failed))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
