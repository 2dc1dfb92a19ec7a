"""What of a growing answer is shown, however it is cut into pieces."""

from __future__ import annotations

import random

import orjson
import pytest
from turns_of_interview import turn_body, turn_text

from core.interview.growing import LONGEST_PREAMBLE, MessageReader

WORDS = {"/control/mode": frozenset({"interview", "clarify", "finalize"})}
MESSAGE = '改行\n「引用」"二重" \\ 𠮷野家 😀 \u3000タブ\tと/スラッシュ'


def read(text: str, size: int) -> tuple[str, str | None]:
    reader = MessageReader(WORDS)
    shown = "".join(reader.feed(text[place : place + size]) for place in range(0, len(text), size))
    return shown, reader.hopeless


def escaped(text: str) -> str:
    """The text as ASCII JSON, every character beyond written as units of UTF-16."""
    units = text.encode("utf-16-be")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02X}" for place in range(0, len(units), 2))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    "text",
    [
        turn_text(assistant_message=MESSAGE),
        orjson.dumps(dict(reversed(turn_body(assistant_message=MESSAGE).items()))).decode(),
        '{"assistant_message": "' + escaped(MESSAGE) + '", "state": {"a": [1, -2.5e3, true, null, {"b": []}]}}',
        "承知しました。\n```json\n" + turn_text(assistant_message=MESSAGE) + "\n```\nいかがでしょうか。",
        "<think>{まず考える}</think>" + turn_text(assistant_message=MESSAGE),
        '{"knowledge_json": {"assistant_message": "これではない"}, "assistant_message": "' + escaped(MESSAGE) + '"',
    ],
)
def test_the_message_is_shown_whole_and_only_it(text: str, size: int) -> None:
    assert read(text, size) == (MESSAGE, None)


def test_it_is_shown_as_it_grows() -> None:
    reader = MessageReader(WORDS)
    grown = [reader.feed(piece) for piece in ('{"assistant_message": "あ', "い\\ud83d", "\\ude00", "う", '", "x": 1}')]
    assert grown == ["あ", "い", "😀", "う", ""]


def test_a_half_character_is_shown_as_one_that_is_missing() -> None:
    assert read('{"assistant_message": "a\\ud83db\\udc00c"}', 1) == ("a\ufffdb\ufffdc", None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"control": 5, "state"', "wrong_type"),
        ('{"state": null ', "wrong_type"),
        ('{"assistant_message": true}', "wrong_type"),
        ('{"control": {"mode": "chatting"', "wrong_word"),
        ("申し訳ありませんが、" * (LONGEST_PREAMBLE // 10 + 1), "no_object"),
        ('{"a": ' + "[" * 100, "too_deep"),
        ("{" + " " * 1_100_000, "too_long"),
    ],
)
def test_what_can_become_no_turn_is_said_at_once(text: str, why: str) -> None:
    shown, hopeless = read(text, 50)
    assert (shown, hopeless) == ("", why)


@pytest.mark.parametrize(
    "text",
    [
        "{'control': {'mode': 'interview'}}",
        '{"control": {"mode": "interview",}, "assistant_message": "a"}',
        '{"control": {"mode": "インタビュー"',
        '{"control": "{\\"mode\\": 1}"}',
        '{"assistant_message": ["a", "b"]}',
        '{"assistant_message": "改\n行"}',
        '{"assistant_message": "a\\x"}',
        '{"a": truth}',
        '{"a": 01}',
        '{"a": [1}',
        "<think>" + "長い思考" * LONGEST_PREAMBLE,
    ],
)
def test_what_the_repair_may_mend_is_read_on(text: str) -> None:
    words = WORDS | {"/control/mode": WORDS["/control/mode"] | {"インタビュー"}}
    reader = MessageReader(words)
    for character in text:
        reader.feed(character)
    assert reader.hopeless is None


def test_any_cut_of_a_valid_turn_is_hopeful_and_shows_a_beginning() -> None:
    chance = random.Random(4)
    text = turn_text(assistant_message=MESSAGE)
    for _ in range(100):
        cut = text[: chance.randrange(len(text))]
        shown, hopeless = read(cut, chance.randint(1, 20))
        assert hopeless is None
        assert MESSAGE.startswith(shown)
