"""News between processes on PostgreSQL: that units were queued (NOTIFY), and that workers are there (an advisory lock).

Both hang on one connection of a worker's own and end with it, so that a worker that was killed is not counted. Behind a
pooler that shares connections between transactions neither works: workers then find units by asking once a second,
and give `DATABASE_URL` the server's own address where that is too slow.
"""

from __future__ import annotations

import threading

from sqlalchemy import text
from sqlalchemy.orm import Session

from core import logs
from core.settings import Settings

_CHANNEL = "shinsa_units"
_PRESENT = (0x5348494E, 0x574F524B)
"""Advisory lock that every worker shares; any two numbers that no other program on the server uses."""
_WAIT_S = 1.0
_AGAIN_S = 2.0

_log = logs.log(__name__)


def announce(session: Session) -> None:
    """Tell listening workers, when this transaction commits, that units may be waiting; nothing on SQLite."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"NOTIFY {_CHANNEL}"))


def workers_present(session: Session) -> int:
    """How many workers listen at present, on all hosts."""
    holders = text(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :high AND objid = :low"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    return int(session.execute(holders, {"high": _PRESENT[0], "low": _PRESENT[1]}).scalar_one())


class Listener:
    """A thread that sets an event whenever units were queued anywhere, and that counts as a worker being there."""

    def __init__(self, settings: Settings, heard: threading.Event) -> None:
        """Args:
        settings: where the store is; PostgreSQL.
        heard: is set at each piece of news, and after each break in the connection.
        """
        self._address = settings.store_url.replace("postgresql+psycopg:", "postgresql:", 1)
        self._heard = heard
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="job-listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and its connection."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg  # an optional package, there where the store is on PostgreSQL

        told = False
        while not self._stopping.is_set():
            try:
                self._listen()
                told = False
            except psycopg.Error as error:
                if not told:
                    _log.warning("news_broken", error=type(error).__name__)
                told = True
                self._stopping.wait(_AGAIN_S)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(
            self._address,
            autocommit=True,
            connect_timeout=10,
            application_name="shinsa-worker",
            keepalives_idle=30,
            keepalives_interval=10,
            keepalives_count=3,
        ) as connection:
            connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", _PRESENT)
            connection.execute(f"LISTEN {_CHANNEL}")
            self._heard.set()  # whatever was queued before anybody listened
            while not self._stopping.is_set():
                for _ in connection.notifies(timeout=_WAIT_S, stop_after=1):
                    self._heard.set()
