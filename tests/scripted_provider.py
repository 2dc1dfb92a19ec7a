"""An OpenID Connect provider on loopback that lets everybody in, and lies when told to."""

from __future__ import annotations

import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "shinsa-tests"


class ScriptedProvider:
    """A provider whose person is `subject` and `name`.

    `says_issuer` replaces the issuer in tokens, `ahead_s` is by how many seconds its clock is ahead of ours, `audience`
    replaces the client that tokens are for.
    """

    def __init__(self) -> None:
        self.subject, self.name = "hanako", "山田 花子"
        self.says_issuer: str | None = None
        self.audience = CLIENT
        self.ahead_s = 0
        self._key = RSAKey.generate_key(2048, parameters={"kid": "k1", "use": "sig", "alg": "RS256"})
        self._nonces: dict[str, str] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def metadata_url(self) -> str:
        """Where the server finds out about it."""
        return f"{self.issuer}/.well-known/openid-configuration"

    def close(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._server.server_close()

    def honest(self) -> None:
        """Tell the truth again."""
        self.says_issuer, self.ahead_s, self.audience = None, 0, CLIENT

    def _answer(self, path: str, asked: dict[str, str]) -> tuple[int, dict[str, Any] | str]:
        if path == "/.well-known/openid-configuration":
            return 200, {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/jwks",
                "code_challenge_methods_supported": ["S256"],
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        if path == "/jwks":
            return 200, {"keys": [self._key.as_dict(private=False)]}
        if path == "/authorize":
            code = secrets.token_hex(8)
            self._nonces[code] = asked.get("nonce", "")
            return 302, f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"
        if path == "/token" and asked.get("code") in self._nonces:
            now = int(time.time()) + self.ahead_s
            claims = {
                "iss": self.says_issuer or self.issuer,
                "sub": self.subject,
                "aud": self.audience,
                "iat": now,
                "exp": now + 300,
                "nonce": self._nonces.pop(asked["code"]),
                "name": self.name,
                "email": f"{self.subject}@example.com",
            }
            token = jwt.encode({"alg": "RS256", "kid": "k1"}, claims, self._key)
            return 200, {"access_token": "secret-of-the-provider", "token_type": "Bearer", "id_token": token}
        return 404, {}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                self._send(*provider._answer(parts.path, {k: v[0] for k, v in parse_qs(parts.query).items()}))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0"))).decode()
                self._send(*provider._answer(self.path, {k: v[0] for k, v in parse_qs(body).items()}))

            def _send(self, status: int, value: dict[str, Any] | str) -> None:
                body = b"" if isinstance(value, str) else json.dumps(value).encode()
                self.send_response(status)
                if isinstance(value, str):
                    self.send_header("location", value)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
