"""Articles and sentences of a Japanese contract.

An article begins with 第N条, with its heading in brackets beside it, behind it or on the line above. Documents without
第N条 have numbered headings (3. 契約期間), marked ones (■ 免責事項, 【賃料】) or short lines that stand alone. A row of
a table of key terms (賃料: 月額10万円) is a sentence under a heading of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from core.contracts.builtin.japanese.flow import page_breaks
from core.contracts.builtin.japanese.words import bare, plain_words, rule_book

LONGEST = 1_500
LONGEST_HEADING = 40

_STOP = re.compile(r"。(?![」』)）])|[\n\f]+")  # a full stop before a closing bracket ends nothing
_NUMBER = r"(?:\d{1,3}|[一二三四五六七八九十百]{1,5})"
_ARTICLE = re.compile(rf"^(?:[•・#*]*)?第{_NUMBER}条(?:の{_NUMBER})?(?P<rest>.*)$|^{_NUMBER}条(?P<rest2>[((].*)$")
_BRACKETED = re.compile(r"^[*]*[(【「<〈]\s*(?P<heading>[^()【】「」<>〈〉]{1,40}(?:[(][^()]{1,20}[)])?)[)】」>〉]")
_ALONE = re.compile(r"^[#*]*[(【<〈](?P<heading>[^()【】<>〈〉。、]{1,30})[)】>〉][*]*$")
_NUMBERED = re.compile(
    r"^#*(?:\d{1,2}(?:\.\d{1,2})*|[一二三四五六七八九十]{1,3}|[IVX]{1,4})[.、,)]?(?P<heading>[^\d.、。)][^。]*)$"
)
_MARKED = re.compile(r"^(?:#{1,5}|[■◆●○◎□▼*]{1,2})(?P<heading>[^。、]{2,30})[*]*$")
_CHAPTER = re.compile(rf"^#*第{_NUMBER}[章節編部](?P<heading>[^。]{{1,30}})$")
_LABEL = re.compile(
    r"^[\s│┃|｜]*(?:[(（]?[\d０-９]{1,2}(?:[.．)）]\s*|[\s\u3000]+))?(?P<label>[^\s:：。、「」()（）\d_＿│┃┏┌├┣┗└━─][^:：。、「」_＿\t|│┃]{0,13}?)"
    r"\s*(?:[:：\t|│┃｜]|  +|\u3000)\s*(?P<value>\S.*)$"
)
_NUMBER_ALONE = re.compile(
    r"第?[\d０-９一二三四五六七八九十百]+[条項号]?(?:の[\d０-９一二三四五六七八九十]+)?$|[甲乙丙丁]$"
)
_VERB = re.compile(
    r"(?:する|した|しない|できる|ない|である|とする|ます|です|ある|こと|もの|場合|とき|及び|または|又は)$"
)
_ITEM = re.compile(r"^(?:[((]?\d{1,2}[))]|[①-⑳]|[ァ-ン][)).]|[•・\-])")
_CONTENTS = re.compile(r"\t\d+$|\.{4,}|…{2,}|・{4,}")
_OPENS = re.compile(
    r"第[\d一二三四五六七八九十百０-９]+条|\d|[0-9①-⑳(（・•【＜<「『■●○◆#]|[甲乙].{0,8}は|[ァ-ン][)）.]"
)


@dataclass(frozen=True, slots=True)
class Article:
    """A numbered article or a passage under a heading: its heading (NFKC, no blanks) and its offsets."""

    heading: str
    start: int
    end: int


class Sentence(NamedTuple):
    """A sentence's offsets, its words as `plain_words` gives them, and the heading it stands under."""

    start: int
    end: int
    words: str
    heading: str


class _TextLine(NamedTuple):
    start: int
    end: int
    words: str


def articles(text: str) -> tuple[Article, ...]:
    """The articles of a contract in reading order; what stands before the first one has no article."""
    lines = _lines(text)
    opened = _numbered_articles(lines) or _headed_passages(lines)
    ends = [*(start for start, _ in opened[1:]), *([len(text)] if opened else [])]
    return tuple(Article(heading, start, end) for (start, heading), end in zip(opened, ends, strict=True))


def _lines(text: str) -> list[_TextLine]:
    found = []
    for match in re.finditer(r"[^\n\f]+", text):
        words = bare(match[0])
        if words and not _CONTENTS.search(match[0].strip()):
            found.append(_TextLine(match.start(), match.end(), words))
    return found


