"""Tagged parts of a question put together: what a denial denies, which date days are said of, which law a place is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from core.lexicon import bound_around
from core.questions.learned.meant_clauses import clause_at, clauses_at
from core.questions.learned.named_parts import NamedParts
from core.questions.learned.pieces import DATES, LENGTHS
from core.questions.learned.tagged_question import Taken
from core.questions.plan import (
    ClauseIs,
    DateIn,
    LawIs,
    NumberIs,
    PartyIs,
    RenewalIs,
    TypeIs,
)
from core.questions.second_look import DENYING, FORBIDS

_COUNT = re.compile(r"(?:top )?(?:\d{1,2}|two|three|four|five|ten|[二三四五十])\s*(?:つ|件|本|通)?")
_OR = re.compile(r"\b(?:or|nor)\b|/|か|または|又は|もしくは")
_BARE_DENIAL = re.compile(
    r"(?:no|not|never|nobody|no one|none|nothing)(?: to| any)?|(?:do|does|did|is|are|can|may|must|will|shall"
    r"|would|could)? ?(?:n't|not)|cannot|can't|won't|mustn't"
)
SURE_TO_CHOOSE = 0.6
"""How sure it must be that a part means a clause type, for those that it may mean to be offered."""
MOST_CHOICES, LEAST_CHOICE, LEAST_OF_CHOICES = 3, 0.06, 0.5
"""So many are offered, how likely each must be, and all of them together."""
_COMMA = re.compile(r"[,、;]")
_AND = re.compile(r"\band\b|&|\+|と|および|及び|かつ")
_RUNS = re.compile(
    r"\b(?:live|alive|valid|running|still|lasts?|lasting|runs?|goes|go|in force|continu\w*)\b|生き|続|有効|残"
)
_STATE = re.compile(r"生き|続|有効|残|てい(?:る|ます|た)")
_MAY_NOT = re.compile(r"(?:[はがもを])?(?:して|する)?(?:でき|られ|[れせえ]な|許|認め|なら|いけ|ては|禁)")
_VERB_STEM = re.compile(r"[かがさたなばまらわしせえけげてねべめれきりちにびみ]$")
_ADNOMINAL = re.compile(r"[たるだう]$")
_NOUN = re.compile(r"契約|案件|もの|やつ")
_UNTIL = re.compile(r"\b(?:through|until|till|to|by)\b|まで")
_IN_WRITING = re.compile(r"\b(?:in writing|written|signed)\b|書面|文書")
_TAKES_OUT = re.compile(r"(?:other than|except|apart from|excluding|barring|besides|save|leaving out|minus|all but)\b")
_EACH_YEAR = re.compile(
    r"\b(?:yearly|annual(?:ly)?|monthly|quarterly|(?:each|every|a) (?:year|month|quarter)|year (?:by|on|after) year)\b"
)
_BEFORE = re.compile(r"\b(?:in|on|by|since|from|until|till|during|before|after|within|between|for|of)\s+(?:the\s+)?$")
_AFTER = re.compile(r"^(?:より前|より後|以降|以前|以内|まで|から|未満|以上|以下|超|中|内|末)(?:に|の)?")
"""Words that stand with a length or with days as such; those that bound days are `core.lexicon`'s."""


