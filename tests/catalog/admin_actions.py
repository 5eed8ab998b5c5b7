"""All actions of people with roles in the admin, as a table: the page, the permitted roles, and the audit log entries.

An audit log entry is written as `what: on what`, with `#` for each number. Roles missing from an action are refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from catalog import permissions, publishing
from catalog.admin.workflow_actions import ACTIONS
from catalog.curation import confirmations, contributions
from catalog.documents.forms.document_form import DocumentForm
from catalog.models import Changeset, Contribution, Dispute, Record
from catalog.models.changesets import ChangesetOrigin
from catalog.models.table_imports import TableImport
from catalog.publishing import (
    changeset_publication,
    changeset_review,
    changesets,
    previews,
    scheduling,
    upcoming_releases,
)
from catalog.publishing.doubles import differing_facts, merge_token
from legions.api_tokens import services
from legions.api_tokens.models import Scope
from legions.community import moderation
from legions.contributing.api_documents import etag_of
from legions.mails import queue
from legions.mails.models import OutgoingMail
from tests import factories, picture_factory
from tests.catalog import admin_world
from tests.forms import posted

GAME_CURATORS = ("curator", "curator and publisher", "admin")
"""Roles that edit the cards of this game."""
CURATORS = (*GAME_CURATORS, "curator of another game", "publisher and curator of another game")
PUBLISHERS = ("publisher", "curator and publisher", "publisher and curator of another game", "admin")
AT_ONCE = ("curator and publisher", "admin")
"""Roles that publish their own edits while nobody else can approve them."""
WITH_REVIEW = ("curator",)
MODERATORS = ("moderator", "admin")
ADMINS = ("admin",)
FIXED = ("game", "rulebook", "section")
"""Document types whose slugs do not change."""
STAFF = tuple(role for role in admin_world.ROLES if role not in ("player", "contributor"))

SLUGS = {
    "card": "card",
    "set": "set",
    "format": "standard",
    "house-rule": "open-gate",
    "ruling": "two-of-a-name",
    "adventure": "over-the-hill",
    "reference": "dodge",
    "rulebook": "attack-wing",
    "section": "actions-dodge",
    "game": "attack-wing",
}
CARD = "attack-wing/card/card"


NEW: dict[str, Callable[[], dict[str, Any]]] = {
    "card": partial(factories.creature, slug="newcomer", name="Newcomer"),
    "set": partial(factories.card_set, slug="newcomer", name="Newcomer"),
    "format": partial(factories.standard, slug="newcomer", name="Newcomer"),
    "house-rule": partial(factories.house_rule, slug="newcomer", name="Newcomer"),
    "ruling": partial(factories.ruling, slug="newcomer", name="Newcomer"),
    "adventure": partial(factories.adventure, slug="newcomer", name="Newcomer"),
    "reference": partial(factories.reference, slug="newcomer", name="Newcomer"),
    "rulebook": partial(factories.rulebook, game=admin_world.OTHER_GAME, slug=admin_world.OTHER_GAME),
    "section": partial(factories.section, at="actions/newcomer", slug="actions-newcomer", name="Newcomer"),
    "game": partial(factories.game, game=admin_world.OTHER_GAME, slug=admin_world.OTHER_GAME, name="Dungeon Command"),
}
"""New documents by document type."""


@dataclass(frozen=True)
class RequestData:
    """The data of a request: URL arguments, body and headers."""

    args: tuple[Any, ...] = ()
    data: Any = field(default_factory=dict)
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class AdminAction:
    """An action: its page, the request data, and the log entries it leaves for each permitted role.

    `sent` creates the target and returns the request data. With `own` the target belongs to the actor, and `sent` gets
    the actor.
    """

    page: str
    sent: Callable[..., RequestData]
    leaves: Mapping[str, tuple[str, ...]]
    method: str = "post"
    own: bool = False


def allowed_to(people: tuple[str, ...], *log_entries: str) -> dict[str, tuple[str, ...]]:
    """Return a mapping in which each of these roles is permitted and leaves these log entries."""
    return dict.fromkeys(people, log_entries)


def _form(document: dict[str, Any], button: str, **more: Any) -> dict[str, Any]:
    """Return the form data that a browser sends for a document."""
    filled = posted(DocumentForm(document, kind=document["kind"], suggest=publishing.suggest_slug))
    return {**{key: filled.getlist(key) for key in filled}, "why": "Work", button: "x", **more}


# -- documents -------------------------------------------------------------------------------------------------------


def _step(document_type: str, name: str) -> RequestData:
    record = admin_world.put_into(admin_world.STATES[name], admin_world.record(document_type))
    return RequestData((record.pk,), {"why": "Work", "reason": "Gone", "slug": "moved"})


OTHER_SOURCE = {"": {"source": "Another book", "checked": False}}


def _written(button: str, document_type: str) -> RequestData:
    record = admin_world.record(document_type)
    changed = {**admin_world.document(document_type), "name": "Other", "sources": OTHER_SOURCE}
    return RequestData((record.pk,), _form(changed, button, expected=publishing.edit_token(record)))


def _begun(button: str, document_type: str) -> RequestData:
    new = NEW[document_type]()
    return RequestData(data=_form(new, button), query=f"?of={new['game']}/{new['kind']}")


def _restored(document_type: str) -> RequestData:
    record = admin_world.put_into("draft", admin_world.record(document_type))
    return RequestData((record.pk, "r1"), {"why": "Back", "expected": publishing.edit_token(record)})


def _reviewed(button: str) -> RequestData:
    draft = admin_world.drafted("review")
    return RequestData((draft.pk,), {button: "x", "why": "Well", "expected": publishing.edit_token(draft.record)})


def _steps_of(document_type: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the log entries of each workflow step for a document type."""
    place, moved = f"attack-wing/{document_type}/{SLUGS[document_type]}", f"attack-wing/{document_type}/moved"
    keepers = ADMINS if document_type == "game" else GAME_CURATORS
    published = ("release published: release #", f"document published: {place}")
    proposed = (f"draft saved: {place}", f"draft put up for review: {place}")
    at_once = {who: published for who in keepers if who in AT_ONCE}
    reviewed = {who: proposed for who in keepers if who in WITH_REVIEW}
    renamed = ("release published: release #", f"document published: {moved}", f"document moved: {place}")
    begged = (f"draft saved: {moved}", f"draft put up for review: {moved}")
    return {
        "submit": allowed_to(keepers, f"draft put up for review: {place}"),
        "withdraw": allowed_to(keepers, f"draft taken back: {place}"),
        "publish": at_once,
        "discard": allowed_to(keepers, f"draft discarded: {place}"),
        "retire": at_once | reviewed,
        "restore": at_once | reviewed,
        "move": {} if document_type in FIXED else dict.fromkeys(at_once, renamed) | dict.fromkeys(reviewed, begged),
    }


