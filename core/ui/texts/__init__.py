"""Every word of the interface in Japanese and English, from the YAML files beside this one."""

from core.ui.texts.wording import Wordings, error_text, t, wordings

__all__ = ["Wordings", "error_text", "t", "wordings"]
