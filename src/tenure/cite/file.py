"""Cites a file by address, size and digests of its content and of a quotation; never by a copy of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tenure.cite.git import Repositories
from tenure.cite.paths import Reading, checked_path, is_citable, not_citable, read_file
from tenure.cite.pdf import readable, words_in
from tenure.cite.quotes import Quotes, fresh_of
from tenure.cite.validator import Cited, Digest, Fresh, Place
from tenure.cite.view import View
from tenure.errors import CitationError, StoreError
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation
from tenure.values import dataclass

MOVED = "the same file has another path now"
PLACES_MAX = 20
"""Most files of which it is asked whether they are the cited one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """A file as it is now: its path or address, what reading it gave, where it belongs, HEAD's commit if known."""

    path: str
    read: Reading
    scope: Scope
    commit: str


class _Folder:
    """Where a path counts from: a folder on this machine, or a repository as the caller sees it."""

    def __init__(self, root: Path, place: Place, view: View | None = None) -> None:
        self.view = view
        self._root = root
        self._place = place

    def read(self, path: str) -> Reading:
        if self.view is not None:
            return self.view.raw(path)
        if self._place.ref:
            raise CitationError("this file is in no repository, so at no commit", code="not_at_ref")
        return read_file(self._root, path)


class FileValidator:
    """Makes and judges ``file:`` citations.

    A relative address counts from the root of the caller's working tree, or of the commit that is looked at (from the
    caller's folder where there is no repository); an absolute one must lie under one of ``roots``.

    Args:
        repositories: The registry that says which folder is which repository.
        digest: The keyed digest of this store.
        roots: Folders under which absolute addresses may be cited; none by default.
    """

    scheme = "file"
    answers_at_once = True

    def __init__(self, repositories: Repositories, digest: Digest, *, roots: Sequence[Path] = ()) -> None:
        self._repositories = repositories
        self._digest = digest
        self._quotes = Quotes(self.scheme, digest)
        self._roots = tuple(root.resolve() for root in roots)

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Cite a file; option ``quote``: words of it that carry the claim, white space apart.

        Raises:
            CitationError: The address cannot be parsed or leads out of the roots, there is no such text file, or it
                does not hold the quotation.
        """
        with self._repositories.alone:
            found, path, scope = self._resolve(address, place)
            read = found.read(path)
            commit = found.view.commit if found.view else ""
        if read.problem == "missing":
            raise not_citable()
        if read.problem:
            raise CitationError(
                "this file cannot be cited", code=read.problem, hint="Cite a regular file of up to 2 MB."
            )
        wanted = options.get("quote", "")
        words = words_in(read.data) if wanted else readable(read.data)
        source = _Source(path=address, read=read, scope=scope, commit=commit)
        return self._cited(source, words, self._quotes.checked(wanted, words), now=now)

    def _cited(self, source: _Source, words: Sequence[str], quote: Sequence[str], *, now: datetime) -> Cited:
        data, scope = source.read.data, source.scope
        details: dict[str, str | int] = {"size": len(data), "content": self._of("file.content", data)}
        details |= self._quotes.details(quote) | ({"commit": source.commit} if source.commit else {})
        citation = Citation(
            scheme=self.scheme,
            address=source.path,
            seen_at=now,
            origin=Origin(channel=Channel.DOCUMENT, principal=scope.repository or "file"),
            trust=Trust.EXTERNAL,
            details=tuple(sorted((*details.items(), ("repository", scope.repository or "")))),
        )
        return Cited(citation=citation, passage=" ".join(quote or words), scope=scope)

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Judge a citation by the file as the caller can read it now."""
        try:
            source = self._read(citation, place)
            outcome, reason = self._judged(citation, source.read)
        except CitationError as error:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason=error.code)
        except StoreError:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason="unreadable")
        if outcome is Outcome.VERIFIED and source.path != _address_of(citation):
            outcome, reason = Outcome.MOVED, reason or MOVED
        has_place = outcome not in {Outcome.UNVERIFIED, Outcome.GONE}
        return Validation(outcome=outcome, checked_at=now, reason=reason, place=source.path if has_place else None)

    def renewed(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Citation | None:
        """Give the citation with the path to which the file went; None if it did not, or no longer holds the words."""
        found = self.validate(citation, claim=claim, place=place, now=now)
        if found.outcome is not Outcome.MOVED or found.place is None:
            return None
        try:
            source = self._read(citation, place)
        except (CitationError, StoreError):
            return None
        details = {**dict(citation.details), "now_at": source.path, "commit": source.commit}
        return replace(citation, seen_at=now, details=tuple(sorted(details.items())))

    def fresh(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Fresh:
        """Give what the file says now in the place of the claim, if it says it with another value.

        Raises:
            CitationError: The file cannot be read.
        """
        source = self._read(citation, place)
        if source.read.problem == "missing":
            return Fresh()
        if source.read.problem:
            raise CitationError("this file cannot be read", code=source.read.problem)
        words = words_in(source.read.data)
        return fresh_of(citation, claim, words, lambda quote: self._cited(source, words, quote, now=now))

    def passage(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> tuple[str, ...]:  # noqa: ARG002 - the contract's arguments
        """Give the quoted words as they are in the file now, or what stands in their place; nothing if neither does."""
        try:
            read = self._read(citation, place).read
            return () if read.problem else self._quotes.passage(citation, claim, words_in(read.data))
        except (CitationError, StoreError):
            return ()

    def _read(self, citation: Citation, place: Place) -> _Source:
        """Read the file where it was cited, or where it went."""
        address = _address_of(citation)
        with self._repositories.alone:
            found, path, scope = self._resolve(address, place)
            if (scope.repository or "") != citation.detail("repository"):
                raise CitationError("this is not the repository of the citation", code="other_repository")
            view = found.view
            here = _Source(path=address, read=found.read(path), scope=scope, commit=view.commit if view else "")
            if here.read.problem != "missing" or view is None or not citation.detail("commit"):
                return here
            view.hurry()
            try:
                return self._elsewhere(citation, here, view) or here
            except TimeoutError:
                raise CitationError("it takes too long to look for this file", code="too_long") from None

    def _elsewhere(self, citation: Citation, here: _Source, view: View) -> _Source | None:
        """Find a file that was renamed: by the commits since, or where alone its content is and was not before."""
        commit = str(citation.detail("commit"))
        then = view.at(view.tree_of(commit), here.path)
        after = view.successor(here.path, commit)
        paths = dict.fromkeys([*filter(None, [after]), *view.same_blob(here.path, commit, then.blob)])
        read = {path: view.raw(path) for path in [*paths][:PLACES_MAX] if is_citable(path)}
        holding = [path for path, one in read.items() if self._judged(citation, one)[0] is Outcome.VERIFIED]
        if after in read and (after in holding or not holding):
            found = after
        elif len(holding) == 1:
            found = holding[0]
        else:
            return None
        return replace(here, path=found, read=read[found])

    def _judged(self, citation: Citation, read: Reading) -> tuple[Outcome, str]:
        if read.problem == "missing":
            return Outcome.GONE, "the file is no longer there"
        if read.problem:
            return Outcome.UNVERIFIED, read.problem
        if self._of("file.content", read.data) == citation.detail("content"):
            return Outcome.VERIFIED, ""
        if citation.detail("quote") is None:
            return Outcome.CHANGED, "the content differs"
        if self._quotes.holds(citation, words_in(read.data)):
            return Outcome.VERIFIED, "the quotation is still there; the rest differs"
        return Outcome.CHANGED, "the quotation is no longer there"

    def _resolve(self, address: str, place: Place) -> tuple[_Folder, str, Scope]:
        if address.startswith("/"):
            root, path = self._under_root(address)
            return _Folder(root, place), path, place.scope
        path = checked_path(address)
        if place.worktree is None:
            raise CitationError("a relative address needs a folder to count from", code="no_repository")
        try:
            record, objects = self._repositories.open(place.worktree)
        except CitationError as error:
            if error.code != "no_repository":
                raise
            return _Folder(place.worktree, place), path, place.scope
        if place.scope.repository not in {None, record.id}:
            raise CitationError("this is not the repository of the scope", code="other_repository")
        return _Folder(place.worktree, place, View(objects, ref=place.ref)), path, Scope(repository=record.id)

    def _under_root(self, address: str) -> tuple[Path, str]:
        for root in self._roots:
            if Path(address).is_relative_to(root):
                return root, checked_path(Path(address).relative_to(root).as_posix())
        raise not_citable()

    def _of(self, use: str, data: bytes) -> str:
        return self._digest(use, data)


def _address_of(citation: Citation) -> str:
    """Give where a file is looked for: where it was found last, else where it was cited."""
    return str(citation.detail("now_at") or citation.address)