def _beginners(document_type: str) -> tuple[str, ...]:
    """Return the roles that may write a new document of a type. The new rulebook belongs to another game."""
    if document_type == "rulebook":
        return ("admin", "curator of another game", "publisher and curator of another game")
    return ADMINS if document_type == "game" else GAME_CURATORS


DOCUMENTS: dict[str, AdminAction] = {}
for _model, _type in admin_world.TYPE_BY_MODEL.items():
    _keepers = ADMINS if _type == "game" else GAME_CURATORS
    _saved = allowed_to(_keepers, f"draft saved: attack-wing/{_type}/{SLUGS[_type]}")
    DOCUMENTS |= {
        f"{_type}: {_name}": AdminAction(f"catalog_{_model}_{_name}", partial(_step, _type, _name), _leaves)
        for _name, _leaves in _steps_of(_type).items()
    }
    _document = NEW[_type]()
    _new = f"{_document['game']}/{_type}/{_document['slug']}"
    DOCUMENTS |= {
        f"{_type}: begin": AdminAction(
            f"catalog_{_model}_add",
            partial(_begun, "_save", _type),
            allowed_to(_beginners(_type), f"draft saved: {_new}"),
        ),
        f"{_type}: save": AdminAction(f"catalog_{_model}_change", partial(_written, "_save", _type), _saved),
        f"{_type}: restore a state": AdminAction(f"catalog_{_model}_state", partial(_restored, _type), _saved),
    }
assert all(set(_steps_of(document_type)) == set(ACTIONS) for document_type in SLUGS)


def _merged(document_type: str) -> RequestData:
    """Return the request that merges a double of a document; documents with fixed slugs are refused."""
    kept = admin_world.record(document_type)
    if document_type in FIXED:
        return RequestData((kept.pk,), {"why": "A double"}, query=f"?double={kept.slug}")
    factories.publish(NEW[document_type]())
    other = Record.objects.get(document_type=document_type, slug="newcomer")
    values = {f"fact-{key}": "stays" for key in differing_facts(*(_published(one) for one in (kept, other)))}
    return RequestData(
        (kept.pk,), {**values, "why": "A double", "seen": merge_token(kept, other)}, query="?double=newcomer"
    )


def _published(record: Record) -> dict[str, Any]:
    return record.revisions.newest().get().document


def _merge_entries(document_type: str) -> dict[str, tuple[str, ...]]:
    """Return the log entries of a merge for each permitted role; a refused one leaves none."""
    keepers = ADMINS if document_type == "game" else GAME_CURATORS
    of = f"attack-wing/{document_type}/{SLUGS[document_type]}"
    entries = () if document_type in FIXED else ("draft saved", "doubles merged", "draft put up for review")
    return allowed_to(keepers, *(f"{entry}: {of}" for entry in entries))


