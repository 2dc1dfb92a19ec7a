"""One file for each kind of thing that is asked: how it is told from the tokens of a question.

`core.questions.assemble` tries them in turn; each gives a draft, or None where the question is not of its kind.
"""
