"""Personal data in the tables: one entry for each reference to an account.

A new model with a reference to the account needs an entry here; a test fails without it. The data export, the page for
deleting an account, and the deletion are based on these entries.
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
class PersonalData:
    """The rows of one model that refer to a person by one field.

    `name` is their key in the data export, `words` their description on pages. If `goes`, the rows are deleted with the
    account, else they stay without a reference to it; `before` is called first. Columns in `without` are not exported:
    keys and secrets do not belong in a file that may get lost. `tell` returns additional values of a row.
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
        return apps.get_model(self.model)

    def rows(self, user: Any) -> QuerySet:
        """Return the rows of `user`."""
        return self.of._default_manager.filter(**{self.field: user.pk}).order_by("pk")

    def export_rows(self, user: Any) -> Iterator[Row]:
        """Yield the rows of `user` for the export, in small batches."""
        found = self.rows(user).prefetch_related(*self.with_)
        for row in found.iterator(chunk_size=50):
            yield {**self._columns(row), **(self.tell(row) if self.tell else {})}

    def _columns(self, row: Any) -> Row:
        columns = (one for one in row._meta.concrete_fields if one.name not in (self.field, *self.without))
        return {one.name: getattr(row, one.attname) for one in columns}


def _states(legion: Any) -> Row:
    fields = ("number", "what", "document", "saved_at", "undo_to", "redo_to")
    return {"states": [{key: getattr(state, key) for key in fields} for state in legion.revisions.all()]}


def _entries(campaign: Any) -> Row:
    return {"record": [entry.document for entry in campaign.entries.all()]}


def _deliveries(hook: Any) -> Row:
    fields = ("event", "body", "state", "tries", "created_at")
    return {"deliveries": [{key: getattr(one, key) for key in fields} for one in hook.deliveries.all()]}


def _card(row: Any) -> Row:
    return {"card": str(row.record)}


def _watched(row: Any) -> Row:
    return {"watched": f"{row.record.game}/{row.record.document_type}/{row.record.slug}"}


def _name(row: Any) -> Row:
    return {"name": str(row)}


def _group(row: Any) -> Row:
    return {"role": row.group.name}


def _delete_legions(user: Any) -> None:
    """Revoke the share links of their legions, whose clients then learn that they are gone, and delete all
    revisions.
    """
    from legions.saved_lists import services

    services.delete_for_good(legions=apps.get_model("legions.Legion").objects.filter(owner=user))


def _end_sessions(user: Any) -> None:
    from legions.accounts import session_activity

    session_activity.end_all_sessions(user)


def _delete_unsent_mails(user: Any) -> None:
    from legions.mails import queue

    queue.forget(list(apps.get_model("account.EmailAddress").objects.filter(user=user).values_list("email", flat=True)))


def _forget_player(user: Any) -> None:
    from legions.campaigns import services

    services.forget_player(user=user)


def _end_adventure_links(user: Any) -> None:
    from legions.campaigns import shared_adventures

    shared_adventures.end_shares_of(user=user)


def _delete_favourites(user: Any) -> None:
    from legions.community import favourite_services

    favourite_services.delete_favourites_of(user=user)


def _delete_comments(user: Any) -> None:
    from legions.community import comment_services

    comment_services.delete_comments_of(user=user)


def _offer(row: Any) -> Row:
    photo = apps.get_model("catalog.ContributionPhoto").objects.filter(contribution=row).first()
    return {"card": str(row.record), "photo": b64encode(photo.data).decode() if photo else None}


def _shelf_photo(row: Any) -> Row:
    return {"photo": b64encode(row.photo).decode() if row.photo else None}


def _clear_offer_notes(user: Any) -> None:
    """Remove texts and photos of offers, which may identify the person."""
    offers = apps.get_model("catalog.Contribution").objects.filter(by=user)
    apps.get_model("catalog.ContributionPhoto").objects.filter(contribution__in=offers).delete()
    offers.update(note="", messages=[], thank=False)


def _anonymize_confirmations(user: Any) -> None:
    """Stop crediting a deleted account by name."""
    apps.get_model("catalog.Confirmation").objects.filter(by=user).update(named=False)


