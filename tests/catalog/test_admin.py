"""The admin for curators: finding, editing, publishing and retiring documents."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import reverse

from catalog import documents, permissions, publishing
from catalog.admin import card_preview
from catalog.faces import known_games
from catalog.models import Card, CardSet, Record, Release, Revision
from tests import factories
from tests.forms import controls, query
from tests.sampling import MOMENTS_OF_SAVING

DRAWN = [module.replace("_", "-") for module in known_games.MODULES]
"""The games whose cards are drawn."""
FORM = "application/x-www-form-urlencoded"
pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture
def curator(client: Client) -> Client:
    """A client with a logged-in curator."""
    client.force_login(factories.user_with(permissions.CURATOR, permissions.PUBLISHER, username="curator"))
    return client


def address(page: str, record: Record | None = None, model: str = "card") -> str:
    """Return the URL of a model's admin page."""
    return reverse(f"admin:catalog_{model}_{page}", args=[record.pk] if record else [])


def opened(client: Client, url: str) -> Any:
    """Return the unchanged data of the page's main form."""
    html = client.get(url).content.decode()
    form = re.search(r'<form method="post" novalidate.*?</form>', html, re.DOTALL)
    assert form, html
    return query(controls(form[0]).sent)


def send(client: Client, url: str, button: str = "_save", **values: str) -> Any:
    """Open a page, fill in some fields (`__` for a hyphen), press a button; return the response after redirects."""
    data = opened(client, url)
    for name, value in values.items():
        data[name.replace("__", "-")] = value
    if button == "_save" and "source" in data:  # the form of a document requires a reason
        data["why"] = data["why"] or "Work"
    data[button] = "x"
    return client.post(url, data.urlencode(), content_type=FORM, follow=True)


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


NEW_CREATURE = "?of=attack-wing/creature"


@pytest.mark.sampled
def test_a_new_document_is_named_once(curator: Client) -> None:
    page = curator.get(address("add") + NEW_CREATURE).content.decode()
    assert re.search(r"<h1>New creature</h1>", page)
    state = re.search(r'<p class="muster-state">(.*?)</p>', page, re.DOTALL)
    assert state and state[1].split() == ["Not", "saved", "yet."]


@pytest.mark.sampled
def test_each_list_has_the_name_of_its_rows_as_its_title(client: Client) -> None:
    client.force_login(factories.UserFactory(is_staff=True, is_superuser=True))
    for model in admin.site._registry:
        url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        page = client.get(url, follow=True)
        assert page.status_code == 200, url
        title = re.search(r"<h1[^>]*>(.*?)</h1>", page.content.decode(), re.DOTALL)
        assert title and "Select" not in title[1], url


# -- writing -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_new_card_is_saved_as_a_draft_and_its_slug_comes_from_its_name(curator: Client) -> None:
    answer = send(curator, address("add") + NEW_CREATURE, name="Grumm’s Wyrm", cost="30", whole__source="The card")
    assert "Saved as a draft" in text_of(answer)
    draft = Revision.objects.drafts().get()
    assert (draft.slug, draft.cost, draft.by.username) == ("grumms-wyrm", 30, "curator")
    assert draft.document["sources"] == {"": {"source": "The card", "checked": False}}
    assert not Release.objects.exists()


@pytest.mark.sampled
def test_a_new_card_can_be_published_at_once_with_a_reason(curator: Client) -> None:
    url = address("add") + NEW_CREATURE
    assert "Give the reason in one line" in text_of(send(curator, url, "_publish", name="Grumm"))
    assert not Record.objects.exists()
    card = {"name": "Grumm", "why": "From the card", "whole__source": "The card"}
    assert "Published as release 1" in text_of(send(curator, url, "_publish", **card))
    release = Release.objects.get()
    assert (release.why, release.by.username) == ("From the card", "curator")
    assert Revision.objects.newest().get().slug == "grumm"
    assert not Revision.objects.drafts().exists()


@pytest.mark.sampled
def test_a_fact_without_a_source_is_reported_on_saving(curator: Client) -> None:
    told = text_of(send(curator, address("add") + NEW_CREATURE, name="Grumm"))
    assert "Name: No source is named for this. Name one, or give a reason why it is published without." in told


