"""A room is entered by its door: other rooms import the names that its packages list, never its modules."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path.relative_to(ROOT)
    for path in [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
    if path.name != "__main__.py"  # starts the command line, and nobody imports it
)


def module_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES}


def room_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


@cache
def public_names(package: str) -> frozenset[str]:
    """What a package lists in `__all__`; nothing where it lists nothing."""
    for node in ast.parse((ROOT / MODULES[package]).read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == ["__all__"]:
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def imports_of_other_rooms(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of each `from core.… import …` that leaves the room of a file."""
    room = room_of(module_of(path))
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and room_of(node.module) != room:
            if node.module == "core" or node.module.startswith("core."):
                yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.startswith("core."))


def is_public(module: str, name: str) -> bool:
    if module == "core":
        return True
    path = MODULES[module]
    if path.name == "__init__.py":
        return name in public_names(module)
    return room_of(module) == module and not name.startswith("_")


@pytest.mark.parametrize("path", FILES, ids=str)
def test_other_rooms_are_entered_by_their_public_names(path: Path) -> None:
    deep = [f"{module}: {name}" for module, name in imports_of_other_rooms(path) if not is_public(module, name)]
    assert deep == []


PACKAGES = sorted(module for module, path in MODULES.items() if path.name == "__init__.py")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_its_room_is_for(package: str) -> None:
    assert ast.get_docstring(ast.parse((ROOT / MODULES[package]).read_text("utf-8")))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_there(package: str) -> None:
    opened = importlib.import_module(package)
    assert [name for name in getattr(opened, "__all__", ()) if not hasattr(opened, name)] == []
