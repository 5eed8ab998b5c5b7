"""The documents of the games that a curator keeps, as they are worked on: listed, read, written, brought further."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from catalog import canonical, publishing
from catalog import documents as of_catalog
from catalog.faults import Fault, Malformed
from catalog.models import Record, Revision, Shelf
from catalog.models import Stage as Stages
from catalog.publishing.releases import one_at_a_time
from rulesapi import parameters
from rulesapi.kept import mark
from rulesapi.parameters import Parameter
from rulesapi.problems import Refusal
from rulesapi.renderers import dumps
from rulesapi.views.bodies import read_object

from .. import drafts as documents
from .. import lists
from ..contributions import sound, text
from ..endpoint import PRIVATE, answer
from .curation import OfCuration

NOBODYS = "There is no such document."
WHY_LENGTH = 300
STEPS: Mapping[str, Callable[..., Revision]] = {
    "put-up": publishing.put_up,
    "take-back": publishing.take_back,
    "approve": publishing.approve,
    "send-back": publishing.send_back,
}
"""What can be done to a draft as a whole."""


def _one_of(name: str, about: str, values: list[str]) -> Parameter:
    schema = {"type": "string", "pattern": f"^({'|'.join(values)})$", "maxLength": 20}
    return Parameter(name, about, {**schema, "title": f"one of: {', '.join(values)}"})


class OfDrafts(OfCuration):
    """An address of a document that is worked on."""

    def record(self, game: str, shelf: str, slug: str) -> Record:
        """Return a document that who is asking may write. Raises Http404 for any other, whether there is one or not."""
        found = Record.objects.filter(game=game, shelf=shelf, slug=slug).first()
        if found is None or not self._writes(game, shelf) or publishing.current(found) is None:
            raise Http404(NOBODYS)
        return found

    def _writes(self, game: str, shelf: str) -> bool:
        return shelf in Shelf.values and publishing.may_write(self.request.user, game, shelf)


class Drafts(OfDrafts):
    """What is on its way into a release."""

    takes = {
        "get": (
            parameters.slug("game", "Only those of this game."),
            _one_of("shelf", "Only documents of this sort.", Shelf.values),
            _one_of("stage", "Only those that are so far.", Stages.values),
            parameters.LIMIT,
            lists.CURSOR,
        )
    }

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of it, what was begun last first."""
        found = publishing.written_by(request.user, Revision.objects.drafts()).select_related("record", "by")
        fields = {"game": "record__game", "shelf": "record__shelf", "stage": "stage"}
        asked = {fields[name]: value for name, value in self.query.items() if name in fields}
        page = lists.numbered(found.filter(**asked), self.query, request.path, documents.line)
        return answer(request, page, mark(dumps(page)))


class OneDraft(OfDrafts):
    """One document, as whoever works on it starts from it."""

    def get(self, request: Request, game: str, shelf: str, slug: str) -> HttpResponse:
        """Answer with its draft, else with what is published."""
        return _told(request, self.record(game, shelf, slug))

    def put(self, request: Request, game: str, shelf: str, slug: str) -> HttpResponse:
        """Write its draft; a document that says just what it said is left as it is."""
        if not self._writes(game, shelf):
            raise Http404(NOBODYS)
        fields, faults = read_object(request, ("document", "why", "source"), ("document", "why"))
        why, source = text(fields, faults, "why", WHY_LENGTH), text(fields, faults, "source", WHY_LENGTH)
        if "why" in fields and isinstance(fields["why"], str) and not why.strip():
            faults.append(Fault("/why", "missing", "Say in one line why: it is kept with the change."))
        sound(faults)
        document = fields["document"]
        _check_place(document, game, shelf, slug)
        with _writing():
            record = self._based(game, shelf, slug)
            before = publishing.current(record) if record else None
            if before is None or before.text != canonical.wire(document):
                expected = publishing.state(record)
                draft = publishing.save_draft(document, by=request.user, why=why, source=source, expected=expected)
                record = draft.record
        assert record is not None
        return _told(request, record, status=200 if before else 201)

    def delete(self, request: Request, game: str, shelf: str, slug: str) -> HttpResponse:
        """Throw its draft away; the history keeps it."""
        with _writing():
            record = self.record(game, shelf, slug)
            seen = publishing.state(record)
            self.based(seen)
            if not publishing.discard_draft(record, by=request.user, expected=seen):
                raise Refusal("draft-refused", detail="There is no draft of it.")
        return HttpResponse(status=204, headers=PRIVATE)

    def _based(self, game: str, shelf: str, slug: str) -> Record | None:
        """Return the record to be written, None for a new one, which If-None-Match says that it is to be."""
        found = Record.objects.filter(game=game, shelf=shelf, slug=slug).first()
        if found is not None and publishing.current(found) is not None:
            self.based(publishing.state(found))
            return found
        if publishing.taken(game, shelf, slug):
            raise Refusal("draft-refused", detail=f"“{slug}” was the slug of another document. Take one that is free.")
        if "If-Match" in self.request.headers:
            raise Refusal("changed-meanwhile")
        if self.request.headers.get("If-None-Match") != "*":
            raise Refusal("version-needed", detail="There is no such document. Send If-None-Match: * to begin one.")
        return found


