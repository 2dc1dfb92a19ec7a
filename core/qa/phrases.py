"""Sentences of the built-in engine's answers, in Japanese and English."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from babel.dates import format_date

from core.contracts import fact_words
from core.taxonomy import taxonomy
from core.wording import Language

_TEXTS: dict[str, dict[Language, str]] = {
    "count_all": {"en": "There are {n} contracts.", "ja": "契約は{n}件あります。"},
    "count_one": {"en": "There is 1 contract.", "ja": "契約は1件あります。"},
    "count_some": {"en": "{n} contracts: {what}.", "ja": "{what}：{n}件です。"},
    "found": {"en": "{n} contracts: {what}.", "ja": "{what}：{n}件あります。"},
    "found_one": {"en": "1 contract: {what}.", "ja": "{what}：1件あります。"},
    "found_none": {"en": "No contract was found: {what}. {total} contracts were searched.",
                   "ja": "{what}：該当する契約は見つかりませんでした（{total}件を検索）。"},
    "shown": {"en": "The first {n} are shown.", "ja": "先頭の{n}件を示します。"},
    "with": {"en": "with {name}", "ja": "{name}あり"},
    "without": {"en": "without {name}", "ja": "{name}なし"},
    "either": {"en": " or ", "ja": "または"},
    "joined": {"en": ", ", "ja": "、"},
    "party": {"en": "party {name}", "ja": "当事者 {name}"},
    "law": {"en": "governed by the law of {name}", "ja": "準拠法 {name}"},
    "type": {"en": "type {name}", "ja": "種類 {name}"},
    "those": {"en": "among the contracts of the last answer", "ja": "直前の回答の契約のうち"},
    "window_both": {"en": "{field} from {first} to {last}", "ja": "{field}が{first}から{last}まで"},
    "window_from": {"en": "{field} on or after {first}", "ja": "{field}が{first}以降"},
    "window_to": {"en": "{field} on or before {last}", "ja": "{field}が{last}以前"},
    "all": {"en": "all contracts", "ja": "すべての契約"},
    "last_notice_day": {"en": "Last day to give notice", "ja": "通知の最終日"},
    "absent_line": {
        "en": "{name}: absent",
        "ja": "{name}：なし",
    },
    "not_found_line": {
        "en": "{name}: not found by the built-in engine",
        "ja": "{name}：内蔵エンジンでは見つからず",
    },
    "unknown_head": {
        "en": "Not found by the built-in engine, or unknown, in {n} more contracts: it may be there.",
        "ja": "ほかに、内蔵エンジンで見つからない、または不明なものが{n}件あります（ないとは言えません）。",
    },
    "candidates_head": {
        "en": "Nearest candidates for {name} — these are not findings. The category means: {definition}",
        "ja": "{name}に最も近い候補です。該当条項としての検出ではありません。この区分の定義：{definition}",
    },
    "confidence": {"en": "confidence {percent} %", "ja": "確信度{percent}％"},
    "near_line": {"en": "nearest passage: {words}", "ja": "近い箇所：{words}"},
    "silent": {
        "en": "{n} of {total} contracts have no {name} that was found. They may have one all the same.",
        "ja": "{total}件中{n}件は{name}が見つかっていません。記載がないとは限りません。",
    },
    "no_candidates": {"en": "There is no near candidate either.", "ja": "近い候補もありません。"},
    "unused": {
        "en": "Not taken into account, because the built-in engine does not understand it: {words}.",
        "ja": "次の語は内蔵エンジンが理解できず、考慮していません：{words}",
    },
    "contract": {"en": "Contract {number}", "ja": "契約{number}"},
    "missing_absent": {"en": "not stated", "ja": "記載なし"},
    "missing_not_found": {"en": "not found by the built-in engine", "ja": "内蔵エンジンでは見つからず"},
    "missing_present": {"en": "words found, no value read from them", "ja": "文言はあるが、値を読み取れず"},
    "missing_unknown": {"en": "unknown", "ja": "不明"},
    "renewed_until": {
        "en": "{until} (renewed if nobody gave notice; the initial term ended on {initial})",
        "ja": "{until}（通知がなければ更新済み。当初の期間は{initial}まで）",
    },
    "arriving": {
        "en": "Contracts still being added, not in this answer: {n}.",
        "ja": "取り込み中で、この回答に含まれていない契約：{n}件。",
    },
    "current_term": {"en": "Current term", "ja": "現在の期間"},
    "check_notice": {
        "en": "Check: the notice period may speak of another term than the end date does.",
        "ja": "要確認：通知期間の文言は、満了日の文言とは別の期間についてのものかもしれません。",
    },
    "unverified": {"en": "words not found in the document", "ja": "文言を原文で確認できません"},
    "parties": {"en": "Parties", "ja": "当事者"},
    "agreement_type": {"en": "Type", "ja": "種類"},
    "clauses_present": {"en": "Clauses present", "ja": "ある条項"},
    "clauses_unknown": {"en": "Clauses unknown", "ja": "不明な条項"},
    "unknown_word": {"en": "unknown", "ja": "不明"},
    "unread": {"en": "Pages not read: {pages}", "ja": "未読のページ：{pages}"},
    "no_contract": {"en": "There is no contract {number}.", "ja": "契約{number}はありません。"},
    "similar_head": {
        "en": "Passages that share the words of “{text}”:",
        "ja": "「{text}」の語を含む箇所：",
    },
    "similar_near": {
        "en": "No passage shares the words of “{text}”. Nearest in meaning, to be checked:",
        "ja": "「{text}」の語を含む箇所はありません。意味の近い箇所（要確認）：",
    },
    "similar_none": {"en": "Nothing like “{text}” was found.", "ja": "「{text}」に近い箇所は見つかりませんでした。"},
    "kind_finding": {"en": "found as {names}", "ja": "{names}として検出"},
    "kind_candidate": {"en": "candidate for {names}, not a finding", "ja": "{names}の候補（検出ではありません）"},
    "kind_passage": {"en": "passage", "ja": "本文"},
    "excerpts_none": {"en": "{contract}: no words were found for {name}.",
                      "ja": "{contract}：{name}に当たる文言は見つかりませんでした。"},
    "matched": {"en": "written as “{name}”", "ja": "表記「{name}」"},
    "matched_alias": {
        "en": "written as “{name}”, approved as another name of “{alias}”",
        "ja": "表記「{name}」（「{alias}」の承認済みの別名）",
    },
    "more_nothing": {
        "en": "There is nothing to give details of yet. Ask about contracts first.",
        "ja": "詳しく示す対象がまだありません。まず契約について質問してください。",
    },
    "refused": {
        "en": "The built-in engine does not understand this question, so it gives no answer. It can answer questions "
        "such as: how many contracts are there; contracts with price restrictions but without insurance; contract 3; "
        "contracts for Mount Knowledge; contracts expiring in 2026; contracts governed by New York law; does any "
        "contract mention prices being changed.",
        "ja": "内蔵エンジンはこの質問を理解できないため、回答しません。次のような質問に答えられます："
        "契約は何件ありますか／価格制限があり保険がない契約／契約3／Mount Knowledgeとの契約／2026年に満了する契約／"
        "ニューヨーク州法が準拠法の契約／価格の変更に触れている契約。",
    },
    "empty": {
        "en": "There is no contract yet. Upload contracts first.",
        "ja": "契約がまだありません。先に契約をアップロードしてください。",
    },
    "nothing_asked": {"en": "Please type a question.", "ja": "質問を入力してください。"},
}  # fmt: skip
_EXCERPT_LENGTH = 260


def say(key: str, language: Language, **values: object) -> str:
    """A sentence in a language."""
    return _TEXTS[key][language].format(**values)


def category(code: str, language: Language) -> str:
    """Name of a category, agreement type's field or date field."""
    if code in _TEXTS:
        return _TEXTS[code][language]
    return taxonomy().get(code).name(language)


