"""Controls that only some may use: the same question as the services ask, and the reason where the answer is no."""

from __future__ import annotations

from typing import Any

from core.access import Action, Resource, authorize, current_actor
from core.errors import NotAllowed
from core.ui.texts import error_text


def refusal(action: Action, resource: Resource | None = None) -> str | None:
    """Why whoever looks may not do something, in words; None where they may."""
    try:
        authorize(current_actor(), action, resource)
    except NotAllowed as error:
        return error_text(error.code, error.facts)
    return None


def permitted(action: Action, *, disabled: bool = False, help: str | None = None) -> dict[str, Any]:
    """Arguments of a control for an action: disabled with the reason as its help for who may not do it.

    Args:
        action: what pressing it does.
        disabled: whether it is off for another reason.
        help: what it says to those who may.
    """
    reason = refusal(action)
    if reason is not None:
        return {"disabled": True, "help": reason}
    return {"disabled": disabled, "help": help}
