"""Small contracts as plain text, for tests that need several quickly."""

from __future__ import annotations

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