def _clear_report_notes(user: Any) -> None:
    """Remove the notes of reports on verdicts, which may identify the person."""
    apps.get_model("rulesapi.WrongVerdict").objects.filter(by=user).update(note="")


def _clear_admin_log_name(user: Any) -> None:
    """Remove the username from the entries of the admin's log about this account."""
    users = ContentType.objects.get_for_model(get_user_model())
    written = apps.get_model("admin.LogEntry").objects.filter(content_type=users, object_id=str(user.pk))
    written.update(object_repr="", change_message="", object_id="")


def _about_cards(
    name: str, label: Promise, model: str, field: str, *, without: tuple[str, ...] = (), **more: Any
) -> PersonalData:
    """Return the entry for rows about cards, which stay in the catalog; the export names the card of each."""
    more.setdefault("tell", _card)
    without = ("record", *without)
    return PersonalData(name, label, model, field, goes=False, without=without, with_=("record",), **more)


PERSONAL_DATA: tuple[PersonalData, ...] = (
    PersonalData(
        "account_name",
        _("the look-alike form of your account name, so that nobody takes a similar one"),
        "legions.AccountName",
        "user",
    ),
    PersonalData("profile", _("the name shown beside what you share"), "legions.Profile", "user"),
    PersonalData("email_addresses", _("email addresses"), "account.EmailAddress", "user", before=_delete_unsent_mails),
    PersonalData(
        "second_steps",
        _("passkeys, code app and recovery codes"),
        "mfa.Authenticator",
        "user",
        without=("data",),
        tell=_name,
    ),
    PersonalData(
        "sessions",
        _("sessions on your devices"),
        "usersessions.UserSession",
        "user",
        without=("session_key",),
        before=_end_sessions,
    ),
    PersonalData(
        "tokens",
        _("tokens for programs that act for you"),
        "legions.Token",
        "user",
        without=("digest", "token_key"),
    ),
    PersonalData(
        "made_once",
        _("what programs made for you within a day, so that it is not made twice"),
        "legions.IdempotencyRecord",
        "user",
    ),
    PersonalData(
        "webhooks",
        _("webhooks, with their deliveries"),
        "legions.Webhook",
        "user",
        without=("secret", "former_secret"),
        with_=("deliveries",),
        tell=_deliveries,
    ),
    # Before the lists, through which the reports on comments are found.
    PersonalData(
        "comments", _("comments that you wrote"), "legions.Comment", "by", goes=False, before=_delete_comments
    ),
    PersonalData("reports", _("reports that you made"), "legions.Report", "by", goes=False),
    PersonalData(
        "reports_of_you",
        _("reports of your name and page"),
        "legions.Report",
        "person",
        goes=False,
        without=("by", "reason", "note"),
    ),
    PersonalData(
        "told",
        _("moderators' decisions about your content"),
        "legions.Decision",
        "whom",
        goes=False,
        without=("by", "person"),
    ),
    PersonalData(
        "told_of_name",
        _("what moderators decided about your name and page"),
        "legions.Decision",
        "person",
        goes=False,
        without=("by", "whom"),
    ),
    PersonalData(
        "decisions",
        _("your decisions as a moderator"),
        "legions.Decision",
        "by",
        goes=False,
        without=("whom", "person"),
    ),
    PersonalData(
        "wrong_verdicts",
        _("verdicts that you reported as wrong"),
        "rulesapi.WrongVerdict",
        "by",
        goes=False,
        before=_clear_report_notes,
    ),
    PersonalData("silence", _("until when you may not comment"), "legions.Silence", "user"),
    PersonalData(
        "legions",
        _("lists, with every state they were in"),
        "legions.Legion",
        "owner",
        with_=("revisions",),
        tell=_states,
        before=_delete_legions,
    ),
    PersonalData(
        "published_adventures",
        _("adventures that you published by a link"),
        "legions.SharedAdventure",
        "owner",
        without=("share_key",),
        before=_end_adventure_links,
    ),
    # Seats before campaigns: other players become the leaders of the person's campaigns.
    PersonalData(
        "campaign_seats",
        _("your seats in campaigns; their records stay, without your name"),
        "legions.CampaignSeat",
        "user",
        before=_forget_player,
    ),
    PersonalData(
        "campaigns",
        _("campaigns that you lead; where others play in one, another player leads it"),
        "legions.Campaign",
        "owner",
        without=("invite_key", "share_key"),
        with_=("entries",),
        tell=_entries,
    ),
    PersonalData("alert", _("that you get mail about changed verdicts and what you watch"), "legions.Alert", "user"),
    PersonalData(
        "watches",
        _("cards and sets that you watch"),
        "legions.Watch",
        "user",
        without=("record",),
        with_=("record",),
        tell=_watched,
    ),
    PersonalData("watch_notices", _("notices about cards and sets that you watch"), "legions.WatchNotice", "user"),
    PersonalData("collections", _("your collection for each game"), "legions.Collection", "owner"),
    PersonalData("own_numbers", _("numbers that you read off your cards"), "legions.OwnNumbers", "owner"),
    PersonalData(
        "shelf_cards",
        _("cards on your shelves, with their photos"),
        "legions.ShelfCard",
        "owner",
        without=("photo",),
        tell=_shelf_photo,
    ),
    PersonalData("favourites", _("favourites"), "legions.Favourite", "user", before=_delete_favourites),
    PersonalData("curated_games", _("which games you look after as a curator"), "catalog.CuratedGame", "person"),
    _about_cards(
        "offers",
        _("facts that you offered from your cards"),
        "catalog.Contribution",
        "by",
        tell=_offer,
        before=_clear_offer_notes,
    ),
    _about_cards(
        "confirmations",
        _("facts of cards that you confirmed"),
        "catalog.Confirmation",
        "by",
        before=_anonymize_confirmations,
    ),
    PersonalData(
        "disputes",
        _("facts of cards that you marked as disputed"),
        "catalog.Dispute",
        "kept_by",
        goes=False,
        without=("contribution", "ruled_by", "why"),
    ),
    PersonalData(
        "disputes_ruled",
        _("facts of cards about which you ruled"),
        "catalog.Dispute",
        "ruled_by",
        goes=False,
        without=("contribution", "kept_by"),
    ),
    _about_cards(
        "revisions",
        _("states of cards that you wrote"),
        "catalog.Revision",
        "by",
        without=("document", "text", "folded", "searched_words", "searched_stems", "searched_title"),
    ),
    PersonalData(
        "tables",
        _("tables of cards that you imported"),
        "catalog.TableImport",
        "by",
        without=("report", "left_behind", "digest"),
    ),
    _about_cards("draft_states", _("your changes to drafts of cards"), "catalog.DraftState", "by", without=("text",)),
    _about_cards("pictures", _("pictures of cards that you added"), "catalog.Picture", "by", without=("withdrawn_by",)),
    _about_cards(
        "withdrawn_pictures",
        _("pictures of cards that you withdrew"),
        "catalog.Picture",
        "withdrawn_by",
        without=("by",),
    ),
    PersonalData("releases", _("releases of the catalog that you published"), "catalog.Release", "by", goes=False),
    PersonalData("changesets", _("changesets of cards that you began"), "catalog.Changeset", "by", goes=False),
    PersonalData("changeset_notes", _("your notes on changesets"), "catalog.ChangesetNote", "by", goes=False),
    PersonalData("saved_filters", _("filters of the curators’ lists that you saved"), "catalog.SavedFilter", "by"),
    PersonalData(
        "upcoming_releases",
        _("releases of the catalog that you gathered"),
        "catalog.UpcomingRelease",
        "by",
        goes=False,
    ),
    PersonalData("roles", _("roles"), "auth.User_groups", "user", with_=("group",), tell=_group),
    PersonalData("permissions", _("permissions of your own"), "auth.User_user_permissions", "user"),
    PersonalData(
        "admin_log",
        _("entries in the log of the curators’ desk"),
        "admin.LogEntry",
        "user",
        before=_clear_admin_log_name,
    ),
)
