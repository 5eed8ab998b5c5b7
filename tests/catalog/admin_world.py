"""Test data for the admin: users of every role, and objects that wait for a decision."""

import time
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.test import Client

from catalog import permissions, publishing
from catalog.curation import contributions
from catalog.curation.contributions import Origin
from catalog.models import Contribution, Dispute, Record, Revision, SavedFilter, UpcomingRelease
from catalog.models.table_imports import TableImport
from catalog.publishing import upcoming_releases
from catalog.tables import table_import
from legions.accounts.holders import Holder
from legions.api_tokens import services as api_tokens_services
from legions.api_tokens.models import Scope
from legions.campaigns import services as campaigns
from legions.campaigns import shared_adventures
from legions.campaigns.models import Campaign, SharedAdventure
from legions.community import moderation
from legions.community.models import Report
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi.models import WrongVerdict
from rulesapi.verdict_reports import report_service
from tests import factories

OWN_GAME, OTHER_GAME = "attack-wing", "dungeon-command"
"""The game of all test data, and another one."""

ROLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # roles, games named
    "player": ((), ()),
    "contributor": ((permissions.CONTRIBUTOR,), ()),
    "curator": ((permissions.CURATOR,), (OWN_GAME,)),
    "curator of another game": ((permissions.CURATOR,), (OTHER_GAME,)),
    "publisher": ((permissions.PUBLISHER,), ()),
    "curator and publisher": ((permissions.CURATOR, permissions.PUBLISHER), (OWN_GAME,)),
    "publisher and curator of another game": ((permissions.CURATOR, permissions.PUBLISHER), (OTHER_GAME,)),
    "moderator": ((permissions.MODERATOR,), ()),
    "admin": ((permissions.ADMIN,), ()),
}
NOBODY = "nobody who is known"
ACTORS = (NOBODY, *ROLES)

TYPE_BY_MODEL = {
    "card": "card",
    "cardset": "set",
    "format": "format",
    "houserule": "house-rule",
    "ruling": "ruling",
    "adventure": "adventure",
    "reference": "reference",
    "rulebook": "rulebook",
    "section": "section",
    "game": "game",
}
"""Document types of the admin's models."""
FILTERED = (*TYPE_BY_MODEL, "draft", "changeset", "contribution", "auditentry")
"""The models whose lists have saved filters."""
STATES = {
    "submit": "draft",
    "withdraw": "review",
    "publish": "approved",
    "discard": "draft",
    "restore": "retired",
    "retire": "published",
    "move": "published",
}
"""The state of a document in which each step is possible."""


def person(role: str, **facts: Any) -> Any:
    """Return a new user with a role from ROLES."""
    role_names, games = ROLES[role]
    user = factories.user_with(*role_names, **facts)
    permissions.assign_games(user, games)
    return user


def visitor(user: Any) -> Client:
    """Return a client with a fresh login of the user, or an anonymous client for None."""
    client = Client()
    if user is not None:
        client.force_login(user)
        session = client.session
        session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "password", "at": time.time()}]
        session.save()
    return client


def bearer(user: Any) -> dict[str, str]:
    """Return the headers with a user's API token for curation; empty for None."""
    if user is None:
        return {}
    _token, text = api_tokens_services.create_token(user=user, name="Robot", scope=Scope.CURATE, days=30)
    return {"Authorization": f"Bearer {text}"}


# -- documents -----------------------------------------------------------------------------------------------------


def catalog() -> None:
    """Publish a document of every type."""
    factories.publish_frame(
        factories.creature(slug="card"),
        factories.card_set(slug="set"),
        factories.house_rule(),
        factories.ruling(),
        factories.adventure(),
        factories.reference(),
        factories.rulebook(),
        factories.section(),
    )


def record(document_type: str = "card") -> Record:
    """Return the record of a document type."""
    return Record.objects.get(document_type=document_type)


def document(document_type: str = "card") -> dict[str, Any]:
    """Return the published document of a type."""
    return record(document_type).revisions.newest().get().document


def put_into(state: str, record: Record) -> Record:
    """Bring a published document into a state by edits of deleted or other users."""
    if state in ("draft", "review", "approved"):
        factories.save_draft({**record.revisions.newest().get().document, "name": "Other"}, by=None, why="work")
    if state in ("review", "approved"):
        publishing.submit_for_review(record, by=None, expected=publishing.edit_token(record))
    if state == "approved":
        approver = factories.UserFactory(is_superuser=True)
        publishing.approve(record, by=approver, expected=publishing.edit_token(record))
    elif state == "retired":
        publishing.retire(record, reason="Gone", by=None, why="r")
    return record


def drafted(state: str = "draft") -> Revision:
    """Return a draft of the card."""
    return put_into(state, record()).revisions.drafts().get()


def upcoming() -> UpcomingRelease:
    """Return an upcoming release with the draft of the card."""
    drafted("approved")
    return upcoming_releases.create_upcoming(by=None, why="Errata")


