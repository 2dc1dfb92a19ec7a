"""Follow-ups: what a fragment means after the question before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.questions.lexicon import folded
from core.questions.plan import ClauseIs, Condition, ContractIs, DateIn, PartyIs, Plan, Question, RenewalIs, TypeIs
from core.questions.understand import Understood

_TURNS = ("more", "why", "undo", "house", "refused", "passages")


def followed(understood: Understood, before: Question | None, contracts: Sequence[str], words: str) -> Understood:
    """What was understood, with what the last answer gives to it.

    Args:
        understood: the question by itself.
        before: the question of the last answer.
        contracts: ids of the contracts of the last answer.
        words: how the contracts of the last answer are called when the question is restated.
    """
    if before is not None and before.kind in ("count", "list") and _WHICH_ALONE.match(folded(understood.text).strip()):
        return replace(understood, readings=(replace(before, kind="list"),), unused=(), missing=None)
    flipped = _flipped(understood.text, before)
    if flipped is not None:
        return replace(understood, readings=(flipped,), unused=(), missing=None)
    first = understood.readings[0] if understood.readings else None
    if first is not None and first.kind == "passages" and len(contracts) == 1 and _asks_on(understood, first, before):
        return replace(understood, readings=(_about(first, contracts, words),))
    if first is None or first.kind in _TURNS:
        return _nth_alone(understood, contracts, words)
    understood = _same_meaning_of_place(_same_date(understood, before), before)
    readings = tuple(_merged(understood, reading, before, contracts, words) for reading in understood.readings)
    readings = (*readings, *_instead(understood, before, readings), *_of_those(understood, before, readings))
    missing = None if understood.missing == "contract" and contracts else understood.missing
    return replace(understood, readings=tuple(dict.fromkeys(readings)), missing=missing)


_WHICH_ALONE = re.compile(
    r"(?:and |so |ok,? )*(?:which|what)(?: ones?)?(?: (?:are|were) (?:they|those|these|that|it))?\s*[?.]*$"
    r"|(?:(?:please|can you|could you|can i|could i|let me) )*(?:list|show|name|see|display|give)(?: me)?"
    r" (?:all of )?(?:them|those|these|the list)(?: all)?(?: please)?\s*[?.]*$"
    r"|(?:(?:じゃあ?|では|で)、?)?(?:それ(?:ら)?|その(?:契約|全部|全件)|該当(?:する)?(?:の)?契約|(?:その|それらの)?"
    r"(?:一覧|リスト))"
    r"(?:を|で|に|は)?(?:全部|すべて)?(?:見せて|出して|表示して|挙げて|並べて|教えて|見たい)"
    r"(?:です|ください|下さい|くれる|くれますか|もらえる|もらえますか|ほしい|欲しい)?[?？。]*$"
    r"|(?:それは|では|で)?、?(?:どれ|どの契約|どちら|何と何|一覧(?:で|に|を)?(?:見せて|出して)?)"
    r"(?:ですか|になりますか|でしょうか|のこと)?[?？。]*$"
)
"""After a number of contracts, or a list of them: those contracts."""
_WHAT_ABOUT = re.compile(r"^(?:(?:and|but|so|ok(?:ay)?),? )*(?:what|how) about\b|(?:は|って)\s*[?？]*$")


def _instead(understood: Understood, before: Question | None, merged: Sequence[Question]) -> tuple[Question, ...]:
    """ "What about a non-compete?" after a list of another clause type: those with it instead, or both."""
    if understood.those or understood.it or understood.nth is not None:
        return ()
    if (
        before is None
        or len(merged) != 1
        or len(understood.readings) != 1
        or not (_WHAT_ABOUT.search(folded(understood.text)) or _counts_on(understood, before))
    ):
        return ()
    own, both = understood.readings[0].plan.conditions, merged[0].plan.conditions
    clauses = all(isinstance(condition, ClauseIs) for condition in (*own, *before.plan.conditions))
    if not own or not clauses or set(both) == set(own) or not set(own) < set(both):
        return ()
    return (replace(before, plan=replace(before.plan, conditions=own)),)


def _counts_on(understood: Understood, before: Question) -> bool:
    """ "And how many have insurance?" after another number: of those, or of all as before?"""
    counts = before.kind == "count" == understood.readings[0].kind
    return counts and _COUNTS_ON.match(folded(understood.text)) is not None


def _of_those(understood: Understood, before: Question | None, read: Sequence[Question]) -> tuple[Question, ...]:
    """A fragment that was read as a question of its own, asked of the contracts of the question before instead.

    It names no contracts, and nothing of what the last question said of them is left: nobody can tell which is meant.
    """
    if (
        before is None
        or before.kind not in ("list", "count")
        or len(read) != 1
        or read[0].kind not in ("list", "count")
    ):
        return ()
    own, earlier = read[0].plan.conditions, before.plan.conditions
    named = any(isinstance(condition, ContractIs) for condition in own)
    if not own or named or set(own) & set(earlier) or _OF_ALL.search(folded(understood.text)) is not None:
        return ()
    both = _replaced(earlier, own)
    if set(both) == set(own):
        return ()
    return (replace(read[0], plan=replace(read[0].plan, conditions=both)),)


_COUNTS_ON = re.compile(r"(?:and|but|then|now)[, ]+how many (?:have|has|had|contain|include|require|provide|come)\b")
_OTHER_HALF = re.compile(
    r"^(?:and |but |what about |how about |or )*"
    r"(?:the |those |these |ones? |others? |which (?:ones? )?(?:are |come )?)*"
    r"(?P<no>without|with(?:out)? none|with no(?:ne)?|lack(?:ing)? it|that don't|do not|don't)?(?P<yes>with)?"
    r"(?: it| one| any| that)?\s*[?.]*$"
    r"|^(?:では|じゃあ?|逆に|反対に)?、?(?:それが)?(?P<no_ja>ない|無い|なし|入っていない|含まない)(?:もの|契約|の"
    r"|やつ|方)?(?:は|も)?"
    r"(?:どれ|ですか|何件)?(?:ですか)?[?？。]*$"
)


def _flipped(text: str, before: Question | None) -> Question | None:
    """ "And those without?": the question before with its clause types missing; None where nothing is turned."""
    match = _OTHER_HALF.match(folded(text).strip())
    if match is None or before is None or not any(match.groupdict().values()):
        return None
    wanted = match["yes"] is not None
    conditions = before.plan.conditions
    if not any(isinstance(condition, ClauseIs | RenewalIs) and condition.wanted != wanted for condition in conditions):
        return None
    turned = tuple(
        replace(condition, wanted=wanted) if isinstance(condition, ClauseIs | RenewalIs) else condition
        for condition in conditions
    )
    return replace(before, plan=replace(before.plan, conditions=turned))


def _same_date(understood: Understood, before: Question | None) -> Understood:
    """Days without a date's name are said of the date of the question before."""
    if not understood.loose or before is None:
        return understood
    fields = {condition.field for condition in before.plan.conditions if isinstance(condition, DateIn)}
    same = [
        r for r in understood.readings if any(isinstance(c, DateIn) and c.field in fields for c in r.plan.conditions)
    ]
    return replace(understood, readings=tuple(same), whole=False) if len(same) == 1 else understood


