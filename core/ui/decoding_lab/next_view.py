"""The next token: what the model would write, and what the form leaves of it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.local_model import LocalModel, next_tokens
from core.structured import Matcher, TracedToken, allowed_count
from core.ui.decoding_lab.token_text import token_text
from core.ui.texts import t


def next_view(chosen: LocalModel, prompt: list[int], tokens: list[TracedToken], matcher: Matcher) -> None:
    """Share of the vocabulary that is allowed, and the likeliest tokens before and after masking."""
    fitting = [token.token for token in tokens if token.taken]
    allowed, size = allowed_count(matcher.mask()), len(chosen.tokens.vocabulary)
    found = next_tokens(chosen, [*prompt, *fitting], matcher)
    first, second, third = st.columns(3)
    first.metric(t("decoding_lab.allowed"), f"{allowed:,} / {size:,}", border=True)
    second.metric(t("decoding_lab.share"), f"{allowed / size:.2%}", border=True)
    third.metric(t("decoding_lab.inside"), f"{found.inside:.1%}", border=True, help=t("decoding_lab.inside_help"))
    forced = matcher.forced()
    if forced:
        st.caption(t("decoding_lab.forced", text=f"`{token_text(forced)}`"))
    rows = [
        {
            t("decoding_lab.token"): t("decoding_lab.end_token") if chance.end else token_text(chance.text),
            t("decoding_lab.before"): chance.before,
            t("decoding_lab.after"): chance.after,
            t("decoding_lab.verdict"): t("decoding_lab.is_allowed" if chance.after > 0 else "decoding_lab.is_refused"),
        }
        for chance in sorted(found.tokens, key=lambda chance: (-chance.after, -chance.before))
    ]
    share = st.column_config.ProgressColumn(format="percent", min_value=0.0, max_value=1.0)
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=420,
        column_config={t("decoding_lab.before"): share, t("decoding_lab.after"): share},
        key="decoding_lab_next",
    )
