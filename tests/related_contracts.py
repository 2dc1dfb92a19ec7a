"""Small contracts that amend and supersede one another, and whose parties bear more than one name."""

from __future__ import annotations

from pathlib import Path

from core.contracts.ingestion import ingest_file, store_contract
from core.contracts.library import Library
from core.settings import load_settings
from core.store import open_store

BASE = b"""SUPPLY AGREEMENT

This Supply Agreement (the "Agreement") is entered into as of March 1, 2019 by and between Northfield Widgets Inc., a
Delaware corporation ("Supplier"), and Harbor Retail LLC, a Nevada limited liability company ("Buyer").

1. Term. This Agreement commences on the date first written above and continues until February 28, 2022.

2. Insurance. Supplier shall maintain commercial general liability insurance of at least $1,000,000 per occurrence
during the term of this Agreement and shall name Buyer as an additional insured.

3. Governing Law. This Agreement shall be governed by and construed in accordance with the laws of the State of
Delaware, without regard to its conflict of laws principles.
"""

AMENDMENT = b"""AMENDMENT NO. 1 TO THE SUPPLY AGREEMENT

This Amendment No. 1 (the "Amendment") is entered into as of January 15, 2020 by and between Northfield Widgets Inc., a
Delaware corporation ("Supplier"), and Harbor Retail LLC, a Nevada limited liability company ("Buyer"). The parties
hereby amend the Supply Agreement dated March 1, 2019 between them as follows.

1. Insurance. Supplier shall maintain commercial general liability insurance of at least $5,000,000 per occurrence
and shall name Buyer as an additional insured.

2. All other terms remain in full force.
"""

SUCCESSOR = b"""MASTER SUPPLY AGREEMENT

This Master Supply Agreement (the "Agreement") is entered into as of June 1, 2021 by and between Northfield Widgets
Inc., a Delaware corporation ("Supplier"), and Harbor Retail LLC, a Nevada limited liability company ("Buyer").

1. Term. This Agreement commences on the date first written above and continues until May 31, 2026.

2. Entire Agreement. This Agreement supersedes and replaces the Supply Agreement dated March 1, 2019 between the
parties.
"""

OTHER_NAME = b"""LICENSE AGREEMENT

This License Agreement (the "Agreement") is entered into as of May 1, 2020 by and between NORTHFIELD WIDGETS, INC., a
Delaware corporation ("Licensor"), and Lakeside Press Ltd., an English company ("Licensee").

1. Term. This Agreement commences on the date first written above and continues until April 30, 2024.
"""

ALL = (("base.txt", BASE), ("amendment.txt", AMENDMENT), ("successor.txt", SUCCESSOR), ("license.txt", OTHER_NAME))


def fill(folder: Path) -> None:
    """Bring the contracts into a data folder in this process, through the functions that jobs run."""
    chosen = load_settings(data_dir=folder)
    store = open_store(chosen)
    library = Library(store, chosen)
    for name, data in ALL:
        batch = library.ingest([(library.receive(data, name), name)], user="sato")
        unit = library._ledger.units(batch)[0]
        result = ingest_file(unit.payload, data, lambda _stage: None)
        with store.write() as session:
            store_contract(session, unit, result)
        library._ledger.cancel(batch)
    store.close()
