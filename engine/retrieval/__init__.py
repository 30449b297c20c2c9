"""Retrieval: a query and a catalog give a ranking whose evidence is its score."""
