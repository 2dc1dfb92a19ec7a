"""Periods of a Japanese contract under a heading or in a row: 3 派遣期間 / 2024年4月1日から / 2025年3月31日まで."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan

HeadedPeriod = Literal["term", "relation"]

CONTRACT_WORD = (
    r"(?:(?:変更|追加|基本|(?:業務)?委託|賃貸借|売買|請負|使用許諾|秘密保持)?契約(?:書)?|覚書|合意書?"
    r"|協定書?|規約|約款|利用規約|誓約書?|約定書?)"
)
"""What a contract calls itself after 本 or この."""
_OF_THE_TERM = "契約|有効|存続|派遣|委託|雇用|賃貸借|使用貸借|許諾|掲載|掲出|放映|放送|配信|上映|展示"
_OF_A_RELATION = (
    "出向|委嘱|顧問|貸与|寄託|リース|(?:共同)?研究(?:実施)?|出演|出店|協賛|加盟|(?:業務|契約)?履行|業務(?:委託|実施)?"
)
_NEVER_ITS_OWN = (
    "返済 償還 弁済 保証 工事 施工 支払 据置 申込 募集 応募 試用 保険 納入 請求 算定 計算 点検 養生 製造 制作 猶予"
).split()
ITS_PERIOD = (
    "".join(f"(?<!{other})" for thing in _NEVER_ITS_OWN for other in (thing, f"{thing}の", f"{thing}い")) + r"期\s*間"
)
"""A period that may be the contract's own; those of repayment, of a warranty or of works never are."""
OF_WORKS = re.compile(r"工事|請負|製造|売買|建設|設計|制作|製作")
"""In the title of a contract whose 履行期間 is that of the works, not its term."""
_NUMBER = (
    r"\W*(?:第\s*[\d一二三四五六七八九十]+\s*条)?\W*"
    r"(?:\d{1,2}[.、)]?|[一二三四五六七八九十]{1,3}(?=[\s、.)])[.、)]?)?\W*"
)
_HEADING = re.compile(
    rf"{_NUMBER}(?:(?P<term>(?:(?:本|この)?{CONTRACT_WORD}の)?(?:{_OF_THE_TERM})?)|(?P<relation>{_OF_A_RELATION}))(?:の)?期\s*間(?:等)?\W*"
)
_DAY_FIRST = re.compile(
    r"\W*(?:(?:変更|改定|更新|延長)後\W*)?(?:第\s*[\d一二三四五六七八九十]+\s*条)?\W*(?:\d+[.)]\s*)?(?:自\s*)?(?:令和|平成|西暦|(?:19|20)\d\d|[RH]\d)[^。\n]{4,40}?(?:から|より|至|[~～〜-])"
)
_LONGEST = 30
# a row that goes on in the line below: 契約期間 令和5年7月1日から
_GOES_ON_BELOW = re.compile(r"日\s*(?:から|より|[~～〜])[\s|]*$")


_STATES_A_TERM = re.compile(r"(?:^|[\s、。)])(?:(?:本|この)契約の)?(?:契約|有効)期間は[、,]?\s*$")
_FROM, _UNTIL = re.compile(r"\s*(?:から|より)[、,]?\s*"), re.compile(r"\s*(?:まで|迄)")


def states_two_terms(reading: DocumentReading) -> bool:
    """Whether a contract states its term twice, in other days: which of them is meant is for a person to say."""
    stated = set()
    for first, last in pairwise(reading.dates):
        if (
            _STATES_A_TERM.search(reading.plain, max(0, first.start - 40), first.start)
            and _FROM.fullmatch(reading.plain, first.end, last.start)
            and _UNTIL.match(reading.plain, last.end)
        ):
            stated.add((first.value, last.value))
    return len(stated) > 1


def under_headings(
    reading: DocumentReading, kind: HeadedPeriod = "term"
) -> Iterator[tuple[SentenceSpan, SentenceSpan]]:
    """Headings that name a period, each with the line or two below it that begin with a day.

    Args:
        reading: the document.
        kind: the contract's term, or the period of what it is about (research, a post, a service).
    """
    for heading, below in pairwise(reading.spans):
        if heading.end - heading.start >= _LONGEST:
            continue
        names = _HEADING.fullmatch(reading.plain, heading.start, heading.end)
        if names and names[kind] is not None and _DAY_FIRST.match(reading.plain, below.start, below.end):
            yield heading, with_below(reading, below)


def with_below(reading: DocumentReading, span: SentenceSpan) -> SentenceSpan:
    """A row with the line below it that it goes on in."""
    if not _GOES_ON_BELOW.search(reading.plain[span.start : span.end]):
        return span
    return SentenceSpan(span.start, reading.sentence_at(min(span.end + 1, len(reading.plain))).end, span.hinted)
