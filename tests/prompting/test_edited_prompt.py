"""A prompt's text with other defaults: only what is asked for changes."""

from __future__ import annotations

import pytest

from core.prompting import load_prompt, parse_prompt, with_knobs

BLOCK = """# keep me
id: p
version: "1"
task: t
knobs:
  tone: [plain, formal]  # two of them
  size: [1, 2]
defaults:
  tone: plain
  size: 1

template:
  user: "{{ tone }} {{ size }}"  # and me
"""
FLOW = """id: p
version: "1"
task: t
knobs: {tone: [plain, formal], size: [1, 2]}
defaults: {tone: plain, size: 1}
template: {user: "{{ tone }} {{ size }}"}
"""
TOML = """# keep me
id = "p"
version = "1"
task = "t"
[knobs]
tone = ["plain", "formal"]
size = [1, 2]
[defaults]
tone = "plain"
size = 1
[template]
user = "{{ tone }} {{ size }}"
"""


@pytest.mark.parametrize(("text", "form"), [(BLOCK, "yaml"), (FLOW, "yaml"), (TOML, "toml")])
def test_defaults_and_values(text: str, form: str) -> None:
    prompt = parse_prompt(text, file="p", form=form)  # type: ignore[arg-type]
    changed = with_knobs(prompt, {"tone": "formal"})
    again = parse_prompt(changed, file="p", form=form)  # type: ignore[arg-type]
    assert (again.defaults, again.knobs) == ({"tone": "formal", "size": 1}, prompt.knobs)
    more = 'Say: "no",\nthen 改行 #1 = x'
    grown = with_knobs(prompt, {"tone": more}, values={"tone": ["plain", "formal", more]})
    again = parse_prompt(grown, file="p", form=form)  # type: ignore[arg-type]
    assert again.defaults == {"tone": more, "size": 1}
    assert again.knobs == {"tone": ("plain", "formal", more), "size": (1, 2)}
    for comment in ("# keep me", "# and me"):
        assert (comment in changed) == (comment in text)


def test_every_shipped_prompt_can_be_edited() -> None:
    for name in ("contract_answer", "extraction", "findings", "interview"):
        prompt = load_prompt(name)
        last = {knob: values[-1] for knob, values in prompt.knobs.items()}
        schema = None if prompt.schema is None else prompt.schema.body
        again = parse_prompt(with_knobs(prompt, last), file=name, schema=schema)
        assert again.defaults == last
        assert again.render(**dict.fromkeys(prompt.inputs, "")) == prompt.render(
            last, **dict.fromkeys(prompt.inputs, "")
        )
