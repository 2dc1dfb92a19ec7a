"""Text as the knowledge base compares it: one width, one case, one kana, one white space."""

from __future__ import annotations

import re
import unicodedata

_KATAKANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣"), "-")
_QUOTES = dict.fromkeys(map(ord, "‘’‚‛"), "'") | dict.fromkeys(map(ord, "“”„‟"), '"')
_TABLE = _KATAKANA | _DASHES | _QUOTES


def folded(text: str) -> str:
    """Text in NFKC and lower case, katakana as hiragana, runs of white space as one blank.

    ﾗｲｾﾝｽ, ライセンス and らいせんす become one; so do ＮＤＡ and nda. NUL and halves of surrogate pairs, which no
    database takes, are gone.
    """
    plain = unicodedata.normalize("NFKC", text.encode("utf-8", "ignore").decode("utf-8")).casefold()
    return re.sub(r"\s+", " ", plain.translate(_TABLE).replace("\0", "")).strip()


def pairs(text: str) -> list[str]:
    """Overlapping pairs of a folded text's characters other than white space and punctuation, for likeness."""
    plain = re.sub(r"[\W_]+", "", text)
    return [plain[at : at + 2] for at in range(len(plain) - 1)]
