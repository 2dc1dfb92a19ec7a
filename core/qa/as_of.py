"""Questions about a day: "which contracts were in force on 1 June 2020", 「2020年6月1日時点で有効な契約」.

The built-in engine's answer: agreements in force with their amendments in order and the words that apply, unknown ones
with the reason, and superseded ones with what superseded them and since when; each with the contract's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from core.qa import phrases as wording
from core.qa.toolbox import Toolbox
from core.wording import Language

FUNCTION = "get_contracts_as_of"
_SHOWN = 20
_TEXTS: dict[str, tuple[str, str]] = {
    "head": ("{day} 時点：有効 {n} 件、不明 {u} 件。", "As of {day}: {n} in force, {u} unknown."),
    "dates": ("開始 {begins}、最終日 {ends}", "first day {begins}, last day {ends}"),
    "by_agreement_date": (
        "{day}（契約日による。効力発生日の記載なし）",
        "{day} (its agreement date; no effective date is stated)",
    ),
    "none": ("定めなし", "none"),
    "no_day": ("不明", "unknown"),
    "amended": ("変更：{name}（{since} から）", "Amended by {name} (from {since})"),
    "amended_unsure": (
        "変更されている可能性：{name}（開始日が不明）",
        "May have been amended by {name} (its first day is unknown)",
    ),
    "terms": ("{type}：{name} の文言が適用されます：{words}", "{type}: the words of {name} apply: {words}"),
    "terms_absent": ("{type}：条項なし", "{type}: no such clause"),
    "terms_not_found": ("{type}：条項は内蔵エンジンでは見つからず", "{type}: clause not found by the built-in engine"),
    "terms_unknown": ("{type}：条項の有無は不明", "{type}: unknown whether there is a clause"),
    "terms_unsure": (
        "ただし、次の文書が別の定めをしている可能性があります：{names}",
        "But these documents may say otherwise: {names}",
    ),
    "unknown_head": ("有効かどうか不明な契約：", "Unknown whether in force:"),
    "superseded_head": ("取って代わられたため除いた契約：", "Left out because superseded:"),
    "superseded": ("{name} が取って代わった（{since} から）", "superseded by {name} since {since}"),
    "begin_unknown": ("開始日が日付として書かれていません", "its first day is not stated as a day"),
    "end_unknown": ("最終日が日付として書かれていません", "its last day is not stated as a day"),
    "may_be_renewed": (
        "最終日 {ends} を過ぎていますが、更新の定めがあります",
        "its last day {ends} has passed, but it may have been renewed",
    ),
    "superseded_since_unknown": (
        "取って代わる契約がありますが、その開始日が不明です",
        "another agreement supersedes it, from a day that is not known",
    ),
    "amendments_unknown": ("変更契約の開始日が不明です", "the first day of an amendment is not known"),
    "note": (
        "契約書に書かれた日付と、承認された契約どうしの関係によります。解約・解除による終了は分かりません。",
        "By the contracts' own dates and the approved relations between them. Ending by notice or breach is not known.",
    ),
    "shown": ("最初の {n} 件を示しました。", "The first {n} are shown."),
}  # fmt: skip


def answer_lines(
    day: date,
    clauses: Sequence[str],
    tools: Toolbox,
    language: Language,
    *,
    within: list[str] | None,
    name: Callable[[dict[str, Any]], str],
    cite: Callable[[str, dict[str, Any] | None], str],
) -> tuple[list[str], dict[str, str]]:
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
    rows: list[dict[str, Any]] = []
    terms: dict[str, list[dict[str, Any]]] = {}
    for code in clauses or (None,):
        more = {"clause_type": code} if code else {}
        rows = list(tools.call(FUNCTION, within=within, limit=500, day=day.isoformat(), **more).rows)
        for row in rows:
            if row["terms"]:
                terms.setdefault(row["contract_id"], []).append(row["terms"])
    writer.write(day, rows, terms)
    states = {row["contract_id"]: row["state"] for row in rows}
    return writer.lines, states


class _Lines:
    def __init__(
        self,
        language: Language,
        name: Callable[[dict[str, Any]], str],
        cite: Callable[[str, dict[str, Any] | None], str],
    ) -> None:
        self._language: Language = language
        self._name, self._cite = name, cite
        self.lines: list[str] = []

    def _say(self, key: str, **values: object) -> str:
        return _TEXTS[key][self._language == "en"].format(**values)

    def write(self, day: date, rows: Sequence[dict[str, Any]], terms: dict[str, list[dict[str, Any]]]) -> None:
        by_state: dict[str, list[dict[str, Any]]] = {"in_force": [], "unknown": [], "not_in_force": []}
        for row in rows:
            by_state[row["state"]].append(row)
        valid, unknown = by_state["in_force"], by_state["unknown"]
        self.lines.append(self._say("head", day=day.isoformat(), n=len(valid), u=len(unknown)))
        for row in valid[:_SHOWN]:
            self.lines.append(f"- {self._name(row)}: {self._dates(row)}")
            self._more(row, terms.get(row["contract_id"], ()))
        if unknown:
            self.lines.append("\n" + self._say("unknown_head"))
        for row in unknown[:_SHOWN]:
            reasons = wording.say("joined", self._language).join(
                self._say(reason, ends=row["ends"]) for reason in row["reasons"] if reason in _TEXTS
            )
            self.lines.append(f"- {self._name(row)}: {reasons}{self._evidence(row)}")
            self._more(row, terms.get(row["contract_id"], ()))
        gone = by_state["not_in_force"]
        if gone:
            self.lines.append("\n" + self._say("superseded_head"))
        for row in gone[:_SHOWN]:
            by = wording.say("joined", self._language).join(
                self._say("superseded", name=self._name(superseding), since=superseding["since"] or self._say("no_day"))
                + self._cite(superseding["contract_id"], superseding["evidence"])
                for superseding in row["superseded_by"]
            )
            self.lines.append(f"- {self._name(row)}: {by}")
        if max(map(len, by_state.values())) > _SHOWN:
            self.lines.append("\n" + self._say("shown", n=_SHOWN))
        self.lines.append("\n" + self._say("note"))

    def _dates(self, row: dict[str, Any]) -> str:
        begins = row["begins"] or self._say("no_day")
        if row["begins_by"] == "agreement_date":
            begins = self._say("by_agreement_date", day=begins)
        ends = row["ends"] or self._say("none" if "runs_for_ever" in row["reasons"] else "no_day")
        return self._say("dates", begins=begins, ends=ends) + self._evidence(row)

    def _evidence(self, row: dict[str, Any]) -> str:
        labels = [
            self._cite(row["contract_id"], row["begin_evidence"]),
            self._cite(row["ends_in"] or row["contract_id"], row["end_evidence"]),
        ]
        return "".join(dict.fromkeys(labels))

    def _more(self, row: dict[str, Any], terms: Sequence[dict[str, Any]]) -> None:
        names = {row["contract_id"]: self._name(row)}
        for amendment in row["amendments"]:
            names[amendment["contract_id"]] = self._name(amendment)
            key = "amended" if amendment["certain"] else "amended_unsure"
            line = self._say(key, name=self._name(amendment), since=amendment["begins"])
            self.lines.append(f"    - {line}{self._cite(amendment['contract_id'], amendment['evidence'])}")
        for term in terms:
            kind = wording.category(term["type"], self._language)
            if term["presence"] != "present":
                self.lines.append(f"    - {self._say('terms_' + term['presence'], type=kind)}")
            for excerpt in term["excerpts"][:2]:
                words = wording.quoted(excerpt["text"], self._language)
                line = self._say("terms", type=kind, name=names[term["contract_id"]], words=words)
                self.lines.append(f"    - {line}{self._cite(term['contract_id'], excerpt)}")
            if term["may_differ"]:
                others = wording.say("joined", self._language).join(names[key] for key in term["may_differ"])
                self.lines.append(f"    - {self._say('terms_unsure', names=others)}")
