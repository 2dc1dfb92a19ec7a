"""What is shown of an endpoint's answer unmarked is carried by the words and rows that it cites."""

from __future__ import annotations

from collections import Counter

import orjson
import pytest

from core.documents import Document, Page
from core.qa.claims import check_claims
from core.qa.sources import Sources
from core.qa.support import CallRows, judge_call
from oracles.claims import APART, PARAPHRASED, PROMPTED, entries, judged

INSURANCE = "Supplier shall maintain insurance of at least $1,000,000."
WORDS = f"{INSURANCE} This Agreement shall be governed by the laws of New York."
ID = "c0123456789abcde"


GERMAN = CallRows(
    "get_contracts_by_governing_law", {"country": "DE"}, 3, [{"country": "DE", "country_name": "Germany"}]
)
INSURED = CallRows("get_contracts_with_clause_type", {"clause_type": "insurance"}, 12, [])
LISTED = CallRows("list_contracts", {}, 2, [{"title": "Supply Agreement"}, {"title": "Loan Agreement"}])


def _lacking(presence: str) -> CallRows:
    return CallRows("get_contracts_without_clause", {"clause_type": "insurance"}, 12, [{"presence": presence}] * 12)


def _document(_contract_id: str = ID) -> Document:
    return Document("ab" * 32, "a.txt", "text", WORDS, (Page(1, 0, len(WORDS), 0.0, 0.0, "text"),), "en")


def _sources() -> Sources:
    sources = Sources({ID: 1, "c2": 2}, {ID: "Supply Agreement", "c2": "Loan Agreement"}, {ID: ("Acme Inc.",)})
    insurance, law = WORDS.split(". ")
    sources.annotated({"contract_id": ID, "type": "insurance", "text": insurance + ".", "page": 1, "start": 0})
    sources.annotated({"contract_id": ID, "type": "governing_law", "text": law, "page": 1, "start": len(insurance) + 2})
    sources.add_call(CallRows("get_contracts_with_clause_type", {"clause_type": "insurance"}, 1, [{"number": 1}]))
    return sources


def _shown(reply: str) -> tuple[str, int]:
    checked = check_claims(reply, _sources(), _document, language="en")
    return checked.text, checked.uncited


def test_the_labelled_set() -> None:
    """False ones shown as supported at most 1 %, true ones marked at most 10 %, over what was mended on.

    Of statements in everyday words and of those that sum a clause up only the false ones are held to it, of those that
    the prompt asks for more true ones are still marked: see docs/decisions.
    """
    counts: Counter[tuple[bool, bool]] = Counter()
    prompted: Counter[bool] = Counter()
    wrong = []
    for entry in entries():
        if entry["part"] in APART:
            continue
        for label, text, carried, _ in judged(entry):
            if label and entry["part"] in PARAPHRASED:
                continue
            if label and entry["part"] == PROMPTED:
                prompted[carried] += 1
                continue
            counts[label, carried] += 1
            if carried and not label:
                wrong.append(text)
    true, false = counts[True, True] + counts[True, False], counts[False, True] + counts[False, False]
    assert true + false >= 700
    assert 2 * false >= true + false
    assert len(wrong) <= 0.01 * false, wrong
    assert counts[True, False] <= 0.1 * true
    assert prompted[False] <= 0.16 * prompted.total()


