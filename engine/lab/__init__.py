"""Use cases: the only code that wires the parts, reads the clock and writes to the store."""
