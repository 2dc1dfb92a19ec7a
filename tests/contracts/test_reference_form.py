"""Extractions in the reference's form: imported as a person's statement with located quotes, exported, refused."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import orjson
import pytest

from core.contracts.reference_form import from_reference, to_reference
from core.contracts.samples import FOLDER
from core.documents import Document, Page, read
from core.errors import BadArguments
from core.settings import Settings
from core.taxonomy import taxonomy

REFERENCE = Path(__file__).parents[1] / "data" / "reference"
TEXT = (
    "SUPPLY AGREEMENT between Alpha Tools, Inc. and Beta Works K.K. "
    "Vendor shall not raise its prices during the first year. Neither party may assign this Agreement."
)


def _document(*, unread: bool = False) -> Document:
    pages = [Page(1, 0, len(TEXT), 0.0, 0.0, "text")]
    if unread:
        pages.append(Page(2, len(TEXT), len(TEXT), 0.0, 0.0, "unread", "no text layer"))
    return Document("ab" * 32, "a.pdf", "pdf", TEXT, tuple(pages), "en")


def _stated() -> dict[str, Any]:
    return {
        "agreement": {
            "agreement_name": "Supply Agreement",
            "agreement_type": "Supply",
            "effective_date": "2019-07-31",
            "expiration_date": "one year later",
            "renewal_term": "one (1) year",
            "Notice_period_to_Terminate_Renewal": "",
            "parties": [
                {
                    "role": "Vendor",
                    "name": "Alpha Tools, Inc.",
                    "incorporation_country": "United States of America",
                    "incorporation_state": "Delaware",
                },
                {"role": "", "name": "Gamma GmbH", "incorporation_country": "Germany", "incorporation_state": ""},
            ],
            "governing_law": {"country": "USA", "state": "New York", "most_favored_country": "USA"},
            "clauses": [
                {
                    "clause_type": "Price Restrictions",
                    "exists": True,
                    "excerpts": ["Vendor shall not raise its prices during the first year."],
                },
                {"clause_type": "License grant", "exists": True, "excerpts": ["Vendor grants a license."]},
                {"clause_type": "Insurance", "exists": False, "excerpts": []},
            ],
        }
    }


def test_import():
    found = from_reference(_stated(), _document())
    assert found.engine == "imported"
    assert [clause.type for clause in found.clauses] == [category.code for category in taxonomy().categories]
    facts = {fact.name: (fact.value, fact.detail) for fact in found.facts}
    assert facts == {
        "document_name": ("Supply Agreement", None),
        "agreement_type": ("Supply", None),
        "effective_date": ("2019-07-31", None),
        "expiration_date": (None, "one year later"),
        "renewal_term": ("P1Y", None),
        "notice_period": (None, None),
        "governing_law": ("US", "New York"),
    }
    assert [(p.name, p.role, p.country, p.state, p.evidence.state) for p in found.parties] == [
        ("Alpha Tools, Inc.", "Vendor", "US", "Delaware", "verified"),
        ("Gamma GmbH", None, "DE", None, "unverified"),
    ]
    verdicts = {
        clause.type: (clause.presence, [excerpt.evidence.state for excerpt in clause.excerpts])
        for clause in found.clauses
        if clause.presence != "unknown"
    }
    assert verdicts == {
        "document_name": ("present", ["verified"]),
        "parties": ("present", ["verified", "unverified"]),
        "effective_date": ("present", []),
        "expiration_date": ("present", []),
        "renewal_term": ("present", []),
        "notice_period": ("absent", []),
        "governing_law": ("present", []),
        "price_restrictions": ("present", ["verified"]),
        "license_grant": ("present", ["unverified"]),
        "insurance": ("absent", []),
    }


def test_absent_needs_every_page():
    found = from_reference(_stated(), _document(unread=True))
    assert found.clause("insurance").presence == "unknown"
    assert found.clause("price_restrictions").presence == "present"


def test_what_is_exported_comes_back():
    document = _document()
    found = from_reference(_stated(), document)
    exported = to_reference(found)
    assert list(exported["agreement"]) == list(_stated()["agreement"])
    assert exported["agreement"]["renewal_term"] == "1 year"
    assert exported["agreement"]["governing_law"]["country"] == "United States"
    again = from_reference(orjson.loads(orjson.dumps(exported)), document)
    assert (again.facts, again.parties) == (found.facts, found.parties)
    verdicts = [
        [(c.type, c.presence, c.confidence, [e.text for e in c.excerpts]) for c in answer.clauses]
        for answer in (found, again)
    ]
    assert verdicts[0] == verdicts[1]


@pytest.mark.parametrize(
    ("path", "value", "place", "words"),
    [
        ((), [], "/", "valid dictionary"),
        (("agreement",), None, "/agreement", "valid dictionary"),
        (("extra",), 1, "/extra", "Extra inputs"),
        (("agreement", "agreement_nam"), "x", "/agreement/agreement_nam", "Extra inputs"),
        (("agreement", "effective_date"), 2019, "/agreement/effective_date", "valid string"),
        (("agreement", "parties", 0, "name"), "", "/agreement/parties/0/name", "at least 1 character"),
        (("agreement", "parties", 1, "role"), None, "/agreement/parties/1/role", "valid string"),
        (("agreement", "clauses", 0, "exists"), "yes", "/agreement/clauses/0/exists", "valid boolean"),
        (("agreement", "clauses", 0, "excerpts"), "words", "/agreement/clauses/0/excerpts", "valid list"),
        (("agreement", "clauses", 1, "clause_type"), "Hats", "/agreement/clauses/1/clause_type", "'Hats'"),
        (("agreement", "clauses", 1, "clause_type"), "Parties", "/agreement/clauses/1/clause_type", "no clause type"),
        (("agreement", "clauses", 1, "clause_type"), "insurance", "/agreement/clauses/2/clause_type", "stands twice"),
        (("agreement", "clauses", 0, "exists"), False, "/agreement/clauses/0/excerpts", "said not to exist"),
    ],
)
def test_wrong_file_is_refused_with_its_place(path, value, place, words):
    data: Any = copy.deepcopy(_stated())
    if path:
        inside = data
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = value
    else:
        data = value
    with pytest.raises(BadArguments, match=words) as caught:
        from_reference(data, _document())
    assert caught.value.facts["path"] == place


def test_reference_file_of_the_first_question():
    """With price restrictions but without insurance: the Birch First / Mount Knowledge agreement."""
    name = "CybergyHoldingsInc"
    pdf = (FOLDER / f"{name}.pdf").read_bytes()
    document = read(pdf, file_name=f"{name}.pdf", settings=Settings(_env_file=None))
    found = from_reference(orjson.loads((REFERENCE / f"{name}.json").read_bytes()), document)
    assert found.clause("insurance").presence == "absent"
    price = found.clause("price_restrictions")
    assert (price.presence, [excerpt.evidence.state for excerpt in price.excerpts]) == ("present", ["verified"])
    assert price.excerpts[0].evidence.pages == (8,)
    assert {excerpt.evidence.state for clause in found.clauses for excerpt in clause.excerpts} == {"verified"}
    assert [party.name for party in found.parties] == [
        "Birch First Global Investments Inc.",
        "Mount Knowledge Holdings Inc.",
    ]
