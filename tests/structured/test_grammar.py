"""Grammars in Lark's notation: what they accept, what is refused, and what a matcher says on the way."""

from __future__ import annotations

import pytest

from core.structured import (
    Budget,
    GrammarError,
    Masks,
    Matcher,
    RegexError,
    Vocabulary,
    closing,
    compile_grammar,
    compile_regex,
    shipped_grammar,
    shipped_grammars,
)

BYTES = Vocabulary([*(bytes([byte]) for byte in range(256)), b"if", b"ifx", b" x = 1;", b""], ends=[259])
SUM = """
start: start "+" term | term
?term: NUMBER | "(" start ")"
%import common.INT -> NUMBER
%ignore " "
"""
BLOCKS = r"""
start: (_NEWLINE | statement)*
?statement: NAME "=" value _NEWLINE | "if" NAME ":" _NEWLINE _INDENT statement+ _DEDENT
value: NAME | "(" [NAME ("," NAME)*] ")"
NAME: /(?!if\b)[a-z]+/
_NEWLINE: /(\r?\n[\t ]*)+/
%ignore /[\t ]+/
%declare _INDENT _DEDENT
"""


def accepts(notation: str, text: str) -> bool:
    grammar = compile_grammar(notation, allow=["ambiguity"])
    state, _ = grammar.table.steps(grammar.start, text.encode())
    return state is not None and grammar.table.complete(state)


@pytest.mark.parametrize(
    ("notation", "right", "wrong"),
    [
        (SUM, ["1", "(1)", "1+2 + (3+45)", "((1))"], ["", "1+", "()", "1 2", "(1", "1)"]),
        ('start: "a" start "b" |', ["", "ab", "aabb"], ["a", "aab", "ba"]),
        ('start: start start | "a"', ["a", "aaa"], ["", "b"]),
        ('start: x{"a"} x{"b"}\nx{t}: t "," | t', ["ab", "a,b,"], ["a", ",ab", "ba"]),
        ('start: "a"~2 "b"~1..3', ["aab", "aabbb"], ["ab", "aa", "aabbbb"]),
        ('start: ["x"] ("a" | "b")+ -> other', ["a", "xab"], ["x", "xx", ""]),
        ('start: NAME "=" KEY\nNAME: /[a-z]+/\nKEY: "on" | "off"', ["x=on", "on=off"], ["x=no", "=on"]),
        ("start: /[a-c]+?b/", ["ab", "aab"], ["abb", "a", "b"]),  # lazy: it ends with its first match
        ('start: "é" /\\w+/', ["éü日本_9"], ["e", "é-"]),
        (
            'start: "select"i NAME ["as" NAME]\nNAME: /[a-z]+/\n%word NAME\n%ignore " "',
            ["SELECT a", "select a as b"],
            ["selecta", "select a asb"],
        ),
        ('start: N "x"\nN: /\\d+/\nM: /\\d+\\w+/\n%word M\n%ignore " "', ["1 x"], ["1x"]),
        ('start: "select"i NAME\nNAME: /[a-z]+/\n%ignore " "', ["SELECT a", "Select ab", "selectx"], ["sel a"]),
        ('start: A B\nA: "x".."z"\nB: /\\d+(?:\\.\\d+)?/x', ["x1", "z1.5"], ["w1", "x1."]),
        (BLOCKS, ["a = b\n", "if a:\n  b = c\n  if c:\n    d = (\n e,\n\nf)\nx = y\n"], ["if a:\nb = c\n"]),
        (BLOCKS, ["if a:\n\tb = c\n\n\nx = y\n", "\n"], ["if a:\n  b = c\n d = e\n", "a = if\n"]),
    ],
)
def test_texts_of_a_grammar(notation: str, right: list[str], wrong: list[str]) -> None:
    assert [text for text in right if not accepts(notation, text)] == []
    assert [text for text in wrong if accepts(notation, text)] == []


def test_a_keyword_is_a_name_where_only_a_name_may_stand() -> None:
    notation = 'start: "if" NAME\nNAME: /[a-z]+/\n%ignore " "'
    assert accepts(notation, "if if")
    assert accepts(notation, "ifx")  # in front only the keyword may stand, so the longest match is the keyword
    assert not accepts('start: "if" NAME | NAME "!"\nNAME: /[a-z]+/\n%ignore " "', "ifx")


