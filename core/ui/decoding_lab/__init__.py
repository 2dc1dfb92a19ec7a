"""The Decoding lab: a grammar, a vocabulary and a text, looked at token by token."""

from core.ui.decoding_lab.lab_view import decoding_lab

__all__ = ["decoding_lab"]
