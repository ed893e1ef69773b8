"""The doctor: every part looked at, each with a verdict and, where something is wrong, the fix."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from scoring.saying import Saying


class Verdict(Enum):
    """How a part is: fine, usable with less, or unusable."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True)
class Check:
    """What was found of one part, and the fix where there is something to fix."""

    part: str
    verdict: Verdict
    finding: Saying
    fix: Saying | None = None

    def as_json(self) -> dict[str, str | None]:
        """The check as plain data."""
        return {
            "part": self.part,
            "verdict": self.verdict.value,
            "finding": str(self.finding),
            "fix": str(self.fix) if self.fix else None,
        }


def ok(part: str, finding: Saying) -> Check:
    """A part that is fine."""
    return Check(part, Verdict.OK, finding)


def warn(part: str, finding: Saying, fix: Saying) -> Check:
    """A part without which Tallytop can do less."""
    return Check(part, Verdict.WARN, finding, fix)


def fail(part: str, finding: Saying, fix: Saying) -> Check:
    """A part without which Tallytop cannot work."""
    return Check(part, Verdict.FAIL, finding, fix)


def worst(checks: Iterable[Check]) -> Verdict:
    """The gravest verdict of all."""
    gravity = list(Verdict)
    return max((check.verdict for check in checks), key=gravity.index, default=Verdict.OK)


def examine(looks: Iterable[Callable[[], Check]]) -> tuple[Check, ...]:
    """Look at every part in turn."""
    return tuple(look() for look in looks)
