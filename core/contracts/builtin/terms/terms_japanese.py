"""Term, renewal and notice of a Japanese contract.

本契約締結の日から3年間 ends on the day of the same number (the first day is not
counted, article 140 of the Civil Code);
2024年4月1日から1年間 begins with that whole day and ends on the day before, 31 March 2025.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from core.contracts.builtin.dates.effective_japanese import HEADED_PERIOD, OF_ANOTHER_THING
from core.contracts.builtin.dates.headed_japanese import states_two_terms, under_headings, with_below
from core.contracts.builtin.dates.named_date import NamedDate
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.counted_japanese import (
    counts_its_first_day,
    is_rough,
    last_day,
    miscounted,
    months_end,
    next_day,
    shifted,
    without_asides,
)
from core.contracts.builtin.terms.labelled_day import day_of_the_article_before, labelled_day
from core.contracts.builtin.terms.last_day_japanese import other_periods, stated_last_day
from core.contracts.builtin.terms.open_japanese import first_of, leaves_open
from core.contracts.builtin.terms.terms import TermMention, find_terms
from core.contracts.builtin.terms.whose_japanese import OwnJapaneseTerm
from core.evidence import from_span
from core.record import Fact

_OWN = r"(?:本|この)(?:契約(?:書)?|覚書|合意書?|協定書?|規約|誓約書?|約款|約定書?)"
_PERIOD = r"(?:契約|有効|存続|委託|派遣|賃貸借|雇用|許諾|インターン(?:シップ)?)(?:の)?期[間限]"
_TERM = re.compile(
    rf"(?:{_PERIOD}[^。\n]{{0,4}}[)】\]]\s*(?=令和|平成|(?:19|20)\d\d|[RH]\d)|{_OWN}の(?:有効)?(?:期間|期限|存続期間|契約期間)(?!中|内|満了(?:前|後))|有効期[間限](?:は|を|[::\s])|{_PERIOD}\s*(?:は|を|[::|\s(~]|(?=令和|平成|20))|"
    rf"{_OWN}は(?:[^。]|。(?=\))){{0,60}}(?:まで|年間|か月間|ヶ月間)[^。]{{0,20}}(?:有効|効力|存続)|"
    r"^\W*(?:\d[.)]?\s*)?期\s*間(?:\s*[::|]|[ \t]+(?=令和|平成|自|[RH]?\d))|"
    rf"{HEADED_PERIOD}|"
    rf"(?:まで|間)を{_PERIOD}と|期間の定め|{_PERIOD}\)?[のを]?中?[、,]?[「『]|"
    rf"{_OWN}の効力は[^。]{{0,80}}(?:まで|消滅|失)|"
    rf"{_OWN}[はが][^。]{{0,80}}(?:日|月末|[/.-]\d{{1,2}})(?:に(?:期間満了により)?|(?:の(?:満了|経過))?(?:をもって|により)[、,]?(?:当然に|自動的に)?|の?24時に)(?:終了|終わ|満了|失効|(?:その)?効力を失)(?!した|する(?:場合|とき|前|まで|日)|する[^。、]{{0,8}}契約|しな)|"
    rf"{_OWN}は[^。]{{0,40}}(?:から|より)[^。]{{0,40}}(?:まで|迄)と(?:する|します|いたします|し[、,])|"
    rf"{_OWN}は[^。]{{0,40}}(?:から|より)[^。]{{0,20}}(?:年|か月|ヶ月|カ月|箇月)間?(?:と(?:する|します|いたします|し[、,])|です)|"
    rf"{_OWN}は[^。]{{0,60}}に効力を失|{_OWN}は[^。]{{0,40}}日を(?:満了日|終期|終了日)とする|"
    rf"{_OWN}は[^。]{{0,60}}(?:年|か月|ヶ月)間?(?:で|をもって|(?:の|を)?経過(?:により|をもって)?)(?:終わ|終了|満了)|"
    r"まで」\s*とあるのを|(?:満了|終了)日(?:「|を)[^。]*(?:変更|延長|改め))",
    re.MULTILINE,
)
_ASIDE = re.compile(r"^\s*[-・]|ライセンス期間|本条の(?:義務|規定)|終了(?:した)?(?:後|日から)|存続する。$")
_SIGNED_BASE = re.compile(
    r"(?:本契約(?:書)?(?:の)?)?(?:締結|調印|署名|記名押印)(?:の|した)?日(?:から|より|を(?:始期|起算日)|に(?:効力を(?:生|発)|発効))|"
    r"契約(?:締結|成立)?の?日(?:から|より|を(?:始期|起算日))"
)
_SIGNED_DAY = re.compile(r"(?:締結|調印|署名|記名押印)(?:の|した)?日(?=の翌)")
_EFFECTIVE_BASE = re.compile(
    r"(?:発効日|効力発生日|(?<!利用)(?<!サービス)開始日|効力を生じた日)(?:から|より|に(?:開始|始ま|発効|効力を(?:生|発))|を(?:始期|起算日))"
)
_WITHOUT_END = re.compile(
    rf"(?:{_OWN}|契約)の?(?:有効|契約|存続)?(?:期[間限]|終期)(?:は|を|の定め(?:は|を|が)?)[^。\n]{{0,6}}(?:定めない|なし|設けない|しない)|"
    rf"期間の定め\s*[::]?\s*な[しい]|{_OWN}[はが][^。\d]{{2,60}}(?:まで|時に|ときに|をもって)[^。\d]{{0,14}}(?:続|終了し?[ますする]|有効|存続|効力を)"
)
_OR_EARLIER = re.compile(
    r"\s*(?:又は|または|若しくは|もしくは|か(?!ら)|と)[^。]{1,50}(?:いずれか)?(?:早い|早く(?:到来|発生)する|先に到来する)(?:方の)?(?:日|時)?(?:まで|に|をもって)"
)
# an amendment that prolongs the contract once
_PROLONGS_ANOTHER = re.compile(r"(?:原|旧|基本)契約[^。]{0,40}(?:延長|更新)(?:し[、,]|する。|した。|することに)")
_CONDITION = re.compile(r"ない|なけ|なき|場合|とき|限り|自動")
_RENEWS = re.compile(
    r"更新|延長|延び|継続|引き?続き?[^。]{0,20}(?:効力|有効|存続)|期間(?:の)?満了(?:の)?後[^。]{0,60}(?:効力を有|有効)"
)
_SPEAKS_OF_RENEWAL = re.compile(rf"{_RENEWS.pattern}|(?:さら|更)に[^。]{{0,16}}(?:効力を有|有効)")
_REFUSES = re.compile(
    r"(?:まで(?:の間)?に|迄に|前に)[^。]{0,90}(?:更新|継続|延長|終了|解約|変更|異議|申[し]?出|申[し]?入れ|意思|通知|連絡|反対)[^。]{0,60}(?:ない|なき|なかった|なけれ|無(?:い|け|か|き))|"
    r"までに[^。]{0,60}(?:更新しない|終了させる|終了する)旨|更新を拒絶"
)
_NO_RENEWAL = re.compile(
    r"更新[はもが]?(?:行わ|行なわ|認め)?(?:(?:され|し)?ない(?:もの|。|$)|(?:され|せ)?ず)|自動(?:的に)?更新(?:は)?(?:し|され)ない|"
    r"(?:更新|延長)[はもが]?(?:行い|いたし|され|し|あり)ません|自動的に(?:は)?(?:更新|延長)(?:し|され)(?:ない|ず|ません)"
)
_COMES_BY_ITSELF = re.compile(
    r"(?:更新|延長|継続)(?:され(?!る(?:場合|とき|か)|ることがあ)|する(?!場合|とき|か(?:否|どう)|ことがあ)|し、|した|とな|と見なす|とみなす)|自動更新|自動的に(?:更新|延長|継続)|"
    r"延びる(?!場合|とき|か)|(?:合意|協議)[^。]{0,20}(?:更新|延長)|(?:更新|延長)することができる|まで[^。]{0,20}効力を有する"
)
_BEFORE_END = re.compile(r"^\s*(?:以上)?\s*(?:前|まえ)(?!から|より)(?:まで)?|^\s*以前")
_DAY_BEFORE_END = re.compile(r"(?:満了|終了)(?:する|の)?(?:日)?の前日まで")
_NAMES_IT = re.compile(
    rf"{_OWN}(?:の|は)|(?:契約|有効|存続)(?:の)?期[間限]|{HEADED_PERIOD}|^\W*(?:\d[.)]?\s*)?期\s*間|期間の定め|満了|終了日",
    re.MULTILINE,
)
# 本契約の有効期間は、本業務の完了の日までとする
_BY_EVENT = re.compile(
    rf"(?:{_OWN}の(?:有効|存続|契約)?期[間限]|(?:契約|有効|存続)期[間限]|{_OWN})は[^。\d]*"
    r"(?:完了|履行|終了|弁済|支払|消滅|引渡し?|達成|完済)[^。\d]{0,14}(?:まで|時まで|日まで)"
)
# 令和9年4月1日の前日まで
_DAY_BEFORE = re.compile(r"\s*の(?:応当日の)?前日(?:まで|迄|をもって|に(?:終了|満了))")
_DAY_AFTER = re.compile(r"\s*(?:\([^()]{1,40}\)\s*)?の翌日")
_ENDS_ON_IT = re.compile(
    r"\s*(?:[)）]\s*)?(?:\([^()]{1,40}\)\s*)?(?:の?(?:午前|午後)?\s*(?:\d{1,2}|[零〇一二三四五六七八九十]{1,3})\s*時)?(?:まで(?!に(?!終了|満了))|迄|を(?:もって)?(?:終期|満了|限り|終了日)|"
    r"に(?:期間満了により)?(?:満了|終了|終わ|失効|消滅|(?:その)?効力を失)|(?:の(?:満了|経過))?(?:をもって|により)[、,]?(?:当然に|自動的に)?(?:満了|終了|終わ|失効|(?:その)?効力を失)|の?24時に(?:満了|終了))"
)
# whose end a clause states, and where that clause ends
_SUBJECT = re.compile(rf"(?:{_OWN}(?:の[^。、]{{0,4}}期[間限])?|(?:契約|有効|存続)期間)は")
_CLAUSE_ENDS = re.compile(r"(?:とし|するものとし)[、,]")
# 3年を経過した後最初に到来する3月31日まで; 発行日から5年間
# 第一期は…まで、第二期は…まで
_IN_PARTS = re.compile(r"第\s*[一1]\s*(?:期|年度)[はを]")
_PAST_ITS_LENGTH = re.compile(r"\s*を経過した(?:後|日以後|日(?!の?属する)[^。]{0,4}(?:に|まで|をもって))")
_FROM_AN_EVENT = re.compile(r"(?:(?<!同)(?<!その)(?<!当該)(?<!効力発生)(?<!発効)(?<!開始)日|時|月)(?:から|より)")
_FROM_ITSELF = 4
# 契約の日から初版発行後5年; 締結の日から、開店の日から起算して満5年
_COUNTS_FROM_ANOTHER = re.compile(rf"{_FROM_AN_EVENT.pattern}|後\s*満?\s*$")
_COUNTS_FROM_SOMETHING = re.compile(r"から|より|後|以降|以後|前条|[ごお]と|毎")
_STATED = 0.85
# what an agreement ends or follows: 有効期間令和5年6月30日までの契約を合意解約する
_ENDED = re.compile(
    r"(?:契約|合意|覚書)[^。]{0,24}を(?:合意(?:により|の上|のうえ)?)?(?:解約|解除|終了)(?:する|した)|"
    r"(?:終了|満了)(?:する|した)(?!本|この)[^。、]{0,30}?(?:契約|覚書|合意)"
)
# 2019年9月20日付「機器保守契約書」(契約期間:2019年10月1日から…)
_IN_ANOTHER_PAPER = re.compile(
    rf"(?:(?:契約|覚書|合意)(?:書)?」|日付[^。()]{{0,30}}(?:契約|覚書|合意)(?:書)?」?)\s*\([^()]{{0,12}}{_PERIOD}"
)
_MOVED = re.compile(
    r"^\s*(?:(?P<set>まで[」』]?\s*(?:に|と)\s*する)|[」』]?\s*(?:に|と)\s*(?P<plain>する)|(?:まで)?[」』]?\s*(?:に|と)\s*(?:変更|改め|改訂|改定|修正|読み替え|延長))|^\s*[」』]?\s*まで\s*延長"
)
_CHANGES = re.compile(r"延長|変更|改め|改訂|改定|修正|読み?替え|とある|[」』]を")
# 満了日は2025年3月31日とする, and not 更新日は
_ENDS_BEFORE = re.compile(r"(?:満了|終了|終期|期限|期日|末日|最終)[^、。はを]{0,6}[はを][、,]?\s*[「『]?$")
# 原契約の満了日を2025年3月31日から2026年3月31日に変更する
_CHANGES_ITS_OWN = re.compile(
    r"(?:(?:原|旧|元)契約|契約書?第\s*\d+\s*条)[^。]{0,30}(?:期[間限]|終期|満了日|終了日)[^。]{0,60}(?:(?:に|と)(?:変更|改め|改定|修正)|まで[^。、]{0,6}延長|延長し[、,][^。]{0,24}まで)"
)
# above what an amendment replaces: (有効期間の変更)
_HEADS_A_TERM = re.compile(r"\W*(?:第\s*\d+\s*条)?\W*[^。、\n]{0,8}(?:期[間限]|終期|満了日|終了日)[^。、\n]{0,8}\W*")
_END_MOVED = re.compile(r"まで」\s*とあるのを|満了|終期|終了日|期限|期間")


@dataclass(frozen=True, slots=True)
class _JapaneseEnd:
    value: date | None
    words: str
    confidence: float
    span: SentenceSpan


def japanese_terms(
    reading: DocumentReading, agreed: NamedDate, effective: NamedDate, own: OwnJapaneseTerm
) -> tuple[Fact, Fact, Fact]:
    """The facts expiration_date, renewal_term and notice_period of a Japanese contract.

    Args:
        reading: the document.
        agreed: its agreement date.
        effective: its effective date.
        own: what the contract calls itself; the terms of other things are not its own.
    """
    return _expiration(reading, agreed, effective, own), *_renewal(reading, own)


def _expiration(reading: DocumentReading, agreed: NamedDate, effective: NamedDate, own: OwnJapaneseTerm) -> Fact:
    spans = [
        span
        for span in _of_the_term(reading)
        if not own.speaks_of_others(span) or _CHANGES_ITS_OWN.search(reading.plain, span.start, span.end)
    ]
    by_event = _WITHOUT_END.search(reading.plain) is not None or any(
        _BY_EVENT.search(reading.plain[span.start : span.end]) for span in spans
    )
    for span in spans:
        if _of_another(reading, span, own):
            continue
        named = _NAMES_IT.search(reading.plain[span.start : span.end]) is not None
        if by_event and not named:
            break
        end = _end(reading, span, agreed, effective)
        if end is not None:
            value = end.value.isoformat() if end.value and not states_two_terms(reading) else None
            evidence = from_span(reading.document, span.start, span.end)
            stated = Fact("expiration_date", value, end.words, end.confidence if value else 0.0, evidence)
            if value or leaves_open(stated.detail or ""):
                return stated
            return _last_day(reading, own.title, by_event=by_event or named) or stated
    return _last_day(reading, own.title, by_event=by_event) or Fact("expiration_date", None)


_NAMES_ANOTHER = re.compile(
    r"(?:前|旧|原|元|従前の|従来の|既存の|上記の?|別途の?)(?:[^\s、。の]{0,6})?契約書?の?(?:有効|契約|存続)?期[間限]"
)


def _of_another(reading: DocumentReading, span: SentenceSpan, own: OwnJapaneseTerm) -> bool:
    """Whether all days of a sentence are told of another contract, which it does not change: 前契約の期間は…であり."""
    text = reading.plain[span.start : span.end]
    days = reading.dates_in(span.start, span.end)
    return (
        bool(days)
        and re.search(r"延長|変更|改め|読み替え", text) is None
        and _NAMES_ANOTHER.search(text) is not None
        and all(own.whose(span, day.start) == "other" for day in days)
    )


def _of_the_term(reading: DocumentReading) -> list[SentenceSpan]:
    """The sentences on the contract's term: those that name it before those on a 派遣期間 or 委託期間."""
    spans = []
    for span in reading.sentences("expiration_date", _TERM):
        text = reading.plain[span.start : span.end]
        if re.search(r"\(例\s*[::]", text) or _ASIDE.search(text.split("、")[0]) or not _TERM.search(text):
            continue
        if _ENDED.search(text) or OF_ANOTHER_THING.search(text) or _IN_ANOTHER_PAPER.search(text):
            continue
        spans.append(with_below(reading, span))
    spans += [SentenceSpan(heading.start, below.end) for heading, below in under_headings(reading)]
    spans += [
        SentenceSpan(heading.start, below.end)
        for heading, below in pairwise(reading.spans)
        if _HEADS_A_TERM.fullmatch(reading.plain, heading.start, heading.end)
        and "とある" in reading.plain[below.start : below.end]
    ]
    return sorted(spans, key=lambda span: not _NAMES_IT.search(reading.plain[span.start : span.end]))


