"""`score`: outputs against expected values, or an engine over the labelled cases of a task."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import orjson
from pydantic import BaseModel, ConfigDict, JsonValue

from core.cli.json_lines import json_lines
from core.cli.output import emit, note
from core.errors import BadArguments
from core.extraction.analysis import StrategySummary, summaries
from core.extraction.engines import read_output
from core.extraction.files import (
    CLASSES,
    ExtractionTask,
    LabelledCase,
    checked_schema,
    made_task,
    read_task,
    task_names,
)
from core.extraction.runs import CaseResult, EngineName, LabSettings, engine_of, lab_settings, read_case, result_json
from core.extraction.scoring import OutputScore, score_output
from core.settings import Settings
from core.wording import Language, Wording, languages

_DESCRIPTION = """Without --engine it scores outputs that are there: lines of {"id", "output"} against the cases of a
task, or against a schema and lines of {"id", "text", "expected"} of your own. An output is 0 when it is no JSON, 20
when it breaks the schema, and 70 to 100 by the share of right fields when it is valid. With --engine it lets an engine
read the cases of a task with its strategies, and scores that."""


class _Output(BaseModel):
    """One output; text as it came, or a value."""

    model_config = ConfigDict(extra="ignore")
    id: str
    output: JsonValue


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "score", help="score extracted objects against labelled cases", description=_DESCRIPTION
    )
    parser.add_argument("--task", help="a task in configs/extraction by its name, or a folder of one")
    parser.add_argument("--schema", type=Path, help="a JSON Schema of your own, in place of a task")
    parser.add_argument("--cases", type=Path, help="labelled cases, JSON lines (default: those of the task)")
    parser.add_argument("--in", dest="source", metavar="FILE", help="outputs, JSON lines; - is stdin")
    parser.add_argument("--engine", choices=get_args(EngineName), help="who reads the cases")
    parser.add_argument("--strategy", action="append", default=[], help="strategies to run; all by default")
    parser.add_argument("--part", choices=("all", "tuned", "held_out"), default="all", help="which cases")
    parser.add_argument("--reasks", type=int, default=1, help="how often an endpoint is asked again")
    parser.add_argument("--seed", type=int, default=0, help="of the sampler")
    parser.add_argument("--lang", choices=tuple(languages()), default="en", help="language of the violations' messages")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write a line for each output, and for each strategy where an engine was run."""
    task = _task(arguments)
    for each in task.checked.notes:
        note(_NOTES[each.kind].format(place=each.path, word=each.word))
    if arguments.engine is not None:
        return _run_engine(task, arguments, settings)
    if arguments.source is None:
        raise BadArguments("score needs --in FILE with outputs, or --engine", name="in")
    return _score_file(task, arguments)


_NOTES = {
    "unknown_format": "note: {place}: the format {word} is not known and is not checked",
    "recursive": "note: {place}: {word} holds itself; values may be nested to any depth up to 64",
}


