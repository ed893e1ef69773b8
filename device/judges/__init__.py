"""How each game's reading becomes turns."""

from __future__ import annotations

from device.finding import Judge
from device.judges.addique import judge_addique
from device.judges.addup import judge_addup
from device.judges.code777 import judge_code777
from device.judges.formula import judge_formula
from device.judges.trictrac import judge_trictrac

JUDGES: dict[str, Judge] = {
    "addique": judge_addique,
    "formula": judge_formula,
    "addup": judge_addup,
    "trictrac": judge_trictrac,
    "code777": judge_code777,
}
