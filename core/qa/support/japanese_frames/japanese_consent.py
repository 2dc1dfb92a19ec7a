"""Whether a Japanese text says that something needs somebody's consent."""

from __future__ import annotations

import re
import unicodedata

from core.qa.support.japanese_frames.japanese_reader import CLOSED

CONSENT = re.compile(r"承諾|同意|許可|承認|了承")
_WITHOUT = re.compile(
    r"(?:承諾|同意|許可|承認|了承)(?:を得(?:る|て|ない|ず)?[^、。]{0,8}?|な|が)?(?:ない限り|なければ|ことなく|ことなしに|ずに|ずして|ないで|なく|なしに|なしで|ず|なき)"
)
_NEEDED = re.compile(
    r"(?:承諾|同意|許可|承認|了承)[^。]{0,12}?(?:があれば|がある(?:場合|とき)|を得れば|を得られれば|必要|要する|要し|得なければ|得て|得た(?:場合|上|うえ)|得る(?:もの|こと|必要)|《義務》|求め)"
)
_NOT_EVEN = re.compile(r"できない|できません|てはな(?:らない|りません)|禁止|不可|(?:許|認め)[^。]{0,4}(?:ない|ません)")
_FREE = re.compile(
    r"(?:承諾|同意|許可|承認|了承)[^。]{0,8}?(?:不要|必要は?(?:ない|ありません)|必要と(?:しない|しません)|要しない|要しません)|自由に"
)


def consent_needed(text: str) -> dict[str, set[bool]]:
    """Whether consent is needed, by how it is said: `without` it nothing may be done, or it is `needed`."""
    found: dict[str, set[bool]] = {"without": set(), "needed": set()}
    plain = CLOSED.sub("", re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)))
    for sentence in re.split(r"[。\n]", plain):
        if not CONSENT.search(sentence):
            continue
        if _FREE.search(sentence):
            found["needed"].add(False)
        elif match := _WITHOUT.search(sentence):
            rest = sentence[match.end() :]
            found["without"].add(
                re.search(r"ない|ません|禁止|ならな|なりません|不可|(?:なら|でき|せ)ず", rest) is not None
            )
        elif match := _NEEDED.search(sentence):
            lifted = re.search(r"あれば|得れば|得られれば|得た|がある", match[0]) and _NOT_EVEN.search(
                sentence[match.end() :]
            )
            found["needed"].add(not lifted)
    return found
