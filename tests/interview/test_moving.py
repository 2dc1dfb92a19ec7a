"""Words are moved to another field, and nothing else is touched."""

from __future__ import annotations

from core.interview import moved, stands_under
from core.interview.builtin import InterviewMemory, reply


def test_a_line_goes_where_a_person_wants_it() -> None:
    case = "昨年、保守契約で業者の過失によりサーバーが3日止まりました。"
    made = reply(f"{case}損失は5,000万円でした。10営業日まで譲れます。", None, InterviewMemory(), "ja")
    draft = made.content.draft
    assert ("risk", "損失は5,000万円でした。") in made.memory.filed
    noted = moved(draft, "損失は5,000万円でした。", source="risk", target="note")
    assert stands_under(noted, "損失は5,000万円でした。", "risk") == "note"
    assert stands_under(draft, "損失は5,000万円でした。", "risk") == "risk"
    assert stands_under(draft, "どこにもない。", "risk") == "risk"
    assert (noted.risk, noted.note, noted.source_case) == (None, "損失は5,000万円でした。", case)
    offers = moved(noted, "損失は5,000万円でした。", source="note", target="fallback_positions")
    assert [position.level for position in offers.fallback_positions] == [1, 2]
    assert offers.note is None
