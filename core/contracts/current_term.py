"""The term that a contract is in today: renewals rolled forward, with the sum, and what is missing for it.

Only a renewal that comes by itself is rolled forward, and only "if nobody gave notice": that a notice was given stands
in no contract. One that takes an agreement or an option ends with the term unless a person knows better.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import reduce
from typing import Literal

from core.contracts.dates_arithmetic import Duration, add_duration, duration, last_day_to_give_notice
from core.errors import BadArguments
from core.evidence import kanji_value
from core.record import Fact
from core.wording import Language, wording_text

RenewalKind = Literal["automatic", "once", "evergreen", "mutual", "option", "none", "unstated"]
Gap = Literal["expiration_date", "renewal_term", "notice_period", "notice_length", "notice_of_another_term"]

_EVERGREEN = re.compile(
    r"\bevergreen\b|\bcontinues?\s+(?:in\s+(?:full\s+)?(?:force|effect)[^.;]{0,40}\s+)?(?:thereafter\s+)?"
    r"(?:indefinitely|until\s+(?:it\s+is\s+)?terminated)|"
    r"\b(?:continue|remain)s?\s+(?:to\s+be\s+)?(?:in\s+(?:full\s+)?(?:force|effect)[^.;]{0,40}?\s+)?(?:indefinitely|until\s+(?:it\s+is\s+)?"
    r"(?:terminated|cancell?ed|ended|either\s+party\s+(?:terminates|gives)))|"
    r"\bindefinite\s+(?:term|period)|期間の定めのな[いく]|無期限|解約されるまで|"
    r"(?:解約|解除|終了)[^。]{0,20}(?:申し?入れ|申し?出|通知)[^。]{0,10}まで[^。]{0,20}(?:効力|有効|継続|存続)",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:shall|will|does|may|is|are)\s+not\s+(?:be\s+)?(?:automatically\s+)?(?:renew|extend)|"
    r"\bno\s+(?:automatic\s+)?renewal|"
    r"\bwithout\s+(?:any\s+)?(?:renewal|extension)\b|\bnon-?renewable\b|\bnot\s+(?:be\s+)?(?:renewable|subject\s+to\s+renewal)|"
    r"\bno\s+(?:right|option)s?\s+(?:to|of)\s+(?:renew|exten)|"
    r"(?:更新|延長)[はもが]?(?:行わ|行なわ|認め|でき)?(?:(?:され|し)?ない(?:もの|。|$|[）)])|(?:され|せ)?ず)|"
    r"更新(?:は|も)(?:行わ|認め)?ないものと|(?:更新|延長)[はもが]?(?:行い|いたし|され|し|あり)ません|"
    r"自動(?:的に)?更新(?:は)?(?:(?:し|され)ない|され?ず|せず)",
    re.IGNORECASE,
)
_UNLESS = re.compile(
    r"\bunless\b|\buntil\b|\bexcept\b|ないとき|ない限り|なき限り|ない場合|なかったとき|なければ", re.IGNORECASE
)
_MUTUAL = re.compile(
    r"\bmutual(?:ly)?\b|\b(?:by|upon|with)\s+(?:the\s+)?(?:written\s+)?(?:agreement|consent)\s+of\s+(?:both|"
    r"the)\s+parties|"
    r"\b(?:agreement|consent)\s+(?:between|among|by|of)\s+(?:both|the|each)\s+part(?:y|ies)|"
    r"\bparties\s+may\s+(?:\w+\s+){0,2}(?:renew|extend)\b[^.;]{0,80}\b(?:agree|consent)|"
    r"\b(?:if|provided\s+that|provided|where)\s+(?:both|the|all)\s+(?:the\s+)?parties\s+(?:\w+\s+){0,2}(?:agree|consent)\b"
    r"(?!\s+(?:in\s+writing\s+)?otherwise)|"
    r"\bnot\s+(?:be\s+)?(?:renew|extend)\w*\s+unless\s+(?:both|the|all)\s+(?:the\s+)?parties\b|"
    r"合意(?:した|が(?:あっ|成立し))[^。]{0,14}(?:更新|延長)|"
    r"\bparties\s+(?:may\s+)?agree\s+(?:in\s+writing\s+)?to\s+(?:renew|extend)|合意(?:により|の上|のうえ|によって)[^。]{0,20}(?:更新|"
    r"延長)|"
    r"協議(?:の上|のうえ|により)[^。]{0,20}(?:更新|延長)",
    re.IGNORECASE,
)
_OPTION = re.compile(
    r"\boptions?\s+to\s+(?:renew|extend)|\bmay\s+(?:renew|extend|elect)|\bright\s+to\s+(?:renew|extend)|"
    r"\bmay\b(?!\s+not)[^.;]{0,60}?\b(?<!not\s)(?<!to\s)(?:renew|extend)\b|\bat\s+(?:its|the\s+option\s+of|\w+'s)\s+(?:sole\s+)?option\b|"
    r"更新することができる|延長することができる",
    re.IGNORECASE,
)
_AUTOMATIC = re.compile(
    r"\bautomatic(?:ally)?\b|\b(?:shall|will)\s+(?:be\s+)?(?:deemed\s+)?(?:renew|extend)|\brenews?\b|自動的|自動更新|"
    r"(?:更新|延長)(?:される(?!場合|とき|か|ことがあ)|する(?!場合|とき|か(?:否|どう)|ことがあ))|"
    r"\bcontinues?\b[^.;]{0,60}\b(?:year|month)[\s-]+to[\s-]+(?:year|month)|\b(?:year|month)[\s-]+to[\s-]+(?:year|month)\b|"
    r"(?:更新|延長)され(?!る(?:場合|とき|か|ことがあ))|継続され|継続する|効力を有する",
    re.IGNORECASE,
)
_REPEATS = re.compile(
    r"\bsuccessive\b|\beach\s+year|\byear[\s-]+to[\s-]+year|\bconsecutive\b|\bfurther\s+(?:periods|terms)|"
    r"\bperiods\s+of\b|"
    r"\b(?:additional|renewal)\s+(?:[\w()-]+\s+){0,3}(?:terms|periods)\b|\bthen[\s-]+current\b|\band\s+so\s+on\b|"
    r"以後も?同様|以降も?同様|その後も?同様|同様とする|毎年",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:one|a\s+single|an?)\s*(?:\(1\)\s*)?(?:additional|further|renewal|extension)\s+(?:[\w()-]+\s+){0,3}(?:term|"
    r"period)\b(?!s)|\bonce\b|"
    r"1回に?限り|一回に?限り|1回のみ|一度に?限り",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\b(?P<en>one|two|three|four|five|six|seven|eight|nine|ten)\s*(?:\(\s*\d{1,2}\s*\)\s*)?"
    r"(?:successive\s+|consecutive\s+)?(?:additional|further|renewal|extension|successive|consecutive)\s+"
    r"(?:[\w()-]+\s+){0,4}(?:terms|periods|renewals)\b"
    r"|\b(?:up\s+to|maximum\s+of|no\s+more\s+than)\s+(?P<most>one|two|three|four|five|six|seven|eight|nine|ten)\s*"
    r"(?:\(\s*\d{1,2}\s*\)\s*)?(?:[\w()-]+\s+){0,4}(?:renewals?|extensions?|times|(?:renewal|extension|additional)\s+(?:terms|periods))\b"
    r"|(?P<ja>\d{1,2}|[一二三四五六七八九十])[回度](?:を限度|を上限|までに?限|に限|まで(?:更新|延長|自動))",
    re.IGNORECASE,
)
_NUMERALS = {word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_MOST_RENEWALS = 2_000
_MOST_SKIPPED = 100
_MOST_IN_WORDS = 10
_NOT_BY_ITSELF: dict[RenewalKind, str] = {"mutual": "by_agreement", "option": "by_option", "none": "not_renewed"}


@dataclass(frozen=True, slots=True)
class CurrentTerm:
    """The term that a contract is in on a day.

    `renewals` counts those behind it, 0 in the initial term. `until` is its last day, None where it runs on until
    somebody ends it. `notice_day` is the last day to keep it from being renewed again, `missing` names
    what is not known and was needed, `ended` says that the last day has passed and nothing renews it by itself. `most`
    is how often it is renewed at most, None without a limit. `following` is set where the day for notice has passed:
    the last day of the term that comes then, and the last day to keep that one from being renewed again; `last_end`
    where that term is the last one, so that nothing more can be stopped.
    """

    kind: RenewalKind
    initial_end: date
    renewals: int
    until: date | None
    notice_day: date | None
    ended: bool
    missing: tuple[Gap, ...] = ()
    length: str | None = None
    notice: str | None = None
    most: int | None = None
    following: tuple[date, date] | None = None
    last_end: date | None = None

    @property
    def renews_again(self) -> bool:
        """Whether another renewal comes by itself after the current term."""
        return self.kind in ("automatic", "once") and (self.most is None or self.renewals < self.most)

    @property
    def next_notice_day(self) -> date | None:
        """The next last day to give notice; where none is left, the one that has passed; None after the end."""
        if self.ended:
            return None
        return self.notice_day if self.following is None else self.following[1]

    @property
    def next_end(self) -> date | None:
        """The last day of the term that the next notice day belongs to."""
        return self.until if self.following is None else self.following[0]

    def sentence(self, language: Language) -> str:
        """The sum in words."""
        sentences = [wording_text("dates.initial_end", language, day=_day(self.initial_end, language))]
        if self.kind == "evergreen" and self.until is None:
            sentences.append(wording_text("dates.runs_on", language))
        elif self.kind in _NOT_BY_ITSELF:
            sentences.append(wording_text(f"dates.{_NOT_BY_ITSELF[self.kind]}", language))
        elif self.ended:
            many = self.most is not None and self.most > 1
            key = "dates.renewed_most" if many else "dates.renewed_once"
            sentences.append(wording_text(key, language, day=_day(self.until, language), n=self.most or 1))
        else:
            sentences += _renewal_sentences(self, language)
        return reduce(lambda first, then: wording_text("dates.sentences", language, first=first, then=then), sentences)


def renewal_kind(words: str, value: str | None) -> RenewalKind:
    """How a contract is renewed, by the words of its renewal.

    Args:
        words: the sentence that speaks of it; empty where there is none.
        value: the length of a renewal, where one was read.
    """
    if not words.strip():
        return "unstated" if value is None else "automatic"
    if _NONE.search(words) and not _UNLESS.search(words):
        return "none"
    if _MUTUAL.search(words) and not re.search(r"automatic|自動", words, re.IGNORECASE):
        return "mutual"
    if _EVERGREEN.search(words):
        return "evergreen"
    if _OPTION.search(words) and not re.search(r"automatic|自動", words, re.IGNORECASE):
        return "option"
    if _AUTOMATIC.search(words) or value is not None:
        return "automatic" if renewals_at_most(words) is None else "once"
    return "unstated"


def renewals_at_most(words: str) -> int | None:
    """How often a contract is renewed at most, by the words of its renewal; None where they set no limit."""
    match = _MANY.search(words)
    if match is None:
        return 1 if _COUNTED.search(words) and not _REPEATS.search(words) else None
    most = match["en"] or match["most"]
    return _NUMERALS[most.lower()] if most else kanji_value(match["ja"]) or int(match["ja"])


def kind_of(renewal: Fact | None) -> RenewalKind:
    """How a contract is renewed, by the fact `renewal_term`."""
    return "unstated" if renewal is None else renewal_kind(_words_of(renewal), renewal.value)


def most_of(renewal: Fact | None) -> int | None:
    """How often a contract is renewed at most, by the fact `renewal_term`."""
    return None if renewal is None else renewals_at_most(_words_of(renewal))


def _words_of(fact: Fact) -> str:
    return " ".join(filter(None, (fact.detail, fact.evidence.shown if fact.evidence is not None else "")))


def current_term(
    expiration: date,
    kind: RenewalKind,
    length: str | None,
    notice: str | None,
    *,
    today: date,
    joined: bool = True,
    most: int | None = None,
    notice_stated: bool = False,
    with_month: bool = True,
) -> CurrentTerm:
    """The term that a contract is in.

    Args:
        expiration: last day of the initial term.
        kind: how it is renewed.
        length: of a renewal, as an ISO 8601 duration.
        notice: how long before the end notice must be given.
        today: the day in question.
        joined: whether the notice period belongs to this term.
        most: how often it is renewed at most; one time where `kind` is "once" and nothing else is known.
        notice_stated: whether the contract speaks of a notice, though no length in days or months was read.
        with_month: whether a term that ends with its month is renewed to the end of a month. False for one counted
            from a day of the same number, which ends on that day in later years, too.
    """
    most = most or (1 if kind == "once" else None)
    missing: list[Gap] = []
    renews = kind in ("automatic", "once")
    if renews and not _is_length(length):
        missing.append("renewal_term")
    if (renews or notice) and not joined:
        missing.append("notice_of_another_term")
    elif renews and not _is_length(notice):
        missing.append("notice_length" if notice_stated else "notice_period")
    usable = notice if joined and _is_length(notice) else None
    count, until = 0, expiration
    if renews and _is_length(length):
        while until < today and count < (most or _MOST_RENEWALS):
            count += 1
            until = _rolled(expiration, length or "P1Y", count, with_month=with_month)
    if kind == "evergreen" and until < today:
        return CurrentTerm(kind, expiration, 0, None, None, False, tuple(missing), length, usable)
    ended = until < today and kind != "unstated" and not (renews and "renewal_term" in missing)
    # No notice stops a renewal that does not come; that of a term which has passed is no deadline any more.
    over = (
        kind in ("none", "mutual") or (renews and most is not None and count >= most) or (until < today and not ended)
    )
    day = None if usable is None or over else last_day_to_give_notice(until, usable).result
    term = CurrentTerm(kind, expiration, count, until, day, ended, tuple(missing), length, usable, most)
    if day is None or day >= today or not term.renews_again or ended or not _is_length(length):
        return term
    last = _rolled(expiration, length or "", count + 1, with_month=with_month) if count + 1 == most else None
    return replace(term, following=_following(term, today, with_month=with_month), last_end=last)


def _rolled(end: date, length: str, count: int, *, with_month: bool) -> date:
    """The last day of a term after so many renewals; `with_month`: one that ends with a month goes on doing so."""
    later = add_duration(end, _times(length, count))
    if with_month and (end + timedelta(days=1)).day == 1 and not (duration(length).weeks or duration(length).days):
        return later.replace(day=monthrange(later.year, later.month)[1])
    return later


def _following(term: CurrentTerm, today: date, *, with_month: bool) -> tuple[date, date] | None:
    """The first term after this one that can still be kept from being renewed: its last day and that for notice."""
    if term.notice is None:
        return None
    count = term.renewals
    while term.most is None or count + 1 < term.most:
        count += 1
        until = _rolled(term.initial_end, term.length or "", count, with_month=with_month)
        day = last_day_to_give_notice(until, term.notice).result
        if day >= today:
            return until, day
        if count - term.renewals > _MOST_SKIPPED:
            break
    return None


def gap_words(gap: Gap, language: Language) -> str:
    """What is missing for the sum of a current term, and what cannot be worked out without it."""
    key = "check_notice" if gap == "notice_of_another_term" else f"gap_{gap}"
    return wording_text(f"contract.{key}", language)


def current_words(term: CurrentTerm | None, language: Language) -> str:
    """The current term in a few words, for a list; empty where it is the initial one or has ended."""
    if term is None or term.ended:
        return ""
    if term.until is None:
        return wording_text("dates.until_ended", language)
    if "renewal_term" in term.missing:
        return wording_text("dates.renewed_how_long", language)
    if not term.renewals:
        return ""
    count = _which(term.renewals, language)
    return wording_text("dates.renewed_until", language, day=term.until.isoformat(), count=count)


def _which(number: int, language: Language) -> str:
    if number <= _MOST_IN_WORDS:
        return wording_text(f"dates.renewal_{number}", language)
    return wording_text("dates.renewal_n", language, n=number)


def _is_length(value: str | None) -> bool:
    if value is None:
        return False
    try:
        return duration(value) != Duration()
    except BadArguments:
        return False


def _times(iso: str, count: int) -> str:
    period = duration(iso)
    return Duration(period.years * count, period.months * count, period.weeks * count, period.days * count).iso()


def _renewal_sentences(term: CurrentTerm, language: Language) -> Iterator[str]:
    until = _day(term.until, language)
    if term.renewals and term.until and term.length:
        length, count = duration(term.length).words(language), _which(term.renewals, language)
        yield wording_text("dates.renewed", language, length=length, count=count, day=until)
    if term.most is not None and term.renewals >= term.most:
        yield wording_text("dates.last_renewal", language)
    elif term.notice_day and term.notice and term.until:
        length, day = duration(term.notice).words(language), _day(term.notice_day, language)
        key = "dates.notice_against" if term.renews_again else "dates.notice_plain"
        yield wording_text(key, language, length=length, until=until, day=day)
    if term.following is not None:
        end, day = (_day(limit, language) for limit in term.following)
        yield wording_text("dates.notice_passed", language, until=end, day=day)
    elif term.last_end is not None:
        yield wording_text("dates.notice_passed_last", language, until=_day(term.last_end, language))


def _day(day: date | None, language: Language) -> str:
    if day is None:
        return ""
    return wording_text("dates.short_day", language, year=day.year, month=day.month, day=day.day)
