"""Logging in through a provider, and what attackers try against the running server (docs/login.md, docs/api.md)."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey
from journey_helpers import WAIT_MS, free_port, server, settled
from playwright.sync_api import Page, expect
from sqlalchemy import text
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from core.access import AuditList, People, verify_audit
from core.access.api_tokens import ApiTokens
from core.settings import load_settings
from core.store import Store, open_store
from scripted_provider import CLIENT, ScriptedProvider

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
SECRET = "a-secret-of-the-tests-that-is-long-enough"
COOKIE = "_streamlit_user"
PDF = b"%PDF-1.7\n" + b"x" * 700_000


@pytest.fixture(scope="module")
def provider() -> Iterator[ScriptedProvider]:
    scripted = ScriptedProvider()
    yield scripted
    scripted.close()


@pytest.fixture(scope="module")
def port(folder: Path, provider: ScriptedProvider) -> Iterator[int]:
    number = free_port()
    environment = {
        "OIDC_METADATA_URL": provider.metadata_url,
        "OIDC_CLIENT_ID": CLIENT,
        "OIDC_CLIENT_SECRET": "secret-of-the-client",
        "SHINSA_COOKIE_SECRET": SECRET,
        "SHINSA_PUBLIC_URL": f"http://localhost:{number}",
        "SHINSA_MAX_FILE_MB": "1",
        "SHINSA_UPLOAD_MB_PER_HOUR": "3",
    }
    with server(folder / "data", folder / "server.log", port=number, environment=environment) as running:
        yield running


@pytest.fixture(scope="module")
def store(port: int, folder: Path) -> Iterator[Store]:
    opened = open_store(load_settings(data_dir=folder / "data"))
    yield opened
    opened.close()


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    raw_cookies: list[str]
    body: bytes

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


@dataclass
class Client:
    """A browser without a window: keeps cookies, follows nothing by itself."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        given = {"Host": f"localhost:{self.port}"} | {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            given["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, body=body, headers=given)
            response = connection.getresponse()
            raw = response.headers.get_all("set-cookie") or []
            set_now = {name: morsel for line in raw for name, morsel in SimpleCookie(line).items()}
            for name, morsel in set_now.items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
            return Answer(
                response.status,
                {name.lower(): value for name, value in response.headers.items()},
                {name: morsel.value for name, morsel in set_now.items()},
                raw,
                response.read(),
            )

    def log_in(self) -> Answer:
        """Go the whole way; the answer is that of the callback."""
        key = OctKey.import_key(SECRET)
        token = jwt.encode({"alg": "HS256"}, {"provider": "default", "exp": int(time.time()) + 60}, key)
        begun = self.ask(f"/auth/login?{urlencode({'provider': token})}")
        there = urlsplit(begun.location)
        if not there.hostname:
            return begun
        with closing(http.client.HTTPConnection(there.netloc, timeout=30)) as connection:
            connection.request("GET", f"{there.path}?{there.query}")
            back = urlsplit(str(connection.getresponse().headers["location"]))
        return self.ask(f"{back.path}?{back.query}")


@pytest.fixture
def client(port: int) -> Client:
    return Client(port)


def token(store: Store, provider: ScriptedProvider, *scopes: str) -> str:
    owner = People(store).grant_admin(provider.issuer, "robot").user_id
    return ApiTokens(store).create("test", scopes, owner=owner)[1]  # type: ignore[arg-type]


CLOSED = ["/media/0123456789abcdef.pdf", "/_stcore/metrics", "/_stcore/upload_file/a/b", "/unknown", "/_stcore/message"]


def test_without_a_login_there_is_the_empty_page_and_nothing_else(client: Client) -> None:
    for path in ("/", "/contract?contract=c1", "/_stcore/health", "/favicon.png"):
        assert client.ask(path).status == 200, path
    for path in CLOSED:
        assert client.ask(path).status == 401, path
    assert client.ask("/_stcore/upload_file/a/b", "PUT", b"x").status == 401


def test_a_login_opens_and_leads_back_to_where_one_wanted_to_go(client: Client, provider: ScriptedProvider) -> None:
    client.ask("/contract?contract=c1&item=fact%3Atitle")
    done = client.log_in()
    assert (done.status, done.location) == (302, "/contract?contract=c1&item=fact%3Atitle")
    # What the provider gave us stays with us, and the cookie is out of reach of scripts.
    assert set(done.cookies) >= {COOKIE}
    assert "_streamlit_user_tokens" not in client.cookies
    assert all(
        "httponly" in line.lower() and "samesite=lax" in line.lower() for line in done.raw_cookies if COOKIE in line
    )
    # Somebody else's download or upload stays closed, whoever leaked its address.
    for path in ("/media/0123456789abcdef.pdf", "/_stcore/upload_file/session/file"):
        assert client.ask(path).status == 404, path
    assert client.ask("/_stcore/upload_file/session/file", "PUT", b"x").status == 404


