"""Whether a count or a list rests on the rows of a call: rows say how many and which, not what a contract says."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pydantic import JsonValue

from core.qa.support import english, japanese
from core.qa.support.days import outside_window, window_off
from core.qa.support.figures import figures, placed_figures
from core.qa.support.judge import SupportVerdict
from core.qa.support.stems import alike
from core.qa.support.strange_names import strange_name, strange_place
from core.questions import clause_statements
from core.taxonomy import taxonomy

_LISTING = frozenset(
    "total match result expir expire end begin effectiv sign govern law renew notic day date last earlies lates first "
    "type "
    "clause insuranc count many few several only over across among between whose compan organization organis stat "
    "year month".split()
)
_LISTING_JA = re.compile(
    r"契約|準拠|法|満了|締結|発効|効力|通知|期限|最終|当事者|条項|件数|合計|該当|種類|一覧|日|年|月|名称|あり|なし|不明|検索|結果|以前|以降|以後|未満|まで"
)
_NONE = re.compile(r"\b(?:no|none|zero|nothing)\b|(?:ない|なし|ありません|存在しません|0件|ゼロ)", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:all|every|each|always|most|majority|half)\b|すべて|全て|全件|全部|いずれも|ほとんど|半数|大半|全契約",
    re.IGNORECASE,
)
_NO_CONTRACT = re.compile(r"\bno (?:contract|agreement)s?\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no|none)\b|[一二三四五六七八九十]+件|ない|なし|ありません",
    re.IGNORECASE,
)
_SHORT = 120


@dataclass(frozen=True, slots=True)
class CallRows:
    """A call as a statement may rest on it: its function, arguments, rows and their number."""

    function: str
    arguments: Mapping[str, JsonValue]
    total: int
    rows: Sequence[Mapping[str, JsonValue]]


def judge_call(text: str, call: CallRows, *, portfolio: int) -> SupportVerdict:
    """Whether a statement counts or lists what a call gave, and nothing else.

    Args:
        text: the statement without its keys.
        call: what it cites.
        portfolio: how many contracts there are.
    """
    plain = unicodedata.normalize("NFKC", text)
    values = _short_values([call.arguments, *call.rows])
    whole = " \n ".join(values)
    named = sorted({value for value in values if len(value) > 3}, key=len, reverse=True)
    rest = plain
    listed = False
    for value in named:
        cut = re.sub(re.escape(unicodedata.normalize("NFKC", value)), " ", rest, flags=re.IGNORECASE)
        listed, rest = listed or cut != rest, cut
    known = figures(whole).joined(
        figures(f"{call.total} {_counts(call)} {portfolio if call.function == 'count_contracts' else ''}")
    )
    known = known.joined(figures(_days_outside(call)))
    if figures(_without_numbers_of_contracts(rest, call)).missing_from(known) is not None:
        return SupportVerdict(False, "figure")
    if _window_differs(plain, call, values):
        return SupportVerdict(False, "limit")
    if strange_place(plain, whole) or strange_name(rest, whole):
        return SupportVerdict(False, "place" if strange_place(plain, whole) else "name")
    if _types_differ(plain, call):
        return SupportVerdict(False, "polarity")
    if _ALL.search(plain) and call.total != portfolio:
        return SupportVerdict(False, "figure")
    if _NO_CONTRACT.search(plain) and call.total not in (0, portfolio):
        return SupportVerdict(False, "figure")
    if _NONE.search(plain) and call.total and not _lists_lacking(call):
        return SupportVerdict(False, "polarity")
    if not (listed or _COUNTED.search(plain)):
        return SupportVerdict(False, "content")
    return SupportVerdict(True) if _says_no_more(_without_days(rest), whole) else SupportVerdict(False, "content")


_BESIDE = (("from_day", -1), ("to_day", 1))
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _days_outside(call: CallRows) -> str:
    """The last day before a call's window and the first one behind it: "before 1 April" is a window up to 31 March."""
    found = []
    for name, step in _BESIDE:
        try:
            day = date.fromisoformat(str(call.arguments[name])) + timedelta(days=step)
        except (KeyError, ValueError, OverflowError):
            continue
        found += [day.isoformat(), f"{day:%B %Y}"]
    return " \n ".join(found)


def _without_days(text: str) -> str:
    """A text without its days and months, which are compared as such."""
    flat, placed = placed_figures(text)
    for figure in sorted(placed, key=lambda each: each.start, reverse=True):
        if figure.kind in ("day", "month"):
            flat = f"{flat[: figure.start]} {flat[figure.end :]}"
    return flat


