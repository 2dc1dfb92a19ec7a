"""What is handed out of a run: the whole history, the winning prompt, a few lines for a console."""

from core.optimizer.reports.best_prompt import best_prompt, prompt_with
from core.optimizer.reports.console import console_lines
from core.optimizer.reports.history import history

__all__ = ["best_prompt", "console_lines", "history", "prompt_with"]
