"""Plays a memory of others in the environment that has it: a call as JSON on each line in, its answer on each line out.

Started by its path, so that nothing of Tenure need be installed there: `PYTHON -I player.py MODULE:CLASS`.

Lines in: ``{"open": [folder, now]}``; ``{"call": name, "with": [...], "by": {...}}``; ``{"vectors": [...]}``.
Lines out: ``{"ready": {...}}``; ``{"gives": value}``; ``{"lacks": operation}``; ``{"failed": type, "at": place}``;
``{"embed": [...]}``, upon which the next line in brings the vectors.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO


def main(adapter: str) -> None:
    """Answer until nothing more is asked."""
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    stand_in_for_tenure()
    module, _, name = adapter.partition(":")
    asked = os.fdopen(os.dup(0), encoding="utf-8")
    Line(asked, out, getattr(import_module(module), name)).answer()


def stand_in_for_tenure() -> None:
    """Let `tenure.eval` be imported, and nothing of the package above it, which needs libraries that are not here."""
    package = ModuleType("tenure")
    package.__path__ = [str(Path(__file__).resolve().parents[2])]
    sys.modules["tenure"] = package


class Line:
    """One end of the line: reads what is asked, and says what the memory gives.

    Args:
        asked: Where calls come from.
        out: Where answers go.
        make: Makes the memory of a folder and an instant.
    """

    def __init__(self, asked: TextIO, out: TextIO, make: Callable[[Path, Any], Any]) -> None:
        self._wire = import_module("tenure.eval.peers.wire")
        self._lacks = import_module("tenure.eval.system").NotApplicable
        self._asked = asked
        self._out = out
        self._make = make
        self._memory: Any = None
        self._one_at_a_time = threading.Lock()
        import_module("tenure.eval.peers.given").ask_with(self._vectors)

    def answer(self) -> None:
        """Say which versions are here, then answer line by line."""
        versions = import_module("tenure.eval.systems").versions_of(getattr(self._make, "versions", ()))
        self._say({"ready": {"python": platform.python_version(), **versions}})
        for line in self._asked:
            self._say(self._done(json.loads(line)))

    def _done(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            if "open" in asked:
                self._memory = self._make(*self._wire.unpack(asked["open"]))
                return {"gives": None}
            by = {name: self._wire.unpack(each) for name, each in asked["by"].items()}
            return {
                "gives": self._wire.pack(getattr(self._memory, asked["call"])(*self._wire.unpack(asked["with"]), **by))
            }
        except self._lacks as lacking:
            return {"lacks": str(lacking) or asked.get("call", "open")}
        except Exception as error:  # noqa: BLE001 - whatever a library raises is told to the other end
            traceback.print_exc(file=sys.stderr)
            inner = traceback.extract_tb(error.__traceback__)[-1]
            return {"failed": type(error).__name__, "at": f"{Path(inner.filename).name}:{inner.lineno}"}

    def _vectors(self, texts: Sequence[str]) -> Sequence[bytes]:
        with self._one_at_a_time:  # a library may embed on a thread of its own, while its call waits for it
            self._say({"embed": list(texts)})
            found: Sequence[bytes] = self._wire.unpack(json.loads(self._asked.readline())["vectors"])
        return found

    def _say(self, said: Mapping[str, Any]) -> None:
        print(json.dumps(said, ensure_ascii=False), file=self._out, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
