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
    acting_as,
    current_actor,
    identify_by,
    local_actor,
)
from core.access.audit import AuditEntry, record
from core.access.audit_check import Anchor, AuditProblem, AuditVerdict, anchors_in, begin_with_new_key, verify_audit
from core.access.people import Identity, People, User
from core.access.permissions import (
    ACTIONS,
    PERMISSIONS,
    Action,
    ObjectRule,
    Resource,
    add_object_rule,
    authorize,
    is_allowed,
)

__all__ = [
    "ACTIONS",
    "LOCAL",
    "NOBODY",
    "PERMISSIONS",
    "ROLES",
    "SCOPES",
    "SYSTEM",
    "Action",
    "Actor",
    "Anchor",
    "AuditEntry",
    "AuditProblem",
    "AuditVerdict",
    "Identity",
    "ObjectRule",
    "People",
    "Resource",
    "RoleName",
    "Scope",
    "User",
    "acting_as",
    "add_object_rule",
    "anchors_in",
    "authorize",
    "begin_with_new_key",
    "current_actor",
    "identify_by",
    "is_allowed",
    "local_actor",
    "record",
    "verify_audit",
]
