"""What changed between two runs, and whether it is more than chance."""
