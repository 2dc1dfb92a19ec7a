"""All findings of one contract: a function of the contract, the entries and the engine, kept while none changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from core.contracts import ReviewedContract
from core.documents import Document
from core.findings.applies import applying
from core.findings.builtin import finding_for
from core.findings.endpoint import judged_by_endpoint
from core.findings.types import VERDICTS, Finding
from core.knowledge import StoredEntry
from core.llm import Endpoint, stored_endpoint
from core.prompting import Prompt, PromptShelf
from core.workbench import Workbench

_KEPT = 64


@dataclass(frozen=True, slots=True)
class FindingsReview:
    """Findings in the order in which to read them: deviations first, by severity.

    `undecided` are entries that may apply: the contract's type is not known. `unread_pages` could hold anything.
    """

    contract_id: str
    findings: tuple[Finding, ...]
    undecided: tuple[StoredEntry, ...]
    unread_pages: tuple[int, ...]
    engine: str


def findings_for(
    detail: ReviewedContract,
    entries: Sequence[StoredEntry],
    document: Document,
    *,
    model: Endpoint | None = None,
    reasks: int = 2,
    prompt: Prompt | None = None,
) -> list[Finding]:
    """What some entries say of a contract; those that are not approved or do not apply say nothing.

    Args:
        detail: the contract as shown after reviews.
        entries: entries of any status.
        document: the contract's text.
        model: judges what rules cannot tell; every quote of it is looked for in the document. None for rules alone.
        reasks: how often a bad answer of the model is asked again.
        prompt: what the model is asked with; the prompt that ships by default.

    Raises:
        ModelError: the model gave no usable answer.
    """
    fitting = applying(detail.row.summary.agreement_type, entries)
    found = [finding_for(stored, detail, document) for stored in fitting.entries]
    if model is not None:
        found = judged_by_endpoint(found, document, model, reasks=reasks, prompt=prompt)
    return sorted(found, key=_urgency)


def _urgency(finding: Finding) -> tuple[int, int, int]:
    severities = ("high", "medium", "low", None)
    return (
        VERDICTS.index(finding.verdict),
        severities.index(finding.stored.entry.severity),
        finding.stored.number,
    )


_CACHE: OrderedDict[tuple[object, ...], FindingsReview] = OrderedDict()
_LOCK = threading.Lock()


def contract_findings(workbench: Workbench, contract_id: str, *, by_model: bool = False) -> FindingsReview:
    """The findings of a contract; computed once until the contract, the knowledge or the engine changes.

    Args:
        workbench: contracts and knowledge.
        contract_id: the contract.
        by_model: let the chat endpoint judge what rules cannot tell.

    Raises:
        NotFound: there is no such contract.
        ModelError: the model gave no usable answer.
    """
    detail = workbench.library.detail(contract_id)
    engine = (workbench.settings.connection("chat").model if by_model else None) or "builtin"
    key = (
        str(workbench.settings.store_url),
        contract_id,
        detail.row.updated_at,
        workbench.knowledge.newest_change(),
        engine,
    )
    with _LOCK:
        if key in _CACHE:
            _CACHE.move_to_end(key)
            return _CACHE[key]
    entries = workbench.knowledge.approved()
    document = workbench.library.document(contract_id)
    model = stored_endpoint("chat", workbench.settings, workbench.store) if engine != "builtin" else None
    if model is None:
        found = findings_for(detail, entries, document)
    else:
        with model:
            found = findings_for(
                detail,
                entries,
                document,
                model=model,
                reasks=workbench.settings.llm_reasks,
                prompt=PromptShelf(workbench.store).current("findings"),
            )
    undecided = applying(detail.row.summary.agreement_type, entries).undecided
    review = FindingsReview(contract_id, tuple(found), undecided, document.unread_pages, engine)
    with _LOCK:
        _CACHE[key] = review
        while len(_CACHE) > _KEPT:
            _CACHE.popitem(last=False)
    return review
