"""`optimize run` and `optimize resume`: a run from the shell, to its end."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import orjson
import yaml

from core.access import NOBODY, acting_as
from core.cli.optimize.common import common_options
from core.cli.output import emit, note, write_file
from core.errors import BadArguments
from core.jobs import Progress
from core.optimizer.files import DECISIONS, datasets_for, decided_examples, read_material
from core.optimizer.methods import METHODS
from core.optimizer.reports import best_prompt, console_lines, history, to_mlflow
from core.optimizer.retrieval import Retriever, WorkbenchSearch, recall, retriever_at, with_contexts
from core.optimizer.runs import ExecutorName, JudgeName, RunBook, RunRecord, RunSettings, run_defaults, run_settings
from core.optimizer.statistics import before_after
from core.prompting import Knob
from core.settings import Settings
from core.workbench import Workbench, open_workbench

# Option, setting, type, help; a setting that is not given keeps what environment and endpoints suggest.
_NUMBERS: tuple[tuple[str, type, str], ...] = (
    ("steps", int, "most matches"),
    ("patience", int, "end after so many matches without a new leader"),
    ("confidence", float, "end when the method is so sure of its leader, such as 0.9"),
    ("most_calls", int, "most calls of endpoints"),
    ("most_tokens", int, "most tokens"),
    ("most_cost", float, "most money, in the currency of the prices"),
)
_MORE: tuple[tuple[str, type, str], ...] = (
    ("parallel", int, "matches that are played at the same time"),
    ("seed", int, "decides examples, orders and the method's choices"),
    ("population", int, "arms that compete at a time, where the method keeps some"),
    ("mutate_every", int, "Thompson: matches between two mutants"),
    ("tie_reward", float, "what a tie is worth, where the method counts rewards"),
    ("eval_batch", int, "examples of a match, where the method counts majorities"),
    ("kept_apart", float, "share of the examples kept apart for the comparison at the end"),
    ("answer_tokens", int, "most tokens of an answer"),
    ("executor_path", str, "package.module:factory of an executor of your own"),
    ("judge_path", str, "package.module:factory of a judge of your own"),
    ("optimizer_path", str, "package.module:factory of an optimizer of your own"),
    ("retriever_path", str, "package.module:factory of a retriever of your own, in place of the contract search"),
)


def add_parser(actions: Any) -> None:
    """Declare both actions."""
    parser = actions.add_parser("run", help="start a run and play it to its end")
    parser.add_argument("--prompt", required=True, help="name in prompts/, or path of a .yaml or .toml file")
    parser.add_argument(
        "--dataset", required=True, help=f"name in data/optimizer/, path of a .jsonl file, or {DECISIONS}"
    )
    parser.add_argument("--judge-prompt", default="judge", help="name or path of the prompt that a model judges by")
    parser.add_argument("--rubric", default="rubric", help="name in configs/optimizer/, or path of a .yaml file")
    parser.add_argument("--optimizer", choices=METHODS, help="the method that chooses who meets")
    parser.add_argument("--executor", choices=get_args(ExecutorName), help="who answers")
    parser.add_argument("--judge", choices=get_args(JudgeName), help="who judges")
    parser.add_argument("--two-stage", action="store_true", default=None, help="ask the judge where rules leave a draw")
    parser.add_argument("--both-orders", action="store_true", default=None, help="ask the judge in both orders")
    parser.add_argument(
        "--knob", action="append", default=[], metavar="NAME=V1,V2", help="values to try; all knobs by default"
    )
    parser.add_argument("--passages", type=int, default=6, help="passages of a context that the search finds")
    parser.add_argument("--out", type=Path, help="folder for history.json and best_prompt.yaml")
    _limits(parser, (*_NUMBERS, *_MORE))
    common_options(parser)
    parser.set_defaults(do=_run)
    resume = actions.add_parser("resume", help="go on with a run that was paused, killed or ended by a limit")
    resume.add_argument("run_id", metavar="RUN", help="its id")
    resume.add_argument("--out", type=Path, help="folder for history.json and best_prompt.yaml")
    _limits(resume, _NUMBERS)
    common_options(resume)
    resume.set_defaults(do=_resume)


def _limits(parser: argparse.ArgumentParser, options: Sequence[tuple[str, type, str]]) -> None:
    for name, kind, words in options:
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, help=words)


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    given = {
        name: getattr(arguments, name)
        for name in (
            "optimizer",
            "executor",
            "judge",
            "two_stage",
            "both_orders",
            *(option[0] for option in (*_NUMBERS, *_MORE)),
        )
    }
    chosen = run_settings(run_defaults(settings) | {name: value for name, value in given.items() if value is not None})
    decided = arguments.dataset == DECISIONS
    dataset = datasets_for(arguments.prompt)[0] if decided else arguments.dataset
    material = read_material(arguments.prompt, dataset, judge=arguments.judge_prompt, rubric=arguments.rubric)
    with open_workbench(settings) as workbench:
        book = RunBook(workbench.store, settings, workbench.ledger)
        if decided:
            material = replace(material, dataset=decided_examples(workbench.library))
        if any(example.query is not None for example in material.dataset.examples):
            retriever = _retriever(chosen, workbench)
            material = replace(material, dataset=with_contexts(material.dataset, retriever, limit=arguments.passages))
            found = recall(material.dataset)
            note(f"the search finds the passage that was quoted for {found.held} of {found.count} questions")
        run = book.start(material, chosen, user=settings.user, knobs=_knobs(arguments.knob) or None)
        note(f"run {run.id}: {run.knobs.space.size:,} combinations")
        return _play(workbench, book, run, arguments)


def _retriever(chosen: RunSettings, workbench: Workbench) -> Retriever:
    if chosen.retriever_path is not None:
        return retriever_at(chosen.retriever_path, workbench.settings)
    with acting_as(NOBODY):
        return WorkbenchSearch(workbench.graph())


def _resume(arguments: argparse.Namespace, settings: Settings) -> int:
    changes = {name: value for name, _, _ in _NUMBERS if (value := getattr(arguments, name)) is not None}
    with open_workbench(settings) as workbench:
        book = RunBook(workbench.store, settings, workbench.ledger)
        return _play(workbench, book, book.resume(arguments.run_id, changes=changes), arguments)


def _play(workbench: Workbench, book: RunBook, run: RunRecord, arguments: argparse.Namespace) -> int:
    workbench.run_until_done(run.batch_id, on_progress=_progress)
    run = book.run(run.id)
    details = book.details(run.id)
    overrules = book.overrules(run.id)
    matches = [detail.match for detail in details]
    material = book.material(run)
    if arguments.out is not None:
        arguments.out.mkdir(parents=True, exist_ok=True)
        written = orjson.dumps(history(run, material, details, overrules), option=orjson.OPT_INDENT_2)
        write_file(arguments.out / "history.json", written)
        if run.outcome is not None:
            winner = best_prompt(material.prompt, run, tuple(run.outcome["best"]))
            write_file(arguments.out / f"best_prompt.{winner.form}", winner.source.encode())
    best = None if run.outcome is None else run.knobs.settings(run.outcome["best"])
    if workbench.settings.mlflow_tracking_uri is not None and run.state == "done":
        note(f"MLflow run {to_mlflow(book, run, workbench.settings)}")
    fault = book.fault(run)
    compared = before_after(book.comparison(run))
    value = {
        "run": run.id,
        "state": run.state,
        "reason": run.reason,
        "matches": len(matches),
        "best": best,
        "confidence": None if run.outcome is None else run.outcome["confidence"],
        **({} if fault is None else {"error": fault.code, "message": fault.message}),
    }
    emit(value, as_json=arguments.json, text="\n".join(console_lines(run, matches, overrules, compared)))
    if fault is not None:
        note(f"a match could not be played: {fault.message}; go on with: python -m core optimize resume {run.id}")
        return 1
    return 0 if run.state in ("done", "stopped") else 1


def _progress(progress: Progress) -> None:
    done = progress.counts["done"]
    if done and done % 20 == 0:
        note(f"{done} matches")


def _knobs(options: Sequence[str]) -> dict[str, list[Knob]]:
    """Values by knob from `name=v1,v2`; values are read as YAML does, so that 3 is a number."""
    chosen: dict[str, list[Knob]] = {}
    for option in options:
        name, equals, values = option.partition("=")
        try:
            listed = yaml.safe_load(f"[{values}]")
        except yaml.YAMLError:
            listed = None
        if not equals or not isinstance(listed, list) or not listed:
            raise BadArguments(f"--knob wants NAME=V1,V2, not {option!r}", name="knob")
        chosen[name.strip()] = listed
    return chosen
