"""A task with its parts, each editable and checked as it is edited, and the start of a run."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from functools import lru_cache, partial
from typing import Any

import streamlit as st
import yaml

from core.access import Resource
from core.errors import ConfigError, WorkbenchError
from core.extraction.engines import messages_of
from core.extraction.files import (
    CLASSES,
    ExtractionTask,
    LabelledCase,
    checked_schema,
    lines_of,
    made_task,
    parse_cases,
    pretty,
    task_names,
)
from core.extraction.runs import ENGINES, EngineName, lab_settings
from core.local_model import is_local
from core.prompting import Knob
from core.settings import settings
from core.ui.access.exports import exported
from core.ui.access.permitted import permitted
from core.ui.failure import show_error
from core.ui.lab.lab_words import (
    engine_words,
    shipped_task,
    strategy_names,
    strategy_words,
    task_note,
    task_words,
    wrong_words,
)
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import extraction_book

_PARTS = ("all", "tuned", "held_out")
_MOST_BYTES = 2_000_000


def task_and_run() -> None:
    """Draw the task that is chosen and its parts; a start goes to the run."""
    shipped = {name: shipped_task(name) for name in task_names()}
    name = st.selectbox(
        t("lab.task"),
        list(shipped),
        index=list(shipped).index("customer_inquiry") if "customer_inquiry" in shipped else 0,
        format_func={name: task_words(task) for name, task in shipped.items()}.__getitem__,
        key="lab_task",
    )
    task = shipped[name]
    st.caption(task_note(task) + (f" {task.guide.source}" if task.guide.source else ""))
    # Edits live under a number: undoing them takes the next one, and every widget begins anew.
    number = st.session_state.setdefault(f"lab_edits_{name}", 0)
    run_tab, schema_tab, strategy_tab, case_tab = st.tabs(
        [t("lab.part_run"), t("lab.part_schema"), t("lab.part_strategies"), t("lab.part_cases")]
    )
    with schema_tab:
        schema = _schema(task, f"{name}_{number}")
    with strategy_tab:
        sources, knobs = _strategies(task, f"{name}_{number}")
    with case_tab:
        cases = _cases(task, f"{name}_{number}")
    try:
        edited = _made(name, schema, tuple(sources.items()), cases)
    except WorkbenchError as error:
        with run_tab:
            st.error(wrong_words(error))
            _undo(name)
        return
    with schema_tab:
        _schema_notes(edited)
    with strategy_tab:
        _preview(edited, knobs, f"{name}_{number}")
    with case_tab:
        _case_counts(edited)
    with run_tab:
        if edited.pack() != task.pack():
            st.info(t("lab.edited"))
            _undo(name)
        _run_form(edited, knobs)
        st.download_button(
            t("lab.download_task"),
            exported(partial(_zipped, edited), "lab_task", action="lab.run", other=Resource("task", name)),
            f"{name}.zip",
            "application/zip",
            on_click="ignore",
            key="lab_zip",
        )


@lru_cache(maxsize=16)
def _made(name: str, schema: str, sources: tuple[tuple[str, str], ...], cases: str) -> ExtractionTask:
    """The task of its edited parts; a guide of a field that is gone goes with it."""
    task = shipped_task(name)
    guide = task.guide.model_dump(mode="json", exclude_defaults=True)
    made = made_task(name, guide={**guide, "fields": {}}, schema=schema, strategies={}, examples="", cases=cases)
    properties = made.checked.body["properties"]
    guide["fields"] = {field: rules for field, rules in guide["fields"].items() if field in properties}
    same = made.checked.body == task.checked.body
    return made_task(
        name,
        guide=guide,
        schema=schema,
        strategies={strategy: (source, task.strategies[strategy].form) for strategy, source in sources},
        examples=lines_of(task.examples) if same else _fitting(task, made),
        cases=cases,
    )


def _fitting(task: ExtractionTask, made: ExtractionTask) -> str:
    """The examples that still obey a schema that was edited."""
    kept: list[LabelledCase] = []
    for example in task.examples:
        try:
            kept += parse_cases(lines_of([example]), made.schema, file="examples.jsonl")
        except ConfigError:
            continue
    return lines_of(kept)


def _undo(name: str) -> None:
    if st.button(t("lab.reset"), key="lab_reset"):
        st.session_state[f"lab_edits_{name}"] += 1
        st.rerun()


def _schema(task: ExtractionTask, key: str) -> str:
    verdict = st.container()  # above the text, whose end is below the edge of a small screen
    text: str = st.text_area(
        t("lab.schema_text"),
        pretty(task.checked.body),
        height=420,
        label_visibility="collapsed",
        key=f"lab_schema_{key}",
    )
    if text != pretty(task.checked.body):
        # Said beside the text as well: this is where it is mended.
        try:
            checked_schema(text)
        except ConfigError as error:
            verdict.error(wrong_words(error))
    return text


def _schema_notes(task: ExtractionTask) -> None:
    body = task.checked.body
    required = body.get("required", ())
    st.success(t("lab.schema_good", count=len(body["properties"]), required=len(required)))
    for note in task.checked.notes:
        st.warning(t(f"lab.schema_note_{note.kind}", place=f"`{note.path}`", word=f"`{note.word}`"))


def _strategies(task: ExtractionTask, key: str) -> tuple[dict[str, str], dict[str, dict[str, Knob]]]:
    """The prompts' texts, and the knobs of each strategy that differ from its defaults."""
    sources: dict[str, str] = {}
    knobs: dict[str, dict[str, Knob]] = {}
    for strategy, prompt in task.strategies.items():
        with st.expander(strategy_words(strategy), expanded=strategy == next(iter(task.strategies))):
            cells = st.columns(3)
            chosen = {
                knob: cells[at % 3].selectbox(
                    knob,
                    values,
                    index=values.index(prompt.defaults[knob]),
                    format_func=str,
                    key=f"lab_knob_{key}_{strategy}_{knob}",
                )
                for at, (knob, values) in enumerate(prompt.knobs.items())
            }
            knobs[strategy] = {knob: value for knob, value in chosen.items() if value != prompt.defaults[knob]}
            with st.popover(t("lab.prompt_text"), width="stretch"):
                sources[strategy] = st.text_area(
                    t("lab.prompt_text"),
                    prompt.source,
                    height=420,
                    width=900,
                    label_visibility="collapsed",
                    key=f"lab_prompt_{key}_{strategy}",
                )
    return sources, knobs


