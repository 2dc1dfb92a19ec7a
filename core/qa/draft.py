"""One answer of the built-in engine while it is written: lines, citations, what the next question may refer to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from core.contracts import BUILTIN, ContractRow
from core.errors import NotFound
from core.evidence import OFFERED
from core.graph.retrieval import (
    AmendmentRow,
    EvidenceRow,
    ExcerptRow,
    RetrievedContract,
    RetrievedText,
    SupersededRow,
)
from core.qa import phrases as wording
from core.qa.answer import Answer, AnswerMemory, Citation
from core.qa.contract_names import numbers_of, titles_of
from core.qa.sources import Sources, placed_words, verified
from core.qa.toolbox import Toolbox
from core.wording import Language, listed
from core.workbench import Workbench


class AnswerDraft:
    """An answer's `lines`, citations and `memory`; the parts of an answer write into it."""

    def __init__(
        self,
        rows: Sequence[ContractRow],
        tools: Toolbox,
        workbench: Workbench,
        language: Language,
        today: date | None = None,
    ) -> None:
        """An empty answer.

        Args:
            rows: the contracts there are.
            tools: runs and records the calls.
            workbench: the contracts' documents and numbers.
            language: of the answer.
            today: what terms are reckoned to; today by default.
        """
        self.numbers = numbers_of(rows, workbench.library)
        self.total = len(rows)
        self.tools = tools
        self.workbench = workbench
        self.language = language
        self.today = today or date.today()  # noqa: DTZ011 (the user's own day)
        self.lines: list[str] = []
        self.cited: dict[str, Citation] = {}
        self.memory: AnswerMemory = {}
        self.refused = False
        self._sources = Sources(self.numbers, titles_of(rows, workbench.library))

    def say(self, key: str, **values: object) -> str:
        """A sentence of `core/wording/answers.yaml` in the answer's language."""
        return wording.say(key, self.language, **values)

    def listed(self, texts: Iterable[str]) -> str:
        """Texts one after the other."""
        return listed(texts, self.language)

    def name(self, row: RetrievedContract | AmendmentRow | SupersededRow | RetrievedText) -> str:
        """A contract of a row as people call it."""
        parties = row.parties if isinstance(row, RetrievedContract) else ()
        return wording.called(self.numbers[row.contract_id], row.title, parties, self.language)

    def called(self, contract_id: str) -> str:
        """A contract by its number, as people say it."""
        return self.say("contract", number=self.numbers[contract_id])

    def cite(self, contract_id: str, words: EvidenceRow | ExcerptRow | RetrievedText | None) -> str:
        """Label of a citation, verified against the document; without words that were located, only that.

        Empty where there is nothing to cite.
        """
        if isinstance(words, EvidenceRow) and words.state == "unverified" and not words.quote:
            return f" ({self.say('unverified')})"
        placed = None if words is None else placed_words(words)
        key = None if placed is None else self._sources.add(contract_id, placed)
        citation = self._sources.citation(key) if key else None
        if key is None or citation is None:
            return ""
        if key not in self.cited:
            found = verified(citation, self.workbench.library.document)
            if found is None:
                return ""
            self.cited[key] = found
        state = self.cited[key].state
        mark = f" ({self.say(state)})" if state in ("unverified", "text_layer", *OFFERED) else ""
        return f" [{citation.label}]{mark}"

    def numbered(self, numbers: Sequence[int]) -> list[str]:
        """Contracts by the numbers that people call them by; one that does not exist is said in the answer."""
        ids: list[str] = []
        for number in numbers:
            try:
                ids.append(self.workbench.library.find(number))
            except NotFound:
                self.lines.append(self.say("no_contract", number=number))
        return ids

    def restart(self) -> None:
        """Drop what is written: the question is asked back instead."""
        self.lines.clear()
        self.cited.clear()

    def finished(self, *, refused: bool) -> Answer:
        """The answer as it stands."""
        return Answer(
            text="\n".join(self.lines).strip(),
            engine=BUILTIN,
            refused=refused or self.refused,
            citations=tuple(self.cited.values()),
            calls=tuple(self.tools.calls),
            memory=self.memory,
        )
