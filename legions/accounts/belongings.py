"""What the tables hold of a person: one line for each reference to an account.

Whoever adds a model with a reference to the account adds its line here; a test fails until then. From these lines
come the file of one's data, what the page for deleting an account says, and what happens when one is deleted.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Belonging:
    """The rows of one model that refer to a person by one field.

    `name` is what they are called in the file of one's data, `words` on pages. When the account goes they go with it,
    or, unless `goes`, they stay and are nobody's; `before` is what is done to them first. Columns `without` are no
    business of a file that may get lost: keys and secrets. `tell` says of a row what its columns do not.
    """

    name: str
    words: Promise
    model: str
    field: str
    goes: bool = True
    without: tuple[str, ...] = ()
    with_: tuple[str, ...] = ()
    tell: Callable[[Any], Row] | None = None
    before: Callable[[Any], None] | None = None

    @property
    def of(self) -> type[Model]:
        """The model."""
        return apps.get_model(self.model)

    def rows(self, user: Any) -> QuerySet:
        """Return the rows of `user`."""
        return self.of._default_manager.filter(**{self.field: user.pk}).order_by("pk")

    def told(self, user: Any) -> Iterator[Row]:
        """Yield each row of `user` as it is told them, a few at a time."""
        found = self.rows(user).prefetch_related(*self.with_)
        for row in found.iterator(chunk_size=50):
            yield {**self._columns(row), **(self.tell(row) if self.tell else {})}

    def _columns(self, row: Any) -> Row:
        kept = (one for one in row._meta.concrete_fields if one.name not in (self.field, *self.without))
        return {one.name: getattr(row, one.attname) for one in kept}


def _states(legion: Any) -> Row:
    told = ("number", "what", "document", "saved_at", "undo_to", "redo_to")
    return {"states": [{key: getattr(state, key) for key in told} for state in legion.revisions.all()]}


def _deliveries(hook: Any) -> Row:
    told = ("event", "body", "state", "tries", "created_at")
    return {"deliveries": [{key: getattr(one, key) for key in told} for one in hook.deliveries.all()]}


def _card(row: Any) -> Row:
    return {"card": str(row.record)}


def _name(row: Any) -> Row:
    return {"name": str(row)}


def _group(row: Any) -> Row:
    return {"role": row.group.name}


def _delete_legions(user: Any) -> None:
    """End the links of their legions, so that who has one is told so, and delete them with every state."""
    from .. import services

    services.prune(legions=apps.get_model("legions.Legion").objects.filter(owner=user))


def _end_sessions(user: Any) -> None:
    from . import visits

    visits.end_all(user)


def _leave_favourites(user: Any) -> None:
    from ..community import favourites

    favourites.leave(user=user)


def _leave_talk(user: Any) -> None:
    from ..community import commenting

    commenting.leave(user=user)


def _offer(row: Any) -> Row:
    photo = apps.get_model("catalog.ContributionPhoto").objects.filter(contribution=row).first()
    return {"card": str(row.record), "photo": b64encode(photo.data).decode() if photo else None}


def _forget_notes(user: Any) -> None:
    """What somebody wrote or photographed beside an offer may say who they are."""
    offers = apps.get_model("catalog.Contribution").objects.filter(by=user)
    apps.get_model("catalog.ContributionPhoto").objects.filter(contribution__in=offers).delete()
    offers.update(note="", talk=[], thank=False)


def _unname_confirmations(user: Any) -> None:
    """Whoever is gone wants to be named for nothing."""
    apps.get_model("catalog.Confirmation").objects.filter(by=user).update(named=False)


def _forget_doubts(user: Any) -> None:
    """What somebody wrote beside a verdict may say who they are."""
    apps.get_model("rulesapi.WrongVerdict").objects.filter(by=user).update(note="")


def _forget_name(user: Any) -> None:
    """What admins did to the account stands in the log of the admin, with its name."""
    users = ContentType.objects.get_for_model(get_user_model())
    written = apps.get_model("admin.LogEntry").objects.filter(content_type=users, object_id=str(user.pk))
    written.update(object_repr="", change_message="", object_id="")


BELONGINGS: tuple[Belonging, ...] = (
    Belonging(
        "account_name",
        _("what the name of your account looks like, so that nobody takes one like it"),
        "legions.AccountName",
        "user",
    ),
    Belonging("profile", _("the name that stands beside what you share"), "legions.Profile", "user"),
    Belonging("email_addresses", _("email addresses"), "account.EmailAddress", "user"),
    Belonging(
        "second_steps",
        _("passkeys, code app and recovery codes"),
        "mfa.Authenticator",
        "user",
        without=("data",),
        tell=_name,
    ),
    Belonging(
        "sessions",
        _("sessions on your devices"),
        "usersessions.UserSession",
        "user",
        without=("session_key",),
        before=_end_sessions,
    ),
    Belonging(
        "tokens",
        _("tokens for programs that act for you"),
        "legions.Token",
        "user",
        without=("digest", "token_key"),
    ),
    Belonging(
        "made_once",
        _("what programs made for you within a day, so that it is not made twice"),
        "legions.MadeOnce",
        "user",
    ),
    Belonging(
        "webhooks",
        _("webhooks, with what was sent to them"),
        "legions.Webhook",
        "user",
        without=("secret", "former_secret"),
        with_=("deliveries",),
        tell=_deliveries,
    ),
    # Before the lists, by which reports on them are found.
    Belonging("comments", _("comments that you wrote"), "legions.Comment", "by", goes=False, before=_leave_talk),
    Belonging("reports", _("reports that you made"), "legions.Report", "by", goes=False),
    Belonging(
        "reports_of_you",
        _("reports of your name and page"),
        "legions.Report",
        "person",
        goes=False,
        without=("by", "reason", "note"),
    ),
    Belonging(
        "told",
        _("what moderators decided about what is yours"),
        "legions.Decision",
        "whom",
        goes=False,
        without=("by", "person"),
    ),
    Belonging(
        "told_of_name",
        _("what moderators decided about your name and page"),
        "legions.Decision",
        "person",
        goes=False,
        without=("by", "whom"),
    ),
    Belonging(
        "decisions",
        _("what you decided as a moderator"),
        "legions.Decision",
        "by",
        goes=False,
        without=("whom", "person"),
    ),
    Belonging(
        "wrong_verdicts",
        _("verdicts that you reported as wrong"),
        "rulesapi.WrongVerdict",
        "by",
        goes=False,
        before=_forget_doubts,
    ),
    Belonging("silence", _("until when you may not comment"), "legions.Silence", "user"),
    Belonging(
        "legions",
        _("lists, with every state they were in"),
        "legions.Legion",
        "owner",
        with_=("revisions",),
        tell=_states,
        before=_delete_legions,
    ),
    Belonging("alert", _("that you are told of changed verdicts"), "legions.Alert", "user"),
    Belonging("collections", _("what you have of each game"), "legions.Collection", "owner"),
    Belonging("favourites", _("favourites"), "legions.Favourite", "user", before=_leave_favourites),
    Belonging("kept_games", _("which games you keep as a curator"), "catalog.KeptGame", "person"),
    Belonging(
        "offers",
        _("facts that you offered from your cards"),
        "catalog.Contribution",
        "by",
        goes=False,
        without=("record",),
        with_=("record",),
        tell=_offer,
        before=_forget_notes,
    ),
    Belonging(
        "confirmations",
        _("facts of cards that you confirmed"),
        "catalog.Confirmation",
        "by",
        goes=False,
        without=("record",),
        with_=("record",),
        tell=_card,
        before=_unname_confirmations,
    ),
    Belonging(
        "disputes",
        _("facts of cards for which you kept two values until somebody ruled"),
        "catalog.Dispute",
        "kept_by",
        goes=False,
        without=("contribution", "ruled_by", "why"),
    ),
    Belonging(
        "disputes_ruled",
        _("facts of cards about which you ruled"),
        "catalog.Dispute",
        "ruled_by",
        goes=False,
        without=("contribution", "kept_by"),
    ),
    Belonging(
        "revisions",
        _("states of cards that you wrote"),
        "catalog.Revision",
        "by",
        goes=False,
        without=("record", "document", "text", "folded"),
        with_=("record",),
        tell=_card,
    ),
    Belonging(
        "tables",
        _("tables of cards that you brought in"),
        "catalog.BroughtTable",
        "by",
        without=("report", "digest"),
    ),
    Belonging(
        "draft_states",
        _("what you did to drafts of cards"),
        "catalog.DraftState",
        "by",
        goes=False,
        without=("record", "text"),
        with_=("record",),
        tell=_card,
    ),
    Belonging(
        "pictures",
        _("pictures of cards that you added"),
        "catalog.Picture",
        "by",
        goes=False,
        without=("record", "withdrawn_by"),
        with_=("record",),
        tell=_card,
    ),
    Belonging(
        "withdrawn_pictures",
        _("pictures of cards that you withdrew"),
        "catalog.Picture",
        "withdrawn_by",
        goes=False,
        without=("record", "by"),
        with_=("record",),
        tell=_card,
    ),
    Belonging("releases", _("releases of the catalog that you published"), "catalog.Release", "by", goes=False),
    Belonging(
        "upcoming_releases",
        _("releases of the catalog that you gathered"),
        "catalog.UpcomingRelease",
        "by",
        goes=False,
    ),
    Belonging("roles", _("roles"), "auth.User_groups", "user", with_=("group",), tell=_group),
    Belonging("permissions", _("permissions of your own"), "auth.User_user_permissions", "user"),
    Belonging(
        "admin_log", _("entries in the log of the curators’ desk"), "admin.LogEntry", "user", before=_forget_name
    ),
)
