"""The command line: the first administrator, tokens, and whether the audit log is whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from core.access import anchors_in
from core.access.api_tokens import ApiTokens
from core.cli.main import main
from core.settings import load_settings
from core.store import open_store

PERSON = ("--issuer", "https://idp.example", "--subject", "hanako")


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> object:
    def command(*arguments: str) -> tuple[int, list[dict[str, object]]]:
        code = main([*arguments, "--json", "--data-dir", str(tmp_path)])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return command


def test_people_and_tokens(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("user", "grant-admin", "--issuer", "https://idp.example")[0] == 2
    code, (made,) = run("user", "grant-admin", *PERSON, "--name", "山田")
    assert (code, made["roles"], made["name"]) == (0, ["admin"], "山田")
    assert run("user", "grant", *PERSON, "--role", "editor")[1][0]["roles"] == ["editor", "admin"]
    assert run("user", "revoke", *PERSON, "--role", "admin")[1][0]["error"] == "conflict"
    assert run("user", "end-logins", "--id", str(made["id"]))[0] == 0
    assert run("user", "grant", "--issuer", "x", "--subject", "y", "--role", "editor")[0] == 2
    assert [user["disabled"] for user in run("user", "list")[1]] == [False]
    code, (token,) = run("token", "create", "--name", "export", "--scope", "read", "--user-id", str(made["id"]))
    assert code == 0
    store = open_store(load_settings(data_dir=tmp_path))
    assert ApiTokens(store).actor_of(str(token["token"]), login_is_on=True).scopes == {"read"}
    assert run("token", "list")[1][0]["valid"] is True
    assert run("token", "revoke", "--id", str(token["id"]))[0] == 0
    assert run("token", "list")[1][0]["valid"] is False
    store.close()


def test_an_edited_log_and_one_put_back_are_told(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    run("user", "grant-admin", *PERSON)
    run("user", "grant", *PERSON, "--role", "reviewer")
    code, (verdict,) = run("audit", "verify")
    assert (code, verdict["entries"], verdict["whole"]) == (0, 2, True)
    log = tmp_path / "app.log"
    log.write_text(json.dumps({"event": "audit anchor", "seq": 2, "mac": verdict["mac"]}) + "\n", "utf-8")
    assert len(list(anchors_in(log.read_text("utf-8").splitlines()))) == 1
    assert run("audit", "verify", "--log", str(log))[0] == 0
    log.write_text(json.dumps({"event": "audit anchor", "seq": 9, "mac": verdict["mac"]}) + "\n", "utf-8")
    assert run("audit", "verify", "--log", str(log))[1][0] == {"seq": 9, "fault": "anchor"}
    store = open_store(load_settings(data_dir=tmp_path))
    with store.write() as session:
        session.execute(text("DROP TRIGGER audit_log_no_delete"))
        session.execute(text("DELETE FROM audit_log WHERE seq = 2"))
    store.close()
    code, (problem, _) = run("audit", "verify")
    assert (code, problem) == (1, {"seq": 2, "fault": "truncated"})
    # What is appended afterwards does not hide the gap.
    assert run("audit", "export", "--out", str(tmp_path / "audit.csv"))[0] == 0
    assert run("audit", "verify")[1][0] == {"seq": 2, "fault": "missing"}
