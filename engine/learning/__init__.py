"""Learns from an agent's traces: traces to records, records to suggestions, gates before effect."""
