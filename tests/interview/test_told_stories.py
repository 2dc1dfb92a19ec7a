"""The told cases themselves: every value in them exists, every core stands in its message, no story is told twice."""

from __future__ import annotations

import pytest

from core.knowledge import FIELDS, SEVERITIES
from core.lexicon import agreement_type_name, agreement_types
from core.taxonomy import taxonomy
from oracles.stories import development, held_out
from oracles.stories.story import Story

STORIES = (*development.STORIES, *held_out.STORIES)


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_what_a_story_tells_can_be_filed(story: Story) -> None:
    kinds = {agreement_type_name(code, story.language) for code in agreement_types()}
    values = {
        "severity": set(SEVERITIES),
        "clause_types": {category.code for category in taxonomy().clauses},
        "contract_types": kinds,
    }
    for message in story.messages:
        for part in message.told:
            assert set(part.fields) <= set(FIELDS)
            assert part.core in values.get(part.fields[0], {part.core})
            assert part.fields[0] in values or part.core in message.text
    assert story.messages[-1].told == ()


def test_stories_are_told_once() -> None:
    assert len({story.name for story in STORIES}) == len(STORIES) == 24
    assert [len([s for s in STORIES if s.language == language]) for language in ("ja", "en")] == [16, 8]