def test_a_stolen_cookie_is_worth_nothing_after_the_logout(client: Client) -> None:
    client.log_in()
    thief = Client(client.port, dict(client.cookies))
    assert thief.ask(CLOSED[0]).status == 404
    # Another site cannot end the login.
    assert client.ask("/auth/logout", Sec_Fetch_Site="cross-site").status == 403
    assert thief.ask(CLOSED[0]).status == 404
    assert client.ask("/auth/logout", Sec_Fetch_Site="same-origin").status == 302
    assert COOKIE not in client.cookies
    assert thief.ask(CLOSED[0]).status == 401


def test_an_administrator_ends_a_login(client: Client, store: Store, provider: ScriptedProvider) -> None:
    client.log_in()
    assert client.ask(CLOSED[0]).status == 404
    person = People(store).find(provider.issuer, provider.subject)
    assert person is not None
    People(store).end_logins(person.user_id)
    time.sleep(2.2)
    assert client.ask(CLOSED[0]).status == 401


@pytest.mark.parametrize("kind", ["text", "other secret", "other origin", "other name", "not logged in"])
def test_a_forged_cookie_is_refused(client: Client, port: int, provider: ScriptedProvider, kind: str) -> None:
    claims: dict[str, object] = {
        "iss": provider.issuer,
        "sub": "hanako",
        "iat": int(time.time()),
        "origin": "http://evil.example" if kind == "other origin" else f"http://localhost:{port}",
        "is_logged_in": kind != "not logged in",
    }
    secret = "another-secret-that-is-long-enough-too" if kind == "other secret" else SECRET
    name = "_streamlit_xsrf" if kind == "other name" else COOKIE
    signed = create_signed_value(secret, name, json.dumps(claims)).decode()
    client.cookies[COOKIE] = "forged" if kind == "text" else signed
    assert client.ask(CLOSED[0]).status == 401


@pytest.mark.parametrize("lie", ["issuer", "clock", "audience"])
def test_a_provider_that_is_not_the_one_or_whose_clock_is_off(
    client: Client, provider: ScriptedProvider, lie: str
) -> None:
    provider.says_issuer = "https://evil.example" if lie == "issuer" else None
    provider.ahead_s = 3_600 if lie == "clock" else 0
    provider.audience = "another client" if lie == "audience" else CLIENT
    try:
        done = client.log_in()
    finally:
        provider.honest()
    assert done.location == "/?login=failed"
    assert COOKIE not in client.cookies


@pytest.mark.parametrize(
    "place", ["//evil.example", "https://evil.example", "/\\evil.example", "/contract@evil.example", "/x/../..//evil"]
)
def test_a_login_leads_to_no_other_server(client: Client, place: str) -> None:
    client.cookies["shinsa_return"] = place
    assert client.log_in().location == "/"
    for path in ("/oauth2callback?next=//evil.example", f"/oauth2callback?code=x&state={place}"):
        assert client.ask(path).location == "/?login=failed"


def test_names_and_headers_that_only_claim(client: Client, port: int) -> None:
    assert client.ask("/", Host="evil.example").status == 403
    assert client.ask("/", Host="evil.example", X_Forwarded_Host=f"localhost:{port}").status == 403
    spoofed = {
        "X_Forwarded_User": "admin",
        "X_Remote_User": "admin",
        "X_Forwarded_For": "127.0.0.1",
        "X_Forwarded_Proto": "https",
        "Forwarded": "for=127.0.0.1;host=localhost",
        "X_Original_URL": "/_stcore/health",
        "X_Rewrite_URL": "/_stcore/health",
    }
    for path in CLOSED:
        assert client.ask(path, **spoofed).status == 401
    assert "evil.example" not in client.ask("/", X_Forwarded_Host="evil.example").body.decode()
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert client.ask("/_stcore/stream", **upgrade, **key, Origin="http://evil.example").status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../../../etc/passwd",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/media/..%2f..%2fetc%2fpasswd",
        "/component/../../etc/passwd",
        "/_stcore/bidi-components/../../../../etc/passwd",
        "//etc/passwd",
    ],
)
def test_no_path_leads_out_of_the_folders(client: Client, path: str) -> None:
    found = client.ask(path)
    assert b"root:" not in found.body
    assert found.status in (400, 401, 403, 404) or b'<div id="root">' in found.body