def names(code: str, text: str) -> bool:
    """Whether a text holds the first word of one of the category's names, such as price or 価格."""
    kind = taxonomy().get(code)
    heads = {
        name[:2] if not name.isascii() else name.split()[0].casefold() for name in (kind.en, kind.ja, *kind.aliases)
    }
    return any(head in text.casefold() for head in heads)


def day(value: str | date, language: Language) -> str:
    """A date as people write it."""
    moment = date.fromisoformat(value) if isinstance(value, str) else value
    return format_date(moment, format="long", locale=language)


def fact_value(name: str, value: str, detail: str | None, language: Language) -> str:
    """A fact's value in words, dates as people write them."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return day(value, language)
    return fact_words(name, value, detail, language)


def short(text: str) -> str:
    """Words of a contract on one line, cut at a word."""
    line = re.sub(r"\s+", " ", text).strip()
    if len(line) <= _EXCERPT_LENGTH:
        return line
    cut = line[:_EXCERPT_LENGTH]
    space = cut.rfind(" ")
    return (cut[:space] if space > _EXCERPT_LENGTH // 2 else cut) + " …"


def titled(row: dict[str, Any], number: int, language: Language) -> str:
    """A contract as answers name it: number, title, parties."""
    parties = " / ".join(row.get("parties") or ())
    name = f"{say('contract', language, number=number)} **{plain(row['title'])}**"
    return f"{name} ({plain(parties)})" if parties else name


def plain(text: str) -> str:
    """Text that has no meaning to a Markdown reader."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~:])", r"\\\1", re.sub(r"\s+", " ", text))


def unescaped(text: str) -> str:
    """An answer for readers that know no Markdown."""
    return re.sub(r"\\([\\`*_{}\[\]<>#|$~:])", r"\1", text)


def quoted(text: str, language: Language) -> str:
    """Words of a contract in quotation marks."""
    words = plain(short(text))
    return f"「{words}」" if language == "ja" else f"“{words}”"
