"""A second look at a reading, by other means than the grammar that made it: is every word with a meaning in it?

The grammar reads a question by the cheapest way to cover it, and may take a word for one that only carries the
question. Here nothing is parsed: every sense that the lexicon has for any stretch of the question is held against the
reading. A stretch is heard where the reading speaks of one of its senses, or where it lies inside stretches that are
heard. Whatever remains, a negation without a condition that denies, a count that is not counted or a date's verb
without a date, was lost on the way: the question is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date

from core.lexicon import places_in
from core.questions.bonds import bound_to_clauses
from core.questions.lexicon import Sense, is_japanese, senses
from core.questions.names import Names
from core.questions.plan import (
    ClauseIs,
    ContractIs,
    DateIn,
    LanguageIs,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Question,
    RenewalIs,
    TypeIs,
)
from core.questions.ranges import ranges

_NO_READINGS = ("refused", "house", "passages", "more", "why", "undo")


def unheard(text: str, original: str, question: Question, names: Names, *, today: date) -> tuple[str, ...]:
    """Stretches of a folded question that mean something which the reading does not say, in reading order.

    Args:
        text: the folded question.
        original: as typed; capitals tell names.
        question: the reading.
        names: names of the portfolio.
        today: what relative days count from.
    """
    if question.kind in _NO_READINGS:
        return ()
    told = _Told(question)
    every = list(senses(text))
    found = [sense for sense in every if sense.tag in _SAID]
    given = list(_given(text, original, names, today))
    heard = {place for start, end, heads in given if heads(told) for place in range(start, end)}
    heard |= {
        place for sense in found if _SAID[sense.tag](told, sense.value) for place in range(sense.start, sense.end)
    }
    heard |= {
        place
        for sense in every
        if sense.tag == "bare_type"
        and told.of_type(sense.value)
        and (_KIND.search(text[sense.start : sense.end]) or _AS_KIND.match(text, sense.end))
        for place in range(sense.start, sense.end)
    }
    sure = {
        place
        for sense in found
        if sense.tag in ("clause", "fact", "dverb", "past") and _SAID[sense.tag](told, sense.value)
        for place in range(sense.start, sense.end)
    }
    lost = [sense for sense in found if not heard.issuperset(range(sense.start, sense.end))]
    if told.denies:
        # "No cap either" says no "or".
        lost = [sense for sense in lost if sense.tag != "or" or text[sense.start : sense.end].strip() != "either"]
    lost = [sense for sense in lost if not _SAID[sense.tag](told, sense.value)]
    carrying = {(sense.start, sense.end) for sense in every if sense.tag not in _SAID}
    lost = [sense for sense in lost if sense.tag in _TURNING or (sense.start, sense.end) not in carrying]
    carried = {place for sense in every if sense.tag not in _SAID for place in range(sense.start, sense.end)}
    lost = [sense for sense in lost if not _only_carries(sense, heard, carried)]
    # "The expiration date of contract 1" speaks of no date of the contract.
    named = {p for s in found if s.tag == "fact" and _SAID[s.tag](told, s.value) for p in range(s.start + 1, s.end)}
    lost = [sense for sense in lost if sense.tag != "fact" or sense.start not in named]
    lost = [sense for sense in lost if not _begins_in(sense, sure, carried)]
    turned = [sense for sense in found if sense.tag in _DENIALS and not set(range(sense.start, sense.end)) <= sure]
    if len(_widest(turned)) % 2 == 0:
        # "Do not lack" denies twice, which says that it is there.
        lost = [sense for sense in lost if sense.tag not in _DENIALS]
    words = [text[sense.start : sense.end].strip() for sense in _widest(lost)]
    if _BOTH_WAYS.search(text) is not None and "presence" not in told.groups:
        words.append("with and without")
    words += [match[0] for match in _NOT_A_DENIAL.finditer(text)]
    if _NONE_OF.search(text) is not None and told.denies_one_alone:
        words.append(text)  # of several, the denial has reached only some
    if told.of_two_kinds:
        words.append(text)  # a contract of two kinds at once
    words += [text[start:end].strip() for start, end, heads in given if not heard.issuperset(range(start, end))]
    words += [text[span.start : span.end].strip() for span in ranges(text, today=today) if _signed_ahead(told, today)]
    words += bound_to_clauses(text, original, every, question, names, today=today)
    if told.plan.top == 1 and _IN_A_ROW.search(text) is not None:
        words.append(text)
    words += _swallowed(text, original, found, told, names)
    return tuple(dict.fromkeys((*words, *_turned_about(text, every, told), *_misses_head(text, told, sure))))


_KIND = re.compile(r" (?:agreements?|contracts?|deals?|undertakings?)$")
"""The noun with which everyday words name a kind of agreement: "secrecy agreements"."""
_AS_KIND = re.compile(r"(?<=[一-龠ァ-ヺー])(?:(?<=契約)|(?:の)?契約|では|で(?!き|の)|のうち|の中(?:で|に)|[、。]|$)")
"""Behind or at the end of a Japanese word for a kind of agreement."""


def _signed_ahead(told: _Told, today: date) -> bool:
    """Whether contracts are asked for that are to be signed after today, which nobody knows."""
    signed = [c for c in told.conditions if isinstance(c, DateIn) and c.field == "agreement_date" and c.wanted]
    return any(c.first is not None and c.first > today.isoformat() for c in signed)


_IN_A_ROW = re.compile(
    r"[いく]順(?:番)?(?:に|で|から)?(?!\D*\d)"
    r"|\bfrom (?:the )?(?:[a-z]{3,12}est|most|least)\b.{0,24}? to (?:the )?(?:[a-z]{3,12}est|most|least)\b"
    r"|(?:\b(?:by|sort\w*|order\w*|rank\w*)\b.{0,40}?,? |, )(?:[a-z]{3,12}est|most recent) first\b"
)
"""All of them in an order, where no number is said: 「長い順に」, "from the longest to the shortest"."""
_NOT_A_DENIAL = re.compile(r"\bnon-? ?exclusive (?:jurisdiction|venue|forum)\b")
"""Kinds of a clause that no contract is known to have, though they begin as a denial does."""
_NONE_OF = re.compile(r"どれも|いずれも|どちらも|ひとつも|一つも|\bneither\b|\bnone of\b")
_BOTH_WAYS = re.compile(r"\bwith (?:and|or) without\b")


def _only_carries(sense: Sense, heard: set[int], carried: set[int]) -> bool:
    """Whether a stretch goes on from one that is heard with words that only carry the question."""
    stretch = set(range(sense.start, sense.end))
    return bool(stretch & heard) and stretch <= heard | carried and sense.tag not in _TURNING - {"clause"}


def _swallowed(text: str, original: str, found: Iterable[Sense], told: _Told, names: Names) -> list[str]:
    """Parties named inside the words of a clause type, where the reading has no party: "keep Halden from hiring"."""
    if told.firms():
        return []
    around = [sense for sense in found if sense.tag == "clause" and sense.value in told.codes]
    return [
        text[name.start : name.end]
        for name in names.spans(text, original)
        if name.kind == "party" and any(_well_inside(name.start, name.end, sense) for sense in around)
    ]


def _well_inside(start: int, end: int, sense: Sense) -> bool:
    return sense.start < start and end < sense.end and sense.end - sense.start > 2 * (end - start)


def _begins_in(sense: Sense, sure: set[int], carried: set[int]) -> bool:
    """Whether a denial is the first word of a clause type's name and a word before it: "are not assignable"."""
    stretch = set(range(sense.start, sense.end))
    return sense.tag in _DENIALS and sense.end - 1 in sure and sense.end in sure and stretch <= sure | carried


