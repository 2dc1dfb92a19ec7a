"""Ends, renewals and notices are the contract's own: not those of an order, a policy or a lease within it."""

from __future__ import annotations

from collections import Counter

import pytest

from oracles.own_terms import FACTS, Half, Verdict, read_cases, term_cases

# what is known to be withheld, by half, language and fact
WITHHELD: dict[Half, dict[tuple[str, str], int]] = {
    "read": {("en", "expiration_date"): 1, ("ja", "expiration_date"): 1},
    "apart": {("en", "expiration_date"): 2, ("en", "renewal_term"): 1, ("ja", "expiration_date"): 1},
}


@pytest.mark.parametrize("half", ["read", "apart"])
def test_the_contracts_own_values_are_given_and_no_other(half: Half) -> None:
    counts: dict[tuple[str, str], Counter[Verdict]] = {}
    wrong = []
    for case, name, value, verdict in read_cases(half):
        counts.setdefault((case.language, name), Counter())[verdict] += 1
        if verdict == "wrong":
            wrong.append((name, value, case.words if half == "read" else case.language))
    assert wrong == []
    withheld = {key: count["withheld"] for key, count in counts.items() if count["withheld"]}
    assert all(WITHHELD[half].get(key, 0) >= number for key, number in withheld.items()), withheld


def test_both_halves_have_values_to_give_and_traps() -> None:
    for half in ("read", "apart"):
        for language in ("en", "ja"):
            groups = Counter(case.group for case in term_cases() if (case.half, case.language) == (half, language))
            assert min(groups["given"], groups["traps"]) >= 12
    assert all(len(FACTS) - 2 <= len(case.stated) <= len(FACTS) for case in term_cases())
