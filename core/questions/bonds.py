"""What a question says of a clause itself, where the reading says it of the contract.

"A non-compete longer than two years", "audits in Texas", "insurance that expires in 2027": a length, a place or a date
beside a clause belongs to the clause, and no contract is known to say it so. The grammar takes every condition to be
said of the contract; such words are therefore left over, and the question is asked back. The question is looked at with
its parts put as one letter each: C a clause type that the reading names, V a date's verb, T an agreement type, N a word
for contracts, P a party, L a place, D days, Q a number with its unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from core.lexicon import NUMBER, places_in
from core.questions.lexicon import Sense
from core.questions.names import Names
from core.questions.plan import ClauseIs, DateIn, LawIs, NumberIs, PartyFrom, PartyIs, Question, TypeIs
from core.questions.ranges import ranges

_Says = Callable[[Question], bool]
_LETTERS = {"dverb": "V", "dverbJ": "V", "past": "V", "pastJ": "V", "type": "T", "bare_type": "T", "doc": "N"}
_QUANTITY = re.compile(
    rf"(?:(?<![\w.])(?:{NUMBER})[\s-]*(?:day|week|month|year)s?\b|\d+\s*(?:日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)"
    rf"(?:間)?(?!度|\d))"
)
_LENGTHS = ("term_days", "term_years")
_JOINS = re.compile(
    r"^(?P<before>(?:if|when|where|unless|upon|after|once)\s)?.*?(?P<after>\s(?:of|on|for)|[のがはをにも])?$"
)
"""What a clause's words may begin or end with, by which they hang on the part beside them."""


class LetteredPart(Protocol):
    """Characters `start` to `end` of a question that are put as one letter."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Behind its last character."""

    @property
    def letter(self) -> str:
        """What stands for it."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of a question that is put as one letter."""

    start: int
    end: int
    letter: str


def bound_to_clauses(
    text: str, original: str, every: Iterable[Sense], question: Question, names: Names, *, today: date
) -> tuple[str, ...]:
    """Words of a folded question that are said of a clause and are read as said of contracts, in reading order.

    Args:
        text: the folded question.
        original: as typed.
        every: every sense of every stretch.
        question: the reading.
        names: names of the portfolio.
        today: what relative days count from.
    """
    every = tuple(every)
    parts = _parts(text, original, every, question, names, today)
    skeleton, places = lettered(text, parts)
    found: list[tuple[int, str]] = []
    for pattern, says in _BONDS:
        for match in pattern.finditer(skeleton):
            stated = match["of"] == "に" and _STATED_THERE.search(text, places[match.start("of")]) is not None
            if says(question) and not stated:
                start, end = places[match.start("of")], places[match.end("of") - 1] + 1
                found.append((start, text[start : _end_of(parts, end)].strip()))
    found += [(match.start(), match.group().strip()) for match in _of_text(text, question)]
    return tuple(dict.fromkeys(words for _, words in sorted(found)))


def _end_of(parts: Iterable[_Stretch], end: int) -> int:
    return max([end, *(part.end for part in parts if part.start < end <= part.end)])


def _parts(
    text: str, original: str, every: tuple[Sense, ...], question: Question, names: Names, today: date
) -> list[_Stretch]:
    """The stretches, those that were looked for first where two overlap."""
    codes = {code for c in question.plan.every_condition if isinstance(c, ClauseIs) for code in c.codes}
    codes |= set(question.clauses) if question.kind == "yes_no" else set()
    titled = text.title() if len(text.title()) == len(text) else text
    found = [_Stretch(name.start, name.end, "P") for name in names.spans(text, original) if name.kind == "party"]
    found += [
        _bare(text, part)
        for part in _longest_first(
            _Stretch(s.start, s.end, "C") for s in every if s.tag == "clause" and s.value in codes
        )
    ]
    found += [_Stretch(match.start(), match.end(), "Q") for match in _QUANTITY.finditer(text)]
    found += [_Stretch(place.start, place.end, "L") for place in places_in(titled, adjectives=True)]
    found += _longest_first(_Stretch(s.start, s.end, _LETTERS[s.tag]) for s in every if s.tag in _LETTERS)
    found += [_Stretch(span.start, span.end, "D") for span in ranges(text, today=today) if not span.past]
    kept: list[_Stretch] = []
    for part in found:
        if all(part.end <= other.start or other.end <= part.start for other in kept):
            kept.append(part)
    return sorted(kept, key=lambda part: part.start)


