"""Pages of declared questions with a log: events are lines of one field, and a deck is shuffled by a deal."""

from typing import Any

import pytest
from django.http import QueryDict

from legions.play.declared_fields import BY_HAND, DRAWN, FirstChoice
from legions.play.declared_form import form_of
from legions.play.event_log import LOG, MAX_LOG
from legions.play.forms import NamedCard
from legions.play.question_context import Table
from tests.engine.declared_examples import CARDS, GAME, WATCH, resolved

NEXT = "sightings_next_"


def watch_form(**entered: str) -> Any:
    """Return the form of the made-up watch."""
    data = QueryDict(mutable=True)
    data.update(entered)
    return form_of(GAME, WATCH)(data, Table(GAME, CARDS))


def after(event: str, **entered: str) -> dict[str, str]:
    """Return the data of the form after a button for events is pressed."""
    form = watch_form(event=event, **entered)
    return {name: value for name, value in form.after_event(form.data.copy()).items() if name != "deal"}


def shown(form: Any) -> dict[str, tuple[str, ...]]:
    return {str(group.title): group.names for group in form.shown_groups()}


def test_the_next_event_is_asked_for_first_with_the_fields_of_its_inputs() -> None:
    form = watch_form()
    assert form.logs and [*shown(form)] == ["Sightings", "At the table", "Facts of the cards, and more"]
    names = ("comes", "who", "count", "armed", "card")
    in_group = [name for name in shown(form)["Sightings"] if name in form.fields]
    assert in_group == [*(f"{NEXT}{name}" for name in names), LOG]
    assert shown(form)["At the table"] == ("hoard", DRAWN, "deal", "words")
    assert isinstance(form.fields[f"{NEXT}comes"], FirstChoice) and form.fields[f"{NEXT}comes"].first == "somebody"
    assert isinstance(form.fields[f"{NEXT}who"], NamedCard) and form.fields[f"{NEXT}who"].is_label
    assert form.fields[f"{NEXT}card"].of_catalog and str(form.fields[f"{NEXT}who"].label) == "Who"
    assert form.is_read_ahead(f"{NEXT}who") and not form.is_read_ahead("words")


def test_an_event_is_added_as_a_line_and_the_last_one_is_taken_away() -> None:
    now = after(
        "add", **{f"{NEXT}comes": "somebody", f"{NEXT}who": "Be|rt\n", f"{NEXT}count": "2", f"{NEXT}armed": "on"}
    )
    assert now == {f"{NEXT}comes": "somebody", LOG: "somebody|Be rt|2|on|"}
    now = after("add", **now | {f"{NEXT}comes": "rain"})
    assert now[LOG].splitlines() == ["somebody|Be rt|2|on|", "rain||||"]
    assert after("back", **now)[LOG] == "somebody|Be rt|2|on|"


@pytest.mark.parametrize("entered", [{"comes": "somebody"}, {"count": "3"}, {"who": "Bert", "card": "Orge"}])
def test_an_event_that_is_empty_or_lacks_something_is_not_added(entered: dict[str, str]) -> None:
    data = {f"{NEXT}{name}": value for name, value in entered.items()}
    assert after("add", **data) == data | {LOG: ""}


def test_the_lines_are_the_situation_without_what_has_its_default() -> None:
    form = watch_form(log="somebody|Bert|1||Ogre\nrain|||on|")
    assert form.is_valid() and form.situation()["sightings"] == [
        {"who": "Bert", "card": "ogre"},
        {"comes": "rain", "armed": True},
    ]


@pytest.mark.guard
@pytest.mark.parametrize("log", ["||||", "somebody", "burn|Bert|1||", "somebody|Bert|x||", "somebody|Bert|-1||", "\n|"])
def test_a_line_that_no_form_has_written_is_ignored(log: str) -> None:
    form = watch_form(log=f"{log}\nrain||||")
    assert form.is_valid() and form.situation()["sightings"] == [{"comes": "rain"}]


