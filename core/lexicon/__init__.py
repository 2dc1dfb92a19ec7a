"""What words mean, in both languages: places, dates, numbers, legal forms, agreement types, legal terms."""

from core.lexicon.agreement_types import agreement_code, agreement_type_name, agreement_types
from core.lexicon.bounding_words import DayBound, beside_the_day, bound_around, day_beside, days_on
from core.lexicon.calendar import Days, fiscal_year_without_start, named_days
from core.lexicon.clause_lists import listed_types
from core.lexicon.glossary import Concept, concepts_in
from core.lexicon.numbers import NUMBER, number_of
from core.lexicon.party_names import legal_forms, normal_name, same_kana, same_name_score
from core.lexicon.places import (
    Place,
    PlaceMention,
    country_code,
    country_name,
    place_in_language,
    place_name,
    place_names,
    places_in,
    state_name,
    state_of,
)

__all__ = [
    "NUMBER",
    "Concept",
    "DayBound",
    "Days",
    "Place",
    "PlaceMention",
    "agreement_code",
    "agreement_type_name",
    "agreement_types",
    "beside_the_day",
    "bound_around",
    "concepts_in",
    "country_code",
    "country_name",
    "day_beside",
    "days_on",
    "fiscal_year_without_start",
    "legal_forms",
    "listed_types",
    "named_days",
    "normal_name",
    "number_of",
    "place_in_language",
    "place_name",
    "place_names",
    "places_in",
    "same_kana",
    "same_name_score",
    "state_name",
    "state_of",
]
