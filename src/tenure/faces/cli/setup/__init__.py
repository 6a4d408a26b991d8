"""`setup CLIENT`: a coding agent is told of the server, its hooks and its deny rules, and how to use memory."""

from __future__ import annotations

from tenure.faces.cli.setup.command import register

__all__ = ["register"]