def _same_meaning_of_place(understood: Understood, before: Question | None) -> Understood:
    """A place by itself is said of what the question before said of places: its law, its parties or its language."""
    if before is None or len(understood.readings) < 2 or understood.unused:
        return understood
    earlier = {condition.kind for condition in before.plan.every_condition if condition.kind in _OF_PLACES}
    kinds = [{c.kind for c in r.plan.conditions if c.kind in _OF_PLACES} for r in understood.readings]
    if len(earlier) != 1 or any(len(of_places) != 1 for of_places in kinds):
        return understood
    same = [r for r, of_places in zip(understood.readings, kinds, strict=True) if of_places == earlier]
    return replace(understood, readings=tuple(same)) if len(same) == 1 else understood


_OF_PLACES = ("law", "home", "language")


def _nth_alone(understood: Understood, contracts: Sequence[str], words: str) -> Understood:
    """ "The second one": a card of it."""
    if understood.readings or understood.nth is None or understood.unused:
        return understood
    chosen = _nth(understood.nth, contracts)
    if not chosen:
        return understood
    card = Question("card", Plan("list", (ContractIs(chosen, words),)))
    return replace(understood, readings=(card,), missing=None)


def _nth(place: int, contracts: Sequence[str]) -> tuple[str, ...]:
    return tuple(contracts[place : place + 1] if place >= 0 else contracts[-1:])


