"""The tree: task files to read and write, proposals to make, and what is approved to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tenure import AgentHandle, Recall, Stance
from tenure.errors import RequestError
from tenure.faces.agents.files.kept import KeptFile, keep, kept_files
from tenure.faces.agents.files.paths import APPROVED, PROPOSED, ROOT, is_within, shown, to_path
from tenure.faces.agents.files.proposing import ask, drop_all
from tenure.memory.checked import checked_call
from tenure.model.claim import Kind

LEVELS: Final = 2
_NUMBER_WIDTH: Final = 6
_UNITS: Final = "BKMG"
_AROUND: Final = 2
_VIEWS: Final = {f"{APPROVED}/{kind.value}.md": kind for kind in Kind}


class MemoryFiles:
    """Files of one agent in one task.

    Below ``/memories/proposed`` each line of a file is a proposal. ``/memories/approved`` shows what may be used now,
    a file a kind, and cannot be written. Everything else is scratch, gone with the task. No name reaches a disk.

    Args:
        agent: The handle of an agent in a task.
    """

    @checked_call
    def __init__(self, agent: AgentHandle) -> None:
        self._agent = agent

    def view(self, path: object, view_range: Sequence[int] | None = None) -> str:
        """Give a folder's listing, two levels deep, or a file with its lines numbered.

        Raises:
            RequestError: There is no such path, or the range is not two line numbers.
        """
        wanted = to_path(path)
        _check_range(view_range)
        if wanted in _VIEWS:
            return self._numbered(wanted, self._approved(_VIEWS[wanted]), view_range)
        files = kept_files(self._agent)
        if wanted in files:
            return self._numbered(wanted, files[wanted].text, view_range)
        return self._listed(wanted, files)

    def create(self, path: object, text: str) -> str:
        """Make a new file; below ``/memories/proposed`` its lines are asked to be remembered.

        Raises:
            RequestError: There is one of this name already, or it cannot be written.
        """
        wanted = self._writable(path)
        files = kept_files(self._agent)
        if wanted in files or self._is_folder(wanted, files):
            raise RequestError(f"File {shown(wanted)} already exists", code="file_exists")
        above = [each for each in files if is_within(wanted, each)]
        if above:
            raise RequestError(f"The path {shown(above[0])} is a file.", code="bad_path")
        return self._write(wanted, text, None, f"File created successfully at: {shown(wanted)}")

    def replace(self, path: object, old: str, new: str) -> str:
        """Replace a text that is in a file exactly once, and show the lines around it.

        Raises:
            RequestError: The text is not there, or more than once.
        """
        file = self._file(path)
        count = file.text.count(old) if old else 0
        if count != 1:
            at = [file.text.count("\n", 0, place) + 1 for place in _places(file.text, old)]
            reason = (
                f"old_str is in lines: {', '.join(map(str, at))}; it must be unique"
                if at
                else "old_str did not appear verbatim in the file"
            )
            raise RequestError(f"No replacement was performed in {shown(file.path)}: {reason}", code="bad_old_str")
        changed = file.text.count("\n", 0, file.text.find(old))
        text = file.text.replace(old, new)
        lines = text.split("\n")
        first = max(0, changed - _AROUND)
        snippet = _numbers(lines[first : changed + _AROUND + 1], first + 1)
        done = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
        return self._write(file.path, text, file, f"{done}\n{snippet}")

    def insert(self, path: object, line: object, text: str) -> str:
        """Insert lines after the line of this number; 0 is the file's beginning.

        Raises:
            RequestError: The file has no such line.
        """
        file = self._file(path)
        lines = file.text.removesuffix("\n").split("\n") if file.text else []
        if isinstance(line, bool) or not isinstance(line, int) or not 0 <= line <= len(lines):
            told = line if isinstance(line, int) else "it"
            raise RequestError(
                f"Invalid `insert_line` parameter: {told}. It should be within the range [0, {len(lines)}].",
                code="bad_line",
            )
        lines.insert(line, text.rstrip("\n"))
        return self._write(file.path, "\n".join(lines) + "\n", file, f"The file {shown(file.path)} has been edited.")

    def delete(self, path: object) -> str:
        """Delete a file or all files below a folder; the pending proposals of a proposed one are dropped.

        Raises:
            RequestError: There is no such path, or it is the root or what is approved.
        """
        wanted = to_path(path)
        if wanted == ROOT:
            raise RequestError(f"Cannot delete the {ROOT} directory itself", code="bad_path")
        self._writable(wanted)
        files = self._below(wanted)
        told: list[str] = []
        for file in files:
            told += drop_all(self._agent, file.asked)
            self._agent.drop(file.note_id)
        return "\n".join([f"Successfully deleted {shown(wanted)}", *told])

    def rename(self, old_path: object, new_path: object) -> str:
        """Rename a file or a folder of task files; into ``/memories/proposed`` its lines are asked.

        Raises:
            RequestError: There is no such path, the new one is taken, or the file's lines are proposals.
        """
        old = to_path(old_path)
        if old == ROOT:
            raise RequestError(f"Cannot rename the {ROOT} directory itself", code="bad_path")
        self._writable(old)
        new = self._writable(new_path)
        files = self._below(old)
        taken = kept_files(self._agent)
        if new in taken or self._is_folder(new, taken):
            raise RequestError(f"The destination {shown(new)} already exists", code="file_exists")
        if is_within(new, old) or any(is_within(new, each) for each in taken):
            raise RequestError("A file or folder cannot be moved below itself or a file", code="bad_path")
        if is_within(old, PROPOSED) and not is_within(new, PROPOSED):
            raise RequestError(
                "What was proposed cannot be made a task file", code="bad_path", hint="Delete it, or leave it there."
            )
        told: list[str] = []
        for file in files:
            target = to_path(new + file.path.removeprefix(old))
            told += self._write(target, file.text, file, "").split("\n")
        return "\n".join([f"Successfully renamed {shown(old)} to {shown(new)}", *filter(None, told)])

    def clear(self) -> str:
        """Delete every task file and drop every pending proposal made by a file; what is approved stays."""
        for file in kept_files(self._agent).values():
            drop_all(self._agent, file.asked)
            self._agent.drop(file.note_id)
        return "All memory cleared"

    def _write(self, path: str, text: str, old: KeptFile | None, done: str) -> str:
        told, asked = list[str](), dict[str, str]()
        if is_within(path, PROPOSED):
            outcome = ask(
                self._agent, text, name=path.rsplit("/", 1)[1], earlier=dict(old.asked) if old is not None else {}
            )
            text, asked, told = outcome.text, dict(outcome.made), list(outcome.told)
        try:
            _, removed = keep(self._agent, path, text, asked=asked, old=old)
        except RequestError:  # no room for the file: then nothing was asked either
            drop_all(self._agent, {line: made for line, made in asked.items() if old is None or line not in old.asked})
            raise
        if removed:
            told.append(f"cut out before keeping, for it is never kept: {', '.join(removed)}")
        return "\n".join(filter(None, [done, *told]))

    def _file(self, path: object) -> KeptFile:
        wanted = self._writable(path)
        files = kept_files(self._agent)
        if wanted not in files:
            if self._is_folder(wanted, files):
                raise RequestError(f"The path {shown(wanted)} is not a file.", code="bad_path")
            raise _missing(wanted)
        return files[wanted]

    def _below(self, path: str) -> list[KeptFile]:
        found = [file for name, file in kept_files(self._agent).items() if is_within(name, path)]
        if not found:
            raise _missing(path)
        return found

    def _writable(self, path: object) -> str:
        wanted = to_path(path)
        if is_within(wanted, APPROVED):
            raise RequestError(
                f"{APPROVED} is read-only",
                code="read_only",
                hint=f"To have something remembered, write a line to a file below {PROPOSED}; the user decides.",
            )
        return wanted

    def _is_folder(self, path: str, files: dict[str, KeptFile]) -> bool:
        return path in {ROOT, APPROVED, PROPOSED} or any(is_within(each, path) for each in files)

    def _approved(self, kind: Kind) -> str:
        found = self._agent.list_entries().screened()
        usable = tuple(each for each in found.usable if each.entry.claim.kind is kind)
        withheld = tuple(each for each in found.withheld if each.kind is kind)
        shown_here = Recall(stance=Stance.ANSWER, usable=usable, withheld=withheld, dropped=found.dropped)
        if not usable:
            reason = withheld[0].reason if withheld else "nothing_relevant"
            shown_here = replace(shown_here, stance=Stance.ABSTAIN, reason=reason)
        return replace(shown_here, render_tokens_max=found.render_tokens_max).render()

    def _listed(self, folder: str, files: dict[str, KeptFile]) -> str:
        sizes = {name: len(file.text.encode("utf-8", "surrogatepass")) for name, file in files.items()}
        sizes |= dict.fromkeys(_VIEWS, 0)
        if not self._is_folder(folder, files):
            raise _missing(folder)
        inside = {name: size for name, size in sizes.items() if is_within(name, folder)}
        rows = dict(_rows(folder, inside))
        if folder == ROOT:
            rows.setdefault(f"{PROPOSED}/", 0)
        head = f"Here're the files and directories up to {LEVELS} levels deep in {folder}, excluding hidden items:"
        lines = [f"{_size(sum(inside.values()))}\t{folder}"]
        return "\n".join([head, *lines, *(f"{_size(size)}\t{name}" for name, size in sorted(rows.items()))])

    def _numbered(self, path: str, text: str, view_range: Sequence[int] | None) -> str:
        lines = text.split("\n")
        first = 1
        if view_range:
            first = max(1, view_range[0])
            lines = lines[first - 1 : None if view_range[1] == -1 else max(view_range[1], 0)]
        return f"Here's the content of {shown(path)} with line numbers:\n{_numbers(lines, first)}"


def _check_range(given: Sequence[object] | None) -> None:
    if given and not (isinstance(given, list | tuple) and len(given) == 2 and all(type(each) is int for each in given)):
        raise RequestError("Invalid `view_range` parameter: it has two line numbers", code="bad_line")


def _missing(path: str) -> RequestError:
    return RequestError(f"The path {shown(path)} does not exist. Please provide a valid path.", code="no_path")


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part) if part else -1
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _rows(folder: str, inside: dict[str, int]) -> Iterator[tuple[str, int]]:
    for name, own in inside.items():
        names = name.removeprefix(folder).strip("/").split("/")
        for level in range(1, min(len(names), LEVELS) + 1):
            below = f"{folder}/{'/'.join(names[:level])}"
            if level == len(names):
                yield name, own
            else:
                yield f"{below}/", sum(size for each, size in inside.items() if is_within(each, below))


def _numbers(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{number:{_NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def _size(size: int) -> str:
    unit, value = 0, float(size)
    while value >= 1024 and unit < len(_UNITS) - 1:
        unit, value = unit + 1, value / 1024
    return f"{value:g}{_UNITS[unit]}" if value == int(value) else f"{value:.1f}{_UNITS[unit]}"
