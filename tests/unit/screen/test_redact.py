# ruff: noqa: RUF001  (look-alike characters are what is tested)
from __future__ import annotations

import pytest

from tenure.screen import neutralise


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, unchanged.", "plain text, unchanged."),
        ("a\nb\tc", "a\nb\tc"),
        ("naïve 密码 عربي नमस्ते α", "naïve 密码 عربي नमस्ते α"),
        ("👨‍💻 and ❤️", "👨‍💻 and ❤️"),
        ("\u202edlrow", "<U+202E>dlrow"),
        ("a\u200bb\u2066c", "a<U+200B>b<U+2066>c"),
        ("\x1b[31mred\x1b[0m", "<U+001B>[31mred<U+001B>[0m"),
        ("over\rwrite\b", "over<U+000D>write<U+0008>"),
        ("soft\u00adhyphen", "soft<U+00AD>hyphen"),
        ("tag\U000e0041", "tag<U+E0041>"),
        ("line\u2028break", "line<U+2028>break"),
        ("hard\u00a0space", "hard<U+00A0>space"),
        ("blank\u3164", "blank<U+3164>"),
        ("a\u200db", "a<U+200D>b"),
        ("selector\U000e0100", "selector<U+E0100>"),
        ("lone \ud800", "lone <U+D800>"),
    ],
)
def test_r33_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert neutralise(text) == shown
