"""What the grammar makes of questions about many contracts that it was not written for: right, refused or wrong.

    python benchmarks/questions_to_cypher.py --data FOLDER [--list third] [--contracts 408] [--out result.json]

The folder holds CUAD's training split: `cuad/train/{contracts,spans.json,meta.json}` (CUAD v1, CC BY 4.0,
https://www.atticusprojectai.org/cuad). Each question of the lists `benchmarks/asked_*.py` has the answer of plain loops
over the labels. Right is an answer equal to it, or the refusal of a question that must be refused; refused is one that
could have been answered; cut is an answer of right rows that says that it does not show all; wrong is any other. The
first two lists were developed with; the third was written before what it asks for, and its first run stands as
`first_run` in the results.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.errors import BadArguments
from core.graph import GraphStore, temporary_graph
from core.graph.retrieval.by_question import answer_by_grammar
from core.graph.rows import Result, row_dict
from core.settings import load_settings
from oracles import portfolio_questions_1, portfolio_questions_2, portfolio_questions_3
from oracles.known_contracts import Answer, Asked, Known, Listed, known
from oracles.labelled_portfolio import GROUPS, TODAY, groups, labelled

LISTS: dict[str, tuple[Asked, ...]] = {
    "first": portfolio_questions_1.QUESTIONS,
    "second": portfolio_questions_2.QUESTIONS,
    "third": portfolio_questions_3.QUESTIONS,
}
Outcome = Literal["right", "rightly refused", "cut", "refused", "wrong"]


@dataclass(frozen=True)
class Judged:
    """What became of one question."""

    question: str
    outcome: Outcome
    said: str
    milliseconds: float


def judge(graph: GraphStore, contracts: Sequence[Known], asked: Asked) -> Judged:
    """Ask one question and hold the answer against the loops'."""
    question, truth = asked
    began = time.perf_counter()
    try:
        result = answer_by_grammar(graph, question, None, today=TODAY)
    except BadArguments as error:
        took = (time.perf_counter() - began) * 1_000
        reason = str(error.facts.get("reason") or error)
        return Judged(question, "rightly refused" if truth is None else "refused", reason, took)
    took = (time.perf_counter() - began) * 1_000
    assert result.receipt is not None
    said = result.receipt.restated["en"]
    if truth is None:
        return Judged(question, "wrong", said, took)
    found, wanted = plain(answer_of(result)), plain(truth(contracts))
    if found != wanted and result.receipt.truncated and all(row in wanted for row in found):
        return Judged(question, "cut", said, took)
    return Judged(question, "right" if found == wanted else "wrong", said, took)


def answer_of(result: Result) -> Answer:
    """An answer as the loops give it: contracts by id, or rows without the column that only leads to a page."""
    rows: list[dict[str, Any]] = [row_dict(row) for row in result.rows]
    if rows and "contract_id" in rows[0]:
        unsure = frozenset(row["contract_id"] for row in rows if row.get("certainty") == "unknown")
        return Listed(frozenset(row["contract_id"] for row in rows) - unsure, unsure)
    return [[cell for name, cell in row.items() if name != "page"] for row in rows]


def plain(answer: Answer) -> Any:
    """An answer that can be compared whatever its order."""
    if isinstance(answer, Listed):
        return [sorted(answer.certain), sorted(answer.unsure)] if answer.certain or answer.unsure else []
    rounded = [[round(cell, 4) if isinstance(cell, float) else cell for cell in row] for row in answer]
    return sorted(rounded, key=repr)


def asked_of(graph: GraphStore, contracts: Sequence[Known], chosen: Sequence[str]) -> dict[str, list[Judged]]:
    """Every question of some lists."""
    return {name: [judge(graph, contracts, asked) for asked in LISTS[name]] for name in chosen}


def main() -> None:
    """Measure, show a table, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--list", choices=LISTS, action="append", help="default: all")
    parser.add_argument("--contracts", type=int, default=408)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "questions_to_cypher.json")
    arguments = parser.parse_args()
    if not (arguments.data / "cuad" / "train" / "meta.json").is_file():
        parser.error(f"{arguments.data}/cuad/train is missing; see https://www.atticusprojectai.org/cuad")
    contracts = list(labelled(arguments.data, arguments.contracts))
    party_of = {name: names[0] for names in GROUPS for name in names}
    with temporary_graph(load_settings()) as graph:
        graph.project_many(contracts)
        graph.project_parties(groups())
        judged = asked_of(graph, [known(contract, party_of) for contract in contracts], arguments.list or list(LISTS))
    show(judged)
    written = json.loads(arguments.out.read_text("utf-8")) if arguments.out.is_file() else {}
    lists = {name: figures_of(found) for name, found in judged.items()}
    figures = {"contracts": len(contracts), "lists": lists}
    figures["first_run"] = written.get("first_run") or lists.get("third", {}).get("outcomes")
    arguments.out.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")


def figures_of(found: Sequence[Judged]) -> dict[str, Any]:
    """Outcomes of a list, and what was not right."""
    return {
        "questions": len(found),
        "outcomes": dict(Counter(outcome.outcome for outcome in found)),
        "not_right": [asdict(outcome) for outcome in found if outcome.outcome in ("refused", "wrong")],
        "milliseconds_p50": round(sorted(outcome.milliseconds for outcome in found)[len(found) // 2], 1),
    }


def show(judged: dict[str, list[Judged]]) -> None:
    """Print a table, and every question that was not right."""
    print("| list | questions | right | rightly refused | cut | refused | wrong |\n|---|---|---|---|---|---|---|")
    for name, found in judged.items():
        tally = Counter(outcome.outcome for outcome in found)
        numbers = [tally[name] for name in ("right", "rightly refused", "cut", "refused", "wrong")]
        print(f"| {name} | {len(found)} | {' | '.join(map(str, numbers))} |")
    for found in judged.values():
        for outcome in found:
            if outcome.outcome in ("refused", "wrong"):
                print(f"- {outcome.outcome}: {outcome.question} => {outcome.said}")


if __name__ == "__main__":
    main()
