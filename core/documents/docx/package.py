"""The parts of a Word file, taken out of its zip within limits, as XML trees.

Read with `zipfile` and lxml rather than python-docx, which unpacks and parses every part before one can object.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib

from lxml import etree

from core.errors import DamagedDocument, EncryptedDocument, IngestError, NotADocument, TooLarge

MAX_MEMBERS = 5_000
MAX_UNPACKED_MB = 500  # of all members, as the zip states it
MAX_PARTS_MB = 96  # really unpacked for all parts that are read
MAX_RATIO = 200  # unpacked to packed; Word's XML reaches about 40
_RATIO_FROM = 1 << 20  # bytes below which the ratio does not matter
_MAIN = "word/document.xml"
_OFFICE = "officeDocument"
_ENCRYPTED_FLAG = 0x1
_OTHER_KINDS = (("xl/workbook.xml", "spreadsheet"), ("ppt/presentation.xml", "slides"))


class Package:
    """A Word file's zip whose table of contents was found harmless."""

    def __init__(self, data: bytes) -> None:
        """Open the zip.

        Raises:
            NotADocument: a zip, but not of Word.
            DamagedDocument, EncryptedDocument, TooLarge: as their names say.
        """
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError) as error:
            raise DamagedDocument(f"The zip cannot be opened: {error}", reason="truncated") from None
        self._left = MAX_PARTS_MB << 20
        members = self._zip.infolist()
        _check_members(members)
        self._names = {member.filename for member in members}
        self._targets: dict[str, dict[str, str]] = {}
        self.main = self._main_part()

    def _main_part(self) -> str:
        for target in self.related("", _OFFICE):
            if target in self._names and "word" in target:
                return target
        if _MAIN in self._names:
            return _MAIN
        for name, reason in _OTHER_KINDS:
            if name in self._names:
                raise NotADocument(f"An Office file, but {reason}.", reason=reason)
        raise NotADocument("A zip, but not of Word.", reason="zip")

    def related(self, source: str, kind: str) -> list[str]:
        """Names of the parts that `source` ("" for the package) refers to by relationships of this kind."""
        return list(self.relations(source, kind).values())

    def relations(self, source: str, kind: str | None) -> dict[str, str]:
        """The same by the relationships' ids; of every kind without one."""
        folder, base = posixpath.split(source)
        name = posixpath.join(folder, "_rels", base + ".rels")
        root = self.part(name)
        if root is None:
            return {}
        inside = [relation for relation in root if relation.get("TargetMode") != "External"]
        return {
            relation.get("Id", ""): _target(folder, relation)
            for relation in inside
            if kind in (None, relation.get("Type", "").rsplit("/", 1)[-1])
        }

    def target(self, source: str, relation: str) -> str | None:
        """Name of the part that `source` refers to by the id of a relationship; None: none of this file."""
        if source not in self._targets:
            self._targets[source] = self.relations(source, None)
        name = self._targets[source].get(relation)
        return name if name in self._names else None

    def data(self, name: str, most: int) -> bytes | None:
        """Bytes of a part that is no XML; None when there are more than `most`, or they cannot be unpacked."""
        try:
            with self._zip.open(name) as stream:
                data = stream.read(most + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, RuntimeError):
            return None
        return data if len(data) <= most else None

    def part(self, name: str) -> etree._Element | None:
        """Root element of an XML part, None when the file has no such part.

        Raises:
            DamagedDocument: broken off, corrupt or not XML.
            TooLarge: more than the parts may have together.
        """
        if name not in self._names:
            return None
        data = self._unpack(name)
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            raise DamagedDocument(f"Part {name} is not XML: {error}", reason="malformed", part=name) from None
        if root.getroottree().docinfo.doctype:
            raise DamagedDocument(f"Part {name} declares entities.", reason="malformed", part=name)
        root.getroottree().docinfo.URL = name  # what it refers to is found by it
        return root

    def _unpack(self, name: str) -> bytes:
        try:
            with self._zip.open(name) as stream:
                data = stream.read(self._left + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
            raise DamagedDocument(f"Part {name} cannot be unpacked: {error}", reason="stream", part=name) from None
        except RuntimeError:  # zipfile's word for a member behind a password
            raise EncryptedDocument("A zip behind a password.", reason="password") from None
        self._left -= len(data)
        if self._left < 0:
            raise _bomb("unpacked", MAX_PARTS_MB)
        return data


def _target(folder: str, relation: etree._Element) -> str:
    return posixpath.normpath(posixpath.join("/" + folder, relation.get("Target", ""))).lstrip("/")


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MAX_MEMBERS:
        raise _bomb("members", MAX_MEMBERS)
    seen: set[str] = set()
    for member in members:
        name = member.filename
        if name.startswith(("/", "\\")) or ".." in name.replace("\\", "/").split("/") or ":" in name:
            raise DamagedDocument("A member's name leads out of the file.", reason="names")
        if name.lower() in seen:
            raise DamagedDocument(f"Two members are called {name}.", reason="names")
        seen.add(name.lower())
        if member.flag_bits & _ENCRYPTED_FLAG:
            raise EncryptedDocument("A zip behind a password.", reason="password")
        if member.file_size > _RATIO_FROM and member.file_size > MAX_RATIO * max(1, member.compress_size):
            raise _bomb("ratio", MAX_RATIO)
    if sum(member.file_size for member in members) > MAX_UNPACKED_MB << 20:
        raise _bomb("unpacked", MAX_UNPACKED_MB)


def _bomb(what: str, limit: int) -> IngestError:
    return TooLarge(f"A zip bomb? Over the limit of {what}: {limit}.", reason="zip_bomb", what=what, limit=limit)
