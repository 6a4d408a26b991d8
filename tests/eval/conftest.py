"""Keys of stories open at once: what a passphrase costs is measured elsewhere."""

from __future__ import annotations

import pytest

from tenure.vault import present


@pytest.fixture(autouse=True)
def cheap_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a passphrase cost a thousandth of what it costs a person."""
    monkeypatch.setattr(present, "_LOG_N", 5)
