"""`tallytop settings`: show, check or write the settings file."""

import argparse
import sys
from pathlib import Path

from device.settings import NAME, Settings, SettingsError, as_toml, home, read_settings, write_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--file", type=Path, help=f"the settings file (default: {home() / NAME})")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only say whether the file is right")
    what.add_argument("--write", action="store_true", help="write the file anew, every setting explained")


def run(args: argparse.Namespace) -> int:
    """Print the settings in force; exit code 1 when the file is wrong."""
    path: Path = args.file or home() / NAME
    try:
        settings: Settings = read_settings(path)
    except SettingsError as error:
        for problem in error.problems:
            print(f"{path}, {problem}" if problem.line else problem, file=sys.stderr)
        return 1
    if args.check:
        print(f"{path} is right." if path.exists() else f"There is no {path}: every setting has its default.")
    elif args.write:
        try:
            write_settings(path, settings)
        except OSError as error:
            print(f"{path} cannot be written: {error.strerror}.", file=sys.stderr)
            return 1
        print(f"Written: {path}")
    else:
        print(as_toml(settings), end="")
    return 0
