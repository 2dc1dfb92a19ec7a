"""The last day of a Japanese contract that no sentence on its term states.

It stands in a row (契約終了日 2025年3月31日; 自 … 至 …), in the new wording of an amendment, in
the agreement by which the parties end the contract, or in the period of what the contract is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contracts.builtin.dates.headed_japanese import ITS_PERIOD, OF_WORKS, under_headings, with_below
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.evidence import from_span
from core.record import Fact

# periods that are the contract's own where it has no other: only a stated last day ends them
_OF_A_SERVICE = "履行|業務|業務履行|業務委託|業務実施|実施"
_OTHER_PERIOD = (
    r"(?<![の一-龥])(?:%s開発|研究|研究実施|保守|提供|利用|サービス|リース|寄託|保管|出向|使用|使用貸借|貸与|委嘱|顧問|許諾|出店|加盟|取引|事業|貸付|掲載|掲出|放映|放送|配信|上映|展示|出演|広告)(?:の)?期間\s*(?:は|[:|]|(?=自|令和|平成|20|\s))|"
    r"(?<![の一-龥])任期\s*(?:は|[:|]|(?=自|令和|平成|20|\s))|(?:本|この)契約の(?:%s研究)期間は|本(?:共同)?(?:開発|研究|業務|事業|件業務|サービス)の(?:実施)?期間は"
)
_IN_WORKS = re.compile(_OTHER_PERIOD % ("", ""))
_ELSEWHERE = re.compile(_OTHER_PERIOD % (f"{_OF_A_SERVICE}|", f"{_OF_A_SERVICE}|"))
_LAST_DAY = re.compile(
    r"(?:(?<![の一-龥])(?:契約)?|(?<![前旧先])(?:契約|覚書|協定)の)(?:終\s*期|有効期限|(?:契約)?(?:満了|終了)(?:予定)?(?:年月)?日)[)]?\s*(?:[:|]|は[、,]?|(?=\s)|(?<=[)]))\s*$|"
    rf"{ITS_PERIOD}[^。]{{0,60}}至\s*[:|]?\s*$"
)
# 第5条(契約期間)を次のとおり変更する。 / 変更前 … / 変更後 2023年4月1日から2025年3月31日まで
_CHANGED_ROW = re.compile(
    r"(?:(?:契約|有効|存続|賃貸借|委託)の?期[間限]|満了日|終了日)[^。\n]{0,30}(?:変更|改め|改定|延長)[^\n]*\n(?:[^\n]*\n){0,3}?"
    r"[ \t|(\[【]*(?:変更|改定|改訂|延長|更新)後[ \t]*[:)\]】|]?[ \t]*(?P<row>[^\n]+)"
)
# 甲及び乙は、本契約を令和6年9月30日をもって合意により解約する
_ENDED_BY_AGREEMENT = re.compile(
    r"(?:本|この)契約(?:を|は)[、,]?[^。「」]{0,8}$|(?:本|この)契約(?:を|は)[、,]?(?:合意(?:により|の上|のうえ)|双方合意の上)[、,]?$"
)
_ENDS_SO = re.compile(
    r"\s*(?:を?もって|限り(?:で)?|付(?:け)?(?:で|をもって)|に)[、,]?(?:(?:双方)?合意(?:により|の上|のうえ|に基づき)?[、,]?)?"
    r"(?:解約|解除)(?:し[、,]|(?:する|します|した)(?:こと|もの)?(?=[。にをと]))"
)


# 許可番号 派13-000000 / 有効期限 2027年3月31日
_OF_A_PERMIT = re.compile(
    r"(?:許可|認可|認定|認証|免許|登録|資格|届出|指定|証券|証書)[^\n。]{0,40}\n?[^\n。]{0,4}有効期限[)]?\s*[:|は]?[、,]?\s*$"
)


# whose 貸付期間 is that of repayment
_OF_MONEY = re.compile(r"金銭|消費貸借|融資|ローン|借入|借用")


def stated_last_day(reading: DocumentReading) -> Fact | None:
    """The last day in the new wording of an amendment, in a row of key terms, or on which the parties end it."""
    plain = reading.plain
    changed = _CHANGED_ROW.search(plain)
    if changed is not None:
        span = SentenceSpan(*changed.span("row"))
        days = reading.dates_in(span.start, span.end)
        if days and days[-1].value and re.match(r"\s*(?:まで|迄|[\s|」]*$)", plain[days[-1].end : span.end]):
            return _fact(reading, span, days[-1].value.isoformat())
    for mention in reading.dates:
        if mention.value is None:
            continue
        before = plain[max(0, mention.start - 80) : mention.start]
        if _OF_A_PERMIT.search(before):
            continue
        if _LAST_DAY.search(before) or (_ENDED_BY_AGREEMENT.search(before) and _ENDS_SO.match(plain, mention.end)):
            return _fact(reading, SentenceSpan(mention.start, mention.end), mention.value.isoformat())
    return None


def other_periods(reading: DocumentReading, title: str) -> Iterator[SentenceSpan]:
    """Rows and sentences on the period of what a contract is about; those of works are not its term.

    Args:
        reading: the document.
        title: the contract's.
    """
    named = _IN_WORKS if OF_WORKS.search(title) else _ELSEWHERE
    for span in reading.spans:
        found = named.search(reading.plain, span.start, span.end)
        if found and not (found[0].startswith("貸付") and _OF_MONEY.search(title)):
            yield with_below(reading, span)
    for heading, below in under_headings(reading, "relation"):
        if named.search(reading.plain, heading.start, below.end):
            yield SentenceSpan(heading.start, below.end)


def _fact(reading: DocumentReading, span: SentenceSpan, value: str) -> Fact:
    words = reading.words(span.start, span.end)
    return Fact("expiration_date", value, words, 0.85, from_span(reading.document, span.start, span.end))
