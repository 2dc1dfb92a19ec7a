"""A review as a Word file: facts, deadlines, findings with their words and pages, clauses, and who decided what."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date

import docx
from docx.document import Document as WordFile
from docx.enum.text import WD_BREAK

from core.contracts import ReviewedContract, ReviewRecord, decisions_table
from core.evidence import Evidence
from core.findings.comments import commented, unplaced_lines
from core.findings.phrases import change_lines, option_words, reason_words, say, severity_words
from core.findings.report_sections import clause_lines, clauses_without_words, deadline_lines, fact_lines
from core.findings.review import FindingsReview
from core.findings.types import VERDICTS, Finding
from core.taxonomy import taxonomy
from core.word_files import add_table, add_text, new_word_file, printable, saved
from core.wording import Language, listed, wording_text

_READ = ("quote", "reading", "reviewed")
"""Last columns of facts and clauses."""


def review_report(
    detail: ReviewedContract,
    review: FindingsReview,
    *,
    language: Language,
    day: date,
    history: Sequence[ReviewRecord] = (),
) -> bytes:
    """A Word file on its own, for a contract of any kind.

    Args:
        detail: the contract as shown after reviews.
        review: its findings.
        language: of the report; words of contracts and entries stay in theirs.
        day: the date that the report bears, and on which its deadlines are those ahead.
        history: all decisions about the contract, oldest first.
    """
    file = new_word_file()
    _core(file, detail, review, language, day)
    _clauses(file, detail, language)
    _reviews(file, detail, history, language)
    return saved(file)


def commented_contract(
    original: bytes, detail: ReviewedContract, review: FindingsReview, *, language: Language, day: date
) -> bytes:
    """A copy of a contract's Word file with a comment at the words of each finding.

    Findings whose words are not in the body are listed at the end, never put elsewhere.
    """
    file = docx.Document(io.BytesIO(original))
    left = commented(file, review.findings, language)
    if left or review.unread_pages:
        file.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        file.add_heading(say("not_placed", language), level=1)
        for line in unplaced_lines(left, language):
            add_text(file, line)
        _unread(file, review, language)
    add_text(file, _made(review, language, day), grey=True)
    return saved(file)


def _core(file: WordFile, detail: ReviewedContract, review: FindingsReview, language: Language, day: date) -> None:
    row = detail.row
    file.add_heading(say("title", language), level=0)
    add_text(file, row.summary.title, bold=True)
    add_text(file, _made(review, language, day), grey=True)
    _unread(file, review, language)
    file.add_heading(say("facts", language), level=1)
    _facts(file, detail, language)
    file.add_heading(say("deadlines", language), level=1)
    for line in deadline_lines(detail, language, day):
        add_text(file, line)
    file.add_heading(say("findings", language), level=1)
    if not review.findings:
        add_text(file, say("no_findings", language))
    if review.undecided:
        names = listed((stored.name for stored in review.undecided), language)
        add_text(file, say("undecided", language, n=len(review.undecided), names=names))
    for verdict in VERDICTS:
        found = [finding for finding in review.findings if finding.verdict == verdict]
        if found:
            file.add_heading(f"{say(verdict, language)} ({len(found)})", level=2)
            for finding in found:
                _finding(file, finding, language)


def _made(review: FindingsReview, language: Language, day: date) -> str:
    engine = say("builtin", language) if review.engine == "builtin" else review.engine
    return say("made", language, day=day.isoformat(), engine=engine)


def _unread(file: WordFile, review: FindingsReview, language: Language) -> None:
    if review.unread_pages:
        pages = listed((str(page) for page in review.unread_pages), language)
        add_text(file, "⚠ " + say("unread", language, pages=pages), bold=True)


def _facts(file: WordFile, detail: ReviewedContract, language: Language) -> None:
    lines = [(say("file", language), detail.row.file_name, "", "", ""), *fact_lines(detail, language)]
    add_table(file, [say(key, language) for key in ("item", "value", *_READ)], lines)


def _clauses(file: WordFile, detail: ReviewedContract, language: Language) -> None:
    file.add_heading(say("clauses", language), level=1)
    if lines := list(clause_lines(detail, language)):
        add_table(file, [say(key, language) for key in ("clause", "contract_words", *_READ)], lines)
    for line in clauses_without_words(detail, language):
        add_text(file, line)


def _reviews(file: WordFile, detail: ReviewedContract, history: Sequence[ReviewRecord], language: Language) -> None:
    file.add_heading(say("reviews", language), level=1)
    left = detail.row.summary.to_review
    add_text(file, say("left_to_review", language, n=left) if left else say("all_reviewed", language))
    if waiting := len(detail.decisions.waiting):
        add_text(file, wording_text("contract.wait_for_second", language, count=waiting))
    if not history:
        add_text(file, wording_text("contract.no_history", language))
        return
    table = decisions_table(history, language, waiting=detail.decisions.waiting)
    add_table(file, list(table.columns), table.itertuples(index=False, name=None))


def _place(evidence: Evidence, language: Language) -> str:
    place = say("page_n", language, page=evidence.page) if evidence.page else ""
    words = wording_text(f"reading.quote_{evidence.state}", language)
    return say("quote_on", language, page=place, words=words) if place else words


def _finding(file: WordFile, finding: Finding, language: Language) -> None:
    entry = finding.stored.entry
    file.add_heading(printable(f"{finding.stored.name}  {entry.title or ''}"), level=3)
    clause = taxonomy().get(finding.clause_type).name(language) if finding.clause_type else ""
    add_text(file, " · ".join(part for part in (clause, severity_words(finding, language)) if part), grey=True)
    add_text(file, reason_words(finding, language))
    for line in change_lines(finding, language):
        add_text(file, line, style="List Bullet")
    if finding.explanation:
        add_text(file, say("explanation", language, text=finding.explanation))
    if finding.check_parties and finding.verdict in ("fine", "deviates"):
        add_text(file, say("check_parties", language))
    shown = [evidence for evidence in finding.evidence if evidence.state != "unverified" and evidence.shown]
    for evidence in shown:
        place = _place(evidence, language)
        add_text(file, f"{say('contract_words', language)} [{place}]", bold=True)
        add_text(file, evidence.shown, style="Quote", marked=finding.verdict == "deviates")
    for offered in finding.options:
        add_text(file, option_words(offered, language), bold=True)
        add_text(file, offered.evidence.shown, style="Quote")
    if finding.verdict != "fine":
        _positions(file, finding, language)


def _positions(file: WordFile, finding: Finding, language: Language) -> None:
    entry = finding.stored.entry
    if entry.risk:
        add_text(file, f"{say('risk', language)}: {entry.risk}")
    if entry.recommended_clause:
        add_text(file, say("recommended", language), bold=True)
        add_text(file, entry.recommended_clause, style="Quote")
    for position in entry.fallback_positions:
        add_text(file, say("fallback", language, n=position.level, position=position.position), bold=True)
        if position.clause.strip():
            add_text(file, position.clause, style="Quote")
    if entry.walk_away:
        add_text(file, say("walk_away", language, text=entry.walk_away))
