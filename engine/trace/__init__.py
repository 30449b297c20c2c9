"""Evidence paths: what joins a source to a conclusion, at what cost, and what it rests on."""
