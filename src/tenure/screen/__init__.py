"""What must never be kept, what concerns a person, and what gives orders: one reading for all fields."""

from __future__ import annotations

from tenure.screen.finding import Category, Finding
from tenure.screen.redact import neutralise, redact
from tenure.screen.scan import SCREEN_CHARS_MAX, find_never_kept, find_orders, find_personal, screen_fields

__all__ = [
    "SCREEN_CHARS_MAX",
    "Category",
    "Finding",
    "find_never_kept",
    "find_orders",
    "find_personal",
    "neutralise",
    "redact",
    "screen_fields",
]
