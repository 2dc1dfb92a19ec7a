"""A question as one value: what its words mean, which contracts it is about and what is wanted of them.

Knows no graph and no query: whoever answers takes a `Question` and the clock that it was understood by.
"""

from core.lexicon import fiscal_year_without_start
from core.questions.clauses_stated import ClauseStatement, clause_statements
from core.questions.confirming import unconfirmed
from core.questions.confirming.contraries import without_clauses
from core.questions.confirming.of_one import asks_of_one, asks_whether_more
from core.questions.confirming.stances import Stance, unconfirmed_stance
from core.questions.follow import followed
from core.questions.guessing import ConceptGuess, guesses
from core.questions.learned.helping import understood_with_help
from core.questions.lexicon import clause_codes, folded, is_japanese
from core.questions.names import NamedContract, Names
from core.questions.plan import (
    TIMES,
    ClauseIs,
    ClauseSays,
    Condition,
    ContractIs,
    DateField,
    DateIn,
    Dimension,
    GroupBy,
    Having,
    Kind,
    LanguageIs,
    Law,
    LawIs,
    Measure,
    NumberIs,
    PartyFrom,
    PartyIs,
    Plan,
    Quantity,
    Question,
    Renewal,
    RenewalIs,
    Statistic,
    Topic,
    TypeIs,
    Unit,
    question_from_json,
    same_meaning,
)
from core.questions.ranges import ranges
from core.questions.restate import conditions_in_words, day_words, law_words, restated
from core.questions.spelled_words import clause_type_words, concept_vocabulary
from core.questions.understand import Guess, TakenWords, Understood, understand, unsaid
from core.questions.widened import Widened, widened
from core.questions.worded import place_in_words

__all__ = [
    "TIMES",
    "ClauseIs",
    "ClauseSays",
    "ClauseStatement",
    "ConceptGuess",
    "Condition",
    "ContractIs",
    "DateField",
    "DateIn",
    "Dimension",
    "GroupBy",
    "Guess",
    "Having",
    "Kind",
    "LanguageIs",
    "Law",
    "LawIs",
    "Measure",
    "NamedContract",
    "Names",
    "NumberIs",
    "PartyFrom",
    "PartyIs",
    "Plan",
    "Quantity",
    "Question",
    "Renewal",
    "RenewalIs",
    "Stance",
    "Statistic",
    "TakenWords",
    "Topic",
    "TypeIs",
    "Understood",
    "Unit",
    "Widened",
    "asks_of_one",
    "asks_whether_more",
    "clause_codes",
    "clause_statements",
    "clause_type_words",
    "concept_vocabulary",
    "conditions_in_words",
    "day_words",
    "fiscal_year_without_start",
    "folded",
    "followed",
    "guesses",
    "is_japanese",
    "law_words",
    "place_in_words",
    "question_from_json",
    "ranges",
    "restated",
    "same_meaning",
    "unconfirmed",
    "unconfirmed_stance",
    "understand",
    "understood_with_help",
    "unsaid",
    "widened",
    "without_clauses",
]
