"""What no reading can say: one of two and not both, a contract without end, a notice's length read otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.lexicon import NUMBER
from core.questions.confirming.stated_parts import StatedQuestion
from core.questions.plan import ContractIs, NumberIs, PartyFrom, PartyIs, TypeIs

_NOT_BOTH = re.compile(
    r"\b(?:but )?not both\b|\b(?:exactly|only) one of\b|(?:どちらか|いずれか)?(?:一方|片方)(?:だけ|のみ|にしか)"
    r"|\b(?:regardless|irrespective|whether or not)\b|\b(?:ones|contracts|agreements|deals) included\b|も含め(?:て"
    r"|た)|(?<!理由)を問わず|(?<!理由)にかかわらず"
)
_EACH_OF_TWO = re.compile(
    r"(?<=\w )(?:and|as well as|plus) (?:also )?(?:those|the ones|ones|contracts|agreements)"
    r" (?:with|without|that|which|under|having|lacking)\b"
    r"|\b(?:missing|lacking|lacks?|without) either\b"
    r"|(?:[るいた]|(?<=[年月日])の)(?:契約|もの)(?:と|および|及び|ならびに|並びに)(?!の)[^。、]{2,20}(?:契約"
    r"|もの)(?:を|は|の一覧)?[^ぁ-ん]{0,4}$"
)
"""Contracts of one sort and of another together, which are read as those of both sorts at once."""
_RANKED = re.compile(
    r"\b(?:second|third|fourth|fifth|2nd|3rd|4th|5th)[ -](?:to )?(?:most|least|last|[a-z]{2,9}est)\b"
    r"|(?:[2-9二三四五]番目|[2-9二三四五]位)(?!まで)|\b(?:un)?til the (?:second|third)\b"
)
"""One place of a ranking that is not its first."""
_CLAUSE_RANKED = re.compile(
    r"\b(?:longest|shortest|oldest|newest|broadest) (?:clause|provision|section|paragraph|article|sentence)s?\b"
    r"|(?:最も|一番|いちばん)(?:長|短|古|新し)い(?:条項|条文|規定|条|文)(?!が|の(?:ある|入))"
)
"""A clause of all clauses, where contracts are ranked."""
_BETWEEN_ALIKE = re.compile(r"\bbetween (?:two )?(?:[a-z]+ ){1,2}(?:companies|firms|entities|parties)\b|同士")
"""Of both sides, where a reading says it of one party."""
_ENDLESS = re.compile(r"\b(?:perpetual|perpetually|everlasting|endless)\b|永久|無期限|永続")
_OF_A_LICENSE = re.compile(r"licen[cs]|irrevocabl|\bgrants?\b|\brights?\b|ライセンス|許諾|取消|権")
"""Of a licence, not of the contract's own term."""
_NAMED_LAW = re.compile(
    r"\b(?:mention|refer|cit|quot|nam|invok|say)[a-z]*\b.{0,24}?\b(?P<law>gdpr|ccpa|hipaa|appi)\b"
    r"|(?P<named>gdpr|ccpa|hipaa|appi|個人情報(?:の)?保護法|一般データ保護規則)(?:に|を|が|という)(?:言及|触れ|引用"
    r"|明記|名指し|参照|書)"
)
"""A law by its name: a clause on what it is about need not name it."""
_STAMPED = re.compile(
    r"印紙税?(?:代)?(?:が|は|の)?(?:必要|不要|かか|要|課|対象)|\bstamp duty (?:is )?(?:due|payable|owed|applies)\b"
)
"""Which contracts are taxed is law; a clause says who pays."""
_ALWAYS = re.compile(r"\b(?:never|always)\b|必ず|決して|例外なく|常に")
_NO_LONGER = re.compile(r"\bno longer (?!than|in force|valid|active|effective|running|live|current|bind)|\bany ?more\b")
"""That something has changed, of which nothing is known but dates."""
_LENGTH = re.compile(
    rf"(?:(?<![\w.])(?:{NUMBER}|half an?)[\s-]*(?:day|week|month|year)s?\b'?"
    r"|(?<![\d年])\d+\s*(?:日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:間)?(?![度\d月])|半年)"
)
_NOTICE = re.compile(r"\bnotice\b|\bwarning\b|予告|通知|告知|申し?出|申し?入れ")
_RENEWAL = re.compile(r"\brenew|\broll(?:s|ing|ed)?\b|\bexten[ds]|更新|延長|延び")
_STOPS = re.compile(r"[、。,;?]")
_NEAR = 14


