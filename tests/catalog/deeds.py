"""Everything that people with a role can do at the desk, as a table: where it is done, who may, and what the audit log
says of it afterwards.

A row of the log is written here as `what: on what`, with `#` for each number. Who is not named at a deed may not do it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from catalog import confirming, contributing, publishing
from catalog.admin.steps import STEPS
from catalog.forms.document import DocumentForm
from catalog.models import Contribution, Dispute
from catalog.models.tables import BroughtTable
from catalog.publishing import effects, gathering
from legions.api import tokens
from legions.api.contributions import mark_of
from legions.api.models import Scope
from legions.community import moderating
from tests import factories, pictured
from tests.catalog import desk
from tests.forms import posted

KEEPERS = ("curator", "curator and publisher", "admin")
"""Who keeps the cards of this game."""
CURATORS = (*KEEPERS, "curator of another game", "publisher and curator of another game")
PUBLISHERS = ("publisher", "curator and publisher", "publisher and curator of another game", "admin")
AT_ONCE = ("curator and publisher", "admin")
"""Who publishes what they write, as long as nobody else is there to approve it."""
WITH_REVIEW = ("curator",)
MODERATORS = ("moderator", "admin")
ADMINS = ("admin",)
STAFF = tuple(role for role in desk.ROLES if role not in ("player", "contributor"))

SLUGS = {
    "card": "card",
    "set": "set",
    "format": "standard",
    "house-rule": "open-gate",
    "ruling": "two-of-a-name",
    "game": "attack-wing",
}
CARD = "attack-wing/card/card"


NEW: dict[str, Callable[[], dict[str, Any]]] = {
    "card": partial(factories.creature, slug="newcomer", name="Newcomer"),
    "set": partial(factories.card_set, slug="newcomer", name="Newcomer"),
    "format": partial(factories.standard, slug="newcomer", name="Newcomer"),
    "house-rule": partial(factories.house_rule, slug="newcomer", name="Newcomer"),
    "ruling": partial(factories.ruling, slug="newcomer", name="Newcomer"),
    "game": partial(factories.game, game=desk.OTHER, slug=desk.OTHER, name="Dungeon Command"),
}
"""Documents that nobody has begun yet, by their shelves."""


@dataclass(frozen=True)
class Sent:
    """What is sent: about which thing, with what in it."""

    args: tuple[Any, ...] = ()
    data: Any = field(default_factory=dict)
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Deed:
    """Something that is done: at which address, what is sent there, and the rows it leaves of each who may do it.

    `sent` makes the thing that it is done to. With `own` that is something of whoever does it, who is told to `sent`.
    """

    page: str
    sent: Callable[..., Sent]
    leaves: Mapping[str, tuple[str, ...]]
    method: str = "post"
    own: bool = False


def those(people: tuple[str, ...], *rows: str) -> dict[str, tuple[str, ...]]:
    """Return that each of these people may do it, and that it leaves these rows of them."""
    return dict.fromkeys(people, rows)


def _form(document: dict[str, Any], button: str, **more: Any) -> dict[str, Any]:
    """Return what a browser sends of the form of a document."""
    filled = posted(DocumentForm(document, kind=document["kind"], suggest=publishing.suggest))
    return {**{key: filled.getlist(key) for key in filled}, "why": "Work", button: "x", **more}


# -- documents -------------------------------------------------------------------------------------------------------


def _step(shelf: str, name: str) -> Sent:
    record = desk.put_into(desk.STATES[name], desk.record(shelf))
    return Sent((record.pk,), {"why": "Work", "reason": "Gone", "slug": "moved"})


def _written(button: str, shelf: str) -> Sent:
    record = desk.record(shelf)
    changed = {**desk.document(shelf), "name": "Other"}
    return Sent((record.pk,), _form(changed, button, expected=publishing.state(record)))


def _begun(button: str, shelf: str) -> Sent:
    new = NEW[shelf]()
    return Sent(data=_form(new, button), query=f"?of={new['game']}/{new['kind']}")


def _restored(shelf: str) -> Sent:
    record = desk.put_into("draft", desk.record(shelf))
    return Sent((record.pk, "r1"), {"why": "Back", "expected": publishing.state(record)})


def _reviewed(button: str) -> Sent:
    draft = desk.drafted("review")
    return Sent((draft.pk,), {button: "x", "why": "Well", "expected": publishing.state(draft.record)})


def _steps_of(shelf: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return what each step with a document of a shelf leaves."""
    place, moved = f"attack-wing/{shelf}/{SLUGS[shelf]}", f"attack-wing/{shelf}/moved"
    keepers = ADMINS if shelf == "game" else KEEPERS
    published = ("release published: release #", f"document published: {place}")
    proposed = (f"draft saved: {place}", f"draft put up for review: {place}")
    at_once = {who: published for who in keepers if who in AT_ONCE}
    reviewed = {who: proposed for who in keepers if who in WITH_REVIEW}
    renamed = ("release published: release #", f"document published: {moved}", f"document moved: {place}")
    begged = (f"draft saved: {moved}", f"draft put up for review: {moved}")
    return {
        "submit": those(keepers, f"draft put up for review: {place}"),
        "withdraw": those(keepers, f"draft taken back: {place}"),
        "publish": at_once,
        "discard": those(keepers, f"draft discarded: {place}"),
        "retire": at_once | reviewed,
        "restore": at_once | reviewed,
        "move": {} if shelf == "game" else dict.fromkeys(at_once, renamed) | dict.fromkeys(reviewed, begged),
    }