@pytest.mark.sampled
def test_a_second_card_of_one_name_gets_the_slug_of_its_set_appended(curator: Client) -> None:
    factories.publish(factories.creature(slug="grumm"), factories.card_set(slug="wave-two"))
    url = address("add") + NEW_CREATURE
    assert "“grumm” is the slug of another document" in text_of(send(curator, url, name="Grumm"))
    send(curator, url, name="Grumm", set="wave-two")
    assert Revision.objects.drafts().get().slug == "grumm-wave-two"


@pytest.mark.sampled
def test_the_next_card_takes_set_and_source_of_the_last_only_on_request(curator: Client) -> None:
    factories.publish(factories.card_set(slug="wave-two"))
    url = address("add") + NEW_CREATURE
    said = {"set": "wave-two", "whole__source": "Card", "whole__checked": "on", "why": "New"}
    answer = send(curator, url, "_publish_another", name="A", **said)
    assert answer.redirect_chain[-1][0] == url
    data = opened(curator, url)
    assert (data["set"], data["whole-source"], data["name"]) == ("", "", "")
    assert "The card you wrote last: A, set wave-two." in text_of(answer)
    like = f"{url}&like=last"
    assert like.replace("&", "&amp;").removeprefix(address("add")) in answer.content.decode()
    taken = opened(curator, like)
    assert (taken["set"], taken["whole-source"], taken["name"]) == ("wave-two", "Card", "")
    assert "whole-checked" not in taken
    assert "Its set and its source are filled in below" in text_of(curator.get(like))


@pytest.mark.sampled
def test_with_the_whole_card_at_hand_empty_lists_are_printed_as_none(curator: Client) -> None:
    send(curator, address("add") + "?of=attack-wing/upgrade&whole=1", name="Plain")
    document = Revision.objects.drafts().get().document
    assert document["requires"] == document["limits"] == document["keywords"] == []
    assert document["cost"] is None


@pytest.mark.sampled
def test_the_kind_of_a_new_document_is_chosen_first(curator: Client) -> None:
    page = curator.get(address("add"))
    assert 'value="attack-wing/creature"' in page.content.decode()
    assert curator.get(address("add") + "?of=nothing/here").status_code == 200
    assert 'value="attack-wing/set"' in curator.get(address("add", model="cardset")).content.decode()


def test_faults_are_shown_at_their_fields_and_no_input_is_lost(curator: Client) -> None:
    answer = send(curator, address("add") + NEW_CREATURE, name="Grumm", cost="many", text="Kept as typed")
    html = answer.content.decode()
    assert 'id="id_cost_error"' in html
    assert 'href="#id_cost"' in html
    assert "Kept as typed" in html
    assert 'value="many"' in html
    assert not Record.objects.exists()


@pytest.mark.sampled
def test_a_missing_set_is_reported_at_its_field_when_publishing(curator: Client) -> None:
    answer = send(curator, address("add") + NEW_CREATURE, "_publish", name="Grumm", set="lost", why="New")
    assert 'id="id_set_error"' in answer.content.decode()
    assert publishing.catalog_is_empty()


@pytest.mark.sampled
def test_asking_for_a_row_adds_one_without_complaints(curator: Client) -> None:
    url = address("add") + NEW_CREATURE
    data = opened(curator, url)
    data.update({"_row": "weapons", "cost": "many"})
    data["weapons-0-name"] = "Claw"
    html = curator.post(url, data).content.decode()
    sent = query(controls(html).sent)
    assert (sent["weapons-0-name"], sent["weapons-1-name"], sent["weapons-TOTAL_FORMS"]) == ("Claw", "", "2")
    assert "errorlist" not in html


@pytest.mark.sampled
@pytest.mark.parametrize("row", ["", "nothing", "weapons-0", "x" * 10_000, "weapons\x00"])
def test_asking_for_a_row_of_nothing_changes_nothing(curator: Client, row: str) -> None:
    url = address("add") + NEW_CREATURE
    data = opened(curator, url)
    data["_row"] = row
    assert curator.post(url, data).status_code == 200


