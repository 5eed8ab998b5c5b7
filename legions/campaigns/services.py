"""Services that write campaigns. All arguments are keyword-only, each call is one transaction.

Entries are added and never changed.

Simultaneous entries are both kept: each writer increments `Campaign.entered` first, which makes the other one wait, and
then adds its entry after the other one.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import snapshots
from catalog.api_base.throttling import charge_storage
from catalog.documents import MAX_FAULTS, json_input, names, slugify
from catalog.documents.canonical import compact
from catalog.documents.errors import Fault, InvalidInput
from catalog.errors import ChangedMeanwhile
from catalog.models import DocumentType, Revision
from legions.accounts.holders import Holder
from legions.campaigns.kept_verdicts import judge_record
from legions.campaigns.models import Campaign, CampaignEntry, CampaignOpinion, CampaignSeat
from legions.campaigns.records import Document, JudgedRecord, new_word, player_words, record_of, with_readings
from legions.campaigns.unsaved_results import UnsavedResult
from legions.saved_lists.ended_links import remember_ended
from legions.saved_lists.share_keys import new_share_key
from legions.site.errors import ActionRefused
from rulesapi.engine.campaigns.records import (
    CORRECTED,
    ENDED,
    JOINED,
    MOVED_OUT,
    PLAYED,
    REPLACED,
    SETTLED,
    UPGRADED,
)
from rulesapi.judging import campaigns

LINK_FIELDS = ("invite_key", "share_key")
"""The fields with the keys of a campaign's links: the invitation and the link for reading."""
MAX_ENTRIES = 500
MAX_PLAYERS = 20
MAX_CAMPAIGNS, MAX_GUEST_CAMPAIGNS = 50, 10
MAX_RECORD_BYTES = 500_000
MAX_IMPORT_BYTES = 1_000_000
"""The maximum size of an imported file in bytes; it may contain white space that the record does not need."""
MAX_STEM_LENGTH = 80
"""The maximum length of a slug in characters, before the number that makes it unique."""


class EnteredMeanwhile(ActionRefused):
    """The refusal of a game that another member has entered since the form was built; nothing was written.

    `entry` is the other entry.
    """

    def __init__(self, entry: CampaignEntry) -> None:
        super().__init__(
            _("Another player has just entered a game of this adventure. Look at it before you save yours.")
        )
        self.entry = entry


class PreviewOutdated(ActionRefused):
    """The refusal of a result whose preview was another one; nothing was written."""

    def __init__(self) -> None:
        super().__init__(_("What follows from it has changed. Look at the preview again, then save."))


class AdventureChanged(ChangedMeanwhile):
    """The refusal of an own adventure that was changed since it was opened for editing; nothing was written."""

    def __init__(self, name: str) -> None:
        message = _(
            "“{name}” was changed since you opened it here. Save again to put yours in its place, or look at it "
            "first under Own adventures."
        )
        super().__init__(message.format(name=name))


# -- starting and ending ---------------------------------------------------------------------------------------------


@transaction.atomic
def start_campaign(
    *,
    holder: Holder,
    game: str,
    name: str,
    plan: Iterable[str],
    settles: Iterable[Document] = (),
    player: str = "",
) -> Campaign:
    """Start a campaign that `holder` leads, with an open invitation. With a `player` name, the holder also takes a
    seat.

    Raises InvalidInput for an invalid record, ActionRefused if the holder leads too many campaigns, RateLimitExceeded.
    """
    head: Document = {"release": snapshots.newest().release}
    if settles := list(settles):
        head["settles"] = settles
    campaign = _new_campaign(holder, game=game, name=name, head=head, plan=list(plan))
    judge_record(record_of(campaign, ()))
    campaign.save(force_insert=True)
    charge_storage(len(compact(head)), guest=holder.user is None, legions=1)
    if player:
        take_seat(campaign=campaign, holder=holder, name=player)
    return campaign