def _preview(task: ExtractionTask, knobs: dict[str, dict[str, Knob]], key: str) -> None:
    with st.expander(t("lab.preview")):
        strategy = st.selectbox(
            t("lab.strategy"),
            list(task.strategies),
            format_func=strategy_names(task).__getitem__,
            key=f"lab_preview_{key}",
        )
        try:
            messages = messages_of(task, task.strategies[strategy], knobs[strategy], task.cases[0].text)
        except WorkbenchError as error:
            st.error(wrong_words(error))
            return
        for message in messages:
            st.caption(message.role)
            st.code(message.content, language=None, wrap_lines=True, height=260)


def _cases(task: ExtractionTask, key: str) -> str:
    file = st.file_uploader(t("lab.cases_file"), type=["jsonl"], key=f"lab_file_{key}")
    text = lines_of(task.cases)
    if file is not None:
        data = file.getvalue()[:_MOST_BYTES]
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            st.error(t("lab.cases_unreadable"))
            return text
    written: str = st.text_area(
        t("lab.cases_text"), text, height=420, label_visibility="collapsed", key=f"lab_cases_{key}"
    )
    return written


def _case_counts(task: ExtractionTask) -> None:
    counts = Counter(case.kind for case in task.cases)
    held = sum(case.held_out for case in task.cases)
    st.caption(t("lab.cases_count", **{kind: counts[kind] for kind in CLASSES}, held=held))


