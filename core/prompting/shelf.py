"""Versions of prompts in the store, and which one the pages use.

The files in `prompts/` are what ships. A version is a file's text as it was, or with other defaults; a promoted version
takes the place of the file until it is rolled back. It must ask for the same inputs and the same form of answer as the
file of today: a page that was changed since does not run on a version that was made for another page.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorized, record
from core.errors import BadArguments, NotFound, PromptError
from core.logs import log
from core.prompting.load import load_prompt, parse_prompt
from core.prompting.prompt import Knob, Prompt
from core.store import PromptTrial, PromptUse, PromptVersion, Store

EXPLORATION = 0.1
"""Share of uses that try other settings, where nothing else is chosen."""
_LOG = log(__name__)


@dataclass(frozen=True, slots=True)
class PromptRevision:
    """A version of a prompt; `number` is what people call it by."""

    id: str
    prompt: str
    number: int
    fingerprint: str
    note: str
    run_id: str | None
    author: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Use:
    """Which version a prompt's pages use since when; `version` None is the file that ships."""

    id: str
    prompt: str
    version: PromptRevision | None
    exploration: float
    arms: tuple[Mapping[str, Knob], ...]
    note: str
    author: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ArmReward:
    """What people said of one setting in use: thumbs up and down, and uses in all."""

    knobs: Mapping[str, Knob]
    up: int
    down: int
    uses: int


@dataclass(frozen=True, slots=True)
class PromptInUse:
    """The prompt that a page uses now, with the settings drawn for this use.

    `trial` names the use where feedback on it counts; None where nothing is explored.
    """

    prompt: Prompt
    knobs: Mapping[str, Knob]
    trial: str | None = None

    @property
    def applied(self) -> Prompt:
        """The prompt with these settings as its defaults."""
        return replace(self.prompt, defaults=self.knobs)