@pytest.mark.guard
def test_a_log_is_bounded() -> None:
    log = "\n".join(["rain||||"] * (MAX_LOG + 9))
    form = watch_form(log=log)
    assert form.is_valid() and len(form.situation()["sightings"]) == MAX_LOG
    assert after("add", **{LOG: log, f"{NEXT}comes": "rain"})[LOG].count("rain") == MAX_LOG
    assert not watch_form(log="x" * 20_001).is_valid()


def test_events_and_cards_are_told_in_words() -> None:
    form = watch_form(log="somebody|Bert|2|on|Ogre\nrain||||")
    assert form.is_valid()
    result = form.result(resolved(form.situation(), WATCH))
    assert result.events == ["Somebody comes, Bert, How many: 2, Armed, Ogre", "Rain comes, How many: 1"]
    assert (result.words, result.lines) == ("The alarm is “Bell”.", ["Last comes Ogre."])
    rows, texts = result.tables
    assert (rows.title, rows.columns) == ("Rows", ["Armed", "Seen"])
    assert rows.rows == [["Yes", "Ogre (2)"], ["No", "Not known"]]
    assert (texts.title, texts.rows) == ("Cards in play", [("Ogre", '<span lang="en">It hits.</span>')])


def test_a_fact_of_an_event_is_named_with_the_number_of_the_event() -> None:
    form = watch_form(log="rain||||")
    assert form.is_valid() and form.label_at("/sightings/1", "/who") == "Sighting 2: Who"
    assert form.label_at("/sightings/0/cards", "/cards") == "Sighting 1: Creatures"
    assert (form.label_at("/hoard", "/hoard"), form.label_at("", "/hoard")) == ("", "")


# The deck -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def hoards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer one set."""
    monkeypatch.setattr("legions.play.fact_fields.FactFields.sets", lambda _fields, _kind: {"bells": "Bells"})


@pytest.mark.usefixtures("hoards")
@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ({"words": "a"}, {"hoard": "bells", "deal": None, "words": ["a"]}),
        ({"deal": "our-game"}, {"hoard": "bells", "deal": "our-game"}),
        ({"hoard": "bells", DRAWN: BY_HAND, "deal": "our-game"}, {"hoard": "bells"}),
        ({"hoard": "none", "deal": "our-game"}, {}),
        ({"hoard": "", "deal": "our-game"}, {}),
        ({"words": " eel, ,rope,x,y", "hoard": "none"}, {"words": ["eel", "rope", "x"]}),
    ],
)
def test_the_first_set_is_chosen_and_a_deal_made_up_if_nobody_says_otherwise(entered: Any, expected: Any) -> None:
    form = watch_form(**entered)
    assert form.is_valid(), form.errors
    situation = form.situation()
    if expected.get("deal", "") is None:
        assert len(situation["deal"]) == 16
        situation["deal"] = None
    assert situation == expected


@pytest.mark.usefixtures("hoards")
def test_a_choice_that_is_never_empty_says_nothing_with_the_value_that_counts_anyway() -> None:
    form = watch_form(hoard="bells", drawn=BY_HAND, words="a")
    assert form.is_valid() and [form.is_default(name) for name in ("hoard", DRAWN, "words")] == [True, False, False]
    form = watch_form(hoard="none")
    assert form.is_valid() and form.is_default("hoard") and form.is_default(DRAWN)


@pytest.mark.usefixtures("hoards")
def test_a_new_deal_stays_in_the_address_once_an_event_is_added() -> None:
    form = watch_form(event="add")
    assert len(form.after_event(form.data.copy())["deal"]) == 16
    form = watch_form(event="add", deal="our-game")
    assert form.after_event(form.data.copy())["deal"] == "our-game"


@pytest.mark.guard
@pytest.mark.usefixtures("hoards")
@pytest.mark.parametrize(
    "entered", [{"hoard": "moons"}, {"seal": "abc"}, {"seal": "ABCD"}, {DRAWN: "dice"}, {"deal": "x" * 65}]
)
def test_what_a_deck_cannot_be_is_an_error(entered: dict[str, str]) -> None:
    form = watch_form(**entered)
    assert not form.is_valid() and list(form.errors) == list(entered)
