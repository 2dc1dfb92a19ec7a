"""A Japanese statement laid beside the cited words: what is replaced, left out, or only shortened.

Both are put in the plain form first (します as する, とされています left out), so that only what is said differs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import Match, SequenceMatcher
from itertools import pairwise

from core.qa.support.claim_words import synonyms_ja
from core.qa.support.rewording.omitted_words import left_out_beside

_PLAIN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"\s+|[「」『』“”\"*`|]|^[-・•]", ""),
        (r"(?<=[かがさたなばまらわしせれけめねべえ])ず(?=、)", "ない"),
        (r"含まれ(?=ない|ません)", "含ま"),
        (r"含まれ(?:る|ます)", "含む"),
        (r"^(?:はい|いいえ)、|^(?:契約|本契約)\d*(?:に(?:よれば|よると|おいて|は)|では|は)、?", ""),
        (r"(?:もの|こと)と(?:さ(?:れ(?:てい)?)|し(?:てい)?|定め(?:られ)?(?:てい)?)?(?:ます|る|する)(?=。|$)", ""),
        (
            r"(?:と|旨)(?:を|が)?(?:定め(?:られ)?(?:て(?:い|お))?|規定(?:し|され)(?:て(?:い|お))?|明記され(?:て(?:い|お))?)(?:ます|る|り|ります)?(?=。|$)",
            "",
        ),
        (r"(?:ものと|こと|もの)(?:する|とする)(?=。|$)", ""),
        (r"してはなりません|してはいけません", "してはならない"),
        (
            r"なければなりません|なければいけません|なければならない|なくてはな(?:りません|らない)|必要があります|必要がある",
            "なければならない",
        ),
        (r"(?<=できる)(?:もの|こと)(?:とする|とします)?(?=。|$)", ""),
        (r"することができます|することができる|できます", "できる"),
        (r"(?:することが)?できません|(?:することは)?できない", "できない"),
        (r"されます", "される"),
        (r"ありません", "ない"),
        (r"負いません", "負わない"),
        (r"しません", "しない"),
        (r"(?<=[さしれせえけげてでねべめ])ません", "ない"),
        (r"(?<=[一-龯])います", "う"),
        (r"(?<=[指示表])します", "す"),
        (r"します", "する"),
        (r"(?<=[一-龯])り?ます", "る"),
        (r"(?<=[さしれせえけげてでねべめ])ます", "る"),
        (r"あります", "ある"),
        (r"です(?=。|$)|である(?=。|$)", ""),
        (r"(?:の?ことを?|ものを?|を)?(?:指す|意味する|表す|示す)(?=。|$)", ""),
        (r"又は", "または"),
        (r"及び", "および"),
        (r"若しくは", "もしくは"),
        (r"並びに", "ならびに"),
        (r"、", ""),
    )
)
_TOKEN = re.compile(r"[々\u3400-\u9fff]+|[ァ-ヺー]+|[A-Za-z]+|\d[\d,.]*|[ぁ-ん]+|。")
_CONTENT = re.compile(r"[々\u3400-\u9fffァ-ヺA-Za-z]")
_REACH = 4
_BESIDE = 3
_LEAST = 8
_FOLLOWING = 0.85
_CONDITION = re.compile(
    r"場合|(?<![いなの])とき(?!め)|限り|除[きく]|のみ|に限|(?<!いた)だけ|(?:承諾|同意|許可|承認)(?:を得(?:る|ず)?)?(?:こと)?(?:なく|なし|ない|に)|"
    r"なければ|ただし|但し|を条件"
)
_OTHERWISE = re.compile(
    r"[^。]{0,20}?(?:別段|別途|特段|特に)の?[^。]{0,12}?(?:場合|とき)?(?:を除き|を除いて|ない限り)|法令[^。]{0,12}場合を除き"
)
_ANOTHER_CLAUSE = re.compile(r"(?:[しり]|ない|ものとし|とともに|また|かつ)$")
_EXCEPTION = re.compile(r"ただし|但し|除[きく]|この限り|場合に限")
_DOER = re.compile(
    r"(?:[甲乙丙丁]|者|先|元|人|主|社|側|ライセンサー|ライセンシー|コントリビューター|ユーザー)(?:は|が|も)"
)
_DENIAL = re.compile(r"ない|なく|ず|ません|禁|不可")


def plain_form(text: str) -> str:
    """A text in the plain form, without commas, marks of quotation and what only reports that something is set down."""
    plain = unicodedata.normalize("NFKC", text)
    for pattern, put in _PLAIN:
        plain = pattern.sub(put, plain)
    return plain


def replaced_in_japanese(text: str, source: str) -> bool:
    """Whether another word stands in a statement between the same neighbours as in its source."""
    if not _follows(text, source):
        return False
    claimed = ["。", *_TOKEN.findall(plain_form(text).strip("。")), "。"]
    written = ["。", *_TOKEN.findall("。".join(_sentences(source))), "。"]
    return any(_swapped(claimed, written, place) for place, word in enumerate(claimed) if _told(word))


def _follows(text: str, source: str) -> bool:
    """Whether most of a statement stands in one sentence of its source, in its order."""
    claim = plain_form(text).strip("。")
    return any(
        sum(
            block.size
            for block in SequenceMatcher(None, claim, sentence, autojunk=False).get_matching_blocks()
            if block.size > 1
        )
        >= _FOLLOWING * len(claim)
        for sentence in _sentences(source)
    )


def _swapped(claimed: Sequence[str], written: Sequence[str], place: int) -> bool:
    word, own, others = claimed[place], 0, 0
    forms = [word if len(word) > 1 and word in other else other for other in written]
    for at, other in enumerate(written):
        if not _told(other):
            continue
        left, right = _same(claimed, place, written, at, -1), _same(claimed, place, written, at, 1)
        if other == word or _alike(word, other):
            if max(left, right) == _REACH:
                return False
            own = max(own, left + right)
            continue
        beside = [*claimed[place - left : place], *claimed[place + 1 : place + 1 + right]]
        told = sum(_CONTENT.match(token) is not None for token in beside)
        if left and right and left + right >= _BESIDE and told:
            if not left_out_beside(claimed, place, forms, at, _same, _CONTENT.match):
                others = max(others, left + right)
        elif claimed[place - 1] == "。" and right == _REACH and told > 1:
            others = max(others, right)  # who it is said of, at the head of a sentence
    return others > own


def _told(word: str) -> bool:
    """Whether a word says something: no numeral's 条 or 項."""
    return _CONTENT.match(word) is not None and not set(word) <= set("第条項号同")


