"""`python -m core interview`: one object a turn, named failures, exit codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from core.cli.main import main
from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import Step


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "LLM_MODEL", "CHAT_MODEL", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)


def run(folder: Path, capfdbinary: pytest.CaptureFixture[bytes], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = main(["interview", *arguments, "--json", "--data-dir", str(folder)])
    return code, orjson.loads(capfdbinary.readouterr().out)


def test_a_turn(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code, value = run(tmp_path, capfdbinary, "--session", "s1", "--message", "去年の秘密保持契約で訴えられました。")
    assert code == 0
    assert list(value)[:9] == [
        "session",
        "turn",
        "assistant_message",
        "control",
        "state",
        "knowledge_json",
        "attempts",
        "steps",
        "reference",
    ]
    assert (value["session"], value["turn"], value["steps"], value["reference"]) == ("s1", 1, ["parse", "schema"], None)
    assert value["control"] == {"schema_version": "1.0", "mode": "interview"}
    assert value["state"]["phase"] == "collect_case"
    assert value["knowledge_json"]["contract_types"] == ["秘密保持契約"]
    code, value = run(tmp_path, capfdbinary, "--session", "s1", "--message", "わからない")
    assert (code, value["turn"]) == (0, 2)


def test_a_whole_interview_can_be_approved(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    said = [
        "題名：秘密保持の期間",
        "契約類型：NDA",
        "問題パターン：期間の定めがない",
        "リスク：無期限に責任を負う",
        "推奨条項：契約終了後3年とする。",
    ]
    for message in said:
        assert run(tmp_path, capfdbinary, "--session", "s1", "--message", message)[0] == 0
    code, value = run(tmp_path, capfdbinary, "--session", "s1", "--message", "承認", "--approve")
    assert (code, value["control"]["mode"], value["entry"]) == (0, "finalize", "K1")
    code, value = run(tmp_path, capfdbinary, "--session", "s1", "--message", "続き")
    assert (code, value["facts"]["reason"]) == (2, "approved")


def test_a_failure_is_named(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer([Step(status=401, times=None)]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("LLM_MODEL", "scripted")
        code, value = run(tmp_path, capfdbinary, "--message", "発言")
    assert (code, value["error"], value["assistant_message"]) == (1, "endpoint_rejected", None)
    assert value["reference"]


def test_wrong_usage(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code, value = run(tmp_path, capfdbinary, "--session", "s" * 41, "--message", "a")
    assert (code, value["error"]) == (2, "bad_arguments")
    with pytest.raises(SystemExit) as ended:
        main(["interview", "--json"])
    assert ended.value.code == 2
