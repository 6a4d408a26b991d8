"""The package's drafter reads plain statements of a closed list of forms, and leaves everything else alone."""

from __future__ import annotations

import pytest

from tenure.model.claim import Claim, Kind
from tenure.write.drafter import Drafted, Templates, slotted


def read(text, speaker="ana"):
    drafted = Templates().draft(text, speaker=speaker)
    return None if drafted is None else (drafted.entity, drafted.attribute, drafted.value)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("My time zone is CET.", ("ana", "time zone", "CET")),
        ("I moved to Lisbon", ("ana", "home", "Lisbon")),
        ("My  home\u00a0city is\tNew  York", ("ana", "home city", "New York")),
        ("I use Vim as my editor", ("ana", "editor", "Vim")),
        ("The user's editor is Emacs", ("ana", "editor", "Emacs")),
        ("Our deploy branch is main", ("we", "deploy branch", "main")),
        ("We use PostgreSQL for storage", ("we", "storage", "PostgreSQL")),
        ("The staging port is now 8080", ("staging", "port", "8080")),
        ("The owner of billing is Bo", ("billing", "owner", "Bo")),
        ("Bo works at Acme", ("Bo", "employer", "Acme")),
        ("Bo is an engineer based in Oslo", ("Bo", "base", "Oslo")),
        ("Bo was born in Oslo", ("Bo", "birthplace", "Oslo")),
        ("Elizabeth I was born in Greenwich", ("Elizabeth I", "birthplace", "Greenwich")),
        ("We now use PostgreSQL for storage", ("we", "storage", "PostgreSQL")),
        ("Billing currently runs on port 8080", ("Billing", "port", "8080")),
    ],
)
def test_a_plain_statement_is_drafted(text, slot) -> None:
    assert read(text) == slot


@pytest.mark.parametrize(
    "text",
    [
        "Is my time zone CET?",
        "My time zone is not CET",
        "My time zone may be CET",
        "If I travel, my time zone is GMT",
        "She said my editor is Vim",
        "One of the tests is flaky",
        "It's the best",
        "Bo and Al's office is in Oslo, while Cy works at home",
        "Bo is fluent in Spanish and often travels abroad",
        "I live in Rome and work in Milan",
        "I live in Rome, my sister in Milan",
        "I used to live in Oslo",
        "I decided to use PostgreSQL for the shop",
        "Bo decided to use Vim as her editor",
        "The team will use uv for packaging",
        "give me a table",
        "My editor is " + "very " * 80 + "old",
    ],
)
def test_what_asks_negates_hedges_or_joins_is_left_alone(text) -> None:
    assert read(text) is None


def test_i_means_nobody_where_the_speaker_is_unknown() -> None:
    assert read("My editor is Vim", speaker=None) is None


def test_a_named_slot_is_never_changed_and_its_value_filled_in() -> None:
    named = Claim(text="Bo works at Acme", kind=Kind.FACT, entity="bo", attribute="job")
    assert slotted(named, Templates(), speaker=None) == named
    named = Claim(text="Bo works at Acme", kind=Kind.FACT, entity="bo", attribute="employers")
    assert slotted(named, Templates(), speaker=None).value == "Acme"
    named = Claim(text="Bo works at Acme", kind=Kind.FACT, entity="bo", attribute="employer", value="Umbrella")
    assert slotted(named, Templates(), speaker=None) == named


def test_a_draft_shows_nothing_in_a_log() -> None:
    assert repr(Templates().draft("My editor is Vim", speaker="ana")) == repr(
        Drafted(entity="", attribute="", value="")
    )
