"""What kind of document a text is, as far as it decides how well the built-in engine reads it."""

from __future__ import annotations

import re
from typing import Literal, get_args

from core.contracts.builtin.english import is_contract, is_english
from core.documents import Document

DocumentKind = Literal["contract", "terms", "annotated", "scan", "other"]
KINDS: tuple[DocumentKind, ...] = get_args(DocumentKind)

_HEAD = 600
_TERMS = re.compile(r"利用規約|ご利用条件|約款|ガイドライン|サービス規約|プライバシー・?ポリシー|会員規約")
_TERMS_OF_USE = re.compile(
    r"\b(?:terms\s+(?:of|and\s+conditions\s+of)\s+(?:use|service)|privacy\s+policy|end\s+user\s+licen[cs]e)\b", re.I
)
_COMMENTARY = re.compile(r"^[#*・•\-\s]*[<〈《【\[＜]?(?:ポイント|解説|コラム|補足|想定シーン|交渉経緯)", re.MULTILINE)
_LEAST_COMMENTARY = 3


def document_kind(document: Document) -> DocumentKind:
    """The kind of a document.

    `scan`: a page was read from its picture; `annotated`: a model contract with commentary between its articles;
    `terms`: terms of use that one side publishes; `other`: nothing that looks like a contract.
    """
    if any(page.source == "ocr" for page in document.pages):
        return "scan"
    text = document.text
    if document.language == "ja":
        if len(_COMMENTARY.findall(text)) >= _LEAST_COMMENTARY:
            return "annotated"
        if _TERMS.search(text[:_HEAD]):
            return "terms"
        return "contract" if re.search(r"契約|甲|覚書|誓約|合意", text) else "other"
    if not is_english(text) or not is_contract(text):
        return "other"
    return "terms" if _TERMS_OF_USE.search(text[:_HEAD]) else "contract"
