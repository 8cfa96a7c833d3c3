"""The browser table, as it was built into the folder `page`: files by their paths, and index.html for every page.

The folder is read as a whole and requests are looked up among what was found, so no path leads out of it. Files under
assets/ have a hash in their names and never change; pictures under art/ change with a release and are kept for a day;
all others are asked for again each time and mostly answered by "not modified". Beside a file may lie the same
compressed, with .br or .gz after its name. Into index.html goes what a link to this page shows where people share it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import html
import logging
import re
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, route
from litestar.enums import HttpMethod
from litestar.exceptions import NotFoundException

import orrery
from orrery.build import BUILT_PAGE
from orrery.core.clause import LANGUAGES
from orrery.core.data import read_toml
from orrery.server.http import previews
from orrery.server.http.previews import Preview

LOG: Final = logging.getLogger(__name__)

Asked = Request[Any, Any, Any]

FOLDER: Final = Path(orrery.__file__).resolve().parent.joinpath(*BUILT_PAGE)
"""Beside the sources, in either build: a page that was built just now is there without compiling anything."""
INDEX: Final = "/index.html"
ASSETS: Final = "/assets/"
ART: Final = "/art/"
PAGES: Final = re.compile(
    r"/|/(new|open|mine|records|settings|about)|/(table|record)/[A-Za-z0-9]{1,32}|/(learn|puzzles|rules|cards|decks)(/[a-z_]{1,64})?"
    r"|/decks/[a-z_]{1,64}/[A-Za-z0-9-]{1,200}|/learn/[a-z_]{1,64}/[a-z0-9_]{1,64}|/puzzles/[a-z_]{1,64}/[a-z0-9-]{1,64}"
)
"""The paths at which index.html draws a page; at all others it says that there is none."""
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
TABLE: Final = re.compile(r"/table/([A-Za-z0-9]{1,32})")
SECONDS: Final = 1.0
"""How long a page waits for what is known of a table; then it comes without."""
MOST_KEPT: Final = 64
"""How many index.html are kept as they were last written."""
ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
HOST: Final = re.compile(r"[A-Za-z0-9.\-]+(:[0-9]+)?|\[[0-9A-Fa-f:]+\](:[0-9]+)?")


class File:
    """A file of the page, plain and compressed."""

    __slots__ = ("bodies", "etags", "type")

    def __init__(self, type: str, bodies: dict[str, bytes]) -> None:
        """`bodies` by encoding, the plain one under the empty word."""
        self.type = type
        self.bodies = bodies
        self.etags = {how: f'"{hashlib.sha256(body).hexdigest()[:20]}"' for how, body in bodies.items()}


class Page:
    """The files of a built page. A new build is noticed by its index.html."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.files: dict[str, File] = {}
        self.built: int | None = None
        self.written: OrderedDict[str, File] = OrderedDict()

    def find(self, path: str) -> File | None:
        """The file at a path; None if there is none."""
        self._renew()
        return self.files.get(path)

    def _renew(self) -> None:
        try:
            built: int | None = (self.folder / "index.html").stat().st_mtime_ns
        except OSError:
            built = None
        if built != self.built:
            self.built = built
            self.files = {} if built is None else read_folder(self.folder)
            self.written.clear()

    def index(self, preview: Preview, origin: str, path: str) -> File | None:
        """index.html with a preview; None if the page is not built."""
        plain = self.find(INDEX)
        if plain is None:
            return None
        own = previews.OWN_PICTURES.format(game=preview.game, picture=preview.picture)
        of_game = previews.PICTURES.format(game=preview.game)
        picture = next((one for one in (own, of_game) if one in self.files), previews.PICTURE)
        tags = previews.tags(preview, origin, path, picture)
        found = self.written.get(tags)
        if found is None:
            body = plain.bodies[""].replace(previews.MARK.encode(), tags.encode(), 1)
            found = self.written[tags] = File(plain.type, {"": body, "gzip": gzip.compress(body, 6, mtime=0)})
        self.written.move_to_end(tags)
        if len(self.written) > MOST_KEPT:
            self.written.popitem(last=False)
        return found


