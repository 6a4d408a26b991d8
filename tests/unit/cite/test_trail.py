"""Lines on their way through the versions of a file."""

from __future__ import annotations

from tenure.cite.trail import Trail, begun, followed


def test_a_trail_begins_where_the_lines_were_cited() -> None:
    found = begun("a.py", 3, 5)
    assert (found.path, found.lines, found.place, found.is_half_kept) == ("a.py", (3, 4, 5), (3, 5), True)


def test_lines_above_shift_a_span_and_what_replaced_a_line_is_part_of_its_place() -> None:
    shifted = followed(begun("a.py", 3, 5), [(0, 0, 1, 2)], path="b.py")
    assert (shifted.path, shifted.lines, shifted.place) == ("b.py", (5, 6, 7), (5, 7))
    edited = followed(shifted, [(7, 1, 7, 3)], path="b.py")
    assert (edited.lines, edited.place) == ((5, 6, None), (5, 9))


def test_a_span_is_half_kept_until_more_than_half_of_it_is_lost() -> None:
    found = begun("a.py", 1, 4)
    half = followed(found, [(1, 2, 0, 0)], path="a.py")
    assert (half.lines, half.place, half.is_half_kept) == ((None, None, 1, 2), (1, 2), True)
    less = followed(half, [(1, 1, 0, 0)], path="a.py")
    assert (less.lines, less.place, less.is_half_kept) == ((None, None, None, 1), (1, 1), False)


def test_a_line_that_was_lost_does_not_come_back_and_a_place_that_is_empty_stays_so() -> None:
    lost = followed(begun("a.py", 2, 2), [(2, 1, 1, 0)], path="a.py")
    assert lost == Trail(path="a.py", lines=(None,), place=None)
    assert followed(lost, [(1, 0, 2, 1)], path="a.py") == lost


def test_what_stands_for_an_overwritten_span_is_followed_on() -> None:
    overwritten = followed(begun("a.py", 2, 3), [(2, 2, 2, 1)], path="a.py")
    assert (overwritten.lines, overwritten.place) == ((None, None), (2, 2))
    assert followed(overwritten, [(0, 0, 1, 4)], path="a.py").place == (6, 6)
