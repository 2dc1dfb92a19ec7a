"""Extraction by any JSON Schema, and its evaluation: turns a text into one object and scores the result.

`files` are tasks, `engines` read texts, `scoring` says what an output is worth, `runs` keeps what was tried, `analysis`
says why it failed, and `improving` makes it better.
"""