@pytest.mark.sampled
def test_a_preview_draws_what_is_written_and_saves_nothing(curator: Client) -> None:
    answer = send(curator, address("add") + NEW_CREATURE, "_preview", name="Seen first", cost="77")
    assert "<svg" in answer.content.decode().split('class="muster-face"')[1]
    assert publishing.catalog_is_empty()


@pytest.mark.sampled
def test_saving_what_is_there_already_makes_no_draft(curator: Client) -> None:
    factories.publish(factories.creature())
    assert "Nothing was changed" in text_of(send(curator, address("change", Card.objects.get())))
    assert not Revision.objects.drafts().exists()


@pytest.mark.sampled
def test_sets_and_formats_are_written_in_the_same_way(curator: Client) -> None:
    send(
        curator,
        address("add", model="cardset") + "?of=attack-wing/set",
        "_publish",
        name="Wave two",
        why="New",
        official="on",
        whole__source="The box",
    )
    assert CardSet.objects.get().slug == "wave-two"
    send(
        curator,
        address("add", model="format") + "?of=attack-wing/format",
        "_publish",
        name="Small",
        why="New",
        recommended_points="60 30",
        whole__source="The rulebook",
    )
    assert Revision.objects.newest().get(kind="format").document["recommended_points"] == [60, 30]


@pytest.mark.sampled
def test_bans_pool_and_days_of_a_format_are_written_and_left_out(curator: Client) -> None:
    words = {"bans-0-word": "keyword", "bans-0-keyword": "siege-weapon, wall"}
    words |= {"pool-0-word": "set", "pool-0-set": "small-box", "from": "2026-03-01", "whole__source": "The league"}
    send(
        curator,
        address("add", model="format") + "?of=attack-wing/format",
        "_publish",
        name="League",
        why="New",
        **words,
    )
    document = Revision.objects.newest().get(kind="format").document
    assert document["bans"] == [{"keyword": ["siege-weapon", "wall"]}]
    assert document["pool"] == [{"set": ["small-box"]}]
    assert document["from"] == "2026-03-01"
    assert "until" not in document
    send(
        curator,
        address("add", model="format") + "?of=attack-wing/format",
        "_publish",
        name="Open",
        why="New",
        whole__source="x",
    )
    assert not {"bans", "pool", "from", "until"} & set(Revision.objects.newest().get(slug="open").document)


@pytest.mark.sampled
def test_a_kind_can_be_corrected_and_the_slug_stays(curator: Client) -> None:
    factories.publish(factories.upgrade(slug="bolt", slot="arcane"))
    card = Card.objects.get()
    answer = send(
        curator,
        address("change", card) + "?kind=spell",
        "_publish",
        minimum_level="4",
        why="It is a spell",
        holds__minimum_level="on",
    )
    assert "Published" in text_of(answer)
    newest = Revision.objects.newest().get()
    assert (newest.record, newest.kind, newest.document["minimum_level"]) == (card, "spell", 4)


# -- preview of the face ---------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_card_is_drawn_from_the_form_and_nothing_is_saved(curator: Client) -> None:
    url = address("add") + NEW_CREATURE
    page = curator.get(url).content.decode()
    assert "A card whose name is not known" in page
    assert "admin_muster/card_preview" in page
    data = opened(curator, url)
    data["name"], data["cost"], data["level"], data["_draw"] = "Lantern Wyrm", "41", "many", "1"
    drawn = curator.post(url, data.urlencode(), content_type=FORM).content.decode()
    assert "Lantern Wyrm" in drawn
    assert ">41</text>" in drawn
    assert re.search(r'<li data-field="id_level">[^<]*whole number', drawn)
    assert not Record.objects.exists()


@pytest.mark.sampled
def test_an_unreadable_card_is_drawn_with_nothing_known(curator: Client) -> None:
    url = address("add") + NEW_CREATURE
    nonsense = dict.fromkeys(opened(curator, url), "\x00" * 9 + "<svg onload=x>")
    answer = curator.post(url, {**nonsense, "_draw": "1"})
    assert answer.status_code == 200
    assert "<svg onload" not in answer.content.decode()
    assert not Record.objects.exists()


