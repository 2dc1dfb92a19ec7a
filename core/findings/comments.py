"""Comments at the words of a Word file: runs are split at the words' borders, so that nothing else changes.

The words are looked for paragraph by paragraph in the body, tables included; headers and footers cannot carry comments.
Words that run over several paragraphs are marked from the paragraph in which they begin. What is not found is given
back, never put elsewhere.
"""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docx.document import Document as WordFile
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from core.findings.phrases import change_lines, option_words, reason_words, say
from core.findings.types import Finding
from core.word_files import printable
from core.wording import Language

_AUTHOR, _INITIALS = "Shinsa", "S"
_LEAST_KEY = 12
_NUMBER = re.compile(
    r"^(?:第[0-9〇一二三四五六七八九十百]+条|[0-9]{1,2}[.．、)）]?|[(（][0-9a-z]+[)）]|[①-⑳])\s*", re.IGNORECASE
)


def commented(file: WordFile, findings: Sequence[Finding], language: Language) -> list[Finding]:
    """Put a comment on the first words of each finding; gives the findings that have no place in the file.

    Findings that say that all is well get none.
    """
    paragraphs = [_Letters.of(paragraph) for paragraph in _paragraphs(file)]
    left = []
    for finding in findings:
        if finding.verdict == "fine":
            continue
        runs = _runs_for(finding, paragraphs)
        if runs:
            file.add_comment(runs, comment_text(finding, language), author=_AUTHOR, initials=_INITIALS)
        else:
            left.append(finding)
    return left


def comment_text(finding: Finding, language: Language) -> str:
    """What a comment says: the verdict, what differs, and the wording to offer, the first to offer first."""
    entry = finding.stored.entry
    lines = [
        f"{finding.stored.name} {say(finding.verdict, language)}: {entry.title or ''}",
        reason_words(finding, language),
        *change_lines(finding, language),
    ]
    if finding.explanation:
        lines.append(say("explanation", language, text=finding.explanation))
    lines += [f"{option_words(offered, language)}: {offered.evidence.shown}" for offered in finding.options]
    if entry.recommended_clause:
        lines.append(f"{say('recommended', language)}: {entry.recommended_clause}")
    for position in entry.fallback_positions:
        lines.append(say("fallback", language, n=position.level, position=position.position))
        if position.clause.strip():
            lines.append(position.clause)
    return printable("\n".join(lines))


def unplaced_lines(findings: Sequence[Finding], language: Language) -> list[str]:
    """The comments that had no place, one text each."""
    return [comment_text(finding, language) for finding in findings]


def _paragraphs(file: WordFile) -> Iterator[Paragraph]:
    """Every paragraph of the body in its order, those of tables and nested tables too."""
    for element in file.element.body.iter(qn("w:p")):
        # Word takes no comments in text boxes.
        if next(element.iterancestors(qn("w:txbxContent")), None) is None:
            yield Paragraph(element, file._body)


@dataclass(slots=True)
class _Letters:
    """A paragraph's letters and digits in canonical form, each with the run and the place in it that it came from."""

    paragraph: Paragraph
    key: str
    places: list[tuple[int, int]]

    @classmethod
    def of(cls, paragraph: Paragraph) -> _Letters:
        key: list[str] = []
        places: list[tuple[int, int]] = []
        for index, run in enumerate(paragraph.runs):
            for at, char in enumerate(run.text):
                for image in unicodedata.normalize("NFKC", char).casefold():
                    if image.isalnum():
                        key.append(image)
                        places.append((index, at))
        return cls(paragraph, "".join(key), places)


def _runs_for(finding: Finding, paragraphs: list[_Letters]) -> list[Run]:
    for evidence in (*finding.evidence, *(offered.evidence for offered in finding.options)):
        if evidence.state == "unverified" or not evidence.shown:
            continue
        # Numbers of articles come from Word's numbering and are in no run.
        for words in (evidence.shown, _NUMBER.sub("", evidence.shown.strip())):
            wanted = _key(words)
            found = _where(wanted, paragraphs)
            if found is not None:
                index, start, end = found
                runs = _split(paragraphs[index], start, end)
                paragraphs[index] = _Letters.of(paragraphs[index].paragraph)
                return runs
    return []


def _key(words: str) -> str:
    return "".join(ch for ch in unicodedata.normalize("NFKC", words).casefold() if ch.isalnum())


def _where(wanted: str, paragraphs: Sequence[_Letters]) -> tuple[int, int, int] | None:
    """Paragraph and first and last letter of the words; of words over several paragraphs, the part in the first."""
    if not wanted:
        return None
    for index, letters in enumerate(paragraphs):
        at = letters.key.find(wanted)
        if at >= 0:
            return index, at, at + len(wanted)
    joined = "".join(letters.key for letters in paragraphs)
    at = joined.find(wanted) if len(wanted) >= _LEAST_KEY else -1
    if at < 0 or joined.find(wanted, at + 1) >= 0:
        return None
    before = 0
    for index, letters in enumerate(paragraphs):
        if at < before + len(letters.key):
            return index, at - before, len(letters.key)
        before += len(letters.key)
    return None


def _split(letters: _Letters, start: int, end: int) -> list[Run]:
    """The runs that hold exactly the letters [start, end), split off where a run holds more; all keep their format."""
    runs = list(letters.paragraph.runs)
    first_run, first_at = letters.places[start]
    last_run, last_at = letters.places[end - 1]
    _cut(runs[last_run], last_at + 1)
    if first_at > 0:
        rest = _cut(runs[first_run], first_at)
        if rest is not None:
            runs[first_run] = rest
    elements = {id(runs[index]._r) for index in range(first_run, last_run + 1)}
    return [run for run in letters.paragraph.runs if id(run._r) in elements]


def _cut(run: Run, at: int) -> Run | None:
    """Split a run before its character `at`; gives the new run that follows, None where nothing is left for it.

    Only a run of plain text is cut: one with tabs, breaks or pictures inside is left whole.
    """
    text = run.text
    inner = [child for child in run._r if child.tag != qn("w:rPr")]
    if at >= len(text) or any(child.tag != qn("w:t") for child in inner):
        return None
    follower = copy.deepcopy(run._r)
    run._r.addnext(follower)
    rest = Run(follower, run._parent)
    run.text, rest.text = text[:at], text[at:]
    return rest