DOCUMENTS |= {
    f"{_type}: merge": AdminAction(f"catalog_{_model}_merge", partial(_merged, _type), _merge_entries(_type))
    for _model, _type in admin_world.TYPE_BY_MODEL.items()
}
_NEW = "attack-wing/card/newcomer"
DOCUMENTS |= {
    "card: begin and put up": AdminAction(
        "catalog_card_add",
        partial(_begun, "_send", "card"),
        allowed_to(GAME_CURATORS, f"draft saved: {_NEW}", f"draft put up for review: {_NEW}"),
    ),
    "card: put up": AdminAction(
        "catalog_card_change",
        partial(_written, "_send", "card"),
        allowed_to(GAME_CURATORS, f"draft saved: {CARD}", f"draft put up for review: {CARD}"),
    ),
    "card: save and publish": AdminAction(
        "catalog_card_change",
        partial(_written, "_publish", "card"),
        allowed_to(AT_ONCE, f"draft saved: {CARD}", "release published: release #", f"document published: {CARD}"),
    ),
    "draft: approve": AdminAction(
        "catalog_draft_review", partial(_reviewed, "_approve"), allowed_to(GAME_CURATORS, f"draft approved: {CARD}")
    ),
    "draft: send back": AdminAction(
        "catalog_draft_review", partial(_reviewed, "_return"), allowed_to(GAME_CURATORS, f"draft sent back: {CARD}")
    ),
}

# -- releases --------------------------------------------------------------------------------------------------------

GATHERED = "upcoming release #"


def _release_begun() -> RequestData:
    admin_world.drafted("approved")
    return RequestData(data={"why": "Errata"})


def _release(button: str, **more: Any) -> RequestData:
    upcoming = admin_world.upcoming()
    return RequestData((upcoming.pk,), {button: "x", "seen": upcoming.version, **more})


def _gather() -> RequestData:
    upcoming = upcoming_releases.create_upcoming(by=None, why="Errata")
    admin_world.drafted("approved")
    return RequestData((upcoming.pk,), {"_gather": "x", "seen": upcoming.version})


def _leave_out() -> RequestData:
    upcoming = admin_world.upcoming()
    return RequestData((upcoming.pk,), {"_leave": upcoming.drafts.get().pk, "seen": upcoming.version})


def _unschedule() -> RequestData:
    upcoming = admin_world.upcoming()
    due = timezone.now() + timedelta(days=1)
    scheduling.schedule(upcoming, due_at=due, by=factories.UserFactory(), seen=upcoming.version)
    return RequestData((upcoming.pk,), {"_unschedule": "x", "seen": upcoming.version + 1})


def _cancel() -> RequestData:
    upcoming = admin_world.upcoming()
    previews.request_preview(upcoming, by=None)
    return RequestData((upcoming.pk,), {"_cancel": "x", "seen": upcoming.version})


_ONE = "catalog_upcomingrelease_change"
RELEASES = {
    "release: begin": AdminAction(
        "catalog_upcomingrelease_begin", _release_begun, allowed_to(PUBLISHERS, f"release begun: {GATHERED}")
    ),
    "release: take in what is approved": AdminAction(
        _ONE, _gather, allowed_to(PUBLISHERS, f"release gathered: {GATHERED}")
    ),
    "release: leave a draft out": AdminAction(_ONE, _leave_out, allowed_to(PUBLISHERS, f"draft left out: {GATHERED}")),
    "release: schedule": AdminAction(
        _ONE,
        partial(_release, "_schedule", due="2099-01-01T12:00", zone="UTC"),
        allowed_to(PUBLISHERS, f"release scheduled: {GATHERED}"),
    ),
    "release: unschedule": AdminAction(_ONE, _unschedule, allowed_to(PUBLISHERS, f"release unscheduled: {GATHERED}")),
    "release: drop": AdminAction(
        _ONE, partial(_release, "_drop"), allowed_to(PUBLISHERS, f"release dropped: {GATHERED}")
    ),
    "release: publish": AdminAction(
        _ONE,
        partial(_release, "_publish"),
        allowed_to(
            PUBLISHERS,
            "release published: release #",
            f"document published: {CARD}",
            f"upcoming release published: {GATHERED}",
        ),
    ),
    "release: ask for a preview": AdminAction(
        _ONE, partial(_release, "_preview"), allowed_to(PUBLISHERS, f"preview asked for: {GATHERED}")
    ),
    "release: cancel the preview": AdminAction(_ONE, _cancel, allowed_to(PUBLISHERS, f"preview cancelled: {GATHERED}")),
}

# -- changesets ------------------------------------------------------------------------------------------------------


def _changeset(state: str, button: str, **more: Any) -> RequestData:
    changeset = admin_world.drafted(state).changeset
    assert changeset
    token = changesets.changeset_token(changesets.changeset_drafts(changeset))
    return RequestData((changeset.pk,), {button: "x", "_all": "x", "seen": token, "why": "Well", **more})


