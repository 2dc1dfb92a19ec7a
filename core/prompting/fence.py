"""Text that is data, delimited so that it cannot pass for an instruction.

The mark is a hash of the text itself: a text cannot hold its own mark, so it cannot close its own fence.
"""

from __future__ import annotations

import hashlib


def fenced(text: object, label: str) -> str:
    """`text` between two marks, as `<<label 0123456789ab` … `0123456789ab label>>`."""
    words = str(text)
    mark = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"<<{label} {mark}\n{words}\n{mark} {label}>>"
