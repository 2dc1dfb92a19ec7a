"""`user`: people who log in, their roles, and the first administrator."""

from __future__ import annotations

import argparse
from typing import Any

from core.access import ROLES, People, User, acting_as, local_actor
from core.cli.output import emit
from core.errors import BadArguments
from core.settings import Settings
from core.store import open_store

_ACTIONS = ("list", "grant-admin", "grant", "revoke", "disable", "enable", "end-logins")


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("user", help="people who log in, and their roles")
    parser.add_argument("action", choices=_ACTIONS)
    parser.add_argument("--issuer", help="who vouches for the person, as the provider's tokens say it (iss)")
    parser.add_argument("--subject", help="the provider's name for the person (sub)")
    parser.add_argument("--name", help="what people call the person, for grant-admin")
    parser.add_argument("--id", dest="user_id", help="the person's id, in place of issuer and subject")
    parser.add_argument("--role", choices=ROLES, help="for grant and revoke")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do it and say how the person stands; the one who may write to the store may do all of it."""
    store = open_store(settings)
    people = People(store)
    try:
        with acting_as(local_actor(settings.user)):
            if arguments.action == "list":
                for user in people.everybody():
                    _say(user, as_json=arguments.json)
                return 0
            if arguments.action == "grant-admin":
                if not arguments.issuer or not arguments.subject:
                    raise BadArguments("name the person: --issuer and --subject", argument="subject")
                made = people.grant_admin(arguments.issuer, arguments.subject, name=arguments.name)
                _say(made, as_json=arguments.json)
                return 0
            user_id = _chosen(people, arguments).user_id
            if arguments.action in ("grant", "revoke"):
                if arguments.role is None:
                    raise BadArguments(f"user {arguments.action}: name a role with --role", argument="role")
                (people.grant if arguments.action == "grant" else people.revoke)(user_id, arguments.role)
            elif arguments.action == "end-logins":
                people.end_logins(user_id)
            else:
                people.disable(user_id, disabled=arguments.action == "disable")
            _say(people.get(user_id), as_json=arguments.json)
            return 0
    finally:
        store.close()


def _chosen(people: People, arguments: argparse.Namespace) -> User:
    if arguments.user_id:
        return people.get(arguments.user_id)
    found = people.find(arguments.issuer or "", arguments.subject or "")
    if found is None:
        raise BadArguments("nobody of this issuer and subject has been here", argument="subject")
    return found


def _say(user: User, *, as_json: bool) -> None:
    value = {
        "id": user.user_id,
        "issuer": user.issuer,
        "subject": user.subject,
        "name": user.name,
        "roles": list(user.roles),
        "disabled": user.is_disabled,
    }
    shut = " (shut out)" if user.is_disabled else ""
    line = f"{user.user_id}\t{user.name}\t{user.issuer} {user.subject}\t{', '.join(user.roles) or '-'}{shut}"
    emit(value, as_json=as_json, text=line)
