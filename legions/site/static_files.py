"""Static files: bundles, minified without comments and indents.

In tests and with DEBUG, pages use each file of `static/` by itself. collectstatic makes the bundles.
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
"""Style sheets that a page loads as one file: those of every page, and those of the builder."""
SCRIPT_BUNDLES = {"everywhere": ("site", "tips"), "build": ("merge", "builder", "drag", "table")}
"""Scripts that a page loads as one file: those of every page, and those of the builder."""

UNUSED = (
    "rest_framework",  # used only by DRF's own pages, which are never shown
    *("htmx-2.js", "htmx-4.*", "htmax-*"),
    *("jquery.js", "select2.full.js", "xregexp.js"),
)
"""Patterns of library files and folders that no page uses without DEBUG."""
SOURCES_FILE = "sources.sha256"
"""The collected file that holds the digest of the source files."""
NOT_COLLECTED = (
    "the static files of this version are not collected. Run manage.py collectstatic --noinput, then start again."
)
"""The message for the log and for `serve` if `are_collected` is false."""


class UsedFilesFinder(AppDirectoriesFinder):
    """A finder that serves all static files of apps, but lists only the files that pages use for collectstatic."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """Return files with their storages, except unused files and files that match a pattern."""
        return super().list([*(ignore_patterns or ()), *UNUSED])


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """A storage that minifies the project's own files, makes the bundles, and then does what WhiteNoise does."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file. It is cached, because a page uses the file of its icons some fifty times."""
        if name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]

    @cached_property
    def are_of_this_version(self) -> bool:
        """True if the collected files match the source files of this version, checked once per process."""
        try:
            return Path(self.path(SOURCES_FILE)).read_text("ascii").strip() == sources_digest()
        except (OSError, UnicodeDecodeError):
            return False

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Replace the collected files with minified ones; `paths` maps each name to the storage and path it is read
        from.

        The digest of the sources is removed first and written last, so that an interrupted run leaves no digest.
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
        """Compress only files that are not compressed yet: most names contain a hash of the content and do not
        change.
        """
        return super().compress_files([name for name in paths if not self._is_compressed(name)])

    def _is_compressed(self, name: str) -> bool:
        """Return whether the gzip of a file, which is written last, is complete and current."""
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
    """Return whether the static files of this version of the code are collected.

    Always true if files are not collected (tests, DEBUG).
    """
    if not isinstance(staticfiles_storage, MinifiedStaticFilesStorage):
        return True
    site = staticfiles_storage.hashed_files.get(stylesheet_path("site"))
    return bool(site) and staticfiles_storage.are_of_this_version and staticfiles_storage.exists(site)


def stylesheet_names(name: str) -> list[str]:
    """Return the names of the static files of a style sheet or bundle. Without collected files a bundle is its
    parts.
    """
    if name in BUNDLES and not isinstance(staticfiles_storage, MinifiedStaticFilesStorage):
        return [stylesheet_path(part) for part in BUNDLES[name]]
    return [stylesheet_path(name)]


def script_names(name: str) -> list[str]:
    """Return the names of the static files of a script bundle. Without collected files these are its parts."""
    bundled = isinstance(staticfiles_storage, MinifiedStaticFilesStorage)
    return [script_path(part) for part in ([name] if bundled else SCRIPT_BUNDLES[name])]


def script_path(script: str) -> str:
    """Return the name of a script among the static files."""
    return f"js/{script}.js"


def stylesheet_path(sheet: str) -> str:
    """Return the name of a style sheet among the static files."""
    return f"css/{sheet}.css"


def minify_css(text: str) -> str:
    """Return a style sheet without comments, indents and empty lines."""
    return _lines(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))


def minify_js(text: str) -> str:
    """Return a script without indents, empty lines, and comment lines. No string of our scripts spans lines."""
    return _lines(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))


def _lines(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line)
