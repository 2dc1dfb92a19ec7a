"""Body of a Word file in reading order: paragraphs, tables, text boxes, content controls, notes, tracked changes.

The text is what a reader sees with all changes accepted: insertions are in, deletions, comments, field codes and
hidden text are out. Each element of Word's XML is dealt with by one small method; an element that holds none of the
above is looked into, so that no wrapper that we do not know can swallow text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lxml import etree

from core.documents.docx.bound import BoundData
from core.documents.docx.drawn_parts import look_into
from core.documents.docx.fields import brings_words, shown_by_code
from core.documents.docx.form_choices import TICKED, UNTICKED, choice_of
from core.documents.docx.media import Media
from core.documents.docx.numbering import BULLET, Numbering
from core.documents.docx.paging import DocxPages
from core.documents.docx.part_names import child, children, is_words_own, known_to_word, name_of, switched_on, value
from core.documents.docx.visibility import Visibility
from core.documents.parsed import PAGE_BREAK

_SKIPPED = frozenset(
    {
        "", "w:del", "w:moveFrom", "w:pPr", "w:rPr", "w:sdtPr", "w:sdtEndPr", "w:tblPr", "w:tblGrid", "w:trPr",
        "w:tcPr", "w:sectPr", "w:delText", "w:delInstrText", "w:annotationRef", "w:rt", "w:fldData",
        "m:rPr", "w:footnoteRef", "w:endnoteRef", "w:ffData", "w:txbxContent", "w:ptab", "w:separator",
        "w:continuationSeparator",
    }
)  # fmt: skip
_TICKED, _UNTICKED = {"f0fe", "f0fd", "f052", "f053", "00fe", "0052"}, {"f0a8", "f06f", "f0a3", "00a8"}
_UNKNOWN = "\ufffd"
_WORDS = ("w:t", "m:t")


@dataclass(frozen=True, slots=True)
class Beside:
    """What a file's drawings refer to, and the data that its controls are bound to."""

    media: Media
    bound: BoundData


@dataclass(slots=True)
class _Field:
    """A field's code, and how much was written when its result began."""

    code: list[str]
    result_from: int | None


