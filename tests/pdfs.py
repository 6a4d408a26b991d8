"""PDF files for tests: one page of text, and such as no reader can read."""

from __future__ import annotations

import zlib


def pdf_of(*lines: str, data: bytes | None = None, more: str = "") -> bytes:
    """Make a PDF of one page with these lines of text."""
    text = " ".join(f"BT /F1 12 Tf 50 {700 - 20 * at} Td ({line}) Tj ET" for at, line in enumerate(lines))
    packed = zlib.compress(text.encode()) if data is None else data
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = b"%PDF-1.4\n", list[int]()
    for number, part in enumerate(parts, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n%b" % table
    return out + b"trailer\n<< /Size 6 /Root 1 0 R %b >>\nstartxref\n%d\n%%%%EOF\n" % (more.encode(), start)


UNREADABLE = {
    "nothing": b"%PDF-1.4\n" + b"\0" * 1_000,
    "no table": b"%PDF-1.4\nstartxref\n9\n%%EOF",
    "bomb": pdf_of(data=zlib.compress(b" " * 60_000_000, 9)),
    "deep": pdf_of(data=zlib.compress(b"[" * 100_000)),
    "garbage": pdf_of(data=b"no deflate at all"),
    "encrypted": pdf_of("locked", more="/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (y) /P -4 >>"),
    "nested": b"%PDF-1.4\n" + b"<< /A " * 50_000,
}
"""What each of them does to a reader, and its bytes."""
