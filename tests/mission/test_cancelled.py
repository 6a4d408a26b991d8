"""An asynchronous program that is cancelled within a task or a memory leaves neither open (R27)."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tenure import NotFoundError, StoreError, aio


def test_r27_a_task_that_is_cancelled_within_ends_all_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with await aio.open(tmp_path / "store") as memory:
            scope = await memory.scope(user="ana")
            with anyio.CancelScope() as cancelled:
                async with await memory.task("rounding", scope=scope) as task:
                    await task.note("rounding happens twice")
                    cancelled.cancel()
                    await anyio.sleep_forever()
            assert cancelled.cancelled_caught
            with pytest.raises(NotFoundError):
                await memory.resume(task.handle.id)

    anyio.run(story)


def test_a_memory_that_is_cancelled_within_is_closed_all_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        with anyio.CancelScope() as cancelled:
            async with await aio.open(tmp_path / "store") as memory:
                cancelled.cancel()
                await anyio.sleep_forever()
        assert memory.handle._wired.is_closed
        with pytest.raises(StoreError):
            await memory.owner()

    anyio.run(story)
