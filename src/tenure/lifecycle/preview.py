"""Gather what forgetting would reach: what is selected, its history, what rests on it, what repeats it (R26, R28)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from itertools import islice

from tenure.errors import NotAllowedError, NotFoundError
from tenure.lifecycle.cascade import dependents_among, parent_ids
from tenure.lifecycle.doubt import settings_of
from tenure.lifecycle.gather import concerns, entries_in, owns, under
from tenure.lifecycle.selector import Selector, repeats, said_by
from tenure.model.claim import Claim
from tenure.model.decision import Proposal
from tenure.model.entry import Entry
from tenure.model.folding import fold_text
from tenure.model.grant import Grant, Person
from tenure.model.scope import Scope
from tenure.store.port import Entries, Notes
from tenure.store.records import Note, NoteKind, Setting
from tenure.values import dataclass
from tenure.write.index import derived_in

NEAR_MISSES_MAX = 20
_BESIDE = "To forget what is about somebody else in your own scopes, name a kind or a scope beside the person."


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What forgetting would erase, for a person to see before.

    Args:
        selector: What was asked.
        scopes: Where it was looked for.
        person: Who asked.
        entries: The entries selected, of whatever status.
        earlier: Entries that those superseded: their history.
        dependents: Entries that rest on those, at any depth, where the person may erase.
        proposals: Proposals that ask for the same, quote it or rest on it.
        notes: Notes of living tasks that are meant, say the same, or were made from such a note.
        near_misses: Entries that nearly match and are kept; at most `NEAR_MISSES_MAX`.
        grants: For everything of one person: the grants that the person gave.
        people: For everything of one person: the person's own record.
        settings: Small records that name what is erased.
        task_ids: The living tasks whose notes were looked through.
        as_operator: Whether the operator asked, who may erase in every scope.
        keeps_key: Whether an enrolled *present* key stays though everything of its person goes.
    """

    selector: Selector = field(repr=False)
    scopes: tuple[Scope, ...]
    person: str
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    earlier: tuple[Entry, ...] = field(default=(), repr=False)
    dependents: tuple[Entry, ...] = field(default=(), repr=False)
    proposals: tuple[Proposal, ...] = field(default=(), repr=False)
    notes: tuple[Note, ...] = field(default=(), repr=False)
    near_misses: tuple[Entry, ...] = field(default=(), repr=False)
    grants: tuple[Grant, ...] = ()
    people: tuple[Person, ...] = field(default=(), repr=False)
    settings: tuple[Setting, ...] = field(default=(), repr=False)
    task_ids: tuple[str, ...] = ()
    as_operator: bool = False
    keeps_key: bool = False

    @property
    def erased(self) -> tuple[Entry, ...]:
        """Every entry that would be erased."""
        return (*self.entries, *self.earlier, *self.dependents)

    @property
    def others(self) -> tuple[Grant | Person | Setting, ...]:
        """Every record beside entries and proposals that would be erased."""
        return (*self.grants, *self.people, *self.settings)

    def reached(self) -> frozenset[tuple[str, Claim | None]]:
        """Give id and claim of every record that it erases, to tell whether what was shown is still so.

        Versions are left to compare-and-set: they move when an entry is used.
        """
        claims: list[Entry | Proposal] = [*self.erased, *self.proposals]
        found = {(record.id, record.claim) for record in claims}
        return frozenset(found | {(record.id, None) for record in self.others})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What forgetting reaches.

    Args:
        shown: What would be erased, for a person to see before.
        elsewhere: What rests on that where the person may not erase: it goes to its owner's review (R26). It is no part
            of what is shown: whoever forgets may not see it, nor count it (R35).
    """

    shown: Preview
    elsewhere: tuple[Entry, ...] = field(default=(), repr=False)


def reach(
    selector: Selector,
    scopes: Sequence[Scope],
    *,
    person: str,
    entries: Entries,
    notes: Notes | None = None,
    task_ids: Sequence[str] = (),
    own_task_ids: Collection[str] = (),
    as_operator: bool = False,
    keeps_key: bool = False,
    keeps_earlier: bool = False,
) -> Reach:
    """Give what the selector reaches; writes nothing.

    Args:
        selector: Which entries are meant.
        scopes: Where to look; scopes of other users are passed over, except for what is about the person.
        person: Who asks.
        entries: The durable store.
        notes: Scratch, to find copies in the living tasks ``task_ids``.
        task_ids: The tasks whose notes this process may read.
        own_task_ids: Those of them that are this person's alone: with everything of the person all their notes go.
        as_operator: Whether the operator asks, who may erase everywhere and for every person.
        keeps_key: Whether an enrolled *present* key stays though everything of its person goes: without the passphrase
            nobody may clear the way for another key (R33).
        keeps_earlier: Whether what the selected entries replaced stays as it is: superseded.

    Raises:
        NotAllowedError: Everything of another person is meant, and no operator asks.
    """
    if selector.is_whole_person and selector.person != person and not as_operator:
        raise NotAllowedError("everything of a person is forgotten by that person, or by the operator", hint=_BESIDE)
    places = _places(selector, scopes, person=person, entries=entries, as_operator=as_operator)
    whole = selector.person if selector.is_whole_person else None
    subject = _subject(selector, person)
    near = places if whole is None else entries.scopes_with(user=Scope(user=whole).user, is_shared=True)
    about = {entry_id: scope for scope, entry_id in entries.concerning(subject)}

    def find(ids: Collection[str]) -> Iterator[Entry]:
        found = [*entries.read(near, tuple(ids))]
        for entry_id in (ids & about.keys()) - {record.id for record in found}:
            found += entries.read((about[entry_id],), (entry_id,))
        return (record for record in found if isinstance(record, Entry))

    if selector.ids:
        held = _by_id(find(selector.ids))
    else:
        held = _by_id((*entries_in(near, entries=entries, kind=selector.kind), *find(about.keys())))

    def is_theirs(record: Entry | Proposal) -> bool:
        return _may_erase(record, selector, person=person, as_operator=as_operator)

    visible = [entry for entry in held.values() if is_theirs(entry)]
    chosen = [entry for entry in visible if selector.selects(entry)]
    earlier = [] if keeps_earlier else _earlier(chosen, held, find)
    roots = (*chosen, *earlier)
    resting = dependents_among(roots, _derived(roots, places, about, entries=entries))
    dependents = [entry for entry in resting if is_theirs(entry)]
    gone = (*roots, *dependents)
    shown = Preview(
        selector=selector,
        scopes=tuple(scopes),
        person=person,
        entries=tuple(chosen),
        earlier=tuple(earlier),
        dependents=tuple(dependents),
        proposals=tuple(one for one in _proposals(selector, gone, places, entries=entries) if is_theirs(one)),
        notes=_notes(selector, gone, notes, task_ids, person=subject, own_task_ids=own_task_ids),
        near_misses=tuple(_near_misses(selector, visible, but=gone)),
        grants=() if whole is None else tuple(given for given in entries.held(Grant, places) if given.person == whole),
        people=_people(whole, entries, keeps_key=keeps_key),
        settings=settings_of(whole, gone, places, entries=entries),
        task_ids=tuple(task_ids),
        as_operator=as_operator,
        keeps_key=keeps_key,
    )
    return Reach(shown=shown, elsewhere=tuple(entry for entry in resting if not is_theirs(entry)))


def _subject(selector: Selector, person: str) -> str:
    return selector.person if selector.is_whole_person and selector.person is not None else person


def _may_erase(record: Entry | Proposal, selector: Selector, *, person: str, as_operator: bool) -> bool:
    # For everything of one person not even the operator erases in a bystander's scope.
    may_all = as_operator and not selector.is_whole_person
    subject = _subject(selector, person)
    return may_all or owns(subject, record.scope) or concerns(subject, record)


def _people(whole: str | None, entries: Entries, *, keeps_key: bool) -> tuple[Person, ...]:
    held = () if whole is None else entries.held(Person, (Scope(user=whole),))
    return tuple(person for person in held if not (keeps_key and person.public_key))


def _near_misses(selector: Selector, visible: Sequence[Entry], *, but: Sequence[Entry]) -> Iterator[Entry]:
    ids = {entry.id for entry in but}
    near = (entry for entry in visible if entry.id not in ids and selector.nearly_selects(entry))
    return islice(near, NEAR_MISSES_MAX)


def _places(
    selector: Selector, scopes: Sequence[Scope], *, person: str, entries: Entries, as_operator: bool
) -> tuple[Scope, ...]:
    if selector.is_whole_person:  # what is about the person can wait as a proposal anywhere
        return entries.scopes_with()
    places = list(scopes)
    if selector.person is not None and (as_operator or selector.person == person):
        places += entries.scopes_with(user=Scope(user=selector.person).user)
    return tuple(dict.fromkeys(place for place in places if as_operator or owns(person, place)))


def _derived(
    chosen: Iterable[Entry], places: Sequence[Scope], about: Mapping[str, Scope], *, entries: Entries
) -> Iterator[Entry]:
    """Give what rests on anything: where was looked, where what is chosen is seen, and what is about the person."""
    reached = dict.fromkeys(entry.scope for entry in chosen)
    narrower = (each for scope in reached for each in under(scope, entries=entries))
    inside = dict.fromkeys((*places, *narrower))
    found = derived_in(tuple(dict.fromkeys((*inside, *about.values()))), entries)
    return (entry for entry in found if entry.scope in inside or entry.id in about)


def _by_id(found: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.id: entry for entry in found}


def _earlier(
    chosen: Sequence[Entry], held: Mapping[str, Entry], find: Callable[[Collection[str]], Iterable[Entry]]
) -> list[Entry]:
    seen = {entry.id for entry in chosen}
    found: list[Entry] = []
    latest: Sequence[Entry] = chosen
    while wanted := {entry.supersedes: None for entry in latest if entry.supersedes and entry.supersedes not in seen}:
        seen |= wanted.keys()
        known = [held[each] for each in wanted if each in held]
        latest = [*known, *find([each for each in wanted if each not in held])]
        found += latest
    return found


def _proposals(
    selector: Selector, gone: Sequence[Entry], places: Sequence[Scope], *, entries: Entries
) -> tuple[Proposal, ...]:
    ids = {entry.id for entry in gone}
    made_from = {entry.proposal_id for entry in gone}
    texts = {fold_text(entry.claim.text) for entry in gone}
    everywhere = tuple(dict.fromkeys((*places, *(entry.scope for entry in gone))))

    def falls(proposal: Proposal) -> bool:
        if proposal.id in made_from or {proposal.target_id, proposal.supersedes, *parent_ids(proposal)} & ids:
            return True
        return repeats(said_by(proposal), texts)

    waiting = entries.held(Proposal, everywhere)
    return tuple(proposal for proposal in waiting if selector.selects(proposal) or falls(proposal))


def _notes(
    selector: Selector,
    gone: Sequence[Entry],
    notes: Notes | None,
    task_ids: Sequence[str],
    *,
    person: str,
    own_task_ids: Collection[str],
) -> tuple[Note, ...]:
    """Give the notes that are meant themselves or say what goes, and at any depth those made from them.

    What another person said stays, whatever it repeats.
    """
    heard = {citation.address for entry in gone for citation in entry.citations if citation.scheme == "statement"}
    texts = {fold_text(entry.claim.text) for entry in gone}
    found: list[Note] = []
    for task_id in task_ids if notes is not None else ():
        with suppress(NotFoundError):  # the task has ended, and its notes with it
            found += () if notes is None else notes.notes(task_id)

    def is_meant(note: Note) -> bool:
        if selector.is_whole_person and (note.task_id in own_task_ids or note.source == person):
            return True
        return note.id in heard or selector.selects_note(note) or repeats(note.text, texts)

    reached: set[str] = set()
    for note in found:  # oldest first: a note rests on earlier ones alone
        is_anothers = note.kind is NoteKind.HEARD and note.source != person
        if not is_anothers and (is_meant(note) or reached.intersection(note.derived_from)):
            reached.add(note.id)
    return tuple(note for note in found if note.id in reached)
