"""Assemble PDF files of drawn pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

POINTS_PER_MM: Final = 72 / 25.4
_FONT: Final = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"


def assemble_pdf(
    pages: Sequence[bytes], size_mm: tuple[float, float], forms: Mapping[str, bytes] | None = None
) -> bytes:
    """Assemble a file (ISO 32000-1, 7.5), which asks to be printed at its own scale.

    Args:
        pages: content streams; `/F1` is Helvetica, `/F2` Helvetica-Bold.
        size_mm: width and height of every page.
        forms: drawings that pages repeat, by the name that their `Do` uses; content streams.
    """
    forms = forms or {}
    width, height = (side * POINTS_PER_MM for side in size_mm)
    first_page, first_form = 5, 5 + 2 * len(pages)
    kids = " ".join(f"{first_page + 2 * n} 0 R" for n in range(len(pages)))
    names = " ".join(f"/{name} {first_form + n} 0 R" for n, name in enumerate(forms))
    resources = f"<< /Font << /F1 3 0 R /F2 4 0 R >> /XObject << {names} >> >>"
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        _FONT.format("Helvetica").encode(),
        _FONT.format("Helvetica-Bold").encode(),
    ]
    for number, content in enumerate(pages):
        page = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] "
            f"/Contents {first_page + 2 * number + 1} 0 R /Resources {resources} >>"
        )
        bodies += [page.encode(), _stream("", content)]
    form = "/Type /XObject /Subtype /Form /BBox [-2 -2 2 2] "
    bodies += [_stream(form, content) for content in forms.values()]
    file, places = bytearray(b"%PDF-1.6\n"), []
    for number, body in enumerate(bodies, 1):
        places.append(len(file))
        file += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1) + table
    file += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start)
    return bytes(file)


def _stream(entries: str, content: bytes) -> bytes:
    return f"<< {entries}/Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream"
