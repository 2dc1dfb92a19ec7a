"""A second reader of questions: from the tagged parts of a question to what it asks, piece by piece.

Where the grammar cannot read a question whole, its parts are taken by their tags: a clause type, a kind of agreement,
a party, days with the date that they are said of, a ranking. Each piece is read by the grammar by itself, in the
question's own words where it knows them, else in plain ones. A question comes of it only where every word lies in a
part that is sure, each part serves a piece, no denial, "or" or name is left over, and the second look finds every
word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.questions.learned.part_groups import MOST_CHOICES, PartGroups
from core.questions.learned.pieces import DATES, LENGTHS, Pieces
from core.questions.learned.question_kind import MOST_REFUSED, SURE_KIND, question_kind
from core.questions.learned.question_parts import MOST_BOUND, SURE_UNKNOWN, carries_nothing, may_be_bound
from core.questions.learned.tagged_question import TaggedQuestion, Taken
from core.questions.names import Names
from core.questions.plan import (
    ClauseIs,
    Condition,
    ContractIs,
    GroupBy,
    LawIs,
    NumberIs,
    PartyIs,
    Plan,
    Question,
    RenewalIs,
    TypeIs,
)
from core.questions.second_look import unheard


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """How sure the models must be for a reading.

    Attributes:
        parts: of each part's tag.
        unknown: that a word outside the parts that the lexicon does not know carries nothing.
        kind: of the kind of question.
        bound: how likely a word may say something of a clause that no contract is known to say.
        refused: how likely the question may be one to be refused.
    """

    parts: float
    unknown: float
    kind: float
    bound: float
    refused: float


SURE = ReadingLimits(parts=0.5, unknown=SURE_UNKNOWN, kind=SURE_KIND, bound=MOST_BOUND, refused=MOST_REFUSED)
"""For a reading that is answered."""
OFFERED = ReadingLimits(parts=0.35, unknown=0.3, kind=0.35, bound=0.5, refused=0.5)
"""For one that is offered in a question back."""
_ASKED = frozenset((*DATES, *LENGTHS, "governing_law", "parties", "document_name"))
"""Facts that may be asked of a contract."""


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What a question asks by its tagged parts, and the words that were taken for something."""

    question: Question
    taken: tuple[Taken, ...]


def likely_readings(tagged: TaggedQuestion, names: Names, today: date) -> tuple[Question, ...]:
    """What a question is likely to ask, to be offered: one of a few clause types, with words that may carry nothing."""
    found = [second_reading(tagged, names, today, limits=OFFERED)]
    if found[0] is None:
        found = [second_reading(tagged, names, today, choice=place, limits=OFFERED) for place in range(MOST_CHOICES)]
    return tuple(dict.fromkeys(reading.question for reading in found if reading is not None))


def second_reading(
    tagged: TaggedQuestion, names: Names, today: date, *, choice: int | None = None, limits: ReadingLimits = SURE
) -> SecondReading | None:
    """What a question asks by its parts; None where that is not sure.

    Args:
        tagged: the question.
        names: names of the portfolio.
        today: what relative days count from.
        choice: which of the clause types is taken, where a part may mean several.
        limits: how sure the models must be.
    """
    if _ORDERS.match(tagged.text):
        return None
    passed = tagged.idle_parts()
    masked = tagged.masked_without(passed)
    kind = question_kind(masked, tagged.known.senses, tagged.model.kinds, sure=limits.kind, refused=limits.refused)
    if kind is None or may_be_bound(tagged.chance, limits.bound):
        return None
    if any(
        not any(part.start <= start and end <= part.end for part in passed)
        for start, end in carries_nothing(tagged.text, tagged.words, tagged.chance, tagged.known.senses, limits.unknown)
    ):
        return None
    pieces = Pieces(names, today, japanese=tagged.japanese, known=tagged.pieces_read)
    groups = PartGroups(tagged, pieces, passed, choice)
    if any(part.sure < limits.parts for part in groups.parts):
        return None
    if not groups.join(kind):
        if kind != "list" or _ASKS_FACT.search(masked) is None:
            return None
        kind, groups = "fact", PartGroups(tagged, pieces, passed, choice)  # 「…契約の売主ってどこ」 lists nothing
        if not groups.join(kind):
            return None
    question = _question(kind, groups, pieces)
    if question is None or not groups.accounted() or _says_nothing(question, groups.text):
        return None
    if question.kind in ("count", "numbers") and question.plan.group is None and _EACH.search(groups.text):
        return None  # each by itself
    if groups.asks(_WHO) and "parties" not in question.facts:
        question = _whose(question, groups)
    if question is None or _HEDGED.search(groups.text) or _loses(question, tagged) or _contradicts(question):
        return None
    lost = unheard(tagged.text, tagged.original, question, names, today=today)
    if any(not groups.excuses(word) for word in lost) or _ranks_a_clause(groups, lost):
        return None
    return SecondReading(question, (*passed, *groups.taken))


