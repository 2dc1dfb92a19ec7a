"""One form of a name for searching, and the vetoes against merging firms that differ."""

from __future__ import annotations

import pytest

from core.lexicon.party_names import normal_name, same_name_score


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Acme, Inc.", "acme"),
        ("The ACME Company", "acme"),
        ("ABC S.p.A.", "abc"),
        ("AT&T Corp.", "at and t"),
        ("Nestlé S.A.", "nestle"),
        ("Glu Mobile, Inc. f/k/a Sorrent, Inc.", "glu mobile"),
        ("Mitsubishi UFJ (Japan) K.K.", "mitsubishi ufj japan"),
        ('Biocept, Inc. ("Biocept")', "biocept"),
        ("山田商事株式会社", "山田商事"),
        ("株式会社　山田商事", "山田商事"),
        ("㈱ヤマダ", "ヤマダ"),
        ("（有）青空", "青空"),
        ("ＡＢＣ株式会社", "abc"),
        ("株式会社", "株式会社"),
    ],
)
def test_normal_name(name: str, plain: str) -> None:
    assert normal_name(name) == plain


@pytest.mark.parametrize(
    ("a", "b", "score"),
    [
        ("Acme Inc.", "ACME, Incorporated", 1.0),
        ("山田商事株式会社", "株式会社山田商事", 1.0),
        ("㈱山田", "山田株式会社", 1.0),
        ("Acme Inc.", "Acme", 0.97),
        ("Mount Knowledge Holdings, Inc.", "Mount Knowlege Holdings Inc", 0.95),
        ("キヤノン株式会社", "キャノン株式会社", 0.95),
        ("Norton Inc.", "Morton Inc.", 0.85),
        ("Brand Holdings", "Brands Holdings", 0.85),
        ("Google Inc.", "Google LLC", 0.7),
        ("Birch First", "Birch First Advisors", 0.6),
        ("Acme Fund II, L.P.", "Acme Fund III, L.P.", 0.0),
        ("Acme First Trust", "Acme Second Trust", 0.0),
        ("Google", "Google Japan", 0.0),
        ("東日本電信電話", "西日本電信電話", 0.0),
        ("NON-Stop Ltd", "Stop Ltd", 0.0),
        ("山田商事株式会社", "山本商事株式会社", 0.0),
        ("", "Acme", 0.0),
    ],
)
def test_same_name_score(a: str, b: str, score: float) -> None:
    assert same_name_score(a, b) == score
    assert same_name_score(b, a) == score
