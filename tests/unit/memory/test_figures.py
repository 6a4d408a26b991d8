"""How often claims held is read again after a minute, whichever way the clock went."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tenure.memory import figures
from tenure.memory.figures import REMEMBERED, Figures
from tenure.model.scope import Scope
from tenure.recall.calibration import Calibration

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(("later", "times"), [(REMEMBERED, 2), (-REMEMBERED, 2), (timedelta(seconds=59), 1)])
def test_figures_are_read_again_after_a_minute(monkeypatch: pytest.MonkeyPatch, later: timedelta, times: int) -> None:
    read: list[object] = []
    monkeypatch.setattr(figures, "counts_in", lambda scopes, **_: read.append(scopes) or ())
    known = Figures()
    for now in (NOW, NOW + later):
        assert known.of((Scope(user="ana"),), entries=None, now=now) == Calibration()  # type: ignore[arg-type]
    assert len(read) == times