DOCUMENTS: dict[str, Deed] = {}
for _model, _shelf in desk.SHELVES.items():
    _keepers = ADMINS if _shelf == "game" else KEEPERS
    _saved = those(_keepers, f"draft saved: attack-wing/{_shelf}/{SLUGS[_shelf]}")
    DOCUMENTS |= {
        f"{_shelf}: {_name}": Deed(f"catalog_{_model}_{_name}", partial(_step, _shelf, _name), _leaves)
        for _name, _leaves in _steps_of(_shelf).items()
    }
    _new = f"{desk.OTHER}/game/{desk.OTHER}" if _shelf == "game" else f"attack-wing/{_shelf}/newcomer"
    DOCUMENTS |= {
        f"{_shelf}: begin": Deed(
            f"catalog_{_model}_add", partial(_begun, "_save", _shelf), those(_keepers, f"draft saved: {_new}")
        ),
        f"{_shelf}: save": Deed(f"catalog_{_model}_change", partial(_written, "_save", _shelf), _saved),
        f"{_shelf}: restore a state": Deed(f"catalog_{_model}_state", partial(_restored, _shelf), _saved),
    }
assert all(set(_steps_of(shelf)) == set(STEPS) for shelf in SLUGS)

_NEW = "attack-wing/card/newcomer"
DOCUMENTS |= {
    "card: begin and put up": Deed(
        "catalog_card_add",
        partial(_begun, "_send", "card"),
        those(KEEPERS, f"draft saved: {_NEW}", f"draft put up for review: {_NEW}"),
    ),
    "card: put up": Deed(
        "catalog_card_change",
        partial(_written, "_send", "card"),
        those(KEEPERS, f"draft saved: {CARD}", f"draft put up for review: {CARD}"),
    ),
    "card: save and publish": Deed(
        "catalog_card_change",
        partial(_written, "_publish", "card"),
        those(AT_ONCE, f"draft saved: {CARD}", "release published: release #", f"document published: {CARD}"),
    ),
    "draft: approve": Deed(
        "catalog_draft_review", partial(_reviewed, "_approve"), those(KEEPERS, f"draft approved: {CARD}")
    ),
    "draft: send back": Deed(
        "catalog_draft_review", partial(_reviewed, "_return"), those(KEEPERS, f"draft sent back: {CARD}")
    ),
}

# -- releases --------------------------------------------------------------------------------------------------------

GATHERED = "upcoming release #"


def _release_begun() -> Sent:
    desk.drafted("approved")
    return Sent(data={"why": "Errata"})


def _release(button: str, **more: Any) -> Sent:
    upcoming = desk.upcoming()
    return Sent((upcoming.pk,), {button: "x", "seen": upcoming.version, **more})


def _gather() -> Sent:
    upcoming = gathering.begin(by=None, why="Errata")
    desk.drafted("approved")
    return Sent((upcoming.pk,), {"_gather": "x", "seen": upcoming.version})


def _leave_out() -> Sent:
    upcoming = desk.upcoming()
    return Sent((upcoming.pk,), {"_leave": upcoming.drafts.get().pk, "seen": upcoming.version})


