"""What rules can tell of an answer without a judge: form, schema, citations, language, number of statements."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass

from core.optimizer.execution import CandidateAnswer
from core.optimizer.execution.copying import UNKNOWN
from core.optimizer.files import Example
from core.optimizer.files.dataset import language_of

MARK = re.compile(r"\[\[src:([^\s\[\]]+)\]\]")
_BULLET = re.compile(r"^\s*(?:[-*•・]|\d+[.)．、])\s*")


@dataclass(frozen=True, slots=True)
class Checks:
    """Which checks an answer passes."""

    form: bool
    citations_exist: bool
    language: bool
    claims: bool

    @property
    def passed(self) -> int:
        """How many of the checks it passes."""
        return sum(astuple(self))

    @property
    def count(self) -> int:
        """How many checks there are."""
        return len(astuple(self))

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the checks that it does not pass."""
        return tuple(name for name in ("form", "citations_exist", "language", "claims") if not getattr(self, name))


def answer_text(answer: CandidateAnswer) -> str:
    """The words for a person: the property `answer` of an object, else the whole text."""
    if answer.value is not None and isinstance(answer.value.get("answer"), str):
        return str(answer.value["answer"])
    return answer.text


def claims_of(text: str) -> list[str]:
    """The statements of an answer: its lines, without bullets; none where it says that the answer is not known."""
    if MARK.sub("", text).strip("。. -") == UNKNOWN:
        return []
    return [_BULLET.sub("", line).strip() for line in text.splitlines() if _BULLET.sub("", line).strip()]


def cited_ids(answer: CandidateAnswer) -> list[str]:
    """Ids that an answer cites, in its text or in its list, each once."""
    listed = (answer.value or {}).get("citations")
    ids = [str(entry) for entry in listed] if isinstance(listed, list) else []
    return list(dict.fromkeys([*MARK.findall(answer_text(answer)), *ids]))


def says_unknown(answer: CandidateAnswer) -> bool:
    """Whether it says that the context does not tell."""
    return answer.state == "ok" and not claims_of(answer_text(answer))


def check_answer(answer: CandidateAnswer, example: Example) -> Checks:
    """The checks of an answer. One that is not usable passes none."""
    if answer.state != "ok":
        return Checks(form=False, citations_exist=False, language=False, claims=False)
    text = answer_text(answer)
    claims = claims_of(text)
    known = {passage.id for passage in example.context}
    spoken = MARK.sub("", text)
    return Checks(
        form=bool(text.strip()),
        citations_exist=all(cited in known for cited in cited_ids(answer)) if known else True,
        language=not claims or language_of(spoken) == example.answer_language,
        claims=example.most_claims is None or len(claims) <= example.most_claims,
    )


def all_claims_cited(answer: CandidateAnswer) -> bool:
    """Whether each statement carries a citation of its own."""
    return answer.state == "ok" and all(MARK.search(claim) for claim in claims_of(answer_text(answer)))


def citations_valid(answer: CandidateAnswer, example: Example) -> bool:
    """Whether every id that is cited is one of the context's."""
    return answer.state == "ok" and set(cited_ids(answer)) <= {passage.id for passage in example.context}