def _last_day(reading: DocumentReading, title: str, *, by_event: bool) -> Fact | None:
    """The end where no sentence on the contract's term states it: a row of key terms, 自 … 至 …, or another period.

    Args:
        reading: the document.
        title: the contract's.
        by_event: whether the contract's own term ends with an event or an unknown day, so no other period's end is its.
    """
    stated = stated_last_day(reading)
    if stated is not None or by_event:
        return stated
    unknown = NamedDate(None, Fact("agreement_date", None)), NamedDate(None, Fact("effective_date", None))
    for span in other_periods(reading, title):
        end = _end(reading, span, *unknown)
        if end is not None and end.value is not None:
            evidence = from_span(reading.document, span.start, span.end)
            return Fact("expiration_date", end.value.isoformat(), end.words, 0.8, evidence)
    return None


def _end(reading: DocumentReading, span: SentenceSpan, agreed: NamedDate, effective: NamedDate) -> _JapaneseEnd | None:
    plain = reading.plain
    words = reading.words(span.start, span.end)
    text = plain[span.start : span.end]
    if leaves_open(text):
        return _JapaneseEnd(None, words, 0.0, span)
    for mention in reversed(reading.dates_in(span.start, span.end)):
        moved = _MOVED.match(plain[mention.end : span.end])
        if (
            moved is None
            or (moved["set"] and not _CHANGES.search(text))
            or (moved["plain"] and not _ENDS_BEFORE.search(plain[span.start : mention.start]))
        ):
            continue
        if _END_MOVED.search(plain[span.start : mention.start]):
            return _JapaneseEnd(mention.value, words, 0.9, span)
    clause = _own_clause(plain, span)
    if clause is not None:
        stated = _stated_end(reading, clause, agreed, effective)
        counted = re.search(r"から|より", plain[clause.start : clause.end])
        if stated is not None and (stated.value is not None or counted):
            return replace(stated, words=words, span=span)
    stated = _stated_end(reading, span, agreed, effective)
    return stated and replace(stated, words=words)


