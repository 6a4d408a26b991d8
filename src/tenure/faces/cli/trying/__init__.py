"""`tenure try`: the first minute, on a repository that it makes, or on a copy of one's own."""

from __future__ import annotations

from tenure.faces.cli.trying.command import register

__all__ = ["register"]