def _same(claimed: Sequence[str], place: int, written: Sequence[str], at: int, step: int) -> int:
    """How many tokens beside two places are the same, in one direction."""
    same = 0
    while same < _REACH:
        here, there = place + step * (same + 1), at + step * (same + 1)
        if not (0 <= here < len(claimed) and 0 <= there < len(written)) or claimed[here] != written[there]:
            break
        same += 1
    return same


def _alike(word: str, other: str) -> bool:
    if word in other or other in word:
        return True
    pairs, known = ({part[at : at + 2] for at in range(len(part) - 1)} for part in (word, other))
    return bool(pairs & known) or any(pairs & line and known & line for line in synonyms_ja())


def leaves_out_condition_in_japanese(text: str, words: str) -> bool:
    """Whether a statement says without its condition, in the source's words, what is said there under one only."""
    claim = plain_form(text).strip("。")
    if len(claim) < _LEAST:
        return False
    for sentence in _sentences(words):
        gaps = _left_out(claim, sentence)
        if gaps is None:
            continue
        inner, trailing = ([_OTHERWISE.sub("", gap) for gap in gaps[0]], _OTHERWISE.sub("", gaps[1]))
        told = [gap for gap in inner if len(_CONTENT.findall(gap)) > 1]
        if not all(_binds(gap) for gap in told):
            continue  # a summary, not the sentence without its condition
        return bool(told) or any(_binds(gap) for gap in inner) or _EXCEPTION.search(trailing) is not None
    return False


def _binds(gap: str) -> bool:
    """Whether what is left out holds a condition of what follows it, and is no clause of its own (…とし)."""
    alternative = re.match(r"(?:または|もしくは|あるいは)", gap) or re.search(r"(?:または|もしくは|あるいは)$", gap)
    return _CONDITION.search(gap) is not None and _ANOTHER_CLAUSE.search(gap) is None and not alternative


def rewords_in_japanese(text: str, words: str) -> bool:
    """Whether a statement is a sentence of some words with parts left out that limit nothing and name no other doer."""
    claim = plain_form(text).strip("。")
    if len(claim) < _LEAST or "?" in text:
        return False
    for sentence in _sentences(words):
        gaps = _left_out(claim, sentence, whole=True)
        if gaps is None or gaps[1]:
            continue
        inner = gaps[0]
        return not any(_CONDITION.search(gap) or _DOER.search(gap) or _DENIAL.search(gap) for gap in inner)
    return False


def _sentences(words: str) -> list[str]:
    plain = re.sub(r"\([^()]*\)", "", plain_form(words))
    parts = (_OPENS.sub("", part) for part in re.split(r"。|\n", plain))
    return [part for part in parts if part]


_OPENS = re.compile(
    r"^(?:\d{1,2}(?:\.\d+)*[.)]?|[A-Za-z][.)]|\([A-Za-z\d]{1,3}\))(?![\d年月日か営週時円%])|^(?:ただし|但し|なお|また|加えて|さらに|ここで)"
)


def _left_out(claim: str, sentence: str, *, whole: bool = False) -> tuple[list[str], str] | None:
    """What a sentence says besides a statement: before and between its parts, and behind; None where they differ."""
    blocks: list[Match] = [
        block
        for block in SequenceMatcher(None, claim, sentence, autojunk=False).get_matching_blocks()
        if block.size > 1 or (block.size == 1 and not _CONTENT.match(claim[block.a]))
    ]
    matched = sum(block.size for block in blocks)
    rest = len(claim) - matched
    if not blocks or rest > (0 if whole else max(1, len(claim) // 14)):
        return None
    gaps = [(a.b + a.size, b.b) for a, b in pairwise(blocks)]
    if whole and any(_inside_a_word(sentence, start, end) for start, end in gaps if start < end):
        return None
    inner = [sentence[: blocks[0].b], *(sentence[start:end] for start, end in gaps)]
    last = blocks[-1]
    return [gap for gap in inner if gap], sentence[last.b + last.size :]


def _inside_a_word(sentence: str, start: int, end: int) -> bool:
    """Whether what is left out begins or ends inside a word or a number: 非独占, 2024年."""
    return any(
        bool(kind.match(sentence[at - 1]) and kind.match(sentence[at]))
        for kind in (_CONTENT, _DIGIT)
        for at in (start, end)
        if 0 < at < len(sentence)
    )


_DIGIT = re.compile(r"[\d年月日]")
