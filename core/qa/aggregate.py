"""The rows of a question about many contracts, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.lexicon import agreement_type_name, country_name, state_name
from core.qa import phrases as wording
from core.qa.answer import Call
from core.taxonomy import taxonomy
from core.wording import Language

_STATISTICS = ("average", "median", "minimum", "maximum", "sum")
_NUMBERS = ("contracts", "unknown", "total", "percent", "not_known", "laws", *_STATISTICS)
_TEXTS: dict[str, dict[Language, str]] = {
    "head": {"en": "{restated}:", "ja": "{restated}："},
    "contracts": {"en": "{n} contracts", "ja": "{n}件"},
    "contract": {"en": "1 contract", "ja": "1件"},
    "unknown": {"en": "unknown: {n}", "ja": "不明：{n}件"},
    "not_known": {"en": "not known: {n}", "ja": "値が不明：{n}件"},
    "laws": {"en": "{n} governing laws", "ja": "準拠法{n}件"},
    "percent": {"en": "{n} % ({hit} of {total})", "ja": "{n}％（{total}件中{hit}件）"},
    "percent_short": {"en": "{n} %", "ja": "{n}％"},
    "of": {"en": "from {n} contracts", "ja": "{n}件から計算"},
    "nothing": {"en": "No contract was found.", "ja": "該当する契約は見つかりませんでした。"},
    "not_stated": {"en": "(not known)", "ja": "（不明・記載なし）"},
    "no_value": {"en": "no contract has this number", "ja": "この数値が分かる契約がありません"},
    "truncated": {"en": "There are more rows; not all are shown.", "ja": "行が多いため、一部だけを示しています。"},
    "unknown_note": {
        "en": "“Unknown” are contracts for which this cannot be told: a page was not read, the engine cannot tell, or "
        "no such date, law, type or party is known. They are not counted otherwise.",
        "ja": "「不明」は判断できない契約です（未読のページがある、エンジンが判定できない、または日付・準拠法・種類・"
        "当事者が分からない）。ほかの件数には含めていません。",
    },
    "several": {
        "en": "A contract counts once in each group that it belongs to.",
        "ja": "1件の契約が複数の区分に数えられることがあります。",
    },
    "side": {"en": "({n})", "ja": "({n})"},
    "quarter": {"en": "{year} Q{n}", "ja": "{year}年第{n}四半期"},
    "fiscal_year": {"en": "Fiscal year {year} (April {year} to March {next})", "ja": "{year}年度"},
    "more": {"en": "There are more of ({n}).", "ja": "({n}) のほうが多いです。"},
    "equal": {"en": "Both numbers are the same.", "ja": "どちらも同じ件数です。"},
    "undecided": {
        "en": "Which are more cannot be told: the unknown contracts could decide it.",
        "ja": "どちらが多いかは判断できません（不明な契約によって結果が変わり得ます）。",
    },
    "fiscal_year_refused": {
        "en": "A fiscal year begins on different days in different firms, so there is no answer. Say when yours "
        "begins, such as “fiscal year 2021 (April to March)” or “the fiscal year beginning on 1 July 2021”, or name "
        "the days.",
        "ja": "会計年度の開始日が示されていないため、回答しません。「2021年度」（4月1日から翌年3月31日まで）のように、"
        "または期間を日付で示してください。",
    },
    "date_not_said": {
        "en": "A contract has several dates, so there is no answer. Say which one counts, such as “by year of the "
        "agreement date”, “by year of expiration” or “per quarter of the effective date”.",
        "ja": "どの日付でまとめるのかが示されていないため、回答しません。「締結年度ごと」「満了年ごと」"
        "「発効日の四半期ごと」のように、日付の種類を書いてください。",
    },
    "separator": {"en": ", ", "ja": "、"},
    "colon": {"en": ": ", "ja": "："},
}


def say(key: str, language: Language, **values: object) -> str:
    """A sentence in a language."""
    return _TEXTS[key][language].format(**values)


def restated(receipt: Mapping[str, Any], language: Language) -> str:
    """The question as it was understood, in the language if it was said in it."""
    return receipt[f"restated_{language}"] or receipt["restated_ja"] or receipt["restated_en"] or ""


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
    lines = [say("head", language, restated=wording.plain(restated(receipt, language)))]
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
        numbers = say("separator", language).join(_numbers(row, language))
        lines.append(f"- {wording.plain(name)}{say('colon', language)}{numbers}" if name else numbers)
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
    return say("separator", language).join(words)


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
    if column == "language":
        return {"en": ("English", "英語"), "ja": ("Japanese", "日本語")}.get(value, (str(value), str(value)))[
            language == "ja"
        ]
    if column == "presence":
        words = {
            "present": ("present", "あり"),
            "absent": ("absent", "なし"),
            "not_found": ("not found by the built-in engine", "内蔵エンジンでは見つからず"),
            "unknown": ("unknown", "不明"),
        }
        return words.get(value, (str(value), str(value)))[language == "ja"]
    if column in ("month", "quarter", "fiscal_year", "side") and isinstance(value, int):
        return _counted_time(column, value, language)
    if column == "year" and language == "ja":
        return f"{value}年"
    return figure(value) if isinstance(value, float) else str(value)


def _counted_time(column: str, value: int, language: Language) -> str:
    if column == "month":
        return f"{value // 100}-{value % 100:02}"
    if column == "quarter":
        return say("quarter", language, year=value // 10, n=value % 10)
    if column == "fiscal_year":
        return say("fiscal_year", language, year=value, next=value + 1)
    return say("side", language, n=value)


def value_words(column: str, value: Any, language: Language) -> str:
    """The value that a contract is listed for, days as people write them."""
    if value is not None and (column.endswith("_date") or column == "last_notice_day"):
        return wording.day(str(value), language)
    return cell_words(column, value, language)


def _law(country: str | None, state: str | None, language: Language) -> str:
    if country is None:
        return say("not_stated", language)
    name = country_name(country, language)
    if not state:
        return name
    return f"{state_name(country, state, language)}（{name}）" if language == "ja" else f"{state}, {name}"


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
