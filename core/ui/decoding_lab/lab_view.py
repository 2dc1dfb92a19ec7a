"""The page: a form and a model on the left, the text on the right, and views of what the engine does below."""

from __future__ import annotations

import streamlit as st

from core.local_model import LocalModel, PromptMessage, Sampling, generate
from core.structured import Masks, Matcher, StructuredError, TracedToken, expected_here, traced
from core.ui.decoding_lab.automaton_view import automaton_view
from core.ui.decoding_lab.forms import KINDS, FormKind, ModelName, examples, masks, model, models
from core.ui.decoding_lab.next_view import next_view
from core.ui.decoding_lab.path_view import path_view
from core.ui.decoding_lab.samples_view import samples_view
from core.ui.escape import md
from core.ui.texts import t

_SOURCE, _TEXT, _PROMPT = "decoding_lab_source", "decoding_lab_text", "decoding_lab_prompt"
_VIEWS = ("next", "path", "automaton", "samples", "how")
_LONGEST = 4_000


def decoding_lab() -> None:
    """Draw the page."""
    st.caption(t("decoding_lab.lead"))
    left, right = st.columns(2, gap="medium")
    with left:
        kind, name = _form()
    try:
        with st.spinner(t("decoding_lab.loading"), show_time=True):
            chosen = model(name)
        prepared = masks(kind, st.session_state[_SOURCE], name)
        with right:
            tokens, matcher = _text(prepared, chosen)
    except StructuredError as error:
        with right:
            st.error(t("decoding_lab.refused"))
            st.code(str(error), language=None, wrap_lines=True)
        return
    view = st.segmented_control(
        t("decoding_lab.views"),
        _VIEWS,
        default="next",
        required=True,
        format_func={view: t(f"decoding_lab.view_{view}") for view in _VIEWS}.__getitem__,
        label_visibility="collapsed",
        key="decoding_lab_view",
    )
    try:
        if view == "next":
            next_view(chosen, _prompt(chosen), tokens, matcher)
        elif view == "path":
            path_view(prepared, tokens)
        elif view == "automaton":
            automaton_view(prepared, matcher)
        elif view == "samples":
            samples_view(kind, st.session_state[_SOURCE], chosen, prepared, _prompt(chosen))
        else:
            st.markdown(t("decoding_lab.how"))
    except StructuredError as error:  # met for the first time behind this text: a keyword, or the budget
        st.error(t("decoding_lab.refused"))
        st.code(str(error), language=None, wrap_lines=True)


def _form() -> tuple[FormKind, ModelName]:
    line = st.container(horizontal=True, gap="small")
    kind = line.segmented_control(
        t("decoding_lab.form"),
        KINDS,
        default="schema",
        required=True,
        format_func={kind: t(f"decoding_lab.form_{kind}") for kind in KINDS}.__getitem__,
        key="decoding_lab_kind",
    )
    sources = examples(kind)
    names = {example: t(f"decoding_lab.example_{example}") for example in sources}
    example = line.selectbox(
        t("decoding_lab.example"), list(sources), format_func=names.__getitem__, key=f"decoding_lab_example_{kind}"
    )
    if st.session_state.get("decoding_lab_shown") != (kind, example):
        st.session_state["decoding_lab_shown"] = (kind, example)
        st.session_state[_SOURCE], st.session_state[_TEXT] = sources[example], ""
    st.text_area(t("decoding_lab.source"), height=236, key=_SOURCE)
    there = models()
    name = st.selectbox(
        t("decoding_lab.model"),
        there,
        format_func={name: t(f"decoding_lab.model_{name}") for name in there}.__getitem__,
        key="decoding_lab_model",
        help=None if len(there) > 1 else t("decoding_lab.model_missing"),
    )
    return kind, name


def _prompt(chosen: LocalModel) -> list[int]:
    return chosen.tokens.conversation([PromptMessage("user", st.session_state.get(_PROMPT) or "")])


def _text(prepared: Masks, chosen: LocalModel) -> tuple[list[TracedToken], Matcher]:
    st.text_input(t("decoding_lab.prompt"), value=t("decoding_lab.prompt_example"), max_chars=500, key=_PROMPT)
    written = st.container()
    # Buttons change the text before its field is drawn.
    with st.container(horizontal=True, gap="small"):
        if st.button(t("decoding_lab.step"), type="primary"):
            _go_on(prepared, chosen, 1)
        if st.button(t("decoding_lab.finish")):
            _go_on(prepared, chosen, 120)
        if st.button(t("decoding_lab.clear")):
            st.session_state[_TEXT] = ""
    with written:
        st.text_area(t("decoding_lab.text"), height=120, max_chars=_LONGEST, key=_TEXT)
    tokens, matcher = traced(prepared, chosen.tokens.encode(st.session_state[_TEXT]))
    _state_line(prepared, tokens, matcher)
    return tokens, matcher


def _state_line(prepared: Masks, tokens: list[TracedToken], matcher: Matcher) -> None:
    """Whether the text may end, must go on, or has left the form."""
    refused = next((token for token in tokens if not token.taken), None)
    if refused is not None:
        fitting = sum(len(token.text) for token in tokens if token.taken)
        longest = matcher.copy().advance_bytes(refused.text)
        st.error(
            t(
                "decoding_lab.impossible",
                position=len(_until(st.session_state[_TEXT], fitting + longest)),
                expected=md(_expected_behind(prepared, matcher, refused.text[:longest])),
            )
        )
    elif matcher.complete():
        st.success(t("decoding_lab.complete"))
    else:
        st.info(t("decoding_lab.growing", expected=md(expected_here(prepared, matcher))))


def _expected_behind(prepared: Masks, matcher: Matcher, text: bytes) -> str:
    further = matcher.copy()
    further.advance_bytes(text)
    return expected_here(prepared, further)


def _until(text: str, count: int) -> str:
    return text.encode("utf-8", "surrogatepass")[:count].decode("utf-8", "ignore")


def _go_on(prepared: Masks, chosen: LocalModel, most: int) -> None:
    """Let the model write on within the form: one token, or until the end."""
    text: str = st.session_state[_TEXT]
    prompt = [*_prompt(chosen), *chosen.tokens.encode(text)]
    tokens, matcher = traced(prepared, chosen.tokens.encode(text))
    if any(not token.taken for token in tokens):
        return
    turn = st.session_state["decoding_lab_turn"] = st.session_state.get("decoding_lab_turn", 0) + 1
    with st.spinner(t("decoding_lab.writing")):
        sample = generate(chosen, prompt, Sampling(0.8, most, seed=turn, close=most > 1), matcher)[0]
    st.session_state[_TEXT] = (text.encode("utf-8", "surrogatepass") + sample.text).decode("utf-8", "replace")
