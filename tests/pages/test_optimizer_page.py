"""The page of the optimizer: empty, filled and failing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from page_helpers import open_page, words
from sqlalchemy import update
from streamlit.testing.v1 import AppTest

from core.access import Actor, acting_as, identify_by
from core.access.permissions import PERMISSIONS
from core.errors import NotAllowed
from core.jobs import Dispatcher, Fault
from core.jobs.tables import UNITS
from core.optimizer.files import Material, dataset_of, read_material
from core.optimizer.reports import best_prompt
from core.optimizer.runs import RunRecord, RunSettings
from core.prompting import PromptShelf
from core.ui.workbench import run_book, workbench
from known_people import make_people
from played_in_process import Inline, closed_stores

PAGE = "pages/optimizer.py"
PARTS = ("ranking", "knobs", "heat", "cost", "matches", "judge", "compare", "words", "promote")


@pytest.fixture(autouse=True)
def _stores() -> Iterator[None]:
    yield
    identify_by(None)
    closed_stores()


def small() -> Material:
    material = read_material("contract_answer", "contract_answers")
    dataset = dataset_of("few", material.dataset.examples[:12])
    return Material(material.prompt, dataset, material.judge, material.rubric)


def played(**more: Any) -> RunRecord:
    """A run of a few matches, played to its end in this process."""
    book = run_book()
    settings = RunSettings(optimizer="thompson", steps=12, seed=2, **more)
    run = book.start(small(), settings, user="sato", knobs={"most_claims": [1, 5], "citing": ["each_claim", "none"]})
    Dispatcher(book.ledger, Inline(), book.ledger.settings).run_until_done(run.batch_id)
    return book.run(run.id)


@pytest.mark.parametrize(
    ("language", "title", "hint"),
    [("ja", "プロンプト最適化", "まだ実行がありません"), ("en", "Optimizer", "There is no run yet")],
)
@pytest.mark.usefixtures("empty")
def test_empty(language: str, title: str, hint: str) -> None:
    page = open_page(PAGE, language=language)
    assert title in [item.value for item in page.title]
    assert hint in words(page)
    for view in ("prompts", "new"):
        page.segmented_control(key="optimizer_view").set_value(view).run()
        assert not page.exception


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE)
    assert len(page.error) == 1
    assert "照会番号" in words(page)


@pytest.mark.usefixtures("empty")
def test_a_run_is_started_from_the_form() -> None:
    page = open_page(PAGE, language="en")
    page.segmented_control(key="optimizer_view").set_value("new").run()
    assert "72 combinations, 38 examples" in words(page)
    knob(page, "unknown").set_value(["strict"]).run()
    page.number_input(key="new_steps").set_value(30).run()
    assert "24 combinations" in words(page)
    page.button(key="start_run").click().run()
    assert not page.exception
    (run,) = run_book().runs()
    assert (run.knobs.names, run.settings.steps) == (("most_claims", "wording", "citing"), 30)
    assert "No match has a verdict yet." in words(page)


@pytest.mark.usefixtures("empty")
def test_a_finished_run_says_before_and_after_first_and_every_part_draws() -> None:
    run = played()
    for language, sentence in (("en", "examples kept apart"), ("ja", "取り置いた")):
        page = open_page(PAGE, language=language, run=run.id)
        assert sentence in words(page)
        for part in PARTS:
            page.segmented_control(key="optimizer_part").set_value(part).run()
            assert not page.exception, part
            if part == "ranking" and language == "en":
                # As text, 100% stood before 60% where it was sorted.
                table = page.dataframe[0].value
                assert [str(table[name].dtype) for name in ("Win rate", "Chance to be best")] == ["int64"] * 2
    assert {metric.label: metric.value for metric in page.metric}["対戦"] == "12 / 12"


@pytest.mark.usefixtures("empty")
def test_a_person_overrules_and_the_agreement_is_shown() -> None:
    run = played()
    page = open_page(PAGE, language="en", run=run.id)
    page.segmented_control(key="optimizer_part").set_value("matches").run()
    page.segmented_control(key=f"overrule_{run.id}_12").set_value("tie").run()
    assert not page.exception
    assert run_book().overrules(run.id) == {12: 0.5}
    page.segmented_control(key="optimizer_part").set_value("judge").run()
    assert "of 1 verdicts are the same" in words(page)


@pytest.mark.usefixtures("empty")
def test_promoted_and_rolled_back() -> None:
    run = played()
    page = open_page(PAGE, language="en", run=run.id)
    page.segmented_control(key="optimizer_part").set_value("promote").run()
    assert "No page uses this prompt today." in words(page)
    page.button(key="promote").click().run()
    assert not page.exception
    assert "Version 1 is in use now." in "".join(success.value for success in page.success)
    shelf = PromptShelf(workbench().store)
    (use,) = shelf.uses("contract_answer")
    assert (use.exploration, len(use.arms), use.author) == (0.0, 3, "reviewer")
    assert run.outcome is not None
    best = run.knobs.settings(run.outcome["best"])
    assert best.items() <= shelf.prompt(use.version.id if use.version else "").defaults.items()
    page.segmented_control(key="optimizer_view").set_value("prompts").run()
    page.selectbox(key="shelf_prompt").set_value("contract_answer").run()
    assert "Version 1 is in use" in words(page)
    page.button(key="roll_back").click().run()
    assert not page.exception
    assert shelf.uses("contract_answer")[0].version is None
    assert "The file that ships is in use." in words(page)


@pytest.mark.usefixtures("empty")
def test_who_may_experiment_but_not_promote(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the pages use is not for them to change: buttons and share are off and say why, the service refuses."""
    run = played()
    shelf = PromptShelf(workbench().store)
    best = best_prompt(run_book().material(run).prompt, run, run_book().method(run).best())
    kept = shelf.add(best, author="sato")
    shelf.promote(best.id, kept.id, author="sato", exploration=0.1, arms=[dict(best.defaults)])
    actor = Actor("user", "Mori", user_id="m" * 26, roles=frozenset({"prompt_engineer"}))
    make_people(workbench(), actor)
    monkeypatch.setitem(PERMISSIONS, "prompt_engineer", PERMISSIONS["prompt_engineer"] - {"prompt.promote"})
    monkeypatch.setattr("core.ui.shell.session_actor", lambda: actor)
    monkeypatch.setattr("core.ui.person.session_actor", lambda: actor)
    monkeypatch.setattr("core.ui.optimizer.promotion.ASKING_FOR_THUMBS", {best.id})

    page = open_page(PAGE, language="en", run=run.id)
    page.segmented_control(key="optimizer_part").set_value("promote").run()
    found = [page.button(key="promote"), page.number_input(key="promote_share")]
    page.segmented_control(key="optimizer_view").set_value("prompts").run()
    page.selectbox(key="shelf_prompt").set_value(best.id).run()
    page.selectbox(key="shelf_version").set_value(0).run()
    found += [page.button(key="roll_back"), page.button(key="use_version")]
    assert [(element.key, element.disabled) for element in found] == [
        (key, True) for key in ("promote", "promote_share", "roll_back", "use_version")
    ]
    assert all("role" in element.help for element in found), [element.help for element in found]

    with acting_as(actor):
        for change in (
            lambda: shelf.promote(best.id, None, author="Mori"),
            lambda: shelf.promote(best.id, kept.id, author="Mori", exploration=0.5),
            lambda: shelf.roll_back(best.id, author="Mori"),
        ):
            with pytest.raises(NotAllowed):
                change()
    assert len(shelf.uses(best.id)) == 1


