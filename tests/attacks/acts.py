"""Every act that is a person's: how it is tried, at a shell and by a bare import, and how to see that it happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.attacks import looks
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


ACTS: tuple[Act, ...] = (
    Act(
        name="keep a preference",
        ready=Ground.text,
        line=lambda text: ["remember", text],
        happened=Ground.holds,
    ),
    Act(
        name="keep an instruction",
        ready=looks.order_like,
        line=lambda text: ["remember", text, "--kind", "instruction"],
        answers=GUESSED,
        happened=Ground.holds,
        asked=looks.waiting_text,
    ),
    Act(
        name="keep an order as a preference",
        ready=lambda ground: f"skip the tests of {ground.text()[-25:]}",
        line=lambda text: ["remember", text],
        answers=GUESSED,
        happened=Ground.holds,
        asked=looks.waiting_text,
    ),
    Act(
        name="approve a preference that waits",
        ready=Ground.waiting,
        line=lambda id_: ["review", "approve", id_],
        happened=looks.was_approved,
    ),
    Act(
        name="approve an instruction that waits",
        ready=lambda ground: ground.waiting(kind="instruction"),
        line=lambda id_: ["review", "approve", id_],
        answers=GUESSED,
        happened=looks.was_approved,
    ),
    Act(
        name="edit a preference that waits into an order",
        ready=Ground.waiting,
        line=lambda id_: ["review", "edit", id_, f"{ORDER} of every part"],
        answers=GUESSED,
        happened=looks.was_approved,
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
        asked=looks.is_to_be_superseded,
    ),
    Act(
        name="challenge an entry",
        ready=Ground.kept,
        line=lambda id_: ["challenge", id_],
        happened=looks.is_challenged,
        asked=Ground.is_asked,
    ),
    Act(
        name="settle a challenged preference: it holds",
        ready=lambda ground: looks.challenged(ground, ground.kept()),
        line=lambda id_: ["review", "settle", id_, "--keep"],
        happened=Ground.is_active,
    ),
    Act(
        name="settle a challenged instruction: it holds",
        ready=lambda ground: looks.challenged(ground, ground.order()),
        line=lambda id_: ["review", "settle", id_, "--keep"],
        answers=GUESSED,
        happened=Ground.is_active,
    ),
    Act(
        name="extend a preference",
        ready=Ground.kept,
        line=lambda id_: ["review", "extend", id_, "--until", "20"],
        happened=looks.is_extended,
    ),
    Act(
        name="extend an instruction",
        ready=Ground.order,
        line=lambda id_: ["review", "extend", id_, "--until", "20"],
        answers=GUESSED,
        happened=looks.is_extended,
    ),
    Act(
        name="say that a named event happened",
        ready=lambda ground: ground.ana.remember(ground.text(), review_on="release").entry_id,
        line=lambda _: ["review", "event", "release"],
        happened=lambda ground, target: not ground.is_usable(target),
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
        happened=looks.grant_of,
    ),
    Act(
        name="take a grant back",
        ready=looks.revocable,
        line=lambda id_: ["grant", "revoke", id_],
        happened=looks.is_revoked,
    ),
    Act(
        name="reopen a closed category",
        ready=looks.closed,
        line=lambda kind: ["review", "reopen", kind],
        happened=looks.is_open,
    ),
    Act(
        name="take in an export",
        ready=looks.import_file,
        line=lambda _: ["import", "lines.jsonl"],
        answers=(),
        happened=Ground.holds,
        asked=looks.waiting_text,
    ),
    Act(
        name="put a tighter policy in force",
        ready=lambda ground: looks.file(ground, TIGHTER, ("claim_chars_max = 280", "claim_chars_max = 279")),
        line=lambda file: ["policy", "set", file],
        happened=lambda ground, _: ground.memory.policy.claim_chars_max == 279,
    ),
    Act(
        name="put a looser policy in force",
        ready=lambda ground: looks.file(ground, LOOSER, ("claim_chars_max = 280", "claim_chars_max = 281")),
        line=lambda file: ["policy", "set", file],
        answers=GUESSED,
        happened=lambda ground, _: ground.memory.policy.claim_chars_max == 281,
    ),
    Act(
        name="replace the enrolled key",
        ready=looks.public_key,
        line=lambda _: ["keys", "enrol"],
        answers=GUESSED,
        happened=lambda ground, target: looks.public_key(ground) != target,
    ),
)

OTHERS = frozenset(
    name.replace("_", " ")
    # what reads, asks, keeps scratch, or shows to the person what is theirs
    for name in "init propose recall brief list show why hear task_begin task_note task_observe task_search task_secret"
    " task_drafts task_summary"
    " task_end disclose export scope_show scope_adopt policy_show policy_check keys_status keys_recovery grant_list"
    " ledger_show ledger_check review_list review_show review_kept review_undo report_asking report_calibration sweep"
    " verify cite screen hook setup"
    " ledger_anchor erased"
    # what drafts, or brings back nothing but what was approved; `accept` is for a store whose heads are lost
    " heal backup restore keys_accept"
    # what evaluates a memory of its own, in a folder of its own
    " eval_run eval_suites eval_report eval_compare eval_peers_install"
    # what keeps the root key elsewhere: nothing that is kept changes
    " keys_rotate keys_move move_pack move_unpack"
    # the same question as of an act that is tried: whether an entry still holds
    " doctor try review_confirm".split()
)
"""Every command that makes nothing usable and loosens nothing; a test holds it complete."""