def saved_filter(model: str, by: Any = None) -> SavedFilter:
    """Return a saved filter of the list of a model."""
    by = by or factories.UserFactory()
    return SavedFilter.objects.create(by=by, listing=f"catalog_{model}", name="Wolves", query="q=wolf")


# -- data from players ---------------------------------------------------------------------------------------------


def offered(by: Any = None) -> Contribution:
    """Return a contribution of a player."""
    factories.publish(factories.creature(slug="half-known", cost=None))
    by = by or factories.UserFactory()
    return contributions.submit(by=by, game=OWN_GAME, slug="half-known", facts={"cost": 3}, origin=Origin(printed=True))


AGREED_SET = (OWN_GAME, "set")
"""Game and set of the agreed facts, as in the page's address."""


def agreed() -> str:
    """Have two users offer equal facts of their printed cards; return the token for accepting them."""
    factories.publish(factories.creature(slug="half-known", cost=None, set="set"))
    for _number in range(2):
        by = factories.UserFactory()
        contributions.submit(by=by, game=OWN_GAME, slug="half-known", facts={"cost": 3}, origin=Origin(printed=True))
    found = contributions.agreed_facts(OWN_GAME, by=factories.UserFactory(), set_slug=AGREED_SET[1])
    return contributions.agreement_token(found)


def shelf() -> list[Contribution]:
    """Have a user offer a card from their shelf; return the contributions."""
    factories.publish(factories.creature(slug="half-known", cost=None, set="set"))
    done = contributions.submit_batch(
        by=factories.UserFactory(),
        game=OWN_GAME,
        facts_by_slug={"half-known": {"cost": 3}},
        photos_by_slug={},
        origin=Origin(printed=True),
    )
    return list(done.made)


def contradicting_offer(by: Any = None) -> Contribution:
    """Return a contribution that contradicts the catalog."""
    factories.publish(factories.creature(slug="doubtful", cost=5))
    by = by or factories.UserFactory()
    return contributions.submit(
        by=by, game=OWN_GAME, slug="doubtful", facts={"cost": 3}, mends=True, origin=Origin(printed=True)
    )


def disputed(by: Any = None) -> Dispute:
    """Return a dispute between a contribution and the catalog."""
    one = contradicting_offer(by)
    contributions.decide(number=one.pk, seen=one.version, by=factories.UserFactory(), keep=["cost"])
    return Dispute.objects.get()


def wrong_verdict() -> WrongVerdict:
    """Return a report of a wrong verdict."""
    return report_service.report_verdict(legion={"game": OWN_GAME, "picks": [{"card": "card"}]}, expected="illegal")


def shown_to_everybody(owner: Any = None) -> Legion:
    """Return a public legion."""
    legion = factories.legion({"card": "card"}, owner=owner or factories.UserFactory())
    sharing_services.list_in_gallery(legion=legion)
    return legion


def shared_campaign(owner: Any = None) -> Campaign:
    """Return a campaign shared by link."""
    holder = Holder(user=owner or factories.UserFactory())
    campaign = campaigns.start_campaign(holder=holder, game=OWN_GAME, name="The winter league", plan=[])
    campaigns.open_link(campaign=campaign, field="share_key")
    return campaign


def published_adventure(owner: Any = None) -> SharedAdventure:
    """Return an adventure that its author has published by link."""
    user = owner or factories.UserFactory()
    document = factories.adventure(game=OWN_GAME)
    return shared_adventures.share_adventure(campaign=shared_campaign(user), user=user, document=document)


def reported(owner: Any = None) -> Report:
    """Return a user's report of a public legion."""
    thing = moderation.ReportTarget("legion", shown_to_everybody(owner))
    return moderation.create_report(by=factories.UserFactory(), target=thing, reason="spam")


# -- tables --------------------------------------------------------------------------------------------------------


SHEET = b"slug,name,cost\r\nwolf,Wolf,3\r\n"
FAULTY_SHEET = b"slug,name,cost\r\nwolf,Wolf,3\r\nbear,Bear,many\r\n"
"""A table with a good row and a row with a fault."""


def begun(by: Any = None, raw: bytes = SHEET) -> TableImport:
    """Return a table import before any part is uploaded."""
    about = {"game": OWN_GAME, "kind": "creature", "name": "cards.csv", "size": len(raw)}
    return table_import.start_upload(by=by or factories.UserFactory(), **about)


def received(raw: bytes = SHEET) -> TableImport:
    """Return a table import with its complete file."""
    table = begun(raw=raw)
    return table_import.receive_part(table, raw, offset=0, by=table.by)


def checked(raw: bytes = SHEET) -> TableImport:
    """Return a checked table import."""
    table = received(raw)
    return table_import.check(table, keys=table.meant, source={"source": "A sheet", "checked": False}, by=table.by)
