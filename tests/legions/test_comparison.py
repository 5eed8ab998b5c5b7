"""Comparison of legions: equal lines in one row, differences marked, findings at their places."""

import pytest
from django.core.cache import cache

from legions.accounts.holders import Holder
from legions.changes import basic
from legions.my_lists.comparison import ComparedSource, Comparison
from legions.saved_lists import bulk_actions, services
from legions.sharing import services as sharing_services
from legions.table.table_hooks import table_hooks
from tests import factories, worlds
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


@worlds.once_a_module
def world() -> None:
    publish_cards()


@pytest.fixture
def user(client):
    person = factories.UserFactory()
    client.force_login(person)
    return person


def compared(*lists, **fields):
    """Compare lists of picks with each other."""
    documents = [factories.legion_document(*picks, release=1, **fields) for picks in lists]
    return Comparison([ComparedSource(str(number), one, "", "/") for number, one in enumerate(documents)])


def row_texts(page_rows):
    """Return each row as its card, and in each cell the number of copies with their upgrades."""
    return [
        (row.card.slug, *((cell.lot.count, *cell.lot.upgrades) if cell else None for cell in row.cells))
        for row in page_rows
    ]


GIANT, CLUBBED = {"card": "giant"}, {"card": "giant", "upgrades": ["club"]}


def test_lists_of_the_same_in_any_order_and_any_lines_do_not_differ() -> None:
    comparison = compared([GIANT, CLUBBED, GIANT], [CLUBBED, {"card": "giant", "count": 2}])
    assert comparison.differing == []
    assert row_texts(comparison.same) == [("giant", (2,), (2,)), ("giant", (1, "Club"), (1, "Club"))]
    assert comparison.sentence == "They have the same cards and settings."


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        (([GIANT], [{"card": "giant", "count": 3}]), [("giant", (1,), (3,))]),
        (([GIANT], [CLUBBED]), [("giant", (1,), (1, "Club"))]),
        (([GIANT], [{"card": "dragon"}]), [("giant", (1,), None), ("dragon", None, (1,))]),
        (([GIANT, CLUBBED], [GIANT]), [("giant", (1, "Club"), None)]),
        (
            ([GIANT], [CLUBBED], [GIANT, CLUBBED]),
            [("giant", (1,), None, (1,)), ("giant", None, (1, "Club"), (1, "Club"))],
        ),
        (([], []), []),
    ],
)
def test_equal_lines_are_paired_and_other_lines_of_a_card_are_in_one_row(lists, expected) -> None:
    assert row_texts(compared(*lists).differing) == expected


def test_shared_data_of_picks_is_computed_once_per_list(monkeypatch) -> None:
    calls = []

    def pick_parts(self, document, stock):
        calls.append(document)
        return lambda index, choices: None

    monkeypatch.setattr(type(table_hooks("attack-wing")), "pick_parts", pick_parts)
    assert row_texts(compared([GIANT] * 20, [CLUBBED] * 20).rows) == [("giant", (20,), (20, "Club"))]
    assert len(calls) == 2


def test_a_line_with_several_possible_partners_is_paired_with_its_equal() -> None:
    other = {"card": "giant", "upgrades": ["charm"]}
    comparison = compared([CLUBBED, other], [other, GIANT])
    assert row_texts(comparison.same) == [("giant", (1, "Charm"), (1, "Charm"))]
    assert row_texts(comparison.differing) == [("giant", (1, "Club"), (1,))]


def test_differences_in_a_row_are_marked() -> None:
    both = {"card": "giant", "upgrades": ["club", "charm"]}
    (row,) = compared([both], [CLUBBED]).differing
    assert [(one.title, one.differs) for one in row.cells[0].upgrades] == [("Charm", True), ("Club", False)]
    assert [(one.title, one.differs) for one in row.cells[1].upgrades] == [("Club", False)]
    (row,) = compared([{"card": "guards", "soldiers": 3}], [{"card": "guards", "soldiers": 6}]).differing
    assert [(cell.lot.soldiers, cell.troop_sizes_differ, cell.counts) for cell in row.cells] == [
        (3, True, False),
        (6, True, False),
    ]


def test_findings_say_which_of_them_have_them() -> None:
    twice = [{"card": "dragon"}, {"card": "dragon"}]
    comparison = compared(twice, [{"card": "dragon"}], twice)
    (row,) = comparison.findings
    assert [column.letter for column in row.columns] == ["A", "C"]
    assert comparison.columns[1].verdict.outcome == "legal"


def test_the_sentence_says_by_how_much_the_prices_differ() -> None:
    assert compared([GIANT], [CLUBBED]).sentence == "1 thing differs; B costs 4 points more than A."
    assert compared([CLUBBED], [GIANT]).sentence == "1 thing differs; B costs 4 points less than A."
    assert compared([GIANT], [{"card": "beast"}]).sentence == "2 things differ."


