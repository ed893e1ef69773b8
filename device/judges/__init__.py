"""How each game's reading becomes turns."""

from __future__ import annotations

from device.finding import Judge
from device.judges.addique import judge_addique
from device.judges.formula import judge_formula

JUDGES: dict[str, Judge] = {"addique": judge_addique, "formula": judge_formula}
