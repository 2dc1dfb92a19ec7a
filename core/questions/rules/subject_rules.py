"""Rules of whose contracts are meant: agreement types, parties with their roles, contracts by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from core.lexicon import agreement_code
from core.questions.cascade import Token, joined
from core.questions.names import Names
from core.questions.plan import ContractIs, PartyIs, TypeIs
from core.questions.rules.law_rules import begins_again
from core.questions.rules.run_rules import as_condition, value_of


def agreement_types(run: Sequence[Token]) -> Token | None:
    codes = tuple(dict.fromkeys(code for token in run if token.has("type") for code in _kinds_called(token)))
    denied = any(token.has("except", "exceptJ", "without") for token in run)
    token = as_condition(run, TypeIs(codes, not denied))
    token.values["types"] = tuple(part.text for part in run if part.has("type"))
    return token


def _kinds_called(token: Token) -> tuple[str, ...]:
    """The kinds that a word names: 売買契約 is also a 売買基本契約, where that is another kind."""
    code = str(token.values["type"])
    stem = re.fullmatch(r"(?P<stem>.+?)契約書?", token.text)
    framework = agreement_code(f"{stem['stem']}基本契約") if stem is not None else None
    return (code,) if framework in (None, code) else (code, str(framework))


_Firm = tuple[tuple[str, ...], tuple[str, ...]]
"""Names that a question means, and further names of the same party."""


def one_contract(run: Sequence[Token], names: Names) -> Token | None:
    """ "The Siga license" as the contract, where one has that party and that type; so for several types, one each."""
    firms = cast(tuple[_Firm, ...], value_of(run, "party"))
    known = [name for firm in firms for part in firm for name in part]
    types = [str(token.values["type"]) for token in run if token.has("type")]
    found = [names.contracts_of(known, (code,)) for code in types]
    if any(len(ids) != 1 for ids in found):
        return None
    return joined(run, "contract", tuple(key for ids in found for key in ids))


def contracts_of_each(run: Sequence[Token], names: Names) -> Token | None:
    """ "The Siga license and the Nimbus hosting agreement": of each pair the one contract, where there is one."""
    begins = [place for place, token in enumerate(run) if token.has("party")]
    if len(begins) != 2:
        return None
    both = (one_contract(run[: begins[1]], names), one_contract(run[begins[1] :], names))
    if None in both:
        return None
    ids = [key for token in both if token is not None for key in cast(tuple[str, ...], token.values["contract"])]
    return joined(run, "contract", tuple(ids)) if len(set(ids)) == 2 else None


def parties(run: Sequence[Token], names: Names) -> Token | None:
    named = [token for token in run if token.has("party")]
    between = [token for token in run[:-1] if not token.has("party")]
    firms = [cast(tuple[_Firm, ...], token.values["party"]) for token in named]
    if any(token.has("except", "exceptJ", "without") for token in run):
        if begins_again(run, "party") or any(token.text.startswith("none") for token in run):
            # "None of the Velo contracts": of them, and not of all others.
            return None
        excluded = tuple(name for choices in firms for firm in choices for name in firm[0])
        others = tuple(name for choices in firms for firm in choices for name in firm[1])
        return as_condition(run, PartyIs(" / ".join(token.text for token in named), excluded, others, wanted=False))
    if any(len(choices) > 1 for choices in firms):
        if len(named) > 1:
            return None
        called = named[0].text
        return joined(run, "parties_choice", tuple((PartyIs(called, *firm),) for firm in firms[0]))
    if len(firms) == 1:
        return as_condition(run, PartyIs(named[0].text, *firms[0][0]))
    whole = PartyIs(
        " / ".join(token.text for token in named),
        tuple(name for choices in firms for name in choices[0][0]),
        tuple(name for choices in firms for name in choices[0][1]),
    )
    if any(token.has("or") for token in (*between, run[-1])):
        return as_condition(run, whole)
    together = tuple(PartyIs(token.text, *choices[0]) for token, choices in zip(named, firms, strict=True))
    sure = any(token.has("between", "both", "among") or "間" in token.text for token in run)
    held = [names.contracts_of([*condition.names, *condition.others]) for condition in together]
    if sure or any(token.text == "/" for token in between):
        return as_condition(run, *together)
    if all(held) and not frozenset.intersection(*held):
        # No contract has them all: whoever says both means the contracts of either.
        return as_condition(run, whole)
    return joined(run, "parties_choice", (together, (whole,)))


def role(run: Sequence[Token]) -> Token | None:
    """ "Halden is the customer": a party that the contract calls so."""
    choices = cast(tuple[_Firm, ...], value_of(run, "party"))
    if len(choices) > 1:
        return None
    asked = next(token.text for token in run if token.has("party"))
    roles = [role for token in run if token.has("role") for role in cast(tuple[str, ...], token.values["role"])]
    return as_condition(run, PartyIs(asked, *choices[0], roles=tuple(dict.fromkeys(roles))))


def contracts(run: Sequence[Token]) -> Token | None:
    ids = tuple(
        dict.fromkeys(
            key for token in run if token.has("contract") for key in cast(tuple[str, ...], token.values["contract"])
        )
    )
    called = " ".join(token.text for token in run if token.has("contract"))
    token = as_condition(run, ContractIs(ids, called))
    token.values["contracts"] = ids
    return token
