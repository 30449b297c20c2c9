"""Frozen records: what the parts of the engine hand to each other, and what is stored."""
