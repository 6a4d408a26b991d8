"""The screens: what every claim pays, that cost grows linearly with length, and the bound before them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import islice

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.measuring import measure, percentile, timed
from tenure import screen

CHARS = 280
SAMPLES = 200
P95_MS_MOST = 4.0
SECONDS_A_MB_MOST = 1.0
TRICKY = {
    "letters": "a",
    "spaces": " ",
    "password": "password is ",
    "dots": "a.",
    "percent": "%41",
    "base64": "QUJD",
    "angles": "<a href=",
    "ignore": "ignore all ",
    "digits": "12 34-",
    "seed words": "abandon ",
    "address": "a@b.",
    "zero width": "a\u200b",
    "quotes": '"a" + "b" ',
    "always": "always ",
    "entities": "&#65;",
}
RULES: dict[str, Callable[[str], object]] = {
    "never kept": screen.find_never_kept,
    "personal": screen.find_personal,
    "orders": screen.find_orders,
}


def run(setting: Setting) -> list[Figure]:
    """Measure claims as long as the bound, then tricky and plain texts of growing length."""
    texts = filling.claims(setting)
    everything = " ".join(islice(texts, SAMPLES * 4))
    plain = TRICKY | {"claims": everything + " "}
    growth = [_growth(name, piece, setting) for name, piece in plain.items()]
    worst = max(growth, key=lambda one: one[1])
    steepest = max(growth, key=lambda one: one[2])
    return [
        _claim(everything, setting),
        Figure(
            what=f"each screen rule on {max(setting.sizes):,} characters, the worst of {len(growth)} texts, CPU",
            value=worst[1],
            unit="s/MB",
            goal="≤ 1 s/MB",
            most=SECONDS_A_MB_MOST,
            note=f"worst: {worst[0]}",
            measured={name: round(seconds, 3) for name, seconds, _ in growth},
        ),
        Figure(
            what="screens: CPU a character at the longest text against at the shortest",
            value=steepest[2],
            goal="linear: ≤ 1.5 x",
            most=1.5,
            note=f"steepest: {steepest[0]}",
        ),
        _refusal(setting),
    ]


def _claim(everything: str, setting: Setting) -> Figure:
    chance = random.Random(7)
    starts = [chance.randrange(max(1, len(everything) - CHARS)) for _ in range(SAMPLES)]
    claims = [everything[start : start + CHARS] for start in starts]
    fields = [{"text": claim, "purpose": "answering: questions about reports"} for claim in claims]
    screen.screen_fields(fields[0])
    took = [
        min(timed(partial(screen.screen_fields, each)).cpu for _ in range(min(3, setting.rounds))) for each in fields
    ]
    return Figure(
        what=f"screens for a {CHARS}-character claim and its purpose, everything, p95 CPU",
        value=percentile(took, 0.95) * 1e3,
        unit="ms",
        goal="≤ 4 ms",
        most=P95_MS_MOST,
        measured={"p50 ms": round(percentile(took, 0.5) * 1e3, 3), "p95 ms": round(percentile(took, 0.95) * 1e3, 3)},
    )


def _growth(name: str, piece: str, setting: Setting) -> tuple[str, float, float]:
    """Give for one text its worst rule, that one's seconds a megabyte, and how much steeper than linear they grow."""
    short, long = min(setting.sizes), max(setting.sizes)
    texts = {size: (piece * (size // len(piece) + 1))[:size] for size in {short, long}}
    calls = {f"{rule} {size}": partial(find, text) for rule, find in RULES.items() for size, text in texts.items()}
    times = measure(calls, rounds=min(3, setting.rounds))
    seconds = {rule: (times[f"{rule} {short}"].cpu / short, times[f"{rule} {long}"].cpu / long) for rule in RULES}
    rule = max(seconds, key=lambda one: seconds[one][1])
    steeper = max(after / before for before, after in seconds.values())
    return f"{name}, {rule}", seconds[rule][1] * 1e6, steeper


def _refusal(setting: Setting) -> Figure:
    """Compare refusing a text far over the bound with scanning it."""
    text = "word " * max(20, max(setting.sizes) // 5)
    with tenure.open(":memory:") as memory:
        agent = memory.agent("coder", scope=tenure.Scope(user="ana"))
        at_bound = memory.policy.query_chars_max

        def recall(asked: str) -> None:
            try:
                agent.recall(asked)
            except tenure.LimitError:
                return

        times = measure(
            {
                "refused": lambda: recall(text * (1 + at_bound // len(text)) + text),
                "scanned": lambda: screen.find_never_kept(text),
            },
            rounds=setting.rounds,
        )
    return Figure(
        what="a query over the bound: refusing it against scanning it, CPU",
        value=times["refused"].cpu / times["scanned"].cpu,
        goal="refused before scanning: ≤ 0.2 x",
        most=0.2,
        note=f"{len(text):,} characters",
    )


BENCHMARK = Benchmark(
    name="screens",
    about="the screens on a claim, and their growth with length",
    counts="characters of the texts, shortest and longest",
    sizes=(8_192, 131_072),
    tiny=(4_000, 16_000),
    run=run,
)
