"""Every file that pages give out is asked for and written into the audit log: each download says by what."""

from __future__ import annotations

import ast
from pathlib import Path

UI = Path(__file__).resolve().parents[2] / "core" / "ui"
BY_ITSELF = {("access/audit_view.py", "listed.export(narrowed, language=language)")}
"""Downloads whose function writes the log itself."""


def _data(call: ast.Call) -> str:
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    value = given.get("data") or call.args[1]
    return ast.unparse(value.body if isinstance(value, ast.Lambda) else value)


def test_each_download_goes_through_the_audit_log() -> None:
    found = 0
    for path in sorted(UI.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        sources = {ast.unparse(node.targets[0]): node.value for node in ast.walk(tree) if isinstance(node, ast.Assign)}
        returned = {
            node.name: ast.unparse(node.body[-1].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return) and node.body[-1].value
        }
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func).endswith("download_button")):
                continue
            found += 1
            data = _data(node)
            name = data.split("(")[0]
            made = ast.unparse(sources[name]) if name in sources else returned.get(name, data)
            where = path.relative_to(UI).as_posix()
            assert made.startswith(("exported(", "partial(exported,")) or (where, data) in BY_ITSELF, (where, data)
    assert found > 15
