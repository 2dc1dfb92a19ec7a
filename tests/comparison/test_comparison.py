"""One clause type of several contracts held against a baseline, and its files."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import docx
import openpyxl
import pytest

from core.comparison import (
    Baseline,
    ClausePassage,
    ClauseWords,
    baseline_of_words,
    clause_words,
    compare_clause,
    comparison_report,
    comparison_table,
)
from core.contracts import Library, to_xlsx
from core.settings import load_settings
from core.store import open_store
from core.text_difference import Piece
from related_contracts import fill


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A supply agreement, its amendment, its successor and a licence."""
    folder: Path = tmp_path_factory.mktemp("related")
    fill(folder)
    chosen = load_settings(data_dir=folder)
    return Library(open_store(chosen), chosen)


def words_of(*texts: str) -> ClauseWords:
    """A clause that is there with some passages."""
    passages = tuple(ClausePassage(f"excerpt:{place}", text, 1, "verified") for place, text in enumerate(texts))
    return ClauseWords("present", "present", "presence:insurance", passages)


def test_clauses_that_differ_by_a_figure(library: Library) -> None:
    base, amendment = (clause_words(library.detail(library.find(number)), "insurance", "en") for number in (1, 2))
    assert (base.presence, base.stated, base.subject) == ("present", "present", "presence:insurance")
    (passage,) = base.passages
    assert (passage.page, passage.state) == (1, "verified")
    compared = compare_clause(amendment, baseline_of_words("1", base))
    (first, *_), lacking = compared.passages, compared.lacking
    assert Piece("removed", "1,000,000") in first.pieces
    assert Piece("added", "5,000,000") in first.pieces
    assert "".join(piece.text for piece in first.pieces if piece.mark != "removed") == amendment.passages[0].text
    assert first.is_marked
    assert not first.is_equal
    assert lacking == ()


def test_what_is_not_there_is_said_and_never_marked(library: Library) -> None:
    detail = library.detail(library.find(4))
    insurance = clause_words(detail, "insurance", "en")
    assert (insurance.presence, insurance.passages) == (detail.shown.clause("insurance").presence, ())
    assert insurance.presence != "present"
    assert compare_clause(insurance, Baseline("1", ("Supplier shall insure.",))).lacking == ()
    law = clause_words(detail, "governing_law", "ja")
    assert law.presence != "present"
    assert law.stated in ("記載なし", "内蔵エンジンでは見つからず")
    # What is near is no finding, and shown only where it is undecided whether there is a clause.
    assert bool(law.nearest) <= (law.presence in ("not_found", "unknown"))


def test_a_person_has_the_last_word(library: Library) -> None:
    contract_id = library.find(1)
    assert clause_words(library.detail(contract_id), "governing_law", "en").stated == "Delaware, United States"
    library.review(contract_id, "fact:governing_law", "reject", reviewer="sato")
    rejected = clause_words(library.detail(contract_id), "governing_law", "en")
    assert (rejected.presence, rejected.stated, rejected.passages) == ("unknown", "rejected", ())
    library.review(contract_id, "fact:governing_law", "withdraw", reviewer="sato")


def test_passages_find_their_counterparts_in_any_order() -> None:
    baseline = Baseline("1", ("Supplier shall insure the goods.", "The cap is ten million yen in total."))
    compared = compare_clause(
        words_of("The cap is five million yen in total.", "Supplier shall insure the goods.", "Ask us."), baseline
    )
    cap, equal, other = compared.passages
    assert (Piece("removed", "ten"), Piece("added", "five")) == cap.pieces[1:3]
    assert equal.is_equal
    assert (other.share, other.pieces) == (None, (Piece("same", "Ask us."),))
    assert compared.lacking == ()
    assert compare_clause(words_of("Supplier shall insure the goods.", "x"), baseline).lacking == baseline.passages[1:]


def test_what_has_little_in_common_is_not_marked_word_by_word() -> None:
    (found,) = compare_clause(
        words_of("準拠法は日本法とする。"), Baseline("K1", ("Governed by the laws of Japan.",))
    ).passages
    assert (found.is_marked, found.is_equal) == (False, False)
    assert found.pieces == (Piece("same", "準拠法は日本法とする。"),)
    (alone,) = compare_clause(words_of("a"), None).passages
    assert alone.share is None


def test_files_say_what_the_page_says(library: Library) -> None:
    rows = [library.row(library.find(number)) for number in (1, 2, 4)]
    contracts = [(row, clause_words(library.detail(row.contract_id), "insurance", "en")) for row in rows]
    baseline = baseline_of_words("1. SUPPLY AGREEMENT", contracts[0][1])
    sheet = openpyxl.load_workbook(io.BytesIO(to_xlsx(comparison_table(contracts, baseline, "en")))).active
    assert sheet is not None
    lines = list(sheet.iter_rows(values_only=True))
    assert lines[0][:2] == ("No.", "Contract")
    assert [line[0] for line in lines[1:]] == sorted(line[0] for line in lines[1:])
    marked = next(str(line[-1]) for line in lines if line[0] == 2)
    assert "[−1,000,000−][+5,000,000+]" in marked
    assert {str(line[4]) for line in lines if line[0] == 4} == {contracts[2][1].stated}
    made = comparison_report(contracts, baseline, clause="Insurance", language="en", day=date(2026, 11, 22))
    runs = [run for paragraph in docx.Document(io.BytesIO(made)).paragraphs for run in paragraph.runs]
    assert next(run.text for run in runs if run.font.strike) == "1,000,000"
    assert "5,000,000" in [run.text for run in runs if run.underline]
