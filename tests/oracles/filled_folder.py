"""A data folder full of small contracts, for benchmarks of pages."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.contracts.ingestion import ingest_file, store_contract
from core.contracts.library import Library
from core.settings import load_settings
from core.store import open_store
from small_contracts import small_contract

_FEW = 5


def fill(folder: Path, size: int, change: Callable[[int, dict[str, Any]], None] | None = None) -> None:
    """Fill a data folder with contracts, through the function that ends an ingestion job.

    More than a few contracts share the text and the extraction of the first, under files of their own.

    Args:
        folder: an empty data folder.
        size: number of contracts.
        change: what makes a contract's result its own, by its number.
    """
    chosen = load_settings(data_dir=folder)
    store = open_store(chosen)
    library = Library(store, chosen)
    batches = []
    first: dict[str, Any] = {}
    for number in range(1, size + 1):
        data, name = small_contract(number), f"supply-{number}.txt"
        batch = library.ingest([(library.receive(data, name), name)], user="benchmark")
        batches.append(batch)
        (unit,) = library._ledger.units(batch)
        if not first or size <= _FEW:
            first = ingest_file(unit.payload, data, lambda _stage: None)
        own = copy.deepcopy(first)
        own["document"] |= {"sha256": unit.payload["sha256"], "file_name": name}
        if change is not None:
            change(number, own)
        with store.write() as session:
            store_contract(session, unit, own)
    for batch in batches:
        library._ledger.cancel(batch)
    store.close()
