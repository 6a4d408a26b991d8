"""`tenure eval`: tell a memory the suites' stories and count what it forgets and finds."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from tenure.errors import RequestError
from tenure.eval.answering import Answer, Json, answer
from tenure.eval.peers.command import Environments
from tenure.eval.peers.command import app as peers
from tenure.eval.run import SEED, Given
from tenure.eval.scenario import Suite
from tenure.eval.score import Sum

_TRACED: Final = "what FAILED shows its traceback as a test: pytest --memory-system=... --memory-suite=... -m memory"

app: typer.Typer = typer.Typer(
    help="Evaluate a memory: what it must not serve or keep, beside what it must find.", no_args_is_help=True
)
app.add_typer(peers, name="peers")


@app.command("run")
def run_suites(
    suite: Annotated[
        list[str] | None,
        typer.Argument(help="Which suites; if left out, all that need no data, but not `cost`.", metavar="[SUITE]..."),
    ] = None,
    *,
    system: Annotated[
        str, typer.Option(help="Which memory: a name that is known, or MODULE:FACTORY of your own.")
    ] = "tenure",
    data: Annotated[
        Path | None, typer.Option(help="The file or folder of public data that a suite is built from.", exists=True)
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed from which the stories are made.")] = SEED,
    out: Annotated[
        Path | None,
        typer.Option(help="The folder of results: a new one, or that of the same run, which goes on where it stopped."),
    ] = None,
    stories: Annotated[
        int, typer.Option(min=0, help="Only so many stories of each suite, drawn by the seed; 0 tells all.")
    ] = 0,
    model: Annotated[
        str, typer.Option(help="ADDRESS/v1#NAME of a model of yours that answers questions of public sets.")
    ] = "",
    is_strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if anything was wrong too, not only if a story failed.")
    ] = False,
    jobs: Annotated[
        int, typer.Option(min=1, max=64, help="How many stories are told at once, each in a process of its own.")
    ] = 1,
    environments: Environments = None,
    is_json: Json = False,
) -> None:
    """Tell the stories.

    The counts are shown at the end and written to the folder.
    """
    from tenure.eval.suites import chosen

    sys.path.insert(0, "")  # an adapter of one's own lies in the working folder, as `python -m` finds it
    given = Given(system=system, environments=environments, seed=seed, data=data, model=model)

    def work() -> Answer:
        folder = _told(given, chosen(suite or ()), out, jobs=jobs, stories=stories)
        return _counted(folder, is_strict=is_strict)

    answer("eval run", work, is_json=is_json)


def _told(given: Given, suites: Sequence[Suite], out: Path | None, *, jobs: int, stories: int) -> Path:
    """Tell the stories and give the folder of results."""
    from tenure.eval.beside import beside
    from tenure.eval.reader import reader_of
    from tenure.eval.run import run
    from tenure.eval.systems import candidate

    found = candidate(given.system, environments=given.environments)
    folder = out or Path("eval-results") / f"{found.name.replace(' ', '-')}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    with _let_go(found.close, folder), beside(jobs, given) as told:
        run(
            found,
            suites,
            folder,
            command=shlex.join(["tenure", *sys.argv[1:]]),
            seed=given.seed,
            data=given.data,
            stories=stories,
            model=given.model,
            reader=reader_of(given.model),
            progress=_shown,
            beside=told,
        )
    return folder


@contextmanager
def _let_go(close: Callable[[], None], folder: Path) -> Iterator[None]:
    """Close what the stories shared and clear the line of progress; say how a run that was stopped goes on."""
    from tenure.eval.reader import NoModelError
    from tenure.eval.results import RUN

    try:
        yield
    except (KeyboardInterrupt, NoModelError):
        if (folder / RUN).is_file():
            typer.echo(f"\nstopped; it goes on by the same command with --out {shlex.quote(str(folder))}", err=True)
        raise
    finally:
        close()
        if sys.stderr.isatty():
            typer.echo("\r\x1b[K", nl=False, err=True)


def _counted(folder: Path, *, is_strict: bool) -> Answer:
    """Give what each suite counted, and whether anything was wrong or a story failed."""
    from tenure.eval.report.gathering import gathered, plain

    (column,) = gathered(folder)
    is_wrong = any(total.wrong.counted for total in column.scores.values())
    is_broken = any(total.failed for total in column.scores.values())  # so it was not measured
    return Answer(
        lines=[*(line for name, total in column.scores.items() for line in _lines(name, total)), f"results: {folder}"],
        data={"folder": folder.as_posix(), **plain([column])[0]},
        status="failed" if is_broken else "wrong" if is_wrong else "done",
        is_failure=is_broken or (is_strict and is_wrong),
        next=[_TRACED] if is_broken else [],
    )


def _lines(name: str, total: Sum) -> Iterator[str]:
    tally = total.tally
    lacking = [f"not applicable {count}: {name}" for name, count in total.lacking.items()]
    broken = [f"FAILED {count}: {name}" for name, count in total.failed.items()]
    yield (
        f"{name:24} wrong {tally.wrong:>4} of {tally.looked:<5} found {tally.found:>4} of {tally.sought:<5}"
        f" {'; '.join((*lacking, *broken))}"
    )
    for reason, count in sorted(tally.reasons.items()):
        yield f"{'':24}   {count} {reason}"
    if "read_of" in tally.figures:
        held, of = tally.figures.get("read_held", 0), tally.figures["read_of"]
        yield f"{'':24}   {held:.0f} of {of:.0f} answered rightly by the model"


@app.command("suites")
def list_suites(*, is_json: Json = False) -> None:
    """Name the suites and what each counts.

    Those with a star need public data.
    """
    from tenure.eval.suites import every

    def work() -> Answer:
        known = list(every())
        told = [
            {
                "name": each.name,
                "about": each.about,
                "rules": each.rules,
                "needs_data": each.needs_data,
                "abilities": [asdict(one) for one in each.abilities],
            }
            for each in known
        ]
        lines = [f"{each.name + ('*' if each.needs_data else ''):24} {each.about}" for each in known]
        return Answer(
            lines=[*lines, "* told from public data that you have: --data FILE or FOLDER"], data={"suites": told}
        )

    answer("eval suites", work, is_json=is_json)


@app.command("report")
def make_report(
    folder: Annotated[
        Path, typer.Argument(help="The folder of one run, or one that holds the folders of several.", metavar="FOLDER")
    ],
    *,
    to: Annotated[Path | None, typer.Option(help="Where to write; into the folder itself if left out.")] = None,
    page: Annotated[
        Path | None, typer.Option(help="Put it into this page of Markdown too, between its two marks.")
    ] = None,
    is_json: Json = False,
) -> None:
    """Write tables and plots as one page.

    The page is HTML; the same is written as Markdown and JSON, and the plots as SVG.
    """
    from tenure.eval.report.writing import put, write

    def work() -> Answer:
        files = [path.as_posix() for path in write(folder, to=to)]
        if page is not None:
            put(folder, page)
        return Answer(lines=files, data={"files": files})

    answer("eval report", work, is_json=is_json)


@app.command("compare")
def compare_runs(
    before: Annotated[
        Path, typer.Argument(help="The folder of the run that others are compared with.", metavar="BEFORE")
    ],
    others: Annotated[
        list[Path], typer.Argument(help="The folders of later runs, or of runs of other memories.", metavar="AFTER...")
    ],
    *,
    is_strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if a story went worse or is not told any more.")
    ] = False,
    is_json: Json = False,
) -> None:
    """Tell what moved between runs.

    For each suite: how far each rate moved, with its interval, and which stories went worse.
    """
    from tenure.eval.report.comparing import check_common, is_worse, lines, plain
    from tenure.eval.report.gathering import gathered

    def work() -> Answer:
        base, *rest = gathered(before)
        if rest:
            raise RequestError("several runs", code="bad_results", hint="Name the folder of one run.")
        columns = [column for folder in others for column in gathered(folder)]
        check_common(base, columns)
        went_worse = any(is_worse(base, column) for column in columns)
        return Answer(
            lines=[line for column in columns for line in lines(base, column)],
            data={"before": base.system, "after": [plain(base, column) for column in columns]},
            status="worse" if went_worse else "done",
            is_failure=is_strict and went_worse,
        )

    answer("eval compare", work, is_json=is_json)


def _shown(suite: str, number: int, count: int) -> None:
    told = f"{suite} {number}/{count}"
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[K{told}", nl=False, err=True)
    elif number == 1:
        typer.echo(told, err=True)