def _given(text: str, original: str, names: Names, today: date) -> Iterable[tuple[int, int, Callable[[_Told], bool]]]:
    """Stretches that no list of words knows, days, names and places, with what a reading must say of them."""
    yield from ((span.start, span.end, _counts_days) for span in ranges(text, today=today))
    for name in names.spans(text, original):
        yield name.start, name.end, (_names_firms if name.kind == "party" else lambda told: True)
    titled = text.title() if len(text.title()) == len(text) else text
    yield from ((place.start, place.end, lambda told: True) for place in places_in(titled, adjectives=True))
    if len(original) == len(text) and not original.isupper():
        yield from ((short.start(), short.end(), _speaks_of_places) for short in _SHORT_PLACES.finditer(original))


_SHORT_PLACES = re.compile(r"\b(?:US|USA|UK|EU|PRC)\b(?!-)")
"""Places that would be other words in small letters."""


def _speaks_of_places(told: _Told) -> bool:
    grouped = bool(told.groups & {"law", "law_country", "law_state", "party_country"})
    of_contract = told.has(PartyIs, ContractIs) and told.question.kind != "yes_no"
    return grouped or of_contract or told.has(LawIs, PartyFrom)


def _counts_days(told: _Told) -> bool:
    return told.dated or bool(told.quantities) or bool(told.facts & _DATES)