def _unschedule() -> Sent:
    upcoming = desk.upcoming()
    due = timezone.now() + timedelta(days=1)
    gathering.schedule(upcoming, due_at=due, by=factories.UserFactory(), seen=upcoming.version)
    return Sent((upcoming.pk,), {"_unschedule": "x", "seen": upcoming.version + 1})


def _cancel() -> Sent:
    upcoming = desk.upcoming()
    effects.ask(upcoming, by=None)
    return Sent((upcoming.pk,), {"_cancel": "x", "seen": upcoming.version})


_ONE = "catalog_upcomingrelease_change"
RELEASES = {
    "release: begin": Deed(
        "catalog_upcomingrelease_begin", _release_begun, those(PUBLISHERS, f"release begun: {GATHERED}")
    ),
    "release: take in what is approved": Deed(_ONE, _gather, those(PUBLISHERS, f"release gathered: {GATHERED}")),
    "release: leave a draft out": Deed(_ONE, _leave_out, those(PUBLISHERS, f"draft left out: {GATHERED}")),
    "release: schedule": Deed(
        _ONE,
        partial(_release, "_schedule", due="2099-01-01T12:00", zone="UTC"),
        those(PUBLISHERS, f"release scheduled: {GATHERED}"),
    ),
    "release: unschedule": Deed(_ONE, _unschedule, those(PUBLISHERS, f"release unscheduled: {GATHERED}")),
    "release: drop": Deed(_ONE, partial(_release, "_drop"), those(PUBLISHERS, f"release dropped: {GATHERED}")),
    "release: publish": Deed(
        _ONE,
        partial(_release, "_publish"),
        those(
            PUBLISHERS,
            "release published: release #",
            f"document published: {CARD}",
            f"upcoming release published: {GATHERED}",
        ),
    ),
    "release: ask for a preview": Deed(
        _ONE, partial(_release, "_preview"), those(PUBLISHERS, f"preview asked for: {GATHERED}")
    ),
    "release: cancel the preview": Deed(_ONE, _cancel, those(PUBLISHERS, f"preview cancelled: {GATHERED}")),
}

# -- tables ----------------------------------------------------------------------------------------------------------


def _whole_table() -> Sent:
    file = SimpleUploadedFile("cards.csv", desk.SHEET)
    return Sent(data={"of": "attack-wing/creature", "file": file})


def _table_in_parts() -> Sent:
    return Sent(data={"of": "attack-wing/creature", "name": "cards.csv", "size": len(desk.SHEET)})


def _part(raw: bytes, *, of: bytes = desk.SHEET) -> Sent:
    return Sent((desk.begun(raw=of).pk,), raw, headers={"Upload-Offset": "0"})


def _check() -> Sent:
    table = desk.received()
    meant = {f"column-{place}": key for place, key in enumerate(table.meant)}
    return Sent((table.pk,), {**meant, "source": "A sheet", "_check": "x"})


def _bring_in() -> Sent:
    table = desk.checked()
    return Sent((table.pk,), {"_bring": "x", "why": "New cards", "seen": table.digest})


def _again() -> Sent:
    table = desk.received()
    lost = {"state": BroughtTable.State.CHECKING, "heard_at": timezone.now() - timedelta(hours=1), "total": 1}
    BroughtTable.objects.filter(pk=table.pk).update(**lost)
    return Sent((table.pk,), {"_again": "x"})


def _give_up() -> Sent:
    return Sent((desk.checked().pk,), {"_give_up": "x"})