class Stage(OfDrafts):
    """How far a draft is on its way into a release."""

    def post(self, request: Request, game: str, shelf: str, slug: str) -> HttpResponse:
        """Put it up for review, take it back, approve it, or send it back."""
        fields, faults = read_object(request, ("do", "why"), ("do",))
        step, why = fields.get("do"), text(fields, faults, "why", WHY_LENGTH)
        if "do" in fields and (not isinstance(step, str) or step not in STEPS):
            faults.append(Fault("/do", "not-allowed", f"Expected one of: {', '.join(STEPS)}."))
        if step == "send-back" and not why.strip():
            faults.append(Fault("/why", "missing", "Say why, so that whoever wrote it can mend it."))
        sound(faults)
        with _writing():
            record = self.record(game, shelf, slug)
            seen = publishing.state(record)
            self.based(seen)
            STEPS[str(step)](record, by=request.user, expected=seen, why=why)
        return _told(request, record)


class History(OfDrafts):
    """What was ever done to a document."""

    takes = {"get": (parameters.LIMIT, lists.CURSOR)}

    def get(self, request: Request, game: str, shelf: str, slug: str) -> HttpResponse:
        """Answer with a page of it, what was done last first."""
        limit = self.query.get("limit", parameters.DEFAULT_LIMIT)
        known = publishing.known(self.record(game, shelf, slug))
        end = min(len(known), lists.number(self.query["cursor"]) - 1) if "cursor" in self.query else len(known)
        begin = max(0, end - limit)
        rows = [documents.deed(number, known[number - 1]) for number in range(end, begin, -1)]
        last = {**self.query, "cursor": lists.write(begin + 1)} if begin else None
        page = {"next": last and f"{request.path}?{urlencode(last)}", "results": rows}
        return answer(request, page, mark(dumps(page)))


def _told(request: Request, record: Record, *, status: int = 200) -> HttpResponse:
    said = documents.whole(record)
    place = {"Location": said["url"]} if status == 201 else {}
    return answer(request, said, publishing.state(record), status=status, **place)


def _check_place(document: Any, game: str, shelf: str, slug: str) -> None:
    """Raise Malformed unless a document is that of its address."""
    if not isinstance(document, dict):
        raise Malformed("invalid-document", [Fault("/document", "wrong-type", "A document is an object.")])
    said = {"game": document.get("game"), "slug": document.get("slug")}
    faults = [
        Fault(f"/document/{name}", "not-allowed", f"In this address it is “{needed}”.")
        for name, needed in (("game", game), ("slug", slug))
        if said[name] != needed
    ]
    kind = document.get("kind")
    if isinstance(kind, str) and of_catalog.SHELVES.get(kind, Shelf.CARD) != shelf:
        faults.append(Fault("/document/kind", "not-allowed", f"A document of this kind is no {shelf}."))
    if faults:
        raise Malformed("invalid-document", faults)


@contextmanager
def _writing() -> Iterator[None]:
    """Do all of it or nothing while other writers wait, and answer what the catalog refuses.

    Nobody comes between, so that a conflict is one with the stage of the draft. Raises Refusal and Malformed.
    """
    try:
        with transaction.atomic():
            one_at_a_time()
            yield
    except publishing.Conflict as error:
        raise Refusal("draft-refused", detail="The draft is not in the stage for this.") from error
    except publishing.NotYours as error:
        raise Refusal("draft-refused", detail=str(error)) from error
    except Malformed as error:
        if error.code == "invalid-document":
            raise Malformed(error.code, [fault.under("/document") for fault in error.faults]) from error
        raise Refusal("draft-refused", error.faults) from error
