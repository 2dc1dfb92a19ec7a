"""Renewals roll forward with the sum; a notice period is joined only to the term that its own sentence speaks of."""

from __future__ import annotations

from datetime import date

import pytest

from core.contracts.builtin.terms.joined import speaks_of_its_term
from core.contracts.current_term import (
    RenewalKind,
    current_term,
    current_words,
    gap_words,
    renewal_kind,
    renewals_at_most,
)
from core.record import Fact

_END = "This Agreement ends on 31 March 2030."
_END_JA = "本契約の有効期間は2030年3月31日までとする。"


@pytest.mark.parametrize(
    ("words", "value", "kind"),
    [
        ("This Agreement shall automatically renew for successive one-year terms unless ended.", "P1Y", "automatic"),
        ("It will be renewed for one (1) additional term of one year unless either party objects.", "P1Y", "once"),
        ("The term may be extended by mutual written agreement of the parties.", None, "mutual"),
        ("Licensee shall have the option to renew this Agreement for two years.", "P2Y", "option"),
        ("Thereafter this Agreement continues until terminated by either party.", None, "evergreen"),
        ("This Agreement shall not be renewed.", None, "none"),
        ("", None, "unstated"),
        ("3か月前までに申し出がないときは、更に1年間自動的に更新され、以後も同様とする。", "P1Y", "automatic"),
        ("1回に限り、1年間更新されるものとする。", "P1Y", "once"),
        ("甲乙の合意により更新することができる。", None, "mutual"),
        ("本契約は更新しない。", None, "none"),
        ("その後は期間の定めのない契約として存続する。", None, "evergreen"),
        ("It will automatically renew for two (2) additional one-year terms unless a party objects.", "P1Y", "once"),
        ("Buyer may, at its option, renew this Agreement for one additional year.", "P1Y", "option"),
        ("This Agreement may be renewed upon the written agreement of both parties.", None, "mutual"),
        ("This Agreement will expire without renewal.", None, "none"),
        ("After that it shall remain in effect until terminated by either party.", None, "evergreen"),
        ("It remains in force from year to year thereafter unless cancelled by either party.", "P1Y", "automatic"),
        ("期間満了後は、いずれかの当事者が3か月前に解約を申し入れるまで効力を有する。", None, "evergreen"),
        ("2回を限度として、1年間更新する。", "P1Y", "once"),
        # Issue 12, 7: these were taken for renewals that come by themselves, or for nothing at all.
        ("It shall renew for a further year only if both parties agree in writing.", "P1Y", "mutual"),
        ("It will be renewed for one year unless the parties agree otherwise.", "P1Y", "automatic"),
        ("This Agreement will not renew unless the parties sign a written extension.", None, "mutual"),
        ("There is no right of renewal.", None, "none"),
        ("本契約は自動更新されず、期間の満了により当然に終了する。", None, "none"),
        ("本契約の有効期間は令和6年9月30日までとし、更新は行わない。", None, "none"),
        ("本契約は期間満了により終了し、更新がない。", None, "none"),
        ("双方が合意した場合に限り1年間更新される。", "P1Y", "mutual"),
    ],
)  # fmt: skip
def test_renewals_differ(words: str, value: str | None, kind: str) -> None:
    assert renewal_kind(words, value) == kind


@pytest.mark.parametrize(
    ("kind", "length", "notice", "today", "expected"),
    [
        # expiry 2025-03-31: renewals, until, last day to give notice, whether it has ended, what is missing
        ("automatic", "P1Y", "P60D", date(2025, 3, 31), (0, "2025-03-31", "2025-01-30", False, ())),
        ("automatic", "P1Y", "P60D", date(2025, 4, 1), (1, "2026-03-31", "2026-01-30", False, ())),
        ("automatic", "P1Y", "P60D", date(2026, 11, 22), (2, "2027-03-31", "2027-01-30", False, ())),
        ("automatic", "P6M", "P1M", date(2026, 11, 22), (4, "2027-03-31", "2027-02-28", False, ())),
        # No notice stops a second renewal where there is none.
        ("once", "P1Y", "P60D", date(2025, 3, 1), (0, "2025-03-31", "2025-01-30", False, ())),
        ("once", "P1Y", "P60D", date(2025, 11, 22), (1, "2026-03-31", None, False, ())),
        ("once", "P1Y", "P60D", date(2026, 11, 22), (1, "2026-03-31", None, True, ())),
        ("mutual", None, None, date(2026, 11, 22), (0, "2025-03-31", None, True, ())),
        ("none", None, None, date(2026, 11, 22), (0, "2025-03-31", None, True, ())),
        ("evergreen", None, None, date(2026, 11, 22), (0, None, None, False, ())),
        # Renewed for a length that is not known: the day of the term that has passed is no deadline any more.
        ("automatic", None, "P60D", date(2026, 11, 22), (0, "2025-03-31", None, False, ("renewal_term",))),
        ("automatic", None, "P60D", date(2025, 1, 2), (0, "2025-03-31", "2025-01-30", False, ("renewal_term",))),
        ("unstated", None, "P60D", date(2026, 11, 22), (0, "2025-03-31", None, False, ())),
        ("automatic", "P1Y", None, date(2026, 11, 22), (2, "2027-03-31", None, False, ("notice_period",))),
        ("unstated", None, None, date(2026, 11, 22), (0, "2025-03-31", None, False, ())),
    ],
)
def test_the_current_term(
    kind: str, length: str | None, notice: str | None, today: date, expected: tuple[object, ...]
) -> None:
    term = current_term(date(2025, 3, 31), kind, length, notice, today=today)  # type: ignore[arg-type]
    until, day = (None if limit is None else limit.isoformat() for limit in (term.until, term.notice_day))
    assert (term.renewals, until, day, term.ended, term.missing) == expected


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("renew for two (2) additional one-year terms", 2),
        ("renewed for up to three renewals of one year each", 3),
        ("renew for one additional one-year term", 1),
        ("renew for successive one-year terms", None),
        ("renewed for additional one-year terms, each of which", None),
        ("1回に限り更新する", 1),
        ("更新は3回を限度とする", 3),
        ("以後も同様とする", None),
    ],
)
def test_how_often_a_contract_is_renewed_at_most(words: str, most: int | None) -> None:
    assert renewals_at_most(words) == most


