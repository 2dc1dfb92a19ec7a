"""Texts inside JSON strings: which contents a constraint allows, and their spellings with escapes."""

from core.structured.text.content import Content, ContentText, PatternContent, TextContent, WordSet
from core.structured.text.spelling import StringLexeme

__all__ = ["Content", "ContentText", "PatternContent", "StringLexeme", "TextContent", "WordSet"]
