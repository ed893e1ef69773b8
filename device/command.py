"""The command line, and the one place where everything is put together."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence

WORDS = {
    "start": "start the companion: camera, buttons, dashboard",
    "score": "play a written game through the rules",
    "read": "read photos as the camera would",
    "replay": "play a folder of pictures through the table's loop",
    "print": "print your own set of pieces",
    "history": "list, export, import, back up and restore games",
    "doctor": "check camera, pins, disk and the rest, and say the fix",
    "calibrate": "measure the lens and the table",
    "settings": "show, check or write the settings file",
}


def present(word: str) -> bool:
    """Tell whether the module behind a word is part of this installation."""
    return importlib.util.find_spec(f"device.commands.{word}") is not None


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if words is None else words)
    parser = argparse.ArgumentParser(prog="tallytop", description="The table companion for number games.")
    below = parser.add_subparsers(dest="word", metavar="COMMAND", required=True)
    # Only the asked-for command is imported: `score` must not wait for OpenCV.
    asked = next((word for word in given if not word.startswith("-")), None)
    for word, help_text in WORDS.items():
        if not present(word):
            continue
        sub = below.add_parser(word, help=help_text, description=help_text.capitalize() + ".")
        if word == asked:
            importlib.import_module(f"device.commands.{word}").add_arguments(sub)
    args = parser.parse_args(given)
    try:
        return int(importlib.import_module(f"device.commands.{args.word}").run(args))
    except BrokenPipeError:
        # The reader of our output went away (`| head`); that is not an error worth a word.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
