"""Where a question says of a clause what its words say, and the question with only the clause's name in that place.

The question is looked at with each named thing put as W and each noun for a clause as C. Where a pattern stands whose
every word is listed here, it becomes the name of the clause type; the grammar reads the rest, and its condition that the
clause is there becomes the condition on the clause's words. What is denied, bounded ("more than 60 days") or joined by
"and" is not taken so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from core.questions.lexicon import folded, is_japanese, senses
from core.questions.plan import ClauseIs, ClauseSays, Condition, Plan, Question
from core.questions.worded.clause_words import WordKind, clause_words_file
from core.questions.worded.named_words import NamedWords, named_words
from core.taxonomy import taxonomy


@dataclass(frozen=True, slots=True)
class WordedQuestion:
    """A question of which some words are said of a clause.

    Attributes:
        text: the question with the clause's name in the place of those words.
        said: what is said of clauses, in reading order.
        words: the words that say it, as folded.
        denied: whether they are said not to stand there, which no list can tell.
    """

    text: str
    said: tuple[ClauseSays, ...]
    words: tuple[str, ...]
    denied: bool

    def meant(self, question: Question) -> Question | None:
        """A reading of `text` with what is said of the clauses; None where it does not want them there."""
        plan = question.plan
        sides = (plan.conditions, plan.among, plan.sides)
        codes = {each.code for each in self.said}
        wanted = [c for side in sides for c in side if isinstance(c, ClauseIs) and codes & set(c.codes)]
        quoted = question.kind == "excerpts" and codes == set(question.clauses) and not wanted
        if quoted:
            return replace(question, kind="list", clauses=(), plan=replace(plan, conditions=(*plan.conditions, *self.said)))
        if any(not c.wanted or len(c.codes) > 1 for c in wanted) or {c.codes[0] for c in wanted} != codes:
            return None
        if len(wanted) != len(codes) or codes & set(question.clauses):
            return None
        return replace(question, plan=self._in_plan(plan))

    def offered(self) -> tuple[Question, ...]:
        """What can be answered at least: which contracts' clauses say these words."""
        return (Question("list", Plan("list", self.said)),)

    def _in_plan(self, plan: Plan) -> Plan:
        conditions, among, sides = (self._said_in(part) for part in (plan.conditions, plan.among, plan.sides))
        return replace(plan, conditions=conditions, among=among, sides=sides)

    def _said_in(self, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
        made: list[Condition] = []
        for condition in conditions:
            code = condition.codes[0] if isinstance(condition, ClauseIs) else None
            said = [each for each in self.said if each.code == code]
            made += said or [condition]
        return tuple(made)


@dataclass(frozen=True, slots=True)
class _Part:
    """Characters `start`–`end` of the folded question that are put as one letter."""

    start: int
    end: int
    letter: str
    named: NamedWords | None = None
    codes: tuple[str, ...] = ()


def worded_question(question: str) -> WordedQuestion | None:
    """The question with the names of clauses where their words are told; None where none are.

    Args:
        question: as typed.
    """
    typed = question.strip()
    text = folded(typed)
    if len(typed) != len(text):
        typed = text
    parts = _parts(text, typed)
    if not any(part.letter == "W" for part in parts):
        return None
    skeleton, places = _skeleton(text, parts)
    japanese = is_japanese(text)
    taken: list[tuple[int, int, tuple[ClauseSays, ...], str]] = []
    denied = False
    for pattern, form in _patterns(japanese=japanese):
        for match in pattern.finditer(skeleton):
            start, end = places[match.start()], _end(parts, places[match.end() - 1])
            if any(start < other[1] and other[0] < end for other in taken):
                continue
            said = _said(match, [part for part in parts if start <= part.start and part.end <= end])
            if not said:
                continue
            denied = denied or _is_denied(skeleton, match, japanese=japanese)
            taken.append((start, end, said, form))
    if not taken:
        return None
    taken.sort(key=lambda each: each[0])
    codes = [said[0].code for _, _, said, _ in taken]
    if len(set(codes)) < len(codes):
        # "ICC arbitration and arbitration in Singapore": which of the two is said of what, nobody can tell.
        return None
    language = "ja" if japanese else "en"
    made, at = "", 0
    for start, end, said, form in taken:
        made += typed[at:start] + form.format(taxonomy().get(said[0].code).name(language))
        at = end
    return WordedQuestion(
        made + typed[at:],
        tuple(each for _, _, said, _ in taken for each in said),
        tuple(text[start:end].strip() for start, end, _, _ in taken),
        denied,
    )


def _said(match: re.Match[str], parts: Sequence[_Part]) -> tuple[ClauseSays, ...]:
    """What a stretch says of which clause; nothing where such words are not said of such a clause."""
    named = [part.named for part in parts if part.named is not None]
    nouns = [part for part in parts if part.letter == "C"]
    kinds = dict.fromkeys(each.kind for each in named)
    if not named or len(nouns) > 1:
        return ()
    groups = match.groupdict()
    codes = ("arbitration",) if groups.get("seat") else nouns[0].codes if nouns else _ALONE.get(named[0].kind, ())
    fitting = [code for code in codes if all(kind == "quoted" or _fits(code, kind) for kind in kinds)]
    if len(fitting) != 1:
        return ()
    said = [
        ClauseSays(fitting[0], tuple(dict.fromkeys(word for each in named if each.kind == kind for word in each.words)))
        for kind in kinds
    ]
    exclusive = groups.get("exclusive")
    if exclusive and fitting[0] == "jurisdiction":
        said.append(ClauseSays("jurisdiction", _NOT_EXCLUSIVE if exclusive.startswith(("non", "非")) else _EXCLUSIVE))
    elif exclusive:
        return ()
    return tuple(said)


_ALONE: dict[WordKind, tuple[str, ...]] = {
    "body": ("arbitration",),
    "court": ("jurisdiction",),
    "net_days": ("payment",),
}
"""The clause that such words stand in, where none is named."""
_EXCLUSIVE = ("exclusive", "専属")
_NOT_EXCLUSIVE = ("non-exclusive", "nonexclusive", "非専属")


def _fits(code: str, kind: WordKind) -> bool:
    noun = clause_words_file().clauses.get(code)
    return noun is not None and kind in noun.says


# The question in letters


def _parts(text: str, typed: str) -> list[_Part]:
    found = [_Part(named.start, named.end, "W", named) for named in named_words(text, typed)]
    nouns = [
        _Part(match.start(), match.end(), "C", codes=(code,))
        for code, pattern in _nouns()
        for match in pattern.finditer(text)
        if match.group()
    ]
    if any(part.named is not None and part.named.kind == "quoted" for part in found):
        nouns += [_Part(s.start, s.end, "C", codes=(str(s.value),)) for s in senses(text) if s.tag == "clause"]
    for part in sorted(nouns, key=lambda part: (part.start - part.end, part.start)):
        same = next((other for other in found if (other.start, other.end) == (part.start, part.end)), None)
        if same is not None and same.letter == "C":
            found[found.index(same)] = replace(same, codes=tuple(dict.fromkeys((*same.codes, *part.codes))))
        elif all(part.end <= other.start or other.end <= part.start for other in found):
            found.append(part)
    return sorted(found, key=lambda part: part.start)


@cache
def _nouns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (code, re.compile(expression.replace(" ", r"\s+") if japanese else rf"(?<![a-z0-9-])(?:{expression})(?![a-z0-9-])"))
        for code, noun in clause_words_file().clauses.items()
        for japanese, expression in ((False, noun.en), (True, noun.ja))
    )