def _own_clause(plain: str, span: SentenceSpan) -> SentenceSpan | None:
    """The part of a sentence that speaks of the contract's own term, where it speaks of something else too."""
    subject = _SUBJECT.search(plain, span.start, span.end)
    ends = _CLAUSE_ENDS.search(plain, subject.end(), span.end) if subject else None
    if subject is None or (ends is None and not plain[span.start : subject.start()].strip()):
        return None
    return SentenceSpan(subject.start(), ends.start() if ends else span.end)


def _stated_end(
    reading: DocumentReading, span: SentenceSpan, agreed: NamedDate, effective: NamedDate
) -> _JapaneseEnd | None:
    """The end that a sentence, or the part of it that speaks of the term, states; None where it states none."""
    plain = reading.plain
    words = reading.words(span.start, span.end)
    if _IN_PARTS.search(plain, span.start, span.end):
        return _JapaneseEnd(None, words, 0.0, span)
    sure = 0.7 if first_of(plain[span.start : span.end]) else 0.85
    dates = reading.dates_in(span.start, span.end)
    for mention in dates:
        if _DAY_BEFORE.match(plain, mention.end, span.end):
            return _JapaneseEnd(mention.value and mention.value - timedelta(days=1), words, 0.95, span)
        if _ENDS_ON_IT.match(plain, mention.end, span.end):
            value = None if miscounted(plain, dates, mention, span.end) else mention.value
            return _JapaneseEnd(value, words, 0.95, span)
        if _OR_EARLIER.match(plain, mention.end, span.end):
            return _JapaneseEnd(mention.value, words, 0.7, span)
    for first, last in pairwise(dates):
        if re.fullmatch(r"\s*(?:\([^()]{1,40}\)\s*)?[~～〜-][\s|]*", plain[first.end : last.start]):
            return _JapaneseEnd(last.value, words, 0.9, span)
        # 派遣期間 2024年4月1日から2024年9月30日, in a table
        if re.fullmatch(r"\s*(?:から|より)\s*", plain[first.end : last.start]) and re.fullmatch(
            r"\s*(?:\([^()]{1,40}\))?[\s|]*", plain[last.end : span.end]
        ):
            return _JapaneseEnd(last.value, words, 0.85, span)
    for term in find_terms(plain, span.start, span.end):
        if any(mention.start < term.end and term.start < mention.end for mention in dates):
            continue  # 令和五年 of a date is no length
        before, after = plain[span.start : term.start], plain[term.end : term.end + 12]
        if re.match(r"\s*(?:前|以内|以上|ごと|毎)", after) or _RENEWS.search(before[-30:]):
            continue
        if term.iso is None or is_rough(before, after):
            return _JapaneseEnd(None, words, 0.0, span)
        started = next(
            (
                mention
                for mention in reversed(dates)
                if mention.end <= term.start
                and re.match(
                    r"\s*[)]?\s*(?:\([^()]{1,40}\)\s*)?(?:の翌日)?(?:から|より|以降|[~～〜]|を(?:始期|起算日|開始日|初日)|に(?:発効|効力|始ま|開始)|をもって(?:発効|開始))",
                    plain[mention.end :],
                )
            ),
            None,
        ) or next(
            (
                mention
                for mention in dates
                if mention.start >= term.end
                and re.match(
                    r"\s*(?:(?:から|より)\s*(?:\)|起算|開始|始ま|発効|効力)|を(?:起算日|始期|初日|開始日))",
                    plain[mention.end : span.end],
                )
            ),
            None,
        )
        if _PAST_ITS_LENGTH.match(plain, term.end) or (
            started is not None
            and started.end < term.start
            and _FROM_AN_EVENT.search(plain, started.end + _FROM_ITSELF, term.start)
        ):
            return _JapaneseEnd(None, words, 0.0, span)
        if started is not None:
            # a term that begins on a named day begins at its first hour: the day counts, if it is not the day after
            skipped = timedelta(days=_DAY_AFTER.match(plain, started.end) is not None)
            ends = last_day(started.value + skipped, term.iso) if started.value else None
            value = months_end(plain[term.end : span.end], ends) if ends else None
            return _JapaneseEnd(value, words, 0.9, span)
        return _JapaneseEnd(_counted(reading, span, term, agreed, effective), words, sure, span)
    signed = _SIGNED_BASE.search(without_asides(plain[span.start : span.end]))
    if signed is not None and agreed.value and (value := next_day(plain[span.start : span.end], agreed.value)):
        return _JapaneseEnd(value, words, sure, span)
    return None


