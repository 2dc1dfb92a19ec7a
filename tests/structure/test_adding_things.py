"""What CONTRIBUTING says of adding a clause type, done in a copy of the sources: one entry of a file, nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENTRY = """
  - code: naming_rights
    kind: clause
    en: Naming Rights
    ja: 命名権
    group: general
    definition:
      en: One party may give its name to a place or an event of the other.
      ja: 相手方の施設や行事に名称を付ける権利の定め。
    aliases: [ネーミングライツ]
    topic:
      - naming rights
      - stadium venue arena
    headings:
      en: 'naming rights'
      ja: '命名権|ネーミングライツ'
    japanese:
      - strength: strong
        all: ['命名権|ネーミングライツ']
"""
ENGLISH = """SPONSORSHIP AGREEMENT

This Sponsorship Agreement is made as of March 1, 2024 between Harbor Foods, Inc. and Bayside Arena LLC.

7. Naming Rights. Sponsor shall have the exclusive naming rights of the stadium during the Term of this Agreement.

8. Governing Law. This Agreement is governed by the laws of the State of New York.
"""
JAPANESE = """施設協賛契約書

株式会社港食品（以下「甲」という。）と株式会社湾岸競技場（以下「乙」という。）は、次のとおり契約を締結する。

第1条（命名権）
乙は、甲に対し、本施設の命名権を付与する。

第2条（準拠法）
本契約は日本法に準拠する。

令和6年4月1日
"""
SCRIPT = """
import json, sys
from pathlib import Path
from core.contracts import matrix_table
from core.graph.retrieval import FUNCTIONS
from core.qa import ask
from core.settings import load_settings
from core.taxonomy import taxonomy
from core.workbench import open_workbench

folder = Path(sys.argv[1])
found = {"names": [taxonomy().find(name).code for name in ("Naming Rights", "命名権", "ネーミングライツ")]}
with open_workbench(load_settings(data_dir=folder / "kept", env_file=folder / "none")) as workbench:
    library = workbench.library
    files = [(library.receive((folder / name).read_bytes(), name), name) for name in ("english.txt", "japanese.txt")]
    workbench.run_until_done(library.ingest(files, user="tester"))
    details = {row.file_name: library.detail(row.contract_id) for row in library.rows()}
    clauses = {name: detail.shown.clause("naming_rights") for name, detail in details.items()}
    found["presence"] = {name: clause.presence for name, clause in clauses.items()}
    found["words"] = {
        name: [excerpt.text for excerpt in (*clause.excerpts, *clause.candidates)] for name, clause in clauses.items()
    }
    found["column"] = "命名権" in matrix_table(library.rows(), "ja").columns
    question = "Which contracts have a naming rights clause?"
    found["answer"] = ask(question, workbench, language="en", user="tester").answer.text
print(json.dumps(found, ensure_ascii=False))
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The sources, to be changed."""
    for name in ("core", "configs", "prompts", "pages", ".streamlit"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", tmp_path / "app.py")
    (tmp_path / "data").symlink_to(ROOT / "data")
    return tmp_path


def run_in(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        cwd=folder,
        env={**os.environ, "DATA_DIR": str(folder / "kept")},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_clause_type_is_one_entry(copied: Path) -> None:
    with (copied / "configs" / "taxonomy.yaml").open("a", encoding="utf-8") as file:
        file.write(ENTRY)
    (copied / "english.txt").write_text(ENGLISH, "utf-8")
    (copied / "japanese.txt").write_text(JAPANESE, "utf-8")
    run = run_in(copied, SCRIPT)
    assert run.returncode == 0, run.stderr[-3_000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["names"] == ["naming_rights"] * 3
    assert found["column"] is True
    # No model was trained for it: its words are found, and it is never called absent.
    assert found["presence"]["japanese.txt"] == "present"
    assert found["presence"]["english.txt"] in ("present", "not_found", "unknown")
    assert any("naming rights" in words for words in found["words"]["english.txt"])
    assert any("命名権" in words for words in found["words"]["japanese.txt"])
    assert "命名権" in found["answer"] or "Naming Rights" in found["answer"]
