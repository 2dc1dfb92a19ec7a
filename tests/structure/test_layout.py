"""The shape of the tree: rooms that can be taken in at a glance, one name for one thing."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = sorted((ROOT / "core").rglob("*.py"))
MOST_FILES = 22
"""About twenty, as many as one looks through without searching."""
SHARED_NAMES = {"__init__", "__main__", "types"}


def test_no_room_is_crowded() -> None:
    files = Counter(path.parent.relative_to(ROOT) for path in CORE if path.name != "__init__.py")
    # The command line has one file a command, and the versions of the store's tables only ever grow.
    open_ended = {Path("core/cli"), Path("core/store/migrations/versions")}
    assert {
        str(folder): count for folder, count in files.items() if count > MOST_FILES and folder not in open_ended
    } == {}


def test_a_module_name_stands_at_most_twice() -> None:
    names = Counter(path.stem for path in CORE)
    assert {name: count for name, count in names.items() if count > 2 and name not in SHARED_NAMES} == {}


def test_no_loop_variable_or_parameter_is_called_one() -> None:
    rooms = ("core", "pages", "tests", "scripts", "benchmarks")
    found = []
    for path in (path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_bytes())):
            targets = ast.walk(node.target) if isinstance(node, ast.For | ast.comprehension) else ()
            looped = any(isinstance(target, ast.Name) and target.id == "one" for target in targets)
            if looped or (isinstance(node, ast.arg) and node.arg == "one"):
                found.append(str(path.relative_to(ROOT)))
    assert found == [], "Say what it holds"


def test_a_class_name_stands_once() -> None:
    places: dict[str, list[str]] = {}
    for path in CORE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


VAGUE = {"kept", "hit", "hits", "near", "standing", "strangers", "wish", "said", "asked", "house", "bears", "found"}
"""Words that say too little, or something only to those who wrote them: no module, class or function is called so."""
WELL_KNOWN = {"NotFound"}


def test_names_use_the_terms_of_the_field() -> None:
    vague = []
    for path in CORE:
        names = {path.stem} | {
            node.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for name in names - WELL_KNOWN:
            parts = {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
            if parts & VAGUE:
                vague.append(f"{path.relative_to(ROOT)}: {name}")
    assert vague == []


STORED_NAMES = {
    ("core/contracts/builtin/clauses/reader.py", "said"),
    ("core/extraction/files/guides.py", "near"),
    ("core/graph/rows.py", "asked"),
    ("core/interview/builtin/memory.py", "asked"),
    ("core/questions/lexicon.py", "house"),
    ("core/questions/plan.py", "asked"),
    ("core/ui/reader/sent.py", "hit"),
    ("core/ui/reader/sent.py", "said"),
}
"""Fields whose names stand in files, in stored rows or in what a frame of the page is sent."""


def test_parameters_fields_and_loop_variables_say_what_they_hold() -> None:
    vague = {
        (str(path.relative_to(ROOT)), name)
        for path in (*CORE, *sorted((ROOT / "pages").rglob("*.py")))
        for node in ast.walk(ast.parse(path.read_bytes()))
        for name in _names_given_by(node)
        if name.strip("_") in VAGUE
    }
    assert vague == STORED_NAMES, "Say what it holds; a stored name that is gone leaves the list"


def _names_given_by(node: ast.AST) -> list[str]:
    """Names of parameters and fields that a node declares, or of the variables of a loop."""
    match node:
        case ast.arg(name):
            return [name]
        case ast.ClassDef():
            return [
                field.target.id
                for field in node.body
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            ]
        case ast.Attribute(attr=name, ctx=ast.Store()):
            return [name]
        case ast.For(target=target) | ast.comprehension(target=target):
            return [part.id for part in ast.walk(target) if isinstance(part, ast.Name)]
    return []


def test_no_variable_is_called_by_a_word_of_our_own() -> None:
    own_words = {"wish", "standing", "strangers", "bears"}
    vague = []
    for path in CORE:
        for node in ast.walk(ast.parse(path.read_bytes())):
            name = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node, ast.Name) else ""
            if name.strip("_") in own_words:
                vague.append(f"{path.relative_to(ROOT)}: {name}")
    assert vague == []


def test_the_architecture_names_every_room() -> None:
    written = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.name for path in (ROOT / "core").iterdir() if not path.name.startswith("__")}
    assert {room for room in rooms if f"`core/{room}" not in written} == set()
    # A path that the text names is there; a name in italics or a pattern is none.
    named = set(re.findall(r"`(core/[\w/.]+)`", written))
    assert {path for path in named if not (ROOT / path).exists()} == set()
