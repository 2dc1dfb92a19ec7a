"""Lines about one contract: everything a person wants first, single facts, words found for clause types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.qa import phrases as wording
from core.qa.draft import Draft
from core.taxonomy import taxonomy

_HITS = 8
SHORT_FACTS = ("agreement_type", "agreement_date", "effective_date", "expiration_date", "renewal_term")
"""Facts that are left out of a card where the contract does not state them."""
_CARD_FACTS = (*SHORT_FACTS, "notice_period", "governing_law")


class ContractLines:
    """Writes about single contracts into an answer."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def card(self, contract_id: str, clauses: Sequence[str]) -> None:
        """Everything a person wants first of one contract."""
        detail = self._draft.tools.call("get_contract", contract_id=contract_id).rows[0]
        self._heading(detail)
        self._party_line(detail)
        for fact in detail["facts"]:
            if fact["name"] in _CARD_FACTS and (fact["value"] or fact["name"] not in SHORT_FACTS):
                self._fact_line(detail, fact)
        present = [
            verdict for verdict in detail["clauses"] if self._is_clause(verdict) and verdict["presence"] == "present"
        ]
        unknown = [
            verdict for verdict in detail["clauses"] if self._is_clause(verdict) and verdict["presence"] == "unknown"
        ]
        for key, verdicts in (("clauses_present", present), ("clauses_unknown", unknown)):
            if verdicts:
                names = self._draft.say("joined").join(
                    wording.category(v["type"], self._draft.language) for v in verdicts
                )
                self._draft.lines.append(f"- {self._draft.say(key)}: {names}")
        if detail["unread_pages"]:
            pages = ", ".join(map(str, detail["unread_pages"]))
            self._draft.lines.append("- " + self._draft.say("unread", pages=pages))
        if clauses:
            self._excerpt_lines(detail, clauses)
        self._draft.lines.append("")

    def facts(self, contract_id: str, names: Sequence[str]) -> None:
        """Some facts of a contract, each with its words."""
        detail = self._draft.tools.call("get_contract", contract_id=contract_id).rows[0]
        self._heading(detail)
        known = {fact["name"]: fact for fact in detail["facts"]}
        for name in names:
            if name == "parties":
                self._party_line(detail)
            else:
                self._fact_line(detail, known.get(name, {"name": name, "value": None, "detail": None}))

    def excerpts(self, contract_id: str, clauses: Sequence[str]) -> None:
        """Words found for some clause types, or for all that are there."""
        detail = self._draft.tools.call("get_contract", contract_id=contract_id).rows[0]
        self._heading(detail)
        present = [verdict["type"] for verdict in detail["clauses"] if self._is_clause(verdict) and verdict["excerpts"]]
        self._excerpt_lines(detail, clauses or present)

    def _heading(self, detail: dict[str, Any]) -> None:
        # Without an empty line before it a contract's name would be read on in the last line of the contract before.
        if self._draft.lines and self._draft.lines[-1]:
            self._draft.lines.append("")
        self._draft.lines.append(self._draft.name(detail))

    def _excerpt_lines(self, detail: dict[str, Any], clauses: Sequence[str]) -> None:
        """Words found for each type; where none were, the verdict and the nearest candidates as such."""
        presence = {verdict["type"]: verdict["presence"] for verdict in detail["clauses"]}
        for code in dict.fromkeys(clauses):
            arguments = {"contract_id": detail["contract_id"], "clause_type": code}
            rows = self._draft.tools.call("get_contract_excerpts", **arguments).rows
            name = wording.category(code, self._draft.language)
            for row in rows[:_HITS]:
                label = self._draft.cite(detail["contract_id"], row)
                self._draft.lines.append(f"- {name}: {wording.quoted(row['text'], self._draft.language)}{label}")
            if rows:
                continue
            verdict = presence.get(code, "unknown")
            if verdict in ("absent", "not_found"):
                self._draft.lines.append("- " + self._draft.say(f"{verdict}_line", name=name))
            else:
                self._draft.lines.append(f"- {name}: {self._draft.say('unknown_word')}")
            near = self._draft.tools.call("get_contract_excerpts", **arguments, candidates=True).rows
            for row in [row for row in near if row["kind"] == "candidate"][:1]:
                label = self._draft.cite(detail["contract_id"], row)
                kind = self._draft.say("kind_candidate", names=name)
                self._draft.lines.append(f"    - {kind}: {wording.quoted(row['text'], self._draft.language)}{label}")

    def _party_line(self, detail: dict[str, Any]) -> None:
        parts = []
        for party in detail["party_details"]:
            role = f" ({wording.plain(party['role'])})" if party["role"] else ""
            parts.append(
                f"{wording.plain(party['name'])}{role}{self._draft.cite(detail['contract_id'], party['evidence'])}"
            )
        shown = self._draft.say("joined").join(parts) or self._missing(detail, "parties")
        self._draft.lines.append(f"- {self._draft.say('parties')}: {shown}")

    def _fact_line(self, detail: dict[str, Any], fact: dict[str, Any]) -> None:
        name = wording.category(fact["name"], self._draft.language)
        if fact["value"] is None:
            note = f" ({wording.plain(fact['detail'])})" if fact["detail"] else ""
            self._draft.lines.append(f"- {name}: {self._missing(detail, fact['name'])}{note}")
            return
        value = wording.fact_value(fact["name"], fact["value"], fact["detail"], self._draft.language)
        label = self._draft.cite(detail["contract_id"], fact["evidence"])
        self._draft.lines.append(f"- {name}: {wording.plain(value)}{label}")

    def _missing(self, detail: dict[str, Any], name: str) -> str:
        """What is said of a fact without a value: that it is not stated, or only that it was not found."""
        presence = next((one["presence"] for one in detail["clauses"] if one["type"] == name), "not_found")
        return self._draft.say(f"missing_{presence}")

    def _is_clause(self, verdict: dict[str, Any]) -> bool:
        return taxonomy().get(verdict["type"]).kind == "clause"
