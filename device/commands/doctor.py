"""`tallytop doctor`: check every part, and say the fix."""

import argparse
import json

from device.doctor import Verdict, examine, worst
from device.doctor_round import looks
from device.settings import home

SIGNS = {Verdict.OK: "✓", Verdict.WARN: "!", Verdict.FAIL: "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--still", action="store_true", help="also take a picture with the camera")


def run(args: argparse.Namespace) -> int:
    """Print every finding; exit code 1 when something is unusable."""
    checks = examine(looks(home(), args.still))
    if args.json:
        print(json.dumps({"verdict": worst(checks).value, "checks": [check.as_json() for check in checks]}))
    else:
        for check in checks:
            print(f"{SIGNS[check.verdict]} {check.part}: {check.finding}")
            if check.fix:
                print(f"    {check.fix}")
    return int(worst(checks) is Verdict.FAIL)
