"""What the documents for contributors say of the tree is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
PLACE = re.compile(r"`((?:core|pages|tests|configs|docs|benchmarks|scripts|prompts)/[\w./-]+)`")
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b")
"""NAME, CODE, FILE: what a contributor puts there."""


@pytest.mark.parametrize(
    "document",
    ["CONTRIBUTING.md", "SECURITY.md", "README.md", "docs/architecture.md", "docs/glossary.md", "benchmarks/README.md"],
)
def test_places_that_a_document_names_are_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    places = {place for place in PLACE.findall(text) if not PLACEHOLDER.search(place)}
    assert {place for place in places if not (ROOT / place).exists()} == set()


@pytest.mark.parametrize("document", sorted(path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*.md")))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!http|#)([^)#\s]+)", (ROOT / document).read_text("utf-8"))
    assert {link for link in links if not ((ROOT / document).parent / link).exists()} == set()


def test_where_do_i_has_an_answer_for_many_changes() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Where do I")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 12
    assert [row for row in rows if len(row.strip("| ").split(" | ")) != 3] == []


def test_every_benchmark_is_described() -> None:
    described = (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    assert [path.name for path in sorted((ROOT / "benchmarks").glob("*.py")) if f"`{path.name}`" not in described] == []


def test_the_hooks_before_a_commit_run_what_make_check_runs() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8").split("\ncheck:")[1].split("\n\n")[0]
    checks = re.findall(r"\$\(BIN\)/([\w -]+?)(?: \.)?$", makefile, re.MULTILINE)
    hooks = re.findall(r"entry: \.venv/bin/([\w -]+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert checks == hooks != []


def test_the_newest_version_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.findall(r"^## (\d+\.\d+\.\d+) – \d{4}-\d{2}-\d{2}$", changes, re.MULTILINE)
    assert len(newest) > 1
    assert newest == sorted(newest, reverse=True)
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.strip() == newest[0]
    tag = re.search(r'newTag: "(.+)"', (ROOT / "deploy" / "kubernetes" / "kustomization.yaml").read_text("utf-8"))
    assert tag is not None
    assert tag[1] == newest[0]
