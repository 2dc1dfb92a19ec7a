"""Ways from one page to another, with what the address must carry."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from core.settings import ROOT

CONTRACTS = ROOT / "pages" / "contracts.py"
CONTRACT = ROOT / "pages" / "contract.py"
QA = ROOT / "pages" / "qa.py"


def open_contract(contract_id: str) -> NoReturn:
    """Go to a contract's page."""
    st.switch_page(str(CONTRACT), query_params={"contract": contract_id})


def open_contracts(job: str | None = None) -> NoReturn:
    """Go to the list of contracts, with a job to watch."""
    st.switch_page(str(CONTRACTS), query_params={"job": job} if job else None)