def _window_differs(text: str, call: CallRows, values: Collection[str]) -> bool:
    """Whether a statement bounds the days of a list otherwise than they were asked for."""
    if "from_day" not in call.arguments and "to_day" not in call.arguments:
        return False
    own = {str(call.arguments.get(name)) for name, _ in _BESIDE}
    today = date.today()  # noqa: DTZ011 (the user's own day)
    known = {value for value in values if value not in own and _DAY.fullmatch(value)}
    return window_off(text, call.arguments, today=today, known=known) is not None or outside_window(
        text, call.arguments, today=today, known=known
    )


def _without_numbers_of_contracts(text: str, call: CallRows) -> str:
    numbers = {str(row["number"]) for row in call.rows if "number" in row}

    def other_number(match: re.Match[str]) -> str:
        return " " if match[1] in numbers else match[0]

    return re.sub(r"(?:\bcontracts?|契約)\s*(?:no\.?|#)?\s*(\d{1,6})(?!\d|件)", other_number, text, flags=re.IGNORECASE)


def _counts(call: CallRows) -> str:
    """How many rows there are of each presence and certainty."""
    words = (row.get(name) for row in call.rows for name in ("presence", "certainty", "state"))
    counts = Counter(word for word in words if isinstance(word, str))
    return " ".join(map(str, counts.values())) if len(call.rows) == call.total else ""


def _short_values(objects: Iterable[Mapping[str, JsonValue]]) -> set[str]:
    """Short texts and numbers of rows and arguments: names, dates, codes with their names; no words of contracts."""
    found: set[str] = set()
    waiting: list[JsonValue] = [dict(values) for values in objects]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [
                inner
                for name, inner in part.items()
                if name not in ("text", "quote", "excerpts", "candidates", "evidence")
            ]
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, str) and part and len(part) <= _SHORT:
            found.add(part)
            category = next((category for category in taxonomy().categories if category.code == part), None)
            if category is not None:
                found |= {category.en, category.ja, *category.aliases}
        elif isinstance(part, int | float) and not isinstance(part, bool):
            found.add(str(part))
    return found


def _types_differ(text: str, call: CallRows) -> bool:
    """Whether a clause type is said to be there or lacking otherwise than it was asked for."""
    wanted, unwanted = _required_types(call)
    if not wanted and not unwanted:
        return False
    for statement in clause_statements(text):
        if statement.presence == "unclear" or (statement.presence == "there" and statement.code not in wanted):
            return True
        if statement.presence == "missing" and (statement.code not in unwanted or not _absent(call, statement.code)):
            return True
    return False


def _required_types(call: CallRows) -> tuple[frozenset[str], frozenset[str]]:
    def codes(value: JsonValue) -> frozenset[str]:
        names = value if isinstance(value, list) else [value] if value else []
        return frozenset(category.code for name in names if (category := taxonomy().find(str(name))) is not None)

    named = codes(call.arguments.get("clause_type"))
    lacking = call.function == "get_contracts_without_clause"
    wanted = codes(call.arguments.get("with_types")) | (frozenset() if lacking else named)
    return wanted, codes(call.arguments.get("without_types")) | (named if lacking else frozenset())


def _absent(call: CallRows, code: str) -> bool:
    """Whether the rows say that a type is absent, not only that it was not found."""
    for row in call.rows:
        unknown = row.get("unknown")
        if row.get("presence") not in (None, "absent") or row.get("certainty") == "unknown":
            return False
        if isinstance(unknown, list) and code in unknown:
            return False
    return True


def _lists_lacking(call: CallRows) -> bool:
    return bool(_required_types(call)[1])


def _says_no_more(rest: str, known: str) -> bool:
    """Whether all that a statement says beside names and numbers is that something was listed."""
    if re.search(r"[ぁ-ヿ\u3400-\u9fff]", rest):
        content = {term for term in japanese.content(rest) if len(term) > 1 and not _LISTING_JA.search(term)}
        strange = content - japanese.content(known)
        return len(strange) <= len(content) * 0.34
    stems = {stem for stem in english.content(rest) if stem not in _LISTING}
    strange_stems = {stem for stem in stems if alike(stem, english.content(known)) is None}
    return len(strange_stems) <= (0 if len(stems) < 3 else 1)
