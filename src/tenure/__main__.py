"""Runs the command line: ``python -m tenure``."""

from __future__ import annotations

from tenure.faces.cli import main

if __name__ == "__main__":
    main()
