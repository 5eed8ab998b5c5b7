"""The measurement of growth: rows that are written in bulk, stages of an upgrade, and the tables of its page."""

from typing import Any

import pytest
from django.db.models import Model, QuerySet

from benchmarks import growth_lists, growth_page, growth_upgrades
from legions.accounts.holders import Holder
from legions.accounts.models import Profile
from legions.community.profile_services import save_profile_page
from legions.saved_lists import services
from legions.saved_lists.models import Legion, LegionRevision, PublicCard
from legions.sharing.services import list_in_gallery
from tests import factories
from tests.nonempty import nonempty

CHOSEN_BY_CHANCE = {"id", "pk", "legion", "owner", "user", "share_key", "published_at", "saved_at"}
CHOSEN_BY_CHANCE |= {"created_at", "updated_at"}
"""Fields with a key, a time, or the row of a field like these."""


def comparable(queryset: QuerySet[Any]) -> list[dict[str, Any]]:
    """Return rows as dictionaries without the fields that are chosen by chance."""
    return [{name: value for name, value in fields_of(row).items() if name not in CHOSEN_BY_CHANCE} for row in queryset]


def fields_of(row: Model) -> dict[str, Any]:
    return {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.django_db
@pytest.mark.db_facing
def test_lists_in_bulk_have_the_rows_of_lists_that_are_saved_and_published() -> None:
    factories.publish_frame(factories.creature(slug="giant"), factories.upgrade(slug="club", cost=3))
    factories.publish(factories.creature(slug="beast"))
    picks = [{"card": "giant", "upgrades": ["club", "club"]}, {"card": "giant"}]
    documents = [factories.legion_document(*picks, points=120), factories.legion_document({"card": "giant"})]
    growth_lists.add_lists(1, documents)
    growth_lists.add_lists(3, documents)
    grown = Legion.objects.order_by("published_at")
    assert [legion.document["release"] for legion in grown] == [1, 1, 2]
    assert Profile.objects.count() == 1
    for legion in nonempty(list(grown)):
        user = factories.UserFactory()
        handle = f"saved-{user.pk}"
        profile = save_profile_page(user=user, name=f"grower-{user.pk}", handle=handle, shown=True)
        saved = services.create_legion(holder=Holder(user=user), document=legion.document)
        list_in_gallery(legion=saved)
        saved.refresh_from_db()
        assert comparable(Legion.objects.filter(pk=legion.pk)) == comparable(Legion.objects.filter(pk=saved.pk))
        for model in (LegionRevision, PublicCard):
            rows = model._default_manager.order_by("pk")
            assert comparable(rows.filter(legion=legion)) == nonempty(comparable(rows.filter(legion=saved)))
        assert len(str(legion.share_key)) == len(str(saved.share_key))
        named = {"name", "handle", "skeleton"}
        assert legion.owner
        assert {**fields_of(legion.owner.profile), **dict.fromkeys(named | CHOSEN_BY_CHANCE)} == {
            **fields_of(profile),
            **dict.fromkeys(named | CHOSEN_BY_CHANCE),
        }


def test_an_upgrade_says_how_long_each_stage_took() -> None:
    output = "[1/2, 0 s] Backup\nkept.\n[2/2, 7 s] Tables\nThe upgrade is complete after 19 s.\nNow start the site\n"
    assert growth_upgrades.stage_seconds(output) == [("Backup", 7), ("Tables", 12)]


def test_growth_has_an_exponent_and_names_what_costs_more_than_twice_as_much() -> None:
    keys = ("disk", "memory_at_start", "memory", "memory_of_all", "backup_bytes")
    site = dict.fromkeys(keys, 1) | {key: [1.0, 2.0] for key in ("backup", "preview", "release")}
    site |= {"lists": 1_000, "releases": 1, "cards": 1_000, "game_cards": 400}
    pages = {
        "Home": {"cpu": 0.01, "wall": 0.02, "first": 0.3, "queries": 3},
        "Gallery": {"cpu": 0.01, "wall": 0.02, "first": 1.5, "queries": 5},
    }
    grown = {**pages, "Gallery": {"cpu": 0.1, "wall": 0.3, "first": 2, "queries": 6}}
    sites = {"base": {**site, "pages": pages}, "lists": {**site, "lists": 100_000, "pages": grown}}
    tables = list(growth_page.tables("sqlite", sites))
    assert "| Home | 10.0 / 20.0 ms | 10.0 / 20.0 ms | 0.00 | 3 |" in tables
    assert "| Gallery | 10.0 / 20.0 ms | 100.0 / 300.0 ms | 0.50 | 5 to 6 |" in tables
    assert "| A backup | 1.0 / 2.0 s | 1.0 / 2.0 s |" in tables
    assert tables[-2].endswith("1,000 cards: Gallery (10.0 times).\n")
    assert tables[-1].endswith("1,000 cards: Gallery (2.0 s).\n")


def test_upgrades_are_a_table_with_their_stages() -> None:
    figures = {"lists": 1_000, "version": "0.2.0", "disk": 2e6, "memory": 1e8, "cpu": 4.4, "wall": 9.6}
    sites = {"upgrade": {**figures, "stages": [["Backup", 2], ["Tables", 3]]}}
    tables = list(growth_page.upgrade_table({"sqlite": sites, "postgresql": {}}))
    assert tables[0] == "### An upgrade from 0.2.0"
    assert "| SQLite | 1,000 | 2 MB | 100 MB | 4 s | 10 s | 2 | 3 |" in tables
    assert list(growth_page.upgrade_table({"sqlite": {}})) == []
