"""Search in Japanese and English gives the same on both databases, whatever is typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.knowledge import EntryDraft, KnowledgeBase
from core.knowledge.importing import load_seeds
from core.store import Store

Make = Callable[..., EntryDraft]


@pytest.fixture
def filled(knowledge: KnowledgeBase, draft: Make) -> KnowledgeBase:
    """K1 non-compete, K2 liability cap in English, K3 audit, K4 with odd characters."""
    knowledge.create(draft(), author="a")
    knowledge.create(
        EntryDraft(
            title="Cap the supplier's liability",
            contract_types=("Service agreement",),
            problem_pattern="Liability is not limited.",
            risk="Unlimited exposure",
            recommended_clause="Total liability shall not exceed the fees paid.",
            note=None,
            clause_types=("cap_on_liability",),
        ),
        author="a",
    )
    knowledge.create(
        draft(
            title="ライセンス料の監査",
            problem_pattern="帳簿を見る権利がない。",
            risk="過少報告",
            recommended_clause="監査を請求できる。",
            clause_types=("audit_rights",),
        ),
        author="a",
    )
    knowledge.create(
        draft(
            title='100% "quoted" C++ a_b',
            problem_pattern="x",
            risk="y",
            recommended_clause="z",
            clause_types=(),
        ),
        author="a",
    )
    return knowledge


FOUND: tuple[tuple[str, list[str]], ...] = (
    ("競業避止", ["K1"]),
    ("競業", ["K1"]),
    ("競", ["K1"]),
    ("non-compete", ["K1"]),
    ("非競業条項", ["K1"]),
    ("liability cap", ["K2"]),
    ("責任の上限", ["K2"]),
    ("LIABILITY", ["K2"]),
    ("ｌｉａｂｉｌｉｔｙ", ["K2"]),
    ("ライセンス料", ["K3"]),
    ("ﾗｲｾﾝｽ料", ["K3"]),
    ("らいせんす料", ["K3"]),
    ("監査 帳簿", ["K3"]),
    ("監査　帳簿", ["K3"]),
    ('"帳簿を見る権利"', ["K3"]),
    ("2年間", ["K1"]),
    ("K3", ["K3"]),
    ("ｋ３", ["K3"]),
    ("100%", ["K4"]),
    ("a_b", ["K4"]),
    ("宇宙", []),
    ("", ["K1", "K2", "K3", "K4"]),
    ("  　", ["K1", "K2", "K3", "K4"]),
)


def test_what_is_found(filled: KnowledgeBase) -> None:
    # One base for the whole table: making a PostgreSQL database takes longer than all of its searches.
    found = {asked: sorted(hit.stored.name for hit in filled.search(asked) if hit.whole) for asked, _ in FOUND}
    assert found == dict(FOUND)


ODD = (
    *(
        '"',
        "'",
        "(",
        "a OR",
        "NEAR(",
        "*",
        "-x",
        "col:",
        "title:監査",
        "%",
        "_",
        "\\",
        "a\0b",
        "\ud800",
        "🍣",
        "^",
        "{",
    ),
    *("!!", "AND", "x" * 5_000, "監" * 3_000, "a & b | !c", ":*", "<->"),
)


def test_whatever_is_typed_is_only_words(filled: KnowledgeBase) -> None:
    assert all(len(filled.search(asked)) <= 4 for asked in ODD)


def test_some_of_the_words(filled: KnowledgeBase) -> None:
    hits = filled.search("監査 宇宙船")
    assert [(hit.stored.name, hit.whole) for hit in hits] == [("K3", False)]


def test_the_index_follows_an_edit(filled: KnowledgeBase, draft: Make) -> None:
    filled.edit("K1", draft(title="みかん"), base_revision=1, author="a")
    assert [hit.stored.name for hit in filled.search("みかん")] == ["K1"]
    assert [hit.stored.name for hit in filled.search('"期間と対象を限る"')] == []


def test_filters_narrow_a_search(filled: KnowledgeBase) -> None:
    assert filled.search("監査", clause_type="non_compete") == []
    assert [hit.stored.name for hit in filled.search("監査", contract_type="NDA")] == ["K3"]


BEST = {
    "non-compete": "競業避止：期間中・同一または類似の製品に限る",
    "リバースエンジニアリング": "リバースエンジニアリングの禁止：サンプルを渡すなら必ず置く",
    "COC": "支配権の変更を解除事由に入れない",
    "不争": "不争条項：許諾した特許の有効性を争ったときは解除できる",
}


def test_the_best_of_the_seeds_comes_first(store: Store) -> None:
    load_seeds(store, author="a")
    knowledge = KnowledgeBase(store)
    assert {asked: knowledge.search(asked)[0].stored.entry.title for asked in BEST} == BEST
