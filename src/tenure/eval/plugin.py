"""A plugin of pytest: `pytest --memory-system=MODULE:FACTORY -m memory` tells a memory the stories, each a test.

pytest loads this file in every run of an environment that has Tenure, so it imports nothing until it is asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest

RECALL = 0.5
"""The share of what had to be found below which a story fails, unless `--memory-recall` says otherwise."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("memory", "stories that are told to an agent's memory (tenure eval)")
    group.addoption(
        "--memory-system",
        metavar="SYSTEM",
        help="tell the stories to this memory: MODULE:FACTORY of an adapter, or a name that `tenure eval run` knows",
    )
    group.addoption(
        "--memory-suite",
        metavar="SUITE",
        action="append",
        help="only this suite; may be repeated; all that need no data if left out",
    )
    group.addoption("--memory-data", metavar="PATH", help="the file or folder of public data for suites that need it")
    group.addoption("--memory-seed", metavar="N", type=int, default=7, help="the seed of the stories (7)")
    group.addoption(
        "--memory-recall",
        metavar="SHARE",
        type=float,
        default=RECALL,
        help=f"a story fails below this share of what had to be found in it ({RECALL})",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the stories tests of this run, if a memory is named."""
    config.addinivalue_line("markers", "memory: a story that is told to a memory (--memory-system)")
    if config.getoption("--memory-system"):
        from tenure.eval.collecting import Stories

        config.pluginmanager.register(Stories(config), "tenure-memory-stories")