@pytest.mark.parametrize(
    ("game", "kind"),
    [(game, kind) for game, kinds in documents.card_kinds().items() for kind in kinds if game in DRAWN],
)
def test_each_kind_of_card_is_drawn_before_anything_is_known_of_it(game: str, kind: str) -> None:
    assert card_preview.preview_svg({"game": game, "kind": kind}).startswith("<svg")


def test_nobody_draws_by_the_form_who_may_not_write(client: Client) -> None:
    card = factories.save_draft(factories.creature(slug="one"), by=None, why="Start").record
    client.force_login(factories.UserFactory(is_staff=True))
    assert client.post(address("change", Card.objects.get(pk=card.pk)), {"_draw": "1"}).status_code == 403
    assert client.post(address("add") + NEW_CREATURE, {"_draw": "1"}).status_code == 403


# -- concurrent curators -------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("button", ["_save", "_publish"])
def test_the_second_of_two_curators_sees_both_and_decides(curator: Client, button: str) -> None:
    factories.publish(factories.creature(slug="one", cost=20))
    card = Card.objects.get()
    url = address("change", card)
    mine = opened(curator, url)
    factories.save_draft({**Revision.objects.get().document, "cost": 40}, by=None, why="theirs")
    mine.update({"why": "mine"})
    mine["cost"], mine["holds-cost"], mine[button] = "50", "on", "x"
    answer = curator.post(url, mine.urlencode(), content_type=FORM)
    shown = text_of(answer)
    assert "Somebody else saved this" in shown
    assert re.search(r"cost +40 .*? 50 ", shown)
    assert Revision.objects.drafts().get().cost == 40
    again = query(controls(answer.content.decode()).sent)
    assert again["cost"] == "50"
    again[button] = "x"
    curator.post(url, again.urlencode(), content_type=FORM)
    assert Revision.objects.get(cost=50).by.username == "curator"
    assert not Revision.objects.filter(cost=40).exists()


@pytest.mark.sampled
def test_a_save_during_rendering_is_never_overwritten_unseen(curator: Client) -> None:
    """Another user saves before each of the database queries of the page in turn."""
    record = factories.save_draft(factories.creature(slug="one", cost=0), by=None, why="Start").record
    url, saved = address("change", Card.objects.get()), 0
    for moment in itertools.count(step=MOMENTS_OF_SAVING):
        asked = itertools.count()

        def ask(execute: Any, *query: Any, moment: int = moment, asked: Iterator[int] = asked) -> Any:
            if next(asked) == moment:
                document = Revision.objects.get().document
                factories.save_draft({**document, "cost": moment + 1}, by=None, why="Meanwhile")
            return execute(*query)

        with connection.execute_wrapper(ask):
            form = opened(curator, url)
        now = Revision.objects.get().cost
        if now == saved:
            break
        saved = now
        assert form["expected"] != publishing.edit_token(record) or form["cost"] == str(now), moment
    assert moment > 10


@pytest.mark.sampled
def test_a_publication_while_the_form_was_open_is_reported_too(curator: Client) -> None:
    document = factories.creature(slug="one", cost=20)
    factories.publish(document)
    url = address("change", Card.objects.get())
    mine = opened(curator, url)
    factories.publish({**document, "level": 9})
    mine["cost"], mine["why"], mine["_save"] = "50", "Misread", "x"
    assert "Somebody else saved this" in text_of(curator.post(url, mine))
    assert not Revision.objects.drafts().exists()


@pytest.mark.sampled
def test_two_new_cards_with_one_slug_are_distinguished(curator: Client) -> None:
    url = address("add") + NEW_CREATURE
    mine = opened(curator, url)
    factories.save_draft(factories.creature(slug="grumm"), by=None, why="theirs")
    mine["name"], mine["_save"] = "Grumm", "x"
    assert 'id="id_slug_error"' in curator.post(url, mine).content.decode()
    assert Revision.objects.get().why == "theirs"


