"""Questions about a day: "which contracts were in force on 1 June 2020", 「2020年6月1日時点で有効な契約」.

The built-in engine's answer: agreements in force with their amendments in order and the words that apply, unknown ones
with the reason, and superseded ones with what superseded them and since when; each with the contract's own words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.contracts.builtin.dates import find_dates
from core.qa import phrases as wording
from core.qa.question import understand
from core.qa.toolbox import Toolbox
from core.wording import Language

FUNCTION = "get_contracts_as_of"
_SHOWN = 20
_BEFORE = re.compile(
    r"(?:\b(?<!dated )(?<!made )(?<!executed )(?<!effective )as\s+(?:of|at|on)"
    r"|\b(?:in\s+(?:force|effect)|valid|applied|apply|applies|applicable|applying)\s+(?:on|at|as\s+of))\s+(?:the\s+)?$",
    re.I,
)
_AFTER = re.compile(
    r"^\s*(?:時点|現在(?!の契約日)|に(?:おいて)?(?=有効|効力|適用)|の時点)(?:で|に|の|において|における)?"
)
_SPENT = re.compile(
    r"\b(?:in\s+force|in\s+effect|valid|appl(?:y|ies|ied|icable|ying)|was|were|terms?|as\s+amended|of)\b"
    r"|有効(?:な|だった|であった)?|効力(?:が|の)?(?:ある|あった|有する)?|適用(?:される|された)?|時点|現在",
    re.I,
)
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


@dataclass(frozen=True, slots=True)
class AsOfQuestion:
    """What was asked of a day; `unused` are words that nothing accounts for."""

    day: date
    organization: str | None
    clauses: tuple[str, ...]
    agreement_type: str | None
    numbers: tuple[int, ...]
    unused: tuple[str, ...]


def as_of_question(question: str, *, parties: Sequence[str], today: date) -> AsOfQuestion | None:
    """What a question asks of a day; None when it is no such question.

    Args:
        question: as typed, in Japanese or English.
        parties: names of all parties in the portfolio.
        today: what relative dates count from.
    """
    plain = unicodedata.normalize("NFKC", question)
    for found in find_dates(plain):
        if found.value is None or found.ambiguous:
            continue
        before = _BEFORE.search(plain[: found.start])
        after = _AFTER.search(plain[found.end :])
        if before is None and after is None:
            continue
        start = before.start() if before else found.start
        end = found.end + (after.end() if after else 0)
        rest = _SPENT.sub(" ", f"{plain[:start]} {plain[end:]}").strip()
        # as a count, so that words which are not understood are kept apart instead of searched for
        asked = understand(f"how many: {rest}", parties=parties, today=today)
        unused = (asked.about or rest,) if asked.intent in ("similar", "unknown") else asked.unused
        if asked.law is not None:
            unused = (*unused, asked.law.state or asked.law.country)
        if asked.window is not None:
            return None
        return AsOfQuestion(
            day=found.value,
            organization=asked.organization,
            clauses=tuple(dict.fromkeys(mention.code for mention in asked.clauses)),
            agreement_type=asked.agreement_type,
            numbers=asked.numbers,
            unused=unused,
        )
    return None


def answer_lines(
    asked: AsOfQuestion,
    tools: Toolbox,
    language: Language,
    *,
    within: list[str] | None,
    name: Callable[[dict[str, Any]], str],
    cite: Callable[[str, dict[str, Any] | None], str],
) -> tuple[list[str], list[str]]:
    """Lines of the answer, and the contracts in force by id.

    Args:
        asked: the question.
        tools: calls the functions.
        language: of the answer.
        within: contracts that the question names, None for all.
        name: how a contract is called, from a row.
        cite: label of a citation, from a contract's id and its words.
    """
    writer = _Lines(language, name, cite)
    given: dict[str, Any] = {"day": asked.day.isoformat()}
    if asked.organization:
        given["organization_name"] = asked.organization
    rows: list[dict[str, Any]] = []
    terms: dict[str, list[dict[str, Any]]] = {}
    for code in asked.clauses or (None,):
        more = {"clause_type": code} if code else {}
        rows = [
            row
            for row in tools.call(FUNCTION, within=within, limit=500, **given, **more).rows
            if asked.agreement_type in (None, row["agreement_type"])
        ]
        for row in rows:
            if row["terms"]:
                terms.setdefault(row["contract_id"], []).append(row["terms"])
    writer.write(asked.day, rows, terms)
    return writer.lines, [row["contract_id"] for row in rows if row["state"] == "in_force"]


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
                self._say("superseded", name=self._name(one), since=one["since"] or self._say("no_day"))
                + self._cite(one["contract_id"], one["evidence"])
                for one in row["superseded_by"]
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
        for one in row["amendments"]:
            names[one["contract_id"]] = self._name(one)
            key = "amended" if one["certain"] else "amended_unsure"
            line = self._say(key, name=self._name(one), since=one["begins"])
            self.lines.append(f"    - {line}{self._cite(one['contract_id'], one['evidence'])}")
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
