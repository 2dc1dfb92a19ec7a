"""Term, renewal and notice of a Japanese contract.

本契約締結の日から3年間 ends on the day of the same number (the first day is not
counted, article 140 of the Civil Code);
2024年4月1日から1年間 begins with that whole day and ends on the day before, 31 March 2025.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from core.contracts.builtin.dates.dates_named import NamedDate
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.terms import TermMention, find_terms
from core.contracts.dates_arithmetic import add_duration
from core.evidence import from_span
from core.record import Fact

_OWN = r"本(?:契約(?:書)?|覚書|合意書?|協定書?|規約|誓約書?)"
_PERIOD = r"(?:契約|有効|委託|派遣|賃貸借|雇用|許諾|インターン(?:シップ)?)(?:の)?期[間限]"
_TERM = re.compile(
    rf"(?:{_OWN}の(?:有効)?(?:期間|期限|存続期間|契約期間)|有効期[間限](?:は|を|[::\s])|{_PERIOD}\s*(?:は|を|[::|\s(~]|(?=令和|平成|20))|"
    rf"{_OWN}は[^。]{{0,60}}(?:まで|年間|か月間|ヶ月間)[^。]{{0,20}}(?:有効|効力|存続)|^\W*(?:\d[.)]?\s*)?期\s*間\s*[::|]|期間の定め)",
    re.MULTILINE,
)
_ASIDE = re.compile(r"^\s*[-・]|ライセンス期間|本条の(?:義務|規定)|終了(?:した)?(?:後|日から)|存続する。$")
_SIGNED_BASE = re.compile(
    r"(?:本契約(?:書)?(?:の)?)?(?:締結(?:の)?日|締結日)(?:から|より)|契約(?:締結)?の?日(?:から|より)"
)
_EFFECTIVE_BASE = re.compile(r"(?:発効日|効力発生日|開始日|効力を生じた日)(?:から|より)")
_RENEWS = re.compile(r"更新|延長|継続|期間(?:の)?満了(?:の)?後[^。]{0,60}(?:効力を有|有効)")
_REFUSES = re.compile(
    r"(?:までに|前に)[^。]{0,90}(?:更新|継続|延長|終了|異議|申[し]?出|申[し]?入れ|意思|通知|反対)[^。]{0,60}(?:ない|なき|なかった|なけれ|無(?:い|け|か|き))|"
    r"までに[^。]{0,60}(?:更新しない|終了させる|終了する)旨|更新を拒絶"
)
_NO_RENEWAL = re.compile(
    r"更新[はもが]?(?:行わ|行なわ|認め)?(?:(?:され|し)?ない(?:もの|。|$)|(?:され|せ)?ず)|自動(?:的に)?更新(?:は)?(?:し|され)ない"
)
_COMES_BY_ITSELF = re.compile(
    r"(?:更新|延長|継続)(?:され|する|し、|した|とな|と見なす|とみなす)|自動更新|自動的に(?:更新|延長|継続)|"
    r"(?:合意|協議)[^。]{0,20}(?:更新|延長)|(?:更新|延長)することができる|まで[^。]{0,20}効力を有する"
)
_BEFORE_END = re.compile(r"^\s*(?:前|まえ)(?:まで)?")


@dataclass(frozen=True, slots=True)
class _JapaneseEnd:
    value: date | None
    words: str
    confidence: float
    span: SentenceSpan


def japanese_terms(reading: DocumentReading, agreed: NamedDate, effective: NamedDate) -> tuple[Fact, Fact, Fact]:
    """The facts expiration_date, renewal_term and notice_period of a Japanese contract.

    Args:
        reading: the document.
        agreed: its agreement date.
        effective: its effective date.
    """
    return _expiration(reading, agreed, effective), *_renewal(reading)


def _expiration(reading: DocumentReading, agreed: NamedDate, effective: NamedDate) -> Fact:
    for span in reading.sentences("expiration_date", _TERM):
        text = reading.plain[span.start : span.end]
        if re.search(r"\(例\s*[::]", text) or _ASIDE.search(text.split("、")[0]) or not _TERM.search(text):
            continue
        end = _end(reading, span, agreed, effective)
        if end is not None:
            value = end.value.isoformat() if end.value else None
            evidence = from_span(reading.document, span.start, span.end)
            return Fact("expiration_date", value, end.words, end.confidence if value else 0.0, evidence)
    return Fact("expiration_date", None)


def _end(reading: DocumentReading, span: SentenceSpan, agreed: NamedDate, effective: NamedDate) -> _JapaneseEnd | None:
    plain = reading.plain
    words = reading.words(span.start, span.end)
    text = plain[span.start : span.end]
    if re.search(r"いずれか(?:の)?遅い|遅い(?:方の)?日", text):
        return _JapaneseEnd(None, words, 0.0, span)
    sure = 0.7 if re.search(r"早い(?:方の)?日|早く", text) else 0.85
    dates = reading.dates_in(span.start, span.end)
    for mention in dates:
        if re.match(
            r"\s*(?:[)）]\s*)?(?:\([^()]{1,3}\)\s*)?(?:まで|を(?:もって)?(?:終期|満了|限り)|に(?:満了|終了)|をもって(?:満了|終了))",
            plain[mention.end : span.end],
        ):
            return _JapaneseEnd(mention.value, words, 0.95, span)
    for first, last in pairwise(dates):
        if re.fullmatch(r"\s*(?:\([^()]{1,3}\)\s*)?[~～〜-]\s*", plain[first.end : last.start]):
            return _JapaneseEnd(last.value, words, 0.9, span)
    for term in find_terms(plain, span.start, span.end):
        before, after = plain[span.start : term.start], plain[term.end : term.end + 12]
        if re.match(r"\s*(?:前|以内|以上|ごと|毎)", after) or _RENEWS.search(before[-30:]):
            continue
        if term.iso is None:
            return _JapaneseEnd(None, words, 0.0, span)
        started = next(
            (
                mention
                for mention in reversed(dates)
                if mention.end <= term.start
                and re.match(r"\s*(?:から|より|を始期|に(?:発効|効力)|をもって(?:発効|開始))", plain[mention.end :])
            ),
            None,
        )
        if started is not None:
            # a term that begins on a named day begins at its first hour: the day counts
            value = add_duration(started.value, term.iso) - timedelta(days=1) if started.value else None
            return _JapaneseEnd(value, words, 0.9, span)
        if _EFFECTIVE_BASE.search(before):
            return _JapaneseEnd(add_duration(effective.value, term.iso) if effective.value else None, words, sure, span)
        if _SIGNED_BASE.search(before):
            return _JapaneseEnd(add_duration(agreed.value, term.iso) if agreed.value else None, words, sure, span)
        return _JapaneseEnd(None, words, 0.0, span)
    return None


def _renewal(reading: DocumentReading) -> tuple[Fact, Fact]:
    renewal_term = Fact("renewal_term", None)
    notice = Fact("notice_period", None)
    for span in _renewal_spans(reading):
        text = reading.plain[span.start : span.end]
        evidence = from_span(reading.document, span.start, span.end)
        words = reading.words(span.start, span.end, longest=300)
        if _NO_RENEWAL.search(text) and not _REFUSES.search(text):
            if renewal_term.detail is None:
                renewal_term = Fact("renewal_term", None, words, 0.0, evidence)
            continue
        if renewal_term.detail is None and _COMES_BY_ITSELF.search(text):
            # for a length that is not stated, or stated as that of the first term
            renewal_term = Fact("renewal_term", None, words, 0.0, evidence)
        for term in find_terms(reading.plain, span.start, span.end):
            before, after = reading.plain[span.start : term.start], reading.plain[term.end : span.end]
            if _BEFORE_END.match(after):
                if notice.detail is None and _REFUSES.search(text):
                    notice = Fact("notice_period", term.iso, words, 0.9 if term.iso else 0.0, evidence)
            elif renewal_term.value is None and _is_renewal(before, after, term):
                renewal_term = Fact("renewal_term", term.iso, words, 0.9 if term.iso else 0.0, evidence)
    return renewal_term, notice


def _renewal_spans(reading: DocumentReading) -> list[SentenceSpan]:
    found = []
    for span in reading.sentences("renewal_term", _RENEWS):
        text = reading.plain[span.start : span.end]
        about = re.search(
            r"本契約|本覚書|本合意|本規約|サブスクリプション|契約期間|有効期[間限]|期間満了|満了|同一(?:の)?(?:条件|内容)|"
            r"^\s*(?:ただし|但し)[、,]?(?:甲乙|甲及び乙|甲および乙|当事者)[^。]*(?:合意|協議)",
            text,
        )
        if (
            about
            and _RENEWS.search(text)
            and not re.match(r"\s*[-・*]", text)
            and not re.search(r"ライセンス期間", text)
        ):
            found.append(span)
    # a licence inside the contract may have a renewal of its own
    return sorted(
        found, key=lambda span: not re.search(r"本契約|契約期間|有効期[間限]", reading.plain[span.start : span.end])
    )


def _is_renewal(before: str, after: str, term: TermMention) -> bool:
    if re.match(r"\s*(?:以内|以上|経過)", after) or not (_RENEWS.search(after[:60]) or _RENEWS.search(before[-40:])):
        return False
    # the initial term in the same sentence stands before "本契約の…前まで" and is not followed by the renewal's verb
    return not re.match(r"\s*(?:とし|とする|の期間とし|有効)", after)
