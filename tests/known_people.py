"""People in a workbench's store, for tests with a login."""

from __future__ import annotations

from datetime import UTC, datetime

from core.access import Actor
from core.store import UserRow
from core.workbench import Workbench


def make_people(opened: Workbench, *actors: Actor) -> None:
    """Let these people be known, under the ids and names that they have."""
    with opened.store.write() as session:
        for actor in actors:
            session.add(
                UserRow(
                    id=str(actor.user_id),
                    issuer="i",
                    subject=str(actor.user_id),
                    name=actor.name,
                    created_at=datetime.now(UTC),
                )
            )
