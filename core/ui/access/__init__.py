"""Who is here: logins at the gate, the person of a session, and the page for administrators."""

from core.ui.access.audit_view import audit_view
from core.ui.access.exports import exported
from core.ui.access.people_view import people_view
from core.ui.access.token_view import token_view

__all__ = ["audit_view", "exported", "people_view", "token_view"]
