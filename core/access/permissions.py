"""What each role may do, and the one question whether somebody may do something to something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy.orm import Session

from core.access.actor import Actor, RoleName, Scope, current_actor
from core.errors import NotAllowed, NotFound

Action = Literal[
    "contract.read",
    "contract.add",
    "contract.review",
    "contract.extract",
    "contract.assign",
    "contract.relate",
    "contract.delete",
    "contract.export",
    "type.define",
    "knowledge.read",
    "knowledge.propose",
    "knowledge.approve",
    "question.ask",
    "job.manage",
    "prompt.experiment",
    "prompt.promote",
    "lab.run",
    "operations.read",
    "matter.manage",
    "people.manage",
    "audit.read",
]
ACTIONS: tuple[Action, ...] = get_args(Action)

_READING: frozenset[Action] = frozenset({"contract.read", "knowledge.read", "question.ask", "contract.export"})
PERMISSIONS: dict[RoleName, frozenset[Action]] = {
    "reviewer": _READING
    | {
        "contract.add",
        "contract.review",
        "contract.extract",
        "contract.assign",
        "contract.relate",
        "knowledge.propose",
        "job.manage",
        "matter.manage",
    },
    "editor": _READING
    | {"contract.relate", "knowledge.propose", "knowledge.approve", "type.define", "job.manage", "matter.manage"},
    "prompt_engineer": _READING | {"prompt.experiment", "prompt.promote", "lab.run", "operations.read", "job.manage"},
    "admin": frozenset(ACTIONS),
}
"""What each role may do; a person with several may do what any of them may."""
SCOPED: dict[Scope, frozenset[Action]] = {"read": _READING - {"question.ask"}, "upload": frozenset({"contract.add"})}
"""What a token may do at most, by scope."""


@dataclass(frozen=True, slots=True)
class Resource:
    """What something is done to: a kind, such as `contract` or `entry`, and its id."""

    kind: str
    id: str


ObjectRule = Callable[[Session | None, Actor, Action, Resource], None]
"""Raises `NotAllowed` where somebody may not do something to this very resource, whatever their role says, and
`NotFound` where they may not even know that it is there.

Called with the transaction of the change where there is one.
"""
_RULES: list[ObjectRule] = []


def add_object_rule(rule: ObjectRule) -> None:
    """Hold every later `authorize` that names a resource to a rule; the same rule again changes nothing."""
    if rule not in _RULES:
        _RULES.append(rule)


def authorize(actor: Actor, action: Action, resource: Resource | None = None, session: Session | None = None) -> None:
    """Pass when somebody may do something, to a resource where one is named.

    Args:
        actor: who, usually `current_actor()`.
        action: what.
        resource: to what.
        session: the transaction that makes the change.

    Raises:
        NotAllowed: `facts["reason"]` is login (nobody is logged in), no_role (a person without any), role, scope (of
            the token), or what a rule about the resource says.
        NotFound: a rule hides the resource from who asks.
    """
    if actor.is_trusted:
        return
    if actor.kind == "nobody":
        raise NotAllowed(f"nobody is logged in, {action} is refused", action=action, reason="login")
    if not actor.roles:
        raise NotAllowed(f"no role was given to this person, {action} is refused", action=action, reason="no_role")
    if not any(action in PERMISSIONS[role] for role in actor.roles):
        raise NotAllowed(f"no role of this person allows {action}", action=action, reason="role")
    if actor.scopes is not None and not any(action in SCOPED[scope] for scope in actor.scopes):
        raise NotAllowed(f"the token's scope does not allow {action}", action=action, reason="scope")
    if resource is not None:
        for rule in _RULES:
            rule(session, actor, action, resource)


def authorized(action: Action, resource: Resource | None = None, session: Session | None = None) -> Actor:
    """Whoever acts now, who may do this.

    Raises:
        NotAllowed: as `authorize` does.
    """
    actor = current_actor()
    authorize(actor, action, resource, session)
    return actor


def is_allowed(actor: Actor, action: Action, resource: Resource | None = None, session: Session | None = None) -> bool:
    """Whether somebody may do something; for what is shown. Services ask `authorize`."""
    try:
        authorize(actor, action, resource, session)
    except (NotAllowed, NotFound):
        return False
    return True