def _merged(
    understood: Understood, reading: Question, before: Question | None, contracts: Sequence[str], words: str
) -> Question:
    conditions = reading.plan.conditions
    named = any(isinstance(condition, ContractIs) for condition in conditions)
    if understood.nth is not None and not named:
        return _about(reading, _nth(understood.nth, contracts), words)
    one_of_them = before is not None and before.kind in ("list", "count") and not named and reading.kind in _OF_ONE
    points = understood.those or (understood.it and not named)
    points = points or (one_of_them and _ONE_OF_THEM.search(folded(understood.text)) is not None)
    if points and contracts:
        return _about(reading, contracts, words)
    if understood.missing == "contract" and contracts:
        return _about(reading, contracts, words)
    if _asks_on(understood, reading, before) and len(contracts) == 1:
        return _about(reading, contracts, words)
    of_list = understood.ones and before is not None and before.kind in ("list", "count")
    if before is None or (understood.whole and not of_list) or reading.kind not in ("list", "card", "count", "numbers"):
        return reading
    if reading.kind == "numbers" or (of_list and reading.kind == "count" and not conditions):
        return _counted_again(reading, before)
    if before.kind in ("facts", "excerpts", "card", "clauses", "differences") and named:
        return replace(before, plan=replace(before.plan, conditions=_replaced((), conditions)))
    if before.kind in _TURNS or not conditions:
        return reading
    return replace(before, plan=replace(before.plan, conditions=_replaced(before.plan.conditions, conditions)))


_OF_ONE = ("facts", "excerpts", "clauses", "card", "yes_no")
_ONE_OF_THEM = re.compile(r"\bthe [\w -]{2,20} ones?\b(?:'s)?|の(?:ほう|方)(?:の|は|が|って|、|[?？。]*$)")
"""One or some of those of the list, told by what is said of them: 「英語のほうの当事者は」."""


def _asks_on(understood: Understood, reading: Question, before: Question | None) -> bool:
    """ "Is there a cap?", "what does it say about insurance?" after an answer about one contract are asked of that one.

    They name no contracts, and no word says that others are meant.
    """
    about_one = before is not None and before.kind in ("facts", "excerpts", "card", "clauses", "yes_no", "passages")
    named = any(isinstance(condition, ContractIs | PartyIs | TypeIs) for condition in reading.plan.conditions)
    if reading.kind not in ("yes_no", "excerpts", "passages") or not about_one or named or reading.every:
        return False
    return _OF_ALL.search(_THAT_ONE.sub(" ", folded(understood.text))) is None


_THAT_ONE = re.compile(r"\b(?:the|this|that) (?:contract|agreement|deal|document)\b|(?:この|その|同|本)契約(?:書)?")
_OF_ALL = re.compile(
    r"\b(?:contracts?|agreements?|deals?|documents?|any|anything|all|every|each|we|our|portfolio|others?|there)\b"
    r"|契約|案件|もの|やつ|すべて|全て|全部|ほか|他"
)
"""Words for contracts that are not the one before."""


def _counted_again(reading: Question, before: Question) -> Question:
    """ "The breakdown by law?" after a list or a number: of the same contracts."""
    if before.kind not in ("list", "count", "yes_no", "numbers") or before.plan.sides:
        return reading
    if reading.plan.measure == "list" and before.kind in ("list", "count"):
        # "The one that ends first?": of those of the list, also where only days to come count.
        conditions = _replaced(before.plan.conditions, reading.plan.conditions)
        return replace(reading, plan=replace(reading.plan, conditions=conditions), day=before.day)
    if reading.plan.conditions:
        return reading
    return replace(reading, plan=replace(reading.plan, conditions=before.plan.conditions), day=before.day)


def _about(reading: Question, contracts: Sequence[str], words: str) -> Question:
    if reading.plan.measure == "share":
        # "What share of these": those of the last answer are the whole, not what is counted of it.
        among = (ContractIs(tuple(contracts), words), *reading.plan.among)
        return replace(reading, plan=replace(reading.plan, among=among))
    plan = replace(reading.plan, conditions=(ContractIs(tuple(contracts), words), *reading.plan.conditions))
    return replace(reading, plan=plan)


def _replaced(before: Sequence[Condition], new: Sequence[Condition]) -> tuple[Condition, ...]:
    """The earlier conditions without those of the kinds that the new ones speak of, and the new ones.

    Clause types add up ("with insurance" … "and with audit rights"); a law, a day, a type or a party takes the place
    of the one before.
    """
    kinds = {condition.kind for condition in new if condition.kind != "clause"}
    codes = {code for condition in new if condition.kind == "clause" for code in condition.codes}
    stay = [
        condition
        for condition in before
        if condition.kind not in kinds and not (condition.kind == "clause" and codes & set(condition.codes))
    ]
    return tuple(dict.fromkeys((*stay, *new)))
