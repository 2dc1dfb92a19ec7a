"""Rules that make conditions of words: numbers, laws, days, clause types, agreement types, parties, contracts."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import cast

from core.questions.cascade import Token, joined, reduce
from core.questions.names import Names
from core.questions.plan import (
    ClauseIs,
    Condition,
    ContractIs,
    DateField,
    DateIn,
    LanguageIs,
    Law,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Quantity,
    Renewal,
    RenewalIs,
    TypeIs,
    Unit,
)
from core.questions.ranges import Range

DATE_FACTS = ("expiration_date", "effective_date", "agreement_date", "last_notice_day")
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
            result = reduce(result, pattern, lambda run: _one_contract(run, names))
    result = reduce(result, "range (or|and|comma|to) range", _adjoining)
    result = reduce(result, "least num but? less num unit", _number_between_strict)
    result = reduce(result, "(least|more|exact|less|most)? num (doc|counter) (or_more|or_less|more|less)?", _having)
    result = reduce(result, f"renewal (run|party_to)* {_LENGTH} each_time?", _renewal_length)
    result = reduce(result, f"(notice|term|run) {_BOUND}", _number)
    result = reduce(result, "(notice|term|run) num unit (or_more|or_less|more|less)", _number)
    result = reduce(result, f"{_LENGTH} (by|each_time)? renewal (each_time|withJ)*", _renewal_length)
    result = reduce(result, "unit (more|least|less|most|exact) num", _number)
    result = reduce(result, "unit num (or_more|or_less|more|less)", _number)
    result = reduce(result, f"(notice|term|run)? {_BOUND} (notice|termfact)?", _number)
    result = reduce(result, "(notice|term|run)? num unit (or_more|or_less|more|less) (notice|termfact)?", _number)
    result = reduce(result, "(notice|term) (run|exact)* num unit", _number)
    result = reduce(result, "num unit (notice|termfact)", _number)
    result = reduce(result, "num unit doc", _long_contracts)
    result = reduce(result, "(notice|term|run)? num (or_more|or_less) unit", _number)
    result = reduce(result, "between num unit? (and|to) num unit", _number_between)
    result = reduce(
        result,
        "(except|without)* (govern|under|law|lawfact)* (place|adj) law*"
        " ((or|and|comma|to|either|mo) (govern|under|law|lawfact)* (place|adj) law*)*"
        " (govern|lawfact|except|exceptJ|withoutJ|mo)*",
        _law,
    )
    result = reduce(result, "(place|adj) ((and|or|comma|to) one? (place|adj))+ company", _homes)
    result = reduce(result, "(place|adj) incorporated? company", _home)
    result = reduce(result, "company (incorporated|party_to|of)? (place|adj)", _home)
    result = reduce(result, "incorporated (place|adj)", _home)
    result = reduce(result, "(place|adj) ((or|and|comma) (place|adj))* doc", _state_law)
    result = reduce(result, "written? lang written?", lambda run: _cond(run, LanguageIs(str(_value(run, "lang")))))
    result = reduce(result, "in_force as_of? range", lambda run: _in_force(run, today))
    result = reduce(result, "range as_of? (in_force|apply)", lambda run: _in_force(run, today))
    result = reduce(result, "range as_of", lambda run: _in_force(run, today))
    result = reduce(result, "as_of range (in_force|apply)?", lambda run: _in_force(run, today))
    for pattern in ("without (datefact|dverb|past) range", "range (dverbJ|pastJ) withoutJ"):
        result = reduce(result, pattern, lambda run: _date_elsewhere(run, today))
    for pattern in (
        "(datefact|dverb|past) range (and|but|comma) range",
        "range (and|but|comma) range (dverbJ|pastJ|datefact)",
    ):
        result = reduce(result, pattern, _two_windows)
    for pattern in (
        "(datefact|dverb|past) range",
        "range (dverbJ|pastJ|datefact)",
        "(dverbJ|pastJ) range",
        "range (dverb|past)",
    ):
        result = reduce(result, pattern, lambda run: _date(run, today))
    result = reduce(result, "(without|already|except) (past|dverb)", lambda run: _not_yet(run, today))
    result = reduce(result, "(pastJ|dverbJ) withoutJ", lambda run: _not_yet(run, today))
    result = reduce(result, "pastJ doc? exceptJ", lambda run: _not_yet(run, today))
    result = reduce(result, "clause exceptJ clauseword", lambda run: joined(run, "other_clauses", True))
    result = reduce(result, _CLAUSES, _clauses)
    result = reduce(result, "(without|neither|with)* autorenew clauseword* (withJ|withoutJ)*", _renewal)
    for pattern in ("without+ renew", "renew withoutJ+"):
        result = reduce(result, pattern, lambda run: _cond(run, ClauseIs(("renewal_term",), wanted=False)))
    result = reduce(result, "(with|without)+ stated", _stated)
    result = reduce(result, "stated clauseword* (withJ|withoutJ)", _stated)
    result = reduce(result, "stated (with|without)+ stated_after", _stated)
    result = reduce(result, "(except|without)? type ((and|or|comma|to) type)* exceptJ?", _types)
    asked_who = any(token.has("who") for token in result)
    for pattern in ("party as_role* role role? as_role*", *(() if asked_who else ("as_role role party",))):
        result = reduce(result, pattern, _role)
    result = reduce(
        result,
        "(except|without)? (party_to|doc)* (either|both|between)? party ((and|or|comma|to|both) party)*"
        " (both|either|neither|among)? (party_to|doc)* exceptJ?",
        lambda run: _parties(run, names),
    )
    return reduce(result, "contract ((and|or|comma|to) contract)*", _contracts)


def clause_types_reduced(tokens: Sequence[Token]) -> list[Token]:
    """Tokens with only the conditions on clause types read, each as one token `cond`."""
    return reduce(_marked(tokens), _CLAUSES, _clauses)


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
        if fact in _STATED:
            values["stated"] = fact
        if "renew" in values and _AUTOMATIC.search(token.text):
            values["autorenew"] = _EVERGREEN if _GOES_ON.search(token.text) else _BY_ITSELF
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
        if token.text in ("is missing", "are missing", "is absent", "are absent", "missing", "absent", "is lacking"):
            values["absent"] = True
        if token.text.startswith("appl") or "適用" in token.text:
            values["apply"] = True
        if "but" in values and _but_is_except(tokens, place):
            values = {"except": True}
        if _EITHER.search(token.text):
            values["either"] = True
        if "comma" in values:
            values["func"] = True
        if token.text == "with" and _precedes(tokens[place + 1 :], "place", "adj"):
            # "Under Texas law and with a Japanese party": no law of two places.
            values.pop("func", None)
        result.append(Token(token.start, token.end, values, token.text))
    return result


def _but_is_except(tokens: Sequence[Token], place: int) -> bool:
    """Whether "but" takes something out of "all", "every" or "everything" before it: "all contracts but the NDA"."""
    every = any(_EVERY.match(token.text) for token in tokens[:place])
    return every and not _precedes(tokens[place + 1 :], "without", "except", "neither", "only", "today", "already")


_EVERY = re.compile(r"(?:all|every|each|any)(?!\w* (?:of )?(?:those|them))")


def _precedes(tokens: Sequence[Token], *tags: str) -> bool:
    """Whether the first word of some that means anything has one of the tags."""
    first = next((token for token in tokens if token.has(*tags) or not token.soft), None)
    return first is not None and first.has(*tags)


_CURRENT = re.compile(r"^(?:current|present)$|^(?:現在|現行|今|いま|現時点|本日現在)の$")
_EITHER = re.compile(r"^either|どちらか|いずれか")
_AUTOMATIC = re.compile(
    r"auto|unless|keep|黙っ|何もし|放って|tacit|evergreen|roll|itself|themselves|own$|without|自動|エバーグリーン"
)
_GOES_ON = re.compile(r"evergreen|エバーグリーン")
_BY_ITSELF: tuple[Renewal, ...] = ("automatic", "once", "evergreen")
_EVERGREEN: tuple[Renewal, ...] = ("evergreen",)
_UNITS = ("pages", "clauses", "parties")


def _value(run: Sequence[Token], tag: str) -> object:
    return next((token.values[tag] for token in run if tag in token.values), None)


def _cond(run: Sequence[Token], *conditions: Condition) -> Token:
    return joined(run, "cond", conditions)


# Numbers


def _number(run: Sequence[Token]) -> Token | None:
    count, unit = cast(int, _value(run, "num")), str(_value(run, "unit"))
    low, high, strict = _bounds(run, count)
    return _number_cond(run, unit, low, high, strict)


def _bounds(run: Sequence[Token], count: int) -> tuple[int | None, int | None, bool]:
    """The least and the greatest number, and whether a term must be longer or shorter than that."""
    place = next(index for index, token in enumerate(run) if token.has("num"))
    tags = {tag for token in (*run[max(0, place - 1) : place], *run[place + 1 :]) for tag in token.values}
    if "least" in tags or "or_more" in tags:
        return count, None, False
    if "or_less" in tags or "most" in tags:
        return None, count, False
    if "more" in tags:
        return count, None, True
    if "less" in tags:
        return None, count, True
    return count, count, False


def _number_cond(run: Sequence[Token], unit: str, low: int | None, high: int | None, strict: bool) -> Token | None:
    notice = any(token.has("notice") for token in run)
    if unit in ("day", "week", "month", "year"):
        if notice:
            first, last = (None if bound is None else _days(bound, unit) for bound in (low, high))
            return _cond(run, NumberIs("notice_days", *_whole(first, last, strict)))
        bounds = ("term", "run", "termfact", "less", "more", "least", "most", "or_more", "or_less", "exact")
        if not any(token.has(*bounds) for token in run):
            return None
        if unit == "week":
            low, high, unit = (None if low is None else low * 7), (None if high is None else high * 7), "day"
        return _cond(run, NumberIs("term_days", low, high, cast(Unit, unit), strict))
    low, high = _whole(low, high, strict)
    return _cond(run, NumberIs(cast(Quantity, unit), low, high))


def length_of(run: Sequence[Token]) -> tuple[Condition, ...]:
    """The condition that a word for a period, a number and a unit make; none where they make none."""
    made = _renewal_length(run) if run[0].has("renewal") else _number(run)
    return () if made is None else cast(tuple[Condition, ...], made.values["cond"])


def _days(count: int, unit: str) -> int:
    """Days of so many units, a month counted as 30 days and 12 months as a year of 365."""
    if unit in ("day", "week"):
        return count * (7 if unit == "week" else 1)
    years, months = divmod(count * (12 if unit == "year" else 1), 12)
    return 365 * years + 30 * months


def _renewal_length(run: Sequence[Token]) -> Token | None:
    """ "Renews for more than one year at a time", 「2年ごとに更新」: how long a renewal lasts."""
    unit = str(_value(run, "unit"))
    if unit not in ("day", "week", "month", "year"):
        return None
    if any(not token.has(*_LENGTH_TAGS) and token.text not in _BESIDE_LENGTH for token in run):
        # "Renews automatically, over three years": the years are of the term.
        return None
    low, high, strict = _bounds(run, cast(int, _value(run, "num")))
    if unit == "week":
        low, high, unit = (None if low is None else low * 7), (None if high is None else high * 7), "day"
    lasts = NumberIs("renewal_days", low, high, cast(Unit, unit), strict)
    renewals = _value(run, "autorenew")
    if renewals is None:
        return _cond(run, lasts)
    return _cond(run, RenewalIs(cast(tuple[Renewal, ...], renewals)), lasts)


_LENGTH_TAGS = (
    *("renewal", "num", "unit", "more", "least", "less", "most", "exact", "or_more", "or_less", "each_time", "by"),
    "withJ",
)
_BESIDE_LENGTH = frozenset("for of by is are a an the another further at with が は の に も で、".split())
"""Words that may stand between a renewal and its length."""


def _long_contracts(run: Sequence[Token]) -> Token | None:
    """ "Three-year contracts": of that term. "Three years' contracts" or "two day contracts" are not read."""
    unit = next(token for token in run if token.has("unit"))
    if unit.text not in ("year", "month") or any(token.soft for token in run):
        return None
    count = cast(int, _value(run, "num"))
    length = NumberIs("term_days", count, count, cast(Unit, unit.text))
    return _cond(run, length)


def _whole(low: int | None, high: int | None, strict: bool) -> tuple[int | None, int | None]:
    """Bounds that are both included."""
    step = 1 if strict else 0
    return (None if low is None else low + step), (None if high is None else high - step)


def _number_between(run: Sequence[Token]) -> Token | None:
    numbers = [cast(int, token.values["num"]) for token in run if token.has("num")]
    unit = str(_value(run, "unit"))
    return _number_cond(run, unit, numbers[0], numbers[1], False) if len(numbers) == 2 else None


def _number_between_strict(run: Sequence[Token]) -> Token | None:
    """ "at least five but fewer than ten clauses"."""
    numbers = [cast(int, token.values["num"]) for token in run if token.has("num")]
    return _number_cond(run, str(_value(run, "unit")), numbers[0], numbers[1] - 1, False)


def _adjoining(run: Sequence[Token]) -> Token | None:
    """Two stretches of days of which one begins where the other ends, as one: "in 2020 or 2021"."""
    first, second = (cast(Range, token.values["range"]) for token in run if token.has("range"))
    if None in (first.first, first.last, second.first, second.last):
        return None
    assert first.last is not None
    if first.last + timedelta(days=1) != second.first:
        return None
    return joined(run, "range", Range(first.start, second.end, first.first, second.last))


def _having(run: Sequence[Token]) -> Token | None:
    count = cast(int, _value(run, "num"))
    if not any(token.has("least", "more", "exact", "less", "most", "or_more", "or_less") for token in run):
        return None
    low, high, strict = _bounds(run, count)
    return joined(run, "having", _whole(low, high, strict))


# Laws and homes


def _law(run: Sequence[Token]) -> Token | None:
    if not any(token.has("govern", "law", "lawfact", "under") for token in run):
        return None
    if all(token.has("adj", "func", "under", "without", "except", "or", "and", "comma") for token in run):
        return None
    laws = tuple(
        cast(Law, token.values.get("place") or token.values.get("adj")) for token in run if token.has("place", "adj")
    )
    denied = sum(token.has("except", "exceptJ", "without", "withoutJ") for token in run)
    if denied > 1 or (denied and _begins_again(run, "place", "adj")):
        return None
    if not denied and any(token.has("and") and token.text in ("かつ", "同時に") for token in run):
        return _cond(run, *(LawIs((law,)) for law in laws))
    return _cond(run, LawIs(laws, denied == 0))


def _begins_again(run: Sequence[Token], *tags: str) -> bool:
    """Whether a "with" or "under" stands between two of a row: "not under Delaware law and under Texas law"."""
    places = [place for place, token in enumerate(run) if token.has(*tags)]
    inside = run[places[0] : places[-1]] if places else ()
    return any(token.has("under", "govern", "with", "party_to") and token.text != "from" for token in inside)


def _homes(run: Sequence[Token]) -> Token:
    """ "A UK and a Japanese party": one of each; with "or", one of any."""
    countries = tuple(
        cast(Law, token.values.get("place") or token.values["adj"]).country
        for token in run
        if token.has("place", "adj")
    )
    if any(token.has("or") for token in run):
        return _cond(run, PartyFrom(countries))
    return _cond(run, *(PartyFrom((country,)) for country in countries))


def _state_law(run: Sequence[Token]) -> Token | None:
    """ "Texas contracts": the law of a state, since no company is said to be from there."""
    laws = tuple(cast(Law, token.values["place"]) for token in run if token.has("place"))
    stated = all(law.state is not None for law in laws) and not any(token.has("adj") for token in run)
    return _cond(run, LawIs(laws)) if stated else None


def _home(run: Sequence[Token]) -> Token | None:
    law = cast(Law, _value(run, "place") or _value(run, "adj"))
    return _cond(run, PartyFrom((law.country,))) if law.state is None else None


# Days


def _date(run: Sequence[Token], today: date) -> Token | None:
    span = cast(Range, _value(run, "range"))
    past = next((token for token in run if token.has("past", "pastJ")), None)
    field = _field(run)
    if field is None:
        return None
    first, last = span.first, span.last
    if field == "agreement_date" and first == today and last is not None and _WITHIN.search(_words_of_range(run)):
        # Nothing has been signed tomorrow: "signed within two years" counts back from today.
        first, last = _back(today, last), today
    ahead = first is None and last is not None and last >= today and past is None
    if ahead and field in ("expiration_date", "last_notice_day") and _DEADLINE.search(_words_of_range(run)):
        # "Expiring by the end of next month": what has expired long ago is not meant.
        first = today
    if past is not None and field == "expiration_date" and not (past.has("dverb", "dverbJ")):
        yesterday = today - timedelta(days=1)
        if first is None or first <= yesterday:
            last = yesterday if last is None else min(last, yesterday)
    return _cond(run, DateIn.between(field, first, last))


_DEADLINE = re.compile(
    r"\b(?:by|until|till|before) (?:the )?(?:end of )?(?:the |this |next )(?:month|week|quarter|year|fiscal year)"
    r"|(?:今|来|本|翌)(?:月|年|年度|週|四半期|期)末?まで"
)
"""A last day that is told from today."""
_WITHIN = re.compile(r"\bwithin\b|以内|の間|内")


def _words_of_range(run: Sequence[Token]) -> str:
    return next(token.text for token in run if token.has("range"))


def _back(today: date, last: date) -> date:
    """As long before today as a day is after it, by months where it is the same day of a month."""
    if last.day != today.day:
        return today - (last - today)
    months = (last.year - today.year) * 12 + last.month - today.month
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))


def _date_elsewhere(run: Sequence[Token], today: date) -> Token | None:
    """ "do not expire in 2027": the date is known and lies elsewhere. "Not until 2027" says something else."""
    made = _date([token for token in run if not token.has("without", "withoutJ")], today)
    if made is None or _UNTIL.search(_words_of_range(run)):
        return None
    (condition,) = cast(tuple[DateIn, ...], made.values["cond"])
    return _cond(run, replace(condition, wanted=False))


_UNTIL = re.compile(r"\b(?:until|till)\b|まで(?!に)")


def _two_windows(run: Sequence[Token]) -> Token | None:
    """ "before 2020 and after 2025": both of one date, which no contract can meet; "in 2019 and 2021" is not read."""
    first, second = (cast(Range, token.values["range"]) for token in run if token.has("range"))
    field = _field(run)
    sides = {(window.first is None, window.last is None) for window in (first, second)}
    if field is None or sides != {(True, False), (False, True)}:
        return None
    return _cond(run, *(DateIn.between(field, window.first, window.last) for window in (first, second)))


def _field(run: Sequence[Token]) -> DateField | None:
    for tag in ("datefact", "past", "pastJ", "dverb", "dverbJ"):
        found = _value(run, tag)
        if found in DATE_FACTS:
            return cast(DateField, found)
    return None


def _not_yet(run: Sequence[Token], today: date) -> Token | None:
    """ "not expired", "already expired"."""
    field = _field(run)
    if field != "expiration_date":
        return None
    past = any(token.has("past", "pastJ") for token in run)
    if any(token.has("without", "withoutJ", "except", "exceptJ") for token in run):
        return _cond(run, DateIn.between(field, today, None)) if past else None
    return _cond(run, DateIn.between(field, None, today - timedelta(days=1))) if past else None


def _in_force(run: Sequence[Token], today: date) -> Token | None:
    span = cast(Range, _value(run, "range"))
    if span.first is None or span.first != span.last:
        return None
    del today
    return joined(run, "on_day", span.first.isoformat())


# Clause types


def _clauses(run: Sequence[Token]) -> Token | None:
    codes = tuple(dict.fromkeys(str(token.values["clause"]) for token in run if token.has("clause")))
    first = next(index for index, token in enumerate(run) if token.has("clause"))
    last = max(index for index, token in enumerate(run) if token.has("clause"))
    inside = run[first : last + 1]
    lead, tail = run[:first], run[last + 1 :]
    denied = sum(token.has("without") and not token.has("with", "except") for token in lead)
    denied += any(token.has("except") for token in lead)
    denied += sum(token.has("withoutJ", "absent", "exceptJ") for token in tail)
    neither = any(token.has("neither") and not token.has("both") for token in lead)
    if any(token.has("really") for token in run):
        denied = 0
    wanted = denied % 2 == 0 and not neither
    either = any(token.has("or") for token in inside) or any(
        token.has("or", "either") and not token.has("both") for token in tail
    )
    if any(token.has("or") for token in inside) and any(token.has("both") for token in tail):
        return None
    if any(token.has("or") for token in inside) and any(token.has("and", "mo") for token in inside):
        return None
    japanese = any(token.has("withoutJ") for token in tail)
    if either and not wanted and japanese and not any(token.has("neither", "mo") for token in run):
        return None
    if not wanted and not neither and len(codes) > 1 and any(token.has("with", "withJ") for token in inside):
        return _denied_and_there(run, inside, japanese=japanese)
    explicit = bool(denied) or neither or any(token.has("with", "withJ", "really") for token in (*lead, *tail))
    if either and wanted and len(codes) > 1:
        made: tuple[Condition, ...] = (ClauseIs(codes),)
    else:
        made = tuple(ClauseIs((code,), wanted) for code in codes)
    token = _cond(run, *made)
    token.values["clauses"] = codes
    if explicit:
        token.values["explicit"] = True
    return token


def _denied_and_there(run: Sequence[Token], inside: Sequence[Token], *, japanese: bool) -> Token | None:
    """ "Without a cap and with insurance", 「保険があり、上限がない」: some are missing and some are there."""
    if any(token.has("or") for token in inside):
        return None
    there: dict[str, bool] = {}
    wanted, code = False, ""
    for token in inside:
        if token.has("clause"):
            code = str(token.values["clause"])
            there[code] = wanted and not japanese
        elif token.has("with", "withJ") and not token.has("without", "withoutJ", "clauseword"):
            wanted = True
            if japanese:
                there[code] = True
    token = _cond(run, *(ClauseIs((code,), held) for code, held in there.items()))
    token.values["clauses"] = tuple(there)
    token.values["explicit"] = True
    return token


def _renewal(run: Sequence[Token]) -> Token:
    denied = any(token.has("without", "neither", "withoutJ") for token in run)
    renewals = cast(tuple[Renewal, ...], _value(run, "autorenew"))
    return _cond(run, RenewalIs(renewals, not denied))


def _stated(run: Sequence[Token]) -> Token | None:
    denied = any(token.has("without", "withoutJ") and not token.has("with") for token in run)
    code = str(_value(run, "stated"))
    if code == "last_notice_day":
        return None
    return _cond(run, ClauseIs((code,), not denied))


# Types, parties, contracts


def _types(run: Sequence[Token]) -> Token | None:
    codes = tuple(dict.fromkeys(str(token.values["type"]) for token in run if token.has("type")))
    denied = any(token.has("except", "exceptJ", "without") for token in run)
    token = _cond(run, TypeIs(codes, not denied))
    token.values["types"] = tuple(part.text for part in run if part.has("type"))
    return token


_Firm = tuple[tuple[str, ...], tuple[str, ...]]
"""Names that a question means, and further names of the same party."""


def _one_contract(run: Sequence[Token], names: Names) -> Token | None:
    """ "The Siga license" as the contract, where one has that party and that type; so for several types, one each."""
    firms = cast(tuple[_Firm, ...], _value(run, "party"))
    known = [name for firm in firms for part in firm for name in part]
    types = [str(token.values["type"]) for token in run if token.has("type")]
    found = [names.contracts_of(known, (code,)) for code in types]
    if any(len(ids) != 1 for ids in found):
        return None
    return joined(run, "contract", tuple(key for ids in found for key in ids))


def _parties(run: Sequence[Token], names: Names) -> Token | None:
    named = [token for token in run if token.has("party")]
    between = [token for token in run[:-1] if not token.has("party")]
    firms = [cast(tuple[_Firm, ...], token.values["party"]) for token in named]
    if any(token.has("except", "exceptJ", "without") for token in run):
        if _begins_again(run, "party"):
            return None
        excluded = tuple(name for choices in firms for firm in choices for name in firm[0])
        others = tuple(name for choices in firms for firm in choices for name in firm[1])
        return _cond(run, PartyIs(" / ".join(token.text for token in named), excluded, others, wanted=False))
    if any(len(choices) > 1 for choices in firms):
        if len(named) > 1:
            return None
        called = named[0].text
        return joined(run, "parties_choice", tuple((PartyIs(called, *firm),) for firm in firms[0]))
    if len(firms) == 1:
        return _cond(run, PartyIs(named[0].text, *firms[0][0]))
    whole = PartyIs(
        " / ".join(token.text for token in named),
        tuple(name for choices in firms for name in choices[0][0]),
        tuple(name for choices in firms for name in choices[0][1]),
    )
    if any(token.has("or") for token in (*between, run[-1])):
        return _cond(run, whole)
    together = tuple(PartyIs(token.text, *choices[0]) for token, choices in zip(named, firms, strict=True))
    sure = any(token.has("between", "both", "among") or "間" in token.text for token in run)
    held = [names.contracts_of([*condition.names, *condition.others]) for condition in together]
    if sure or any(token.text == "/" for token in between):
        return _cond(run, *together)
    if all(held) and not frozenset.intersection(*held):
        # No contract has them all: whoever says both means the contracts of either.
        return _cond(run, whole)
    return joined(run, "parties_choice", (together, (whole,)))


def _role(run: Sequence[Token]) -> Token | None:
    """ "Halden is the customer": a party that the contract calls so."""
    choices = cast(tuple[_Firm, ...], _value(run, "party"))
    if len(choices) > 1:
        return None
    asked = next(token.text for token in run if token.has("party"))
    roles = [role for token in run if token.has("role") for role in cast(tuple[str, ...], token.values["role"])]
    return _cond(run, PartyIs(asked, *choices[0], roles=tuple(dict.fromkeys(roles))))


def _contracts(run: Sequence[Token]) -> Token | None:
    ids = tuple(
        dict.fromkeys(
            key for token in run if token.has("contract") for key in cast(tuple[str, ...], token.values["contract"])
        )
    )
    called = " ".join(token.text for token in run if token.has("contract"))
    token = _cond(run, ContractIs(ids, called))
    token.values["contracts"] = ids
    return token