def _bare(text: str, part: _Stretch) -> _Stretch:
    """A clause without the words that join it to what stands beside it."""
    joins = _JOINS.match(text[part.start : part.end])
    before, after = (joins["before"] or "", joins["after"] or "") if joins is not None else ("", "")
    return _Stretch(part.start + len(before), part.end - len(after), part.letter)


def _longest_first(parts: Iterable[_Stretch]) -> list[_Stretch]:
    return sorted(parts, key=lambda part: part.start - part.end)


def lettered(text: str, parts: Iterable[LetteredPart]) -> tuple[str, list[int]]:
    """The text with a letter for each part, and for each of its characters the place that it comes from."""
    made: list[str] = []
    places: list[int] = []
    at = 0
    for part in parts:
        made += text[at : part.start]
        places += range(at, part.start)
        made.append(part.letter)
        places.append(part.start)
        at = part.end
    made += text[at:]
    places += range(at, len(text))
    return "".join(made), places


def _lengths(question: Question) -> bool:
    return any(isinstance(c, NumberIs) and c.quantity in _LENGTHS for c in question.plan.every_condition)


def _measures(question: Question) -> bool:
    """Whether the reading bounds or ranks a length of the contract."""
    measured = any(isinstance(c, NumberIs) and c.quantity != "clauses" for c in question.plan.every_condition)
    return measured or question.plan.quantity in (*_LENGTHS, "notice_days", "renewal_days")


def _has(*kinds: type) -> _Says:
    return lambda question: any(isinstance(condition, kinds) for condition in question.plan.every_condition)


def _ranked(question: Question) -> bool:
    """Whether a reading puts contracts in an order."""
    return question.plan.top is not None or question.plan.by_date is not None