def _task(arguments: argparse.Namespace) -> ExtractionTask:
    if (arguments.task is None) == (arguments.schema is None):
        raise BadArguments("score needs either --task or --schema", name="task")
    if arguments.task is not None:
        folder = Path(arguments.task)
        task = (
            read_task(folder.name, folder=folder) if arguments.task not in task_names() else read_task(arguments.task)
        )
        if arguments.cases is None:
            return task
        schema, guide = task.checked.body, task.guide.model_dump(mode="json", exclude_defaults=True)
        strategies = {name: (prompt.source, prompt.form) for name, prompt in task.strategies.items()}
    else:
        if arguments.cases is None:
            raise BadArguments("--schema needs --cases with labelled cases", name="cases")
        schema = checked_schema(_text(arguments.schema), file=arguments.schema.name).body
        words = {"ja": arguments.schema.stem, "en": arguments.schema.stem}
        guide, strategies = {"title": words, "note": words, "language": "ja", "fields": {}}, {}
    return made_task(
        (arguments.task and Path(arguments.task).name) or "task",
        guide=guide,
        schema=orjson.dumps(schema).decode(),
        strategies=strategies,
        examples="",
        cases=_text(arguments.cases),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadArguments(f"{path} cannot be read: {error.strerror}", path=str(path)) from None
    except UnicodeDecodeError:
        raise BadArguments(f"{path} is no UTF-8 text", path=str(path)) from None


def _score_file(task: ExtractionTask, arguments: argparse.Namespace) -> int:
    known = {case.id: case for case in task.cases}
    totals: list[float] = []
    with ExitStack() as stack:
        for line in json_lines(stack, arguments.source, _Output):
            case = known.get(line.id)
            if case is None:
                raise BadArguments(f"there is no case {line.id}", name=line.id)
            score = scored(task, case, line.output)
            totals.append(score.total)
            value = {"id": line.id, **score_json(task, score, line.output, language=arguments.lang)}
            emit(value, as_json=arguments.json, text=_line(line.id, score))
    mean = sum(totals) / len(totals) if totals else 0.0
    note(f"{len(totals)} outputs, mean {mean:.1f}")
    return 0


def scored(task: ExtractionTask, case: LabelledCase, output: JsonValue) -> OutputScore:
    """The score of an output that is a text as it came, or a value."""
    raw = _raw(output)
    return score_output(read_output(raw, task.schema), raw, case, task)


def _raw(output: JsonValue) -> str:
    return output if isinstance(output, str) else orjson.dumps(output).decode()


def score_json(task: ExtractionTask, score: OutputScore, output: JsonValue, *, language: Language) -> dict[str, Any]:
    """A score as the command line writes it."""
    details = [
        {"path": path, "message": Wording(ja=japanese, en=english).text(language)}
        for path, english, japanese in score.violations
    ]
    return {
        "score": score.total,
        "band": score.band,
        "repaired": score.repaired,
        "as_labelled": score.as_labelled,
        "errors": details,
        "mismatches": [
            {"field": field.name, "expected": field.expected, "got": field.got, "support": field.support}
            for field in score.mismatches
        ],
        "failures": [
            {"mode": failure.mode, "place": failure.place, "detail": failure.detail} for failure in score.failures
        ],
        "error": None if score.valid else read_output(_raw(output), task.schema).error,
    }


def _line(case_id: str, score: OutputScore) -> str:
    wrong = ", ".join(field.name for field in score.mismatches)
    modes = ", ".join(dict.fromkeys(failure.mode for failure in score.failures))
    return (
        f"{case_id}  {score.total:6.1f}  {score.band:14}"
        + (f"  wrong: {wrong}" if wrong else "")
        + (f"  [{modes}]" if modes else "")
    )


def _run_engine(task: ExtractionTask, arguments: argparse.Namespace, settings: Settings) -> int:
    names = arguments.strategy or list(task.strategies)
    cases = [case for case in task.cases if arguments.part == "all" or case.held_out == (arguments.part == "held_out")]
    chosen: LabSettings = lab_settings(
        {
            "engine": arguments.engine,
            "strategies": {name: {} for name in names},
            "reasks": arguments.reasks,
            "seed": arguments.seed,
        },
        task,
    )
    engine = engine_of(chosen, settings)
    results: list[CaseResult] = []
    try:
        for strategy in chosen.strategies:
            for case in cases:
                extracted, score = read_case(engine, task, strategy, chosen.knobs(strategy), case)
                results.append(CaseResult.of(strategy, case.id, result_json(extracted, score)))
                if arguments.json:
                    value = score_json(task, score, extracted.raw, language=arguments.lang)
                    emit({"strategy": strategy, "id": case.id, **value}, as_json=True, text="")
    finally:
        engine.close()
    for summary in summaries(results, task):
        emit(_summary_json(summary), as_json=arguments.json, text=_summary_line(summary))
    return 0


def _summary_json(summary: StrategySummary) -> dict[str, Any]:
    return {
        "strategy": summary.strategy,
        "cases": summary.count,
        "mean": round(summary.mean, 2),
        "as_labelled": summary.as_labelled,
        "by_class": {
            kind: {"mean": round(mean, 2), "cases": count} for kind, (mean, count) in summary.by_class.items()
        },
        "by_field": {name: round(share, 4) for name, share in summary.by_field.items()},
        "failures": dict(summary.failures),
    }


def _summary_line(summary: StrategySummary) -> str:
    classes = "  ".join(
        f"{kind} {summary.by_class[kind][0]:.1f} ({summary.by_class[kind][1]})"
        for kind in CLASSES
        if kind in summary.by_class
    )
    failures = ", ".join(f"{mode} {count}" for mode, count in summary.failures.items()) or "no failures"
    return (
        f"{summary.strategy:13} mean {summary.mean:5.1f}  as labelled {summary.as_labelled}/{summary.count}  {classes}"
        f"  {failures}"
    )
