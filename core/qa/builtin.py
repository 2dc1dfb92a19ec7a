"""The built-in engine's answers: a question that it understands becomes calls, their rows become sentences.

Every sentence about a contract stands on rows of the graph and cites the contract's own words. What a question says
beyond what was understood is named in the answer, and a question that is not understood gets no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from core.contracts.extract import BUILTIN
from core.contracts.row import ContractRow
from core.contracts.workbench import Workbench
from core.errors import NotFound
from core.graph import Scope
from core.graph.by_question import NAME as AGGREGATION
from core.graph.cypher.grammar import understand as understand_many
from core.qa import aggregate, house, wording
from core.qa.answer import Answer, Citation
from core.qa.as_of import AsOfQuestion, answer_lines, as_of_question
from core.qa.listing import Listing, list_contracts
from core.qa.question import Question, understand
from core.qa.sources import Sources, verified
from core.qa.toolbox import Toolbox
from core.taxonomy import Language, taxonomy

_SHOWN = 20
_DETAILED = 5
_HITS = 8
_CANDIDATES = 5
_RELATED = 3
_SHORT_FACTS = ("agreement_type", "agreement_date", "effective_date", "expiration_date", "renewal_term")
_LIST_COLUMNS = ("contract_id", "title", "certainty", "page")
_SOURCES = {"term_days": "expiration_date", "notice_days": "notice_period", "last_notice_day": "notice_period"}
_CARD_FACTS = (*_SHORT_FACTS, "notice_period", "governing_law")


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
    writer = _Writer(rows, Toolbox(workbench, scope), workbench, language)
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
    counted = understand_many(question, today=day, parties=parties)
    if counted is not None and not counted[1] and not counted[0].for_fixed_functions:
        return writer.aggregation(question)
    asked = understand(question, parties=parties, today=day)
    return writer.answer(asked, memory or {})


class _Writer:
    """Writes one answer; keeps its lines, sources and memory."""

    def __init__(self, rows: Sequence[ContractRow], tools: Toolbox, workbench: Workbench, language: Language) -> None:
        self._numbers = {row.contract_id: row.number for row in rows}
        self._sources = Sources(self._numbers, {row.contract_id: row.summary.title for row in rows})
        self._total = len(rows)
        self._tools = tools
        self._workbench = workbench
        self._language = language
        self._lines: list[str] = []
        self._cited: dict[str, Citation] = {}
        self._memory: dict[str, Any] = {}

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
            self._list(asked, memory)
        self._related([mention.code for mention in asked.clauses])
        if asked.unused:
            words = wording.say("joined", self._language).join(asked.unused)
            self._lines.append("\n" + self._say("unused", words=wording.plain(words)))
        return self._finished(refused=False)

    def house_answer(self, question: str) -> Answer:
        """What approved knowledge says on a question; an honest refusal where it says nothing."""
        numbers = house.named_entries(question)
        if numbers:
            call = self._tools.call("search_knowledge", limit=100)
            rows = [row for row in call.rows if row["number"] in numbers]
        else:
            rows = list(self._tools.call("search_knowledge", query=question, limit=_DETAILED).rows)
        if not rows:
            self._lines.append(house.say("none", self._language))
            return self._finished(refused=True)
        self._lines += [house.say("head", self._language, n=len(rows)), *house.entry_lines(rows, self._language)]
        self._cited |= {row["name"]: house.entry_citation(row) for row in rows}
        return self._finished(refused=False)

    def as_of(self, asked: AsOfQuestion) -> Answer:
        """The answer to a question about a day."""
        within = None
        if asked.numbers:
            within = self._numbered(asked.numbers)
        lines, ids = answer_lines(asked, self._tools, self._language, within=within, name=self._name, cite=self._cite)
        self._lines += lines
        self._memory = {"contracts": ids, "clauses": list(asked.clauses)}
        if asked.unused:
            words = wording.say("joined", self._language).join(asked.unused)
            self._lines.append("\n" + self._say("unused", words=wording.plain(words)))
        return self._finished(refused=False)

    def aggregation(self, question: str) -> Answer:
        """The answer to a question about many contracts: what is answered, the numbers or contracts, what is open."""
        call = self._tools.call(AGGREGATION, question=question)
        self._lines += aggregate.answer_lines(call, self._language, shown=_SHOWN, contract_line=self._counted_line)
        ids = [row["contract_id"] for row in call.rows if "contract_id" in row]
        self._memory = {"contracts": ids, "clauses": []} if ids else {}
        return self._finished(refused=False)

    def _counted_line(self, row: dict[str, Any]) -> str:
        """One contract of a list with the value that it is listed for, cited."""
        detail = self._tools.call("get_contract", contract_id=row["contract_id"]).rows[0]
        column = next((name for name in row if name not in _LIST_COLUMNS), None)
        line = f"- {self._name(detail)}"
        if column is not None:
            line += f": {wording.plain(aggregate.value_words(column, row[column], self._language))}"
            source = next((one for one in detail["facts"] if one["name"] == _SOURCES.get(column, column)), None)
            line += self._cite(row["contract_id"], source["evidence"]) if source and row[column] is not None else ""
        return line + (f" ({self._say('unknown_word')})" if row.get("certainty") == "unknown" else "")

    def _related(self, codes: Sequence[str]) -> None:
        """Point to approved knowledge on the clause types of a question, where there is any."""
        if not codes or not self._workbench.knowledge.newest_change():
            return
        rows: dict[str, dict[str, Any]] = {}
        for code in dict.fromkeys(codes):
            found = self._tools.call("search_knowledge", clause_type=code, limit=_RELATED).rows
            rows |= {row["name"]: row for row in found}
        if rows:
            names = self._say("joined").join(f"{wording.plain(r['title'])} [{name}]" for name, r in rows.items())
            self._lines.append("\n" + house.say("related", self._language, names=names))
            self._cited |= {name: house.entry_citation(row) for name, row in rows.items()}

    def refuse(self, key: str) -> Answer:
        """An honest refusal."""
        self._lines.append(self._say(key))
        return self._finished(refused=True)

    def _finished(self, *, refused: bool) -> Answer:
        return Answer(
            text="\n".join(self._lines).strip(),
            engine=BUILTIN,
            refused=refused,
            citations=tuple(self._cited.values()),
            calls=tuple(self._tools.calls),
            memory=self._memory,
        )

    def _say(self, key: str, **values: object) -> str:
        return wording.say(key, self._language, **values)

    def _cite(self, contract_id: str, words: dict[str, Any] | None) -> str:
        """Label of a citation, verified against the document; empty where there is nothing to cite."""
        key = self._sources.add(contract_id, words) if words else None
        citation = self._sources.citation(key) if key else None
        if key is None or citation is None:
            return ""
        if key not in self._cited:
            found = verified(citation, self._workbench.library.document)
            if found is None:
                return ""
            self._cited[key] = found
        mark = "" if citation.state != "unverified" else f" ({self._say('unverified')})"
        return f" [{citation.label}]{mark}"

    def _name(self, row: dict[str, Any]) -> str:
        return wording.titled(row, self._numbers[row["contract_id"]], self._language)

    def _list(self, asked: Question, memory: dict[str, Any]) -> None:
        limited = self._contracts_meant(asked, memory) if asked.those or asked.numbers else None
        listing = list_contracts(asked, self._tools, self._language, limited=limited)
        if listing.plain and asked.intent == "count":
            count = self._tools.call("count_contracts").rows[0]["count"]
            self._lines.append(self._say("count_one" if count == 1 else "count_all", n=count))
            return
        self._head(asked, listing)
        for row in listing.rows[:_SHOWN]:
            self._lines.append(f"- {self._name(row)}")
            self._because(row, listing)
        if len(listing.rows) > _SHOWN:
            self._lines.append("\n" + self._say("shown", n=_SHOWN))
        self._unknown(listing)
        near = self._nearest(asked) if not listing.rows else []
        self._memory = {
            "contracts": [row["contract_id"] for row in listing.rows] or near,
            "clauses": [mention.code for mention in asked.clauses],
        }

    def _head(self, asked: Question, listing: Listing) -> None:
        count = len(listing.rows)
        if count == 0:
            self._lines.append(self._say("found_none", what=listing.what, total=self._total))
        elif count == 1:
            self._lines.append(self._say("found_one", what=listing.what))
        else:
            key = "count_some" if asked.intent == "count" else "found"
            self._lines.append(self._say(key, n=count, what=listing.what))

    def _because(self, row: dict[str, Any], listing: Listing) -> None:
        """The words that put a contract on the list."""
        for excerpt in listing.excerpts.get(row["contract_id"], ())[:2]:
            label = self._cite(row["contract_id"], excerpt)
            name = wording.category(excerpt["type"], self._language)
            self._lines.append(f"    - {name}: {wording.quoted(excerpt['text'], self._language)}{label}")
        for code in listing.absent.get(row["contract_id"], ()):
            self._lines.append("    - " + self._say("absent_line", name=wording.category(code, self._language)))
        for name, shown, evidence in listing.facts.get(row["contract_id"], ()):
            label = self._cite(row["contract_id"], evidence)
            self._lines.append(f"    - {wording.category(name, self._language)}: {wording.plain(shown)}{label}")
        for written in listing.matched.get(row["contract_id"], ()):
            label = self._cite(row["contract_id"], self._party_evidence(row["contract_id"], written))
            self._lines.append("    - " + self._say("matched", name=wording.plain(written)) + label)

    def _party_evidence(self, contract_id: str, name: str) -> dict[str, Any] | None:
        detail = self._tools.call("get_contract", contract_id=contract_id).rows[0]
        return next((party["evidence"] for party in detail["party_details"] if party["name"] == name), None)

    def _unknown(self, listing: Listing) -> None:
        if not listing.unknown:
            return
        self._lines.append("\n" + self._say("unknown_head", n=len(listing.unknown)))
        for row in listing.unknown[:_SHOWN]:
            codes = listing.unsure.get(row["contract_id"], ())
            names = self._say("joined").join(wording.category(code, self._language) for code in codes)
            self._lines.append(f"- {self._name(row)}" + (f": {names}" if names else ""))

    def _nearest(self, asked: Question) -> list[str]:
        """Nearest candidates for the types that were wanted and not found; gives their contracts."""
        wanted = [mention.code for mention in asked.clauses if mention.polarity == "with"]
        contracts: list[str] = []
        for code in dict.fromkeys(wanted):
            if self._tools.call("get_contracts_with_clause_type", clause_type=code, limit=1).total:
                continue
            near = [
                (candidate, row)
                for row in self._tools.all_rows("get_contracts_without_clause", clause_type=code)
                for candidate in (*row["excerpts"], *row["candidates"])
            ]
            # Below the threshold the model's order is weak: what names the category's subject comes first.
            near.sort(key=lambda pair: (not wording.names(code, pair[0]["text"]), -pair[0]["confidence"]))
            definition = taxonomy().get(code).definition
            meaning = definition.ja if self._language == "ja" else definition.en
            name = wording.category(code, self._language)
            self._lines.append("\n" + self._say("candidates_head", name=name, definition=meaning))
            if not near:
                self._lines.append(self._say("no_candidates"))
            for candidate, row in near[:_CANDIDATES]:
                label = self._cite(row["contract_id"], candidate)
                percent = self._say("confidence", percent=round(candidate["confidence"] * 100))
                words = wording.quoted(candidate["text"], self._language)
                self._lines.append(f"- {self._name(row)}: {words}{label} ({percent})")
                contracts.append(row["contract_id"])
        return list(dict.fromkeys(contracts))

    # One contract, details, excerpts

    def _contracts_meant(self, asked: Question, memory: dict[str, Any]) -> list[str]:
        """Contracts that a question points to by number or by "those"."""
        ids = self._numbered(asked.numbers)
        if not asked.numbers and asked.those:
            ids += [key for key in memory.get("contracts", ()) if key in self._numbers]
        return ids

    def _numbered(self, numbers: Sequence[int]) -> list[str]:
        ids: list[str] = []
        for number in numbers:
            try:
                ids.append(self._workbench.library.find(number))
            except NotFound:
                self._lines.append(self._say("no_contract", number=number))
        return ids

    def _more(self, memory: dict[str, Any]) -> None:
        ids = [key for key in memory.get("contracts", ()) if key in self._numbers]
        if not ids:
            self._lines.append(self._say("more_nothing"))
            return
        for contract_id in ids[:_DETAILED]:
            self._card(contract_id, memory.get("clauses", ()))
        if len(ids) > _DETAILED:
            self._lines.append(self._say("shown", n=_DETAILED))
        self._memory = memory

    def _show(self, asked: Question, memory: dict[str, Any]) -> None:
        ids = self._contracts_meant(asked, memory)
        if not ids and not asked.numbers:
            plain = replace(asked, clauses=(), intent="list")
            narrowed = asked.organization or asked.law or asked.window or asked.agreement_type
            if narrowed or self._total <= _DETAILED or memory.get("contracts"):
                remembered = None if narrowed else (memory.get("contracts") or None)
                listing = list_contracts(plain, self._tools, self._language, limited=remembered)
                ids = [row["contract_id"] for row in listing.rows]
            else:
                ids = [row["contract_id"] for row in self._tools.all_rows("list_contracts")]
        clauses = [mention.code for mention in asked.clauses]
        shown = ids[:_SHOWN] if asked.facts or clauses else ids[:_DETAILED]
        for contract_id in shown:
            if asked.intent == "excerpts" or clauses:
                self._excerpts(contract_id, clauses)
            elif asked.facts:
                self._facts(contract_id, asked.facts)
            else:
                self._card(contract_id, ())
        if len(ids) > len(shown):
            self._lines.append(self._say("shown", n=len(shown)))
        self._memory = {"contracts": ids, "clauses": clauses}

    def _card(self, contract_id: str, clauses: Sequence[str]) -> None:
        """Everything a person wants first of one contract."""
        detail = self._tools.call("get_contract", contract_id=contract_id).rows[0]
        self._lines.append(f"{self._name(detail)}")
        self._party_line(detail)
        for fact in detail["facts"]:
            if fact["name"] in _CARD_FACTS and (fact["value"] or fact["name"] not in _SHORT_FACTS):
                self._fact_line(detail, fact)
        present = [
            verdict for verdict in detail["clauses"] if self._is_clause(verdict) and verdict["presence"] == "present"
        ]
        unknown = [
            verdict for verdict in detail["clauses"] if self._is_clause(verdict) and verdict["presence"] == "unknown"
        ]
        for key, verdicts in (("clauses_present", present), ("clauses_unknown", unknown)):
            if verdicts:
                names = self._say("joined").join(wording.category(v["type"], self._language) for v in verdicts)
                self._lines.append(f"- {self._say(key)}: {names}")
        if detail["unread_pages"]:
            pages = ", ".join(map(str, detail["unread_pages"]))
            self._lines.append("- " + self._say("unread", pages=pages))
        if clauses:
            self._excerpt_lines(detail, clauses)
        self._lines.append("")

    def _is_clause(self, verdict: dict[str, Any]) -> bool:
        return taxonomy().get(verdict["type"]).kind == "clause"

    def _party_line(self, detail: dict[str, Any]) -> None:
        parts = []
        for party in detail["party_details"]:
            role = f" ({wording.plain(party['role'])})" if party["role"] else ""
            parts.append(f"{wording.plain(party['name'])}{role}{self._cite(detail['contract_id'], party['evidence'])}")
        shown = self._say("joined").join(parts) or self._say("not_said")
        self._lines.append(f"- {self._say('parties')}: {shown}")

    def _fact_line(self, detail: dict[str, Any], fact: dict[str, Any]) -> None:
        name = wording.category(fact["name"], self._language)
        if fact["value"] is None:
            note = f" ({wording.plain(fact['detail'])})" if fact["detail"] else ""
            self._lines.append(f"- {name}: {self._say('not_said')}{note}")
            return
        value = wording.fact_value(fact["name"], fact["value"], fact["detail"], self._language)
        label = self._cite(detail["contract_id"], fact["evidence"])
        self._lines.append(f"- {name}: {wording.plain(value)}{label}")

    def _facts(self, contract_id: str, names: Sequence[str]) -> None:
        detail = self._tools.call("get_contract", contract_id=contract_id).rows[0]
        self._lines.append(self._name(detail))
        known = {fact["name"]: fact for fact in detail["facts"]}
        for name in names:
            if name == "parties":
                self._party_line(detail)
            else:
                self._fact_line(detail, known.get(name, {"name": name, "value": None, "detail": None}))

    def _excerpts(self, contract_id: str, clauses: Sequence[str]) -> None:
        detail = self._tools.call("get_contract", contract_id=contract_id).rows[0]
        self._lines.append(self._name(detail))
        present = [verdict["type"] for verdict in detail["clauses"] if self._is_clause(verdict) and verdict["excerpts"]]
        self._excerpt_lines(detail, clauses or present)

    def _excerpt_lines(self, detail: dict[str, Any], clauses: Sequence[str]) -> None:
        """Words found for each type; where none were, the verdict and the nearest candidates as such."""
        presence = {verdict["type"]: verdict["presence"] for verdict in detail["clauses"]}
        for code in dict.fromkeys(clauses):
            arguments = {"contract_id": detail["contract_id"], "clause_type": code}
            rows = self._tools.call("get_contract_excerpts", **arguments).rows
            name = wording.category(code, self._language)
            for row in rows[:_HITS]:
                label = self._cite(detail["contract_id"], row)
                self._lines.append(f"- {name}: {wording.quoted(row['text'], self._language)}{label}")
            if rows:
                continue
            verdict = presence.get(code, "unknown")
            missing = (
                self._say("absent_line", name=name) if verdict == "absent" else f"{name}: {self._say('unknown_word')}"
            )
            self._lines.append(f"- {missing}")
            near = self._tools.call("get_contract_excerpts", **arguments, candidates=True).rows
            for row in [row for row in near if row["kind"] == "candidate"][:1]:
                label = self._cite(detail["contract_id"], row)
                kind = self._say("kind_candidate", names=name)
                self._lines.append(f"    - {kind}: {wording.quoted(row['text'], self._language)}{label}")

    def _similar(self, text: str, *, within: list[str] | None) -> None:
        call = self._tools.call("get_contracts_similar_text", within=within, text=text, limit=_HITS)
        exact = [row for row in call.rows if row["match"] == "words"]
        rows = exact or list(call.rows[:_CANDIDATES])
        if not rows:
            self._lines.append(self._say("similar_none", text=wording.plain(text)))
            return
        self._lines.append(self._say("similar_head" if exact else "similar_near", text=wording.plain(text)))
        for row in rows:
            label = self._cite(row["contract_id"], row)
            types = [code for code in row["types"] if taxonomy().get(code).kind == "clause"]
            names = self._say("joined").join(wording.category(code, self._language) for code in types)
            kind = self._say(f"kind_{row['kind']}" if types else "kind_passage", names=names)
            self._lines.append(f"- {self._name(row)}: {wording.quoted(row['text'], self._language)}{label} ({kind})")
        self._memory = {"contracts": list(dict.fromkeys(row["contract_id"] for row in rows)), "clauses": []}
