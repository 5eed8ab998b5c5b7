"""A populated site: users with lists in every state, so that each page has content."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from catalog import permissions
from catalog.curation import confirmations, contributions
from catalog.models import Record, Release
from legions.accounts.holders import Holder
from legions.campaigns import services as campaigns
from legions.campaigns import shared_adventures
from legions.campaigns.campaign_lists import build_list
from legions.campaigns.own_adventure_views import blank_adventure
from legions.campaigns.records import JudgedRecord
from legions.changes import basic
from legions.collection import built_lists
from legions.collection import services as collection
from legions.collection.counts import Counts
from legions.community import comment_services, favourite_services, moderation, profile_services
from legions.community.moderation import Do, ReportTarget
from legions.saved_lists import bulk_actions, ready_lists, services
from legions.saved_lists.models import BuildStatus, Legion
from legions.sharing import services as sharing_services
from legions.shelf import services as shelf_services
from legions.watching import services as watching
from legions.watching.models import WatchNotice
from legions.webhooks import services as hooks
from legions.webhooks.models import Delivery, DeliveryAttempt
from tests import factories

GAMES = ("attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command")
BROKEN = {
    "game": "attack-wing",
    "points": 60,
    "name": "Whoever_would_give_a_list_one_word_this_long_has_to_see_it_broken_somewhere_on_a_phone",
    "notes": "Hold the bridge.\n\nThen the ford.",
    "tags": ["league", "an-evening-that-took-far-longer-than-anybody-had-planned"],
    "picks": [
        {"card": "wraith", "upgrades": ["fireball", "saddle-of-the-cavalier"]},
        {"card": "maurghoros", "upgrades": ["stoop-from-the-louvres"]},
        {"card": "wraith", "count": 3},
    ],
}
"""A list with several findings and long texts for narrow places."""
OPEN = {"game": "attack-wing", "name": "By my word", "picks": [{"card": "balagos"}], "facts": {"balagos": {"cost": 38}}}
"""A list with own facts of its player."""
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@dataclass(frozen=True)
class PopulatedSite:
    """The owner, a new user, a moderator, and the objects that addresses refer to."""

    keeper: AbstractBaseUser
    newcomer: AbstractBaseUser
    moderator: AbstractBaseUser
    lists: dict[str, Legion]
    ended: str
    words: dict[str, Any]


def populate(cards: list[dict[str, Any]]) -> PopulatedSite:
    """Populate a site with `cards` published as release 1; a second release follows meanwhile."""
    keeper, newcomer, other, moderator = (
        factories.UserFactory(username=name) for name in ("keeper", "newcomer", "other", "moderator")
    )
    permissions.grant(moderator, permissions.MODERATOR)
    profile_services.save_profile_page(user=keeper, name="Wynne of the Lamps", handle="wynne", shown=True)
    profile_services.save_profile_page(user=other, name="Somebody Else", handle="somebody-else", shown=True)
    EmailAddress.objects.create(user=keeper, email="wynne@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=keeper, email="wynne-of-the-lamps-and-of-the-lower-bridge@example.org")
    passkey = _enter_in_every_way(keeper)
    lists = _build(keeper)
    _publish_again(cards)
    _own(keeper)
    ended = sharing_services.share_legion(legion=lists["ended"])
    sharing_services.revoke_link(legion=lists["ended"])
    comment = _comment(lists["attack-wing"], keeper, other, moderator)
    theirs = factories.legion({"card": "wraith", "count": 2}, owner=other, name="Two by the water")
    sharing_services.list_in_gallery(legion=theirs)
    favourite_services.add_favourite(user=keeper, legion=theirs)
    watching.watch(user=keeper, record=Record.objects.get(game="attack-wing", document_type="card", slug="wraith"))
    changes = [["attack-wing", "creature", "wraith", "Wraith", "changed"]]
    WatchNotice.objects.create(user=keeper, release=Release.objects.latest("number"), changes=changes, total=2)
    offer = {"game": "attack-wing", "slug": "balagos", "facts": {"cost": 38}, "note": "From the box"}
    contributions.submit(by=keeper, origin=contributions.Origin(printed=True), **offer)
    shelf_services.add_cards(owner=keeper, game="attack-wing", slugs=["balagos", "wraith", "maurghoros"])
    _check_facts(keeper, other, moderator)
    words = {"pk": lists["attack-wing"].pk, "key": lists["attack-wing"].share_key, "handle": "wynne"}
    numbers = {"shared-comment": comment, "comment-report": comment, "legion-state": 2}
    for passkeys in ("mfa_remove_webauthn", "mfa_edit_webauthn"):
        numbers[passkeys] = passkey
    words["hook"] = _listen(keeper)
    words["campaigns"] = _play_campaign(keeper, other)
    return PopulatedSite(keeper, newcomer, moderator, lists, ended, {**words, "numbers": numbers})


def _check_facts(keeper: AbstractBaseUser, other: AbstractBaseUser, curator: AbstractBaseUser) -> None:
    """Create contradicting sources for the wraith's cost, and a decided contradiction about the cost of Maurghoros."""
    for slug, cost in (("wraith", 11), ("maurghoros", 61)):
        origin = contributions.Origin(source="https://example.org/", thank=True)
        one = contributions.submit(
            by=keeper, game="attack-wing", slug=slug, facts={"cost": cost}, mends=True, origin=origin
        )
        contributions.decide(number=one.pk, seen=one.version, by=curator, keep=["cost"])
    disputes = contributions.disputes_about_same_fact(contributions.open_disputes().get(contribution=one).pk)
    seen = contributions.dispute_token(disputes)
    contributions.resolve(number=disputes[0].pk, seen=seen, by=curator, holds=None, why="Seen on three cards.")
    record = Record.objects.get(game="attack-wing", slug="maurghoros")
    level = confirmations.value_digest(record.revisions.newest().get().document["level"])
    confirmations.confirm(record=record, fact="level", seen=level, by=other, printed=True, named=True)


