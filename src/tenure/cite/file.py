"""Cites a file by address, size and digests of its content and of a quotation; never by a copy of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from tenure.cite.git import Repositories
from tenure.cite.paths import Reading, checked_path, not_citable, read_file
from tenure.cite.pdf import readable, words_in
from tenure.cite.quotes import Quotes, fresh_of
from tenure.cite.validator import Cited, Digest, Fresh, Place
from tenure.errors import CitationError, StoreError
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome, Validation


class FileValidator:
    """Makes and judges ``file:`` citations.

    A relative address counts from the root of the caller's working tree (from the caller's folder where there is no
    repository); an absolute one must lie under one of ``roots``.

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
        root, path, scope = self._resolve(address, place)
        read = read_file(root, path)
        if read.problem in {"missing", ""} and read.stamp is None:
            raise not_citable()
        if read.problem:
            raise CitationError(
                "this file cannot be cited", code=read.problem, hint="Cite a regular file of up to 2 MB."
            )
        wanted = options.get("quote", "")
        words = words_in(read.data) if wanted else readable(read.data)
        return self._cited(address, read.data, words, self._quotes.checked(wanted, words), scope=scope, now=now)

    def _cited(
        self, address: str, data: bytes, words: Sequence[str], quote: Sequence[str], *, scope: Scope, now: datetime
    ) -> Cited:
        details: dict[str, str | int] = {"size": len(data), "content": self._of("file.content", data)}
        details |= self._quotes.details(quote)
        citation = Citation(
            scheme=self.scheme,
            address=address,
            seen_at=now,
            origin=Origin(channel=Channel.DOCUMENT, principal=scope.repository or "file"),
            trust=Trust.EXTERNAL,
            details=tuple(sorted((*details.items(), ("repository", scope.repository or "")))),
        )
        return Cited(citation=citation, passage=" ".join(quote or words), scope=scope)

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Judge a citation by the file as the caller can read it now."""
        if place.ref:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason="not_at_ref")
        try:
            outcome, reason = self._judged(citation, self._read(citation, place)[0])
        except CitationError as error:
            outcome, reason = Outcome.UNVERIFIED, error.code
        except StoreError:
            outcome, reason = Outcome.UNVERIFIED, "unreadable"
        place_now = None if outcome is Outcome.UNVERIFIED or outcome is Outcome.GONE else citation.address
        return Validation(outcome=outcome, checked_at=now, reason=reason, place=place_now)

    def renewed(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Citation | None:  # noqa: ARG002 - the contract's arguments
        """Give None: a file is cited by its address, and is not looked for elsewhere."""
        return None

    def fresh(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Fresh:
        """Give what the file says now in the place of the claim, if it says it with another value.

        Raises:
            CitationError: The file cannot be read.
        """
        read, scope = self._read(citation, place)
        if read.problem == "missing":
            return Fresh()
        if read.problem:
            raise CitationError("this file cannot be read", code=read.problem)
        words = words_in(read.data)
        return fresh_of(
            citation,
            claim,
            words,
            lambda quote: self._cited(citation.address, read.data, words, quote, scope=scope, now=now),
        )

    def passage(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> tuple[str, ...]:  # noqa: ARG002 - the contract's arguments
        """Give the quoted words as they are in the file now, or what stands in their place; nothing if neither does."""
        try:
            read = self._read(citation, place)[0]
            return () if read.problem else self._quotes.passage(citation, claim, words_in(read.data))
        except (CitationError, StoreError):
            return ()

    def _read(self, citation: Citation, place: Place) -> tuple[Reading, Scope]:
        root, path, scope = self._resolve(citation.address, place)
        if (scope.repository or "") != citation.detail("repository"):
            raise CitationError("this is not the repository of the citation", code="other_repository")
        return read_file(root, path), scope

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

    def _resolve(self, address: str, place: Place) -> tuple[Path, str, Scope]:
        if address.startswith("/"):
            return *self._under_root(address), place.scope
        path = checked_path(address)
        if place.worktree is None:
            raise CitationError("a relative address needs a folder to count from", code="no_repository")
        try:
            record = self._repositories.resolve(place.worktree)
        except CitationError as error:
            if error.code != "no_repository":
                raise
            return place.worktree, path, place.scope
        if place.scope.repository not in {None, record.id}:
            raise CitationError("this is not the repository of the scope", code="other_repository")
        if record.worktree is None:
            raise CitationError("a bare repository has no files", code="no_worktree", hint="Cite code at HEAD.")
        return record.worktree, path, Scope(repository=record.id)

    def _under_root(self, address: str) -> tuple[Path, str]:
        for root in self._roots:
            if Path(address).is_relative_to(root):
                return root, checked_path(Path(address).relative_to(root).as_posix())
        raise not_citable()

    def _of(self, use: str, data: bytes) -> str:
        return self._digest(use, data)