def test_programs_get_in_by_a_token_of_the_right_scope(
    client: Client, store: Store, provider: ScriptedProvider
) -> None:
    client.log_in()
    reading, uploading = token(store, provider, "read"), token(store, provider, "upload")

    def ask(path: str, secret: str | None, method: str = "GET", body: bytes | None = None) -> tuple[int, str]:
        found = client.ask(path, method, body, **({"Authorization": f"Bearer {secret}"} if secret else {}))
        said = json.loads(found.body)
        return found.status, said.get("error", {}).get("code", "")

    # A login's cookie is no token.
    assert ask("/api/v1/contracts", None) == (401, "not_allowed")
    assert ask("/api/v1/contracts", "shinsa_wrong") == (401, "not_allowed")
    assert ask("/api/v1/contracts", reading) == (200, "")
    assert ask("/api/v1/contracts", uploading) == (403, "not_allowed")
    assert ask("/api/v1/contracts/999", reading) == (404, "not_found")
    assert ask("/api/v1/contracts?limit=-1", reading) == (400, "bad_arguments")
    assert ask("/api/v1/nothing", reading) == (404, "not_found")
    upload = "/api/v1/contracts?name=../../evil%2F..%2Fa.pdf"
    assert ask(upload, reading, "POST", PDF) == (403, "not_allowed")
    assert ask(upload, uploading, "POST", b"no document at all") == (415, "not_a_document")
    assert ask("/api/v1/contracts", uploading, "POST", PDF) == (400, "bad_arguments")
    assert ask(upload, uploading, "POST", b"%PDF-" + b"x" * 1_100_000) == (413, "too_large")
    # The name loses its way out, and a flood is told to wait.
    made = client.ask(upload, "POST", PDF, Authorization=f"Bearer {token(store, provider, 'upload')}")
    assert made.status == 202
    job = json.loads(
        client.ask(f"/api/v1/jobs/{json.loads(made.body)['job']}", Authorization=f"Bearer {uploading}").body
    )
    assert [file["name"] for file in job["files"]] == ["a.pdf"]
    statuses = [ask(upload, uploading, "POST", PDF)[0] for _ in range(4)]
    assert statuses[0] == 202
    assert statuses[-1] == 429
    # It is counted by person: another token of theirs gives no more room.
    assert ask(upload, token(store, provider, "upload"), "POST", PDF) == (429, "too_many")
    assert verify_audit(store).is_whole
    assert "contract.add" in AuditList(store).actions()


def test_a_person_logs_in_by_the_browser_and_is_out_when_the_login_ends(
    page: Page, port: int, store: Store, provider: ScriptedProvider
) -> None:
    person = People(store).grant_admin(provider.issuer, provider.subject)
    page.goto(f"http://localhost:{port}/knowledge?lang=en")
    page.get_by_role("button", name="Log in").click(timeout=WAIT_MS)
    expect(page.get_by_role("heading", level=1)).to_have_text("Knowledge", timeout=WAIT_MS)
    assert page.url == f"http://localhost:{port}/knowledge?lang=en"
    settled(page)
    expect(page.get_by_text("Working: 山田 花子")).to_be_visible()
    page.get_by_role("link", name="People and audit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("People and audit", timeout=WAIT_MS)
    settled(page)
    page.get_by_role("tab", name="Audit log").click()
    with page.expect_download(timeout=WAIT_MS) as download:
        page.get_by_role("button", name="Save as CSV").click()
    assert "role.grant" in Path(download.value.path()).read_text("utf-8-sig")
    settled(page)
    # Addresses that leaked: nothing for nobody, nor for another login, though what they lead to is there.
    inside, outside = Client(port), Client(port)
    assert inside.log_in().location == "/"
    kept = urlsplit(download.value.url).path
    assert kept.startswith("/media/")
    assert page.request.get(download.value.url).status == 200
    assert (outside.ask(kept).status, inside.ask(kept).status) == (401, 404)
    with store.write() as session:
        session.execute(text("DROP TRIGGER audit_log_no_update"))
        session.execute(text("UPDATE audit_log SET actor = 'Somebody else' WHERE seq = 1"))
    page.get_by_role("button", name="Check that nothing was changed").click()
    expect(page.get_by_text("The log is not what was written")).to_be_visible(timeout=WAIT_MS)
    page.get_by_role("link", name="Contracts", exact=True).click()
    settled(page)
    with page.expect_request(lambda request: request.method == "PUT") as upload:
        page.locator("input[type=file]").first.set_input_files([{"name": "a.pdf", "mimeType": "x", "buffer": PDF}])
    sent = urlsplit(upload.value.url).path
    assert sent.startswith("/_stcore/upload_file/")
    for method in ("PUT", "DELETE"):
        assert (outside.ask(sent, method, b"x").status, inside.ask(sent, method, b"x").status) == (401, 404)
    settled(page)
    # Where nothing asks by itself, the next click finds out that the login has ended.
    page.get_by_role("link", name="Knowledge", exact=True).click()
    settled(page)
    People(store).end_logins(person.user_id)
    page.wait_for_timeout(2_500)
    page.get_by_role("link", name="Contracts", exact=True).click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible(timeout=WAIT_MS)


def test_a_provider_that_is_away_is_said_to_be(client: Client, provider: ScriptedProvider) -> None:
    """The last: the provider does not come back."""
    provider.close()
    assert client.log_in().location == "/?login=unavailable"
    # Whoever is in stays in, and what is closed stays closed.
    assert client.ask("/").status == 200
    assert client.ask(CLOSED[0]).status == 401
