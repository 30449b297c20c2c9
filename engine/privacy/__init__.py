"""Decides what may be kept: the one place that says which field of which table holds what.

Whatever is written to the store passes :mod:`engine.privacy.tables`, whatever is read from a file
of cases or traces passes :mod:`engine.privacy.records`, and what is said to people or to a log
passes :mod:`engine.privacy.messages`.
"""
