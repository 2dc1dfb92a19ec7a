"""`findings CONTRACT`: what approved knowledge says of a contract."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from core.cli.output import emit, note
from core.findings import change_lines, contract_findings, reason_words, say
from core.settings import Settings
from core.wording import languages
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("findings", help="hold a contract against the approved knowledge")
    parser.add_argument("contract", help="the contract's number or id")
    parser.add_argument("--by-model", action="store_true", help="let the chat endpoint judge what rules cannot tell")
    parser.add_argument("--lang", choices=tuple(languages()), help="language of the text output")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one finding a line, deviations first."""
    language = arguments.lang or settings.language
    with open_workbench(settings) as workbench:
        contract_id = workbench.library.find(arguments.contract)
        review = contract_findings(workbench, contract_id, by_model=arguments.by_model)
    for one in review.findings:
        entry = one.stored.entry
        value = {
            "entry": one.stored.name,
            "entry_id": entry.id,
            "title": entry.title,
            "severity": entry.severity,
            "verdict": one.verdict,
            "reason": one.reason,
            "clause_type": one.clause_type,
            "level": one.level,
            "changes": [asdict(change) for change in one.changes],
            "evidence": [
                {"page": e.page, "quote": e.shown, "state": e.state, "start": e.start, "end": e.end}
                for e in one.evidence
            ],
            "recommended_clause": entry.recommended_clause,
            "fallback_positions": [position.model_dump() for position in entry.fallback_positions],
            "check_parties": one.check_parties,
            "explanation": one.explanation,
            "engine": one.engine,
        }
        page = one.evidence[0].page if one.evidence else None
        place = f" [{say('page_n', language, page=page)}]" if page else ""
        why = "; ".join([reason_words(one, language), *change_lines(one, language)])
        emit(
            value,
            as_json=arguments.json,
            text=f"{one.stored.name}\t{say(one.verdict, language)}{place}\t{entry.title or ''}\n\t{why}",
        )
    if review.unread_pages:
        note(say("unread", language, pages=", ".join(map(str, review.unread_pages))))
    if review.undecided:
        names = ", ".join(one.name for one in review.undecided)
        note(say("undecided", language, n=len(review.undecided), names=names))
    return 0
