"""`token`: tokens by which programs speak to `/api/v1`."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import Any

from core.access import SCOPES, ApiTokens, acting_as, local_actor
from core.cli.output import emit
from core.errors import BadArguments
from core.settings import Settings
from core.store import open_store


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("token", help="tokens for programs that use /api/v1")
    parser.add_argument("action", choices=("list", "create", "revoke"))
    parser.add_argument("--name", default="", help="what it is for")
    parser.add_argument("--scope", action="append", choices=SCOPES, default=[], help="may be given twice")
    parser.add_argument("--user-id", help="whose rights it has; needed where people log in")
    parser.add_argument("--days", type=int, help="how long it is valid; for good without")
    parser.add_argument("--id", dest="token_id", help="for revoke")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do it; the secret of a new token is written once and cannot be had again."""
    store = open_store(settings)
    tokens = ApiTokens(store)
    try:
        with acting_as(local_actor(settings.user)):
            if arguments.action == "create":
                if settings.oidc_client_id is not None and arguments.user_id is None:
                    raise BadArguments("people log in here: say whose rights it has with --user-id", argument="user-id")
                made, secret = tokens.create(
                    arguments.name, arguments.scope, owner=arguments.user_id, days=arguments.days
                )
                emit({"id": made.token_id, "token": secret}, as_json=arguments.json, text=secret)
                return 0
            if arguments.action == "revoke":
                tokens.revoke(arguments.token_id or "")
                emit({"revoked": arguments.token_id}, as_json=arguments.json, text=f"{arguments.token_id} revoked")
                return 0
            now = datetime.now(UTC)
            for token in tokens.all():
                value = {
                    "id": token.token_id,
                    "name": token.name,
                    "user_id": token.owner,
                    "scopes": list(token.scopes),
                    "valid": token.is_valid(now),
                }
                state = "valid" if token.is_valid(now) else "ended"
                line = f"{token.token_id}\t{token.name}\t{', '.join(token.scopes)}\t{state}"
                emit(value, as_json=arguments.json, text=line)
            return 0
    finally:
        store.close()