def _ranks_a_clause(groups: PartGroups, lost: Sequence[str]) -> bool:
    """Whether the words of the ranking are said of a clause itself: "the longest warranty" is no longest contract."""
    if groups.order is None:
        return False
    return _OF_CLAUSE.search(groups.text) is not None or any(
        word in groups.order[0] or groups.order[0] in word for word in lost
    )


_OF_CLAUSE = re.compile(
    r"(?<=[一-龠ァ-ヺー])(?<!契約)(?<!契約書)(?<!覚書)の(?:有効)?期間[がは](?:最も|一番|いちばん|もっとも|最)?[長短]"
)
"""「秘密保持の期間が一番長い」: the duty's own length, not the contract's."""


def _loses(question: Question, tagged: TaggedQuestion) -> bool:
    """Whether a kind of agreement that is named, or a length that is asked for, is not in a reading."""
    of_kind = any(isinstance(c, TypeIs | ContractIs) for c in question.plan.every_condition)
    if not of_kind and tagged.known.names_kind_outside_clauses():
        return True
    each = any(isinstance(c, NumberIs) and c.quantity == "renewal_days" for c in question.plan.every_condition)
    if (_EACH_LENGTH.search(tagged.text) and not each) or len(_COUNTED.findall(tagged.text)) > 1:
        return True
    lengths = {*LENGTHS, "last_notice_day"}
    return (
        question.kind == "facts" and _LENGTH_ASKED.search(tagged.text) is not None and not lengths & set(question.facts)
    )


def _contradicts(question: Question) -> bool:
    """Whether a clause type is wanted and denied, or its length bounded and denied: a denial went astray."""
    said = [(code, c.wanted) for c in question.plan.every_condition if isinstance(c, ClauseIs) for code in c.codes]
    denied = {code for code, wanted in said if not wanted}
    measured = {c.quantity for c in question.plan.every_condition if isinstance(c, NumberIs)}
    return any(code in denied for code, wanted in said if wanted) or (
        "notice_period" in denied and "notice_days" in measured
    )


_EACH_LENGTH = re.compile(r"\d+(?:年|[かヶカヵ箇]月)(?:間)?(?:ずつ|単位で|ごとに)(?=自動|延|伸|更新|続)")
_COUNTED = re.compile(r"何(?:件|本|通)(?!.{0,6}うち)|\bhow many\b")
"""「1年ずつ延びる」; 「…は何件、…は何件」."""
_LENGTH_ASKED = re.compile(r"(?<!月)何(?:年|[かヶカヵ箇]月|日|週間)(?:間)?(?!何|まで|に|か[らで]|です)")
"""「何日前」, 「何年続く」."""


def _whose(question: Question, groups: PartGroups) -> Question | None:
    """The companies of the contracts that a question tells: "who charges us interest?"."""
    if question.kind != "list" or groups.japanese or _ASKS_WHO.match(groups.text) is None:
        return None
    return Question("numbers", replace(question.plan, measure="count", group=GroupBy("party"), distinct=True))


def _says_nothing(question: Question, text: str) -> bool:
    """Whether a yes or no is asked of contracts of which nothing is said but whose they are."""
    about = all(isinstance(c, PartyIs | TypeIs | ContractIs) for c in question.plan.every_condition)
    return question.kind == "yes_no" and about and _THERE_IS.search(text) is None


