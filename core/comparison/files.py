"""A comparison taken away: as a table for a spreadsheet, and as a Word file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pandas as pd
from docx.document import Document as WordFile

from core.comparison.baselines import Baseline
from core.comparison.clause_words import ClauseWords
from core.comparison.differences import ComparedClause, ComparedPassage, compare_clause
from core.contracts import ContractRow, column
from core.text_difference import Piece
from core.word_files import add_changes, add_text, new_word_file, printable, saved
from core.wording import Language, wording_text

Compared = Sequence[tuple[ContractRow, ClauseWords]]


def _say(key: str, language: Language, **values: object) -> str:
    return wording_text(f"compare.{key}", language, **values)


def comparison_table(contracts: Compared, baseline: Baseline | None, language: Language) -> pd.DataFrame:
    """One line a passage; words that went stand in [− −], words that came in [+ +]."""
    lines = []
    for row, words in contracts:
        compared = compare_clause(words, baseline)
        first = [row.number, row.summary.title, " / ".join(row.summary.parties), row.file_name, words.stated]
        for compared_passage in compared.passages:
            share = "" if compared_passage.share is None else f"{round(100 * compared_passage.share)}%"
            lines.append(
                [
                    *first,
                    compared_passage.passage.text,
                    compared_passage.passage.page,
                    _state(compared_passage, language),
                    compared_passage.passage.reading,
                    share,
                    _signs(compared_passage, language),
                ]
            )
        if not compared.passages:
            lines.append([*first, "", None, "", "", "", ""])
        lines += [[*first, "", None, "", "", "", f"[−{text}−]"] for text in compared.lacking]
    heads = [
        column(name, language) for name in ("number", "title", "parties", "file_name", "presence", "words", "page")
    ]
    heads += [column("state", language), column("confidence", language)]
    heads += [_say("share_head", language), _say("differences_head", language)]
    return pd.DataFrame(lines, columns=heads).astype({column("page", language): "Int64"})


def _state(compared: ComparedPassage, language: Language) -> str:
    return wording_text(f"reading.quote_{compared.passage.state}", language)


def _signs(compared: ComparedPassage, language: Language) -> str:
    if compared.share is None:
        return ""
    if not compared.is_marked:
        return _say("otherwise", language, percent=round(100 * compared.share))
    return "".join(_signed(piece) for piece in compared.pieces)


def _signed(piece: Piece) -> str:
    if piece.mark == "same":
        return piece.text
    return f"[−{piece.text}−]" if piece.mark == "removed" else f"[+{piece.text}+]"


def comparison_report(
    contracts: Compared, baseline: Baseline | None, *, clause: str, language: Language, day: date
) -> bytes:
    """A Word file: the baseline, then each contract with its words, marked against it.

    Args:
        contracts: with what they say.
        baseline: what they are held against.
        clause: name of the clause type.
        language: of the file; words of contracts stay in theirs.
        day: that the file bears.
    """
    file = new_word_file()
    file.add_heading(_say("report_title", language, clause=clause), level=0)
    add_text(file, _say("made", language, day=day.isoformat()), grey=True)
    if baseline is not None:
        file.add_heading(printable(_say("baseline_is", language, name=baseline.name)), level=1)
        for text in baseline.passages:
            add_text(file, text, style="Quote")
        add_text(file, _say("report_legend", language), grey=True)
    for row, words in contracts:
        file.add_heading(printable(f"{row.number}. {row.summary.title}"), level=1)
        add_text(file, f"{' / '.join(row.summary.parties)}  {row.file_name}".strip(), grey=True)
        add_text(file, words.stated, bold=True)
        compared = compare_clause(words, baseline)
        for compared_passage in compared.passages:
            paragraph = file.add_paragraph(style="Quote")
            add_changes(paragraph, compared_passage.pieces)
            add_text(file, " · ".join(_notes(compared_passage, language)), grey=True)
        _without_words(file, words, compared, language)
    return saved(file)


def _notes(compared: ComparedPassage, language: Language) -> list[str]:
    page = compared.passage.page
    notes = (
        [_state(compared, language)]
        if page is None
        else [wording_text("report.page_n", language, page=page), _state(compared, language)]
    )
    if compared.passage.reading:
        notes.append(_say("reading", language, words=compared.passage.reading))
    if compared.share is not None:
        percent = round(100 * compared.share)
        notes.append(_say("share" if compared.is_marked else "otherwise", language, percent=percent))
    return notes


def _without_words(file: WordFile, words: ClauseWords, compared: ComparedClause, language: Language) -> None:
    for passage in words.nearest:
        add_text(file, f"{_say('nearest', language)} {passage.text}", grey=True)
    for text in compared.lacking:
        add_text(file, f"{_say('lacking', language)} {text}", grey=True)
