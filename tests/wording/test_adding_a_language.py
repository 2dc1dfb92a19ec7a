"""What CONTRIBUTING says of adding a language, done in a copy of the sources: words and names, nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = """SPONSORSHIP AGREEMENT

This Sponsorship Agreement is made as of March 1, 2024 between Harbor Foods, Inc. and Bayside Arena LLC.

7. Naming Rights. Sponsor shall have the exclusive naming rights of the stadium during the Term of this Agreement.

8. Governing Law. This Agreement is governed by the laws of the State of New York.
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


PSEUDO = """
import json, sys
from pathlib import Path
from core.contracts import contracts_table, matrix_table
from core.extraction.files import read_task
from core.lexicon import agreement_type_name
from core.qa import ask
from core.settings import load_settings
from core.taxonomy import taxonomy
from core.ui.workbench import close_workbench
from core.workbench import open_workbench
from streamlit.testing.v1 import AppTest

folder = Path(sys.argv[1])
found = {"name": taxonomy().get("insurance").name("xx"), "fallback": taxonomy().get("parties").name("xx")}
found["known"] = taxonomy().find("‹Insurance›").code
found["type"] = agreement_type_name("nda", "xx")
found["task"] = read_task("customer_inquiry").guide.title.text("xx")
with open_workbench(load_settings(env_file=folder / "none")) as workbench:
    library = workbench.library
    data = (folder / "english.txt").read_bytes()
    workbench.run_until_done(library.ingest([(library.receive(data, "e.txt"), "e.txt")], user="tester"))
    found["columns"] = [*contracts_table(library.rows(), "xx").columns]
    found["cells"] = sorted({*matrix_table(library.rows(), "xx").iloc[0, 2:]})
    found["answer"] = ask("How many contracts are there?", workbench, language="xx", user="tester").answer.text
    found["group"] = ask("Number of contracts by governing law", workbench, language="xx", user="t").answer.text
for page in (None, "pages/contracts.py", "pages/qa.py"):
    test = AppTest.from_file(str(folder / "app.py"), default_timeout=120)
    test.query_params["lang"] = "xx"
    test.run()
    if page is not None:
        test.switch_page(page).run()
    kinds = ("title", "header", "subheader", "markdown", "caption")
    found[str(page)] = [str(element.value) for kind in kinds for element in getattr(test, kind)]
    found["faults"] = found.get("faults", []) + [str(fault.value) for fault in (*test.exception, *test.error)]
    found["switch"] = [*test.segmented_control(key="language_switch").options]
close_workbench()
print(json.dumps(found, ensure_ascii=False))
"""


def add_pseudo_language(folder: Path) -> None:
    """English between quotation marks as a language `xx`: new files of words, and lines in the files of names."""
    with (folder / "configs" / "languages.yaml").open("a", encoding="utf-8") as file:
        file.write("xx: {name: ‹English›, english: Pseudo-English, locale: fr, falls_back_to: en}\n")
    words = folder / "core" / "wording"
    for path in sorted(words.glob("*.yaml")):
        texts = {key: f"‹{text['en']}›" for key, text in yaml.safe_load(path.read_text("utf-8")).items()}
        (words / "xx").mkdir(exist_ok=True)
        (words / "xx" / path.name).write_text(yaml.safe_dump(texts, allow_unicode=True), "utf-8")
    taxonomy = folder / "configs" / "taxonomy.yaml"
    text = taxonomy.read_text("utf-8")
    taxonomy.write_text(text.replace("    en: Insurance\n", "    en: Insurance\n    xx: ‹Insurance›\n"), "utf-8")
    task = folder / "configs" / "extraction" / "customer_inquiry" / "task.yaml"
    text = task.read_text("utf-8")
    task.write_text(text.replace("en: Customer inquiry}", "en: Customer inquiry, xx: ‹Inquiry›}"), "utf-8")


def test_a_language_is_files_of_words(copied: Path) -> None:
    add_pseudo_language(copied)
    (copied / "english.txt").write_text(ENGLISH, "utf-8")
    run = run_in(copied, PSEUDO)
    assert run.returncode == 0, run.stderr[-3_000:]
    found = json.loads(run.stdout.splitlines()[-1])
    # A name that has no text in the language is shown in the one that it falls back to.
    assert (found["name"], found["fallback"], found["known"]) == ("‹Insurance›", "Parties", "insurance")
    assert found["type"] == "Non-disclosure agreement"
    assert found["task"] == "‹Inquiry›"
    assert "‹Governing law›" in found["columns"]
    assert found["cells"]
    assert [cell for cell in found["cells"] if not cell.startswith("‹")] == []
    assert found["answer"] == "‹There is 1 contract.›"
    # CLDR's own name of the country in the language's locale.
    assert "New York, États-Unis" in found["group"]
    assert found["faults"] == []
    assert found["switch"] == ["日本語", "English", "‹English›"]
    for page in ("None", "pages/contracts.py", "pages/qa.py"):
        shown = [text for text in found[page] if re.search(r"[a-z]{3}", text)]
        assert shown
        assert [text for text in shown if "‹" in text] != []
        assert not re.search(r"[ぁ-ゖァ-ヺ]", "".join(shown))


def test_what_a_language_lacks_is_named_by_file_and_key(copied: Path) -> None:
    add_pseudo_language(copied)
    folder = copied / "core" / "wording" / "xx"
    cases = {
        "xx/qa.yaml lacks welcome": ("qa.yaml", {"placeholder": "‹Ask›"}),
        "xx/graph.yaml: no_such_key is not in graph.yaml": (
            "graph.yaml",
            {**yaml.safe_load((folder / "graph.yaml").read_text("utf-8")), "no_such_key": "x"},
        ),
        "xx/dates.yaml: day has different placeholders in xx": (
            "dates.yaml",
            {**yaml.safe_load((folder / "dates.yaml").read_text("utf-8")), "day": "{day} {year}"},
        ),
        "xx/answers.yaml is missing": ("answers.yaml", None),
    }
    for said, (file, words) in cases.items():
        path = folder / file
        before = path.read_text("utf-8")
        if words is None:
            path.unlink()
        else:
            path.write_text(yaml.safe_dump(words, allow_unicode=True), "utf-8")
        run = run_in(copied, "from core.wording import wordings; wordings()")
        assert run.returncode != 0
        assert said in run.stderr.splitlines()[-1]
        path.write_text(before, "utf-8")