def test_fields_outside_the_picks_are_compared_too() -> None:
    one = factories.legion_document(GIANT, release=1, points=90, collection={})
    other = factories.legion_document(GIANT, release=1)
    comparison = Comparison([ComparedSource("a", one, "", "/"), ComparedSource("b", other, "", "/")])
    rows = {str(row.label): row.cells for row in comparison.differing_words}
    assert rows == {"Limit": ("90 points", "120 points"), "Cards owned": ("Yes", "")}


def test_a_list_that_nobody_can_judge_is_still_compared() -> None:
    comparison = Comparison(
        [
            ComparedSource("a", factories.legion_document(GIANT, release=1, format="gone"), "", "/"),
            ComparedSource("b", factories.legion_document(CLUBBED, release=1), "", "/"),
        ]
    )
    assert row_texts(comparison.differing) == [("giant", (1,), (1, "Club"))]
    assert comparison.columns[0].verdict is None


# -- the page ------------------------------------------------------------------------------------------------------


def side_by_side(client, *tokens):
    return client.get("/legions/compare/", {"with": [str(token) for token in tokens]})


def test_a_legion_its_variant_and_two_states_can_be_compared(client, user) -> None:
    legion = factories.legion(GIANT, owner=user, name="Embers")
    variant = bulk_actions.create_variant(legion=legion, holder=Holder(user=user))
    services.edit_legion(legion=variant, base=1, change=basic.AddUpgrade(0, "club"))
    page = Page(side_by_side(client, legion.pk, variant.pk, f"{variant.pk}.1"))
    assert "Embers, variant 2" in page.words
    assert "change 1, " in page.words
    assert [cell["data-label"] for cell in page.all("td")] == ["A", "B", "C"]
    assert page.all("th", scope="row")
    assert "Club, not in all of them" in page.words


@pytest.mark.sampled
def test_a_shared_legion_can_be_compared_with_its_copy(client, user) -> None:
    legion = factories.legion(GIANT, guest_key="somebody else", name="Embers", collection={"giant": 1})
    key = sharing_services.share_legion(legion=legion)
    client.post(f"/s/{key}/copy/")
    copied = Holder(user=user)
    own = legion.copies.get()
    assert own in type(own).objects.held_by(copied)
    token = f"/s/{key}/"
    assert Page(client.get(token)).all("a", href=f"/legions/compare/?with={token}&with={own.pk}")
    page = Page(side_by_side(client, token, own.pk))
    assert "shared" in page.words
    assert "They have the same cards and settings." in page.words  # the players' collections are private


def test_a_single_list_offers_others_of_its_game(client, user) -> None:
    legion, other = (factories.legion(GIANT, owner=user, name=name) for name in ("Embers", "Ashes"))
    page = Page(side_by_side(client, legion.pk))
    assert page.all("a", href=f"?with={legion.pk}&with={other.pk}")
    page = Page(side_by_side(client))
    assert page.all("a", href=f"?with={legion.pk}")


def test_without_lists_the_page_explains_what_to_do(client) -> None:
    assert "Nothing to compare yet" in Page(side_by_side(client)).words


def test_the_list_leads_to_the_comparison_of_what_is_ticked(client, user) -> None:
    pks = [str(factories.legion(GIANT, owner=user).pk) for _ in range(2)]
    response = client.post("/legions/do/", {"do": "compare", "legion": pks})
    assert response["Location"] == f"/legions/compare/?with={pks[0]}&with={pks[1]}"


@pytest.mark.sampled
def test_five_are_too_many(client, user) -> None:
    legions = [factories.legion(GIANT, owner=user) for _ in range(5)]
    response = side_by_side(client, *(legion.pk for legion in legions))
    assert response.status_code == 400
    assert "Compare at most 4 lists." in Page(response).words


@pytest.mark.parametrize(
    "token", ["x", "", "/s/", "00000000-0000-4000-8000-000000000000", "/s/never-was/", "\x00", "é"]
)
def test_invalid_comparisons_are_not_found(client, token) -> None:
    assert side_by_side(client, token).status_code == 404


def test_a_state_that_never_was_is_not_found(client, user) -> None:
    pk = factories.legion(GIANT, owner=user).pk
    for number in ("9", "0", "999999999", "9999999999"):
        assert side_by_side(client, f"{pk}.{number}").status_code == 404


@pytest.mark.sampled
def test_guessing_share_keys_is_rate_limited(client) -> None:
    cache.clear()
    statuses = {side_by_side(client, f"/s/wrong-{number}/").status_code for number in range(25)}
    cache.clear()
    assert statuses == {404, 429}


@pytest.mark.sampled
def test_the_queries_of_the_page_do_not_grow_with_the_lists(client, user, django_assert_num_queries) -> None:
    small, large = ([factories.legion(*[GIANT] * many, owner=user) for _ in range(2)] for many in (1, 40))
    for legions in (small, large):
        side_by_side(client, *(legion.pk for legion in legions))
        with django_assert_num_queries(10):
            side_by_side(client, *(legion.pk for legion in legions))
