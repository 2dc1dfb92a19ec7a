"""The text's tokens: what each was allowed among, and what it cost."""

from __future__ import annotations

import statistics

import pandas as pd
import streamlit as st

from core.structured import Masks, TracedToken
from core.ui.decoding_lab.token_text import token_text
from core.ui.texts import t


def path_view(prepared: Masks, tokens: list[TracedToken]) -> None:
    """A table with one row a token."""
    if not tokens:
        st.info(t("decoding_lab.no_tokens"))
        return
    size = len(prepared.vocabulary)
    first, second, third = st.columns(3)
    first.metric(t("decoding_lab.tokens"), f"{len(tokens):,}", border=True)
    second.metric(
        t("decoding_lab.microseconds"), f"{statistics.median(token.first_us for token in tokens):,.0f}", border=True
    )
    third.metric(t("decoding_lab.masks"), f"{prepared.stored:,}", border=True, help=t("decoding_lab.masks_help"))
    rows = [
        {
            "#": number,
            t("decoding_lab.token"): token_text(token.text),
            t("decoding_lab.allowed"): token.allowed,
            t("decoding_lab.share"): token.allowed / size,
            t("decoding_lab.microseconds_short"): round(token.first_us, 1),
            t("decoding_lab.field"): " › ".join(map(str, token.field)),
            t("decoding_lab.verdict"): t("decoding_lab.is_allowed" if token.taken else "decoding_lab.is_refused"),
        }
        for number, token in enumerate(tokens, 1)
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=420,
        column_config={t("decoding_lab.share"): st.column_config.NumberColumn(format="percent")},
        key="decoding_lab_path",
    )