def _published_changeset() -> RequestData:
    request = _changeset("approved", "_publish")
    changeset = Changeset.objects.get(pk=request.args[0])
    changeset_publication.publish_changeset(changeset, by=factories.UserFactory(), seen=request.data["seen"])
    return request


def _large_changeset() -> RequestData:
    changeset = changesets.new_changeset(title="Wave two", origin=ChangesetOrigin.TABLE, by=None)
    for number in range(changeset_review.MIN_SAMPLED):
        factories.save_draft(factories.creature(slug=f"new-{number}"), by=None, why="Wave", changeset=changeset)
    author: Any = factories.UserFactory()
    permissions.grant(author, permissions.CURATOR)
    token = changesets.changeset_token(changesets.changeset_drafts(changeset))
    changeset_review.submit_rows(changeset, by=author, seen=token)
    token = changesets.changeset_token(changesets.changeset_drafts(changeset))
    return RequestData((changeset.pk,), {"seen": token})


def _selected(action: str, state: str) -> RequestData:
    draft = admin_world.drafted(state)
    seen = f"{draft.pk} {changesets.changeset_token([draft])}"
    return RequestData(data={"action": action, "_selected_action": [draft.pk], "seen": seen})


_SAMPLED = ["draft approved: attack-wing/card/new-#"] * changeset_review.MIN_SAMPLE
_SET, _CHANGESET = "catalog_changeset_change", "changeset #"
CHANGESETS = {
    **{
        f"changeset: {name}": AdminAction(
            _SET, partial(_changeset, state, button), allowed_to(GAME_CURATORS, f"draft {done}: {CARD}")
        )
        for name, state, button, done in (
            ("put up", "draft", "_submit", "put up for review"),
            ("take back from review", "review", "_withdraw", "taken back"),
            ("approve", "review", "_approve", "approved"),
            ("send back", "review", "_return", "sent back"),
            ("discard", "draft", "_discard", "discarded"),
        )
    },
    "changeset: add a note": AdminAction(
        _SET,
        partial(_changeset, "draft", "_note", text="Is page 4 read?"),
        allowed_to(GAME_CURATORS, f"changeset discussed: {_CHANGESET}"),
    ),
    "changeset: rename": AdminAction(
        _SET,
        partial(_changeset, "draft", "_rename", title="Wave two"),
        allowed_to(GAME_CURATORS, f"changeset renamed: {_CHANGESET}"),
    ),
    "changeset: approve by sample": AdminAction(
        "catalog_changeset_sample",
        _large_changeset,
        allowed_to(GAME_CURATORS, *["draft approved: attack-wing/card/new-#"] * changeset_review.MIN_SAMPLE),
    ),
    "changeset: publish": AdminAction(
        "catalog_changeset_publish",
        partial(_changeset, "approved", "_publish"),
        allowed_to(
            PUBLISHERS,
            "release published: release #",
            f"document published: {CARD}",
            f"upcoming release published: {GATHERED}",
            f"changeset published: {_CHANGESET}",
        ),
    ),
    "changeset: take back": AdminAction(
        "catalog_changeset_revert",
        _published_changeset,
        allowed_to(
            GAME_CURATORS,
            f"draft saved: {CARD}",
            f"changeset taken back: {_CHANGESET}",
            f"draft put up for review: {CARD}",
        ),
    ),
    "drafts: put up": AdminAction(
        "catalog_draft_changelist",
        partial(_selected, "submit", "draft"),
        allowed_to(GAME_CURATORS, f"draft put up for review: {CARD}"),
    ),
    "drafts: take back from review": AdminAction(
        "catalog_draft_changelist",
        partial(_selected, "withdraw", "review"),
        allowed_to(GAME_CURATORS, f"draft taken back: {CARD}"),
    ),
    "drafts: move": AdminAction(
        "catalog_draft_changelist",
        partial(_selected, "gather", "draft"),
        allowed_to(GAME_CURATORS, f"changeset begun: {_CHANGESET}"),
    ),
}

# -- saved filters -----------------------------------------------------------------------------------------------------


def _viewers(model: str) -> tuple[str, ...]:
    """Return the roles that see the list of a model."""
    if model == "auditentry":
        return ADMINS
    return CURATORS if model == "contribution" else tuple(role for role in STAFF if role != "moderator")


def _filter_deleted(model: str, by: Any) -> RequestData:
    return RequestData((admin_world.saved_filter(model, by).pk,))


FILTERS = {
    f"{model}: {name} a filter": AdminAction(
        f"catalog_{model}_{name}filter", sent, allowed_to(_viewers(model)), own=own
    )
    for model in admin_world.FILTERED
    for name, sent, own in (
        ("save", lambda: RequestData(data={"name": "Wolves", "query": "q=wolf"}), False),
        ("delete", partial(_filter_deleted, model), True),
    )
}

