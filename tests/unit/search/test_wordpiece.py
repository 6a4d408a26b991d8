"""Word pieces: what the uncased reference gives, with a vocabulary small enough to read."""

from __future__ import annotations

import pytest

from tenure.search.embed.wordpiece import WordPiece

PIECES = "[PAD] [UNK] [CLS] [SEP] table ##s un ##know ##able cafe $ , . 日 本 a b".split()
IDS = {piece: place for place, piece in enumerate(PIECES)}


def cut(text: str, ids_max: int = 64) -> list[str]:
    ids = WordPiece(IDS, ids_max=ids_max).ids(text)
    assert (ids[0], ids[-1]) == (IDS["[CLS]"], IDS["[SEP]"])
    return [PIECES[each] for each in ids[1:-1]]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        (" \t\n", []),
        ("Tables", ["table", "##s"]),
        ("unknowable", ["un", "##know", "##able"]),
        ("unknown", ["[UNK]"]),  # the longest beginning is known, the rest is not: the word is unknown as a whole
        ("CAFÉ, cafe\u0301.", ["cafe", ",", "cafe", "."]),
        ("table$a", ["table", "$", "a"]),
        ("日本", ["日", "本"]),
        ("ta\u200bb\x00les", ["table", "##s"]),  # format and control characters go
        ("a\u00a0b", ["a", "b"]),
        ("a\u0378b", ["[UNK]"]),  # what Unicode does not assign is kept, as by the reference
    ],
)
def test_a_text_is_cut_as_the_reference_cuts_it(text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces


def test_a_word_of_a_hundred_characters_is_cut_and_a_longer_one_is_unknown() -> None:
    assert cut("table" + "s" * 95, 200) == ["table", *["##s"] * 95]
    assert cut("table" + "s" * 96) == ["[UNK]"]


@pytest.mark.parametrize("ids_max", [3, 4, 10])
def test_a_long_text_is_cut_off_with_both_marks_kept(ids_max: int) -> None:
    assert cut("a b " * 50, ids_max) == (["a", "b"] * 50)[: ids_max - 2]
