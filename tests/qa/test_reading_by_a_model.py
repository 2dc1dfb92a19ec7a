"""A model reads the question into the form over HTTP; what is not known here is not answered from, and that is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import Step
from core.qa import Answer, ask
from core.settings import load_settings
from core.workbench import Workbench, open_workbench
from oracles.questions.portfolio import fill

LAW = {"kind": "law", "laws": [{"country": "SG"}]}


def form(*conditions: dict[str, Any], **question: Any) -> Step:
    """What a model says: a list of the contracts that meet the conditions."""
    plan = {"measure": "list", "conditions": list(conditions)}
    text = orjson.dumps({"sayable": True, "question": {"kind": "list", "plan": plan, **question}}).decode()
    return Step(text=text, times=None)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """The forty invented contracts."""
    folder: Path = tmp_path_factory.mktemp("read")
    settings = load_settings(data_dir=folder, env_file=folder / "none")
    fill(settings)
    with open_workbench(settings) as workbench:
        yield workbench


def asked(workbench: Workbench, step: Step, question: str) -> Answer:
    with ScriptedServer([step]) as server:
        changed = {
            "openai_base_url": server.base_url,
            "openai_api_key": None,
            "llm_model": "scripted",
            "llm_cache": False,
            "llm_retries": 0,
            "question_reading": "form",
        }
        other = Workbench(workbench.settings.model_copy(update=changed), workbench.store)
        other._graph = workbench.graph()
        return ask(question, other, language="en", user="Sato").answer


def test_a_reading_is_restated_and_answered(filled: Workbench) -> None:
    answer = asked(filled, form(LAW), "Anything the lion city's courts would know best?")
    assert answer.text.startswith("Read by the model as: List: contracts governed by the law of Singapore\n3 contracts")
    assert not answer.refused
    assert answer.tokens > 0


def test_a_name_is_written_as_the_portfolio_has_it(filled: Workbench) -> None:
    step = form({"kind": "party", "asked": "Velo Sportswear", "names": []})
    assert "3 contracts: contracts with the party Velo Sportswear Inc." in asked(filled, step, "Velo?").text


@pytest.mark.parametrize(
    "step",
    [
        form({"kind": "clause", "codes": ["royal_seal"]}),
        form({"kind": "law", "laws": [{"country": "ZZ"}]}),
        form({"kind": "party", "asked": "Globex", "names": ["Globex"]}),
        form({"kind": "date", "field": "expiration_date", "first": "2027-02-31", "last": None}),
        form({"kind": "mood", "of": "contract"}),
        Step(text="I would rather chat", times=None),
        Step(text='{"sayable": true', times=None),
        Step(status=500, times=None),
    ],
    ids=["clause", "country", "name", "day", "condition", "chat", "cut", "down"],
)
def test_what_is_not_known_is_read_by_the_builtin_parser_and_that_is_said(filled: Workbench, step: Step) -> None:
    answer = asked(filled, step, "Which contracts are governed by Singapore law?")
    first, second = answer.text.splitlines()[:2]
    assert first == "The model gave no usable reading, so the built-in engine read the question."
    assert second.startswith("3 contracts")


def test_a_reading_that_leaves_out_a_word_is_offered_and_not_answered(filled: Workbench) -> None:
    insured = {"kind": "clause", "codes": ["insurance"]}
    answer = asked(filled, form(insured, LAW), "Singapore law contracts that have no insurance")
    assert answer.refused
    labels = [choice["label"] for choice in answer.memory["choices"]]
    assert len(labels) == 2  # the model's reading, and that of the built-in engine, which is sure of its own
    assert "with Insurance" in labels[0]
    assert "without Insurance" in labels[1]


def test_the_press_on_a_reading_asks_no_model(filled: Workbench) -> None:
    insured = {"kind": "clause", "codes": ["insurance"]}
    with ScriptedServer([form(insured, LAW)]) as server:
        changed = {"openai_base_url": server.base_url, "llm_model": "scripted", "llm_cache": False}
        settings = filled.settings.model_copy(update={**changed, "question_reading": "form", "llm_retries": 0})
        other = Workbench(settings, filled.store)
        other._graph = filled.graph()
        question = "Singapore law contracts that have no insurance"
        first = ask(question, other, language="en", user="Sato")
        count = len(server.requests)
        pressed = ask("2", other, language="en", user="Sato", conversation_id=first.conversation_id).answer
        assert len(server.requests) == count
    assert not pressed.refused
    assert "without Insurance" in pressed.text


def test_a_reading_goes_on_from_the_contracts_of_the_last_answer(filled: Workbench) -> None:
    last = {"kind": "contract", "references": ["last"], "asked": "those"}
    script = [form(LAW), form(last, {"kind": "date", "field": "expiration_date", "first": "2028-01-01", "last": None})]
    with ScriptedServer([Step(text=step.text) for step in script]) as server:
        changed = {"openai_base_url": server.base_url, "llm_model": "scripted", "llm_cache": False}
        settings = filled.settings.model_copy(update={**changed, "question_reading": "form", "llm_retries": 0})
        other = Workbench(settings, filled.store)
        other._graph = filled.graph()
        first = ask("contracts under Singapore law", other, language="en", user="Sato")
        second = ask(
            "which of these expire in 2028 or later?", other, language="en", user="Sato",
            conversation_id=first.conversation_id,
        ).answer  # fmt: skip
        assert '"law"' in str(server.requests[-1])
    assert not second.refused
    assert len(second.memory["contracts"]) == 1
    assert set(second.memory["contracts"]) < set(first.answer.memory["contracts"])


def test_the_contracts_of_the_last_answer_need_one(filled: Workbench) -> None:
    step = form({"kind": "contract", "references": ["last"], "asked": "those"})
    assert asked(filled, step, "contracts under Singapore law").text.startswith("The model gave no usable reading")