# -- tables ----------------------------------------------------------------------------------------------------------


def _whole_table() -> RequestData:
    file = SimpleUploadedFile("cards.csv", admin_world.SHEET)
    return RequestData(data={"of": "attack-wing/creature", "file": file})


def _table_in_parts() -> RequestData:
    return RequestData(data={"of": "attack-wing/creature", "name": "cards.csv", "size": len(admin_world.SHEET)})


def _part(raw: bytes, *, of: bytes = admin_world.SHEET) -> RequestData:
    return RequestData((admin_world.begun(raw=of).pk,), raw, headers={"Upload-Offset": "0"})


def _check() -> RequestData:
    table = admin_world.received()
    keys = {f"column-{place}": key for place, key in enumerate(table.meant)}
    return RequestData((table.pk,), {**keys, "source": "A sheet", "_check": "x"})


def _bring_in() -> RequestData:
    table = admin_world.checked()
    return RequestData((table.pk,), {"_bring": "x", "why": "New cards", "seen": table.digest})


def _mend() -> RequestData:
    table = admin_world.checked(admin_world.FAULTY_SHEET)
    return RequestData((table.pk,), {"_mend": "x", "seen": table.digest, "line": "3", "cell-3-2": "4"})


def _bring_good_rows() -> RequestData:
    table = admin_world.checked(admin_world.FAULTY_SHEET)
    return RequestData((table.pk,), {"_bring_good": "x", "why": "New cards", "seen": table.digest})


def _again() -> RequestData:
    table = admin_world.received()
    lost = {"state": TableImport.State.CHECKING, "heard_at": timezone.now() - timedelta(hours=1), "total": 1}
    TableImport.objects.filter(pk=table.pk).update(**lost)
    return RequestData((table.pk,), {"_again": "x"})


def _give_up() -> RequestData:
    return RequestData((admin_world.checked().pk,), {"_give_up": "x"})


_TABLE, _PART, _BRING = "catalog_tableimport_change", "catalog_tableimport_part", "catalog_tableimport_bring"
TABLES = {
    "table: bring a file": AdminAction(
        _BRING, _whole_table, allowed_to(GAME_CURATORS, "table begun: table #", "table received: table #")
    ),
    "table: begin to send one": AdminAction(_BRING, _table_in_parts, allowed_to(GAME_CURATORS, "table begun: table #")),
    # A part alone creates nothing: the last part does, and its log entry has the digest of the whole table.
    "table: send a part": AdminAction(_PART, partial(_part, admin_world.SHEET[:9]), allowed_to(GAME_CURATORS)),
    "table: send the last part": AdminAction(
        _PART, partial(_part, admin_world.SHEET), allowed_to(GAME_CURATORS, "table received: table #")
    ),
    "table: send what is none": AdminAction(
        _PART, partial(_part, b"\x00\x01", of=b"\x00\x01"), allowed_to(GAME_CURATORS, "table refused: table #")
    ),
    "table: check": AdminAction(_TABLE, _check, allowed_to(GAME_CURATORS, "table checked: table #")),
    "table: take up again": AdminAction(_TABLE, _again, allowed_to(GAME_CURATORS, "table taken up again: table #")),
    "table: bring in": AdminAction(
        _TABLE, _bring_in, allowed_to(GAME_CURATORS, "draft saved: attack-wing/card/wolf", "table brought in: table #")
    ),
    "table: mend": AdminAction(
        _TABLE, _mend, allowed_to(GAME_CURATORS, "table mended: table #", "table checked: table #")
    ),
    "table: bring in good rows": AdminAction(
        _TABLE,
        _bring_good_rows,
        allowed_to(GAME_CURATORS, "draft saved: attack-wing/card/wolf", "table brought in: table #"),
    ),
    "table: give up": AdminAction(_TABLE, _give_up, allowed_to(GAME_CURATORS, "table given up: table #")),
    "table: take out": AdminAction(
        "catalog_tableimport_take",
        lambda: RequestData(data={"of": "attack-wing/creature", "form": "csv"}),
        allowed_to(GAME_CURATORS, "table taken out: attack-wing/creature"),
        method="get",
    ),
}

# -- pictures, facts, what players offer -----------------------------------------------------------------------------

_CREDIT = {"alt": "From the front.", "author": "A. Painter", "licence": "CC-BY-4.0", "source": ""}
_PICTURE = f"{CARD} picture #"


def _picture_added() -> RequestData:
    file = SimpleUploadedFile("a.jpg", picture_factory.raw(), "image/jpeg")
    return RequestData((admin_world.record().pk,), {**_CREDIT, "file": file, "own": "on"})


def _picture(button: str, **more: Any) -> RequestData:
    return RequestData((admin_world.record().pk, picture_factory.add("card").pk), {button: "x", **more})


