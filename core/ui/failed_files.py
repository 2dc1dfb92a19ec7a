"""Files that could not be taken in: they stay to be seen, with reason and retry, until somebody puts them away."""

from __future__ import annotations

import streamlit as st

from core.contracts import KIND
from core.jobs import UnitView
from core.ui.access.permitted import permitted
from core.ui.escape import name_md
from core.ui.jobs import PARAMETER, reason_words, state_words
from core.ui.links import CONTRACTS
from core.ui.texts import t
from core.ui.workbench import workbench

_SHOWN, _BRIEFLY, _OPEN = 20, 4, 3
_NAMED, _NAME = 2, 40


def failed_files(*, brief: bool = False, folded: bool = False) -> None:
    """Draw the failed files; nothing when there are none.

    Args:
        brief: the newest few, with the way to the page that shows all.
        folded: by their names in one line, which opens, unless the address names the job that has just read files.
    """
    failed = workbench().ledger.failures(KIND)
    if not failed:
        return
    if brief:
        st.subheader(f"{t('jobs.failed_files')}  :gray[{len(failed)}]", anchor=False)
        for unit in failed[:_BRIEFLY]:
            st.markdown(f"**{name_md(unit.label)}** — {state_words(unit)}")
            st.caption(reason_words(unit))
        st.page_link(str(CONTRACTS), label=t("jobs.see_failures"))
        return
    shut = folded and PARAMETER not in st.query_params
    names = t("shell.and").join(name_md(unit.label, _NAME) for unit in failed[:_NAMED])
    label = t(
        "jobs.failed_named" if len(failed) <= _NAMED else "jobs.failed_named_more", count=len(failed), names=names
    )
    with st.expander(
        label if shut else t("jobs.failed_count", count=len(failed)),
        expanded=not shut and len(failed) <= _OPEN,
        key=f"failed_files_{len(failed)}_{shut}",
    ):
        may = permitted("job.manage")
        if len(failed) > 1:
            with st.container(horizontal=True, gap="small"):
                st.button(
                    t("jobs.retry_all", count=len(failed)), key="retry_failed", on_click=_retry, args=(failed,), **may
                )
                st.button(
                    t("jobs.dismiss_all"),
                    key="dismiss_failed",
                    type="tertiary",
                    on_click=_dismiss,
                    args=(failed,),
                    **may,
                )
        for unit in failed[:_SHOWN]:
            words, again, away = st.columns([14, 5, 5], vertical_alignment="center")
            words.markdown(f"**{name_md(unit.label)}** — {state_words(unit)}  \n{reason_words(unit)}")
            set_aside = unit.state == "quarantined"
            again.button(
                t("jobs.release") if set_aside else t("jobs.retry"),
                key=f"again_{unit.id}",
                on_click=_retry,
                args=([unit],),
                width="stretch",
                **permitted("job.manage", help=t("jobs.release_help") if set_aside else None),
            )
            away.button(
                t("jobs.dismiss"), key=f"away_{unit.id}", on_click=_dismiss, args=([unit],), width="stretch", **may
            )
        if len(failed) > _SHOWN:
            st.caption(t("today.more", count=len(failed) - _SHOWN))


def _retry(failed: list[UnitView]) -> None:
    """Try again; the address names the job, whose panel says how it goes and draws this one anew at its end."""
    ledger = workbench().ledger
    st.query_params[PARAMETER] = failed[0].batch
    for unit in failed:
        (ledger.retry if unit.state == "failed" else ledger.release)(unit.id)


def _dismiss(failed: list[UnitView]) -> None:
    workbench().ledger.dismiss([unit.id for unit in failed])
