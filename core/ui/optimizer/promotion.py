"""Promoting a run's winner to the pages that use its prompt, and handing the run out as files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import orjson
import streamlit as st

from core.access import Resource
from core.errors import PromptError, WorkbenchError
from core.optimizer import Arm
from core.optimizer.reports import best_prompt, history, promptfoo_of, to_mlflow
from core.optimizer.runs import RunBook, RunRecord
from core.optimizer.statistics import ArmTally
from core.prompting import EXPLORATION, Prompt, PromptShelf, load_prompt
from core.settings import settings
from core.ui.access.exports import exported
from core.ui.access.permitted import permitted
from core.ui.failure import show_error
from core.ui.optimizer.differences import line_difference
from core.ui.optimizer.formats import settings_words
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

USED_BY_PAGES = frozenset({"extraction", "findings", "interview", "qa_agent", "text_to_cypher"})
ASKING_FOR_THUMBS = frozenset({"qa_agent"})
"""Prompts of pages that ask people how they liked an answer: only there trying other settings teaches anything."""
_CHOICES = 10


def promotion(book: RunBook, run: RunRecord, overrules: dict[int, float], tallies: Sequence[ArmTally]) -> None:
    """Choose settings, see what would change, promote; save history and prompt."""
    material = book.material(run)
    leader = book.method(run).best()
    arms = list(dict.fromkeys([leader, *(tally.arm for tally in tallies[:_CHOICES])]))
    used = material.prompt.id in USED_BY_PAGES
    st.caption(t("optimizer.promote_note") if used else t("optimizer.promote_unused"))
    arm = st.selectbox(
        t("optimizer.best_settings"),
        arms,
        format_func={arm: settings_words(run.knobs.settings(arm), 160) for arm in arms}.__getitem__,
        key="promote_arm",
    )
    winner = best_prompt(material.prompt, run, arm)
    shelf = PromptShelf(workbench().store)
    try:
        load_prompt(material.prompt.id)
    except PromptError:
        st.info(t("optimizer.promote_path"))
    else:
        _promote(shelf, run, winner, [other for other in arms if other != arm])
    file = partial(exported, action="prompt.experiment", other=Resource("run", run.id))
    with st.container(horizontal=True):
        st.download_button(
            t("optimizer.download_prompt"),
            data=file(lambda: winner.source, "best_prompt"),
            file_name=f"best_prompt.{winner.form}",
            on_click="ignore",
            key="save_prompt",
        )
        st.download_button(
            t("optimizer.download_history"),
            data=file(
                lambda: orjson.dumps(
                    history(run, material, book.details(run.id), overrules), option=orjson.OPT_INDENT_2
                ),
                "history",
            ),
            file_name="history.json",
            mime="application/json",
            on_click="ignore",
            key="save_history",
        )
        st.download_button(
            t("optimizer.download_promptfoo"),
            data=file(lambda: promptfoo_of(book, run, settings()), "promptfoo"),
            file_name="promptfooconfig.yaml",
            on_click="ignore",
            key="save_promptfoo",
        )
        if settings().mlflow_tracking_uri is not None and run.outcome is not None:
            _mlflow(book, run)


def _mlflow(book: RunBook, run: RunRecord) -> None:
    if not st.button(t("optimizer.to_mlflow"), key="to_mlflow", **permitted("prompt.experiment")):
        return
    try:
        with st.spinner(t("optimizer.to_mlflow")):
            name = to_mlflow(book, run, settings())
    except WorkbenchError as error:
        show_error(error)
        return
    st.success(t("optimizer.in_mlflow", name=name))


def _promote(shelf: PromptShelf, run: RunRecord, winner: Prompt, others: list[Arm]) -> None:
    used = shelf.in_use(winner.id).prompt
    changed = line_difference(used.source, winner.source)
    st.subheader(t("optimizer.difference"), anchor=False)
    if changed:
        st.code(changed, language="diff", wrap_lines=True)
    else:
        st.caption(t("optimizer.no_difference"))
    share = 0
    if winner.id in ASKING_FOR_THUMBS:
        share = st.number_input(
            t("optimizer.explore"),
            min_value=0,
            max_value=50,
            value=round(EXPLORATION * 100),
            width=320,
            key="promote_share",
            **permitted("prompt.promote", help=t("optimizer.explore_help")),
        )
    if st.button(t("optimizer.promote_now"), type="primary", key="promote", **permitted("prompt.promote")):
        user = person()
        try:
            version = shelf.add(winner, author=user, note=run.title, run_id=run.id)
            arms = [run.knobs.settings(other) for other in others[:3]]
            shelf.promote(winner.id, version.id, author=user, note=run.title, exploration=share / 100, arms=arms)
        except WorkbenchError as error:
            show_error(error)
            return
        st.success(t("optimizer.promoted", number=version.number))