_TABLE, _PART, _BRING = "catalog_broughttable_change", "catalog_broughttable_part", "catalog_broughttable_bring"
TABLES = {
    "table: bring a file": Deed(
        _BRING, _whole_table, those(KEEPERS, "table begun: table #", "table received: table #")
    ),
    "table: begin to send one": Deed(_BRING, _table_in_parts, those(KEEPERS, "table begun: table #")),
    # A part makes nothing yet: the last one does, and is noted with the digest of the whole.
    "table: send a part": Deed(_PART, partial(_part, desk.SHEET[:9]), those(KEEPERS)),
    "table: send the last part": Deed(_PART, partial(_part, desk.SHEET), those(KEEPERS, "table received: table #")),
    "table: send what is none": Deed(
        _PART, partial(_part, b"\x00\x01", of=b"\x00\x01"), those(KEEPERS, "table refused: table #")
    ),
    "table: check": Deed(_TABLE, _check, those(KEEPERS, "table checked: table #")),
    "table: take up again": Deed(_TABLE, _again, those(KEEPERS, "table taken up again: table #")),
    "table: bring in": Deed(
        _TABLE, _bring_in, those(KEEPERS, "draft saved: attack-wing/card/wolf", "table brought in: table #")
    ),
    "table: give up": Deed(_TABLE, _give_up, those(KEEPERS, "table given up: table #")),
    "table: take out": Deed(
        "catalog_broughttable_take",
        lambda: Sent(data={"of": "attack-wing/creature", "form": "csv"}),
        those(KEEPERS, "table taken out: attack-wing/creature"),
        method="get",
    ),
}

# -- pictures, facts, what players offer -----------------------------------------------------------------------------

_CREDIT = {"alt": "From the front.", "author": "A. Painter", "licence": "CC-BY-4.0", "source": ""}
_PICTURE = f"{CARD} picture #"


def _picture_added() -> Sent:
    file = SimpleUploadedFile("a.jpg", pictured.raw(), "image/jpeg")
    return Sent((desk.record().pk,), {**_CREDIT, "file": file, "own": "on"})


def _picture(button: str, **more: Any) -> Sent:
    return Sent((desk.record().pk, pictured.add("card").pk), {button: "x", **more})


def _seen_fact() -> str:
    return f"cost.{confirming.digest_of(desk.document()['cost'])}"


def _confirmed() -> Sent:
    return Sent((desk.record().pk,), {"_confirm": _seen_fact(), "against": "card"})


def _unconfirmed(by: Any) -> Sent:
    seen = _seen_fact().removeprefix("cost.")
    if by is not None:
        confirming.confirm(record=desk.record(), fact="cost", seen=seen, by=by, printed=True)
    return Sent((desk.record().pk,), {"_undo": f"cost.{seen}"})


def _decided(made: Callable[[], Contribution], **said: str) -> Sent:
    one = made()
    return Sent((one.pk,), {"seen": one.version, **said})


def _ruled(holds: Callable[[Dispute], Any]) -> Sent:
    one = desk.disputed()
    seen = contributing.mark(contributing.siblings(one.pk))
    return Sent((one.pk,), {"holds": holds(one), "why": "Seen on two cards.", "seen": seen})


_HALF, _DOUBT = "attack-wing/card/half-known", "attack-wing/card/doubtful"
_REVIEW, _RULE = "catalog_contribution_review", "catalog_contribution_rule"
OFFERS = {
    "picture: add": Deed("catalog_card_pictures", _picture_added, those(KEEPERS, f"picture added: {_PICTURE}")),
    "picture: say something else of it": Deed(
        "catalog_card_picture",
        partial(_picture, "_change", **{**_CREDIT, "alt": "From the back."}),
        those(KEEPERS, f"picture changed: {_PICTURE}"),
    ),
    "picture: withdraw": Deed(
        "catalog_card_picture",
        partial(_picture, "_withdraw", why="Not theirs"),
        those(KEEPERS, f"picture withdrawn: {_PICTURE}"),
    ),
    "fact: confirm": Deed("catalog_card_confirm", _confirmed, those(KEEPERS, f"fact confirmed: {CARD} cost")),
    "fact: confirm no more": Deed(
        "catalog_card_confirm", _unconfirmed, those(KEEPERS, f"fact not confirmed any more: {CARD} cost"), own=True
    ),
    "contribution: accept": Deed(
        _REVIEW,
        partial(_decided, desk.offered, **{"fact-cost": "accept"}),
        those(KEEPERS, f"draft saved: {_HALF}", "contribution decided: contribution #, attack-wing/half-known"),
    ),
    "contribution: decline": Deed(
        _REVIEW,
        partial(_decided, desk.offered, **{"fact-cost": "decline", "why": "It is a 6."}),
        those(KEEPERS, "contribution decided: contribution #, attack-wing/half-known"),
    ),
    "contribution: keep both": Deed(
        _REVIEW,
        partial(_decided, desk.doubting, **{"fact-cost": "keep"}),
        those(KEEPERS, f"dispute opened: {_DOUBT} cost", "contribution decided: contribution #, attack-wing/doubtful"),
    ),
    "contribution: ask": Deed(
        _REVIEW,
        partial(_decided, desk.offered, _ask="x", question="Sure?"),
        those(KEEPERS, "contribution asked about: contribution #, attack-wing/half-known"),
    ),
    "contribution: undo somebody's work": Deed(
        "catalog_contribution_undo",
        lambda: Sent((desk.offered().by_id,), {"why": "Made up"}),
        those(KEEPERS, "contributions undone: user #"),
    ),
    "dispute: rule for the catalog": Deed(
        _RULE, partial(_ruled, lambda _one: "catalog"), those(KEEPERS, f"dispute ruled: {_DOUBT} cost")
    ),
    "dispute: rule for what is offered": Deed(
        _RULE,
        partial(_ruled, lambda one: one.pk),
        those(KEEPERS, f"draft saved: {_DOUBT}", f"dispute ruled: {_DOUBT} cost"),
    ),
    "wrong verdicts: they were wrong": Deed(
        "rulesapi_wrongverdict_changelist",
        lambda: Sent(data={"action": "was_wrong", "_selected_action": [desk.doubted().pk]}),
        those(KEEPERS, "report answered: report #"),
    ),
    "wrong verdicts: they were right": Deed(
        "rulesapi_wrongverdict_changelist",
        lambda: Sent(data={"action": "was_right", "_selected_action": [desk.doubted().pk]}),
        those(KEEPERS, "report answered: report #"),
    ),
}

