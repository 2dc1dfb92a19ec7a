"""A model judges what rules cannot tell. Its verdict counts only with words that are found in the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict

from core.documents import Document, agreed_text
from core.evidence import locate
from core.findings.passages import article_span
from core.findings.types import Finding
from core.guardrail import checked_answer
from core.llm import Endpoint
from core.prompting import Prompt, load_prompt

_BATCH = 6
_LONGEST = 6_000
_JUDGED = ("not_comparable", "other_language", "more_words", "no_clause_type", "parties", "blank")


class _FindingAnswer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    entry: str
    verdict: Literal["deviates", "fine", "unclear"]
    position: int | None
    quote: str | None
    explanation: str


class _FindingsAnswer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    findings: tuple[_FindingAnswer, ...]


def judged_by_endpoint(
    findings: Sequence[Finding], document: Document, model: Endpoint, *, reasks: int, prompt: Prompt | None = None
) -> list[Finding]:
    """Findings with a model's verdict where rules could not tell and there are words to judge.

    What rules decided stays: presence and words that are the same or changed need no model. A verdict whose quote is
    not in the contract is unclear, whatever the model says.

    Args:
        findings: what rules said.
        document: the contract's text.
        model: who judges.
        reasks: how often a bad answer is asked again.
        prompt: the one in use, by default the one that ships.

    Raises:
        ModelError: the model gave no usable answer.
    """
    open_ones = [
        finding
        for finding in findings
        if finding.verdict == "unclear" and finding.reason in _JUDGED and finding.evidence
    ]
    decided = {finding.stored.number: finding for finding in findings}
    for at in range(0, len(open_ones), _BATCH):
        batch = open_ones[at : at + _BATCH]
        answers = {
            model_answer.entry.strip().upper(): model_answer
            for model_answer in _model_answers(batch, document, model, reasks, prompt)
        }
        for finding in batch:
            answer = answers.get(finding.stored.name)
            if answer is not None:
                decided[finding.stored.number] = _verified(finding, answer, document, model.model)
    return [decided[finding.stored.number] for finding in findings]


def _model_answers(
    batch: Sequence[Finding], document: Document, model: Endpoint, reasks: int, prompt: Prompt | None
) -> tuple[_FindingAnswer, ...]:
    prompt = prompt or load_prompt("findings")
    assert prompt.schema is not None
    messages = prompt.render(
        items=[_item(finding, document) for finding in batch],
        language="Japanese" if document.language == "ja" else "English",
    )
    checked = checked_answer(
        model, messages, prompt.schema, reasks=reasks, temperature=0.0, prompt_version=prompt.label
    )
    return _FindingsAnswer.model_validate(checked.value).findings


def _item(finding: Finding, document: Document) -> dict[str, object]:
    entry = finding.stored.entry
    spans: dict[tuple[int, int], None] = {}
    for evidence in finding.evidence:
        if evidence.start is not None and evidence.end is not None:
            spans[article_span(document, evidence.start, evidence.end)] = None
    text = agreed_text(document.text)
    words = "\n\n".join(text[start:end].replace("\f", "\n") for start, end in spans)
    return {
        "name": finding.stored.name,
        "title": entry.title or "",
        "problem": entry.problem_pattern or "",
        "risk": entry.risk or "",
        "recommended": entry.recommended_clause or "",
        "fallbacks": [position.model_dump() for position in entry.fallback_positions],
        "walk_away": entry.walk_away or "-",
        "words": words[:_LONGEST],
    }


def _verified(finding: Finding, answer: _FindingAnswer, document: Document, engine: str) -> Finding:
    levels = {0, *(position.level for position in finding.stored.entry.fallback_positions)}
    plain = replace(finding, explanation=answer.explanation, engine=engine)
    if answer.verdict == "unclear":
        return replace(plain, reason="model_unsure")
    start = finding.evidence[0].start if finding.evidence else None
    evidence = locate(document, answer.quote, around=start) if answer.quote and answer.quote.strip() else None
    if evidence is not None and evidence.offered:
        return replace(plain, reason="model_quotes_option")
    if (
        evidence is None
        or evidence.state == "unverified"
        or (answer.verdict == "fine" and answer.position not in levels)
    ):
        return replace(plain, reason="model_without_quote")
    return replace(
        plain,
        verdict=answer.verdict,
        reason="model",
        evidence=(evidence,),
        level=answer.position if answer.verdict == "fine" else None,
    )
