"""Comparisons as documents (Markdown, HTML, JUnit XML): equal comparisons give equal bytes."""
