"""Runs the Anthropic SDK's own tests of its memory tool against Tenure's: a plugin of `make check-memory-tool`.

The tests are those of the SDK's source distribution, unchanged: in their module the SDK's tool on files is replaced by
Tenure's, and what they read back from the disk is read from scratch. Each that cannot apply is skipped with its reason.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import tenure
from tenure.faces.agents.anthropic import AsyncMemoryTool, MemoryTool
from tenure.faces.agents.files.kept import kept_files

NO_DISK = "no file of the tree is on a disk: there is no folder to make and no link to follow"
NO_ECHO = "an error repeats no text of a file; the rest of the sentence is tested in test_anthropic.py"
BOUNDED = "a file has at most note_chars_max characters: so long a one is refused when it is created"
INSIDE = "calls a private method of the SDK's tool on files"
WRITES_DISK = "writes its file to the disk itself; ends of lines are tested in test_memory_files.py"
REASONS = {
    "crlf": WRITES_DISK,
    "symlink": NO_DISK,
    "permissive_umask": NO_DISK,
    "with_too_many_lines": BOUNDED,
    "str_replace_error_when_string_not_found": NO_ECHO,
    "str_replace_error_when_string_appears_multiple_times": NO_ECHO,
    "validate_path_returns": INSIDE,
}
_made: dict[str, tenure.AgentHandle] = {}


def _agent(base_path: str) -> tenure.AgentHandle:
    memory = tenure.open(Path(base_path) / "store")
    task = memory.task("the SDK's own test", scope=memory.scope(user="ana"))
    _made[str(base_path)] = task.agent("model")
    return _made[str(base_path)]


class _Root:
    """Stands for the folder that the tests ask whether it is still there."""

    def __init__(self, tool: MemoryTool) -> None:
        self._tool = tool

    def is_dir(self) -> bool:
        return self._tool.files.view("/memories") != ""


class _AsyncRoot(_Root):
    async def is_dir(self) -> bool:
        return super().is_dir()


class SyncTool(MemoryTool):
    def __init__(self, base_path: str) -> None:
        super().__init__(_agent(base_path))
        self.base_path = base_path
        self.memory_root = _Root(self)


class AsyncTool(AsyncMemoryTool):
    def __init__(self, base_path: str) -> None:
        super().__init__(_agent(base_path))
        self.base_path = base_path
        self.memory_root = _AsyncRoot(self.tool)


def _snapshot(base_path: str) -> dict[str, str]:
    return {file.path.removeprefix("/"): file.text for file in kept_files(_made[base_path]).values()}


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENURE_HOME", str(tmp_path))
    monkeypatch.setenv("TENURE_EMBEDDER", "lexical")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        module = item.getparent(pytest.Module).obj
        module.BetaLocalFilesystemMemoryTool = SyncTool
        module.BetaAsyncLocalFilesystemMemoryTool = AsyncTool
        module.get_directory_snapshot = _snapshot
        for part, reason in REASONS.items():
            if part in item.name:
                item.add_marker(pytest.mark.skip(reason=reason))
