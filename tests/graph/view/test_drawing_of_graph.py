"""Layout, colours, PNG and GraphML: pure, so without a graph."""

from __future__ import annotations

import io
import math
import random

import networkx as nx
import pytest
from PIL import Image

from core.graph.view.colours import colour, contrast, shape
from core.graph.view.drawing import Dot, png
from core.graph.view.fonts import japanese_font
from core.graph.view.graphml import graphml
from core.graph.view.labels import searchable, shorten
from core.graph.view.layout import positions
from core.graph.view.node_kinds import KINDS, Ref
from core.graph.view.picture import Picture, PictureNode
from core.graph.view.reading import PictureEdge
from core.graph.view.sizes import size_px
from servers import missing

GROUNDS = ("#ffffff", "#14181d")


def links(nodes: int, seed: int) -> tuple[tuple[int, int], ...]:
    draw = random.Random(seed)
    return tuple((draw.randrange(node), node) for node in range(1, nodes))


def nearest(places: tuple[tuple[float, float], ...]) -> float:
    return min(math.dist(place, other) for at, place in enumerate(places) for other in places[:at])


@pytest.mark.parametrize("nodes", [1, 2, 3, 30, 120])
def test_every_node_has_a_place_of_its_own(nodes: int) -> None:
    places = positions((nodes,), links(nodes, 1))
    assert len(places) == nodes
    assert all(math.isfinite(value) for place in places for value in place)
    assert nodes == 1 or nearest(places) > 0.25


def test_parts_without_relations_lie_beside_each_other() -> None:
    places = positions((12,), tuple((node, node + 1) for node in range(0, 12, 2)))
    assert nearest(places) > 0.25


def test_the_same_picture_has_the_same_places() -> None:
    first = positions((40, 50), links(50, 2))
    positions.cache_clear()
    assert positions((40, 50), links(50, 2)) == first


def test_a_step_leaves_what_was_there_where_it_was() -> None:
    all_links = links(60, 3)
    before = positions((40,), tuple(link for link in all_links if max(link) < 40))
    after = positions((40, 60), all_links)
    assert after[:40] == before
    assert nearest(after) > 0.1


def test_no_nodes() -> None:
    assert positions((0,), ()) == ()
    assert positions((), ()) == ()
    assert len(positions((0, 3), ((0, 1), (1, 2)))) == 3


@pytest.mark.parametrize("label", [*KINDS, "Later"])
def test_colours_are_read_on_both_grounds(label: str) -> None:
    assert min(contrast(colour(label), ground) for ground in GROUNDS) >= 3
    assert shape(label) in {"circle", "rect", "roundRect", "diamond", "triangle"}


def test_contrast_is_that_of_the_web_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_no_two_labels_look_alike() -> None:
    looks = [(colour(label), shape(label)) for label in KINDS]
    assert len(set(looks)) == len(looks)


def test_sizes_grow_with_the_relations_and_stop() -> None:
    assert [size_px("Agreement", degree) for degree in (0, 4, 10_000)] == [14, 18, 30]
    assert [size_px("Agreement", 4, nodes) for nodes in (1, 120, 300, 100_000)] == [18, 18, 11, 7]


def test_shorten_counts_japanese_letters_twice() -> None:
    assert shorten("秘密保持契約書", 8) == "秘密保持…"
    assert shorten("Agreement", 9) == "Agreement"
    assert searchable("  ＡＢＣ　ｶﾌﾞ ") == "abc カブ"


def test_png_shows_nodes_in_their_colours() -> None:
    dots = [Dot("Agreement", "秘密保持契約書", 1, 0.0, 0.0), Dot("Country", "日本", 1, 3.0, 1.0)]
    data = png(dots, [(0, 1)], {"Agreement": "契約", "Country": "国"}, "契約グラフ")
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.size) == ("PNG", (2400, 1600))
        colours = {found for _, found in image.convert("RGB").getcolors(1 << 24) or []}
    wanted = {tuple(int(colour(label)[at : at + 2], 16) for at in (1, 3, 5)) for label in ("Agreement", "Country")}
    assert wanted <= colours
    assert png(dots, [(0, 1)], {}, "") == png(dots, [(0, 1)], {}, "")


def test_a_japanese_font_draws_japanese_letters() -> None:
    if japanese_font() is None:
        missing("there is no Japanese font: apt-get install fonts-noto-cjk")
    alone = [Dot("Agreement", "秘", 0, 0.0, 0.0)]
    other = [Dot("Agreement", "鷹", 0, 0.0, 0.0)]
    assert png(alone, [], {}, "") != png(other, [], {}, "")


def test_graphml_is_opened_again_with_everything_in_it() -> None:
    agreement, other = Ref("Agreement", "c1"), Ref("Organization", "o1")
    nodes = (PictureNode(agreement, 'Deal "A" & <b>', 1), PictureNode(other, "株式会社山田", 1))
    picture = Picture(
        nodes,
        (PictureEdge(other, agreement, "IS_PARTY_TO"), PictureEdge(other, agreement, "IS_PARTY_TO")),
        (2,),
        {},
        False,
    )
    text = graphml(picture, ((0.0, 1.0), (2.0, 3.5)), {"Agreement": "契約"}, {"IS_PARTY_TO": "当事者である契約"})
    read = nx.parse_graphml(text)
    assert dict(read.nodes(data=True)) == {
        "n1": {"name": 'Deal "A" & <b>', "kind": "契約", "label": "Agreement", "x": 0.0, "y": 1.0},
        "n2": {"name": "株式会社山田", "kind": "Organization", "label": "Organization", "x": 2.0, "y": 3.5},
    }
    assert [(a, b, data["relation"]) for a, b, data in read.edges(data=True)] == [("n2", "n1", "当事者である契約")] * 2
    assert "c1" not in text
    assert "o1" not in text
