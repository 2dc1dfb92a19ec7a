"""What was promoted is what a question is asked with, and a thumb counts for the settings that were tried."""

from __future__ import annotations

from pathlib import Path

from core.llm.scripted import ScriptedServer, Step
from core.prompting import PromptShelf, load_prompt, parse_prompt, with_knobs
from core.qa import ask
from core.qa.conversations import Conversations
from core.settings import load_settings
from core.workbench import Workbench, open_workbench
from small_contracts import small_contract

QUESTION = "Which contracts are there?"


def asked(workbench: Workbench) -> tuple[str, str | None]:
    """The system prompt that a model gets for a question, and the trial that the saved answer names."""
    with ScriptedServer([Step(text="Which one do you mean?", times=None)]) as server:
        settings = workbench.settings.model_copy(update={"openai_base_url": server.base_url, "llm_model": "scripted"})
        bench = Workbench(settings, workbench.store)
        bench._graph = workbench.graph()
        found = ask(QUESTION, bench, language="en", user="sato")
        (_, saved) = Conversations(workbench.store).messages(found.conversation_id)
        assert saved.answer is not None
        assert saved.answer.trial == found.answer.trial
        return server.requests[0].messages[0][1], found.answer.trial


def test_a_question_is_asked_with_what_was_promoted(tmp_path: Path) -> None:
    prompt = load_prompt("qa_agent")
    other = next(value for value in prompt.knobs["detail"] if value != prompt.defaults["detail"])
    changed = parse_prompt(with_knobs(prompt, {"detail": other}), file="qa_agent")
    inputs = {"question": QUESTION, "language": "English", "contracts": 1}
    shipped, wanted = prompt.render(**inputs)[0].content, changed.render(**inputs)[0].content
    assert shipped != wanted
    with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as workbench:
        received = workbench.library.receive(small_contract(1), "1.txt")
        workbench.run_until_done(workbench.library.ingest([(received, "1.txt")], user="sato"))
        shelf = PromptShelf(workbench.store)
        assert asked(workbench) == (shipped, None)
        version = shelf.add(changed, author="sato")
        shelf.promote("qa_agent", version.id, author="sato")
        assert asked(workbench) == (wanted, None)
        default = prompt.defaults["detail"]
        use = shelf.promote("qa_agent", version.id, author="sato", exploration=1.0, arms=[{"detail": default}])
        sent, trial = asked(workbench)
        assert trial is not None
        shelf.reward(trial, 1.0)
        (arm,) = shelf.rewards(use.id)
        assert (arm.up, arm.down, arm.uses) == (1, 0, 1)
        assert sent == (shipped if arm.knobs["detail"] == default else wanted)
        shelf.promote("qa_agent", None, author="sato")
        assert asked(workbench) == (shipped, None)
