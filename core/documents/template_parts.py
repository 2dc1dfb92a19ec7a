"""What in a model contract or a draft is no agreed wording: options, explanations and choices left open in brackets.

Model contracts print alternatives under headings (【変更オプション － 仲裁】), with labels (A案 and B案, [Option A: …])
or in brackets (［東京・大阪］), and explain between the articles (＜解説＞, [Drafting note: …]). The rules are few and
want strong signs, because to call words of a signed contract an option would be as wrong as the other way round: a
label counts beside another one of its row, an explanation's heading beside others like it, an English label without
brackets only in a text that says that it is a form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

PartKind = Literal["option", "explanation", "choice"]

_BULLETS = re.compile(r"^[\s　#*•・■◆●○\-\uf06e`]+")
_CONTENTS = re.compile(r"\t\d+\s*$|\.{4,}|…{2,}|・{4,}|\]\(#")
_NUMBER = r"[0-9０-９一二三四五六七八九十百●○]+"
_ARTICLE = re.compile(
    rf"^第\s*(?P<number>{_NUMBER})\s*条(?!\s*(?:第?\s*{_NUMBER}[項号](?![（(])|[にのをはがと、及又若]))"
    r"|^(?:ARTICLE|Article|SECTION|Section|Clause|CLAUSE)\s+(?P<en>[0-9IVXL]+(?:\.[0-9]+)*)\b"
    r"|^(?P<plain>[0-9]{1,2}(?:\.[0-9]{1,2})*)[.)]?\s+(?=[A-Z\"“])"
)
_COMMENTARY = re.compile(
    r"^[<＜〈《【\[［〔]?(?:ポイント|解説|コラム|補足|想定シーン|交渉経緯)(?:[>＞〉》】\]］〕：:].*|\s*[*#:：]*)$"
)
_LEAST_COMMENTARY = 3
_COMMON = re.compile(r"オプション.{0,12}共通")
_OPTION_HEAD = re.compile(
    r"^(?:[【〔［\[（(<＜].{0,24})?(?:変更|追加|選択)\s*オプション.{0,60}$"
    r"|^[【〔［\[（(<＜]\s*オプション\s*(?:[0-9０-９A-DＡ-Ｄ]|条項|案)?.{0,60}$"
    r"|^(?:その他の)?(?:変更|追加)?オプション条項\s*$"
)
_EXAMPLE_HEAD = re.compile(r"^【.{0,40}条項の?例】$")
_OPTION_SECTION = re.compile(r"^(?:その他の)(?:変更|追加)?オプション条項")
_PLAIN_HEAD = re.compile(
    r"^(?:[【（(]?(?:別紙|締結の証|前文|後文|附則|付則)|本契約(?:の)?(?:締結|成立)(?:の証|を証)|IN WITNESS WHEREOF)"
)
_JA_ROW = r"(?:[A-DＡ-Ｄ甲乙丙]\s*案|案\s*[1-4１-４A-DＡ-Ｄ]|第[1-3一二三]案|代替案\s*[0-9０-９A-DＡ-Ｄ]?)"
_EN_ROW = r"(?:(?:option|alternative|variant)\s+(?:[A-D]|[1-4]|one|two|three)\b)"
_JA_LABEL = re.compile(rf"[【〔［\[（(]\s*(?P<row>{_JA_ROW})\s*(?:[：:－-][^】〕］\]）)\n]{{0,40}})?[】〕］\]）)]")
_JA_LINE_LABEL = re.compile(rf"^(?P<row>{_JA_ROW})\s*(?:[：:]|$)")
_EN_LABEL = re.compile(rf"[\[〔(]\s*(?P<row>{_EN_ROW})\s*[\]〕)]", re.I)
_EN_LINE_LABEL = re.compile(rf"^(?P<row>{_EN_ROW})\s*(?:[:.–—-]|$)", re.I)
_HELD = re.compile(
    rf"[\[〔［【]\s*(?P<row>{_JA_ROW}|{_EN_ROW}|(?:変更|追加)?オプション[0-9０-９]?"
    r"|optional|option(?:al)? (?:clause|wording))"
    r"\s*[:：－—–-]\s*(?=\S)",
    re.I,
)
_NOTE = re.compile(
    r"[\[〔［【(（]\s*(?P<row>drafting note|note to (?:draft|drafter)|drafter'?s note|NTD|guidance note"
    r"|(?:ドラフティング|ドラフト|起案|作成)(?:者|上の)?(?:ノート|注(?:記)?|の注))\s*[:：]"
    r"|[〔［【]\s*(?P<row2>注(?:記)?)\s*[:：]",
    re.I,
)
_FORM = re.compile(
    r"drafting note|note to draft|\b(?:model|template|form of) (?:agreement|contract|clause|form)|select one|choose one"
    r"|delete as (?:applicable|appropriate)|\[\s*[●•]\s*\]|\[insert\b",
    re.I,
)
_CHOICE = re.compile(
    r"[〔［](?P<ja>[^〕］\n]{1,40}(?:[・／/]|または|又は)[^〕］\n]{1,40})[〕］]"
    r"|\[(?P<en>(?!and/or)[^\[\]\n/]{1,40}/[^\[\]\n/]{1,40})\](?!\()"
)
PART_NAMES = ("option", "optional", "alternative", "model contract", "オプション", "選択肢", "モデル契約")
"""What people call such parts."""
_NAMED = re.compile(
    r"オプション|選択肢|代替案|モデル契約|解説|\boptions?\b|\boptional\b|\balternatives?\b"
    r"|\bmodel (?:contract|agreement)|\bdrafting note|\bnot agreed\b",
    re.IGNORECASE,
)
_PAIRS = {"[": "]", "〔": "〕", "［": "］", "【": "】", "(": ")", "（": "）"}
_LONGEST = 6_000
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class TemplatePart:
    """A stretch of a document (offsets into its text) that is no agreed wording, and what it is called there.

    option: alternative or additional wording that a model contract offers. explanation: words about the contract.
    choice: a few alternatives in brackets within a sentence.
    """

    kind: PartKind
    start: int
    end: int
    name: str


@lru_cache(maxsize=8)
def template_parts(text: str) -> tuple[TemplatePart, ...]:
    """Options, explanations and open choices of a text, in reading order; they do not overlap."""
    return tuple(_apart([*_held(text), *_by_lines(text), *_labelled(text), *_choices(text)]))


def part_at(text: str, start: int, end: int) -> TemplatePart | None:
    """The option or explanation that holds most of a span of a text."""
    for part in template_parts(text):
        common = min(end, part.end) - max(start, part.start)
        if part.kind != "choice" and 2 * common > end - start:
            return part
    return None


def names_a_part(words: str) -> bool:
    """Whether a sentence says of what it tells that it is an option or an explanation of a model contract."""
    return _NAMED.search(words) is not None


def agreed_text(text: str) -> str:
    """A text of the same length with blanks in place of what is no agreed wording; line breaks stay."""
    parts = template_parts(text)
    if not parts:
        return text
    out, at = [], 0
    for part in parts:
        out.append(text[at : part.start])
        out.append(re.sub(r"[^\n\f]", " ", text[part.start : part.end]))
        at = part.end
    return "".join([*out, text[at:]])


def _apart(parts: Iterable[TemplatePart]) -> Iterator[TemplatePart]:
    """Parts without overlaps: a part that begins earlier goes before those within it."""
    at = 0
    for part in sorted(parts, key=lambda part: (part.start, -part.end)):
        if part.end <= at:
            continue
        yield TemplatePart(part.kind, max(part.start, at), part.end, part.name)
        at = part.end


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Offsets of each line with words, and its words without bullets."""
    for match in re.finditer(r"[^\n\f]+", text):
        line = _BULLETS.sub("", match[0]).strip()
        if line:
            yield match.start(), match.end(), line


