"""Ways from one page to another, with what the address must carry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

import streamlit as st

from core.settings import ROOT

CONTRACTS = ROOT / "pages" / "contracts.py"
CONTRACT = ROOT / "pages" / "contract.py"
COMPARE = ROOT / "pages" / "compare.py"
KNOWLEDGE = ROOT / "pages" / "knowledge.py"
OPTIMIZER = ROOT / "pages" / "optimizer.py"
INTERVIEW = ROOT / "pages" / "interview.py"
MISSING = "missing"
"""Address parameter of the list of contracts: only those without a date of this name that was found."""

MOST_COMPARED = 20
"""Most contracts side by side: more cannot be taken in."""


def comparison_query(numbers: Iterable[int], clause: str | None = None) -> dict[str, str]:
    """What the address of a comparison says: contracts by number, and the clause type where one is chosen."""
    first = list(dict.fromkeys(numbers))[:MOST_COMPARED]
    return {"contracts": ",".join(map(str, first))} | ({"clause": clause} if clause else {})


def open_comparison(numbers: Iterable[int], clause: str | None = None) -> NoReturn:
    """Go to a comparison of a clause type over contracts."""
    st.switch_page(str(COMPARE), query_params=comparison_query(numbers, clause))


def open_contract(contract_id: str, *, item: str | None = None) -> NoReturn:
    """Go to a contract's page, to an item of it where one is named."""
    st.switch_page(str(CONTRACT), query_params={"contract": contract_id} | ({"item": item} if item else {}))


def open_contracts(job: str | None = None) -> NoReturn:
    """Go to the list of contracts, with a job to watch."""
    st.switch_page(str(CONTRACTS), query_params={"job": job} if job else None)


def open_entry(name: str) -> NoReturn:
    """Go to a knowledge entry, such as K12."""
    st.switch_page(str(KNOWLEDGE), query_params={"entry": name})


def open_interview(session_id: str) -> NoReturn:
    """Go to an interview."""
    st.switch_page(str(INTERVIEW), query_params={"session": session_id})


def open_optimizer(run_id: str) -> NoReturn:
    """Go to a run of the optimizer."""
    st.switch_page(str(OPTIMIZER), query_params={"run": run_id})
