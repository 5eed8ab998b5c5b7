"""The extension of the catalog by people and their lists: credited users, lists with a card, effects of a release."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog import permissions
from catalog.documents.errors import InvalidInput
from catalog.extensions import CatalogExtension, CreditedUser, Link, LinkGroup, PlannedPublication, ProgressCallback
from legions.accounts import account_names, profile_names
from legions.cards.stock import stock
from legions.changes import own_facts
from legions.contributing import affected_lists
from legions.my_lists import release_effects


class LegionsExtension(CatalogExtension):
    action_labels = {
        "log-in refused": gettext_lazy("log-in refused"),
        "logged in": gettext_lazy("logged in"),
        "mails queued again": gettext_lazy("mails queued again"),
        "moderator: decline": gettext_lazy("moderator: decline"),
        "moderator: hide": gettext_lazy("moderator: hide"),
        "moderator: let-speak": gettext_lazy("moderator: let-speak"),
        "moderator: restore": gettext_lazy("moderator: restore"),
        "moderator: silence": gettext_lazy("moderator: silence"),
        "refused": gettext_lazy("refused"),
        "second step ended": gettext_lazy("second step ended"),
        "token ended": gettext_lazy("token ended"),
        "token made": gettext_lazy("token made"),
    }
    preview_name = "legions"
    preview_template = "admin/legions/effect.html"

    def preview(self, plan: PlannedPublication, progress: ProgressCallback) -> dict[str, Any]:
        return release_effects.release_effects(plan, progress)

    def related_links(self, document: dict[str, Any]) -> list[LinkGroup]:
        """Return the number of lists with a card, with the minimum shown publicly, and the public lists by name."""
        slugs = [document["slug"], *document.get("formerly", ())]
        try:
            count = affected_lists.waiting_lists(document["game"], stock(document["game"])).get(document["slug"], 0)
        except InvalidInput:  # nothing of this game is published yet
            return []
        few = _("fewer than {number}").format(number=affected_lists.MIN_SHOWN_COUNT)
        counts = [Link(few if count < affected_lists.MIN_SHOWN_COUNT else str(count))] if count else []
        public = affected_lists.public_lists_with(document["game"], slugs)
        shown = [Link(one.name, f"/s/{one.share_key}/") for one in public]
        return [LinkGroup(_("Lists that hold it"), counts), LinkGroup(_("Public ones"), shown)]

    def format_value(self, game: str, fact: str, value: Any) -> str:
        return own_facts.value_words(game, fact, value)

    def credited_users(self, people: Sequence[User]) -> list[CreditedUser]:
        prefetch_related_objects(people, "profile")
        permissions.fetch_roles(people)
        return [CreditedUser(profile_names.display_name(one), profile_names.role_badge(one)) for one in people]

    def validate_username(self, name: str, user: User | None) -> None:
        account_names.validate_new_name(name, user)