def test_a_lexer_turns_back_from_a_failed_attempt_but_not_out_of_a_comment() -> None:
    notation = r"""
start: NUMBER OTHER*
NUMBER: /\d+(?:e\d+)?/
OTHER: /[e.\/*]/
%ignore /\/\*.*?\*\//
"""
    assert accepts(notation, "1e")
    assert accepts(notation, "1e5")
    assert accepts(notation, "1/")
    assert accepts(notation, "1/*e*/e")
    assert not accepts(notation, "1/*e")


def test_terminals_that_do_not_fit_together_leave_no_dead_end() -> None:
    with pytest.raises(GrammarError, match="no text"):
        compile_grammar("start: A A\nA: /a+/")
    grammar = compile_grammar('start: A A | A "b"\nA: /a+/')
    matcher = Matcher(Masks(grammar, BYTES))
    assert matcher.advance_bytes(b"aaa") == 3
    assert closing(grammar.table, matcher.state).text == b"b"


def test_the_ends_of_lookaheads_and_word_boundaries() -> None:
    notation = r'start: NAME ";"' + "\n" + r"NAME: /(?!(?:if|else)\b)[a-z]\w*/"
    assert [text for text in ("if;", "else;") if accepts(notation, text)] == []
    assert [text for text in ("ifx;", "i;", "elses;", "x1;") if not accepts(notation, text)] == []


@pytest.mark.parametrize(
    ("notation", "error", "message"),
    [
        ("start: missing", GrammarError, "missing"),
        ("start: MISSING", GrammarError, "MISSING"),
        ("other: A\nA: /a/", GrammarError, "start"),
        ('start: "a', GrammarError, "line 1"),
        ('start: "a"\nstart: "b"', GrammarError, "twice"),
        ("start: A\nA: /a*/", GrammarError, "empty text"),
        ("start: A\nA: B\nB: A", GrammarError, "itself"),
        ("start: start", GrammarError, "no text"),
        ('start: "a" start', GrammarError, "no text"),
        ("start: A\nA: /a(?=b)/", RegexError, "look-ahead"),
        ("start: A\nA: /(?<=b)a/", RegexError, "look-behind"),
        ("start: A\nA: /^a/", RegexError, "terminal"),
        ("start: A\nA: /(a)\\1/", RegexError, "back-references"),
        ("start: A\n%import other.A", GrammarError, "other"),
        ("start: A\nA: /a/\n%word B", GrammarError, "B is not defined"),
        ('start: "a"\n%grammar x', GrammarError, "%grammar"),
        ("start: x{A}\nx: A\nA: /a/", GrammarError, "arguments"),
        ('start: "a"~5000', GrammarError, "repetitions"),
        ('start: _INDENT "a" _DEDENT\n%declare _INDENT _DEDENT', GrammarError, "_NEWLINE"),
    ],
)
def test_wrong_grammars_are_refused_by_name(notation: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        compile_grammar(notation)


def test_masks_hold_tokens_that_cross_lexemes() -> None:
    notation = 'start: "if" NAME ("=" /\\d/ ";")?\nNAME: /[a-z]+/\n%ignore " "'
    matcher = Matcher(Masks(compile_grammar(notation), BYTES))
    assert matcher.allows(256)
    assert matcher.allows(257)
    matcher.advance(256)
    assert not matcher.complete()
    assert matcher.allows(258)
    matcher.advance(258)
    assert matcher.complete()
    assert matcher.allows(259)
    matcher.roll_back(1)
    assert matcher.forced() == b""


def test_a_pattern_is_a_grammar_too() -> None:
    grammar = compile_regex(r"-?(?:0|[1-9][0-9]*)")

    def matches(text: bytes) -> bool:
        state, _ = grammar.table.steps(grammar.start, text)
        return state is not None and grammar.table.complete(state)

    assert matches(b"-16")
    assert not matches(b"-")
    assert not matches(b"0-1-1")


@pytest.mark.parametrize("name", shipped_grammars())
def test_shipped_grammars_compile(name: str) -> None:
    grammar = compile_grammar(shipped_grammar(name), budget=Budget(seconds=20))
    assert grammar.table.walker is not None
    assert grammar.table.walker.expected(grammar.start[1])
