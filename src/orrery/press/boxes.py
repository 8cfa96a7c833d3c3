"""The boxes of a PDF's pages: what printers need to know about where a page is cut, and that it is not to be scaled.

The typesetter writes a TrimBox where there is a bleed, and nothing else. Here every page gets a TrimBox and a BleedBox,
and the document the wish to be printed as large as it is, for a dialog that "fits" pages makes every card smaller. It
is done by an update at the end of the file as the format provides for (ISO 32000, 7.5.6): nothing before it is touched.
"""

from __future__ import annotations

import re
from typing import Final

OBJECT: Final = re.compile(rb"(?m)^(\d+) 0 obj\s*(<<[^\n]*/Type\s*/Page\b(?!s)[\s\S]*?>>)\s*endobj")
CATALOG: Final = re.compile(rb"(?m)^(\d+) 0 obj\s*(<<[^\n]*/Type\s*/Catalog\b[\s\S]*?>>)\s*endobj")
PREFERENCES: Final = re.compile(rb"/ViewerPreferences\s*<<")
MEDIA: Final = re.compile(rb"/MediaBox\s*\[([^\]]*)\]")
TRIM: Final = re.compile(rb"/TrimBox\s*\[[^\]]*\]")
START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
TRAILER: Final = re.compile(rb"trailer\s*<<([\s\S]*?)>>\s*startxref")


class OddPdf(Exception):
    """A PDF that is not written as the typesetter writes them."""


def with_boxes(pdf: bytes) -> bytes:
    """The same PDF with a TrimBox and a BleedBox on every page: the bleed is all that is beyond the trim. It asks not
    to be scaled.
    """
    start, trailers = START.search(pdf), TRAILER.findall(pdf)
    pages, catalog = list(OBJECT.finditer(pdf)), CATALOG.search(pdf)
    if start is None or not trailers or not pages or catalog is None or PREFERENCES.search(catalog[2]) is None:
        raise OddPdf("the pages of this PDF are not where they were looked for")
    out = bytearray(pdf if pdf.endswith(b"\n") else pdf + b"\n")
    places: list[tuple[int, int]] = []
    for found in pages:
        page = found[2]
        media = MEDIA.search(page)
        if media is None:
            raise OddPdf("a page of this PDF has no size of its own")
        more = b"/BleedBox[" + media[1] + b"]"
        if TRIM.search(page) is None:
            more += b"/TrimBox[" + media[1] + b"]"
        places.append((int(found[1]), len(out)))
        out += found[1] + b" 0 obj\n" + page[:-2] + more + b">>\nendobj\n"
    places.append((int(catalog[1]), len(out)))
    asking = PREFERENCES.sub(rb"\g<0>/PrintScaling/None", catalog[2])
    out += catalog[1] + b" 0 obj\n" + asking + b"\nendobj\n"
    table = len(out)
    out += b"xref\n"
    for number, place in places:
        out += b"%d 1\n%010d 00000 n \n" % (number, place)
    out += b"trailer\n<<" + trailers[-1] + b"/Prev " + start[1] + b">>\nstartxref\n%d\n%%%%EOF\n" % table
    return bytes(out)
