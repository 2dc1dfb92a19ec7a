"""Lines of a list of contracts: how many, which, why each is on it, which are unknown, what is nearest."""

from __future__ import annotations

from collections.abc import Sequence

from core.graph.retrieval import (
    ContractDetail,
    CountRow,
    EvidenceRow,
    RetrievedClause,
    RetrievedCombination,
    RetrievedContract,
)
from core.qa import phrases
from core.qa.draft import AnswerDraft
from core.qa.listing import ConditionListing, WrittenParty
from core.qa.restatement import category
from core.questions import ClauseIs, Question
from core.taxonomy import taxonomy

SHOWN = 20
"""Contracts that a list names; the rest is counted."""
_CANDIDATES = 5
_FILTERED = ("agreement_date", "effective_date", "expiration_date")
"""Dates by which the list of contracts shows those without one."""


class ListingLines:
    """Writes a list of contracts into an answer."""

    def __init__(self, draft: AnswerDraft) -> None:
        self._draft = draft

    def write(self, question: Question, listing: ConditionListing) -> None:
        """The contracts of a list.

        Args:
            question: what was asked.
            listing: the contracts, and why.
        """
        if listing.plain and question.kind == "count":
            count = self._draft.tools.rows_of(CountRow, "count_contracts")[0].count
            self._draft.lines.append(self._draft.say("count_one" if count == 1 else "count_all", n=count))
            return
        self._head(question, listing)
        self._going_on(listing)
        self.contracts(listing)
        self.unknown(listing)
        self.renewed(listing)
        self.silent(listing)
        nearest = self._nearest(question) if not listing.rows and question.kind == "list" else []
        self._draft.memory["contracts"] = [row.contract_id for row in listing.rows] or nearest

    def contracts(self, listing: ConditionListing) -> None:
        """Each contract with what puts it on the list."""
        for row in listing.rows[:SHOWN]:
            self._draft.lines.append(f"- {self._draft.name(row)}")
            self._because(row, listing)
        if len(listing.rows) > SHOWN:
            self._draft.lines.append("\n" + self._draft.say("shown", n=SHOWN))

    def _head(self, question: Question, listing: ConditionListing) -> None:
        count, what = len(listing.rows), phrases.plain(listing.what)
        if count == 0 and listing.renewed:
            self._draft.lines.append(self._draft.say("found_none_stated", what=what, total=self._draft.total))
        elif count == 0:
            self._draft.lines.append(self._draft.say("found_none", what=what, total=self._draft.total))
        elif count == 1:
            self._draft.lines.append(self._draft.say("found_one", what=what))
        else:
            key = "count_some" if question.kind == "count" else "found"
            self._draft.lines.append(self._draft.say(key, n=count, what=what))
        if question.stance_open and count:
            self._draft.lines.append(self._draft.say("stance_open"))

    def _going_on(self, listing: ConditionListing) -> None:
        """How many of the contracts have not ended with the stated end: a list of what expired holds them too."""
        running = sum(row.contract_id in listing.going_on for row in listing.rows)
        if running:
            self._draft.lines[-1] += " " + self._draft.say("going_on", n=running)

    def _because(self, row: RetrievedContract, listing: ConditionListing) -> None:
        """The words that put a contract on the list."""
        for excerpt in listing.excerpts.get(row.contract_id, ())[:2]:
            label = self._draft.cite(row.contract_id, excerpt)
            name = phrases.category(excerpt.type, self._draft.language)
            words = phrases.quoted(listing.cut_texts.get(excerpt.text, excerpt.text), self._draft.language)
            self._draft.lines.append(f"    - {name}: {words}{label}")
        for code in listing.absent.get(row.contract_id, ()):
            self._draft.lines.append(
                "    - " + self._draft.say("absent_line", name=phrases.category(code, self._draft.language))
            )
        for name, shown, evidence in listing.facts.get(row.contract_id, ()):
            label = self._draft.cite(row.contract_id, evidence)
            self._draft.lines.append(
                f"    - {phrases.category(name, self._draft.language)}: {phrases.plain(shown)}{label}"
            )
        for written in listing.matched.get(row.contract_id, ()):
            label = self._draft.cite(row.contract_id, self._party_evidence(row.contract_id, written.name))
            self._draft.lines.append(f"    - {self._written(written)}{label}")

    def _written(self, written: WrittenParty) -> str:
        name = phrases.plain(written.name)
        if written.alias_of is None:
            return self._draft.say("matched", name=name)
        return self._draft.say("matched_alias", name=name, alias=phrases.plain(written.alias_of))

    def _party_evidence(self, contract_id: str, name: str) -> EvidenceRow | None:
        detail = self._draft.tools.rows_of(ContractDetail, "get_contract", contract_id=contract_id)[0]
        return next((party.evidence for party in detail.party_details if party.name == name), None)

    def unknown(self, listing: ConditionListing) -> None:
        """Contracts of which it is not known, with the clause types that are unknown."""
        otherwise = [row for row in listing.unknown if row.contract_id in listing.otherwise]
        self._worded_otherwise(otherwise, listing)
        unknown = [row for row in listing.unknown if row.contract_id not in listing.otherwise]
        if not unknown:
            return
        key = "unknown_head" if listing.rows or otherwise else "unknown_only"
        self._draft.lines.append("\n" + self._draft.say(key, n=len(unknown)))
        for row in unknown[:SHOWN]:
            codes = listing.unsure.get(row.contract_id, ())
            names = self._draft.listed(phrases.category(code, self._draft.language) for code in codes)
            self._draft.lines.append(f"- {self._draft.name(row)}" + (f": {names}" if names else ""))
            candidates = row.candidates if isinstance(row, RetrievedClause | RetrievedCombination) else ()
            for passage in [passage for passage in candidates if passage.type in codes][:1]:
                label = self._draft.cite(row.contract_id, passage)
                words = phrases.quoted(passage.text, self._draft.language)
                self._draft.lines.append("    - " + self._draft.say("near_line", words=words) + label)

    def _worded_otherwise(self, rows: Sequence[RetrievedContract], listing: ConditionListing) -> None:
        """Contracts whose clause was located and does not say what is asked of it, with the words that it has."""
        if not rows:
            return
        self._draft.lines.append("\n" + self._draft.say("otherwise_head", n=len(rows)))
        for row in rows[:SHOWN]:
            self._draft.lines.append(f"- {self._draft.name(row)}")
            for excerpt in listing.otherwise[row.contract_id][:1]:
                label = self._draft.cite(row.contract_id, excerpt)
                name = phrases.category(excerpt.type, self._draft.language)
                words = phrases.quoted(excerpt.text, self._draft.language)
                self._draft.lines.append(f"    - {name}: {words}{label}")
        if len(rows) > SHOWN:
            self._draft.lines.append("\n" + self._draft.say("shown", n=SHOWN))

    def renewed(self, listing: ConditionListing) -> None:
        """Contracts that the stated end leaves out, and the end of the term that now runs does not."""
        if not listing.renewed:
            return
        language = self._draft.language
        key = "renewed_besides" if listing.rows else "renewed_only"
        self._draft.lines.append("\n" + self._draft.say(key, n=len(listing.renewed)))
        for row in listing.renewed[:SHOWN]:
            initial, until = phrases.day(row.expiration_date or "", language), phrases.day(row.day, language)
            sentence = phrases.say("renewed_until", language, initial=initial, until=until)
            cited = self._draft.cite(row.contract_id, row.evidence)
            self._draft.lines.append(f"- {self._draft.name(row)}: {sentence}{cited}")

    def silent(self, listing: ConditionListing) -> None:
        """That contracts without the date, law, party or type asked for are no contracts that lack it."""
        self.but_for(listing)
        for field, count in listing.silent.items():
            self.lacking(field, count, listing.looked_at)

    def but_for(self, listing: ConditionListing) -> None:
        """Contracts that meet every other condition, where what would decide the last was not found in them."""
        for field, rows in listing.but_for.items():
            if len(rows) > SHOWN:
                continue
            name = category(field, self._draft.language)
            self._draft.lines.append("\n" + self._draft.say("but_for", n=len(rows), name=name))
            self._draft.lines += [f"- {self._draft.name(row)}" for row in rows]

    def lacking(self, field: str, count: int, total: int) -> None:
        """How many contracts have no value of a field that was found; nothing where all have one."""
        if not count:
            return
        name = category(field, self._draft.language)
        line = self._draft.say("silent", n=count, total=total, name=name)
        self._draft.lines.append("\n" + line)
        if field in _FILTERED:
            self._draft.memory["silent"] = field

    def _nearest(self, question: Question) -> list[str]:
        """Nearest candidates for the types that were wanted and not found; gives their contracts."""
        clauses = [c for c in question.plan.conditions if isinstance(c, ClauseIs) and c.wanted]
        wanted = [code for c in clauses for code in c.codes if taxonomy().get(code).kind == "clause"]
        contracts: list[str] = []
        for code in dict.fromkeys(wanted):
            if self._draft.tools.call("get_contracts_with_clause_type", clause_type=code, limit=1).total:
                continue
            close = [
                (candidate, row)
                for row in self._draft.tools.all_rows(RetrievedClause, "get_contracts_without_clause", clause_type=code)
                for candidate in (*row.excerpts, *row.candidates)
            ]
            # Below the threshold the model's order is weak: what names the category's subject comes first.
            close.sort(key=lambda pair: (not phrases.names(code, pair[0].text), -pair[0].confidence))
            meaning = taxonomy().get(code).definition.text(self._draft.language)
            name = phrases.category(code, self._draft.language)
            self._draft.lines.append("\n" + self._draft.say("candidates_head", name=name, definition=meaning))
            if not close:
                self._draft.lines.append(self._draft.say("no_candidates"))
            for candidate, row in close[:_CANDIDATES]:
                label = self._draft.cite(row.contract_id, candidate)
                words = phrases.quoted(candidate.text, self._draft.language)
                self._draft.lines.append(f"- {self._draft.name(row)}: {words}{label}")
                contracts.append(row.contract_id)
        return list(dict.fromkeys(contracts))
