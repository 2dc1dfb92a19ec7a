"""Words of findings in a report, in Japanese and English; the page has its own in `core.wording`."""

from __future__ import annotations

from core.findings.types import Finding
from core.knowledge import SEVERITY_NAMES
from core.wording import Language

_TEXTS: dict[str, dict[Language, str]] = {
    "title": {"en": "Contract review", "ja": "契約レビュー報告書"},
    "facts": {"en": "Facts", "ja": "契約の概要"},
    "findings": {"en": "Findings", "ja": "指摘事項"},
    "deviates": {"en": "Differs from our position", "ja": "推奨と異なる"},
    "missing": {"en": "Clause absent", "ja": "条項なし"},
    "unclear": {"en": "To be read by a person", "ja": "要確認（判定できず）"},
    "fine": {"en": "In line with our position", "ja": "推奨どおり"},
    "item": {"en": "Item", "ja": "項目"},
    "value": {"en": "Value", "ja": "内容"},
    "page": {"en": "Page", "ja": "ページ"},
    "page_n": {"en": "p. {page}", "ja": "{page} ページ"},
    "contract_words": {"en": "Words of the contract", "ja": "契約の文言"},
    "recommended": {"en": "Recommended clause", "ja": "推奨条項"},
    "risk": {"en": "Risk", "ja": "リスク"},
    "fallback": {"en": "Fallback {n}: {position}", "ja": "譲歩案{n}：{position}"},
    "walk_away": {"en": "Not acceptable: {text}", "ja": "譲れない線：{text}"},
    "severity": {"en": "Severity: {name}", "ja": "重要度：{name}"},
    "explanation": {"en": "The engine's reason: {text}", "ja": "エンジンの説明：{text}"},
    "change": {"en": "{kind}: ours “{ours}”, contract “{theirs}”", "ja": "{kind}：推奨「{ours}」／契約「{theirs}」"},
    "nothing": {"en": "(nothing)", "ja": "（なし）"},
    "kind_negation": {"en": "Negation", "ja": "否定"},
    "kind_modal": {"en": "Duty or right", "ja": "義務・権利"},
    "kind_number": {"en": "Number", "ja": "数値"},
    "kind_unit": {"en": "Unit", "ja": "単位"},
    "kind_comparator": {"en": "Limit", "ja": "範囲"},
    "check_parties": {
        "en": "The words name one party only: check which side that is here.",
        "ja": "一方の当事者だけに関する文言です。この契約でどちらの当事者かを確かめてください。",
    },
    "unread": {
        "en": "These pages could not be read: {pages}. Clauses on them are not part of this report.",
        "ja": "次のページは読めませんでした：{pages}。これらのページの条項はこの報告書に含まれません。",
    },
    "no_findings": {
        "en": "No approved knowledge applies to this contract.",
        "ja": "この契約に当てはまる承認済みのナレッジはありません。"},
    "undecided": {
        "en": "{n} entries may apply, but the contract's type is not known: {names}.",
        "ja": "契約の種類が不明のため、次の{n}件を当てはめていません：{names}。",
    },
    "made": {
        "en": "Made on {day} by {engine}. A lawyer's judgement is needed.",
        "ja": "作成日 {day}　エンジン {engine}。最終判断は法務担当者が行ってください。"},
    "builtin": {"en": "the built-in engine", "ja": "内蔵エンジン"},
    "file": {"en": "File", "ja": "ファイル"},
    "parties": {"en": "Parties", "ja": "当事者"},
    "agreement_type": {"en": "Type", "ja": "種類"},
    "unverified": {"en": "not found in the text", "ja": "原文で確認できず"},
    "not_placed": {
        "en": "Comments that could not be placed at their words",
        "ja": "文言の位置に付けられなかったコメント",
    },
    "joined": {"en": ", ", "ja": "、"},
    "reason_differs": {
        "en": "The words differ where the meaning turns.",
        "ja": "意味を左右する文言が推奨と異なります。"},
    "reason_absent": {
        "en": "The clause is not in the contract.",
        "ja": "この条項は契約にありません。",
    },
    "reason_absent_as_wanted": {
        "en": "The clause that is not wanted is not in the contract.",
        "ja": "置かない方針の条項は契約にありません。",
    },
    "reason_not_found": {
        "en": "Not found by the built-in engine, which may have missed it. Read the nearest passages.",
        "ja": "内蔵エンジンでは見つかりませんでした。見落としもあり得ます。近い箇所を読んで確かめてください。",
    },
    "reason_unknown_presence": {
        "en": "Whether the clause is there could not be told. Read the contract.",
        "ja": "条項の有無を判定できませんでした。契約を読んで確かめてください。",
    },
    "reason_unread_pages": {
        "en": "The clause was not found, but not every page could be read.",
        "ja": "条項は見つかりませんでしたが、読めないページがあります。",
    },
    "reason_matches": {"en": "The words are those of the recommended clause.", "ja": "推奨条項と同じ文言です。"},
    "reason_matches_fallback": {
        "en": "The words are those of fallback {level}.",
        "ja": "譲歩案{level}と同じ文言です。",
    },
    "reason_not_comparable": {
        "en": "The contract words it otherwise, so that rules cannot tell. Read both texts.",
        "ja": "書き方が異なり、規則では判定できません。両方の文言を読み比べてください。",
    },
    "reason_other_language": {
        "en": "Contract and entry are in different languages. Read both texts.",
        "ja": "契約とナレッジの言語が異なります。両方の文言を読み比べてください。",
    },
    "reason_blank": {
        "en": "The recommended clause leaves a figure open. Check the contract's.",
        "ja": "推奨条項に空欄があります。契約の数値を確かめてください。",
    },
    "reason_parties": {
        "en": "The parties stand otherwise. Check who owes what.",
        "ja": "当事者の置き方が異なります。誰の義務かを確かめてください。",
    },
    "reason_more_words": {
        "en": "The recommended words are there, with exceptions or conditions beside them. Read the article.",
        "ja": "推奨の文言はありますが、例外や条件が加わっています。条全体を読んでください。",
    },
    "reason_no_clause_type": {
        "en": "The entry names no clause type, and its words were not found. Read the contract.",
        "ja": "条項の種類の指定がなく、近い文言も見つかりません。契約を読んで確かめてください。",
    },
    "reason_model": {
        "en": "Judged by the engine; its quote was found in the contract.",
        "ja": "エンジンの判定です。引用は原文で確認しました。"},
    "reason_model_without_quote": {
        "en": "The engine's quote was not found in the contract, so its verdict does not count.",
        "ja": "エンジンの引用が原文に見つからないため、判定を採用していません。",
    },
    "reason_model_unsure": {"en": "The engine could not tell.", "ja": "エンジンは判定できませんでした。"},
}  # fmt: skip


def say(key: str, language: Language, **values: object) -> str:
    """A text in a language."""
    return _TEXTS[key][language].format(**values)


def reason_words(finding: Finding, language: Language) -> str:
    """Why a finding has its verdict."""
    return say(
        f"reason_{finding.reason}", language, **({"level": finding.level} if "fallback" in finding.reason else {})
    )


def change_lines(finding: Finding, language: Language) -> list[str]:
    """The words that differ, ours and the contract's."""
    nothing = say("nothing", language)
    return [
        say(
            "change",
            language,
            kind=say(f"kind_{change.kind}", language),
            ours=change.ours or nothing,
            theirs=change.theirs or nothing,
        )
        for change in finding.changes
    ]


def severity_words(finding: Finding, language: Language) -> str:
    """The severity of a finding's entry, empty where it has none."""
    severity = finding.stored.entry.severity
    return "" if severity is None else say("severity", language, name=SEVERITY_NAMES[severity][language])
