"""The rooms with streamlit: shell, page guard, texts of the session, panels of the pages."""

from core.ui import failed_files, failure, guard, jobs, shell
from core.ui.links import CONTRACTS
from core.ui.texts import t
from core.ui.workbench import workbench

__all__ = ["CONTRACTS", "failed_files", "failure", "guard", "jobs", "shell", "t", "workbench"]
