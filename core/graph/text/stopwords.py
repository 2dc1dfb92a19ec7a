"""Words too common to search by. Phrases hold them, so they are indexed, but no question is searched by them alone."""

from __future__ import annotations

ENGLISH = frozenset(
    """a about above after all also an and any are as at be been being between both but by can cannot contain contains
    contract contracts agreement agreements clause clauses provision provisions could did do does each either find for
    from give had has have having he her here his how i if in into is it its list me mention mentioned mentions more
    most my no nor not of on one or other our over please say says shall she should show so some such tell than that
    the their them then there these they this those to under up upon us was we were what when where whether which who
    whom whose will with within would you your""".split()
)
JAPANESE = frozenset(
    "契約 契約書 条項 規定 場合 旨 定 事項 記載 言及 存在 全 何 件 文書 一覧 教 他 又 及 各 当該".split()
)
