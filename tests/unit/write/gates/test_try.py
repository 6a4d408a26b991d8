"""For every refusal that an agent can mend, applying what it says literally is not refused for that code again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenure.model.claim import Claim, Kind, Purpose
from tenure.model.decision import Fix, GateOutcome
from tenure.model.lifetime import Lifetime
from tenure.model.principal import Channel, Origin
from tenure.write.gates import judge_all
from tests.unit.write.making import ANA, HERE, NOW, code, context, draft, heard, seen

WORDS = st.sampled_from(
    "use a table never 3 30 Postgres src/a.py invoice.py User: Assistant: - * 1. e.g. Tables. Stop! why? now just "
    "inspected files a.py, b.py \n \u202e \u200b \x1b[0m `x` Money.Round API currently avoid tabs 表。 ... \t".split(
        " "
    )
)
TEXTS = st.lists(WORDS, min_size=1, max_size=50).map(" ".join).filter(str.strip)
LINES = st.one_of(st.none(), TEXTS)
CITED = st.lists(
    st.one_of(
        TEXTS.map(heard),
        TEXTS.map(lambda text: heard(text, scope=HERE)),
        TEXTS.map(seen),
        st.builds(code, TEXTS, check_holds=st.sampled_from([None, True, False]), has_symbol=st.booleans()),
    ),
    max_size=6,
).map(tuple)
INSTANTS = st.integers(-60, 5_000).map(lambda days: NOW + timedelta(days=days))
LIFETIMES = st.one_of(st.none(), st.builds(Lifetime, expires_at=INSTANTS), st.builds(Lifetime, review_at=INSTANTS))
DRAFTS = st.builds(
    lambda made, text, kind, when, slot, **changes: replace(
        made, claim=Claim(text=text, kind=kind, applies_when=when, **dict(slot)), **changes
    ),
    st.just(draft()),
    TEXTS,
    st.sampled_from(Kind),
    LINES,
    st.one_of(st.just({}), st.fixed_dictionaries({"entity": TEXTS, "attribute": TEXTS, "value": TEXTS})),
    purpose=st.one_of(
        st.none(),
        st.builds(
            Purpose, name=st.sampled_from(["answering", "coding", "gossip"]), detail=st.one_of(st.just(""), TEXTS)
        ),
    ),
    cited=CITED,
    lifetime=LIFETIMES,
    valid_from=st.one_of(st.none(), INSTANTS),
    valid_until=st.one_of(st.none(), INSTANTS),
    scope=st.sampled_from([ANA, HERE]),
    proposer=st.sampled_from(
        [Origin(channel=Channel.AGENT, principal="coder"), Origin(channel=Channel.USER, principal="ana")]
    ),
    is_tainted=st.booleans(),
    reason=st.one_of(st.just(""), TEXTS),
)


FIELDS = ("applies_when", "concerns", "value", "entity", "attribute")


def applied(made, arguments):
    """Change a draft as an agent does who sends the named arguments literally."""
    fields = {name: value or None for name, value in arguments if name in FIELDS}
    made = replace(made, claim=replace(made.claim, **fields))
    for name, value in arguments:
        if name in fields:
            continue
        if name == "claim":
            made = replace(made, claim=replace(made.claim, text=value))
        elif name == "kind":
            made = replace(made, claim=replace(made.claim, kind=Kind(value)))
        elif name == "purpose":
            head, _, detail = value.partition(": ")
            made = replace(made, purpose=Purpose(name=head, detail=detail))
        elif name == "because":
            wanted = value.split(", ") if value else []
            kept = [one for one in made.cited if f"{one.citation.scheme}:{one.citation.address}" in wanted]
            made = replace(made, cited=tuple(kept[: len(wanted)]))
        elif name == "expires_at":
            made = replace(made, lifetime=Lifetime(expires_at=datetime.fromisoformat(value)))
        elif name == "valid_until":
            made = replace(made, valid_until=None)
        else:
            assert name == "reason", name
            made = replace(made, reason=value)
    return made


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(DRAFTS, st.booleans())
def test_applying_what_a_refusal_says_mends_it(made, raw):
    for verdict in judge_all(context(made, raw=raw)):
        if verdict.outcome is not GateOutcome.REFUSES or verdict.fix is not Fix.AGENT:
            continue
        assert verdict.try_
        again = judge_all(context(applied(made, verdict.try_), raw=raw))
        assert verdict.code not in {one.code for one in again if one.outcome is GateOutcome.REFUSES}


def test_the_reference_instant_is_the_tests_own():
    assert context().now == NOW
