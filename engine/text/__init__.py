"""Text: identifiers, words, stems and verbs, the same for tools and for queries."""
