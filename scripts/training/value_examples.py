"""Examples of what a part of a question stands for, and of which kind a question is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.lexicon import agreement_types
from core.questions.learned.clause_words import ClauseWordsModel
from core.questions.learned.part_values import GROUPS, kind_signs, value_signs
from core.questions.lexicon import folded
from scripts.training.clause_examples import learned_codes
from scripts.training.told_questions import FACTS, MarkedQuestion

KINDS = ("list", "count", "share", "fact", "yes_no", "extreme", "group", "compare", "excerpt", "open", "refuse")
_NAMED, ASKED = 0.5, 0.5
"""What the name of a kind of agreement counts, and a question that was not marked but read by the grammar."""
_FACTS = frozenset(
    "effective_date agreement_date expiration_date term renewal_term notice_period parties role governing_law venue"
    " amount document_name renewal:auto renewal:none renewal:mutual renewal:evergreen".split()
)
_VALUES = {"fact": _FACTS, "order": frozenset({"asc", "desc"}), "compare": frozenset({"lt", "le", "gt", "ge"})}
_SETS = ("list", "count", "yes_no", "share")
ValueExample = tuple[tuple[str, ...], str, float]


def value_examples(questions: Sequence[MarkedQuestion]) -> list[ValueExample]:
    """Signs, tag and value of parts that were marked with one, and of the names of agreement types."""
    marked = [(question.text, part) for question in questions for part in marked_values(question)]
    found = [(tuple(value_signs(text, start, end)), code, 1.0) for text, (start, end, code) in marked]
    return [*found, *((tuple(value_signs(name, 0, len(name))), code, _NAMED) for name, code in type_names())]


def type_names() -> Iterator[tuple[str, str]]:
    """The folded names of agreement types with the value that each stands for."""
    for kind in agreement_types().values():
        for name in sorted({folded(name) for name in (kind.en, kind.ja, *kind.aliases)}):
            yield name, f"type:{kind.code}"


def marked_values(question: MarkedQuestion) -> Iterator[tuple[int, int, str]]:
    """First and last character and value of the parts that were marked with one."""
    for start, end, tag, of in question.parts:
        value = _value(tag, of)
        if value == "renewal_term" and not question.meaning and question.kind in _SETS:
            continue  # "that renews by itself" and "how long it renews for" were marked alike
        if value is not None:
            yield start, end, f"{tag}:{value}"
        field = FACTS.get(of.split(":")[0], of.split(":")[0]) if tag == "order" and of else ""
        if field in _FACTS:
            yield start, end, f"field:{field}"


def _value(tag: str, of: str | None) -> str | None:
    """The value of a part; of a ranking its direction."""
    if of is None or tag not in GROUPS:
        return None
    value = of.rsplit(":", 1)[-1] if tag in ("order", "compare") else of
    known = frozenset(agreement_types()) if tag == "type" else _VALUES[tag]
    return value if value in known else None


def learned_values(questions: Sequence[MarkedQuestion]) -> ClauseWordsModel:
    """What parts of questions stand for."""
    rows = value_examples(questions)
    return learned_codes(rows, sorted({code for _, code, _ in rows}))


def learned_kinds(marked: Sequence[MarkedQuestion], asked: Sequence[tuple[str, str]]) -> ClauseWordsModel:
    """Of which kind a question is, learned of marked ones and of others, as text and kind."""
    own = [question for question in marked if question.kind in KINDS]
    rows: list[ValueExample] = [(tuple(kind_signs(question.text)), question.kind, 1.0) for question in own]
    rows += [(tuple(kind_signs(text)), kind, ASKED) for text, kind in asked]
    return learned_codes(rows, KINDS, [*(question.text for question in own), *(text for text, _ in asked)])
