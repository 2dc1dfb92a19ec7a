"""Whether every word that changes a set serves a part of the reading; a word that serves nothing is asked back.

A relation such as "with" or "under", a noun such as "clause", a word such as "both": each carries a question only
beside what it belongs to. Where the reading has no such part, the word meant something that was not understood:
"contracts with restrictions" is no list of all contracts. What is wanted must also be what is answered: "which
company" is not answered by contracts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from core.questions.assembly import HARMLESS, SUBJECTS, Assembly
from core.questions.cascade import Token
from core.questions.idioms.question_reasons import reason_before
from core.questions.plan import (
    ClauseIs,
    Condition,
    ContractIs,
    DateIn,
    GroupBy,
    LanguageIs,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Question,
    TypeIs,
)

OPERATORS = ("or", "without", "withoutJ", "except", "exceptJ", "neither", "neitherJ", "other_clauses")
"""Words that turn a set into another: a reading without one of them is never offered."""
_COMPANIES = ("party", "party_country")


def unserved(made: Assembly, question: Question) -> tuple[str, ...]:
    """Words of a reading that serve none of its parts, and the noun that is asked for where another is answered.

    Args:
        made: the tokens, after the reading was made of them.
        question: the reading.
    """
    if question.kind in ("refused", "house", "passages", "more", "why", "undo"):
        return ()
    left = [token.text for token in (*_idle(made, question), *_dropped_or(made))]
    left += _other_noun(made, question)
    left += _other_language(made, question)
    left += _two_kinds(made)
    left += [match["none"] for match in _NONE_WITH.finditer(made.text)]
    firms = [c for c in question.plan.every_condition if isinstance(c, PartyIs) and c.wanted]
    left += _reasons_read(made)
    if len(firms) > 1 and (each := _EACH_OF_THEM.search(made.text)) is not None:
        left.append(each.group())
    if question.kind == "count" and len(match := _COUNTED_TWICE.findall(made.text)) > 1:
        left.append(match[-1])
    denied = _DENIED_QUESTION.match(made.text)
    if denied is not None:
        left.append(denied.group().strip())
    return tuple(dict.fromkeys(left))


def _reasons_read(made: Assembly) -> list[str]:
    """What was read as a condition or a fact in the words that only say why it is asked: 「監査のため、」."""
    end = reason_before(made.text, japanese=made.japanese)
    if not end:
        return []
    before = [token for token in made.cond_tokens if token.start < end]
    whose = SUBJECTS if len(before) == len(made.cond_tokens) else SUBJECTS[:2]
    asked = [t for t in made.tokens if t.end <= end and not t.soft and id(t) in made.used and t.has("fact", "super")]
    left = [token for token in before if not all(isinstance(c, whose) for c in made.conditions_of(token))]
    return [token.text for token in (*left, *asked)]


def _other_language(made: Assembly, question: Question) -> list[str]:
    """A second language where a contract is written in one: nobody can tell whether each or both are meant."""
    languages = {c.language for c in question.plan.every_condition if isinstance(c, LanguageIs)}
    if len(languages) < 2:
        return []
    spoken = [t for t in made.cond_tokens if any(isinstance(c, LanguageIs) for c in made.conditions_of(t))]
    return [token.text for token in spoken[1:]]


_NONE_WITH = re.compile(
    r"(?:ある|あり|いる|含む|入った|付いた)(?:の|もの|契約|やつ)(?:は|が|も)(?P<none>ない|なし|無い|存在しない)(?!(?:です|でしょう|の|ん)*か)"
)
"""「監査権があるのはない」: that there are none, not that the clause is missing."""
_EACH_OF_THEM = re.compile(r"(?:どっち|どちら|いずれ)も")
"""Of each of two parties, not of contracts of both."""


_COUNTED_TWICE = re.compile(r"何(?:件|本|通)(?!.{0,6}うち)")
"""「ないものは何件、あるものは何件」 asks for two numbers."""


def _two_kinds(made: Assembly) -> list[str]:
    """The rest of one compound word that was read as two kinds of agreement: 運送委託 is one."""
    kinds = [t for t in made.cond_tokens if any(isinstance(c, TypeIs) for c in made.conditions_of(t))]
    return [after.text for before, after in pairwise(kinds) if before.end == after.start]


_DENIED_QUESTION = re.compile(
    r"(?:so |and |but )?(?:(?:is|are|was|were|do|does|did|has|have|can|could)n'?t\b"
    r"|(?:is|are|was|were) there (?:no|not)\b"
    r"|(?:do|does|did|have|has) (?:we|i) not\b)"
)
"""A question that denies what it asks: nobody can tell what "yes" would say."""


def _idle(made: Assembly, question: Question) -> Iterator[Token]:
    """Words that carry a question only beside something that the question does not have."""
    for token in made.tokens:
        if token.soft or token.has("cond", "parties_choice", "on_day") or id(token) in made.used:
            continue
        tags = [tag for tag in token.values if tag in HARMLESS]
        serves = not tags or any(_SERVES[tag](question, made) if tag in _SERVES else True for tag in tags)
        duty = token.has("with", "withJ") and _DUTY.match(token.text) is not None
        if not serves or (duty and not _of_clauses(question, made)):
            yield token


_DUTY = re.compile(r"(?:義務|約束|縛り|制約|決まり|取り?決め)")
"""「縛りのある」: a noun that says nothing where no clause type is spoken of."""


def _dropped_or(made: Assembly) -> Iterator[Token]:
    """A か that stands between two conditions: it is an "or", though it is the mark of a question elsewhere."""
    hard = [token for token in made.tokens if not token.soft or token.has("or", "cond")]
    for before, token, after in zip(hard, hard[1:], hard[2:], strict=False):
        if token.soft and token.has("or") and after.has("cond") and before.has("cond", "doc"):
            yield token


def _any(question: Question, *kinds: type) -> bool:
    return any(isinstance(condition, kinds) for condition in question.plan.every_condition)


def _all(question: Question) -> tuple[Condition, ...]:
    return question.plan.every_condition


def _tells(question: Question) -> bool:
    """Whether anything is said of the contracts, or asked of them."""
    plan = question.plan
    about = plan.every_condition or plan.group or question.facts or question.clauses
    return bool(about or question.day or plan.quantity or plan.by_date)


def _of_parties(question: Question, made: Assembly) -> bool:
    groups = [group.dimension for group in question.plan.groups]
    home = _any(question, PartyIs, PartyFrom, ContractIs) or made.choice is not None
    return home or "parties" in question.facts or any(group in _COMPANIES for group in groups)


def _of_clauses(question: Question, made: Assembly) -> bool:
    counted = any(isinstance(c, NumberIs) and c.quantity == "clauses" for c in question.plan.every_condition)
    grouped = any(group.dimension in ("clause_type", "presence") for group in question.plan.groups)
    of_type = question.kind in ("clauses", "excerpts", "differences") or question.plan.quantity == "clauses"
    facts = bool({"renewal_term", "notice_period", "governing_law", "last_notice_day"} & set(question.facts))
    notice = any(isinstance(c, NumberIs) and c.quantity == "notice_days" for c in question.plan.every_condition)
    return bool(question.clauses) or _any(question, ClauseIs) or counted or grouped or of_type or facts or notice


def _of_days(question: Question, made: Assembly) -> bool:
    facts = any(fact.endswith(("_date", "_day")) or fact in ("term", "renewal_term") for fact in question.facts)
    return _any(question, DateIn) or facts or question.day is not None or question.plan.by_date is not None


def _of_length(question: Question) -> bool:
    asked = {"term", "renewal_term", "notice_period"} & set(question.facts)
    return bool(asked) or question.plan.quantity is not None or _any(question, NumberIs)


def _pair(question: Question, made: Assembly) -> bool:
    several = [c for c in question.plan.every_condition if _members(c) > 1]
    return bool(several) or len(question.plan.every_condition) > 1 or len(question.facts + question.clauses) > 1


def _members(condition: Condition) -> int:
    match condition:
        case ClauseIs(codes):
            return len(codes)
        case LawIs(laws):
            return len(laws)
        case PartyIs(_, names):
            return len(names)
        case ContractIs(references):
            return len(references)
        case PartyFrom(countries):
            return len(countries)
    return 1


_SERVES: dict[str, Callable[[Question, Assembly], bool]] = {
    "with": lambda question, made: _tells(question) or made.choice is not None,
    "withJ": lambda question, made: _tells(question) or made.choice is not None,
    "clauseword": _of_clauses,
    "company": _of_parties,
    "party_to": lambda question, made: _tells(question) or made.choice is not None,
    "both": _pair,
    "under": lambda question, made: _any(question, LawIs, ContractIs, PartyIs) or bool(question.facts),
    "apply": lambda question, made: (
        _any(question, LawIs) or "governing_law" in question.facts or _of_days(question, made)
    ),
    "arrive": _of_days,
    "written": lambda question, made: _any(question, LanguageIs) or "language" in question.facts,
    "distinct": lambda question, made: question.plan.group is not None,
    "in_force": _of_days,
    "today": _of_days,
    "already": _of_days,
    "to": lambda question, made: _tells(question) or made.choice is not None,
    "mo": lambda question, made: _tells(question) or made.choice is not None,
    "length": lambda question, made: _of_length(question),
    "adj_old": lambda question, made: any(isinstance(c, DateIn) and c.first is None for c in _all(question)),
    "adj_new": lambda question, made: any(isinstance(c, DateIn) and c.last is None for c in _all(question)),
    "number_noun": lambda question, made: question.kind in ("count", "numbers"),
}
"""What a word belongs to: where the reading has none of it, the word is left over."""


# The noun that is asked for


def _other_noun(made: Assembly, question: Question) -> list[str]:
    """Words for companies where companies are asked for and contracts are answered."""
    if _answers_parties(question):
        asked = _LISTS_CONTRACTS.search(made.text) if question.kind == "numbers" else None
        return [asked.group("noun")] if asked is not None else []
    if question.kind not in ("list", "count", "numbers"):
        return []
    if question.kind == "count" and "何社" in made.text:
        return ["何社"]
    token = _company_at_head(made)
    return [] if token is None else [token.text]


_LISTS_CONTRACTS = re.compile(
    r"[?.;:,-]\s*(?:please )?(?:list|show|give me|name)(?: me)?(?: all)?(?: the| those)?"
    r" (?P<noun>contracts|agreements|deals)[.?!\s]*$"
)
"""A second sentence that asks for the contracts: "which counterparties may leave? list the contracts"."""


def _answers_parties(question: Question) -> bool:
    groups: Sequence[GroupBy] = question.plan.groups
    return any(group.dimension in _COMPANIES for group in groups) or (
        question.plan.quantity == "parties" or "parties" in question.facts
    )


def _company_at_head(made: Assembly) -> Token | None:
    """The word for a company that a question has as its head: "which company", "how many American companies"."""
    hard = [token for token in made.tokens if not _passes(token)]
    for place, token in enumerate(hard):
        before = hard[place - 1] if place else None
        after = hard[place + 1] if place + 1 < len(hard) else None
        if not _is_company(token):
            continue
        asked = before is not None and before.has("which", "count", "who") and not before.has("cond")
        asked_ja = made.japanese and after is not None and after.has("which", "who", "list") and not after.has("cond")
        if (asked or asked_ja) and not any(other.has("doc") for other in hard if other is not token):
            return token
        if (asked and not made.japanese and place == 1) or (asked_ja and place == len(hard) - 2):
            return token
    return None


def _passes(token: Token) -> bool:
    return token.soft and not token.has("company", "which", "count", "who", "cond", "doc", "list")


def _is_company(token: Token) -> bool:
    if token.has("cond"):
        homes = token.values["cond"]
        words = isinstance(homes, tuple) and all(isinstance(home, PartyFrom) for home in homes)
        return words and _NOUN.search(token.text) is not None
    return token.has("company") or token.values.get("fact") == "parties"


_NOUN = re.compile(
    r"(?:compan|firm|corporation|entit|organi|part(?:y|ies)|vendor|supplier|customer|client|会社|企業|法人|当事者|相手)"
)