def _counted(
    reading: DocumentReading, span: SentenceSpan, term: TermMention, agreed: NamedDate, effective: NamedDate
) -> date | None:
    """The end of a length that counts from the signing, the effective date or a day that has a row of its own."""
    assert term.iso is not None
    plain = reading.plain
    before, after = without_asides(plain[span.start : term.start]), plain[term.end : span.end]
    whole_day = counts_its_first_day(plain[span.start : span.end])
    base = _EFFECTIVE_BASE.search(before) or _SIGNED_BASE.search(before)
    if base is not None and _COUNTS_FROM_ANOTHER.search(before, base.end()):
        return None
    if _EFFECTIVE_BASE.search(before):
        first = effective.value
        # a day of its own counts from its first hour, as one that is named with the term
        whole_day |= _is_written(reading, effective)
    elif _SIGNED_BASE.search(before):
        first = agreed.value
    elif (labelled := labelled_day(reading, before) or day_of_the_article_before(reading, before, span)) is not None:
        first, whole_day = labelled, True
    else:
        signed = _SIGNED_DAY.search(before)
        first = shifted(before[signed.end() :], agreed.value) if signed and agreed.value else None
        if first is None and _is_written(reading, effective) and not _COUNTS_FROM_SOMETHING.search(before + after):
            # 本契約は2024年4月1日に発効する。有効期間は2年とする。
            first = effective.value if effective.fact.confidence >= _STATED else None
        whole_day = True
    if first is None:
        return None
    return months_end(after, last_day(first if whole_day else first + timedelta(days=1), term.iso))


