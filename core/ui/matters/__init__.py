"""Panels of the page of matters, and the choice of a matter on other pages."""

from core.ui.matters.choosing import chosen_matter, matter_names
from core.ui.matters.matters_page import matters_page

__all__ = ["chosen_matter", "matter_names", "matters_page"]