_BOUND = (
    r"(?:more|longer|less|shorter|fewer|greater|at least|at most|over|under|above|below|up to|exceed(?:s|ing)|within"
    r"|exactly|no (?:more|longer|less|shorter))"
)
_DOES = r"(?:holds?|enjoys?|gets?|receives?|owes?|grants?|gives?|promises?|undertakes?|may|can|must|shall|could)"
_BONDS: tuple[tuple[re.Pattern[str], _Says], ...] = tuple(
    (re.compile(pattern), says)
    for pattern, says in (
        # A length: "a non-compete longer than two years", 2年を超える競業避止
        (rf"C\s+(?:(?:that |which )?(?:is|lasts|runs|applies|holds|goes on|continues|extends) |(?:are"
        rf"|that (?:are|last|apply)) |(?:lasting|running|of)"
            rf" )?(?:for )?(?P<of>{_BOUND}\b[a-z ]{{0,12}}Q)", _lengths),
        (r"(?P<of>Q)\s+C", _lengths),
        (r"(?P<of>Q(?:間)?(?:を)?(?:超え?る?|以上|以内|以下|未満|より(?:長|短)い)?の?)C", _lengths),
        (r"C(?:期間)?(?:が|は)(?P<of>Q)", _lengths),
        # How many of what a clause speaks of: 最低購入数量は何個ですか
        (r"C(?:の?(?:数|数量|回数|人数|台数))?(?:は|が|って)(?:、)?(?:年に|月に|最低|最大)?(?P<of>何(?:個|台|回|人|枚"
         r"|店|名|トン|冊|箱))",
            lambda question: True),
        (r"(?P<of>C(?:条項|義務|規定|特約|約束|縛り)?(?:の|に関する)?(?:有効|存続)?(?:期間|年数|月数|日数|長さ|効力"
         r"|範囲)"
            r"(?:が|は|も|で|に)?[^、。CVTNPLDQ]{0,6}Q)", _measures),
        (r"(?P<of>C(?:条項|義務|規定|特約|約束|縛り)?の?(?:有効|存続)?(?:期間|年数|長さ)(?:が|の|は)?"
            r"(?:最も|一番|もっとも|いちばん|最))", _measures),
        (r"(?P<of>C(?:条項|義務|規定)?の(?:通知|予告|連絡)[^、。CVTNPLD]{0,6}Q)", _measures),
        # A place: "non-competes in Texas", "New York arbitration"
        (r"C\s+(?P<of>(?:in|for|within|across|throughout|limited to|covering|outside) (?:the )?L)"
            r"(?!'?s?[\s-]*(?:laws?|N|companies|parties|part|fi))", _has(LawIs, PartyFrom)),
        (r"(?P<of>L)\s+C(?!\s+(?:N|clauses?))", _has(LawIs)),
        (r"(?P<of>L(?:州|国|内)?(?:で|での|における|に限る|に限られた))C", _has(LawIs)),
        # A state of the clause itself: "is a non-compete valid in Texas?", 競業避止は有効か
        (r"^(?:so |and )?(?:is|are|was|were)(?: an?| the| our| such)?\s+C\s+(?:clauses? |still )*"
            r"(?P<of>valid|in force|effective|binding|active|live|ok)\b", lambda question: True),
        (r"C(?:条項|義務|の定め|の約束)?(?:は|が|って)(?:まだ|今も|現在)?(?P<of>有効)(?!な?(?:N"
            r"|もの))", lambda question: True),
        # A date: "insurance that expires in 2027", 2027年に切れる保険の契約
        (r"^(?:(?:which|what|list|show|any|all|the|our|me|find|give|with|does|do|is|are|how many|there)"
            r"\s+)*C\s+(?:that |which )?(?P<of>V)", _has(DateIn)),
        (r"\bwhose\s+C\s+(?:obligations? |clauses? |cover )?(?P<of>V)", _has(DateIn)),
        (r"(?P<of>V)\s+C(?!\s+N)", _has(DateIn)),
        (r"C(?:が|は)(?P<of>(?:D(?:に|で)?)?V)", _has(DateIn)),
        (r"(?P<of>V)CのN", _has(DateIn)),
        # Only: 保険だけの契約
        (r"C(?:の|が)?(?P<of>だけ|のみ|しか)(?!に?(?:絞|限|表示|見せ|出|教))(?=の|が?[あなN]|、)", _has(ClauseIs)),
        # What somebody is to be told: 更新しないと通知すべき
        (r"(?P<of>(?:ない|なし|無い|無し)(?:と|との|旨|こと|という意思)(?:を|の|が)?(?:書面で|事前に|相手に|先方に|、)*"
            r"(?:通知|連絡|通告|伝え|言わ|言う|知らせ|申し?出|申し?入れ|告げ|予告|表明|意思表示))",
            lambda question: any(getattr(c, "wanted", True) is False for c in question.plan.every_condition)),
        # One clause of another: "survival of exclusivity"
        (r"C\s+(?P<of>of|on|from|for) (?:the |any |an? )?C", _has(ClauseIs)),
        (r"C\s+(?P<of>if|when|where|unless|upon|after|once) C", _has(ClauseIs)),
        (r"C(?P<of>の(?!に)|たら|場合|とき|際|時)(?:に|は|、)*C", _has(ClauseIs)),
        (r"(?:\b(?:that|which)|^(?:does|do|is|are|can|will)(?: the| any| our)?)\s+C\s+(?P<of>C)", _has(ClauseIs)),
        # The rate of a clause: "what percentage is the late fee?"
        (r"\b(?:per ?cent(?:age)?|percentage|rate)\s+(?P<of>is|are)\s+"
            r"(?:the |our |their |its |this |that )?(?:P(?:'s?)? )?C",
            lambda question: question.plan.measure == "share"),
        # A doer: "where Halden has the audit right"
        (rf"P\s+(?P<of>{_DOES})\b[a-z' ]{{0,20}}\bC", _has(PartyIs)),
        # It is the contracts that have it in "which contracts with Halden have audit rights".
        (r"(?<!N with )(?<!N for )P\s+(?P<of>has|have)\b[a-z' ]{0,20}\bC", _has(PartyIs)),
        (r"C\s+(?P<of>(?:by|from|(?:granted |given |owed )?(?:to|for)|against|in favou?r of))"
            r" (?:the )?P", _has(PartyIs)),
        (r"P(?P<of>が|に)C", _has(PartyIs)),
        (r"P(?P<of>(?:が|に|は)(?:当社|弊社|うち|相手|先方)(?:を|に|の|へ)?)C", _has(PartyIs)),
        (r"(?P<of>\b(?:let|allow|permit|entitl|oblig|requir|forbid|prevent|stop|bind|authori[sz])(?:s|e|es"
            r"|ing|ting)?) P (?:to |from )?C",
            _has(PartyIs)),
        # A notice before something of the clause: "audits on ten days' notice"
        (r"C\s+(?P<of>(?:on|with|upon|after|at|subject to) (?:at least |only )?Q'?s? notice)",
            lambda question: any(isinstance(c, NumberIs) for c in question.plan.every_condition)),
        (r"(?:under which|where|in which|by which|whereby)\s+P\s+(?P<of>C)", _has(PartyIs)),
        # A right of one party: "can Velo audit us"
        (r"^(?:and |so )?(?:can|may|could|must|shall) (?P<of>P) C", _has(PartyIs)),
        # What a party itself did: "did Velo sign"
        (r"^(?:and |so )?(?:did|has|have|does|will) P(?: (?:ever|already|really|actually))? (?P<of>V)",
            lambda question: question.kind == "yes_no" and not _has(DateIn)(question)),
        # A rank of the clause itself: "the longest non-compete", "the last audit"
        (r"\b(?P<of>longest|shortest|broadest|latest|oldest|newest|earliest|last|first|most recent|highest|lowest"
            r"|biggest|largest|smallest) C(?!\s*(?:N|T|P))",
            _ranked),
        (r"(?P<of>最[長短]|(?:最も|一番|いちばん)[長短]い)の?C(?=[はを?？。]|って|です|$)", _ranked),
        (r"C (?:(?:that |which )?(?:is|are|lasts?|runs?|goes on|continues?)(?: for)?)?(?: ?the )?"
            r"(?P<of>longest|shortest"
            r"|broadest|strictest|widest|narrowest|highest|lowest)\b", _ranked),
        (r"C(?:の?(?:期間|年数|長さ|範囲|有効期間))?(?:が|は|の(?:期間|長さ|年数|範囲)が)(?P<of>(?:最も|一番|いちばん"
         r"|最"
            r"|もっとも)(?:長|短|広|狭|厳し|重|軽|高|低|大き|小さ)[いくな])", _ranked),
        # A kind of agreement as something that is done: "what does Nimbus supply to us"
        (r"^(?:and |so )?what (?:do|does|did|can|may|must|will) (?:we|they|P) (?P<of>T)\b(?!\s*N)", _has(TypeIs)),
        # An agreement type as something that a contract gives: "granting Halden a license"
        (r"(?:granting|grants?|giv(?:es?|ing)) (?:P )?(?:an? |the )?(?P<of>T)", _has(TypeIs)),
        (r"N with (?:an? |any )?(?:C )?(?P<of>T)(?= ?[?.]?$| and C| but)", _has(TypeIs)),
    )
)  # fmt: skip
"""Where parts stand so that `of` is said of the clause, and what the reading must say for it to matter."""