def _is_written(reading: DocumentReading, day: NamedDate) -> bool:
    """Whether a day is read from a date, not from words such as 締結の日."""
    evidence = day.fact.evidence
    return evidence is not None and bool(reading.dates_in(evidence.start or 0, evidence.end or 0))


def _renewal(reading: DocumentReading, own: OwnJapaneseTerm) -> tuple[Fact, Fact]:
    renewal_term = Fact("renewal_term", None)
    notice = Fact("notice_period", None)
    of_another = notice
    for span in _renewal_spans(reading):
        text = reading.plain[span.start : span.end]
        evidence = from_span(reading.document, span.start, span.end)
        words = reading.words(span.start, span.end, longest=300)
        renews = _COMES_BY_ITSELF.search(reading.plain, span.start, span.end) or _SPEAKS_OF_RENEWAL.search(
            reading.plain, span.start, span.end
        )
        if own.whose(span, renews.start() if renews else span.end) == "other":
            if of_another.detail is None and _REFUSES.search(text):
                # for a person to look at, where the contract has no notice of its own
                of_another = Fact("notice_period", None, words, 0.0, evidence)
            continue
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
        if notice.detail is None and _DAY_BEFORE_END.search(text) and _REFUSES.search(text):
            notice = Fact("notice_period", "P1D", words, 0.85, evidence)
    return renewal_term, of_another if notice.detail is None else notice