def _play_campaign(keeper: AbstractBaseUser, other: AbstractBaseUser) -> dict[str, Any]:
    """Play a campaign with every kind of entry, and return the parameters of its addresses."""
    penny, ambush = "in-for-a-penny-in-for-a-pounding", "ambush-in-the-valley"
    name = "The_campaign_that_began_with_one_evening_and_has_gone_on_for_more_winters_than_anybody_can_count"
    campaign = campaigns.start_campaign(
        holder=Holder(user=keeper), game="attack-wing", name=name, plan=[penny, ambush], player="Wynne"
    )
    campaigns.take_seat(campaign=campaign, holder=Holder(user=other), name="Somebody Else")
    campaigns.take_seat(campaign=campaign, holder=Holder(guest_key="a guest at the table"), name="Nobody")
    campaigns.vacate(campaign=campaign, player="player-3")
    campaigns.open_link(campaign=campaign, field="share_key")
    seats = [{"player": "player-1", "side": "eshaedra"}, {"player": "player-2", "side": "galadaeros"}]
    report = {"sides": {"galadaeros": {"end": "defeated"}, "eshaedra": {"end": "present"}}}
    game = {"type": "played", "adventure": penny, "seats": seats, "report": report, "notes": "By candlelight."}
    won = campaigns.enter(campaign=campaign, document=game, by="player-1")
    campaigns.give_opinion(entry=won, player="player-2", agrees=False, why="It was dark, and nobody saw the end.")
    unclear = {**game, "adventure": ambush, "report": {"sides": {"galadaeros": {"end": "defeated"}}}}
    campaigns.enter(campaign=campaign, document=unclear, by="player-2")
    campaigns.correct(campaign=campaign, of="e5", entry=unclear, why="Who left is not known.", by="player-2")
    campaigns.set_adventure(campaign=campaign, adventure=blank_adventure("attack-wing"))
    build_list(
        judged=JudgedRecord(campaign), holder=Holder(user=keeper), player="player-1", adventure=ambush, side="eshaedra"
    )
    campaign.refresh_from_db()
    shared = shared_adventures.share_adventure(campaign=campaign, user=keeper, document=blank_adventure("attack-wing"))
    campaign.head["release"] = 1  # so that there is a newer one to move to
    campaign.save(update_fields=["head"])
    keys = {"pk": campaign.pk, "entry": "e4", "adventure": ambush, "published": shared.share_key}
    return {**keys, "key": campaign.share_key, "invitation": campaign.invite_key}


def _listen(user: AbstractBaseUser) -> UUID:
    """Add a webhook with a failed and a waiting message, and one that is switched off."""
    url = "https://league.example.org/" + "a-long-path-" * 12
    hook, _ = hooks.add_webhook(user=user, url=url, site="https://muster.example/")
    hooks.send_test(hook=hook)
    at = timezone.now()
    failed = Delivery.objects.create(
        hook=hook, event=Delivery.Event.RELEASE, release=1, body="{}", state=Delivery.State.FAILED, created_at=at
    )
    for number in (1, 2):
        DeliveryAttempt.objects.create(
            delivery=failed,
            number=number,
            at=at,
            took=212,
            status=502,
            trouble=DeliveryAttempt.Failure.STATUS,
            answer="<html><title>Bad-gateway-" + "x" * 200,
        )
    off, _ = hooks.add_webhook(user=user, url="https://example.org/", site="https://muster.example/")
    hooks.change_webhook(hook=off, url=off.url, active=False)
    return hook.pk


