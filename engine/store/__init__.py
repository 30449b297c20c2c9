"""The run store: the only package that speaks SQL."""
