"""Whether the fast validator and the one whose words are shown agree, on the official JSON Schema test suite.

    python benchmarks/schema_validators.py --data ../shared/data/json_schema/test_suite/tests

The suite: https://github.com/json-schema-org/JSON-Schema-Test-Suite (MIT). Both drafts that tasks may use are run,
the required files and the optional ones apart, formats asserted as a task's run does. Cases with a reference to another
document are counted apart: neither validator may fetch one. `named` is the `jsonschema` validator as callers get its
words, whose patterns and formats are decided by the fast one (`core.guardrail.validator_words.reference`).
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import orjson
from jsonschema_specifications import REGISTRY

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.guardrail.validator_words import reference
from core.guardrail.violation import EMAIL

DRAFTS = {
    "draft7": ("http://json-schema.org/draft-07/schema#", jsonschema.Draft7Validator, jsonschema_rs.Draft7Validator),
    "draft2020-12": (
        "https://json-schema.org/draft/2020-12/schema",
        jsonschema.Draft202012Validator,
        jsonschema_rs.Draft202012Validator,
    ),
}
OUTSIDE = "localhost:1234"


def main() -> None:
    """Run the suite and print one object a draft and part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the suite's folder tests/")
    parser.add_argument("--show", action="store_true", help="name each case in which the two differ")
    arguments = parser.parse_args()
    for draft in DRAFTS:
        for part, files in parts(arguments.data / draft):
            counts, differing = compared(draft, part, files)
            print(json.dumps({"draft": draft, "part": part, **counts}))
            if arguments.show:
                for line in differing:
                    print("  ", line)


def parts(folder: Path) -> Iterator[tuple[str, list[Path]]]:
    """The suite's files of a draft by part."""
    yield "required", sorted(folder.glob("*.json"))
    yield "optional", sorted((folder / "optional").glob("*.json"))
    yield "formats", sorted((folder / "optional" / "format").glob("*.json"))


def compared(draft: str, part: str, files: list[Path]) -> tuple[Counter[str], list[str]]:
    """How often the two agree with each other and with the suite, and the cases in which they differ."""
    counts: Counter[str] = Counter()
    differing: list[str] = []
    for path in files:
        for group in json.loads(path.read_text("utf-8")):
            for case in group["tests"]:
                verdict = verdicts(draft, part, group["schema"], case["data"])
                if verdict is None:
                    counts["outside"] += 1
                    continue
                slow, fast, named = verdict
                counts["cases"] += 1
                counts["agree"] += slow == fast
                counts["jsonschema_right"] += slow == case["valid"]
                counts["jsonschema_rs_right"] += fast == case["valid"]
                counts["named_agree"] += named == fast
                if slow != fast:
                    where = f"{path.stem}: {group['description']}: {case['description']}"
                    differing.append(f"{where}: suite {case['valid']}, jsonschema {slow}, jsonschema-rs {fast}")
    return counts, differing


def verdicts(draft: str, part: str, schema: Any, value: Any) -> tuple[bool, bool, bool] | None:
    """Whether a value is valid: by jsonschema, by jsonschema-rs, and by what callers get; None for what is fetched."""
    uri, slow_kind, fast_kind = DRAFTS[draft]
    if OUTSIDE in json.dumps(schema):
        return None
    formats = part == "formats"
    checker = slow_kind.FORMAT_CHECKER if formats else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            slow = slow_kind(schema, registry=REGISTRY, format_checker=checker).is_valid(value)
        except Exception as error:  # noqa: BLE001  # a benchmark: whatever the peer raises is its verdict
            slow = f"raised {type(error).__name__}"
        try:
            fast = fast_kind(schema, validate_formats=formats, email_options=EMAIL, offline=True).is_valid(value)
        except Exception as error:  # noqa: BLE001  # as above
            fast = f"raised {type(error).__name__}"  # type: ignore[assignment]
        try:
            named = (
                reference(orjson.dumps({"$schema": uri, **schema})).is_valid(value) if wordable(schema, part) else fast
            )
        except Exception as error:  # noqa: BLE001  # as above
            named = f"raised {type(error).__name__}"
    return slow, fast, named


def wordable(schema: Any, part: str) -> bool:
    """Whether a task could have the schema: an object, whose formats are asserted, with numbers that JSON keeps."""
    if not isinstance(schema, dict) or (part != "formats" and '"format"' in json.dumps(schema)):
        return False
    try:
        orjson.dumps(schema)
    except orjson.JSONEncodeError:
        return False
    return True


if __name__ == "__main__":
    main()
