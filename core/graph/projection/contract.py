"""What the graph is given of one contract."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import orjson
from pydantic import TypeAdapter

from core.documents import Page
from core.record import Extraction


@dataclass(frozen=True, slots=True)
class GraphContract:
    """A contract as it is shown: the extraction with the reviews applied, and the document's text for search.

    Dates are ISO. `last_notice_day` is that of the current term, None where it cannot be computed. `current_end_date`
    is the last day of the current term, None for that of the initial one; where the contract `runs_on` there is none.
    `rolls_after` is the day behind which term and notice day are others.
    `renewal_kind` is how it is renewed, None where its words do not say. `pages` are offsets into `text`.
    """

    contract_id: str
    sha256: str
    title: str
    file_name: str
    language: str
    extraction: Extraction
    last_notice_day: str | None = None
    current_end_date: str | None = None
    runs_on: bool = False
    rolls_after: str | None = None
    renewal_kind: str | None = None
    text: str = ""
    pages: tuple[Page, ...] = ()


_ADAPTER: TypeAdapter[GraphContract] = TypeAdapter(GraphContract)


def digest(contract: GraphContract) -> str:
    """SHA-256 of everything that the projection of a contract depends on; equal digests need no new projection."""
    try:
        written = orjson.dumps(contract)
    except orjson.JSONEncodeError:
        # ASCII JSON, because a text from a damaged file may hold halves of surrogate pairs.
        written = json.dumps(_ADAPTER.dump_python(contract)).encode()
    return hashlib.sha256(written).hexdigest()
