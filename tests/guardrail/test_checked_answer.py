"""Answers that obey their schema, after as many re-asks as allowed, over HTTP."""

from __future__ import annotations

import pytest

from core.errors import BadOutput, EndpointDown, Refused, Truncated
from core.guardrail import checked_answer
from core.llm import Message, Schema, Usage, answer_of
from core.llm.scripted import Step

ASKED = (Message("system", "Answer as JSON."), Message("user", "Present?"))
SCHEMA = Schema(
    "verdict",
    {
        "type": "object",
        "properties": {"present": {"type": "boolean"}, "note": {"type": "string", "maxLength": 5}},
        "required": ["present"],
        "additionalProperties": False,
    },
)
OK = {"present": True, "note": "ok"}
GOOD = Step(value=OK, usage=(10, 5))


@pytest.mark.parametrize(
    ("steps", "value", "done"),
    [
        ([GOOD], OK, ()),
        ([Step(value={"present": True, "note": None})], {"present": True}, ("nulls",)),
        ([Step(text='```json\n{"present": false}\n```')], {"present": False}, ("fence",)),
        ([Step(text="Yes, it is."), GOOD], OK, ("reask:parse_error",)),
        (
            [Step(text='{"present": true, "present": false}'), GOOD],
            OK,
            ("reask:schema_error",),
        ),
        ([Step(value={"present": "yes"}), GOOD], OK, ("reask:schema_error",)),
        ([Step(text='{"present": tr', finish="length"), GOOD], OK, ("reask:truncated",)),
        ([Step(refusal="No."), GOOD], OK, ("reask:refusal",)),
        ([Step(text=""), GOOD], OK, ("reask:empty",)),
        # Issue 12, 11: `C:\\b` was kept as `C:` without its last letter.
        ([Step(text=r'{"present": true, "note": "C:\bi"}'), GOOD], OK, ("reask:ambiguous",)),
        (
            [Step(text="no"), Step(value={"note": "too long"}), GOOD],
            OK,
            ("reask:parse_error", "reask:schema_error"),
        ),
    ],
)
def test_good_in_the_end(scripted, steps, value, done):
    endpoint, server = scripted(steps)
    checked = checked_answer(endpoint, ASKED, SCHEMA, reasks=2)
    assert (checked.value, checked.steps, len(checked.answers)) == (value, done, len(steps))
    assert len(server.requests) == len(steps)
    assert checked.answer is checked.answers[-1]
    assert checked.usage == sum((answer.usage for answer in checked.answers), Usage())


def test_reask_shows_what_was_read_of_an_answer_and_where_it_left_the_form(scripted):
    endpoint, server = scripted([Step(text='{"present": 1, "note": "too long", "x": 0}'), GOOD])
    checked_answer(endpoint, ASKED, SCHEMA, reasks=1)
    assistant, user = server.requests[1].messages[2:4]
    assert '{"present": 1, "note": "too long", "x": 0}'.startswith(assistant[1])
    assert assistant[1].startswith('{"present": 1')
    assert "- /present: Nothing valid goes on like this. What could follow here: a blank, 'false' or 'true'." in user[1]


def test_reask_shows_the_answer_and_everything_wrong_with_it(scripted):
    """What may be mended at the end is read to its end."""
    fenced = '```json\n{"present": 1, "note": "too long", "x": 0}\n```'
    endpoint, server = scripted([Step(text=fenced), GOOD])
    checked_answer(endpoint, ASKED, SCHEMA, reasks=1)
    first, second = (seen.messages for seen in server.requests)
    assert first == (("system", "Answer as JSON."), ("user", "Present?"))
    assert second[:3] == (*first, ("assistant", fenced))
    assert second[3] == (
        "user",
        "Your last answer is not usable (schema_error):\n"
        "- /: Unknown properties: x.\n"
        "- /note: Longer than 5 characters.\n"
        "- /present: The type must be boolean.\n\n"
        "Answer again, completely: exactly one JSON object in the asked form, with nothing before it and nothing "
        "after it.",
    )


@pytest.mark.parametrize(
    ("step", "reasks", "error", "reason", "requests"),
    [
        (Step(times=None, text="no JSON"), 2, BadOutput, "parse_error", 3),
        (Step(times=None, text="no JSON"), 0, BadOutput, "parse_error", 1),
        (Step(times=None, value={"present": "yes"}), 1, BadOutput, "schema_error", 2),
        (Step(times=None, text=""), 1, BadOutput, "empty", 2),
        (Step(times=None, text='{"pre', finish="length"), 2, Truncated, "length", 3),
        (Step(times=None, refusal="No."), 2, Refused, "refusal", 3),
        (Step(times=None, text="x", finish="content_filter"), 2, Refused, "content_filter", 1),
        (Step(times=None, status=500), 2, EndpointDown, "status", 1),
    ],
)
def test_never_good(scripted, step, reasks, error, reason, requests):
    endpoint, server = scripted([step])
    with pytest.raises(error) as caught:
        checked_answer(endpoint, ASKED, SCHEMA, reasks=reasks)
    assert (type(caught.value), caught.value.facts["reason"]) == (error, reason)
    assert len(server.requests) == requests
    assert (answer_of(caught.value) is None) is (error is EndpointDown)


def test_bad_answers_do_not_stay_in_the_cache(scripted):
    """A cached answer that breaks its schema would fail for ever."""
    endpoint, server = scripted([Step(text="no JSON"), GOOD])
    with pytest.raises(BadOutput):
        checked_answer(endpoint, ASKED, SCHEMA, reasks=0)
    assert checked_answer(endpoint, ASKED, SCHEMA, reasks=0).value == OK
    assert checked_answer(endpoint, ASKED, SCHEMA, reasks=0).answer.cached
    assert len(server.requests) == 2


def test_cut_answer_is_not_asked_again_where_the_caller_asks_for_less(scripted):
    endpoint, server = scripted([Step(text='{"pre', finish="length"), GOOD])
    with pytest.raises(Truncated):
        checked_answer(endpoint, ASKED, SCHEMA, reasks=2, reask_truncated=False)
    assert len(server.requests) == 1


def test_a_followed_answer_is_ended_at_the_first_impossible_byte(scripted):
    long = '{"present": true, "note": "' + "x" * 40_000 + '"}'
    endpoint, server = scripted([Step(text=long, drip_s=0.001), GOOD])
    answer = checked_answer(endpoint, ASKED, SCHEMA, reasks=1)
    assert (answer.value, answer.steps) == (OK, ("reask:schema_error",))
    told = server.requests[1].messages
    received = next(text for role, text in told if role == "assistant")
    assert received.startswith('{"present": true, "note": "xxxxx')
    assert len(received) < len(long) // 2


def test_a_followed_answer_is_cached_and_asked_for_whole_where_the_connection_breaks(scripted):
    endpoint, server = scripted([Step(text='{"present": true, "note": "ok"}', cut_after=20, drip_s=0.01), GOOD])
    first = checked_answer(endpoint, ASKED, SCHEMA, reasks=0)
    assert (first.value, first.steps) == (OK, ())
    assert [request.body.get("stream", False) for request in server.requests] == [True, False]
    again = checked_answer(endpoint, ASKED, SCHEMA, reasks=0)
    assert (again.value, len(server.requests)) == (OK, 2)
    endpoint, server = scripted([GOOD])
    followed = checked_answer(endpoint, ASKED, SCHEMA, reasks=0)
    whole = checked_answer(endpoint, ASKED, SCHEMA, reasks=0)
    assert (followed.value, whole.value, len(server.requests)) == (OK, OK, 1)
