"""The database's clock: the one clock that leases and back-off go by, on however many hosts."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.orm import Session

# SQLite's unixepoch('subsec') needs 3.42, which Debian 12 does not have.
_NOW = {
    "sqlite": text("SELECT (julianday('now') - 2440587.5) * 86400.0"),
    "postgresql": text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision)"),
}


def database_now(session: Session) -> float:
    """Seconds since 1970 by the database's clock."""
    return float(session.execute(_NOW[session.get_bind().dialect.name]).scalar_one())
