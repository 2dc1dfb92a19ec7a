"""What a model would add, where texts would go, how to connect one, and a check of what is connected.

Keys are not entered here: they stay in the environment or in `.env`, and no key is ever shown.
"""

from __future__ import annotations

import streamlit as st

from core.settings import Role, Settings
from core.ui.escape import md, short
from core.ui.texts import error_text, t
from core.ui.workbench import workbench
from core.workbench import ROLES, EngineCheck, check_engine, engine_host

_NAME = 60
_ENDPOINT = """OPENAI_BASE_URL=https://example.com/v1
OPENAI_API_KEY=your-key
LLM_MODEL=your-model
"""
_EMBEDDINGS = "EMBEDDINGS_MODEL=your-embeddings-model\n"
_INSTALL = "make local-model"
_SERVE = ".venv/bin/python -m core serve-local"


def connecting() -> None:
    """Draw the page."""
    settings = workbench().settings
    asked = _now(settings)
    results = st.container()
    st.subheader(t("connect.adds"), anchor=False)
    st.markdown(t("connect.adds_text"))
    st.subheader(t("connect.where"), anchor=False)
    st.markdown(t("connect.where_text"))
    st.subheader(t("connect.how"), anchor=False)
    st.markdown(t("connect.how_text"))
    st.code(_ENDPOINT + _EMBEDDINGS, language=None)
    st.caption(t("connect.how_roles"))
    st.subheader(t("connect.local"), anchor=False)
    st.markdown(t("connect.local_text"))
    st.code(f"{_INSTALL}\n{_SERVE}", language=None)
    st.caption(t("connect.local_then"))
    if asked:
        with results:
            _checked(settings, asked)


def _now(settings: Settings) -> list[Role]:
    """What answers in each role today, and the button of the check; gives the roles to be checked."""
    st.subheader(t("connect.now"), anchor=False)
    st.markdown("\n".join(f"- {_answering(settings, role)}" for role in ROLES))
    configured = [role for role in ROLES if settings.connection(role).model is not None]
    if not configured:
        st.info(t("connect.none"))
        return []
    st.caption(t("connect.check_sends"))
    return configured if st.button(t("connect.check"), type="primary", key="connect_check") else []


def _answering(settings: Settings, role: Role) -> str:
    model, name = settings.connection(role).model, t(f"connect.role_{role}")
    if model is None:
        return t("connect.builtin", role=name)
    return t("connect.model", role=name, model=md(short(model, _NAME)), host=md(engine_host(settings, role)))


def _checked(settings: Settings, roles: list[Role]) -> None:
    bar = st.progress(0.0)
    results = []
    for place, role in enumerate(roles):
        name = t(f"connect.role_{role}")
        bar.progress(place / len(roles), text=t("connect.checking", role=name, done=place, total=len(roles)))
        results.append(check_engine(role, settings))
    bar.empty()
    for result in results:
        _result(result)


def _result(result: EngineCheck) -> None:
    name = t(f"connect.role_{result.role}")
    if result.error is not None:
        st.error(t("connect.failed", role=name, reason=error_text(result.error.code)))
        st.caption(t("connect.remedy"))
        return
    model, host = md(short(result.model, _NAME)), md(result.host)
    st.success(t("connect.answers", role=name, model=model, host=host))
    if not result.priced:
        st.caption(t("connect.unpriced"))
