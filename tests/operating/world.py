"""A small site with something in every corner."""

from typing import Any

from django.contrib.sessions.models import Session
from django.utils import timezone

from catalog import contributing, publishing, roles
from catalog.models import Record
from catalog.pictures import keeping
from legions import services
from legions.accounts import closing
from legions.community import commenting, favourites
from legions.models import Legion
from tests import factories, pictured


def make() -> dict[str, Any]:
    """Publish cards, have people build, talk, offer and leave; return who and what a test asks for."""
    factories.publish_frame(
        factories.creature(slug="giant", name="Hill Giant “Ünwin” \N{DRAGON}"),
        factories.creature(slug="half-known", cost=None),
        factories.upgrade(slug="ember"),
    )
    publishing.save_draft(factories.upgrade(slug="work"), by=None, why="A draft")
    publishing.retire(Record.objects.get(slug="ember"), reason="Gone", by=None, why="r")
    ann, bob, gone = (factories.UserFactory(username=name) for name in ("ann", "bob", "gone"))
    roles.grant(ann, roles.CURATOR)
    legion = factories.legion({"card": "giant"}, owner=ann, name="Hill & Dale", tags=["évening"])
    services.rename(legion=legion, base=legion.version, name="Hill and Dale")
    legion = Legion.objects.get(pk=legion.pk)
    services.publish(legion=legion)
    guests = factories.legion({"card": "giant"}, ext={"program": [1e2, 0.1, -0.0, 1e-7, 2.5e3]})
    favourites.mark(user=bob, legion=Legion.objects.get(pk=legion.pk))
    commenting.write(user=bob, legion=Legion.objects.get(pk=legion.pk), text="Well met.")
    contributing.offer(by=bob, game="attack-wing", slug="half-known", facts={"cost": 3})
    kept, gone_one = (pictured.add("giant", shade, by=ann) for shade in (10, 90))
    keeping.withdraw(picture=gone_one, why="Not theirs", by=bob, barred=True)
    Session.objects.create(session_key="a" * 32, session_data="nothing", expire_date=timezone.now())
    closing.delete(user=gone)
    return {"picture": kept, "ann": ann, "bob": bob, "legion": legion, "guests": guests}
