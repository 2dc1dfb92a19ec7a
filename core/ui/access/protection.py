"""How this server is protected: who may speak to it, and whether people log in."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.errors import ConfigError
from core.settings import Settings

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
AUTHLIB = 'pip install "authlib==1.9.9"'


@dataclass(frozen=True, slots=True)
class Protection:
    """What the server lets in.

    Args:
        hosts: names of this server, beside those of this machine.
        origin: what pages of this server come from, such as `https://shinsa.example.com`; None where only browsers of
            this machine come.
        secrets: what Streamlit needs for logins, as its `secrets.toml` has it; None where nobody logs in.
    """

    hosts: frozenset[str]
    origin: str | None
    secrets: dict[str, dict[str, str]] | None

    @property
    def is_https(self) -> bool:
        """Whether browsers speak to the server in secret."""
        return self.origin is not None and self.origin.startswith("https://")


def protection(settings: Settings, address: str | None) -> Protection:
    """What these settings ask for, for a server that listens on `address`.

    Raises:
        ConfigError: a login that is only half configured, an address of the server that is none, or a server that
            others could reach without anybody having to log in.
    """
    origin = _origin(settings.public_url) if settings.public_url else None
    hosts = frozenset({str(urlsplit(origin).hostname)}) if origin else frozenset[str]()
    secrets = _login_secrets(settings, origin)
    if address not in LOOPBACK and secrets is None and not settings.allow_unprotected:
        raise ConfigError(
            f"The workbench listens on this machine only (server.address 127.0.0.1), not on {address or 'all'}, while "
            "nobody has to log in. Set up a login (OIDC_METADATA_URL, docs/login.md), or say "
            "SHINSA_ALLOW_UNPROTECTED=true where something else asks who is there",
            name="server.address",
        )
    return Protection(hosts, origin, secrets)


def _login_secrets(settings: Settings, origin: str | None) -> dict[str, dict[str, str]] | None:
    needed = {
        "OIDC_METADATA_URL": settings.oidc_metadata_url,
        "OIDC_CLIENT_ID": settings.oidc_client_id,
        "OIDC_CLIENT_SECRET": settings.oidc_client_secret and settings.oidc_client_secret.get_secret_value(),
        "SHINSA_COOKIE_SECRET": settings.cookie_secret and settings.cookie_secret.get_secret_value(),
        "SHINSA_PUBLIC_URL": origin,
    }
    given = {name: value for name, value in needed.items() if value}
    if settings.oidc_metadata_url is None and settings.oidc_client_id is None:
        return None
    missing = [name for name in needed if name not in given]
    if missing:
        raise ConfigError(f"A login needs {', '.join(missing)} as well; see docs/login.md", name=missing[0])
    if len(given["SHINSA_COOKIE_SECRET"]) < 32:
        raise ConfigError("SHINSA_COOKIE_SECRET needs 32 random characters or more", name="SHINSA_COOKIE_SECRET")
    provider = urlsplit(given["OIDC_METADATA_URL"])
    if provider.scheme != "https" and provider.hostname not in LOOPBACK:
        raise ConfigError("OIDC_METADATA_URL begins with https://", name="OIDC_METADATA_URL")
    if importlib.util.find_spec("authlib") is None:
        raise ConfigError(f"A login needs a package that is not installed: {AUTHLIB}", name="OIDC_METADATA_URL")
    return {
        "auth": {
            "redirect_uri": f"{origin}/oauth2callback",
            "cookie_secret": given["SHINSA_COOKIE_SECRET"],
            "client_id": given["OIDC_CLIENT_ID"],
            "client_secret": given["OIDC_CLIENT_SECRET"],
            "server_metadata_url": given["OIDC_METADATA_URL"],
        }
    }


def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    plain = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    if not parts.hostname or not plain or not safe:
        raise ConfigError(
            "SHINSA_PUBLIC_URL is the address that people open, such as https://shinsa.example.com; without https only "
            "on this machine",
            name="SHINSA_PUBLIC_URL",
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"
