"""Random patterns: a token is in the mask exactly when some completion exists, by going through all short texts."""

from __future__ import annotations

import itertools
import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.structured import GrammarError, Masks, Matcher, Vocabulary, compile_regex
from structured.test_schema_random import SCALE

LETTERS = "ab日"
LONGEST = 7
TEXTS = ["".join(letters) for length in range(LONGEST + 1) for letters in itertools.product(LETTERS, repeat=length)]
PIECES = ["a", "b", "日", "ab", "ba", "aa", "a日", "日b", "bb"]
TOKENS = [*(piece.encode() for piece in PIECES), b"\xe6", b"\x97\xa5", b"\xe6\x97", b"\xa5a", b"a\xe6", b"z", b""]
VOCABULARY = Vocabulary([*TOKENS[:-1], *(bytes([each]) for each in (0x97, 0xA5)), b""], ends=[len(TOKENS) + 1])


def patterns(depth: int = 2) -> st.SearchStrategy[str]:
    """Patterns in Python's notation whose live beginnings all have a short completion."""
    atoms = st.sampled_from(["a", "b", "日", "[ab]", "[ab日]", "(?:ab|日)", "(?:a|ab)", ""])
    if depth == 0:
        return atoms
    inner = patterns(depth - 1)
    return st.one_of(
        atoms,
        st.builds(lambda first, second: first + second, inner, inner),
        st.builds(lambda first, second: f"(?:{first}|{second})", inner, inner),
        st.builds(lambda body, sign: f"(?:{body}){sign}", atoms, st.sampled_from(["*", "+", "?", "{1,2}", "{2}"])),
    )


@settings(max_examples=150 * SCALE, deadline=None, suppress_health_check=list(HealthCheck))
@given(pattern=patterns(), cuts=st.lists(st.integers(1, 3), min_size=4, max_size=4), choice=st.integers(0, 2**16))
def test_the_mask_of_a_pattern_is_what_all_texts_say(pattern: str, cuts: list[int], choice: int) -> None:
    language = [text.encode() for text in TEXTS if re.fullmatch(pattern, text, re.DOTALL)]
    try:
        masks = Masks(compile_regex(pattern), VOCABULARY)
    except GrammarError:  # nothing but the empty text
        assert language == [b""]
        return
    # Beginnings of at most three characters: what can be completed at all can be completed within the bound.
    text = language[choice % len(language)][:9]
    for end in range(len(text) + 1):
        begun = text[:end]
        if len(begun.decode("utf-8", "ignore")) > 3:
            break
        matcher = Matcher(masks)
        assert matcher.advance_bytes(begun) == end
        for number, token in enumerate(VOCABULARY.tokens):
            if token and b"z" not in token:
                allowed = any(each.startswith(begun + token) for each in language)
                assert matcher.allows(number) == allowed, (pattern, begun, token)
        assert matcher.complete() == (begun in language) == matcher.allows(len(VOCABULARY) - 1)
        assert (by_pieces(masks, begun, cuts).mask() == matcher.mask()).all()


def by_pieces(masks: Masks, text: bytes, cuts: list[int]) -> Matcher:
    """The same text in other tokens, single bytes where no token fits."""
    matcher, at = Matcher(masks), 0
    for cut in itertools.cycle(cuts):
        if at >= len(text):
            return matcher
        piece = text[at : at + cut]
        known = piece in VOCABULARY.tokens
        if known:
            matcher.advance(VOCABULARY.tokens.index(piece))
        else:
            piece = text[at : at + 1]
            assert matcher.advance_bytes(piece) == 1
        at += len(piece)
    raise AssertionError
