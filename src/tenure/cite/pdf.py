"""The words of a file: of a text as it is, of a PDF with the extra ``tenure[pdf]``, read within bounds."""

from __future__ import annotations

import logging
import time
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import Final

from tenure.cite.alongside import Call
from tenure.errors import CitationError

SECONDS_MAX: Final = 1.5
PAGES_MAX: Final = 300
WORDS_CHARS_MAX: Final = 2_000_000
UNPACKED_BYTES_MAX: Final = 20_000_000
"""Most bytes that one stream of a PDF is unpacked to."""


def is_pdf(data: bytes) -> bool:
    """Tell whether a file is a PDF: by what it begins with, as readers do."""
    return b"%PDF-" in data[:1_024]


@cache
def has_reader() -> bool:
    """Tell whether the extra that reads PDFs is installed."""
    return find_spec("pypdf") is not None


def words_in(data: bytes) -> list[str]:
    """Give the words of a file, in order; white space apart.

    Raises:
        CitationError: It is a PDF, and no reader is installed (``no_pdf_reader``), or it cannot be read within the
            bounds: it is broken, encrypted, without any text, too big or takes too long (``unreadable_pdf``).
    """
    if not is_pdf(data):
        return data.decode("utf-8", "replace").split()
    if not has_reader():
        raise CitationError(
            "a PDF is read with an extra that is not installed", code="no_pdf_reader", hint="Install `tenure[pdf]`."
        )
    until = time.monotonic() + SECONDS_MAX
    try:
        words = Call(lambda: _text_of(data, until), seconds=SECONDS_MAX).result().split()
    except Exception:  # noqa: BLE001 - a reader of hostile files may fail in any way
        words = []
    if not words:
        raise CitationError(
            "this PDF cannot be read", code="unreadable_pdf", hint="Cite it without a quotation, or its text."
        )
    return words


def readable(data: bytes) -> list[str]:
    """Give the words of a file as far as they can be read; none if they cannot."""
    try:
        return words_in(data)
    except CitationError:
        return []


def _text_of(data: bytes, until: float) -> str:
    import pypdf  # noqa: PLC0415 - an extra, loaded on first use

    log = logging.getLogger("pypdf")
    if log.level == logging.NOTSET:  # what it says of a broken file may hold words of it
        log.setLevel(logging.CRITICAL)
    found: list[str] = []
    with pypdf.apply_configuration(
        jbig2dec_binary=None,  # no other program is ever started
        zlib_maximum_output_length=UNPACKED_BYTES_MAX,
        lzw_maximum_output_length=UNPACKED_BYTES_MAX,
        run_length_maximum_output_length=UNPACKED_BYTES_MAX,
        array_based_stream_maximum_output_length=UNPACKED_BYTES_MAX,
        stream_decoding_work_maximum_length=2 * UNPACKED_BYTES_MAX,
    ):
        reader = pypdf.PdfReader(BytesIO(data))
        if reader.is_encrypted or len(reader.pages) > PAGES_MAX:
            raise ValueError
        for page in reader.pages:
            found.append(page.extract_text())
            if time.monotonic() > until or sum(map(len, found)) > WORDS_CHARS_MAX:
                raise ValueError
    return "\n".join(found)