def test_a_counted_renewal_stops() -> None:
    """Two additional terms of a year were rolled forward four times, with a day for notice against a fifth."""
    end = date(2023, 3, 31)
    second = current_term(end, "once", "P1Y", "P30D", today=date(2024, 6, 1), most=2)
    assert (second.renewals, second.until, second.notice_day) == (2, date(2025, 3, 31), None)
    assert second.sentence("en").endswith("This is the last renewal: it is not renewed by itself after that.")
    first = current_term(end, "once", "P1Y", "P30D", today=date(2023, 6, 1), most=2)
    assert (first.renewals, first.notice_day, first.renews_again) == (1, date(2024, 3, 1), True)
    over = current_term(end, "once", "P1Y", "P30D", today=date(2026, 11, 22), most=2)
    assert over.ended
    assert "at most 2 times, until 2025-03-31" in over.sentence("en")
    assert current_words(over, "en") == ""


def test_a_renewal_of_unknown_length_is_named_in_a_list() -> None:
    term = current_term(date(2023, 3, 31), "automatic", None, "P30D", today=date(2026, 11, 22))
    assert current_words(term, "ja") == "更新あり（更新期間の長さは見つからない）"
    assert current_words(term, "en") == "renewed; for how long was not found"


def test_month_ends_do_not_drift() -> None:
    term = current_term(date(2024, 2, 29), "automatic", "P1Y", None, today=date(2027, 6, 1))
    assert term.until == date(2028, 2, 29)


def test_the_sum_is_written_out() -> None:
    term = current_term(date(2025, 3, 31), "automatic", "P1Y", "P60D", today=date(2026, 11, 22))
    assert term.sentence("en") == (
        "The initial term ends on 2025-03-31. It is renewed for 1 year at a time: second renewal, until 2027-03-31, if "
        "nobody gave notice. Notice against the next renewal: 60 days before 2027-03-31, that is on or before "
        "2027-01-30."
    )
    assert term.sentence("ja") == (
        "当初の期間は2025年3月31日まで。1年ごとに更新され、現在は2回目の更新、2027年3月31日まで"
        "（どちらからも通知がなかった場合）。次の更新を止める通知は、2027年3月31日の60日前、つまり2027年1月30日まで。"
    )


@pytest.mark.parametrize(
    ("notice", "expiration", "joined"),
    [
        ("90 days before the end of the Services Term", "This Agreement ends ten years after that.", False),
        ("ninety days before expiry of the Services Term", "The Services Term ends on 31 March 2026.", True),
        ("60 days before the end of the then-current Term", "The Initial Term ends on 31 March 2026.", True),
        ("60 days before the end of any Renewal Term", "This Agreement ends on 31 March 2026.", True),
        ("30 days before the end of the License Period", "The term of this Agreement ends on 1 May 2030.", False),
        ("期間満了の3か月前までに", "本契約の有効期間は令和6年3月31日までとする。", True),
        ("ライセンス期間が満了する3か月前までに", "本契約の有効期間は令和6年3月31日までとする。", False),
        ("サービス利用期間の満了の1か月前までに", _END_JA, False),
        ("It renews annually unless Pell gives 90 days' notice before the end of the warranty period.", _END, False),
        ("unless Pell notifies Orrin six months before the end of the lease", _END, False),
        ("an initial maintenance term, renewed unless notice is given 90 days before its end", _END, False),
        ("The exclusivity period is extended unless Orrin objects two months before its end", _END, False),
        ("賃貸借期間の満了の6か月前までに乙が通知しないときは更新される", _END_JA, False),
        ("独占期間の満了の2か月前までに", _END_JA, False),
        ("This Agreement renews unless notice is given before it ends; a warranty period runs on.", _END, True),
        ("90 days before the end of the lease", "The lease term ends on 31 March 2030.", True),
    ],
)  # fmt: skip
def test_a_notice_period_belongs_to_the_term_of_its_own_sentence(notice: str, expiration: str, joined: bool) -> None:
    """Issue 12.8: 90 days of a "Services Term" were taken from the end of the ten-year agreement and exported."""
    facts = Fact("notice_period", "P90D", notice), Fact("expiration_date", "2030-05-01", expiration)
    assert speaks_of_its_term(*facts) is joined


