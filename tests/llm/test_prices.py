"""What a model's tokens cost, by its name and the kind of token."""

from __future__ import annotations

import pytest

from core.errors import ConfigError
from core.llm.prices import ModelPrice, dearest_token, model_price
from core.llm.request import Tokens
from core.llm.scripted import Step
from core.settings import Settings
from model_prices import prices_file


@pytest.mark.parametrize(
    ("price", "tokens", "cost"),
    [
        (ModelPrice(input=2.0, output=10.0), Tokens(1_000_000, 100_000), 3.0),
        (ModelPrice(input=2.0, output=10.0), Tokens(1_000_000, 100_000, 500_000, 50_000), 3.0),
        (ModelPrice(input=2.0, output=10.0, cached_input=0.5), Tokens(1_000_000, 0, 400_000), 1.4),
        (ModelPrice(input=0.0, output=10.0, reasoning=20.0), Tokens(0, 100_000, 0, 60_000), 1.6),
    ],
)
def test_each_kind_of_token_has_its_price(price: ModelPrice, tokens: Tokens, cost: float) -> None:
    assert price.cost(tokens) == pytest.approx(cost)


@pytest.mark.parametrize(
    ("model", "price"),
    [("small", 1.0), ("small-2026-08-01", 1.0), ("small-fast", 3.0), ("small-fast-2", 3.0), ("smaller", None)],
)
def test_a_dated_version_costs_what_its_name_does(tmp_path, model: str, price: float | None) -> None:
    prices = prices_file(tmp_path, "small: {input: 1}", "small-fast: {input: 3}")
    settings = Settings(_env_file=None, models_file=prices)
    found = model_price(model, settings)
    assert (found.input if found else None) == price


def test_the_dearest_token_of_all_roles_is_what_a_budget_holds_back(tmp_path) -> None:
    prices = prices_file(tmp_path, "cheap: {input: 1, output: 2}", "judge: {input: 3, output: 9, reasoning: 12}")
    settings = Settings(_env_file=None, OPENAI_API_KEY="k", LLM_MODEL="cheap", JUDGE_MODEL="judge", models_file=prices)
    assert dearest_token(settings) == pytest.approx(12e-6)


@pytest.mark.parametrize("text", ["m: {input: -1}", "m: {inptu: 1}", "m: {}", "m: [1"])
def test_a_file_that_says_something_else_is_refused_by_name(tmp_path, text: str) -> None:
    settings = Settings(_env_file=None, models_file=prices_file(tmp_path, text))
    with pytest.raises(ConfigError, match=r"models\.yaml"):
        model_price("m", settings)


def test_cached_and_reasoning_tokens_of_a_reply_are_counted(bench, tmp_path) -> None:
    raw = (
        '{"choices": [{"message": {"content": "ok"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 100, '
        '"completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 80}, '
        '"completion_tokens_details": {"reasoning_tokens": 30}}}'
    )
    prices = prices_file(tmp_path, "scripted: {input: 10, output: 20, cached_input: 1, reasoning: 40}")
    made = bench([Step(raw=raw)], models_file=prices, api_style="chat")
    made.endpoint.complete([])
    assert made.calls.calls[0].usage.cost == pytest.approx((20 * 10 + 80 * 1 + 20 * 20 + 30 * 40) / 1e6)
