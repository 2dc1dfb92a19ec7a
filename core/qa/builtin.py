"""The built-in engine's answers: a question that it understands becomes calls, their rows become sentences.

Every sentence about a contract stands on rows of the graph and cites the contract's own words. What a question says
beyond what was understood is named in the answer, and a question that is not understood gets no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from core.graph import Scope
from core.graph.question_grammar import TIMES, DateIn, Plan
from core.graph.question_grammar import understand as understand_many
from core.graph.retrieval import NAME as AGGREGATION
from core.lexicon import fiscal_year_without_start, groups_by_time
from core.qa import aggregate
from core.qa import knowledge_answers as house
from core.qa import phrases as wording
from core.qa.answer import Answer
from core.qa.as_of import AsOfQuestion, answer_lines, as_of_question
from core.qa.contract_lines import ContractLines
from core.qa.draft import Draft
from core.qa.listing import list_contracts
from core.qa.listing_lines import SHOWN, ListingLines
from core.qa.question import Question, understand
from core.qa.toolbox import Toolbox
from core.questions import folded
from core.taxonomy import taxonomy
from core.wording import Language
from core.workbench import Workbench

_DETAILED = 5
_HITS = 8
_CANDIDATES = 5
_RELATED = 3
_LIST_COLUMNS = ("contract_id", "title", "certainty", "page")
_SOURCES = {"term_days": "expiration_date", "notice_days": "notice_period", "last_notice_day": "notice_period"}


def answer_builtin(
    question: str,
    workbench: Workbench,
    *,
    memory: dict[str, Any] | None,
    language: Language,
    scope: Scope = None,
    today: date | None = None,
) -> Answer:
    """The built-in engine's answer with verified citations.

    Args:
        question: as typed.
        workbench: the contracts.
        memory: that of the conversation's last answer.
        language: of the answer.
        scope: contracts that the question is limited to.
        today: what relative dates count from; today by default.
    """
    rows = workbench.library.rows()
    writer = _Writer(Draft(rows, Toolbox(workbench, scope), workbench, language))
    if not question.strip():
        return writer.refuse("nothing_asked")
    if house.asks_house(question):
        return writer.house_answer(question)
    if not rows:
        return writer.refuse("empty")
    parties = [name for row in rows for name in row.summary.parties]
    day = today or date.today()  # noqa: DTZ011 (the user's own day)
    on_a_day = as_of_question(question, parties=parties, today=day)
    if on_a_day is not None:
        return writer.as_of(on_a_day)
    if fiscal_year_without_start(folded(question)):
        return writer.ask_back("fiscal_year_refused")
    counted = understand_many(question, today=day, parties=parties)
    asked = understand(question, parties=parties, today=day)
    if (
        counted is not None
        and not counted[1]
        and not (counted[0].for_fixed_functions and _same_days(counted[0], asked))
    ):
        return writer.aggregation(question)
    if counted is not None and counted[1] and groups_by_time(folded(question)) and not _groups_by_time(counted[0]):
        return writer.ask_back("date_not_said")
    return writer.answer(asked, memory or {})


def _groups_by_time(plan: Plan) -> bool:
    return any(group.dimension in TIMES for group in plan.groups)


def _same_days(plan: Plan, asked: Question) -> bool:
    """Whether the fixed functions would be asked for the days that the grammar understood."""
    days = [(one.field, one.first, one.last) for one in plan.conditions if isinstance(one, DateIn)]
    window = asked.window
    if window is None:
        return not days
    limits = [None if day is None else day.isoformat() for day in (window.first, window.last)]
    return days == [(window.field, *limits)]


class _Writer:
    """Writes one answer by its kind."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._contract = ContractLines(draft)
        self._listing = ListingLines(draft)

    def answer(self, asked: Question, memory: dict[str, Any]) -> Answer:
        """The answer to an understood question."""
        if asked.intent == "unknown":
            return self.refuse("refused")
        if asked.intent == "more":
            self._more(memory)
        elif asked.intent == "similar":
            pointed = asked.numbers or asked.those
            ids = self._contracts_meant(asked, memory) if pointed else None
            if ids or not pointed:
                self._similar(asked.about or asked.text, within=ids)
        elif asked.intent in ("show", "excerpts"):
            self._show(asked, memory)
        else:
            limited = self._contracts_meant(asked, memory) if asked.those or asked.numbers else None
            self._listing.write(asked, limited)
        self._related([mention.code for mention in asked.clauses])
        if asked.unused:
            words = wording.say("joined", self._draft.language).join(asked.unused)
            self._draft.lines.append("\n" + self._draft.say("unused", words=wording.plain(words)))
        return self._draft.finished(refused=False)

    def house_answer(self, question: str) -> Answer:
        """What approved knowledge says on a question; an honest refusal where it says nothing."""
        numbers = house.named_entries(question)
        if numbers:
            call = self._draft.tools.call("search_knowledge", limit=100)
            rows = [row for row in call.rows if row["number"] in numbers]
        else:
            rows = list(self._draft.tools.call("search_knowledge", query=question, limit=_DETAILED).rows)
        if not rows:
            self._draft.lines.append(house.say("none", self._draft.language))
            return self._draft.finished(refused=True)
        self._draft.lines += [
            house.say("head", self._draft.language, n=len(rows)),
            *house.entry_lines(rows, self._draft.language),
        ]
        self._draft.cited |= {row["name"]: house.entry_citation(row) for row in rows}
        return self._draft.finished(refused=False)

    def as_of(self, asked: AsOfQuestion) -> Answer:
        """The answer to a question about a day."""
        within = None
        if asked.numbers:
            within = self._draft.numbered(asked.numbers)
        lines, ids = answer_lines(
            asked, self._draft.tools, self._draft.language, within=within, name=self._draft.name, cite=self._draft.cite
        )
        self._draft.lines += lines
        self._draft.memory = {"contracts": ids, "clauses": list(asked.clauses)}
        if asked.unused:
            words = wording.say("joined", self._draft.language).join(asked.unused)
            self._draft.lines.append("\n" + self._draft.say("unused", words=wording.plain(words)))
        return self._draft.finished(refused=False)

    def aggregation(self, question: str) -> Answer:
        """The answer to a question about many contracts: what is answered, the numbers or contracts, what is open."""
        call = self._draft.tools.call(AGGREGATION, question=question)
        self._draft.lines += aggregate.answer_lines(
            call, self._draft.language, shown=SHOWN, contract_line=self._counted_line
        )
        ids = [row["contract_id"] for row in call.rows if "contract_id" in row]
        self._draft.memory = {"contracts": ids, "clauses": []} if ids else {}
        return self._draft.finished(refused=False)

    def refuse(self, key: str) -> Answer:
        """An honest refusal."""
        self._draft.lines.append(self._draft.say(key))
        return self._draft.finished(refused=True)

    def ask_back(self, key: str) -> Answer:
        """A refusal that asks for what a question about many contracts leaves open: any guess could be wrong."""
        self._draft.lines.append(aggregate.say(key, self._draft.language))
        return self._draft.finished(refused=True)

    def _counted_line(self, row: dict[str, Any]) -> str:
        """One contract of a list with the value that it is listed for, cited."""
        detail = self._draft.tools.call("get_contract", contract_id=row["contract_id"]).rows[0]
        column = next((name for name in row if name not in _LIST_COLUMNS), None)
        line = f"- {self._draft.name(detail)}"
        if column is not None:
            line += f": {wording.plain(aggregate.value_words(column, row[column], self._draft.language))}"
            source = next((one for one in detail["facts"] if one["name"] == _SOURCES.get(column, column)), None)
            line += (
                self._draft.cite(row["contract_id"], source["evidence"]) if source and row[column] is not None else ""
            )
        return line + (f" ({self._draft.say('unknown_word')})" if row.get("certainty") == "unknown" else "")

    def _related(self, codes: Sequence[str]) -> None:
        """Point to approved knowledge on the clause types of a question, where there is any."""
        if not codes or not self._draft.workbench.knowledge.newest_change():
            return
        rows: dict[str, dict[str, Any]] = {}
        for code in dict.fromkeys(codes):
            found = self._draft.tools.call("search_knowledge", clause_type=code, limit=_RELATED).rows
            rows |= {row["name"]: row for row in found}
        if rows:
            names = self._draft.say("joined").join(f"{wording.plain(r['title'])} [{name}]" for name, r in rows.items())
            self._draft.lines.append("\n" + house.say("related", self._draft.language, names=names))
            self._draft.cited |= {name: house.entry_citation(row) for name, row in rows.items()}

    def _contracts_meant(self, asked: Question, memory: dict[str, Any]) -> list[str]:
        """Contracts that a question points to by number or by "those"."""
        ids = self._draft.numbered(asked.numbers)
        if not asked.numbers and asked.those:
            ids += [key for key in memory.get("contracts", ()) if key in self._draft.numbers]
        return ids

    def _more(self, memory: dict[str, Any]) -> None:
        ids = [key for key in memory.get("contracts", ()) if key in self._draft.numbers]
        if not ids:
            self._draft.lines.append(self._draft.say("more_nothing"))
            return
        for contract_id in ids[:_DETAILED]:
            self._contract.card(contract_id, memory.get("clauses", ()))
        if len(ids) > _DETAILED:
            self._draft.lines.append(self._draft.say("shown", n=_DETAILED))
        self._draft.memory = memory

    def _show(self, asked: Question, memory: dict[str, Any]) -> None:
        ids = self._contracts_meant(asked, memory)
        if not ids and not asked.numbers:
            plain = replace(asked, clauses=(), intent="list")
            narrowed = asked.organization or asked.law or asked.window or asked.agreement_type
            if narrowed or self._draft.total <= _DETAILED or memory.get("contracts"):
                remembered = None if narrowed else (memory.get("contracts") or None)
                listing = list_contracts(plain, self._draft.tools, self._draft.language, limited=remembered)
                ids = [row["contract_id"] for row in listing.rows]
            else:
                ids = [row["contract_id"] for row in self._draft.tools.all_rows("list_contracts")]
        clauses = [mention.code for mention in asked.clauses]
        shown = ids[:SHOWN] if asked.facts or clauses else ids[:_DETAILED]
        for contract_id in shown:
            if asked.intent == "excerpts" or clauses:
                self._contract.excerpts(contract_id, clauses)
            elif asked.facts:
                self._contract.facts(contract_id, asked.facts)
            else:
                self._contract.card(contract_id, ())
        if len(ids) > len(shown):
            self._draft.lines.append(self._draft.say("shown", n=len(shown)))
        self._draft.memory = {"contracts": ids, "clauses": clauses}

    def _similar(self, text: str, *, within: list[str] | None) -> None:
        call = self._draft.tools.call("get_contracts_similar_text", within=within, text=text, limit=_HITS)
        exact = [row for row in call.rows if row["match"] == "words"]
        rows = exact or list(call.rows[:_CANDIDATES])
        if not rows:
            self._draft.lines.append(self._draft.say("similar_none", text=wording.plain(text)))
            return
        self._draft.lines.append(self._draft.say("similar_head" if exact else "similar_near", text=wording.plain(text)))
        for row in rows:
            label = self._draft.cite(row["contract_id"], row)
            types = [code for code in row["types"] if taxonomy().get(code).kind == "clause"]
            names = self._draft.say("joined").join(wording.category(code, self._draft.language) for code in types)
            kind = self._draft.say(f"kind_{row['kind']}" if types else "kind_passage", names=names)
            self._draft.lines.append(
                f"- {self._draft.name(row)}: {wording.quoted(row['text'], self._draft.language)}{label} ({kind})"
            )
        self._draft.memory = {"contracts": list(dict.fromkeys(row["contract_id"] for row in rows)), "clauses": []}
