"""`./run bench`: measure part by part, and keep one report in docs/figures.md and docs/figures.json.

`./run bench` measures all parts, `./run bench sight kills` only these, and `--resume` leaves out those that
were measured on this machine with what lies here; the other parts stay in the report as they are.
Words after `--` go to the parts named: `./run bench sight -- --tables 2000`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from benchmarks.report import PARTS, ROOT, Kept, Part, read_report, write_report


def measure(part: Part, words: list[str]) -> Kept:
    """Run one benchmark in a process of its own; a failure is said in its place."""
    started_s = time.monotonic()
    command = [sys.executable, "-m", f"benchmarks.{part.name}", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    text = done.stdout.strip()
    if done.returncode:
        text += f"\n\n**Not as it should be:** this part ended with {done.returncode}."
    return Kept.measured(text.strip(), time.monotonic() - started_s)


def main() -> int:
    """Measure the parts named, or all, and write the report of everything that is kept."""
    given = sys.argv[1:]
    at = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(
        prog="./run bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)}")
    parser.add_argument("--resume", action="store_true", help="leave out what was measured here")
    parser.add_argument("--quick", action="store_true", help="small numbers, to see that everything runs")
    args = parser.parse_args(given[:at])
    unknown = sorted(set(args.parts) - set(PARTS))
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    report = ROOT / ("build/quick.md" if args.quick else "docs/figures.md")
    report.parent.mkdir(exist_ok=True)
    parts = [PARTS[name] for name in args.parts or PARTS]
    for count, part in enumerate(parts, start=1):
        said = f"[{count}/{len(parts)}] {part.name}"
        kept = read_report(report).get(part.name)
        if args.resume and kept and kept.is_ours:
            print(f"{said}: measured before", file=sys.stderr)
            continue
        print(f"{said} … ({part.about})", file=sys.stderr, flush=True)
        result = measure(part, [*(part.quick if args.quick else part.words), *given[at + 1 :]])
        print(f"\n## {part.title}\n\n{result.text}\n", flush=True)
        # Read again: another part may have been measured meanwhile.
        write_report(report, {**read_report(report), part.name: result})
    print(f"The report is in {report.relative_to(ROOT)}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
