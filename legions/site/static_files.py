"""Static files as a browser is sent them: what goes together as one file, without what only people read.

In tests and with DEBUG pages name each file by itself, as it stands in `static/`. The rest is made by collectstatic.
"""

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder, get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

BUNDLES = {
    "site": ("tokens", "fonts", "base", "components", "cards", "pages", "print"),
    "table": ("builder", "legions", "plots"),
}
"""Style sheets that a page loads in one request: what every page needs, and what the builder does beside it."""
SCRIPT_BUNDLES = {"everywhere": ("site", "tips"), "build": ("merge", "builder", "drag", "table")}
"""Scripts that a page loads in one request, each a function of its own: those of every page, and of the builder."""

UNUSED = (
    "rest_framework",  # what DRF's own pages need; none is shown
    *("htmx-2.js", "htmx-4.*", "htmax-*"),
    *("jquery.js", "select2.full.js", "xregexp.js"),
)
"""Files of libraries that no page names outside DEBUG, by patterns of their names or folders."""
SOURCES_FILE = "sources.sha256"
"""The file among the collected ones that holds the digest of the files they were made from."""
NOT_COLLECTED = (
    "the static files of this version are not collected. Run manage.py collectstatic --noinput, then start again."
)
"""The sentence for the log and for `serve` when `are_collected` is false."""


class UsedFilesFinder(AppDirectoriesFinder):
    """Finds static files in the folders of apps as Django does, and lists for collectstatic those that pages name."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """List files with where they are stored, except those that are unused or match a pattern."""
        return super().list([*(ignore_patterns or ()), *UNUSED])


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Collects our own files made lighter, and the bundles of style sheets; then as WhiteNoise does it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file, found out once: a page names the file of its marks some fifty times."""
        if name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]

    @cached_property
    def are_of_this_version(self) -> bool:
        """Whether the collected files were made from the sources of this version, when this process first asked."""
        try:
            return Path(self.path(SOURCES_FILE)).read_text("ascii").strip() == sources_digest()
        except (OSError, UnicodeDecodeError):
            return False

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Put lighter files in the place of those that were collected; `paths` says where each is read from.

        The digest of the sources is removed first and written last, so files that were collected in part have none.
        """
        self._addresses.clear()
        if not dry_run:
            self.delete(SOURCES_FILE)
            for name in [name for name in paths if re.fullmatch(r"(css/[\w-]+\.css|js/[\w-]+\.js)", name)]:
                text = self._text(paths, name)
                self._put(paths, name, minify_css(text) if name.endswith(".css") else minify_js(text))
            for bundle in BUNDLES:
                self._put(
                    paths,
                    stylesheet_path(bundle),
                    "".join(self._text(paths, stylesheet_path(part)) for part in BUNDLES[bundle]),
                )
            for bundle, parts in SCRIPT_BUNDLES.items():
                self._put(paths, script_path(bundle), "".join(self._text(paths, script_path(part)) for part in parts))
        yield from super().post_process(paths, dry_run, **options)
        if not dry_run:
            self._save(SOURCES_FILE, ContentFile(f"{sources_digest()}\n".encode()))

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what was not before: the names of most files, which say what is in them, are the same each time."""
        return super().compress_files([name for name in paths if not self._is_compressed(name)])

    def _is_compressed(self, name: str) -> bool:
        """Return whether a file was compressed to the end: its gzip, which is written last, is whole."""
        try:
            return gzip.decompress(Path(self.path(f"{name}.gz")).read_bytes()) == Path(self.path(name)).read_bytes()
        except (OSError, EOFError, zlib.error):
            return False

    def _text(self, paths: dict[str, Any], name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode("utf-8"))

    def _put(self, paths: dict[str, Any], name: str, text: str) -> None:
        self.delete(name)
        self._save(name, ContentFile(text.encode("utf-8")))
        paths[name] = (self, name)


def sources_digest() -> str:
    """Return the SHA-256 of all static files of this version and of the module that collects them."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    found = ((name, storage) for finder in get_finders() for name, storage in finder.list(None))
    for name, storage in sorted(found, key=lambda file: file[0]):
        with storage.open(name) as file:
            digest.update(f"\0{name}\0".encode() + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def are_collected() -> bool:
    """Return whether pages find the static files they name, in the version of the code that this process runs.

    Where files are not collected (tests, DEBUG) there is nothing to miss.
    """
    if not isinstance(staticfiles_storage, MinifiedStaticFilesStorage):
        return True
    site = staticfiles_storage.hashed_files.get(stylesheet_path("site"))
    return bool(site) and staticfiles_storage.are_of_this_version and staticfiles_storage.exists(site)


def stylesheet_names(name: str) -> list[str]:
    """Return the style sheets that stand for a bundle, or for a sheet by itself, by their names among static files."""
    if name in BUNDLES and not isinstance(staticfiles_storage, MinifiedStaticFilesStorage):
        return [stylesheet_path(part) for part in BUNDLES[name]]
    return [stylesheet_path(name)]


def script_names(name: str) -> list[str]:
    """Return the scripts that stand for a bundle, by their names among static files."""
    bundled = isinstance(staticfiles_storage, MinifiedStaticFilesStorage)
    return [script_path(part) for part in ([name] if bundled else SCRIPT_BUNDLES[name])]


def script_path(script: str) -> str:
    """Return the name that a script has among static files."""
    return f"js/{script}.js"


def stylesheet_path(sheet: str) -> str:
    """Return the name that a style sheet has among static files."""
    return f"css/{sheet}.css"


def minify_css(text: str) -> str:
    """Return a style sheet without comments, indents and empty lines."""
    return _lines(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))


def minify_js(text: str) -> str:
    """Return a script without indents, empty lines, and lines that are a comment; no text of ours spans lines."""
    return _lines(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))


def _lines(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line)
