"""One question in a saved conversation, answered by whichever engine is active."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core import logs
from core.errors import BadArguments, WorkbenchError
from core.llm import Endpoint, stored_endpoint
from core.qa import asking_back, phrases
from core.qa.agent import answer_by_endpoint
from core.qa.answer import Answer
from core.qa.builtin import answer_builtin
from core.qa.conversations import ChatMessage, Conversations
from core.qa.model_reading import read_by_model
from core.qa.toolbox import Toolbox
from core.questions import question_from_json
from core.wording import Language
from core.workbench import Workbench

_log = logs.log(__name__)
MAX_QUESTION = 4_000


@dataclass(frozen=True, slots=True)
class SavedAnswer:
    """An answer with the conversation and the message that it was saved in."""

    conversation_id: str
    message_id: str
    answer: Answer


def ask(
    question: str,
    workbench: Workbench,
    *,
    language: Language,
    user: str,
    conversation_id: str | None = None,
    scope: Sequence[str] | None = None,
    on_text: Callable[[str], None] | None = None,
) -> SavedAnswer:
    """Answer a question and save it with its answer; the question is saved before anything can fail.

    Where nothing can be written the answer is given and not saved: its conversation has no id.

    Args:
        question: as typed, at most `MAX_QUESTION` characters.
        workbench: the contracts.
        language: of the answer.
        user: who asks.
        conversation_id: the conversation to go on with; a new one by default.
        scope: contracts that a new conversation is limited to; all by default.
        on_text: is told the draft as it grows, where an endpoint answers.

    Raises:
        BadArguments: the question is too long.
        ModelError, GraphError, StoreError: there is no answer; the question is saved, marked as failed.
    """
    if len(question) > MAX_QUESTION:
        raise BadArguments(f"a question has at most {MAX_QUESTION} characters", limit=MAX_QUESTION)
    if workbench.store.read_only:
        return SavedAnswer("", "", _answer(question, workbench, (), language, scope, on_text))
    conversations = Conversations(workbench.store)
    key = conversations.open(user=user, title=question, conversation_id=conversation_id, scope=scope)
    history = conversations.messages(key)
    limited = conversations.get(key).scope
    conversations.append(key, "user", question)
    message_id = conversations.append(key, "assistant", "", state="partial")
    reference = logs.new_reference()
    try:
        with logs.bound(conversation=key, reference=reference):
            answer = _with_arriving(
                _answer(question, workbench, history, language, limited, on_text), workbench, language
            )
    except WorkbenchError as error:
        _log.warning("question failed", reference=reference, code=error.code, error=str(error))
        conversations.update(message_id, error.code, state="failed")
        raise
    except BaseException as error:
        # A fault of the program, or stopped by the person (no `Exception`): what was asked stays, the answer is marked.
        why = "unexpected" if isinstance(error, Exception) else "stopped"
        conversations.update(message_id, why, state="failed")
        raise
    conversations.update(message_id, answer.text, answer=answer, state="done")
    return SavedAnswer(key, message_id, answer)


def _with_arriving(answer: Answer, workbench: Workbench, language: Language) -> Answer:
    """The answer, which says so where contracts were still being taken in and are not in it."""
    count = workbench.left_out()
    if not count:
        return answer
    return replace(answer, text=f"{answer.text}\n\n{phrases.say('arriving', language, n=count)}")


def _answer(
    question: str,
    workbench: Workbench,
    history: Sequence[ChatMessage],
    language: Language,
    scope: Sequence[str] | None,
    on_text: Callable[[str], None] | None,
) -> Answer:
    model = stored_endpoint("chat", workbench.settings, workbench.store)
    if model is None:
        memory = next((message.answer.memory for message in reversed(history) if message.answer), None)
        return answer_builtin(question, workbench, memory=memory, language=language, scope=scope)
    with model:
        if workbench.settings.question_reading == "form":
            answer = _by_form(question, workbench, model, history, language, scope)
            if answer is not None:
                return answer
        return answer_by_endpoint(
            question, workbench, model, history=history, language=language, scope=scope, on_text=on_text
        )


def _by_form(
    question: str,
    workbench: Workbench,
    model: Endpoint,
    history: Sequence[ChatMessage],
    language: Language,
    scope: Sequence[str] | None,
) -> Answer | None:
    """The built-in engine's answer to what the model read; None where the form cannot say the question."""
    memory = next((message.answer.memory for message in reversed(history) if message.answer), None) or {}
    if asking_back.chosen(question, memory) is not None:
        return answer_builtin(question, workbench, memory=memory, language=language, scope=scope)
    names = Toolbox(workbench, scope, language=language).portfolio.names
    made = read_by_model(
        question,
        model,
        names,
        today=workbench.clock(),
        reasks=workbench.settings.llm_reasks,
        before=question_from_json(memory["question"]) if "question" in memory else None,
        contracts=memory.get("contracts", ()),
    )
    if made.question is None and not made.failed:
        return None
    answer = answer_builtin(
        question, workbench, memory=memory, language=language, scope=scope, reading=made.question, unread=made.failed
    )
    return replace(answer, tokens=answer.tokens + made.usage.input_tokens + made.usage.output_tokens)