def _skeleton(text: str, parts: Sequence[_Part]) -> tuple[str, list[int]]:
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


def _end(parts: Sequence[_Part], last: int) -> int:
    return next((part.end for part in parts if part.start == last), last + 1)


# Patterns: every word between the letters is one of these

_WS = r"W(?:(?:,? or |, | / |/)(?:the |an? )?W)*"
_JOINS_EN = (
    r"(?:is|are|be|shall|must|has to|have to|due|payable|paid|made|seated|sits|sitting|held|taking place|conducted"
    r"|administered|capped|limited|submitted|brought|lies|lie|under|in|at|by|before|of|to|within|for|with|that|which"
    r"|lasting|lasts?|running|runs?|a|an|the|its|rules|arbitration|seat|institution|period|periods|term|terms|cap)"
)
_FEES_EN = (
    r"(?:(?:the |all |total )*(?:fees|charges|amounts?|sums?|payments?|price|consideration)"
    r"(?: (?:paid|payable|due|received|invoiced))*(?: (?:or (?:paid|payable)))?(?: (?:in|during|over|for|within))? "
    r"(?:the |any )?(?:last |previous |preceding |prior |past )?)?"
)
_VERBS_EN = (
    r"(?:names?|naming|choos(?:es?|ing)|specif(?:y|ies|ying)|agree(?:s|ing)? (?:on|to)|submit(?:s|ting)? to|refer(?:s|ring)?"
    r" to|us(?:es?|ing)|designat(?:es?|ing)|select(?:s|ing)?|go(?:es|ing)? to|appoint(?:s|ing)?|provid(?:es?|ing) for"
    r"|call(?:s|ing)? for|mention(?:s|ing)?|stat(?:es?|ing))"
)
_SAYS_EN = (
    r"(?:says?|saying|mentions?|mentioning|contains?|containing|includes?|including|refers? to|referring to|names?|naming"
    r"|uses?(?: the words?)?|using|reads?|with(?: the words?)?)"
)
_ENGLISH = (
    # "whose arbitration clause says Singapore", "the indemnity clause mentions “gross negligence”"
    (rf"(?:(?:where|whose|in which) )?(?:the )?C(?: (?:clauses?|provisions?|terms?|wording))? (?:that )?{_SAYS_EN}"
     rf" (?:the words? |the term |the phrase )?{_WS}", "with {}"),
    # "where payment is due within 60 days", "whose seat of arbitration is Singapore"
    (rf"(?:where|whose|in which|under which) (?:the )?C(?: {_JOINS_EN})* {_FEES_EN}{_WS}(?: of fees|'? fees| rules| courts?)?", "with {}"),
    # "where the courts of New York have exclusive jurisdiction"
    (rf"(?:where|in which|under which) (?:the )?{_WS} (?:has|have|hears?|is|are)(?: the| an?)?(?: (?P<exclusive>(?:non-)?exclusive))? C",
     "with {}"),
    (rf"(?:the )?{_WS} (?:has|have)(?: (?P<exclusive>(?:non-)?exclusive))? C", "{}"),
    # "ICC arbitration", "60-day payment terms", "Singapore-seated arbitration"
    (rf"(?:(?P<exclusive>(?:non-)?exclusive) )?(?:the |an? )?{_WS}(?:'s?)?[ -](?:(?:seated|administered|based|rules?)[ -])*C", "{}"),
    # "arbitration in Singapore", "payment within 60 days", "liability capped at the fees paid in 12 months"
    (rf"(?:(?P<exclusive>(?:non-)?exclusive) )?(?:the |an? )?C(?: {_JOINS_EN})* {_FEES_EN}{_WS}(?: of fees|'? fees| rules| courts?)?(?: (?:in|at|seated in|with (?:its |a )?seat in) (?:the )?W)?",
     "{}"),
    # "seated in Singapore", "with its seat in Singapore"
    (rf"(?:that (?:is|are) |which (?:is|are) )?(?:with |having )?(?:an? |its |the )*(?P<seat>seat(?:ed)?)(?: (?:is|of|in|at))* (?:the )?{_WS}",
     "with {}"),
    # "on net 60 terms"
    (r"(?:on |with |at )?W(?: terms)?(?= ?(?:$|[?.,]))", "with {}"),
    # "contracts naming the Tokyo District Court", "under ICC rules"
    (rf"(?:that |which )?{_VERBS_EN} (?:the )?{_WS}(?: rules| arbitration rules)?", "with {}"),
    (rf"(?:under|by|before|in|at|with|subject to) (?:the )?{_WS}(?: rules| arbitration rules)?(?= ?(?:$|[?.,]|and |or |but ))", "with {}"),
    (r"W(?= (?:contracts?|agreements?|deals?)\b)", "{}"),
)  # fmt: skip
_WSJ = r"W(?:(?:、|・|か|または|又は|もしくは|若しくは)W)*"
_MADE_JA = (
    r"(?:と(?:する|した|して(?:い|お)?る|定め(?:る|た|ている)|指定(?:する|した|している)|合意(?:する|した|している)|規定(?:する|した|している))"
    r"|に(?:する|した|している|指定(?:する|した|している)|定め(?:た|ている)))"
)
_IS_JA = (
    r"(?:の|である|なっている|となって(?:い)?る|になって(?:い)?る|とされて(?:い)?る|と定め(?:られて)?(?:い)?[るた]|と(?:書いて|記載して)ある"
    r"|に(?:設定|指定)され(?:て(?:い)?る|た))"
)
_CONTRACT_JA = r"(?=契約|もの|案件|やつ|[、。?？]|は|を|も|で|$)"
_JAPANESE = (
    # 「責任制限条項に「重過失」とある契約」
    (rf"C(?:の?(?:条項|条文|規定|文言|定め))?(?:の中)?(?:に|で|が)(?:は)?{_WSJ}(?:と|との|という)?(?:の)?(?:文言|言葉|語|記載|表現|定め)?(?:が|の|を|も|は)?"
     r"(?:ある|あり|含む|含まれ(?:て(?:い)?)?る|含んで(?:い)?る|書(?:いて(?:ある|いる)|かれて(?:い)?る)|入って(?:い)?る|記載(?:されて(?:い)?る|して(?:い)?る|のある|がある)|出てくる)",
     "{}がある"),
    # 「東京地方裁判所を専属的合意管轄裁判所とする」
    (rf"{_WSJ}(?P<other>以外)?を(?:(?:第一審|当事者間|唯一|合意)(?:の|による))*(?:(?P<exclusive>専属)(?:的?(?:な|の)?)?)?(?:第一審の?)?C(?:裁判所|地|機関)?(?:{_MADE_JA}|(?P<denied>と(?:は)?し(?:ない|て(?:い)?ない)))", "{}がある"),
    # 「支払期限を翌月末とする」
    (rf"C(?:の?(?:裁判所|地|機関|期限|期日|期間))?を{_WSJ}(?:間)?(?:以内)?{_MADE_JA}", "{}がある"),
    # 「管轄は東京地裁ですか」
    (rf"(?:(?P<exclusive>専属)(?:的?(?:な|の)?)?)?C(?:の?(?:裁判所|地|機関|期限|期日|期間))?(?:は|が){_WSJ}(?:間)?(?:以内|まで)?(?:に|と)?"
     r"(?:ですか|でしょうか|なのですか|なの(?:でしょう)?か|なって(?:い)?ますか|され(?:て(?:い)?)?ますか)", "{}はありますか"),
    # 「支払期限が翌月末の契約」
    (rf"(?:(?P<exclusive>専属)(?:的?(?:な|の)?)?)?C(?:の?(?:裁判所|地|機関|期限|期日|期間|場所))?(?:が|は){_WSJ}で?(?:間)?(?:以内|まで|払い?)?{_IS_JA}{_CONTRACT_JA}", "{}がある"),
    # 「東京地裁が専属管轄の契約」
    (rf"{_WSJ}が(?:(?P<exclusive>専属)(?:的?(?:な|の)?)?)?C(?:裁判所|地|機関)?{_IS_JA}{_CONTRACT_JA}", "{}がある"),
    # 「責任の上限が委託料の12か月分の契約」
    (rf"C(?:が|は|を)(?:(?:過去|直近|直前|前)の?)?(?:(?:業務)?(?:委託料|報酬|対価|代金|料金|支払額|利用料|手数料)(?:の|額の|総額の)?)?(?:(?:過去|直近|直前|前)の?)?W分?"
     r"(?:の(?:(?:業務)?(?:委託料|報酬|対価|代金|料金|支払額|利用料|手数料)(?:額|総額|相当額)?))?(?:相当額?|分)?(?:の|である|と(?:する|した|している|なっている)|になっている)" + _CONTRACT_JA, "{}がある"),
    # 「シンガポールで仲裁する」
    (rf"{_WSJ}(?:で|において)C(?:する|を行う|を実施する)", "{}がある"),
    # 「60日以内に支払う」
    (rf"{_WSJ}(?:間)?(?:以内|まで)?(?:に|で)C(?:う|われる|される|を行う|をする|する)", "{}がある"),
    # 「ICC仲裁」「60日以内の支払」「翌月末払い」
    (rf"(?:W(?:での?|における))?{_WSJ}(?P<other>以外)?(?:間)?(?:以内)?(?:の|による|での|における|で行う|に基づく|規則による|規則に(?:よる|基づく)|で)?(?:(?P<exclusive>専属)(?:的?(?:な|の)?)?)?C(?!の?(?:長|期間が))", "{}"),
    # 「東京地裁の契約」「SIACを指定した契約」
    (rf"{_WSJ}を(?:指定|選択|利用|使用)(?:した|している|する)", "{}がある"),
    (r"W(?=の?(?:契約|案件|もの))", "{}"),
)  # fmt: skip


