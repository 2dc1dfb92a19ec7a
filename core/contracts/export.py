"""Tables of contracts for people who go on in a spreadsheet: CSV and XLSX, safe to open."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pandas as pd

from core.contracts.fact_words import fact_words, law_name
from core.contracts.library import ContractDetail
from core.contracts.row import ContractRow
from core.lexicon import agreement_type_name
from core.record import Presence
from core.spreadsheets import CELL_LIMIT, harmless
from core.taxonomy import taxonomy
from core.wording import Language

_PRESENCE: dict[Presence, dict[Language, str]] = {
    "present": {"en": "present", "ja": "あり"},
    "absent": {"en": "absent", "ja": "なし"},
    "unknown": {"en": "unknown", "ja": "不明"},
}
_COLUMNS: dict[str, dict[Language, str]] = {
    "number": {"en": "No.", "ja": "番号"},
    "title": {"en": "Contract", "ja": "契約"},
    "parties": {"en": "Parties", "ja": "当事者"},
    "agreement_type": {"en": "Type", "ja": "種類"},
    "agreement_date": {"en": "Agreement date", "ja": "契約締結日"},
    "effective_date": {"en": "Effective date", "ja": "効力発生日"},
    "expiration_date": {"en": "Expiration date", "ja": "契約満了日"},
    "last_notice_day": {"en": "Last day to give notice", "ja": "通知の最終日"},
    "governing_law": {"en": "Governing law", "ja": "準拠法"},
    "file_name": {"en": "File", "ja": "ファイル"},
    "engine": {"en": "Engine", "ja": "エンジン"},
    "to_review": {"en": "To review", "ja": "未確認"},
    "pages": {"en": "Pages", "ja": "ページ数"},
    "unread_pages": {"en": "Unread pages", "ja": "未読ページ"},
    "item": {"en": "Item", "ja": "項目"},
    "value": {"en": "Value", "ja": "値"},
    "presence": {"en": "Presence", "ja": "有無"},
    "words": {"en": "Words of the contract", "ja": "契約の文言"},
    "page": {"en": "Page", "ja": "ページ"},
    "state": {"en": "Evidence", "ja": "根拠"},
    "confidence": {"en": "Confidence", "ja": "確信度"},
}
_STATES: dict[str, dict[Language, str]] = {
    "verified": {"en": "verified", "ja": "根拠あり"},
    "repaired": {"en": "repaired", "ja": "原文で補正"},
    "unverified": {"en": "unverified", "ja": "根拠なし"},
}


def column(name: str, language: Language) -> str:
    """Heading of a column."""
    return _COLUMNS[name][language]


def contracts_table(rows: Sequence[ContractRow], language: Language) -> pd.DataFrame:
    """One line a contract with its main facts."""
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
                column("last_notice_day", language): row.summary.last_notice_day or "",
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


def matrix_table(rows: Sequence[ContractRow], language: Language) -> pd.DataFrame:
    """Contracts by clause types: present, absent or unknown."""
    return pd.DataFrame(
        [
            {column("number", language): row.number, column("title", language): row.summary.title}
            | {
                category.name(language): _PRESENCE[row.summary.presence.get(category.code, "unknown")][language]
                for category in taxonomy().clauses
            }
            for row in rows
        ]
    )


def facts_table(detail: ContractDetail, language: Language) -> pd.DataFrame:
    """Facts, parties and clauses of one contract as shown after reviews, one line an item, with page and words."""
    lines: list[tuple[str, str, str, str, int | None, str, float | None]] = []
    names = {category.code: category.name(language) for category in taxonomy().categories}
    names["agreement_type"] = column("agreement_type", language)
    for fact in detail.shown.facts:
        where = fact.evidence
        lines.append(
            (
                names[fact.name],
                fact_words(fact.name, fact.value, fact.detail, language),
                "",
                where.shown if where else "",
                where.page if where else None,
                _STATES[where.state][language] if where else "",
                fact.confidence if fact.value else None,
            )
        )
    for party in detail.shown.parties:
        where = party.evidence
        lines.append(
            (
                names["parties"],
                f"{party.name} ({party.role})" if party.role else party.name,
                "",
                where.shown if where else "",
                where.page if where else None,
                _STATES[where.state][language] if where else "",
                party.confidence,
            )
        )
    for clause in detail.shown.clauses:
        if taxonomy().get(clause.type).kind != "clause":
            continue
        presence = _PRESENCE[clause.presence][language]
        if not clause.excerpts:
            lines.append((names[clause.type], "", presence, "", None, "", clause.confidence))
        for excerpt in clause.excerpts:
            where = excerpt.evidence
            lines.append(
                (
                    names[clause.type],
                    "",
                    presence,
                    where.shown or excerpt.text,
                    where.page,
                    _STATES[where.state][language],
                    excerpt.confidence,
                )
            )
    heads = ("item", "value", "presence", "words", "page", "state", "confidence")
    table = pd.DataFrame(lines, columns=[column(head, language) for head in heads])
    page = column("page", language)
    return table.astype({page: "Int64"})


def to_csv(table: pd.DataFrame) -> bytes:
    """CSV in UTF-8 with a byte order mark, so that spreadsheets show Japanese; no cell can act as a formula."""
    return _cells(table).to_csv(index=False).encode("utf-8-sig")


def to_xlsx(table: pd.DataFrame, *, sheet: str = "Shinsa") -> bytes:
    """XLSX with a frozen, filterable heading line; no cell can act as a formula."""
    buffer = io.BytesIO()
    with pd.ExcelWriter(buffer, engine="openpyxl") as writer:
        _cells(table).to_excel(writer, index=False, sheet_name=sheet)
        page = writer.sheets[sheet]
        page.freeze_panes = "A2"
        page.auto_filter.ref = page.dimensions
        for cells in page.iter_cols(min_row=1, max_row=min(page.max_row, 50)):
            width = max(len(str(cell.value or "")) for cell in cells)
            page.column_dimensions[cells[0].column_letter].width = max(8, min(60, width + 2))
    return buffer.getvalue()


def _cells(table: pd.DataFrame) -> pd.DataFrame:
    harmless_table = table.map(lambda value: _cell(value) if isinstance(value, str) else value)
    return harmless_table.rename(columns=lambda head: _cell(str(head)))


def _cell(text: str) -> str:
    return harmless(text[: CELL_LIMIT - 1])