@pytest.mark.sampled
def test_a_draft_that_a_release_has_overtaken_says_so(curator: Client) -> None:
    document = factories.creature(slug="one")
    factories.publish(document)
    factories.save_draft({**document, "cost": 99}, by=None, why="work")
    factories.publish({**document, "level": 9}, why="An errand")
    card = Card.objects.get()
    for page in ("change", "publish"):
        assert "Release 2 changed this after the draft was saved" in text_of(curator.get(address(page, card)))
    send(curator, address("change", card), cost="98", holds__cost="on")
    assert "changed this after" not in text_of(curator.get(address("change", card)))


# -- steps ---------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_draft_is_published_with_a_reason_and_shows_first_what_changes(curator: Client) -> None:
    document = factories.creature(slug="one", cost=20)
    factories.publish(document)
    factories.save_draft({**document, "cost": 25}, by=None, why="work")
    card = Card.objects.get()
    assert re.search(
        r"cost +20 A made-up rulebook.* 25 The same source", text_of(curator.get(address("publish", card)))
    )
    assert "This field is required" in text_of(send(curator, address("publish", card)))
    send(curator, address("publish", card), why="Misread")
    assert Revision.objects.newest().get().cost == 25
    assert Release.objects.first().why == "Misread"


@pytest.mark.sampled
def test_a_draft_is_discarded_and_what_is_published_stays(curator: Client) -> None:
    document = factories.creature(slug="one", cost=20)
    factories.publish(document)
    factories.save_draft({**document, "cost": 25}, by=None, why="work")
    send(curator, address("discard", Card.objects.get()))
    assert Revision.objects.get().cost == 20


@pytest.mark.sampled
def test_discarding_a_draft_never_published_leaves_its_history(curator: Client) -> None:
    draft = factories.save_draft(factories.creature(), by=None, why="work")
    answer = send(curator, address("discard", draft.record))
    assert answer.redirect_chain[-1][0] == address("history", draft.record)
    assert "discarded" in text_of(answer)
    assert publishing.catalog_is_empty()


@pytest.mark.sampled
def test_a_card_is_retired_with_a_reason_and_restored(curator: Client) -> None:
    factories.publish(factories.creature(slug="one"))
    card = Card.objects.get()
    send(curator, address("retire", card), reason="Misprint")
    assert Revision.objects.newest().get().document["retired"] == "Misprint"
    assert "retired: Misprint" in text_of(curator.get(address("change", card)))
    send(curator, address("restore", card), why="It was none")
    assert "retired" not in Revision.objects.newest().get().document


@pytest.mark.sampled
def test_a_draft_neither_forgets_nor_invents_that_its_card_is_retired(curator: Client) -> None:
    document = factories.creature(slug="one")
    factories.publish(document)
    factories.save_draft({**document, "cost": 99}, by=None, why="work")
    card = Card.objects.get()
    send(curator, address("retire", card), reason="Misprint")
    send(curator, address("publish", card), why="More facts")
    assert Revision.objects.newest().get().document["retired"] == "Misprint"


@pytest.mark.sampled
def test_a_card_gets_another_slug_and_the_former_leads_to_it(curator: Client) -> None:
    factories.publish(factories.creature(slug="hill-giant"))
    old = Card.objects.get()
    answer = send(curator, address("move", old), slug="grumm", why="Its name was found")
    new = Card.objects.get(slug="grumm")
    assert answer.redirect_chain[-1][0] == address("change", new)
    assert Revision.objects.newest().get().document["formerly"] == ["hill-giant"]
    assert curator.get(address("change", old)).headers["Location"] == address("change", new)
    assert "grumm" in text_of(curator.get(address("history", old)))
    assert "hill-giant" not in text_of(curator.get(address("changelist")))


@pytest.mark.sampled
def test_a_used_slug_is_reported_at_its_field(curator: Client) -> None:
    factories.publish(factories.creature(slug="one"), factories.creature(slug="two"))
    answer = send(curator, address("move", Card.objects.get(slug="one")), slug="two", why="x")
    assert 'id="id_slug_error"' in answer.content.decode()
    assert Release.objects.newest() == 1