def _numbered_articles(lines: list[_TextLine]) -> list[tuple[int, str]]:
    """Start and heading of the articles 第N条; none where a document has fewer than two of them."""
    opened: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        match = _ARTICLE.match(line.words)
        if match is None:
            continue
        rest = match["rest"] if match["rest"] is not None else match["rest2"]
        if re.match(r"(?:第?\d*[項号]|[にのをはがと、及又若])", rest):
            continue
        above = _ALONE.match(lines[number - 1].words) if number else None
        bracketed = _BRACKETED.match(rest)
        if bracketed is not None:
            opened.append((line.start, bracketed["heading"]))
        elif above is not None and (not opened or opened[-1][0] < lines[number - 1].start):
            opened.append((lines[number - 1].start, above["heading"]))
        else:
            title = rest.strip("*#:：") if len(rest) <= LONGEST_HEADING and not rest.endswith(("。", "、")) else ""
            below = _ALONE.match(lines[number + 1].words) if not rest and number + 1 < len(lines) else None
            opened.append((line.start, below["heading"] if below else title))
    return opened if len(opened) > 1 else []


def _headed_passages(lines: list[_TextLine]) -> list[tuple[int, str]]:
    opened: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        following = lines[number + 1].words if number + 1 < len(lines) else ""
        heading = _heading(line.words, following)
        if heading:
            opened.append((line.start, heading))
    return opened


def _heading(words: str, following: str) -> str:
    """The heading that a line of a document without 第N条 is, or nothing."""
    for pattern in (_CHAPTER, _ALONE, _MARKED, _NUMBERED):
        match = pattern.match(words)
        if match is not None:
            heading = match["heading"].strip("*#:：")
            return heading if len(heading) <= LONGEST_HEADING and not _runs_on(heading) else ""
    short = len(words) <= 24 and not re.search(r"[。、:：,;円年月日@/]", words) and not _runs_on(words)
    return words if short and len(following) > len(words) and not _ITEM.match(words) else ""


def _runs_on(heading: str) -> bool:
    return bool(_VERB.search(heading)) or heading.endswith(("、", "。", ",", "は", "が", "を", "に", "で"))


def binding_sentences(text: str) -> list[Sentence]:
    """The contract's own sentences: without headings, tables of contents and commentary."""
    own: list[Sentence] = []
    parts = articles(text)
    starts = [part.start for part in parts]
    commentary, explains = re.compile(rule_book().commentary), re.compile(rule_book().explains)
    explaining = False
    for start, end in _pieces(text):
        raw = text[start:end]
        words = bare(raw)
        if _ARTICLE.match(words):
            explaining = False
        elif commentary.match(words):
            explaining = True
        at = bisect_right(starts, start) - 1
        heading = parts[at].heading if at >= 0 else ""
        labelled = _LABEL.match(raw)
        if labelled is not None and not _VERB.search(labelled["label"]) and not _NUMBER_ALONE.match(labelled["label"]):
            heading = bare(labelled["label"])
        if explaining or len(words) < 6 or _CONTENTS.search(raw.strip()) or explains.search(words):
            continue
        if at >= 0 and start < parts[at].start + 60 and re.sub(r"^[()*#【\d.．]+|[)】*]+$", "", words) == heading:
            continue
        own.append(Sentence(start, end, plain_words(raw), heading))
    return own


def _pieces(text: str) -> list[tuple[int, int]]:
    """Sentences by 。 and by line; a line that a page's edge cut in mid-sentence goes on in the next."""
    pieces: list[tuple[int, int]] = []
    start = 0
    cut = [begin for begin, _ in page_breaks(text)]
    for match in _STOP.finditer(text):
        if match[0][0] in "\n\f" and (_goes_on(text, start, match) or _is_cut(text, start, match, cut)):
            continue
        pieces.append((start, match.start() + (1 if match[0][0] == "。" else 0)))
        start = match.end() if match[0][0] != "。" else match.start() + 1
    pieces.append((start, len(text)))
    trimmed = []
    for begin, end in pieces:
        words = text[begin:end]
        stripped = words.strip()
        if stripped:
            begin += words.index(stripped)
            trimmed.append((begin, begin + len(stripped)))
    return trimmed


def _is_cut(text: str, start: int, stop: re.Match[str], cut: list[int]) -> bool:
    """Whether a line break is one of those that the page's edge put in mid-sentence, or stands among its numbers."""
    at = bisect_right(cut, stop.start()) - 1
    near = at >= 0 and not re.search(r"[^\s\d０-９/／―—–‐－-]", text[cut[at] : stop.start()])
    return near and stop.start() - start <= LONGEST


def _goes_on(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether a line break stands in mid-sentence: a full line before it and no new item, heading or article after."""
    before = text[text.rfind("\n", 0, stop.start()) + 1 : stop.start()].strip()
    after = text[stop.end() : stop.end() + 12].lstrip()
    if stop.start() - start > LONGEST or not before or not after or before[-1] in "。」』)）＞>】:：":
        return False
    if stop[0].count("\n") > 1 and "\f" not in stop[0]:
        return False
    return _OPENS.match(after) is None and len(before) >= 18 and re.search(r"[ぁ-ん、]$", before) is not None