_THERE_IS = re.compile(
    r"\b(?:is|are) there\b|\bdo we have\b|\bany\b|契約(?:書)?(?:って|は|が)?(?:あ[りるっ]|結|交わ|締結|残|存在)"
)
_ASKS_WHO = re.compile(r"\W*(?:and |so )?who(?!m|se|'s? (?:the|our)) ?(?!is |are |was |were |signed )")
_WHO = re.compile(
    r"(?<![a-z] )\bwho(?:m|se)?\b|\b(?:and|or|know|tell me|see|of|with|to|by|from|for|on) who(?:m|se)?\b"
    r"|\b(?:which|what) (?:of our |of the )?(?:companies|firms|entities|parties|counter-?parties|sides)\b"
    r"|誰|だれ|どこ|何社|\bhow many (?:firms|companies|parties)\b"
)
"""Words that ask for companies; "suppliers who …" asks for none."""
_ORDERS = re.compile(
    r"\W*(?:please |kindly )?(?:set|change|update|amend|correct|edit|move|enter|replace|extend|rename) .*\bto\b"
)
"""Orders to change what is stored: "set the expiration date of contract 12 to …" asks for nothing."""
_ASKS_FACT = re.compile(
    r"(?:って|は|が|とは)(?:どこ|誰|だれ|どなた|いつ)(?:でし|だっ|です|なん|か|$|[?？])|\bwho (?:is|was) the\b"
)
"""Words that ask what a fact is, not which contracts."""
_EACH = re.compile(r"それぞれ|各々|おのおの|別々|\b(?:each|respectively|separately)\b")
_HEDGED = re.compile(r"ばかり|とは限|\bnot (?:all|every|always)\b|\bwho\b.{1,40}\bwhom\b")
"""What no reading says: not all, which side to which side."""


def _question(kind: str, groups: PartGroups, pieces: Pieces) -> Question | None:
    """A question of some kind about the contracts that the groups tell."""
    conditions = tuple(dict.fromkeys(groups.conditions))
    plain = bool(conditions) and not groups.wanted and not groups.order
    match kind:
        case "yes_no" if groups.says_every():
            return _of_every(conditions, groups) if plain else None
        case "list" | "yes_no":
            return Question(kind, Plan("list", conditions)) if plain else None
        case "group":
            return _grouped(conditions, groups) if not groups.order else None
        case "count":
            return Question(kind, Plan("count", conditions)) if plain else None
        case "share":
            return _share(conditions, groups) if not groups.wanted and not groups.order else None
        case "fact":
            return (
                _facts(
                    conditions,
                    groups.wanted,
                    pieces,
                    by_when=_BY_WHEN.search(groups.text) is not None,
                    calculated=_CALCULATED.search(groups.text) is not None,
                )
                if not groups.order
                else None
            )
        case "extreme":
            return _ranked(conditions, groups, pieces)
        case "excerpt":
            return _excerpt(conditions) if not groups.wanted and not groups.order else None
    return None


def _share(conditions: Sequence[Condition], groups: PartGroups) -> Question | None:
    """The share of all contracts, or of those of a kind, with a party or under a law."""
    split = _split(conditions, groups)
    return None if split is None else Question("numbers", Plan("share", (split[1],), split[0]))


def _of_every(conditions: Sequence[Condition], groups: PartGroups) -> Question | None:
    """Whether something holds of all contracts of a kind, with a party or under a law."""
    split = _split(conditions, groups)
    return None if split is None else Question("yes_no", Plan("list", (split[1],), split[0]), every=True)


def _split(conditions: Sequence[Condition], groups: PartGroups) -> tuple[tuple[Condition, ...], Condition] | None:
    """The whole and what is said of it: the one thing said that tells no kind, party or law; or a law said last."""
    said = [c for c in conditions if not (isinstance(c, _WHOLES) and getattr(c, "wanted", True))]
    if not said and len(conditions) > 1 and all(isinstance(c, TypeIs | LawIs) for c in conditions):
        said = [c for c in conditions if isinstance(c, LawIs) and groups.said_at[c] == max(groups.said_at.values())]
    if len(conditions) == 1:
        said = list(conditions)
    if len(said) != 1:
        return None
    return tuple(c for c in conditions if c is not said[0]), said[0]


_WHOLES = (TypeIs, PartyIs, LawIs)
"""Conditions by which people tell of which contracts they speak."""


def _grouped(conditions: Sequence[Condition], groups: PartGroups) -> Question | None:
    """How many contracts there are of each kind, party or law, or by the year of a date."""
    if len(groups.wanted) != 1 or groups.wanted[0] not in _BY:
        return None
    if not isinstance(by := _BY[groups.wanted[0]], GroupBy):
        unit = _UNIT.search(groups.text)
        if unit is None:
            return None
        by = GroupBy("quarter" if "quarter" in unit[0] or "四半期" in unit[0] else "year", by)
    return Question("numbers", Plan("count", tuple(conditions), group=by))


_BY: dict[str, GroupBy | str] = {
    "governing_law": GroupBy("law"),
    "parties": GroupBy("party"),
    "agreement_type": GroupBy("agreement_type"),
    **{name: name for name in DATES},
}
_UNIT = re.compile(r"\b(?:each|per|by|every)\b.{0,12}?\b(?:quarter|year)s?\b|四半期|年")


