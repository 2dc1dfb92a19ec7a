"""Facts of the short written contracts in many house styles; those kept apart are only looked at for being whole."""

from __future__ import annotations

from oracles.written_facts import compared, contracts, document


def test_nothing_is_wrong_and_little_is_missed_in_what_was_developed_on() -> None:
    found = [(label["id"], name, verdict, said) for label, name, verdict, said in compared("developed")]
    assert [row for row in found if row[2] in ("wrong", "extra")] == []
    # when an engagement starts is not said to be when its letter or contract takes effect
    assert {row[:2] for row in found if row[2] == "missed"} <= {
        ("en_02", "effective_date"),
        ("en_06", "effective_date"),
    }


def test_every_quote_stands_in_its_contract() -> None:
    for part in ("developed", "apart"):
        labels = contracts(part)
        assert len(labels) == 10
        for label in labels:
            text = document(part, label).text
            stated = [label[name] for name in ("term", "notice_period", "governing_law", "jurisdiction") if label[name]]
            quotes = [label["title"], label["renewal_quote"], *(party["name"] for party in label["parties"])]
            quotes += [row.get("text") or row.get("quote") for row in stated]
            assert all(quote in text for quote in quotes if quote), label["id"]
