"""What a question asks as its writer put it, and whether a reading says the same, part by part."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from core.questions.plan import (
    TIMES,
    ClauseIs,
    Condition,
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
from scripts.training.told_questions import CODES, FACTS

_DATE = re.compile(r"date (?P<field>\w+) (?P<way>lt|le|gt|ge|in|eq)\b")
_LENGTH = re.compile(r"(?P<what>term|notice|renewal_term|parties|pages|clauses) (?P<way>lt|le|gt|ge|eq|in|=)")
_SIDE = {"lt": "to", "le": "to", "gt": "from", "ge": "from", "in": "in", "eq": "in", "=": "in"}
_QUANTITIES = {"term_days": "term", "term_years": "term", "notice_days": "notice", "renewal_days": "renewal_term"}
_RENEWS = {"automatic": "auto", "evergreen": "evergreen", "mutual": "mutual"}
_GROUPS = {"agreement_type": "type", "law_country": "law", "law_state": "law"}
_ASKED = {"role": "parties", "type": "agreement_type"}
"""Facts that are asked for under other names; who has a role is told with the parties."""
_BEGINS = ("effective_date", "agreement_date")
_SAYS_WHICH = re.compile(
    r"\b(?:sign|effect|start|beg[ai]n|force|commenc|kick|execut|conclu|ink)|締結|署名|調印|発効|開始|始"
)
"""Words by which a ranking says whether it goes by the signing or by the beginning: "oldest" does not."""
_ASKS_WHETHER = re.compile(
    r"\W*(?:and |so )?(?:any\b|anything\b|do we have\b|(?:is|are) there\b)"
    r"|.*(?:契約(?:書)?|もの|の)(?:は|って|が)?(?:ある|あり(?:ます|ません)|ござい(?:ます|ません)|な(?:い|かった)(?:です)?か)"
)
_UNTIL = re.compile(r"末まで|を切|以内")
_DEADLINE = re.compile(r"期限|期日|いつまで")


def told(meaning: str) -> Counter[str]:
    """The parts of a meaning as its writer put it."""
    return _plain([part for text in _split(meaning, ";") for part in _told(text.strip())])


def _plain(parts: list[str]) -> Counter[str]:
    """Parts as they are compared: a beginning and an end of the same days as one, a fact asked for twice once."""
    found = Counter(parts)
    for part in list(found):
        if part.startswith("fact "):
            found[part] = 1
        if part.startswith(_SPANS) and part.endswith(" from") and (end := f"{part[:-4]}to") in found:
            found[f"{part[:-4]}in"] += 1
            found -= Counter((part, end))
    return found


_SPANS = ("date ", "term ", "notice ", "renewal_term ")
"""Parts of which a beginning and an end make one stretch."""


def _told(text: str) -> Iterator[str]:
    inner = re.fullmatch(r"(any|not|share_of|all|and)\((.*)\)", text, re.DOTALL)
    if inner is not None:
        parts = [part for piece in _split(inner[2], ";,") for part in _told(piece.strip())]
        if inner[1] == "any":
            yield _either(parts)
        elif inner[1] == "not":
            single = [either for part in parts for either in part.split(" or ")]
            yield from ("renews none" if part == "renews auto" else f"not {part}" for part in single)
        else:
            yield from parts
            yield from ("every",) if inner[1] == "all" else ()
    elif text.startswith(("has ", "lacks ")):
        word, _, key = text.partition(" ")
        yield f"{word} {CODES.get(key.strip(), key.strip())}"
    elif found := _DATE.match(text):
        # "Within 90 days" begins today.
        side = "in" if text.endswith("from now") else _SIDE[found["way"]]
        yield f"date {FACTS.get(found['field'], found['field'])} {side}"
    elif found := _LENGTH.match(text):
        yield f"{found['what']} {_SIDE[found['way']]}"
    elif text.startswith("fact="):
        bare = (re.sub(r"\(.*\)", "", name).strip() for name in text[5:].split(","))
        names = (FACTS.get(name, name) for name in bare)
        yield from (f"fact {_ASKED.get(name, name)}" for name in names)
    elif text.startswith("by="):
        of = text[3:].split()[0]
        yield f"by {FACTS.get(of, of)}"
    elif text == "law=foreign":
        yield "not law"
    elif text.startswith(("law=", "place=")):
        yield "not law" if text.endswith("=外国法") else "law"
    elif text.startswith("party="):
        yield "party"
    elif text.startswith("order="):
        field, _, way = text[6:].partition(" ")
        yield f"order {FACTS.get(field, field)} {way.strip()}"
    elif text.startswith("top="):
        if text[4:].strip() != "1":
            yield f"top {text[4:].strip()}"
    elif text and text != "words":
        yield text.replace("=", " ").strip()


def _either(parts: list[str]) -> str:
    """One of several: laws are counted, not told apart."""
    return " or ".join(sorted(parts))


def _split(text: str, marks: str) -> list[str]:
    """A text cut at marks that stand in no brackets."""
    found, depth = [""], 0
    for mark in text:
        depth += (mark in "([") - (mark in ")]")
        if mark in marks and depth == 0:
            found.append("")
        else:
            found[-1] += mark
    return [part for part in found if part.strip()]


def read(question: Question) -> Counter[str]:
    """The parts of a reading, put as writers put them."""
    plan = question.plan
    found = [part for condition in plan.every_condition for part in _condition(condition)]
    found += [f"fact {fact}" for fact in question.facts]
    found += [f"has {code}" for code in question.clauses]
    if plan.measure == "list" and plan.top is not None:
        field = plan.by_date or _QUANTITIES.get(plan.quantity or "", plan.quantity)
        found.append(f"order {FACTS.get(str(field), field)} {'asc' if plan.ascending else 'desc'}")
        found += [f"top {plan.top}"] if plan.top != 1 else []
    if _counts_parties(question):
        found.append("fact parties")
    else:
        groups = (group.of if group.dimension in TIMES and group.of else group.dimension for group in plan.groups)
        found += [f"by {_GROUPS.get(group, FACTS.get(group, group))}" for group in groups]
    if question.day is not None:
        found += ["date effective_date to", "date expiration_date from"]
    found += ["every"] if question.kind == "yes_no" and question.every else []
    return _plain(found)


def _counts_parties(question: Question) -> bool:
    """Whether the parties of contracts are counted: "how many signatories has the Valmont agreement?"."""
    plan = question.plan
    dimensions = [group.dimension for group in plan.groups]
    return question.kind == "numbers" and plan.measure == "count" and plan.distinct and dimensions == ["party"]


def _condition(condition: Condition) -> Iterator[str]:
    denied = "" if getattr(condition, "wanted", True) else "not "
    match condition:
        case ClauseIs(codes, wanted):
            yield _either([f"{'has' if wanted else 'lacks'} {code}" for code in codes])
        case TypeIs(codes):
            members = [f"type {code}" for code in codes]
            yield from (f"not {member}" for member in members) if denied else (_either(members),)
        case LawIs(laws):
            yield from ["not law"] * len(laws) if denied else [_either(["law"] * len(laws))]
        case PartyFrom() | LanguageIs():
            yield "law"
        case PartyIs(asked):
            yield denied + _either(["party"] * (asked.count(" / ") + 1))
        case DateIn(field, first, last):
            yield f"{denied}date {field} {'to' if first is None else 'from' if last is None else 'in'}"
        case NumberIs(quantity, low, high):
            way = "to" if low is None else "from" if high is None else "in"
            yield f"{_QUANTITIES.get(quantity, quantity)} {way}"
        case RenewalIs(renewals, wanted):
            way = _RENEWS.get(renewals[0], "auto") if len(renewals) == 1 else "auto"
            yield f"renews {way if wanted else 'none'}"
        case _:
            yield "contract"


_KINDS = {
    "list": "list",
    "count": "count",
    "yes_no": "yes_no",
    "facts": "fact",
    "excerpts": "excerpt",
    "refused": "refuse",
}


def kind_of(question: Question) -> str:
    """The kind of a reading, as writers call it."""
    if question.kind != "numbers":
        return _KINDS.get(question.kind, question.kind)
    if _counts_parties(question):
        return "fact"
    if question.plan.measure == "share":
        return "share"
    return "group" if question.plan.group is not None else "extreme"


def says_the_same(question: Question, meaning: str, kind: str, asked: str = "") -> bool:
    """Whether a reading says what the writer of a question meant; dates and lengths by their side alone.

    Args:
        question: the reading.
        meaning: as written.
        kind: as written.
        asked: the question as typed. Where it leaves it open whether the oldest is so by its signing or by its
            beginning, either is what was meant; and "any contracts with …?" asks for a list as well as for a yes.
    """
    wanted, of = told(meaning), kind_of(question)
    wanted, kind = _as_answered(wanted, kind, of)
    whether = {of, kind} == {"list", "yes_no"} and _ASKS_WHETHER.match(asked.casefold())
    if of != kind and not whether and not (kind == "list" and _counts_parties(question)):
        return False
    readings = [read(question), read(_without_upcoming(question))]
    readings += [other for reading in readings for other in _in_other_words(question, reading, asked)]
    if "every" not in wanted:
        # "Do all …": writers put it down or not.
        readings = [
            Counter({part: count for part, count in reading.items() if part != "every"}) for reading in readings
        ]
    if asked and _SAYS_WHICH.search(asked.casefold()) is None:
        wanted, readings = _begun(wanted), [_begun(reading) for reading in readings]
    return wanted in readings


def _as_answered(wanted: Counter[str], kind: str, of: str) -> tuple[Counter[str], str]:
    """What was meant as the kind of answer puts it that a lawyer would take for it."""
    if wanted["fact venue"] and (kind, of) == ("fact", "excerpt"):
        # The court stands in the words of the clause.
        words = wanted - Counter(("fact venue",)) + Counter(("has jurisdiction",))
        if words["fact governing_law"]:
            words = words - Counter(("fact governing_law",)) + Counter(("has governing_law",))
        return words, of
    if (kind, of) == ("yes_no", "group"):
        return Counter("by presence" if part.startswith("has ") else part for part in wanted.elements()), of
    if kind == "list" and of == "fact" and wanted["fact parties"]:
        return wanted, of  # "whose are …": the parties of each contract
    if (kind, of) == ("extreme", "group") and any(part.startswith("by ") for part in wanted):
        # "Which party has the most?": a group, of which the greatest comes first.
        return Counter({part: count for part, count in wanted.items() if not part.startswith("order count")}), of
    if kind == "compare" and of in ("differences", "fact"):
        parts = {part: count for part, count in wanted.items() if part != "party" and not part.startswith("order")}
        parts = {"has jurisdiction" if part == "fact venue" else part: count for part, count in parts.items()}
        return Counter(parts | {"party or party": 1}), of
    return wanted, kind


def _in_other_words(question: Question, reading: Counter[str], asked: str) -> Iterator[Counter[str]]:
    """Parts of a reading as writers also put them."""
    if question.day is not None:
        # In force on a day: some say only that it has not ended by then.
        yield reading - Counter(("date effective_date to",))
    if asked and _UNTIL.search(asked.casefold()):
        # "By the end of next month", said of what is still to come.
        yield Counter(f"{part[:-2]}to" if part.startswith("date ") else part for part in reading.elements())
    if reading["fact last_notice_day"] and _DEADLINE.search(asked):
        yield reading - Counter(("fact last_notice_day",)) + Counter(("fact notice_period",))
    if reading["fact notice_period"]:
        yield reading - Counter(("fact last_notice_day",))
        yield reading + Counter(("fact renewal_term",))
    if question.kind in ("differences", "facts") and reading["party"] == 2:
        yield reading - Counter(("party", "party")) + Counter(("party or party",))
    if reading["lacks renewal_term"]:
        yield reading - Counter(("lacks renewal_term",)) + Counter(("renews none",))
    if reading["lacks cap_on_liability"] and _NO_LIMIT.search(asked.casefold()):
        # "Without any limit on damages": no cap, though writers call it a liability without one.
        yield reading - Counter(("lacks cap_on_liability",)) + Counter(("has uncapped_liability",))


_NO_LIMIT = re.compile(r"\b(?:no|not|without|never)\b|n't\b|ない|なし|無|ず|ません")


def _without_upcoming(question: Question) -> Question:
    """A ranking of what is still to come, without saying so: the next to expire are those that expire from today."""
    plan = question.plan
    if plan.by_date is None or not plan.ascending:
        return question
    kept = tuple(c for c in plan.conditions if not (isinstance(c, DateIn) and c.field == plan.by_date and not c.last))
    return replace(question, plan=replace(plan, conditions=kept))


def _begun(parts: Counter[str]) -> Counter[str]:
    """Parts with a ranking by either date of a beginning put alike."""
    found: Counter[str] = Counter()
    for part, count in parts.items():
        words = part.split()
        found["order begun " + words[2] if words[0] == "order" and words[1] in _BEGINS else part] += count
    return found
