"""The built-in engine's answers: a question that it understands becomes calls, their rows become sentences.

Every sentence about a contract stands on rows of the graph and cites the contract's own words. A question that is not
understood whole is asked back with its readings, and one that is not understood at all gets no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from core.contracts import ContractRow
from core.errors import NotFound
from core.graph import Scope
from core.graph.retrieval import RetrievedKnowledge
from core.lexicon import normal_name
from core.qa import asking_back, knowledge_answers, phrases
from core.qa.answer import Answer, AnswerMemory
from core.qa.answer_writing import AnswerWriting
from core.qa.draft import AnswerDraft
from core.qa.meanwhile import Meanwhile, of_one_state
from core.qa.restatement import in_words
from core.qa.toolbox import Toolbox
from core.qa.writing.verdict_line import with_verdict
from core.questions import (
    ConceptGuess,
    Condition,
    ContractIs,
    Question,
    Understood,
    asks_of_one,
    folded,
    followed,
    guesses,
    question_from_json,
    same_meaning,
    unconfirmed_stance,
    understood_with_help,
    unsaid,
    widened,
    without_clauses,
)
from core.wording import Language, wording_text
from core.workbench import Workbench

_STEPS_BACK = 5


def answer_builtin(
    question: str,
    workbench: Workbench,
    *,
    memory: AnswerMemory | None,
    language: Language,
    scope: Scope = None,
    today: date | None = None,
    reading: Question | None = None,
    unread: bool = False,
) -> Answer:
    """The built-in engine's answer with verified citations.

    Args:
        question: as typed.
        workbench: the contracts.
        memory: that of the conversation's last answer.
        language: of the answer.
        scope: contracts that the question is limited to.
        today: what relative dates count from; today by default.
        reading: what a model read the question as; the parser's own by default.
        unread: whether a model was asked for a reading and gave none, which is said.

    Raises:
        NotFound: contracts are deleted as fast as answers are written.
    """
    day = today or workbench.clock()

    def write() -> tuple[Answer, Meanwhile]:
        tools = Toolbox(workbench, scope, language=language)
        rows = workbench.library.rows()
        draft = AnswerDraft(rows, tools, workbench, language, day)
        turn = _ConversationTurn(draft, rows, memory or {}, day)
        if unread:
            draft.lines.append(draft.say("not_read_by_model"))
        answer = turn.answer(question) if reading is None else turn.answer_reading(question, reading)
        return answer, tools.meanwhile

    return of_one_state(write, workbench.graph, language)


class _ConversationTurn:
    """One question of a conversation."""

    def __init__(self, draft: AnswerDraft, rows: Sequence[ContractRow], memory: AnswerMemory, today: date) -> None:
        self._draft = draft
        self._rows = rows
        self._memory = memory
        self._today = today
        self._contracts = [key for key in memory.get("contracts", ()) if key in draft.numbers]

    def answer(self, question: str) -> Answer:
        """The answer, a question back, or a refusal."""
        draft = self._draft
        if not question.strip():
            draft.lines.append(draft.say("nothing_asked"))
            return draft.finished(refused=True)
        picked = asking_back.chosen(question, self._memory)
        if picked is not None:
            return self._answered(picked)
        understood = self._understood(question)
        about_playbook = understood.sure and understood.readings[0].kind == "house"
        if not self._rows and not about_playbook and not knowledge_answers.named_entries(question):
            draft.lines.append(draft.say("empty"))
            return draft.finished(refused=True)
        for guess in understood.guesses:
            draft.lines.append(draft.say("understood_as", word=guess.word, taken=guess.taken_for))
        if not understood.sure:
            self._keep_last()
            asking_back.ask_back(draft, understood, self._rows, self._guesses(understood))
            return draft.finished(refused=True)
        reading = understood.readings[0]
        answered = self._answered_with_stance(question, understood)
        several = draft.memory.get("contracts", ())
        if len(several) > 1 and asks_of_one(question, reading):
            draft.restart()
            self._keep_last()
            asking_back.ask_which(draft, reading, several)
            return draft.finished(refused=True)
        if not answered.refused and not understood.retold:
            answered = asking_back.with_words_widened(
                answered, tuple(widened(folded(question), reading)), draft.language
            )
        if self._memory.get("unanswered") and self._is_of_last(reading) and not answered.refused:
            answered = asking_back.with_notes(answered, [draft.say("of_answer_before")], draft.language)
        if reading.plan.measure == "compare":
            answered = with_verdict(answered, question, draft.language)
        if (understood.taken or understood.retold) and not answered.memory.get("choices"):
            retold = understood.readings[0] if understood.retold else None
            answered = asking_back.with_words_taken(answered, understood.taken, draft.language, retold=retold)
        if (understood.guesses or understood.taken or understood.retold) and not answered.refused:
            return asking_back.with_way_back(answered, question, draft.language)
        return answered

    def _is_of_last(self, reading: Question) -> bool:
        """Whether a reading is of the contracts of the last answer."""
        those = wording_text("answers.those", self._draft.language)
        return any(isinstance(c, ContractIs) and c.asked == those for c in reading.plan.every_condition)

    def _guesses(self, understood: Understood) -> tuple[ConceptGuess, ...]:
        """What words that are in no list may mean."""
        return guesses(
            understood,
            today=self._today,
            names=self._draft.tools.portfolio.names,
            follows=bool(self._contracts or self._memory.get("question")),
            nearest=self._draft.workbench.nearest_in_meaning,
        )

    def answer_reading(self, question: str, reading: Question) -> Answer:
        """The answer to a reading that a model made, which is restated first.

        Where the built-in engine is sure of another reading, or where the model's leaves out a word that has a
        meaning, neither is taken: both are offered.
        """
        draft = self._draft
        understood = self._understood(question)
        lost = unsaid(question, reading, draft.tools.portfolio.names, today=self._today)
        own = understood.readings[0] if understood.sure and understood.readings[0].kind != "refused" else reading
        apart = not same_meaning(reading, own)
        if reading.kind != "refused" and (lost or apart):
            readings = tuple(dict.fromkeys((reading, *understood.readings)))
            self._keep_last()
            asking_back.ask_back(draft, replace(understood, readings=readings, unused=lost, missing=None), self._rows)
            return draft.finished(refused=True)
        draft.lines.append(draft.say("read_by_model", question=in_words(reading, draft.language)))
        return self._answered_with_stance(question, replace(understood, readings=(reading,)))

    def _answered_with_stance(self, question: str, understood: Understood) -> Answer:
        """The answer to the one reading; asked back where a clause says the opposite of what is asked of it."""
        reading = understood.readings[0]
        stance = unconfirmed_stance(folded(question), reading)
        if stance is not None and stance.against:
            self._keep_last()
            meant = without_clauses(reading)
            doubted = replace(understood, unused=(stance.words,))
            if meant is not None:
                doubted = replace(understood, readings=(meant,), doubtful=(stance.words,), contrary=True)
            asking_back.ask_back(self._draft, doubted, self._rows)
            return self._draft.finished(refused=True)
        return self._answered(replace(reading, stance_open=stance is not None))

    def _understood(self, question: str) -> Understood:
        """What the built-in engine makes of a question after the last one."""
        before = self._memory.get("question")
        last = question_from_json(before) if before else None
        understood = understood_with_help(
            question,
            today=self._today,
            names=self._draft.tools.portfolio.names,
            follows=bool(self._contracts or last),
        )
        return followed(understood, last, self._contracts, wording_text("answers.those", self._draft.language))

    def _keep_last(self) -> None:
        """Remember the last answer beside a question back."""
        self._draft.memory = self._remembered("question", "before", "contracts") | {"unanswered": True}

    def _remembered(self, *names: str) -> AnswerMemory:
        """These parts of the last answer's memory."""
        return cast(AnswerMemory, {name: part for name, part in self._memory.items() if name in names})

    def _answered(self, question: Question) -> Answer:
        """The answer to one reading."""
        draft = self._draft
        match question.kind:
            case "refused":
                return self._refused(question)
            case "house":
                return self._own_rules(question)
            case "undo":
                return self._undone()
            case "more" | "why":
                return self._again(question)
        resolved = self._resolved(question)
        if resolved is None:
            return draft.finished(refused=False)
        AnswerWriting(draft).write(resolved)
        self._by_file(resolved)
        earlier = [*self._memory.get("before", ()), self._memory["question"]] if "question" in self._memory else []
        draft.memory |= {"question": resolved.to_json(), "before": earlier[-_STEPS_BACK:]}
        return draft.finished(refused=False)

    def _by_file(self, question: Question) -> None:
        """Say of a contract that it was taken for the one that is meant by nothing but the name of its file."""
        for condition in question.plan.conditions:
            if not isinstance(condition, ContractIs) or condition.asked.isdigit():
                continue
            called = _letters(condition.asked)
            for row in self._rows if called else ():
                if row.contract_id not in condition.references:
                    continue
                inside = _letters(" ".join((row.summary.title, *row.summary.parties)))
                if called in _letters(row.file_name) and called not in inside:
                    asked, file = phrases.plain(condition.asked), phrases.plain(row.file_name)
                    contract = self._draft.called(row.contract_id)
                    self._draft.lines.append(
                        "\n" + self._draft.say("by_file", asked=asked, contract=contract, file=file)
                    )

    def _resolved(self, question: Question) -> Question | None:
        """The question with ids in place of contract numbers; None where a number stands for no contract."""
        conditions = self._with_ids(question.plan.conditions)
        among = self._with_ids(question.plan.among)
        if conditions is None or among is None:
            return None
        return replace(question, plan=replace(question.plan, conditions=conditions, among=among))

    def _with_ids(self, conditions: Sequence[Condition]) -> tuple[Condition, ...] | None:
        result: list[Condition] = []
        for condition in conditions:
            if isinstance(condition, ContractIs):
                ids = []
                for reference in condition.references:
                    try:
                        ids.append(self._draft.workbench.library.find(reference))
                    except NotFound:
                        self._draft.lines.append(self._draft.say("no_contract", number=reference))
                if not ids:
                    return None
                condition = replace(condition, references=tuple(ids))
            result.append(condition)
        return tuple(result)

    def _refused(self, question: Question) -> Answer:
        draft = self._draft
        key = f"topic_{question.topic}"
        if question.topic in ("greeting", "not_meant"):
            examples = asking_back.examples(question.text, self._rows, draft.language)
            draft.lines.append(draft.say(key, examples=" / ".join(examples)))
        else:
            draft.lines.append(draft.say(key))
        return draft.finished(refused=True)

    def _own_rules(self, question: Question) -> Answer:
        """What approved knowledge says on a question; an honest refusal where it says nothing."""
        draft = self._draft
        numbers = knowledge_answers.named_entries(question.text)
        if numbers:
            every = draft.tools.rows_of(RetrievedKnowledge, "search_knowledge", limit=100)
            rows = [row for row in every if row.number in numbers]
        else:
            rows = draft.tools.rows_of(RetrievedKnowledge, "search_knowledge", query=question.text, limit=_STEPS_BACK)
        if not rows:
            draft.lines.append(knowledge_answers.say("none", draft.language))
            return draft.finished(refused=True)
        draft.lines += [
            knowledge_answers.say("head", draft.language, n=len(rows)),
            *knowledge_answers.entry_lines(rows, draft.language),
        ]
        draft.cited |= {row.name: knowledge_answers.entry_citation(row) for row in rows}
        return draft.finished(refused=False)

    def _undone(self) -> Answer:
        """The answer to the question before the last one, again."""
        draft = self._draft
        earlier = list(self._memory.get("before", ()))
        if not earlier:
            draft.lines.append(draft.say("nothing_before"))
            return draft.finished(refused=True)
        question = question_from_json(earlier[-1])
        draft.lines.append(draft.say("undone"))
        AnswerWriting(draft).write(question)
        draft.memory |= {"question": earlier[-1], "before": earlier[:-1]}
        return draft.finished(refused=False)

    def _again(self, question: Question) -> Answer:
        """More on the contracts of the last answer, or the words that it stands on."""
        draft = self._draft
        if not self._contracts:
            draft.lines.append(draft.say("more_nothing"))
            return draft.finished(refused=True)
        before = question_from_json(self._memory["question"]) if "question" in self._memory else None
        AnswerWriting(draft).again(question, before, self._contracts)
        draft.memory |= self._remembered("question", "before")
        return draft.finished(refused=False)


def _letters(name: str) -> str:
    return normal_name(name).replace(" ", "")
