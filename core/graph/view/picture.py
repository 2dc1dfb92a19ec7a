"""A picture: the start or one node, then what a person opened step by step, with the relations among all of it.

Steps are the truth of the page: taking the last one away is the undo, and the same steps over the same graph give
the same picture.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache, partial

from core.graph.store import GraphStore
from core.graph.view.filters import Filters, scope_of
from core.graph.view.layout import Positions, positions
from core.graph.view.node_kinds import KINDS, Ref, parse_ref
from core.graph.view.overview import MAX_NODES, SOME_CONTRACTS, overview
from core.graph.view.reading import Named, PictureEdge, edges_among, named, neighbours, totals
from core.graph.view.summary import PortfolioSummary, summarise_portfolio, summary_positions
from core.wording import Language

STEP = 25
"""Most neighbours that one step adds."""
_ALONE = "!"
_WORDS = "*"
_EXCERPT = "Excerpt"


@dataclass(frozen=True, slots=True)
class PictureStep:
    """One thing a person did: opened a node, which adds it and some of its neighbours.

    `alone` clears what was there; `words` takes excerpts too, which would otherwise crowd every opened contract.
    """

    ref: Ref
    alone: bool = False
    words: bool = False

    def __str__(self) -> str:
        return f"{_ALONE if self.alone else ''}{_WORDS if self.words else ''}{self.ref}"


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What a person asked to see; `labels` None leaves the choice of labels to the size of the portfolio."""

    filters: Filters = field(default_factory=Filters)
    labels: frozenset[str] | None = None
    steps: tuple[PictureStep, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node of a picture. `degree` counts its relations in the picture, in a summary the contracts it stands for."""

    ref: Ref
    name: str
    degree: int


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes and relations to draw.

    Attributes:
        nodes: in the order in which they came.
        edges: relations among them.
        stages: how many of the nodes were there after the start and after each step; the last is their number.
        totals: nodes of each label in the whole graph, contracts within the filters.
        full: the picture holds no more nodes.
        summary: what the nodes stand for, where there are too many contracts to begin with themselves.
    """

    nodes: tuple[PictureNode, ...]
    edges: tuple[PictureEdge, ...]
    stages: tuple[int, ...]
    totals: dict[str, int]
    full: bool
    summary: PortfolioSummary | None = None

    def places(self) -> Positions:
        """A place for every node, x to the right and y downwards."""
        if self.summary is not None:
            return summary_positions(self.summary)
        numbers = {node.ref: number for number, node in enumerate(self.nodes)}
        return positions(self.stages, tuple((numbers[edge.source], numbers[edge.target]) for edge in self.edges))

    def node(self, ref: Ref | None) -> PictureNode | None:
        """The node of that reference, None when it is not in the picture."""
        return next((node for node in self.nodes if node.ref == ref), None)


def parse_step(text: str) -> PictureStep | None:
    """The step that an address names, None when there can be no such step."""
    alone, rest = text.startswith(_ALONE), text.removeprefix(_ALONE)
    words, rest = rest.startswith(_WORDS), rest.removeprefix(_WORDS)
    ref = parse_ref(rest)
    return None if ref is None else PictureStep(ref, alone, words)


def draw_up(graph: GraphStore, request: PictureRequest, language: Language) -> Picture:
    """The picture that a person asked for; all of it from one state of the graph."""
    with graph.snapshot():
        scope = scope_of(graph, request.filters)
        start = max((place for place, step in enumerate(request.steps) if step.alone), default=None)
        refs: dict[Ref, None] = {}
        stages, full = [], False
        counted = totals(graph, scope)
        many = counted["Agreement"] > SOME_CONTRACTS and request.labels is None
        if many and not request.steps:
            return _summarised(summarise_portfolio(graph, scope, counted["Agreement"], language), counted)
        # What a person opens from the summary of many contracts stands alone: the summary is no part of it.
        if start is None and not many:
            refs |= dict.fromkeys(overview(graph, scope, request.labels))
            stages.append(len(refs))
        # Opening one node again and again is common, and its neighbours are the same each time.
        around = cache(partial(_around, graph, request.labels, scope, language))
        for step in request.steps[start or 0 :]:
            full = _open(step, around(step.ref, step.words), refs) or full
            stages.append(len(refs))
        names = named(graph, refs, language)
        kept = [ref for ref in refs if ref in names]
        stages = [sum(ref in names for ref in list(refs)[:count]) for count in stages]
        edges = edges_among(graph, kept)
    degree = dict.fromkeys(kept, 0)
    for edge in edges:
        degree[edge.source] += 1
        degree[edge.target] += 1
    nodes = tuple(PictureNode(ref, names[ref], degree[ref]) for ref in kept)
    return Picture(nodes, tuple(edges), tuple(stages), counted, full or len(nodes) >= MAX_NODES)


def _summarised(summary: PortfolioSummary, counted: dict[str, int]) -> Picture:
    """A summary as a picture."""
    nodes = tuple(
        PictureNode(node.ref, f"{node.contracts} · {node.name}" if node.contracts else node.name, node.contracts)
        for node in summary.nodes
    )
    return Picture(nodes, summary.edges, (len(nodes),), counted, full=False, summary=summary)


def _around(
    graph: GraphStore,
    labels: Collection[str] | None,
    scope: frozenset[str] | None,
    language: Language,
    ref: Ref,
    words: bool,
) -> list[Named]:
    return neighbours(graph, ref, labels=_wanted(labels, words=words), scope=scope, language=language)


def _open(step: PictureStep, around: Collection[Named], refs: dict[Ref, None]) -> bool:
    """Add a node and its next neighbours; True when the picture had no place for one of them."""
    room = MAX_NODES - len(refs)
    fresh = [] if step.ref in refs else [step.ref]
    fresh += [neighbour.ref for neighbour in around if neighbour.ref not in refs and neighbour.ref != step.ref][:STEP]
    refs |= dict.fromkeys(fresh[:room])
    return len(fresh) > room


def _wanted(labels: Collection[str] | None, *, words: bool) -> Collection[str]:
    if labels is None:
        return [label for label in KINDS if words or label != _EXCERPT]
    return {*labels, _EXCERPT} if words else labels


@dataclass(frozen=True, slots=True)
class Left:
    """What a picture does not show yet of a node's neighbours, within filters and labels."""

    nodes: int
    words: int


def left_to_open(
    graph: GraphStore, ref: Ref, shown: Collection[Ref], request: PictureRequest, language: Language
) -> Left:
    """How many neighbours of a node are not among those shown; excerpts are counted as words."""
    wanted = _wanted(request.labels, words=True)
    around = neighbours(graph, ref, labels=wanted, scope=scope_of(graph, request.filters), language=language)
    missing = [neighbour.ref.label for neighbour in around if neighbour.ref not in shown]
    words = 0 if request.labels is not None and _EXCERPT in request.labels else missing.count(_EXCERPT)
    return Left(len(missing) - words, words)
