"""What counts as a finding: how near a passage must come, as the people who review want it.

`balanced` calls a clause present at the confidence that serves both errors best. `miss_nothing` also names passages
that are less sure, each to be confirmed by a person: by clause type down to the confidence below which it was measured
that hardly a contract has the clause (`miss_rates`). `only_sure` leaves open what would now and then be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.contracts.builtin.miss_rates import miss_rates

Sensitivity = Literal["miss_nothing", "balanced", "only_sure"]
SENSITIVITIES: tuple[Sensitivity, ...] = ("miss_nothing", "balanced", "only_sure")
SURE = 0.9
"""Share that must be right, as measured or calibrated, for `only_sure` to give a fact or to call a clause present."""
ONE_IN_TEN = 0.1
"""The confidence to which `miss_nothing` goes down for types of which nobody measured how often they are missed."""
LOWEST = 0.02
"""Below it nearly every sentence is a passage to look at."""


@dataclass(frozen=True, slots=True)
class FindingLimits:
    """A passage above `finding` is a finding; one above `to_confirm` and not above that is one to be confirmed.

    Where no passage is above `finding` and one is above `open_above`, it stays open whether the clause is there.
    """

    finding: float
    to_confirm: float
    open_above: float


def limits(code: str, balanced: float, language: str, document_kind: str, sensitivity: Sensitivity) -> FindingLimits:
    """The confidences that count for a clause type.

    Args:
        code: the type.
        balanced: the confidence above which it is present by the balanced setting; 1 for types that never are.
        language: of the contract.
        document_kind: of the contract, as `document_kind` says.
        sensitivity: what the people who review want.

    Raises:
        ConfigError: the file of miss rates is missing or wrong.
    """
    if sensitivity == "balanced" or balanced >= 1:
        return FindingLimits(balanced, balanced, balanced)
    if sensitivity == "only_sure":
        sure = max(SURE, balanced)
        return FindingLimits(sure, sure, balanced)
    measured = miss_rates().get((code, language, document_kind))
    low = min(max(measured.below, LOWEST) if measured is not None else ONE_IN_TEN, balanced)
    return FindingLimits(balanced, low, low)
