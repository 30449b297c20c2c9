"""The tool graph: which tool's result another tool needs, and how ready a catalog is."""
