"""What can be read out of the user's words with certainty: kinds of contract and clause, articles of law, severity."""

from core.interview.builtin.hearing.clause_type_names import (
    clause_types,
    clause_types_named,
    is_clause_name,
    names_of_clauses,
)
from core.interview.builtin.hearing.contract_kinds import (
    contract_types,
    contract_types_answered,
    kind_named,
    kinds_told,
    names_of_agreements,
)
from core.interview.builtin.hearing.laws import cites_law, law_in_words, law_references, law_words, laws_told
from core.interview.builtin.hearing.sentence_forms import is_clause, looks_like
from core.interview.builtin.hearing.severity_levels import severity, severity_loose, severity_stated, severity_told

__all__ = [
    "cites_law",
    "clause_types",
    "clause_types_named",
    "contract_types",
    "contract_types_answered",
    "is_clause",
    "is_clause_name",
    "kind_named",
    "kinds_told",
    "law_in_words",
    "law_references",
    "law_words",
    "laws_told",
    "looks_like",
    "names_of_agreements",
    "names_of_clauses",
    "severity",
    "severity_loose",
    "severity_stated",
    "severity_told",
]