@pytest.mark.usefixtures("empty")
def test_pause_resume_and_stop() -> None:
    book = run_book()
    run = book.start(small(), RunSettings(optimizer="thompson", steps=12), user="sato")
    page = open_page(PAGE, language="en", run=run.id)
    assert not page.warning
    fault = Fault("endpoint_down", "503", {})
    with book.ledger.store.write() as session:
        session.execute(update(UNITS).where(UNITS.c.batch == run.batch_id).values(error=fault.as_json()))
    assert "is being tried again" in page.run().warning[0].value
    for key, state in (("run_pause", "paused"), ("run_resume", "running"), ("run_stop", "stopped")):
        page.button(key=key).click().run()
        assert not page.exception
        assert book.run(run.id).state == state


def knob(page: AppTest, name: str) -> Any:
    """The box of a knob's values."""
    return next(box for box in page.multiselect if box.label == name)


MANY = [f"k{number}" for number in range(9)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{{ instruction }}", "{{ instructions }}", "line 51: instructions is not declared"),
        ("  most_claims: 3", "  most_claims: 7", "line 13: 7 is no value of the knob"),
        ("knobs:", "knobs:\n  tone: [warm, cold]", "defaults"),
        (
            "  system: |",
            "  system: |\n    {% for n in range(99999) %}{% for m in range(99999) %}{% endfor %}{% endfor %}",
            "rounds",
        ),
        ("  system: |", "  system: |\n    {{ ''.__class__.__mro__ }}", "unsafe"),
        (None, "", "A prompt is a list of names with values"),
    ],
    ids=["undefined", "default", "no default", "endless", "sandbox", "nothing"],
)
@pytest.mark.usefixtures("empty")
def test_a_wrong_template_is_said_and_cannot_be_started(old: str | None, new: str, words: str) -> None:
    page = open_page(PAGE, language="en")
    page.segmented_control(key="optimizer_view").set_value("new").run()
    area = page.text_area(key="edit_contract_answer")
    shipped = area.value
    area.set_value(new if old is None else shipped.replace(old, new, 1)).run()
    assert not page.exception
    assert words in "".join(error.value for error in page.error)
    assert "start_run" not in [button.key for button in page.button]
    page.text_area(key="edit_contract_answer").set_value(shipped).run()
    assert "start_run" in [button.key for button in page.button]


