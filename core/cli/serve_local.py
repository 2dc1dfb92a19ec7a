"""`serve-local`: a small model on this machine as an OpenAI-compatible endpoint, to try every page offline."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.output import emit, note
from core.errors import BadArguments
from core.local_model import LocalAnswers, LocalServer, bundled, model_of_file, untrained_model
from core.settings import Settings


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "serve-local", help="a small model on this machine as an OpenAI-compatible endpoint; weak, for trying out"
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--model", type=Path, help="GGUF file (default: the model of the optional extra)")
    chosen.add_argument("--untrained", action="store_true", help="a tiny model with random weights")
    parser.add_argument("--port", type=int, default=0, help="port on this machine; 0 takes a free one")
    parser.add_argument("--most-tokens", type=int, default=400, help="tokens of one answer")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Serve until interrupted."""
    if arguments.most_tokens < 1:
        raise BadArguments("--most-tokens must be at least 1", value=arguments.most_tokens)
    if arguments.untrained:
        model = untrained_model()
    else:
        note("loading the model")
        model = bundled() if arguments.model is None else model_of_file(arguments.model)
    server = LocalServer(LocalAnswers(model, most_tokens=arguments.most_tokens), port=arguments.port)
    try:
        server.start()
    except (OSError, OverflowError) as error:
        raise BadArguments(f"port {arguments.port} cannot be used: {error}", port=arguments.port) from None
    with server:
        text = (
            f"OPENAI_BASE_URL={server.base_url} OPENAI_API_KEY=none LLM_MODEL={model.name}\n"
            "Far too weak for legal work: for trying the pages. Ctrl-C stops."
        )
        emit({"base_url": server.base_url, "model": model.name}, as_json=arguments.json, text=text)
        server.wait()
    return 0
