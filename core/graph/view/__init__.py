"""What the Graph page shows: which nodes and relations, where they lie, and the forms in which they are taken away."""

from core.graph.view.colours import colour, shape
from core.graph.view.details import Details, FactLine, Line, NeighbourGroup, TextPlace, details
from core.graph.view.drawing import Dot, png
from core.graph.view.filters import Filters
from core.graph.view.finding import find
from core.graph.view.fonts import japanese_font
from core.graph.view.graphml import graphml
from core.graph.view.labels import name_of, searchable, shorten
from core.graph.view.layout import Positions
from core.graph.view.node_kinds import KINDS, WAYS, Direction, Ref, clause_type_codes, parse_ref
from core.graph.view.ontology import Ontology, on_a_ring, ontology
from core.graph.view.overview import MAX_NODES
from core.graph.view.picture import Picture, PictureRequest, PictureStep, draw_up, left_to_open, parse_step
from core.graph.view.sizes import size_px
from core.graph.view.summary import PortfolioSummary, SummaryNode

__all__ = [
    "KINDS",
    "MAX_NODES",
    "WAYS",
    "Details",
    "Direction",
    "Dot",
    "FactLine",
    "Filters",
    "Line",
    "NeighbourGroup",
    "Ontology",
    "Picture",
    "PictureRequest",
    "PictureStep",
    "PortfolioSummary",
    "Positions",
    "Ref",
    "SummaryNode",
    "TextPlace",
    "clause_type_codes",
    "colour",
    "details",
    "draw_up",
    "find",
    "graphml",
    "japanese_font",
    "left_to_open",
    "name_of",
    "on_a_ring",
    "ontology",
    "parse_ref",
    "parse_step",
    "png",
    "searchable",
    "shape",
    "shorten",
    "size_px",
]
