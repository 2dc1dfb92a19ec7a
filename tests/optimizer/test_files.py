"""Data sets and rubrics: every fault is named with file, line and place."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import BadArguments, ConfigError
from core.optimizer.files import ContextPassage, Example, Gold, read_dataset, read_material, read_rubric
from core.optimizer.files.material import RUBRICS, datasets_for, unpack
from core.optimizer.knobs import knobs_of
from core.prompting import parse_prompt

GOOD = '{"id": "a", "instruction": "When?", "context": "Now.", "gold": "Now."}'
RUBRIC = (RUBRICS / "rubric.yaml").read_text(encoding="utf-8")


def test_an_example_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text("\ufeff" + GOOD + '\n\n{"id": "b", "instruction": "いつ。", "query": "期限"}\n', encoding="utf-8")
    dataset = read_dataset(path)
    assert dataset.name == "set"
    assert dataset.examples == (
        Example(
            id="a",
            instruction="When?",
            context=(ContextPassage(id="context", text="Now."),),
            gold=Gold(answer="Now."),
        ),
        Example(id="b", instruction="いつ。", query="期限"),
    )
    assert [example.answer_language for example in dataset.examples] == ["en", "ja"]
    assert dataset.examples[0].text == "Now."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "set.jsonl: holds no example"),
        ("\n \n", "set.jsonl: holds no example"),
        (GOOD + "\n{", "set.jsonl: line 2: no JSON"),
        (GOOD + "\n\n" + GOOD, "set.jsonl: line 3: the id 'a' stands on line 1 already"),
        ('{"id": "a", "instruction": ""}', "line 1: instruction: String should have at least 1 character"),
        ('{"id": "a"}', "line 1: instruction: Field required"),
        ('{"id": "a b", "instruction": "x"}', "line 1: id: String should match pattern"),
        ('{"id": "a", "instruction": "x", "golden": 1}', "line 1: golden: Extra inputs"),
        ('{"id": "a", "instruction": "x", "context": "c", "query": "q"}', "both a context and a query"),
        ('{"id": "a", "instruction": "x", "most_claims": NaN}', "line 1: no JSON: NaN is no value"),
        (
            '{"id": "a", "instruction": "x", "context": [{"id": "p", "text": "1"}, {"id": "p", "text": "2"}]}',
            "two passages of the context have the same id",
        ),
        (
            '{"id": "a", "instruction": "x", "context": "c", "gold": {"answer": "c", "citations": ["p9"]}}',
            "gold cites 'p9', which is not in the context",
        ),
        ("[" * 100_000, "line 1: no JSON"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_dataset(path)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("max: 5", "max: 0", "rubric.yaml: line 7: criteria.correctness.max: Input should be greater than 0"),
        ("tie_below: 0.05", "tie_below: 2", "line 4: tie_below: Input should be less than 1"),
        ("criteria:", "criterias:", "criteria: Field required"),
        ("id: contract_answers", "id: [", "no YAML"),
    ],
)
def test_a_wrong_rubric_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in RUBRIC
    path = tmp_path / "rubric.yaml"
    path.write_text(RUBRIC.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_rubric(path)
    assert words in str(caught.value)


def test_total_is_on_a_scale_from_0_to_1() -> None:
    rubric = read_rubric(RUBRICS / "rubric.yaml")
    assert rubric.most == 11
    assert rubric.total({"correctness": 5, "evidence": 3, "instruction": 2, "notation": 1}) == 1.0
    assert rubric.total({"correctness": 2.5, "evidence": 1.5, "instruction": 1, "notation": 0.5}) == 0.5


def test_material_that_travelled_is_the_same() -> None:
    material = read_material("contract_answer", "contract_answers")
    again = unpack(material.pack())
    assert again.pack() == material.pack()
    assert (again.prompt.fingerprint, again.dataset, again.rubric) == (
        material.prompt.fingerprint,
        material.dataset,
        material.rubric,
    )


@pytest.mark.parametrize(
    ("prompt", "dataset", "rubric", "words"),
    [
        ("nothing", "contract_answers", "rubric", "no prompt nothing"),
        ("contract_answer", "nothing", "rubric", "no data set nothing; there are: contract_answers"),
        ("contract_answer", "contract_answers", "nothing", "no rubric nothing"),
        ("contract_answer", "/there/is/none.jsonl", "rubric", "no data set"),
    ],
)
def test_what_is_not_there_is_named(prompt: str, dataset: str, rubric: str, words: str) -> None:
    with pytest.raises(Exception, match=words):
        read_material(prompt, dataset, rubric=rubric)


def test_shipped_questions_are_in_both_languages() -> None:
    assert datasets_for("extraction")[0] == "extraction_parts"
    assert set(datasets_for("contract_answer")) == {"contract_answers", "contract_questions", "extraction_parts"}
    questions = read_material("contract_answer", "contract_questions").dataset.examples
    languages = [example.answer_language for example in questions]
    assert len(questions) >= 40
    assert min(languages.count("ja"), languages.count("en")) >= 15
    assert all(example.query for example in questions)


def _prompt(knobs: str, defaults: str, text: str) -> str:
    return f"id: p\nversion: '1'\ntask: t\nknobs: {knobs}\ndefaults: {defaults}\ntemplate:\n  user: '{text}'\n"


def test_a_thousand_million_combinations_are_refused() -> None:
    names = [f"k{number}" for number in range(9)]
    values = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
    prompt = parse_prompt(
        _prompt(
            "{" + ", ".join(f"{name}: {values}" for name in names) + "}",
            "{" + ", ".join(f"{name}: 0" for name in names) + "}",
            " ".join(f"{{{{ {name} }}}}" for name in names),
        ),
        file="p.yaml",
    )
    with pytest.raises(BadArguments, match=r"1000000000 combinations are over the limit"):
        knobs_of(prompt).space  # noqa: B018
    assert knobs_of(prompt, {"k0": [1, 2], "k1": [3, 4, 5]}).space.cards == (2, 3)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"tone": ["plain", "rude"]}, "no value 'rude'"),
        ({"size": [1, 2]}, "no knob size"),
        ({"tone": ["plain"]}, "no knob with two values"),
    ],
)
def test_knobs_that_cannot_be_tuned(chosen: dict[str, list[str]], words: str) -> None:
    prompt = parse_prompt(_prompt("{tone: [plain, formal]}", "{tone: plain}", "{{ tone }}"), file="p.yaml")
    with pytest.raises(BadArguments, match=words):
        knobs_of(prompt, chosen)
