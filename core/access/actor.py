"""Who acts: one value that services ask what it may do and the audit log writes down.

Who acts is a matter of the running session, page or request, not of each function's arguments: services ask
`current_actor()`. It is the actor of the innermost `acting_as` block, else whoever `identify_by` names, which the
server sets to "the person of this browser session". Without a login there is one person, `LOCAL`, who may do
everything; with one, code that runs for nobody in particular is `NOBODY` and may do nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Literal

RoleName = Literal["reviewer", "editor", "prompt_engineer", "admin"]
ROLES: tuple[RoleName, ...] = ("reviewer", "editor", "prompt_engineer", "admin")
Scope = Literal["read", "upload"]
SCOPES: tuple[Scope, ...] = ("read", "upload")
ActorKind = Literal["local", "user", "token", "system", "nobody"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, or a program that acts for one.

    Args:
        kind: `local` is the one person of a workbench without login, `system` the workbench's own background work;
            both may do everything.
        name: what people call them; goes into records.
        user_id: the person's id in the store; None for those who are not there.
        issuer: who vouches for the person.
        subject: the issuer's name for the person.
        roles: what the person may do.
        scopes: what of that a token may do; None where no token is used.
        token_id: the token that was used.
    """

    kind: ActorKind
    name: str
    user_id: str | None = None
    issuer: str | None = None
    subject: str | None = None
    roles: frozenset[RoleName] = frozenset()
    scopes: frozenset[Scope] | None = None
    token_id: str | None = None

    @property
    def is_trusted(self) -> bool:
        """Whether nothing is asked about: no login, or the workbench itself."""
        return self.kind in ("local", "system")


LOCAL = Actor("local", "")
SYSTEM = Actor("system", "")
NOBODY = Actor("nobody", "")

_ACTING: ContextVar[Actor | None] = ContextVar("acting", default=None)


def local_actor(name: str) -> Actor:
    """The one person of a workbench without login, under the name that was given."""
    return replace(LOCAL, name=name)


class _Identification:
    """Who acts where no block says so."""

    def __init__(self) -> None:
        self.ask: Callable[[], Actor] = lambda: LOCAL


_IDENTIFICATION = _Identification()


def identify_by(ask: Callable[[], Actor] | None) -> None:
    """Let a function say who acts where no `acting_as` block does; None for `LOCAL` again.

    It is called on the thread that asks, also in callbacks and fragments of pages.
    """
    _IDENTIFICATION.ask = ask or (lambda: LOCAL)


def current_actor() -> Actor:
    """Who acts here and now."""
    return _ACTING.get() or _IDENTIFICATION.ask()


def act_as_from_now(actor: Actor) -> None:
    """Let this task, and threads that it hands work to, act as somebody until it is told otherwise.

    For servers: what a browser asks for on a connection runs for the person of that connection.
    """
    _ACTING.set(actor)


@contextmanager
def acting_as(actor: Actor) -> Iterator[None]:
    """Let what runs in the block, on this thread or task, act as somebody."""
    token = _ACTING.set(actor)
    try:
        yield
    finally:
        _ACTING.reset(token)