def not_sayable(stated: StatedQuestion) -> Iterator[str]:
    """Words for what no reading can say."""
    if stated.question.kind in ("differences", "excerpts", "facts"):
        return
    yield from (match.group() for match in _NOT_BOTH.finditer(stated.text))
    if len(stated.told.conditions) > 1:
        yield from (match.group() for match in _EACH_OF_TWO.finditer(stated.text))
    if stated.question.kind == "numbers":
        yield from (match.group() for match in _RANKED.finditer(stated.text))
        yield from (match.group() for match in _CLAUSE_RANKED.finditer(stated.text))
    if stated.told.groups:
        yield from (match.group() for match in _ALWAYS.finditer(stated.text))
    if stated.told.has(PartyFrom):
        yield from (match.group() for match in _BETWEEN_ALIKE.finditer(stated.text))
    if stated.told.codes and not stated.told.dated:
        yield from (match.group() for match in _NO_LONGER.finditer(stated.text))
    if "irrevocable_or_perpetual_license" in stated.told.codes and _OF_A_LICENSE.search(stated.text) is None:
        yield from (match.group() for match in _ENDLESS.finditer(stated.text))
    if "taxes" in stated.told.codes:
        yield from (match.group() for match in _STAMPED.finditer(stated.text))
    if "personal_data" in stated.told.codes:
        yield from (match["law"] or match["named"] for match in _NAMED_LAW.finditer(stated.text))
    yield from _notice_read_otherwise(stated)
    yield from _kind_lost(stated)


_BETWEEN = re.compile(r"(?:'s)? (?!clause)|と?の")


def _kind_lost(stated: StatedQuestion) -> Iterator[str]:
    """The contract that is named by a firm and a kind, where the kind's word was taken for one of a clause.

    "Is the Siga license perpetual?" asks it of that license, not of whatever Siga has signed.
    """
    if not stated.told.has(PartyIs) or stated.told.has(TypeIs, ContractIs) or stated.question.kind != "yes_no":
        return
    for name in stated.named:
        for kind in stated.senses:
            if kind.tag in ("type", "bare_type") and _BETWEEN.fullmatch(stated.text, name.end, kind.start):
                yield stated.text[name.start : kind.end]
                return


_OF_TERM = re.compile(
    r"\bterms?\b|\blast|\blong|\bshort|\brun|\bdurations?\b|\bfor (?:more|less|at|over|under|\d)|-year\b|契約期間"
    r"|有効期間|存続期間"
    r"|(?<![知告絶新])期間|年契約|続"
)
"""Words for how long a contract runs."""


def _only_of_notice(text: str) -> bool:
    """Whether a text speaks of a notice or a renewal and nowhere of how long a contract runs."""
    return (_NOTICE.search(text) or _RENEWAL.search(text)) is not None and _OF_TERM.search(text) is None


def _notice_read_otherwise(stated: StatedQuestion) -> Iterator[str]:
    """Lengths that stand beside a word for notice, where the reading bounds no notice."""
    told, text = stated.told, stated.text
    lengths = {condition.quantity for condition in told.conditions if isinstance(condition, NumberIs)}
    if lengths & {"term_days", "term_years"} and _only_of_notice(text):
        yield from (match.group() for match in _LENGTH.finditer(text))
    of_notice = "notice_days" in lengths | told.quantities or "last_notice_day" in told.dates
    if of_notice or told.facts & {"notice_period", "last_notice_day"}:
        return
    for match in _LENGTH.finditer(text):
        begin = max((stop.end() for stop in _STOPS.finditer(text, 0, match.start())), default=0)
        stop = _STOPS.search(text, match.end())
        end = stop.start() if stop is not None else len(text)
        away = {
            words: min(
                (max(o.start() - match.end(), match.start() - o.end()) for o in words.finditer(text, begin, end)),
                default=99,
            )
            for words in (_NOTICE, _RENEWAL)
        }
        if away[_NOTICE] <= _NEAR and away[_NOTICE] < away[_RENEWAL]:
            yield match.group()
