"""The whole suite: what `store.port` promises of durable records and their ledger, each promise one method."""

from __future__ import annotations

from tenure.store.conformance.erasing import ErasingChecks
from tenure.store.conformance.reading import ReadingChecks
from tenure.store.conformance.writing import WritingChecks


class StoreConformance(ReadingChecks, WritingChecks, ErasingChecks):
    """Every method named ``test_...`` is one check; it passes or raises `AssertionError`."""
