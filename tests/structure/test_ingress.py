"""The manifests as a whole, read strictly: what they name is there, and the Ingress fits the app behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from core.settings import Settings, load_settings
from core.ui.access.protection import AUTHLIB, protection

BASE = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
LOGIN = BASE / "with-login"
NGINX = "nginx.ingress.kubernetes.io/"
VERSIONS = {
    "ConfigMap": "v1",
    "Deployment": "apps/v1",
    "Ingress": "networking.k8s.io/v1",
    "Kustomization": "kustomize.config.k8s.io/v1beta1",
    "Namespace": "v1",
    "NetworkPolicy": "networking.k8s.io/v1",
    "PodDisruptionBudget": "policy/v1",
    "Service": "v1",
}
ANNOTATIONS = {
    "affinity", "affinity-mode", "session-cookie-name", "session-cookie-path", "session-cookie-samesite",
    "session-cookie-secure", "ssl-redirect", "proxy-http-version", "proxy-read-timeout", "proxy-send-timeout",
    "proxy-body-size", "proxy-request-buffering",
}  # fmt: skip
"""Names that ingress-nginx knows; one that is misspelt is passed over without a word."""


class _Strict(yaml.SafeLoader):
    """Refuses a key that stands twice, which YAML readers pass over."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """The mapping of a node."""
        keys = [self.construct_object(key, deep=True) for key, _value in node.value]
        assert len(keys) == len(set(keys)), (keys, node.start_mark)
        return super().construct_mapping(node, deep=deep)


def _read(folder: Path) -> list[dict[str, Any]]:
    return [
        manifest
        for file in sorted(folder.glob("*.yaml"))
        for manifest in yaml.load_all(file.read_text("utf-8"), Loader=_Strict)
    ]


EVERYTHING = [*_read(BASE), *_read(LOGIN)]


def _of(kind: str, name: str) -> dict[str, Any]:
    (found,) = (each for each in EVERYTHING if each["kind"] == kind and each["metadata"]["name"] == name)
    return found


def _ingress() -> dict[str, Any]:
    return _of("Ingress", "shinsa")


def test_each_manifest_says_what_it_is() -> None:
    for each in EVERYTHING:
        assert each["apiVersion"] == VERSIONS[each["kind"]]
        assert each["kind"] == "Kustomization" or each["metadata"]["name"]
        if each["kind"] == "ConfigMap":
            assert all(isinstance(value, str) for value in each["data"].values())
        for value in each.get("metadata", {}).get("annotations", {}).values():
            assert isinstance(value, str), "an annotation is a text"


@pytest.mark.parametrize("folder", [BASE, LOGIN])
def test_a_kustomization_names_the_files_beside_it(folder: Path) -> None:
    (kustomization,) = (each for each in _read(folder) if each["kind"] == "Kustomization")
    named = [*kustomization["resources"], *(patch["path"] for patch in kustomization.get("patches", ()))]
    assert all((folder / name).exists() for name in named)
    files = {file.name for file in folder.glob("*.yaml")} - {"kustomization.yaml"}
    assert files == {name for name in named if name.endswith(".yaml")}


def test_selectors_and_ports_lead_to_pods() -> None:
    pods = {each["metadata"]["name"]: each["spec"]["template"] for each in EVERYTHING if each["kind"] == "Deployment"}
    for name, template in pods.items():
        assert _of("Deployment", name)["spec"]["selector"]["matchLabels"] == template["metadata"]["labels"]
        volumes = {volume["name"] for volume in template["spec"]["volumes"]}
        for container in template["spec"]["containers"]:
            assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
    service = _of("Service", "shinsa-app")["spec"]
    (port,) = service["ports"]
    target = pods["shinsa-app"]
    assert service["selector"] == target["metadata"]["labels"]
    named = {each["name"]: each["containerPort"] for each in target["spec"]["containers"][0]["ports"]}
    assert port["targetPort"] in named
    for rule in _ingress()["spec"]["rules"]:
        for path in rule["http"]["paths"]:
            backend = path["backend"]["service"]
            assert (backend["name"], backend["port"]["name"]) == ("shinsa-app", port["name"])
    for name in pods:
        policy = _of("NetworkPolicy", name)["spec"]
        assert policy["podSelector"]["matchLabels"] == pods[name]["metadata"]["labels"]
        for rule in policy.get("ingress", ()):
            assert {each["port"] for each in rule["ports"]} <= set(named)


def test_a_visitor_stays_on_one_pod_and_the_websocket_stays_open() -> None:
    given = {name.removeprefix(NGINX): value for name, value in _ingress()["metadata"]["annotations"].items()}
    assert set(given) == ANNOTATIONS
    assert (given["affinity"], given["affinity-mode"]) == ("cookie", "persistent")
    assert given["session-cookie-secure"] == given["ssl-redirect"] == "true"
    assert int(given["proxy-read-timeout"]) >= 3600 <= int(given["proxy-send-timeout"])
    limit = Settings.model_fields["max_file_mb"].default
    assert int(given["proxy-body-size"].removesuffix("m")) > limit, "a file that the app takes comes through"


def test_the_host_is_the_address_that_people_log_in_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (login,) = (each for each in _read(LOGIN) if each["kind"] == "ConfigMap")
    assert login["metadata"]["name"] in {
        each["metadata"]["name"] for each in _read(BASE) if each["kind"] == "ConfigMap"
    }
    spec = _ingress()["spec"]
    (rule,), (tls,) = spec["rules"], spec["tls"]
    assert [rule["host"]] == tls["hosts"] == [urlsplit(login["data"]["SHINSA_PUBLIC_URL"]).hostname]
    secrets = {"OIDC_CLIENT_SECRET": "s", "SHINSA_COOKIE_SECRET": "c" * 32}
    for name, value in (login["data"] | secrets).items():
        monkeypatch.setenv(name, value)
    guarded = protection(load_settings(env_file=tmp_path / "none"), "127.0.0.1")
    assert guarded.hosts == {rule["host"]}, "the gate answers to the Ingress's host"
    assert guarded.secrets is not None
    assert AUTHLIB.removeprefix("pip install ") in (BASE.parents[1] / "Dockerfile").read_text("utf-8")
    assert guarded.secrets["auth"]["redirect_uri"] == f"https://{rule['host']}/oauth2callback"
