"""An endpoint's answer made checkable: keys become citations, sentences that state a fact without one are marked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.documents import Document
from core.evidence import sentence_span
from core.qa.answer import Citation
from core.qa.sources import KEY, Sources, verified
from core.wording import Language

_MARK: dict[Language, str] = {"en": "[no source]", "ja": "［根拠なし］"}
_NUMBERED = re.compile(
    r"(?:\b(?:contract|agreement)s?|契約書?)\s*(?:no\.?|number|番号|#)?\s*(\d{1,6})(?!\d)", re.IGNORECASE
)
_QUOTED = re.compile(r"[“\"「『]([^“”\"「」『』]+)[”\"」』]")
_LEAST_QUOTE = 12
_META = re.compile(
    r"\?\s*$|？\s*$|^(?:please|let me|would you|do you|sorry|here (?:is|are)|the following)"
    r"|わかりません|分かりません|^不明|ください|ましょうか|次のとおり",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """Text as shown, its citations in order, and how many statements have no source."""

    text: str
    citations: tuple[Citation, ...]
    uncited: int


def check_claims(
    text: str, sources: Sources, document_of: Callable[[str], Document], *, language: Language, facts: Sequence[str]
) -> Checked:
    """The answer with verified citations in place of keys and a mark on every statement without a source.

    Args:
        text: the model's answer with keys such as [E3] or [Q1].
        sources: the keys that were given out.
        document_of: gives a contract's document, for verification.
        language: of the marks.
        facts: texts of all rows that the calls gave; numbers and quotations in a statement must occur in them.
    """
    cited: dict[str, Citation] = {}
    checked: dict[str, bool] = {}
    uncited = 0
    known_numbers = set(re.findall(r"\d+", " ".join(facts)))
    known_words = _letters(" ".join(facts))

    def holds(key: str, sentence: str) -> bool:
        if key.startswith("Q"):
            return sources.bears(key, sentence)
        if key not in checked:
            citation = sources.citation(key)
            found = None if citation is None else verified(citation, document_of)
            checked[key] = found is not None
            if found is not None:
                cited[key] = found
        return checked[key]

    lines = []
    for line in text.split("\n"):
        parts = []
        for sentence in _sentences(line):
            keys = [key.strip() for group in KEY.findall(sentence) for key in re.split(r"[,、;]", group)]
            bare = re.sub(r"\s+(?=[.,;:!?。、])", "", KEY.sub("", sentence))
            good = [key for key in keys if holds(key, bare)]
            labels = [cited[key].label for key in dict.fromkeys(good) if key in cited]
            shown = bare.rstrip() + "".join(f" [{label}]" for label in labels)
            strange = [number for number in re.findall(r"\d+", bare) if number not in known_numbers and len(number) > 1]
            invented = strange or any(quote not in known_words for quote in _quotes(bare))
            if _states_fact(bare) and (not good or invented or _another_contract(bare, good, cited)):
                uncited += 1
                shown = f"{shown} {_MARK[language]}"
            trailing = sentence[len(sentence.rstrip()) :]
            parts.append(shown + trailing)
        lines.append("".join(parts))
    return Checked("\n".join(lines).strip(), tuple(cited.values()), uncited)


def _quotes(sentence: str) -> list[str]:
    """Letters of the words that a sentence gives as quotations; very short ones are names and terms."""
    return [letters for quote in _QUOTED.findall(sentence) if len(letters := _letters(quote)) >= _LEAST_QUOTE]


def _letters(text: str) -> str:
    # Without escapes of JSON, white space and punctuation, which a model writes as it likes.
    plain = re.sub(r"\\[nrtbf]|\\u[0-9a-fA-F]{4}", " ", text)
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", plain)).casefold()


def _another_contract(sentence: str, keys: Sequence[str], cited: Mapping[str, Citation]) -> bool:
    """Whether a sentence names contracts by number and cites words of other contracts only."""
    named = {int(number) for number in _NUMBERED.findall(sentence)}
    sources = {cited[key].number for key in keys if key in cited and cited[key].kind == "contract"}
    return bool(named and sources and all(key in cited for key in keys) and named.isdisjoint(sources))


def _sentences(line: str) -> list[str]:
    """Sentences of a line, each with the keys that follow its full stop."""
    result: list[str] = []
    position = 0
    while position < len(line):
        _, end = sentence_span(line, position, position + 1)
        end = max(end, position + 1)
        follow = re.compile(rf"(?:\s*{KEY.pattern})*\s*").match(line, end)
        end = follow.end() if follow else end
        result.append(line[position:end])
        position = end
    return result


def _states_fact(sentence: str) -> bool:
    plain = re.sub(r"^[\s\-*#>\d.]+", "", sentence).strip(" *_:：")
    if not re.search(r"\w", plain) or sentence.rstrip().endswith((":", "：")) or _META.search(plain):
        return False
    return len(re.findall(r"\w+", plain)) >= 3 or len(plain) >= 10