class DocxBody:
    """Walks one file's body once and writes it to `pages`."""

    def __init__(
        self,
        pages: DocxPages,
        numbering: Numbering,
        visibility: Visibility,
        notes: Mapping[str, Mapping[str, etree._Element]],
        beside: Beside,
    ) -> None:
        """Args:
        visibility: which runs nobody sees.
        notes: elements of `w:footnote` and `w:endnote` by their ids.
        beside: what the file's drawings and controls refer to.
        """
        self._beside = beside
        self._fields: list[_Field] = []
        self._visibility = visibility
        self._pages = pages
        self._numbering = numbering
        self._notes = notes
        self._note_numbers = {"w:footnote": 0, "w:endnote": 0}
        self._ends: list[str] = []
        self._label = ""
        self._inline: Mapping[str, Callable[[etree._Element], None]] = {
            "w:t": lambda element: self._write("".join(element.itertext())),
            "m:t": lambda element: self._write("".join(element.itertext())),
            "w:tab": lambda element: self._write("\t"),
            "w:cr": lambda element: self._write("\n"),
            "w:br": self._break,
            "w:noBreakHyphen": lambda element: self._write("-"),
            "w:softHyphen": lambda element: self._write("\u00ad"),
            "w:sym": self._symbol,
            "w:lastRenderedPageBreak": lambda element: self._pages.break_page(),
            "w:r": self._run,
            "m:r": self._run,
            "m:phant": self._phantom,
            "w:footnoteReference": lambda element: self._note("w:footnote", element),
            "w:endnoteReference": lambda element: self._note("w:endnote", element),
            "w:fldChar": self._field_mark,
            "w:instrText": self._field_code,
            "w:fldSimple": self._simple_field,
            "w:sdt": self._control,
            "w:contentPart": lambda element: self._pages.missing("embedded_file"),
            "mc:AlternateContent": self._alternative,
            "w:drawing": self._drawing,
            "w:pict": self._drawing,
            "w:object": self._drawing,
            "w:p": self.paragraph,
            "w:tbl": self._table,
            "w:altChunk": lambda element: self._pages.missing("embedded_file"),
            "w:subDoc": lambda element: self._pages.missing("embedded_file"),
        }

    def walk(self, element: etree._Element) -> None:
        """Write the element's content."""
        for inner in element:
            name = name_of(inner)
            if name in _SKIPPED:
                continue
            if not known_to_word(inner):
                self._hide(inner)
            else:
                self._inline.get(name, self.walk)(inner)

    def finish(self) -> None:
        """Write the endnotes, which stand after everything."""
        for note in self._ends:
            self._pages.write(note)
            self._pages.end_line()

    def margin(self, root: etree._Element) -> None:
        """Write a header or footer after everything, once; page numbers alone are no words."""
        aside = DocxPages()
        self._beginning(aside).walk(root)
        for page in aside.finished(min_characters=0):
            self._pages.hide(page.unseen)
            if page.reason is not None:
                self._pages.missing(page.reason)
            elif any(sign.isalpha() for sign in page.text):
                self._pages.note(page.text.strip())

    def paragraph(self, element: etree._Element) -> None:
        """Write a paragraph and end its line; one whose end mark was deleted runs on into the next."""
        properties = child(element, "w:pPr")
        deleted = child(properties, "w:rPr", "w:del") is not None
        if deleted and not any(_is_live_text(inner) for inner in element.iter()):
            return  # a paragraph that was deleted whole takes no number
        if switched_on(child(properties, "w:pageBreakBefore")):
            self._pages.break_page()
        self._content(element, properties)
        if not deleted:
            self._pages.end_line()
        for box in _text_boxes(element):
            self._text_box(box)

    def _content(self, element: etree._Element, properties: etree._Element | None) -> None:
        """A paragraph's number and words. The number waits for the first word, which may stand on the next page."""
        self._label = self._numbering.label(properties)
        self.walk(element)
        self._write("")

    def _write(self, text: str) -> None:
        self._pages.write(self._label + text.replace(PAGE_BREAK, "\n").replace("\r", ""))
        self._label = ""

    def _run(self, element: etree._Element) -> None:
        if self._visibility.hidden(element):
            self._hide(element)
            if self._visibility.may_be_seen(element):
                self._pages.missing("no_size")
            if self._visibility.drawn_as_others(element):
                self._pages.missing("font")
            for mark in element:
                if name_of(mark) in ("w:fldChar", "w:instrText"):
                    self._inline[name_of(mark)](mark)
        else:
            self.walk(element)

    def _hide(self, element: etree._Element) -> None:
        self._pages.hide("".join(inner.text or "" for inner in element.iter() if name_of(inner) in _WORDS))

    def _phantom(self, element: etree._Element) -> None:
        """A part of a formula that only keeps its room."""
        shown = child(element, "m:phantPr", "m:show")
        if shown is None or switched_on(shown):
            self.walk(element)
        else:
            self._hide(element)

    def _form_field(self, element: etree._Element) -> None:
        """What is chosen in a box or a list of a form, which stands nowhere else."""
        if choice := choice_of(child(element, "w:ffData")):
            self._write(choice)

    def _field_mark(self, element: etree._Element) -> None:
        self._form_field(element)
        kind = value(element, "fldCharType")
        if kind == "begin":
            self._fields.append(_Field([], None))
        elif kind == "separate" and self._fields:
            self._fields[-1].result_from = self._pages.size
        elif kind == "end" and self._fields:
            field = self._fields.pop()
            self._end_field("".join(field.code), empty=field.result_from in (None, self._pages.size))

    def _field_code(self, element: etree._Element) -> None:
        if self._fields and self._fields[-1].result_from is None:
            self._fields[-1].code.append(element.text or "")

    def _simple_field(self, element: etree._Element) -> None:
        before = self._pages.size
        self.walk(element)
        self._end_field(value(element, "instr") or "", empty=self._pages.size == before)

    def _end_field(self, code: str, *, empty: bool) -> None:
        """What a field without a result shows all the same."""
        if empty and brings_words(code):
            self._pages.missing("embedded_file")
        elif empty and (words := shown_by_code(code)):
            self._write(words)

    def _control(self, element: etree._Element) -> None:
        """A control's words, those of the data that it is bound to where they differ."""
        bound = self._beside.bound.differing(element)
        if bound is None:
            self.walk(element)
        elif bound.text is None:
            self.walk(element)
            self._pages.missing("bound_data")
        else:
            self._hide(element)
            self._write(bound.text)
            if child(element, "w:sdtContent", "w:p") is not None:
                self._pages.end_line()

    def _beginning(self, pages: DocxPages) -> DocxBody:
        """A walk of a part beside the body, which has no notes of its own."""
        return DocxBody(pages, self._numbering, self._visibility, {}, self._beside)

    def _break(self, element: etree._Element) -> None:
        if value(element, "type") == "page":
            self._pages.break_page()
        else:
            self._write("\n")

    def _symbol(self, element: etree._Element) -> None:
        code = (value(element, "char") or "").lower()
        if code in _TICKED | _UNTICKED:
            self._write(TICKED if code in _TICKED else UNTICKED)
        elif code in {"f0b7", "f0a7", "00b7"}:
            self._write(BULLET)
        else:
            self._write(_symbol_text(code))

    def _note(self, kind: str, element: etree._Element) -> None:
        """A mark such as [1] where Word prints a raised 1, which could be read as part of a number."""
        self._note_numbers[kind] += 1
        mark = f"[{self._note_numbers[kind]}]" if kind == "w:footnote" else f"[e{self._note_numbers[kind]}]"
        self._pages.write(mark)
        note = self._notes.get(kind, {}).get(value(element, "id") or "")
        if note is None:
            self._pages.missing("damaged")
            return
        aside = DocxPages()
        self._beginning(aside).walk(note)
        pages = aside.finished(min_characters=0)
        for page in pages:
            self._pages.hide(page.unseen)
            if page.reason is not None:
                self._pages.missing(page.reason)
        text = "\n".join(page.text for page in pages).strip()
        if kind == "w:footnote":
            self._pages.note(f"{mark} {text}")
        else:
            self._ends.append(f"{mark} {text}")

    def _alternative(self, element: etree._Element) -> None:
        """One content in several forms, of which Word shows the first that it knows."""
        chosen = _shown_form(element)
        if chosen is not None:
            self.walk(chosen)

    def _drawing(self, element: etree._Element) -> None:
        """Pictures are counted, files and drawn words inside named; text boxes come after the paragraph."""
        if self._visibility.hidden_drawing(element):
            return
        drawing = look_into(element, self._beside.media)
        for _ in range(drawing.pictures):
            self._pages.picture()
        for words in drawing.words:
            self._write(words)
        if drawing.unread is not None:
            self._pages.missing(drawing.unread)

    def _table(self, element: etree._Element) -> None:
        """A row a line, cells parted by tabs; cells of several paragraphs keep their lines."""
        for row in _through_wrappers(element, "w:tr"):
            if child(row, "w:trPr", "w:del") is not None:
                continue
            cells = [cell for cell in _through_wrappers(row, "w:tc") if child(cell, "w:tcPr", "w:cellDel") is None]
            for index, cell in enumerate(cells):
                self._cell(cell, first=index == 0)
            self._pages.end_line()

    def _cell(self, cell: etree._Element, *, first: bool) -> None:
        if not first:
            self._pages.write("\t")
        blocks = [inner for inner in cell if name_of(inner) not in _SKIPPED]
        for index, block in enumerate(blocks):
            last = index == len(blocks) - 1
            if name_of(block) == "w:p" and last:
                self._last_paragraph(block)
            else:
                self._inline.get(name_of(block), self.walk)(block)

    def _last_paragraph(self, element: etree._Element) -> None:
        """A cell's last paragraph, without the line end: the row goes on."""
        self._content(element, child(element, "w:pPr"))
        for box in _text_boxes(element):
            self._pages.end_line()
            self._text_box(box)

    def _text_box(self, box: etree._Element) -> None:
        outer = next((run for run in box.iterancestors() if name_of(run) == "w:r"), None)
        if self._visibility.hidden_drawing(box) or (outer is not None and self._visibility.hidden(outer)):
            self._hide(box)
        else:
            self.walk(box)