@transaction.atomic
def import_campaign(*, holder: Holder, document: Any) -> Campaign:
    """Store a record as a new campaign that `holder` leads. All its seats are vacant at first.

    Raises InvalidInput for an invalid or too long record, ActionRefused if the holder leads too many campaigns,
    RateLimitExceeded.
    """
    json_input.check(document, batch="entries")
    if faults := names.faults(document):
        raise InvalidInput("invalid-campaign", faults[:MAX_FAULTS])
    tidied = json_input.tidy(document)
    size = len(compact(tidied).encode())
    if len(campaigns.entries_of(tidied)) > MAX_ENTRIES or size > MAX_RECORD_BYTES:
        message = _("A campaign here has at most {entries} entries and {size} kB.")
        text = message.format(entries=MAX_ENTRIES, size=MAX_RECORD_BYTES // 1000)
        raise InvalidInput("invalid-campaign", [Fault("/entries", "too-long", text)])
    verdict = campaigns.judge_record(tidied)
    entries = tidied["entries"]
    if len(verdict["players"]) > MAX_PLAYERS:
        raise InvalidInput("invalid-campaign", [Fault("/entries", "too-long", _too_many_players())])
    head = {field: value for field, value in tidied.items() if field not in ("game", "name", "entries")}
    head.setdefault("release", verdict["release"])
    name = tidied.get("name") or _("Imported campaign")
    campaign = _new_campaign(holder, game=tidied["game"], name=name, head=head, plan=_plan_of(tidied))
    campaign.entered = len(entries)
    campaign.save(force_insert=True)
    CampaignEntry.objects.bulk_create(
        CampaignEntry(campaign=campaign, number=number, document=entry, entered_at=campaign.created_at)
        for number, entry in enumerate(entries, start=1)
    )
    charge_storage(size, guest=holder.user is None, legions=1)
    return campaign


def _plan_of(record: Document, *, brought: bool = True) -> list[str]:
    """Return the adventures played in a record, and with `brought` its own ones, each once."""
    told = ((one.get("entry") or {}) if one["type"] == CORRECTED else one for one in record["entries"])
    played = [one["adventure"] for one in told if "adventure" in one]
    own = [one["slug"] for one in record.get("adventures", ())] if brought else []
    return list(dict.fromkeys([*own, *played]))


def _new_campaign(holder: Holder, **fields: Any) -> Campaign:
    _enforce_quota(holder)
    now = timezone.now()
    return Campaign(
        owner=holder.user,
        guest_key=None if holder.user else holder.guest_key,
        invite_key=new_share_key(),
        created_at=now,
        updated_at=now,
        **fields,
    )


def _enforce_quota(holder: Holder) -> None:
    most = MAX_CAMPAIGNS if holder.user else MAX_GUEST_CAMPAIGNS
    if Campaign.objects.led_by(holder).count() >= most:
        words = _("You lead {most} campaigns, which is the most there is room for. Delete one first.")
        raise ActionRefused(words.format(most=most))


@transaction.atomic
def change_plan(*, campaign: Campaign, plan: Iterable[str]) -> None:
    """Set the adventures that a campaign offers."""
    _update(campaign, plan=list(plan))


@transaction.atomic
def rename_campaign(*, campaign: Campaign, name: str) -> None:
    """Rename a campaign."""
    charge_storage(len(name.encode()), guest=campaign.owner_id is None)
    _update(campaign, name=name, updated_at=timezone.now())


@transaction.atomic
def upgrade_release(*, campaign: Campaign, to: int, by: str) -> CampaignEntry:
    """Move a campaign to the newest release, and record that; `to` is the release that the user was shown.

    Raises ActionRefused if there is a newer release by now or nothing to move to, and the errors of `enter`.
    """
    _lock(campaign)
    campaign.refresh_from_db()
    before, newest = campaign.head["release"], snapshots.newest().release
    if to != newest or to <= before:
        raise ActionRefused(_("There is another release of the cards by now. Look again at what changes."))
    _update(campaign, head={**campaign.head, "release": to})
    return enter(campaign=campaign, document={"type": UPGRADED, "from": before, "to": to}, by=by)


@transaction.atomic
def settle_question(*, campaign: Campaign, question: str, reading: str, by: str = "") -> CampaignEntry:
    """Settle an open question of a campaign, and record that; an empty reading opens a settled one again.

    Raises ActionRefused for a question that is neither open nor settled, and for an unknown reading, and the errors of
    `enter`.
    """
    _lock(campaign)
    campaign.refresh_from_db()
    questions = JudgedRecord(campaign).verdict["open"]
    readings = {row["reading"] for one in questions if one["question"] == question for row in one["readings"]}
    reopens = not reading and any(one["question"] == question for one in campaign.head.get("settles", ()))
    if not reopens and reading not in readings:
        raise ActionRefused(_("This question is not open. Look at the campaign again."))
    (entry,) = _settle(campaign, {question: reading}, by)
    return entry


def _settle(campaign: Campaign, readings: Mapping[str, str], by: str) -> list[CampaignEntry]:
    """Settle questions of a locked campaign together, and enter each; an empty reading opens its question again."""
    head = {**campaign.head, "settles": with_readings(campaign.head.get("settles", ()), readings)}
    charge_storage(len(compact(head).encode()), guest=campaign.owner_id is None)
    _update(campaign, head=head, updated_at=timezone.now())
    documents = [{"type": SETTLED, "question": name, "reading": readings[name] or None} for name in readings]
    return [enter(campaign=campaign, document=document, by=by) for document in documents]


def adventure_state(campaign: Campaign, slug: str) -> str:
    """Return a digest of a campaign's own adventure, or an empty string if there is none."""
    found = next((one for one in campaign.head.get("adventures", ()) if one["slug"] == slug), None)
    return "" if found is None else hashlib.sha256(compact(found).encode()).hexdigest()


@transaction.atomic
def set_adventure(*, campaign: Campaign, adventure: Document, seen: str | None = None) -> None:
    """Save an own adventure of a campaign, replacing one with its slug, and offer it.

    With `seen`, the state that the edit is based on, AdventureChanged is raised if somebody else changed it in the
    meantime. Raises ActionRefused for an adventure that was played, and InvalidInput if the record becomes invalid.
    """
    if faults := names.faults(adventure, campaign.head):
        raise InvalidInput("invalid-campaign", faults[:MAX_FAULTS])
    others = _other_adventures(campaign, adventure["slug"])
    now = next((one for one in campaign.head.get("adventures", ()) if one["slug"] == adventure["slug"]), None)
    if seen is not None and now not in (None, adventure) and adventure_state(campaign, adventure["slug"]) != seen:
        raise AdventureChanged(now["name"])
    plan = campaign.plan if adventure["slug"] in campaign.plan else [*campaign.plan, adventure["slug"]]
    _set_adventures(campaign, [*others, adventure], plan)


@transaction.atomic
def add_adventure(*, campaign: Campaign, adventure: Document, stem: str) -> Document:
    """Add an own adventure to a campaign, under a free slug like `stem`, and return it as stored.

    An identical adventure of the campaign is returned instead. Raises the errors of `set_adventure`.
    """
    _lock(campaign)
    campaign.refresh_from_db()
    for one in campaign.head.get("adventures", ()):
        if {**adventure, "slug": one["slug"]} == one:
            return dict(one)
    added = {**adventure, "slug": free_slug(stem, campaign)}
    set_adventure(campaign=campaign, adventure=added)
    return added


def free_slug(stem: str, campaign: Campaign) -> str:
    """Return a slug like `stem` that no adventure of the campaign or the catalog has, with a number if needed.

    Unless the campaign is locked, another request may take it in the meantime.
    """
    taken = {one["slug"] for one in campaign.head.get("adventures", ())}
    of_game = Revision.objects.newest().of_type(DocumentType.ADVENTURE, campaign.game)
    taken.update(of_game.values_list("slug", flat=True))
    stem = slugify(stem)[:MAX_STEM_LENGTH].strip("-") or "own-adventure"
    slug, number = stem, 2
    while slug in taken:
        slug, number = f"{stem}-{number}", number + 1
    return slug


@transaction.atomic
def remove_adventure(*, campaign: Campaign, slug: str) -> None:
    """Remove an own adventure from a campaign. Raises ActionRefused for one that was played."""
    plan = [one for one in campaign.plan if one != slug]
    _set_adventures(campaign, _other_adventures(campaign, slug), plan)


def _other_adventures(campaign: Campaign, slug: str) -> list[Document]:
    _lock(campaign)
    campaign.refresh_from_db()
    if slug in _plan_of(record_of(campaign, campaign.entries.values_list("document", flat=True)), brought=False):
        raise ActionRefused(_("This adventure has been played: the record counts on it as it is."))
    return [one for one in campaign.head.get("adventures", ()) if one["slug"] != slug]


def _set_adventures(campaign: Campaign, adventures: list[Document], plan: list[str]) -> None:
    head = {**campaign.head, "adventures": adventures}
    size = len(compact(head).encode())
    if size > MAX_RECORD_BYTES:
        raise ActionRefused(_("The record is full: no more text fits into it."))
    _update(campaign, head=head, plan=plan, updated_at=timezone.now())
    judge_record(JudgedRecord(campaign).record)
    charge_storage(size, guest=campaign.owner_id is None)


@transaction.atomic
def end_campaign(*, campaign: Campaign, by: str, once: str = "") -> CampaignEntry:
    """End a campaign: the player with the most experience wins. A correction reopens it."""
    return enter(campaign=campaign, document={"type": ENDED}, by=by, once=once)


@transaction.atomic
def delete_campaign(*, campaign: Campaign) -> None:
    """Delete a campaign with its record for good, and end its links. Its lists are kept."""
    _remember_links(campaign, *LINK_FIELDS)
    campaign.delete()


# -- entries ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def enter_result(
    *, unsaved: UnsavedResult, shown: str, by: str, why: str = "", seen: int | None = None, once: str = ""
) -> CampaignEntry:
    """Enter a result and settle the questions that were answered with it, all or nothing.

    A form sent twice makes one entry. `shown` is the digest of the result that the user was shown, and `seen` the
    number of entries when the form was built. Raises EnteredMeanwhile if another member has entered the game since
    then, PreviewOutdated if the result is not the one that was shown, and the errors of `enter` and `correct`.
    """
    campaign = _lock(unsaved.judged.campaign)
    unsaved = replace(unsaved, judged=JudgedRecord(campaign))
    if earlier := _entry_of_form(unsaved.judged, once):
        return earlier
    if seen is not None and (other := _same_game_since(unsaved.judged.rows, seen, unsaved.document)):
        raise EnteredMeanwhile(other)
    if unsaved.digest != shown:
        raise PreviewOutdated
    if unsaved.of:
        entry = correct(campaign=campaign, of=unsaved.of, entry=unsaved.document, why=why, by=by, once=once)
    else:
        entry = enter(campaign=campaign, document=unsaved.document, by=by, once=once)
    if unsaved.settles:
        _settle(campaign, unsaved.settles, by)
    return entry


