"""Which language a contract is written in, from its letters."""

from __future__ import annotations

import re
from typing import Literal

_JAPANESE = re.compile("[\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_LETTER = re.compile(r"[^\W\d_]")
SHARE = 0.2


def language_of(text: str) -> Literal["en", "ja"]:
    """`ja` when at least a fifth of the letters are kana or kanji, else `en`.

    A Latin word has about five letters where Japanese has two, so an English contract with a Japanese address
    stays English and a Japanese one full of product names stays Japanese.
    """
    letters = len(_LETTER.findall(text))
    return "ja" if letters and len(_JAPANESE.findall(text)) / letters >= SHARE else "en"
