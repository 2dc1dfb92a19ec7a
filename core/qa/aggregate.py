"""The rows of a question about many contracts, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from pydantic import JsonValue

from core.graph.retrieval import TableRow
from core.lexicon import agreement_type_name, country_name, place_name
from core.qa import phrases as wording
from core.qa.answer import Call, restated_in
from core.record import Presence
from core.taxonomy import taxonomy
from core.wording import Language, listed, wording_text

_STATISTICS = ("average", "median", "minimum", "maximum", "sum")
_NUMBERS = ("contracts", "unknown", "total", "percent", "not_known", "laws", *_STATISTICS)


def say(key: str, language: Language, **values: object) -> str:
    """A sentence in a language."""
    return wording_text(f"answers.numbers_{key}", language, **values)


def answer_lines(
    call: Call, rows: Sequence[TableRow], language: Language, *, shown: int, contract_line: Callable[[TableRow], str]
) -> list[str]:
    """The answer to a question about many contracts: what is answered, the numbers or contracts, what is open.

    Args:
        call: the call, with its receipt.
        rows: what it gave.
        language: of the answer.
        shown: most rows to give.
        contract_line: the line of a row that stands for a contract.
    """
    receipt = call.receipt
    assert receipt is not None
    lines = [say("head", language, restated=wording.plain(restated_in(receipt, language)))]
    if rows and "contract_id" in rows[0].columns:
        lines += [contract_line(row) for row in rows[:shown]]
    else:
        table = table_lines(rows[:shown], language)
        lines += table if table[0].startswith("- ") else ["", *table]
    if len(rows) > shown:
        lines.append("\n" + wording.say("shown", language, n=shown))
    if receipt["truncated"]:
        lines.append("\n" + say("truncated", language))
    return lines + ["\n" + note for note in notes(rows, language)]


def table_lines(rows: Sequence[TableRow], language: Language) -> list[str]:
    """A line for each row that stands for a number or a group; none for rows of contracts."""
    if not rows:
        return [say("nothing", language)]
    lines = []
    for row in rows:
        name = group_words(row, language)
        numbers = listed(_numbers(row, language), language)
        head = f"- {wording.plain(name)}{wording_text('punctuation.colon', language)}" if name else ""
        lines.append(head + numbers)
    return lines


def notes(rows: Sequence[TableRow], language: Language) -> list[str]:
    """What a reader must know to read the numbers."""
    sentences = [_which_is_more(rows, language)] if _compares(rows) else []
    if any(row.get("unknown") for row in rows):
        sentences.append(say("unknown_note", language))
    if len(rows) > 1 and any(key in rows[0].columns for key in ("country", "state", "party", "clause_type")):
        sentences.append(say("several", language))
    return sentences


def _compares(rows: Sequence[TableRow]) -> bool:
    return len(rows) == 2 and all("side" in row.columns for row in rows)


def _which_is_more(rows: Sequence[TableRow], language: Language) -> str:
    """Which of two counts is greater whatever the unknown contracts are, if either is."""
    for side, other in ((rows[0], rows[1]), (rows[1], rows[0])):
        if side.number("contracts") > other.number("contracts") + other.number("unknown"):
            return say("more", language, n=side.number("side"))
    certain = not any(row.number("unknown") for row in rows)
    return say("equal" if certain else "undecided", language)


def group_words(row: TableRow, language: Language) -> str:
    """The group that a row stands for, in words; empty for a row without one."""
    keys = [column for column in row.columns if column not in _NUMBERS]
    if not keys:
        return ""
    words = []
    for key in keys:
        if key == "country" and "state" in keys:
            words.append(_law(row, language))
        elif key != "state" or "country" not in keys:
            words.append(cell_words(key, row.get(key), language))
    return listed(words, language)


def cell_words(column: str, value: JsonValue, language: Language) -> str:
    """A value of a column in words: names for codes, "not known" for nothing."""
    if value is None:
        return say("not_stated", language)
    if column == "country":
        return country_name(str(value), language)
    if column == "agreement_type":
        return agreement_type_name(str(value), language)
    if column == "clause_type":
        category = taxonomy().find(str(value))
        return category.name(language) if category else str(value)
    if column == "language" and value in ("en", "ja"):
        return say(f"language_{value}", language)
    if column == "presence" and value in get_args(Presence):
        return wording_text(f"answers.presence_{value}", language)
    if column in ("month", "quarter", "fiscal_year", "side") and isinstance(value, int):
        return _counted_time(column, value, language)
    if column == "year":
        return say("year", language, year=value)
    return figure(value) if isinstance(value, float) else str(value)


def _counted_time(column: str, value: int, language: Language) -> str:
    if column == "month":
        return f"{value // 100}-{value % 100:02}"
    if column == "quarter":
        return say("quarter", language, year=value // 10, n=value % 10)
    if column == "fiscal_year":
        return say("fiscal_year", language, year=value)
    return f"({value})"


def value_words(column: str, value: JsonValue, language: Language) -> str:
    """The value that a contract is listed for, days as people write them."""
    if value is not None and (column.endswith("_date") or column == "last_notice_day"):
        return wording.day(str(value), language)
    if isinstance(value, int) and column == "term_days":
        return say("term_days", language, n=value, years=figure(round((value + 1) / 365.25, 1)))
    return cell_words(column, value, language)


def _law(row: TableRow, language: Language) -> str:
    country, state = row.get("country"), row.get("state")
    if country is None:
        return say("not_stated", language)
    return place_name(str(country), None if state is None else str(state), language)


def _numbers(row: TableRow, language: Language) -> list[str]:
    columns = row.columns
    words: list[str] = []
    for name in _STATISTICS:
        if name in columns:
            value = say("no_value", language) if row.get(name) is None else figure(row.number(name))
            return [f"**{value}**", say("of", language, n=row.number("contracts")), *_open(row, language)]
    if "percent" in columns:
        value = figure(row.number("percent"))
        if "total" in columns:
            words.append(say("percent", language, n=value, hit=row.number("contracts"), total=row.number("total")))
        else:
            words += [say("percent_short", language, n=value), _counted(row.number("contracts"), language)]
    elif "contracts" in columns:
        words.append(_counted(row.number("contracts"), language))
    if "laws" in columns:
        words.insert(0, say("laws", language, n=row.number("laws")))
    return words + _open(row, language)


def _counted(number: float, language: Language) -> str:
    return say("contract" if number == 1 else "contracts", language, n=number)


def _open(row: TableRow, language: Language) -> list[str]:
    return [say(key, language, n=row.number(key)) for key in ("not_known", "unknown") if row.get(key)]


def figure(value: float) -> str:
    """A number with at most one decimal place, thousands marked."""
    return f"{value:,.1f}".removesuffix(".0")