def _entry_of_form(judged: JudgedRecord, once: str) -> CampaignEntry | None:
    """Return the entry that a form has made already, or None."""
    return next((row for row in judged.rows if once and row.once == once), None)


@transaction.atomic
def enter(*, campaign: Campaign, document: Document, by: str, once: str = "") -> CampaignEntry:
    """Add an entry to the record, with a new id; a form sent twice makes one entry.

    Raises ActionRefused for a record that is full or has ended, and InvalidInput for an invalid entry.
    """
    now = timezone.now()
    counted = Campaign.objects.filter(pk=campaign.pk, entered__lt=MAX_ENTRIES)
    if not counted.update(entered=F("entered") + 1, updated_at=now):
        raise ActionRefused(_("The record is full: it has {most} entries.").format(most=MAX_ENTRIES))
    campaign.refresh_from_db()
    judged = JudgedRecord(campaign)
    if earlier := _entry_of_form(judged, once):
        Campaign.objects.filter(pk=campaign.pk).update(entered=F("entered") - 1)
        return earlier
    if judged.verdict["ended"] and document["type"] not in (CORRECTED, SETTLED):
        raise ActionRefused(_("The campaign has ended. Take that back first."))
    if faults := names.faults(document, judged.record):
        raise InvalidInput("invalid-campaign", faults[:MAX_FAULTS])
    words = [row.document["id"] for row in judged.rows]
    entry = json_input.tidy({"type": document["type"], "id": new_word(words, "e"), **_without_id(document)})
    judged.judged_with(entry)
    size = len(compact(entry).encode())
    if len(compact(judged.record).encode()) + size > MAX_RECORD_BYTES:
        raise ActionRefused(_("The record is full: no more text fits into it."))
    charge_storage(size, guest=campaign.owner_id is None)
    return CampaignEntry.objects.create(
        campaign=campaign, number=campaign.entered, document=entry, by=by, once=once, entered_at=now
    )


