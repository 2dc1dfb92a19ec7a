"""The text's tokens, what each was allowed among and what it cost, and the lexemes that the lexer cut it into."""

from __future__ import annotations

import statistics

import pandas as pd
import streamlit as st

from core.structured import JSON_LEXEMES, Masks, ReadLexeme, TracedToken, lexemes_of
from core.ui.decoding_lab.token_text import token_text
from core.ui.texts import t


def path_view(prepared: Masks, tokens: list[TracedToken]) -> None:
    """A table with one row a token, and one with a row for each lexeme."""
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
    _lexemes(prepared, b"".join(token.text for token in tokens if token.taken))


def _lexemes(prepared: Masks, text: bytes) -> None:
    lexemes = lexemes_of(prepared, text)
    if not lexemes:
        return
    st.subheader(t("decoding_lab.lexemes", count=len(lexemes)), anchor=False, help=t("decoding_lab.lexemes_help"))
    rows = [
        {
            "#": number,
            t("decoding_lab.lexeme"): token_text(lexeme.text),
            t("decoding_lab.terminal"): " | ".join(_terminal_name(name) for name in lexeme.terminals) or "–",
            t("decoding_lab.lexeme_state"): _state_of(lexeme),
        }
        for number, lexeme in enumerate(lexemes, 1)
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=300, key="decoding_lab_lexemes")


def _terminal_name(name: str) -> str:
    return t(f"decoding_lab.json_{name}") if name in JSON_LEXEMES else name


def _state_of(lexeme: ReadLexeme) -> str:
    if not lexeme.finished:
        return t("decoding_lab.lexeme_open")
    return t("decoding_lab.lexeme_ignored" if lexeme.ignored else "decoding_lab.lexeme_read")
