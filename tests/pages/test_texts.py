"""Every word of the interface is there in both languages, and every word that is there is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import WorkbenchError
from core.ui.texts import error_text
from core.wording import Wording, placeholders, wordings

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
KANA_OR_KANJI = re.compile(r"[぀-ヿ一-鿿]")
# Codes that the ledger gives to units which did not end well.
UNIT_CODES = ("unexpected", "unit_crashed", "unit_hung", "unit_lost", "no_workers", "cluster_away")


def subclasses(kind: type[WorkbenchError]) -> Iterator[type[WorkbenchError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from subclasses(child)


@pytest.mark.parametrize("key", sorted(wordings()))
def test_both_languages_are_there_with_the_same_placeholders(key: str) -> None:
    wording = wordings()[key]
    assert wording.ja.strip()
    assert wording.en.strip()
    if wording.en != "{detail}":  # the words of a library
        assert placeholders(wording.ja) - {"detail"} == placeholders(wording.en) - {"detail"}
    assert not KANA_OR_KANJI.search(wording.en)


@pytest.mark.parametrize("code", sorted({kind.code for kind in subclasses(WorkbenchError)} | set(UNIT_CODES)))
def test_every_error_says_what_to_do(code: str) -> None:
    wording = wordings()[f"errors.{code}"]
    # What happened, then what to do: at least two sentences.
    assert len(re.findall("。", wording.ja)) >= 2
    assert len(re.findall(r"[.!](?:\s|$)", wording.en)) >= 2


def test_every_text_that_the_code_names_exists() -> None:
    named = set(re.findall(r"""\bt\(\s*"([a-z_]+\.\w+)\"""", CODE))
    assert len(named) > 100
    assert named - set(wordings()) == set()


def test_no_text_is_left_over() -> None:
    named = set(re.findall(r"""["']([a-z_]+\.\w+)["']""", CODE))
    families = tuple(family for family in re.findall(r"""f["']([a-z_]+\.\w*)\{""", CODE) if not family.endswith("."))
    left = {key for key in wordings() if key not in named and not key.startswith((*families, "errors."))}
    assert {key for key in left if not is_named_by_its_end(key)} == set()


# Rooms that say many texts of one file name them by the part after the point, whole or made of parts.
WHOLE_FILES = set(re.findall(r"""f["']([a-z_]+)\.\{""", CODE))
WORDS = {word for words in re.findall(r"""["']([\w ]+)["']""", CODE) for word in words.split()}
BEGINNINGS = tuple(re.findall(r"""f["']([a-z_]+_)\{""", CODE))
ENDINGS = tuple(re.findall(r"""\}(_[a-z_]+)["']""", CODE))


def is_named_by_its_end(key: str) -> bool:
    file, _, end = key.partition(".")
    parts = [(end[: cut.start()], end[cut.end() :]) for cut in re.finditer("_", end)]
    made = end.startswith(BEGINNINGS) or end.endswith(ENDINGS) or any({*pair} <= WORDS for pair in parts)
    return file in WHOLE_FILES and (end in WORDS or made)


@pytest.mark.parametrize(
    ("code", "facts", "expected"),
    [
        ("encrypted", {}, "パスワードで保護されています。保護を外したファイルを追加してください。"),
        (
            "too_large",
            {"reason": "pages", "limit": 2000},
            "ページが多すぎます（上限 2000 ページ）。分割してから追加してください。",
        ),
        (
            "too_large",
            {"reason": "never heard of"},
            "上限（…）を超えています。分割するか小さくしてから追加してください。",
        ),
        ("never heard of", {}, "処理できませんでした。もう一度試し、続くようなら管理者に知らせてください。"),
    ],
)
def test_error_text(code: str, facts: dict[str, object], expected: str) -> None:
    assert error_text(code, facts) == expected


def test_placeholders() -> None:
    assert placeholders("{a} and {b}, {a}") == {"a", "b"}
    assert Wording(ja="あ", en="a").text("ja") == "あ"