_STATED_THERE = re.compile(
    r"(?:定め|条項|条文|規定|決まり|取り?決め|記載|特約)(?:は|が|って|も)?(?:あ[るりっ]|な[いくし]|入[っれ]|書い|書か"
    r"|含[まん]|設け|載[っせ])"
)
"""「青葉に保険の定めはありますか」: what stands in the contract with a firm, not what the firm owes."""
_PERMITS = (
    "audit_rights", "license_grant", "termination_for_convenience", "insurance", "sublicensing", "subcontracting",
    "source_code_escrow", "rofr_rofo_rofn", "third_party_beneficiary", "affiliate_license_licensee",
)  # fmt: skip
_EVENT = re.compile(
    r"\b(?:ha(?:ve|s|d)|was|were)(?: (?:ever|already|actually|recently|not))* (?:been )?"
    r"(?:audited|inspected|assigned|transferred|insured|sued|poached|acquired|bought|ended early|terminated early)\b"
    r"|(?<!be )\b(?:ended|terminated|cancel+ed|left|quit)"
    r" (?:early|for convenience|at will|without (?:a |any |giving (?:a |any )?)?(?:cause|reason)s?)\b"
    r"|(?:実際に|これまで(?:に)?|今まで(?:に)?|過去に)[^、。]{0,16}[たん](?:こと|例|実績|ケース|の(?:か|は))|[たん]"
    r"(?:こと|実績|前例)(?:が|は|って)?(?:あり|ある|あっ|な[いかし])"
    r"|(?:監査|検査|立入|譲渡|解約|解除|提訴|買収|引き?抜き)(?:を|が)?(?:済|した|され(?:た|てい)|してい|(?:実施|実行"
    r"|行使|履行)(?:した|され|してい|済)|行った|行なった|受けた(?!場合|とき)|やった)(?!ら|場合|とき|際|は(?:なら|いけ))"
)
"""What happened under a clause, not what the clause says."""
_FORBIDDEN = re.compile(
    r"(?:監査|検査|保険|再許諾|解約|中途解約|任意解除|ライセンス)(?:権)?(?:を|が|は|の)?(?:禁止|禁じ|制限|認めな"
    r"|許さな)"
)
_DONE = re.compile(
    r"\b(?:did|have|has) (?:we|they|you|he|she|it)(?: (?:actually|already|ever|not))* (?:give|send|serve|sent"
    r"|served|pay|paid|exercised?|audit(?:ed)?"
    r"|terminated?|cancel+(?:ed)?|breach(?:ed)?|assign(?:ed)?|stop(?:ped)?|invoked?)\b"
)
_HAPPENED = re.compile(
    r"\bhow many (?:audits?|inspections?|assignments?|transfers?|terminations?|breaches|claims?)\b"
    r"(?! (?:clauses?|rights?|provisions?|contracts?|agreements?|deals?|obligations?|restrictions?|bans?))"
    r"|\bhow many licen[sc]es? (?:have|has|did) .{1,30}?(?:grant|giv|issu)\w*"
    r"|\b(?:was|were|has|have|had)(?:n't| not| never| yet)* (?:been )?(?:renewed|extended|prolonged)\b"
    r"|\bhow long (?:has|have) .{2,60}? been\b"
)
"""How often something happened, or how long it has gone on: contracts do not say it."""
_ROUGHLY = re.compile(
    r"\b(?:about|around|roughly|approximately|circa|nearly|almost|some)\s+(?=\d|(?:the )?(?:start|end|middle)"
    r"\b|january|february|march|april"
    r"|may \d|june|july|august|september|october|november|december|(?:two|three|four|five|six|ten|twelve)\b)"
    r"|(?:(?<!契)約|およそ|だいたい|大体|ほぼ)(?=\d)|(?<=[日年月週間件])(?:ほど|くらい|ぐらい|程度|前後|頃|ごろ)(?!何)"
)
"""Near a number or a day: no condition says how near."""
_ONE_ALONE = re.compile(r"(?:どちらか|いずれか|一方|片方)(?:一方)?(?:だけ|のみ|しか)")
"""One and not the other, which no condition says."""
_GOES_ON = re.compile(r"\d{4}年[^、。]{0,8}(?<!以降)(?<!後)(?:から|まで)[にのも]?(?:続[いくけ]|縛られ|拘束さ)\S*")
"""「2020年から続いている」 speaks of the beginning, 「2030年まで続く」 of no list of all that have ended by then."""
_OF_ONE_CLAUSE = re.compile(
    r"(?:(?<=clause )|(?<=policy ))(?:that|which) "
    r"(?:ends|expires|lapses|terminates|runs out|starts|begins|takes effect)\b"
)
"""Said of a clause in the singular: "contracts with an insurance clause that expires in 2027"."""
_LIKE = re.compile(
    r"(?:contracts?|agreements?|deals?|ones?|anything|something|(?<!looks )(?<!\bi'd )(?<!would ))"
    r"\blike (?:the|our|that|those)\b|similar to"
)
_GREATEST = re.compile(
    r"\b(?:biggest|largest|main|major|key|most important|top) (?:customer|client|supplier|vendor|partner"
    r"|buyer|account)s?\b"
    r"|(?:最大|最大手|一番大きい|最も大きい|大口|主要)(?:な|の)?(?:顧客|取引先|仕入先|供給者|相手|客)"
)  # fmt: skip
_BESIDE_A_FIRM = (
    r"(?:suppliers?|vendors?|customers?|clients?|(?:business )?partners?|affiliates?|subsidiar(?:y|ies)"
    r"|parents?(?: compan(?:y|ies))?"
    r"|shareholders?|owners?|competitors?|rivals?|employees?|staff|directors?|officers?|lawyers?)"
)
_OF_A_FIRM = re.compile(
    rf"(?<=\w)'s?(?: (?:other|own|main|former|new|biggest|largest|key))? {_BESIDE_A_FIRM}\b(?! (?:agreement"
    rf"|contract|deal))"
    rf"|\b{_BESIDE_A_FIRM} of (?!(?:the|our|this|that|any|each) (?:agreement|contract|deal))"
)
"""Companies and people beside a party: no contract is known to be theirs."""
_FROM_TO = re.compile(r"\bbetween\b|\bfrom\b|から|~|〜|-")
_YEAR = re.compile(r"(?:19|20|21)\d\d年")