@pytest.mark.sampled
def test_a_draft_never_published_just_takes_its_new_slug(curator: Client) -> None:
    draft = factories.save_draft(factories.creature(slug="one"), by=None, why="work")
    send(curator, address("move", draft.record), slug="two", why="Misspelt")
    assert Revision.objects.get().record.slug == "two"
    assert "formerly" not in Revision.objects.get().document


@pytest.mark.sampled
@pytest.mark.parametrize("step", ["publish", "discard", "restore"])
def test_a_step_that_is_not_possible_says_so_and_does_nothing(curator: Client, step: str) -> None:
    factories.publish(factories.creature(slug="one"))
    card = Card.objects.get()
    answer = curator.post(address(step, card), {"why": "x"}, follow=True)
    assert "not possible now" in text_of(answer)
    assert Release.objects.newest() == 1


@pytest.mark.sampled
def test_the_history_tells_each_state_and_what_it_changed(curator: Client) -> None:
    document = factories.creature(slug="one", cost=20, base=None)
    factories.publish(document, why="First")
    factories.publish({**document, "cost": 25}, why="Second")
    factories.save_draft({**document, "cost": 25, "base": "small"}, by=None, why="Third")
    shown = text_of(curator.get(address("history", Card.objects.get())))
    assert shown.index("Third") < shown.index("Second") < shown.index("First")
    assert re.search(r"base +not known +small A made-up rulebook; p. 1; transcribed; checked", shown)
    assert re.search(r"cost +20 A made-up rulebook; p. 1; transcribed; checked +25 The same source as before", shown)


@pytest.mark.sampled
def test_the_document_of_a_revision_can_be_read_as_json(curator: Client) -> None:
    document = factories.creature(slug="one")
    factories.publish(document)
    revision = Revision.objects.get()
    url = reverse("admin:catalog_card_json", args=[revision.record_id, revision.pk])
    answer = curator.get(url)
    assert answer.json() == document
    assert answer.headers["Content-Type"].startswith("application/json")
    other = factories.save_draft(factories.creature(), by=None, why="x")
    assert curator.get(reverse("admin:catalog_card_json", args=[other.record_id, revision.pk])).status_code == 404


# -- finding -------------------------------------------------------------------------------------------------------


@pytest.fixture
def shelf() -> None:
    """A card in each state."""
    factories.publish(
        factories.card_set(slug="wave-two"),
        factories.creature(slug="whole", name="Whole", set="wave-two", **{"class": "Storm Giant"}),
        factories.creature(slug="wanting", name="Wanting", base=None, text='Says ":null" in its text.', set="wave-two"),
        factories.upgrade(slug="gone", name="Gone", retired="Misprint", set="wave-two"),
        factories.spell(slug="over", name="Over", set="wave-two", text='Says ":null in its text.'),
    )
    over = Revision.objects.get(slug="over").document
    factories.save_draft({**over, "cost": 9}, by=None, why="work")
    factories.save_draft(factories.creature(slug="fresh", name="Fresh", set=None), by=None, why="work")


@pytest.mark.sampled
@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("", {"Whole", "Wanting", "Gone", "Over", "Fresh"}),
        ("?q=giant", {"Whole", "Wanting", "Fresh"}),
        ("?q=storm+wh", {"Whole"}),
        ("?q=over", {"Over"}),
        ("?kind=spell", {"Over"}),
        ("?game=attack-wing", {"Whole", "Wanting", "Gone", "Over", "Fresh"}),
        ("?set=wave-two", {"Whole", "Wanting", "Gone", "Over"}),
        ("?set=", {"Fresh"}),
        ("?state=published", {"Whole", "Wanting"}),
        ("?state=draft", {"Fresh"}),
        ("?state=over", {"Over"}),
        ("?state=retired", {"Gone"}),
        ("?state=incomplete", {"Wanting", "Fresh"}),
        ("?state=incomplete&kind=creature&q=want", {"Wanting"}),
        ("?state=nonsense", {"Whole", "Wanting", "Gone", "Over", "Fresh"}),
        ("?kind=%00", {"Whole", "Wanting", "Gone", "Over", "Fresh"}),
    ],
)
def test_the_list_finds(curator: Client, asked: str, names: set[str]) -> None:
    page = curator.get(address("changelist") + asked)
    assert page.status_code == 200
    table = page.content.decode().partition('id="result_list"')[2]
    assert set(re.findall(r'<th class="field-title">.*?>([^<]+)</a>', table)) == names


