"""Whether contracts decide a question on clauses at all: what is asked of them may have been looked for in none."""

from __future__ import annotations

from core.graph.retrieval import RetrievedClause, RetrievedCombination
from core.qa.draft import AnswerDraft
from core.qa.listing import ConditionListing
from core.qa.restatement import category
from core.questions import ClauseIs, ClauseSays, Condition, Question


def codes_of(condition: Condition) -> tuple[str, ...]:
    """The clause types that a condition is about."""
    match condition:
        case ClauseIs(codes):
            return codes
        case ClauseSays(code):
            return (code,)
    return ()


def worded(question: Question) -> bool:
    """Whether something is asked of a clause's words."""
    return any(isinstance(condition, ClauseSays) for condition in question.plan.conditions)


def nothing_told(question: Question, listing: ConditionListing) -> bool:
    """Whether no clause was found to say what is asked of it, and some may: then there is no answer."""
    return worded(question) and not listing.rows and bool(listing.unknown)


def never_looked_for(question: Question, listing: ConditionListing, draft: AnswerDraft) -> bool:
    """Whether a clause type is unknown in every contract and no words are near: it was looked for in none.

    Then there is no answer, which is said in the draft. One that was not found was looked for.
    """
    codes = list(dict.fromkeys(c for each in question.plan.conditions for c in codes_of(each)))
    if listing.rows or not codes or len(listing.unknown) < draft.total:
        return False
    ids = [row.contract_id for row in listing.unknown]
    rows = [row for row in listing.unknown if isinstance(row, RetrievedClause | RetrievedCombination)]
    near = {passage.type for row in rows for passage in (*row.excerpts, *row.candidates)}
    known = {code: set(draft.tools.presences(code, ids).values()) for code in codes}
    codes = [code for code in codes if code not in near and known[code] <= {"unknown"}]
    if not codes:
        return False
    names = draft.listed(category(code, draft.language) for code in codes)
    draft.lines.append(draft.say("never_looked_for", names=names))
    draft.refused = True
    return True