def _of_text(text: str, question: Question) -> Iterator[re.Match[str]]:
    """Words that no part of a reading can say, by themselves."""
    codes = {code for c in question.plan.every_condition if isinstance(c, ClauseIs) for code in c.codes}
    if len(codes) > 1:
        yield from _ONE_ALONE.finditer(text)
    if codes:
        yield from _EVENT.finditer(text)
    if codes & set(_PERMITS):
        yield from _FORBIDDEN.finditer(text)
    if question.kind in ("list", "count", "yes_no") and any(
        isinstance(c, PartyIs) for c in question.plan.every_condition
    ):
        yield from _OF_A_FIRM.finditer(text)
    yield from _LIKE.finditer(text)
    yield from _DONE.finditer(text)
    yield from _HAPPENED.finditer(text)
    if any(isinstance(c, NumberIs | DateIn) for c in question.plan.every_condition):
        yield from _ROUGHLY.finditer(text)
    if any(isinstance(c, DateIn) and c.first and c.last and c.first > c.last for c in question.plan.every_condition):
        yield from _FROM_TO.finditer(text)
    if codes and any(isinstance(c, DateIn) for c in question.plan.every_condition):
        yield from _OF_ONE_CLAUSE.finditer(text)
    if any(isinstance(c, DateIn) and c.field == "expiration_date" for c in question.plan.every_condition):
        yield from _GOES_ON.finditer(text)
    if question.plan.measure != "share":
        yield from _GREATEST.finditer(text)
    if any(isinstance(c, NumberIs) and c.quantity != "clauses" for c in question.plan.every_condition) and not any(
        isinstance(c, DateIn) for c in question.plan.every_condition
    ):
        yield from _YEAR.finditer(text)
