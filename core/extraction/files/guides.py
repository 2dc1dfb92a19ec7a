"""What a task says about its fields: when a value is right, what supports it in a text, how rules find it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.wording import Wording

_Words = tuple[Annotated[str, Field(min_length=1)], ...]
_MODEL = ConfigDict(extra="forbid", frozen=True)

Finder = Literal["known", "choice", "email", "date", "duration", "place", "matter"]


class Title(Wording):
    """A text in Japanese, English and any other declared language, never empty."""

    ja: Annotated[str, Field(min_length=1)]
    en: Annotated[str, Field(min_length=1)]


class Find(BaseModel):
    """How the built-in engine finds a field's value.

    Attributes:
        by: the rule. `known` looks for one of `values`, then behind one of `labels`; `choice` weighs the words of
            `cues`; `matter` takes the sentence that says what the text is about; the others read what their name says.
        values: the known names.
        labels: words that stand before the value, such as 製品：.
        cues: words that speak for a value, by value; a word after `weak:` counts half.
        implied: words that speak for a value by what follows from them, used where the strategy reads consequences.
        by_other: value by the value of another field, where no word speaks for one: `{issue_type: {障害: 中}}`.
        otherwise: value where words speak for nothing, though the text is about something.
        near: words near which the value must stand, such as notice for a notice period.
        never: words that say that the value near them is not the one.
    """

    model_config = _MODEL
    by: Finder
    values: _Words = ()
    labels: _Words = ()
    cues: dict[str, _Words] = Field(default_factory=dict)
    implied: dict[str, _Words] = Field(default_factory=dict)
    by_other: dict[str, dict[str, str]] = Field(default_factory=dict)
    otherwise: str | None = None
    near: _Words = ()
    never: _Words = ()


class FieldGuide(BaseModel):
    """One field of a task.

    Attributes:
        compare: `same` values (written alike), or `points`: a text that holds every key word of the case, which are
            the labelled text's own words where the case names none.
        support: where a value must come from: `quoted` from the text itself, or `judged` from what the text says.
        aliases: words of a text that support a value, by value.
        assumed: values that a text supports by being silent, as the labelling rules say.
        find: how rules find it; None where they cannot.
    """

    model_config = _MODEL
    compare: Literal["same", "points"] = "same"
    support: Literal["quoted", "words", "judged"] = "quoted"
    aliases: dict[str, _Words] = Field(default_factory=dict)
    assumed: _Words = ()
    find: Find | None = None


class TaskGuide(BaseModel):
    """The file `task.yaml` of a task's folder."""

    model_config = _MODEL
    title: Title
    note: Title
    language: Literal["ja", "en"]
    source: str = ""
    fields: dict[str, FieldGuide]
