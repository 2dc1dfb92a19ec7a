"""Questions about a day: "which contracts were in force on 1 June 2020", 「2020年6月1日時点で有効な契約」.

The built-in engine's answer: agreements in force with their amendments in order and the words that apply, unknown ones
with the reason, and superseded ones with what superseded them and since when; each with the contract's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Literal, TypeAlias

from core.graph.retrieval import (
    AmendmentRow,
    EvidenceRow,
    ExcerptRow,
    RetrievedAsOf,
    RetrievedContract,
    SupersededRow,
    TermsRow,
)
from core.qa import phrases as wording
from core.qa.toolbox import Toolbox
from core.wording import Language, wording_text

FUNCTION = "get_contracts_as_of"
ForceState = Literal["in_force", "not_in_force", "unknown"]
NamedRow: TypeAlias = RetrievedContract | AmendmentRow | SupersededRow
"""A row that stands for a contract."""
QuotedRow: TypeAlias = EvidenceRow | ExcerptRow
"""A row that holds words of a contract."""
_SHOWN = 20
_REASONS = ("begin_unknown", "end_unknown", "may_be_renewed", "superseded_since_unknown", "amendments_unknown")


def answer_lines(
    day: date,
    clauses: Sequence[str],
    tools: Toolbox,
    language: Language,
    *,
    within: list[str] | None,
    name: Callable[[NamedRow], str],
    cite: Callable[[str, QuotedRow | None], str],
) -> tuple[list[str], dict[str, ForceState]]:
    """Lines of the answer, and the state of each contract by id.

    Args:
        day: the day.
        clauses: clause types whose words on that day are wanted.
        tools: calls the functions.
        language: of the answer.
        within: contracts that the question is about, None for all.
        name: how a contract is called, from a row.
        cite: label of a citation, from a contract's id and its words.
    """
    writer = _Lines(language, name, cite)
    rows: list[RetrievedAsOf] = []
    terms: dict[str, list[TermsRow]] = {}
    for code in clauses or (None,):
        more = {"clause_type": code} if code else {}
        rows = tools.rows_of(RetrievedAsOf, FUNCTION, within=within, limit=500, day=day.isoformat(), **more)
        for row in rows:
            if row.terms:
                terms.setdefault(row.contract_id, []).append(row.terms)
    writer.write(day, rows, terms)
    states = {row.contract_id: row.state for row in rows}
    return writer.lines, states


class _Lines:
    def __init__(
        self,
        language: Language,
        name: Callable[[NamedRow], str],
        cite: Callable[[str, QuotedRow | None], str],
    ) -> None:
        self._language: Language = language
        self._name, self._cite = name, cite
        self.lines: list[str] = []

    def _say(self, key: str, **values: object) -> str:
        return wording_text(f"answers.as_of_{key}", self._language, **values)

    def write(self, day: date, rows: Sequence[RetrievedAsOf], terms: dict[str, list[TermsRow]]) -> None:
        by_state: dict[ForceState, list[RetrievedAsOf]] = {"in_force": [], "unknown": [], "not_in_force": []}
        for row in rows:
            by_state[row.state].append(row)
        valid, unknown = by_state["in_force"], by_state["unknown"]
        self.lines.append(self._say("head", day=day.isoformat(), n=len(valid), u=len(unknown)))
        for row in valid[:_SHOWN]:
            self.lines.append(f"- {self._name(row)}: {self._dates(row)}")
            self._more(row, terms.get(row.contract_id, ()))
        if unknown:
            self.lines.append("\n" + self._say("unknown_head"))
        for row in unknown[:_SHOWN]:
            reasons = wording_text("punctuation.list", self._language).join(
                self._say(reason, ends=row.ends) for reason in row.reasons if reason in _REASONS
            )
            self.lines.append(f"- {self._name(row)}: {reasons}{self._evidence(row)}")
            self._more(row, terms.get(row.contract_id, ()))
        gone = by_state["not_in_force"]
        if gone:
            self.lines.append("\n" + self._say("superseded_head"))
        for row in gone[:_SHOWN]:
            by = wording_text("punctuation.list", self._language).join(
                self._say("superseded", name=self._name(superseding), since=superseding.since or self._say("no_day"))
                + self._cite(superseding.contract_id, superseding.evidence)
                for superseding in row.superseded_by
            )
            self.lines.append(f"- {self._name(row)}: {by}")
        if max(map(len, by_state.values())) > _SHOWN:
            self.lines.append("\n" + self._say("shown", n=_SHOWN))
        self.lines.append("\n" + self._say("note"))

    def _dates(self, row: RetrievedAsOf) -> str:
        begins = row.begins or self._say("no_day")
        if row.begins_by == "agreement_date":
            begins = self._say("by_agreement_date", day=begins)
        ends = row.ends or self._say("none" if "runs_for_ever" in row.reasons else "no_day")
        return self._say("dates", begins=begins, ends=ends) + self._evidence(row)

    def _evidence(self, row: RetrievedAsOf) -> str:
        labels = [
            self._cite(row.contract_id, row.begin_evidence),
            self._cite(row.ends_in or row.contract_id, row.end_evidence),
        ]
        return "".join(dict.fromkeys(labels))

    def _more(self, row: RetrievedAsOf, terms: Sequence[TermsRow]) -> None:
        names = {row.contract_id: self._name(row)}
        for amendment in row.amendments:
            names[amendment.contract_id] = self._name(amendment)
            key = "amended" if amendment.certain else "amended_unsure"
            line = self._say(key, name=self._name(amendment), since=amendment.begins)
            self.lines.append(f"    - {line}{self._cite(amendment.contract_id, amendment.evidence)}")
        for term in terms:
            kind = wording.category(term.type, self._language)
            if term.presence != "present":
                self.lines.append(f"    - {self._say('terms_' + term.presence, type=kind)}")
            for excerpt in term.excerpts[:2]:
                words = wording.quoted(excerpt.text, self._language)
                line = self._say("terms", type=kind, name=names[term.contract_id], words=words)
                self.lines.append(f"    - {line}{self._cite(term.contract_id, excerpt)}")
            if term.may_differ:
                others = wording_text("punctuation.list", self._language).join(names[key] for key in term.may_differ)
                self.lines.append(f"    - {self._say('terms_unsure', names=others)}")
