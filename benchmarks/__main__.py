"""`./run bench`: every benchmark in turn, printed and kept in docs/figures.md with the machine named."""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from pathlib import Path

PARTS = ("scoring", "sight", "latency", "watch", "watchers", "history", "kills")
FIGURES = Path(__file__).parent.parent / "docs" / "figures.md"


def processor() -> str:
    """Name the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return named[0] if named else platform.processor() or platform.machine()


def run_part(name: str) -> str:
    """Run one benchmark and return what it prints; a failure is said in its place."""
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return f"{done.stdout}\nThis benchmark failed: {(done.stderr.strip().splitlines() or ['?'])[-1]}"
    return done.stdout.strip()


def main() -> int:
    """Run the benchmarks named, or all, and keep the report of all."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)}")
    args = parser.parse_args()
    unknown = sorted(set(args.parts) - set(PARTS))
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    report = [f"# Figures\n\nMeasured on: {processor()}, Python {platform.python_version()}."]
    for count, name in enumerate(args.parts or PARTS, start=1):
        print(f"[{count}/{len(args.parts or PARTS)}] {name} …", file=sys.stderr, flush=True)
        section = f"## {name.capitalize()}\n\n{run_part(name)}"
        print(f"\n{section}\n", flush=True)
        report.append(section)
    if not args.parts:
        FIGURES.write_text("\n\n".join(report) + "\n")
        print(f"Kept in {FIGURES.name}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
