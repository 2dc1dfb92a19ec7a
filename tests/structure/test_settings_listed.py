"""Settings are found where people look for them: `.env.example` names each, with its default where it shows one."""

from __future__ import annotations

import re
from pathlib import Path

from core.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parents[2]
FOR_COMPOSE = {"POSTGRES_PASSWORD"}
EXAMPLES = {
    "DATABASE_URL",
    "DASK_SCHEDULER",
    "MLFLOW_TRACKING_URI",
    "OIDC_METADATA_URL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "SHINSA_ENDPOINT_UNITS_PER_MINUTE",
    "SHINSA_GRAPH_MEMORY_MB",
    "SHINSA_PUBLIC_URL",
}
"""Settings without a default, for which the file shows a value."""


def keys() -> dict[str, str]:
    """The name of each setting's field by its key."""
    return {
        alias if isinstance(alias := field.validation_alias, str) else PREFIX + name.upper(): name
        for name, field in Settings.model_fields.items()
    }


def listed() -> dict[str, str]:
    text = (ROOT / ".env.example").read_text("utf-8")
    return dict(re.findall(r"^# ([A-Z][A-Z0-9_]+)=(.*)$", text, re.MULTILINE))


def test_every_setting_is_listed() -> None:
    assert listed().keys() - FOR_COMPOSE == keys().keys()


def test_the_values_shown_are_the_defaults() -> None:
    names, bare = keys(), Settings.model_construct()
    for key, shown in listed().items():
        if key in FOR_COMPOSE or not shown:
            continue
        default = Settings.model_fields[names[key]].default
        if key in EXAMPLES:
            assert default is None, key
        elif key == "DATA_DIR":  # made absolute
            assert shown == default.as_posix()
        else:
            Settings.__pydantic_validator__.validate_assignment(bare, names[key], shown)
            assert getattr(bare, names[key]) == default, key


def test_the_readme_names_no_setting_that_there_is_not() -> None:
    named = set(
        re.findall(
            r"`((?:SHINSA|OIDC|NEO4J|OTEL|OPENAI|AZURE|JOBS|LLM)_[A-Z_]+)`", (ROOT / "README.md").read_text("utf-8")
        )
    )
    assert named - keys().keys() == set()
