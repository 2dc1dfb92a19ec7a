"""Schema-bound extraction and its evaluation: any text into one object of any JSON Schema, and how good that is.

`files` are tasks, `engines` read texts, `scoring` says what an output is worth, `runs` keeps what was tried, `analysis`
says why it failed, and `improving` makes it better.
"""
