"""Sentences that people read stand in core/wording and configs, never in Python: no Japanese and no tables of texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").glob("*.py"), ROOT / "app.py"]
)
JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ々一-龠]")
READING_ROOMS = (
    "core/contracts/builtin/",
    "core/documents/",
    "core/evidence/",
    "core/extraction/engines/",
    "core/interview/builtin/",
    "core/lexicon/",
    "core/qa/support/",
    "core/questions/",
)
"""Rooms that read Japanese: what they hold are patterns over contracts, questions and messages."""
RECOGNISERS = {
    "core/contracts/current_term.py": "how a contract is renewed",
    "core/contracts/endpoint/value_check.py": "values in a quote's words",
    "core/contracts/endpoint/value_roles.py": "what a quote says a value of",
    "core/contracts/references.py": "references to other contracts",
    "core/cypher/syntax/statement.py": "what models write before a query",
    "core/deletion/own_words.py": "letters of a word",
    "core/extraction/scoring/support.py": "letters of a word",
    "core/findings/builtin.py": "positions that want no clause",
    "core/findings/comments.py": "headings of articles",
    "core/findings/compare.py": "exceptions and parties in a clause",
    "core/findings/passages.py": "headings of articles",
    "core/graph/retrieval/arguments.py": "examples of names in descriptions for models",
    "core/graph/retrieval/as_of.py": "terms without an end",
    "core/graph/retrieval/by_knowledge.py": "words of a question that no entry holds",
    "core/graph/retrieval/warming.py": "questions that warm the indexes",
    "core/graph/text/stopwords.py": "words that every contract has",
    "core/graph/text/terms.py": "letters of a word",
    "core/graph/view/fonts.py": "names of fonts",
    "core/knowledge/files.py": "descriptions for the log",
    "core/knowledge/folding.py": "spellings of one word",
    "core/knowledge/search.py": "words that every question has",
    "core/local_model/models.py": "tokens of the untrained model",
    "core/optimizer/execution/copying.py": "words for unknown",
    "core/optimizer/execution/text_words.py": "words that every text has",
    "core/optimizer/files/dataset.py": "letters of a language",
    "core/parties/pairs.py": "spellings of one name",
    "core/parties/stated.py": "former and short names",
    "core/qa/asking_back.py": "numbers that choose a reading",
    "core/qa/knowledge_answers.py": "questions about house knowledge",
    "core/relations/resolve.py": "titles of amendments",
    "core/ui/knowledge/form.py": "where an article begins",
}
"""Files beside those rooms that recognise Japanese, and what. None is added: a pattern belongs into configs."""


def literals(file: str) -> Iterator[str]:
    """Strings of a file, without its docstrings."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_japanese_stands_where_it_is_read() -> None:
    found = {file for file in FILES if any(JAPANESE.search(text) for text in literals(file))}
    beside = {file for file in found if not file.startswith(READING_ROOMS)}
    assert beside - RECOGNISERS.keys() == set()
    # The list shrinks: who took the last Japanese word out of a file takes its line out here.
    assert RECOGNISERS.keys() - beside == set()


def tables_of_texts(file: str) -> Iterator[int]:
    """Lines of dictionaries that give a text for `ja` and one for `en`."""
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        if not isinstance(node, ast.Dict):
            continue
        texts = {
            key.value
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and isinstance(value, ast.Constant | ast.JoinedStr | ast.Tuple)
            if isinstance(value, ast.JoinedStr) or not isinstance(getattr(value, "value", ""), int)
        }
        if {"ja", "en"} <= texts:
            yield node.lineno


def test_no_table_of_texts_in_two_languages_stands_in_python() -> None:
    # The patterns by which a question names a contract's language.
    patterns = {"core/questions/lexicon.py"}
    found = {file: lines for file in FILES if file not in patterns and (lines := list(tables_of_texts(file)))}
    assert found == {}
