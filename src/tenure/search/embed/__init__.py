"""Texts as vectors: one port, an embedder inside the package, and others behind the same port."""
