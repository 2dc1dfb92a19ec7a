"""The text of a Word file as it is written down, page by page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from core.documents.parsed import PageText

# Letters of a font of signs: no reader of the text knows them.
_WITHOUT_MEANING = re.compile(r"(?:[\ufffd\ue000-\uf8ff]\s?){2}(?:[\ufffd\ue000-\uf8ff☑☐•]\s?){8,}")


@dataclass(slots=True)
class _Draft:
    pieces: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    pictures: int = 0

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def blank(self) -> bool:
        return (
            not self.pictures and not self.notes and not self.unseen and not any(piece.strip() for piece in self.pieces)
        )


class DocxPages:
    """Takes text, breaks, notes and pictures in reading order; notes end up at the foot of their page."""

    def __init__(self) -> None:
        self._pages = [_Draft()]
        self._unread: list[str] = []
        self.size = 0

    def write(self, text: str) -> None:
        """Add text to the current page; `size` counts the characters that are no spaces."""
        if text:
            self.size += len("".join(text.split()))
            self._pages[-1].pieces.append(text)

    def hide(self, text: str) -> None:
        """Keep words that nobody sees apart from the current page's text."""
        if any(character.isalnum() for character in text):
            self._pages[-1].unseen.append(" ".join(text.split()))

    def end_line(self) -> None:
        """End the current line; a page does not begin with an empty one."""
        if self._pages[-1].pieces:
            self._pages[-1].pieces.append("\n")

    def break_page(self) -> None:
        """Begin a new page, unless the current one is still blank: Word marks one break twice, asked for and drawn."""
        if self._pages[-1].blank:
            self._pages[-1].pieces.clear()
        else:
            self._pages.append(_Draft())

    def note(self, text: str) -> None:
        """Add a footnote to the current page."""
        self._pages[-1].notes.append(text)

    def picture(self) -> None:
        """Count a picture on the current page."""
        self._pages[-1].pictures += 1

    def missing(self, reason: str) -> None:
        """Say that the file holds parts that we cannot read: for each reason an unread page at the end."""
        if reason not in self._unread:
            self._unread.append(reason)

    def finished(self, *, min_characters: int) -> list[PageText]:
        """The pages. One with a picture and hardly a word is unread: its words are in the picture.

        Args:
            min_characters: fewer characters than this, white space apart, are hardly a word.
        """
        drafts = [draft for draft in self._pages if not draft.blank] or self._pages[:1]
        pages = [_page(draft, min_characters) for draft in drafts]
        if any(_WITHOUT_MEANING.search(page.text) for page in pages):
            self.missing("unmapped")
        return pages + [PageText("", source="unread", reason=reason) for reason in self._unread]


def _page(draft: _Draft, min_characters: int) -> PageText:
    text = draft.text.rstrip("\n")
    notes = "\n".join(note for note in draft.notes if note.strip())
    if notes:
        text = f"{text}\n{notes}" if text else notes
    if draft.pictures and sum(not character.isspace() for character in text) < min_characters:
        return PageText("", source="unread", reason="picture", unseen="\n".join(draft.unseen))
    return PageText(text, unseen="\n".join(draft.unseen))
