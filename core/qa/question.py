"""A question as values: what the built-in engine understood of it, and which of its words it could not use.

Words that nothing accounts for are kept in `unused` and told to the person: an answer that silently drops a
condition ("… above one million dollars") is a wrong answer that looks right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from core.lexicon import country_code, normal_name, places_in, state_of
from core.questions import Mention, Window, folded, mentions, ranges, type_names, types_in, window
from core.taxonomy import taxonomy

Intent = Literal["count", "list", "show", "excerpts", "similar", "more", "unknown"]

_COUNT = re.compile(r"\bhow many\b|\bnumber of\b|\bcount\b|何件|いくつ|何通|件数|何本")
_MORE = re.compile(
    r"^(?:yes|yeah|sure|ok|please|okay)?[\s,.!]*(?:please\s*)?(?:give me |show me |tell me )?(?:some )?"
    r"(?:more|further|the)?\s*(?:details?|detail|information|more|please|about (?:them|it))?[\s.!]*$"
    r"|^(?:はい|ええ|お願い|うん)?[、。\s]*(?:もっと)?(?:詳しく|詳細|詳しい)?(?:を|に|は)?(?:教えて|見せて|表示|お願い)?"
    r"(?:して)?(?:ください|下さい|します)?[。\s]*$"
)
_EXCERPTS = re.compile(r"\bexcerpts?\b|\bwording\b|\bquotes?\b|\btext of\b|\bwords of\b|抜粋|文言|条文|原文")
_SIMILAR = re.compile(
    r"\b(?:mentions?|mentioned|talks?|says?|said|refers?|speaks?|states?|about|regarding|concerning|discuss\w*|"
    r"address\w*|similar to|like)\b\s*(?:anything|something)?\s*(?:about|of|on|to|regarding)?\s*(?P<text>.*)"
)
_SIMILAR_JA = re.compile(
    r"(?P<text>.+?)(?:について|に関して|に関する|に触れ|に言及|を述べ|と書かれ|と記載|が書かれ|が記載|という(?:文言|条項)|に似た|に類似)"
)
_NUMBERS = re.compile(
    r"\b(?:contracts?|agreements?)\s*(?:no\.?|number|nr\.?|#)?\s*(?P<en>\d{1,6}(?:\s*(?:,|and|&|or)\s*\d{1,6})*)(?![\d-])"
    r"|(?:契約書?|案件)\s*(?:番号|no\.?|#)?\s*(?P<ja>\d{1,6}(?:\s*(?:、|,|と|及び|および)\s*(?:契約)?\d{1,6})*)(?![\d年月日])"
    r"|(?P<nth>\d{1,6})\s*番(?:目)?の?契約"
    r"|^#?(?P<bare>\d{1,6})$"
)
_THOSE = re.compile(
    r"\b(?:those|these|them|they|that (?:contract|one|agreement)|this (?:contract|one|agreement)|it|its|the same)\b"
    r"|その契約|この契約|それら|これら|それ|同じ契約|上記|そのうち|このうち"
)
_PARTY = re.compile(
    r"\b(?:contracts?|agreements?)\b[^?]*?\b(?:for|of|with|by|involving|between|from)\s+(?P<en>[^?]+?)(?:\?|$)"
    r"|(?P<ja>[^、。?？]+?)(?:との|と締結した|が当事者の?|を当事者とする|の)契約"
)
_STATED_LAW = re.compile(
    r"(?:governed by|subject to|under|governing law (?:is|of|in)|law of|laws of)\s+(?:the\s+)?(?:laws?\s+of\s+)?"
    r"(?:the\s+)?(?:state\s+of\s+)?(?P<en>[a-z][a-z .']{1,40}?)(?:\s+law)?"
    r"(?=\?|,|\.|$|\s+(?:and|or|but|with|without|that|which)\b)"
    r"|\b(?P<en2>[a-z][a-z.']*(?:\s[a-z][a-z.']*){0,2})\s+law\b"
    r"|準拠法[がは](?P<ja>[^?？。、]{1,20}?)(?:法)?(?:の|で|と|契約|に|$|[?？。、])"
    r"|(?P<ja2>[一-龠ァ-ヶー]{2,14}?)(?:州)?法(?:を|に|が|の|準拠)"
)
_FILLER = frozenset(
    "a all an and any anything are at be been between both but by can contain contained containing contains contract "
    "contracts could agreement agreements clause clauses did do does each either every find for from get give "
    "has have having how i if in include included includes including involve involving is it its kind list many may me "
    "mention mentioned mentions my no not number of on one ones or our please portfolio provision provisions show some "
    "something tell term terms that the their them there these they this those to type under us want was we were what "
    "when where which who whose will with without yes you your also only still currently more than about count but "
    "have lack lacks lacking missing neither nor present absent see look exist exists excerpts excerpt details detail "
    "information governed law laws state govern governs party parties signed expire expires expiring expired expiry "
    "effective ending end ends before after until within next day days month months year years since dated due last "
    "notice date dates begin started start starts concluded executed made entered into up say says wording text words "
    "quote quotes being".split()
)
_FILLER_JA = re.compile(
    r"契約書?|条項|一覧|教えて|ください|下さい|見せて|表示|どの|どれ|どんな|いくつ|何件|何通|件数|何本|ありますか|あります|ある|ない|"
    r"なし|含む|含まない|含まれる|含まれない|定め|規定|について|に関する|もの|です|ますか|ます|ません|か$|の|は|が|を|に|で|と|も|や|"
    r"及び|および|または|又は|かつ|すべて|全て|全部|件|いる|する|した|して|されて|なる|なっている|準拠法|準拠|法|州|当事者|締結|満了|発効|"
    r"効力|開始|終了|通知|期限|以内|以降|以前|まで|から|より|前|後|今年|来年|今月|来月|昨年|年|月|日|番|目|誰|いつ|何|抜粋|文言|条文|原文|"
    r"一つ|他|その|この|それ|これ|ら|うち|上記|付き|欠く|除く|お願い|はい|詳しく|詳細|もっと|、|。|\?|？|!|・|「|」"
)


@dataclass(frozen=True, slots=True)
class Law:
    """A governing law asked for: ISO 3166 alpha-2 and, where named, the state."""

    country: str
    state: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """What was understood. `clauses` are clause types with their polarity, `facts` the codes of facts asked about."""

    text: str
    intent: Intent
    clauses: tuple[Mention, ...] = ()
    facts: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    organization: str | None = None
    law: Law | None = None
    window: Window | None = None
    agreement_type: str | None = None
    about: str | None = None
    those: bool = False
    unused: tuple[str, ...] = ()


def understand(question: str, *, parties: Sequence[str], today: date) -> Question:
    """What the built-in engine makes of a question in Japanese or English.

    Args:
        question: as typed.
        parties: names of all parties in the portfolio; a name in the question is recognised by them.
        today: what relative dates count from.
    """
    text = folded(question).strip()
    named = mentions(question)
    clauses = tuple(m for m in named if taxonomy().get(m.code).kind == "clause")
    dates = window(text, today=today)
    law = _law(text)
    numbers = _numbers(text)
    about = _about(text, clauses)
    taken = bool(clauses or law or dates or numbers or about)
    organization = _organization(question, text, parties, taken=taken)
    kind = agreement_type_in(text)
    facts = _facts(text, [m.code for m in named if taxonomy().get(m.code).kind == "fact"], law, dates)
    known = bool(clauses or law or dates or numbers or organization or kind or facts)
    days = [(one.start, one.end) for one in ranges(text, today=today)] if dates else []
    unused = _unused(text, named, organization, kind, days)
    intent = _intent(text, known=known, about=about, numbers=numbers, facts=facts, unused=unused)
    return Question(
        text=question,
        intent=intent,
        clauses=clauses,
        facts=facts,
        numbers=numbers,
        organization=organization,
        law=law,
        window=dates,
        agreement_type=kind,
        about=about,
        those=bool(_THOSE.search(text)),
        unused=unused if intent not in ("similar", "more", "unknown") else (),
    )


def _intent(
    text: str,
    *,
    known: bool,
    about: str | None,
    numbers: tuple[int, ...],
    facts: tuple[str, ...],
    unused: tuple[str, ...],
) -> Intent:
    if _MORE.match(text) and text:
        return "more"
    if _EXCERPTS.search(text):
        return "excerpts"
    # "Does any contract mention prices being changed …": words beyond the names are what is asked about.
    if about is not None and not facts and (not known or len(unused) >= 2 or (numbers and unused)):
        return "similar"
    if _COUNT.search(text):
        return "count"
    if numbers or facts:
        return "show"
    if known:
        return "list"
    if re.search(r"\b(?:contracts?|agreements?)\b|契約", text):
        return "list" if not unused else "similar"
    return "unknown"


def _numbers(text: str) -> tuple[int, ...]:
    found: list[int] = []
    for match in _NUMBERS.finditer(text):
        part = next(value for value in match.groups() if value)
        found += [int(number) for number in re.findall(r"\d+", part)]
    return tuple(dict.fromkeys(found))


def _facts(text: str, named: Sequence[str], law: Law | None, dates: Window | None) -> tuple[str, ...]:
    asked = list(named)
    if re.search(r"\bwho\b|\bparties (?:to|of|in)\b|当事者は|誰", text):
        asked.append("parties")
    if re.search(r"\bwhen\b|いつ", text):
        for pattern, code in (
            (r"expir|end|満了|終了|切れ", "expiration_date"),
            (r"effective|start|begin|発効|効力|開始", "effective_date"),
            (r"sign|dated|conclu|締結|署名", "agreement_date"),
        ):
            if re.search(pattern, text):
                asked.append(code)
    if re.search(r"(?:what|which) law|準拠法は(?:何|どこ|どの|\?|？|$)|governing law of|governing law\?", text):
        asked.append("governing_law")
    if law is not None:
        asked = [code for code in asked if code != "governing_law"]
    if dates is not None:
        asked = [code for code in asked if not code.endswith("_date") and code != "notice_period"]
    return tuple(dict.fromkeys(asked))


def _law(text: str) -> Law | None:
    for match in _STATED_LAW.finditer(text):
        for name in (value.strip(" .") for value in match.groups() if value):
            words = name.split()
            # "which contracts are under new york law": try the longest ending first.
            for start in range(len(words)):
                place = _place(" ".join(words[start:]))
                if place is not None:
                    return place
    return None


def _place(name: str) -> Law | None:
    found = state_of(name.title()) if name.isascii() else state_of(name)
    if found is not None:
        return Law(*found)
    if not name.isascii() and (found := state_of(f"{name}州")) is not None:
        return Law(*found)
    if name.isascii():
        found_here = places_in(name.title(), adjectives=True)
        if len(found_here) == 1 and (found_here[0].start, found_here[0].end) == (0, len(name)):
            return Law(found_here[0].place.country, found_here[0].place.state)
    code = country_code(name)
    return Law(code, None) if code else None


def _organization(question: str, text: str, parties: Sequence[str], *, taken: bool) -> str | None:
    quoted = re.search(r"[\"“「『](?P<name>[^\"”」』]{2,80})[\"”」』]", question)
    plain = normal_name(question)
    for party in sorted(parties, key=len, reverse=True):
        core = normal_name(party)
        if len(core) >= 3 and re.search(rf"(?<![a-z0-9]){re.escape(core)}(?![a-z0-9])", plain):
            return party
    match = _PARTY.search(question) or _PARTY.search(text)
    if match is None:
        return None
    name = next(value for value in match.groups() if value).strip(" .?？")
    if quoted and quoted["name"] in name:
        return quoted["name"]
    if (
        mentions(name)
        or _law(folded(name))
        or _law(f"{folded(name)} law")
        or re.search(r"\d", name)
        or agreement_type_in(folded(name))
    ):
        return None
    words = re.sub(r"^(?:the|any|all|our)\s+", "", name, flags=re.IGNORECASE)
    significant = [word for word in re.findall(r"[\w&.'-]+", words) if folded(word) not in _FILLER]
    if not significant or _FILLER_JA.sub("", words) == "":
        return None
    capital = any(word[:1].isupper() for word in significant) or not words.isascii()
    return words if capital or not taken else None


def _about(text: str, clauses: Sequence[Mention]) -> str | None:
    match = _SIMILAR.search(text) or _SIMILAR_JA.search(text)
    if match is None:
        return None
    about = re.sub(r"^(?:どの|何か)?契約(?:書)?(?:は|が|で|に|の中に)?", "", match["text"].strip(" ?？。.")).strip(
        "、 "
    )
    return about or None


def _unused(
    text: str,
    named: Sequence[Mention],
    organization: str | None,
    kind: str | None,
    days: Sequence[tuple[int, int]],
) -> tuple[str, ...]:
    """Words of a question that no part of the understanding accounts for."""
    blank = list(text)
    for mention in named:
        blank[mention.start : mention.end] = " " * (mention.end - mention.start)
    for start, end in days:
        blank[start:end] = " " * (end - start)
    rest = "".join(blank)
    for pattern in (_NUMBERS, _STATED_LAW):
        rest = pattern.sub(lambda match: " " if _accounted(match) else match.group(), rest)
    rest = _DATES_TEXT.sub(" ", rest)
    if organization:
        for word in (*re.findall(r"[\w&'.-]+", folded(organization)), *normal_name(organization).split()):
            rest = re.sub(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", " ", rest)
    if kind:
        for name in type_names(kind):
            rest = re.sub(rf"{re.escape(name)}s?", " ", rest)
    latin = [w for w in re.findall(r"[a-z][a-z'&-]*|\$?\d[\d,.]*%?", rest) if w not in _FILLER]
    japanese = _FILLER_JA.sub(" ", re.sub(r"[ -~]+", " ", rest)).split()
    return tuple(latin + [word for word in japanese if len(word) > 1 or re.match(r"[一-龠ァ-ヶ]", word)])


_DATES_TEXT = re.compile(
    r"\d{4}-\d{1,2}(?:-\d{1,2})?|(?:令和|平成)?\d{1,4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|\b(?:19|20)\d{2}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?"
    r"|\b\d+\s+(?:day|week|month|year)s?|\d+(?:日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)"
)


def _accounted(match: re.Match[str]) -> bool:
    return match.re is _NUMBERS or _law(match.group()) is not None


def agreement_type_in(text: str) -> str | None:
    """Code of the agreement type that a folded text names; None when it names none."""
    found = types_in(text)
    return max(found, key=lambda one: one.end - one.start).code if found else None
