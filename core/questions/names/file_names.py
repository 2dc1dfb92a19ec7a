"""Contracts by the firm that their file is called by: CybergyHoldingsInc_20140520_Affiliate_Agreement.pdf.

Where no party was read in a contract, its file is often all that says whose it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from core.lexicon import legal_forms, normal_name

_EXTENSION = re.compile(r"\.\w{1,5}$")
_SEPARATORS = re.compile(r"[\s_\-,.()\[\]{}【】「」『』・+&~]+")
# Cybergy|Holdings|Inc, EDIETS|Com
_CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_QUESTION_WORD = re.compile(r"[a-z0-9]+(?:'s?\b)?")
_DESCRIPTORS = frozenset(
    "holding holdings group groups international global worldwide enterprises industries technologies technology"
    " systems solutions services partners ventures capital pharmaceuticals pharma therapeutics biopharma medical"
    " financial bancorp bancshares media entertainment energy resources".split()
)
"""Words after a firm's own name, which people leave out."""
_JAPANESE = re.compile(r"[ぁ-ゖァ-ヺー一-龠々]{2,}")
# what a Japanese file is called by beside the firm: its kind, its state, its version
_NO_FIRM = re.compile(
    r"契約|覚書|合意|協定|規約|約款|誓約|注文|発注|請書|申込|見積|通知|証書|書$|締結|押印|捺印|署名|最終|確定|完了|案$|版$|"
    r"控え?$|写し?$|原本|修正|改訂|改定|変更|更新|履歴|様式|雛形|ひな形|サンプル|別紙|添付|資料|株主|年度|月分|委託|売買|請負|"
    r"保守|利用|使用|許諾|秘密|保持|賃貸|業務|取引|基本|個別|開発|共同|法務|総務|営業|経理|人事"
)
_TITLE_OF_RESPECT = re.compile(r"(?:様|御中|殿)$")
_LEAST_LETTERS = 4
_MOST_WORDS = 6
_MOST_CONTRACTS = 12
_FileSpan = tuple[int, int, tuple[str, ...]]


class FileNames:
    """An index of the firms that files of contracts are called by."""

    def __init__(self) -> None:
        self._contracts: dict[str, set[str]] = defaultdict(set)
        self._whole: set[str] = set()
        self._japanese: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))

    def add(self, contract_id: str, file_name: str) -> None:
        """Take in a contract's file."""
        stem = _EXTENSION.sub("", unicodedata.normalize("NFKC", file_name))
        stem = stem.replace("(株)", "株式会社").replace("(有)", "有限会社")
        for place, token in enumerate(part for part in _SEPARATORS.split(stem) if part):
            if not token.isascii():
                self._add_japanese(contract_id, token)
            elif token.isalpha() and place == 0:
                self._add_latin(contract_id, token)

    def _add_latin(self, contract_id: str, token: str) -> None:
        words = normal_name(" ".join(_CAMEL_CASE.split(token))).split()
        if len(words) == 1:
            words = [_without_form(words[0])]
        for count in range(1, len(words) + 1):
            joined = "".join(words[:count])
            if len(joined) >= _LEAST_LETTERS:
                self._contracts[joined].add(contract_id)
                if _DESCRIPTORS.issuperset(words[count:]):
                    self._whole.add(joined)

    def _add_japanese(self, contract_id: str, token: str) -> None:
        bare = _TITLE_OF_RESPECT.sub("", token)
        name = normal_name(bare).replace(" ", "")
        # a word alone may be anything: 東京, クラウド
        says_so = bare != token or name != bare.casefold()
        if says_so and _JAPANESE.fullmatch(name) and not _NO_FIRM.search(name):
            self._japanese[name[:2]][name].add(contract_id)

    def spans(
        self, text: str, capitals: Collection[str], common: Collection[str]
    ) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Start, end and the contracts of each file whose firm a folded question names.

        Args:
            text: the folded question.
            capitals: its words that begin with a capital as typed, folded.
            common: words that tell no firm by themselves.
        """
        tokens = [(match.start(), match.end(), match.group()) for match in _QUESTION_WORD.finditer(text)]
        place = 0
        while place < len(tokens):
            words = [word for _, _, word in tokens[place : place + _MOST_WORDS]]
            count, ids = self._longest(words, capitals, common, first=place == 0)
            if count:
                yield tokens[place][0], tokens[place + count - 1][1], ids
            place += max(1, count)
        yield from self._in_japanese(text)

    def _longest(
        self, words: Sequence[str], capitals: Collection[str], common: Collection[str], *, first: bool
    ) -> tuple[int, tuple[str, ...]]:
        """How many of some words begin a file's firm, and the contracts; 0 where they tell none."""
        bare = [word.removesuffix("'s").removesuffix("'") for word in words]
        for count in range(len(words), 0, -1):
            if all(word in common for word in bare[:count]) or bare[0] not in capitals:
                continue
            # Women's Golf is WOMENSGOLF in a file, and Cybergy's is Cybergy
            for joined in ("".join(words[:count]).replace("'", ""), "".join(bare[:count])):
                ids = self._contracts.get(joined, set())
                told = count > 1 or not first or (joined in self._whole and joined not in _DESCRIPTORS)
                if ids and told and len(ids) <= _MOST_CONTRACTS:
                    return count, tuple(sorted(ids))
        return 0, ()

    def _in_japanese(self, text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        place = 0
        while place < len(text) - 1:
            names = self._japanese.get(text[place : place + 2], {})
            name = max((name for name in names if text.startswith(name, place)), key=len, default="")
            if name and len(names[name]) <= _MOST_CONTRACTS:
                yield place, place + len(name), tuple(sorted(names[name]))
            place += len(name) or 1


def _without_form(word: str) -> str:
    """A name in one word without the legal form at its end: WOMENSGOLFUNLIMITEDINC."""
    ending = next((form for form in _joined_forms() if word.endswith(form)), "")
    bare = word.removesuffix(ending)
    return bare if len(bare) >= _LEAST_LETTERS else word


@cache
def _joined_forms() -> tuple[str, ...]:
    """English legal forms in letters alone, the longest first; none is so short that it ends many words."""
    joined = {re.sub(r"\W", "", form).casefold() for form in legal_forms().english}
    return tuple(sorted((form for form in joined if len(form) >= 3), key=lambda form: (-len(form), form)))
