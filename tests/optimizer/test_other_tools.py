"""A run for other tools: a configuration that promptfoo itself accepts and plays, and a record in MLflow."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.cli.main import main
from core.errors import ConfigError, NotFound
from core.llm.scripted import ScriptedServer, Step
from core.llm.scripted.script import When
from core.optimizer.files import ContextPassage, Example, Material, dataset_of
from core.optimizer.reports import promptfoo_of, to_mlflow
from core.optimizer.reports.promptfoo import JOINER
from core.optimizer.runs import RunBook, RunRecord, RunSettings
from core.settings import Settings

KNOBS = {"most_claims": [1, 5], "citing": ["each_claim", "none"]}
PROMPTFOO = os.environ.get("PROMPTFOO") or shutil.which("promptfoo")
BRACED = Example(
    id="braced",
    instruction="What is {{ price }}?",
    context=(ContextPassage(id="c1", text="{{ price }} is {% if %} nine."),),
)


@pytest.fixture
def finished(book: RunBook, material: Material, play: Callable[..., Any]) -> RunRecord:
    dataset = dataset_of("few", [*material.dataset.examples[:12], BRACED])
    chosen = RunSettings(optimizer="thompson", steps=8, seed=2)
    few = Material(material.prompt, dataset, material.judge, material.rubric)
    run: RunRecord = play(book, book.start(few, chosen, user="sato", knobs=KNOBS).id)
    return run


def test_candidates_and_examples_are_written_out(
    book: RunBook, finished: RunRecord, chosen: Callable[..., Settings]
) -> None:
    config = yaml.safe_load(promptfoo_of(book, finished, chosen()))
    candidates = config["metadata"]["candidates"]
    assert next(iter(candidates)) == "as_it_is"
    assert [prompt["raw"] for prompt in config["prompts"]] == [f"{{{{ {name} }}}}" for name in candidates]
    assert [test["description"] for test in config["tests"]] == [
        example.id for example in book.material(finished).dataset.examples
    ]
    (system, user) = json.loads(config["tests"][0]["vars"]["as_it_is"])
    assert (system["role"], user["role"]) == ("system", "user")
    assert [check["type"] for check in config["defaultTest"]["assert"]] == ["is-json", "llm-rubric"]
    assert "OPENAI_API_KEY" not in json.dumps(config)


def test_braces_of_a_contract_are_no_template(
    book: RunBook, finished: RunRecord, chosen: Callable[..., Settings]
) -> None:
    (braced,) = [
        test
        for test in yaml.safe_load(promptfoo_of(book, finished, chosen()))["tests"]
        if test["description"] == "braced"
    ]
    for words in braced["vars"].values():
        assert "{{" not in words
        assert "{%" not in words
        assert words.replace(JOINER, "").count("{{ price }}") == 2


@pytest.mark.skipif(PROMPTFOO is None, reason="promptfoo is not installed: npm install -g promptfoo")
def test_promptfoo_itself_accepts_and_plays_it(
    book: RunBook, finished: RunRecord, chosen: Callable[..., Settings], tmp_path: Path
) -> None:
    assert PROMPTFOO is not None
    answer = {"answer": "- Nine. [[src:c1]]", "citations": ["c1"]}
    graded = {"reason": "fine", "score": 0.9, "pass": True}
    steps = [Step(when=When(contains="Score the answer by these criteria"), value=graded, times=None)]
    steps.append(Step(value=answer, times=None))
    with ScriptedServer(steps) as server:
        settings = chosen(OPENAI_BASE_URL=server.base_url, LLM_MODEL="scripted")
        file = tmp_path / "promptfooconfig.yaml"
        file.write_text(promptfoo_of(book, finished, settings), encoding="utf-8")
        environment = os.environ | {
            "OPENAI_API_KEY": "none",
            "PROMPTFOO_DISABLE_TELEMETRY": "1",
            "PROMPTFOO_DISABLE_UPDATE": "1",
            "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
            "PROMPTFOO_CONFIG_DIR": str(tmp_path / "promptfoo"),
        }

        def promptfoo(*words: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [PROMPTFOO, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
            )

        checked = promptfoo("validate", "-c", str(file))
        assert checked.returncode == 0, checked.stdout + checked.stderr
        out = tmp_path / "results.json"
        played = promptfoo("eval", "-c", str(file), "--no-cache", "-j", "2", "--filter-first-n", "3", "-o", str(out))
        assert played.returncode == 0, played.stdout + played.stderr
        requests = [text for seen in server.requests for _, text in seen.messages]
    results = json.loads(out.read_text(encoding="utf-8"))["results"]["results"]
    candidates = yaml.safe_load(file.read_text(encoding="utf-8"))["prompts"]
    assert len(results) == 3 * len(candidates)
    assert all(result["success"] for result in results), results[0]
    example = book.material(finished).dataset.examples[0]
    assert any(example.instruction in text for text in requests)


@pytest.mark.filterwarnings("ignore")  # MLflow's own use of its libraries
def test_a_finished_run_is_in_mlflow(book: RunBook, finished: RunRecord, chosen: Callable[..., Settings]) -> None:
    mlflow = pytest.importorskip("mlflow", reason="mlflow-skinny is not installed")
    address = f"sqlite:///{chosen().data_dir / 'mlflow.db'}"
    settings = chosen(MLFLOW_TRACKING_URI=address)
    name = to_mlflow(book, finished, settings)
    client = mlflow.MlflowClient(tracking_uri=address)
    logged = client.get_run(name)
    assert logged.data.tags["shinsa.run"] == finished.id
    assert logged.data.params["run.optimizer"] == "thompson"
    assert logged.data.params["combinations"] == "4"
    assert len(client.get_metric_history(name, "margin")) == 8
    assert logged.info.status == "FINISHED"
    assert {file.path for file in client.list_artifacts(name)} == {"history.json", "best_prompt.yaml"}


def test_without_mlflow_a_person_is_told_what_to_do(
    book: RunBook, finished: RunRecord, chosen: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigError, match="MLFLOW_TRACKING_URI is not set"):
        to_mlflow(book, finished, chosen())
    monkeypatch.setitem(__import__("sys").modules, "mlflow", None)
    with pytest.raises(ConfigError, match="pip install mlflow-skinny"):
        to_mlflow(book, finished, chosen(MLFLOW_TRACKING_URI="sqlite:///none.db"))


def test_a_run_that_goes_on_is_not_written_to_mlflow(
    book: RunBook, material: Material, chosen: Callable[..., Settings]
) -> None:
    run = book.start(material, RunSettings(steps=30), user="sato")
    with pytest.raises(NotFound, match="has not ended"):
        to_mlflow(book, run, chosen(MLFLOW_TRACKING_URI="sqlite:///none.db"))


def test_the_shell_writes_the_configuration(
    book: RunBook, finished: RunRecord, chosen: Callable[..., Settings], tmp_path: Path
) -> None:
    file = tmp_path / "promptfooconfig.yaml"
    arguments = ["optimize", "export", finished.id, "--promptfoo", str(file), "--data-dir", str(chosen().data_dir)]
    assert main(arguments) == 0
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["metadata"]["run"] == finished.id
