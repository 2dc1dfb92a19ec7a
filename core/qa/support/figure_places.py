"""Whether a figure is said of what its source says it of: figures of one source may not change places."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence

from core.qa.support.figures import PlacedFigure, placed_figures

Keys = Callable[[str], frozenset[str]]
_BREAK = re.compile(r"[,;:。、()（）\n|]|\.\s|\s(?:and|but|or|unless|provided)\s|ただし|但し")
_SENTENCE = re.compile(r"[。\n|]|[.;!?](?:\s|$)")
_TABLE = 4
_START = re.compile(
    r"\b(?:from|commenc\w*|begin\w*|began|start\w*|effective|as of|dated|since|entered)\b|から|より|開始|"
    r"発効|締結|始期|始まり|始まる",
    re.IGNORECASE,
)
_END = re.compile(
    r"\b(?:until|through|to|expir\w*|end|ends|ending|ended|terminat\w*|till)\b|まで|満了|終了|終期|期限|失効",
    re.IGNORECASE,
)
_REACH = 40


def figure_displaced(text: str, source: str, keys: Keys) -> bool:
    """Whether a figure of a statement stands in its source beside other things than in the statement.

    Args:
        text: the statement.
        source: the cited words.
        keys: the content of a text, as what is compared.
    """
    flat, claimed = placed_figures(text)
    plain, written = placed_figures(source)
    for figure in claimed:
        own = [known for known in written if _same(figure, known)]
        others = [known for known in written if known.kind == figure.kind and not _same(figure, known)]
        if not own or any(_written_so(figure, flat, known, plain) for known in own):
            continue
        if figure.kind == "day" and _roles_differ(figure, flat, own, plain):
            return True
        mine = _label(figure, flat)
        if mine and others and any(_labels_agree(mine, _label(known, plain)) for known in own):
            continue
        if mine and any(_labels_agree(mine, _label(known, plain)) for known in others):
            return True
        if others and _beside_another(figure, flat, claimed, own, others, plain, written, keys):
            return True
        if others and _followed_by_another(figure, flat, claimed, own, others, plain, written, keys):
            return True
    return len(written) >= _TABLE and _pairs_differ(flat, claimed, plain, written)


def _written_so(figure: PlacedFigure, flat: str, known: PlacedFigure, plain: str) -> bool:
    """Whether an article's number stands with its title as in the source: 第8条(再委託)."""
    said, written = flat[figure.end : figure.end + _TITLED], plain[known.end : known.end + _TITLED]
    return said == written and said.startswith("条(")


_TITLED = 5
_LABEL = re.compile(r"(?P<label>[一-龯ァ-ヺー]{2,8})(?:[はがのを:：=\s]|金|約|として)*$")


def _label(figure: PlacedFigure, text: str) -> str:
    """The Japanese word that stands right before a figure (総額, 月額, 上限); empty where there is none."""
    match = _LABEL.search(re.sub(r"金\s*$", "", text[max(0, figure.start - 14) : figure.start]))
    return "" if match is None else match["label"]


def _labels_agree(claimed: str, written: str) -> bool:
    return bool(written) and (claimed.endswith(written) or written.endswith(claimed))


def _same(placed_figure: PlacedFigure, other: PlacedFigure) -> bool:
    return placed_figure.value == other.value and (
        placed_figure.kind == other.kind or "number" in (placed_figure.kind, other.kind)
    )


def _beside_another(
    figure: PlacedFigure,
    flat: str,
    claimed: Sequence[PlacedFigure],
    own: Sequence[PlacedFigure],
    others: Sequence[PlacedFigure],
    plain: str,
    written: Sequence[PlacedFigure],
    keys: Keys,
) -> bool:
    """Whether the words around a figure stand in the source around another figure of its kind, and not around it."""
    about = keys(_around(figure, flat, claimed))
    if not all(keys(_around(known, plain, written)) for known in own):
        # A cell of a table: its neighbours tell.
        return False
    best = max(len(about & keys(_around(known, plain, written))) for known in own)
    return any(len(about & keys(_around(known, plain, written))) > best for known in others)


def _followed_by_another(
    figure: PlacedFigure,
    flat: str,
    claimed: Sequence[PlacedFigure],
    own: Sequence[PlacedFigure],
    others: Sequence[PlacedFigure],
    plain: str,
    written: Sequence[PlacedFigure],
    keys: Keys,
) -> bool:
    """Whether what follows a figure ("$7,000 for existing journals") follows another one in the source, and not it."""
    following = keys(_behind(figure, flat, claimed))
    if not following or any(following <= keys(_around(known, plain, written)) for known in own):
        return False
    missing = [following - keys(_behind(known, plain, written)) for known in own]
    return any(lacking and lacking <= keys(_behind(known, plain, written)) for lacking in missing for known in others)


