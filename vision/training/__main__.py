"""Trains both networks: python -m vision.training (resumable; progress is printed)."""

from vision.training.command import main

if __name__ == "__main__":
    raise SystemExit(main())