def _seen_fact() -> str:
    return f"cost.{confirmations.value_digest(admin_world.document()['cost'])}"


def _confirmed() -> RequestData:
    return RequestData((admin_world.record().pk,), {"_confirm": _seen_fact(), "against": "card"})


def _unconfirmed(by: Any) -> RequestData:
    seen = _seen_fact().removeprefix("cost.")
    if by is not None:
        confirmations.confirm(record=admin_world.record(), fact="cost", seen=seen, by=by, printed=True)
    return RequestData((admin_world.record().pk,), {"_undo": f"cost.{seen}"})


def _decided(made: Callable[[], Contribution], **values: str) -> RequestData:
    one = made()
    return RequestData((one.pk,), {"seen": one.version, **values})


def _ruled(holds: Callable[[Dispute], Any]) -> RequestData:
    one = admin_world.disputed()
    seen = contributions.dispute_token(contributions.disputes_about_same_fact(one.pk))
    return RequestData((one.pk,), {"holds": holds(one), "why": "Seen on two cards.", "seen": seen})


def _agreed() -> RequestData:
    return RequestData(admin_world.AGREED_SET, {"seen": admin_world.agreed()})


def _shelf() -> RequestData:
    offers = admin_world.shelf()
    seen = contributions.batch_token(offers)
    return RequestData((offers[0].batch,), {"seen": seen, "cards": [offer.pk for offer in offers]})


_HALF, _DOUBT = "attack-wing/card/half-known", "attack-wing/card/doubtful"
_REVIEW, _RULE = "catalog_contribution_review", "catalog_contribution_rule"
OFFERS = {
    "picture: add": AdminAction(
        "catalog_card_pictures", _picture_added, allowed_to(GAME_CURATORS, f"picture added: {_PICTURE}")
    ),
    "picture: say something else of it": AdminAction(
        "catalog_card_picture",
        partial(_picture, "_change", **{**_CREDIT, "alt": "From the back."}),
        allowed_to(GAME_CURATORS, f"picture changed: {_PICTURE}"),
    ),
    "picture: withdraw": AdminAction(
        "catalog_card_picture",
        partial(_picture, "_withdraw", why="Not theirs"),
        allowed_to(GAME_CURATORS, f"picture withdrawn: {_PICTURE}"),
    ),
    "fact: confirm": AdminAction(
        "catalog_card_confirm", _confirmed, allowed_to(GAME_CURATORS, f"fact confirmed: {CARD} cost")
    ),
    "fact: confirm no more": AdminAction(
        "catalog_card_confirm",
        _unconfirmed,
        allowed_to(GAME_CURATORS, f"fact not confirmed any more: {CARD} cost"),
        own=True,
    ),
    "contribution: accept": AdminAction(
        _REVIEW,
        partial(_decided, admin_world.offered, **{"fact-cost": "accept"}),
        allowed_to(
            GAME_CURATORS, f"draft saved: {_HALF}", "contribution decided: contribution #, attack-wing/half-known"
        ),
    ),
    "contribution: decline": AdminAction(
        _REVIEW,
        partial(_decided, admin_world.offered, **{"fact-cost": "decline", "why": "It is a 6."}),
        allowed_to(GAME_CURATORS, "contribution decided: contribution #, attack-wing/half-known"),
    ),
    "contribution: accept what two agree on": AdminAction(
        "catalog_contribution_agreed",
        _agreed,
        allowed_to(
            GAME_CURATORS,
            f"draft saved: {_HALF}",
            *["contribution decided: contribution #, attack-wing/half-known"] * 2,
        ),
    ),
    "contribution: accept a shelf": AdminAction(
        "catalog_contribution_shelf",
        _shelf,
        allowed_to(
            GAME_CURATORS, f"draft saved: {_HALF}", "contribution decided: contribution #, attack-wing/half-known"
        ),
    ),
    "contribution: keep both": AdminAction(
        _REVIEW,
        partial(_decided, admin_world.contradicting_offer, **{"fact-cost": "keep"}),
        allowed_to(
            GAME_CURATORS,
            f"dispute opened: {_DOUBT} cost",
            "contribution decided: contribution #, attack-wing/doubtful",
        ),
    ),
    "contribution: ask": AdminAction(
        _REVIEW,
        partial(_decided, admin_world.offered, _ask="x", question="Sure?"),
        allowed_to(GAME_CURATORS, "contribution asked about: contribution #, attack-wing/half-known"),
    ),
    "contribution: undo somebody's work": AdminAction(
        "catalog_contribution_undo",
        lambda: RequestData((admin_world.offered().by_id,), {"why": "Made up"}),
        allowed_to(GAME_CURATORS, "contributions undone: user #"),
    ),
    "dispute: rule for the catalog": AdminAction(
        _RULE, partial(_ruled, lambda _one: "catalog"), allowed_to(GAME_CURATORS, f"dispute ruled: {_DOUBT} cost")
    ),
    "dispute: rule for what is offered": AdminAction(
        _RULE,
        partial(_ruled, lambda ruling: ruling.pk),
        allowed_to(GAME_CURATORS, f"draft saved: {_DOUBT}", f"dispute ruled: {_DOUBT} cost"),
    ),
    "wrong verdicts: they were wrong": AdminAction(
        "rulesapi_wrongverdict_changelist",
        lambda: RequestData(data={"action": "was_wrong", "_selected_action": [admin_world.wrong_verdict().pk]}),
        allowed_to(GAME_CURATORS, "report answered: report #"),
    ),
    "wrong verdicts: they were right": AdminAction(
        "rulesapi_wrongverdict_changelist",
        lambda: RequestData(data={"action": "was_right", "_selected_action": [admin_world.wrong_verdict().pk]}),
        allowed_to(GAME_CURATORS, "report answered: report #"),
    ),
}

