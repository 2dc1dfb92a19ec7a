"""The compose file: only the published port's proxy reaches the app, and no service may take the machine."""

from __future__ import annotations

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"]


def test_every_service_has_limits() -> None:
    for service in SERVICES.values():
        assert service["mem_limit"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])


def test_the_forwarder_listens_where_the_app_is_alone() -> None:
    """It listened on all interfaces of the container: the database servers could reach the app (issue 13, 13)."""
    on_edge = [name for name, service in SERVICES.items() if "edge" in service["networks"]]
    assert on_edge == ["app"]
    assert SERVICES["app"]["networks"]["edge"]["aliases"] == ["shinsa-edge"]
    command = (ROOT / "Dockerfile").read_text("utf-8").splitlines()[-1]
    assert "TCP-LISTEN:8502,bind=${FORWARD_FROM:-shinsa-edge},fork" in command
