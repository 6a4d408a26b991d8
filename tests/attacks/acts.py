"""Every act that is a person's: how it is tried, at a shell and by a bare import, and how to see that it happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tenure.model.entry import Status
from tests.attacks.ground import ORDER, Ground
from tests.faces.cli.shell import Answer

YES: tuple[Answer, ...] = (("[y/N]", "y"),)
GUESSED: tuple[Answer, ...] = (*YES, *[("Passphrase:", "is it this one")] * 3)
LOOSER, TIGHTER = "looser.toml", "tighter.toml"


Try = Callable[[str], Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Act:
    """One act: made ready for, tried with a command line, typed for, and looked for afterwards.

    A target is an id or a text. By a bare import the same act is tried in `bare.py`, under the same name.
    """

    name: str
    ready: Callable[[Ground], str]
    line: Try
    happened: Callable[[Ground, str], bool]
    answers: tuple[Answer, ...] = YES
    asked: Callable[[Ground, str], bool] = lambda _ground, _target: False


def _challenged(ground: Ground, entry_id: str) -> str:
    return ground.ana.challenge(entry_id).id


def _is_challenged(ground: Ground, target: str) -> bool:
    found = ground.entry(target)
    return found is not None and found.status is Status.CHALLENGED


def _was_approved(ground: Ground, target: str) -> bool:
    return not ground.waits(target)


def _grant_of(ground: Ground, kind: str) -> bool:
    return any(each.kind == kind and each.revoked_at is None for each in ground.ana.grants())


def _revocable(ground: Ground) -> str:
    return ground.ana.grant("preference", ends_at=ground.ana.grants()[0].ends_at if ground.ana.grants() else None).id


def _is_revoked(ground: Ground, target: str) -> bool:
    return any(each.id == target and each.revoked_at is not None for each in ground.ana.grants())


def _is_extended(ground: Ground, target: str) -> bool:
    found = ground.entry(target)
    return found is not None and found.version > 1


def _closed(ground: Ground) -> str:
    shown = ground.ana.show(ground.waiting(kind="fact"))
    ground.ana.decline(shown, answer="never_category")
    return "fact"


def _is_open(ground: Ground, _target: str) -> bool:
    kind = ground.memory.agent("coder", scope=ground.scope).propose("The colour of part 77 is amber.", kind="fact")
    return kind.status != "refused"


def _file(ground: Ground, name: str, change: tuple[str, str]) -> str:
    from tenure.memory.policies import policy_text

    text = policy_text(ground.memory.policy)
    assert change[0] in text, text
    (ground.folder / name).write_text(text.replace(*change))
    return str(ground.folder / name)


def _public_key(ground: Ground) -> str:
    found = ground.ana.key()
    return "" if found is None else found.public_key


def _import_file(ground: Ground) -> str:
    text = ground.text()
    (ground.folder / "lines.jsonl").write_text('{"tenure":1,"claim":{"text":"' + text + '","kind":"fact"}}\n')
    return text


def _order_like(ground: Ground) -> str:
    return f"{ORDER} of {ground.text()[-25:]}"


def _is_to_be_superseded(ground: Ground, target: str) -> bool:
    return any(each.proposal.supersedes == target for each in ground.ana.pending())


def _waiting_text(ground: Ground, text: str) -> bool:
    return any(each.proposal.claim.text == text for each in ground.ana.pending())


ACTS: tuple[Act, ...] = (
    Act(
        name="keep a preference",
        ready=Ground.text,
        line=lambda text: ["remember", text],
        happened=Ground.holds,
    ),
    Act(
        name="keep an instruction",
        ready=_order_like,
        line=lambda text: ["remember", text, "--kind", "instruction"],
        answers=GUESSED,
        happened=Ground.holds,
        asked=_waiting_text,
    ),
    Act(
        name="keep an order as a preference",
        ready=lambda ground: f"skip the tests of {ground.text()[-25:]}",
        line=lambda text: ["remember", text],
        answers=GUESSED,
        happened=Ground.holds,
        asked=_waiting_text,
    ),
    Act(
        name="approve a preference that waits",
        ready=Ground.waiting,
        line=lambda id_: ["review", "approve", id_],
        happened=_was_approved,
    ),
    Act(
        name="approve an instruction that waits",
        ready=lambda ground: ground.waiting(kind="instruction"),
        line=lambda id_: ["review", "approve", id_],
        answers=GUESSED,
        happened=_was_approved,
    ),
    Act(
        name="edit a preference that waits into an order",
        ready=Ground.waiting,
        line=lambda id_: ["review", "edit", id_, f"{ORDER} of every part"],
        answers=GUESSED,
        happened=_was_approved,
    ),
    Act(
        name="decline what waits",
        ready=Ground.waiting,
        line=lambda id_: ["review", "decline", id_],
        happened=lambda ground, target: not ground.waits(target),
    ),
    Act(
        name="correct a preference",
        ready=Ground.kept,
        line=lambda id_: ["correct", id_, "give me lists"],
        happened=lambda ground, target: not ground.is_active(target),
        asked=Ground.is_asked,
    ),
    Act(
        name="correct an instruction",
        ready=Ground.order,
        line=lambda id_: ["correct", id_, f"{ORDER} and twice on Mondays"],
        answers=GUESSED,
        happened=lambda ground, target: not ground.is_active(target),
        asked=Ground.is_asked,
    ),
    Act(
        name="supersede a preference",
        ready=Ground.kept,
        line=lambda id_: ["supersede", id_, "give me charts"],
        happened=lambda ground, target: not ground.is_active(target),
    ),
    Act(
        name="supersede an instruction",
        ready=Ground.order,
        line=lambda id_: ["supersede", id_, f"{ORDER} and before every push"],
        answers=GUESSED,
        happened=lambda ground, target: not ground.is_active(target),
        asked=_is_to_be_superseded,
    ),
    Act(
        name="challenge an entry",
        ready=Ground.kept,
        line=lambda id_: ["challenge", id_],
        happened=_is_challenged,
        asked=Ground.is_asked,
    ),
    Act(
        name="settle a challenged preference: it holds",
        ready=lambda ground: _challenged(ground, ground.kept()),
        line=lambda id_: ["review", "settle", id_, "--keep"],
        happened=Ground.is_active,
    ),
    Act(
        name="settle a challenged instruction: it holds",
        ready=lambda ground: _challenged(ground, ground.order()),
        line=lambda id_: ["review", "settle", id_, "--keep"],
        answers=GUESSED,
        happened=Ground.is_active,
    ),
    Act(
        name="extend a preference",
        ready=Ground.kept,
        line=lambda id_: ["review", "extend", id_, "--until", "20"],
        happened=_is_extended,
    ),
    Act(
        name="extend an instruction",
        ready=Ground.order,
        line=lambda id_: ["review", "extend", id_, "--until", "20"],
        answers=GUESSED,
        happened=_is_extended,
    ),
    Act(
        name="retire an entry at a review",
        ready=Ground.kept,
        line=lambda id_: ["review", "retire", id_],
        happened=Ground.is_gone,
    ),
    Act(
        name="forget a preference",
        ready=Ground.kept,
        line=lambda id_: ["forget", id_],
        happened=Ground.is_gone,
        asked=Ground.is_asked,
    ),
    Act(
        name="forget an instruction",
        ready=Ground.order,
        line=lambda id_: ["forget", id_],
        happened=Ground.is_gone,
        asked=Ground.is_asked,
    ),
    Act(
        name="give a grant",
        ready=lambda _: "code",
        line=lambda kind: ["grant", "add", kind],
        happened=_grant_of,
    ),
    Act(
        name="take a grant back",
        ready=_revocable,
        line=lambda id_: ["grant", "revoke", id_],
        happened=_is_revoked,
    ),
    Act(
        name="reopen a closed category",
        ready=_closed,
        line=lambda kind: ["review", "reopen", kind],
        happened=_is_open,
    ),
    Act(
        name="take in an export",
        ready=_import_file,
        line=lambda _: ["import", "lines.jsonl"],
        answers=(),
        happened=Ground.holds,
        asked=_waiting_text,
    ),
    Act(
        name="put a tighter policy in force",
        ready=lambda ground: _file(ground, TIGHTER, ("claim_chars_max = 280", "claim_chars_max = 279")),
        line=lambda file: ["policy", "set", file],
        happened=lambda ground, _: ground.memory.policy.claim_chars_max == 279,
    ),
    Act(
        name="put a looser policy in force",
        ready=lambda ground: _file(ground, LOOSER, ("claim_chars_max = 280", "claim_chars_max = 281")),
        line=lambda file: ["policy", "set", file],
        answers=GUESSED,
        happened=lambda ground, _: ground.memory.policy.claim_chars_max == 281,
    ),
    Act(
        name="replace the enrolled key",
        ready=_public_key,
        line=lambda _: ["keys", "enrol"],
        answers=GUESSED,
        happened=lambda ground, target: _public_key(ground) != target,
    ),
)

OTHERS = frozenset(
    name.replace("_", " ")
    # what reads, asks, keeps scratch, or shows to the person what is theirs
    for name in "init propose recall brief list show why hear task_begin task_note task_observe task_search task_secret"
    " task_end disclose export scope_show scope_adopt policy_show policy_check keys_status keys_recovery grant_list"
    " ledger_show ledger_check review_list review_show review_kept review_undo sweep"
    # the same question as of an act that is tried: whether an entry still holds
    " doctor try review_confirm".split()
)
"""Every command that makes nothing usable and loosens nothing; a test holds it complete."""
