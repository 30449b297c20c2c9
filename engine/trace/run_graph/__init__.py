"""What a run knows about one case, as an evidence graph that the tracer can walk."""
