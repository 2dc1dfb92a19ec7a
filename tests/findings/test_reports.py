"""Reports in Word, read back: what they say, where the comments stand, and that nothing else of a contract changes."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import docx
import pytest
from docx.document import Document as WordFile
from docx.oxml.ns import qn

from core.contracts import ReviewRecord, ReviewValue, clause_items
from core.contracts.review import apply_reviews
from core.findings import FindingsReview, findings_for
from core.findings.comments import commented
from core.findings.report import commented_contract, review_report
from core.knowledge import FallbackPosition
from core.record import Fact

DAY = date(2026, 11, 21)
CLAUSE = "乙は、本契約の終了後5年間、秘密情報を第三者に開示してはならない。"
WANTED = CLAUSE.replace("5年間", "2年間")
STORED = {
    "title": "秘密保持は2年",
    "severity": "high",
    "risk": "負担が続く",
    "recommended_clause": WANTED,
    "clause_types": ("non_compete",),
    "walk_away": "10年は受けない",
    "fallback_positions": (
        FallbackPosition(level=1, position="3年まで", clause="乙は、3年間だけ秘密を守る。"),
        FallbackPosition(level=2, position="4年まで", clause="乙は、4年間だけ秘密を守る。"),
    ),
}
Make = Callable[..., Any]


@pytest.fixture
def reviewed(contract: Make, entry: Make) -> tuple[Any, FindingsReview]:
    """A contract with a deviation and a missing clause; one page of it was not read."""
    detail, document = contract(f"第1条\n{CLAUSE}", present={"non_compete": CLAUSE}, unread=True)
    entries = [entry(1, **STORED), entry(2, title="保険", clause_types=("insurance",))]
    return detail, FindingsReview(
        "c", tuple(findings_for(detail, entries, document)), (), document.unread_pages, "builtin"
    )


def texts(data: bytes) -> str:
    file = docx.Document(io.BytesIO(data))
    cells = [cell.text for table in file.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in file.paragraphs), *cells])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "ja",
            [
                *("契約レビュー報告書", "契約の概要", "推奨と異なる (1)", "数値：推奨「2年間」／契約「5年間」"),
                *("契約の文言 [1 ページ、原文にあり]", "譲歩案1：3年まで", "譲れない線：10年は受けない"),
                *("作成日 2026-11-21　エンジン 内蔵エンジン", "次のページは読めませんでした：2"),
            ],
        ),
        (
            "en",
            [
                *("Contract review", "Differs from our position (1)", "Number: ours “2年間”, contract “5年間”"),
                *("[p. 1, found on the page]", "Fallback 2: 4年まで", "Walk-away:", "could not be read: 2"),
                "Made on 2026-11-21 by the built-in engine",
            ],
        ),
    ],
)
def test_a_report_says_it_all(reviewed: tuple[Any, FindingsReview], language: Any, said: list[str]) -> None:
    detail, review = reviewed
    shown = texts(review_report(detail, review, language=language, day=DAY))
    assert [part for part in (*said, CLAUSE.rstrip("。"), WANTED) if part not in shown] == []
    assert shown.index("3年まで") < shown.index("4年まで")


def decision(subject: str, decision: Any, before: ReviewValue, after: ReviewValue | None = None) -> ReviewRecord:
    return ReviewRecord(subject, decision, after, before, "要協議", "佐藤", datetime(2026, 11, 20, 3, tzinfo=UTC))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ja", ["2026-11-20 佐藤：却下", "確認の記録", "秘密保持契約", "却下", "競業", "なし：", "要協議"]),
        (
            "en",
            [
                "rejected by 佐藤, 2026-11-20",
                "Reviews",
                "Non-disclosure agreement",
                "rejected",
                "Non-Compete",
                "absent: ",
            ],
        ),
    ],
)
def test_what_people_decided_stands_in_the_report(
    reviewed: tuple[Any, FindingsReview], language: Any, said: list[str]
) -> None:
    detail, review = reviewed
    rejected = decision("fact:agreement_type", "reject", Fact("agreement_type", "nda"))
    decided = {rejected.subject: rejected}
    detail = replace(detail, reviews=decided, shown=apply_reviews(detail.machine, decided))
    data = review_report(detail, review, language=language, day=DAY, history=[rejected])
    file = docx.Document(io.BytesIO(data))
    assert [part for part in said if part not in texts(data)] == []
    facts, clauses, decisions = ([[cell.text for cell in row.cells] for row in table.rows] for table in file.tables)
    assert facts[-1][1:] == [said[3], "", "", said[0]]
    assert [line[2] for line in clauses[1:]] == [
        "1 ページ、原文にあり" if language == "ja" else "p. 1, found on the page"
    ]
    assert CLAUSE in clauses[1][1]
    assert decisions[1][1] == "佐藤"
    assert decisions[1][4].strip()  # what it had said before


def test_words_that_a_person_rejected_stand_without_their_page(reviewed: tuple[Any, FindingsReview]) -> None:
    detail, review = reviewed
    (item,) = [item for items in clause_items(detail) for item in items.excerpts]
    rejected = decision(item.subject, "reject", item.content)
    decided = {rejected.subject: rejected}
    detail = replace(detail, reviews=decided, shown=apply_reviews(detail.machine, decided))
    file = docx.Document(io.BytesIO(review_report(detail, review, language="en", day=DAY, history=[rejected])))
    _, line = ([cell.text for cell in row.cells] for row in file.tables[1].rows)
    assert line[0] == "Non-Compete (rejected)"
    assert line[2:4] == ["", ""]


@pytest.mark.parametrize(
    ("language", "none", "some"),
    [
        ("ja", "計算できません", "通知の最終日：2027-01-30"),
        ("en", "cannot be worked out", "Last day to give notice: 2027-01-30"),
    ],
)
def test_deadlines_stand_in_the_report(
    reviewed: tuple[Any, FindingsReview], language: Any, none: str, some: str
) -> None:
    detail, review = reviewed
    assert none in texts(review_report(detail, review, language=language, day=DAY))
    ahead = replace(detail.row.summary, expiration_date="2027-03-31", notice_period="P60D", renewal_kind="automatic")
    dated = replace(detail, row=replace(detail.row, summary=ahead))
    assert some in texts(review_report(dated, review, language=language, day=DAY))
    once = replace(dated, row=replace(dated.row, summary=replace(ahead, renewal_kind="none")))
    assert some not in texts(review_report(once, review, language=language, day=DAY))  # nothing that it could stop
    ended = texts(review_report(once, review, language=language, day=date(2027, 4, 1)))
    assert "2027-03-31" in ended
    assert some not in ended


def test_japanese_has_a_japanese_font(reviewed: tuple[Any, FindingsReview]) -> None:
    detail, review = reviewed
    file = docx.Document(io.BytesIO(review_report(detail, review, language="ja", day=DAY)))
    fonts = file.styles["Normal"].element.rPr.rFonts
    assert fonts.get(qn("w:eastAsia")) == "Yu Gothic"
    assert fonts.get(qn("w:eastAsiaTheme")) is None


def word_contract(where: str) -> WordFile:
    """A Word file with the clause in runs of several formats, in a paragraph, a table or two paragraphs."""
    file = docx.Document()
    file.add_paragraph("前文")
    if where == "split":
        file.add_paragraph(CLAUSE[:20])
        file.add_paragraph(CLAUSE[20:])
        return file
    target = file.add_table(1, 1).rows[0].cells[0].paragraphs[0] if where == "table" else file.add_paragraph()
    if where != "absent":
        target.add_run("2.1　前の文。" + CLAUSE[:10]).bold = True
        target.add_run(CLAUSE[10:25]).italic = True
        target.add_run(CLAUSE[25:] + "後の文。").underline = True
    file.add_paragraph("以上")
    return file


def layout(file: WordFile) -> list[tuple[str, Any, Any, Any]]:
    """Every character of the file with its format."""
    found = []
    for element in file.element.body.iter(qn("w:r")):
        run = docx.text.run.Run(element, file._body)
        found += [(ch, run.bold, run.italic, run.underline) for ch in run.text]
    return found


@pytest.mark.parametrize("where", ["paragraph", "table", "split"])
def test_a_comment_stands_at_its_words(reviewed: tuple[Any, FindingsReview], where: str) -> None:
    _, review = reviewed
    file = word_contract(where)
    before = layout(file)
    deviation = [finding for finding in review.findings if finding.verdict == "deviates"]
    assert commented(file, deviation, "ja") == []
    buffer = io.BytesIO()
    file.save(buffer)
    again = docx.Document(buffer)
    (comment,) = list(again.comments)
    assert comment.text.splitlines()[0] == "K1 推奨と異なる: 秘密保持は2年"
    assert (comment.author, comment.initials) == ("Shinsa", "S")
    assert layout(again) == before
    start = next(again.element.body.iter(qn("w:commentRangeStart")))
    marked = []
    for sibling in start.itersiblings():
        if sibling.tag == qn("w:commentRangeEnd"):
            break
        marked += [text.text for text in sibling.iter(qn("w:t"))]
    expected = CLAUSE[:20] if where == "split" else CLAUSE.rstrip("。")
    assert "".join(marked) == expected


def test_words_that_are_not_there_are_listed(reviewed: tuple[Any, FindingsReview]) -> None:
    detail, review = reviewed
    buffer = io.BytesIO()
    word_contract("absent").save(buffer)
    data = commented_contract(buffer.getvalue(), detail, review, language="ja", day=DAY)
    assert list(docx.Document(io.BytesIO(data)).comments) == []
    shown = texts(data)
    assert [
        part
        for part in (
            "文言の位置に付けられなかったコメント",
            "K1 推奨と異なる",
            "K2 ",
            "次のページは読めませんでした：2",
        )
        if part not in shown
    ] == []
    assert shown.startswith("前文")


def test_odd_characters_are_no_obstacle(contract: Make, entry: Make) -> None:
    odd = "Liability \x07is\ufffe limited\x0b to 🍣 fees paid by the Buyer in the year."
    detail, document = contract(f"1. Cap. {odd}", present={"cap_on_liability": odd})
    found = findings_for(detail, [entry(1, title="a\x00b\x1f", clause_types=("cap_on_liability",))], document)
    review = FindingsReview("c", tuple(found), (), (), "builtin")
    assert "limited" in texts(review_report(detail, review, language="en", day=DAY))