@cache
def _patterns(*, japanese: bool) -> tuple[tuple[re.Pattern[str], str], ...]:
    if japanese:
        return tuple((re.compile(pattern), form) for pattern, form in _JAPANESE)
    return tuple(
        (re.compile(rf"(?<![A-Za-z])(?:{pattern})(?![a-z])".replace(" ", r"\s+")), form) for pattern, form in _ENGLISH
    )


_DENIED_BEFORE = re.compile(
    r"(?:\bnot|n't|\bnon|\bno|\bwithout|\bother than|\bexcept(?:ing)?(?: for)?|\bexcluding|\boutside(?: of)?|\bnever"
    r"|\bneither|\bnor|\binstead of|\bapart from|\black(?:s|ing)?)[\s-]+"
    r"(?:(?:an?|any|the|have|has|be|provide for|provided? for|subject to|under|with|in|mention|say|require|use)\s+)*$"
)
_DENIED_BEHIND = re.compile(r"\s+(?:clauses? )?(?:is|are)(?: not|n't)\b|\s+(?:clauses? )?(?:excluded|excepted)\b")
_DENIED_BEHIND_JA = re.compile(
    r"(?:(?:の|がある|である)?(?:契約|もの|案件|条項)?)?(?:以外|を?除|ではな|でな|じゃな|としな|と(?:は)?し(?:ない|ていない)"
    r"|が?(?:ない|無い|なし|ありません(?!か))|を?(?:外|抜))"
)


def _is_denied(skeleton: str, match: re.Match[str], *, japanese: bool) -> bool:
    groups = match.groupdict()
    if groups.get("other") or groups.get("denied"):
        return True
    if japanese:
        return _DENIED_BEHIND_JA.match(skeleton, match.end()) is not None
    before = _DENIED_BEFORE.search(skeleton, 0, match.start()) is not None
    return before or _DENIED_BEHIND.match(skeleton, match.end()) is not None