def read_folder(folder: Path) -> dict[str, File]:
    """All files of a folder by their paths, each with what lies compressed beside it."""
    found: dict[str, File] = {}
    for file in sorted(folder.rglob("*")):
        type = TYPES.get(file.suffix)
        if type is None or not file.is_file() or file.is_symlink():
            continue
        bodies = {"": file.read_bytes()}
        for how, ending in ENCODINGS:
            beside = file.with_name(file.name + ending)
            if beside.is_file():
                bodies[how] = beside.read_bytes()
        found["/" + file.relative_to(folder).as_posix()] = File(type, bodies)
    return found


def policy(host: str) -> str:
    """What the page may do: load and call what is here, and nothing else. Style attributes are set by scripts."""
    # Some browsers do not count a WebSocket of the same host as 'self'.
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        f"font-src 'self'; media-src 'self' data: blob:; connect-src 'self'{sockets}; manifest-src 'self'; "
        "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def not_built(status: int) -> Response[bytes]:
    """What stands where the page would, before it is built."""
    texts = read_toml("orrery.server", "data", "page.toml")["not_built"]
    lines = "\n".join(f'<p lang="{lang}">{html.escape(texts[lang])}</p>' for lang in LANGUAGES)
    body = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Orrery</title>\n{lines}\n</html>\n'
    return Response(body.encode(), status_code=status, media_type=TYPES[".html"], headers={"cache-control": "no-cache"})


def origin_of(request: Asked) -> str:
    """Where the page is reached, for addresses that others read; empty if that cannot be said."""
    host = request.headers.get("host", "")
    scheme = "https" if request.app.state["service"].settings.secure else request.url.scheme
    return f"{scheme}://{host}" if HOST.fullmatch(host) else ""


async def preview_of(request: Asked, path: str) -> Preview:
    """What a link to a page shows. A table that cannot be looked up now does not keep the page away."""
    lang = previews.language_of(request.headers.get("accept-language", ""))
    query = {name: str(value) for name, value in request.query_params.items()}
    # The first link to a puzzle or a lesson reads the files of a game.
    general = await asyncio.to_thread(previews.of_place, path, query, lang)
    at_table = TABLE.fullmatch(path)
    if at_table is None:
        return general
    try:
        async with asyncio.timeout(SECONDS):
            table = await request.app.state["service"].hall.tables.find(at_table[1])
    except Exception:
        LOG.exception("no preview of a table")
        return general
    return general if table is None else previews.of_table(table, query, lang) or general


@route(["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
async def show(request: Asked) -> Response[bytes]:
    """A file of the page, or index.html for a page of it; for what is no page the same, with status 404."""
    path: str = request.scope["path"]
    if path.startswith("/api/"):
        raise NotFoundException(f"there is nothing at {path[:100]}")
    page: Page = request.app.state["page"]
    file = None if path == INDEX else page.find(path)
    status = 200
    if file is None:
        status = 200 if PAGES.fullmatch(path) else 404
        place = path if status == 200 else "/"
        file = page.index(await preview_of(request, place), origin_of(request), place)
    if file is None:
        return not_built(status)
    return respond(request, file, path, status)


def keeping(path: str) -> str:
    """How long a browser may keep a file without asking."""
    if path.startswith(ASSETS):
        return "public, max-age=31536000, immutable"
    return "public, max-age=86400" if path.startswith(ART) else "no-cache"


def respond(request: Asked, file: File, path: str, status: int) -> Response[bytes]:
    """A file as an answer: compressed if it may be, and not at all if the browser has it."""
    wanted = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
    how = next((how for how, _ in ENCODINGS if how in wanted and how in file.bodies), "")
    headers = {
        "cache-control": keeping(path) if status == 200 else "no-cache",
        "etag": file.etags[how],
        "vary": "accept-encoding",
    }
    if file.type == TYPES[".html"]:
        headers["vary"] = "accept-encoding, accept-language"
        headers["content-security-policy"] = policy(request.headers.get("host", ""))
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if status == 200 and file.etags[how] in known:
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    if how:
        headers["content-encoding"] = how
    return Response(file.bodies[how], status_code=status, headers=headers, media_type=file.type)
