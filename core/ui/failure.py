"""What a person sees when something fails: what happened, what to do, and a reference number; never a raw exception."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.logs import log, new_reference
from core.ui.escape import short
from core.ui.texts import error_text, t

_log = log(__name__)


def show_failure(error: Exception) -> bool:
    """Log an uncaught error under a new reference number and show the friendly wording for it.

    Returns:
        True, which tells Streamlit that nothing more is to be shown.
    """
    reference = new_reference()
    known = isinstance(error, WorkbenchError)
    _log.error(
        "uncaught error", reference=reference, error=type(error).__name__, message=str(error), exc_info=not known
    )
    with st.container(key=f"failure_{reference}"):
        if isinstance(error, WorkbenchError):
            st.error(error_text(error.code, _safe(error)))
        else:
            st.error(error_text("unexpected"))
        st.caption(t("shell.reference", reference=reference))
        st.button(t("shell.try_again"), key=f"try_again_{reference}")
    return True


def show_error(error: WorkbenchError) -> None:
    """Show an expected error in place, such as a file that is too large."""
    st.error(error_text(error.code, _safe(error)))


def _safe(error: WorkbenchError) -> dict[str, object]:
    return {name: short(str(value)) for name, value in error.facts.items()}
