"""Compose file and manifests: who can reach the apps, what bounds each service, which settings they give."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.cli.main import COMMANDS
from core.settings import Settings, load_settings

ROOT = Path(__file__).resolve().parents[2]
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"]
APPS = ("app-1", "app-2")
MANIFESTS: list[dict[str, Any]] = [
    manifest
    for file in sorted((ROOT / "deploy" / "kubernetes").glob("*.yaml"))
    for manifest in yaml.safe_load_all(file.read_text("utf-8"))
]


def of_kind(kind: str) -> dict[str, Any]:
    return {each["metadata"]["name"]: each for each in MANIFESTS if each["kind"] == kind}


def seconds(words: str) -> int:
    return int(words.removesuffix("s"))


def test_every_service_has_limits() -> None:
    for service in SERVICES.values():
        assert service["mem_limit"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))


def test_only_the_proxy_reaches_the_apps() -> None:
    """A forwarder listened on all interfaces: the database servers could reach the app (issue 13, 13)."""
    on_edge = {name for name, service in SERVICES.items() if "edge" in service["networks"]}
    assert on_edge == {*APPS, "proxy"}
    assert SERVICES["proxy"]["networks"] == ["edge"]
    upstreams = re.findall(r"(shinsa-edge-\d):8502", (ROOT / "deploy" / "Caddyfile").read_text("utf-8"))
    assert upstreams == [SERVICES[app]["networks"]["edge"]["aliases"][0] for app in APPS]
    assert upstreams == [SERVICES[app]["environment"]["FORWARD_FROM"] for app in APPS]
    assert [name for name in APPS if "ports" in SERVICES[name]] == []
    command = (ROOT / "Dockerfile").read_text("utf-8").splitlines()[-1]
    assert "TCP-LISTEN:8502,bind=${FORWARD_FROM:-shinsa-edge},fork" in command


def test_the_image_can_make_a_backup_of_its_own_database() -> None:
    """`python -m core backup` in a container found no pg_dump."""
    major = SERVICES["postgres"]["image"].removeprefix("postgres:")
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    assert re.search(r"apt-get install .*\bpostgresql-client\b", dockerfile)
    assert (major, "slim-bookworm" in dockerfile) == ("15", True), "Debian's client and the server are of one version"


def test_a_visitor_stays_on_one_app() -> None:
    assert "lb_policy cookie" in (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    assert of_kind("Service")["shinsa-app"]["spec"]["sessionAffinity"] == "ClientIP"


def environments() -> dict[str, dict[str, str]]:
    """What apps and workers are given, by file and service."""
    found = {f"compose {name}": SERVICES[name]["environment"] for name in (*APPS, "worker")}
    configured = of_kind("ConfigMap")["shinsa"]["data"]
    for name, deployment in of_kind("Deployment").items():
        own = deployment["spec"]["template"]["spec"]["containers"][0]["env"]
        found[f"kubernetes {name}"] = configured | {each["name"]: each.get("value", "") for each in own}
    return found


@pytest.mark.parametrize("name", sorted(environments()))
def test_what_is_set_is_known_and_valid(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {key: value for key, value in environments()[name].items() if key != "FORWARD_FROM"}
    known = {str(field.validation_alias or f"SHINSA_{key.upper()}") for key, field in Settings.model_fields.items()}
    assert set(given) <= known
    for key, value in given.items():
        monkeypatch.setenv(key, re.sub(r"\$\{\w+:[-?]([^}]*)\}", "", value) if "${" in value else value)
    assert load_settings(env_file=tmp_path / "none").jobs_engine == "workers"


def test_a_login_is_for_both_apps_or_for_none() -> None:
    """The compose file gave the apps nothing of a login: what stood in .env for it did nothing."""
    login = {"SHINSA_PUBLIC_URL", "SHINSA_COOKIE_SECRET", "OIDC_METADATA_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"}
    for app in APPS:
        given = SERVICES[app]["environment"]
        assert {name: given[name] for name in login} == {name: f"${{{name}:-}}" for name in login}
    assert not login & set(SERVICES["worker"]["environment"])


def test_workers_may_finish_before_they_are_killed() -> None:
    worker = SERVICES["worker"]
    assert worker["command"][:4] == ["python", "-m", "core", "worker"]
    assert "worker" in COMMANDS
    assert seconds(worker["stop_grace_period"]) > int(worker["environment"]["SHINSA_DRAIN_S"])
    pod = of_kind("Deployment")["shinsa-worker"]["spec"]["template"]["spec"]
    assert pod["containers"][0]["command"][:4] == ["python", "-m", "core", "worker"]
    drain = next(each["value"] for each in pod["containers"][0]["env"] if each["name"] == "SHINSA_DRAIN_S")
    assert pod["terminationGracePeriodSeconds"] > int(drain)


def test_manifests_probe_name_secrets_and_bound_everything() -> None:
    listed = yaml.safe_load((ROOT / "deploy" / "kubernetes" / "kustomization.yaml").read_text("utf-8"))["resources"]
    files = {file.name for file in (ROOT / "deploy" / "kubernetes").glob("*.yaml")}
    assert {*listed, "kustomization.yaml"} == files
    assert of_kind("Secret") == {}, "secrets are referred to, never written down"
    for name, deployment in of_kind("Deployment").items():
        template = deployment["spec"]["template"]
        pod, container = template["spec"], template["spec"]["containers"][0]
        assert {"secretRef": {"name": "shinsa"}} in container["envFrom"]
        assert container["resources"]["limits"]["memory"]
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert pod["securityContext"]["runAsNonRoot"] is True
        budget = of_kind("PodDisruptionBudget")[name]["spec"]
        assert budget["selector"]["matchLabels"] == template["metadata"]["labels"]
        assert 0 < budget["minAvailable"] < deployment["spec"]["replicas"]
    app = of_kind("Deployment")["shinsa-app"]["spec"]["template"]["spec"]["containers"][0]
    for probe in ("startupProbe", "readinessProbe"):
        assert app[probe]["httpGet"]["path"] == "/readyz"
        assert {"name": "Host", "value": "localhost"} in app[probe]["httpGet"]["httpHeaders"]
    assert "useradd --uid 1000 " in (ROOT / "Dockerfile").read_text("utf-8")
