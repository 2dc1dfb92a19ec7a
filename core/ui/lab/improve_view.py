"""What to change: knobs that answer the failures, the improved prompt's file, and the way to the optimizer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.access import Resource
from core.errors import BadArguments, WorkbenchError
from core.extraction.files import ExtractionTask
from core.extraction.improving import hand_over, knob_proposals, with_defaults, with_proposals
from core.extraction.runs import CaseResult, ExtractionRun
from core.settings import settings
from core.ui.access.exports import exported
from core.ui.access.permitted import permitted
from core.ui.failure import show_error
from core.ui.lab.lab_words import strategy_names, strategy_words
from core.ui.lab.task_view import start_run
from core.ui.links import open_optimizer
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import run_book


def improve_panel(run: ExtractionRun, task: ExtractionTask, results: Sequence[CaseResult]) -> None:
    """Draw proposals, the improved prompts, and the hand-over."""
    proposals = knob_proposals(results, task, run.settings)
    st.subheader(t("lab.proposals"), anchor=False)
    better = run.settings
    if proposals:
        table = pd.DataFrame(
            [
                {
                    t("lab.strategy"): strategy_words(proposal.strategy),
                    t("lab.proposal_mode"): t(f"lab.mode_{proposal.mode}"),
                    t("lab.proposal_cases"): proposal.cases,
                    t("lab.proposal_knob"): proposal.knob,
                    t("lab.proposal_now"): str(proposal.now),
                    t("lab.proposal_better"): str(proposal.better),
                }
                for proposal in proposals
            ]
        )
        st.dataframe(table, hide_index=True, key="lab_proposals")
        if run.settings.engine == "builtin":
            st.caption(t("lab.proposal_ignored"))
        better = with_proposals(run.settings, proposals)
        if st.button(t("lab.run_again"), type="primary", key="lab_run_again", **permitted("lab.run")):
            start_run(task, better.model_dump(mode="json"), parent=run.id)
    else:
        st.info(t("lab.proposal_none"))
    improved = with_defaults(task, better)
    for strategy in run.settings.strategies:
        prompt = improved.strategies[strategy]
        if prompt.source != task.strategies[strategy].source:
            with st.expander(f"{t('lab.improved_prompt')} · {strategy_words(strategy)}"):
                st.code(prompt.source, language="yaml", height=320)
                st.download_button(
                    t("lab.download_prompt"),
                    exported(
                        partial(str, prompt.source), "lab_prompt", action="lab.run", other=Resource("run", run.id)
                    ),
                    f"{strategy}.{prompt.form}",
                    on_click="ignore",
                    key=f"lab_prompt_file_{strategy}",
                )
    _optimizer(run, task)


def _optimizer(run: ExtractionRun, task: ExtractionTask) -> None:
    st.subheader(t("lab.optimizer"), anchor=False)
    st.caption(t("lab.optimizer_note"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        strategy = st.selectbox(
            t("lab.strategy"),
            list(run.settings.strategies),
            format_func=strategy_names(task).__getitem__,
            width=280,
            key="lab_optimizer_strategy",
        )
        go = st.button(t("lab.optimizer_go"), key="lab_optimizer_go")
    if not go:
        return
    try:
        started = hand_over(run_book(), task, strategy, run.settings, settings(), user=person())
    except BadArguments as error:
        if error.facts.get("reason") == "few_cases":
            st.error(t("lab.optimizer_few"))
        else:
            show_error(error)
    except WorkbenchError as error:
        show_error(error)
    else:
        open_optimizer(started.id)