@pytest.mark.parametrize(("title", "joined"), [("Commercial Lease", True), ("Master Agreement", False), ("", False)])
def test_the_term_of_what_the_title_names_is_the_contracts_own(title: str, joined: bool) -> None:
    notice = Fact("notice_period", "P6M", "six months before the end of the lease term")
    assert speaks_of_its_term(notice, Fact("expiration_date", "2030-03-31", "until March 31, 2030"), title) is joined


def test_a_day_for_notice_that_has_passed_gives_the_next_one() -> None:
    """The list and the calendar file kept the day that had passed, up to a year long."""
    term = current_term(date(2023, 3, 31), "automatic", "P1Y", "P60D", today=date(2027, 2, 15))
    assert (term.until, term.notice_day) == (date(2027, 3, 31), date(2027, 1, 30))
    assert (term.next_end, term.next_notice_day) == (date(2028, 3, 31), date(2028, 1, 31))
    assert term.sentence("en").endswith("the next last day to give notice is 2028-01-31.")
    assert term.sentence("ja").endswith("次の通知の最終日は2028年1月31日。")
    last = current_term(date(2023, 3, 31), "once", "P1Y", "P60D", today=date(2023, 3, 1))
    assert (last.following, last.next_notice_day) == (None, date(2023, 1, 30))


@pytest.mark.parametrize(
    ("end", "length", "today", "until"),
    [
        # Issue 12, 7: one day of each such term was lost; a quarter from 1 March ends with May.
        (date(2025, 11, 30), "P3M", date(2026, 3, 1), date(2026, 5, 31)),
        (date(2023, 2, 28), "P1Y", date(2023, 6, 1), date(2024, 2, 29)),
        (date(2024, 2, 29), "P1Y", date(2024, 6, 1), date(2025, 2, 28)),
        (date(2024, 2, 28), "P1Y", date(2024, 6, 1), date(2025, 2, 28)),
        (date(2023, 1, 31), "P1M", date(2023, 2, 10), date(2023, 2, 28)),
        (date(2023, 1, 30), "P1M", date(2023, 3, 10), date(2023, 3, 30)),
        (date(2023, 4, 30), "P30D", date(2023, 5, 10), date(2023, 5, 30)),
    ],
)
def test_a_term_that_ends_with_its_month_is_renewed_to_the_end_of_a_month(
    end: date, length: str, today: date, until: date
) -> None:
    assert current_term(end, "automatic", length, None, today=today).until == until


def test_a_term_counted_from_a_day_is_renewed_to_that_day() -> None:
    """Three years from 30 November end on 30 November; so do three months after it on the last day of February."""
    counted = current_term(date(2025, 11, 30), "automatic", "P3M", None, today=date(2026, 5, 1), with_month=False)
    assert counted.until == date(2026, 5, 30)


def test_a_notice_in_business_days_is_not_said_to_be_missing() -> None:
    """Issue 12, 7: "No notice period was found" beside "at least twenty (20) business days before expiry"."""
    term = current_term(date(2025, 3, 31), "automatic", "P1Y", None, today=date(2025, 1, 1), notice_stated=True)
    assert term.missing == ("notice_length",)
    assert "business days" in gap_words("notice_length", "en")


@pytest.mark.parametrize("kind", ["none", "mutual"])
def test_no_last_day_for_notice_against_a_renewal_that_does_not_come(kind: RenewalKind) -> None:
    assert current_term(date(2025, 3, 31), kind, None, "P30D", today=date(2025, 1, 1)).next_notice_day is None


def test_a_passed_day_before_the_last_renewal_says_so() -> None:
    term = current_term(date(2023, 3, 31), "once", "P1Y", "P60D", today=date(2023, 3, 1))
    assert term.sentence("en").endswith("it is renewed until 2024-03-31, and that is the last renewal.")
    assert term.sentence("ja").endswith("2024年3月31日まで更新され、それが最後の更新となる。")
