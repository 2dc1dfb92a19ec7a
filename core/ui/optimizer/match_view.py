"""Matches one by one: both answers side by side, scores, the judge's reasons, and a person's own verdict."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.optimizer.files import Material
from core.optimizer.judging import Verdict
from core.optimizer.runs import MatchDetail, MatchRecord, RunBook, RunRecord
from core.optimizer.statistics import agreement, position_share
from core.ui.access.permitted import permitted
from core.ui.escape import md, name_md
from core.ui.optimizer.formats import percent, settings_words
from core.ui.person import person
from core.ui.texts import t

_SHOWN = ("all", "failed", "close", "overruled")
_CLOSE = 0.1
_FAILURES = ("inconsistent", "refusal", "model_timeout", "schema_error", "parse_error", "length")
_OWN: dict[str, float | None] = {"judge": None, "a": 1.0, "tie": 0.5, "b": 0.0}


def matches(book: RunBook, run: RunRecord, played: Sequence[MatchRecord], overrules: dict[int, float]) -> None:
    """Choose a match and look into it."""
    shown = st.segmented_control(
        t("optimizer.only"),
        _SHOWN,
        default="all",
        required=True,
        format_func={name: t(f"optimizer.only_{name}") for name in _SHOWN}.__getitem__,
        label_visibility="collapsed",
        key="matches_shown",
    )
    chosen = [match for match in reversed(played) if _is_shown(match, shown, overrules)]
    if not chosen:
        st.info(t("optimizer.nothing_yet"))
        return
    by_number = {match.number: match for match in chosen}
    lines = {
        match.number: t(
            "optimizer.match_line",
            number=match.number,
            example=match.example,
            outcome=_words(match, overrules),
        )
        for match in chosen
    }
    number = st.selectbox(
        t("optimizer.choose_match"), list(by_number), format_func=lines.__getitem__, key="match_number"
    )
    detail = book.detail(run.id, number)
    if detail is None:
        st.info(_words(by_number[number], overrules))
        return
    _texts(book.material(run), detail)
    _sides(run, detail)
    _verdicts(detail)
    _own_verdict(book, run, number, overrules)


def _is_shown(match: MatchRecord, shown: str, overrules: dict[int, float]) -> bool:
    if shown == "failed":
        return match.state == "failed"
    if shown == "close":
        return match.margin is not None and abs(match.margin) < _CLOSE
    return shown == "all" or match.number in overrules


def _words(match: MatchRecord, overrules: dict[int, float]) -> str:
    outcome = overrules.get(match.number, match.outcome)
    if outcome is not None:
        return t({1.0: "optimizer.won_a", 0.5: "optimizer.tied", 0.0: "optimizer.won_b"}[outcome])
    states = {"planned": "optimizer.planned", "dropped": "optimizer.dropped"}
    return t(states.get(match.state, "optimizer.no_verdict"))


def _texts(material: Material, detail: MatchDetail) -> None:
    example = material.dataset.example(detail.match.example)
    st.markdown(f"**{t('optimizer.instruction')}** {md(example.instruction)}")
    with st.expander(t("optimizer.context")):
        st.text(example.text)
    if example.gold is not None and (example.gold.answer or example.gold.unknown):
        with st.expander(t("optimizer.gold")):
            st.text(example.gold.answer or t("optimizer.gold_unknown"))


def _sides(run: RunRecord, detail: MatchDetail) -> None:
    sides = [("A", detail.match.a, detail.a), ("B", detail.match.b, detail.b)]
    if st.toggle(t("optimizer.swap"), key="match_swap"):
        sides.reverse()
    for column, (name, arm, answer) in zip(st.columns(2), sides, strict=True):
        first = (name == "A") == detail.match.a_first
        with column, st.container(border=True):
            st.markdown(f"**{name}** · {t('optimizer.shown_first' if first else 'optimizer.shown_second')}")
            st.caption(md(settings_words(run.knobs.settings(arm), 240)))
            if answer.state != "ok":
                st.warning(t(f"optimizer.answer_{answer.state}"))
            text = (answer.value or {}).get("answer")
            st.text(text if isinstance(text, str) else answer.text or "—")
            cited = (answer.value or {}).get("citations")
            if isinstance(cited, list) and cited:
                st.caption(" ".join(f"[{md(str(entry))}]" for entry in cited))


def _verdicts(detail: MatchDetail) -> None:
    for verdict in detail.verdicts:
        if verdict.failure is not None:
            code = verdict.failure if verdict.failure in _FAILURES else "other"
            st.warning(t("optimizer.verdict_failed", words=t(f"optimizer.failure_{code}")))
            continue
        _scores(verdict, detail.match.number)
        if verdict.by == "model":
            st.markdown(f"**{t('optimizer.reason')}** {md(verdict.reason)}")
        elif verdict.reason:
            st.markdown(t("optimizer.reason_rules", words=name_md(verdict.reason)))


def _scores(verdict: Verdict, number: int) -> None:
    if verdict.a is None or verdict.b is None:
        return
    rows = [
        {t("optimizer.criterion"): name, "A": f"{verdict.a.by_criterion[name]:.2f}", "B": f"{score:.2f}"}
        for name, score in verdict.b.by_criterion.items()
    ]
    rows.append(
        {
            t("optimizer.criterion"): t("optimizer.total"),
            "A": f"{verdict.a.total:.2f}",
            "B": f"{verdict.b.total:.2f}",
        }
    )
    st.dataframe(pd.DataFrame(rows), hide_index=True, width=520, key=f"scores_{number}_{id(verdict)}")


def _own_verdict(book: RunBook, run: RunRecord, number: int, overrules: dict[int, float]) -> None:
    outcome = overrules.get(number)
    now = next(name for name, value in _OWN.items() if value == outcome)
    labels = {
        "judge": t("optimizer.overrule_judge"),
        "a": t("optimizer.won_a"),
        "tie": t("optimizer.tied"),
        "b": t("optimizer.won_b"),
    }
    own = st.segmented_control(
        t("optimizer.overrule"),
        list(_OWN),
        default=now,
        required=True,
        format_func=labels.__getitem__,
        key=f"overrule_{run.id}_{number}",
        **permitted("prompt.experiment", help=t("optimizer.overrule_note")),
    )
    if own != now:
        book.overrule(run.id, number, _OWN[own], user=person())
        st.rerun()


def judge(played: Sequence[MatchRecord], overrules: dict[int, float]) -> None:
    """How far the judge can be trusted."""
    ended = [match for match in played if match.state in ("decided", "failed")]
    failed = sum(match.state == "failed" for match in ended)
    st.metric(t("optimizer.failed_share"), f"{failed} / {len(ended)}")
    st.subheader(t("optimizer.position"), anchor=False)
    first = position_share(ended)
    if first is None:
        st.caption(t("optimizer.nothing_yet"))
    else:
        low, high = percent(first.low), percent(first.high)
        st.markdown(t("optimizer.position_line", rate=percent(first.value), low=low, high=high))
        if first.low > 0.5 or first.high < 0.5:
            st.warning(t("optimizer.position_biased"))
    st.subheader(t("optimizer.agreement"), anchor=False)
    pairs = [
        (match.outcome, overrules[match.number])
        for match in ended
        if match.number in overrules and match.outcome is not None
    ]
    found = agreement(pairs)
    if found is None:
        st.caption(t("optimizer.agreement_none"))
        return
    kappa = t("optimizer.kappa_unknown") if found.kappa is None else f"{found.kappa:.2f}"
    st.markdown(t("optimizer.agreement_line", count=found.count, same=round(found.same * found.count), kappa=kappa))
