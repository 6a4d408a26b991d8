# ruff: noqa: RUF001  (look-alike characters are what is tested)
from __future__ import annotations

import base64
import codecs
import re
import unicodedata
from collections.abc import Callable

import pytest

from tenure.screen import find_never_kept, screen_fields
from tenure.screen.letters import FOLDED, fold
from tenure.screen.normalise import views_of, worded
from tests.unit.screen.fakes import TOKENS, fake, password

DISGUISES: dict[str, Callable[[str], str]] = {
    "zero_width": lambda s: "\u200b".join(s[i : i + 6] for i in range(0, len(s), 6)),
    "soft_hyphen": "\u00ad".join,
    "combining": "\u0301".join,
    "full_width": lambda s: "".join(chr(ord(c) + 0xFEE0) if 33 <= ord(c) <= 126 else c for c in s),
    "groups": lambda s: " ".join(s[i : i + 5] for i in range(0, len(s), 5)),
    "dashed_groups": lambda s: " - ".join(s[i : i + 8] for i in range(0, len(s), 8)),
    "letters": " ".join,
    "new_line": lambda s: s[: len(s) // 2] + "\n" + s[len(s) // 2 :],
    "joined_strings": lambda s: f'"{s[: len(s) // 2]}" + "{s[len(s) // 2 :]}"',
    "percent": lambda s: "".join(f"%{byte:02X}" for byte in s.encode()),
    "base64": lambda s: base64.b64encode(s.encode()).decode(),
    "base64_twice": lambda s: base64.b64encode(base64.b64encode(s.encode())).decode(),
    "hex": lambda s: s.encode().hex(),
    "hex_of_base64": lambda s: base64.b64encode(s.encode()).hex(),
    "reversed": lambda s: s[::-1],
    "references": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "escapes": lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
    "tags": lambda s: "".join(chr(0xE0000 + ord(c)) for c in s),
    "wide_letters": "  ".join,
    "dotted_letters": ".".join,
    "underlined_letters": "_".join,
    "slashed_groups": lambda s: " / ".join(s[i : i + 6] for i in range(0, len(s), 6)),
    "listed_groups": lambda s: "\n".join(f"- {s[i : i + 8]}" for i in range(0, len(s), 8)),
    "numbered_groups": lambda s: "\n".join(f"{i + 1}. {s[i * 9 : i * 9 + 9]}" for i in range(len(s) // 9 + 1)),
    "quoted_lines": lambda s: f"{s[:10]}\n> {s[10:]}",
    "list_of_strings": lambda s: ", ".join(f'"{s[i : i + 8]}"' for i in range(0, len(s), 8)),
    "mark_up": lambda s: f"<b>{s[:8]}</b>{s[8:]}",
    "halves": lambda s: f"{s[: len(s) // 2]} and then {s[len(s) // 2 :]}",
    "halves_swapped": lambda s: f"{s[len(s) // 2 :]} comes after {s[: len(s) // 2]}",
    "percent_twice": lambda s: "".join(f"%25{byte:02X}" for byte in s.encode()),
    "percent_of_base64": lambda s: "".join(f"%{byte:02X}" for byte in base64.b64encode(s.encode())),
    "base64_in_an_address": lambda s: f"https://x.acme.test/r/{base64.urlsafe_b64encode(s.encode()).decode()}/end",
    "base64_wrapped": lambda s: "\n".join(re.findall(".{1,24}", base64.b64encode(s.encode()).decode())),
    "base64_of_zero_width": lambda s: base64.b64encode("\u200b".join(s).encode()).decode(),
    "base32": lambda s: base64.b32encode(s.encode()).decode(),
    "hex_with_colons": lambda s: s.encode().hex(":"),
    "hex_with_spaces": lambda s: s.encode().hex(" "),
    "hex_bytes": lambda s: ", ".join(f"0x{byte:02x}" for byte in s.encode()),
    "hex_number": lambda s: "0x" + s.encode().hex(),
    "braced_escapes": lambda s: "".join(f"\\u{{{ord(c):x}}}" for c in s),
    "octal": lambda s: "".join(f"\\{ord(c):03o}" for c in s),
    "numbers": lambda s: ", ".join(str(ord(c)) for c in s),
    "calls": lambda s: " + ".join(f"chr({ord(c)})" for c in s),
    "reversed_base64": lambda s: base64.b64encode(s.encode()).decode()[::-1],
    "base64_of_reversed": lambda s: base64.b64encode(s[::-1].encode()).decode(),
    "hex_of_reversed": lambda s: s[::-1].encode().hex(),
    "look_alikes": lambda s: s.translate(str.maketrans("aeopcA", "аеорсА")),
    "look_alikes_and_zero_width": lambda s: "\u200b".join(s.translate(str.maketrans("aeopcA", "аеорсА"))),
}

# What cuts inside words leaves no words to know a sentence by; tokens need none.
_CUTS = ("new_line", "quoted_lines", "list_of_strings", "halves", "halves_swapped")


@pytest.mark.parametrize("disguise", sorted(DISGUISES))
@pytest.mark.parametrize(
    "name", ["github", "anthropic", "aws_access_key", "stripe", "slack", "gitlab", "google_api", "npm"]
)
def test_r31_a_disguised_token_is_found(disguise: str, name: str) -> None:
    token = fake(TOKENS[name], 11)
    for sentence in ("Note for later: {}", "keep {} for the deploy"):
        assert f"token.{name}" in {each.kind for each in find_never_kept(sentence.format(DISGUISES[disguise](token)))}


def test_r31_a_disguised_password_is_found() -> None:
    cut_inside_words = {name for name in DISGUISES if "groups" in name or name in _CUTS}
    for disguise in sorted(set(DISGUISES) - cut_inside_words):
        text = f"Note: {DISGUISES[disguise](f'my wifi password is {password(0)} ok')}"
        assert find_never_kept(text), disguise


def test_a_span_of_a_disguise_covers_what_it_was_read_from() -> None:
    token = fake(TOKENS["github"], 3)
    for disguise in ("zero_width", "base64", "hex", "percent", "reversed"):
        hidden = DISGUISES[disguise](token)
        text = f"Note: {hidden} end"
        (finding,) = {(each.start, each.end) for each in find_never_kept(text) if each.kind == "token.github"}
        assert text[slice(*finding)] == hidden, disguise


def test_a_span_is_exact_beside_letters_that_were_folded_and_covers_both_halves() -> None:
    secret = password(0)
    text = f"Wifi şifresi {secret} ok"
    assert {text[each.start : each.end] for each in find_never_kept(text)} == {secret}
    token = fake(TOKENS["npm"], 3)
    for first, second in ((token[:20], token[20:]), (token[20:], token[:20])):
        halves = f"keep {first} beside {second} here"
        (finding,) = find_never_kept(halves)
        assert halves[finding.start : finding.end] == f"{first} beside {second}"


def test_look_alike_letters_are_read_only_in_words_that_mix_scripts() -> None:
    assert views_of("раssword")[1].text == "password"
    for text in ("сессия открыта", "ο κωδικός ανοίγει", "密码策略", "パスワードの方針"):
        assert "a" not in views_of(text)[1].text


@pytest.mark.parametrize(
    "text",
    [
        "Η μνήμη κρατά μόνο ό,τι εγκρίθηκε.",
        "Память хранит только то, что одобрено человеком.",
        "הזיכרון שומר רק מה שאושר.",
        "الذاكرة تحتفظ فقط بما تمت الموافقة عليه.",
        "حافظه فقط آنچه را تأیید شده نگه می‌دارد.",
        "记忆只保留经过批准的内容。",
        "ユーザーは敬語での返答を好みます。",
        "사용자는 존댓말 답변을 선호합니다.",
        "उपयोगकर्ता को हिंदी में संक्षिप्त उत्तर पसंद हैं।",
        "Team emoji: 👨‍💻 and 🏳️‍🌈 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿 are used.",
    ],
)
def test_whole_scripts_and_emoji_are_clean(text: str) -> None:
    from tenure.screen import find_orders, find_personal

    assert not find_never_kept(text)
    assert not find_orders(text)
    assert not find_personal(text)


def test_words_that_run_together_are_no_token() -> None:
    assert not find_never_kept("ghp_ is the prefix of every classic personal access token and gho_ the one of apps")
    assert not find_never_kept("npm_ then config then registry then the rest of the settings that people write down")


def test_a_shape_cut_into_words_alone_is_no_token() -> None:
    token = fake(TOKENS["npm"], 1)
    assert not find_never_kept(f"{token[:20]} and then the other half of it")
    cut = token[:4] + " " + " ".join("never" for _ in range(7)) + "x"
    assert not find_never_kept(f"see {cut} for more")


def test_fold_gives_compatibility_forms_without_marks() -> None:
    assert fold("contraseña ＡＢＣ ﬁn a\u200bb") == "contrasena ABC fin ab"


def test_hangul_is_one_letter_a_syllable_and_its_parts_are_put_together():
    told = "와이파이 비밀번호는 Xk29!mmQ 입니다"
    assert fold(told) == told
    apart = unicodedata.normalize("NFD", told)
    assert apart != told
    assert told in {view.text for view in views_of(apart)}
    (found,) = (each for each in screen_fields({"text": apart}) if each.category == "secret")
    assert apart[found.start : found.end] == "Xk29!mmQ"


def test_what_joined_and_folded_readings_both_decode_is_read_once():
    told = base64.b64encode(b"the wifi password is Hunter-2-Hunter").decode()
    views = views_of(f"see {told} there")
    assert sum("Hunter-2" in view.text for view in views if view.name == "decoded") == 1


@pytest.mark.parametrize("sign", [" ", "", ", "])
def test_bits_in_eights_are_read(sign: str):
    told = sign.join(format(byte, "08b") for byte in b"the wifi password is Hunter-7-Kestrel!")
    assert "password.prose" in {each.kind for each in find_never_kept(f"note: {told} end")}
    mask = sign.join(("10101010", "01010101", "11110000", "00001111"))
    assert find_never_kept(f"the mask {mask} is used") == ()


def test_letters_turned_by_thirteen_are_read_at_their_place():
    told = f"keep this: {codecs.encode('the wifi password is Hunter-7-Kestrel!', 'rot13')}"
    (found,) = find_never_kept(told)
    assert told[found.start : found.end] == codecs.encode("Hunter-7-Kestrel!", "rot13")
    assert find_never_kept(codecs.encode("a walk in the park", "rot13")) == ()


def test_letters_that_were_met_are_remembered_up_to_a_bound():
    met = type(FOLDED)()
    many = "".join(chr(point) for point in range(0x4E00, 0x4E00 + 9_000)) + "é"
    assert many.translate(met) == fold(many)
    assert len(met) < 9_000


@pytest.mark.parametrize("text", ["İstanbul parola: Kestrel-77!", "plain", "Straße ﬁ Ǆ ŉ"])
def test_a_letter_and_its_small_form_are_of_one_length_where_words_are_looked_for(text: str):
    for view in worded(views_of(text)):
        assert len(view.text.lower()) == len(view.text)
