"""Parts of a question that tell whose contracts are meant: parties, laws and places, and kinds of agreement."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.questions.learned.question_parts import Part
from core.questions.learned.served_parts import ServedParts
from core.questions.plan import (
    ContractIs,
    LanguageIs,
    LawIs,
    PartyFrom,
    PartyIs,
    TypeIs,
)

_OR = re.compile(r"\b(?:or|nor)\b|/|か|または|又は|もしくは")
_SIDE_BY_SIDE = re.compile(r"\s*(?:,|&|/|\band\b|\bor\b)\s*")
_TONGUE = re.compile(r"english|japanese|英|和文|邦文|日本語")
"""Languages that contracts are told by."""
_KIND_OF = re.compile(
    r"(?:contract |agreement )?(?:kind|type|sort|categor(?:y|ie))s?(?: of (?:contract|agreement|deal|paper)s?)?"
    r"|契約(?:の)?(?:種類|類型|種別|タイプ)|種類|類型|種別"
)
_SEVERAL = re.compile(r"\b(?:and|or)\b|[,&、・]|と(?!き)|や(?!め)|で.+は")
"""Words between two things: a part that holds them is no single one."""
_LAW = re.compile(r"\b(?:laws?|rules)\b|法")
_COMPANY = re.compile(
    r"compan|firm|part(?:y|ies)\b|supplier|vendor|customer|client|partner|会社|企業|法人|相手|取引先|先"
)


class NamedParts(ServedParts):
    """The parts of a question, of which those that name something are put together."""

    # Names, laws and places

    def _names(self) -> bool:
        for place, part in enumerate(self.parts):
            if part.tag != "name" or place in self._served:
                continue
            run = self._run(place, "name")
            self._at = part.start
            either = _OR.search(self.text[self.parts[run[0]].start : self.parts[run[-1]].end])
            if len(run) > 1 and either:
                if not self._one_of(run):
                    return False
            elif not self._named(place, part):
                return False
        return True

    def _one_of(self, run: Sequence[int]) -> bool:
        """One of two parties or of two laws, in the question's words; of three, and of places, nobody can tell."""
        words = self._tagged.original[self.parts[run[0]].start : self.parts[run[-1]].end]
        firms = all(self._tagged.names_party(self.parts[place].start, self.parts[place].end) for place in run)
        if self.japanese or len(run) != 2 or not (firms or _LAW.search(words.casefold())):
            return False
        found = self._pieces.conditions((f"contracts {'with' if firms else 'under'} {words}",), PartyIs, LawIs)
        if found is None or len(found) != 1 or len(getattr(found[0], "names" if firms else "laws", ())) < 2:
            return False
        near = [other for other in (run[0] - 1, run[-1] + 1) if self._facts.get(other) in ("governing_law", "parties")]
        self._serve(*run, *(near if not self._asks else ()))
        self._excuse(*run, *near)
        self._connect(run)
        return self._add(found)

    def _named(self, place: int, part: Part) -> bool:
        words = self._tagged.original[part.start : part.end]
        near = [other for other in (place - 1, place + 1) if other in self._facts and other not in self._served]
        self._serve(place)
        if self._tagged.names_party(part.start, part.end):
            role = [other for other in near if self._facts[other] == "role"]
            if role and not self._asks:
                self._serve(role[0])
                return self._add(
                    self._pieces.conditions(self._pieces.with_role(words, self.parts[role[0]].words), PartyIs)
                )
            company = [other for other in near if self._facts[other] == "parties" and not self._asks]
            self._serve(*company)
            self._excuse(*company)
            return self._add(self._pieces.conditions(self._pieces.with_party(words), PartyIs))
        tongue = _TONGUE.search(part.words) is not None
        spoken = self._pieces.conditions(self._pieces.written_in(words), LanguageIs) if tongue else None
        if spoken is not None:
            return self._add(spoken)
        law = [other for other in near if self._facts[other] == "governing_law"]
        around = self._tagged.text[max(0, part.start - 8) : part.end + 6]
        if law or _LAW.search(around):
            self._serve(*law)
            self._excuse(*law)
            return self._add(self._pieces.conditions(self._pieces.under_law(words), LawIs))
        firm = [other for other in near if self._facts[other] in ("parties", "role")]
        if firm or _COMPANY.match(self._tagged.text[part.end :].strip()[:12]):
            if any(self._facts[other] == "role" for other in firm):
                return False
            self._serve(*firm)
            self._excuse(*firm)
            return self._add(self._pieces.conditions(self._pieces.from_country(words), PartyFrom))
        if self._tagged.known.names_state(part.start, part.end):
            return self._add(self._pieces.conditions(self._pieces.under_law(words), LawIs))
        return self._add(self._pieces.conditions(self._pieces.with_party(words), ContractIs, PartyIs))

    # Kinds of agreement

    def _types(self) -> bool:
        place = 0
        while place < len(self.parts):
            if self.parts[place].tag != "type" or place in self._served:
                place += 1
                continue
            run = self._run(place, "type")
            place = run[-1] + 1
            self._at = self.parts[run[0]].start
            if self._groups and _KIND_OF.fullmatch(self.parts[run[0]].words):
                self.wanted.append("agreement_type")
                self._serve(*run)
                self._excuse(*run)
                continue
            several = self._several_types(run)
            if several is not None:
                self._serve(*run)
                self._excuse(*run)
                self._connect(run)
                self._add((several,))
                continue
            words = self._tagged.original[self.parts[run[0]].start : self.parts[run[-1]].end]
            first = self.parts[run[0]]
            if self._tagged.known.names_several_kinds(first.start, first.end):
                return False
            if self._tagged.known.names_more_than_a_kind(first.start, first.end) or self._modified(first):
                return False
            alone = len(run) == 1 and _SEVERAL.search(self.parts[run[0]].words) is None
            code = self._value([self.parts[run[0]]]) if alone else None
            party = any(isinstance(condition, PartyIs) for condition in self.conditions)
            titled = self._pieces.titled(words, beside_party=party) if self._calls else None
            found = (
                (titled,)
                if titled is not None
                else self._pieces.conditions(self._pieces.of_type(words, code), TypeIs, LanguageIs, ContractIs)
            )
            self._serve(*run)
            self._excuse(*run)
            self._connect(run)
            if not self._add(found):
                return False
        return True

    def _several_types(self, run: Sequence[int]) -> TypeIs | None:
        """Kinds of agreement side by side, of which each will do: "hosting or data deals", "NDAs and leases"."""
        words = [words for place in run for words in _SIDE_BY_SIDE.split(self.parts[place].words) if words]
        codes: list[str] = []
        for single in words if len(words) > 1 and not self.japanese else ():
            found = self._pieces.conditions(self._pieces.of_type(single, None), TypeIs)
            if found is None or len(found) != 1 or not isinstance(found[0], TypeIs) or not found[0].wanted:
                return None
            codes += found[0].codes
        return TypeIs(tuple(dict.fromkeys(codes))) if codes else None

    def _modified(self, part: Part) -> bool:
        """Whether unknown Japanese words in no part are said of a kind of agreement: 「池袋のオフィスの賃貸」."""
        before = part.start - 1
        held = any(other.start <= before - 1 < other.end for other in self.parts)
        return not held and self._tagged.known.unknown_before(part.start)