# -- people ----------------------------------------------------------------------------------------------------------

_SECRET = "another long secret"


def _account_changed(**more: Any) -> Sent:
    user = factories.UserFactory()
    return Sent((user.pk,), {"username": user.username, "email": user.email, "is_active": "on", **more})


def _role_given() -> Sent:
    return _account_changed(groups=[Group.objects.get(name="curator").pk])


def _games_named() -> Sent:
    return _account_changed(groups=[Group.objects.get(name="curator").pk], games=[desk.THIS])


def _moderated(**more: Any) -> Sent:
    legion = desk.reported().legion
    return Sent(("legion", legion.pk), {"seen": 0, "why": "Rude words", **more})


def _shown_again() -> Sent:
    legion = desk.shown_to_everybody()
    thing = moderating.Thing("legion", legion)
    moderating.decide(by=factories.UserFactory(), thing=thing, seen=0, do="hide", why="Rude", silent_days=7)
    return Sent(
        ("legion", legion.pk),
        {"seen": moderating.newest_of(thing), "why": "Mended", "do": "restore", "silent": "let-speak"},
    )


def _token_ended(by: Any) -> Sent:
    owner = by or factories.UserFactory()
    return Sent((tokens.make(user=owner, name="Robot", scope=Scope.CURATE, days=30)[0].number,))


_DECIDE = "legions_report_decide"
PEOPLE = {
    "account: make": Deed(
        "auth_user_add",
        lambda: Sent(data={"username": "new", "password1": _SECRET, "password2": _SECRET, "usable_password": "true"}),
        those(ADMINS, "rights changed: user #", "account made: user #"),
    ),
    "account: change": Deed(
        "auth_user_change",
        partial(_account_changed, email="other@example.org"),
        those(ADMINS, "account changed: user #"),
    ),
    "account: change nothing": Deed("auth_user_change", _account_changed, those(ADMINS)),
    "account: close": Deed(
        "auth_user_change",
        partial(_account_changed, is_active=""),
        those(ADMINS, "rights changed: user #", "account changed: user #"),
    ),
    "account: set a password": Deed(
        "auth_user_password_change",
        lambda: Sent(
            (factories.UserFactory().pk,), {"password1": _SECRET, "password2": _SECRET, "usable_password": "true"}
        ),
        those(ADMINS, "account changed: user #"),
    ),
    "account: let nobody in by password": Deed(
        "auth_user_password_change",
        lambda: Sent((factories.UserFactory().pk,), {"usable_password": "false", "unset-password": "x"}),
        those(ADMINS, "account changed: user #"),
    ),
    "role: give": Deed(
        "auth_user_change", _role_given, those(ADMINS, "rights changed: user #", "account changed: user #")
    ),
    "role: name games": Deed(
        "auth_user_change", _games_named, those(ADMINS, "rights changed: user #", "account changed: user #")
    ),
    "moderation: hide": Deed(_DECIDE, partial(_moderated, do="hide"), those(MODERATORS, "moderator: hide: legion ID")),
    "moderation: hide and silence": Deed(
        _DECIDE,
        partial(_moderated, do="hide", silent="7"),
        those(MODERATORS, "moderator: hide: legion ID", "moderator: silence: user #"),
    ),
    "moderation: leave it": Deed(
        _DECIDE, partial(_moderated, do="decline"), those(MODERATORS, "moderator: decline: legion ID")
    ),
    "moderation: show again and let speak": Deed(
        _DECIDE,
        _shown_again,
        those(MODERATORS, "moderator: restore: legion ID", "moderator: let-speak: user #"),
    ),
}

