"""Whose term a Japanese sentence speaks of: the contract's own, or that of something within it.

A sentence says it by its topic (個別契約は…更新される), by what is renewed (保険を更新する) or by whose period it names
(リース期間の満了). A name means the contract where nothing is left of it beside words for contracts and periods and the
contract's title; people, conditions and days are no names of terms. A sentence that says neither speaks of what the
sentences before it in its article speak of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan

WhoseJapanese = Literal["own", "other", "unsaid"]

_TOPIC = re.compile(r"(?P<name>[^\s、。,:|「」『』()]{1,40}?)(?:(?<!又)(?<!また)(?<!しく)(?<![或る]い)は|も(?=[、,]))")
_RENEWED = re.compile(
    r"(?P<name>[^\s、。,:|「」『』()]{1,30}?)[がを](?=(?:(?!ない|なき|なか|なけ|無|とき|限り|場合)[^、。がをは]){0,16}(?:更新|延長))"
)
_PERIOD = re.compile(r"(?P<name>[一-龥々ァ-ヶーA-Za-z本この]+(?:の[一-龥々ァ-ヶー]+)?)の?(?:有効|契約|存続)?期[間限]")
_LAST_PARTICLE = re.compile(
    r"^.*(?:は|が|に|を|も|で(?!き)|から|まで|より|する|した|される|れた|いう|なる|ない|および|及び|又は|または)(?=[^は])",
    re.DOTALL,
)
_CONDITION = re.compile(
    r"(?:とき|際|場合|限り|[時日前後降上旨際月年回]|もの|こと|結果|ため|れば|[時以]点|たび|毎|ごと|ただし|但し)(?:まで)?$|[にでとへて]$|から$|まで$|より$|(?:\d+|[一二三四五六七八九十]+)(?:年|か月|ヶ月|カ月|月|日|週)間?$"
)
_PERSON = re.compile(
    r"(?:[甲乙丙丁戊]|当事者|双方|両者|両当事者|一方|他方|いずれか?|[者主人社方員側])(?:双方|共|とも)?(?:に)?$"
)
_NUMBERED = re.compile(r"^(?:第?[\d一二三四五六七八九十]+[条項号]?[.)]?)+")
_OF_A_CONTRACT = re.compile(
    r"本件?|この|当該|その|同|上記|前[項条号](?:[本但]文)?の?|契約書?|覚書|合意書?|協定書?|規約|約款|誓約書?|有効|存続|"
    r"[基個]本|期[間限]|(?:更新|変更|改[定訂]|延長)後|満了日?|終了日?|終期|更新|延長|当初|初回|最初|全体|自体|効力|定め|雇用|労働|賃貸借|委託|派遣|許諾|インターン(?:シップ)?|以後|以降|各|次|の|条件|内容|[々ヶ]"
)
_OF_MANY = re.compile(r"各|個々の|個別の|それぞれの")
_SAYS_CONTRACT = re.compile(r"契約|覚書|合意|協定|規約|約款|誓約")
# 本書, 本状, 本会: what the text itself is, or what it is about
# 乙が副代理店と締結する契約
_WITH_ANOTHER = re.compile(r"と(?:の間で|の間に)?(?:締結|交わ)(?:し|する|した|す)[^本]{0,8}契約")
_THIS_THING = re.compile(r"[本当][一-龥](?![一-龥ァ-ヶーA-Za-z])")
_THIS_CONTRACT = re.compile(rf"本(?:{_SAYS_CONTRACT.pattern})")
_BEGINS_ARTICLE = re.compile(r"\W*(?:第\s*[\d一二三四五六七八九十百]+\s*条|[\[【(]?[一二三四五六七八九十]{1,2}[\s、.])")
_SENTENCES_BACK = 3


@dataclass(frozen=True)
class OwnJapaneseTerm:
    """What a contract calls itself, to tell its own term from others.

    `title` is as it was read; empty where there is none.
    """

    reading: DocumentReading
    title: str

    def whose(self, span: SentenceSpan, at: int) -> WhoseJapanese:
        """Whose term the sentence's words at an offset speak of."""
        owners = [owner for owner in self._owners(span) if owner[1] != "unsaid"]
        before = [whose for start, whose in owners if start < at]
        if owners:
            return before[-1] if before else owners[0][1]
        return self._before(span)

    def speaks_of_others(self, span: SentenceSpan) -> bool:
        """Whether a sentence names periods of other things, and none of the contract."""
        named = {whose for _, whose in self._named(span, inner=True)}
        return "other" in named and "own" not in named

    def _before(self, span: SentenceSpan) -> WhoseJapanese:
        previous = span
        for _ in range(_SENTENCES_BACK):
            if previous.start <= 1 or _BEGINS_ARTICLE.match(self.reading.plain, previous.start, previous.end):
                break
            earlier = self.reading.sentence_at(previous.start - 1)
            if earlier.start >= previous.start:
                break
            previous = earlier
            named = [whose for _, whose in self._owners(previous) if whose != "unsaid"]
            if named:
                return named[-1]
        return "unsaid"

    def _owners(self, span: SentenceSpan) -> list[tuple[int, WhoseJapanese]]:
        return sorted(self._named(span, inner=False), key=lambda owner: owner[0])

    def _named(self, span: SentenceSpan, *, inner: bool) -> Iterator[tuple[int, WhoseJapanese]]:
        topics = list(_TOPIC.finditer(self.reading.plain, span.start, span.end))
        for match in topics:
            yield match.start("name"), self._judged(match["name"])
        for pattern in (_RENEWED, _PERIOD):
            for match in pattern.finditer(self.reading.plain, span.start, span.end):
                # what stands in a topic ("the term of the contract with a sub-agent") belongs to it
                if inner or not any(topic.start("name") <= match.start("name") < topic.end("name") for topic in topics):
                    yield match.start("name"), self._judged(match["name"])

    def _judged(self, name: str) -> WhoseJapanese:
        if _WITH_ANOTHER.search(name):
            return "other"
        name = _NUMBERED.sub("", _LAST_PARTICLE.sub("", name))
        if _CONDITION.search(name) or _PERSON.search(name) or re.fullmatch(r"[ぁ-ん]*", name):
            return "unsaid"
        if _OF_MANY.match(name) and _SAYS_CONTRACT.search(name):
            return "other"
        rest = _OF_A_CONTRACT.sub("", re.sub(r"[甲乙丙]の", "", name))
        if _THIS_THING.match(name):
            return "unsaid"
        if _THIS_CONTRACT.match(name) and len(rest) < 2:
            return "own"
        if rest and rest not in self._title:
            return "other" if self._title else "unsaid"
        return "own" if rest or _SAYS_CONTRACT.search(name) else "unsaid"

    @cached_property
    def _title(self) -> str:
        return re.sub(r"\s+", "", self.title)
