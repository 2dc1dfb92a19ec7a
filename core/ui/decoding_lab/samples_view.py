"""The same model with and without the form, side by side, and how many of its texts are valid."""

from __future__ import annotations

import jsonschema_rs
import orjson
import pandas as pd
import streamlit as st

from core.local_model import LocalModel, Sample, Sampling, generate
from core.structured import Masks, Matcher
from core.ui.decoding_lab.forms import FormKind
from core.ui.texts import t

_FOUND = "decoding_lab_samples"


def samples_view(kind: FormKind, source: str, chosen: LocalModel, prepared: Masks, prompt: list[int]) -> None:
    """Controls, and the texts of the last sampling of this form."""
    first, second, third, fourth = st.columns([2, 2, 2, 2], vertical_alignment="bottom")
    count = first.selectbox(t("decoding_lab.samples"), (4, 8, 16, 32), index=1, key="decoding_lab_count")
    most = second.selectbox(t("decoding_lab.most_tokens"), (40, 80, 160, 320), index=1, key="decoding_lab_most")
    temperature = third.slider(t("decoding_lab.temperature"), 0.0, 1.5, 0.8, 0.1, key="decoding_lab_temperature")
    if fourth.button(t("decoding_lab.sample"), width="stretch"):
        sampling = Sampling(temperature, most, seed=1)
        within = _sampled(chosen, prompt, sampling, prepared, count, t("decoding_lab.within"))
        freely = _sampled(chosen, prompt, sampling, None, count, t("decoding_lab.freely"))
        st.session_state[_FOUND] = (kind, source, chosen.name, within, freely)
    found = st.session_state.get(_FOUND)
    if found is None or found[:3] != (kind, source, chosen.name):
        st.info(t("decoding_lab.no_samples"))
        return
    left, right = st.columns(2)
    for column, title, samples in (
        (left, t("decoding_lab.within"), found[3]),
        (right, t("decoding_lab.freely"), found[4]),
    ):
        with column:
            valid = [_valid(kind, source, prepared, sample) for sample in samples]
            st.metric(title, f"{sum(valid)} / {len(samples)}", border=True, help=t("decoding_lab.valid_help"))
            rows = [
                {
                    t("decoding_lab.verdict"): t("decoding_lab.valid" if fits else "decoding_lab.invalid"),
                    t("decoding_lab.ended_by"): t(f"decoding_lab.ended_{sample.ended}"),
                    t("decoding_lab.text_short"): sample.text.decode("utf-8", "replace"),
                }
                for sample, fits in zip(samples, valid, strict=True)
            ]
            st.dataframe(pd.DataFrame(rows), hide_index=True, height=360, row_height=70)


def _sampled(
    chosen: LocalModel, prompt: list[int], sampling: Sampling, prepared: Masks | None, count: int, title: str
) -> list[Sample]:
    bar = st.progress(0.0, text=title)
    steps = 0

    def tell(finished: int) -> None:
        nonlocal steps
        steps += 1
        bar.progress(max(finished / count, min(steps / sampling.most_tokens, 1.0)), text=title)

    samples = generate(chosen, prompt, sampling, None if prepared is None else Matcher(prepared), count, tell)
    bar.empty()
    return samples


def _valid(kind: FormKind, source: str, prepared: Masks, sample: Sample) -> bool:
    """Whether a text is in the form, judged for a JSON Schema by the validator and not by the engine."""
    if kind != "schema":
        matcher = Matcher(prepared)
        return matcher.advance_bytes(sample.text) == len(sample.text) and matcher.complete()
    try:
        value = orjson.loads(sample.text)
    except orjson.JSONDecodeError:
        return False
    return bool(jsonschema_rs.validator_for(orjson.loads(source)).is_valid(value))
