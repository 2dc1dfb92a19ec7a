"""An understood question's answer, by what is wanted: lists, numbers, yes or no, facts, words, passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from core.graph.retrieval import (
    ContractDetail,
    RetrievedClause,
    RetrievedKnowledge,
    RetrievedText,
    TableRow,
)
from core.qa import aggregate, as_of, knowledge_answers, phrases
from core.qa.answer import Call
from core.qa.draft import AnswerDraft
from core.qa.listing import RECKONED_FROM, ConditionListing, contradictory, list_contracts, without_known
from core.qa.restatement import category, conditions_words, in_words
from core.qa.writing.contract_lines import CARD_FACTS, ContractLines
from core.qa.writing.listing_lines import DETAILED, SHOWN, ListingLines
from core.qa.writing.undecided import codes_of, never_looked_for, nothing_told
from core.qa.writing.yes_no_lines import YesNoLines
from core.questions import ClauseIs, ContractIs, PartyIs, Plan, Question, TypeIs
from core.taxonomy import taxonomy

_PASSAGES = 8
_RELATED = 3
_LIST_COLUMNS = ("contract_id", "title", "certainty", "page")
_SOURCES = {
    "term_days": "expiration_date",
    "notice_days": "notice_period",
    "renewal_days": "renewal_term",
    "last_notice_day": "notice_period",
}
_AS_WRITTEN = ("notice_days", "renewal_days")
"""Lengths that are compared in days and shown as the contract has them."""


class AnswerWriting:
    """Writes the answer to a question into a draft."""

    def __init__(self, draft: AnswerDraft) -> None:
        self._draft = draft
        self._contract = ContractLines(draft)
        self._listing = ListingLines(draft)
        self._yes_no = YesNoLines(draft, self._contract, self._listing)

    def write(self, question: Question) -> None:
        """The answer to an understood question whose conditions on contracts hold ids."""
        if contradictory(question.plan.conditions):
            what = phrases.plain(conditions_words(question.plan, self._draft.language))
            self._draft.lines.append(self._draft.say("contradiction", what=what))
            self._draft.refused = True
            self._draft.memory["contracts"] = []
            return
        if question.day is not None and question.kind in ("list", "count", "yes_no", "card", "facts", "excerpts"):
            self._in_force(question)
            return
        match question.kind:
            case "list" | "count":
                self._list(question)
            case "numbers":
                self._numbers(question)
            case "yes_no":
                self._yes_no.write(question)
            case "facts" | "excerpts" | "card" | "clauses":
                self._contracts(question)
            case "differences":
                self._differences(question)
            case "passages":
                self._passages(question)
        self._related(question)

    def again(self, question: Question, before: Question | None, contracts: Sequence[str]) -> None:
        """More of the contracts of the last answer, or the words that it stands on."""
        codes: tuple[str, ...] = ()
        if before is not None:
            wanted = [c for c in before.plan.conditions if not isinstance(c, ClauseIs) or c.wanted]
            codes = tuple(dict.fromkeys((*before.clauses, *(code for c in wanted for code in codes_of(c)))))
            codes = tuple(code for code in codes if taxonomy().get(code).kind == "clause")
        for contract_id in contracts[:DETAILED]:
            if question.kind == "why" and codes:
                self._contract.excerpts(contract_id, codes)
            else:
                self._contract.card(contract_id, codes)
        if len(contracts) > DETAILED:
            self._draft.lines.append(self._draft.say("shown", n=DETAILED))
        self._draft.memory["contracts"] = list(contracts)

    # Lists and numbers

    def _list(self, question: Question) -> None:
        listing = list_contracts(question, self._draft.tools, self._draft.language)
        if not never_looked_for(question, listing, self._draft):
            self._listing.write(question, listing)
            self._draft.refused = nothing_told(question, listing)

    def _numbers(self, question: Question) -> None:
        call, rows = self._draft.tools.query(question)
        lines = aggregate.answer_lines(call, rows, self._draft.language, shown=SHOWN, contract_line=self._counted_line)
        self._draft.lines += lines
        if question.stance_open:
            self._draft.lines.append("\n" + self._draft.say("stance_open"))
        if question.plan.by_date or question.plan.quantity in RECKONED_FROM:
            self._not_ranked(question)
        ids = [row.contract_id for row in rows if row.contract_id is not None]
        for contract_id in ids[:DETAILED] if question.facts else ():
            self._contract.facts(contract_id, question.facts)
        if ids:
            self._draft.memory["contracts"] = ids
        self._last(call)

    def _not_ranked(self, question: Question) -> None:
        """Contracts that an extreme was not taken of: nothing was found, or their renewed term decides."""
        plan = question.plan
        if plan.measure != "list":
            return
        listing = list_contracts(
            Question("list", Plan("list", plan.conditions)), self._draft.tools, self._draft.language
        )
        if plan.by_date == "expiration_date":
            self._listing.renewed(listing)
        for field in (plan.by_date,) if plan.by_date else RECKONED_FROM[plan.quantity or ""]:
            lacking = len(without_known(field, {row.contract_id: row for row in listing.rows}, self._draft.tools))
            total = len(listing.rows)
            if field in listing.silent:
                lacking, total = listing.silent[field], listing.looked_at
            self._listing.lacking(field, lacking, total)

    def _last(self, call: Call) -> None:
        """The query comes first and last in the receipt: its rows are what was answered."""
        calls = self._draft.tools.calls
        calls.sort(key=lambda other: other is call)

    def _counted_line(self, row: TableRow) -> str:
        """One contract of a list with the value that it is listed for, cited."""
        detail = self._draft.tools.rows_of(ContractDetail, "get_contract", contract_id=row.contract_id)[0]
        column = next((name for name in row.columns if name not in _LIST_COLUMNS), None)
        line = f"- {self._draft.name(detail)}"
        if column is not None:
            source = next((fact for fact in detail.facts if fact.name == _SOURCES.get(column, column)), None)
            words = aggregate.value_words(column, row.get(column), self._draft.language)
            if source is not None and source.value is not None and column in _AS_WRITTEN:
                words = phrases.fact_value(source.name, source.value, source.detail, self._draft.language)
            line += f": {phrases.plain(words)}"
            if source is not None and row.get(column) is not None:
                line += self._draft.cite(detail.contract_id, source.evidence)
        return line + (f" ({self._draft.say('unknown_word')})" if row.get("certainty") == "unknown" else "")

    # In force on a day

    def _in_force(self, question: Question) -> None:
        draft, conditions = self._draft, question.plan.conditions
        clauses = question.clauses
        within = None
        listing = ConditionListing()
        if conditions:
            listing = list_contracts(replace(question, day=None), draft.tools, draft.language)
            within = [row.contract_id for row in listing.rows]
        assert question.day is not None
        lines, states = as_of.answer_lines(
            date.fromisoformat(question.day),
            clauses,
            draft.tools,
            draft.language,
            within=within,
            name=draft.name,
            cite=draft.cite,
        )
        valid = [key for key, state in states.items() if state == "in_force"]
        if question.kind == "yes_no":
            perhaps = any(state == "unknown" for state in states.values()) or bool(listing.open or listing.unknown)
            draft.lines.append(draft.say("answer_yes" if valid else "cannot_tell" if perhaps else "answer_no"))
        if question.kind != "yes_no" or not all(isinstance(condition, ContractIs) for condition in conditions):
            draft.lines.append(phrases.plain(in_words(question, draft.language)))
        draft.lines += lines
        self._listing.silent(listing)
        if question.kind == "yes_no" and not valid and within:
            for contract_id in within[:DETAILED]:
                self._contract.facts(contract_id, ("effective_date", "expiration_date"))
        draft.memory["contracts"] = valid or (within or [])

    # Single contracts

    def _contracts(self, question: Question) -> None:
        draft = self._draft
        conditions = question.plan.conditions
        named = bool(conditions) and all(isinstance(condition, ContractIs) for condition in conditions)
        listing = ConditionListing()
        if named:
            ids = [key for c in conditions if isinstance(c, ContractIs) for key in c.references if key in draft.numbers]
        else:
            listing = list_contracts(question, draft.tools, draft.language)
            ids = [row.contract_id for row in listing.rows]
        known = bool(ids)
        if not ids:
            what = phrases.plain(conditions_words(question.plan, draft.language))
            draft.lines.append(draft.say("found_none", what=what, total=draft.total))
            # A fact is asked of a contract that there is: it may have been meant by other words.
            draft.refused = question.kind == "facts"
            ids = self._perhaps_meant(question, listing)
        if question.kind == "excerpts" and self._looked_for_in_none(ids, question.clauses):
            # No words can be told for such a type: passages that speak of it may be read.
            names = self._draft.listed(category(code, draft.language) for code in question.clauses)
            self._passages(replace(question, kind="passages", clauses=(), text=names))
            return
        if known and not named:
            what = phrases.plain(in_words(question, draft.language))
            draft.lines.append(draft.say("of_each", what=what, n=len(ids)))
        if question.kind == "excerpts":
            ids = self._those_with_words_first(ids, question.clauses)
        shown = ids[:SHOWN] if question.kind == "facts" else ids[:DETAILED]
        for contract_id in shown:
            if question.kind == "facts":
                self._contract.facts(contract_id, question.facts)
            elif question.kind == "excerpts":
                self._contract.excerpts(contract_id, question.clauses)
            elif question.kind == "clauses":
                self._contract.clauses(contract_id)
            else:
                self._contract.card(contract_id, ())
        if len(ids) > len(shown):
            draft.lines.append("\n" + draft.say("shown", n=len(shown)))
        if not named:
            self._listing.silent(listing)
        draft.memory["contracts"] = ids

    def _perhaps_meant(self, question: Question, listing: ConditionListing) -> list[str]:
        """The few contracts that meet all that was asked but for what was not found in them; says so.

        Also those that are called by their number, title or file, where they are of another type.
        """
        rows = [row for rows in listing.but_for.values() for row in rows]
        if 0 < len(rows) <= DETAILED:
            self._listing.but_for(listing)
            listing.but_for = {}
            self._draft.refused = False
            return [row.contract_id for row in rows]
        named = [c for c in question.plan.conditions if isinstance(c, ContractIs)]
        if rows or not named or not all(isinstance(c, ContractIs | TypeIs) for c in question.plan.conditions):
            return []
        called = list_contracts(Question("list", Plan("list", tuple(named))), self._draft.tools, self._draft.language)
        if not 0 < len(called.rows) <= DETAILED:
            return []
        self._draft.lines.append("\n" + self._draft.say("of_another_type", n=len(called.rows)))
        for row in called.rows:
            self._contract.facts(row.contract_id, ("agreement_type",))
        self._draft.refused = False
        return [row.contract_id for row in called.rows]

    def _those_with_words_first(self, ids: list[str], codes: Sequence[str]) -> list[str]:
        """Contracts in which words of a clause type were found before the others; says how many they are."""
        if not codes or len(ids) <= DETAILED:
            return ids
        with_words = {
            row.contract_id
            for code in codes
            for row in self._draft.tools.all_rows(RetrievedClause, "get_contracts_with_clause_type", clause_type=code)
        }
        ordered = sorted(ids, key=lambda contract_id: contract_id not in with_words)
        found = sum(contract_id in with_words for contract_id in ids)
        self._draft.lines.append(self._draft.say("words_found_in", n=found, total=len(ids)))
        return ordered

    def _looked_for_in_none(self, ids: Sequence[str], codes: Sequence[str]) -> bool:
        """Whether it is unknown of every contract whether it has such clauses."""
        verdicts = [self._contract.verdicts(contract_id) for contract_id in ids[:DETAILED]]
        return bool(verdicts and codes) and all(v.get(code) == "unknown" for v in verdicts for code in codes)

    def _differences(self, question: Question) -> None:
        """Contracts side by side: each fact with the value of each, clause types that one has and another lacks."""
        draft = self._draft
        listing = list_contracts(question, draft.tools, draft.language)
        ids = [row.contract_id for row in listing.rows][:DETAILED]
        if len(listing.rows) > len(ids):
            draft.lines.append(draft.say("shown", n=len(ids)))
        if len(ids) < 2:
            what = phrases.plain(listing.what)
            draft.lines.append(draft.say("compare_needs_two", what=what, n=len(ids)))
            draft.refused = True
            return
        draft.memory["contracts"] = ids
        draft.lines.append(draft.say("difference", n=len(ids)))
        names = {key: self._contract.short_name(key) for key in ids}
        facts = question.facts or (() if question.clauses else CARD_FACTS)
        for name in facts:
            values = {key: self._contract.values(key, name) for key in ids}
            same = len({value.split(" [")[0] for value in values.values()}) == 1
            known = all(self._contract.has_value(key, name) for key in ids)
            said = draft.say("not_known_of_all" if not known else "same" if same else "differs")
            draft.lines.append(f"- **{category(name, draft.language)}**{said}")
            draft.lines += [f"    - {names[key]}: {value}" for key, value in values.items()]
        if question.clauses or not question.facts:
            self._clause_differences(ids, names, question.clauses)

    def _clause_differences(self, ids: Sequence[str], names: dict[str, str], wanted: Sequence[str]) -> None:
        draft = self._draft
        presence: dict[str, dict[str, str]] = {key: self._contract.verdicts(key) for key in ids}
        codes = wanted or [
            category.code
            for category in taxonomy().clauses
            if len(found := {presence[key].get(category.code) for key in ids}) > 1 and found & {"present", "absent"}
        ]
        for code in codes:
            draft.lines.append(f"- **{phrases.category(code, draft.language)}**")
            for key in ids:
                here = aggregate.cell_words("presence", presence[key].get(code, "unknown"), draft.language)
                words = self._contract.first_words(key, code) if wanted else ""
                draft.lines.append(f"    - {names[key]}: {here}{words}")

    # Passages, knowledge

    def _passages(self, question: Question) -> None:
        draft = self._draft
        within: list[str] | None = None
        what = draft.say("all")
        if question.plan.conditions:
            listing = list_contracts(question, draft.tools, draft.language)
            within, what = [row.contract_id for row in listing.rows], listing.what
        sought = phrases.without_names(
            question.text, [c.asked for c in question.plan.conditions if isinstance(c, PartyIs)]
        )
        passages = draft.tools.rows_of(
            RetrievedText, "get_contracts_similar_text", within=within, text=sought, limit=_PASSAGES
        )
        if not passages:
            draft.lines.append(draft.say("passages_none", text=phrases.plain(question.text)))
            draft.memory["contracts"] = within or []
            return
        draft.lines.append(draft.say("passages_head", text=phrases.plain(question.text), what=phrases.plain(what)))
        for row in passages:
            label = draft.cite(row.contract_id, row)
            draft.lines.append(f"- {draft.name(row)}: {phrases.quoted(row.text, draft.language)}{label}")
        if question.plan.conditions:
            self._listing.silent(listing)
        draft.memory["contracts"] = list(dict.fromkeys(row.contract_id for row in passages))

    def _related(self, question: Question) -> None:
        """Point to approved knowledge on the clause types of a question, where there is any."""
        codes = [*question.clauses, *(code for condition in question.plan.conditions for code in codes_of(condition))]
        draft = self._draft
        if not codes or not draft.workbench.knowledge.newest_change():
            return
        rows: dict[str, RetrievedKnowledge] = {}
        for code in dict.fromkeys(codes):
            found = draft.tools.rows_of(RetrievedKnowledge, "search_knowledge", clause_type=code, limit=_RELATED)
            rows |= {row.name: row for row in found}
        if rows:
            names = draft.listed(f"{phrases.plain(row.title)} [{name}]" for name, row in rows.items())
            draft.lines.append("\n" + knowledge_answers.say("related", draft.language, names=names))
            draft.cited |= {name: knowledge_answers.entry_citation(row) for name, row in rows.items()}
