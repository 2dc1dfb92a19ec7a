"""Tasks as files: what ships is complete, and what is wrong is said with file, line and place."""

from __future__ import annotations

import json
import shutil
import socket
from collections import Counter
from pathlib import Path

import pytest

from core.errors import ConfigError, PromptError
from core.extraction.files import STRATEGIES, checked_schema, parse_cases, read_task, task_names, unpack_task
from core.extraction.files.task import TASKS

OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}
EXPECTED = '{"product_name": "x", "issue_type": "障害", "severity": "高"}'
CASE = '{"id": "a", "text": "x", "expected": ' + EXPECTED + ', "missing": ["summary"]}'


def schema_of(**more: object) -> str:
    return json.dumps({**OBJECT, **more})


def test_the_tasks_that_ship_are_complete() -> None:
    assert set(task_names()) >= {"customer_inquiry", "contract_terms"}
    for name in task_names():
        task = read_task(name)
        assert tuple(task.strategies) == STRATEGIES
        assert {case.kind for case in task.cases} == {"normal", "hard", "corner"}
        assert task.examples
        assert not {example.text for example in task.examples} & {case.text for case in task.cases}
        assert unpack_task(task.pack()).pack() == task.pack()
        for prompt in task.strategies.values():
            # Each failure mode of the specification has its counter-measure.
            assert {"absent", "form", "around", "closed"} <= set(prompt.knobs)


def test_the_inquiries_are_sixty_japanese_texts_with_a_third_kept_apart() -> None:
    task = read_task("customer_inquiry")
    assert len(task.cases) >= 60
    assert Counter(case.kind for case in task.cases) == {"normal": 36, "hard": 16, "corner": 14}
    assert 0.3 <= sum(case.held_out for case in task.cases) / len(task.cases) <= 0.4
    assert len({case.text for case in task.cases}) == len(task.cases)


@pytest.mark.parametrize(
    ("text", "reason", "place"),
    [
        ("{", "schema_json", "/"),
        ("[]", "schema_object", "/"),
        (schema_of(properties={"a": {"type": "strin"}}), "schema_form", "/properties/a/type"),
        (schema_of(properties={"a": {"pattern": "("}}), "schema_form", "/properties/a/pattern"),
        (schema_of(properties={"a": {"$ref": "http://x.example/s.json#/a"}}), "schema_remote", "/properties/a/$ref"),
        (schema_of(properties={"a": {"$ref": "file:///etc/passwd"}}), "schema_remote", "/properties/a/$ref"),
        (schema_of(properties={"a": {"$ref": "other.json"}}), "schema_remote", "/properties/a/$ref"),
        (schema_of(**{"$ref": "#"}), "schema_circle", "/$ref"),
        (
            schema_of(properties={"a": {"$ref": "#/$defs/b"}}, **{"$defs": {"b": {"$ref": "#/$defs/b"}}}),
            "schema_circle",
            "/properties/a/$ref",
        ),
        (schema_of(properties={"a": {"$ref": "#/$defs/none"}}), "schema_missing", "/properties/a/$ref"),
        (schema_of(**{"$schema": "http://json-schema.org/draft-04/schema#"}), "schema_draft", "/$schema"),
        ('{"type": "string"}', "schema_no_object", "/"),
        (schema_of(description="x" * 300_000), "schema_large", "/"),
    ],
)
def test_a_schema_that_cannot_be_used(text: str, reason: str, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object, **__: object) -> None:
        raise AssertionError("a schema must never make us fetch something")

    monkeypatch.setattr(socket, "socket", no_network)
    with pytest.raises(ConfigError) as caught:
        checked_schema(text)
    assert (caught.value.facts["reason"], caught.value.facts["place"]) == (reason, place)


def test_a_recursive_schema_and_an_unknown_format_are_used_and_said() -> None:
    checked = checked_schema(
        schema_of(properties={"a": {"format": "phone"}, "parts": {"type": "array", "items": {"$ref": "#"}}})
    )
    assert [(note.kind, note.path, note.word) for note in checked.notes] == [
        ("unknown_format", "/properties/a/format", "phone"),
        ("recursive", "/properties/parts/items/$ref", "#"),
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": "b"', "line 2: no JSON"),
        ('{"id": "b", "id": "c"}', "line 2: no JSON: the key 'id' stands twice"),
        ('{"id": "b", "text": "x"}', "line 2: expected: Field required"),
        ('{"id": "b", "text": "x", "expected": {}, "klass": 1}', "line 2: klass: Extra inputs"),
        (CASE, "line 2: the id 'a' stands on line 1 already"),
        ('{"id": "b", "text": "x", "expected": {"severity": "high"}, "missing": []}', "line 2: expected"),
        ('{"id": "b", "text": "x", "expected": {}, "missing": ["contact_email"]}', "line 2: missing: contact_email"),
        ('{"id": "b", "text": "x", "expected": {"summary": "x"}, "missing": ["summary"]}', "line 2: "),
    ],
)
def test_a_broken_line_of_cases_is_named(line: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_cases(f"{CASE}\n{line}\n", read_task("customer_inquiry").schema, file="cases.jsonl")
    assert str(caught.value).startswith(f"cases.jsonl: {words}")


def test_no_case_at_all() -> None:
    with pytest.raises(ConfigError, match="holds no case"):
        parse_cases("\n\n", read_task("customer_inquiry").schema, file="cases.jsonl")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(TASKS / "customer_inquiry", tmp_path / "inquiry")


@pytest.mark.parametrize(
    ("file", "old", "new", "error", "words"),
    [
        ("task.yaml", "language: ja", "language: [", ConfigError, "task.yaml: no YAML"),
        ("task.yaml", "language: ja", "lang: ja", ConfigError, "task.yaml: "),
        ("task.yaml", "  summary:\n", "  sumary:\n", ConfigError, "task.yaml: fields.sumary"),
        ("strategies/zero_shot.yaml", "inputs: [text]", "inputs: [text, secret]", PromptError, "zero_shot: "),
        ("strategies/zero_shot.yaml", "{{ text |", "{{ words |", PromptError, "zero_shot: template.user: line"),
        ("schema.json", '"draft-07', '"draft-07x', ConfigError, "schema.json"),
    ],
)
def test_a_broken_file_of_a_task(folder: Path, file: str, old: str, new: str, error: type, words: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    if file == "schema.json":
        path.write_text(text.replace("draft-07", "draft-03"), "utf-8")
    else:
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(error) as caught:
        read_task("inquiry", folder=folder)
    assert str(caught.value).startswith(words)


def test_a_folder_without_a_task_and_one_without_strategies(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no task"):
        read_task("none", folder=tmp_path)
    shutil.rmtree(folder / "strategies")
    with pytest.raises(ConfigError, match="there is no prompt file"):
        read_task("inquiry", folder=folder)
