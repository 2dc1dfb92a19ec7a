"""Lines of a Japanese text that a page's edge cut in mid-sentence, and the text in which such sentences flow on.

A text taken from a page or a scan breaks its lines where the page ends, within words too. A break is one of the page's
where the line is as long as the page is wide, or where the next line begins as no sentence does (に, を, 。), and no
article, item or table row begins after it. Numbers of pages between two such lines go with the break.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from core.contracts.builtin.segments import plain
from core.documents import Document
from core.record import Clause

OPENS = re.compile(
    r"第[\d一二三四五六七八九十百０-９]+条|\d|[0-9①-⑳(（・•【＜<「『■●○◆#]|[甲乙].{0,8}は|[ァ-ンア-ン][)）.．、]|"
    r"[一二三四五六七八九十]+[\s\u3000、.．]|[イロハニホヘト][\s\u3000.．、]|[│┃|┌┏├┣└┗─━]"
)
"""Begins an article, an item, a row of a table or a sentence of its own."""
_ITEM = re.compile(
    r"第[\d一二三四五六七八九十百０-９]+条[\s(（【]|\d{1,2}(?:[.．、)）\s]|,(?!\d))|[①-⑳・•■●○◆*※]|[(（][\d一二三四五六七八九十ア-ンイロハニホヘトa-z]{1,3}[)）]|"
    r"[ァ-ンa-zａ-ｚ][)）.．、\s]|[一二三四五六七八九十]+[\s.．]|[│┃|┌┏├┣└┗─━]"
)
"""Begins an article, an item or a row where every line is as long as the page is wide."""
_TERMINAL = "。」』)）＞>】:：〕］]│┃|┐┓┤┫┘┛─━"
_CARRIED = re.compile(
    r"[をがにのへは](?![ぁ-ん]{0,1}[\s\u3000])|[。、」』）)]|(?:という|とする|した|する|しない|もの|こと)[。、]"
)
_PAGE_NUMBER = re.compile(
    r"[\s\u3000]*[-－―—–ー‐]*[\s\u3000]*[\d０-９]{1,3}[\s\u3000]*(?:[-－―—–ー‐/／][\s\u3000]*[\d０-９]{0,3})?[\s\u3000]*"
)
_ENDED = re.compile(r"(?:です|ます|ません|ました|ください|しい|ない|ある|する|した|まで|から|こと|もの|とき|について)$")
"""Ends a line that has no full stop and goes on nowhere."""
_OPENS_BRACKET, _CLOSES_BRACKET = r"[【（(＜<\[［]", r"[】）)＞>\]］]"
_MARKED_AS = (
    rf"^[\s\u3000]*(?:{_OPENS_BRACKET}\s*%s[^】）)＞>\]］\n]{{0,6}}{_CLOSES_BRACKET}|"
    r"%s[\s\u3000]*(?:[:：│|｜\t]|\u3000|  |\n))"
)
_BEFORE_CHANGE, _AFTER_CHANGE = (
    r"(?:(?:変更|改定|改訂|改正|修正)前|旧|現行|従前)",
    r"(?:(?:変更|改定|改訂|改正|修正)後|新)",
)
_OLD_WORDING = re.compile(
    rf"{_MARKED_AS % (_BEFORE_CHANGE, _BEFORE_CHANGE)}[\s\S]{{1,3000}}?"
    rf"(?={_MARKED_AS % (_AFTER_CHANGE, _AFTER_CHANGE)})",
    re.MULTILINE,
)
_KATAKANA = re.compile(r"[ァ-ヶー]")
# 令|和6年, 令和6年|4月, 4月|1日: no line of its own begins so
_SPLIT_DATE_ENDS = re.compile(
    r"(?:[令平]|(?:令和|平成)?[\d０-９元一二三四五六七八九十]{1,4}年|年[\s\u3000]*[\d０-９一二三四五六七八九十]{1,3}月)$"
)
_SPLIT_DATE_GOES_ON = re.compile(
    r"[和成]\s*[\d元一二三四五六七八九十]|\d{1,2}\s*[月日]|[一二三四五六七八九十]{1,3}[月日]"
)
_LEAST_LINES = 8
_SHARE = 0.2
_NARROWEST = 24
_HEADING = re.compile(r"第[\d一二三四五六七八九十百０-９]+条[^。]*$|[（(【][^。]{1,30}[）)】]$")


@dataclass(frozen=True, slots=True)
class Flow:
    """A text without the breaks of its pages; `offsets` holds the offset in the source of each of its characters."""

    text: str
    offsets: tuple[int, ...]

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the source of a span of the text."""
        return self.offsets[start], self.offsets[end - 1] + 1

    def clause(self, clause: Clause) -> Clause:
        """A clause found in the source with its excerpts' offsets in the text; one that has none stays as it is."""
        places = {offset: at for at, offset in enumerate(self.offsets)}
        excerpts = []
        for excerpt in clause.excerpts:
            evidence = excerpt.evidence
            start, last = places.get(evidence.start or 0), places.get((evidence.end or 1) - 1)
            if start is not None and last is not None:
                excerpts.append(replace(excerpt, evidence=replace(evidence, start=start, end=last + 1)))
        return replace(clause, excerpts=tuple(excerpts))


