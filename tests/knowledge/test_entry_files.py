"""Files of entries: they come back as they went, harm nobody's spreadsheet, and go in whole or not at all."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import openpyxl
import orjson
import pytest

from core.errors import BadArguments
from core.knowledge import EntryDraft, FallbackPosition, KnowledgeBase, LawReference
from core.knowledge.files import FORMATS, Format, export_entries, form_of, read_lines
from core.knowledge.importing import SEEDS, Problem, import_file, load_seeds
from core.store import Store
from core.wording import Language

Make = Callable[..., EntryDraft]
HOSTILE = ('=HYPERLINK("http://x")', "+1", "-1", "@x", "'=1", "''-2", "'plain", "\t=1", 'a,b\n"c"', "🍣 ｶﾅ", "=")


def full(draft: Make, text: str) -> EntryDraft:
    """A draft with a text in every place that takes one."""
    return draft(
        title=text,
        note=text,
        problem_pattern=text,
        walk_away=text,
        severity="low",
        applicability=("一つ目", "two"),
        fallback_positions=(
            FallbackPosition(level=1, position=text, clause="c1"),
            FallbackPosition(level=2, position="p2", clause=text),
        ),
        law_references=(LawReference(law="民法", article="第420条"), LawReference(law="Civil Code", article="")),
        source_case=text,
    )


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("form", FORMATS)
def test_a_round_trip_changes_nothing(
    store: Store, knowledge: KnowledgeBase, draft: Make, form: Format, language: Language
) -> None:
    for text in HOSTILE:
        knowledge.create(full(draft, text.strip("\t") if form == "xlsx" else text), author="a")
    before = knowledge.entries()
    data = export_entries(before, form, language)
    done = import_file(store, data, form, author="b")
    assert (done.added, done.changed, done.unchanged, done.problems) == ((), (), len(HOSTILE), ())
    assert knowledge.entries() == before


@pytest.mark.parametrize("form", FORMATS)
def test_into_an_empty_base(store: Store, knowledge: KnowledgeBase, form: Format) -> None:
    seeds = import_file(store, SEEDS.read_bytes(), "jsonl", author="a", keep_status=True)
    data = export_entries(seeds.added, form, "ja")
    lines = read_lines(data, form)
    assert len(lines) == len(seeds.added) == 32
    assert all(isinstance(value, dict) for _, value in lines)
    assert load_seeds(store, author="a").added == ()
    assert [stored.entry.status for stored in knowledge.entries()] == ["approved"] * 32
    assert [(revision.author, revision.note, revision.entry.author) for revision in knowledge.revisions("K1")] == [
        ("a", "import", "METI/JPO model contracts")
    ]


def test_no_cell_is_a_formula(knowledge: KnowledgeBase, draft: Make) -> None:
    for text in HOSTILE:
        knowledge.create(full(draft, text), author="a")
    entries = knowledge.entries()
    for row in csv.reader(io.StringIO(export_entries(entries, "csv", "en").decode("utf-8-sig"))):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    sheet = openpyxl.load_workbook(io.BytesIO(export_entries(entries, "xlsx", "en"))).worksheets[0]
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


def line(**values: object) -> dict[str, object]:
    base: dict[str, object] = {"title": "t", "problem_pattern": "p", "risk": "r", "recommended_clause": "c"}
    return base | values


@pytest.mark.parametrize(
    ("lines", "problems"),
    [
        (["{"], [Problem(1, "not_json", value="{")]),
        (["[]"], [Problem(1, "not_an_object", value="[]")]),
        ([line(), line(title=None, problem_pattern=None, risk=None, recommended_clause=None)], [Problem(2, "empty")]),
        ([line(colour="red")], [Problem(1, "unknown_field", "colour")]),
        ([line(severity="x")], [Problem(1, "bad_field", "severity", "x")]),
        ([line(clause_types=["x"])], [Problem(1, "bad_field", "clause_types.0", "x")]),
        ([line(id="a"), line(id="a", title="u")], [Problem(2, "same_id_twice", "id", "a")]),
        ([line(id="a b")], [Problem(1, "bad_field", "id", "a b")]),
        ([line(revision=0.5)], [Problem(1, "bad_field", "revision", "0.5")]),
    ],
)
def test_a_wrong_line_is_named_and_nothing_goes_in(lite: Store, lines: list[object], problems: list[Problem]) -> None:
    data = b"\n".join(part.encode() if isinstance(part, str) else orjson.dumps(part) for part in lines)
    done = import_file(lite, data, "jsonl", author="a")
    assert done.problems == tuple(problems)
    assert all(problem.message for problem in done.problems)
    assert KnowledgeBase(lite).entries() == []


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("表題,状態\nt,承認待ち", [Problem(2, "unknown_status", "status", "承認待ち")]),
        ("Title,Severity\nt,huge", [Problem(2, "unknown_severity", "severity", "huge")]),
        ('title,clause_types\n"a\nb",\nc,nonsense', [Problem(4, "unknown_clause_type", "clause_types", "nonsense")]),
    ],
)
def test_a_wrong_cell_is_named(lite: Store, text: str, problems: list[Problem]) -> None:
    assert import_file(lite, text.encode(), "csv", author="a").problems == tuple(problems)


def test_a_table_that_a_person_wrote(store: Store, knowledge: KnowledgeBase) -> None:
    head = "表題,契約の種類,条項,重要度,問題の型,譲歩案1,譲歩案1の条項,列"
    data = f"{head}\n題,NDA,競業避止,高,問題,案,条項文,捨てる\n,,,,,,,\n".encode("cp932")
    assert len(import_file(store, data, "csv", author="山田").added) == 1
    entry = knowledge.get("K1").entry
    assert (entry.status, entry.author, entry.severity, entry.clause_types) == (
        "draft",
        "山田",
        "high",
        ("non_compete",),
    )
    assert entry.fallback_positions == (FallbackPosition(level=1, position="案", clause="条項文"),)
    # The same file again is the same entry, under an earlier name of a heading (条項, Contract types) or today's.
    for old, new in (
        ("条項,重要度", "条項の種類,重要度"),
        ("契約の種類", "Contract types"),
        ("契約の種類", "Agreement types"),
    ):
        renamed = data.replace(old.encode("cp932"), new.encode("cp932"))
        assert import_file(store, renamed, "csv", author="山田").unchanged == 1
    again = import_file(store, data, "csv", author="山田")
    assert (again.added, again.unchanged) == ((), 1)


@pytest.mark.parametrize(
    ("data", "form", "reason"),
    [
        (b"a,b\n1,2", "csv", "import_no_headings"),
        (b"", "csv", "import_no_headings"),
        (b"\xff\xfe\x81", "jsonl", "import_unreadable"),
        (b"no workbook", "xlsx", "import_unreadable"),
        (b"PK\x03\x04broken", "xlsx", "import_unreadable"),
        (b"x" * 20_000_001, "jsonl", "import_too_large"),
        (b"{}\n" * 10_001, "jsonl", "import_too_large"),
    ],
)
def test_what_is_no_such_file(lite: Store, data: bytes, form: Format, reason: str) -> None:
    with pytest.raises(BadArguments) as caught:
        import_file(lite, data, form, author="a")
    assert caught.value.facts["reason"] == reason


def test_nothing_is_approved_by_an_import_that_was_not_asked_to(
    store: Store, knowledge: KnowledgeBase, draft: Make
) -> None:
    """New entries are drafts; what a file says of an approved one is proposed, and the approved words stay in force."""
    knowledge.create(draft(), author="a", status="approved")
    said = knowledge.get("K1").entry.to_document() | {"risk": "newer"}
    data = orjson.dumps(said) + b"\n" + orjson.dumps(line(status="approved"))
    done = import_file(store, data, "jsonl", author="b")
    assert ([stored.name for stored in done.added], [stored.name for stored in done.proposed]) == (["K2"], ["K1"])
    assert [stored.entry.status for stored in knowledge.entries()] == ["approved", "draft"]
    assert (knowledge.get("K1").entry.revision, knowledge.get("K1").entry.risk) == (1, draft().risk)
    proposal = knowledge.proposal("K1")
    assert proposal is not None
    assert (proposal.draft.risk, proposal.author) == ("newer", "b")
    # The same file again says nothing new; another one does not overwrite what waits.
    assert import_file(store, data, "jsonl", author="b").unchanged == 2
    other = orjson.dumps(said | {"risk": "other"})
    refused = import_file(store, other, "jsonl", author="c")
    assert refused.problems == (Problem(1, "proposal_waits", "revision", "K1"),)
    assert import_file(store, other, "jsonl", author="c", overwrite=True).proposed
    lacking = import_file(store, orjson.dumps(said | {"risk": ""}), "jsonl", author="c", overwrite=True)
    assert lacking.problems == (Problem(1, "missing_for_approval", "risk"),)
    whole = import_file(store, orjson.dumps(line(status="approved", risk="")), "jsonl", author="c", keep_status=True)
    assert whole.problems == (Problem(1, "missing_for_approval", "risk"),)


def test_an_old_export_does_not_overwrite(store: Store, knowledge: KnowledgeBase, draft: Make) -> None:
    knowledge.create(draft(), author="a")
    old = export_entries(knowledge.entries(), "jsonl", "en")
    knowledge.edit("K1", draft(risk="newer"), base_revision=1, author="b")
    refused = import_file(store, old, "jsonl", author="c")
    assert refused.problems == (Problem(1, "changed_meanwhile", "revision", "K1"),)
    assert knowledge.get("K1").entry.risk == "newer"
    done = import_file(store, old, "jsonl", author="c", overwrite=True)
    assert [change.entry.revision for change in done.changed] == [3]
    assert [revision.entry.risk for revision in knowledge.revisions("K1")] == [draft().risk, "newer", draft().risk]


@pytest.mark.parametrize(("name", "form"), [("a.JSONL", "jsonl"), ("b.csv", "csv"), ("c.x.xlsx", "xlsx")])
def test_form_by_name(name: str, form: Format) -> None:
    assert form_of(name) == form


@pytest.mark.parametrize("name", ["a.json", "csv", "a.xls", ""])
def test_no_form(name: str) -> None:
    with pytest.raises(BadArguments):
        form_of(name)
