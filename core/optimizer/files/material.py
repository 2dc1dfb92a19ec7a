"""Everything that the matches of a run need, as one value that travels with the work as bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import orjson

from core.errors import ConfigError, PromptError
from core.optimizer.files.dataset import DataSet, parse_dataset, read_dataset
from core.optimizer.files.rubric import Rubric, parse_rubric, read_rubric
from core.prompting import Prompt, load_prompt, parse_prompt, read_prompt
from core.settings import ROOT

DATA = ROOT / "data" / "optimizer"
RUBRICS = ROOT / "configs" / "optimizer"
JUDGE = "judge"
RUBRIC = "rubric"


@dataclass(frozen=True, slots=True)
class Material:
    """The prompt under test, its examples, and what answers are judged by."""

    prompt: Prompt
    dataset: DataSet
    judge: Prompt
    rubric: Rubric

    def pack(self) -> bytes:
        """The same as bytes: equal materials give equal bytes."""
        return orjson.dumps(
            {
                "prompt": _packed(self.prompt),
                "judge": _packed(self.judge),
                "rubric": self.rubric.model_dump(),
                "dataset": {
                    "name": self.dataset.name,
                    "lines": [example.model_dump(mode="json") for example in self.dataset.examples],
                },
            }
        )


@lru_cache(maxsize=4)
def unpack(body: bytes) -> Material:
    """The material that `pack` wrote.

    Raises:
        PromptError, ConfigError: it was written by another version and does not hold today.
    """
    value = orjson.loads(body)
    dataset = value["dataset"]
    lines = b"\n".join(orjson.dumps(line) for line in dataset["lines"]).decode()
    return Material(
        prompt=_unpacked(value["prompt"]),
        judge=_unpacked(value["judge"]),
        rubric=parse_rubric(orjson.dumps(value["rubric"]).decode(), file="rubric"),
        dataset=parse_dataset(lines, file=dataset["name"], name=dataset["name"]),
    )


def _packed(prompt: Prompt) -> dict[str, object]:
    schema = None if prompt.schema is None else prompt.schema.body
    return {"id": prompt.id, "source": prompt.source, "form": prompt.form, "schema": schema}


def _unpacked(value: dict[str, object]) -> Prompt:
    form = "toml" if value["form"] == "toml" else "yaml"
    schema = value["schema"]
    return parse_prompt(
        str(value["source"]),
        file=str(value["id"]),
        form=form,  # type: ignore[arg-type]  # one of the two
        schema=schema if isinstance(schema, dict) else None,
    )


def read_material(prompt: str, dataset: str, *, judge: str = JUDGE, rubric: str = RUBRIC) -> Material:
    """The material of names or paths.

    Args:
        prompt: a prompt's name in `prompts/`, or the path of a file.
        dataset: a data set's name in `data/optimizer/`, or the path of a file.
        judge: as `prompt`, the prompt that a model judges by.
        rubric: a rubric's name in `configs/optimizer/`, or the path of a file.

    Raises:
        PromptError, ConfigError: one of them is not there or wrong; says which and where.
    """
    return Material(
        _prompt(prompt),
        read_dataset(_file(dataset, DATA, ".jsonl", "data set")),
        _prompt(judge),
        read_rubric(_file(rubric, RUBRICS, ".yaml", "rubric")),
    )


def datasets_for(prompt: str) -> tuple[str, ...]:
    """Names of the data sets that ship, those made for a prompt first: their names begin with its own."""
    names = sorted(path.stem for path in DATA.glob("*.jsonl"))
    return tuple(sorted(names, key=lambda name: not name.startswith(prompt)))


def _prompt(name: str) -> Prompt:
    if not _is_path(name):
        return load_prompt(name)
    path = Path(name)
    if not path.is_file():
        raise PromptError(f"There is no prompt {name}.", file=name, place="file")
    return read_prompt(path)


def _file(name: str, folder: Path, ending: str, kind: str) -> Path:
    path = Path(name) if _is_path(name) else folder / f"{name}{ending}"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in folder.glob(f"*{ending}")))
        raise ConfigError(f"There is no {kind} {name}; there are: {known}", file=name)
    return path


def _is_path(name: str) -> bool:
    return "/" in name or Path(name).suffix in (".yaml", ".yml", ".toml", ".jsonl")
