"""Miss rates by cross-validation: below which confidence a contract's best passage means that it has no such clause."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.miss_rates import FEWEST_POSITIVES, HIGHEST_RATE, MissRate, MissRates

METHOD = (
    "Five-fold cross-validation by contract. `missed` of `positives` contracts that have the clause have no passage "
    "with a confidence of `below` or more; absent is said below it, where (missed + 1) / (positives + 2) is at most "
    f"{HIGHEST_RATE} on at least {FEWEST_POSITIVES} contracts."
)


def rates(
    codes: tuple[str, ...],
    best: NDArray[np.float64],
    real: NDArray[np.bool_],
    ceiling: NDArray[np.float32],
    *,
    language: str,
    document_kind: str,
) -> list[MissRate]:
    """One row a category: the highest confidence, up to its threshold, at which it is still missed seldom enough.

    Args:
        codes: categories of the columns.
        best: held-out confidence of each contract's best passage, shape (contracts, categories).
        real: which contracts have the category.
        ceiling: the threshold above which each category is present.
        language: of the contracts.
        document_kind: of the contracts.
    """
    rows = []
    for column, code in enumerate(codes):
        confidence = np.sort(best[real[:, column], column])
        allowed = max(int(HIGHEST_RATE * (len(confidence) + 2)) - 1, 0)
        below = min(float(confidence[allowed]), float(ceiling[column])) if allowed < len(confidence) else 0.0
        below = float(np.floor(below * 10_000) / 10_000)
        missed = int((confidence < below).sum())
        rows.append(
            MissRate(
                type=code,
                language=language,
                document_kind=document_kind,
                positives=len(confidence),
                missed=missed,
                below=below,
            )
        )
    return rows


def write(rows: list[MissRate], path: Path) -> None:
    """Writes the file that `miss_rates` reads, one row a line."""
    book = MissRates(method=METHOD, rates=tuple(rows))
    lines = ",\n".join("  " + row.model_dump_json() for row in book.rates)
    path.write_text(f'{{"method": {json.dumps(METHOD)},\n "rates": [\n{lines}\n ]}}\n', encoding="utf-8")


def printed(rows: list[MissRate], best: NDArray[np.float64], real: NDArray[np.bool_]) -> str:
    """For each category that may be called absent, how many contracts without it are called so."""
    lines = [
        "| category | contracts with it | missed | below | absent said | of contracts without it |",
        "|---" * 6 + "|",
    ]
    for column, row in enumerate(rows):
        without = ~real[:, column]
        called = (best[:, column] < row.below) & row.low
        lines.append(
            f"| {row.type} | {row.positives} | {row.missed} | {row.below:g} | {int((called & without).sum())} "
            f"| {int(without.sum())} |"
        )
    return "\n".join(lines)