def _through_wrappers(element: etree._Element, name: str) -> list[etree._Element]:
    """Rows of a table or cells of a row, those in content controls and insertions included."""
    found = []
    for inner in element:
        if name_of(inner) == name:
            found.append(inner)
        elif name_of(inner) in ("w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:smartTag"):
            found += _through_wrappers(inner, name)
    return found


def _text_boxes(paragraph: etree._Element) -> list[etree._Element]:
    """Contents of the paragraph's text boxes, each once, not those of boxes inside boxes."""
    found: list[etree._Element] = []
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        name = name_of(element)
        if name == "w:txbxContent":
            found.append(element)
        elif name == "mc:AlternateContent":
            chosen = _shown_form(element)
            if chosen is not None:
                waiting.append(chosen)
        elif name not in ("w:del", "w:moveFrom", "w:p", "w:tbl"):
            waiting += reversed(element)
    return found


def _shown_form(alternatives: etree._Element) -> etree._Element | None:
    """The first choice of whose namespaces Word knows all, else the fallback."""
    for choice in children(alternatives, "mc:Choice"):
        spaces = [choice.nsmap.get(prefix, "") for prefix in (choice.get("Requires") or "").split()]
        if all(map(is_words_own, spaces)):
            return choice
    return child(alternatives, "mc:Fallback")


def _is_live_text(element: etree._Element) -> bool:
    if name_of(element) not in ("w:t", "w:sym", "w:drawing", "w:pict"):
        return False
    return not any(name_of(outer) in ("w:del", "w:moveFrom") for outer in element.iterancestors())


def _symbol_text(code: str) -> str:
    try:
        number = int(code, 16)
    except ValueError:
        return _UNKNOWN
    return _UNKNOWN if 0xE000 <= number < 0xF900 or number > 0xFFFF or number < 32 else chr(number)


def notes_of(root: etree._Element | None, name: str) -> dict[str, etree._Element]:
    """Notes of a footnotes or endnotes part by their ids."""
    return {} if root is None else {value(note, "id") or "": note for note in children(root, name)}