def _names_firms(told: _Told) -> bool:
    return told.firms() or told.has(TypeIs, LawIs) or bool(told.codes)


_PROHIBITED = frozenset(
    {
        "non_compete", "no_solicit_of_customers", "no_solicit_of_employees", "non_disparagement", "anti_assignment",
        "covenant_not_to_sue", "non_transferable_license", "price_restrictions", "volume_restriction", "exclusivity",
    }
)  # fmt: skip
"""Clause types that forbid something: "may not", said of what they forbid, says that they are there."""
DENYING = _PROHIBITED | {
    "uncapped_liability", "anti_social_forces", "compliance", "confidentiality", "termination_for_convenience",
    "subcontracting", "publicity",
}  # fmt: skip
"""Clause types whose own words may deny: that something must not be, or has no end."""
FORBIDS = re.compile(
    r"\bnon?\b|\bnon-|\bnot?\b|n't\b|never|\bban|prohibit|forbid|restrict|\bbar|limit|prevent|stop|block|consent|covenant|cap"
    r"|exclusiv|sole|禁|制限|ない|ず|不|避止|独占|専属|排他|上限|承諾|同意"
)
_MAY = re.compile(
    r"\b(?:can|could|may|might|must|shall|free|freely|allowed|permitted|able|entitled)\b|n't\b|\bcannot\b"
)
_MAY_JA = re.compile(r"[はもをがにの]{0,2}(?:でき|なら|いけ|許|認め|可能|構わ|かまわ|よい|いい)")


