"""Streamlit's login cookie as the gate reads it: the provider's claims, where signature and origin are right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import orjson
from starlette.requests import cookie_parser
from streamlit.auth_util import get_cookie_with_chunks
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value
from streamlit.web.server.starlette.starlette_server_config import TOKENS_COOKIE_NAME, USER_COOKIE_NAME

RETURN = "shinsa_return"
"""Cookie with the place that a login leads back to."""
_MOST_RETURN = 2_000


def claims_in(headers: dict[str, str], *, secret: str, origin: str) -> Mapping[str, object] | None:
    """Claims of the login cookie among a request's headers; None where there is none or it is not genuine."""
    cookies = cookie_parser(headers.get("cookie", ""))

    def signed(name: str) -> bytes | None:
        value = cookies.get(name)
        return None if value is None else decode_signed_value(secret, name, value.encode("latin-1", "replace"))

    body = get_cookie_with_chunks(signed, USER_COOKIE_NAME)
    if body is None:
        return None
    try:
        claims = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(claims, dict) or claims.get("origin") != origin or claims.get("is_logged_in") is not True:
        return None
    return claims


def place_to_return(headers: dict[str, str], pages: frozenset[str]) -> str:
    """Where a login leads back to: an address of one of the pages, else the first page."""
    return checked_place(cookie_parser(headers.get("cookie", "")).get(RETURN, "/"), pages)


def checked_place(place: str, pages: frozenset[str]) -> str:
    """A path of one of the pages with its query, `/` for anything else: nobody is led to another server."""
    path, _, query = place.partition("?")
    plain = len(place) <= _MOST_RETURN and all("!" <= sign <= "~" for sign in place) and not set(place) & set('\\;"')
    if not plain or path.rstrip("/") not in pages or "#" in query:
        return "/"
    return place


def return_cookie(place: str, *, is_https: bool, hours: float = 0.5) -> bytes:
    """The header that keeps a place until the login is done; an empty place forgets it."""
    age = int(hours * 3600) if place else 0
    secure = "; Secure" if is_https else ""
    return f"{RETURN}={place}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}".encode()


def hardened(cookies: Iterable[bytes], *, is_https: bool, hours: float) -> list[bytes]:
    """Streamlit's `Set-Cookie` headers as we send them: no tokens of the provider, no longer than a login may last, and
    over https only where people come that way."""
    kept = []
    for cookie in cookies:
        name = cookie.split(b"=", 1)[0].strip().decode("latin-1")
        deleted = b"max-age=0" in cookie.lower()
        if name.startswith(TOKENS_COOKIE_NAME) and not deleted:
            continue
        if name.startswith(USER_COOKIE_NAME) and not deleted:
            parts = [part for part in cookie.split(b"; ") if not part.lower().startswith(b"max-age=")]
            cookie = b"; ".join([*parts, f"Max-Age={int(hours * 3600)}".encode()])
        if is_https and b"; secure" not in cookie.lower():
            cookie += b"; Secure"
        kept.append(cookie)
    return kept


def sets_login(cookies: Iterable[bytes]) -> bool:
    """Whether an answer logs somebody in."""
    begin = f"{USER_COOKIE_NAME}=".encode()
    return any(cookie.startswith(begin) and b"max-age=0" not in cookie.lower() for cookie in cookies)
