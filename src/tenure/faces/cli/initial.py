"""The first command: makes this person's store, asks in plain words what agents may keep, and says how to undo it."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure import Memory, PersonHandle, Policy, Scope, wiring
from tenure.clock import SystemClock
from tenure.errors import ConflictError, NotAllowedError, NotFoundError, RequestError, StoreError
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, ExitCode, NextStep
from tenure.faces.cli.granting import MEANINGS
from tenure.faces.cli.opening import Json, check_home
from tenure.faces.cli.terminal import Terminal, is_there, one_line
from tenure.model.principal import Strength
from tenure.wiring import parts
from tenure.wiring.folders import folders_for, home_folder

BACKUP_DAYS_MAX: Final = 3_650
REFS_MAX: Final = 5
TRIES_MAX: Final = 3
LOST: Final = "lost keys are lost memory: back up the key folder apart from the data; see `tenure keys recovery`"
_KEYS_ELSEWHERE: Final = frozenset({"keys_missing", "wrong_root_key", "foreign_store", "keys_damaged"})


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("init")(init)


def init(
    *,
    person: Annotated[str | None, typer.Option(help="Whose memory it is; your account's name if left out.")] = None,
    preset: Annotated[
        str | None, typer.Option(help="The policy to start from: personal (if left out), team or strict.")
    ] = None,
    is_adopting: Annotated[
        bool, typer.Option("--adopt", help="For a store whose keys are not on this account: says what can be done.")
    ] = False,
    json: Json = False,
) -> None:
    """Make your store, or say what there is; asks what agents may keep, and grants nothing when nobody is there."""

    def work() -> Answer:
        if is_adopting:
            return _adopted()
        try:
            memory = wiring.open(create=False)
        except StoreError as error:
            if error.code != "no_store":
                raise
            return _made(person, preset or "personal")
        with memory:
            return _found(memory, person, preset)

    answer("init", json=json, work=work)


def _made(person: str | None, preset: str) -> Answer:
    owner = Scope(user=getpass.getuser() if person is None else person).user or ""
    policy, wanted = wiring.preset(preset), list[str]()
    if not is_there():
        with wiring.open(policy=policy) as memory:
            owner = _own(memory, owner)
            return _told(memory, owner, ["nobody was at a terminal: nothing was granted and no key was enrolled"])
    check_home()
    with Terminal() as terminal:
        terminal.say(f"This makes the memory of {owner}, policy '{preset}'.")
        wanted, policy = _asked_grants(terminal, policy)
        policy = _asked_backups(terminal, policy)
        with wiring.open(policy=policy) as memory:
            owner = _own(memory, owner)
            handle = memory.person(owner, strength=Strength.TERMINAL)
            said = [f"granted: {handle.grant(kind).id} ({kind})" for kind in wanted]
            said += _asked_key(terminal, handle)
            return _told(memory, owner, said)


def _own(memory: Memory, person: str) -> str:
    """Make the person the owner, and give the owner: somebody else if another first start was faster."""
    with suppress(NotAllowedError, ConflictError):
        memory.operator(person).own()
    return memory.owner()


def _found(memory: Memory, person: str | None, preset: str | None) -> Answer:
    """Say what there is; somebody at the terminal is offered what was not decided yet.

    Raises:
        RequestError: An option asks for another person or preset than the store has; nothing was changed.
    """
    if preset not in (None, memory.policy.name):
        raise RequestError(
            f"there is a store already, with the policy '{memory.policy.name}': --preset changes nothing in it",
            code="store_exists",
            hint="Change its policy with `tenure policy set FILE`.",
        )
    try:
        owner = memory.owner()
    except NotFoundError:
        owner = Scope(user=getpass.getuser() if person is None else person).user or ""
        owner = _own(memory, owner)
    if person not in (None, owner):
        raise RequestError(
            f"there is a store already, and it is the memory of {owner}: --person changes nothing in it",
            code="store_exists",
            hint="Leave --person out; another store needs another TENURE_HOME.",
        )
    said = list[str]()
    if is_there() and memory.is_writable:
        handle = memory.person(owner, strength=Strength.TERMINAL)
        with Terminal() as terminal:
            terminal.say(f"There is the memory of {owner} already, policy '{memory.policy.name}'; it stays as it is.")
            said += _asked_key(terminal, handle)
    return _told(memory, owner, said, is_new=False)


def _asked_grants(terminal: Terminal, policy: Policy) -> tuple[list[str], Policy]:
    if not policy.grants_allowed:
        return [], policy
    wanted: list[str] = []
    terminal.say("May agents keep these without asking you each time? You can take it back at any moment.")
    if terminal.agrees(f"  {MEANINGS['preference']}?"):
        wanted.append("preference")
    if terminal.agrees(f"  {MEANINGS['code']}?"):
        wanted.append("code")
        policy = replace(policy, trusted_refs=_asked_branches(terminal))
    return wanted, policy


def _asked_branches(terminal: Terminal) -> tuple[str, ...]:
    proposed = parts.default_branch(Path.cwd()) or "main"
    for _ in range(TRIES_MAX):
        said = terminal.ask(f"  Which branches do you trust, with commas between? [{proposed}]")
        if said.strip().lower() not in {"y", "yes", "n", "no"}:  # typed on, as to the questions before
            refs = tuple(dict.fromkeys(each.strip() for each in said.split(",") if each.strip()))
            return refs[:REFS_MAX] or (proposed,)
        terminal.say(f"  Names of branches, please; nothing typed means {proposed}.")
    return (proposed,)


def _asked_backups(terminal: Terminal, policy: Policy) -> Policy:
    if not terminal.agrees("Do your backups include your home folder?"):
        return policy
    for _ in range(TRIES_MAX):
        said = terminal.ask("  For how many days are they kept?")
        if said.isascii() and said.isdigit() and len(said) < 6 and int(said) <= BACKUP_DAYS_MAX:
            return replace(policy, backups_days=int(said))
        terminal.say(f"  A whole number from 0 to {BACKUP_DAYS_MAX}, please.")
    return policy


def _asked_key(terminal: Terminal, person: PersonHandle) -> list[str]:
    """Offer a key with a passphrase; without one nothing that governs agents can be approved."""
    if person.has_key:
        return []
    terminal.say("Orders to agents, and anything that widens what is kept, need a key with a passphrase.")
    if not terminal.agrees("Make one now?"):
        return ["no key was enrolled: `tenure keys enrol` makes one"]
    for _ in range(TRIES_MAX):
        first = terminal.passphrase("A passphrase of eight characters or more:")
        if first != terminal.passphrase("The same again:"):
            terminal.say("They differ.")
            continue
        try:
            person.enrol(first)
        except RequestError as error:
            terminal.say(f"{error}. {error.hint}")
            continue
        return ["a key was enrolled"]
    return ["no key was enrolled: `tenure keys enrol` makes one"]


def _told(memory: Memory, owner: str, said: Sequence[str], *, is_new: bool = True) -> Answer:
    folders = folders_for(None, create=False)
    handle = memory.person(owner)
    grants = [each for each in handle.grants() if each.is_in_force(SystemClock().now())]
    undo = "; to take a grant back: tenure grant list" if grants else ""
    return Answer(
        status="done",
        lines=[
            f"{'made' if is_new else 'there is'} the memory of {owner}, policy '{memory.policy.name}'",
            f"  data    {one_line(folders.data)}",
            f"  keys    {one_line(folders.keys)}",
            f"  key     {'enrolled' if handle.has_key else 'none enrolled'}",
            f"  grants  {', '.join(each.kind.value for each in grants) or 'none'}",
            *(f"  {each}" for each in said),
            f"  {LOST}",
        ],
        data={
            "person": owner,
            "policy": memory.policy.name,
            "is_new": is_new,
            "data": str(folders.data),
            "keys": str(folders.keys),
            "has_key": handle.has_key,
            "grants": [each.id for each in grants],
            "trusted_refs": list(memory.policy.trusted_refs),
        },
        scope=Scope(user=owner),
        next=[NextStep(who="person", do=f'tenure remember "..."{undo}; tenure doctor')],
    )


def _adopted() -> Answer:
    """Explain a store whose keys are elsewhere; on a person's word set its data aside, so that a new one can begin."""
    try:
        with wiring.open(create=False) as memory:
            return _told(memory, memory.owner(), ["its keys are here: there is nothing to adopt"], is_new=False)
    except StoreError as error:
        if error.code not in _KEYS_ELSEWHERE:
            raise
        reason = error
    home = home_folder()
    data, keys = home / "store", home / "keys"
    explained = [
        f"the data in {data} cannot be opened: {reason} [{reason.code}]",
        "without its keys nothing in it can be read, by anybody; there is no other way in",
        f"if you have its key folder (a copy, another disk), put it into {keys} under the name in {data / 'store.id'}",
        "if not, this data can only be set aside, and a new memory begun",
    ]
    if not is_there():
        raise NotAllowedError(
            "the keys of this store are not on this account",
            code="no_terminal",
            hint=f"Put its key folder into {keys}, or run `tenure init --adopt` at a terminal.",
        )
    with Terminal() as terminal:
        for line in explained:
            terminal.say(line)
        if not terminal.agrees("Set the data aside? Nothing is deleted."):
            return Answer(status="declined", lines=["nothing was changed"], exit_code=ExitCode.NOT_SO)
        aside = data.with_name(f"{data.name}-aside-{SystemClock().now():%Y%m%d-%H%M%S}")
        data.rename(aside)
    return Answer(
        status="done",
        lines=[f"set aside: {aside}"],
        data={"aside": str(aside)},
        next=[NextStep(who="person", do="tenure init")],
    )
