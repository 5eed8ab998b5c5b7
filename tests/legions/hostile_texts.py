"""A populated site in which every text is hostile: texts of users and curators, and all facts of all cards.

The texts are found through the models and the schemas, so that a new one becomes hostile automatically. `LEFT` lists
the exceptions with their reasons.
"""

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client
from django.utils import timezone

from catalog import documents, import_export, publishing
from catalog.curation import contributions
from catalog.documents import validation
from catalog.models import Changeset, Contribution, SavedFilter
from catalog.models.disputes import DisputeOutcome
from catalog.models.upcoming import PreviewState, ReleasePreview, UpcomingRelease
from catalog.publishing import changesets
from catalog.tables import table_import
from legions.api_tokens import services
from legions.api_tokens.models import Scope
from legions.community.models import Silence
from legions.mails.models import OutgoingMail
from rulesapi.verdict_reports import report_service
from tests.browser.populated_site import BROKEN, PopulatedSite, populate

Document = dict[str, Any]

SHORT = "<b onclick=x>"
"""Markup that is short enough for almost every field."""

LEFT = {
    "is a key, a digest or an address": (
        "Record.game Record.slug Legion.game Legion.guest_key Legion.share_key Collection.game Collection.guest_key"
        " OwnNumbers.game OwnNumbers.guest_key PublicCard.game PublicCard.slug"
        " Profile.handle Token.digest Token.token_key Contribution.digest EndedLink.key_hash Favourite.key_hash"
        " SpentCode.digest"
        " LegionRevision.once Comment.once EmailConfirmation.key UserSession.session_key Session.session_key"
        " Completion.key WrongVerdict.mark WrongVerdict.game WrongVerdict.digest"
        " SavedFilter.listing IdempotencyRecord.key IdempotencyRecord.asked IdempotencyRecord.mark User.password"
        " TableImport.game TableImport.kind TableImport.sha256 TableImport.digest TableImport.language"
        " Webhook.secret Webhook.former_secret Webhook.language Picture.digest Rendition.digest"
        " Alert.origin Alert.language ReleasePreview.key ReleasePreview.mark UpcomingRelease.language"
        " WorkerLease.worker PeriodicTaskState.name"
        " Campaign.game Campaign.guest_key Campaign.invite_key Campaign.share_key CampaignSeat.player"
        " CampaignSeat.guest_key CampaignEntry.by CampaignEntry.once CampaignOpinion.player CampaignList.player"
        " CampaignList.adventure CampaignList.side"
        " SharedAdventure.game SharedAdventure.slug SharedAdventure.share_key"
        " CuratedGame.game Dispute.fact Confirmation.fact Confirmation.digest ImportedDocument.digest"
    ),
    "is made by a program and shown on no page": (
        "Session.session_data ContentType.app_label ContentType.model Permission.name Permission.codename"
        " Legion.searched Revision.text Revision.folded UserSession.data IdempotencyRecord.body Completion.question"
        " Completion.answer ImportedDocument.text ImportedDocument.undecided"
        " OutgoingMail.content"
        " DBTaskResult.args_kwargs DBTaskResult.task_path DBTaskResult.worker_ids DBTaskResult.queue_name"
        " DBTaskResult.backend_name DBTaskResult.return_value DBTaskResult.exception_class_path"
        " DBTaskResult.traceback LogEntry.object_id LogEntry.object_repr LogEntry.change_message"
    ),
    "is never changed by anybody: the database refuses it": (
        "AuditEntry.what AuditEntry.of AuditEntry.before AuditEntry.after AuditEntry.request"
    ),
    "holds slugs and numbers": (
        "ShelfCard.game ShelfCard.slug"
        " Collection.cards Collection.packs Collection.before Campaign.plan TableImport.omitted_lines"
    ),
    "is shown as hostile by test_number_fields": (
        "OwnNumbers.facts OwnNumbers.undo_steps OwnNumbers.redo_steps OwnNumbers.what"
    ),
    "names a role or a rule, by which pages know it": "Group.name WrongVerdict.code",
    "is a whole document, published as hostile": (
        "Revision.document Revision.why Revision.source Release.why DraftState.text"
    ),
    "is kept without name and notes": "WrongVerdict.legion",
    "is of pictures, whose own tests try hostile words (`test_card_pictures`)": (
        "Picture.alt Picture.author Picture.source Picture.why"
    ),
    "is told by a program of a hostile file": "TableImport.meant TableImport.report TableImport.left_behind",
}
"""Texts of the tables that stay as they are."""

