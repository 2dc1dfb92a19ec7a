"""One case: its text, what each strategy made of it field by field, the error that a caller gets, the raw output."""

from __future__ import annotations

from collections.abc import Sequence

import orjson
import pandas as pd
import streamlit as st

from core.extraction.files import ExtractionTask, LabelledCase
from core.extraction.runs import CaseResult, by_case
from core.ui.escape import plain, short
from core.ui.lab.lab_words import strategy_words
from core.ui.texts import t


def case_by_case(task: ExtractionTask, results: Sequence[CaseResult]) -> None:
    """Choose a case and look into it."""
    found = by_case(results)
    cases = {case.id: case for case in task.cases if case.id in found}
    worst = min(cases, key=lambda case_id: min(result.score.total for result in found[case_id].values()))
    chosen = st.selectbox(
        t("lab.choose_case"),
        list(cases),
        index=list(cases).index(worst),
        format_func={case.id: _line(case, found[case.id]) for case in cases.values()}.__getitem__,
        key="lab_case",
    )
    case = cases[chosen]
    st.code(case.text, language=None, wrap_lines=True)
    if case.missing:
        st.info(t("lab.expected_error", fields=t("punctuation.list").join(f"`{name}`" for name in case.missing)))
    for strategy in task.strategies:
        if strategy in found[case.id]:
            _result_view(found[case.id][strategy])


def _line(case: LabelledCase, own: dict[str, CaseResult]) -> str:
    scores = " / ".join(f"{result.score.total:.0f}" for result in own.values())
    return f"{case.id} · {t(f'lab.class_{case.kind}')} · {scores} · {short(case.text, 50)}"


def _result_view(result: CaseResult) -> None:
    score = result.score
    with st.container(border=True, key=f"lab_result_{result.strategy}"):
        words = f"**{strategy_words(result.strategy)}** · {score.total:.0f} · {t(f'lab.band_{score.band}')}"
        if score.repaired != score.total:
            words += f" · {t('lab.repaired', score=f'{score.repaired:.0f}')}"
        st.markdown(words)
        modes = list(dict.fromkeys(failure.mode for failure in score.failures))
        if modes:
            st.caption(" · ".join(t(f"lab.mode_{mode}") for mode in modes))
        st.dataframe(
            pd.DataFrame(
                [
                    {
                        t("lab.field"): field.name,
                        t("lab.expected"): _value(field.expected, missing=field.missing),
                        t("lab.got"): _value(field.got),
                        t("lab.right"): t("lab.is_right") if field.right else t("lab.is_wrong"),
                        t("lab.support"): t(f"lab.support_{field.support}"),
                    }
                    for field in score.fields
                ]
            ),
            hide_index=True,
            key=f"lab_fields_{result.strategy}",
        )
        if score.violations:
            _violations(result)
        with st.expander(t("lab.raw", count=len(result.attempts))):
            for number, attempt in enumerate(result.attempts, start=1):
                fault = attempt["fault"]
                key = "lab.attempt_fault" if fault else "lab.attempt_good"
                st.caption(t(key, number=number, **({"fault": plain(str(fault))} if fault else {})))
                if attempt["length"] > len(attempt["raw"]):
                    st.caption(t("lab.raw_cut", length=f"{attempt['length']:,}", shown=f"{len(attempt['raw']):,}"))
                st.code(attempt["raw"], language=None, wrap_lines=True)


def _violations(result: CaseResult) -> None:
    violations = result.score.violations
    with st.expander(t("lab.error_object")):
        st.dataframe(
            pd.DataFrame(
                [
                    {t("lab.place"): path or "/", t("lab.violation"): english, t("lab.meaning"): japanese}
                    for path, english, japanese in violations
                ]
            ),
            hide_index=True,
            key=f"lab_violations_{result.strategy}",
        )
        body = orjson.dumps(result.score.error, option=orjson.OPT_INDENT_2).decode()
        st.code(body, language="json", wrap_lines=True)


def _value(value: object, *, missing: bool = False) -> str:
    if value is None:
        return "—" if missing else t("lab.none")
    return value if isinstance(value, str) else orjson.dumps(value).decode()
