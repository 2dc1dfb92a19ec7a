"""A new run: prompt, data set, engines, knobs and limits, with a preview and a forecast before anything is spent."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import streamlit as st

from core.access import NOBODY, acting_as
from core.errors import BadArguments, ConfigError, PromptError, WorkbenchError
from core.optimizer import Knobs, knobs_of
from core.optimizer.execution import prompt_inputs
from core.optimizer.files import DECISIONS, Material, datasets_for, decided_examples, parse_dataset, read_material
from core.optimizer.methods import METHODS
from core.optimizer.retrieval import WorkbenchSearch, with_contexts
from core.optimizer.runs import ExecutorName, JudgeName, RunSettings, forecast, reservation, run_defaults, run_settings
from core.prompting import Knob, Prompt, parse_prompt, prompt_names
from core.settings import Role, settings
from core.ui.access.permitted import permitted
from core.ui.escape import short
from core.ui.failure import show_error
from core.ui.optimizer.formats import percent
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import run_book, workbench

_FIRST = "contract_answer"
_EXTRACTION = "extraction"
_METHODS = ("factored", *(name for name in METHODS if name != "factored"))
_ROLES: dict[str, Role] = {"chat": "chat", "extraction": "extraction", "model": "judge"}
# Placeholders of prompts that the workbench fills in by itself are no use in a duel between settings.
_NOT_TUNED = ("reask", "judge", "better_words", "text_to_cypher_repair")


def new_run() -> None:
    """Draw the form; a start goes to the run. What is wrong in a person's own text or file stands in its way."""
    try:
        material, sound = _material()
    except WorkbenchError as error:
        show_error(error)
        return
    left, right = st.columns([3, 2])
    with right:
        edited = _edited(material)
    material = edited or material
    with left:
        chosen = _engines_and_limits()
        tuned = _knobs(material.prompt)
    with right:
        shown = _preview(material)
    if edited is None or not sound or not shown or tuned is None or chosen is None:
        return
    knobs = _space(material, tuned)
    if knobs is None:
        return
    _forecast(material, chosen, knobs)
    if any(example.query is not None for example in material.dataset.examples):
        st.caption(t("optimizer.retrieval_note"))
    if st.button(t("optimizer.start"), type="primary", key="start_run", **permitted("prompt.experiment")):
        _start(material, chosen, tuned)


def _material() -> tuple[Material, bool]:
    """The chosen material, and whether a file that a person gave is among it or none was given."""
    first, second = st.columns(2)
    names = [name for name in prompt_names() if name not in _NOT_TUNED]
    prompt = first.selectbox(
        t("optimizer.new_prompt"), names, index=names.index(_FIRST) if _FIRST in names else 0, key="new_prompt"
    )
    decided = prompt == _EXTRACTION and bool(workbench().library.reviewed())
    dataset = second.selectbox(
        t("optimizer.new_dataset"),
        [*datasets_for(prompt), *([DECISIONS] if decided else [])],
        format_func=lambda name: t("optimizer.dataset_decisions") if name == DECISIONS else name,
        key=f"new_dataset_{prompt}",
    )
    with st.expander(t("optimizer.own_dataset")):
        st.caption(t("optimizer.own_dataset_note"))
        file = st.file_uploader(
            t("optimizer.own_dataset"), type=["jsonl"], label_visibility="collapsed", key="own_dataset"
        )
    material = read_material(prompt, datasets_for(prompt)[0] if dataset == DECISIONS else dataset)
    if dataset == DECISIONS:
        material = replace(material, dataset=decided_examples(workbench().library))
    if file is None:
        return material, True
    try:
        own = parse_dataset(file.getvalue().decode("utf-8-sig"), file=short(file.name), name=short(file.name))
    except UnicodeDecodeError:
        st.error(t("optimizer.own_dataset_unreadable"))
    except ConfigError as error:
        # Whoever wrote the file needs the line and the reason; these are words of our own about their text.
        st.error(str(error))
    else:
        return Material(material.prompt, own, material.judge, material.rubric), True
    return material, False


