"""What the answers to questions must be, computed from the portfolio's table, and how an answer is judged by it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from core.qa.answer import Answer
from oracles.questions.portfolio import DEALS, TODAY, Deal

Test = Callable[[Deal], bool]
Kind = Literal["list", "count", "yes_no", "values", "share", "groups", "number", "not_answered", "passages"]
Outcome = Literal["right", "wrong and sure", "refused", "asked back", "passages"]


@dataclass(frozen=True)
class Gold:
    """The right answer: `value` by kind. `contracts` are those that an answer must be about, None for any."""

    kind: Kind
    value: Any = None
    contracts: frozenset[int] | None = None


@dataclass(frozen=True)
class Case:
    """Questions of one conversation, the last of which is judged; the language is the one they are asked in."""

    turns: tuple[str, ...]
    gold: Gold

    @property
    def language(self) -> Literal["en", "ja"]:
        """English where the first question has no Japanese letter."""
        return "ja" if re.search(r"[ぁ-んァ-ヶ一-龠]", self.turns[0]) else "en"


# Conditions


def has(*codes: str) -> Test:
    return lambda deal: all(code in deal.clauses for code in codes)


def any_of(*codes: str) -> Test:
    return lambda deal: any(code in deal.clauses for code in codes)


def lacks(*codes: str) -> Test:
    return lambda deal: not any(code in deal.clauses for code in codes)


def law(country: str, state: str | None = None) -> Test:
    return lambda deal: deal.law is not None and deal.law[0] == country and state in (None, deal.law[1])


def other_law(country: str, state: str | None = None) -> Test:
    return lambda deal: deal.law is not None and not law(country, state)(deal)


def either(*tests: Test) -> Test:
    return lambda deal: any(test(deal) for test in tests)


def day(field: str, first: str = "0000", last: str = "9999") -> Test:
    return lambda deal: (value := getattr(deal, field)) is not None and first <= value <= last


def stated(field: str) -> Test:
    return lambda deal: getattr(deal, field) is not None


def missing(field: str) -> Test:
    return lambda deal: getattr(deal, field) is None


def of(*types: str) -> Test:
    return lambda deal: deal.type in types


def not_of(*types: str) -> Test:
    return lambda deal: deal.type not in types


def party(part: str) -> Test:
    return lambda deal: any(part in name for name in deal.names)


def home(country: str) -> Test:
    return lambda deal: any(where == country for _, _, where, _ in deal.parties)


def written(language: str) -> Test:
    return lambda deal: deal.language == language


def within(days: int) -> tuple[str, str]:
    return TODAY.isoformat(), (TODAY + timedelta(days=days)).isoformat()


def in_force(deal: Deal) -> bool:
    """By the dates: begun, and not past the last day; where no last day is stated it cannot be told."""
    begun = (deal.effective or deal.signed or "9999") <= TODAY.isoformat()
    return begun and deal.expires is not None and deal.expires >= TODAY.isoformat()


def years(low: int | None = None, high: int | None = None, *, strict: bool = False) -> Test:
    """A term by the calendar: one that ends on the day before the anniversary is exactly so many years long."""

    def test(deal: Deal) -> bool:
        if deal.effective is None or deal.expires is None:
            return False
        first, after = date.fromisoformat(deal.effective), date.fromisoformat(deal.expires) + timedelta(days=1)
        low_met = low is None or (
            after > first.replace(year=first.year + low) if strict else after >= first.replace(year=first.year + low)
        )
        high_met = high is None or (
            after < first.replace(year=first.year + high) if strict else after <= first.replace(year=first.year + high)
        )
        return low_met and high_met

    return test


def clauses(low: int = 0, high: int = 99) -> Test:
    return lambda deal: low <= len(deal.clauses) <= high


# Answers


def chosen(*tests: Test) -> list[Deal]:
    return [deal for deal in DEALS if all(test(deal) for test in tests)]


def ids(*tests: Test) -> Gold:
    """These contracts, no others."""
    numbers = frozenset(deal.number for deal in chosen(*tests))
    return Gold("list", len(numbers), numbers)


def n(*tests: Test) -> Gold:
    """So many contracts."""
    return Gold("count", len(chosen(*tests)))


def yes(*numbers: int) -> Gold:
    return Gold("yes_no", True, frozenset(numbers) or None)


def no(*numbers: int) -> Gold:
    return Gold("yes_no", False, frozenset(numbers) or None)


def is_any(*tests: Test) -> Gold:
    """Yes, where there is such a contract."""
    found = chosen(*tests)
    return Gold("yes_no", bool(found), frozenset(deal.number for deal in found))


def whether(number: int, test: Test) -> Gold:
    """Whether it is so of one contract."""
    return Gold("yes_no", test(DEALS[number - 1]), frozenset({number}))


def values(*numbers: int, of: Sequence[str]) -> Gold:
    """These words, about these contracts."""
    return Gold("values", tuple(of), frozenset(numbers))


def pct(hits: Iterable[Deal], among: Iterable[Deal]) -> Gold:
    part, whole = len(list(hits)), len(list(among))
    return Gold("share", round(100 * part / whole, 1))


def groups(key: Callable[[Deal], Iterable[tuple[Any, ...]]], *tests: Test) -> Gold:
    """How many contracts each group has."""
    return Gold("groups", Counter(found for deal in chosen(*tests) for found in key(deal)))


def top(key: Callable[[Deal], Iterable[tuple[Any, ...]]], count: int, *tests: Test, least: bool = False) -> Gold:
    """The groups with the most contracts, those level with the last of them included."""
    tally = Counter(found for deal in chosen(*tests) for found in key(deal) if found[0] is not None)
    order = sorted(tally.values(), reverse=not least)
    edge = order[min(count, len(order)) - 1]
    return Gold("groups", Counter({k: v for k, v in tally.items() if (v <= edge if least else v >= edge)}))


def extreme(value: Callable[[Deal], Any], *tests: Test, most: bool, count: int = 1) -> Gold:
    """The contracts with the greatest or least value."""
    found = [deal for deal in chosen(*tests) if value(deal) is not None]
    order = sorted((value(deal) for deal in found), reverse=most)
    edge = order[count - 1]
    numbers = frozenset(d.number for d in found if (value(d) >= edge if most else value(d) <= edge))
    return Gold("list", None, numbers)


def number(value: float) -> Gold:
    """A number with at most one decimal place."""
    return Gold("number", value)


NOT_ANSWERED = Gold("not_answered")
"""Must be refused or asked back."""


def passages(*numbers: int) -> Gold:
    """Passages to read, of these contracts."""
    return Gold("passages", None, frozenset(numbers))


# Keys of groups


def by_law(deal: Deal) -> list[tuple[Any, ...]]:
    return [deal.law or (None, None)]


def by_type(deal: Deal) -> list[tuple[Any, ...]]:
    return [(deal.type,)]


def by_party(deal: Deal) -> list[tuple[Any, ...]]:
    return [(name,) for name in deal.names]


def by_language(deal: Deal) -> list[tuple[Any, ...]]:
    return [(deal.language,)]


def by_clause(deal: Deal) -> list[tuple[Any, ...]]:
    return [(code,) for code in deal.clauses]


def by_year(field: str) -> Callable[[Deal], list[tuple[Any, ...]]]:
    return lambda deal: [(int(value[:4]) if (value := getattr(deal, field)) else None,)]


# Judging

_SPELLINGS = re.compile(r"(?:(?:Understood “[^\n]*|「[^\n]*」と解釈しました。)\n)*")
"""Lines before an answer that say how a word with a slip of the pen was read."""
_PASSAGES = re.compile(r"to read, not an answer|回答ではありません")


def judge(gold: Gold, answer: Answer, numbers: dict[str, int]) -> Outcome:
    """What an answer is worth.

    Args:
        gold: the right answer.
        answer: the answer.
        numbers: numbers of contracts by id.
    """
    text = answer.text.replace("\\", "")
    about = frozenset(numbers[key] for key in answer.memory.get("contracts", ()) if key in numbers)
    if answer.refused:
        outcome: Outcome = "asked back" if answer.memory.get("choices") else "refused"
        return "right" if gold.kind == "not_answered" else outcome
    if _PASSAGES.search(text):
        if gold.kind == "passages" and gold.contracts is not None and (not gold.contracts or about & gold.contracts):
            return "right"
        return "passages"
    if _right(gold, answer, text, about):
        return "right"
    # "Cannot be determined" is not sure of anything: a term that may have been renewed has not surely ended.
    return "refused" if gold.kind == "yes_no" and _UNDECIDED.match(text) else "wrong and sure"


_UNDECIDED = re.compile(r"This cannot be determined|判断できません")


def _right(gold: Gold, answer: Answer, text: str, about: frozenset[int]) -> bool:
    head = "\n".join(text.splitlines()[:4])
    match gold.kind:
        case "list":
            return about == gold.contracts and (gold.value is None or gold.value == 0 or _holds(head, gold.value))
        case "count":
            return _holds(head, gold.value) or (
                gold.value == 0 and bool(re.search(r"\bNo contract|ありません|見つかりません", head))
            )
        case "yes_no":
            begins = ("はい", "Yes") if gold.value else ("いいえ", "No")
            verdict = _SPELLINGS.sub("", text, count=1)
            return verdict.startswith(begins) and (not gold.value or gold.contracts in (None, about))
        case "values":
            return about == gold.contracts and all(word in text for word in gold.value)
        case "share" | "number":
            return _holds(text, gold.value)
        case "groups":
            return _groups(answer) == {key: count for key, count in gold.value.items() if key[0] is not None}
        case _:
            return False


def _holds(text: str, value: float) -> bool:
    shown = f"{value:,.1f}".removesuffix(".0")
    return re.search(rf"(?<![\d.,]){re.escape(shown)}(?!\d|[.,]\d)", text) is not None


def _groups(answer: Answer) -> dict[tuple[Any, ...], int]:
    found: dict[tuple[Any, ...], int] = {}
    for row in answer.calls[-1].rows if answer.calls else ():
        keys = tuple(value for name, value in row.items() if name not in ("contracts", "unknown", "laws", "percent"))
        if keys and keys[0] is not None and row.get("contracts"):
            found[keys] = int(str(row["contracts"]))
    return found
