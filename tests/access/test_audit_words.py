"""The audit log in words: every action, thing and fact that the program can write has them, in both languages."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from core.access import (
    AuditFilter,
    AuditList,
    Resource,
    acting_as,
    action_words,
    fact_words,
    local_actor,
    record,
    thing_words,
)
from core.access.audit import FACTS
from core.contracts.review import DECISIONS
from core.knowledge import STATUSES
from core.parties.group import DecisionKind as PartyDecisionKind
from core.relations.relation import DecisionKind as RelationDecisionKind
from core.store import Store
from core.ui.access.exports import exported
from core.wording import wordings

CORE = Path(__file__).resolve().parents[2] / "core"
MADE_UP_OF = {
    "party.": get_args(PartyDecisionKind),
    "relation.": get_args(RelationDecisionKind),
    ".export": ("contract", "knowledge", "lab", "operations", "prompt"),
}
"""Names that are put together where they are written: the part that is there, and what it is put together with."""


def _calls(name: str) -> Iterator[ast.Call]:
    """Calls of a function of this name in all of the sources."""
    for node in _all_calls():
        if name in (getattr(node.func, "id", ""), getattr(node.func, "attr", "")):
            yield node


@cache
def _all_calls() -> list[ast.Call]:
    trees = (ast.parse(file.read_text("utf-8")) for file in CORE.rglob("*.py"))
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _constants(node: ast.AST) -> list[str]:
    return [
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and "." in part.value
    ]


def _actions() -> set[str]:
    """What stands as an action in the sources."""
    named: set[str] = set()
    for call in _calls("record"):
        if len(call.args) > 2:
            said = call.args[2]
            if isinstance(said, ast.JoinedStr):
                (part,) = [part for part in _constants(said) if part in MADE_UP_OF]
                ends = MADE_UP_OF[part]
                named |= {f"{end}{part}" if part.startswith(".") else f"{part}{end}" for end in ends}
            else:
                named |= set(_constants(said))
    # Chosen a line before, and the entry that begins a new stretch.
    return named | {"contract.add", "contract.extract", "matter.two_approvers", "matter.one_approver", "audit.new_key"}


def test_every_action_of_the_sources_has_words_and_no_words_are_left_over() -> None:
    known = {key.removeprefix("audit.did_").replace("_", ".", 1) for key in wordings() if key.startswith("audit.did_")}
    assert _actions() == known
    assert {action_words(action, "ja") for action in known}.isdisjoint(known)


def _forms() -> list[str]:
    """What stands as a form of export in the sources, what is put together there as a pattern."""
    given = [call.args[1] for name in ("exported", "file") for call in _calls(name) if len(call.args) > 1]
    given += [word.value for call in _calls("record") for word in call.keywords if word.arg == "form"]
    given = [
        node
        for chosen in given
        for node in ([chosen.body, chosen.orelse] if isinstance(chosen, ast.IfExp) else [chosen])
    ]
    found = ["xlsx", "csv", "json", "file"]  # of one contract, by the labels of a menu
    for node in given:
        if isinstance(node, ast.Constant):
            found.append(str(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "[a-z_]+" for part in node.values)
            found.append("".join(map(str, parts)))
    return found


def test_every_form_of_the_sources_has_words_and_no_words_are_left_over() -> None:
    known = {key.removeprefix("audit.form_") for key in wordings() if key.startswith("audit.form_")}
    used = [(form, {code for code in known if re.fullmatch(form, code)}) for form in _forms()]
    assert not [form for form, codes in used if not codes]
    # A name alone (`form` itself, handed on) is no pattern: what it stands for is checked where a menu is drawn.
    assert set().union(*(codes for _, codes in used)) == known
    with pytest.raises(ValueError, match="no words"):
        exported(bytes, "graph_svg")
    with pytest.raises(ValueError, match="no words"):
        exported(bytes, "graph_png", action="run.open")  # type: ignore[arg-type]


def test_every_thing_and_fact_has_words() -> None:
    kinds = {
        call.args[0].value
        for call in _calls("Resource")
        if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }
    keys = {key.removeprefix("audit.") for key in wordings() if key.startswith("audit.")}
    assert {f"thing_{kind}" for kind in kinds} == {key for key in keys if key.startswith("thing_")}
    assert {f"fact_{name}" for name in FACTS} == {key for key in keys if key.startswith("fact_")}
    assert {f"value_{code}" for code in (*DECISIONS, *STATUSES)} <= keys


def test_an_action_without_words_is_not_written(store: Store) -> None:
    with store.write() as session, pytest.raises(ValueError, match="no name of an action"):
        record(session, local_actor("佐藤"), "contract.paint", Resource("contract", "c1"))


def test_codes_are_said_in_words_and_names_as_they_are() -> None:
    facts = {"role": "reviewer", "scopes": "read, upload", "decision": "correct", "person": "keep", "count": 3}
    assert fact_words(facts, "en") == "role: Reviewer, scope: read, upload, decision: corrected, who: keep, number: 3"
    assert (
        fact_words({"after": "one_of_two", "other": "everybody"}, "ja") == "変更後：二人のうち一人、相手・行き先：全員"
    )
    assert fact_words({"subject": "excerpt:insurance:3-40"}, "en") == "item: Insurance"
    assert fact_words({"subject": "fact:governing_law"}, "ja") == "項目：準拠法"
    assert fact_words({"subject": "fact:agreement_type"}, "en") == "item: Agreement type"
    assert fact_words({"subject": "party:0011223344556677"}, "en") == "item: party …556677"
    assert fact_words({"decision": "of_another_release"}, "ja") == "判断：of_another_release"
    assert action_words("gone.by", "ja") == "gone.by"
    assert fact_words({"form": "graph_png", "count": 3}, "en") == "form: picture of the graph (PNG), number: 3"
    assert fact_words({"form": "list_xlsx"}, "ja") == "形式：契約の一覧（Excel）"
    assert fact_words({"form": "of_another_release"}, "ja") == "形式：of_another_release"


def test_things_and_people_are_called_by_their_names() -> None:
    names = {"01KAN0PERS0N0000000000SATO": "佐藤", "01KAN0MATTER0000000000ASTR": "Aster", "c0ffee0123456789": "3. NDA"}
    person, matter, contract = names
    assert fact_words({"user": person}, "ja", names) == "利用者：佐藤"
    assert fact_words({"other": matter}, "en", names) == "other: Aster"
    assert fact_words({"other": "everybody"}, "en", names) == "other: everybody"
    assert thing_words("contract", contract, "en", names) == "contract 3. NDA"
    # What is gone has no name: the end of its id tells it from others, and words stay whole.
    assert thing_words("contract", contract, "ja") == "契約 …456789"
    assert fact_words({"user": person, "job": matter}, "en") == "person: …00SATO, job: …00ASTR"
    assert thing_words("prompt", "question_planner", "en") == "prompt question_planner"
    assert thing_words(None, None, "en") == ""


def test_the_file_has_codes_and_words_beside_each_other(store: Store) -> None:
    with acting_as(local_actor("佐藤")):
        with store.write() as session:
            record(session, local_actor("佐藤"), "matter.put", Resource("contract", "c1"), other="everybody")
        listed = AuditList(store)
        wanted = AuditFilter(actions=("matter.put",))
        for language, said in (("en", "everybody"), ("ja", "全員")):
            body = listed.export(wanted, language=language).decode("utf-8-sig")  # type: ignore[arg-type]
            (line,) = csv.DictReader(io.StringIO(body))
            assert (line["action"], line["resource_kind"]) == ("matter.put", "contract")
            assert line["action_words"] == action_words("matter.put", language)  # type: ignore[arg-type]
            assert line["facts_words"].endswith(said)
