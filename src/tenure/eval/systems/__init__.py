"""Which memories can be evaluated, by name; each is made afresh for each story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Final, cast

from tenure.errors import RequestError
from tenure.eval.system import System

NAMES: Final = {
    "tenure": "tenure.eval.systems.tenure_python:TenurePython",
    "tenure-roomy": "tenure.eval.systems.tenure_roomy:TenureRoomy",
    "tenure-mcp": "tenure.eval.systems.tenure_mcp:TenureMcp",
    "fts5": "tenure.eval.systems.fts5:Fts5",
    "markdown": "tenure.eval.systems.markdown:Markdown",
}
"""The memories that run in this process, and where their adapters are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One memory under evaluation.

    Args:
        name: As it stands in the report.
        versions: Versions of the distributions that matter, by name.
        make: Makes an empty memory in a folder, at an instant.
        close: Lets go of what all its stories shared.
    """

    name: str
    versions: dict[str, str]
    make: Callable[[Path, datetime], System]
    close: Callable[[], None] = field(default=lambda: None)


def _imported(module: str) -> ModuleType:
    """Import an adapter's module, whatever it raises: it is somebody else's code."""
    if not all(part.isidentifier() for part in module.split(".")):
        raise _unnamed()
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise _unnamed() from None
        raise _unimportable(error) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - told by its kind; a script that ends itself is none to import
        raise _unimportable(error) from None


def _unnamed() -> RequestError:
    return RequestError(
        "there is no module of this name",
        code="bad_system",
        hint="Name a module in this folder or on the path, and what it defines: module:factory.",
    )


def _unimportable(error: BaseException) -> RequestError:
    return RequestError(
        f"importing the adapter fails ({type(error).__name__})",
        code="bad_system",
        hint="Import its module in Python to see where.",
    )


def candidate(name: str, *, environments: Path | None = None) -> Candidate:
    """Find a memory by its name, or by ``module:factory`` for one of the caller's own.

    Args:
        name: One of `NAMES`; or one of `tenure eval peers`, which plays in a process of its own; or a module that can
            be imported and in it a subclass of `System`, or what makes one of a folder and an instant.
        environments: Where the environments of peers are; this person's cache if None.

    Raises:
        RequestError: There is none of this name, what is there makes no memory, or the peer is not installed.
    """
    from tenure.eval.peers.known import PEERS

    if name in PEERS:
        return _peer(name, environments)
    module, _, attribute = NAMES.get(name, name).partition(":")
    if not module or not attribute:
        known = ", ".join((*NAMES, *PEERS))
        raise RequestError("no such memory", code="unknown_system", hint=f"Known: {known}; or module:factory.")
    make = getattr(_imported(module), attribute, None)
    if make is None:
        raise RequestError("the module defines no such memory", code="bad_system", hint="Name a class of the module.")
    if not callable(make) or (isinstance(make, type) and not issubclass(make, System)):
        raise RequestError("this makes no memory", code="bad_system", hint="Name a subclass of `System`.")
    titled = str(getattr(make, "name", "") or name)
    return Candidate(
        name=titled,
        versions=versions_of(cast("Sequence[str]", getattr(make, "versions", ()))),
        make=cast("Callable[[Path, datetime], System]", make),
    )


def _peer(name: str, environments: Path | None) -> Candidate:
    from tenure.eval.peers.environments import below
    from tenure.eval.peers.known import PEERS, python_of_peer
    from tenure.eval.peers.remote import Process, Remote

    process = Process(python_of_peer(name, below(environments)), PEERS[name].adapter)
    versions = dict(process.versions())
    return Candidate(name=name, versions=versions, make=partial(Remote, process=process), close=process.end)


def versions_of(distributions: Sequence[str]) -> dict[str, str]:
    """Give the versions of distributions as they are installed here; *absent* for one that is not."""
    found: dict[str, str] = {}
    for name in distributions:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found
