"""Contracts: extraction by the built-in engine or an endpoint, the library, reviews, dates and exports."""

from typing import TYPE_CHECKING

from core.contracts.borne_out import borne_out
from core.contracts.builtin.sensitivity import SENSITIVITIES, Sensitivity
from core.contracts.current_term import CurrentTerm, current_words, gap_words
from core.contracts.dates_arithmetic import Duration, NoticeDeadline, calendar_event, duration, last_day_to_give_notice
from core.contracts.desk.addressees import Addressee
from core.contracts.desk.assignments import Assignments
from core.contracts.desk.comments import MOST_WORDS, Comment, Comments
from core.contracts.desk.earlier_readings import earlier_readings
from core.contracts.desk.full_text import TextMatch, TextMatches, search_texts
from core.contracts.desk.review_items import ClauseItems, Item, clause_items, fact_items, with_value
from core.contracts.desk.review_values import (
    Correction,
    ExcerptCorrection,
    FactCorrection,
    PartyCorrection,
    ReviewValue,
    StatedPresence,
)
from core.contracts.endpoint.text_windows import Window, windows
from core.contracts.extract import BUILTIN, extract
from core.contracts.fact_words import DURATIONS, fact_words, law_name
from core.contracts.ingestion import KIND
from core.contracts.reading_words import (
    absent_words,
    check_words,
    decided_words,
    missing_value_words,
    quote_words,
    sure_words,
    unconfirmed_words,
)
from core.contracts.review import (
    Decision,
    ReviewRecord,
    excerpt_subject,
    fact_subject,
    is_clause_type,
    party_subject,
    presence_subject,
    shown_facts,
)
from core.contracts.reviews_stored import summarise_again
from core.contracts.row import ContractRow, term_days, term_of
from core.contracts.samples import sample_files
from core.contracts.statements import all_statements
from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.contracts.desk.decisions import decisions_table
    from core.contracts.export import column, contracts_table, facts_table, matrix_table, to_csv, to_xlsx
    from core.contracts.finding_sensitivity import FindingSensitivity
    from core.contracts.library import Library, ReviewedContract
    from core.contracts.own_types import OwnTypes

__all__ = [
    "BUILTIN",
    "DURATIONS",
    "KIND",
    "MOST_WORDS",
    "SENSITIVITIES",
    "Addressee",
    "Assignments",
    "ClauseItems",
    "Comment",
    "Comments",
    "ContractRow",
    "Correction",
    "CurrentTerm",
    "Decision",
    "Duration",
    "ExcerptCorrection",
    "FactCorrection",
    "FindingSensitivity",
    "Item",
    "Library",
    "NoticeDeadline",
    "OwnTypes",
    "PartyCorrection",
    "ReviewRecord",
    "ReviewValue",
    "ReviewedContract",
    "Sensitivity",
    "StatedPresence",
    "TextMatch",
    "TextMatches",
    "Window",
    "absent_words",
    "all_statements",
    "borne_out",
    "calendar_event",
    "check_words",
    "clause_items",
    "column",
    "contracts_table",
    "current_words",
    "decided_words",
    "decisions_table",
    "duration",
    "earlier_readings",
    "excerpt_subject",
    "extract",
    "fact_items",
    "fact_subject",
    "fact_words",
    "facts_table",
    "gap_words",
    "is_clause_type",
    "last_day_to_give_notice",
    "law_name",
    "matrix_table",
    "missing_value_words",
    "party_subject",
    "presence_subject",
    "quote_words",
    "sample_files",
    "search_texts",
    "shown_facts",
    "summarise_again",
    "sure_words",
    "term_days",
    "term_of",
    "to_csv",
    "to_xlsx",
    "unconfirmed_words",
    "windows",
    "with_value",
]

__getattr__ = lazy_names(
    __name__,
    **{"desk.decisions": ("decisions_table",)},
    export=(
        "column",
        "contracts_table",
        "current_words",
        "facts_table",
        "matrix_table",
        "to_csv",
        "to_xlsx",
    ),
    finding_sensitivity=("FindingSensitivity",),
    own_types=("OwnTypes",),
    library=(
        "ReviewedContract",
        "Library",
    ),
)
