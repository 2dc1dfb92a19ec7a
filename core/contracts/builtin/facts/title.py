"""The document's name and the type of agreement that it names.

A title stands at the top, alone on its line (or set off by wide blanks where a page became one line), before the
preamble; where there is none the preamble's "THIS … AGREEMENT" names it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.evidence import from_span
from core.lexicon import agreement_types
from core.record import Fact

_NOUN = (
    r"(?:agreements?|contracts?|leases?|sublease|addendum|amendment|memorandum|understanding|licen[cs]e|letter|"
    r"guarant(?:y|ee)|"
    r"statement|undertaking|deed|terms\s+and\s+conditions|schedule|warrant|note|plan|policy|appointment|confirmation)"
)
_NAMED = re.compile(rf"\b{_NOUN}\b", re.IGNORECASE)
_STRONG = re.compile(r"\b(?:agreements?|contracts?|lease|addendum|memorandum|deed|amendment)\b", re.IGNORECASE)
_FURNITURE = re.compile(
    r"^\W*(?:exhibit\b|ex-?\s?\d|execution\s+(?:version|copy)|confidential|certain\s|\[?\*|page\s+\d|"
    r"table\s+of\s+contents|source:|"
    # a register's number, but not "Supply Agreement No. 2", which is a name
    r"(?!(?:\w+\s+){1,3}agreement\s+no\.?\s*\d{1,2}\s*$)"
    r"(?:\w+\s+){0,3}(?:contract|agreement)\s*(?:no\b|number\b|#|:)|\d+[.)]\s|entire\s+agreement|attachment\s|"
    r"final\b|draft\b|schedule\s+\w{1,3}\s*$|appendix\s+\w{1,3}\s*$|annex\s+\w{1,3}\s*$|portions\s+of|"
    r"pursuant\s+to|redacted|article\b|section\b|"
    r"these\b|this\s+(?:exhibit|document)|information\s|the\s+(?:symbol|registrant)|omitted|text\s+omitted|"
    r"conformed\s+copy|filed\b|\d+\s*$)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"\b(?:shall|will|hereby|has\s+been|have\s+been|is|are|was|were|means|pursuant|which|herein|requested|omitted|"
    r"entered\s+into|made|dated|hereinafter)\b",
    re.IGNORECASE,
)
_GAP = re.compile(r"\s{3,}|[\n\f]")
_THIS = re.compile(
    rf"\b(?i:this)\s+(?P<name>(?:[A-Z0-9][\w&,'/().-]*\s+|-\s+|(?:and|of|for|to|in|the|on|with|by|or|"
    rf"regarding)\s+){{0,14}}?(?i:{_NOUN})\b(?:\s+(?i:agreement|contract)\b)?"
    r"(?:\s+(?:#\s?|(?i:no\.?|number)\s+)\d+)?(?:\s+(?:to|for|"
    r"of)\s+(?:the\s+)?[A-Z#][\w&,'/#-]*(?:\s+(?:[A-Z][\w&'/-]*|and|of|for)){0,8})?)"
)
_ABOVE = re.compile(
    rf"(?P<name>(?:[A-Z][\w&,'/®-]*\s+|-\s+|(?:and|of|for|to|the|"
    rf"or)\s+){{0,10}}(?i:{_NOUN}))\W*(?:\([^()]{{0,60}}\)\W*)?$"
)
# titles of forms that are no agreement by their name
_FORM_TITLE = re.compile(
    r"(?:[A-Z][\w&-]*\s+){0,4}(?i:statement\s+of\s+work|(?:order|booking|subscription)\s+form|(?:purchase|work|service|task|change)\s+order|"
    r"letter\s+of\s+(?:intent|engagement)|engagement\s+letter|term\s+sheet|heads\s+of\s+terms|order\s+confirmation)"
    r"(?:\s*(?i:no\.?|number|\#)\s*[\w/-]+)?"
)
# the line below "Dear …," that says what a letter is about
_LETTER_SUBJECT = re.compile(
    r"\n[ \t]*Dear\s[^\n]{1,60}[ \t]*\n\s*\n[ \t]*(?:Re\s*:\s*)?(?P<subject>[A-Z][^\n.]{4,90}?)[ \t]*\n[ \t]*\n"
)
_ABOUT_AGREEMENT = re.compile(
    r"\b(?:agreement|engagement|arrangement|appointment|licen[cs]e|terms|contract)\b", re.IGNORECASE
)
_ABOVE_SKIP = re.compile(
    r"^(?:(?:Exhibit|EXHIBIT|Execution|EXECUTION|Version|VERSION|Copy|COPY|FORM\s+OF|ATTACHMENT\s+\w|"
    r"Page\s+\d+\s+of\s+\d+)\s+)+"
)
_CONTINUES = re.compile(r"^(?:and|for|of|to|regarding|between)\b|\b(?:and|for|of|to|the|&)$", re.IGNORECASE)
_JAPANESE_NOUN = (
    r"(?:契約書|契約証書|契約証|覚書|合意書|協定書|誓約書|念書|示談書|約款|規約|規程|基本契約|確認書|証書|許諾書|条件書|通知書|同意書|"
    r"注文書|請書|発注書|申込書|差入書|承諾書|保証書|ライセンス(?:契約)?|利用条件|ポリシー|ガイドライン|取引条件|契約)"
)
_JAPANESE_NAME = re.compile(
    rf"[^。、「」#＃*|]{{0,50}}?{_JAPANESE_NOUN}(?:(?:\s*[(（][^（）()\n]{{1,24}}[)）])|(?:\s*(?:[Vv]er(?:sion|\.)?|バージョン|第)?\s*[\d.]+版?))*"
)
_TITLE_ENDS = re.compile(rf".{_JAPANESE_NOUN}(?:[(（][^()（）]{{1,24}}[)）])?$")
_PIECE = re.compile(r"\S+(?:\s{1,2}\S+)*")
_JAPANESE_FURNITURE = re.compile(
    r"^(?:印紙|収入印紙|別紙|別添|様式|参考|目次|前文|表紙|No\.?|第\d+号|\d+$|甲|乙|貸主|借主|〒|TEL|https?:|(?:最終)?(?:更新|改定|制定|施行)日?|発効日)"
    r"|年.{0,6}月.{0,6}日|御中$|殿$|様$|[:：|]|。$"
)
_RUNS_ON = re.compile(r"^[^。、]{2,40}(?:及び|および|並びに|ならびに|又は|または|に関する|に係る|兼|・)$")
_LICENCE_NAME = re.compile(r"\b(?:licen[cs]e|agreement|terms|contract|policy)\b", re.IGNORECASE)
_JAPANESE_DEFINED = re.compile(
    r"(?P<name>[^\s。、「」（）()]{2,40}?契約)\s*\((?:以下|本書)[^()]{0,12}「本(?:契約|書)」"
)
# 契約名:業務委託契約書
_TITLE_ROW = re.compile(
    r"^[ \t|]*(?:契約(?:書)?(?:の)?(?:名称?|種別)|件[ \t]*名|文書名|[表標]題|書類名)[ \t]*[:|][ \t]*"
    rf"(?P<name>[^\n。|]{{1,40}}?{_JAPANESE_NOUN})[ \t|]*$",
    re.MULTILINE,
)
# the METI and JPO model contracts carry this before their own name
_MODEL = re.compile(r"モデル契約書\s*(?:ver\.?\s*[\d.]+)?\s*")
# 【雛形】秘密保持契約書
_DRAFT = re.compile(
    r"[【\[（(]?\s*(?:雛\s*形|ひな[形型]|サンプル|テンプレート|見本|参考例?|記入例|写し?|案|ドラフト)\s*[】\]）)]\s*(?=\S)"
)
_HEAD = 4_000


def type_of_title(title: str) -> str | None:
    """Code of the type that a title names, the most specific one; None when it names none.

    Of several types in one title (Development and License Agreement) the first named counts, after longer names.
    """
    plain = " ".join(title.casefold().replace("-", " ").split())
    best: tuple[int, int, str] | None = None
    for code, pattern, weight in _type_patterns():
        found = pattern.search(plain)
        if found is not None:
            candidate = (-weight, found.start(), code)
            best = candidate if best is None else min(best, candidate)
    return best[2] if best else None


@cache
def _type_patterns() -> tuple[tuple[str, re.Pattern[str], int], ...]:
    patterns = []
    for kind in agreement_types().values():
        for name in {kind.en, kind.ja, *kind.aliases}:
            plain = " ".join(name.casefold().replace("-", " ").split())
            if plain.isascii():
                stem = re.sub(r"\s+agreement$", "", plain)
                words = r"\s+".join(map(re.escape, stem.split()))
                tail = (
                    r"\b(?=.*\b(?:agreement|contract|deed|undertaking|addendum|amendment|terms|letter|statement)\b|s?$)"
                )
                patterns.append((kind.code, re.compile(rf"\b{words}{tail}"), len(stem.split())))
            else:
                patterns.append((kind.code, re.compile(re.escape(plain)), 10 + len(plain)))
                stem = plain.removesuffix("契約")
                if 1 < len(stem) < len(plain):  # ソフトウェア使用許諾及び保守に関する契約書
                    about = re.compile(re.escape(stem) + r"(?!契約)[^。、]{0,20}に(?:関する|係る|ついての)契約")
                    patterns.append((kind.code, about, 10 + len(stem)))
    return tuple(patterns)


def find_title(reading: DocumentReading, preamble: int) -> tuple[Fact, Fact]:
    """The facts document_name and agreement_type.

    Args:
        reading: the document.
        preamble: offset where the preamble begins.
    """
    japanese = reading.document.language == "ja"
    span = _japanese_title(reading, preamble) if japanese else _english_title(reading, preamble)
    if span is None:
        return Fact("document_name", None), Fact("agreement_type", None)
    start, end, confidence = span
    # A cover page has no sentences: its lines around the title would say nothing about it.
    evidence = replace(from_span(reading.document, start, end), shown=reading.words(start, end, longest=300))
    name = _clean(reading.words(start, end, longest=300))
    kind = type_of_title(name)
    return (
        Fact("document_name", name, confidence=confidence, evidence=evidence),
        Fact("agreement_type", kind, name if kind else None, confidence if kind else 0.0, evidence if kind else None),
    )


def _clean(name: str) -> str:
    opening = r"^(?:form\s+of\s+)?(?!「[^」]*」)\W+"  # 「給食業務委託契約」に関する覚書 begins with a name in brackets
    bare = re.sub(rf"\s+(?:by\s+and\s+)?between$|{opening}", "", name.strip(' "*#_-=.,;:'), flags=re.I)
    return bare.strip(' "*#_-=.,;:')


def _english_title(reading: DocumentReading, preamble: int) -> tuple[int, int, float] | None:
    chunks = _chunks(reading.plain, max(min(preamble, _HEAD), 1_500))
    for position, (start, end) in enumerate(chunks):
        words = " ".join(reading.plain[start:end].split())
        if start > preamble and preamble > 0:
            break
        if not _STRONG.search(words) or not _is_title(words):
            continue
        first, last = position, position
        while first > 0 and _joins(reading, chunks[first - 1], chunks[first]):
            first -= 1
        while last + 1 < len(chunks) and _joined_below(reading, chunks[last], chunks[last + 1]):
            last += 1
        return chunks[first][0], chunks[last][1], 0.95 if first == last else 0.9
    forms = [(start, end) for start, end in chunks if _FORM_TITLE.fullmatch(reading.plain, start, end)]
    if forms and (preamble == 0 or forms[0][0] <= preamble):
        return (*forms[0], 0.85)
    above = _ABOVE.search(reading.plain[max(0, preamble - 160) : preamble])
    if above is not None and len(above["name"].split()) > 1:
        start = max(0, preamble - 160) + above.start("name")
        skip = _ABOVE_SKIP.match(above["name"])
        start += skip.end() if skip else 0
        return start, max(0, preamble - 160) + above.end("name"), 0.9
    match = _THIS.search(reading.plain, preamble, preamble + 400) or _THIS.search(reading.plain, 0, _HEAD)
    if match is not None and len(match["name"].split()) > 1:
        return match.start("name"), match.end("name"), 0.9
    subject = _LETTER_SUBJECT.search(reading.plain, 0, _HEAD)
    if (
        subject is not None
        and _ABOUT_AGREEMENT.search(subject["subject"])
        and not _FURNITURE.search(subject["subject"])
    ):
        return *subject.span("subject"), 0.7
    return _late_title(reading)


def _late_title(reading: DocumentReading) -> tuple[int, int, float] | None:
    for start, end in _chunks(reading.plain, 2 * _HEAD):
        words = " ".join(reading.plain[start:end].split())
        if _STRONG.search(words) and _is_title(words) and words.isupper():
            return start, end, 0.7
    return None


def _chunks(plain: str, end: int) -> list[tuple[int, int]]:
    """Spans of the lines, and of the pieces that wide blanks set off, up to an offset."""
    stop = min(end, len(plain))
    cuts = [(0, 0), *(match.span() for match in _GAP.finditer(plain, 0, stop)), (stop, stop)]
    found = []
    for (_, begin), (until, _) in pairwise(cuts):
        piece = plain[begin:until]
        if piece.strip():
            begin += len(piece) - len(piece.lstrip())
            found.append((begin, begin + len(piece.strip())))
    return found


def _is_title(words: str) -> bool:
    if len(words) > 140 or len(words) < 5 or _FURNITURE.search(words) or _SENTENCE.search(words) or words[0].islower():
        return False
    long = [word for word in re.findall(r"[A-Za-z][\w'-]*", words) if len(word) > 3]
    return bool(long) and sum(word[0].isupper() for word in long) >= 0.8 * len(long) and words.count(",") < 4


def _joins(reading: DocumentReading, above: tuple[int, int], below: tuple[int, int]) -> bool:
    """Whether the line above belongs to the title line below it."""
    if reading.plain.count("\n", above[1], below[0]) != 1:
        return False
    upper = " ".join(reading.plain[slice(*above)].split())
    lower = " ".join(reading.plain[slice(*below)].split())
    if _FURNITURE.search(upper) or _SENTENCE.search(upper) or len(upper) > 80:
        return False
    open_end = bool(_CONTINUES.search(upper) or _CONTINUES.search(lower))
    return open_end or (bool(re.fullmatch(_NOUN, lower, re.I)) and upper.isupper() == lower.isupper())


def _joined_below(reading: DocumentReading, line: tuple[int, int], below: tuple[int, int]) -> bool:
    if reading.plain.count("\n", line[1], below[0]) != 1:
        return False
    upper = " ".join(reading.plain[slice(*line)].split())
    lower = " ".join(reading.plain[slice(*below)].split())
    if not _is_title(lower + " agreement") or re.match(r"(?:by\s+and\s+)?between|dated", lower, re.I):
        return False
    return bool(
        re.search(r"\b(?:and|for|of|to|the|&)$|[-,&]$", upper, re.I)
        or re.match(r"(?:and|for|to|of|regarding)\b", lower, re.I)
    )


def _japanese_title(reading: DocumentReading, preamble: int) -> tuple[int, int, float] | None:
    """The title line of a Japanese document, else the name that its preamble defines, else its first line."""
    lines = _japanese_lines(reading.plain[: max(preamble, 1_000)])
    for number, (offset, line) in enumerate(lines):
        if number and _RUNS_ON.search(lines[number - 1][1]) and len(lines[number - 1][1]) + len(line) < 60:
            # a title over two lines
            offset, line = (
                lines[number - 1][0],
                reading.plain[lines[number - 1][0] : offset + len(line)].replace("\n", " "),
            )
        joined = re.sub(r"\s+", "", line)
        running = re.search(
            r"。|(?<!に関)(?<!に対)する|した|について$|^第\d|である|目次|の締結|(?<!基)本契約|ください|ます", joined
        )
        if len(joined) > 60 or running or _JAPANESE_FURNITURE.search(joined):
            continue
        found = _JAPANESE_NAME.fullmatch(line) or _JAPANESE_NAME.fullmatch(joined)
        if found is not None or (_LICENCE_NAME.search(line) and len(line.split()) < 12):
            return offset, offset + len(line), 0.95 if found else 0.9
        if re.search(rf"{_JAPANESE_NOUN}(?:$|[\s(（—–-])", line) and offset < 300:
            return offset, offset + len(line), 0.85
    defined = _JAPANESE_DEFINED.search(reading.plain, max(preamble - 200, 0), preamble + 1_500)
    if defined is not None:
        return defined.start("name"), defined.end("name"), 0.85
    row = _TITLE_ROW.search(reading.plain, 0, 1_500)
    if row is not None:
        return row.start("name"), row.end("name"), 0.8
    first = next(((offset, line) for offset, line in lines if not _JAPANESE_FURNITURE.search(line)), None)
    if first is None or len(first[1]) > 40 or re.search(r"[。、]|^第\d|^\d", first[1]):
        return None
    return first[0], first[0] + len(first[1]), 0.6


def _japanese_lines(head: str) -> list[tuple[int, str]]:
    """Offset and words of the first lines, without marks of headings and the words of model contracts before a name."""
    lines = []
    for match in list(re.finditer(r"[^\n\f]+", head))[:40]:
        line = match[0].strip(" #*\t【】『』<>■●◆")
        if not line:
            continue
        offset = head.index(line, match.start())
        for begin, words in _parted(line):
            model = _MODEL.match(words) or _DRAFT.match(words)
            past = model.end() if model else 0
            lines.append((offset + begin + past, words[past:]))
    return lines


def _parted(line: str) -> list[tuple[int, str]]:
    """The pieces of a line that wide blanks set off, where one is a title (注文請書　　　収入印紙); else all of it."""
    pieces = [(match.start(), match[0]) for match in _PIECE.finditer(line)]
    titled = any(_TITLE_ENDS.search(re.sub(r"\s+", "", words)) for _, words in pieces)
    return pieces if titled else [(0, line)]