# -- people ----------------------------------------------------------------------------------------------------------

_SECRET = "another long secret"


def _account_changed(**more: Any) -> RequestData:
    user = factories.UserFactory()
    return RequestData((user.pk,), {"username": user.username, "email": user.email, "is_active": "on", **more})


def _role_given() -> RequestData:
    return _account_changed(groups=[Group.objects.get(name="curator").pk])


def _games_named() -> RequestData:
    return _account_changed(groups=[Group.objects.get(name="curator").pk], games=[admin_world.OWN_GAME])


def _moderated(**more: Any) -> RequestData:
    legion = admin_world.reported().legion
    return RequestData(("legion", legion.pk), {"seen": 0, "why": "Rude words", **more})


def _shown_again() -> RequestData:
    legion = admin_world.shown_to_everybody()
    thing = moderation.ReportTarget("legion", legion)
    moderation.decide_target(by=factories.UserFactory(), target=thing, seen=0, do="hide", why="Rude", silent_days=7)
    return RequestData(
        ("legion", legion.pk),
        {"seen": moderation.newest_decision(thing), "why": "Mended", "do": "restore", "silent": "let-speak"},
    )


def _token_ended(by: Any) -> RequestData:
    owner = by or factories.UserFactory()
    return RequestData((services.create_token(user=owner, name="Former robot", scope=Scope.CURATE, days=30)[0].number,))


def _mail_failed() -> RequestData:
    mail = OutgoingMail.objects.create(state=OutgoingMail.State.FAILED, next_at=timezone.now())
    return RequestData(data={"action": "send_again", "_selected_action": [mail.pk]})


def _task_failed() -> RequestData:
    failed = queue.send_due_mails.enqueue().db_result
    failed.set_failed(ValueError("Failed."))
    return RequestData(data={"task": str(failed.pk)})


_DECIDE = "legions_report_decide"
PEOPLE = {
    "mails: try failed ones again": AdminAction(
        "legions_outgoingmail_changelist", _mail_failed, allowed_to(ADMINS, "mails queued again: # mails")
    ),
    "task: try a failed one again": AdminAction(
        "status", _task_failed, allowed_to(ADMINS, "task queued again: legions.mails.queue.send_due_mails")
    ),
    "account: make": AdminAction(
        "auth_user_add",
        lambda: RequestData(
            data={"username": "new", "password1": _SECRET, "password2": _SECRET, "usable_password": "true"}
        ),
        allowed_to(ADMINS, "rights changed: user #", "account made: user #"),
    ),
    "account: change": AdminAction(
        "auth_user_change",
        partial(_account_changed, email="other@example.org"),
        allowed_to(ADMINS, "account changed: user #"),
    ),
    "account: change nothing": AdminAction("auth_user_change", _account_changed, allowed_to(ADMINS)),
    "account: close": AdminAction(
        "auth_user_change",
        partial(_account_changed, is_active=""),
        allowed_to(ADMINS, "rights changed: user #", "account changed: user #"),
    ),
    "account: set a password": AdminAction(
        "auth_user_password_change",
        lambda: RequestData(
            (factories.UserFactory().pk,), {"password1": _SECRET, "password2": _SECRET, "usable_password": "true"}
        ),
        allowed_to(ADMINS, "account changed: user #"),
    ),
    "account: let nobody in by password": AdminAction(
        "auth_user_password_change",
        lambda: RequestData((factories.UserFactory().pk,), {"usable_password": "false", "unset-password": "x"}),
        allowed_to(ADMINS, "account changed: user #"),
    ),
    "role: give": AdminAction(
        "auth_user_change", _role_given, allowed_to(ADMINS, "rights changed: user #", "account changed: user #")
    ),
    "role: name games": AdminAction(
        "auth_user_change", _games_named, allowed_to(ADMINS, "rights changed: user #", "account changed: user #")
    ),
    "moderation: hide": AdminAction(
        _DECIDE, partial(_moderated, do="hide"), allowed_to(MODERATORS, "moderator: hide: legion ID")
    ),
    "moderation: hide and silence": AdminAction(
        _DECIDE,
        partial(_moderated, do="hide", silent="7"),
        allowed_to(MODERATORS, "moderator: hide: legion ID", "moderator: silence: user #"),
    ),
    "moderation: leave it": AdminAction(
        _DECIDE, partial(_moderated, do="decline"), allowed_to(MODERATORS, "moderator: decline: legion ID")
    ),
    "moderation: show again and let speak": AdminAction(
        _DECIDE,
        _shown_again,
        allowed_to(MODERATORS, "moderator: restore: legion ID", "moderator: let-speak: user #"),
    ),
}

