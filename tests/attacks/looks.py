"""What a ground is made ready with for one act, and how it is seen there that the act happened."""

from __future__ import annotations

from tenure.model.entry import Status
from tests.attacks.ground import ORDER, Ground


def challenged(ground: Ground, entry_id: str) -> str:
    return ground.ana.challenge(entry_id).id


def is_challenged(ground: Ground, target: str) -> bool:
    found = ground.entry(target)
    return found is not None and found.status is Status.CHALLENGED


def was_approved(ground: Ground, target: str) -> bool:
    return not ground.waits(target)


def grant_of(ground: Ground, kind: str) -> bool:
    return any(each.kind == kind and each.revoked_at is None for each in ground.ana.grants())


def revocable(ground: Ground) -> str:
    return ground.ana.grant("preference", ends_at=ground.ana.grants()[0].ends_at if ground.ana.grants() else None).id


def is_revoked(ground: Ground, target: str) -> bool:
    return any(each.id == target and each.revoked_at is not None for each in ground.ana.grants())


def is_extended(ground: Ground, target: str) -> bool:
    found = ground.entry(target)
    return found is not None and found.version > 1


def closed(ground: Ground) -> str:
    shown = ground.ana.show(ground.waiting(kind="fact"))
    ground.ana.decline(shown, answer="never_category")
    return "fact"


def is_open(ground: Ground, _target: str) -> bool:
    kind = ground.memory.agent("coder", scope=ground.scope).propose("The colour of part 77 is amber.", kind="fact")
    return kind.status != "refused"


def file(ground: Ground, name: str, change: tuple[str, str]) -> str:
    from tenure.memory.policies import policy_text

    text = policy_text(ground.memory.policy)
    assert change[0] in text, text
    (ground.folder / name).write_text(text.replace(*change))
    return str(ground.folder / name)


def public_key(ground: Ground) -> str:
    found = ground.ana.key()
    return "" if found is None else found.public_key


def import_file(ground: Ground) -> str:
    text = ground.text()
    (ground.folder / "lines.jsonl").write_text('{"tenure":1,"claim":{"text":"' + text + '","kind":"fact"}}\n')
    return text


def order_like(ground: Ground) -> str:
    return f"{ORDER} of {ground.text()[-25:]}"


def is_to_be_superseded(ground: Ground, target: str) -> bool:
    return any(each.proposal.supersedes == target for each in ground.ana.pending())


def waiting_text(ground: Ground, text: str) -> bool:
    return any(each.proposal.claim.text == text for each in ground.ana.pending())
