"""Find entries within one view by their words: terms, BM25 scores, and what counts as relevant."""