# -- programs --------------------------------------------------------------------------------------------------------


def _there(args: tuple[Any, ...], mark: str, body: dict[str, Any]) -> RequestData:
    """Return the request data of an API client for a known state of an object."""
    return RequestData(args, body, headers={"If-Match": f'"{mark}"'})


def _offer_there(**body: Any) -> RequestData:
    one = admin_world.offered()
    return _there((one.pk,), etag_of(one), body)


def _draft_there(state: str, **body: Any) -> RequestData:
    record = admin_world.put_into(state, admin_world.record())
    return _there(("attack-wing", "card", "card"), publishing.edit_token(record), body)


def _written_there() -> RequestData:
    return _draft_there(
        "published", document={**admin_world.document(), "name": "Other"}, why="Work", sources_hold=["/name"]
    )


_STAGE = "api-draft-stage"
PROGRAMS = {
    "token: make one that curates": AdminAction(
        "tokens",
        lambda: RequestData(data={"name": "League", "scope": "curate", "days": "30"}),
        allowed_to(CURATORS, "token made: token ID"),
    ),
    "token: end one that curates": AdminAction(
        "token-end", _token_ended, allowed_to(tuple(admin_world.ROLES), "token ended: token ID"), own=True
    ),
    "API: decide": AdminAction(
        "api-decision",
        partial(_offer_there, accept=["cost"]),
        allowed_to(
            GAME_CURATORS, f"draft saved: {_HALF}", "contribution decided: contribution #, attack-wing/half-known"
        ),
    ),
    "API: ask": AdminAction(
        "api-question",
        partial(_offer_there, question="Sure?"),
        allowed_to(GAME_CURATORS, "contribution asked about: contribution #, attack-wing/half-known"),
    ),
    "API: write a draft": AdminAction(
        "api-draft", _written_there, allowed_to(GAME_CURATORS, f"draft saved: {CARD}"), method="put"
    ),
    "API: throw a draft away": AdminAction(
        "api-draft",
        partial(_draft_there, "draft"),
        allowed_to(GAME_CURATORS, f"draft discarded: {CARD}"),
        method="delete",
    ),
    **{
        f"API: {do}": AdminAction(
            _STAGE,
            partial(_draft_there, state, do=do, why="Well"),
            allowed_to(GAME_CURATORS, f"{row}: {CARD}"),
        )
        for do, state, row in (
            ("put-up", "draft", "draft put up for review"),
            ("take-back", "review", "draft taken back"),
            ("approve", "review", "draft approved"),
            ("send-back", "review", "draft sent back"),
        )
    },
}

ADMIN_ACTIONS = DOCUMENTS | RELEASES | CHANGESETS | FILTERS | TABLES | OFFERS | PEOPLE | PROGRAMS

ELSEWHERE = {
    *("login", "logout", "password_change", "password_change_done"),
    *("autocomplete", "jsi18n", "view_on_site", "app_list"),
}
"""Pages for logging in and out, and views for the scripts of Django's admin."""
READ_PAGES = {
    *ELSEWHERE,
    "index",
    *(f"catalog_{model}_{page}" for model in admin_world.TYPE_BY_MODEL for page in ("changelist", "history", "json")),
    *("catalog_card_remarks", "catalog_card_confirming", "catalog_draft_changelist", "catalog_draft_discarded"),
    *("catalog_tableimport_faulty", "catalog_auditentry_export"),
    *("catalog_contribution_photo", "catalog_contribution_agreements", "catalog_contribution_shelves"),
    "rulesapi_wrongverdict_case",
    *(
        f"{model}_{page}"
        for model in (
            *("catalog_release", "catalog_contribution", "catalog_tableimport", "catalog_auditentry"),
            *("rulesapi_wrongverdict", "auth_user", "auth_group", "legions_legion", "legions_report"),
            *("legions_decision", "legions_campaign", "legions_sharedadventure", "legions_outgoingmail"),
        )
        for page in ("changelist", "change", "history", "add", "delete")
    ),
    *("catalog_upcomingrelease_changelist", "catalog_changeset_changelist"),
} - {one.page for one in ADMIN_ACTIONS.values()}
"""Pages without an action on POST."""
