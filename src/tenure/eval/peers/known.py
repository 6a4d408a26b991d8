"""The memories of others that can be evaluated, what each needs, and why one that is asked for is not among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tenure.errors import RequestError
from tenure.eval.peers.environments import interpreter, is_made

_HERE: Final = "tenure.eval.peers"
_LANGGRAPH: Final = ("langgraph-checkpoint-sqlite==3.1.2", "langgraph==1.2.24", "pysqlite3-binary", "numpy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """A memory of others.

    Args:
        adapter: Its adapter, as ``module:class``.
        packages: What its environment holds, pinned; the first names the environment.
        python: The least version of Python that it runs on.
        about: How it is used, in a line.
    """

    adapter: str
    packages: tuple[str, ...]
    about: str
    python: tuple[int, int] = (3, 11)

    @property
    def environment(self) -> str:
        """The name of its environment: its first package."""
        return self.packages[0].partition("==")[0]


PEERS: Final[Mapping[str, Peer]] = {
    "langgraph": Peer(
        adapter=f"{_HERE}.langgraph:Sqlite",
        packages=_LANGGRAPH,
        about="LangGraph SqliteStore with vectors and lifetimes, SqliteSaver for tasks",
    ),
    "langgraph-memory": Peer(
        adapter=f"{_HERE}.langgraph:InMemory",
        packages=_LANGGRAPH,
        about="LangGraph InMemoryStore with vectors, InMemorySaver for tasks",
    ),
    "mem0": Peer(
        adapter=f"{_HERE}.mem0:Mem0",
        packages=("mem0ai==2.2.1",),
        about="mem0 with infer=False, in a local folder; no language model",
    ),
    "chroma": Peer(
        adapter=f"{_HERE}.chroma:Chroma",
        packages=("chromadb==1.5.9",),
        about="Chroma, one collection filtered by metadata",
    ),
    "lancedb": Peer(
        adapter=f"{_HERE}.lancedb:LanceDB",
        packages=("lancedb==0.40.0",),
        about="LanceDB, one table filtered by columns",
    ),
    "bettermemory": Peer(
        adapter=f"{_HERE}.bettermemory:BetterMemory",
        packages=("bettermemory==8.0.0",),
        about="bettermemory by its server's tools, one store a person",
    ),
    "anthropic-memory-tool": Peer(
        adapter=f"{_HERE}.anthropic_memory_tool:AnthropicMemoryTool",
        packages=("anthropic==2.14.0",),
        about="the memory tool of the Anthropic SDK, over its own local files",
    ),
    "basic-memory": Peer(
        adapter=f"{_HERE}.basic_memory:BasicMemory",
        packages=("basic-memory==0.24.1",),
        about="basic-memory by its server's tools, keyword search",
        python=(3, 12),
    ),
}
"""By the name that `--system` takes."""


def python_of_peer(name: str, environments: Path) -> Path:
    """Give the interpreter that has a memory.

    Args:
        name: One of `PEERS`.
        environments: The folder of environments.

    Raises:
        RequestError: Its environment was not made.
    """
    peer = PEERS[name]
    if not is_made(peer.environment, peer.packages, environments):
        raise RequestError(
            "the environment of this memory is not there",
            code="no_environment",
            hint=f"tenure eval peers install {name}; --environments names the folder.",
        )
    return interpreter(peer.environment, peer.packages, environments)
