"""Rules that make conditions of words: numbers, laws, days, clause types, agreement types, parties, contracts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from core.questions.cascade import Token, joined, reduce
from core.questions.names import Names
from core.questions.plan import LanguageIs, Renewal, RenewalIs
from core.questions.rules.clause_rules import clause_types, renewal, stated
from core.questions.rules.day_rules import (
    DATE_FACTS,
    adjoining,
    date_elsewhere,
    date_in,
    in_force,
    not_yet,
    two_windows,
)
from core.questions.rules.law_rules import any_home, home, homes, law, state_law
from core.questions.rules.length_rules import (
    having,
    long_contracts,
    number,
    number_between,
    number_between_strict,
    renewal_length,
)
from core.questions.rules.run_rules import as_condition, value_of
from core.questions.rules.subject_rules import (
    agreement_types,
    contracts,
    contracts_of_each,
    one_contract,
    parties,
    role,
)

_STATED = (*DATE_FACTS[:3], "renewal_term", "notice_period", "governing_law")
"""Facts of which a contract can be asked whether it states them."""


def reduced(tokens: Sequence[Token], *, today: date, names: Names) -> list[Token]:
    """Tokens with every condition that the rules read as one token `cond`, whose value is a tuple of conditions."""
    result = _marked(tokens)
    if any(token.has("compare") for token in result):
        for pattern in (
            "party (to|of|party_to)* type doc?",
            "type ((and|or|comma|to) type)* doc? (party_to|of|with)+ party",
        ):
            result = reduce(result, pattern, lambda run: one_contract(run, names))
    result = reduce(
        result,
        "party (to|of|party_to)* type doc? (and|comma|to)+ party (to|of|party_to)* type doc?",
        lambda run: contracts_of_each(run, names),
    )
    result = reduce(result, "range (or|and|comma|to) range", adjoining)
    result = reduce(result, "least num but? less num unit", number_between_strict)
    result = reduce(result, "(notice|term|run)* between num unit? (and|to) num unit (notice|termfact)?", number_between)
    result = reduce(result, "num unit notice (or_more|or_less)", number)
    result = reduce(result, "(notice|term|run)* num unit or_more num unit or_less (notice|termfact)?", number_between)
    result = reduce(result, "(least|more|exact|less|most)? num (doc|counter) (or_more|or_less|more|less)?", having)
    result = reduce(result, f"renewal (run|party_to)* {_LENGTH} each_time?", renewal_length)
    result = reduce(result, f"(notice|term|run) {_BOUND}", number)
    result = reduce(result, "(notice|term|run) num unit (or_more|or_less|more|less)", number)
    result = reduce(result, f"{_LENGTH} (by|each_time)? renewal (each_time|withJ)*", renewal_length)
    result = reduce(result, "unit (more|least|less|most|exact) num", number)
    result = reduce(result, "unit num (or_more|or_less|more|less)", number)
    result = reduce(result, f"(notice|term|run)? {_BOUND} (notice|termfact)?", number)
    result = reduce(
        result, "(notice|term|run)? num unit (or_more|or_less|more|less) (notice|termfact|lasting)?", number
    )
    result = reduce(result, "(notice|term) (run|exact)* num unit", number)
    result = reduce(result, "num unit (notice|termfact)", number)
    result = reduce(result, "num unit doc", long_contracts)
    result = reduce(result, "(notice|term|run)? num (or_more|or_less) unit", number)
    result = reduce(
        result,
        "(except|without)* (govern|under|law|lawfact|either)* (place|adj) law*"
        " ((or|and|comma|to|either|mo) (govern|under|law|lawfact)* (place|adj) law*)*"
        " (govern|lawfact|exceptJ|withoutJ|mo)*",
        law,
    )
    result = reduce(result, "(place|adj) ((and|or|comma|to) one? (place|adj))+ company", homes)
    result = reduce(result, "(place|adj) incorporated? company", home)
    row = "company (incorporated|party_to|of) (place|adj) ((or|comma) (incorporated|party_to)? (place|adj))+"
    result = reduce(result, row, any_home)
    result = reduce(result, "company (incorporated|party_to|of)? (place|adj)", home)
    result = reduce(result, "incorporated (place|adj)", home)
    result = reduce(result, "(place|adj) ((or|and|comma) (place|adj))* doc", state_law)
    result = reduce(result, "lang (and|or|comma|to|mo)+ lang", lambda run: joined(run, "langs", True))
    result = reduce(
        result, "written? lang written?", lambda run: as_condition(run, LanguageIs(str(value_of(run, "lang"))))
    )
    result = reduce(result, "in_force as_of? range", lambda run: in_force(run, today))
    result = reduce(result, "range as_of? (in_force|apply)", lambda run: in_force(run, today))
    result = reduce(result, "range as_of", lambda run: in_force(run, today))
    result = reduce(result, "as_of range (in_force|apply)?", lambda run: in_force(run, today))
    for pattern in ("without (datefact|dverb|past) range", "range (dverbJ|pastJ) withoutJ"):
        result = reduce(result, pattern, lambda run: date_elsewhere(run, today))
    for pattern in (
        "(datefact|dverb|past) range (and|but|comma) range",
        "range (and|but|comma) range (dverbJ|pastJ|datefact)",
    ):
        result = reduce(result, pattern, two_windows)
    for pattern in (
        "(datefact|dverb|past) range",
        "range (dverbJ|pastJ|datefact)",
        "(dverbJ|pastJ) range",
        "range (dverb|past)",
    ):
        result = reduce(result, pattern, lambda run: date_in(run, today))
    result = reduce(result, "(without|already|except) (past|dverb)", lambda run: not_yet(run, today))
    result = reduce(result, "(pastJ|dverbJ) withoutJ", lambda run: not_yet(run, today))
    result = reduce(result, "pastJ doc? exceptJ", lambda run: not_yet(run, today))
    result = reduce(result, "clause exceptJ clauseword", lambda run: joined(run, "other_clauses", True))
    result = reduce(result, _CLAUSES, clause_types)
    result = reduce(result, "(without|neither|with)* autorenew clauseword* (withJ|withoutJ)*", renewal)
    for pattern in ("without+ renew", "renew withoutJ+"):
        result = reduce(result, pattern, lambda run: as_condition(run, RenewalIs(_BY_ITSELF, wanted=False)))
    result = reduce(result, "(with|without)+ stated", stated)
    result = reduce(result, "stated clauseword* (withJ|withoutJ)", stated)
    result = reduce(result, "stated (with|without)+ stated_after", stated)
    result = reduce(result, "(except|without)? type ((and|or|comma|to) type)* exceptJ?", agreement_types)
    asked_who = any(token.has("who") for token in result)
    for pattern in ("party as_role* role role? as_role*", *(() if asked_who else ("as_role role party",))):
        result = reduce(result, pattern, role)
    result = reduce(
        result,
        "(except|without)? (party_to|doc)* (either|both|between)? party ((and|or|comma|to|both) party)*"
        " (both|either|neither|among)? (party_to|doc)* exceptJ?",
        lambda run: parties(run, names),
    )
    return reduce(result, "contract ((and|or|comma|to) contract)*", contracts)


def _language(run: Sequence[Token]) -> Token:
    return as_condition(run, LanguageIs(str(value_of(run, "lang"))))


def clause_types_reduced(tokens: Sequence[Token]) -> list[Token]:
    """Tokens with only the conditions on clause types read, each as one token `cond`."""
    return reduce(_marked(tokens), _CLAUSES, clause_types)


_BOUND = "(more|least|less|most|exact) num unit"
_LENGTH = "(more|least|less|most|exact)? num unit (or_more|or_less|more|less)?"
_CLAUSES = (
    "(neither|either|both)? (really|without|with|except)* (both|either)? clause clauseword*"
    " ((and|or|comma|to|mo)+ clause clauseword*)* mo? (both|neither|neitherJ|either)? clauseword*"
    " (withJ|withoutJ|absent|really|exceptJ)*"
)


def _marked(tokens: Sequence[Token]) -> list[Token]:
    """Tokens with the tags that the rules need beside those of the lexicon."""
    result = []
    for place, token in enumerate(tokens):
        values = dict(token.values)
        if "today" in values and _CURRENT.search(token.text) and _precedes(tokens[place + 1 :], "doc", "type"):
            # "Our current contracts" are those in force; "currently" beside a verb says less.
            values["in_force"] = True
        fact = values.get("fact")
        if fact in _UNITS:
            values["unit"] = fact
        if fact in DATE_FACTS:
            values["datefact"] = fact
        if fact in _STATED and _WHICH_FACT.search(token.text) is None:
            values["stated"] = fact
        if "renew" in values and _AUTOMATIC.search(token.text):
            values["autorenew"] = _EVERGREEN if _GOES_ON.search(token.text) else _BY_ITSELF
        elif "renew" in values and _MUTUAL.search(token.text):
            values["autorenew"] = _IF_BOTH_AGREE
        if fact == "renewal_term" and _is_not_done(tokens[place + 1 : place + 4]):
            # 「更新しない」 says what a contract does, as "do not renew" does; 「更新のない」 says what it lacks.
            values = {"renew": True, "autorenew": _BY_ITSELF}
        if fact == "governing_law":
            values["lawfact"] = True
        if fact == "notice_period" or "notice_word" in values:
            values["notice"] = True
        if fact == "renewal_term" or "renew" in values:
            values["renewal"] = True
        if fact == "term":
            values["term"] = values["termfact"] = True
        for name in ("year", "month", "day", "week"):
            if name in values:
                values["unit"] = name
        if "company" in values and "unit" not in values:
            values["unit"] = "parties"
        if "clauses_unit" in values:
            values["unit"] = "clauses"
        if _ABSENT.fullmatch(token.text):
            values["absent"] = True
        if token.text.startswith("appl") or "適用" in token.text:
            values["apply"] = True
        if "but" in values and _but_is_except(tokens, place):
            values = {"except": True}
        if _EITHER.search(token.text):
            values["either"] = True
        if "comma" in values:
            values["func"] = True
        if token.text in _ALSO:
            values["mo"] = True
        if token.text == "with" and _precedes(tokens[place + 1 :], "place", "adj"):
            # "Under Texas law and with a Japanese party": no law of two places.
            values.pop("func", None)
        if "with" in values and _ranks_a_date(tokens[place + 1 :]):
            # "Which contract has the expiration date furthest in the future": a date is ranked, not stated.
            values = {"func": True}
        result.append(Token(token.start, token.end, values, token.text))
    return result


def _but_is_except(tokens: Sequence[Token], place: int) -> bool:
    """Whether "but" takes something out of "all", "every" or "everything" before it: "all contracts but the NDA"."""
    every = any(_EVERY.match(token.text) for token in tokens[:place])
    return every and not _precedes(tokens[place + 1 :], "without", "except", "neither", "only", "today", "already")


def _is_not_done(behind: Sequence[Token]) -> bool:
    """Whether a Japanese noun is what is not done, by the words behind it: 「更新しない」."""
    denial = next((place for place, token in enumerate(behind) if token.has("withoutJ")), 0)
    return _DOES.fullmatch("".join(token.text for token in behind[:denial])) is not None


_DOES = re.compile(r"を?(?:し|され)(?:て(?:い)?)?")
_WHICH_FACT = re.compile(r"(?:どこ|どの|どれ|どちら|いつ|何|誰|だれ)(?!.*か[がをは]?$)")
"""A fact with the word that asks for it: 「準拠法はどこ」 asks which, not whether it is stated."""
_EVERY = re.compile(r"(?:all|every|each|any)(?!\w* (?:of )?(?:those|them))")


def _precedes(tokens: Sequence[Token], *tags: str) -> bool:
    """Whether the first word of some that means anything has one of the tags."""
    first = next((token for token in tokens if token.has(*tags) or not token.soft), None)
    return first is not None and first.has(*tags)


def _ranks_a_date(tokens: Sequence[Token]) -> bool:
    """Whether a date comes first, and right behind it a word that ranks."""
    said = [token for token in tokens if not token.soft][:2]
    return len(said) == 2 and said[0].values.get("fact") in DATE_FACTS and said[1].has("super")


_ABSENT = re.compile(
    r"(?:is |are )?(?:missing|absent|lacking)"
    r"|(?:is |are )?not (?:required|needed|foreseen|provided(?: for)?|included|mentioned|stipulated|covered"
    r"|addressed|regulated|agreed"
    r"|granted|stated|specified|contained|there|present|necessary|mandatory|compulsory|part of it)"
)
_CURRENT = re.compile(r"^(?:current|present)$|^(?:現在|現行|今|いま|現時点|本日現在)の$")
_ALSO = frozenset({"にも", "とも", "についても", "に関しても", "をも"})
"""も behind another particle: 「個人情報にもセキュリティにも触れていない」 denies both."""
_EITHER = re.compile(r"^either|どちらか|いずれか|少なくとも(?:一方|片方)|(?:一方|片方)でも")
_AUTOMATIC = re.compile(
    r"auto|unless|keep|self|黙っ|何も[し言]|放っ|ほっと|ほうって|勝手|tacit|evergreen|roll|itself|themselves"
    r"|own$|without|自動|エバーグリーン"
)
_GOES_ON = re.compile(r"evergreen|エバーグリーン")
_BY_ITSELF: tuple[Renewal, ...] = ("automatic", "once", "evergreen")
_MUTUAL = re.compile(r"\bmutual\b")
_IF_BOTH_AGREE: tuple[Renewal, ...] = ("mutual",)
_EVERGREEN: tuple[Renewal, ...] = ("evergreen",)
_UNITS = ("pages", "clauses", "parties")
