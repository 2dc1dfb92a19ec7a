"""Questions with words that bound days and lengths, as lawyers ask them, and the days that they mean at the edge.

Written before the reader was changed for them. The rows of each language are dealt out in turn: the even ones to
develop with, the odd ones kept apart (`DEVELOPED`, `APART`). The failures of the latter were looked at once, at the
end: its one wrong answer ("effective until") was mended, nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from core.questions import DateField, DateIn, NumberIs, Quantity, Understood

TODAY = date(2026, 11, 20)
"""A Friday."""
Said = Literal["end", "start", "signed", "notice", "term", "notice_length", "in_force", "asked"]
OR_TODAY = "open or today"
"""What ends "by the end of next month" is looked for from today on; whether earlier ones are meant too, nobody says."""


@dataclass(frozen=True)
class Edge:
    """A question and what it means: the days of a date, both included, or a length's bounds in the unit said.

    `said` is `asked` where two sets of days may be meant, so that the question must be asked back.
    """

    question: str
    said: Said
    first: str | int | None = None
    last: str | int | None = None
    strict: bool = False


_DATES: dict[Said, DateField] = {
    "end": "expiration_date",
    "start": "effective_date",
    "signed": "agreement_date",
    "notice": "last_notice_day",
}
_LENGTHS: dict[Said, Quantity] = {"term": "term_days", "notice_length": "notice_days"}


def outcome(edge: Edge, understood: Understood) -> Literal["right", "wrong", "asked back"]:
    """Whether a question was read as meant; `wrong` is another reading, shown as sure."""
    if not understood.sure or understood.readings[0].kind in ("refused", "passages"):
        return "right" if edge.said == "asked" else "asked back"
    reading = understood.readings[0]
    bounds = [c for c in reading.plan.every_condition if isinstance(c, DateIn | NumberIs)]
    if edge.said == "in_force":
        return "right" if reading.day == edge.first and not bounds else "wrong"
    if reading.day is not None:
        return "wrong"
    if len(bounds) == 2 and all(isinstance(bound, DateIn) and bound.wanted for bound in bounds):
        bounds = _both_met(bounds)
    return "right" if len(bounds) == 1 and _as_meant(edge, bounds[0]) else "wrong"


def _both_met(bounds: list[DateIn | NumberIs]) -> list[DateIn | NumberIs]:
    """Two conditions of one date as the days that meet both."""
    dates = [bound for bound in bounds if isinstance(bound, DateIn)]
    if len({bound.field for bound in dates}) > 1:
        return bounds
    first = max((bound.first for bound in dates if bound.first), default=None)
    last = min((bound.last for bound in dates if bound.last), default=None)
    return [DateIn(dates[0].field, first, last)]


def _as_meant(edge: Edge, bound: DateIn | NumberIs) -> bool:
    if isinstance(bound, NumberIs):
        said = (bound.quantity, bound.low, bound.high, bound.strict)
        return said == (_LENGTHS.get(edge.said), edge.first, edge.last, edge.strict)
    firsts = (None, TODAY.isoformat()) if edge.first == OR_TODAY else (edge.first,)
    return bound.field == _DATES.get(edge.said) and bound.wanted and bound.first in firsts and bound.last == edge.last


_ENGLISH: tuple[Edge, ...] = (
    # Last days, the day itself included
    Edge("Which contracts expire on or before 31 March 2027?", "end", None, "2027-03-31"),
    Edge("Show me the agreements expiring 31 March 2027 or earlier.", "end", None, "2027-03-31"),
    Edge("Which agreements end on 31 March 2027 at the latest?", "end", None, "2027-03-31"),
    Edge("List contracts that expire by 30 June 2027 at the latest.", "end", None, "2027-06-30"),
    Edge("Which contracts were signed no later than 31 December 2024?", "signed", None, "2024-12-31"),
    Edge("How many contracts expire not later than 31 March 2027?", "end", None, "2027-03-31"),
    Edge("Which contracts terminate up to and including 31 March 2027?", "end", None, "2027-03-31"),
    Edge("Contracts expiring up to 31 March 2027 inclusive", "end", None, "2027-03-31"),
    Edge("Which of our contracts expire through 31 December 2026?", "end", None, "2026-12-31"),
    Edge("Agreements signed on 1 April 2024 or before", "signed", None, "2024-04-01"),
    Edge("What contracts took effect on or before 1 April 2021?", "start", None, "2021-04-01"),
    Edge("Which contracts became effective until 30 June 2022?", "start", None, "2022-06-30"),
    Edge("Do we have contracts that expire until 30 April 2027 inclusive?", "end", None, "2027-04-30"),
    Edge("contracts expiring on or prior to February 28, 2027", "end", None, "2027-02-28"),
    Edge("Which contracts expire on or earlier than 28 February 2027?", "end", None, "2027-02-28"),
    Edge("Which agreements have an expiration date of 31 March 2027 or earlier?", "end", None, "2027-03-31"),
    Edge("Which contracts expire not after 31 March 2027?", "end", None, "2027-03-31"),
    Edge("At the latest by 31 March 2027, which contracts expire?", "end", None, "2027-03-31"),
    Edge("On or before 31 March 2027, which of our agreements expire?", "end", None, "2027-03-31"),
    Edge("Which contracts expire at the latest on 31 March 2027?", "end", None, "2027-03-31"),
    Edge("List all agreements with a signing date on or before 15 March 2018.", "signed", None, "2018-03-15"),
    Edge("Which contracts were executed by 31 January 2020 at the latest?", "signed", None, "2020-01-31"),
    Edge("Give me every contract that ends no later than 2027-03-31.", "end", None, "2027-03-31"),
    Edge("agreements that expire to and including 31 March 2027", "end", None, "2027-03-31"),
    # Last days, the day itself left out
    Edge("Which contracts expire before 31 March 2027?", "end", None, "2027-03-30"),
    Edge("Which contracts expire prior to 1 April 2027?", "end", None, "2027-03-31"),
    Edge("Contracts expiring strictly before 31 March 2027", "end", None, "2027-03-30"),
    Edge("Which agreements end ahead of 31 March 2027?", "end", None, "2027-03-30"),
    Edge("Which contracts expire up to but not including 31 March 2027?", "end", None, "2027-03-30"),
    Edge("Show contracts signed up to but excluding 1 April 2024.", "signed", None, "2024-03-31"),
    Edge("Which contracts were signed earlier than 15 March 2018?", "signed", None, "2018-03-14"),
    Edge("Before 31 March 2027, which contracts expire?", "end", None, "2027-03-30"),
    Edge("Which contracts took effect strictly before 1 April 2021?", "start", None, "2021-03-31"),
    Edge("Contracts that end sooner than 31 March 2027", "end", None, "2027-03-30"),
    Edge("Which agreements were signed ahead of 1 January 2022?", "signed", None, "2021-12-31"),
    Edge("Which contracts expire before (but not on) 31 March 2027?", "end", None, "2027-03-30"),
    Edge("Which agreements expire until 31 March 2027 exclusive?", "end", None, "2027-03-30"),
    Edge("How many contracts end before 1 January 2027?", "end", None, "2026-12-31"),
    Edge("Any contracts expiring by the day before 31 March 2027?", "end", None, "2027-03-30"),
    # First days, the day itself included
    Edge("Which contracts expire on or after 31 March 2027?", "end", "2027-03-31", None),
    Edge("Which contracts expire on 28 February 2027 at the earliest?", "end", "2027-02-28", None),
    Edge("At the earliest on 28 February 2027, which contracts expire?", "end", "2027-02-28", None),
    Edge("Agreements that expire no earlier than 1 April 2027", "end", "2027-04-01", None),
    Edge("Which contracts end no sooner than 31 March 2027?", "end", "2027-03-31", None),
    Edge("List the contracts that expire not sooner than 31 March 2027.", "end", "2027-03-31", None),
    Edge("Which contracts were signed from 1 April 2024 onwards?", "signed", "2024-04-01", None),
    Edge("Which contracts expire from 1 April 2027 onward?", "end", "2027-04-01", None),
    Edge("Contracts effective from 1 April 2024 or later", "start", "2024-04-01", None),
    Edge("Which agreements took effect on 1 April 2024 or later?", "start", "2024-04-01", None),
    Edge("Which agreements expire 31 March 2027 or later?", "end", "2027-03-31", None),
    Edge("Which contracts were signed not before 1 January 2025?", "signed", "2025-01-01", None),
    Edge("Which contracts expire starting with 1 April 2027?", "end", "2027-04-01", None),
    Edge("Contracts signed since 15 January 2026 inclusive", "signed", "2026-01-15", None),
    Edge("Which contracts started as from 1 April 2024?", "start", "2024-04-01", None),
    Edge("Which contracts expire on and after 31 March 2027?", "end", "2027-03-31", None),
    Edge("On or after 31 March 2027, which contracts expire?", "end", "2027-03-31", None),
    Edge("From 31 March 2027 on, which agreements expire?", "end", "2027-03-31", None),
    Edge("Which contracts were executed beginning with 1 July 2025?", "signed", "2025-07-01", None),
    Edge("Which contracts end after or on 31 March 2027?", "end", "2027-03-31", None),
    Edge("Which contracts expire after 31 March 2027 inclusive?", "asked"),
    Edge("Which agreements expire not earlier than 30 June 2027?", "end", "2027-06-30", None),
    Edge("Which contracts expire at the earliest on 30 June 2027?", "end", "2027-06-30", None),
    # First days, the day itself left out
    Edge("Which contracts expire after 31 March 2027?", "end", "2027-04-01", None),
    Edge("Which contracts expire strictly after 31 March 2027?", "end", "2027-04-01", None),
    Edge("Which contracts end later than 31 March 2027?", "end", "2027-04-01", None),
    Edge("After 31 March 2027, which agreements expire?", "end", "2027-04-01", None),
    Edge("Which agreements were signed after 1 April 2024?", "signed", "2024-04-02", None),
    Edge("Contracts expiring from the day after 31 March 2027", "end", "2027-04-01", None),
    Edge("Which contracts took effect after 1 April 2024?", "start", "2024-04-02", None),
    Edge("Which contracts end beyond 31 March 2027?", "end", "2027-04-01", None),
    Edge("Which contracts expire after, but not on, 31 March 2027?", "end", "2027-04-01", None),
    # Months, years, quarters
    Edge("Which contracts expire on or before March 2027?", "end", None, "2027-03-31"),
    Edge("Which contracts expire before March 2027?", "end", None, "2027-02-28"),
    Edge("Which contracts expire after March 2027?", "end", "2027-04-01", None),
    Edge("Which contracts expire in March 2027 or later?", "end", "2027-03-01", None),
    Edge("Which contracts expire in March 2027 or earlier?", "end", None, "2027-03-31"),
    Edge("Which contracts expire by the end of March 2027?", "end", None, "2027-03-31"),
    Edge("Which contracts expire no later than the end of March 2027?", "end", None, "2027-03-31"),
    Edge("Which contracts expire after the end of March 2027?", "end", "2027-04-01", None),
    Edge("Which contracts expire from March 2027 onwards?", "end", "2027-03-01", None),
    Edge("Which contracts expire before the beginning of March 2027?", "end", None, "2027-02-28"),
    Edge("Which contracts were signed before 2021?", "signed", None, "2020-12-31"),
    Edge("Which contracts were signed in 2021 or before?", "signed", None, "2021-12-31"),
    Edge("Which contracts were signed up to and including 2021?", "signed", None, "2021-12-31"),
    Edge("Which contracts were signed up to but not including 2021?", "signed", None, "2020-12-31"),
    Edge("Which contracts were signed after 2021?", "signed", "2022-01-01", None),
    Edge("Which contracts were signed from 2024 onward?", "signed", "2024-01-01", None),
    Edge("Which contracts expire no sooner than 2028?", "end", "2028-01-01", None),
    Edge("Which contracts expire no later than 2027?", "end", None, "2027-12-31"),
    Edge("Which contracts expire in 2028 at the earliest?", "end", "2028-01-01", None),
    Edge("Which contracts expire in 2027 at the latest?", "end", None, "2027-12-31"),
    Edge("Which contracts expire before Q2 2027?", "end", None, "2027-03-31"),
    Edge("Which contracts expire in Q2 2027 or later?", "end", "2027-04-01", None),
    Edge("Which contracts expire up to and including Q2 2027?", "end", None, "2027-06-30"),
    Edge("Which contracts expire after Q1 2027?", "end", "2027-04-01", None),
    Edge("Which contracts expire by the end of the first quarter of 2027?", "end", None, "2027-03-31"),
    Edge("Which contracts expire before the Japanese fiscal year 2027?", "end", None, "2027-03-31"),
    Edge("Which contracts expire from Japanese fiscal year 2027 onwards?", "end", "2027-04-01", None),
    # Days told from today
    Edge("Which contracts expired on or before today?", "end", None, "2026-11-20"),
    Edge("Which contracts expired before today?", "end", None, "2026-11-19"),
    Edge("Which contracts expire on or after today?", "end", "2026-11-20", None),
    Edge("Which contracts expire after today?", "end", "2026-11-21", None),
    Edge("Which contracts expire from tomorrow onwards?", "end", "2026-11-21", None),
    Edge("Which contracts were signed up to yesterday?", "signed", None, "2026-11-19"),
    Edge("Which contracts were signed up to and including today?", "signed", None, "2026-11-20"),
    Edge("Which contracts ended no later than today?", "end", None, "2026-11-20"),
    Edge("Which contracts expire by the end of this month?", "end", OR_TODAY, "2026-11-30"),
    Edge("Which contracts expire on or before the end of next month?", "end", OR_TODAY, "2026-12-31"),
    Edge("Which contracts expire after the end of this month?", "end", "2026-12-01", None),
    Edge("Which contracts expire after this year?", "end", "2027-01-01", None),
    Edge("Which contracts expire next year at the earliest?", "end", "2027-01-01", None),
    Edge("Which contracts expire next year or later?", "end", "2027-01-01", None),
    Edge("Which contracts were signed before this year?", "signed", None, "2025-12-31"),
    Edge("Which contracts were signed this year or earlier?", "signed", None, "2026-12-31"),
    Edge("Which contracts expire no later than tomorrow?", "end", OR_TODAY, "2026-11-21"),
    # From one day to another
    Edge("Which contracts expire from 1 April 2027 to 31 March 2028 inclusive?", "end", "2027-04-01", "2028-03-31"),
    Edge("Which contracts expire from 1 April 2027 to 31 March 2028 exclusive?", "asked"),
    Edge("Contracts expiring between 1 January and 31 March 2027 inclusive", "end", "2027-01-01", "2027-03-31"),
    Edge("Which contracts expire between 1 January 2027 and 31 March 2027, both days included?", "end",
         "2027-01-01", "2027-03-31"),
    Edge("Which contracts expire from 1 January 2027 up to but not including 31 March 2027?", "end",
         "2027-01-01", "2027-03-30"),
    Edge("Which contracts expire from 1 January 2027 through 31 March 2027?", "end", "2027-01-01", "2027-03-31"),
    Edge("Which contracts were signed between 1 April 2023 and 31 March 2024 inclusive?", "signed",
         "2023-04-01", "2024-03-31"),
    Edge("Which contracts were signed from 15 January 2026 until 3 March 2026?", "signed", "2026-01-15", "2026-03-03"),
    Edge("Which contracts expire after 31 December 2026 and on or before 31 March 2027?", "end",
         "2027-01-01", "2027-03-31"),
    Edge("Which contracts expire on or after 1 January 2027 but before 31 March 2027?", "end",
         "2027-01-01", "2027-03-30"),
    Edge("Which contracts expire no earlier than 1 January 2027 and no later than 31 March 2027?", "end",
         "2027-01-01", "2027-03-31"),
    Edge("From 1 January 2027 to 31 March 2027 inclusive, which contracts expire?", "end", "2027-01-01", "2027-03-31"),
    Edge("Which contracts expire between Q1 2027 and Q2 2027 inclusive?", "end", "2027-01-01", "2027-06-30"),
    Edge("Which contracts took effect from 2021 to 2023 inclusive?", "start", "2021-01-01", "2023-12-31"),
    # Days of notice
    Edge("For which contracts is the last day to give notice on or before 31 December 2026?", "notice", None,
         "2026-12-31"),
    Edge("Which contracts have a notice deadline on or after 1 January 2027?", "notice", "2027-01-01", None),
    Edge("Which contracts have a last notice day before 31 January 2027?", "notice", None, "2027-01-30"),
    Edge("Contracts whose last notice day is 31 January 2027 or earlier", "notice", None, "2027-01-31"),
    Edge("Contracts whose last notice day is no later than 31 January 2027", "notice", None, "2027-01-31"),
    Edge("Contracts whose notice deadline falls after 31 January 2027", "notice", "2027-02-01", None),
    Edge("Contracts whose notice deadline falls on 1 February 2027 at the earliest", "notice", "2027-02-01", None),
    Edge("Contracts whose notice deadline falls strictly before 1 February 2027", "notice", None, "2027-01-31"),
    # What two people understand differently
    Edge("Which contracts are effective until 31 March 2027?", "asked"),
    Edge("Which contracts expire as late as 31 March 2027?", "asked"),
    Edge("Which contracts are valid until 2028?", "asked"),
    Edge("Which contracts expire around 31 March 2027?", "asked"),
    # In force on a day, lengths
    Edge("Which contracts are in force as of 31 March 2027?", "in_force", "2027-03-31", "2027-03-31"),
    Edge("As of 1 January 2027, which contracts are in force?", "in_force", "2027-01-01", "2027-01-01"),
    Edge("Which contracts have a term of under 3 years?", "term", None, 3, True),
    Edge("Which contracts have a term exceeding 3 years?", "term", 3, None, True),
    Edge("Which contracts have a term of not more than 5 years?", "term", None, 5),
    Edge("Which contracts have a term of not less than 5 years?", "term", 5, None),
    Edge("Which contracts have a notice period of no less than 60 days?", "notice_length", 60, None),
    Edge("Which contracts have a notice period of 60 days or less?", "notice_length", None, 60),
    Edge("Which contracts have a notice period below 60 days?", "notice_length", None, 59),
)  # fmt: skip
_JAPANESE: tuple[Edge, ...] = (
    # 終わりの日、当日を含む
    Edge("2027年3月31日以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月31日までに満了する契約を一覧にしてください。", "end", None, "2027-03-31"),
    Edge("遅くとも2027年3月31日までに満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("遅くとも2027年3月31日には満了する契約を教えてください。", "end", None, "2027-03-31"),
    Edge("2027年3月31日まで(当日を含む)に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月31日を含めてそれ以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2024年4月1日以前に締結した契約を教えてください。", "signed", None, "2024-04-01"),
    Edge("2024年4月1日までに締結された契約は何件ありますか。", "signed", None, "2024-04-01"),
    Edge("2021年4月1日以前に発効した契約はどれですか。", "start", None, "2021-04-01"),
    Edge("満了日が2027年3月31日以前の契約を挙げてください。", "end", None, "2027-03-31"),
    Edge("満了日が2027年3月31日までの契約はどれですか。", "end", None, "2027-03-31"),
    Edge("契約のうち、2027年3月31日までに終了するものはどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月31日かそれ以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月31日またはそれより前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("締結日が遅くとも2020年1月31日の契約はどれですか。", "signed", None, "2020-01-31"),
    Edge("2027年3月31日以前(同日を含む)に満了する契約はありますか。", "end", None, "2027-03-31"),
    Edge("満了日が令和9年3月31日以前の契約はどれですか。", "end", None, "2027-03-31"),
    Edge("令和9年3月31日までに満了する契約を列挙してください。", "end", None, "2027-03-31"),
    Edge("2027/3/31以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("効力発生日が2021年4月1日以前の契約を挙げてください。", "start", None, "2021-04-01"),
    # 終わりの日、当日を含まない
    Edge("2027年3月31日より前に満了する契約はどれですか。", "end", None, "2027-03-30"),
    Edge("2027年3月31日より以前に満了する契約はどれですか。", "asked"),
    Edge("2027年3月31日の前日までに満了する契約はどれですか。", "end", None, "2027-03-30"),
    Edge("2027年3月31日まで(当日を含まない)に満了する契約はどれですか。", "end", None, "2027-03-30"),
    Edge("2027年3月31日を含まず、それより前に満了する契約はどれですか。", "end", None, "2027-03-30"),
    Edge("2024年4月1日より前に締結した契約は何件ですか。", "signed", None, "2024-03-31"),
    Edge("2024年4月1日の前日までに締結された契約はどれですか。", "signed", None, "2024-03-31"),
    Edge("満了日が2027年3月31日より前の契約はどれですか。", "end", None, "2027-03-30"),
    Edge("満了日が2027年3月31日よりも前の契約を教えてください。", "end", None, "2027-03-30"),
    Edge("満了日が2027年3月31日未満の契約はどれですか。", "end", None, "2027-03-30"),
    Edge("2021年4月1日より前に効力が発生した契約はどれですか。", "start", None, "2021-03-31"),
    Edge("2027年3月31日になる前に満了する契約はどれですか。", "end", None, "2027-03-30"),
    Edge("2027年3月31日より早く満了する契約はどれですか。", "end", None, "2027-03-30"),
    Edge("令和9年4月1日より前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月31日の10日前までに満了する契約はどれですか。", "end", None, "2027-03-21"),
    # 始まりの日、当日を含む
    Edge("2027年3月31日以降に満了する契約はどれですか。", "end", "2027-03-31", None),
    Edge("2027年3月31日以後に満了する契約を一覧にしてください。", "end", "2027-03-31", None),
    Edge("早くとも2027年2月28日以降に満了する契約はどれですか。", "end", "2027-02-28", None),
    Edge("早くても2027年2月28日に満了する契約はどれですか。", "end", "2027-02-28", None),
    Edge("満了日が早くとも2027年2月28日の契約はどれですか。", "end", "2027-02-28", None),
    Edge("2024年4月1日以降に締結された契約は何件ですか。", "signed", "2024-04-01", None),
    Edge("2024年4月1日以後に締結した契約を教えてください。", "signed", "2024-04-01", None),
    Edge("2024年4月1日以降に発効した契約はどれですか。", "start", "2024-04-01", None),
    Edge("満了日が2027年3月31日以降の契約はどれですか。", "end", "2027-03-31", None),
    Edge("満了日が2027年3月31日以後の契約を挙げてください。", "end", "2027-03-31", None),
    Edge("2027年3月31日以降(当日を含む)に満了する契約はどれですか。", "end", "2027-03-31", None),
    Edge("2027年3月31日かそれ以降に満了する契約はどれですか。", "end", "2027-03-31", None),
    Edge("2027年3月31日またはそれより後に満了する契約はどれですか。", "end", "2027-03-31", None),
    Edge("2027年3月31日を含めそれ以降に満了する契約はどれですか。", "end", "2027-03-31", None),
    Edge("契約のうち、2027年3月31日以降に終了するものは何件ですか。", "end", "2027-03-31", None),
    Edge("締結日が2025年1月1日以後の契約はどれですか。", "signed", "2025-01-01", None),
    Edge("令和9年3月31日以後に満了する契約はどれですか。", "end", "2027-03-31", None),
    Edge("効力発生日が2024年4月1日以後の契約はどれですか。", "start", "2024-04-01", None),
    # 始まりの日、当日を含まない
    Edge("2027年3月31日より後に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2027年3月31日の翌日以降に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2027年3月31日の翌日から満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2027年3月31日を超えて満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("満了日が2027年3月31日を超える契約はどれですか。", "end", "2027-04-01", None),
    Edge("満了日が2027年3月31日より後の契約を教えてください。", "end", "2027-04-01", None),
    Edge("満了日が2027年3月31日の翌日以降の契約はどれですか。", "end", "2027-04-01", None),
    Edge("2027年3月31日以降(当日を含まない)に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2024年4月1日より後に締結した契約は何件ありますか。", "signed", "2024-04-02", None),
    Edge("2024年4月1日の翌日以降に締結した契約はどれですか。", "signed", "2024-04-02", None),
    Edge("2027年3月31日より遅く満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2027年3月31日を過ぎてから満了する契約はどれですか。", "end", "2027-04-01", None),
    # 月、年、四半期、年度、元号
    Edge("2027年3月以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月より前に満了する契約はどれですか。", "end", None, "2027-02-28"),
    Edge("2027年3月末までに満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月末より前に満了する契約はどれですか。", "end", None, "2027-03-30"),
    Edge("2027年3月末以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年3月末以降に満了する契約はどれですか。", "end", "2027-03-31", None),
    Edge("2027年3月以降に満了する契約を教えてください。", "end", "2027-03-01", None),
    Edge("2027年3月より後に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2027年3月の翌月以降に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2027年3月の前月までに満了する契約はどれですか。", "end", None, "2027-02-28"),
    Edge("2021年以前に締結した契約はどれですか。", "signed", None, "2021-12-31"),
    Edge("2021年より前に締結した契約はどれですか。", "signed", None, "2020-12-31"),
    Edge("2021年より後に締結した契約はどれですか。", "signed", "2022-01-01", None),
    Edge("2021年末までに締結した契約は何件ですか。", "signed", None, "2021-12-31"),
    Edge("2027年中までに満了する契約はどれですか。", "end", None, "2027-12-31"),
    Edge("遅くとも2027年中に満了する契約はどれですか。", "end", None, "2027-12-31"),
    Edge("早くとも2028年に満了する契約はどれですか。", "end", "2028-01-01", None),
    Edge("2027年第1四半期までに満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年第2四半期より前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年第2四半期以降に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2026年度以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2026年度より前に満了する契約はどれですか。", "end", None, "2026-03-31"),
    Edge("2026年度末までに満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("2027年度以降に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("2026年度より後に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("平成30年以前に締結した契約はどれですか。", "signed", None, "2018-12-31"),
    Edge("平成30年以後に締結した契約はどれですか。", "signed", "2018-01-01", None),
    Edge("令和元年より前に締結した契約はどれですか。", "signed", None, "2019-04-30"),
    Edge("令和元年以降に締結した契約はどれですか。", "signed", "2019-05-01", None),
    Edge("平成31年以前に締結した契約はどれですか。", "signed", None, "2019-04-30"),
    Edge("令和9年3月以前に満了する契約はどれですか。", "end", None, "2027-03-31"),
    Edge("令和9年度以降に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("令和8年度末より後に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("平成30年9月3日以前に締結された契約はどれですか。", "signed", None, "2018-09-03"),
    Edge("昭和63年以前に締結した契約はどれですか。", "signed", None, "1988-12-31"),
    # 今日から数える日
    Edge("本日以前に満了した契約はどれですか。", "end", None, "2026-11-20"),
    Edge("本日以前に満了する契約を一覧にしてください。", "end", None, "2026-11-20"),
    Edge("今日までに満了した契約は何件ですか。", "end", None, "2026-11-20"),
    Edge("今日より前に満了した契約はどれですか。", "end", None, "2026-11-19"),
    Edge("昨日までに満了した契約はどれですか。", "end", None, "2026-11-19"),
    Edge("本日以降に満了する契約はどれですか。", "end", "2026-11-20", None),
    Edge("明日以降に満了する契約はどれですか。", "end", "2026-11-21", None),
    Edge("本日より後に満了する契約はどれですか。", "end", "2026-11-21", None),
    Edge("本日の翌日以降に満了する契約はどれですか。", "end", "2026-11-21", None),
    Edge("月末までに満了する契約はどれですか。", "end", OR_TODAY, "2026-11-30"),
    Edge("今月末までに満了する契約はどれですか。", "end", OR_TODAY, "2026-11-30"),
    Edge("今月末より前に満了する契約はどれですか。", "end", OR_TODAY, "2026-11-29"),
    Edge("今月末以降に満了する契約はどれですか。", "end", "2026-11-30", None),
    Edge("来月以降に満了する契約はどれですか。", "end", "2026-12-01", None),
    Edge("来月末以前に満了する契約はどれですか。", "end", OR_TODAY, "2026-12-31"),
    Edge("来年以降に満了する契約はどれですか。", "end", "2027-01-01", None),
    Edge("来年より前に満了する契約はどれですか。", "end", OR_TODAY, "2026-12-31"),
    Edge("今年より前に締結した契約はどれですか。", "signed", None, "2025-12-31"),
    Edge("今年以前に締結した契約はどれですか。", "signed", None, "2026-12-31"),
    Edge("来年度以降に満了する契約はどれですか。", "end", "2027-04-01", None),
    Edge("今年度より後に満了する契約はどれですか。", "end", "2027-04-01", None),
    # …から…まで
    Edge("2027年1月1日から2027年3月31日までに満了する契約はどれですか。", "end", "2027-01-01", "2027-03-31"),
    Edge("2027年1月1日から2027年3月31日の前日までに満了する契約はどれですか。", "end", "2027-01-01", "2027-03-30"),
    Edge("2027年1月1日から同年3月31日まで(両日を含む)に満了する契約はどれですか。", "end", "2027-01-01", "2027-03-31"),
    Edge("2027年1月1日以降2027年3月31日以前に満了する契約はどれですか。", "end", "2027-01-01", "2027-03-31"),
    Edge("2027年1月1日以降、2027年3月31日より前に満了する契約はどれですか。", "end", "2027-01-01", "2027-03-30"),
    Edge("2027年1月1日以後で2027年3月31日までに満了する契約はどれですか。", "end", "2027-01-01", "2027-03-31"),
    Edge("2023年4月1日以降2024年3月31日以前に締結した契約はどれですか。", "signed", "2023-04-01", "2024-03-31"),
    Edge("2027年1月から3月末までに満了する契約はどれですか。", "end", "2027-01-01", "2027-03-31"),
    Edge("令和9年1月1日から令和9年3月31日までに満了する契約はどれですか。", "end", "2027-01-01", "2027-03-31"),
    Edge("2021年から2023年までに発効した契約はどれですか。", "start", "2021-01-01", "2023-12-31"),
    Edge("2026年12月31日より後、2027年3月31日以前に満了する契約はどれですか。", "end", "2027-01-01", "2027-03-31"),
    # 通知の期限、期間
    Edge("解約通知期限が2026年12月31日以前の契約はどれですか。", "notice", None, "2026-12-31"),
    Edge("通知期限が2027年1月1日以降の契約はどれですか。", "notice", "2027-01-01", None),
    Edge("通知期限が2027年1月31日より前の契約はどれですか。", "notice", None, "2027-01-30"),
    Edge("通知期限が2027年1月31日の翌日以降の契約はどれですか。", "notice", "2027-02-01", None),
    Edge("通知期限が遅くとも2027年1月31日の契約はどれですか。", "notice", None, "2027-01-31"),
    Edge("通知期限が2027年1月31日までの契約はどれですか。", "notice", None, "2027-01-31"),
    Edge("通知期限が2027年2月1日の前日までの契約はどれですか。", "notice", None, "2027-01-31"),
    Edge("契約期間が3年未満の契約はどれですか。", "term", None, 3, True),
    Edge("契約期間が3年を超える契約はどれですか。", "term", 3, None, True),
    Edge("契約期間が3年以内の契約はどれですか。", "term", None, 3),
    Edge("契約期間が12か月未満の契約はどれですか。", "term", None, 12, True),
    Edge("通知期間が60日を超える契約はどれですか。", "notice_length", 61, None),
    Edge("90日前までに通知が必要な契約はどれですか。", "notice_length", 90, 90),
    Edge("満了の60日前までに通知しなければならない契約はどれですか。", "notice_length", 60, 60),
    # 二通りに読めるもの
    Edge("2027年3月31日まで有効な契約はどれですか。", "asked"),
    Edge("2028年まで続く契約はどれですか。", "asked"),
    Edge("2027年3月31日前後に満了する契約はどれですか。", "asked"),
    Edge("2027年3月末頃に満了する契約はどれですか。", "asked"),
    Edge("2027年3月31日時点で有効な契約はどれですか。", "in_force", "2027-03-31", "2027-03-31"),
)  # fmt: skip
DEVELOPED = (*_ENGLISH[::2], *_JAPANESE[::2])
APART = (*_ENGLISH[1::2], *_JAPANESE[1::2])
