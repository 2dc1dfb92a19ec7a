"""An endpoint's answer made checkable: keys become citations, statements that their sources do not carry are marked.

A statement is shown unmarked only when the words or rows that it cites carry it (`core.qa.support`). No form of words
is taken on trust: headings, questions, table rows and sentences that lead to the next one are statements like others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.documents import PART_NAMES, Document, names_a_part
from core.evidence import OFFERED, locate
from core.qa.answer import Citation
from core.qa.sources import Sources, verified
from core.qa.statements import Statement, statements
from core.qa.support import Cited, judge, judge_call
from core.qa.support.strange_names import letters_of
from core.wording import Language, wording_text

_QUOTED = re.compile(
    r"[“\"„]([^“”\"„]{3,}?)[”\"]|「([^「」]{3,})」|『([^『』]{3,})』|«([^«»]{3,})»|‘([^‘’]{3,})’(?![a-z])"
    r"|(?<![\w])'([^'\n]{12,})'(?!\w)|`([^`]{3,})`|(?<![*\w])\*([^*\n]{12,})\*(?!\*)|(?<![_\w])_([^_\n]{12,})_(?!\w)"
)
_BLOCK_QUOTE = re.compile(r"^\s*>\s*(.{6,})$")
_LEAST_QUOTE = 6


@dataclass(frozen=True, slots=True)
class CheckedText:
    """Text as shown, its citations in order, and how many statements have no source that carries them."""

    text: str
    citations: tuple[Citation, ...]
    uncited: int


Restates = Callable[[Sequence[Statement]], Mapping[int, Sequence[Statement]]]
"""Gives other statements in place of some, by their places; not judged yet."""


def check_claims(
    reply: str,
    sources: Sources,
    document_of: Callable[[str], Document],
    *,
    language: Language,
    restate: Restates | None = None,
) -> CheckedText:
    """The answer with verified citations in place of keys and a mark on every statement that has no source.

    Args:
        reply: the model's answer: statements in their form, or free words with keys such as [E3] or [Q1].
        sources: the keys that were given out.
        document_of: gives a contract's document, for verification.
        language: of the marks.
        restate: is asked once for the statements that are not carried; what it gives takes their place where it is.
    """
    claims = statements(reply)
    if restate is not None:
        claims = _restated(claims, _Checker(sources, document_of), restate)
    checker = _Checker(sources, document_of)
    shown: list[str] = []
    uncited = 0
    for statement in claims:
        text = statement.text
        carried = checker.carries(statement)
        text += "".join(f" [{label}]" for label in checker.labels(statement))
        if not carried:
            uncited += 1
            text = f"{text} {wording_text('answers.no_source', language)}"
        shown.append(text + statement.ends)
    whole = re.sub(r"\n{3,}", "\n\n", "".join(shown)).strip()
    return CheckedText(whole, tuple(checker.cited.values()), uncited)


def _restated(stated: list[Statement], checker: _Checker, restate: Restates) -> list[Statement]:
    """The statements; where one is not carried and its restatement is, the restatement stands in its place."""
    marked = [place for place, statement in enumerate(stated) if not checker.carries(statement)]
    given = restate([stated[place] for place in marked]) if marked else {}
    found: list[Statement] = []
    for place, statement in enumerate(stated):
        others = given.get(marked.index(place), ()) if place in marked else ()
        found += others if others and all(each.keys and checker.carries(each) for each in others) else [statement]
    return found


class _Checker:
    """Judges the statements of one answer; `cited` are the citations that were found again, by key."""

    def __init__(self, sources: Sources, document_of: Callable[[str], Document]) -> None:
        self._sources = sources
        self._document_of = document_of
        self._known: dict[str, Citation | None] = {}
        self.cited: dict[str, Citation] = {}

    def labels(self, statement: Statement) -> list[str]:
        """Labels of the citations that a statement gives."""
        return list(dict.fromkeys(self.cited[key].label for key in statement.keys if key in self.cited))

    def carries(self, statement: Statement) -> bool:
        """Whether a statement's sources carry it; what states nothing at all needs none."""
        located = {
            key: citation for key in statement.keys if (citation := self._located(key, statement.text)) is not None
        }
        if not re.search(r"\w", statement.text):
            return True
        quotes = _quotations(statement)
        if any(not self._quotes(quote, list(located.values())) for quote in quotes):
            return False
        rest = _without_quotations(statement.text, quotes)
        if quotes and not re.search(r"\w{2}", rest):
            return True
        cited = [source for key, citation in located.items() if (source := self._source(key, citation)) is not None]
        if cited:
            numbers = {source.number for source in cited if source.number is not None}
            return judge(rest, cited, others=self._sources.other_titles(numbers)).carried
        return not quotes and self._counts(statement)

    def _source(self, key: str, citation: Citation) -> Cited | None:
        """What a citation carries; of an option also that it is one."""
        source = self._sources.cited(key)
        if source is None or citation.state not in OFFERED:
            return source
        return replace(source, beside=(*source.beside, *PART_NAMES))

    def _counts(self, statement: Statement) -> bool:
        calls = [call for key in statement.keys if (call := self._sources.call(key)) is not None]
        return any(judge_call(statement.text, call, portfolio=self._sources.portfolio).carried for call in calls)

    def _located(self, key: str, text: str) -> Citation | None:
        if key not in self._known:
            citation = self._sources.citation(key)
            found = None if citation is None else verified(citation, self._document_of)
            self._known[key] = found
            if found is not None:
                self.cited[key] = found
        found = self._known[key]
        # What the graph itself holds as not found carries nothing, and an option only what is said of an option.
        if found is None or found.state == "unverified" or (found.state in OFFERED and not names_a_part(text)):
            return None
        return found

    def _quotes(self, quote: str, located: list[Citation]) -> bool:
        """Whether words stand in one of the cited documents or entries."""
        return any(
            letters_of(quote) in letters_of(" ".join((citation.quote, self._entry_words(citation))))
            or (
                citation.kind == "contract"
                and locate(self._document_of(citation.contract_id), quote, around=citation.start).state != "unverified"
            )
            for citation in located
        )

    def _entry_words(self, citation: Citation) -> str:
        carried: Cited | None = self._sources.cited(citation.label) if citation.kind == "entry" else None
        return carried.words if carried is not None else ""


def _quotations(statement: Statement) -> list[str]:
    """What a statement gives as quotations, in any marks; very short ones are names and terms."""
    found = [next(filter(None, match.groups())) for match in _QUOTED.finditer(statement.text)]
    if block := _BLOCK_QUOTE.match(statement.text):
        found.append(block[1])
    own = [quote for quote in statement.quotes if letters_of(quote) in letters_of(statement.text)]
    return [quote for quote in (*found, *own) if len(letters_of(quote)) >= _LEAST_QUOTE and not _is_name(quote)]


def _is_name(quote: str) -> bool:
    """Whether quoted words are a defined term or a name: a few words, each with a capital."""
    words = quote.split()
    return quote.isascii() and len(words) <= 3 and all(word[:1].isupper() for word in words)


def _without_quotations(text: str, quotes: list[str]) -> str:
    for quote in quotes:
        text = text.replace(quote, " ")
    return text
