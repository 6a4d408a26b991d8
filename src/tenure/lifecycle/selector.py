"""Say which entries are meant, and judge it entry by entry. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import cast

from tenure.errors import RequestError
from tenure.lifecycle.gather import concerns
from tenure.model.citation import Citation
from tenure.model.claim import Claim, Kind
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.folding import fold_attribute, fold_name, fold_text
from tenure.model.scope import Scope
from tenure.search.terms import stem_terms
from tenure.store.records import Note
from tenure.values import dataclass
from tenure.write.index import own_detail
from tenure.write.wording import has_span

WORDS_CHARS_MAX = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Selector:
    """Which entries are meant; everything given must hold.

    Args:
        ids: Entry ids, as many as were named.
        entity: What they speak of, by its normalised name.
        attribute: Which property of it, by its normalised name.
        words: Words that all occur in what the entry says, whatever their endings.
        source: What brought them: a cited address (with its scheme, or its file alone), who stated it, the tool,
            document or call that was observed, or the task in which they were proposed.
        person: Whom they are about, or whose scope they lie in. Alone it means everything of that person.
        kind: Their kind.
        scope: Their very scope.

    Raises:
        RequestError: Nothing is given, or what is given holds nothing or is of another type.
    """

    ids: tuple[str, ...] = ()
    entity: str | None = field(default=None, repr=False)
    attribute: str | None = field(default=None, repr=False)
    words: str | None = field(default=None, repr=False)
    source: str | None = field(default=None, repr=False)
    person: str | None = None
    kind: Kind | None = None
    scope: Scope | None = None

    def __post_init__(self) -> None:
        texts = (self.entity, self.attribute, self.words, self.source, self.person)
        if not _are_of_type(self.ids, texts, self.kind, self.scope):
            raise RequestError("a part of the selector is of another type", code="bad_selector")
        if not self.ids and self.kind is None and self.scope is None and all(text is None for text in texts):
            raise RequestError(
                "nothing was named",
                code="empty_selector",
                hint="Name ids, words, a source, an entity, an attribute, a kind, a person or a scope.",
            )
        if any(text is not None and not text.strip() for text in texts) or not all(self.ids):
            raise RequestError("a selector's text is empty", code="empty_selector")
        if self.words is not None and (len(self.words) > WORDS_CHARS_MAX or not fold_text(self.words)):
            raise RequestError(f"words to look for have 1 to {WORDS_CHARS_MAX} characters", code="bad_selector")

    @property
    def is_whole_person(self) -> bool:
        """Whether everything of one person is meant: a person is named and nothing else."""
        others = (self.entity, self.attribute, self.words, self.source, self.kind, self.scope)
        return self.person is not None and not self.ids and all(other is None for other in others)

    def selects(self, record: Entry | Proposal) -> bool:
        """Tell whether everything that is given holds for an entry or a proposal."""
        return all(self._holds(record).values())

    def selects_note(self, note: Note) -> bool:
        """Tell whether a note is meant: it says the words, or the source brought it, and nothing else is asked.

        A note has no kind, entity or end of its own; where one of these is asked, notes go by the entries they repeat.
        """
        others = (self.entity, self.attribute, self.person, self.kind, self.scope)
        if self.ids or any(other is not None for other in others) or self.words is self.source is None:
            return False
        says = self.words is None or _says(note.text, self.words)
        return says and (self.source is None or self.source in {note.task_id, note.source, note.call, note.id})

    def nearly_selects(self, record: Entry | Proposal) -> bool:
        """Tell whether something that is given nearly holds, and everything else does; not for exact ids."""
        if self.ids:
            return False
        lacking = [name for name, holds in self._holds(record).items() if not holds]
        return bool(lacking) and all(self._nearly_holds(name, record) for name in lacking)

    def _holds(self, record: Entry | Proposal) -> Mapping[str, bool]:
        claim = record.claim
        found: dict[str, bool] = {}
        if self.ids:
            found["ids"] = record.id in self.ids
        if self.entity is not None:
            found["entity"] = fold_name(claim.entity or "") == fold_name(self.entity)
        if self.attribute is not None:
            found["attribute"] = fold_attribute(claim.attribute or "") == fold_attribute(self.attribute)
        if self.words is not None:
            found["words"] = _says(said_by(record), self.words)
        if self.source is not None:
            named = (record.task_id, *(name for citation in record.citations for name in _names(citation)))
            found["source"] = self.source in named
        if self.person is not None:
            found["person"] = is_of_person(self.person, record)
        if self.kind is not None:
            found["kind"] = claim.kind is self.kind
        if self.scope is not None:
            found["scope"] = record.scope == self.scope
        return found

    def _nearly_holds(self, name: str, record: Entry | Proposal) -> bool:
        said = fold_text(said_by(record))
        if name == "words" and self.words is not None:
            wanted, given = set(stem_terms(self.words)), set(stem_terms(said_by(record)))
            return 2 * len(wanted & given) >= len(wanted) > 0
        if name == "entity" and self.entity is not None:
            return fold_name(self.entity) in said
        if name == "attribute" and self.attribute is not None:
            return fold_name(self.attribute) in said
        if name == "person" and self.person is not None:
            return fold_text(self.person) in said.split()
        if name == "source" and self.source is not None:
            folded = fold_text(self.source)
            return any(folded in fold_text(citation.address) for citation in record.citations)
        return False


def _are_of_type(ids: object, texts: tuple[object, ...], kind: object, scope: object) -> bool:
    if not isinstance(ids, tuple) or not isinstance(kind, Kind | None) or not isinstance(scope, Scope | None):
        return False
    return all(isinstance(one, str) for one in cast("tuple[object, ...]", ids)) and all(
        isinstance(text, str | None) for text in texts
    )


def is_of_person(person: str, record: Entry | Proposal) -> bool:
    """Tell whether an entry or a proposal lies in a scope that names the person, or is about the person."""
    return record.scope == Scope(user=person, project=record.scope.project, repository=record.scope.repository) or (
        concerns(person, record)
    )


def repeats(said: str, texts: Iterable[str]) -> bool:
    """Tell whether one of the folded texts stands in what was said, as whole words."""
    folded = fold_text(said)
    return any(text in folded and has_span(said, text) for text in texts)


def said_by(record: Entry | Proposal) -> str:
    """Give every text that somebody gave an entry or a proposal, one a line."""
    texts = [*_claim_texts(record.claim), own_detail(record.purpose)]
    if isinstance(record, Proposal):
        texts += [record.quoted, record.reason]
    return "\n".join(text for text in texts if text)


def _claim_texts(claim: Claim) -> Iterable[str]:
    return claim.fields().values()


def _says(said: str, words: str) -> bool:
    if has_span(said, words):
        return True
    wanted = set(stem_terms(words))
    return bool(wanted) and wanted <= set(stem_terms(said))


def _names(citation: Citation) -> frozenset[str]:
    place = citation.address.partition("::")[0]
    file, _, lines = place.rpartition(":")
    named = {citation.address, f"{citation.scheme}:{citation.address}", citation.origin.principal, place}
    if citation.scheme == "tool":
        named.add(citation.address.partition("#")[2])
    if file and lines.replace("-", "").isdigit():
        named.add(file)
    return frozenset(named)
