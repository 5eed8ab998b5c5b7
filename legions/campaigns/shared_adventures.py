"""Services for published adventures. All arguments are keyword-only, and each call is one transaction."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog.api_base.throttling import charge_storage
from catalog.documents.canonical import compact
from catalog.documents.errors import InvalidInput
from legions.campaigns import services
from legions.campaigns.models import Campaign, SharedAdventure
from legions.campaigns.records import Document
from legions.saved_lists.ended_links import remember_ended
from legions.saved_lists.share_keys import new_share_key
from legions.site.errors import ActionRefused
from rulesapi.judging.adventure_checks import lint_own_adventure

MAX_SHARED = 50
"""The maximum number of published adventures of an account."""


def shared_by(user: User) -> QuerySet[SharedAdventure]:
    """Return a user's adventures with a link, including those hidden by a moderator, the newest first."""
    return SharedAdventure.objects.filter(owner=user, share_key__isnull=False).order_by("-shared_at", "pk")


@transaction.atomic
def share_adventure(*, campaign: Campaign, user: User, document: Document) -> SharedAdventure:
    """Publish the present state of a campaign's own adventure, under its existing link or a new one.

    Raises ActionRefused for an adventure that a moderator has hidden or somebody else has published, and for a user
    with too many; RateLimitExceeded if too much was stored.
    """
    User.objects.select_for_update().get(pk=user.pk)
    found = SharedAdventure.objects.select_for_update().filter(campaign=campaign, slug=document["slug"]).first()
    if found is not None and found.barred:
        raise ActionRefused(_("A moderator has hidden this adventure."))
    if found is not None and found.owner_id != user.pk:
        raise ActionRefused(_("Somebody else has published this adventure."))
    if (found is None or found.share_key is None) and shared_by(user).count() >= MAX_SHARED:
        message = _("You have published {most} adventures, which is the most there is room for. End a link first.")
        raise ActionRefused(message.format(most=MAX_SHARED))
    charge_storage(len(compact(document).encode()), guest=False)
    if found is None:
        found = SharedAdventure(owner=user, campaign=campaign, game=campaign.game, slug=document["slug"])
    found.share_key = found.share_key or new_share_key()
    found.document, found.shared_at = document, timezone.now()
    found.save()
    return found


@transaction.atomic
def end_share(*, shared: SharedAdventure) -> None:
    """Revoke the link of a published adventure; its address then says that the link has ended.

    Only reported or hidden adventures are kept without a link, so that moderators can review them and hidden ones stay
    hidden.
    """
    one = SharedAdventure.objects.select_for_update().get(pk=shared.pk)
    if one.share_key is not None:
        remember_ended(one.share_key)
    if one.barred or one.reports.exists():
        SharedAdventure.objects.filter(pk=one.pk).update(share_key=None)
    else:
        one.delete()


@transaction.atomic
def end_shares_of(*, user: User) -> None:
    """Revoke the links of all adventures that a user has published."""
    for one in shared_by(user):
        end_share(shared=one)


@transaction.atomic
def copy_into(*, campaign: Campaign, shared: SharedAdventure) -> Document:
    """Add a copy of a published adventure to a campaign, under a free slug, and return the copy.

    Raises ActionRefused for another game, InvalidInput for faults that the linter finds with the campaign's release,
    and the errors of `services.add_adventure`.
    """
    if campaign.game != shared.game:
        raise ActionRefused(_("This adventure is of another game."))
    if faults := lint_own_adventure(shared.document, campaign.game, campaign.head.get("release")):
        raise InvalidInput("invalid-campaign", faults)
    return services.add_adventure(campaign=campaign, adventure=shared.document, stem=shared.slug)
