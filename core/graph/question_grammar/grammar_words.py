"""The words of a question while it is read: each part that is understood is taken, what is left over is told."""

from __future__ import annotations

import re

from core.questions import folded

TAKEN = "§"
"""Stands for a character that was understood: no letter, no white space, so no pattern reads across it."""
_LATIN = re.compile(r"[a-z][a-z'&-]*|[$¥€£]?\d[\d,.]*%?|%")
_WORDS = frozenset(
    "a an the what's of in on at to for and is are was were be been being do does did have has had having"
    " with we our us "
    "contract contracts agreement agreements how many much number numbers count total all any each every portfolio "
    "that which who what whose there their please show list give tell me see i want like know would could can you "
    "contain contains containing include includes including clause clauses provision provisions find get"
    " involve involves involving".split()
)
_ENGLISH = re.compile(r"\b(?:how many|number of|which|what|are there|do we|contracts?|agreements?)\b")
_BARE = re.compile(
    r"教えて|ください|下さい|見せて|表示|集計|数えて|挙げて|列挙|出して|知りたい|お願い|調べて|確認|一覧"
    r"|リスト|ほしい|欲しい|"
    r"契約書?|条項|件数|何件|いくつ|何通|何本|件|数|総数|全部で|全体|ありますか|あります|ある|あり|です"
    r"|ですか|ますか|ます|でしょうか|"
    r"どれくらい|どのくらい|どれだけ|どの|どれ|どこ|なに|何|もの|もつ|持つ|含む|含んで|含まれる|含んだ"
    r"|定める|定めた|定められて|定められた|規定|の中で|のうち|における|"
    r"について|に関する|されて|されている|された|される|している|して|した|する|いる|なって|になる|なる|になっている|"
    r"現在|当社|弊社|我々|私たち|すべて|全て|全部|それぞれ|対象|とし|とする|が|は|を|に|で|の|と|も|か|へ|"
    r"、|。|・|「|」|\?|!|:|\(|\)|,|/"
)


class Words:
    """A folded question and which of its characters are understood."""

    def __init__(self, question: str) -> None:
        self.text = folded(question).strip()
        self._taken = [False] * len(self.text)
        self._rest: str | None = None
        # A Japanese name in an English question does not make it a Japanese one.
        self.japanese = bool(re.search(r"[ぁ-ヿ一-龠]", self.text)) and _ENGLISH.search(self.text) is None

    @property
    def rest(self) -> str:
        """The question with understood characters blanked; offsets stay."""
        if self._rest is None:
            self._rest = "".join(TAKEN if taken else mark for mark, taken in zip(self.text, self._taken, strict=True))
        return self._rest

    def take(self, pattern: re.Pattern[str] | str) -> re.Match[str] | None:
        """The first match among what is left, taken; None when there is none."""
        match = re.search(pattern, self.rest)
        if match is not None:
            self.mark(match.start(), match.end())
        return match

    def has(self, pattern: re.Pattern[str] | str) -> bool:
        """Whether what is left has a match."""
        return re.search(pattern, self.rest) is not None

    def mark(self, start: int, end: int) -> None:
        """Take the characters from `start` to `end`."""
        self._taken[start:end] = [True] * (end - start)
        self._rest = None

    def give_back(self, start: int, end: int) -> None:
        """Leave the characters from `start` to `end` again: they were not understood after all."""
        self._taken[start:end] = [False] * (end - start)
        self._rest = None

    def part(self, start: int, end: int) -> Words:
        """The words from `start` to `end` as words of their own."""
        other = Words("")
        other.text, other._taken, other.japanese = self.text[start:end], self._taken[start:end], self.japanese
        return other

    def adopt(self, part: Words, start: int) -> None:
        """Take what was taken of a part that begins at `start`."""
        self._taken[start : start + len(part.text)] = part._taken
        self._rest = None

    def unused(self) -> tuple[str, ...]:
        """Words that nothing accounts for, beyond those that say nothing by themselves."""
        rest = self.rest.replace(TAKEN, " ")
        latin = [word for word in _LATIN.findall(rest) if word not in _WORDS]
        other = re.sub(r"[ -~\s]+", " ", rest)
        return tuple(latin + _BARE.sub(" ", other).split())