def _renewal_spans(reading: DocumentReading) -> list[SentenceSpan]:
    found = []
    for span in reading.sentences("renewal_term", _SPEAKS_OF_RENEWAL):
        text = reading.plain[span.start : span.end]
        if _PROLONGS_ANOTHER.search(text) and not _CONDITION.search(text):
            continue
        about = re.search(
            r"[本こ]の?契約|本覚書|本合意|本規約|サブスクリプション|契約期間|契約(?:の)?終了|有効期[間限]|期間満了|満了|(?:契約|期間)?の?終了日の|同一(?:の)?(?:条件|内容)|終了の[^。]{1,8}前までに|終わる日の|期間の終わる|"
            r"^\s*(?:ただし|但し)[、,]?(?:甲乙|甲及び乙|甲および乙|当事者)[^。]*(?:合意|協議)",
            text,
        )
        if (
            about
            and _SPEAKS_OF_RENEWAL.search(text)
            and not re.match(r"\s*[-*]", text)
            and not re.search(r"ライセンス期間", text)
        ):
            found.append(span)
    # a licence inside the contract may have a renewal of its own
    return sorted(
        found, key=lambda span: not re.search(r"本契約|契約期間|有効期[間限]", reading.plain[span.start : span.end])
    )


def _is_renewal(before: str, after: str, term: TermMention) -> bool:
    # "the notice is given from six months to three months before the end" has no length of a renewal
    if re.match(r"\s*(?:以内|以上|経過|前|まえ)", after):
        return False
    if not (
        re.search(r"(?:引き?続き?|さらに|更に)\s*$", before)
        or _RENEWS.search(after[:60])
        or _RENEWS.search(before[-40:])
    ):
        return False
    # the initial term in the same sentence stands before "本契約の…前まで" and is not followed by the renewal's verb
    return not re.match(r"\s*(?:とし|とする|の期間とし|有効)", after)