class PromptShelf:
    """Versions and uses of prompts in one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, prompt: Prompt, *, author: str, note: str = "", run_id: str | None = None) -> PromptRevision:
        """Keep a version; the same content is the same version."""
        actor = authorized("prompt.experiment")
        with self._store.write() as session:
            row = session.scalar(
                select(PromptVersion).where(
                    PromptVersion.prompt == prompt.id, PromptVersion.fingerprint == prompt.fingerprint
                )
            )
            if row is None:
                newest = select(func.max(PromptVersion.number)).where(PromptVersion.prompt == prompt.id)
                row = PromptVersion(
                    id=str(ULID()),
                    prompt=prompt.id,
                    number=(session.scalar(newest) or 0) + 1,
                    fingerprint=prompt.fingerprint,
                    source=prompt.source,
                    form=prompt.form,
                    schema=None if prompt.schema is None else dict(prompt.schema.body),
                    note=note,
                    run_id=run_id,
                    author=author,
                    created_at=datetime.now(UTC),
                )
                session.add(row)
                session.flush()
                record(session, actor, "prompt.add", Resource("prompt", prompt.id), version=row.id)
            return _version(row)

    def versions(self, prompt: str) -> list[PromptRevision]:
        """All versions of a prompt, newest first."""
        query = select(PromptVersion).where(PromptVersion.prompt == prompt).order_by(PromptVersion.number.desc())
        with self._store.read() as session:
            return [_version(row) for row in session.scalars(query)]

    def prompt(self, version_id: str) -> Prompt:
        """The prompt of a version.

        Raises:
            NotFound: there is no such version.
            PromptError: it does not hold any more.
        """
        with self._store.read() as session:
            return _parsed(_row(session, version_id))

    def promote(
        self,
        prompt: str,
        version_id: str | None,
        *,
        author: str,
        note: str = "",
        exploration: float = 0.0,
        arms: Sequence[Mapping[str, Knob]] = (),
    ) -> Use:
        """Let the pages use a version from now on, None for the file that ships.

        Args:
            prompt: name of the prompt.
            version_id: the version.
            author: who decides it.
            note: why.
            exploration: share of uses, 0 to 1, that try one of `arms`.
            arms: settings to try; the version's own defaults always take part.

        Raises:
            NotFound: there is no such version of this prompt.
            PromptError: the version does not fit the pages of today.
            BadArguments: a share that is none, or settings that the version does not have.
        """
        if not 0.0 <= exploration <= 1.0:
            raise BadArguments(f"a share of exploration is between 0 and 1, not {exploration}", name="exploration")
        file = load_prompt(prompt)
        chosen = file if version_id is None else self.prompt(version_id)
        if chosen.id != prompt:
            raise NotFound(f"No version {version_id} of prompt {prompt}", kind="prompt", id=str(version_id))
        _check_fit(chosen, file)
        for arm in arms:
            chosen.check_knobs(arm)
        resource = Resource("prompt", prompt)
        with self._store.write() as session:
            actor = authorized("prompt.promote", resource, session)
            row = PromptUse(
                id=str(ULID()),
                prompt=prompt,
                version_id=version_id,
                exploration=exploration,
                arms=[dict(arm) for arm in arms],
                note=note,
                author=author,
                created_at=datetime.now(UTC),
            )
            session.add(row)
            session.flush()
            record(session, actor, "prompt.promote", resource, version=version_id)
            return _use(session, row)

    def roll_back(self, prompt: str, *, author: str) -> Use:
        """Let the pages use what they used before the last promotion; the file that ships before the first."""
        uses = self.uses(prompt)
        before = uses[1].version if len(uses) > 1 else None
        return self.promote(prompt, None if before is None else before.id, author=author, note="roll back")

    def uses(self, prompt: str) -> list[Use]:
        """What a prompt's pages used, newest first."""
        query = select(PromptUse).where(PromptUse.prompt == prompt).order_by(PromptUse.id.desc())
        with self._store.read() as session:
            return [_use(session, row) for row in session.scalars(query)]

    def in_use(self, name: str, *, chance: random.Random | None = None) -> PromptInUse:
        """The prompt as a page uses it now.

        Where a share is explored, this use is recorded and may try other settings: by Thompson sampling on what people
        said of each (Thompson, Biometrika 1933), with a uniform prior. A version that does not fit the pages any more
        is left aside and logged.

        Args:
            name: of the prompt.
            chance: where the random choices come from.

        Raises:
            PromptError: the file that ships is wrong or missing.
        """
        prompt, row = self._now(name)
        if row is None or not row.arms or row.exploration <= 0:
            return PromptInUse(prompt, prompt.defaults)
        return self._tried(prompt, row, chance or random.Random())

    def current(self, name: str) -> Prompt:
        """The prompt that pages use now; for those that ask nobody how they liked the answer, so nothing is tried.

        Raises:
            PromptError: the file that ships is wrong or missing.
        """
        return self._now(name)[0]

    def _now(self, name: str) -> tuple[Prompt, PromptUse | None]:
        """The prompt in use, and the promotion that says so; no promotion where the file that ships is used."""
        file = load_prompt(name)
        newest = select(PromptUse).where(PromptUse.prompt == name).order_by(PromptUse.id.desc()).limit(1)
        with self._store.read() as session:
            row = session.scalar(newest)
            if row is None or row.version_id is None:
                return file, row
            version = session.get_one(PromptVersion, row.version_id)
        try:
            prompt = _parsed(version)
            _check_fit(prompt, file)
        except PromptError as error:
            _LOG.error("prompt.version_does_not_fit", prompt=name, version=version.number, reason=str(error))
            return file, None
        return prompt, row

    def rewards(self, use_id: str) -> list[ArmReward]:
        """What people said of each setting since a promotion, most used first."""
        query = select(PromptTrial).where(PromptTrial.use_id == use_id)
        counts: dict[bytes, list[float | None]] = defaultdict(list)
        with self._store.read() as session:
            for trial in session.scalars(query):
                counts[orjson.dumps(trial.knobs, option=orjson.OPT_SORT_KEYS)].append(trial.reward)
        found = [
            ArmReward(orjson.loads(knobs), given.count(1.0), given.count(0.0), len(given))
            for knobs, given in counts.items()
        ]
        return sorted(found, key=lambda arm: -arm.uses)

    def reward(self, trial: str, value: float) -> None:
        """Record a thumb: 1 up, 0 down; a second one replaces the first."""
        if value not in (0.0, 1.0):
            raise BadArguments(f"a thumb is 1 or 0, not {value}", name="reward")
        with self._store.write() as session:
            session.execute(update(PromptTrial).where(PromptTrial.id == trial).values(reward=value))

    def _tried(self, prompt: Prompt, use: PromptUse, chance: random.Random) -> PromptInUse:
        knobs: Mapping[str, Knob] = prompt.defaults
        explored = chance.random() < use.exploration
        if explored:
            known = {_name(arm.knobs): arm for arm in self.rewards(use.id)}
            arms: list[Mapping[str, Any]] = [prompt.defaults, *({**prompt.defaults, **arm} for arm in use.arms)]

            def drawn(arm: Mapping[str, Any]) -> float:
                seen = known.get(_name(arm))
                return chance.betavariate(1 + (seen.up if seen else 0), 1 + (seen.down if seen else 0))

            knobs = max(arms, key=drawn)
        trial = str(ULID())
        with self._store.write() as session:
            session.add(
                PromptTrial(id=trial, use_id=use.id, knobs=dict(knobs), explored=explored, created_at=datetime.now(UTC))
            )
        return PromptInUse(prompt, knobs, trial)


def _name(knobs: Mapping[str, Any]) -> bytes:
    return orjson.dumps(dict(knobs), option=orjson.OPT_SORT_KEYS)


def _check_fit(prompt: Prompt, file: Prompt) -> None:
    """See that a version asks for what the file of today asks for."""
    form = None if prompt.schema is None else prompt.schema.body
    of_file = None if file.schema is None else file.schema.body
    if set(prompt.inputs) != set(file.inputs) or form != of_file:
        words = f"{prompt.id}: this version was made for other inputs or another form of answer."
        raise PromptError(words, file=prompt.id, place="inputs")


def _row(session: Session, version_id: str) -> PromptVersion:
    row = session.get(PromptVersion, version_id)
    if row is None:
        raise NotFound(f"No prompt version {version_id}", kind="prompt", id=version_id)
    return row


def _parsed(row: PromptVersion) -> Prompt:
    form = "toml" if row.form == "toml" else "yaml"
    return parse_prompt(row.source, file=f"{row.prompt} version {row.number}", form=form, schema=row.schema)  # type: ignore[arg-type]


def _version(row: PromptVersion) -> PromptRevision:
    return PromptRevision(
        row.id, row.prompt, row.number, row.fingerprint, row.note, row.run_id, row.author, row.created_at
    )


def _use(session: Session, row: PromptUse) -> Use:
    version = None if row.version_id is None else _version(session.get_one(PromptVersion, row.version_id))
    arms: tuple[Any, ...] = tuple(row.arms)
    return Use(row.id, row.prompt, version, row.exploration, arms, row.note, row.author, row.created_at)
