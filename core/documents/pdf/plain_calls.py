"""PDFium's functions with plain addresses in place of pypdfium2's typed pointers.

A page has thousands of characters and hundreds of objects; converting the arguments takes longer than most calls.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pypdfium2.raw as pdfium_c

_WHOLE, _UNSIGNED, _PLACE = ctypes.c_int, ctypes.c_uint, ctypes.c_void_p


def address(pointer: Any) -> int:
    """The address in a pointer of pypdfium2, or of one of its functions; 0 for none."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def _plain(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    return ctypes.CFUNCTYPE(result, *arguments)(address(getattr(pdfium_c, name)))


char_box = _plain("FPDFText_GetCharBox", _WHOLE, _PLACE, _WHOLE, *[_PLACE] * 4)
"""Text page, entry, and where to write left, right, bottom, top as doubles."""
unicode_of = _plain("FPDFText_GetUnicode", _UNSIGNED, _PLACE, _WHOLE)
unicode_error = _plain("FPDFText_HasUnicodeMapError", _WHOLE, _PLACE, _WHOLE)
text_object = _plain("FPDFText_GetTextObject", _PLACE, _PLACE, _WHOLE)

page_object = _plain("FPDFPage_GetObject", _PLACE, _PLACE, _WHOLE)
form_object = _plain("FPDFFormObj_GetObject", _PLACE, _PLACE, ctypes.c_ulong)
form_size = _plain("FPDFFormObj_CountObjects", _WHOLE, _PLACE)
object_type = _plain("FPDFPageObj_GetType", _WHOLE, _PLACE)
object_bounds = _plain("FPDFPageObj_GetBounds", _WHOLE, _PLACE, *[_PLACE] * 4)
object_matrix = _plain("FPDFPageObj_GetMatrix", _WHOLE, _PLACE, _PLACE)
fill_colour = _plain("FPDFPageObj_GetFillColor", _WHOLE, _PLACE, *[_PLACE] * 4)
stroke_colour = _plain("FPDFPageObj_GetStrokeColor", _WHOLE, _PLACE, *[_PLACE] * 4)
has_transparency = _plain("FPDFPageObj_HasTransparency", _WHOLE, _PLACE)
mark_count = _plain("FPDFPageObj_CountMarks", _WHOLE, _PLACE)
object_mark = _plain("FPDFPageObj_GetMark", _PLACE, _PLACE, ctypes.c_ulong)
mark_name = _plain("FPDFPageObjMark_GetName", _WHOLE, _PLACE, _PLACE, ctypes.c_ulong, _PLACE)
mark_text = _plain(
    "FPDFPageObjMark_GetParamStringValue", _WHOLE, _PLACE, ctypes.c_char_p, _PLACE, ctypes.c_ulong, _PLACE
)
remove_mark = _plain("FPDFPageObj_RemoveMark", _WHOLE, _PLACE, _PLACE)
image_bitmap = _plain("FPDFImageObj_GetBitmap", _PLACE, _PLACE)
destroy_bitmap = _plain("FPDFBitmap_Destroy", None, _PLACE)
path_segments = _plain("FPDFPath_CountSegments", _WHOLE, _PLACE)
path_mode = _plain("FPDFPath_GetDrawMode", _WHOLE, _PLACE, _PLACE, _PLACE)
text_mode = _plain("FPDFTextObj_GetTextRenderMode", _WHOLE, _PLACE)
set_text_mode = _plain("FPDFTextObj_SetTextRenderMode", _WHOLE, _PLACE, _WHOLE)
text_size = _plain("FPDFTextObj_GetText", ctypes.c_ulong, _PLACE, _PLACE, _PLACE, ctypes.c_ulong)
text_font = _plain("FPDFTextObj_GetFont", _PLACE, _PLACE)
font_is_embedded = _plain("FPDFFont_GetIsEmbedded", _WHOLE, _PLACE)
font_name = _plain("FPDFFont_GetBaseFontName", ctypes.c_size_t, _PLACE, _PLACE, ctypes.c_size_t)
glyph_outline = _plain("FPDFFont_GetGlyphPath", _PLACE, _PLACE, _UNSIGNED, ctypes.c_float)
outline_segments = _plain("FPDFGlyphPath_CountGlyphSegments", _WHOLE, _PLACE)
