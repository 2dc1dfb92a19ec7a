"""What the tests of documents share."""

from __future__ import annotations

import pytest
from document_files import Sheet, make_pdf

from core.settings import Settings


@pytest.fixture
def settings() -> Settings:
    """Settings with their defaults, without OCR so that results do not depend on the machine."""
    return Settings(_env_file=None, ocr="off")  # type: ignore[call-arg]


@pytest.fixture(scope="session")
def contract_pdf() -> bytes:
    """Twelve full pages."""
    words = "The Supplier shall not assign this Agreement without the prior written consent of the Buyer."
    return make_pdf(*(Sheet([f"{page}.{line} {words}"[:85] for line in range(40)]) for page in range(1, 13)))