def _without_id(document: Document) -> Document:
    return {field: value for field, value in document.items() if field not in ("id", "type")}


def _same_game_since(entries: Iterable[CampaignEntry], seen: int, document: Document) -> CampaignEntry | None:
    """Return a game of the same adventure with the same players that was entered after the first `seen` entries."""
    for row in entries:
        one = row.document
        same = one["type"] == PLAYED and one["adventure"] == document["adventure"]
        if row.number > seen and same and _players_of(one) == _players_of(document):
            return row
    return None


def _players_of(document: Document) -> set[str]:
    return {seat["player"] for seat in document["seats"]}


def correct(*, campaign: Campaign, of: str, entry: Document | None, why: str, by: str, once: str = "") -> CampaignEntry:
    """Correct an entry, or withdraw it with None; the original entry is kept.

    Raises the errors of `enter`, and ActionRefused for an unknown entry.
    """
    if not campaign.entries.filter(document__id=of).exists():
        raise ActionRefused(_("There is no such entry."))
    told = None if entry is None else {"type": entry["type"], "id": of, **_without_id(entry)}
    document: Document = {"type": CORRECTED, "of": of, "entry": told}
    if why:
        document["why"] = why
    return enter(campaign=campaign, document=document, by=by, once=once)


@transaction.atomic
def give_opinion(*, entry: CampaignEntry, player: str, agrees: bool, why: str = "") -> None:
    """Confirm the entry of a game, or dispute it with a reason; a later opinion replaces the first.

    Raises ActionRefused for a user who did not play in the game or wrote the entry.
    """
    told = entry.told
    if not told or told["type"] != PLAYED or player not in _players_of(told):
        raise ActionRefused(_("Only who played in a game confirms what was entered of it."))
    if entry.by == player:
        raise ActionRefused(_("You entered it yourself: another player confirms it."))
    said = {"agrees": agrees, "why": "" if agrees else why, "given_at": timezone.now()}
    CampaignOpinion.objects.update_or_create(entry=entry, player=player, defaults=said)