def _behind(figure: PlacedFigure, text: str, figures: Sequence[PlacedFigure]) -> str:
    after = min((known.start for known in figures if known.start >= figure.end), default=len(text))
    right = text[figure.end : after]
    broken = _BREAK.search(right)
    return right[: broken.start()] if broken else right


def _around(figure: PlacedFigure, text: str, figures: Sequence[PlacedFigure]) -> str:
    """The words that belong to a figure: from the break behind the figure before it to the break behind it."""
    before = max((known.end for known in figures if known.end <= figure.start and known.kind == figure.kind), default=0)
    after = min(
        (known.start for known in figures if known.start >= figure.end and known.kind == figure.kind), default=len(text)
    )
    left = text[before : figure.start]
    if before and (broken := _BREAK.search(left)) is not None:
        left = left[broken.end() :]
    left = left[max((match.end() for match in _SENTENCE.finditer(left)), default=0) :]
    right = text[figure.end : after]
    broken = _BREAK.search(right) if after < len(text) else _SENTENCE.search(right)
    return f"{left} {right[: broken.start()] if broken else right}"


def _roles_differ(figure: PlacedFigure, flat: str, own: Sequence[PlacedFigure], plain: str) -> bool:
    """Whether a day is said to be the end and is the beginning, or the other way round."""
    claimed = _role(figure, flat)
    known = {_role(item, plain) for item in own}
    return claimed is not None and None not in known and claimed not in known


def _role(figure: PlacedFigure, text: str) -> str | None:
    right = text[figure.end : figure.end + 3]
    if right.startswith(("から", "より")):
        return "start"
    if right.startswith(("まで", "をもっ")):
        return "end"
    if right.startswith(("に", "を", "付", "限り")):
        # 2024年12月31日に終了する: what follows tells.
        window = re.split(r"[、。]", text[figure.end : figure.end + 16])[0]
        if _END.search(window):
            return "end"
        if _START.search(window):
            return "start"
    window = text[max(0, figure.start - _REACH) : figure.start]
    # The cell before a day says what the day is, so a row's bars part nothing here.
    window = window[max((match.end() for match in _SENTENCE.finditer(window) if match[0] != "|"), default=0) :]
    starts = [match.end() for match in _START.finditer(window)]
    ends = [match.end() for match in _END.finditer(window)]
    if starts or ends:
        return "start" if max(starts, default=-1) > max(ends, default=-1) else "end"
    window = text[figure.end : figure.end + 12]
    if _END.search(window):
        return "end"
    return "start" if _START.search(window) else None


def _pairs_differ(flat: str, claimed: Sequence[PlacedFigure], plain: str, written: Sequence[PlacedFigure]) -> bool:
    """Whether two figures said together stand apart in a source of many figures, others of their kinds between them."""
    for item, other in itertools.pairwise(claimed):
        if _SENTENCE.search(flat[item.end : other.start]) and "|" not in flat[item.end : other.start]:
            continue
        places = [
            (first, second)
            for first, known in enumerate(written)
            if _same(item, known)
            for second, partner in enumerate(written)
            if second != first and _same(other, partner)
        ]
        if places and not any(
            _together(first, second, written, claimed) and not _parted(first, second, plain, written)
            for first, second in places
        ):
            return True
    return False


def _together(first: int, second: int, written: Sequence[PlacedFigure], claimed: Sequence[PlacedFigure]) -> bool:
    start, end = sorted((first, second))
    kinds = (written[first].kind, written[second].kind)
    between = [known for known in written[start + 1 : end] if known.kind in kinds]
    return all(any(_same(known, figure) for figure in claimed) for known in between)


def _parted(first: int, second: int, plain: str, written: Sequence[PlacedFigure]) -> bool:
    """Whether a break parts two figures of which the first stands beside another of the second's kind without one."""
    if not _broken(first, second, plain, written):
        return False
    kind = written[second].kind
    return kind != written[first].kind and any(
        known.kind == kind and at != second and not _broken(first, at, plain, written)
        for at, known in enumerate(written)
    )


def _broken(first: int, second: int, plain: str, written: Sequence[PlacedFigure]) -> bool:
    start, end = sorted((first, second))
    between = re.sub(r"\([^()]*\)|\(\s*$", " ", plain[written[start].end : written[end].start])
    return _BREAK.search(between) is not None
