"""Remarks of other apps about cards on the catalog's admin pages."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from catalog import permissions
from catalog.admin import extension_remarks
from catalog.extensions import CatalogExtension, Remark, catalog_extensions
from catalog.models import Card, Ruling
from tests import factories

pytestmark = pytest.mark.django_db

LIST = reverse("admin:catalog_card_remarks")


@pytest.fixture
def curator(client: Client) -> Client:
    client.force_login(factories.user_with(permissions.CURATOR))
    return client


def text_of(client: Client, url: str) -> str:
    """Return the text of a page."""
    page = client.get(url).content.decode()
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page)))


def change(slug: str) -> str:
    return reverse("admin:catalog_card_change", args=[Card.objects.get(slug=slug).pk])


@pytest.mark.sampled
def test_the_linter_speaks_on_the_page_of_a_card_and_on_the_page_of_all(curator: Client) -> None:
    odd = factories.upgrade(slug="odd-thing", name="Odd Thing", requires=[{"alignment": ["evil"]}])
    factories.publish_frame(factories.creature(slug="sound-one"), odd)
    said = "Error: Odd Thing is for evil creatures only, and the catalog has no creature that this lets in."
    assert said in text_of(curator, change("odd-thing"))
    assert "Please check" not in text_of(curator, change("sound-one"))
    assert "Error: odd-thing: Odd Thing is for evil" in text_of(curator, LIST)
    assert change("odd-thing") in curator.get(LIST).content.decode()
    assert LIST in curator.get(reverse("admin:catalog_card_changelist")).content.decode()


@pytest.mark.sampled
def test_drafts_get_remarks_and_the_list_has_only_those_of_published_cards(curator: Client) -> None:
    fine = factories.upgrade(slug="fine-thing", name="Fine Thing")
    factories.publish_frame(factories.creature(), fine)
    factories.save_draft({**fine, "slot": "dragon"}, by=None, why="work")
    assert "no creature meets its restrictions" in text_of(curator, change("fine-thing"))
    assert "Nothing to remark on." in text_of(curator, LIST)


@pytest.mark.sampled
def test_contradicting_rulings_are_shown_on_their_pages_and_on_the_list(curator: Client) -> None:
    game = "dnd-miniatures-2003"
    settles = [{"question": "minions", "reading": "extra"}]
    first, second = (
        factories.ruling(game=game, slug=slug, name=slug.title(), rules=[f"{game}/point-limit"], settles=settles)
        for slug in ("first", "second")
    )
    factories.publish(
        factories.game(game=game, slug=game, ruleset=f"{game}/1"), factories.standard(game=game), first, second
    )
    pages = {one.slug: reverse("admin:catalog_ruling_change", args=[one.pk]) for one in Ruling.objects.all()}
    assert "Against it" not in text_of(curator, pages["first"])
    otherwise = {**second, "settles": [{"question": "minions", "reading": "counted"}]}
    factories.save_draft(otherwise, by=None, why="work")
    assert "Against it: First." in text_of(curator, pages["second"])
    assert "Against it" not in text_of(curator, LIST)
    factories.publish(otherwise)
    assert "Against it: Second." in text_of(curator, pages["first"])
    assert "Error: first: First settles" in text_of(curator, LIST)
    assert pages["second"] in curator.get(LIST).content.decode()


@pytest.mark.sampled
def test_before_there_are_cards_the_pages_have_nothing_to_say(curator: Client) -> None:
    assert "There are no cards yet." in text_of(curator, LIST)
    draft = factories.save_draft(factories.creature(), by=None, why="work")
    assert "Please check" not in text_of(curator, change(draft.slug))
    assert "Nothing to remark on." in text_of(curator, LIST)
    assert curator.get(reverse("admin:catalog_card_add") + "?of=attack-wing/creature").status_code == 200


@pytest.mark.sampled
def test_every_source_is_asked_and_what_it_says_is_shown_as_text(
    curator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(CatalogExtension):
        def remarks_on_document(self, document: dict[str, Any]) -> list[Remark]:
            return [Remark("warning", document["slug"], "<b>Ask</b> Ann.")]

        def remarks_on_game(self, game: str) -> list[Remark]:
            return [Remark("warning", "nowhere", f"Ask about {game}.")]

    extensions = (*catalog_extensions(), Other())
    monkeypatch.setattr(extension_remarks, "catalog_extensions", lambda: extensions)
    factories.publish_frame(factories.creature(slug="one", name="One"))
    assert "Warning: <b>Ask</b> Ann." in text_of(curator, change("one"))
    assert "Warning: nowhere: Ask about attack-wing." in text_of(curator, LIST)
    assert extension_remarks.remarks_on(factories.standard()) == []
