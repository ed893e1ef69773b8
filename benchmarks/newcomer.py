"""A newcomer's first minutes: a fresh clone, nothing cached, ./run, and the first scored turn on a phone.

python -m benchmarks.newcomer [--tests [TEST ...]]
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "first-turn.png"
PATIENCE_S = 1200.0


def main() -> int:
    """Print the times as Markdown, and keep a picture of the first turn; 1 when something did not work."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.newcomer", description=__doc__)
    parser.add_argument("--tests", nargs="*", metavar="TEST", help="pass tests there, too: these, or all")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        clone, home = Path(place) / "tallytop", Path(place) / "home"
        home.mkdir()
        began_s = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", ROOT.as_uri(), str(clone)], check=True)
        cloned_s = time.monotonic()
        port = _free_port()
        companion = subprocess.Popen(
            ["./run", "--port", str(port)],
            cwd=clone,
            env=_nothing_cached(home),
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            assert companion.stdout is not None
            ready = any("is ready" in line for line in companion.stdout)
            ready_s = time.monotonic()
            scored = ready and _see_first_turn(f"http://127.0.0.1:{port}")
            scored_s = time.monotonic()
        finally:
            os.killpg(companion.pid, signal.SIGTERM)
            companion.wait()
        print("| | seconds |\n|---|---|")
        print(f"| git clone | {cloned_s - began_s:.0f} |")
        print(f"| ./run until it is ready | {ready_s - cloned_s:.0f} |")
        print(f"| until the first turn is scored | {scored_s - ready_s:.0f} |", flush=True)
        passed = args.tests is None or _pass_tests(clone, home, args.tests)
    print(f"\n![The first scored turn on a phone]({PICTURE.name})" if scored else "\nNo turn was scored.")
    return 0 if scored and passed else 1


def _pass_tests(clone: Path, home: Path, tests: Sequence[str]) -> bool:
    """Run tests in the clone, and print how long they took, what they came to, and which failed."""
    began_s = time.monotonic()
    command, env = ["./run", "test", *tests], _nothing_cached(home)
    done = subprocess.run(command, check=False, cwd=clone, env=env, capture_output=True, text=True)
    print(f"| {shlex.join(command)} | {time.monotonic() - began_s:.0f} |")
    said = done.stdout.strip().splitlines() or ["nothing"]
    print(f"\n`{shlex.join(command)}`: {said[-1].strip('= ')}.")
    if done.returncode:
        failed = [line for line in said if line.startswith(("FAILED", "ERROR"))]
        print("\n".join(f"\n{line}" for line in failed or [*said[-5:], *done.stderr.splitlines()[-5:]]))
    return done.returncode == 0


def _nothing_cached(home: Path) -> dict[str, str]:
    """An empty home; only how pip reaches its packages is told to it."""
    configured = Path.home() / ".config" / "pip" / "pip.conf"
    pip = {"PIP_CONFIG_FILE": str(configured)} if configured.exists() else {}
    return {**os.environ, "HOME": str(home), "PIP_NO_CACHE_DIR": "1", **pip}


def _see_first_turn(address: str) -> bool:
    """Look at the page on a phone until a turn is scored, and take a picture of it."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        phone = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
        page = phone.new_page()
        page.goto(address)
        scored = _wait_for_a_turn(address, page)
        page.screenshot(path=PICTURE)
        browser.close()
    return scored


def _wait_for_a_turn(address: str, page: Page) -> bool:
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        with urlopen(f"{address}/api/snapshot") as answer:
            match = json.load(answer)["match"]
        if match and match["turns"]:
            page.wait_for_timeout(1000)
            return True
        page.wait_for_timeout(250)
    return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
