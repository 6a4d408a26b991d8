"""Support (R06): do the cited words carry the claim?

| code | outcome | when |
| --- | --- | --- |
| verbatim | passes | the claim is one contiguous run of a person's own heard words, in a sentence that says the same |
| check_holds | passes | the declarative check on the cited code holds, and the claim says no more than it |
| symbol_cited | passes | a code claim says that the symbol is there that it cites, and no more |
| code_needs_source | refuses | a code claim cites no code |
| check_fails | refuses | the declarative check does not hold |
| support_disagrees | refuses | a number, a name or a negation of the claim is not so in the cited words |
| cut_short | asks | the words are the person's, but the rest of their sentence may turn them |
| says_more | asks | the check holds, or the symbol is there, and the claim says more than that |
| inferred | asks | nothing cited carries it literally: a person reads it as what the agent believes |
| person_states | asks | a person states it; the approval becomes its source |
"""

from __future__ import annotations

from collections.abc import Iterator

from tenure.model.claim import Kind
from tenure.model.decision import Request, Verdict
from tenure.write.coded import says_no_more
from tenure.write.context import WriteContext
from tenure.write.evidence import own_statement, own_word
from tenure.write.verdicts import Voice
from tenure.write.wording import disagreement, fold

VOICE = Voice("support", "R06")

_UNCITED = (("because", ""),)


def judge(context: WriteContext) -> Verdict:
    """Judge the claim against the passages that were cited for it."""
    draft = context.draft
    if draft.request in (Request.FORGET, Request.CHALLENGE):
        return VOICE.passes()
    if draft.claim.kind is Kind.CODE:
        early = _judge_code(context)
        if early is not None:
            return early
    if draft.is_by_person:
        return VOICE.asks("person_states", "The approval becomes its source.")
    if own_statement(draft) is not None:
        return VOICE.passes("verbatim")
    if own_word(draft) is not None:
        return VOICE.asks("cut_short", "The rest of the sentence may change what these words mean.", field="text")
    passages = [cited.passage for cited in draft.cited if cited.passage.strip()]
    if passages:
        is_prose = all(cited.citation.scheme != "code" for cited in draft.cited)
        what = disagreement(draft.claim.text, passages, known=_known(context), is_prose=is_prose)
        if what:
            # Without its source the claim is what the agent believes; code has no such way.
            kind = (("kind", Kind.FACT.value),) if draft.claim.kind is Kind.CODE else ()
            reason = f"A {what} in the claim is not so in the cited words; cite what carries it, or cite nothing."
            return VOICE.refuses("support_disagrees", reason, field="text", try_=(*kind, *_UNCITED))
    if is_inferred(context):
        return VOICE.asks("inferred", "Nothing cited says so literally; a person must read it.", field="text")
    return VOICE.passes("symbol_cited") if _says_no_more(context) else _says_more()


def is_inferred(context: WriteContext) -> bool:
    """Tell whether the claim is the proposer's reading and not literally in, or checked against, its source."""
    draft = context.draft
    if any(cited.check_holds is True for cited in draft.cited) or own_statement(draft) is not None:
        return False
    return not (draft.claim.kind is Kind.CODE and any(_names_symbol(context)))


def _judge_code(context: WriteContext) -> Verdict | None:
    cited = context.draft.cited
    if not any(one.citation.scheme == "code" for one in cited):
        return VOICE.refuses(
            "code_needs_source",
            "A code claim needs the place in the code that it speaks of.",
            field="because",
            try_=(("kind", Kind.FACT.value),),
        )
    if any(one.check_holds is False for one in cited):
        return VOICE.refuses(
            "check_fails",
            "The check on the cited code does not hold.",
            field="because",
            try_=(("kind", Kind.FACT.value), *_UNCITED),
        )
    if not context.draft.is_by_person and any(one.check_holds is True for one in cited):
        return VOICE.passes("check_holds") if _says_no_more(context) else _says_more()
    return None


def _says_no_more(context: WriteContext) -> bool:
    return any(says_no_more(context.draft.claim, cited) for cited in context.draft.cited)


def _says_more() -> Verdict:
    return VOICE.asks("says_more", "It says more than what was checked; a person must read it.", field="text")


def _names_symbol(context: WriteContext) -> Iterator[bool]:
    """Give, for each cited symbol, whether the claim names it."""
    claim = context.draft.claim
    text = fold(" ".join((claim.text, claim.entity or "")))
    for cited in context.draft.cited:
        if cited.has_symbol:
            symbol = cited.citation.address.rpartition("::")[2].split(" ")[0].rpartition(".")[2]
            yield bool(symbol) and fold(symbol) in text


def _known(context: WriteContext) -> tuple[str, ...]:
    draft = context.draft
    return (
        *(part for cited in draft.cited for part in (cited.citation.address, cited.citation.origin.principal)),
        *(value for _, value in draft.scope.parts()),
        draft.claim.concerns or "",
    )