@dataclass(slots=True)
class _Open:
    """The part that a line opened and that goes on until another line ends it."""

    kind: PartKind
    start: int
    name: str
    number: str | None
    empty: bool = True


def _by_lines(text: str) -> Iterator[TemplatePart]:
    """Options and explanations that begin with a heading of their own."""
    lines = [line for line in _lines(text) if not _CONTENTS.search(line[2])]
    explained = sum(_COMMENTARY.match(line) is not None for _, _, line in lines) >= _LEAST_COMMENTARY
    opened: _Open | None = None
    article: str | None = None
    section = False
    for start, _, line in lines:
        number = _article_number(line)
        head = _head(line, explained=explained)
        if head is not None:
            yield from _closed(text, opened, start)
            section = section or _OPTION_SECTION.match(line) is not None
            opened = _Open(head, start, _name(line), article)
            continue
        if _COMMON.search(line) or _PLAIN_HEAD.match(line):
            ends, section = True, section and not _PLAIN_HEAD.match(line)
        elif number is None or opened is None:
            ends = False
        elif opened.kind == "option" and (section or opened.empty or number == opened.number):
            ends = False
            opened.number = number
        else:
            ends = True
        if ends:
            yield from _closed(text, opened, start)
            opened = _Open("option", start, _name(line), number, empty=False) if section else None
        if number is not None:
            article = number
        if opened is not None:
            opened.empty = False
    yield from _closed(text, opened, len(text))


