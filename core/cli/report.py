"""`report CONTRACT --out F.docx`: a review as a Word file."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import Any

from core.cli.output import emit, write_file
from core.errors import BadArguments
from core.findings import commented_contract, contract_findings, review_report
from core.settings import Settings
from core.wording import languages
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("report", help="write a contract's facts and findings as a Word file")
    parser.add_argument("contract", help="the contract's number or id")
    parser.add_argument("--out", type=Path, required=True, metavar="F.docx", help="the file to write")
    parser.add_argument(
        "--comments", action="store_true", help="a copy of the contract's own Word file with the findings as comments"
    )
    parser.add_argument("--by-model", action="store_true", help="let the chat endpoint judge what rules cannot tell")
    parser.add_argument("--lang", choices=tuple(languages()), help="language of the report")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write the file and say how many findings are in it."""
    language, day = arguments.lang or settings.language, date.today()  # noqa: DTZ011  # the user's own day
    with open_workbench(settings) as workbench:
        contract_id = workbench.library.find(arguments.contract)
        detail = workbench.library.detail(contract_id)
        review = contract_findings(workbench, contract_id, by_model=arguments.by_model)
        if arguments.comments:
            if detail.row.kind != "docx":
                raise BadArguments("only a contract that came as a Word file can carry comments", kind=detail.row.kind)
            original = workbench.library.file(contract_id)
            data = commented_contract(original, detail, review, language=language, day=day)
        else:
            data = review_report(detail, review, language=language, day=day)
    write_file(arguments.out, data)
    emit(
        {"file": str(arguments.out), "findings": len(review.findings), "bytes": len(data)},
        as_json=arguments.json,
        text=f"{len(review.findings)} findings in {arguments.out}",
    )
    return 0