# -- seats -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def take_seat(*, campaign: Campaign, holder: Holder, name: str, place: str = "") -> CampaignSeat:
    """Take a new seat in a campaign, or the vacant `place` of a player.

    With that player's name, the player has returned; with another name, a new player takes over everything earned
    there. Raises ActionRefused for a holder who has a seat already, and for a place that is taken.
    """
    _lock(campaign)
    if campaign.seats.filter(_same_holder(holder)).exists():
        raise ActionRefused(_("You have a seat in this campaign already."))
    judged = JudgedRecord(campaign)
    player = _seat_as_new(campaign, judged, name) if not place else _seat_at(campaign, judged, name, place)
    try:
        with transaction.atomic():
            return CampaignSeat.objects.create(
                campaign=campaign,
                player=player,
                user=holder.user,
                guest_key=None if holder.user else holder.guest_key,
                taken_at=timezone.now(),
            )
    except IntegrityError as error:
        raise ActionRefused(_("This place has just been taken. Choose another.")) from error


def _lock(campaign: Campaign) -> Campaign:
    """Return the campaign as it is stored, locked until the end of the transaction, so that it stays as it is read."""
    return Campaign.objects.select_for_update().get(pk=campaign.pk)


def _same_holder(holder: Holder) -> Q:
    return Q(user=holder.user) if holder.user is not None else Q(guest_key=holder.guest_key)


def _seat_as_new(campaign: Campaign, judged: JudgedRecord, name: str) -> str:
    if len(judged.players) >= MAX_PLAYERS:
        raise ActionRefused(_too_many_players())
    _check_name_is_free(judged, name)
    player = new_word(player_words(judged.record["entries"]), "player-")
    enter(campaign=campaign, document={"type": JOINED, "player": player, "name": name}, by=player)
    return player


def _seat_at(campaign: Campaign, judged: JudgedRecord, name: str, place: str) -> str:
    if place not in judged.players or judged.was_replaced(place) or campaign.seats.filter(player=place).exists():
        raise ActionRefused(_("This place has just been taken. Choose another."))
    if judged.players[place]["left"] is not None:
        enter(campaign=campaign, document={"type": JOINED, "player": place}, by=place)
        return place
    if not name or name.casefold() == judged.name_of(place).casefold():
        return place
    _check_name_is_free(judged, name)
    player = new_word(player_words(judged.record["entries"]), "player-")
    enter(campaign=campaign, document={"type": REPLACED, "player": place, "by": player, "name": name}, by=player)
    return player


