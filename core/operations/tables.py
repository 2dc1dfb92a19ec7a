"""The measures as tables to look at and to take along, headed in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pandas as pd

from core.operations.calls import DayCost
from core.operations.failures import FailedTurn
from core.operations.progress import SessionProgress
from core.operations.repairs import RepairCount
from core.wording import Language

_HEADS: dict[str, dict[Language, str]] = {
    "session": {"ja": "聞き取り", "en": "Interview"},
    "began": {"ja": "開始", "en": "Began"},
    "turns": {"ja": "ターン", "en": "Turns"},
    "failed": {"ja": "失敗", "en": "Failed"},
    "to_draft": {"ja": "起案まで", "en": "Turns to draft"},
    "to_finalize": {"ja": "完成まで", "en": "Turns to finalize"},
    "furthest": {"ja": "到達段階", "en": "Furthest stage"},
    "last_phase": {"ja": "最後の段階", "en": "Last phase"},
    "stage": {"ja": "段階", "en": "Stage"},
    "reached": {"ja": "到達", "en": "Reached"},
    "ended": {"ja": "ここで終了", "en": "Ended here"},
    "action": {"ja": "処理", "en": "Action"},
    "kind": {"ja": "種類", "en": "Kind"},
    "model": {"ja": "モデル", "en": "Model"},
    "prompt": {"ja": "プロンプト", "en": "Prompt"},
    "count": {"ja": "件数", "en": "Turns affected"},
    "share": {"ja": "割合 %", "en": "Share %"},
    "day": {"ja": "日", "en": "Day"},
    "role": {"ja": "用途", "en": "Role"},
    "calls": {"ja": "呼び出し", "en": "Calls"},
    "from_cache": {"ja": "うちキャッシュ", "en": "From cache"},
    "input_tokens": {"ja": "入力トークン", "en": "Input tokens"},
    "output_tokens": {"ja": "出力トークン", "en": "Output tokens"},
    "cost": {"ja": "費用", "en": "Cost"},
    "median_ms": {"ja": "応答の中央値 ms", "en": "Median ms"},
    "p95_ms": {"ja": "応答の95％点 ms", "en": "p95 ms"},
    "at": {"ja": "日時", "en": "When"},
    "turn": {"ja": "番号", "en": "Turn"},
    "outcome": {"ja": "結果", "en": "Outcome"},
    "attempts": {"ja": "試行", "en": "Attempts"},
    "recovered": {"ja": "回復", "en": "Recovered"},
    "reference": {"ja": "照会番号", "en": "Reference"},
}
_STAGES: dict[str, dict[Language, str]] = {
    "started": {"ja": "開始", "en": "Started"},
    "collect_case": {"ja": "案件", "en": "Case"},
    "organize_risks": {"ja": "リスク", "en": "Risks"},
    "draft_knowledge": {"ja": "起案", "en": "Drafting"},
    "review_knowledge": {"ja": "確認", "en": "Review"},
    "finalized": {"ja": "完成", "en": "Finalized"},
    "approved": {"ja": "登録", "en": "Approved"},
}
_ACTIONS: dict[str, dict[Language, str]] = {
    "repair": {"ja": "修復", "en": "Repair"},
    "reask": {"ja": "再質問", "en": "Re-ask"},
}
_ROLES: dict[str, dict[Language, str]] = {
    "chat": {"ja": "会話", "en": "Chat"},
    "extraction": {"ja": "抽出", "en": "Extraction"},
    "judge": {"ja": "判定", "en": "Judging"},
    "embeddings": {"ja": "類似検索", "en": "Similar text"},
}


def stage_name(stage: str, language: Language) -> str:
    """What people call a stage."""
    return _STAGES[stage][language]


def head(name: str, language: Language) -> str:
    """Heading of a column."""
    return _HEADS[name][language]


def _table(rows: list[dict[str, object]], names: Sequence[str], language: Language) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(names)).rename(columns={name: head(name, language) for name in names})


def sessions_table(sessions: Sequence[SessionProgress], language: Language) -> pd.DataFrame:
    """One line an interview, the newest first."""
    names = ("began", "session", "turns", "failed", "to_draft", "to_finalize", "furthest", "last_phase")
    rows: list[dict[str, object]] = [
        {
            "began": _minute(session.began),
            "session": session.title,
            "turns": session.turns,
            "failed": session.failed,
            "to_draft": session.to_draft,
            "to_finalize": session.to_finalize,
            "furthest": stage_name(session.furthest, language),
            "last_phase": stage_name(session.last_phase, language) if session.last_phase else "",
        }
        for session in reversed(sessions)
    ]
    table = _table(rows, names, language)
    return table.astype({head(name, language): "Int64" for name in ("to_draft", "to_finalize")})


def funnel_table(stages: Sequence[tuple[str, int, int]], language: Language) -> pd.DataFrame:
    """One line a stage: how many interviews reached it, how many ended there."""
    rows: list[dict[str, object]] = [
        {"stage": stage_name(stage, language), "reached": reached, "ended": ended} for stage, reached, ended in stages
    ]
    return _table(rows, ("stage", "reached", "ended"), language)


def repairs_table(counts: Sequence[RepairCount], language: Language) -> pd.DataFrame:
    """One line a kind, model and prompt."""
    rows: list[dict[str, object]] = [
        {
            "action": _ACTIONS[count.action][language],
            "kind": count.kind,
            "model": count.model,
            "prompt": count.prompt,
            "count": count.count,
            "share": round(100 * count.count / count.turns, 1),
        }
        for count in counts
    ]
    return _table(rows, ("action", "kind", "model", "prompt", "count", "share"), language)


def days_table(costs: Sequence[DayCost], language: Language) -> pd.DataFrame:
    """One line a day, role and model, the newest first."""
    names = ("day", "role", "model", "calls", "from_cache", "failed", "input_tokens", "output_tokens", "cost")
    rows: list[dict[str, object]] = [
        {name: getattr(cost, name) for name in names}
        | {
            "day": cost.day.isoformat(),
            "role": _ROLES.get(cost.role, {}).get(language, cost.role),
            "cost": round(cost.cost, 4),
            "median_ms": _rounded(cost.median_ms),
            "p95_ms": _rounded(cost.p95_ms),
        }
        for cost in reversed(costs)
    ]
    table = _table(rows, (*names, "median_ms", "p95_ms"), language)
    return table.astype({head(name, language): "Int64" for name in ("median_ms", "p95_ms")})


def failures_table(found: Sequence[FailedTurn], language: Language) -> pd.DataFrame:
    """One line a turn that failed or was asked again, the newest first. Raw outputs are not in it."""
    yes: dict[Language, str] = {"ja": "はい", "en": "yes"}
    no: dict[Language, str] = {"ja": "いいえ", "en": "no"}
    rows: list[dict[str, object]] = [
        {
            "at": _minute(failure.at),
            "session": failure.session_title,
            "turn": failure.number,
            "outcome": failure.outcome,
            "attempts": len(failure.attempts),
            "recovered": (yes if failure.recovered else no)[language],
            "model": failure.model,
            "prompt": failure.prompt,
            "reference": failure.reference or "",
        }
        for failure in found
    ]
    names = ("at", "session", "turn", "outcome", "attempts", "recovered", "model", "prompt", "reference")
    return _table(rows, names, language)


def _minute(when: datetime) -> str:
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def _rounded(value: float | None) -> int | None:
    return None if value is None else round(value)
