"""From documents of any of the usual formats to a catalog, with a report of what was lost."""
