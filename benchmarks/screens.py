"""The screens: what every claim pays, that cost grows linearly with length, and the bound before them."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

import tenure
from benchmarks import filling
from benchmarks.figure import Benchmark, Figure, Setting
from benchmarks.measuring import measure, percentile, repeat, timed
from tenure import screen
from tenure.screen import instructions, secrets
from tenure.screen.known import known_findings
from tenure.screen.malicious import malicious_findings
from tenure.screen.normalise import View, views_of
from tenure.screen.personal import personal_findings

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
    "questions": "What is the password of the wifi? ",
    "Chinese labels": "密码是 ",
    "Korean labels": "비밀번호 ",
    "Hebrew labels": "קוד הדלת ",
    "addresses": "1.2.3.4 ",
    "numbers": "12,34,",
    "labels run together": "kode pin=",
    "labels of many kinds": "the pin and token of the alarm code: 118705 or clave secreta= is passphrase ",
    "as many labels as are judged": (
        "the pin and token of the alarm code: 118705 or clave secreta= is passphrase " + "and so on as we said " * 16
    )[:400],
    "authority": "the security team has approved ",
    "long words": "abcdefghij" * 20 + " ",
    "encoded twice": base64.b64encode(base64.b64encode(b"a note of no weight, told twice over. " * 20)).decode() + " ",
    "noise": base64.b64encode(random.Random(7).randbytes(3_000)).decode() + " ",
}
RULES: dict[str, Callable[[Sequence[View]], object]] = {
    "values of the vault": lambda views: list(known_findings(views, "text")),
    "token shapes": lambda views: list(secrets.shape_findings(views, "text")),
    "labels": lambda views: list(secrets.label_findings(views, "text")),
    "logins and seed phrases": lambda views: list(secrets.login_findings(views, "text")),
    "what opens, joins or answers": lambda views: list(secrets.opening_findings(views, "text")),
    "malicious": lambda views: list(malicious_findings(views, "text")),
    "personal": lambda views: list(personal_findings(views, "text")),
    "signs of injection": lambda views: list(instructions.sign_findings(views, "text")),
    "orders": lambda views: list(instructions.order_findings(views, "text")),
}
"""Every rule, given the readings of a window; they are made once for all rules, and are a row of their own."""
READINGS = "readings"
CALLS: dict[str, Callable[[str], object]] = {
    "never kept": screen.find_never_kept,
    "personal": screen.find_personal,
    "orders": screen.find_orders,
}


def run(setting: Setting) -> list[Figure]:
    """Measure claims as long as the bound, then tricky and plain texts, rule by rule and of growing length."""
    texts = filling.claims(setting)
    everything = " ".join(islice(texts, SAMPLES * 4))
    plain = TRICKY | {"claims": everything + " "}
    growth = [_growth(name, piece, setting) for name, piece in plain.items()]
    steepest = max(growth, key=lambda one: one[1])
    return [
        _claim(everything, setting),
        *_rules(plain, setting),
        Figure(
            what="screens: CPU a character at the longest text against at the shortest",
            value=steepest[1],
            goal="linear: ≤ 1.5 x",
            most=1.5,
            note=f"steepest: {steepest[0]}",
        ),
        _refusal(setting),
    ]


def _rules(texts: Mapping[str, str], setting: Setting) -> Iterator[Figure]:
    """Give for each rule the text that it takes longest for, one window long."""
    took: dict[str, dict[str, float]] = {rule: {} for rule in (READINGS, *RULES)}
    for name, piece in texts.items():
        size = min(max(setting.sizes), screen.SCREEN_CHARS_MAX)
        text = (piece * (size // len(piece) + 1))[:size]
        views = views_of(text)
        calls: dict[str, Callable[[], object]] = {READINGS: partial(views_of, text)}
        calls |= {rule: partial(find, views) for rule, find in RULES.items()}
        for rule, times in measure(calls, rounds=min(3, setting.rounds)).items():
            took[rule][name] = times.cpu / size * 1e6
    for rule, seconds in took.items():
        worst = max(seconds, key=lambda name: seconds[name])
        yield Figure(
            what=f"screens, {rule}: the worst of {len(texts)} texts, all its readings, CPU",
            value=seconds[worst],
            unit="s/MB",
            goal="≤ 1 s/MB",
            most=SECONDS_A_MB_MOST,
            note=f"worst: {worst}",
            measured={name: round(value, 3) for name, value in seconds.items()},
        )


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


def _growth(name: str, piece: str, setting: Setting) -> tuple[str, float]:
    """Give for one text the call of which a character costs most more in a long text than in a short one.

    The short text is read as often as it goes into the long one, so that both samples last alike, and of each the
    least time counts: the worst of 87 ratios is told, and would be that of the moment when the machine was disturbed.
    """
    short, long = min(setting.sizes), max(setting.sizes)
    texts = {size: (piece * (size // len(piece) + 1))[:size] for size in (short, long)}
    steeper: dict[str, float] = {}
    for call, find in CALLS.items():
        took: dict[int, list[float]] = {short: [], long: []}
        for _ in range(1 + min(3, setting.rounds)):
            for size, text in texts.items():
                took[size].append(timed(partial(repeat, partial(find, text), long // size)).cpu / (long // size * size))
        steeper[call] = min(took[long]) / min(took[short])
    steepest = max(steeper, key=lambda call: steeper[call])
    return f"{name}, {steepest}", steeper[steepest]


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
