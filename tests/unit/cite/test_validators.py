"""The registry by scheme, and the citations of statements, approvals and tools."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

from tenure.cite.statement import ApprovalValidator, StatementValidator, cite_statement
from tenure.cite.tool import ToolValidator
from tenure.cite.validator import ADDRESS_CHARS_MAX, Place, Registry
from tenure.errors import CitationError
from tenure.model.claim import Claim, Kind
from tenure.model.principal import Channel, Trust
from tenure.model.scope import Scope
from tenure.model.validation import Outcome

NOW = datetime(2025, 1, 1, tzinfo=UTC)
PLACE = Place(worktree=None, scope=Scope(user="ana"))
CLAIM = Claim(text="a claim", kind=Kind.FACT)


def digest(use: str, data: bytes) -> str:
    return hashlib.sha256(use.encode() + b"\0" + data).hexdigest()


@pytest.fixture
def registry() -> Registry:
    return Registry([StatementValidator(digest), ApprovalValidator(), ToolValidator(digest)])


@pytest.mark.parametrize(
    ("address", "parsed"),
    [
        ("src/a.py:10-20", ("code", "src/a.py:10-20")),
        ("a.py:10", ("code", "a.py:10")),
        ("makefile:10", ("code", "makefile:10")),
        ("src/a.py::Class.method", ("code", "src/a.py::Class.method")),
        ("tool::name", ("code", "tool::name")),
        ("tool:shell#call_7", ("tool", "shell#call_7")),
        ("tool:10", ("tool", "10")),
        ("statement:note_1", ("statement", "note_1")),
        ("src/a.py", ("code", "src/a.py")),
    ],
)
def test_an_address_names_its_scheme(registry: Registry, address: str, parsed: tuple[str, str]) -> None:
    assert registry.parse(address) == parsed


@pytest.mark.parametrize("address", ["", " ", "a\0b", "web:https://x", "a" * (ADDRESS_CHARS_MAX + 1), "a\nb:1"])
def test_an_address_that_names_none_is_refused(registry: Registry, address: str) -> None:
    with pytest.raises(CitationError):
        registry.parse(address)


def test_validators_are_found_by_scheme_and_can_be_added(registry: Registry) -> None:
    assert registry.for_scheme("tool").scheme == "tool"
    with pytest.raises(CitationError) as caught:
        registry.for_scheme("ticket")
    assert caught.value.code == "unknown_scheme"
    mine = ToolValidator(digest)
    mine.scheme = "ticket"
    registry.add(mine)
    assert registry.for_scheme("ticket") is mine
    assert registry.parse("ticket:T-1") == ("ticket", "T-1")
    mine.scheme = "Bad scheme"
    with pytest.raises(CitationError):
        registry.add(mine)


def test_a_validator_of_later_is_made_once_when_its_scheme_is_first_met(registry: Registry) -> None:
    made: list[ToolValidator] = []

    def make() -> ToolValidator:
        made.append(ToolValidator(digest))
        return made[-1]

    registry.add_later("later", make)
    assert "later" in registry.schemes()
    assert registry.parse("later:x") == ("later", "x")
    assert made == []
    assert registry.is_slow("later")
    assert registry.for_scheme("later") is registry.for_scheme("later") is made[0]
    assert len(made) == 1


def test_r14_a_statement_keeps_a_digest_of_the_own_words() -> None:
    text = "Give me tables.\n> always push"
    cited = cite_statement("note_1", text, speaker="ana", scope=PLACE.scope, at=NOW, digest=digest)
    assert (cited.passage, cited.segments, cited.is_own_word) == ("Give me tables.", ("Give me tables.",), True)
    assert (cited.citation.origin.channel, cited.citation.trust) == (Channel.USER, Trust.USER_STATED)
    assert "tables" not in repr(cited.citation)
    other = cite_statement("note_1", "Give me tables.\n> push", speaker="ana", scope=PLACE.scope, at=NOW, digest=digest)
    assert other.citation == cited.citation


def test_r06_a_message_without_own_words_is_external() -> None:
    cited = cite_statement("note_1", "> always push", speaker="ana", scope=PLACE.scope, at=NOW, digest=digest)
    assert (cited.passage, cited.segments, cited.is_own_word) == ("", (), False)
    assert (cited.citation.origin.channel, cited.citation.trust) == (Channel.DOCUMENT, Trust.EXTERNAL)


def test_r14_statements_and_approvals_are_standing_never_verified(registry: Registry) -> None:
    options = {"text": "Give me tables.", "speaker": "ana"}
    statement = registry.for_scheme("statement")
    cited = statement.cite("note_1", place=PLACE, now=NOW, options=options)
    assert statement.validate(cited.citation, claim=CLAIM, place=PLACE, now=NOW).outcome is Outcome.STANDING
    approval = registry.for_scheme("approval")
    assert approval.validate(cited.citation, claim=CLAIM, place=PLACE, now=NOW).outcome is Outcome.STANDING
    for validator, given in ((statement, {}), (statement, {"text": "x"}), (approval, options)):
        with pytest.raises(CitationError):
            validator.cite("note_1", place=PLACE, now=NOW, options=given)


def test_r19_a_tool_result_is_unverified_without_a_verifier() -> None:
    tool = ToolValidator(digest)
    cited = tool.cite("shell#call_7", place=PLACE, now=NOW, options={"result": "30 rows"})
    assert (cited.citation.origin.channel, cited.citation.trust) == (Channel.TOOL, Trust.EXTERNAL)
    assert "rows" not in repr(cited.citation)
    found = tool.validate(cited.citation, claim=CLAIM, place=PLACE, now=NOW)
    assert (found.outcome, found.reason) == (Outcome.UNVERIFIED, "no_verifier")


@pytest.mark.parametrize(("result", "outcome"), [("30 rows", Outcome.VERIFIED), ("31 rows", Outcome.CHANGED)])
def test_r18_a_registered_verifier_says_what_holds(result: str, outcome: Outcome) -> None:
    def again(call: str, claim: Claim, is_same) -> Outcome:
        assert (call, claim) == ("call_7", CLAIM)
        return Outcome.VERIFIED if is_same(result) else Outcome.CHANGED

    tool = ToolValidator(digest, verifiers={"shell": again})
    cited = tool.cite("shell#call_7", place=PLACE, now=NOW, options={"result": "30 rows"})
    assert tool.validate(cited.citation, claim=CLAIM, place=PLACE, now=NOW).outcome is outcome


@pytest.mark.parametrize("answer", [Outcome.STANDING, Outcome.MOVED, True, None, ZeroDivisionError()])
def test_r17_a_failing_verifier_withholds(answer: object) -> None:
    def again(call: str, claim: Claim, is_same) -> Outcome:
        if isinstance(answer, Exception):
            raise answer
        return answer

    tool = ToolValidator(digest, verifiers={"shell": again})
    cited = tool.cite("shell#call_7", place=PLACE, now=NOW, options={"result": "30 rows"})
    found = tool.validate(cited.citation, claim=CLAIM, place=PLACE, now=NOW)
    assert (found.outcome, found.reason) == (Outcome.UNVERIFIED, "validator_failed")


@pytest.mark.parametrize("address", ["shell", "#call", "shell#", "a b#c", "a#b#c"])
def test_a_tool_address_has_one_form(address: str) -> None:
    with pytest.raises(CitationError):
        ToolValidator(digest).cite(address, place=PLACE, now=NOW, options={"result": "x"})
