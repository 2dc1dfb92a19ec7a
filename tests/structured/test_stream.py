"""An answer that grows: stopped at the first byte that cannot be mended, and told where it is."""

from __future__ import annotations

from typing import Any

import pytest

from core.structured import StreamGuard, compile_json_schema
from core.structured.stream import Impossible

TURN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "assistant_message": {"type": "string"},
        "knowledge": {
            "type": "object",
            "properties": {"条項": {"type": "string"}, "weights": {"type": "array", "items": {"type": "integer"}}},
            "required": ["条項"],
            "additionalProperties": False,
        },
        "done": {"type": "boolean"},
    },
    "required": ["assistant_message", "knowledge", "done"],
    "additionalProperties": False,
}
WHOLE = '{"assistant_message": "確認します。", "knowledge": {"条項": "第3条", "weights": [1, 20]}, "done": false}'


def guarded(*chunks: str | bytes) -> StreamGuard:
    guard = StreamGuard(compile_json_schema(TURN))
    for chunk in chunks:
        guard.feed(chunk)
    return guard


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_whole_answer_is_complete_however_it_was_cut(size: int) -> None:
    text = f"\n{WHOLE}\n\n".encode()
    guard = guarded(*(text[start : start + size] for start in range(0, len(text), size)))
    assert (guard.state, guard.position, guard.impossible) == ("complete", len(text), None)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"assistant_message": "確認', ("assistant_message",)),
        ('{"assistant_message"', ("assistant_message",)),
        ('{"assistant_message": "", "knowledge": {"条項": "第', ("knowledge", "条項")),
        ('{"assistant_message": "", "knowledge": {"条項": "第3条", ', ("knowledge",)),
        ('{"assistant_message": "", "knowledge": {"weights": [1, 2', ("knowledge", "weights", 0)),
        ("", ()),
    ],
)
def test_which_field_is_being_written(text: str, field: tuple[str | int, ...]) -> None:
    guard = guarded(text)
    assert (guard.state, guard.field) == ("growing", field)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sure! {", Impossible(0, ord("S"), "'{'", ())),
        ('{"asistant', Impossible(4, ord("i"), "'sistant_message'", ())),
        ('{"done": tru}', Impossible(12, ord("}"), "'e'", ("done",))),
        (
            '{"done": true}',
            Impossible(
                13, ord("}"), """a line end, a blank or ',' and one of the keys "assistant_message", "knowledge\"""", ()
            ),
        ),
        (WHOLE + " and", Impossible(len(WHOLE.encode()) + 1, ord("a"), "nothing: the text has ended", ())),
    ],
)
def test_the_first_byte_that_cannot_be_mended(text: str, expected: Impossible) -> None:
    guard = guarded(text, "more")
    assert (guard.state, guard.missing(), guard.impossible) == ("impossible", None, expected)


@pytest.mark.parametrize(
    ("text", "missing", "safe"),
    [
        (WHOLE, b"", True),
        (WHOLE[:-1], b"}", True),
        (WHOLE[:-1].replace("[1, 20]", "[1, 20"), None, None),
        ('{"assistant_message": "確認します。", "knowledge": {"条項": "第3', None, False),
        ('{"assistant_message": "", "done": true, "knowledge": {"条項": "第3条"', b"}}", True),
        ('{"assistant_message": "", "done": true, "knowledge": {"条項": "第3条", "weights": [1', b"]}}", False),
        ('{"assistant_message": "", "done": true, "knowledge": {"条項": "第3条', b'"}}', False),
    ],
)
def test_what_is_missing_and_whether_closing_is_safe(text: str, missing: bytes | None, safe: bool | None) -> None:
    rest = guarded(text).missing()
    if safe is None:
        assert rest is None
        return
    assert rest is not None
    assert rest.safe is safe
    if missing is not None:
        assert rest.text == missing
    assert guarded(text, rest.text).state == "complete"
