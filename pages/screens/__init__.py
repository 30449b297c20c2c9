"""One script for each page: parse the link, call one use case, draw parts."""