def _turned_about(text: str, every: Iterable[Sense], told: _Told) -> list[str]:
    """ "May" or "may not" beside what a clause type forbids, where the type's words do not forbid it themselves."""
    lost = []
    for sense in _widest(sense for sense in every if sense.tag == "clause" and sense.value in told.codes & _PROHIBITED):
        words = text[sense.start : sense.end]
        before, after = text[max(0, sense.start - _NEAR) : sense.start], text[sense.end : sense.end + _NEAR // 3]
        said = _MAY.search(before) or (_MAY_JA.match(after) if is_japanese(words) else None)
        freely = re.search(r"\bfreely\b|自由に", text)
        if said and (FORBIDS.search(words) is None or freely or _PERMITS.search(before)):
            lost.append(said.group())
        denied = _DENIED_ACT.search(before)
        if denied and sense.value in _ACTS and FORBIDS.search(words) is None and not _CALLED_CLAUSE.search(words):
            # "With no poaching of staff": that it must not be, or that nothing is said of it?
            lost.append(denied.group().strip())
    return lost


def permits(beside: str, words: str, code: str) -> bool:
    """Whether words that are taken for a clause type which forbids something say that it may be: "may be sold on"."""
    if code not in _PROHIBITED or FORBIDS.search(f"{beside}|{words}") is not None:
        return False
    return _MAY_BE.search(words) is not None or _MAY_BE.search(beside) is not None


_MAY_BE = re.compile(
    r"\b(?:may|can|could|allow\w*|permit\w*|lets?|free|freely|able|entitled|right to|fine to|okay to|ok to)\b"
    r"|認め|許し|許され|自由|でき(?:る|ます)|可能|てよ|ていい|OK|ok"
)
_ACTS = frozenset({"non_compete", "no_solicit_of_customers", "no_solicit_of_employees", "non_disparagement"})
_DENIED_ACT = re.compile(r"\b(?:no|not|never|without)(?: any)? $")
_CALLED_CLAUSE = re.compile(r"\b(?:clause|provision|obligation|covenant|term|rule|promise|undertaking|restriction)s?\b")
_PERMITS = re.compile(r"\b(?:can|may|could|free to|allowed to|able to|permitted to) (?:be )?$")
_NEAR = 24
"""Characters before a clause type in which "may" is said of it."""


def _widest(found: Iterable[Sense]) -> list[Sense]:
    """Senses that lie in no other, each stretch once, in reading order."""
    chosen: list[Sense] = []
    for sense in sorted(found, key=lambda sense: (sense.start - sense.end, sense.start)):
        if all(sense.end <= other.start or other.end <= sense.start for other in chosen):
            chosen.append(sense)
    return sorted(chosen, key=lambda sense: sense.start)


class _Told:
    """What a reading says, for questions such as whether it speaks of a date."""

    def __init__(self, question: Question) -> None:
        plan = question.plan
        self.question = question
        self.plan = plan
        self.conditions = plan.every_condition
        self.groups = {group.dimension for group in plan.groups}
        self.dates: set[str] = {c.field for c in self.conditions if isinstance(c, DateIn)}
        self.dates |= {group.of for group in plan.groups if group.of} | ({plan.by_date} if plan.by_date else set())
        codes = {code for c in self.conditions if isinstance(c, ClauseIs) for code in c.codes}
        lists = question.kind in ("list", "count", "numbers") and question.day is None
        quoted = set() if lists or question.kind == "yes_no" else set(question.clauses)
        self.codes = codes | quoted | {g.of for g in plan.groups if g.dimension == "presence" and g.of}
        self.quantities = {c.quantity for c in self.conditions if isinstance(c, NumberIs)}
        self.quantities |= {plan.quantity} if plan.quantity else set()
        self.facts = set(question.facts)

    def has(self, *kinds: type) -> bool:
        """Whether one of the conditions is of such a kind."""
        return any(isinstance(condition, kinds) for condition in self.conditions)

    def of_type(self, code: object) -> bool:
        """Whether one of the conditions is of that agreement type."""
        return any(isinstance(condition, TypeIs) and code in condition.codes for condition in self.conditions)

    @property
    def dated(self) -> bool:
        """Whether days decide which contracts there are, or in which order."""
        asked = self.question.kind in ("facts", "differences") and bool(self.facts & _DATES)
        return bool(self.dates) or self.question.day is not None or asked

    @property
    def denies(self) -> bool:
        """Whether something is said not to be; a date that is not past may be "not yet"."""
        return self.has(DateIn) or any(getattr(condition, "wanted", True) is False for condition in self.conditions)

    @property
    def denies_one_alone(self) -> bool:
        """Whether one clause type is denied beside others that are not."""
        wanted = [condition.wanted for condition in self.conditions if isinstance(condition, ClauseIs)]
        return wanted.count(False) == 1 and True in wanted

    @property
    def of_two_kinds(self) -> bool:
        """Whether one agreement would have to be of two kinds."""
        return sum(isinstance(condition, TypeIs) and condition.wanted for condition in self.conditions) > 1

    @property
    def numbered(self) -> bool:
        """Whether a number bounds something."""
        return self.has(NumberIs) or self.plan.having is not None or self.plan.top is not None or self.dated

    @property
    def any_of(self) -> bool:
        """Whether one of several will do."""
        members = ("codes", "laws", "names", "references", "countries")
        several = any(len(getattr(c, name, ())) > 1 for c in self.conditions for name in members)
        neither = sum(getattr(condition, "wanted", True) is False for condition in self.conditions) > 1
        return several or neither or self.numbered or bool(self.plan.sides) or self.question.kind == "differences"

    def fact(self, code: object) -> bool:
        """Whether it speaks of a fact of contracts, or of a date."""
        if code in self.facts or code in self.dates or code in self.codes:
            return True
        return code in _OTHERWISE and _OTHERWISE[str(code)](self)

    def dated_by(self, code: object) -> bool:
        """Whether a date is asked for, bounds or ranks the contracts, or is stated."""
        return code in self.facts | self.dates | self.codes or self.question.kind == "card"

    def firms(self) -> bool:
        """Whether it speaks of parties."""
        of_groups = bool(self.groups & {"party", "party_country"}) or "parties" in self.quantities
        return self.has(PartyIs, PartyFrom, ContractIs) or "parties" in self.facts or of_groups


_DATES = frozenset(
    {"expiration_date", "effective_date", "agreement_date", "last_notice_day", "term", "renewal_term", "notice_period"}
)
_OTHERWISE: dict[str, Callable[[_Told], bool]] = {
    "governing_law": lambda told: (
        told.has(LawIs) or bool(told.groups & {"law", "law_country", "law_state"}) or told.plan.having is not None
    ),
    "parties": _Told.firms,
    "agreement_type": lambda told: (
        told.has(TypeIs) or "agreement_type" in told.groups or _of_clauses(told) or told.question.kind == "card"
    ),
    "language": lambda told: told.has(LanguageIs) or "language" in told.groups,
    "term": lambda told: bool(told.quantities & {"term_days", "term_years"}),
    "pages": lambda told: "pages" in told.quantities,
    "clauses": lambda told: _of_clauses(told),
    "notice_period": lambda told: _of_notice(told),
    "renewal_term": lambda told: _renews(told),
    "last_notice_day": lambda told: _of_notice(told),
    "agreement_date": lambda told: told.has(PartyIs, PartyFrom, ContractIs) or "parties" in told.facts,
    "expiration_date": lambda told: _runs(told) or _of_notice(told),
    "effective_date": lambda told: _runs(told),
}
"""Where a fact is spoken of though it is neither asked for nor the date of a condition."""


def _of_clauses(told: _Told) -> bool:
    counted = "clauses" in told.quantities or "clause_type" in told.groups
    return counted or bool(told.codes) or told.question.kind in ("clauses", "differences")


def _of_notice(told: _Told) -> bool:
    asked = told.facts & {"notice_period", "last_notice_day"} or told.codes & {"notice_period"}
    return bool(asked) or "notice_days" in told.quantities or "last_notice_day" in told.dates


def _runs(told: _Told) -> bool:
    lasts = told.quantities & {"term_days", "term_years"} or "term" in told.facts or told.question.day is not None
    return bool(lasts) or (told.question.kind == "card")


def _counts(told: _Told) -> bool:
    named = [c for c in told.conditions if isinstance(c, ContractIs)]
    if told.question.kind == "count" and named and all(len(c.references) == 1 for c in named):
        # "How many insurance clauses does contract 3 have?": one contract is no number.
        return False
    measured = told.plan.measure in ("count", "share", "statistic", "compare") or bool(told.quantities)
    asked = told.facts & {"pages", "parties", "notice_period", "term"}
    return told.question.kind in ("count", "numbers", "clauses") or measured or bool(asked)


def _ranks(told: _Told) -> bool:
    return (
        told.plan.top is not None or told.plan.by_date is not None or told.question.kind in ("numbers", "differences")
    )


def _renews(told: _Told) -> bool:
    return (
        told.has(RenewalIs)
        or "renewal_term" in told.codes | told.facts
        or bool(told.facts & {"last_notice_day", "notice_period"})
        or "renewal_days" in told.quantities
    )


_SAID: dict[str, Callable[[_Told, object], bool]] = {
    "clause": lambda told, code: code in told.codes or "clause_type" in told.groups,
    "fact": lambda told, code: told.fact(code) and not (code == "agreement_date" and not told.dated_by(code)),
    "dverb": _Told.fact,
    "dverbJ": _Told.fact,
    "past": _Told.fact,
    "pastJ": _Told.fact,
    "type": lambda told, _: told.has(TypeIs, ContractIs) or "agreement_type" in told.groups,
    "super": lambda told, _: _ranks(told) or told.numbered,
    "stat": lambda told, _: told.plan.measure == "statistic" or told.question.kind in ("count", "numbers"),
    "share": lambda told, _: told.plan.measure == "share" or "revenue_profit_sharing" in told.codes,
    "lang": lambda told, _: told.has(LanguageIs) or "language" in told.groups or "language" in told.facts,
    "without": lambda told, _: told.denies,
    "withoutJ": lambda told, _: told.denies,
    "except": lambda told, _: told.denies,
    "exceptJ": lambda told, _: told.denies,
    "neither": lambda told, _: told.denies,
    "really": lambda told, _: not told.denies or told.has(DateIn),
    "both": lambda told, _: True,
    "or": lambda told, _: told.any_of,
    "today": lambda told, _: told.dated and told.question.kind != "facts",
    "already": lambda told, _: told.dated,
    "in_force": lambda told, _: told.dated or _runs(told),
    "count": lambda told, _: _counts(told),
    "more": lambda told, _: told.numbered,
    "least": lambda told, _: told.numbered,
    "less": lambda told, _: told.numbered,
    "most": lambda told, _: told.numbered,
    "or_more": lambda told, _: told.numbered,
    "or_less": lambda told, _: told.numbered,
    "exact": lambda told, _: told.numbered,
    "by": lambda told, _: bool(told.groups) or told.plan.by_date is not None or told.plan.measure == "statistic",
    "breakdown": lambda told, _: bool(told.groups),
    "several": lambda told, _: told.plan.having is not None or told.numbered,
    "renew": lambda told, _: _renews(told),
    "fiscal": lambda told, _: told.dated or "fiscal_year" in told.groups,
    "quarter": lambda told, _: told.dated or "quarter" in told.groups,
    "very": lambda told, _: _ranks(told),
    "notice_word": lambda told, _: _of_notice(told) or bool(told.codes),
    "company": lambda told, _: told.firms() or bool(told.codes),
    "presence": lambda told, _: "presence" in told.groups or bool(told.codes),
}
"""What a reading must say for a sense to be heard. Senses of other tags only carry a question."""
_DENIALS = ("without", "withoutJ")
_TURNING = frozenset({"without", "withoutJ", "except", "exceptJ", "neither", "count", "already", "share", "clause"})
"""Senses that turn a set into another: not excused because the same word may also only carry a question."""


# The head of a question and the kind of its answer

_HEADS: tuple[tuple[re.Pattern[str], Callable[[_Told], bool]], ...] = (
    (
        re.compile(
            r"^(?:and |so |but )?(?:by |since |until |from )?when\b"
            r"|いつ(?!でも|[^、。]{1,8}か[がをは]?[書決定記明載示])"
        ),
        lambda told: told.dated,
    ),
    (
        re.compile(r"^(?:and |so |but )?(?:with |between )?who(?:m|se)?\b|(?<!の)(?:誰|だれ)(?!か)"),
        lambda told: (
            told.firms()
            and not (told.question.kind == "list" and told.has(PartyIs))
            and told.question.kind not in ("excerpts", "clauses")
        ),
    ),
    (
        re.compile(
            r"^where (?:was|were|is|are|did|do) .{2,80}"
            r"\b(?:signed|made|concluded|executed|performed|filed|kept|stored)\b"
        ),
        lambda told: False,
    ),
    (re.compile(r"\bhow (?:many|often)\b|何社"), _counts),
    (
        re.compile(r"何(?:件|本|通)|件数"),
        lambda told: _counts(told) and (told.question.kind != "facts" or not told.codes),
    ),
    (
        re.compile(r"\bhow much\b|いくら|どれ(?:くらい|ぐらい|だけ)の(?!期間|長さ|件)"),
        lambda told: bool(told.facts or told.quantities or told.plan.measure == "share"),
    ),
    (re.compile(r"\bhow (?:long|far)\b"), lambda told: bool(told.facts) or bool(told.quantities) or told.dated),
    # "Is Velo our biggest counterparty?" asks whether, and a rank says which.
    (
        re.compile(r"^(?:and |so |but )?(?:is|are|was|were|does|did|has) (?!there\b)"),
        lambda told: told.question.kind != "numbers" or told.plan.top is None,
    ),
    (re.compile(r"\bwhy\b|なぜ|どうして|理由は"), lambda told: False),
    (
        re.compile(
            r"\b(?:word for word|verbatim|exact(?:ly)? (?:words?|wording|text)|(?:the|which|what) "
            r"(?:sentence|paragraph|passage|bit|part|section|article|lines?) (?:on|about|of|in|where|that|from|under)"
            r"|read (?:me|out)|quote|paste|copy me)\b"
        ),
        lambda told: told.question.kind not in ("list", "count", "yes_no", "numbers"),
    ),
)
"""Words that ask for a kind of thing, and whether the reading gives that kind."""
_ASKS = re.compile(r"誰|だれ|どこ|いつ|何|どの|どれ")
_FACT_BEFORE_NOUN = re.compile(r"(?:の|な|内|中)契約(?:書)?(?:一覧|のリスト)?[?？。\s]*$")


def _misses_head(text: str, told: _Told, sure: set[int]) -> list[str]:
    """Words that ask for another kind of thing than the reading gives."""
    asked = [match for head, gives in _HEADS if (match := head.search(text)) and not gives(told)]
    lost = [match.group().strip() for match in asked if match.start() == 0 or not sure.issuperset(range(*match.span()))]
    facts = (
        is_japanese(text) and told.question.kind == "facts" and not told.has(NumberIs) and _ASKS.search(text) is None
    )
    noun = _FACT_BEFORE_NOUN.search(text) if facts else None
    if noun is not None:
        lost.append(noun.group().strip("のな内中"))
    return lost