def _engines_and_limits() -> RunSettings | None:
    defaults = run_defaults(settings())
    cells = st.columns(3)
    executor = _engine(cells[0], "executor", get_args(ExecutorName), str(defaults["executor"]))
    judge = _engine(cells[1], "judge", get_args(JudgeName), str(defaults["judge"]))
    optimizer = cells[2].selectbox(
        t("optimizer.optimizer"),
        _METHODS,
        format_func={name: t(f"optimizer.method_{name}") for name in _METHODS}.__getitem__,
        key="new_optimizer",
    )
    cells = st.columns(3)
    steps = cells[0].number_input(t("optimizer.steps"), 10, 100_000, int(defaults["steps"]), 10, key="new_steps")
    sure = cells[1].number_input(
        t("optimizer.confidence"), 0, 99, 90, help=t("optimizer.confidence_help"), key="new_confidence"
    )
    parallel = cells[2].number_input(t("optimizer.parallel"), 1, 64, 2, key="new_parallel")
    values: dict[str, Any] = {
        **defaults,
        "executor": executor,
        "judge": judge,
        "optimizer": optimizer,
        "steps": int(steps),
        "confidence": sure / 100 if sure > 50 else None,
        "parallel": int(parallel),
        **_more(judge),
    }
    try:
        return run_settings(values)
    except BadArguments as error:
        show_error(error)
        return None


def _engine(cell: Any, kind: str, names: Sequence[str], first: str) -> str:
    """Choose an engine; those without an endpoint say so."""

    def words(name: str) -> str:
        text = t(f"optimizer.{kind}_{name}")
        role = _ROLES.get(name)
        if role is not None and settings().connection(role).model is None:
            return t("optimizer.not_configured", name=text)
        return text

    labels = {name: words(name) for name in names}
    chosen: str = cell.selectbox(
        t(f"optimizer.new_{kind}"),
        names,
        index=names.index(first),
        format_func=labels.__getitem__,
        key=f"new_{kind}",
    )
    return chosen


def _more(judge: str) -> dict[str, Any]:
    with st.expander(t("optimizer.more_settings")):
        cells = st.columns(3)
        patience = cells[0].number_input(t("optimizer.patience"), 0, 100_000, 0, 10, key="new_patience")
        calls = cells[1].number_input(t("optimizer.most_calls"), 0, 10_000_000, 0, 100, key="new_calls")
        tokens = cells[2].number_input(t("optimizer.most_tokens"), 0, None, 0, 10_000, key="new_tokens")
        cost = cells[0].number_input(t("optimizer.most_cost"), 0.0, None, 0.0, 1.0, key="new_cost")
        seed = cells[1].number_input(t("optimizer.seed"), 0, 2**31, 0, key="new_seed")
        two_stage = st.checkbox(t("optimizer.two_stage"), value=judge == "model", key=f"new_two_stage_{judge}")
        both = st.checkbox(t("optimizer.both_orders"), key="new_both")
    return {
        "patience": int(patience) or None,
        "most_calls": int(calls) or None,
        "most_tokens": int(tokens) or None,
        "most_cost": float(cost) or None,
        "seed": int(seed),
        "two_stage": two_stage,
        "both_orders": both,
    }


def _knobs(prompt: Prompt) -> dict[str, list[Knob]] | None:
    st.markdown(f"**{t('optimizer.knobs_to_tune')}**")
    if not prompt.knobs:
        st.info(t("optimizer.no_knobs"))
        return None
    return {
        # Another list of values is another widget: one that is kept would leave out the new ones.
        name: st.multiselect(
            name, values, default=list(values), format_func=str, key=f"knob_{prompt.id}_{name}_{_mark(values)}"
        )
        for name, values in prompt.knobs.items()
    }


def _mark(values: Sequence[Knob]) -> str:
    return f"{zlib.crc32(repr(values).encode()):x}"


