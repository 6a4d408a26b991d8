"""Questions in other languages: a name is what begins with a capital in their own script, too (R20)."""

from __future__ import annotations

import pytest

import tenure

SCOPE = tenure.Scope(user="ana")
# Russian: which, editor, phone, of Ana, of Boris
WHICH, EDITOR = "\u041a\u0430\u043a\u043e\u0439", "\u0440\u0435\u0434\u0430\u043a\u0442\u043e\u0440"
PHONE, OF_ANA = "\u0442\u0435\u043b\u0435\u0444\u043e\u043d", "\u0443 \u0410\u043d\u044b"
OF_BORIS = "\u0443 \u0411\u043e\u0440\u0438\u0441\u0430"
# Arabic: what is, editor, phone, Ana; Chinese: of Ana the editor is
WHAT_IS, ARABIC_EDITOR = "\u0645\u0627 \u0647\u0648", "\u0645\u062d\u0631\u0631"
ARABIC_PHONE, ARABIC_ANA = "\u0647\u0627\u062a\u0641", "\u0622\u0646\u0627"
CHINESE_ANA, CHINESE_EDITOR, IS = "\u5b89\u5a1c", "\u7f16\u8f91\u5668", "\u662f"
KEPT = {
    "russian": (f"{EDITOR.title()} \u0410\u043d\u044b Vim", "\u0410\u043d\u0430", EDITOR),
    "german": ("Anas Editor ist Vim", "Ana", "Editor"),
    "spanish": ("El editor de Ana es Vim", "Ana", "editor"),
    "czech": ("Editor \u0159editele Petra je Vim", "Petr", "editor"),
    "arabic": (f"{ARABIC_EDITOR} {ARABIC_ANA} \u0647\u0648 Vim", ARABIC_ANA, ARABIC_EDITOR),
    "chinese": (f"{CHINESE_ANA}\u7684{CHINESE_EDITOR}{IS}Vim", CHINESE_ANA, CHINESE_EDITOR),
}


@pytest.fixture
def kept():
    return "chinese"


@pytest.fixture
def asked(kept):
    text, entity, attribute = KEPT[kept]
    with tenure.open(":memory:") as memory:
        memory.person("ana").remember(text, kind="fact", entity=entity, attribute=attribute, value="Vim")
        yield memory.agent("coder", scope=SCOPE).recall


@pytest.mark.parametrize(
    ("kept", "question", "reason"),
    [
        ("russian", f"{WHICH} {EDITOR} {OF_ANA}?", ""),
        ("russian", f"{WHICH} {PHONE} {OF_ANA}?", "attribute_unknown"),
        ("russian", f"{WHICH} {EDITOR} {OF_BORIS}?", "entity_unknown"),
        ("german", "Welchen Editor hat Ana?", ""),
        ("german", "Welches Telefon hat Ana?", "attribute_unknown"),
        ("spanish", "\u00bfCu\u00e1l es el editor de Ana?", ""),
        ("spanish", "\u00bfCu\u00e1l es el tel\u00e9fono de Ana?", "attribute_unknown"),
        ("czech", "Jak\u00fd editor m\u00e1 \u0159editel Petr?", ""),
        ("arabic", f"{WHAT_IS} {ARABIC_EDITOR} {ARABIC_ANA}\u061f", ""),
        ("arabic", f"{WHAT_IS} {ARABIC_PHONE} {ARABIC_ANA}\u061f", "attribute_unknown"),
    ],
)
def test_r20_a_small_letter_of_another_script_makes_no_name(asked, question, reason) -> None:
    found = asked(question)
    assert [each.entry.claim.value for each in found.usable] == ["Vim"]
    assert (found.stance, found.reason) == ("abstain" if reason else "answer", reason)


@pytest.mark.parametrize("mark", ["?", "\uff1f", ""])
def test_r20_what_writes_no_words_apart_is_judged_by_none_whatever_its_mark(asked, mark) -> None:
    found = asked(f"{CHINESE_ANA}\u7684{CHINESE_EDITOR}{IS}\u4ec0\u4e48{mark}")
    assert (found.stance, [each.entry.claim.value for each in found.usable]) == ("answer", ["Vim"])
    assert asked(f"What is the colour of {CHINESE_ANA}?").reason == "attribute_unknown"
