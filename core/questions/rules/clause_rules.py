"""Rules of what contracts contain: clause types, there or missing, renewals, and facts that are stated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from core.questions.cascade import Token
from core.questions.plan import ClauseIs, Condition, Renewal, RenewalIs
from core.questions.rules.run_rules import as_condition, value_of


def clause_types(run: Sequence[Token]) -> Token | None:
    codes = tuple(dict.fromkeys(str(token.values["clause"]) for token in run if token.has("clause")))
    first = next(index for index, token in enumerate(run) if token.has("clause"))
    last = max(index for index, token in enumerate(run) if token.has("clause"))
    inside = run[first : last + 1]
    lead, tail = run[:first], run[last + 1 :]
    denied = sum(token.has("without") and not token.has("with", "except") for token in lead)
    denied += any(token.has("except") for token in lead)
    denied += sum(token.has("withoutJ", "absent", "exceptJ") for token in tail)
    if any(token.has("exceptJ") for token in tail) and _A_KIND.fullmatch(run[last].text):
        return None  # 「秘密保持を除き」: agreements of that kind, or those with the clause?
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
    if not wanted and not neither and _only_listed(run, inside):
        return None
    there = any(_is_there(token) for token in inside[:-1]) and _is_joined(inside)
    if not wanted and not neither and len(codes) > 1 and (there or any(token.has("with", "withJ") for token in inside)):
        return _denied_and_there(run, inside, japanese=japanese)
    but = _but_between(run, inside)
    if but is not None and not wanted:
        # 「打ち切れるが、…権利はない」: what stands before "but" is there.
        return _denied_behind(run, inside, but) if denied == 1 and not either and not neither else None
    explicit = bool(denied) or neither or any(token.has("with", "withJ", "really") for token in (*lead, *tail))
    if either and wanted and len(codes) > 1:
        made: tuple[Condition, ...] = (ClauseIs(codes),)
    else:
        made = tuple(ClauseIs((code,), wanted) for code in codes)
    token = as_condition(run, *made)
    token.values["clauses"] = codes
    if explicit:
        token.values["explicit"] = True
    return token


_A_KIND = re.compile(r"(?:秘密|機密)保持|守秘")


def _but_between(run: Sequence[Token], inside: Sequence[Token]) -> Token | None:
    """A Japanese "but" between two clause types."""
    for place, token in enumerate(inside):
        if token.has("but") and not token.text.isascii():
            return token
        behind = "".join(other.text for other in inside[place + 1 : place + 3])
        if token.has("comma") and behind.startswith(_BUT):
            return token
    return None


_BUT = ("でも", "しかし", "ただし", "だが", "けど")


def _denied_behind(run: Sequence[Token], inside: Sequence[Token], but: Token) -> Token:
    """Clause types before a "but" that are there, and those behind it that are missing."""
    found = [(str(token.values["clause"]), token.start < but.start) for token in inside if token.has("clause")]
    token = as_condition(run, *(ClauseIs((code,), held) for code, held in dict(found).items()))
    token.values["clauses"] = tuple(dict(found))
    token.values["explicit"] = True
    return token


def _is_there(token: Token) -> bool:
    """Whether the words for a clause type themselves say that it is there: 「責任の上限があり」."""
    return token.has("clause") and _THERE.search(token.text) is not None


_THERE = re.compile(
    r"(?:があ(?:り|って|る)|を(?:設け|定め|置い)(?:て(?:いて|おり)?)?|が(?:入って|付いて)(?:いて|おり))$"
)


def _is_joined(inside: Sequence[Token]) -> bool:
    """Whether a comma or a "but" follows what is there, not an "and"."""
    places = [place for place, token in enumerate(inside[:-1]) if _is_there(token)]
    return all(inside[place + 1].has("comma", "but") for place in places)


def _only_listed(run: Sequence[Token], inside: Sequence[Token]) -> bool:
    """Whether an English denial stands before types that only commas join: "no cap, insurance required" denies one."""
    joins = [token for token in inside if token.has("and", "or", "comma", "to", "mo")]
    lead = any(token.has("without") for token in run[: run.index(inside[0])])
    return lead and bool(joins) and all(token.has("comma") and token.text == "," for token in joins)


def _denied_and_there(run: Sequence[Token], inside: Sequence[Token], *, japanese: bool) -> Token | None:
    """ "Without a cap and with insurance", 「保険があり、上限がない」: some are missing and some are there."""
    if any(token.has("or") for token in inside):
        return None
    there: dict[str, bool] = {}
    wanted = False
    waiting: list[str] = []  # 「監査権と上限があり」: what is there is said of both
    for token in inside:
        if token.has("clause"):
            code = str(token.values["clause"])
            there[code] = wanted and not japanese
            waiting.append(code)
        said = token.has("with", "withJ") and not token.has("without", "withoutJ", "clauseword", "clause")
        wanted = wanted or said
        if japanese and (said or (_is_there(token) and token is not inside[-1])):
            there |= dict.fromkeys(waiting, True)
            waiting.clear()
    token = as_condition(run, *(ClauseIs((code,), held) for code, held in there.items()))
    token.values["clauses"] = tuple(there)
    token.values["explicit"] = True
    return token


def renewal(run: Sequence[Token]) -> Token:
    denied = any(token.has("without", "neither", "withoutJ") for token in run)
    renewals = cast(tuple[Renewal, ...], value_of(run, "autorenew"))
    return as_condition(run, RenewalIs(renewals, not denied))


def stated(run: Sequence[Token]) -> Token | None:
    denied = any(token.has("without", "withoutJ") and not token.has("with") for token in run)
    code = str(value_of(run, "stated"))
    if code == "last_notice_day":
        return None
    return as_condition(run, ClauseIs((code,), not denied))