def _facts(
    conditions: Sequence[Condition], wanted: Sequence[str], pieces: Pieces, *, by_when: bool, calculated: bool
) -> Question | None:
    """Facts that are asked of contracts, which must be told by party, number or kind."""
    facts = tuple(dict.fromkeys(wanted))
    if "notice_period" in facts:
        # "How far ahead must we say that we won't renew?" asks nothing of the renewal.
        facts = tuple(fact for fact in facts if fact != "renewal_term")
    if "notice_period" in facts and by_when:
        facts = (*facts, "last_notice_day")
    if not any(isinstance(c, TypeIs | ContractIs) for c in conditions) and pieces.of_several(conditions):
        return None  # of which of their contracts?
    told = any(isinstance(c, PartyIs | ContractIs | TypeIs) for c in conditions)
    if calculated and facts != ("last_notice_day",):
        return None  # no fact of a contract, but what follows from several
    if (
        not facts
        or not told
        or not set(facts) <= _ASKED
        or any(isinstance(c, ClauseIs | RenewalIs) for c in conditions)
    ):
        return None
    return Question("facts", Plan("list", tuple(conditions)), facts)


def _excerpt(conditions: Sequence[Condition]) -> Question | None:
    """The words of a clause of contracts that are told by party, number or kind."""
    quoted = [c for c in conditions if isinstance(c, ClauseIs) and c.wanted]
    rest = tuple(c for c in conditions if c not in quoted)
    if not quoted or any(len(c.codes) != 1 for c in quoted) or not rest:
        return None
    if not all(isinstance(c, PartyIs | ContractIs | TypeIs) for c in rest):
        return None
    return Question("excerpts", Plan("list", rest), clauses=tuple(c.codes[0] for c in quoted))


_CALCULATED = re.compile(
    r"\b(?:earliest|soonest|latest|next|first possible|best)(?: possible)? (?:date|day|time|moment|point|opportunity)\b"
    r"|(?:最短|最速|早くて|早ければ|最も早[いく]|一番早[いく]|いちばん早[いく])(?:で|と|も)?、?(?:いつ|何(?:日|月))|最も早い(?:日|時期)"
)
"""A day that no contract states: the earliest on which one can get out of it."""
_BY_WHEN = re.compile(
    r"\b(?:by|until) (?:when|what|which)\b|\b(?:deadline|latest|last (?:day|date))\b|いつまで|期限|期日|最終日"
)
_NUMBER = re.compile(r"\d+")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "二": 2, "三": 3, "四": 4, "五": 5, "十": 10}
_WORD_NUMBER = re.compile(rf"\b(?:{'|'.join(w for w in _NUMBERS if w.isascii())})\b|[二三四五十](?=つ|件|本|通|社)")


_LENGTH = re.compile(r"[長短][いくさ]|\b(?:long|short)est\b")
"""Words that rank by a length."""


def _ranked(conditions: Sequence[Condition], groups: PartGroups, pieces: Pieces) -> Question | None:
    """The contracts that come first in some order."""
    if groups.order is None or len(groups.wanted) > 1:
        return None
    words, ascending = groups.order
    found = [int(number) for number in _NUMBER.findall(words)]
    found += [_NUMBERS[number] for number in _WORD_NUMBER.findall(words)]
    if len(found) > 1 or (found and not 1 <= found[0] <= 99):
        return None
    number = found[0] if found else 1
    forms: list[str] = []
    if not groups.wanted:
        japanese = (f"{words}契約", f"{words}の契約")
        forms += japanese if groups.japanese else (f"the {words} contract", f"the {words} contracts")
    field = groups.wanted[0] if groups.wanted else groups.field
    if field == "notice_period" and _BY_WHEN.search(groups.text):
        return None  # the day of the notice, not how long before
    if field == "expiration_date" and _LENGTH.search(words) is not None:
        return None  # what goes on for long need not end late
    # The contract that ends first: of all, or of those that still run? Nobody can tell.
    if field is not None and not (ascending and field in ("expiration_date", "last_notice_day")):
        forms += pieces.ranked(field, number, ascending=ascending)
    for form in forms:
        question = pieces.read(form)
        if question is None or question.kind != "numbers" or question.facts or question.day is not None:
            continue
        plan = question.plan
        if plan.measure == "list" and plan.top == number and (plan.by_date or plan.quantity):
            return replace(question, plan=replace(plan, conditions=(*plan.conditions, *conditions)))
    return None
