"""Tables of contracts for people who go on in a spreadsheet: CSV and XLSX, safe to open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

import pandas as pd

from core.contracts.current_term import CurrentTerm, current_words
from core.contracts.desk.decisions import decision_cells
from core.contracts.desk.review_items import ClauseItems, Item, clause_items, fact_items
from core.contracts.fact_words import fact_words, law_name
from core.contracts.library import ReviewedContract
from core.contracts.reading_words import missing_value_words, quote_words, sure_words
from core.contracts.row import ContractRow, term_of
from core.lexicon import agreement_type_name
from core.record import UNDECIDED, Excerpt, Fact, Party, Presence
from core.spreadsheets import CELL_LIMIT, csv_file, xlsx_file
from core.taxonomy import taxonomy
from core.wording import Language, wording_text

_NEAREST = 2


def column(name: str, language: Language) -> str:
    """Heading of a column."""
    return wording_text(f"reading.column_{name}", language)


def contracts_table(rows: Sequence[ContractRow], language: Language) -> pd.DataFrame:
    """One line a contract with its main facts; terms are those of today."""
    today = datetime.now(UTC).astimezone().date()
    return pd.DataFrame(
        [
            {
                column("number", language): row.number,
                column("title", language): row.summary.title,
                column("parties", language): " / ".join(row.summary.parties),
                column("agreement_type", language): _type_name(row.summary.agreement_type, language),
                column("agreement_date", language): row.summary.agreement_date or "",
                column("effective_date", language): row.summary.effective_date or "",
                column("expiration_date", language): row.summary.expiration_date or "",
                column("current_until", language): current_words(term_of(row.summary, today=today), language),
                column("last_notice_day", language): _next_notice(term_of(row.summary, today=today)),
                column("governing_law", language): law_name(
                    row.summary.governing_law, row.summary.governing_state, language
                ),
                column("pages", language): row.summary.pages,
                column("unread_pages", language): ", ".join(map(str, row.summary.unread_pages)),
                column("to_review", language): row.summary.to_review,
                column("file_name", language): row.file_name,
                column("engine", language): row.engine,
            }
            for row in rows
        ]
    )


def _type_name(code: str | None, language: Language) -> str:
    return "" if code is None else agreement_type_name(code, language)


def _next_notice(term: CurrentTerm | None) -> str:
    return term.next_notice_day.isoformat() if term and term.next_notice_day else ""


def matrix_table(rows: Sequence[ContractRow], language: Language) -> pd.DataFrame:
    """Contracts by clause types: present, absent, not found or unknown."""
    return pd.DataFrame(
        [
            {column("number", language): row.number, column("title", language): row.summary.title}
            | {
                category.name(language): _presence_words(row.summary.presence.get(category.code, "unknown"), language)
                for category in taxonomy().clauses
            }
            for row in rows
        ]
    )


@cache
def _presence_words(presence: Presence, language: Language) -> str:
    return wording_text(f"reading.presence_{presence}", language)


def facts_table(detail: ReviewedContract, language: Language) -> pd.DataFrame:
    """Facts, parties and clauses of one contract as shown after reviews, one line an item, with page and words.

    Whether the words were found on the page and how sure they are read are two columns. The last columns say who
    decided what and when, and what the engine had said before; rejected items are there, named as rejected,
    without a value and with nothing in those two columns.
    """
    lines = [
        *(_item_line(item, detail, language) for item in fact_items(detail)),
        *(line for items in clause_items(detail) for line in _clause_lines(items, detail, language)),
    ]
    return pd.DataFrame(lines, columns=[column(head, language) for head in _ExportLine._fields]).astype(
        {column("page", language): "Int64"}
    )


class _ExportLine(NamedTuple):
    """One line of the table of a contract, its fields being the names of the columns."""

    item: str
    value: str = ""
    presence: str = ""
    words: str = ""
    page: int | None = None
    state: str = ""
    confidence: str = ""
    decision: str = ""
    reviewer: str = ""
    reviewed_at: str = ""
    before: str = ""


def _item_line(item: Item, detail: ReviewedContract, language: Language) -> _ExportLine:
    """A fact or a party; a rejected one has neither value nor words, and what it had said stands in the last column."""
    content = item.content
    if isinstance(content, Party):
        name = f"{content.name} ({content.role})" if content.role else content.name
        line = _ExportLine(taxonomy().get("parties").name(language), name)
    else:
        assert isinstance(content, Fact)
        category = taxonomy().find(content.name)
        head = category.name(language) if category else column(content.name, language)
        value = "" if item.refused else fact_words(content.name, content.value, content.detail, language)
        verdict = "" if value or item.refused else missing_value_words(detail.shown, content.name, language)
        line = _ExportLine(head, value, verdict)
    return _decided(_read(line, item, detail, language), item, language)


def _read(line: _ExportLine, item: Item, detail: ReviewedContract, language: Language) -> _ExportLine:
    """A line with the words that an item rests on, whether they were found, and how sure their reading is."""
    words, page = ("", None) if item.evidence is None else (item.evidence.shown, item.evidence.page)
    sure = sure_words(item, detail.shown.engine, language)
    return line._replace(words=words, page=page, state=quote_words(item, language), confidence=sure)


def _is_decided(item: Item) -> bool:
    return item.review is not None or item.waiting is not None


def _decided(line: _ExportLine, item: Item, language: Language) -> _ExportLine:
    decision, reviewer, reviewed_at, before = decision_cells(item.subject, item.review, language, waiting=item.waiting)
    if item.rejected:
        words = line.words if isinstance(item.content, Excerpt) else ""  # what was rejected, not what it rests on
        line = line._replace(value="", presence=decision, words=words, page=None, state="", confidence="")
    return line._replace(decision=decision, reviewer=reviewer, reviewed_at=reviewed_at, before=before)


def _clause_lines(items: ClauseItems, detail: ReviewedContract, language: Language) -> Iterator[_ExportLine]:
    """A clause type's words, those that people rejected and those that a model contract only offers named as such."""
    clause = detail.shown.clause(items.presence.name)
    name, presence = taxonomy().get(clause.type).name(language), _presence_words(clause.presence, language)
    decided = _is_decided(items.presence)
    for item in items.excerpts:
        assert isinstance(item.content, Excerpt)
        line = _read(_ExportLine(name, "", presence), item, detail, language)
        line = line._replace(words=line.words or item.content.text)
        yield _decided(line, item if _is_decided(item) or not decided else items.presence, language)
    options = [item for item in items.candidates if item.evidence is not None and item.evidence.state == "option"]
    stands = any(not item.rejected for item in items.excerpts)
    for item in options:
        yield _read(_ExportLine(name, "", "" if stands else presence), item, detail, language)._replace(confidence="")
    if stands or options:
        return
    candidates = [item.evidence for item in items.candidates if item.evidence is not None and item.evidence.shown][
        :_NEAREST
    ]
    if clause.presence not in UNDECIDED or not candidates:
        yield _decided(_ExportLine(name, "", presence), items.presence, language)
        return
    remark = wording_text(
        "punctuation.remark", language, text=presence, remark=wording_text("reading.nearest", language)
    )
    for where in candidates:
        yield _decided(_ExportLine(name, "", remark, where.shown, where.page), items.presence, language)


def to_csv(table: pd.DataFrame) -> bytes:
    """CSV that spreadsheets show as it is meant; no cell can act as a formula."""
    return csv_file(_lines(table))


def to_xlsx(table: pd.DataFrame, *, sheet: str = "Shinsa", further: Mapping[str, pd.DataFrame] | None = None) -> bytes:
    """XLSX with frozen, filterable heading lines; no cell can act as a formula.

    Args:
        table: of the first sheet.
        sheet: its name.
        further: tables of more sheets by name.
    """
    sheets = {sheet: table} | dict(further or {})
    return xlsx_file({name: _lines(each) for name, each in sheets.items()})


def _lines(table: pd.DataFrame) -> Iterator[list[object]]:
    """The headings and the rows, with texts as long as a cell may be and nothing where a value is missing."""
    yield [_cell(str(head)) for head in table.columns]
    for row in table.astype(object).itertuples(index=False, name=None):
        yield [_cell(value) if isinstance(value, str) else None if pd.isna(value) else value for value in row]


def _cell(text: str) -> str:
    return text[: CELL_LIMIT - 1]