def _run_form(task: ExtractionTask, knobs: dict[str, dict[str, Knob]]) -> None:
    first, second = st.columns(2)
    ready = settings().connection("extraction").model is not None
    engine = first.selectbox(
        t("lab.engine"),
        ENGINES,
        index=ENGINES.index("extraction") if ready else 0,
        format_func={name: engine_words(name) for name in ENGINES}.__getitem__,
        key="lab_engine",
    )
    names = list(task.strategies)
    strategies = second.multiselect(
        t("lab.strategies"),
        names,
        default=names,
        format_func=strategy_names(task).__getitem__,
        key=f"lab_strategies_{task.name}",
    )
    st.caption(t(f"lab.engine_note_{_note_of(engine)}"))
    cells = st.columns(3)
    part = cells[0].selectbox(
        t("lab.which_cases"),
        _PARTS,
        format_func={name: t(f"lab.cases_{name}") for name in _PARTS}.__getitem__,
        key="lab_part",
    )
    classes = cells[1].multiselect(
        t("lab.classes"),
        CLASSES,
        default=list(CLASSES),
        format_func={name: t(f"lab.class_{name}") for name in CLASSES}.__getitem__,
        key="lab_classes",
    )
    values: dict[str, Any] = {"engine": engine, "strategies": {name: knobs[name] for name in strategies}}
    if engine == "sampler":
        values["seed"] = int(cells[2].number_input(t("lab.seed"), 0, 2**31, 0, key="lab_seed"))
    elif engine != "builtin":
        values["reasks"] = int(cells[2].number_input(t("lab.reasks"), 0, 5, 1, key="lab_reasks"))
    cases = [
        case.id
        for case in task.cases
        if case.kind in classes and (part == "all" or case.held_out == (part == "held_out"))
    ]
    words = {"cases": len(cases), "strategies": len(strategies), "units": len(cases) * len(strategies)}
    st.caption(t("lab.count", **words))
    if not cases or not strategies:
        st.info(t("lab.nothing_chosen"))
        return
    if st.button(t("lab.start"), type="primary", key="lab_start", **permitted("lab.run")):
        values["cases"] = [] if len(cases) == len(task.cases) else cases
        start_run(task, values)


def _note_of(engine: EngineName) -> str:
    """Which note says what an engine is."""
    if engine == "builtin" or engine == "sampler":
        return engine
    return "local" if is_local(settings().connection(engine).model or "") else "endpoint"


def start_run(task: ExtractionTask, values: dict[str, Any], *, parent: str | None = None) -> None:
    """Start a run and go to it, or say what stands in the way."""
    try:
        chosen = lab_settings(values, task)
        run = extraction_book().start(task, chosen, user=person(), parent=parent, title=task_words(task))
    except WorkbenchError as error:
        reason = error.facts.get("reason")
        if reason == "no_endpoint":
            st.error(t("lab.needs_endpoint"))
        elif reason == "no_rules":
            st.error(t("lab.no_rules"))
        elif reason == "schema_unsupported":
            st.error(t("lab.cannot_sample", words=str(error.facts.get("words", ""))))
        else:
            show_error(error)
        return
    # Not by the address alone: what a fragment writes there does not reach the run of the page that follows it.
    st.session_state["lab_asked"] = (run.id, parent or "")
    st.session_state["lab_go"] = "runs"
    st.rerun()


def _zipped(task: ExtractionTask) -> bytes:
    """The task as the folder that a person puts into configs/extraction."""
    buffer = io.BytesIO()
    guide = task.guide.model_dump(mode="json", exclude_defaults=True)
    files = {
        "task.yaml": yaml.safe_dump(guide, allow_unicode=True, sort_keys=False),
        "schema.json": pretty(task.checked.body) + "\n",
        "cases.jsonl": lines_of(task.cases),
        **({"examples.jsonl": lines_of(task.examples)} if task.examples else {}),
        **{f"strategies/{name}.{prompt.form}": prompt.source for name, prompt in task.strategies.items()},
    }
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(f"{task.name}/{name}", text)
    return buffer.getvalue()