@pytest.mark.sampled
@pytest.mark.usefixtures("shelf")
def test_the_list_tells_states_and_how_many_facts_are_wanted(curator: Client) -> None:
    shown = text_of(curator.get(address("changelist")))
    for words in ("published", "draft over release 1", "retired", "1 fact ", "wave-two", "not known"):
        assert words in shown


@pytest.mark.parametrize("asked", ["?slug=one", "?revisions__document__cost=3", "?game__exact=x", "?slug__regex=("])
def test_the_list_answers_no_other_questions(curator: Client, asked: str) -> None:
    assert curator.get(address("changelist") + asked).status_code in (302, 400)


@pytest.mark.sampled
def test_the_list_asks_the_database_as_often_for_many_cards_as_for_few(
    curator: Client, django_assert_max_num_queries: Any
) -> None:
    factories.publish(*(factories.creature() for _ in range(45)))
    with django_assert_max_num_queries(13):
        curator.get(address("changelist"))


@pytest.mark.parametrize(
    "asked", ["?q=%00", "?q=" + "x" * 3_000, "?q=" + "a+" * 500, "?p=-1", "?p=x", "?o=99", "?set=%C3%BF"]
)
def test_hostile_questions_to_the_list_are_answered(curator: Client, asked: str) -> None:
    factories.publish(factories.creature())
    assert curator.get(address("changelist") + asked, follow=True).status_code == 200


@pytest.mark.parametrize("view", ["change", "history", "retire"])
def test_a_document_that_is_not_there_is_not_found(curator: Client, view: str) -> None:
    for number in (0, 10**9, 10**30):
        url = reverse(f"admin:catalog_card_{view}", args=[number])
        assert curator.get(url).status_code == 404


def test_a_card_is_not_found_on_the_shelf_of_sets(curator: Client) -> None:
    factories.publish(factories.creature())
    assert curator.get(address("change", Card.objects.get(), "cardset")).status_code == 404


def test_nothing_can_be_deleted(curator: Client) -> None:
    factories.publish(factories.creature())
    card = Card.objects.get()
    assert curator.post(f"/admin/catalog/card/{card.pk}/delete/").status_code == 404
    curator.post(address("changelist"), {"action": "delete_selected", "_selected_action": [card.pk], "post": "yes"})
    assert Card.objects.exists()


@pytest.mark.sampled
def test_a_broken_post_is_answered_and_changes_nothing(curator: Client) -> None:
    factories.publish(factories.creature())
    url = address("change", Card.objects.get())
    for data in ({}, {"_save": "x"}, {"_publish": "x", "why": "\x00"}, {"_publish": "x", "why": "x" * 999}):
        assert curator.post(url, data).status_code == 200
    assert Release.objects.newest() == 1
    assert not Revision.objects.drafts().exists()


# -- content security policy ---------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_no_page_needs_inline_scripts_or_styles(curator: Client) -> None:
    """The content security policy of the site holds in the admin: nothing inline, nothing from other origins."""
    evil = "<script>alert(1)</script>"
    factories.publish(factories.creature(slug="one", name=evil, text=evil), factories.card_set(slug="s", name=evil))
    card = Card.objects.get()
    factories.save_draft({**Revision.objects.get(slug="one").document, "class": evil}, by=None, why=evil)
    pages = [
        reverse("admin:index"),
        address("changelist"),
        address("changelist", model="release"),
        address("add"),
        address("add") + NEW_CREATURE,
        *(address(page, card) for page in ("change", "history", "publish", "discard", "retire")),
    ]
    for url in pages:
        answer = curator.get(url)
        html = answer.content.decode()
        assert answer.status_code == 200
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert not re.search(
            r"<script(?![^>]*\bsrc=)|<style|\son\w+\s*=|\sstyle\s*=|javascript:", html, re.IGNORECASE
        ), url
