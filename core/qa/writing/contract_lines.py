"""Lines about one contract: everything a person wants first, single facts, words found for clause types."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from core.contracts import BUILTIN, fact_items, gap_words, term_of
from core.graph.retrieval import ContractDetail, ContractExcerpt, FactRow, VerdictRow
from core.qa import phrases
from core.qa.aggregate import cell_words, figure
from core.qa.draft import AnswerDraft
from core.record import Presence
from core.taxonomy import taxonomy
from core.wording import wording_text

_HITS = 8
SHORT_FACTS = ("agreement_type", "agreement_date", "effective_date", "expiration_date", "renewal_term")
"""Facts that are left out of a card where the contract does not state them."""
_OF_THE_TERM = frozenset(("expiration_date", "renewal_term", "notice_period", "last_notice_day", "term"))
"""Facts beside which the term that the contract is in is said: the first term's end alone misleads."""
_OWN = ("pages", "clauses", "language", "last_notice_day", "term")
CARD_FACTS = (*SHORT_FACTS, "notice_period", "governing_law")
"""Facts of a card."""


class ContractLines:
    """Writes about single contracts into an answer."""

    def __init__(self, draft: AnswerDraft) -> None:
        self._draft = draft
        self._turned_down: dict[str, frozenset[str]] = {}

    def _detail(self, contract_id: str) -> ContractDetail:
        return self._draft.tools.rows_of(ContractDetail, "get_contract", contract_id=contract_id)[0]

    def card(self, contract_id: str, clauses: Sequence[str]) -> None:
        """Everything a person wants first of one contract."""
        detail = self._detail(contract_id)
        self._heading(detail)
        self._party_line(detail)
        for fact in detail.facts:
            if fact.name in CARD_FACTS and (fact.value or fact.name not in SHORT_FACTS):
                self._fact_line(detail, fact)
        self._term_line(detail)
        present = [verdict for verdict in detail.clauses if self._is_clause(verdict) and verdict.presence == "present"]
        unknown = [verdict for verdict in detail.clauses if self._is_clause(verdict) and verdict.presence == "unknown"]
        for key, verdicts in (("clauses_present", present), ("clauses_unknown", unknown)):
            if verdicts:
                names = self._draft.listed(phrases.category(v.type, self._draft.language) for v in verdicts)
                self._draft.lines.append(f"- {self._draft.say(key)}: {names}")
        if detail.unread_pages:
            pages = ", ".join(map(str, detail.unread_pages))
            self._draft.lines.append("- " + self._draft.say("unread", pages=pages))
        if clauses:
            self._excerpt_lines(detail, clauses)
        self._draft.lines.append("")

    def facts(self, contract_id: str, names: Sequence[str]) -> None:
        """Some facts of a contract, each with its words."""
        detail = self._detail(contract_id)
        self._heading(detail)
        known = {fact.name: fact for fact in detail.facts}
        for name in names:
            if name == "parties":
                self._party_line(detail)
            elif name in _OWN:
                self._own_line(detail, name, known)
            else:
                self._fact_line(detail, known.get(name, FactRow(name, None, None, None, None)))
        if not _OF_THE_TERM.isdisjoint(names):
            self._term_line(detail)

    def clauses(self, contract_id: str) -> None:
        """Which clause types the contract has, lacks, or may have."""
        detail = self._detail(contract_id)
        self._heading(detail)
        verdicts = [verdict for verdict in detail.clauses if self._is_clause(verdict)]
        for presence, label in (
            ("present", self._draft.say("clauses_present")),
            ("absent", self._draft.say("clauses_absent")),
            ("not_found", self._draft.say("clauses_not_found")),
            ("unknown", self._draft.say("clauses_unknown")),
        ):
            chosen = [verdict for verdict in verdicts if verdict.presence == presence]
            if chosen or presence == "present":
                names = self._draft.listed(phrases.category(verdict.type, self._draft.language) for verdict in chosen)
                self._draft.lines.append(f"- {label} ({len(chosen)}): {names}")

    def presence(self, contract_id: str, codes: Sequence[str]) -> None:
        """Whether the contract has some clause types."""
        detail = self._detail(contract_id)
        self._heading(detail)
        verdicts = {verdict.type: verdict.presence for verdict in detail.clauses}
        for code in dict.fromkeys(codes):
            self._draft.lines.append(f"- {self._verdict_words(code, verdicts.get(code, 'unknown'))}")

    def _verdict_words(self, code: str, verdict: str) -> str:
        """Whether a clause type is there, in words."""
        name = phrases.category(code, self._draft.language)
        if verdict in ("absent", "not_found"):
            return self._draft.say(f"{verdict}_line", name=name)
        return f"{name}: {cell_words('presence', verdict, self._draft.language)}"

    def verdicts(self, contract_id: str) -> dict[str, str]:
        """The presence of each clause type in a contract."""
        detail = self._detail(contract_id)
        return {verdict.type: verdict.presence for verdict in detail.clauses}

    def first_words(self, contract_id: str, code: str) -> str:
        """The first words found for a clause type, quoted and cited; empty for none."""
        arguments = {"contract_id": contract_id, "clause_type": code}
        rows = self._draft.tools.rows_of(ContractExcerpt, "get_contract_excerpts", **arguments)
        if not rows:
            return ""
        return f" {phrases.quoted(rows[0].text, self._draft.language)}{self._draft.cite(contract_id, rows[0])}"

    def short_name(self, contract_id: str) -> str:
        """A contract's number and title."""
        detail = self._detail(contract_id)
        number = self._draft.say("contract", number=self._draft.numbers[contract_id])
        return f"{number} {phrases.plain(detail.title)}"

    def values(self, contract_id: str, name: str) -> str:
        """A fact of a contract in words with its citation."""
        detail = self._detail(contract_id)
        before = list(self._draft.lines)
        self._draft.lines.clear()
        known = {fact.name: fact for fact in detail.facts}
        if name == "parties":
            self._party_line(detail)
        elif name in _OWN:
            self._own_line(detail, name, known)
        else:
            self._fact_line(detail, known.get(name, FactRow(name, None, None, None, None)))
        line = self._draft.lines[0].split(": ", 1)[1]
        self._draft.lines[:] = before
        return line

    def has_value(self, contract_id: str, name: str) -> bool:
        """Whether a contract has a value of a fact that was found; without one it is not known to be without."""
        detail = self._detail(contract_id)
        if name == "parties":
            return bool(detail.party_details)
        if name == "last_notice_day":
            return detail.last_notice_day is not None
        if name == "term":
            return detail.expiration_date is not None
        return name in _OWN or any(fact.name == name and fact.value is not None for fact in detail.facts)

    def excerpts(self, contract_id: str, clauses: Sequence[str]) -> None:
        """Words found for some clause types, or for all that are there."""
        detail = self._detail(contract_id)
        self._heading(detail)
        present = [verdict.type for verdict in detail.clauses if self._is_clause(verdict) and verdict.excerpts]
        self._excerpt_lines(detail, clauses or present)

    def _heading(self, detail: ContractDetail) -> None:
        # Without an empty line before it a contract's name would be read on in the last line of the contract before.
        if self._draft.lines and self._draft.lines[-1]:
            self._draft.lines.append("")
        self._draft.lines.append(self._draft.name(detail))

    def _excerpt_lines(self, detail: ContractDetail, clauses: Sequence[str]) -> None:
        """Words found for each type; where none were, the verdict and the nearest candidates as such."""
        presence = {verdict.type: verdict.presence for verdict in detail.clauses}
        for code in dict.fromkeys(clauses):
            arguments = {"contract_id": detail.contract_id, "clause_type": code}
            rows = self._draft.tools.rows_of(ContractExcerpt, "get_contract_excerpts", **arguments)
            name = phrases.category(code, self._draft.language)
            quotes = [
                f"- {name}: {phrases.quoted(row.text, self._draft.language)}{self._draft.cite(detail.contract_id, row)}"
                for row in rows[:_HITS]
            ]
            # Two passages may begin alike; a line that says nothing new is not read twice.
            self._draft.lines += dict.fromkeys(quotes)
            if rows:
                continue
            verdict = presence.get(code, "unknown")
            self._draft.lines.append(f"- {self._verdict_words(code, verdict)}")
            candidates = self._draft.tools.rows_of(
                ContractExcerpt, "get_contract_excerpts", **arguments, candidates=True
            )
            for row in [row for row in candidates if row.kind == "candidate"][:1]:
                label = self._draft.cite(detail.contract_id, row)
                kind = self._draft.say("kind_candidate", names=name)
                self._draft.lines.append(f"    - {kind}: {phrases.quoted(row.text, self._draft.language)}{label}")

    def _party_line(self, detail: ContractDetail) -> None:
        parts = []
        for party in detail.party_details:
            role = f" ({phrases.plain(party.role)})" if party.role else ""
            parts.append(f"{phrases.plain(party.name)}{role}{self._draft.cite(detail.contract_id, party.evidence)}")
        shown = self._draft.listed(parts) or self._missing(detail, "parties")
        self._draft.lines.append(f"- {self._draft.say('parties')}: {shown}")

    def _own_line(self, detail: ContractDetail, name: str, known: dict[str, FactRow]) -> None:
        """A value that is no fact of the extraction: counted, or computed from two dates."""
        label = self._draft.say(name)
        value, cited = self._draft.say(f"missing_{_unfound(detail)}"), ""
        if name == "pages":
            value = str(detail.pages)
        elif name == "clauses":
            value = str(sum(v.presence == "present" for v in detail.clauses if self._is_clause(v)))
        elif name == "language":
            value = cell_words("language", detail.language, self._draft.language)
        elif name == "last_notice_day" and detail.last_notice_day:
            value = phrases.day(detail.last_notice_day, self._draft.language)
            cited = self._cited_once(detail, known, "expiration_date", "notice_period")
        elif name == "term" and detail.effective_date and detail.expiration_date:
            begin, end = (date.fromisoformat(day) for day in (detail.effective_date, detail.expiration_date))
            days = (end - begin).days
            shown = (phrases.day(begin, self._draft.language), phrases.day(end, self._draft.language))
            years = figure(round((days + 1) / 365.25, 1))
            value = self._draft.say("term_value", begin=shown[0], end=shown[1], days=days, years=years)
            cited = self._cited_once(detail, known, "effective_date", "expiration_date")
        elif name == "term" and detail.expiration_date:
            value = self._draft.say("term_until", end=phrases.day(detail.expiration_date, self._draft.language))
            cited = self._cited(detail, known, "expiration_date")
        elif name == "term":
            # Words from which no day could be read are not "not found".
            ends = known.get("expiration_date", FactRow("expiration_date", None, None, None, None))
            self._draft.lines.append(f"- {label}: {self._without_value(detail, ends)}")
            return
        self._draft.lines.append(f"- {label}: {phrases.plain(value)}{cited}")

    def _cited(self, detail: ContractDetail, known: dict[str, FactRow], name: str) -> str:
        fact = known.get(name)
        return self._draft.cite(detail.contract_id, fact.evidence) if fact else ""

    def _cited_once(self, detail: ContractDetail, known: dict[str, FactRow], *names: str) -> str:
        """Citations of several facts; two on one page are called the same, and are named once."""
        return "".join(dict.fromkeys(self._cited(detail, known, name) for name in names))

    def _fact_line(self, detail: ContractDetail, fact: FactRow) -> None:
        name = phrases.category(fact.name, self._draft.language)
        if fact.value is None:
            self._draft.lines.append(f"- {name}: {self._without_value(detail, fact)}")
            return
        value = phrases.fact_value(fact.name, fact.value, fact.detail, self._draft.language)
        label = self._draft.cite(detail.contract_id, fact.evidence)
        self._draft.lines.append(f"- {name}: {phrases.plain(value)}{label}")

    def _without_value(self, detail: ContractDetail, fact: FactRow) -> str:
        """What is said of a fact that has no value, with the words that speak of it, cited."""
        missing, words = self._missing(detail, fact.name), ""
        if fact.detail:
            # Words that are shown cannot be "not found", whatever the engine made of them.
            missing = self._draft.say("missing_present")
            words = f" {phrases.quoted(fact.detail, self._draft.language)}"
        return f"{missing}{words}{self._draft.cite(detail.contract_id, fact.evidence)}"

    def _term_line(self, detail: ContractDetail) -> None:
        """The term that the contract is in today, with the sum."""
        summary = self._draft.workbench.library.row(detail.contract_id).summary
        term = term_of(summary, today=self._draft.today)
        if term is None:
            return
        self._draft.lines.append(f"- {self._draft.say('current_term')}: {term.sentence(self._draft.language)}")
        for gap in term.missing:
            self._draft.lines.append(f"    - {gap_words(gap, self._draft.language)}")

    def _missing(self, detail: ContractDetail, name: str) -> str:
        """What is said of a fact without a value: rejected by a person, not stated, or only not found."""
        if name in self._rejected(detail.contract_id):
            return wording_text("contract.decided_reject", self._draft.language)
        presence = next((verdict.presence for verdict in detail.clauses if verdict.type == name), _unfound(detail))
        return self._draft.say(f"missing_{presence}")

    def _rejected(self, contract_id: str) -> frozenset[str]:
        """Names of the facts of a contract whose value a person turned down."""
        if contract_id not in self._turned_down:
            items = fact_items(self._draft.workbench.library.detail(contract_id))
            self._turned_down[contract_id] = frozenset(item.name for item in items if item.rejected)
        return self._turned_down[contract_id]

    def _is_clause(self, verdict: VerdictRow) -> bool:
        return taxonomy().get(verdict.type).kind == "clause"


def _unfound(detail: ContractDetail) -> Presence:
    """What is said where there is no verdict: only the built-in engine looks for every fact."""
    return "not_found" if detail.engine == BUILTIN else "unknown"
