"""A second look at a reading, by other means than the grammar that made it: is every word with a meaning in it?

The grammar reads a question by the cheapest way to cover it, and may take a word for one that only carries the
question. Here nothing is parsed: every sense that the lexicon has for any stretch of the question is held against the
reading. A stretch is heard where the reading speaks of one of its senses, or where it lies inside stretches that are
heard. Whatever remains, a negation without a condition that denies, a count that is not counted or a date's verb
without a date, was lost on the way: the question is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from core.lexicon import NUMBER, places_in
from core.questions.bonds import bound_to_clauses
from core.questions.lexicon import Sense, is_japanese, senses
from core.questions.names import Names
from core.questions.plan import (
    ClauseIs,
    ContractIs,
    DateIn,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Question,
    TypeIs,
)
from core.questions.ranges import ranges
from core.questions.told_reading import DATES, SAID, ToldReading

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
    told = ToldReading(question)
    every = list(senses(text))
    found = [sense for sense in every if sense.tag in SAID]
    given = list(_given(text, original, names, today))
    heard = {place for start, end, heads in given if heads(told) for place in range(start, end)}
    heard |= {place for sense in found if SAID[sense.tag](told, sense.value) for place in range(sense.start, sense.end)}
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
        if sense.tag in ("clause", "fact", "dverb", "past") and SAID[sense.tag](told, sense.value)
        for place in range(sense.start, sense.end)
    }
    lost = [sense for sense in found if not heard.issuperset(range(sense.start, sense.end))]
    if told.denies:
        # "No cap either" says no "or".
        lost = [sense for sense in lost if sense.tag != "or" or text[sense.start : sense.end].strip() != "either"]
    lost = [sense for sense in lost if not SAID[sense.tag](told, sense.value)]
    # "The Physician Sales & Service contract" is of no kind that begins in a name.
    within = {place for start, end, heads in given if heads(told) for place in range(start + 1, end)}
    lost = [sense for sense in lost if sense.tag not in ("type", "bare_type") or sense.start not in within]
    types = _widest(sense for sense in found if sense.tag == "clause" and sense.value in told.codes)
    lost = [sense for sense in lost if sense.tag != "or" or not _joins_two_names(text, sense, types)]
    carrying = {(sense.start, sense.end) for sense in every if sense.tag not in SAID}
    lost = [sense for sense in lost if sense.tag in _TURNING or (sense.start, sense.end) not in carrying]
    carried = {place for sense in every if sense.tag not in SAID for place in range(sense.start, sense.end)}
    lost = [sense for sense in lost if not _only_carries(sense, heard, carried)]
    # "The expiration date of contract 1" speaks of no date of the contract.
    named = {p for s in found if s.tag == "fact" and SAID[s.tag](told, s.value) for p in range(s.start + 1, s.end)}
    lost = [sense for sense in lost if sense.tag != "fact" or sense.start not in named]
    lost = [sense for sense in lost if not _begins_in(sense, sure, carried)]
    turned = [sense for sense in found if sense.tag in _DENIALS and not set(range(sense.start, sense.end)) <= sure]
    if len(_widest(turned)) % 2 == 0:
        # "Do not lack" denies twice, which says that it is there.
        lost = [sense for sense in lost if sense.tag not in _DENIALS]
    words = [text[sense.start : sense.end].strip() for sense in _widest(lost)]
    words += _denied_in_other_words(text, types, told)
    if _BOTH_WAYS.search(text) is not None and "presence" not in told.groups:
        words.append("with and without")
    words += [match[0] for match in _NOT_A_DENIAL.finditer(text)]
    if _NONE_OF.search(text) is not None and told.denies_one_alone:
        words.append(text)  # of several, the denial has reached only some
    if told.of_two_kinds:
        words.append(text)  # a contract of two kinds at once
    words += [text[start:end].strip() for start, end, heads in given if not heard.issuperset(range(start, end))]
    words += [text[span.start : span.end].strip() for span in ranges(text, today=today) if _signed_ahead(told, today)]
    if not told.has(NumberIs) and told.question.kind in ("list", "count", "yes_no", "numbers"):
        words += [match[0] for match in LENGTH_OF_NOTICE.finditer(text)]
    words += _state_of_other_days(text, every, told, today)
    words += bound_to_clauses(text, original, every, question, names, today=today)
    if told.plan.top == 1 and _IN_A_ROW.search(text) is not None:
        words.append(text)
    words += _swallowed(text, original, found, told, names)
    return tuple(dict.fromkeys((*words, *_turned_about(text, every, told), *_misses_head(text, told, sure))))


def _joins_two_names(text: str, joins: Sense, named: Sequence[Sense]) -> bool:
    """Whether an "or" stands between two names of one clause type: "Incoterms or shipping obligations"."""
    before = [sense for sense in named if _JOINED.fullmatch(text, sense.end, joins.start)]
    after = [sense for sense in named if _JOINED.fullmatch(text, joins.end, sense.start)]
    return any(first.value == second.value for first in before for second in after)


_JOINED = re.compile(
    r"[\s,]*(?:(?:clauses?|provisions?|obligations?|terms?|language|wording|rights?|promises?)\b[\s,]*)?"
    r"(?:an? |any |the )?"
)


def _denied_in_other_words(text: str, named: Sequence[Sense], told: ToldReading) -> list[str]:
    """The second name of a clause type that a reading wants and denies: "service levels but no service credits"."""
    ways = {(code, c.wanted) for c in told.conditions if isinstance(c, ClauseIs) for code in c.codes}
    both = {code for code, wanted in ways if wanted and (code, False) in ways}
    called = [(sense.value, text[sense.start : sense.end].removesuffix("s")) for sense in named if sense.value in both]
    return [
        words for place, (code, words) in enumerate(called) if any(o == code and w != words for o, w in called[:place])
    ]


_KIND = re.compile(r" (?:agreements?|contracts?|deals?|undertakings?)$")
"""The noun with which everyday words name a kind of agreement: "secrecy agreements"."""
_AS_KIND = re.compile(r"(?<=[一-龠ァ-ヺー])(?:(?<=契約)|(?:の)?契約|では|で(?!き|の)|のうち|の中(?:で|に)|[、。]|$)")
"""Behind or at the end of a Japanese word for a kind of agreement."""


def _signed_ahead(told: ToldReading, today: date) -> bool:
    """Whether contracts are asked for that are to be signed after today, which nobody knows."""
    signed = [c for c in told.conditions if isinstance(c, DateIn) and c.field == "agreement_date" and c.wanted]
    return any(c.first is not None and c.first > today.isoformat() for c in signed)


LENGTH_OF_NOTICE = re.compile(rf"\b(?:{NUMBER})[ -](?:day|week|month|year)s?'?(?: prior| advance| written)* notice\b")
"""A length that no condition bounds: "can be terminated on 30 days' notice" is no mere right to terminate."""


def _state_of_other_days(text: str, every: Iterable[Sense], told: ToldReading, today: date) -> list[str]:
    """Days on which contracts are said to be in force, where the reading has them of one date: "live in 2022"."""
    spans = () if is_japanese(text) else [span for span in ranges(text, today=today) if span.first and span.last]
    every = tuple(every)
    verbs = [(verb.start, verb.end) for verb in every if verb.tag in ("dverb", "past")]
    said = [
        (state.start, span)
        for state in every
        for span in spans
        if state.tag == "in_force"
        and _ON_DAYS.fullmatch(text, state.end, span.start)
        # "Went live in 2024" is a verb.
        and not any(start < state.start and state.end <= end for start, end in verbs)
        and _STATE_ENDS.search(text, 0, state.start) is None
    ]
    if not said or {"effective_date", "expiration_date"} <= told.dates:
        return []
    day = told.question.day
    return [
        text[start : span.end]
        for start, span in said
        if day is None
        or span.first is None
        or span.last is None
        or not span.first.isoformat() <= day <= span.last.isoformat()
    ]


_STATE_ENDS = re.compile(
    r"(?:no longer|\bnot|n't|never|ceas(?:e|es|ed|ing)|stop(?:s|ped|ping)?|los(?:e|es|ing))(?: to)?(?: be| being)?"
    r"[a-z ]{0,12}$"
)
"""Before a state: that it ends, which is said of the end."""
_ON_DAYS = re.compile(
    r"(?: still| both| right)?(?: (?:in|during|at|on|as of|as at|throughout)| all through)?(?: the| all of)* ?"
)


_IN_A_ROW = re.compile(
    r"[いく]順(?:番)?(?:に|で|から)?(?!\D*\d)"
    r"|\bfrom (?:the )?(?:[a-z]{3,12}est|most|least)\b.{0,24}? to (?:the )?(?:[a-z]{3,12}est|most|least)\b"
    r"|(?:\b(?:by|sort\w*|order\w*|rank\w*)\b.{0,40}?,? |, )(?:[a-z]{3,12}est|most recent)(?: \w+)? first\b"
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


def _swallowed(text: str, original: str, candidates: Iterable[Sense], told: ToldReading, names: Names) -> list[str]:
    """Parties named inside the words of a clause type, where the reading has no party: "keep Halden from hiring"."""
    if told.firms():
        return []
    around = [sense for sense in candidates if sense.tag == "clause" and sense.value in told.codes]
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


def _given(
    text: str, original: str, names: Names, today: date
) -> Iterable[tuple[int, int, Callable[[ToldReading], bool]]]:
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


def _speaks_of_places(told: ToldReading) -> bool:
    grouped = bool(told.groups & {"law", "law_country", "law_state", "party_country"})
    of_contract = told.has(PartyIs, ContractIs) and told.question.kind != "yes_no"
    return grouped or of_contract or told.has(LawIs, PartyFrom)


def _counts_days(told: ToldReading) -> bool:
    return told.dated or bool(told.quantities) or bool(told.facts & DATES)


def _names_firms(told: ToldReading) -> bool:
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
    r"\bnon?\b|\bnon-|\bnon(?:compet|solicit|disparag|transfer|assign)|\bnot?\b|n't\b|never|\bban|prohibit|forbid|restrict|\bbar|limit|prevent|stop|block|consent|covenant|cap"
    r"|exclusiv|sole|禁|制限|ない|ず|不|避止|独占|専属|排他|上限|承諾|同意"
)
_MAY = re.compile(
    r"\b(?:can|could|may|might|must|shall|free|freely|allowed|permitted|able|entitled)\b|n't\b|\bcannot\b"
)
_MAY_JA = re.compile(r"[はもをがにの]{0,2}(?:でき|なら|いけ|許|認め|可能|構わ|かまわ|よい|いい)")


def _turned_about(text: str, every: Iterable[Sense], told: ToldReading) -> list[str]:
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


def permits(words: str, code: str) -> bool:
    """Whether words for a clause type which forbids something, and those beside them, say that it may be done.

    "may be sold on", 「譲渡を認めている」.
    """
    if code in _PROHIBITED and _WITHOUT_ASKING.search(words) is not None:
        words = _WITHOUT_ASKING.sub("", words)
    return code in _PROHIBITED and FORBIDS.search(words) is None and _MAY_BE.search(words) is not None


_WITHOUT_ASKING = re.compile(
    r"\bwithout (?:(?:the|our|any|prior|written|their|its|a|your|my|landlord's|the other (?:party|side)'?s) )*"
    r"(?:consent|approval|permission|asking|agreement)(?: (?:us|them|anyone|of us|from us|first))?"
)
"""What may be done without asking is allowed: the words for a consent forbid nothing there."""


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


def _widest(candidates: Iterable[Sense]) -> list[Sense]:
    """Senses that lie in no other, each stretch once, in reading order."""
    chosen: list[Sense] = []
    for sense in sorted(candidates, key=lambda sense: (sense.start - sense.end, sense.start)):
        if all(sense.end <= other.start or other.end <= sense.start for other in chosen):
            chosen.append(sense)
    return sorted(chosen, key=lambda sense: sense.start)


_DENIALS = ("without", "withoutJ")
_TURNING = frozenset({"without", "withoutJ", "except", "exceptJ", "neither", "count", "already", "share", "clause"})
"""Senses that turn a set into another: not excused because the same word may also only carry a question."""


# The head of a question and the kind of its answer

_HEADS: tuple[tuple[re.Pattern[str], Callable[[ToldReading], bool]], ...] = (
    (
        re.compile(
            r"^(?:and |so |but )?(?:by |since |until |from )?when\b"
            r"|いつ(?!でも|[^、。]{1,8}か[がをは]?[書決定記明載示])"
        ),
        lambda told: told.dated or bool(told.facts & DATES),
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
    (re.compile(r"\bhow (?:many|often)\b|何社"), ToldReading.counts),
    (
        re.compile(r"何(?:件|本|通)|件数"),
        lambda told: told.counts() and (told.question.kind != "facts" or not told.codes),
    ),
    (
        re.compile(r"\bhow much\b|いくら|どれ(?:くらい|ぐらい|だけ)の(?!期間|長さ|件)"),
        lambda told: bool(told.facts or told.quantities or told.plan.measure == "share"),
    ),
    (re.compile(r"\bhow (?:long|far)\b"), lambda told: bool(told.facts) or bool(told.quantities) or told.dated),
    (
        re.compile(
            r"^(?:and |so )?what(?:'s| is| are| was) (?:the |our |their )?(?:[a-z-]+ ){0,4}?"
            r"(?:amounts?|sums?|rates?|percentages?|figures?|multipliers?|size)\b"
        ),
        lambda told: told.question.kind not in ("list", "yes_no", "count"),
    ),
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
_LISTS_CONTRACTS = re.compile(
    r"(?<=[一-龠るたいのな])契約(?:書)?(?:は(?:どれ|どの契約)|を(?:、)?(?:すべて|全て|全部|全件|もれなく)?(?:列挙|一覧|抽出|洗い出|拾|挙げ|リスト))"
)
"""A noun that asks for contracts, where facts are given: 「…の契約はどれですか」."""
_FACT_BEFORE_NOUN = re.compile(r"(?:の|な|内|中)契約(?:書)?(?:一覧|のリスト)?[?？。\s]*$")


def _misses_head(text: str, told: ToldReading, sure: set[int]) -> list[str]:
    """Words that ask for another kind of thing than the reading gives."""
    asked = [match for head, gives in _HEADS if (match := head.search(text)) and not gives(told)]
    lost = [match.group().strip() for match in asked if match.start() == 0 or not sure.issuperset(range(*match.span()))]
    facts = (
        is_japanese(text) and told.question.kind == "facts" and not told.has(NumberIs) and _ASKS.search(text) is None
    )
    of_contracts = told.question.kind == "facts" and is_japanese(text) and _LISTS_CONTRACTS.search(text)
    if of_contracts and "parties" not in told.facts:
        lost.append(of_contracts.group())
    noun = _FACT_BEFORE_NOUN.search(text) if facts else None
    if noun is not None:
        lost.append(noun.group().strip("のな内中"))
    return lost
