"""The retrieval functions: questions with arguments in, typed rows out, on either backend."""

from core.graph.retrieval.by_question import BUILTIN, NAME, TIMEOUT_S, receipt_of, run_generated, table_row
from core.graph.retrieval.functions import FUNCTIONS, RetrievalFunction, function
from core.graph.retrieval.generated import check_query, run_cypher
from core.graph.retrieval.warming import warm
from core.graph.rows import (
    AmendmentRow,
    ContractDetail,
    ContractExcerpt,
    CypherReceipt,
    EvidenceRow,
    ExcerptRow,
    FactRow,
    Result,
    RetrievedAsOf,
    RetrievedContract,
    RetrievedKnowledge,
    RetrievedRow,
    SupersededRow,
    TermsRow,
    VerdictRow,
    row_dict,
)

__all__ = [
    "BUILTIN",
    "FUNCTIONS",
    "NAME",
    "TIMEOUT_S",
    "AmendmentRow",
    "ContractDetail",
    "ContractExcerpt",
    "CypherReceipt",
    "EvidenceRow",
    "ExcerptRow",
    "FactRow",
    "Result",
    "RetrievalFunction",
    "RetrievedAsOf",
    "RetrievedContract",
    "RetrievedKnowledge",
    "RetrievedRow",
    "SupersededRow",
    "TermsRow",
    "VerdictRow",
    "check_query",
    "function",
    "receipt_of",
    "row_dict",
    "run_cypher",
    "run_generated",
    "table_row",
    "warm",
]
