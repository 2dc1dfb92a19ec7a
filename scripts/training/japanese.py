"""The labelled Japanese contracts: a folder with `docs/*.txt` and `labels.jsonl`, its kinds of clauses by our codes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from core.documents import Document, Page

WRITTEN = Path(__file__).resolve().parents[2] / "tests" / "data" / "ja_written"
"""Contracts written for this project; those in `developed` were read while rules were made, those in `apart` not."""
MISSING = "No labelled contracts in {folder}: docs/*.txt and labels.jsonl are needed."
CODES = {
    "損害賠償": "damages_indemnification",
    "責任制限": "cap_on_liability",
    "秘密保持": "confidentiality",
    "解除": "termination_for_cause",
    "中途解約": "termination_for_convenience",
    "譲渡禁止": "anti_assignment",
    "競業避止": "non_compete",
    "反社会的勢力排除": "anti_social_forces",
    "知的財産権の帰属": "ip_ownership_assignment",
    "使用許諾": "license_grant",
    "保証": "warranties",
    "契約不適合責任": "non_conformity",
    "再委託": "subcontracting",
    "個人情報": "personal_data",
    "監査": "audit_rights",
    "検収": "acceptance",
    "支払": "payment",
    "遅延損害金": "late_payment",
    "最低購入/保証額": "minimum_commitment",
    "独占": "exclusivity",
    "不可抗力": "force_majeure",
    "存続条項": "survival",
    "準拠法": "governing_law",
    "合意管轄": "jurisdiction",
    "協議": "good_faith_consultation",
    "定義": "definitions",
    "再許諾/サブライセンス": "sublicensing",
    "権利義務の承継": "successors",
    "通知": "notices",
    "完全合意": "entire_agreement",
    "変更・修正": "amendment",
    "分離可能性": "severability",
    "損害賠償額の予定/違約金": "liquidated_damages",
    "引渡し": "delivery",
    "所有権の移転/危険負担": "title_and_risk",
    "報告": "reporting",
    "従業員の引抜き禁止": "no_solicit_of_employees",
    "顧客の勧誘禁止": "no_solicit_of_customers",
    "支配権の変更": "change_of_control",
    "保険": "insurance",
    "データの取扱い": "data_use",
    "品質保証/サービスレベル": "service_levels",
}
FAMILIES = ("sk_itaku", "sk_koyou", "sk_chidai", "h13", "legalis", "osj")
# Families whose errors were read while the rules were written; the others are the check.
READ = (
    "sk_itaku", "sk_koyou", "sk_intern", "uns_jinzai_haken", "moz_cloud", "recradiko_terms", "video2png_terms",
    "opencontext_terms", "solvewise_tos", "acml", "ccbysa40", "osj",
)  # fmt: skip


@dataclass(frozen=True)
class LabelledJapanese:
    """One contract: its text as a document, its labels as they stand in the file, and its family."""

    name: str
    document: Document
    labels: dict[str, Any]
    family: str

    @property
    def is_variant(self) -> bool:
        """Whether it is a filled-in copy of another one."""
        return bool(self.labels["variant_of"])

    @property
    def was_read(self) -> bool:
        """Whether its errors were looked at when the rules were written."""
        return self.family in READ

    def present(self) -> frozenset[str]:
        """Codes of the clause types that it has; a set of our own lists those alone, each with its words."""
        clauses = self.labels["clauses"]
        said = {name: clauses.get(name) for name in CODES}
        return frozenset(
            CODES[name]
            for name, row in said.items()
            if row is not None and (row["present"] if isinstance(row, dict) else True)
        )


def load(folder: Path) -> list[LabelledJapanese]:
    """The labelled contracts of a folder.

    Raises:
        SystemExit: the data are not there.
    """
    path = folder / "labels.jsonl"
    if not path.is_file():
        raise SystemExit(MISSING.format(folder=folder))
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        LabelledJapanese(
            row["id"], document(folder / "docs" / f"{row['id']}.txt"), row, _family(row["variant_of"] or row["id"])
        )
        for row in rows
    ]


def document(path: Path) -> Document:
    """A text file as a Japanese document of one page."""
    data = path.read_bytes()
    text = data.decode("utf-8")
    page = Page(1, 0, len(text), 0.0, 0.0, "text")
    return Document(sha256(data).hexdigest(), path.name, "text", text, (page,), "ja")


def _family(name: str) -> str:
    return next((family for family in FAMILIES if name.startswith(family)), name)
