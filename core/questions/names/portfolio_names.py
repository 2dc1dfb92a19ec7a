"""Names of parties and contracts in questions: by an index of their words, also where only a telling part is said."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from core.lexicon import normal_name
from core.questions.lexicon import common_words, folded, role_groups
from core.questions.names.file_names import FileNames

_WORD = re.compile(r"[a-z0-9]+(?:'s\b)?|&")
_HAN = re.compile(r"[一-龠々]")
_KANA = re.compile(r"[ぁ-ゖァ-ヺー]")
_CJK_START = re.compile(r"[ぁ-ゖァ-ヺ一-龠々]")
_LATIN = re.compile(r"[^\W\d_ぁ-ゖァ-ヺ一-龠々ー]")
"""A letter of a word in Latin or the like, which no Japanese particle is: 「CorvexがVendorの契約」."""
_MOST = 12
_NO_ROLES = frozenset({"party", "parties", "company", "partner", "甲", "乙", "丙", "当事者", "会社", "brand", "media"})
"""Words that contracts call a party by and that tell no role in a question."""
_NO_PARTIES = frozenset(
    "parties party company companies counterparty counterparties supplier suppliers customer customers client clients"
    " vendor vendors partner partners"
    " 当事者 会社 取引先 相手 相手方 相手先 相手側 先方 契約先 契約相手 契約相手方 契約当事者 仕入先 得意先 顧客"
    " 客先 発注先 委託先 外注先 提携先 販売先 納入先 取引相手 取引企業 お客様 他社 自社 当社 弊社 御社 貴社".split()
)
"""Words for whoever stands on the other side, and for ourselves: none of them names a party."""
_FORM_AFTER = re.compile(
    r"[\s,.]*(?:,?\s*(?:inc|llc|ltd|limited|corp|corporation|co(?!-)|gmbh|plc|l\.p|lp|s\.a|pte|pty|kk|k\.k)\b\.?\)?)+"
)
_SHORT_FORM_AFTER = re.compile(
    r"[\s,]*\b(?:AS|ASA|A/S|AB|AG|SE|SA|SAS|NV|BV|KG|Oyj?|LLP|Zrt|Kft|SpA|S\.p\.A|S\.r\.l|Srl|SRL|SARL|SL|S\.L|Bhd|Ltda)\b\.?"
)
"""Legal forms that would be other words, or nothing, in small letters: read in the question as typed."""
_Choices = tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]


@dataclass(frozen=True, slots=True)
class NamedContract:
    """A contract that questions may call by a word of its title or file."""

    contract_id: str
    number: int | None
    title: str
    file_name: str
    agreement_type: str | None = None
    parties: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A name at characters `start`–`end` of a folded question.

    `choices` are the things that it may mean: names of one party each, or ids of contracts; `others` are further names
    that a person joined with those of each choice. `whole` says that the whole name stands there.
    """

    start: int
    end: int
    kind: str
    choices: tuple[tuple[str, ...], ...]
    whole: bool
    others: tuple[tuple[str, ...], ...] = ()


