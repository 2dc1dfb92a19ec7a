"""What is handed out of a run: the whole history, the winning prompt, a few lines for a console, and the run for other
tools (promptfoo, MLflow)."""

from core.optimizer.reports.best_prompt import best_prompt, prompt_with
from core.optimizer.reports.console import console_lines
from core.optimizer.reports.history import history
from core.optimizer.reports.other_tools import promptfoo_of, to_mlflow

__all__ = ["best_prompt", "console_lines", "history", "prompt_with", "promptfoo_of", "to_mlflow"]
