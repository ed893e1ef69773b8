"""The tests in an emulated Raspberry Pi OS: another processor, its own Python and ready wheels only.

python -m benchmarks.arm64 [--system Bookworm] [TEST ...]

Needs root, and Debian's packages debootstrap and qemu-user-static. The system is made once, in build/arm64.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.wheels import SYSTEMS, System, pip_command, wanted

ROOT = Path(__file__).parent.parent
BINFMT = Path("/proc/sys/fs/binfmt_misc")
QEMU = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
TOOLS = ("debootstrap", "unshare", "dpkg-deb", "apt-get")
PACKAGES = "python3,python3-venv,ca-certificates,tesseract-ocr,git"
TEST_WHEELS = ("pytest>=9", "hypothesis>=6.140", "paho-mqtt>=2.1", "scipy>=1.10", "setuptools>=77")
TESTS = (
    "tests/scoring",
    "tests/vision/test_read.py",
    "tests/device/test_loop.py",
    "tests/trust/test_clock_jumps.py",
)
"""What is tried unless other tests are named: the rules, the eye and the loop; emulated, all takes hours."""
UNPACK = 'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2"'
MOUNTS = """
mount --rbind /proc "$1/proc"; mount --rbind /dev "$1/dev"; mount --rbind /sys "$1/sys"
mount -t tmpfs tmpfs "$1/tmp"; mount --bind "$2" "$1/tallytop"
exec chroot "$1" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 OMP_NUM_THREADS=1 \\
  PYTHONPATH=/opt/site:/tallytop PYTHONDONTWRITEBYTECODE=1 sh -c "cd /tallytop && $3"
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


def run(place: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the emulated system, in this folder; what is mounted goes with it."""
    with _emulating():
        words = ["unshare", "--mount", "sh", "-ec", MOUNTS, "sh", str(place), str(ROOT), command]
        return subprocess.run(words, capture_output=True, text=True, check=False)


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
    print("| emulated system | tests | result |\n|---|---|---|", flush=True)
    about = "import platform as p; print(p.machine() + ', Python ' + p.python_version())"
    name = run(place, f'python3 -c "{about}"').stdout.strip()
    failed = False
    for tests in args.tests or TESTS:
        done = run(place, f"python3 -m pytest -p no:cacheprovider {shlex.quote(tests)}")
        failed = failed or done.returncode != 0
        said = [line.strip(" =") for line in done.stdout.splitlines() if " in " in line] or [
            "it did not start"
        ]
        print(f"| {system.name}, {name} | {tests} | {said[-1]} |", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
