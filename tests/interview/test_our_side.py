"""Sentences that only say which side of the contract was ours, wording that was there, and rules with a comma."""

from __future__ import annotations

import pytest
from turns_of_interview import told_as

from core.interview.builtin import listening
from core.interview.builtin.heard import Heard
from core.interview.builtin.learned import divided as divided_sentences
from core.interview.builtin.learned.divided import divided
from core.interview.builtin.listening import parts_of
from core.interview.versions import empty_draft

CASE = empty_draft().model_copy(update={"source_case": "監査の費用を請求されました。"})


@pytest.mark.parametrize(
    "sentence",
    [
        "We're the licensee.",
        "We were the buyer in this deal.",
        "We acted for the seller.",
        "Our side was the landlord's.",
        "うちは委託者側です",
        "当社は売主の立場です。",
        "弊社はライセンシーです。",
        "うちの立場は注文者です。",
    ],
)
def test_which_side_was_ours_belongs_to_the_case(sentence: str) -> None:
    (part,) = parts_of(sentence, Heard(CASE, "contract_types", "source_case"))
    assert (part.field, part.words, part.likely) == ("source_case", sentence, ())
    (first,) = parts_of(sentence, Heard(empty_draft(), None))
    assert (first.field, first.likely) == (None, ("source_case", "applicability", "note"))


@pytest.mark.parametrize(
    "sentence",
    [
        "We're the only customer that complained.",
        "We were the landlord's problem.",
        "うちは委託者側の責任だと言われました。",
        "当社は売主の立場で、検査費用も負担しました。",
        "相手は委託者側です。",
    ],
)
def test_what_tells_more_than_our_side_is_heard(sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as("risk", 0.999))
    (part,) = parts_of(sentence, Heard(CASE, "risk", "source_case"))
    assert part.field == "risk"


@pytest.mark.parametrize(
    ("sentence", "asked_field", "field"),
    [
        ("条文は「受託者は納期を守るよう努める」でした。", "contract_types", "problem_pattern"),
        ("条文は「受託者は納期を守るよう努める」です。", "problem_pattern", "problem_pattern"),
        ("条文は「受託者は納期を守るよう努める」でした。", "recommended_clause", "problem_pattern"),
        ("条文は「受託者は納期を守る」です。", "recommended_clause", "recommended_clause"),
    ],
)
def test_wording_is_what_was_there_unless_the_rule_was_asked_for(
    sentence: str, asked_field: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as(asked_field, 0.95))
    told = CASE.model_copy(update={"problem_pattern": "期限の定めがない。"})
    (part,) = parts_of(sentence, Heard(told, asked_field, "risk"))
    assert part.field == field


@pytest.mark.parametrize(
    ("second", "cut"),
    [("遅れた日は1日ごとに減額する。", False), ("2か月まで譲れます。", True)],
)
def test_a_rule_is_cut_at_a_comma_only_from_what_concedes(
    second: str, cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    likely = [told_as(label, 0.99)([None], None)[0] for label in ("recommended_clause", "fallback_positions")]
    monkeypatch.setattr(divided_sentences, "likelihoods_by_sentence", lambda tried: [likely for _ in tried])
    monkeypatch.setattr(divided_sentences, "likelihoods_of", lambda tried: [likely for _ in tried])
    pieces = divided(f"納期は1か月とし、{second}", Heard(CASE, "recommended_clause", "risk"), first=True)
    assert len(pieces) == (2 if cut else 1)