class PartGroups(NamedParts):
    """The parts of a question, put together."""

    def join(self, kind: str) -> bool:
        """Put the parts together; false where one is not told.

        Args:
            kind: of the question: of a fact or a ranking facts may be asked, and a title may call one contract.
        """
        self._asks = kind in ("fact", "extreme", "group")
        self._groups = kind == "group"
        self._calls = kind in ("fact", "excerpt", "yes_no")
        steps: tuple[Callable[[], bool], ...] = (
            self._days,
            self._clauses,
            self._names,
            self._types,
            self._order,
            self._left_facts,
        )
        untold = [place for place, part in enumerate(self.parts) if part.tag == "clause" and self._meant(place) is None]
        if None in self._facts.values() or len(untold) > (self._choice is not None):
            return False  # before any piece is read
        return all(step() for step in steps)

    def _meant(self, place: int) -> Taken | None:
        return clause_at(self._tagged, self.parts[place].start, self.parts[place].end)

    # Days and lengths

    def _days(self) -> bool:
        """Days and lengths with the fact that each is said of."""
        place = 0
        while place < len(self.parts):
            if self.parts[place].tag not in ("when", "compare"):
                place += 1
                continue
            run = [place]
            while run[-1] + 1 < len(self.parts) and self.parts[run[-1] + 1].tag in ("when", "compare"):
                run.append(run[-1] + 1)
            place = run[-1] + 1
            ranks = any(part.tag == "order" for part in self.parts)
            if ranks and len(run) == 1 and _COUNT.fullmatch(self.parts[run[0]].words):
                continue  # how many of a ranking
            if not self._dated(run):
                return False
        return True

    def _dated(self, run: Sequence[int]) -> bool:
        facts = [place for place, fact in self._facts.items() if _counts_time(fact) and place not in self._served]
        near = [place for place in (run[0] - 1, run[-1] + 1) if place in facts]
        others = [p for p, part in enumerate(self.parts) if part.tag == "when" and p not in run]
        self._at = self.parts[run[0]].start
        if len(near) == 2:
            near = self._of_two(near, run)
        chosen = near if len(near) == 1 else facts if len(facts) == 1 and not others else []
        if not facts and not chosen:
            return self._dated_by_itself(run)
        if len(chosen) != 1:
            return False
        fact = self._facts[chosen[0]]
        assert fact is not None
        if fact.startswith("renewal:") and not self._add(
            self._pieces.conditions(self._pieces.renewed(fact), RenewalIs)
        ):
            return False
        fact = "renewal_term" if fact.startswith("renewal:") else fact
        first, last = self.parts[run[0]], self.parts[run[-1]]
        before = "" if self.japanese else (_BEFORE.search(self._tagged.text[: first.start]) or [""])[0]
        after = (_AFTER.search(self._tagged.text[last.end :]) or [""])[0] if self.japanese else ""
        bound = bound_around(self._tagged.text, first.start, last.end) if fact in DATES else None
        if bound is not None and bound.side is not None:
            before = max(before, self._tagged.text[bound.start : first.start], key=len)
            after = max(after, self._tagged.text[last.end : bound.end], key=len)
        words = before + self._tagged.original[first.start : last.end] + after
        if fact == "expiration_date" and _RUNS.search(self.parts[chosen[0]].words) and _UNTIL.search(words):
            return False  # "live through 2026": it ends then or later
        if (
            fact == "expiration_date"
            and self.japanese
            and (bound is None or bound.side != "first")
            and _STATE.search(self._around(chosen[0]))
        ):
            return False  # 2026年10月1日現在有効な, 2030年には来ている: it ends then or later, or by then
        whens = [self.parts[place] for place in run if self.parts[place].tag == "when"]
        compared = self._value([self.parts[place] for place in run if self.parts[place].tag == "compare"])
        when = whens[0].words if len(whens) == 1 else ""
        forms = (self._pieces.dated if fact in DATES else self._pieces.long)(
            fact, words, when, compared if when else None
        )
        self._serve(*run, *chosen)
        self._excuse(*chosen, *run)
        self._connected.append((first.start - len(before), last.end + len(after)))
        return self._add(self._pieces.conditions(forms, DateIn, NumberIs))

    def _of_two(self, nearby: Sequence[int], run: Sequence[int]) -> list[int]:
        """Of the facts on either side of days or a length the one that they are said of."""
        before, after = nearby
        if self._facts[before] == self._facts[after]:
            # "need at least six months' warning": one fact in two places.
            self._serve(after)
            self._excuse(after)
            return [before]
        joined = (_AND.search(self._gap(run[-1], after)), _AND.search(self._gap(before, run[0])))
        apart = (_COMMA.search(self._gap(run[-1], after)), _COMMA.search(self._gap(before, run[0])))
        if (joined[0] or apart[0]) and not (joined[1] or apart[1]):
            return [before]
        return [after] if (joined[1] or apart[1]) and not (joined[0] or apart[0]) else list(nearby)

    def _dated_by_itself(self, run: Sequence[int]) -> bool:
        """Days or a length whose own words say what they are of: "signed last year", "longer than five years"."""
        words = self._tagged.original[self.parts[run[0]].start : self.parts[run[-1]].end]
        self._serve(*run)
        self._excuse(*run)
        return self._add(self._pieces.conditions(self._pieces.in_words(words), DateIn, NumberIs))

    def _around(self, place: int) -> str:
        """The words of a part with the end of its verb."""
        return self._tagged.text[self.parts[place].start : self.parts[place].end + 4]

    # Clause types

    def _clauses(self) -> bool:
        """Clause types, and what is denied of them."""
        denied: dict[int, int] = {}
        for place, part in enumerate(self.parts):
            if part.tag in ("lacks", "not") and place not in self._served:
                target = next((other for other in self._deniable(place) if other not in self._served), None)
                if (
                    target is None
                    or self.parts[target].tag not in ("clause", "fact", "type", "name")
                    or target in denied
                ):
                    return False
                denied[target] = place
        place = 0
        while place < len(self.parts):
            if self.parts[place].tag != "clause":
                place += 1
                continue
            run = self._run(place, "clause")
            place = run[-1] + 1
            if not self._clause_group(run, denied):
                return False
        return all(self._denied_other(target, word) for target, word in denied.items() if word not in self._served)

    def _deniable(self, place: int) -> list[int]:
        """The parts that a denial may deny, the likelier first: in Japanese the one before it.

        What "other than" takes out stands behind it in English, whatever stands before.
        """
        if not self.japanese and _TAKES_OUT.match(self.parts[place].words):
            return [place + 1] if place + 1 < len(self.parts) else []
        return [other for other in self._beside(place) if other < place or not self.japanese]

    def _clause_group(self, run: Sequence[int], denied: dict[int, int]) -> bool:
        codes: list[str] = []
        for place in run:
            taken = self._meant(place) or self._chosen(place)
            if taken is None or taken.code is None:
                return False
            if not any(
                s.tag == "clause" and s.start <= taken.start and taken.end <= s.end for s in self._tagged.known.senses
            ):
                self.taken.append(taken)
            codes.append(taken.code)
        gaps = self._gaps(run)
        either, also = _OR.search(gaps) is not None, _AND.search(gaps) is not None
        words = [denied[place] for place in run if place in denied]
        if any(self._forbids(place, denied[place]) for place in run if place in denied):
            return False
        if (either and also) or len(words) > 1:
            return False
        if words and any(self._may_be_its_own(words[0], place, code) for place, code in zip(run, codes, strict=True)):
            return False
        self._serve(*run, *words)
        self._excuse(*run)
        self._connect(run)
        self._at = self.parts[run[0]].start
        if words:
            both = "も" in gaps or (either and not self.japanese)
            if len(run) > 1 and not both:
                return False
            self._excuse(*words)
            return self._add(tuple(ClauseIs((code,), False) for code in codes))
        if either:
            return self._add((ClauseIs(tuple(dict.fromkeys(codes))),))
        return self._add(tuple(ClauseIs((code,)) for code in codes))

    def _chosen(self, place: int) -> Taken | None:
        """The clause type of a part that may mean one of several, as this reading chooses; of one part alone."""
        part = self.parts[place]
        if self._choice is None or self.several or part.sure < SURE_TO_CHOOSE:
            return None
        likely = clauses_at(self._tagged, part.start, part.end)
        self.several = tuple(
            taken.code for taken, chance in likely[:MOST_CHOICES] if taken.code is not None and chance >= LEAST_CHOICE
        )
        enough = sum(chance for _, chance in likely[: len(self.several)]) >= LEAST_OF_CHOICES
        return likely[self._choice][0] if enough and self._choice < len(self.several) > 1 else None

    def _may_be_its_own(self, word: int, place: int, code: str) -> bool:
        """Whether a bare "no" or "not" may be part of a clause that forbids or lifts something: "no ceiling"."""
        bare = _BARE_DENIAL.fullmatch(self.parts[word].words.strip())
        return bare is not None and code in DENYING and FORBIDS.search(self.parts[place].words) is None

    def _denied_other(self, target: int, word: int) -> bool:
        """A denial of something that is no clause type: a fact that is not stated, or another law or kind."""
        part = self.parts[target]
        self._at = part.start
        fact = self._facts.get(target)
        if fact is not None and (self.parts[word].tag == "lacks" or fact.startswith("renewal:")):
            first, last = sorted((target, word))
            start, end = self.parts[first].start, self.parts[last].end
            forms: Iterable[str] = self._pieces.fact_there(fact, wanted=False)
            if self._tagged.known.says_time(start, end):
                words = self._tagged.original[start:end]
                forms = (
                    (f"{words}契約", f"{words}もの")
                    if self.japanese
                    else (f"contracts that have {words}", f"contracts {words}")
                )
            elif fact in ("renewal_term", "renewal:auto"):
                forms = self._pieces.renewed("renewal:none")
            self._serve(target, word)
            self._excuse(target)
            return self._add(self._pieces.conditions(forms, DateIn, LawIs, NumberIs, RenewalIs, ClauseIs))
        if part.tag in ("type", "name") and self.parts[word].tag == "not":
            first, last = min(target, word), max(target, word)
            words = self._tagged.original[self.parts[first].start : self.parts[last].end]
            name = self._tagged.original[part.start : part.end]
            forms = (
                (f"{words}の契約", f"{words}契約", f"{name}以外の契約")
                if self.japanese
                else (f"contracts {words}", f"contracts other than {name}", f"contracts not under {name}")
            )
            found = self._pieces.conditions(forms, TypeIs, LawIs, PartyIs)
            self._serve(target, word)
            return found is not None and not any(getattr(c, "wanted", True) for c in found) and self._add(found)
        return False

    # Rankings and facts that are asked for

    def _order(self) -> bool:
        orders = [place for place, part in enumerate(self.parts) if part.tag == "order"]
        counts = [p for p, part in enumerate(self.parts) if part.tag == "when" and p not in self._served]
        if not orders:
            return not counts
        if len(orders) > 2:
            return False
        way = {self._value([self.parts[place]]) for place in orders}
        words = " ".join(self.parts[place].words for place in sorted((*orders, *counts)))
        self._serve(*orders, *counts)
        self._excuse(*orders, *counts)
        if len(way) != 1 or None in way:
            return False
        self.order = (words, way == {"asc"})
        fields = {self._value([self.parts[place]], "field") for place in orders} - {None}
        self.field = fields.pop() if len(fields) == 1 else None
        return True

    def _left_facts(self) -> bool:
        """Facts that nothing else took: kinds of renewal, facts that are asked for or stated."""
        for place, fact in self._facts.items():
            if place in self._served:
                continue
            assert fact is not None
            self._serve(place)
            self._excuse(place)
            self._at = self.parts[place].start
            if fact == "renewal:mutual":
                if _IN_WRITING.search(self.parts[place].words):
                    return False  # how they agree is known of no contract
                self._add((RenewalIs(("mutual",)),))
            elif fact.startswith("renewal:"):
                if _EACH_YEAR.search(self.parts[place].words):
                    return False  # for how long each time is part of what is said
                if not self._add(self._pieces.conditions(self._pieces.renewed(fact), RenewalIs)):
                    return False
            elif self._asks and self._says_of_next(place, fact):
                return False
            elif self._asks:
                self.wanted.append("parties" if fact == "role" else fact)
            elif not self._add(
                self._pieces.conditions(self._verbatim(place, fact), DateIn, RenewalIs, LawIs, NumberIs)
            ):
                return False
        return True

    def _says_of_next(self, place: int, fact: str) -> bool:
        """Whether a date's Japanese verb is said of the noun behind it: 「最近結んだ供給契約の相手は」 asks no date."""
        part = self.parts[place]
        said = _ADNOMINAL.search(part.words) is not None and self.japanese and fact in DATES
        behind = any(other.start == part.end and other.tag == "type" for other in self.parts)
        return said and (behind or _NOUN.match(self._tagged.text, part.end) is not None)

    def _forbids(self, place: int, denied: int) -> bool:
        """Whether a Japanese denial ends a verb: 「引き抜か・ない」 may forbid, and says of no clause that it lacks."""
        part, word = self.parts[place], self.parts[denied]
        verb = part.end == word.start and _VERB_STEM.search(part.words) is not None
        return self.japanese and (verb or _MAY_NOT.match(word.words) is not None)

    def _verbatim(self, place: int, fact: str) -> Iterable[str]:
        words = self._tagged.original[self.parts[place].start : self.parts[place].end]
        yield from (
            (f"{words}契約", f"{words}の契約") if self.japanese else (f"contracts that {words}", f"contracts {words}")
        )
        if fact in ("expiration_date", "governing_law", "notice_period"):
            yield from self._pieces.fact_there(fact, wanted=True)


def _counts_time(fact: str | None) -> bool:
    """Whether days or lengths are said of a fact."""
    return fact in (*DATES, *LENGTHS) or (fact is not None and fact.startswith("renewal:"))
