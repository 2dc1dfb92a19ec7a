"""`findings CONTRACT`: what approved knowledge says of a contract."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from core.cli.output import emit, note
from core.findings import change_lines, contract_findings, option_words, reason_words, say
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
    for finding in review.findings:
        entry = finding.stored.entry
        value = {
            "entry": finding.stored.name,
            "entry_id": entry.id,
            "title": entry.title,
            "severity": entry.severity,
            "verdict": finding.verdict,
            "reason": finding.reason,
            "clause_type": finding.clause_type,
            "level": finding.level,
            "changes": [asdict(change) for change in finding.changes],
            "evidence": [
                {"page": e.page, "quote": e.shown, "state": e.state, "start": e.start, "end": e.end}
                for e in finding.evidence
            ],
            "options": [
                {"name": o.name, "page": o.evidence.page, "quote": o.evidence.shown, "agreed": False}
                for o in finding.options
            ],
            "recommended_clause": entry.recommended_clause,
            "fallback_positions": [position.model_dump() for position in entry.fallback_positions],
            "check_parties": finding.check_parties,
            "explanation": finding.explanation,
            "engine": finding.engine,
        }
        offers = "".join(
            f"\n\t{option_words(offered, language)}: {offered.evidence.shown}" for offered in finding.options
        )
        page = finding.evidence[0].page if finding.evidence else None
        place = f" [{say('page_n', language, page=page)}]" if page else ""
        why = "; ".join([reason_words(finding, language), *change_lines(finding, language)]) + offers
        emit(
            value,
            as_json=arguments.json,
            text=f"{finding.stored.name}\t{say(finding.verdict, language)}{place}\t{entry.title or ''}\n\t{why}",
        )
    if review.unread_pages:
        note(say("unread", language, pages=", ".join(map(str, review.unread_pages))))
    if review.undecided:
        names = ", ".join(stored.name for stored in review.undecided)
        note(say("undecided", language, n=len(review.undecided), names=names))
    return 0
