"""Ask a model which of the ranked tools it would call.

Only when the user names a model. The model sees the query and a compact list of candidates; what
comes back is a name of the catalog or a code, never text that is kept.
"""
