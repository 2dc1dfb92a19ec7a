"""What the built-in engine makes of questions as a legal department asks them, over contracts of which all is known.

    python benchmarks/questions.py [--part NAME]… [--show] [--out result.json]

Parts: development, held_out, lawyers, last, unseen, unseen_rest, desk, desk_rest, office, office_rest,
inbox, inbox_rest, hotline, hotline_rest, clinic, ward, shift, counter_english,
counter_english_rest, counter_japanese, counter_japanese_rest, docket,
docket_sealed, chambers, chambers_sealed, year.

The questions and the forty contracts are in `tests/oracles/questions`; the right answers are computed from the
contracts' table. Right is a right answer, or the refusal (or the question back) of what must not be answered. Passages
are passages of contracts given where an answer was asked for. Of the sealed parts only counts are ever shown.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from core.qa.answer import Answer, AnswerMemory
from core.qa.builtin import answer_builtin
from core.settings import load_settings
from core.workbench.workbench import Workbench, open_workbench
from oracles.questions import (
    chambers,
    clinic,
    counter_english,
    counter_japanese,
    desk,
    development,
    docket,
    held_out,
    hotline,
    inbox,
    last,
    lawyers,
    office,
    shift,
    unseen,
    ward,
    year,
    year_harder,
)
from oracles.questions.gold import Case, Outcome, judge
from oracles.questions.portfolio import TODAY, fill

PARTS = {
    "development": development.CASES,
    "held_out": held_out.CASES,
    "lawyers": lawyers.CASES,
    "last": last.CASES,
    "unseen": unseen.LOOKED_AT,
    "unseen_rest": unseen.REST,
    "desk": desk.HALF_A,
    "desk_rest": desk.HALF_B,
    "office": office.HALF_A,
    "office_rest": office.HALF_B,
    "inbox": inbox.HALF_A,
    "inbox_rest": inbox.HALF_B,
    "hotline": hotline.HALF_A,
    "hotline_rest": hotline.HALF_B,
    "clinic": clinic.CASES,
    "ward": ward.CASES,
    "shift": shift.CASES,
    "counter_english": counter_english.HALF_A,
    "counter_english_rest": counter_english.HALF_B,
    "counter_japanese": counter_japanese.EVEN,
    "counter_japanese_rest": counter_japanese.ODD,
    "docket": docket.READ,
    "docket_sealed": docket.APART,
    "chambers": chambers.READ,
    "chambers_sealed": chambers.APART,
    "year": (*year.CASES, *year_harder.CASES),
}
_SEALED = ("docket_sealed", "chambers_sealed")
_OUTCOMES: tuple[Outcome, ...] = ("right", "wrong and sure", "refused", "asked back", "passages")


@dataclass(frozen=True)
class Judged:
    """What became of one case."""

    turns: tuple[str, ...]
    language: str
    kind: str
    outcome: Outcome
    text: str
    milliseconds: float


def ask_case(case: Case, workbench: Workbench, numbers: dict[str, int]) -> Judged:
    """Ask the questions of a case one after the other and judge the last answer."""
    memory: AnswerMemory | None = None
    answer: Answer | None = None
    spent = 0.0
    for turn in case.turns:
        began = time.process_time()
        answer = answer_builtin(turn, workbench, memory=memory, language=case.language, today=TODAY)
        spent = (time.process_time() - began) * 1_000
        memory = answer.memory
    assert answer is not None
    return Judged(case.turns, case.language, case.gold.kind, judge(case.gold, answer, numbers), answer.text, spent)


def measure(cases: Sequence[Case]) -> list[Judged]:
    """Every case, each over the same contracts."""
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(data_dir=Path(folder), env_file=Path(folder) / "none")
        fill(settings)
        with open_workbench(settings) as workbench:
            numbers = {row.contract_id: row.number for row in workbench.library.rows()}
            return [ask_case(case, workbench, numbers) for case in cases]


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """Shares of the answerable and of the others, by outcome."""
    answerable = [case for case in judged if case.kind != "not_answered"]
    others = [case for case in judged if case.kind == "not_answered"]
    return {
        "answerable": {"questions": len(answerable), **Counter(case.outcome for case in answerable)},
        "not_answerable": {"questions": len(others), **Counter(case.outcome for case in others)},
        "milliseconds_p50": round(sorted(case.milliseconds for case in judged)[len(judged) // 2], 1),
    }


def main() -> None:
    """Measure, show a table, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=PARTS, action="append", help="default: both")
    parser.add_argument("--show", action="store_true", help="print every case that was not right")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "questions.json")
    arguments = parser.parse_args()
    written = json.loads(arguments.out.read_text("utf-8")) if arguments.out.is_file() else {}
    print(f"| part | of | questions | {' | '.join(_OUTCOMES)} |\n|---|---|---|{'---|' * len(_OUTCOMES)}")
    for part in arguments.part or PARTS:
        judged = measure(PARTS[part])
        found = figures(judged)
        for name in ("answerable", "not_answerable"):
            counts = " | ".join(str(found[name].get(outcome, 0)) for outcome in _OUTCOMES)
            print(f"| {part} | {name} | {found[name]['questions']} | {counts} |")
        written[part] = found | {"first_run": written.get(part, {}).get("first_run") or found}
        if part in _SEALED:
            continue  # what was wrong there is not looked at
        if arguments.show:
            for case in judged:
                if case.outcome != "right":
                    print(f"- {case.outcome} [{case.kind}]: {' || '.join(case.turns)} => {case.text[:160]!r}")
        written[part]["not_right"] = [
            asdict(case) | {"text": case.text[:300]} for case in judged if case.outcome != "right"
        ]
    arguments.out.parent.mkdir(exist_ok=True)
    arguments.out.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
