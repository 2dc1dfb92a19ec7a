"""Versions of prompts in the store: promoted, explored, judged by thumbs, rolled back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import BadArguments, NotFound, PromptError
from core.prompting import Prompt, PromptShelf, load_prompt, parse_prompt, with_knobs
from core.settings import Settings
from core.store import Store, open_store

NAME = "contract_answer"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(Settings(_env_file=None).model_copy(update={"data_dir": tmp_path, "database_url": None}))
    yield opened
    opened.close()


def changed(**defaults: int | str) -> Prompt:
    prompt = load_prompt(NAME)
    assert prompt.schema is not None
    return parse_prompt(with_knobs(prompt, defaults), file=NAME, schema=prompt.schema.body)


def test_without_a_promotion_the_file_is_used(store: Store) -> None:
    used = PromptShelf(store).in_use(NAME)
    assert (used.prompt, used.knobs, used.trial) == (load_prompt(NAME), load_prompt(NAME).defaults, None)


def test_promoted_and_rolled_back(store: Store) -> None:
    shelf = PromptShelf(store)
    first = shelf.add(changed(most_claims=1), author="sato", note="run 1")
    second = shelf.add(changed(most_claims=5), author="sato")
    assert (first.number, second.number) == (1, 2)
    assert shelf.add(changed(most_claims=1), author="suzuki") == first
    assert [version.number for version in shelf.versions(NAME)] == [2, 1]
    for version, most in ((first, 1), (second, 5)):
        shelf.promote(NAME, version.id, author="sato")
        assert shelf.in_use(NAME).knobs["most_claims"] == most
    assert shelf.roll_back(NAME, author="suzuki").version == first
    assert shelf.in_use(NAME).knobs["most_claims"] == 1
    shelf.promote(NAME, None, author="sato")
    assert shelf.in_use(NAME).prompt == load_prompt(NAME)
    assert [use.version.number if use.version else None for use in shelf.uses(NAME)] == [None, 1, 2, 1]


def test_exploration_follows_the_thumbs(store: Store) -> None:
    shelf = PromptShelf(store)
    version = shelf.add(changed(most_claims=3), author="sato")
    use = shelf.promote(NAME, version.id, author="sato", exploration=0.5, arms=[{"most_claims": 1}, {"most_claims": 5}])
    chance = random.Random(1)
    for _ in range(300):
        used = shelf.in_use(NAME, chance=chance)
        assert used.trial is not None
        # People like one statement nine times of ten, anything else three times of ten.
        liked = chance.random() < (0.9 if used.knobs["most_claims"] == 1 else 0.3)
        shelf.reward(used.trial, float(liked))
    rewards = {arm.knobs["most_claims"]: arm for arm in shelf.rewards(use.id)}
    assert sum(arm.uses for arm in rewards.values()) == 300
    assert rewards[3].uses > 130
    assert rewards[1].uses > 5 * rewards[5].uses


def test_what_cannot_be_promoted(store: Store) -> None:
    shelf = PromptShelf(store)
    version = shelf.add(changed(most_claims=1), author="sato")
    with pytest.raises(BadArguments, match="between 0 and 1"):
        shelf.promote(NAME, version.id, author="sato", exploration=2)
    with pytest.raises(BadArguments, match="has no value 9"):
        shelf.promote(NAME, version.id, author="sato", exploration=0.1, arms=[{"most_claims": 9}])
    with pytest.raises(NotFound, match="No version"):
        shelf.promote("extraction", version.id, author="sato")
    with pytest.raises(NotFound, match="No prompt version"):
        shelf.promote(NAME, "nothing", author="sato")
    with pytest.raises(BadArguments, match="thumb"):
        shelf.reward("nothing", 0.5)
    other = parse_prompt("id: contract_answer\nversion: '2'\ntask: t\ntemplate:\n  user: x\n", file="x")
    stranger = shelf.add(other, author="sato")
    with pytest.raises(PromptError, match="made for other inputs"):
        shelf.promote(NAME, stranger.id, author="sato")
    assert shelf.uses(NAME) == []
