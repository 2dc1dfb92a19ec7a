"""The rows of a question about many contracts, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

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
    call: Call, language: Language, *, shown: int, contract_line: Callable[[dict[str, Any]], str]
) -> list[str]:
    """The answer to a question about many contracts: what is answered, the numbers or contracts, what is open.

    Args:
        call: the call, with its receipt.
        language: of the answer.
        shown: most rows to give.
        contract_line: the line of a row that stands for a contract.
    """
    receipt = call.receipt
    assert receipt is not None
    lines = [say("head", language, restated=wording.plain(restated_in(receipt, language)))]
    if call.rows and "contract_id" in call.rows[0]:
        lines += [contract_line(row) for row in call.rows[:shown]]
    else:
        table = table_lines(call.rows[:shown], language)
        lines += table if table[0].startswith("- ") else ["", *table]
    if len(call.rows) > shown:
        lines.append("\n" + wording.say("shown", language, n=shown))
    if receipt["truncated"]:
        lines.append("\n" + say("truncated", language))
    return lines + ["\n" + note for note in notes(call.rows, language)]


def table_lines(rows: Sequence[Mapping[str, Any]], language: Language) -> list[str]:
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


def notes(rows: Sequence[Mapping[str, Any]], language: Language) -> list[str]:
    """What a reader must know to read the numbers."""
    said = [_which_is_more(rows, language)] if _compares(rows) else []
    if any(row.get("unknown") for row in rows):
        said.append(say("unknown_note", language))
    if len(rows) > 1 and any(key in rows[0] for key in ("country", "state", "party", "clause_type")):
        said.append(say("several", language))
    return said


def _compares(rows: Sequence[Mapping[str, Any]]) -> bool:
    return len(rows) == 2 and all("side" in row for row in rows)


def _which_is_more(rows: Sequence[Mapping[str, Any]], language: Language) -> str:
    """Which of two counts is greater whatever the unknown contracts are, if either is."""
    for side, other in ((rows[0], rows[1]), (rows[1], rows[0])):
        if side["contracts"] > other["contracts"] + other["unknown"]:
            return say("more", language, n=side["side"])
    certain = not any(row["unknown"] for row in rows)
    return say("equal" if certain else "undecided", language)


def group_words(row: Mapping[str, Any], language: Language) -> str:
    """The group that a row stands for, in words; empty for a row without one."""
    keys = [key for key in row if key not in _NUMBERS]
    if not keys:
        return ""
    words = []
    for key in keys:
        if key == "country" and "state" in keys:
            words.append(_law(row["country"], row["state"], language))
        elif key != "state" or "country" not in keys:
            words.append(cell_words(key, row[key], language))
    return listed(words, language)


def cell_words(column: str, value: Any, language: Language) -> str:
    """A value of a column in words: names for codes, "not known" for nothing."""
    if value is None:
        return say("not_stated", language)
    if column == "country":
        return country_name(str(value), language)
    if column == "agreement_type":
        return agreement_type_name(str(value), language)
    if column == "clause_type":
        found = taxonomy().find(str(value))
        return found.name(language) if found else str(value)
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


def value_words(column: str, value: Any, language: Language) -> str:
    """The value that a contract is listed for, days as people write them."""
    if value is not None and (column.endswith("_date") or column == "last_notice_day"):
        return wording.day(str(value), language)
    if value is not None and column == "term_days":
        return say("term_days", language, n=value, years=figure(round((value + 1) / 365.25, 1)))
    return cell_words(column, value, language)


def _law(country: str | None, state: str | None, language: Language) -> str:
    return say("not_stated", language) if country is None else place_name(country, state, language)


def _numbers(row: Mapping[str, Any], language: Language) -> list[str]:
    said: list[str] = []
    for name in _STATISTICS:
        if name in row:
            value = say("no_value", language) if row[name] is None else figure(row[name])
            return [f"**{value}**", say("of", language, n=row["contracts"]), *_open(row, language)]
    if "percent" in row:
        value = figure(row["percent"])
        if "total" in row:
            said.append(say("percent", language, n=value, hit=row["contracts"], total=row["total"]))
        else:
            said += [say("percent_short", language, n=value), _counted(row["contracts"], language)]
    elif "contracts" in row:
        said.append(_counted(row["contracts"], language))
    if "laws" in row:
        said.insert(0, say("laws", language, n=row["laws"]))
    return said + _open(row, language)


def _counted(number: int, language: Language) -> str:
    return say("contract" if number == 1 else "contracts", language, n=number)


def _open(row: Mapping[str, Any], language: Language) -> list[str]:
    return [say(key, language, n=row[key]) for key in ("not_known", "unknown") if row.get(key)]


def figure(value: float) -> str:
    """A number with at most one decimal place, thousands marked."""
    return f"{value:,.1f}".removesuffix(".0")
