"""Snowball's stemmers, one language at a time: the start of their package loads all thirty-six of them.

This module's path is the folder of that package, so each language is a part of it: ``snowball.english_stemmer``.
"""

from __future__ import annotations

from importlib.util import find_spec

_FOUND = find_spec("snowballstemmer")
__path__ = [] if _FOUND is None else _FOUND.submodule_search_locations or []
