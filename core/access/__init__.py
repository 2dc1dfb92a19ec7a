"""Who acts, what they may do, and the log of what they did."""

from core.access.actor import (
    LOCAL,
    NOBODY,
    ROLES,
    SCOPES,
    SYSTEM,
    Actor,
    RoleName,
    Scope,
    act_as_from_now,
    acting_as,
    current_actor,
    identify_by,
    local_actor,
)
from core.access.api_tokens import ApiToken, ApiTokens
from core.access.audit import AuditEntry, record
from core.access.audit_check import Anchor, AuditProblem, AuditVerdict, anchors_in, begin_with_new_key, verify_audit
from core.access.audit_list import AuditFilter, AuditList
from core.access.logins import NO_LOGIN, Login, Logins, Refusal, login_id
from core.access.people import Identity, People, User
from core.access.permissions import (
    ACTIONS,
    PERMISSIONS,
    Action,
    ObjectRule,
    Resource,
    add_object_rule,
    authorize,
    authorized,
    is_allowed,
)

__all__ = [
    "ACTIONS",
    "LOCAL",
    "NOBODY",
    "NO_LOGIN",
    "PERMISSIONS",
    "ROLES",
    "SCOPES",
    "SYSTEM",
    "Action",
    "Actor",
    "Anchor",
    "ApiToken",
    "ApiTokens",
    "AuditEntry",
    "AuditFilter",
    "AuditList",
    "AuditProblem",
    "AuditVerdict",
    "Identity",
    "Login",
    "Logins",
    "ObjectRule",
    "People",
    "Refusal",
    "Resource",
    "RoleName",
    "Scope",
    "User",
    "act_as_from_now",
    "acting_as",
    "add_object_rule",
    "anchors_in",
    "authorize",
    "authorized",
    "begin_with_new_key",
    "current_actor",
    "identify_by",
    "is_allowed",
    "local_actor",
    "login_id",
    "record",
    "verify_audit",
]
