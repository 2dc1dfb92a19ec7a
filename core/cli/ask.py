"""`ask "question"`: an answer over the portfolio, with its citations."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from core.cli.output import emit
from core.qa import ask, unescaped
from core.settings import Settings
from core.wording import languages
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("ask", help="ask a question over the portfolio")
    parser.add_argument("question")
    parser.add_argument("--lang", choices=tuple(languages()), help="language of the answer (default: the setting)")
    parser.add_argument("--session", help="conversation to go on with; made now when there is none of that id")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answer and write one object; 0 also for an honest refusal, which the object names."""
    with open_workbench(settings) as workbench:
        saved = ask(
            arguments.question,
            workbench,
            language=arguments.lang or settings.language,
            user=settings.user,
            conversation_id=arguments.session,
        )
    answer = saved.answer
    emit(
        {
            "answer": unescaped(answer.text),
            "engine": answer.engine,
            "refused": answer.refused,
            "citations": [asdict(citation) for citation in answer.citations],
            "calls": [asdict(call) for call in answer.calls],
            "session": saved.conversation_id,
        },
        as_json=arguments.json,
        text=unescaped(answer.text),
    )
    return 0
