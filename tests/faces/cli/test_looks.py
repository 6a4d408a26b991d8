"""Tables, spans, dates and envelopes: text that cannot lie, at any width."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from tenure.errors import Error, IntegrityError, NotAllowedError, NotFoundError, RefusedError, RequestError
from tenure.faces.cli.app import error_answer, run
from tenure.faces.cli.entries import end_words, scope_words
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.outcomes import receipt_answer
from tenure.faces.cli.table import WIDTH_MIN, columns, table
from tenure.faces.instants import span, to_end
from tenure.model.receipt import Receipt, ReceiptState
from tenure.model.scope import Scope

HEADS = ("id", "claim", "state")
ROW = ("ent_1", "give me a table when you compare two things " * 3, "standing")


def test_a_wide_table_wraps_what_an_entry_says() -> None:
    lines = table(HEADS, [ROW], width=80)
    assert lines[0].split() == list(HEADS)
    assert all(len(line) <= 80 for line in lines)
    assert lines[2].startswith("ent_1  give me a table")
    assert lines[3].startswith("       ")


@pytest.mark.parametrize("width", [1, 60, 80, 100, 200])
@pytest.mark.parametrize(
    "claim", [ROW[1], "比較するときは表をください。" * 6, "אני מעדיף טבלאות " * 8, "👩‍💻 é " * 30, "x" * 280]
)
def test_a_table_fits_the_terminal_and_leaves_nothing_out(width: int, claim: str) -> None:
    heads = ("id", "claim", "scope", "source", "age", "state")
    row = ("ent_" + "e" * 26, claim, "everywhere", "src/billing/invoice.py:10-20", "3 d", "withheld: review_due")
    lines = table(heads, [row], width=width)
    assert max(map(columns, lines)) <= max(width, WIDTH_MIN)
    assert row[0] in "\n".join(lines).split()
    written = "".join("".join(lines).split())
    assert all("".join(cell.split()) in written for cell in row[2:])
    if width < 200:
        assert lines[0] == f"{row[0]}  withheld: review_due"
        assert "".join(claim.split()) in written
    else:
        assert lines[0].split() == list(heads)


@pytest.mark.parametrize("words", [[], ["keys"], ["review"]])
def test_help_says_whole_what_each_command_is_for_on_a_narrow_terminal(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert run([*words, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Commands:" in lines
    assert max(map(len, lines)) <= 60
    assert not [line for line in lines if line.endswith("...") and "[ARGS]" not in line]


def test_an_id_is_never_cut() -> None:
    lines = table(HEADS, [("ent_" + "e" * 80, "a claim", "standing")], width=60)
    assert lines == ["ent_" + "e" * 80, "  a claim", "  state standing"]


def test_wide_letters_stay_below_their_head() -> None:
    lines = table(HEADS, [("ent_1", "表をください", "standing"), ("ent_2", "abc", "expired")], width=80)
    assert [
        columns(line.partition(state)[0]) for line, state in zip(lines[2:], ("standing", "expired"), strict=True)
    ] == [
        21,
        21,
    ]


def test_no_rows_are_no_table() -> None:
    assert table(HEADS, []) == []


def test_a_cell_cannot_begin_a_line_or_colour_it() -> None:
    lines = table(HEADS, [("ent_1", "one\nent_2  two  standing\x1b[31m\u202e", "x")], width=100)
    assert len(lines) == 3
    assert "\x1b" not in lines[2]
    assert "<U+202E>" in lines[2]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (3_600, "1 h"), (86_399, "23 h"), (86_400, "1 d")],
)
def test_a_span_is_told_in_its_largest_unit(seconds: int, words: str) -> None:
    assert span(timedelta(seconds=seconds)) == words


def test_scopes_are_told_from_where_one_stands() -> None:
    here = Scope(user="ana", repository="repo_1")
    assert scope_words(Scope(user="ana"), here=here) == "everywhere"
    assert scope_words(here, here=here) == "here"
    assert scope_words(Scope(user="ana", repository="repo_2"), here=here) == "repository repo_2"
    assert scope_words(Scope(user="bob"), here=here) == "user bob"


def test_ends_are_days_dates_or_instants() -> None:
    now = datetime.now(UTC)
    days = to_end("30", name="expires")
    assert days is not None
    assert timedelta(days=30) - timedelta(minutes=1) < days - now < timedelta(days=30, minutes=1)
    assert to_end("2027-01-31T12:00Z", name="expires") == datetime(2027, 1, 31, 12, tzinfo=UTC)
    date = to_end("2027-01-31", name="expires")
    assert date is not None
    assert date.astimezone().date().isoformat() == "2027-02-01"
    assert to_end(None, name="expires") is None
    assert to_end("36500", name="expires") is not None


def test_a_date_is_told_as_the_last_day_and_an_instant_as_itself() -> None:
    date, instant = to_end("2027-01-31", name="until"), to_end("2027-01-31T12:34Z", name="until")
    assert date is not None
    assert instant is not None
    assert end_words(date).startswith("with 2027-01-31 (")
    assert end_words(instant) == "at 2027-01-31 12:34Z"


@pytest.mark.parametrize("text", ["", "0", "36501", "-3", "someday", "2027-13-01", "9" * 40, "²", "9999-12-31"])
def test_what_is_no_end_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(RequestError) as caught:
        to_end(text, name="expires")
    assert caught.value.code == "bad_date"
    assert not text or text not in str(caught.value)


def test_an_envelope_leaves_out_what_is_absent() -> None:
    told = Answer(
        status="done",
        data={"at": datetime(2026, 3, 2, 12, tzinfo=UTC), "none": None, "ids": ("a", "b")},
        next=[NextStep(who="person", do="tenure review")],
    )
    found = json.loads(told.envelope("list"))
    assert found["data"] == {"at": "2026-03-02T12:00:00Z", "ids": ["a", "b"]}
    assert found["next"] == [{"who": "person", "do": "tenure review"}]
    assert found["scope"] == {}
    assert "next (person): tenure review" in told.text()


@pytest.mark.parametrize(("state", "code"), [(ReceiptState.DONE, 0), (ReceiptState.PENDING, 4)])
def test_r28_an_erasure_with_steps_to_go_is_exit_4(state: ReceiptState, code: int) -> None:
    receipt = Receipt(
        id="rcpt_1",
        state=state,
        at=datetime(2026, 3, 2, 12, tzinfo=UTC),
        entry_ids=("ent_1",),
        erased=(("entries", 1),),
        check="tenure forget --check rcpt_1",
    )
    told = receipt_answer(receipt, scope=None)
    assert (told.status, int(told.exit_code)) == (state.value, code)
    assert "backups  not declared" in "\n".join(told.lines)
    assert told.next[0].do == "tenure forget --check rcpt_1"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RequestError("x"), 2),
        (NotFoundError("x"), 2),
        (NotAllowedError("x"), 1),
        (RefusedError(("over_limit",)), 1),
        (IntegrityError("x"), 3),
    ],
)
def test_errors_have_their_exit_codes(error: Error, code: int) -> None:
    told = error_answer(error)
    assert int(told.exit_code) == code
    assert told.next[0].do == error.hint
