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
from core.access.audit_words import action_words, fact_words, resource_words, thing_words
from core.access.logins import NO_LOGIN, Login, Logins, Refusal, login_id
from core.access.people import Identity, People, User, distinct_names, names_now
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
from core.access.upload_quota import UploadQuota

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
    "UploadQuota",
    "User",
    "act_as_from_now",
    "acting_as",
    "action_words",
    "add_object_rule",
    "anchors_in",
    "authorize",
    "authorized",
    "begin_with_new_key",
    "current_actor",
    "distinct_names",
    "fact_words",
    "identify_by",
    "is_allowed",
    "local_actor",
    "login_id",
    "names_now",
    "record",
    "resource_words",
    "thing_words",
    "verify_audit",
]