class Names:
    """An index of the names of a portfolio; never changed."""

    def __init__(
        self,
        parties: Sequence[str] = (),
        contracts: Sequence[NamedContract] = (),
        *,
        aliases: Sequence[Sequence[str]] = (),
        common: frozenset[str] | None = None,
        roles: Sequence[str] = (),
    ) -> None:
        """Take in names.

        Args:
            parties: names of organizations.
            contracts: contracts by title and file name.
            aliases: names that a person joined into one party, party by party.
            roles: what contracts call their parties, such as "Licensee".
            common: words that tell no name by themselves, such as "agreement"; those of the lexicon by default.
        """
        self._group = {name: tuple(names) for names in aliases for name in names}
        self._words: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._parts: list[tuple[str, ...]] = []
        self._names: list[str] = []
        self._cjk: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._common = common_words() if common is None else common
        for name in dict.fromkeys(parties):
            self._add_party(name)
        self._roles: dict[str, list[str]] = defaultdict(list)
        for role in dict.fromkeys(roles):
            if len(folded(role)) >= 2 and folded(role) not in _NO_ROLES and not self._begins_a_name(role):
                self._roles[folded(role)].append(role)
        self._with_synonyms()
        self._titles: dict[str, list[str]] = defaultdict(list)
        self._title_words: dict[str, set[str]] = defaultdict(set)
        self._held: dict[str, set[str]] = defaultdict(set)
        self._types: dict[str, set[str]] = defaultdict(set)
        self._files = FileNames()
        for contract in contracts:
            self._add_contract(contract)
        self._vocabulary = sorted(word for word in self._words if len(word) >= 5)

    def _add_party(self, name: str) -> None:
        words = tuple(word for part in normal_name(name).split() for word in _parts(part))
        if not words or words == ("the", "company") or (len(words) == 1 and words[0] in _NO_PARTIES):
            return
        place = len(self._parts)
        self._parts.append(words)
        self._names.append(name)
        for position, word in enumerate(words):
            self._words[word].append((place, position))
        joined = "".join(words)
        if _CJK_START.match(joined):
            self._cjk[joined[:2]].append((joined, name))

    def _begins_a_name(self, role: str) -> bool:
        """Whether what a contract calls a party is its name in short: ("Hollis") of Hollis & Crane LLP."""
        words = tuple(word for part in normal_name(role).split() for word in _parts(part))
        known = any(folded(role) in group for group in role_groups())
        return not known and any(
            position == 0 and self._parts[place][: len(words)] == words
            for place, position in self._words.get(words[0] if words else "", ())
        )

    def _add_contract(self, contract: NamedContract) -> None:
        self._titles[_plain(contract.title)].append(contract.contract_id)
        stem = re.sub(r"\.\w{1,5}$", "", contract.file_name)
        for word in {*_WORD.findall(_plain(contract.title)), *_WORD.findall(_plain(stem))}:
            if len(word) >= 3 and not word.isdigit() and word not in self._common:
                self._title_words[word].add(contract.contract_id)
        self._files.add(contract.contract_id, contract.file_name)
        for party in contract.parties:
            self._held[party].add(contract.contract_id)
        if contract.agreement_type is not None:
            self._types[contract.agreement_type].add(contract.contract_id)

    def contracts_of(self, parties: Sequence[str], types: Sequence[str] = ()) -> frozenset[str]:
        """Ids of the contracts with one of some parties that are of one of some agreement types, or of any."""
        held: set[str] = set().union(*(self._held.get(party, ()) for party in parties))
        return frozenset(held & set().union(*(self._types.get(code, ()) for code in types)) if types else held)

    @property
    def kinds(self) -> frozenset[str]:
        """Agreement types of which there are contracts."""
        return frozenset(self._types)

    def title_at(self, words: str) -> tuple[str, ...]:
        """Ids of the contracts whose whole title these words are, in Japanese with or without 書 at the end."""
        plain = _plain(words)
        return tuple(self._titles.get(plain) or ((not plain.isascii() and self._titles.get(f"{plain}書")) or ()))

    def roles_in(self, text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Start, end and the roles, as contracts write them, that a folded question names."""
        for role, written in self._roles.items():
            place = text.find(role)
            while place >= 0:
                end = place + len(role)
                if not (role.isascii() and _LATIN.search(text[max(place - 1, 0) : place] + text[end : end + 1])):
                    yield place, end, self._alike(role, written)
                place = text.find(role, end)

    def _with_synonyms(self) -> None:
        """Words of the lexicon for roles that the contracts have under another word."""
        for group in role_groups():
            written = [role for word in group for role in self._roles.get(word, ())]
            for word in group if written else ():
                self._roles.setdefault(word, list(written))

    def _alike(self, role: str, written: Sequence[str]) -> tuple[str, ...]:
        """A role with those that mean the same in the other language."""
        group = next((names for names in role_groups() if role in names), ())
        others = [other for name in group if name != role for other in self._roles.get(name, ())]
        return tuple(dict.fromkeys((*written, *others)))

    def nearest_words(self, word: str, beside: Sequence[str]) -> tuple[str, ...]:
        """Words of names that differ from a word by a letter, or by two in a long one.

        Only where a word that stands beside it is of the same name: MEDICA by itself is not Quillon Media.
        """
        most = 1 if len(word) < 9 else 2
        return tuple(
            other
            for other in self._vocabulary
            if abs(len(other) - len(word)) <= most
            and OSA.distance(word, other, score_cutoff=most) <= most
            and any(next_to in self._parts[place] for place, _ in self._words[other] for next_to in beside)
        )

    def spans(self, text: str, original: str) -> list[NameSpan]:
        """Names in a folded question; `original` is the question as typed, which tells capitals."""
        found = self._latin(text, original) + self._japanese(text)
        for start, end, by_file in self._files.spans(text, _capitals(original), self._common):
            beside = [span for span in found if span.start < end and start < span.end]
            # WOMENSGOLFUNLIMITEDINC.pdf is meant by Women's Golf Unlimited, and no party that begins with Women's
            if all(not span.whole and start <= span.start and span.end < end for span in beside):
                found = [span for span in found if span not in beside]
                found.append(NameSpan(start, end, "contract", (by_file,), True))
        covered = [(span.start, span.end) for span in found]
        for match in _WORD.finditer(text):
            ids = self._title_words.get(match.group(), ())
            inside = any(start <= match.start() and match.end() <= end for start, end in covered)
            if ids and not inside and len(ids) <= _MOST:
                found.append(NameSpan(match.start(), match.end(), "contract", (tuple(sorted(ids)),), False))
        return found

    def nearest(self, word: str) -> str | None:
        """The name with a word that differs from this one by a letter; None where there is none or several."""
        if len(word) < 5:
            return None
        near = [other for other in self._vocabulary if abs(len(other) - len(word)) <= 1 and _one_slip(word, other)]
        places = {place for other in near for place, _ in self._words[other]}
        return self._names[places.pop()] if len(places) == 1 else None

    def _latin(self, text: str, original: str) -> list[NameSpan]:
        text = _without_accents(text)
        tokens = [(match.start(), match.end(), _as_in_names(match.group())) for match in _WORD.finditer(text)]
        upper = _capitals(original)
        found: list[NameSpan] = []
        index = 0
        while index < len(tokens):
            best, length = self._longest([token for _, _, token in tokens[index : index + 12]])
            end = tokens[index + length - 1][1]
            form = _FORM_AFTER.match(text, end)
            if form is None and len(original) == len(text):
                form = _SHORT_FORM_AFTER.match(original, end)
            if best and self._telling(best, length, tokens[index : index + length], upper, formal=form is not None):
                start = tokens[index][0]
                whole = any(len(self._parts[place]) == length for place, _ in best)
                choices, others = self._choices(best, length)
                found.append(NameSpan(start, form.end() if form else end, "party", choices, whole, others))
                index += length
            else:
                index += 1
        return found

    def _longest(self, words: Sequence[str]) -> tuple[list[tuple[int, int]], int]:
        """Names that hold the most of some words in their order, and how many words that is."""
        held = list(self._words.get(words[0], ()))
        length = 1
        while held and length < len(words):
            longer = [
                (place, position)
                for place, position in held
                if position + length < len(self._parts[place])
                and _same_word(self._parts[place][position + length], words[length])
            ]
            if not longer:
                break
            held, length = longer, length + 1
        return held, length

    def _telling(
        self,
        held: Sequence[tuple[int, int]],
        length: int,
        tokens: Sequence[tuple[int, int, str]],
        upper: set[str],
        *,
        formal: bool,
    ) -> bool:
        """Whether words say a name: the whole one, or a part that is no common word."""
        words = [word for _, _, word in tokens]
        capital = all(word in upper for word in words if len(word) > 2) and bool(upper)
        whole = any(len(self._parts[place]) == length for place, _ in held)
        common = all(word in self._common or word.isdigit() for word in words)
        if common:
            return whole and (formal or (length > 1 and capital))
        begins = any(position == 0 for _, position in held)
        if whole:
            return True
        return sum(map(len, words)) >= 3 and (begins or capital)

    def _choices(self, held: Sequence[tuple[int, int]], length: int) -> _Choices:
        exact = [place for place, position in held if position == 0 and len(self._parts[place]) == length]
        starts = [place for place, position in held if position == 0]
        chosen = exact or starts or [place for place, _ in held]
        return self._grouped([self._names[place] for place in dict.fromkeys(chosen)])

    def _grouped(self, names: Sequence[str]) -> _Choices:
        """Names that are one firm together: written alike but for the legal form's dots, or joined by a person."""
        groups: dict[object, list[str]] = {}
        for name in names:
            joined = self._group.get(name)
            groups.setdefault(joined or normal_name(name), []).append(name)
        choices = tuple(tuple(dict.fromkeys(names)) for names in groups.values())
        others = tuple(tuple(name for name in self._group.get(names[0], ()) if name not in names) for names in choices)
        return choices, others

    def _japanese(self, text: str) -> list[NameSpan]:
        plain, places = _squeezed(text)
        found: list[NameSpan] = []
        index = 0
        while index < len(plain) - 1:
            held = self._cjk.get(plain[index : index + 2], ())
            best = 0
            names: list[str] = []
            for joined, name in held:
                length = _common_prefix(joined, plain[index:])
                if length > best:
                    best, names = length, [name]
                elif length == best:
                    names.append(name)
            part = plain[index : index + best]
            whole = [name for name in names if normal_name(name).replace(" ", "") == part]
            if best and (whole or _enough(part)):
                start, end = _with_form(text, places[index], places[index + best - 1] + 1)
                choices, others = self._grouped(whole or names)
                found.append(NameSpan(start, end, "party", choices, bool(whole), others))
                index += best
            else:
                index += 1
        return found


_FORMS = r"(?:株式会社|有限会社|合同会社|合資会社|合名会社|一般社団法人|国立大学法人|一般財団法人|\(株\)|\(有\))"


def _with_form(text: str, start: int, end: int) -> tuple[int, int]:
    """A span with the legal form that stands before or after it."""
    before = re.search(rf"{_FORMS}\s*$", text[:start])
    after = re.match(rf"\s*{_FORMS}", text[end:])
    return (before.start() if before else start), end + (after.end() if after else 0)


def _enough(part: str) -> bool:
    """Whether the beginning of a Japanese name tells it: two Chinese characters or three kana."""
    return len(_HAN.findall(part)) >= 2 or len(_KANA.findall(part)) + len(_HAN.findall(part)) >= 3


def _common_prefix(first: str, other: str) -> int:
    length = 0
    for a, b in zip(first, other, strict=False):
        if a != b:
            break
        length += 1
    return length


def _squeezed(text: str) -> tuple[str, list[int]]:
    kept = [(mark, place) for place, mark in enumerate(text) if not mark.isspace() and mark != "・"]
    return "".join(mark for mark, _ in kept), [place for _, place in kept]


def _capitals(original: str) -> set[str]:
    """Words of a question that begin with a capital as typed, or are in other letters, without a possessive."""
    words = re.findall(r"(?:(?![ぁ-ゖァ-ヺー一-龠々])[\w&'-])+", original)
    written = (word for word in words if word[:1].isupper() or not word.isascii())
    return {_without_accents(_plain(word)).removesuffix("'s") for word in written}


def _as_in_names(word: str) -> str:
    """A word of a question as names have it: no possessive, "and" for its sign."""
    return "and" if word == "&" else word.removesuffix("'s")


def _parts(word: str) -> list[str]:
    """A word of a name as a question's words are cut; one in other letters stays whole."""
    return re.findall(r"[a-z0-9]+", word) if word.isascii() else [word]


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("_", " ").replace("-", " ").split())


def _without_accents(text: str) -> str:
    """A text with letters for those with an accent, of the same length: é as e."""
    if text.isascii():
        return text
    bare = [unicodedata.normalize("NFD", mark)[0] for mark in text]
    return "".join(base if base.isascii() and base.isalpha() else mark for base, mark in zip(bare, text, strict=True))


def _same_word(word: str, other: str) -> bool:
    """Whether two words are the same, or differ by a letter in a long word."""
    return word == other or (min(len(word), len(other)) >= 7 and _one_slip(word, other))


def _one_slip(word: str, other: str) -> bool:
    return OSA.distance(word, other, score_cutoff=1) == 1
