"""An endpoint answers by calling the retrieval functions: a bounded loop, then every claim is checked.

The functions only read, and a scope narrows them whatever the model asks for: an instruction planted in a contract can
make a gullible model say something wrong, but nothing wrong gets a citation, and nothing is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import orjson
from pydantic import JsonValue

from core import logs
from core.errors import BadOutput
from core.graph import Scope
from core.graph.retrieval import FUNCTIONS
from core.llm import Endpoint, Message, Tool, ToolCall, Usage
from core.llm import ModelAnswer as ModelAnswer
from core.prompting import PromptShelf, fenced, load_prompt
from core.qa.answer import Answer, Call
from core.qa.claims import check_claims
from core.qa.contract_names import numbers_of, titles_of
from core.qa.conversations import ChatMessage
from core.qa.meanwhile import with_note_of_change
from core.qa.restating import Restating
from core.qa.sources import Sources
from core.qa.statements import ANSWER, SCHEMA, TOOL
from core.qa.support import CallRows, window_off
from core.qa.toolbox import Toolbox
from core.wording import Language, languages, wording_text
from core.workbench import Workbench

_log = logs.log(__name__)
_HISTORY = 12
_RESULT_LENGTH = 24_000
_BOUND = '{"error": "no more functions can be called; answer with what you have, and say what is not known"}'
_EDGE = (
    "{edge.argument} {edge.given} is one day off: both days of a window count, and the words of the question make "
    "{edge.meant} the edge; call again with that day"
)


def answer_by_endpoint(
    question: str,
    workbench: Workbench,
    model: Endpoint,
    *,
    history: Sequence[ChatMessage],
    language: Language,
    scope: Scope = None,
    on_text: Callable[[str], None] | None = None,
) -> Answer:
    """The endpoint's answer with verified citations.

    Args:
        question: as typed.
        workbench: the contracts.
        model: the chat endpoint.
        history: earlier messages of the conversation.
        language: of the answer.
        scope: contracts that the question is limited to.
        on_text: is told what the model is doing or writing, as it grows; shown as a draft only.

    Beyond the bounds of calls (`agent_max_calls`) and tokens (`agent_max_tokens`) it is asked once more, without
    functions, to answer with what it has. Statements that their words do not carry it is asked once to put in
    those words.

    Raises:
        ModelError: the endpoint gave no usable answer.
        BadOutput: it went on calling functions although none were offered.
    """
    used = PromptShelf(workbench.store).in_use("qa_agent")
    prompt = used.applied
    rows = workbench.library.rows()
    parties = {row.contract_id: row.summary.parties for row in rows}
    sources = Sources(numbers_of(rows, workbench.library), titles_of(rows, workbench.library), parties)
    tools = Toolbox(workbench, scope, model=model, language=language)
    system, user = prompt.render(question=question, language=languages()[language].english, contracts=len(rows))
    earlier = [Message(message.role, message.text) for message in history[-_HISTORY:] if message.state == "done"]
    messages = [system, *earlier, user]
    usage = Usage()
    settings = workbench.settings
    bounded = False
    while True:
        reply = _ask(model, messages, prompt.label, on_text, offer=not bounded)
        usage += reply.usage
        if not reply.tool_calls or any(call.name == ANSWER for call in reply.tool_calls):
            spent = usage + tools.usage
            within = spent.input_tokens + spent.output_tokens < settings.agent_max_tokens
            again = Restating(model, load_prompt("qa_restate"), sources, language) if within else None
            answer = _checked(reply, sources, tools, workbench, language, spent, again)
            if tools.meanwhile.touched(answer):
                answer = with_note_of_change(answer, language)
            return replace(answer, trial=used.trial)
        if bounded:
            raise BadOutput("the model went on calling functions", calls=len(tools.calls))
        messages.append(Message("assistant", reply.text, tool_calls=reply.tool_calls))
        for request in reply.tool_calls:
            within = len(tools.calls) < settings.agent_max_calls
            result = _result(_call(request, tools, question), sources) if within else _BOUND
            messages.append(Message("tool", result, tool_call_id=request.id))
            if on_text is not None:
                on_text("")
        spent = usage + tools.usage
        tokens = spent.input_tokens + spent.output_tokens
        bounded = len(tools.calls) >= settings.agent_max_calls or tokens >= settings.agent_max_tokens
        if bounded:
            _log.warning("agent bounded", calls=len(tools.calls), tokens=tokens)


def _ask(
    model: Endpoint,
    messages: list[Message],
    label: str,
    on_text: Callable[[str], None] | None,
    *,
    offer: bool,
) -> ModelAnswer:
    # Without functions the form is asked for as such; beside functions many servers take no form.
    tools, schema = (_tools(), None) if offer else ([], SCHEMA)
    with model.stream(messages, tools=tools, schema=schema, temperature=0.0, prompt_version=label) as stream:
        grown = ""
        for delta in stream:
            grown += delta
            if on_text is not None:
                on_text(grown)
        return stream.answer


def _tools() -> list[Tool]:
    return [*(Tool(name, function.description, function.schema) for name, function in FUNCTIONS.items()), TOOL]


def _call(request: ToolCall, tools: Toolbox, question: str) -> Call:
    try:
        arguments: JsonValue = orjson.loads(request.arguments or "{}")
    except orjson.JSONDecodeError as error:
        arguments = None
        reason = str(error)
    else:
        reason = "arguments must be one JSON object"
    if not isinstance(arguments, dict):
        call = Call(request.name, {}, (), 0, 0.0, error=reason)
        tools.calls.append(call)
        return call
    edge = window_off(question, arguments, today=tools.today)
    if edge is not None:
        # "before 31 March" and a window that has the 31st: its rows would answer another question
        call = Call(request.name, arguments, (), 0, 0.0, error=_EDGE.format(edge=edge))
        tools.calls.append(call)
        return call
    return tools.try_call(request.name, arguments)


def _result(call: Call, sources: Sources) -> str:
    if call.error is not None:
        return orjson.dumps({"error": call.error}).decode()
    rows = [sources.annotated(row) for row in call.rows]
    key = sources.add_call(CallRows(call.function, call.arguments, call.total, rows))
    body = {"key": key, "total": call.total, "rows": rows}
    if call.not_found:
        body["not_found"] = call.not_found
    if call.restated is not None:
        body["answers"] = call.restated
    text = orjson.dumps(body).decode()
    while len(text) > _RESULT_LENGTH and len(rows) > 1:
        rows = rows[: len(rows) // 2]
        text = orjson.dumps(body | {"rows": rows, "note": "only the first rows; narrow the question"}).decode()
    return fenced(text[:_RESULT_LENGTH], "rows")


def _checked(
    reply: ModelAnswer,
    sources: Sources,
    tools: Toolbox,
    workbench: Workbench,
    language: Language,
    usage: Usage,
    again: Restating | None,
) -> Answer:
    given = next((call.arguments for call in reply.tool_calls if call.name == ANSWER), reply.text)
    checked = check_claims(given, sources, workbench.library.document, language=language, restate=again)
    if again is not None:
        usage += again.usage
    text = checked.text
    if checked.uncited:
        text = f"{text}\n\n{wording_text('answers.uncited', language, n=checked.uncited)}"
        _log.warning("uncited statements", count=checked.uncited, model=reply.model)
    contracts = list(
        dict.fromkeys(citation.contract_id for citation in checked.citations if citation.kind == "contract")
    )
    return Answer(
        text=text,
        engine=reply.model,
        refused=not checked.text,
        citations=checked.citations,
        calls=tuple(tools.calls),
        memory={"contracts": contracts},
        tokens=usage.input_tokens + usage.output_tokens,
    )
