"""Makers of Word files from raw XML, so that every construct can be written down exactly."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_NAMESPACES = (
    f'xmlns:w="{W}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:v="urn:schemas-microsoft-com:vml" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)


def part(root: str, content: str) -> str:
    """An XML part with this root element of the `w:` namespace."""
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{root} {_NAMESPACES}>{content}</w:{root}>'


def relations(**targets: str) -> str:
    """A relationships part: kind to target."""
    rows = "".join(
        f'<Relationship Id="r{index}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for index, (kind, target) in enumerate(targets.items())
    )
    return f'<Relationships xmlns="{_RELATIONS}">{rows}</Relationships>'


def make_docx(body: str, **parts: str) -> bytes:
    """A Word file with this body; `numbering`, `styles`, `footnotes` and `endnotes` are contents of their parts."""
    roots = {"numbering": "numbering", "styles": "styles", "footnotes": "footnotes", "endnotes": "endnotes"}
    members = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": relations(officeDocument="word/document.xml"),
        "word/document.xml": part("document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": relations(**{kind: f"{kind}.xml" for kind in parts}),
    }
    members |= {f"word/{kind}.xml": part(roots[kind], content) for kind, content in parts.items()}
    return make_zip(members)


def make_zip(members: Mapping[str, str | bytes]) -> bytes:
    """A deflated zip of these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def p(*content: str, properties: str = "") -> str:
    """A paragraph; content that is no XML becomes a run."""
    runs = "".join(piece if piece.startswith("<") else r(piece) for piece in content)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{runs}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run of text."""
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def numbered(list_id: int, level: int = 0) -> str:
    """Paragraph properties: a level of a list."""
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>'