@pytest.mark.parametrize(
    ("reply", "marked"),
    [
        ("Contract 1 is governed by New York law [E2].", 0),
        ("Contract 1 shall not be governed by New York law [E2].", 1),
        ("Contract 2 is governed by New York law [E2].", 1),
        ("The Loan Agreement is governed by New York law [E2].", 1),
        ("The following contracts waive all claims against the buyer:", 1),
        ("Here is the truth: insurance is never needed.", 1),
        ("Did you know that Acme Inc. is bankrupt?", 1),
        ("Please note that the supplier is not insured.", 1),
        ("## Insurance is not required", 1),
        ("| Contract | Insurance |\n|---|---|\n| 1 | none |", 2),
        ("No cover. No limit. No duty [E1].", 3),
        ("The supplier is insured [E1]. The buyer pays nothing.", 1),
        ("- Supplier shall maintain insurance [E1]\n- Buyer shall pay for it [E1]", 1),
        ("供給者は保険に加入する義務を負いません。ご注意ください。", 2),
        ("保険のない契約は次のとおりです：", 1),
        ("It says “shall maintain insurance of at least $1,000,000” [E1].", 0),
        ("It says “shall not maintain insurance of any kind” [E1].", 1),
        ("It says ‘need not maintain any insurance whatsoever’ [E1].", 1),
        ("> Supplier need not maintain any insurance [E1]", 1),
        ("It says *the supplier need not maintain insurance* [E1].", 1),
        ("It says `no insurance is ever needed here` [E1].", 1),
        ("「供給者は保険を要しない」と定められています [E1]。", 1),
        ("『準拠法は日本法とする』 [E2]", 1),
        ("Insurance of at least one million dollars is maintained by the supplier [E1].", 0),
        ("Insurance of at least nine million dollars is maintained by the supplier [E1].", 1),
        ("There is 1 contract with insurance [Q1].", 0),
        ("There are 2 contracts with insurance [Q1].", 1),
        ("There is 1 contract without insurance [Q1].", 1),
        ("Contract 1 lets the supplier end the insurance at will [Q1].", 1),
        ("保険の条項がある契約は1件です [Q1]。", 0),
        ("保険の条項がない契約は1件です [Q1]。", 1),
        ("", 0),
        ("---", 0),
    ],
)  # fmt: skip
def test_whatever_its_form_a_statement_without_a_source_is_marked(reply: str, marked: int) -> None:
    text, count = _shown(reply)
    assert count == marked, text
    assert text.count("[no source]") == marked


def test_only_statements_of_the_form_are_shown() -> None:
    good = {"text": "Contract 1 is governed by New York law.", "sources": ["E2"], "quotes": []}
    false = {"text": "The supplier may maintain insurance.", "sources": ["E1"], "quotes": []}
    invented = {
        "text": "It says “no insurance needed at all”.",
        "sources": ["E1"],
        "quotes": ["no insurance needed at all"],
    }
    unknown = {"text": "The buyer is insured.", "sources": ["E99"], "quotes": []}
    reply = orjson.dumps({"statements": [good, false, invented, unknown]}).decode()
    assert _shown(f"```json\n{reply}\n```")[0].split("\n\n") == [
        "Contract 1 is governed by New York law. [1 · p. 1]",
        "The supplier may maintain insurance. [1 · p. 1] [no source]",
        "It says “no insurance needed at all”. [1 · p. 1] [no source]",
        "The buyer is insured. [no source]",
    ]


@pytest.mark.parametrize(
    ("text", "call", "carried"),
    [
        ("3 contracts are governed by German law.", GERMAN, True),
        ("4 contracts are governed by German law.", GERMAN, False),
        ("3 contracts are governed by French law.", GERMAN, False),
        ("12 contracts have no insurance clause.", _lacking("absent"), True),
        ("12 contracts have no insurance clause.", _lacking("not_found"), False),
        ("No contract has an insurance clause.", _lacking("absent"), False),
        ("12 contracts do not appear to contain an insurance clause.", _lacking("absent"), False),
        ("12 contracts fail to include an insurance clause.", INSURED, False),
        ("All contracts have an insurance clause.", INSURED, False),
        ("No contract has an insurance clause.", INSURED, False),
        ("The list: Supply Agreement, Loan Agreement.", LISTED, True),
        ("The list: Supply Agreement, Lease Agreement of Zenith.", LISTED, False),
    ],
)  # fmt: skip
def test_rows_carry_counts_and_lists_only(text: str, call: CallRows, carried: bool) -> None:
    assert judge_call(text, call, portfolio=20).carried is carried


OFFERED = "1. Law. This Agreement shall be governed by the laws of New York.\n"
DRAFT = OFFERED + f"[Option A: {INSURANCE}]\n[Option B: Supplier needs no insurance whatever.]\n2. End.\n"


@pytest.mark.parametrize(
    ("reply", "uncited"),
    [
        ("Supplier shall maintain insurance of at least $1,000,000 [E1].", 1),
        ("As an option, Supplier shall maintain insurance of at least $1,000,000 [E1].", 0),
    ],
)
def test_an_option_carries_only_what_is_said_of_an_option(reply: str, uncited: int) -> None:
    sources = Sources({ID: 1}, {ID: "Supply Agreement"}, {ID: ("Acme Inc.",)})
    start = DRAFT.index(INSURANCE)
    sources.annotated({"contract_id": ID, "type": "insurance", "text": INSURANCE, "page": 1, "start": start})
    document = Document("cd" * 32, "a.txt", "text", DRAFT, (Page(1, 0, len(DRAFT), 0.0, 0.0, "text"),), "en")
    checked = check_claims(reply, sources, lambda _: document, language="en")
    assert checked.uncited == uncited
    assert [citation.state for citation in checked.citations] == ["option"]
