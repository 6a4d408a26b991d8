"""Cites a tool's result by the tool's name, the call's id and a digest; checked only by a verifier of the host."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from tenure.cite.validator import Cited, Digest, Place, Verifier
from tenure.errors import CitationError
from tenure.model.citation import Citation
from tenure.model.claim import Claim
from tenure.model.principal import Channel, Origin, Trust
from tenure.model.validation import Outcome, Validation

_ADDRESS = re.compile(r"(?P<name>[^#\s]{1,100})#(?P<call>[^#\s]{1,200})")
_ALLOWED = frozenset({Outcome.VERIFIED, Outcome.CHANGED, Outcome.GONE, Outcome.CONTRADICTED, Outcome.UNVERIFIED})


class ToolValidator:
    """Makes and judges ``tool:`` citations.

    Args:
        digest: The keyed digest of this store.
        verifiers: For each tool that can be asked again, what asks it; nothing is ever re-run without one.
    """

    scheme = "tool"

    def __init__(self, digest: Digest, *, verifiers: Mapping[str, Verifier] | None = None) -> None:
        self._digest = digest
        self._verifiers = dict(verifiers or {})

    def cite(self, address: str, *, place: Place, now: datetime, options: Mapping[str, str]) -> Cited:
        """Cite the result of the call ``name#call``, which the host gives as option ``result``.

        Raises:
            CitationError: The address has another form, or the host gave no result.
        """
        found = _ADDRESS.fullmatch(address)
        if found is None:
            raise CitationError("a tool's result is cited as `tool:name#call`")
        result = options.get("result")
        if result is None:
            raise CitationError("a tool's result is cited by its observation", hint="Pass what `observe` returned.")
        citation = Citation(
            scheme=self.scheme,
            address=address,
            seen_at=now,
            origin=Origin(channel=Channel.TOOL, principal=found["name"]),
            trust=Trust.EXTERNAL,
            details=(("result", self._of(result)),),
        )
        return Cited(citation=citation, passage=result, scope=place.scope)

    def validate(self, citation: Citation, *, claim: Claim, place: Place, now: datetime) -> Validation:  # noqa: ARG002 - the contract's arguments
        """Give what the tool's verifier says, or *unverified* without one."""
        found = _ADDRESS.fullmatch(citation.address)
        verifier = self._verifiers.get(found["name"]) if found else None
        if found is None or verifier is None:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason="no_verifier")
        wanted = citation.detail("result")
        try:
            outcome = verifier(found["call"], claim, lambda text: self._of(text) == wanted)
        except Exception:  # noqa: BLE001 - a host's verifier may fail in any way, and withholds then (R17)
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason="validator_failed")
        if outcome not in _ALLOWED:
            return Validation(outcome=Outcome.UNVERIFIED, checked_at=now, reason="validator_failed")
        return Validation(outcome=outcome, checked_at=now)

    def _of(self, result: str) -> str:
        return self._digest("tool.result", result.encode("utf-8", "surrogatepass"))
