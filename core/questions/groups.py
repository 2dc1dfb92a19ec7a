"""What a question groups or measures by: laws, types, parties, years of a date; pages, clauses, terms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from core.lexicon import fiscal_year_without_start
from core.questions.cascade import Token
from core.questions.plan import DateField, DateIn, Dimension, GroupBy, Quantity

if TYPE_CHECKING:
    from core.questions.assembly import Assembly

TIME_TAGS: dict[str, Dimension] = {"fiscal": "fiscal_year", "quarter": "quarter", "month": "month", "year": "year"}
_FACTS: dict[str, Dimension] = {
    "governing_law": "law",
    "agreement_type": "agreement_type",
    "parties": "party",
    "language": "language",
}


def field_of(made: Assembly) -> DateField | None:
    """The date that a word of the question speaks of and no condition has used."""
    for token in made.all("datefact", "dverb", "dverbJ", "past", "pastJ"):
        for tag in ("datefact", "dverb", "dverbJ", "past", "pastJ"):
            if tag in token.values:
                return cast(DateField, token.values[tag])
    return None


def quantity_of(made: Assembly) -> Quantity | None:
    """The number of a contract that a question speaks of."""
    if made.first("notice") is not None:
        return "notice_days"
    if any(token.values["fact"] == "renewal_term" for token in made.all("fact")):
        return "renewal_days"
    for token in made.all("unit"):
        if token.values["unit"] == "pages":
            return "pages"
    if made.first("term") is not None or any(token.text != "of" for token in made.all("run")):
        return "term_days"
    for token in made.all("unit"):
        if token.values["unit"] == "clauses":
            return "clauses"
    if any(token.values["unit"] == "parties" and token.has("fact") for token in made.all("unit")):
        return "parties"
    if any(token.values["unit"] in ("year", "day", "month") for token in made.all("unit")) and made.first("length"):
        return "term_days"
    return None


def dimensions(made: Assembly, *, ranked: bool = False, statistic: bool = False) -> tuple[list[GroupBy], str | None]:
    """What is grouped by, in reading order, and what is missing to group by it.

    Args:
        made: the question's tokens; those of groups are used up.
        ranked: whether the groups are ranked: then a clause type needs no "by".
        statistic: whether a number is measured: its own words are no group.
    """
    found: list[GroupBy] = []
    taken: list[Token] = []
    for token in made.tokens:
        if id(token) in made.used or token.has("cond"):
            continue
        group = _group(made, token, ranked=ranked, statistic=statistic)
        if group is None:
            continue
        if group.dimension in TIME_TAGS.values():
            field = field_of(made)
            if group.dimension == "fiscal_year" and fiscal_year_without_start(made.text):
                return [], "fiscal_year"
            if group.dimension == "quarter" and re.search(r"年度|fiscal|financial", made.text):
                return [], "fiscal_quarter"
            if field is None:
                field = _of_condition(made)
            if field is None:
                return [], "date"
            group = GroupBy(group.dimension, field)
        if group not in found:
            found.append(group)
        taken.append(token)
    if any(group.of for group in found):
        taken += made.all("dverb", "dverbJ", "past", "pastJ", "datefact")
    made.use(*taken)
    made.use(*_beside(made, found))
    return found, None


def _of_condition(made: Assembly) -> DateField | None:
    """The one date that days are said of: "contracts expiring in 2026, by month"."""
    fields = {condition.field for condition in made.conditions if isinstance(condition, DateIn)}
    return fields.pop() if len(fields) == 1 and made.first("count", "breakdown", "doc", "by") else None


def _beside(made: Assembly, groups: list[GroupBy]) -> list[Token]:
    names = {group.dimension for group in groups}
    tokens: list[Token] = []
    if names & {"law", "law_country", "law_state"}:
        tokens += [token for token in made.all("fact") if token.values["fact"] == "governing_law"] + made.all("law")
    if names & {"law_country", "party_country"}:
        tokens += made.all("country")
    if "law_state" in names:
        tokens += made.all("state_noun")
    if "party_country" in names:
        tokens += made.all("company")
    return tokens


def _group(made: Assembly, token: Token, *, ranked: bool, statistic: bool) -> GroupBy | None:
    fact = token.values.get("fact")
    if token.has("langs"):
        return GroupBy("language")
    if fact == "governing_law" and "state" in token.text:
        return GroupBy("law_state")
    if fact == "governing_law" and "countr" in token.text:
        return GroupBy("law_country")
    if token.has("country") and _of_one(made, token):
        return None
    if token.has("country"):
        company = any(
            other.has("company") or other.values.get("fact") == "parties" for other in made.all("company", "fact")
        )
        return GroupBy("party_country" if company else "law_country")
    if token.has("state_noun"):
        return None if _of_one(made, token) else GroupBy("law_state")
    if fact in _FACTS:
        countries = made.first("country") is not None
        state = made.first("state_noun")
        if fact == "governing_law" and (countries or (state is not None and state.start < token.start)):
            return None
        if fact == "parties" and (countries or (statistic and _measured(token))):
            return None
        return GroupBy(_FACTS[str(fact)])
    if token.has("company") and not token.has("by") and (ranked or made.first("by", "count", "which", "who")):
        return None if made.first("country") or statistic else GroupBy("party")
    if token.has("clause_type_noun") and not statistic:
        by = made.first("by", "breakdown", "share") is not None or ranked
        return GroupBy("clause_type") if by and not made.clause_codes() and _ranks_clauses(made, ranked) else None
    for tag, dimension in TIME_TAGS.items():
        if token.has(tag) and made.first("by", "breakdown") is not None:
            if tag == "year" and re.search("年度", token.text):
                return GroupBy("fiscal_year")
            return GroupBy(dimension)
    return None


def _of_one(made: Assembly, token: Token) -> bool:
    """Whether a word is said of one of a kind, whichever it is, and so of no groups: "the law of a US state"."""
    return _ONE_OF.search(made.text, 0, token.start) is not None


_ONE_OF = re.compile(
    r"(?<!by )\b(?:an?|any|some|another|one|certain|(?:which|what)ever)(?: of the)?(?: [a-z.-]{2,12})? $"
)


def _measured(token: Token) -> bool:
    return token.has("unit")


def _ranks_clauses(made: Assembly, ranked: bool) -> bool:
    """ "the most common clause types" ranks clause types, "the contract with the most clauses" contracts."""
    return not ranked or made.first("doc") is None or _WHICH_CLAUSE.match(made.text) is not None


_WHICH_CLAUSE = re.compile(
    r"(?:and |so )?(?:which|what)(?: is| are)?(?: the)? (?:(?:kinds?|types?|sorts?) of )?clauses?(?: types?)?\b"
    r"|(?:どの|どんな|どういう)(?:種類の)?条項|最も[^、。]{1,12}条項"
)
"""Clause types are asked for, wherever they are: "which clause type is most common in our contracts"."""


def asks_contracts(made: Assembly) -> bool:
    """Whether contracts are what a question asks for: "which contracts bind the parties", "where do the parties …"."""
    if made.japanese or made.first("distinct") is not None:
        return False
    hard = [token for token in made.tokens if not token.soft or token.has("which", "doc", "fact", "count", "cond")]
    asking = next((place for place, token in enumerate(hard) if token.has("which", "list", "count", "who")), None)
    if asking is None:
        return False
    if hard[asking].text in ("where", "in which", "whereabouts"):
        return True
    if hard[asking].has("count") and asking + 1 < len(hard) and hard[asking + 1].has("cond"):
        return _NOUN_OF_GROUP.search(hard[asking + 1].text) is None
    after = next((token for token in hard[asking + 1 :] if token.has("doc", "fact", "company", "cond", "law")), None)
    said = any(token.has("cond") for token in hard[asking:])
    return after is not None and after.has("doc") and not after.has("cond") and said


_NOUN_OF_GROUP = re.compile(r"compan|firm|part(?:y|ies)|corporation|countr")
"""Nouns in a condition that may themselves be what is counted: "how many American companies"."""