@pytest.mark.usefixtures("empty")
def test_what_is_edited_is_what_is_tuned() -> None:
    page = open_page(PAGE, language="en")
    page.segmented_control(key="optimizer_view").set_value("new").run()
    area = page.text_area(key="edit_contract_answer")
    text = area.value.replace("most_claims: [1, 2, 3, 5]", "most_claims: [1, 3, 8]").replace(
        "knobs:", "knobs:\n  tone: [warm, cold]"
    )
    text = text.replace("defaults:", "defaults:\n  tone: warm").replace(
        "  system: |", "  system: |\n    Be {{ tone }}."
    )
    area.set_value(text).run()
    assert not page.exception
    assert (knob(page, "tone").value, knob(page, "most_claims").value) == (["warm", "cold"], [1, 3, 8])
    assert "108 combinations" in words(page)


@pytest.mark.usefixtures("empty")
def test_a_thousand_million_combinations_are_said() -> None:
    page = open_page(PAGE, language="en")
    page.segmented_control(key="optimizer_view").set_value("new").run()
    area = page.text_area(key="edit_contract_answer")
    text = area.value.replace(
        "knobs:", "knobs:" + "".join(f"\n  {name}: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]" for name in MANY)
    )
    text = text.replace("defaults:", "defaults:" + "".join(f"\n  {name}: 0" for name in MANY))
    text = text.replace("  system: |", "  system: |\n    " + " ".join(f"{{{{ {name} }}}}" for name in MANY))
    area.set_value(text).run()
    assert not page.exception
    assert "72,000,000,000 combinations are too many" in "".join(warning.value for warning in page.warning)
    assert "start_run" not in [button.key for button in page.button]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"id": "a", "instruction": "x?", "context": "c"}\n{"id": "b", "instruction":\n', "line 2: no JSON"),
        (b'{"id": "a", "instruction": "x?", "context": "c"}\n' * 2, "line 2: the id 'a' stands on line 1 already"),
        (b"", "holds no example"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
    ids=["broken", "twice", "empty", "binary"],
)
@pytest.mark.usefixtures("empty")
def test_a_wrong_file_of_examples_is_said_and_cannot_be_started(content: bytes, words: str) -> None:
    page = open_page(PAGE, language="en")
    page.segmented_control(key="optimizer_view").set_value("new").run()
    page.file_uploader(key="own_dataset").set_value(("own.jsonl", content, "application/jsonl")).run()
    assert not page.exception
    assert words in "".join(error.value for error in page.error)
    assert "start_run" not in [button.key for button in page.button]
