"""Small contracts as plain text and as PDF, for tests that need several quickly."""

from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas

from core.contracts.ingestion import ingest_file, store_contract
from core.workbench.workbench import Workbench

_LAWS = ("New York", "Nevada", "Delaware", "California", "Texas", "Florida", "Ohio", "Illinois")


def small_contract(number: int) -> bytes:
    """A short English contract; its words differ by number."""
    law = _LAWS[number % len(_LAWS)]
    return f"""SUPPLY AGREEMENT NO. {number}

This Supply Agreement (the "Agreement") is entered into as of March {number % 27 + 1}, 2021 by and between
Northfield Widgets {number} Inc., a {law} corporation ("Supplier"), and Harbor Retail {number} LLC, a {law}
limited liability company ("Buyer").

1. Term. This Agreement commences on the date first written above and continues until March {number % 27 + 1}, 2026.

2. Assignment. Neither party may assign this Agreement without the prior written consent of the other party.

3. Insurance. Supplier shall maintain commercial general liability insurance of at least $1,000,000 per occurrence
during the term of this Agreement and shall name Buyer as an additional insured.

4. Governing Law. This Agreement shall be governed by and construed in accordance with the laws of the State of
{law}, without regard to its conflict of laws principles.
""".encode()


def small_pdf(text: bytes) -> bytes:
    """A PDF of one page, wide enough for a text's lines: words beyond its edge would not be seen."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(1_190, 842), invariant=1)
    for index, line in enumerate(text.decode().splitlines()):
        canvas.drawString(50, 800 - 14 * index, line)
    canvas.save()
    return buffer.getvalue()


def add(workbench: Workbench, number: int) -> str:
    """Id of a small contract that was taken in here and now."""
    data, name = small_contract(number), f"supply-{number}.txt"
    batch = workbench.library.ingest([(workbench.library.receive(data, name), name)], user="sato")
    unit = workbench.ledger.units(batch)[0]
    with workbench.store.write() as session:
        outcome = store_contract(session, unit, ingest_file(unit.payload, data, lambda _stage: None))
    workbench.ledger.cancel(batch)
    return str(outcome["contract_id"])
