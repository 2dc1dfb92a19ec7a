"""Words of the lab that several panels use."""

from __future__ import annotations

from functools import lru_cache

from core.errors import WorkbenchError
from core.extraction.files import STRATEGIES, ExtractionTask, read_task, task_names
from core.extraction.runs import ENGINES
from core.settings import settings
from core.ui.escape import md, short
from core.ui.language import current_language
from core.ui.texts import t
from core.wording import wordings


def strategy_words(name: str) -> str:
    """A strategy's name for people; its own where it is not one of the three."""
    return t(f"lab.strategy_{name}") if name in STRATEGIES else name


def strategy_names(task: ExtractionTask) -> dict[str, str]:
    """Names of a task's strategies for people, worked out now: a widget asks for them when the language is unknown."""
    return {name: strategy_words(name) for name in task.strategies}


def engine_words(name: str) -> str:
    """An engine's name for people, with a note where no endpoint is configured for it."""
    words = t(f"lab.engine_{name}") if name in ENGINES else name
    if name in ("extraction", "chat") and settings().connection(name).model is None:  # type: ignore[arg-type]
        return t("lab.not_configured", name=words)
    return words


def task_words(task: ExtractionTask) -> str:
    """A task's title in the reader's language."""
    return task.guide.title.text(current_language())


def task_title(name: str) -> str:
    """The title of a task that ships, by its name; empty for another one."""
    return task_words(shipped_task(name)) if name in task_names() else ""


@lru_cache(maxsize=16)
def shipped_task(name: str) -> ExtractionTask:
    """A task that ships, read once."""
    return read_task(name)


def task_note(task: ExtractionTask) -> str:
    """What a task does, in the reader's language."""
    return task.guide.note.text(current_language())


def wrong_words(error: WorkbenchError) -> str:
    """Why a task that somebody edits cannot be used yet; whoever edits it needs the place and the reason."""
    key = f"lab.wrong_{error.facts.get('reason')}"
    facts = {name: md(short(str(value), 200)) for name, value in error.facts.items()}
    if key in wordings():
        return t(key, **{name: facts.get(name, "") for name in ("place", "words", "line", "limit")} | facts)
    return t("lab.wrong", words=md(short(str(error), 300)))