def _check_name_is_free(judged: JudgedRecord, name: str) -> None:
    """Raise ActionRefused if another player of the campaign has the name: results could not tell the two apart."""
    taken = {judged.name_of(player).casefold() for player in judged.players}
    if name.casefold() in taken:
        raise ActionRefused(
            _(
                "A player in this campaign is called {name} already. Choose another name. If that is you, ask the "
                "leader to make your seat vacant, then take it here."
            ).format(name=name)
        )


def _too_many_players() -> str:
    return _("A campaign has at most {most} players.").format(most=MAX_PLAYERS)


@transaction.atomic
def move_out(*, campaign: Campaign, player: str, by: str) -> None:
    """Remove a player from a campaign, on their own or the leader's request; their rewards stay in the record.

    Raises ActionRefused for a player who is not in the campaign.
    """
    _lock(campaign)
    if player not in JudgedRecord(campaign).present:
        raise ActionRefused(_("This player is not in the campaign any more."))
    enter(campaign=campaign, document={"type": MOVED_OUT, "player": player}, by=by)
    CampaignSeat.objects.filter(campaign=campaign, player=player).delete()


@transaction.atomic
def vacate(*, campaign: Campaign, player: str) -> None:
    """Make a seat vacant, so that its player or another user can take it."""
    CampaignSeat.objects.filter(campaign=campaign, player=player).delete()


# -- links -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def open_link(*, campaign: Campaign, field: str) -> None:
    """Create a link for an invitation (`invite_key`) or for reading (`Campaign.share_key`); the previous one ends."""
    charge_storage(1_000, guest=campaign.owner_id is None)
    _remember_links(campaign, field)
    _update(campaign, **{field: new_share_key()})


@transaction.atomic
def close_link(*, campaign: Campaign, field: str) -> None:
    """Revoke the link with this key; its address then says that the link has ended."""
    _remember_links(campaign, field)
    _update(campaign, **{field: None})


def _remember_links(campaign: Campaign, *fields: str) -> None:
    """Record that links end. Their keys are read again, since another request may have changed them."""
    stored = _lock(campaign)
    for key in filter(None, (getattr(stored, field) for field in fields)):
        remember_ended(key)


def _update(campaign: Campaign, **fields: Any) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(**fields)
    for field, value in fields.items():
        setattr(campaign, field, value)


# -- accounts --------------------------------------------------------------------------------------------------------


@transaction.atomic
def adopt_guest_campaigns(*, guest_key: str | None, user: User) -> None:
    """Move the campaigns and seats of a guest to `user`'s account. Existing seats of `user` are kept."""
    if not guest_key:
        return
    Campaign.objects.filter(guest_key=guest_key).update(guest_key=None, owner=user)
    seated = CampaignSeat.objects.filter(user=user).values("campaign")
    CampaignSeat.objects.filter(guest_key=guest_key).exclude(campaign__in=seated).update(guest_key=None, user=user)
    CampaignSeat.objects.filter(guest_key=guest_key).delete()


@transaction.atomic
def forget_player(*, user: User) -> None:
    """Remove a user from every campaign: another player leads their campaigns, and their name is deleted.

    The records stay complete: a player's identifier in them is not a name. Entries are changed in this case only.
    """
    for campaign in Campaign.objects.filter(owner=user):
        heir = campaign.seats.exclude(user=user).order_by("taken_at", "pk").first()
        if heir is not None:
            _update(campaign, owner=heir.user, guest_key=heir.guest_key)
    for seat in CampaignSeat.objects.filter(user=user).select_related("campaign"):
        _forget_name(seat)


def _forget_name(seat: CampaignSeat) -> None:
    for entry in seat.campaign.entries.all():
        told = entry.told
        named = told and (told.get("by") if told["type"] == REPLACED else told.get("player"))
        if told and named == seat.player and told.pop("name", None) is not None:
            entry.save(update_fields=["document"])
