"""Pieces of a question, each put in words that the grammar reads by itself: "contracts that expire before 2027"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from core.lexicon import agreement_types
from core.questions.names import Names
from core.questions.plan import Condition, ContractIs, PartyIs, Question
from core.questions.understand import understand

DATES = ("expiration_date", "effective_date", "agreement_date", "last_notice_day")
LENGTHS = ("term", "notice_period", "renewal_term")
_VERBS = {
    "expiration_date": ("expire", "満了する"),
    "effective_date": ("take effect", "発効した"),
    "agreement_date": ("were signed", "締結した"),
    "last_notice_day": ("have their last notice day", "通知期限が来る"),
}
_NOUNS = {
    "expiration_date": ("expiration date", "満了日"),
    "effective_date": ("effective date", "発効日"),
    "agreement_date": ("signing date", "締結日"),
    "last_notice_day": ("last day to give notice", "通知期限"),
    "term": ("term", "契約期間"),
    "notice_period": ("notice period", "通知期間"),
    "renewal_term": ("renewal term", "更新期間"),
    "governing_law": ("governing law", "準拠法"),
    "parties": ("parties", "当事者"),
}
_COMPARED = {
    "lt": ("before {}", "{}より前に", "less than {}", "{}未満"),
    "le": ("by {}", "{}までに", "at most {}", "{}以下"),
    "gt": ("after {}", "{}より後に", "more than {}", "{}超"),
    "ge": ("on or after {}", "{}以降に", "at least {}", "{}以上"),
}
_RENEWALS = {
    "renewal:auto": ("contracts that renew automatically", "自動更新の契約"),
    "renewal:none": ("contracts that do not renew automatically", "自動更新のない契約"),
    "renewal:evergreen": ("evergreen contracts", "無期限に更新される契約"),
}


_EACH_TIME = re.compile(r"\b(?:for|at a time|each time|every time)\b|ごと(?:に)?|ずつ|単位で")


class Pieces:
    """Reads pieces of a question by the grammar."""

    def __init__(
        self, names: Names, today: date, *, japanese: bool, known: dict[str, Question | None] | None = None
    ) -> None:
        """Read pieces.

        Args:
            names: names of the portfolio.
            today: what relative days count from.
            japanese: the question's language.
            known: pieces that were read before, to which those read now are added.
        """
        self._names = names
        self._today = today
        self._japanese = japanese
        self._known = {} if known is None else known

    def read(self, text: str) -> Question | None:
        """What the grammar reads, where it is sure."""
        if text not in self._known:
            understood = understand(text, today=self._today, names=self._names)
            self._known[text] = understood.readings[0] if understood.sure and not understood.guesses else None
        return self._known[text]

    def conditions(self, forms: Iterable[str], *kinds: type) -> tuple[Condition, ...] | None:
        """The conditions that the first form which is read gives, where all are of some kinds."""
        for form in forms:
            question = self.read(form)
            if question is None or question.kind not in ("list", "card") or question.day is not None:
                continue
            plan = question.plan
            if (
                plan.conditions
                and all(isinstance(condition, kinds) for condition in plan.conditions)
                and not plan.among
            ):
                return plan.conditions
        return None

    def titled(self, words: str, *, beside_party: bool) -> ContractIs | None:
        """The one contract whose whole title some words are; beside a party only a Japanese title to its end."""
        ids = self._names.title_at(words)
        whole = not words.isascii() and words.endswith("書")
        return ContractIs(ids, words) if len(ids) == 1 and (whole or not beside_party) else None

    def of_several(self, conditions: Sequence[Condition]) -> bool:
        """Whether the parties that conditions name, by themselves, have several contracts."""
        parties = [condition.names for condition in conditions if isinstance(condition, PartyIs)]
        held = [self._names.contracts_of(names) for names in parties]
        return len(frozenset.intersection(*held)) > 1 if held else False

    # Words for a piece

    def dated(self, fact: str, words: str, when: str, compared: str | None) -> Iterator[str]:
        """Contracts of which a date lies somewhere; in the question's words, or with a comparison in plain ones."""
        english, japanese = _VERBS[fact]
        if self._japanese:
            yield from (f"{words}{japanese}契約", f"{words}に{japanese}契約")
        else:
            yield from (f"contracts that {english} {before}{words}" for before in ("", "in ", "on "))
        if compared in _COMPARED:
            form = _COMPARED[compared]
            yield (
                f"{form[1].format(when)}{japanese}契約"
                if self._japanese
                else f"contracts that {english} {form[0].format(when)}"
            )

    def long(self, fact: str, words: str, when: str, compared: str | None) -> Iterator[str]:
        """Contracts with a period of some length."""
        english, japanese = _NOUNS[fact]
        if fact == "renewal_term":
            each = _EACH_TIME.sub("", words)
            length = re.sub(r"^an? ", "1 ", each.strip())
            yield f"更新期間が{each}の契約" if self._japanese else f"contracts that renew for {length} at a time"
        if self._japanese:
            yield from (f"{japanese}が{words}の契約", f"{japanese}が{words}契約")
        else:
            yield from (f"contracts with a {english} of {words}", f"contracts with a {english} {words}")
        if compared in _COMPARED:
            form = _COMPARED[compared]
            yield (
                f"{japanese}が{form[3].format(when)}の契約"
                if self._japanese
                else f"contracts with a {english} of {form[2].format(when)}"
            )

    def with_party(self, words: str) -> Iterator[str]:
        """Contracts of a firm, or the one that is called so."""
        if self._japanese:
            yield from (f"{words}との契約", f"{words}の契約")
        else:
            yield from (f"contracts with {words}", f"the {words} agreement")

    def with_role(self, party: str, role: str) -> Iterator[str]:
        """Contracts in which a firm has a role."""
        yield f"{party}が{role}の契約" if self._japanese else f"contracts in which {party} is the {role}"

    def in_words(self, words: str) -> Iterator[str]:
        """Contracts of which a part says something by itself, in the question's words."""
        yield from (
            (f"{words}契約", f"{words}の契約") if self._japanese else (f"contracts that {words}", f"contracts {words}")
        )

    def under_law(self, words: str) -> Iterator[str]:
        """Contracts under a law."""
        if self._japanese:
            yield from (f"{words}の契約", f"準拠法が{words}の契約", f"{words}法の契約")
        else:
            yield from (
                f"contracts under {words}",
                f"contracts under {words} law",
                f"contracts under the law of {words}",
                f"contracts governed by {words}",
            )

    def from_country(self, words: str) -> Iterator[str]:
        """Contracts with a firm of a country."""
        if self._japanese:
            yield from (f"{words}の会社との契約", f"{words}企業との契約")
        else:
            yield from (f"contracts with {words} companies", f"contracts with companies from {words}")

    def written_in(self, words: str) -> Iterator[str]:
        """Contracts in a language."""
        if self._japanese:
            yield from (f"{words}契約", f"{words}の契約")
        else:
            yield from (f"{words} contracts", f"contracts {words}", f"contracts in {words}")

    def of_type(self, words: str, code: str | None) -> Iterator[str]:
        """Contracts of a kind of agreement: in the question's words, else by its name."""
        yield from (
            (f"{words}の一覧", f"{words}契約の一覧")
            if self._japanese
            else (f"list all {words}", f"list all {words} contracts")
        )
        if code is not None:
            kind = agreement_types()[code]
            yield f"{kind.ja}の一覧" if self._japanese else f"list all {kind.en.lower()}s"

    def renewed(self, renewal: str) -> Iterator[str]:
        """Contracts that go on in some way."""
        if renewal in _RENEWALS:
            yield _RENEWALS[renewal][self._japanese]

    def fact_there(self, fact: str, *, wanted: bool) -> Iterator[str]:
        """Contracts that state a fact, or do not."""
        if fact in _NOUNS:
            english, japanese = _NOUNS[fact]
            if self._japanese:
                yield from (
                    f"{japanese}の定めが{'ある' if wanted else 'ない'}契約",
                    f"{japanese}が{'ある' if wanted else 'ない'}契約",
                )
            else:
                yield f"contracts {'with' if wanted else 'without'} a {english}"

    def ranked(self, fact: str, number: int, *, ascending: bool) -> Iterator[str]:
        """The contracts that come first by a fact."""
        if fact not in _NOUNS:
            return
        english, japanese = _NOUNS[fact]
        if self._japanese:
            far = ("早い" if ascending else "遅い") if fact in DATES else ("短い" if ascending else "長い")
            yield f"{japanese}が最も{far}契約を{number}件" if number > 1 else f"{japanese}が最も{far}契約"
        else:
            far = ("earliest" if ascending else "latest") if fact in DATES else ("shortest" if ascending else "longest")
            yield (
                f"the {number} contracts with the {far} {english}"
                if number > 1
                else f"contract with the {far} {english}"
            )
