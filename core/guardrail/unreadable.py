"""Why a text cannot be read as one JSON value without guessing."""

from __future__ import annotations

from typing import Literal

Fault = Literal[
    "empty", "parse_error", "schema_error", "truncated", "ambiguous", "refusal", "content_filter", "stopped"
]
"""What is wrong with an answer."""

WORDING: dict[str, tuple[str, str]] = {
    "empty": ("The answer is empty.", "回答が空です。"),
    "no_object": ("The answer holds no JSON object.", "回答に JSON オブジェクトがありません。"),
    "syntax": ("No JSON at character {place}.", "{place} 文字目が JSON として読めません。"),
    "value_missing": ("A value is missing at character {place}.", "{place} 文字目に値がありません。"),
    "placeholder": (
        "Content is left out with an ellipsis at character {place}.",
        "{place} 文字目で内容が省略されています。",
    ),
    "cut": ("The answer ends in the middle of its content.", "回答が内容の途中で切れています。"),
    "cut_list": ("The answer ends inside a list.", "回答が一覧の途中で切れています。"),
    "cut_object": ("The answer ends before {path} is complete.", "回答が {path} の途中で切れています。"),
    "two_answers": ("There are two answers that differ.", "内容の異なる回答が二つあります。"),
    "half_answer": (
        "Beside one answer there is another one that cannot be read.",
        "読めない別の回答が含まれています。",
    ),
    "two_values": ("The key {key} stands twice with different values.", "項目 {key} に異なる値が二つあります。"),
    "quotes": (
        "Quotation marks inside a text are not escaped, and where the text ends is not certain (character {place}).",
        "文字列の中の引用符がエスケープされておらず、終わりが定まりません（{place} 文字目）。",
    ),
    "commented_out": (
        "Content is commented out at character {place}.",
        "{place} 文字目で内容がコメントにされています。",
    ),
    "escape": ("A broken escape at character {place}.", "{place} 文字目のエスケープが壊れています。"),
    "backslashes": (
        "Backslashes are not escaped, and which of them are escapes is not certain (character {place}).",
        "バックスラッシュがエスケープされておらず、どれがエスケープか定まりません（{place} 文字目）。",
    ),
    "deep": ("Nested deeper than {limit} levels.", "入れ子が {limit} 段を超えています。"),
    "long": ("Longer than {limit} bytes.", "{limit} バイトを超えています。"),
    "unclosed_thought": ("The answer ends inside its thoughts.", "思考の途中で回答が終わっています。"),
    "doubtful": (
        "More than one repair would be needed, and together they are not certain.",
        "複数の修復が重なり、内容が確実ではありません。",
    ),
    "near_key": (
        "The unknown property {key} may be meant for {other}.",
        "未知の項目 {key} は {other} のつもりかもしれません。",
    ),
    "several_texts": ("A list of several texts stands for one text.", "一つの文字列のところに複数の文字列があります。"),
    "listed_text": (
        "One text stands for a list and may hold several items.",
        "一覧のところにある文字列に複数の項目が含まれている可能性があります。",
    ),
    "no_number": ("NaN and infinite numbers are no values.", "NaN や無限大は値になりません。"),
    "bare_word": ("A text without quotation marks: {word}.", "引用符のない文字列があります: {word}。"),
    "invisible": ("Nothing visible stands here.", "目に見える文字がありません。"),
    "cut_by_sender": (
        "The envelope says that the answer was cut or refused ({word}).",
        "回答が途中で打ち切られたか拒否されたと示されています（{word}）。",
    ),
}


class UnreadableAnswer(ValueError):
    """There is no certain reading.

    Attributes:
        fault: what the model is told that went wrong.
        reason: key of the wording.
        facts: values for the wording.
    """

    def __init__(self, fault: Fault, reason: str, at: str = "", **facts: object) -> None:
        super().__init__(reason)
        self.fault = fault
        self.reason = reason
        self.path = at
        self.facts = facts

    def words(self) -> tuple[str, str]:
        """The message in English and in Japanese."""
        english, japanese = WORDING[self.reason]
        return english.format_map(self.facts), japanese.format_map(self.facts)
