"""What a question says of a clause's own words: a court, an institution, a place, a length, words in quotation marks.

"Contracts with ICC arbitration" asks for contracts whose arbitration clause says ICC. What the words of a clause say is
looked for in the words that were located for it, by the spellings that stand in `configs/clause_words.yaml`.
"""

from core.questions.worded.contrary_words import contrary_question
from core.questions.worded.worded_question import WordedQuestion, worded_question
from core.questions.worded.written_forms import place_in_words

__all__ = ["WordedQuestion", "contrary_question", "place_in_words", "worded_question"]