def _edited(material: Material) -> Material | None:
    """The material with the prompt as it is edited here, which becomes the run's prompt; None where it is wrong."""
    prompt = material.prompt
    with st.expander(t("optimizer.edit_template")):
        text = st.text_area(
            t("optimizer.edit_template"),
            prompt.source,
            height=360,
            label_visibility="collapsed",
            key=f"edit_{prompt.id}",
        )
    if text == prompt.source:
        return material
    try:
        schema = None if prompt.schema is None else prompt.schema.body
        prompt = parse_prompt(text, file=prompt.id, form=prompt.form, schema=schema)
    except WorkbenchError as error:
        # Whoever edits a template needs the place and the reason; these are words of our own about their text.
        st.error(str(error))
        return None
    st.caption(t("optimizer.edited"))
    return Material(prompt, material.dataset, material.judge, material.rubric)


def _preview(material: Material) -> bool:
    """Draw the prompt as a candidate gets it; whether it can be drawn."""
    prompt = material.prompt
    examples = material.dataset.examples
    st.markdown(f"**{t('optimizer.preview')}**")
    place = st.selectbox(
        t("optimizer.preview_example"),
        range(len(examples)),
        format_func=lambda place: examples[place].id,
        label_visibility="collapsed",
        key=f"preview_{material.dataset.name}",
    )
    cells = st.columns(2)
    knobs = {
        name: cells[at % 2].selectbox(
            name, values, index=values.index(prompt.defaults[name]), format_func=str, key=f"preview_{prompt.id}_{name}"
        )
        for at, (name, values) in enumerate(prompt.knobs.items())
    }
    try:
        messages = prompt.render(knobs, **prompt_inputs(prompt, examples[place]))
    except PromptError as error:
        st.error(str(error))
        return False
    except WorkbenchError as error:
        show_error(error)
        return False
    with st.container(height=320):
        for message in messages:
            st.caption(message.role)
            st.code(message.content, language=None, wrap_lines=True)
    return True


def _space(material: Material, tuned: dict[str, list[Knob]]) -> Knobs | None:
    try:
        knobs = knobs_of(material.prompt, tuned)
        count = knobs.space.size
    except BadArguments as error:
        if error.facts.get("reason") == "combinations":
            st.warning(t("optimizer.too_many", count=error.facts["count"], limit=error.facts["limit"]))
        else:
            st.info(t("optimizer.too_few"))
        return None
    st.caption(t("optimizer.combinations", count=f"{count:,}", examples=len(material.dataset.examples)))
    return knobs


def _forecast(material: Material, chosen: RunSettings, knobs: Knobs) -> None:
    most = reservation(material, chosen, settings(), material.dataset.examples[0].id)
    if most.calls:
        words = {"calls": most.calls, "tokens": f"{most.tokens:,}", "cost": f"{most.cost:,.4f}"}
        st.caption(t("optimizer.forecast_cost", **words))
    key = (chosen.optimizer, knobs.space.cards, chosen.steps, len(material.dataset.examples))
    if st.button(t("optimizer.forecast"), key="forecast"):
        with st.spinner(t("optimizer.forecast")):
            found = forecast(chosen.optimizer, knobs.space, min(chosen.steps, 1_000), examples=key[3], worlds=16)
        st.session_state["optimizer_forecast"] = (key, found)
    kept = st.session_state.get("optimizer_forecast")
    if kept is not None and kept[0] == key and kept[1] is not None:
        found = kept[1]
        words = {"steps": found.steps, "chance": percent(found.close), "worlds": found.worlds}
        st.info(t("optimizer.forecast_line", **words))


def _start(material: Material, chosen: RunSettings, tuned: dict[str, list[Knob]]) -> None:
    try:
        if any(example.query is not None for example in material.dataset.examples):
            if workbench().library.count() == 0:
                st.warning(t("optimizer.no_contracts"))
                return
            # A run is seen by all who work on prompts: passages are looked for in contracts that are everybody's.
            with acting_as(NOBODY):
                dataset = with_contexts(material.dataset, WorkbenchSearch(workbench().graph()))
            material = Material(material.prompt, dataset, material.judge, material.rubric)
        run = run_book().start(material, chosen, user=person(), knobs=tuned)
    except WorkbenchError as error:
        show_error(error)
        return
    st.query_params["run"] = run.id
    st.session_state["optimizer_go"] = "runs"
    st.rerun()
