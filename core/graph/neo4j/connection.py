"""The way to a Neo4j server: one driver a process, transactions that are tried again, errors in our own words."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import neo4j
from neo4j.exceptions import (
    ConfigurationError,
    DriverError,
    IncompleteCommit,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from core.errors import (
    ConfigError,
    GraphError,
    GraphLogin,
    GraphServerOld,
    GraphTimeout,
    GraphTooLarge,
    GraphUnavailable,
)
from core.graph.neo4j.values import plain
from core.graph.projection.writing import Run
from core.graph.store import Parameters, Row
from core.settings import Settings

NEEDED = (5, 26)
"""The oldest server that is known to work: the long-term release with `lower()` and the vector functions we use."""
LIMITS = ("db.transaction.timeout", "db.memory.transaction.max")
"""Settings of the server that bound what a query may take; 0 is no bound."""
PAUSES_S = (0.1, 0.5, 1.5)
"""Waits before another try of a transaction that failed for a passing reason."""

_T = TypeVar("_T")
_DRIVERS: dict[tuple[str, str, str], _Shared] = {}
_GUARD = threading.Lock()


@dataclass(slots=True)
class _Shared:
    driver: neo4j.Driver
    users: int = 1
    version: tuple[int, ...] = field(default=())


class Neo4jConnection:
    """Transactions on one database of a server; safe to use from many threads."""

    def __init__(self, settings: Settings) -> None:
        """Get ready to speak to the server; it is not asked anything yet.

        Raises:
            ConfigError: the address is none.
        """
        self.address = settings.neo4j_uri or ""
        self.database = settings.neo4j_database
        password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
        self._key = (self.address, settings.neo4j_username, password)
        self._closed = False
        with _GUARD:
            if self._key in _DRIVERS:
                _DRIVERS[self._key].users += 1
            else:
                _DRIVERS[self._key] = _Shared(_driver(self.address, settings.neo4j_username, password))
            self._shared = _DRIVERS[self._key]

    def close(self) -> None:
        """Let go of the driver; the last user closes it."""
        with _GUARD:
            if self._closed:
                return
            self._closed = True
            self._shared.users -= 1
            if self._shared.users == 0:
                del _DRIVERS[self._key]
                self._shared.driver.close()

    @property
    def version(self) -> tuple[int, ...]:
        """Version of the server that was met last, such as (5, 26, 16); empty before `check`."""
        return self._shared.version

    def check(self) -> tuple[int, ...]:
        """Ask the server for its version, and give it.

        Raises:
            GraphUnavailable: it cannot be reached, does not let us in or is too old.
        """
        rows = self.read(lambda run: run("CALL dbms.components() YIELD versions RETURN versions[0] AS version", {}))
        found = str(rows[0]["version"])
        self._shared.version = version_numbers(found)
        if self._shared.version < NEEDED:
            needed = ".".join(map(str, NEEDED))
            raise GraphServerOld(f"Neo4j {found} is too old, {needed} is needed", found=found, needed=needed)
        return self._shared.version

    def limits(self) -> dict[str, str]:
        """What the server says of its limits of a transaction, by the names of its settings; empty where it may not be
        asked.

        Raises:
            GraphUnavailable: it cannot be reached.
        """
        names = list(LIMITS)
        query = f"SHOW SETTINGS {', '.join(repr(name) for name in names)} YIELD name, value RETURN name, value"
        try:
            return {str(row["name"]): str(row["value"]) for row in self.read(lambda run: run(query, {}))}
        except GraphUnavailable:
            raise
        except GraphError:
            return {}

    def read(self, work: Callable[[Run], _T], *, timeout_s: float | None = None) -> _T:
        """Do some reading in one transaction, again when it failed for a passing reason.

        Args:
            work: is given what runs a statement.
            timeout_s: longest time of one try in seconds, the server's own limit when None.

        Raises:
            GraphError: the server refused; GraphTimeout, GraphUnavailable among them.
        """
        return self._attempt(work, neo4j.READ_ACCESS, timeout_s)

    def write(self, work: Callable[[Run], _T], *, timeout_s: float | None = 0) -> _T:
        """Like `read`, for work that writes; it must give the same when it is done twice. No time limit by default."""
        return self._attempt(work, neo4j.WRITE_ACCESS, timeout_s)

    def session(self, *, access: str) -> neo4j.Session:
        """A session of the driver, for who needs more than `read` and `write`."""
        if self._closed:
            raise GraphError("The graph is closed")
        return self._shared.driver.session(database=self.database, default_access_mode=access, fetch_size=1_000)

    def _attempt(self, work: Callable[[Run], _T], access: str, timeout_s: float | None) -> _T:
        pauses = iter(PAUSES_S)
        while True:
            try:
                with self.session(access=access) as session, session.begin_transaction(timeout=timeout_s) as opened:
                    done = work(_runner(opened))
                    opened.commit()
                    return done
            except (Neo4jError, DriverError) as error:
                pause = next(pauses, None)
                # Our writes give the same when repeated, so an unknown end of a commit is no reason to give up.
                if pause is None or not (error.is_retryable() or isinstance(error, IncompleteCommit)):
                    raise translated(error, self.address) from error
                time.sleep(pause)


def _driver(address: str, username: str, password: str) -> neo4j.Driver:
    try:
        return neo4j.GraphDatabase.driver(
            address,
            auth=(username, password),
            connection_timeout=5.0,
            connection_acquisition_timeout=20.0,
            max_connection_lifetime=600.0,
            liveness_check_timeout=30.0,
            notifications_min_severity="OFF",
            telemetry_disabled=True,
            user_agent="shinsa",
        )
    except (ConfigurationError, ValueError) as error:
        raise ConfigError(f"Setting NEO4J_URI: {error}", name="NEO4J_URI") from None


def _runner(opened: neo4j.Transaction) -> Run:
    def run(query: str, parameters: Parameters) -> list[Row]:
        result = opened.run(query, dict(parameters))
        names = result.keys()
        return [{name: plain(value) for name, value in zip(names, row, strict=True)} for row in result]

    return run


def version_numbers(text: str) -> tuple[int, ...]:
    """The numbers of a version: (5, 26, 16) for `5.26.16-aura`."""
    return tuple(int(number) for number in re.findall(r"\d+", text.split("-")[0])[:3])


def translated(error: Exception, address: str) -> Exception:
    """What of our errors tells of a driver's error."""
    if isinstance(error, ServiceUnavailable | SessionExpired):
        return GraphUnavailable(f"Neo4j at {address} does not answer: {error}", address=address)
    code = _code(error)
    if code.startswith("Neo.ClientError.Security"):
        return GraphLogin(f"Neo4j at {address} does not let us in: {code}", address=address)
    if code == "Neo.ClientError.Database.DatabaseNotFound":
        return ConfigError(f"Setting NEO4J_DATABASE: {error}", name="NEO4J_DATABASE")
    if "TransactionTimedOut" in code:
        return GraphTimeout("The query took too long and was stopped")
    if code.endswith(("MemoryPoolOutOfMemoryError", "TransactionOutOfMemoryError", "OutOfMemoryError")):
        return GraphTooLarge("The query took more memory than the server gives it", neo4j_code=code)
    if code.endswith(("DatabaseUnavailable", "ConnectionPoolError")) or isinstance(error, DriverError):
        return GraphUnavailable(f"Neo4j at {address} does not answer: {error}", address=address)
    message = error.message if isinstance(error, Neo4jError) else str(error)
    return GraphError(f"Neo4j refused: {message}", neo4j_code=code)


def _code(error: Any) -> str:
    return str(getattr(error, "code", None) or "")
