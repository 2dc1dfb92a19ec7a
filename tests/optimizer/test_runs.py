"""Runs: every match is recorded before the next is planned, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_endpoint_judge import FULL, NONE, verdict_json

from core.errors import BadArguments, ConfigError, Conflict, NotFound
from core.llm.scripted import ReceivedRequest, ScriptedServer, Step
from core.optimizer.files import Material
from core.optimizer.methods import METHODS
from core.optimizer.reports import best_prompt, console_lines, history
from core.optimizer.runs import RunBook, RunSettings, Spending
from core.optimizer.runs.director import draw, split
from core.optimizer.runs.play import Players
from core.settings import Settings
from core.store import Store

Play = Callable[[RunBook, str], Any]
SETTINGS = RunSettings(optimizer="thompson", steps=24, seed=3)


def summary(book: RunBook, run_id: str) -> list[tuple[object, ...]]:
    """What a run came to, without times."""
    return [(m.number, m.a, m.b, m.example, m.a_first, m.state, m.outcome, m.margin) for m in book.matches(run_id)]


@pytest.mark.parametrize("optimizer", METHODS)
def test_a_whole_run_without_a_key(book: RunBook, material: Material, play: Play, optimizer: str) -> None:
    run = book.start(material, SETTINGS.model_copy(update={"optimizer": optimizer}), user="sato")
    assert run.state == "running"
    assert [match.state for match in book.matches(run.id)] == ["planned"]
    ended = play(book, run.id)
    assert (ended.state, ended.reason, ended.outcome["matches"]) == ("done", "steps", 24)
    matches = book.matches(run.id)
    assert [match.number for match in matches] == list(range(1, 25))
    assert {match.state for match in matches} == {"decided"}
    assert matches[-1].best == tuple(ended.outcome["best"])
    assert all(match.a != match.b for match in matches)


def test_the_same_seed_gives_the_same_run_and_pays_nothing_twice(
    book: RunBook, material: Material, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play(book, book.start(material, SETTINGS, user="sato").id)
    asked: list[object] = []
    monkeypatch.setattr("core.optimizer.execution.copying.BuiltinExecutor.answer", lambda *given: asked.append(given))
    # The start looks once whether the engine can do the prompt at all.
    second = book.start(material, SETTINGS, user="sato")
    asked.clear()
    assert summary(book, play(book, second.id).id) == summary(book, first.id)
    assert asked == []
    third = book.start(material, SETTINGS.model_copy(update={"seed": 4}), user="sato")
    monkeypatch.undo()
    assert summary(book, play(book, third.id).id) != summary(book, first.id)


def test_two_runs_on_the_same_prompt_at_once(book: RunBook, material: Material, play: Play) -> None:
    alone = summary(book, play(book, book.start(material, SETTINGS, user="sato").id).id)
    first, other = (book.start(material, SETTINGS, user=user) for user in ("sato", "suzuki"))
    play(book, first.id)
    play(book, other.id)
    assert summary(book, first.id) == summary(book, other.id) == alone


@pytest.mark.parametrize("parallel", [1, 4])
def test_pause_and_resume_come_to_the_same_result(
    book: RunBook, store: Store, chosen: Callable[..., Settings], material: Material, play: Play, parallel: int
) -> None:
    settings = SETTINGS.model_copy(update={"parallel": parallel, "optimizer": "bradley_terry"})
    whole = summary(book, play(book, book.start(material, settings, user="sato").id).id)
    run = book.start(material, settings.model_copy(update={"steps": 9}), user="sato")
    assert play(book, run.id).reason == "steps"
    assert len(book.matches(run.id)) == 9
    # Another process goes on: nothing is left in its memory.
    again = RunBook(store, chosen(), book.ledger)
    again.resume(run.id, changes={"steps": 24})
    again.pause(run.id)
    paused = play(again, run.id)
    assert (paused.state, paused.reason) == ("paused", "person")
    assert len(again.matches(run.id)) < 24
    again.resume(run.id)
    assert play(again, run.id).state == "done"
    resumed = summary(again, run.id)
    assert len(resumed) == len(whole)
    if parallel == 1:
        # Rounds of four would have been cut at nine: only then may the choice differ.
        assert [row[:4] for row in resumed] == [row[:4] for row in whole]


def test_what_was_stopped_stays_stopped(book: RunBook, material: Material, play: Play) -> None:
    run = book.start(material, SETTINGS, user="sato")
    book.stop(run.id)
    assert book.run(run.id).state == "stopped"
    assert [match.state for match in book.matches(run.id)] == ["dropped"]
    assert play(book, run.id).state == "stopped"
    with pytest.raises(Conflict):
        book.resume(run.id)
    with pytest.raises(NotFound):
        book.resume("nothing")


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"seed": 9}, "seed cannot be changed"), ({"steps": 0}, "steps: Input should be greater")],
)
def test_a_resumed_run_is_still_the_same_run(
    book: RunBook, material: Material, changes: dict[str, int], words: str
) -> None:
    run = book.start(material, SETTINGS, user="sato")
    with pytest.raises(BadArguments, match=words):
        book.resume(run.id, changes=changes)


@pytest.mark.parametrize(
    ("settings", "reason", "most"),
    [
        ({"patience": 5, "steps": 100}, "no_improvement", 99),
        ({"confidence": 0.51, "steps": 200, "optimizer": "bradley_terry"}, "confidence", 200),
    ],
)
def test_ends(book: RunBook, material: Material, play: Play, settings: dict[str, Any], reason: str, most: int) -> None:
    run = play(book, book.start(material, SETTINGS.model_copy(update=settings), user="sato").id)
    assert run.reason == reason
    assert run.outcome["matches"] <= most


def test_every_example_comes_once_before_any_comes_again(material: Material) -> None:
    count = len(material.dataset.examples)
    drawn = [draw(1, number, material.dataset.examples) for number in range(1, 2 * count + 1)]
    assert len({example for example, _ in drawn[:count]}) == len({example for example, _ in drawn[count:]}) == count
    assert 0.25 < sum(first for _, first in drawn) / len(drawn) < 0.75


def endpoints(server: ScriptedServer) -> dict[str, str]:
    address = server.base_url
    return {
        "CHAT_BASE_URL": address,
        "CHAT_MODEL": "answers",
        "JUDGE_BASE_URL": address,
        "JUDGE_MODEL": "judge",
        "SHINSA_API_STYLE": "chat",
        "SHINSA_LLM_RETRIES": "0",
        "SHINSA_MODELS_FILE": str(Path(__file__).with_name("prices.yaml")),
    }


def answering(seen: ReceivedRequest) -> Step:
    """Answers as its prompt asks; as a judge it prefers the shorter answer."""
    if seen.body["model"] == "answers":
        many = int(seen.messages[0][1].partition("At most ")[2].split()[0])
        return Step(value={"answer": "\n".join(["- On 1 May"] * many), "citations": []}, usage=(50, 10))
    user = seen.messages[1][1]
    first, second = (user.partition(f"<<{side} ")[2].partition(f"{side}>>")[0] for side in ("first", "second"))
    if len(first) == len(second):
        return Step(value=verdict_json("tie", FULL, FULL), usage=(100, 20))
    better = "first" if len(first) < len(second) else "second"
    sides = (FULL, NONE) if better == "first" else (NONE, FULL)
    return Step(value=verdict_json(better, *sides), usage=(100, 20))


def model_run(**more: Any) -> RunSettings:
    return RunSettings(optimizer="thompson", executor="chat", judge="model", steps=40, seed=1, **more)


def test_a_run_on_endpoints_finds_what_the_judge_prefers(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Play
) -> None:
    with ScriptedServer(answering) as server:
        book = RunBook(store, chosen(**endpoints(server)))
        knobs = {"most_claims": [1, 2, 3, 5]}
        run = play(book, book.start(material, model_run(), user="sato", knobs=knobs).id)
        assert run.knobs.settings(run.outcome["best"]) == {"most_claims": 1}
        requests = len(server.requests)
        spent = Spending.sum_of(match.spent for match in book.matches(run.id))
        compared = book.comparison(run)
        spent += Spending.sum_of(Spending.from_json(entry["spent"]) for entry in compared)
        kept_apart = {example.id for example in split(material.dataset, run.settings)[1]}
        assert {entry["example"] for entry in compared} == kept_apart
        assert kept_apart.isdisjoint(match.example for match in book.matches(run.id))
        assert len(kept_apart) == 4
        assert spent.calls == requests
        assert spent.cost == pytest.approx(
            sum(50 if r.body["model"] == "answers" else 100 for r in server.requests) / 1e5
        )
        again = play(book, book.start(material, model_run(), user="sato", knobs=knobs).id)
        assert len(server.requests) == requests
        assert Spending.sum_of(match.spent for match in book.matches(again.id)) == Spending()
        best = best_prompt(book.material(run).prompt, run, tuple(run.outcome["best"]))
        assert best.defaults == {**material.prompt.defaults, "most_claims": 1}
        assert best.source.startswith("# Answers a question")


def test_a_budget_is_not_exceeded(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Play
) -> None:
    with ScriptedServer(answering) as server:
        book = RunBook(store, chosen(**endpoints(server)))
        run = play(book, book.start(material, model_run(most_calls=30), user="sato").id)
        assert (run.state, run.reason) == ("done", "budget")
        assert 20 <= len(server.requests) <= 30
        nothing = play(book, book.start(material, model_run(most_tokens=100), user="sato").id)
        assert (nothing.reason, book.matches(nothing.id)) == ("budget", [])
        dear = play(book, book.start(material, model_run(most_cost=0.0, both_orders=True), user="sato").id)
        assert (dear.reason, book.matches(dear.id)) == ("budget", [])


def test_a_limit_of_money_needs_prices(chosen: Callable[..., Settings], store: Store, material: Material) -> None:
    with ScriptedServer(answering) as server:
        named = {**endpoints(server), "SHINSA_MODELS_FILE": ""}
        book = RunBook(store, chosen(**named))
        with pytest.raises(BadArguments, match="needs the models' prices"):
            book.start(material, model_run(most_cost=5.0), user="sato")


def test_an_endpoint_down_in_mid_run_stops_it_until_it_is_back(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Play
) -> None:
    down = False

    def script(seen: ReceivedRequest) -> Step:
        return Step(status=503) if down and seen.body["model"] == "judge" else answering(seen)

    with ScriptedServer(script) as server:
        book = RunBook(store, chosen(**endpoints(server)))
        run = book.start(material, model_run(), user="sato")
        down = True
        play(book, run.id)
        stuck = book.run(run.id)
        assert stuck.state == "running"
        fault = book.fault(stuck)
        assert fault is not None
        assert fault.code == "endpoint_down"
        assert book.setback(stuck) is None
        assert [match.state for match in book.matches(run.id)] == ["planned"]
        down = False
        book.resume(run.id)
        assert play(book, run.id).state == "done"
        assert {match.state for match in book.matches(run.id)} == {"decided"}


def test_a_judge_that_refuses_everything_pauses_the_run(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Play
) -> None:
    def script(seen: ReceivedRequest) -> Step:
        return answering(seen) if seen.body["model"] == "answers" else Step(refusal="no")

    with ScriptedServer(script) as server:
        book = RunBook(store, chosen(**endpoints(server)))
        run = play(book, book.start(material, model_run(), user="sato").id)
        assert (run.state, run.reason) == ("paused", "judge_failing")
        matches = book.matches(run.id)
        assert [(match.state, match.outcome) for match in matches] == [("failed", None)] * 5
        assert any("5 without a verdict" in line for line in console_lines(run, matches, {}))


def test_a_judge_that_always_takes_the_first_is_seen_and_both_orders_cancel_it(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Play
) -> None:
    def script(seen: ReceivedRequest) -> Step:
        return answering(seen) if seen.body["model"] == "answers" else Step(value=verdict_json("first"))

    with ScriptedServer(script) as server:
        book = RunBook(store, chosen(**endpoints(server)))
        run = play(book, book.start(material, model_run(), user="sato").id)
        lines = console_lines(run, book.matches(run.id), {})
        assert lines[-1] == "the judge prefers a place: what is shown first wins 100% of the time"
        both = play(book, book.start(material, model_run(both_orders=True), user="sato").id)
        assert {(match.outcome, match.margin) for match in book.matches(both.id)} == {(0.5, 0.0)}


def test_a_run_that_cannot_be_is_refused_before_it_starts(
    chosen: Callable[..., Settings], book: RunBook, material: Material
) -> None:
    with pytest.raises(ConfigError, match="No model endpoint is configured for the role judge"):
        book.start(material, RunSettings(judge="model"), user="sato")
    with pytest.raises(BadArguments, match="cannot be imported"):
        book.start(material, RunSettings(judge_path="nowhere.at_all:judge"), user="sato")
    with pytest.raises(BadArguments, match=r"no package\.module:factory"):
        book.start(material, RunSettings(executor_path="os.system"), user="sato")
    assert book.runs() == []


def test_a_person_overrules_and_history_tells(book: RunBook, material: Material, play: Play) -> None:
    run = play(book, book.start(material, SETTINGS, user="sato").id)
    book.overrule(run.id, 1, 0.5, user="sato", note="both are fine")
    book.overrule(run.id, 2, 1.0, user="sato")
    book.overrule(run.id, 2, None, user="sato")
    assert book.overrules(run.id) == {1: 0.5}
    document = history(run, material, book.details(run.id), book.overrules(run.id))
    assert document["run"]["prompt"] == "contract_answer@1"
    assert [match["overruled"] for match in document["matches"][:3]] == [0.5, None, None]
    assert len(document["matches"]) == 24
    assert document["matches"][0]["answers"]["a"]["engine"] == "builtin"
    counts = [candidate["wins"] + candidate["ties"] + candidate["losses"] for candidate in document["candidates"]]
    assert sum(counts) == 48
    with pytest.raises(NotFound):
        book.overrule(run.id, 99, 1.0, user="sato")


def test_new_values_enter_a_run_as_new_arms(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Play
) -> None:
    book = RunBook(store, chosen())
    knobs = {"most_claims": [3, 5], "citing": ["at_end", "none"]}
    run = play(book, book.start(material, SETTINGS, user="sato", knobs=knobs).id)
    book.admit(run.id, "most_claims", [1], user="sato")
    with pytest.raises(BadArguments, match="has this value already"):
        book.admit(run.id, "most_claims", [1], user="sato")
    assert book.run(run.id).knobs.values == ((3, 5, 1), ("at_end", "none"))
    book.resume(run.id, changes={"steps": 80})
    ended = play(book, run.id)
    matches = book.matches(run.id)
    assert all(2 not in (match.a[0], match.b[0]) for match in matches[:24])
    assert any(2 in (match.a[0], match.b[0]) for match in matches[24:])
    assert ended.knobs.settings(ended.outcome["best"])["most_claims"] == 1
    again = RunBook(store, chosen(), book.ledger)
    assert list(again.method(again.run(run.id)).best()) == ended.outcome["best"]


def test_the_cache_tells_orders_and_repeats_apart(
    chosen: Callable[..., Settings], store: Store, material: Material
) -> None:
    with ScriptedServer(answering) as server:
        settings = chosen(**endpoints(server))
        payload = {"a": {"most_claims": 1}, "b": {"most_claims": 5}, "example": material.dataset.examples[0].id}
        with Players(material, model_run(), settings, store) as players:
            for first, repeat, requests in ((True, 0, 3), (True, 0, 3), (False, 0, 4), (True, 1, 5)):
                played = players.play({**payload, "a_first": first, "repeat": repeat}, lambda _stage: None)
                assert played.verdicts[0].outcome == 1.0
                assert len(server.requests) == requests
