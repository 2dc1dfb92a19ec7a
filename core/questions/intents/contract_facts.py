"""Facts of contracts, and which clauses they have."""

from __future__ import annotations

import re

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.cascade import Token
from core.questions.intents.choices import chosen
from core.questions.intents.fact_questions import asks_role, is_yes_no, named_facts
from core.questions.plan import ContractIs, DateIn, PartyIs, Plan, Question, TypeIs

_WHO_IS = re.compile(r"(?:and |so )?who(?:'s| is| are| was| were)\b")


def _asks_who_it_is(made: Assembly) -> bool:
    """ "Who is Velo?": a party is named and nothing is said of contracts; none of them says who it is."""
    firms = made.choice is None and bool(made.conditions) and all(isinstance(c, PartyIs) for c in made.conditions)
    said = made.first("doc", "party_to", "company", "role", "dverb", "past") is not None
    return firms and not said and _WHO_IS.match(made.text) is not None


_WHICH_COURT = re.compile(r"(?:どこ|どちら|どの)の?(?:裁判|管轄)|(?:裁判所|管轄|仲裁地)(?:は|って|が)(?:どこ|どちら)")
"""What a clause says is asked beside facts: no list of facts gives it."""


def clause_list(made: Assembly) -> ReadingDraft | None:
    """Which clauses a contract has, or lacks."""
    token = made.first("clause_list", "clause_type_noun")
    subjects = [condition for condition in made.conditions if isinstance(condition, ContractIs | PartyIs | TypeIs)]
    if token is None or not (subjects or made.first("it", "those")) or made.clause_codes():
        return None
    if made.first("which", "clause_list", "list") is None:
        return None
    made.use_all(
        "clause_list", "clause_type_noun", "clauseword", "fact", "without", "withoutJ", "absent", "which", "unit"
    )
    return chosen(made, Question("clauses", Plan("list", made.titled(made.conditions))))


def facts_of_contracts(made: Assembly) -> ReadingDraft | None:
    """Dates, parties, laws and terms that are asked of contracts."""
    if (made.first("fact", "when", "who", "how_long") is None and not asks_role(made)) or is_yes_no(made):
        return None
    dated = {condition.field for condition in made.conditions if isinstance(condition, DateIn)}
    asks = made.first("when", "which", "who", "how_long") is not None or asks_role(made)
    facts = tuple(fact for fact in named_facts(made) if asks or fact not in dated)
    if not facts:
        return None
    if facts == ("parties",) and _asks_who_it_is(made):
        return ReadingDraft(None, (made.text,), final=True)
    made.use_all("which", "unit", "count", "renew", "how_long", "when", "who")
    conditions = made.titled(made.conditions)
    if (both := _law_and_court(made, facts)) is not None:
        return both
    if made.clause_codes() and (_WHICH_COURT.search(made.text) or not _clauses_choose(made)):
        return ReadingDraft(None, made.unused() or (made.text,))
    question = Question("facts", Plan("list", conditions), facts, day=None)
    if not conditions and made.choice is None:
        if made.first("all") is not None:
            return chosen(made, question)
        return ReadingDraft(question, made.unused(), incomplete="contract", used_head=True)
    return chosen(made, question)


def _clauses_choose(made: Assembly) -> bool:
    """Whether clause types say which contracts are meant, and are not asked for themselves beside the facts.

    「保険条項がある契約の満了日」, "when do the contracts with insurance end": they have or lack them.
    """
    return made.cond_tokens[-1].has("explicit") or all(
        token.has("explicit") or _behind_with(made, token) or _in_first_clause(made, token)
        for token in made.cond_tokens
        if token.has("clauses")
    )


def _behind_with(made: Assembly, clauses: Token) -> bool:
    """Whether "with", "that have" or the like stands between a word for contracts and English clause types."""
    before = [token for token in made.tokens if token.end <= clauses.start and token.text not in _ARTICLES]
    if not before or (before[-1].has("cond") and before[-1].text.endswith(" with")):
        return bool(before)
    joined = len(before) > 1 and (before[-1].has("with") or before[-1].text in ("that", "which"))
    return joined and before[-2].has("doc", "cond")


def _in_first_clause(made: Assembly, clauses: Token) -> bool:
    """ "Which contracts cap our liability, and when do they end": contracts are asked for first, then their facts."""
    asked = min((t.start for t in made.tokens if t.has("when", "fact", "how_long", "who")), default=0)
    return _WHICH_CONTRACTS.match(made.text) is not None and clauses.end <= asked


_WHICH_CONTRACTS = re.compile(
    r"(?:and |so )?(?:which|what)(?: of)?(?: (?:the|our|these|those))? [a-z -]{0,30}(?<!of )"
    r"\b(?:contracts|agreements|deals|leases|licen[sc]es|ndas|ones)\b"
)
_ARTICLES = ("a", "an", "the", "any", "some", "our", "both")


def _law_and_court(made: Assembly, facts: tuple[str, ...]) -> ReadingDraft | None:
    """「準拠法と管轄を教えて」: the words of both clauses, since a court is told by no value."""
    codes, rest = made.clause_codes(), made.titled(made.others_than_clauses())
    explicit = any(token.has("explicit") for token in made.cond_tokens)
    if (
        not made.japanese
        or explicit
        or facts != ("governing_law",)
        or codes not in (("jurisdiction",), ("arbitration",))
    ):
        return None
    if not rest or not all(isinstance(condition, ContractIs | PartyIs | TypeIs) for condition in rest):
        return None
    return chosen(made, Question("excerpts", Plan("list", rest), clauses=("governing_law", *codes)))
