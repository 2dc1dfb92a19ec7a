"""A question as it was understood, in one line: above its answer, on a button, in a list to choose from."""

from __future__ import annotations

from core.qa import phrases
from core.questions import ContractIs, Plan, Question, conditions_in_words, day_words, restated
from core.wording import Language, wording_text

_NAMED = ("pages", "clauses", "language", "term", "last_notice_day")


def in_words(question: Question, language: Language) -> str:
    """What a question asks, in one line."""
    if question.kind == "numbers":
        ranked = restated(question.plan, language) + _day(question, language)
        facts = wording_text("punctuation.list", language).join(category(code, language) for code in question.facts)
        return wording_text("answers.q_facts", language, what=ranked, fact=facts) if facts else ranked
    what = conditions_words(question.plan, language)
    fact = wording_text("punctuation.list", language).join(
        [category(code, language) for code in (*question.facts, *question.clauses)]
    )
    key = "q_every" if question.kind == "yes_no" and question.every else f"q_{question.kind}"
    if question.kind not in (
        "list",
        "count",
        "yes_no",
        "facts",
        "excerpts",
        "card",
        "clauses",
        "differences",
        "passages",
    ):
        return question.text
    return wording_text(f"answers.{key}", language, **_values(key, what, fact)) + _day(question, language)


def _values(key: str, what: str, fact: str) -> dict[str, str]:
    return {"what": what, "fact": fact} if key in ("q_facts", "q_excerpts") else {"what": what}


def conditions_words(plan: Plan, language: Language) -> str:
    """The contracts that a question is about, in words."""
    conditions = plan.conditions
    if not conditions:
        return wording_text("answers.all", language)
    names = wording_text("punctuation.list", language).join(c.asked for c in conditions if isinstance(c, ContractIs))
    others = conditions_in_words([c for c in conditions if not isinstance(c, ContractIs)], language)
    if names and others:
        return wording_text("answers.named_contracts", language, names=names, what=others)
    return names or wording_text("answers.contracts", language, what=others)


def category(code: str, language: Language) -> str:
    """Name of a clause type or of a fact, also of one that is counted or computed."""
    return wording_text(f"answers.{code}", language) if code in _NAMED else phrases.category(code, language)


def _day(question: Question, language: Language) -> str:
    if question.day is None:
        return ""
    return wording_text("answers.q_day", language, day=day_words(question.day, language))