Change = Callable[[Any, "HostileWords"], Any]


def hostile_house(corpus: list[str]) -> PopulatedSite:
    """Populate a site with real cards in which every text is hostile, then make the texts of users hostile."""
    words = HostileWords(corpus)
    cards = import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures"])).documents
    hostile = [hostile_card(card, words) for card in cards]
    publishing.publish(hostile, by=None, why=words.of(300))
    house = populate(hostile)
    _furnish_more(house)
    dearer = next(card for card in hostile if card["slug"] == "maurghoros") | {"cost": 61}
    publishing.save_draft(dearer, by=house.newcomer, why="It is dearer.", source="The box", sources_hold=["/cost"])
    for model in apps.get_models():
        if not model._meta.proxy:
            _spoil(model, words)
    return house


class HostileWords:
    """A source of hostile texts that fit: all of them if there is room, else one after the other."""

    def __init__(self, corpus: list[str]) -> None:
        self.all = " ".join(corpus)
        self.turn = cycle(corpus)
        self.number = len(corpus)

    def of(self, length: int | None) -> str:
        """Return text of at most that length."""
        return next(self.fitting(length or len(self.all)))

    def fitting(self, length: int) -> Iterator[str]:
        """Yield texts of at most that length, the longest first."""
        if len(self.all) <= length:
            yield self.all
        yield from (words for words in (next(self.turn) for _ in range(self.number)) if len(words) <= length)
        yield SHORT[:length]


def hostile_card(card: Document, texts: HostileWords) -> Document:
    """Return a document with hostile text in each field whose schema allows free text."""
    valid = validation.schema_validators(documents.schema_path(card)).quick.is_valid
    for put, before in list(_texts(card)):
        put(SHORT)
        if not valid(card):
            put(before)  # a slug, a date, a word of a list
            continue
        for candidate in texts.fitting(len(texts.all)):
            put(candidate)
            if valid(card):
                break
    documents.validate(card)
    return card


def texts() -> dict[str, models.Field]:
    """Return the free text columns, keyed by model and field name."""
    columns = [one for model in apps.get_models() if not model._meta.proxy for one in model._meta.local_concrete_fields]
    kinds = (models.CharField, models.TextField, models.JSONField)
    return {f"{one.model.__name__}.{one.name}": one for one in columns if isinstance(one, kinds) and not one.choices}


def left() -> set[str]:
    """Return the columns that are not made hostile."""
    return set(" ".join(LEFT.values()).split())


def texts_in(value: Any) -> list[str]:
    """Return the texts in a value of a column."""
    return [value] if isinstance(value, str) else [text for _put, text in _texts(value)]


def _texts(value: Any) -> Iterator[tuple[Callable[[str], None], str]]:
    """Yield each text in a document, and a function that replaces it."""
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, inner in list(places):
        if isinstance(inner, str):
            yield (lambda text, place=place: value.__setitem__(place, text)), inner
        else:
            yield from _texts(inner)


def _furnish_more(house: PopulatedSite) -> None:
    """Add objects that only exist after further incidents."""
    services.create_token(user=house.keeper, name="Tool", scope=Scope.READ, days=30)
    Silence.objects.create(user=house.newcomer, why="Rude.")
    report_service.report_verdict(legion=BROKEN, expected="legal", note="I hold it for legal.", by=house.keeper)
    offered = Contribution.objects.get(by=house.keeper, record__slug="balagos")
    fields = {"facts": {"cost": 38, "class": "Dragon"}, "decided": {"cost": {"do": "decline", "why": "It is 40."}}}
    Contribution.objects.filter(pk=offered.pk).update(**fields)
    contributions.ask_contributor(
        number=offered.pk, seen=offered.version, by=house.moderator, question="From which box?"
    )
    sheet = f'slug,name,cost,"{SHORT}"\n"{SHORT}",{SHORT},{SHORT},{SHORT}\nwraith,{SHORT},25,x\n'.encode()
    table = table_import.start_upload(
        by=house.newcomer, game="attack-wing", kind="creature", name=f"{SHORT}.csv", size=len(sheet)
    )
    table = table_import.receive_part(table, sheet, offset=0, by=house.newcomer)
    source = {"source": SHORT, "checked": False, "note": SHORT}
    table = table_import.check(table, keys=table.meant, source=source, by=house.newcomer)
    table_import.mend(table, entered={(3, 2): SHORT}, omitted={}, seen=table.digest, by=house.newcomer)
    upcoming = UpcomingRelease.objects.create(why="Errata", stopped={"en": "A card was changed."})
    named = {"name": "Bones", "game": "attack-wing", "address": "/s/x/", "verdicts": ["legal", "illegal"]}
    report = {"total": 1, "public": 1, "named": [{**named, "points": [[1, 1], [2, 2]], "rules": ["a-rule"]}]}
    ReleasePreview.objects.create(upcoming=upcoming, mark="old", state=PreviewState.DONE, told={"legions": report})
    OutgoingMail.objects.create(
        recipient="ada@example.org", subject="Welcome", content="", error="550 No such user", next_at=timezone.now()
    )
    changeset = Changeset.objects.first()
    assert changeset
    changesets.add_note(changeset, text="Is page 4 read?", by=house.moderator)
    for model in ("card", "draft", "changeset", "contribution"):
        fields = {"name": "Wolves", "query": "q=wolf", "shared": True}
        SavedFilter.objects.create(by=house.keeper, listing=f"catalog_{model}", **fields)
    client = Client()
    client.force_login(house.keeper)
    session_fields = {"ip": "127.0.0.1", "session_key": client.session.session_key, "user_agent": "A browser"}
    UserSession.objects.create(user=house.keeper, **session_fields)


