"""`./run bench`: measure part by part, and keep one report in docs/figures.md and docs/figures.json.

Every part's result is kept in build/figures: `./run bench` measures all of them, `./run bench --resume`
only those that are missing, `./run bench sight kills` only these; the report has all that are kept.
Words after `--` go to the parts named: `./run bench sight -- --tables 2000`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from benchmarks.report import PARTS, ROOT, Kept, Part, networks, version, write_report

BUILD = ROOT / "build"


def measure(part: Part, words: list[str]) -> Kept:
    """Run one benchmark in a process of its own; a failure is said in its place."""
    started_s, kept = time.monotonic(), {"networks": networks(), "version": version()}
    command = [sys.executable, "-m", f"benchmarks.{part.name}", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    text = done.stdout.strip()
    if done.returncode:
        text += f"\n\n**Not as it should be:** this part ended with {done.returncode}."
    return Kept(text.strip(), round(time.monotonic() - started_s), **kept)


def main() -> int:
    """Measure the parts named, or all, and write the report of everything that is kept."""
    given = sys.argv[1:]
    at = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(
        prog="./run bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)}")
    parser.add_argument("--resume", action="store_true", help="measure only what is not kept yet")
    parser.add_argument("--quick", action="store_true", help="small numbers, to see that everything runs")
    args = parser.parse_args(given[:at])
    unknown = sorted(set(args.parts) - set(PARTS))
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    folder = BUILD / ("quick" if args.quick else "figures")
    report = BUILD / "quick.md" if args.quick else ROOT / "docs" / "figures.md"
    folder.mkdir(parents=True, exist_ok=True)
    parts = [PARTS[name] for name in args.parts or PARTS]
    for count, part in enumerate(parts, start=1):
        said = f"[{count}/{len(parts)}] {part.name}"
        kept = folder / f"{part.name}.json"
        if args.resume and kept.exists():
            print(f"{said}: kept from before", file=sys.stderr)
            continue
        print(f"{said} … ({part.about})", file=sys.stderr, flush=True)
        result = measure(part, [*(part.quick if args.quick else part.words), *given[at + 1 :]])
        result.write(kept)
        print(f"\n## {part.title}\n\n{result.text}\n", flush=True)
        write_report(folder, report)
    write_report(folder, report)
    print(f"The report is in {report.relative_to(ROOT)}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