# -- programs --------------------------------------------------------------------------------------------------------


def _there(args: tuple[Any, ...], mark: str, body: dict[str, Any]) -> Sent:
    """Return what a program sends about a state of a thing that it has seen."""
    return Sent(args, body, headers={"If-Match": f'"{mark}"'})


def _offer_there(**body: Any) -> Sent:
    one = desk.offered()
    return _there((one.pk,), mark_of(one), body)


def _draft_there(state: str, **body: Any) -> Sent:
    record = desk.put_into(state, desk.record())
    return _there(("attack-wing", "card", "card"), publishing.state(record), body)


def _written_there() -> Sent:
    return _draft_there("published", document={**desk.document(), "name": "Other"}, why="Work")


_STAGE = "api-draft-stage"
PROGRAMS = {
    "token: make one that curates": Deed(
        "tokens",
        lambda: Sent(data={"name": "League", "scope": "curate", "days": "30"}),
        those(CURATORS, "token made: token ID"),
    ),
    "token: end one that curates": Deed(
        "token-end", _token_ended, those(tuple(desk.ROLES), "token ended: token ID"), own=True
    ),
    "API: decide": Deed(
        "api-decision",
        partial(_offer_there, accept=["cost"]),
        those(KEEPERS, f"draft saved: {_HALF}", "contribution decided: contribution #, attack-wing/half-known"),
    ),
    "API: ask": Deed(
        "api-question",
        partial(_offer_there, question="Sure?"),
        those(KEEPERS, "contribution asked about: contribution #, attack-wing/half-known"),
    ),
    "API: write a draft": Deed("api-draft", _written_there, those(KEEPERS, f"draft saved: {CARD}"), method="put"),
    "API: throw a draft away": Deed(
        "api-draft",
        partial(_draft_there, "draft"),
        those(KEEPERS, f"draft discarded: {CARD}"),
        method="delete",
    ),
    **{
        f"API: {do}": Deed(
            _STAGE,
            partial(_draft_there, state, do=do, why="Well"),
            those(KEEPERS, f"{row}: {CARD}"),
        )
        for do, state, row in (
            ("put-up", "draft", "draft put up for review"),
            ("take-back", "review", "draft taken back"),
            ("approve", "review", "draft approved"),
            ("send-back", "review", "draft sent back"),
        )
    },
}

DEEDS = DOCUMENTS | RELEASES | TABLES | OFFERS | PEOPLE | PROGRAMS

ELSEWHERE = {
    *("login", "logout", "password_change", "password_change_done"),
    *("autocomplete", "jsi18n", "view_on_site", "app_list"),
}
"""Where one comes in and goes out, and helpers of Django's admin that answer its scripts."""
LOOKED_AT = {
    *ELSEWHERE,
    "index",
    *(f"catalog_{model}_{page}" for model in desk.SHELVES for page in ("changelist", "history", "json")),
    *("catalog_card_remarks", "catalog_card_confirming", "catalog_draft_changelist", "catalog_draft_discarded"),
    *("catalog_contribution_photo", "rulesapi_wrongverdict_case"),
    *(
        f"{model}_{page}"
        for model in (
            *("catalog_release", "catalog_contribution", "catalog_broughttable", "catalog_auditentry"),
            *("rulesapi_wrongverdict", "auth_user", "auth_group", "legions_legion", "legions_report"),
            "legions_decision",
        )
        for page in ("changelist", "change", "history", "add", "delete")
    ),
    "catalog_upcomingrelease_changelist",
} - {one.page for one in DEEDS.values()}
"""Where nothing is done, whoever posts there."""