def _spoil(model: type[models.Model], corpus: HostileWords) -> None:
    """Write hostile text into every column of a model's rows that users fill."""
    names = [name for name in texts() if name.split(".")[0] == model.__name__ and name not in left()]
    for row in model._default_manager.all() if names else ():
        changed = {}
        for name in names:
            field = texts()[name]
            if name in WHERE and not WHERE[name](row):
                continue
            if isinstance(field, models.JSONField):
                document = getattr(row, field.name)
                WITHIN[name](document, corpus)
                changed[field.name] = document
            else:
                unique = f"{row.pk}" if field.unique else ""
                changed[field.name] = corpus.of(field.max_length and field.max_length - len(unique)) + unique
        model._default_manager.filter(pk=row.pk).update(**changed)


def _spoil_list(document: Document, texts: HostileWords) -> None:
    document |= {"name": texts.of(200), "notes": texts.of(None), "tags": [texts.of(60)]}


def _spoil_all(document: Any, texts: HostileWords) -> None:
    for put, _before in list(_texts(document)):
        put(texts.of(200))


def _spoil_titles(changes: list[list[str]], texts: HostileWords) -> None:
    for change in changes:
        change[3] = texts.of(120)


def _spoil_entry(entry: Document, texts: HostileWords) -> None:
    for field, length in (("name", 120), ("notes", 2_000), ("why", 500)):
        if field in entry:
            entry[field] = texts.of(length)
    if isinstance(entry.get("entry"), dict):
        _spoil_entry(entry["entry"], texts)


def _spoil_adventures(head: Document, texts: HostileWords) -> None:
    for adventure in head.get("adventures", ()):
        hostile_card(adventure, texts)


def _spoil_passkey(document: Document, texts: HostileWords) -> None:
    if "name" in document:
        document["name"] = texts.of(100)


def _spoil_messages(document: Any, texts: HostileWords) -> None:
    for one in document.values() if isinstance(document, dict) else document:
        one |= {key: texts.of(300) for key in ("said", "why") if key in one}


WHERE: dict[str, Callable[[Any], bool]] = {
    "Dispute.why": lambda dispute: dispute.outcome != DisputeOutcome.OPEN,
    "CampaignOpinion.why": lambda opinion: not opinion.agrees,
}
"""The rows in which the database accepts text, for columns where not every row does."""

WITHIN: dict[str, Change] = {
    "Legion.document": _spoil_list,
    "LegionRevision.document": _spoil_list,
    "WrongVerdict.verdict": lambda verdict, texts: _spoil_all(verdict["findings"], texts),
    "Authenticator.data": _spoil_passkey,
    "Contribution.facts": _spoil_all,
    "Contribution.decided": _spoil_messages,
    "Contribution.messages": _spoil_messages,
    "Dispute.against": _spoil_all,
    "TableImport.source": _spoil_all,
    "TableImport.mended": _spoil_all,
    "Campaign.head": _spoil_adventures,
    "CampaignEntry.document": _spoil_entry,
    "SharedAdventure.document": hostile_card,
    "UpcomingRelease.stopped": _spoil_all,
    "WatchNotice.changes": _spoil_titles,
    "ReleasePreview.told": lambda told, texts: told["legions"]["named"][0].update(name=texts.of(200)),
}
"""The user-written parts of JSON columns."""
