"""Words as the index knows them, and passages that cover a text."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from core.documents import Page
from core.errors import ConfigError
from core.graph.embedded.passage_search import PassageIndex
from core.graph.text.passages import LONG, Passage, passages
from core.graph.text.terms import query_groups, stem, terms
from core.lexicon import glossary


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Prices & FEES, changed.", ["pric", "fee", "chang"]),
        ("the Company's Ｆｕｌｌ-width", ["the", "company", "full", "width"]),
        ("価格の改定", ["価格", "改定"]),
        ("競業避止義務", ["競業", "業避", "避止", "止義", "義務"]),
        ("ライセンス料", ["ライ", "イセ", "セン", "ンス", "料"]),
        ("ﾗｲｾﾝｽ", ["ライ", "イセ", "セン", "ンス"]),
        ("から まで", []),
        ("§ 4.2 (a)", ["4", "2", "a"]),
        ("", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    "words",
    [
        ("price", "prices", "priced", "pricing"),
        ("change", "changes", "changed", "changing"),
        ("party", "parties"),
        ("run", "runs", "running"),
        ("liability", "liabilities"),
    ],
)
def test_forms_of_a_word_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("words", [("business", "busy"), ("pass", "pas"), ("analysis", "analyse"), ("2019", "2018")])
def test_other_words_do_not(words: tuple[str, str]) -> None:
    assert stem(words[0]) != stem(words[1])


def test_a_question_is_searched_by_its_content_and_its_translations() -> None:
    (group,) = query_groups("does any contract mention prices?")
    assert {("pric",), ("価格",)} <= set(group.alternatives)
    assert query_groups("which contracts are there") == ()
    assert query_groups("契約について教えてください") == ()
    japanese, english = query_groups("競業避止義務"), query_groups("non-compete")
    assert japanese == english
    assert len(japanese) == 1


@pytest.mark.parametrize("seed", range(20))
def test_passages_cover_every_word_of_every_read_page_and_stay_on_it(seed: int) -> None:
    draw = random.Random(seed)
    pieces = ["Word ", "end. ", "\n\n", "\n", "。", "契約", "x" * draw.randint(1, 1_000), "; ", "No. 5 ", "\f"]
    text = "".join(draw.choice(pieces) for _ in range(draw.randint(0, 200)))
    cuts = sorted({0, len(text), *(draw.randint(0, len(text)) for _ in range(3))})
    pages = [Page(place + 1, start, end, 0, 0, "text") for place, (start, end) in enumerate(pairwise(cuts))]
    found = passages(text, pages)
    covered = [False] * len(text)
    for passage in found:
        page = pages[passage.page - 1]
        assert page.start <= passage.start < passage.end <= page.end
        assert passage.text == text[passage.start : passage.end]
        assert passage.end - passage.start <= LONG + 160
        assert not any(covered[passage.start : passage.end])
        covered[passage.start : passage.end] = [True] * (passage.end - passage.start)
    assert all(done or character.isspace() for done, character in zip(covered, text, strict=True))


def test_a_wrong_glossary_is_a_config_error(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(glossary, "PATH", glossary.PATH.with_name("nothing.yaml"))
    glossary.concepts.cache_clear()
    with pytest.raises(ConfigError, match=r"nothing\.yaml"):
        glossary.concepts()
    monkeypatch.undo()
    glossary.concepts.cache_clear()
    assert len(glossary.concepts()) > 41


def test_items_of_a_list_are_found_with_its_lead_but_nothing_of_another_contract_or_far_away() -> None:
    lead, item, third, aside = (
        "The royalty is not owed where:",
        "(a) the goods come back;",
        "(b) the buyer dies;",
        "Minutes are kept.",
    )
    index = PassageIndex(None)
    index.replace("a", _in_a_row([aside, lead, item, third, aside]), "1")
    index.replace("b", _in_a_row([aside, aside]), "2")
    far = _in_a_row([lead, aside])
    index.replace("c", [far[0], replace(far[1], start=far[1].start + 500, end=far[1].end + 500)], "3")
    found = [(hit.contract_id, hit.text, hit.coverage) for hit in index.search("royalty", 20)]
    assert {row[:2] for row in found} == {("a", aside), ("a", lead), ("a", item), ("a", third), ("c", lead)}
    assert {words for _, words, coverage in found if coverage} == {lead}
    assert found[0][2] == found[1][2] == 1
    assert [row[1] for row in found if row[0] == "a"].index(item) < 4
    assert index.search("royalty", 20, ["b"]) == []
    assert len(index.search("royalty", 2)) == 2


def _in_a_row(texts: list[str]) -> list[Passage]:
    starts = [sum(len(text) + 1 for text in texts[:at]) for at in range(len(texts))]
    return [Passage(1, start, start + len(text), text) for start, text in zip(starts, texts, strict=True)]
