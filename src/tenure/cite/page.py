"""Gives the words of a page that a reader sees: of plain text all, of HTML what is neither markup nor hidden, of a PDF.

One pass from left to right, each step a search that only goes on, so that no page takes longer than its length.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tenure.cite.pdf import is_pdf, words_in
from tenure.errors import CitationError

HTML: Final = frozenset({"text/html", "application/xhtml+xml"})
PDF: Final = "application/pdf"
TEXTS: Final = frozenset({"application/json", "application/xml", "application/yaml", "application/toml"})
_UNSEEN: Final = frozenset({"template", "noscript", "svg", "object"})
_INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code em i kbd mark q s samp small span strong sub sup u var wbr".split()
)
_VOID: Final = frozenset("area base br col embed hr img input link meta source track wbr".split())
_RAW: Final = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("iframe", "script", "style", "textarea")}
"""Elements that end at the first end tag of their name, whatever stands in them."""
_NAME: Final = re.compile(r"/?([A-Za-z][A-Za-z0-9:-]{0,40})")
_CHARSET: Final = re.compile(rb"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{1,40})")
_READ: Final = re.compile(
    r"utf-?(?:8|16(?:[bl]e)?)|us-ascii|ascii|latin-?1|iso-?8859-?[0-9]{1,2}|windows-?[0-9]{3,4}|cp125[0-8]|koi8-[ru]"
    r"|shift_jis|euc-(?:jp|kr)|gbk|gb2312|gb18030|big5",
    re.IGNORECASE,
)
"""The character sets that are read; anything else counts as UTF-8."""
_HIDDEN: Final = re.compile(r"\shidden(?=[\s=/]|\Z)|\saria-hidden\s*=\s*[\"']?true", re.IGNORECASE)
_STYLE: Final = re.compile(r"(\sstyle\s*=)|display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_STYLE_CHARS_MAX: Final = 200
"""How far behind the beginning of a style it may say that nothing is shown."""


def can_be_read(content_type: str) -> bool:
    """Tell whether pages of this type of content have words that can be compared."""
    return content_type in HTML or content_type in TEXTS or content_type == PDF or content_type.startswith("text/")


def words_of(body: bytes, content_type: str, charset: str) -> list[str]:
    """Give the words of a page, in order; white space apart.

    Raises:
        CitationError: It is a PDF (whatever it is called) that cannot be read, or no PDF though it is called one.
    """
    if is_pdf(body):
        return words_in(body)
    if content_type == PDF:
        raise CitationError("this is no PDF", code="unreadable_pdf")
    text = _decoded(body, content_type, charset)
    return ("".join(_seen(text)) if content_type in HTML else text).split()


def _decoded(body: bytes, content_type: str, charset: str) -> str:
    if not charset and content_type in HTML:
        found = _CHARSET.search(body, 0, 1_024)
        charset = found[1].decode("ascii") if found else ""
    if _READ.fullmatch(charset):
        with suppress(LookupError):  # of a family that is read, but none that there is
            return body.decode(charset, "replace")
    return body.decode("utf-8", "replace")


def _seen(text: str) -> Iterator[str]:
    at, hidden, depth = 0, "", 0
    while at < len(text):
        start = text.find("<", at)
        is_comment = text.startswith("<!--", start) if start >= 0 else False
        end = text.find("-->" if is_comment else ">", start) if start >= 0 else -1
        if end < 0:  # neither a tag nor the end of a comment comes any more
            if not hidden:
                yield html.unescape(text[at : start if is_comment else None])
            return
        if not hidden:
            yield html.unescape(text[at:start])
        if is_comment:
            at = end + 3
            continue
        named = _NAME.match(text, start + 1)
        if named is None:
            yield "" if hidden else "<"
            at = start + 1
            continue
        tag, name, is_end = text[start:end], named[1].lower(), text[start + 1] == "/"
        at = end + 1
        if name not in _INLINE:
            yield " "
        if hidden:
            depth += 0 if name != hidden or tag.endswith("/") else -1 if is_end else 1
            hidden = hidden if depth else ""
        elif not is_end and name in _RAW:
            closed = _RAW[name].search(text, at)
            at = len(text) if closed is None else closed.start()
        elif not is_end and name not in _VOID and not tag.endswith("/") and (name in _UNSEEN or _hides(tag)):
            hidden, depth = name, 1


def _hides(tag: str) -> bool:
    """Tell whether a tag says that what it begins is not shown; one pass, however often it says `style`."""
    if _HIDDEN.search(tag):
        return True
    begun = len(tag)
    for found in _STYLE.finditer(tag):
        if found[1]:
            begun = found.end()
        elif 0 <= found.start() - begun <= _STYLE_CHARS_MAX:
            return True
    return False
