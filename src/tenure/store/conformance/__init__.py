"""The suite that judges every store; it needs no test framework.

Subclass `StoreConformance`, override `make` so that it gives a new, empty store, and run every `test_*` method (pytest
does when the subclass is named `Test...`).
"""

from __future__ import annotations

from tenure.store.conformance.judging import Store
from tenure.store.conformance.suite import StoreConformance

__all__ = ["Store", "StoreConformance"]
