"""A small site with data in every table."""

from typing import Any

from django.contrib.sessions.models import Session
from django.utils import timezone

from catalog import permissions, publishing
from catalog.curation import contributions
from catalog.models import Record
from catalog.pictures import services as pictures_services
from legions.account_pages import deletion
from legions.community import comment_services, favourite_services
from legions.saved_lists import services as saved_lists_services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories, picture_factory


def make() -> dict[str, Any]:
    """Publish cards, and create lists, comments, offers and a deleted account; return the objects that tests use."""
    giant = factories.creature(slug="giant", name="Hill Giant “Ünwin” \N{DRAGON}")
    brought = [giant, factories.creature(slug="half-known", cost=None), factories.upgrade(slug="ember")]
    factories.import_documents(factories.game(), factories.standard(), *brought)
    factories.save_draft(factories.upgrade(slug="work"), by=None, why="A draft")
    publishing.retire(Record.objects.get(slug="ember"), reason="Gone", by=None, why="r")
    ann, bob, gone = (factories.UserFactory(username=name) for name in ("ann", "bob", "gone"))
    permissions.grant(ann, permissions.CURATOR)
    legion = factories.legion({"card": "giant"}, owner=ann, name="Hill & Dale", tags=["évening"])
    saved_lists_services.rename_legion(legion=legion, base=legion.version, name="Hill and Dale")
    legion = Legion.objects.get(pk=legion.pk)
    sharing_services.list_in_gallery(legion=legion)
    guests = factories.legion({"card": "giant"}, ext={"program": [1e2, 0.1, -0.0, 1e-7, 2.5e3]})
    favourite_services.add_favourite(user=bob, legion=Legion.objects.get(pk=legion.pk))
    comment_services.write_comment(user=bob, legion=Legion.objects.get(pk=legion.pk), text="Well met.")
    printed = contributions.Origin(printed=True)
    contributions.submit(by=bob, game="attack-wing", slug="half-known", facts={"cost": 3}, origin=printed)
    picture, gone_one = (picture_factory.add("giant", shade, by=ann) for shade in (10, 90))
    pictures_services.withdraw(picture=gone_one, why="Not theirs", by=bob, barred=True)
    Session.objects.create(session_key="a" * 32, session_data="nothing", expire_date=timezone.now())
    deletion.delete_account(user=gone)
    return {"picture": picture, "ann": ann, "bob": bob, "legion": legion, "guests": guests}