def _enter_in_every_way(user: AbstractBaseUser) -> int:
    """Give a user an authenticator app, recovery codes and a passkey, and return the passkey's id."""
    totp.TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)
    # The part of a phone's response that is stored and read again.
    public = ES256({1: 2, 3: -7, -1: 1, -2: b"\1" * 32, -3: b"\2" * 32})
    made = AttestedCredentialData.create(b"\0" * 16, b"\3" * 16, public)
    data = AuthenticatorData.create(b"\4" * 32, AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT, 0, made)
    response = {
        "clientDataJSON": websafe_encode(b'{"type":"webauthn.create","challenge":"","origin":"http://localhost"}'),
        "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
    }
    identity = websafe_encode(b"\3" * 16)
    credential = {"id": identity, "rawId": identity, "type": "public-key", "response": response}
    extensions = {"clientExtensionResults": {"credProps": {"rk": True}}}
    passkey_data = {"name": "Phone", "credential": {**credential, **extensions}}
    return int(Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=passkey_data).pk)


def _build(keeper: AbstractBaseUser) -> dict[str, Legion]:
    """Save lists of every game, and of one game lists in every state. The first has a history and is shared."""
    holder = Holder(user=keeper)
    lists = {
        game: services.create_legion(holder=holder, document=ready_lists.ready_lists(game)[0].document)
        for game in GAMES
    }
    first = lists["attack-wing"]
    for name in ("The evening before", "Everything the Tide Brought Up"):
        first = services.edit_legion(legion=first, base=first.version, change=basic.Rename(name))
    sharing_services.list_in_gallery(legion=first)
    lists["attack-wing"] = first
    lists["empty"] = services.create_legion(holder=holder, document={"game": "attack-wing", "picks": []})
    lists["broken"] = services.create_legion(holder=holder, document=BROKEN)
    lists["open"] = services.create_legion(holder=holder, document=OPEN)
    lists["unknown"] = services.create_legion(holder=holder, document={**OPEN, "name": "Not known", "facts": {}})
    lists["ended"] = services.copy_legion(holder=holder, document=first.document)
    lists["variant"] = bulk_actions.create_variant(legion=first, holder=holder)
    lists["deleted"] = services.copy_legion(holder=holder, document=BROKEN)
    services.delete_legion(legion=lists["deleted"])
    bulk_actions.run_bulk_action(
        holder=holder, legions=[lists["ended"]], name="archive", action=bulk_actions.ArchiveAction()
    )
    bulk_actions.run_bulk_action(
        holder=holder, legions=[lists["open"]], name="move", action=bulk_actions.MoveToFolder("Winter league")
    )
    built_lists.set_mark(legion=lists["dungeon-command"], mark=BuildStatus.WANTED)
    built_lists.set_mark(legion=first, mark=BuildStatus.BUILT)
    for one in lists.values():
        one.refresh_from_db()
    return lists


def _publish_again(cards: list[dict[str, Any]]) -> None:
    """Publish a second release in which cards of the first list cost more and one is retired."""
    dearer = [one | {"cost": one["cost"] + 30} for one in cards if one.get("slug") in {"gallowglass", "tower-jackdaw"}]
    retired = [one | {"retired": "Printed anew."} for one in cards if one.get("slug") == "broken-bell-shot"]
    factories.publish_documents([*dearer, *retired], by=None, why="Costs of the spring")


def _own(keeper: AbstractBaseUser) -> None:
    holder = Holder(user=keeper)
    counts = Counts({"copper-dragon": 2}, {"heart-of-cormyr": 1})
    collection.set_counts(holder=holder, game="dungeon-command", now=counts, what="The first box.")
    collection.set_counts(
        holder=holder, game="attack-wing", now=Counts({"wraith": 2, "fireball": 1}), what="Two Wraiths."
    )


def _comment(legion: Legion, keeper: AbstractBaseUser, other: AbstractBaseUser, moderator: AbstractBaseUser) -> int:
    """Write comments by two users on a list, with reports and decisions, and return the id of a comment by `other`."""
    comment = comment_services.write_comment(user=other, legion=legion, text="Why no Watch?\n\nIt holds the causeway.")
    answer = comment_services.write_comment(
        user=keeper, legion=legion, text="Too slow for the bridge.", answers=comment.pk
    )
    comment_services.edit_comment(user=keeper, comment=answer, text="Too slow for this bridge.")
    hidden = comment_services.write_comment(user=other, legion=legion, text="Something unkind.")
    comment_services.hide_comment(legion=legion, comment=hidden, hidden=True)
    rude = comment_services.write_comment(user=keeper, legion=legion, text="Something rude.")
    for reported in (rude, answer):
        thing = ReportTarget.find("comment", str(reported.pk))
        moderation.create_report(
            by=other, target=thing, reason="abuse", note="I did not like how this was said at all."
        )
    moderation.decide_target(
        by=moderator, target=ReportTarget.find("comment", str(rude.pk)), seen=0, do=Do.HIDE, why="Stay kind."
    )
    return int(comment.pk)
