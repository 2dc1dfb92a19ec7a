"""The scripted server itself: scripts, files, and the official client on all its interfaces."""

from __future__ import annotations

import io
import threading
import time
from contextlib import redirect_stdout

import openai
import orjson
import pytest

from core.cli.main import main
from core.cli.serve_scripted import DEMO
from core.errors import ConfigError, EndpointRejected
from core.llm import Message, Tool
from core.llm.scripted import ScriptedCall, ScriptedServer, Step, When, load_script


def test_official_client_reads_everything():
    steps = [
        Step(text="one", calls=(ScriptedCall(name="f"),)),
        Step(text="two"),
        Step(text="three four", piece=6),
        Step(text="five six", piece=5),
    ]
    asked = [{"role": "user", "content": "hi"}]
    with (
        ScriptedServer(steps) as server,
        openai.OpenAI(base_url=server.base_url, api_key="k", max_retries=0) as client,
    ):
        chat = client.chat.completions.create(model="m", messages=asked)
        response = client.responses.create(model="m", input="hi")
        chunks = list(client.chat.completions.create(model="m", messages=asked, stream=True))
        events = list(client.responses.create(model="m", input="hi", stream=True))
        vectors = client.embeddings.create(model="e", input=["a", "b"], encoding_format="float")
        models = client.models.list()
    message = chat.choices[0].message
    assert (message.content, message.tool_calls[0].function.name, chat.choices[0].finish_reason) == (
        "one",
        "f",
        "tool_calls",
    )
    assert (response.output_text, response.status) == ("two", "completed")
    assert [chunk.choices[0].delta.content for chunk in chunks if chunk.choices] == ["", "three ", "four", None]
    assert [event.type for event in events] == [
        "response.created",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.completed",
    ]
    assert (len(vectors.data), len(vectors.data[0].embedding), models.data[0].id) == (2, 64, "scripted")


def test_steps_are_chosen_by_what_is_asked(bench):
    tool = Tool("find", "", {"type": "object"})
    script = [
        Step(when=When(contains="保険"), text="insurance"),
        Step(when=When(tool="find", last_role="user"), times=2, calls=(ScriptedCall(name="find"),)),
        Step(when=When(last_role="tool"), times=None, text="done"),
        Step(when=When(api="responses"), text="never"),
        Step(text="first other"),
    ]
    b = bench(script, llm_retries=0)
    said = [
        b.endpoint.complete((Message("user", "hello"),)).text,
        b.endpoint.complete((Message("user", "保険は?"),)).text,
        b.endpoint.complete((Message("user", "x"),), tools=[tool]).tool_calls[0].name,
        b.endpoint.complete((Message("user", "x"), Message("tool", "{}", tool_call_id="c"))).text,
    ]
    assert said == ["first other", "insurance", "find", "done"]
    with pytest.raises(EndpointRejected, match="script_exhausted"):
        b.endpoint.complete((Message("user", "hello"),))


def test_missing_interface_and_bad_requests(bench):
    with (
        ScriptedServer([Step(text="ok")], missing=("/responses",)) as server,
        openai.OpenAI(base_url=server.base_url, api_key="k", max_retries=0) as client,
    ):
        with pytest.raises(openai.NotFoundError):
            client.responses.create(model="m", input="hi")
        with pytest.raises(openai.BadRequestError):
            client.post("/chat/completions", cast_to=object, content=b"[1]")
        with pytest.raises(openai.NotFoundError):
            client.get("/files", cast_to=object)


def test_stopping_wakes_a_waiting_step():
    server = ScriptedServer([Step(delay_s=60, text="late")]).start()
    client = openai.OpenAI(base_url=server.base_url, api_key="k", max_retries=0)
    failed = threading.Event()

    def ask() -> None:
        try:
            client.responses.create(model="m", input="hi")
        except openai.APIError:
            failed.set()

    asking = threading.Thread(target=ask)
    asking.start()
    while not server.requests:
        time.sleep(0.001)
    server.stop()
    asking.join(10)
    client.close()
    assert not asking.is_alive()
    with pytest.raises(RuntimeError):
        _ = server.base_url


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("steps: [{txt: a}]", "txt"),
        ("steps: [{status: 1000}]", "status"),
        ("steps: [", "line 1"),
        ("- a", "valid dictionary"),
        ("steps: [{when: {api: grpc}}]", "api"),
    ],
)
def test_wrong_script_file_says_where(tmp_path, content, place):
    path = tmp_path / "script.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match=place):
        load_script(path)
    with pytest.raises(ConfigError, match=r"none\.yaml"):
        load_script(tmp_path / "none.yaml")


def test_demonstration_script(bench):
    b = bench(load_script(DEMO))
    tool = Tool("get_contracts_with_clause_type", "", {"type": "object"})
    call = b.endpoint.complete((Message("user", "Which restrict the price?"),), tools=[tool]).tool_calls[0]
    assert (call.name, orjson.loads(call.arguments)) == (tool.name, {"type": "Price Restrictions"})
    assert "scripted" in "".join(b.endpoint.stream((Message("user", "hello"),)))
    assert b.waits == [1.0]


def test_command_line_serves_until_stopped(tmp_path, monkeypatch):
    script = tmp_path / "s.json"
    script.write_text('{"steps": [{"text": "served"}]}', encoding="utf-8")
    answers = []

    def instead_of_waiting(server: ScriptedServer) -> None:
        with openai.OpenAI(base_url=server.base_url, api_key="k") as client:
            answers.append((server.base_url, client.responses.create(model="m", input="hi").output_text))

    monkeypatch.setattr(ScriptedServer, "wait", instead_of_waiting)
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(out):
        code = main(["serve-scripted", "--script", str(script), "--json", "--data-dir", str(tmp_path)])
    line = orjson.loads(out.buffer.getvalue())
    assert (code, line["steps"], answers) == (0, 1, [(line["base_url"], "served")])