def _head(line: str, *, explained: bool) -> Literal["option", "explanation"] | None:
    """What a line opens: an option, an explanation or nothing."""
    if explained and _COMMENTARY.match(line):
        return "explanation"
    if _COMMON.search(line) or line.endswith("。"):
        return None
    if _OPTION_HEAD.match(line) or (explained and _EXAMPLE_HEAD.match(line)):
        return "option"
    return None


def _article_number(line: str) -> str | None:
    match = _ARTICLE.match(line)
    return None if match is None else match["number"] or match["en"] or match["plain"]


def _closed(text: str, opened: _Open | None, end: int) -> Iterator[TemplatePart]:
    if opened is not None:
        kept = len(text[opened.start : end].rstrip())
        if kept:
            yield TemplatePart(opened.kind, opened.start, opened.start + kept, opened.name)


def _labelled(text: str) -> Iterator[TemplatePart]:
    """Alternatives behind labels of one row (A案, B案), each up to the next label or the end of its passage."""
    form = _FORM.search(text) is not None
    labels: list[tuple[int, int, str, bool]] = []
    for start, end, line in _lines(text):
        offset = start + text[start:end].index(line)
        for pattern, wanted in ((_JA_LINE_LABEL, True), (_EN_LINE_LABEL, form)):
            if wanted and (match := pattern.match(line)):
                labels.append((offset, offset + match.end(), match["row"], not line[match.end() :].strip()))
    for pattern in (_JA_LABEL, _EN_LABEL):
        for match in pattern.finditer(text):
            rest = text[match.end() : _line_end(text, match.end())]
            labels.append((match.start(), match.end(), match["row"], not rest.strip()))
    labels.sort()
    rows = {re.sub(r"\s", "", row).lower() for _, _, row, _ in labels}
    if len(rows) < 2:
        return
    for at, (start, end, row, alone) in enumerate(labels):
        stop = _passage_end(text, end, alone=alone)
        following = labels[at + 1][0] if at + 1 < len(labels) else len(text)
        yield TemplatePart("option", start, min(stop, following), row)


def _passage_end(text: str, start: int, *, alone: bool) -> int:
    """Where the words behind a label end: with their line, or for a label alone on its line before the next article."""
    if not alone:
        return _line_end(text, start)
    at, seen = _line_end(text, start), False
    while at < len(text):
        begin = at + 1
        at = _line_end(text, begin)
        line = _BULLETS.sub("", text[begin:at]).strip()
        if seen and (not line or _ARTICLE.match(line)):
            return begin - 1
        seen = seen or bool(line)
    return len(text)


def _line_end(text: str, start: int) -> int:
    match = re.compile(r"[\n\f]").search(text, start)
    return len(text) if match is None else match.start()


def _held(text: str) -> Iterator[TemplatePart]:
    """Options and notes that a pair of brackets holds from end to end."""
    rows = {re.sub(r"\s", "", match["row"]).lower() for match in _HELD.finditer(text)}
    clear = re.compile(r"オプション|optional", re.I)
    for pattern, kind in ((_HELD, "option"), (_NOTE, "explanation")):
        for match in pattern.finditer(text):
            row = match["row"] or match["row2"]
            if kind == "option" and len(rows) < 2 and not clear.search(row) and not _FORM.search(text):
                continue
            end = _bracket_end(text, match.start())
            if end is not None and text[match.end() : end - 1].strip():
                yield TemplatePart("option" if kind == "option" else "explanation", match.start(), end, row)


def _bracket_end(text: str, start: int) -> int | None:
    """Behind the bracket that closes the one at `start`; None where none does."""
    opening = text[start]
    closing, depth = _PAIRS[opening], 0
    for at in range(start, min(len(text), start + _LONGEST)):
        depth += (text[at] == opening) - (text[at] == closing)
        if depth == 0:
            return at + 1
    return None


def _choices(text: str) -> Iterator[TemplatePart]:
    for match in _CHOICE.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : _line_end(text, match.end())]
        if line.strip() != match[0]:
            yield TemplatePart("choice", match.start(), match.end(), (match["ja"] or match["en"]).strip())


def _name(line: str) -> str:
    words = line.strip("【】〔〕［］[]（）()＜＞<>*# 　")
    return re.sub(r"\s+", " ", words)[:_LONGEST_NAME]