def flowing(document: Document) -> tuple[Document, Flow] | None:
    """The document with its sentences in one piece; None where no break of a page cuts one."""
    breaks = page_breaks(document.text)
    if not breaks:
        return None
    offsets: list[int] = []
    at = 0
    for start, end in breaks:
        offsets.extend(range(at, start))
        at = end
    offsets.extend(range(at, len(document.text)))
    flow = Flow("".join(document.text[offset] for offset in offsets), tuple(offsets))
    return replace(document, text=flow.text, pages=()), flow


@lru_cache(maxsize=4)
def page_breaks(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the line breaks in mid-sentence, each with the blanks and page numbers that stand around it."""
    lines = [match.span() for match in re.finditer(r"[^\n\f]+", text)]
    lines = [(start, end) for start, end in lines if text[start:end].strip()]
    words = [(start, end) for start, end in lines if not _PAGE_NUMBER.fullmatch(text, start, end)]
    width = _page_width([_width(text[start:end].rstrip()) for start, end in words])
    found = []
    last = text.rfind("。")  # what is signed below the last sentence is a list of names and addresses
    for (start, end), (after, stop) in pairwise(words):
        if start > last:
            break
        between = text[end:after]
        if re.sub(r"[^\n]", "", between).count("\n") > 1 and not _only_page_numbers(between):
            continue
        if _cut(text[start:end].rstrip(), text[after:stop], width):
            begin = start + len(text[start:end].rstrip())
            found.append((begin, after + len(text[after:stop]) - len(text[after:stop].lstrip())))
    return tuple(found)


def without_old_wording(text: str) -> str:
    """A text of the same length with blanks for the wording that an amendment prints as the old one."""
    return _OLD_WORDING.sub(lambda match: re.sub(r"[^\n\f]", " ", match[0]), text)


def _only_page_numbers(between: str) -> bool:
    rows = [row for row in re.split(r"[\n\f]+", between) if row.strip()]
    return bool(rows) and all(_PAGE_NUMBER.fullmatch(row) for row in rows)


def _cut(line: str, following: str, width: int | None) -> bool:
    """Whether a sentence runs on from a line to the next one."""
    after = following.lstrip()
    if after[0] in "。、」』）)" and line.strip()[-1] not in "。":
        return True
    if line[-1] in _TERMINAL and not (width and _CARRIED.match(after)):
        return False
    if _HEADING.fullmatch(line.strip()):
        return False
    if len(line.strip()) >= _NARROWEST and _KATAKANA.match(line[-1]) and _KATAKANA.match(after):
        return True
    if width is not None:
        if _ITEM.match(unicodedata.normalize("NFKC", after[:8])):
            return False
        deeper = len(following) - len(after) > len(line) - len(line.lstrip()) + 1
        return width - 3 <= _width(line) <= width + 2 and not deeper
    if _SPLIT_DATE_ENDS.search(line) and _SPLIT_DATE_GOES_ON.match(plain(after)):
        return True
    if OPENS.match(plain(after)):
        return False
    long = len(line.strip()) >= _NARROWEST
    ends_open = re.search(r"[ぁ-ん、]$", line) is not None and _ENDED.search(line) is None
    return long and (ends_open or _CARRIED.match(after) is not None)


def _page_width(widths: list[int]) -> int | None:
    """The width of the page where many lines end at one: most of the text is then cut there."""
    count = Counter(widths)
    best = max(count, key=lambda width: (sum(count[width - less] for less in range(4)), width), default=0)
    full = sum(count[best - less] for less in range(4))
    longer = sum(number for width, number in count.items() if width > best + 2)
    enough = full >= max(_LEAST_LINES, _SHARE * len(widths)) and longer <= 0.05 * len(widths)
    return best if enough and best >= _NARROWEST else None


def _width(words: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WFA" else 1 for letter in words)
