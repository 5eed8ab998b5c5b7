"""Pages of declared questions: fields, offers and sentences follow from the declaration."""

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django import forms
from django.conf import settings
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from catalog import import_export, publishing
from legions.accounts.holders import Holder
from legions.play.declared_answer import charts
from legions.play.declared_form import DeclaredForm, form_of
from legions.play.field_groups import MAX_CONTROLS, controls_in, group_views
from legions.play.forms import Entry, FacesField, Group, NamedCard, NumberField
from legions.play.grid_fields import MAX_PLACES
from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from legions.play.situation_fields import MAX_ENTRIES, MAX_PARTS
from legions.saved_lists import ready_lists, services
from legions.saved_lists.models import Legion
from rulesapi.engine.games.dnd_miniatures_2003.play.initiative import InitiativeOdds
from rulesapi.engine.resolutions.input_kinds import PlayedAdventure
from rulesapi.judging.question_schemas import declared_questions
from tests import factories, worlds
from tests.engine.declared_examples import CARDS, GAME, ROBBERY, resolved
from tests.engine.test_situations import answered
from tests.legions.page_parser import Page
from tests.nonempty import nonempty
from tests.visible_controls import visible_controls

PLAY = "/play/dungeon-command/play-order/"
BUTTONS = 3
RANGER = {"acting": "Human Ranger", "order": "Killing Strike", "now": "activation"}


@worlds.once_a_module
def catalog() -> None:
    fixtures = import_export.find([Path(settings.BASE_DIR) / "fixtures" / "dungeon-command"])
    publishing.publish(import_export.read(fixtures).documents, by=None, why="For a test")


def robbery_form(**entered: Any) -> Any:
    """Return the form of the made-up question."""
    data = QueryDict(mutable=True)
    for name, value in entered.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return form_of(GAME, ROBBERY)(data, Table(GAME, CARDS))


def all_groups(form: Any) -> dict[str, Group]:
    """Return the groups of a form by title, with those in entries."""
    found, waiting = {}, [*form.shown_groups()]
    while waiting:
        group = waiting.pop()
        found[str(group.title)] = group
        waiting += [inner for entry in group.entries for inner in entry.groups]
    return found


def entries_of(form: Any, title: str) -> dict[str, Entry]:
    """Return the entries of a list by path."""
    return {entry.path: entry for entry in all_groups(form)[title].entries}


def answer(client: Client, **query: Any) -> str:
    """Return the text of the answer on the page of an order."""
    html = client.get(PLAY, query).content.decode().partition('id="answer"')[2].partition("</section>")[0]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


# The made-up question with an input of each kind ----------------------------------------------------------------------


def test_each_kind_of_input_has_its_field() -> None:
    fields = robbery_form(guard="Ogre").fields
    kinds = {
        "guard": NamedCard,
        "guard_level": NumberField,
        "guard_keywords": forms.MultipleChoiceField,
        "guard_awake": forms.ChoiceField,
        "chest_gold": NumberField,
        "others_0": NamedCard,
        "others_none": forms.BooleanField,
        "doors": NumberField,
        "weather": forms.ChoiceField,
        "tools": forms.MultipleChoiceField,
        "dark": forms.BooleanField,
        "shout": forms.CharField,
        "rolled": FacesField,
        "mood": forms.ChoiceField,
        "way_out": forms.ChoiceField,
        "alarm_strength": NumberField,
    }
    assert {name: type(fields[name]) for name in kinds} == kinds
    assert str(fields["chest_gold"].label) == "Chest: Gold (pieces)"
    assert str(fields["guard_level"].label) == "Guard: Level"
    assert "chest" not in fields and "others_1" not in fields
    assert [value for value, _label in fields["mood"].choices] == ["", "angry"]


def test_what_is_entered_is_the_situation() -> None:
    form = robbery_form(
        guard="Ogre",
        guard_awake="no",
        guard_keywords=["giant"],
        chest_gold="30",
        others_0="ogre",
        others_1="Bert",
        others_1_awake="yes",
        doors="2",
        tools=["rope", "lamp"],
        dark="on",
        rolled="moon.skull",
    )
    assert form.is_valid(), form.errors
    assert form.situation() == {
        "guard": {"card": "ogre", "awake": False, "keywords": ["giant"]},
        "chest": {"gold": 30},
        "others": [{"card": "ogre"}, {"name": "Bert", "awake": True}],
        "doors": 2,
        "tools": ["rope", "lamp"],
        "dark": True,
        "rolled": ["moon", "skull"],
    }


def test_null_is_entered_as_out_of_range() -> None:
    form = robbery_form(guard="Ogre", way_out="0", mood="angry")
    assert form.is_valid() and form.situation() == {"guard": {"card": "ogre"}, "mood": "angry", "way_out": None}
    form = robbery_form(guard="Ogre", way_out="2")
    assert form.is_valid() and form.situation() == {"guard": {"card": "ogre"}, "way_out": 2}
    assert [*form.names_of("", "/alarm")] == ["alarm_strength", "alarm_rusty"]


def test_sections_are_groups_apart_and_show_what_goes_with_an_entered_part() -> None:
    groups = {str(group.title): group for group in robbery_form(guard="Ogre").shown_groups()}
    assert groups["Later"].names == ("mood", "way_out") and not groups["Later"].folded
    assert groups["At night"].names == ("alarm_strength",) and groups["At night"].folded
    shown = [name for group in robbery_form(dark="on").shown_groups() for name in group.names]
    assert "way_out" in shown and "mood" not in shown and "alarm_rusty" not in shown


def test_former_names_of_fields_stay_valid() -> None:
    class FormerForm(DeclaredForm):
        """A form whose fields had other names."""

        former_names = {"gates": "doors"}

    data = QueryDict("guard=Ogre&gates=2&tools=rope&tools=lamp")
    form = form_of(GAME, ROBBERY, FormerForm)(data, Table(GAME, CARDS))
    assert form.is_valid()
    assert form.situation() == {"guard": {"card": "ogre"}, "doors": 2, "tools": ["rope", "lamp"]}


def test_an_empty_list_is_said_by_a_tick_that_a_filled_list_does_not_have() -> None:
    form = robbery_form(guard="Ogre", others_none="on")
    assert form.is_valid() and form.situation()["others"] == []
    shown = [name for group in robbery_form(guard="Ogre", others_0="Ogre").shown_groups() for name in group.names]
    assert "others_none" not in shown and "others_1" in shown


def test_a_list_that_is_empty_if_omitted_has_no_such_tick() -> None:
    form = robbery_form(guard="Ogre", traps_0_gold="10")
    shown = [name for group in form.shown_groups() for name in group.names]
    assert not [name for name in shown if name.startswith("traps") and name in form.fields]
    (traps,) = [group for group in form.shown_groups() if group.key == "traps"]
    assert [entry.names for entry in traps.entries] == [("traps_0_gold",), ("traps_1_gold",)]
    assert form.is_valid() and form.situation()["traps"] == [{"gold": 10}]


def test_no_keyword_is_a_choice() -> None:
    form = robbery_form(guard="Ogre", guard_keywords=["none"])
    assert form.is_valid() and form.situation()["guard"] == {"card": "ogre", "keywords": []}


def test_a_list_has_a_limited_number_of_rows() -> None:
    form = robbery_form(guard="Ogre", others_0="Ogre", others_2="Ogre", others_7="Ogre", others_999999999="Ogre")
    assert [name for name in form.fields if re.fullmatch(r"others_\d+", name)] == ["others_0", "others_1", "others_2"]
    assert MAX_ENTRIES >= 3


def test_an_input_is_shown_if_another_has_its_value() -> None:
    def shown(**entered: Any) -> bool:
        form = robbery_form(guard="Ogre", **entered)
        assert form.is_valid()
        return any("lit" in group.names for group in form.shown_groups())

    assert not shown() and shown(dark="on") and shown(lit="yes")


@pytest.mark.parametrize(
    "entered", [{"doors": "0"}, {"chest_gold": "15"}, {"doors": "x"}, {"weather": "snow"}, {"rolled": "sun"}]
)
def test_values_that_there_are_not_are_errors(entered: dict[str, str]) -> None:
    form = robbery_form(guard="Ogre", **entered)
    assert not form.is_valid() and list(form.errors) == list(entered)


def test_the_answer_is_told_by_the_sentences_of_its_fields() -> None:
    form = robbery_form(guard="ogre", doors="2")
    assert form.is_valid()
    said = {"robbed": True, "gold": 20, "who": ["/guard", "/others/0"], "shout": "", "stage": "done"}
    result = form.result({"result": said, "odds": None})
    assert result.words == "It is robbed." and result.lines == ["20 gold for Ogre, Other guard 1."]
    shares = {"shares": [{"who": "/guard", "gold": 3}, {"who": "/others/0", "gold": 4}]}
    result = form.result({"result": said | {"robbed": None, "stage": "planned"} | shares, "odds": None})
    assert result.words == "20 gold for Ogre, Other guard 1."
    lines = ["It is planned.", "3 gold for Ogre.", "4 gold for Other guard 1.", "2 shares are planned."]
    assert result.lines == lines


def test_odds_are_told_and_drawn() -> None:
    form = robbery_form(guard="ogre", guard_awake="no", doors="2", bonus="2")
    assert form.is_valid()
    result = form.result(resolved(form.situation()))
    assert result.lines[-2:] == ["Good luck: 40.0\xa0%.", "On average: 2.85."]
    luck, numbers = result.plots
    assert (luck.title, luck.table) == ("Chances of luck", [("Good", ["40.0\xa0%"]), ("Bad", ["60.0\xa0%"])])
    assert numbers.kinds == ("exactly", "that or more") and numbers.table[2] == ("3", ["90.0\xa0%", "90.0\xa0%"])


def test_the_rows_of_a_chart_are_called_by_the_sentence_of_their_field() -> None:
    sides = {"check": "round", "sides": [{"bonus": 3}, {"bonus": 5}]}
    odds = answered("dnd-miniatures-2003", "initiative", sides)["odds"]
    assert [row.label for plot in charts(InitiativeOdds, odds) for row in plot.rows] == ["Warband 1", "Warband 2"]


def test_parts_in_parts_and_lists_in_lists_have_fields() -> None:
    form = robbery_form(
        guard="Ogre",
        gates_0_lock_strength="0",
        gates_0_watchers_0="Bert",
        gates_0_watchers_1="Ogre",
        gates_1_spares_0_rusty="on",
        gates_1_watchers_none="on",
        cellar_lock_rusty="on",
    )
    assert form.is_valid(), form.errors
    assert form.situation() == {
        "guard": {"card": "ogre"},
        "gates": [
            {"lock": {"strength": 0}, "watchers": [{"name": "Bert"}, {"card": "ogre"}]},
            {"spares": [{"rusty": True}], "watchers": []},
        ],
        "cellar": {"lock": {"rusty": True}},
    }
    assert str(form.fields["gates_0_lock_strength"].label) == "Gate 1: Lock: Strength"
    gates, watchers = entries_of(form, "Gates"), entries_of(form, "Gate 1: Watchers")
    assert gates["gates_0"].names == ("gates_0_height", "gates_0_lock_strength")
    assert gates["gates_0"].rare == ("gates_0_lock_rusty",)
    assert gates["gates_0"].words == "Lock: Strength: 0; Watchers: Bert · Ogre"
    assert gates["gates_1"].words == "Spare locks: Rusty"
    assert watchers["gates_0_watchers_0"].names == ("gates_0_watchers_0", "gates_0_watchers_0_awake")
    assert watchers["gates_0_watchers_1"].title == "Ogre"
    groups = all_groups(form)
    assert groups["Facts of the cards, and more"].names[-1] == "cellar_lock_rusty"
    assert groups["Gate 2: Spare locks"].folded and not groups["Gate 1: Watchers"].folded


def test_an_empty_entry_shows_its_card_alone_and_the_number_of_parts_is_limited() -> None:
    form = robbery_form(guard="Ogre", others_0="Ogre")
    assert [*entries_of(form, "Other guards")] == ["others_0"]
    assert all_groups(form)["Other guards"].names == ("others_1",)
    titles = all_groups(robbery_form(guard="Ogre", gates_0_height="0"))
    assert "Gate 1: Watchers" in titles and "Gate 2: Watchers" not in titles
    many = {f"gates_{gate}_{of}_{one}": "x" for gate in range(9) for of in ("spares", "watchers") for one in range(99)}
    assert len(robbery_form(**many).fields) < 4 * MAX_PARTS


def test_an_entry_is_folded_to_what_is_entered_and_the_only_one_is_unfolded() -> None:
    (empty,) = entries_of(robbery_form(guard="Ogre"), "Traps").values()
    assert empty.opens and empty.empty and not empty.removable
    form = robbery_form(guard="Ogre", traps_0_gold="30", others_0="ogre", others_0_awake="yes")
    trap, following = entries_of(form, "Traps").values()
    assert (trap.title, trap.words, trap.opens, trap.removable) == ("Trap 1", "Gold: 30", False, True)
    assert (following.title, following.opens, following.empty) == ("Trap 2", False, True)
    assert entries_of(form, "Other guards")["others_0"].title == "Ogre"
    assert entries_of(form, "Other guards")["others_0"].words == "Awake: Yes"
    assert all_groups(form)["Traps"].words == "Gold: 30" and all_groups(form)["Other guards"].words == "Ogre"


def test_attacks_of_2003_are_entered_with_their_bonuses_in_a_row_and_are_facts_of_the_card() -> None:
    game, card = "dnd-miniatures-2003", {"kind": "creature", "slug": "wolf", "name": "Wolf", "attacks": None}
    entered = {"attacker": "Wolf", "attacker_attacks_0_manner": "melee", "attacker_attacks_0_bonuses": "12/7"}
    data = QueryDict(mutable=True)
    data.update(entered | {"attacker_attacks_0_damage": "10", "way": "melee", "target_ac": "18", "blow": "2"})
    form = play_hooks(game).forms["attack"](data, Table(game, {"wolf": card}))
    assert form.is_valid(), form.errors
    attacks = [{"manner": "melee", "bonuses": [12, 7], "damage": 10}]
    assert form.situation()["attacker"] == {"card": "wolf", "attacks": attacks}
    (kept,) = form.typed_facts()
    assert (kept.card, kept.fact, kept.value, kept.path) == ("wolf", "attacks", attacks, "attacker_attacks")
    assert "Attack bonuses: 12/7" in all_groups(form)["Attacker: Attacks of the card"].words
    asked = {"attacker": {"attacks": attacks}, "way": "melee", "target": {"ac": 18}, "blow": 2}
    assert answered(game, "attack", asked)["result"]["needs"] == 11
    assert answered(game, "damage", {"attacker": {"attacks": attacks}, "way": "melee"})["result"]["total"] == 10


@pytest.mark.guard
@pytest.mark.parametrize("text", ["x", "1/2/3/4/5/6/7/8/9", "99", "1.5", "\u0663", "9" * 50])
def test_numbers_in_a_row_are_whole_and_bounded(text: str) -> None:
    data = QueryDict(mutable=True)
    data["attacker_attacks_0_bonuses"] = text
    form = play_hooks("dnd-miniatures-2003").forms["attack"](data, Table("dnd-miniatures-2003", {}))
    assert not form.is_valid() and "attacker_attacks_0_bonuses" in form.errors


def test_labels_in_an_entry_do_not_repeat_which_one_it_is() -> None:
    form = robbery_form(guard="Ogre", gates_0_height="3")
    assert form.is_valid()
    views = {view.key: view for view in group_views(form, (), {})}
    assert [field.label for field in views["gates"].entries[0].fields] == ["Height", "Lock: Strength"]
    assert [field.label for field in views["1"].fields][:2] == ["Guard", "Guard: Awake"]


@pytest.mark.parametrize(("golds", "opened"), [(("15", "5"), [True, True]), (("20", "5"), [False, True])])
def test_entries_with_an_error_are_unfolded(golds: tuple[str, str], opened: list[bool]) -> None:
    form = robbery_form(guard="Ogre", traps_0_gold=golds[0], traps_1_gold=golds[1])
    assert not form.is_valid()
    traps = next(view for view in group_views(form, (), {}) if view.key == "traps")
    assert [view.opened for view in traps.entries][:2] == opened


def test_a_long_list_is_folded_to_one_line() -> None:
    players = {f"players_{place}_morale": str(place + 1) for place in range(6)}
    data = QueryDict(mutable=True)
    data.update(players)
    winner = play_hooks(GAME).forms["winner"](data, Table(GAME, CARDS))
    assert winner.is_valid()
    (view,) = [view for view in group_views(winner, (), {}) if view.key == "players"]
    assert view.packed_title.startswith("6 entered: Player 1, ") and not view.lines and view.controls == 1


def test_a_grid_shows_the_chosen_places_and_those_around_them() -> None:
    def places(*chosen: str) -> list[str]:
        data = QueryDict(mutable=True)
        data.setlist("soldiers", chosen)
        form = play_hooks("attack-wing").forms["formation"](data, Table("attack-wing", {}))
        assert form.is_valid(), form.errors
        return [value for value, _label in form.fields["soldiers"].choices]

    assert len(places("0_0")) == MAX_PLACES and {"1_0", "-1_0", "0_1", "0_-1"} <= {*places("0_0")}
    assert {"2_3", "3_3", "2_2"} <= {*places("1_0", "2_3")}
    assert len(places(*(f"{right}_{back}" for right in range(-3, 4) for back in range(5)))) == 35


def test_an_entry_is_removed_and_the_later_ones_take_its_place() -> None:
    form = robbery_form(guard="Ogre", others_0="Ogre", others_1="Bert", others_1_awake="yes", others_2="Ogre")
    assert form.is_valid() and all(entry.removable for entry in nonempty(entries_of(form, "Other guards").values()))
    without = form.after_removal(form.data, "others_0")
    assert without.dict() == {"guard": "Ogre", "others_0": "Bert", "others_0_awake": "yes", "others_1": "Ogre"}
    assert form.after_removal(form.data, "others_x").dict() == form.data.dict()
    assert form.after_removal(form.data, "guard").dict() == form.data.dict()


def test_places_of_an_answer_are_those_without_empty_entries() -> None:
    form = robbery_form(guard="Ogre", others_1="Bert", gates_1_height="3")
    assert form.is_valid() and form.situation()["others"] == [{"name": "Bert"}]
    assert [*form.names_of("/others/0", "/awake")] == ["others_1_awake"]
    assert [*form.names_of("/gates/0", "/watchers")] == ["gates_1_watchers_0", "gates_1_watchers_none"]
    said = {"robbed": None, "gold": 1, "who": ["/others/0", "/gates/0/lock", "/x"], "shout": "", "stage": "done"}
    assert form.result({"result": said, "odds": None}).words == "1 gold for Bert, Gate 2: Lock, /x."


def test_a_part_is_shown_if_an_input_has_a_value() -> None:
    def shown(**entered: Any) -> bool:
        form = robbery_form(guard="Ogre", **entered)
        return any("cellar_height" in group.names for group in form.shown_groups())

    assert not shown() and shown(dark="on") and shown(cellar_height="3")


def test_at_the_start_no_declared_question_shows_too_many_controls() -> None:
    for game, question in nonempty(declared_questions()):
        form = form_of(game, question)(QueryDict(), Table(game, {}))
        assert controls_in(group_views(form, (), {})) + BUTTONS <= MAX_CONTROLS, question.name


@pytest.mark.parametrize(
    ("game", "question", "sides"),
    [("dnd-miniatures-2003", "initiative", "sides"), ("dungeon-command", "winner", "players")],
)
def test_a_question_between_two_sides_begins_with_both(game: str, question: str, sides: str) -> None:
    form = play_hooks(game).forms[question](QueryDict(), Table(game, {}))
    shown = [entry.path for group in form.shown_groups() if not group.folded for entry in group.entries]
    assert shown == [f"{sides}_0", f"{sides}_1"]


def test_an_empty_entry_with_what_is_chosen_at_first_is_none() -> None:
    game, query = "dnd-miniatures-2003", "lost_0=Orc&lost_0_owner=first&lost_0_points=12&lost_1_role=warband"
    form = play_hooks(game).forms["victory-points"](QueryDict(query), Table(game, {}))
    assert form.is_valid()
    situation = form.situation()
    assert [one["name"] for one in situation["lost"]] == ["Orc"]
    assert answered(game, "victory-points", situation)["result"] == {"first": 0, "second": 12}


def test_each_fact_of_a_declared_question_has_a_field_in_every_language() -> None:
    for game, question in nonempty(declared_questions()):
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                form = form_of(game, question)(QueryDict(), Table(game, {}))
                shown = {
                    name
                    for name, one in question.situation.inputs.items()
                    if not one.kept and not isinstance(one.kind, PlayedAdventure)
                }
                assert shown <= {field[: len(name)] for field in form.fields for name in shown}


# Playing an order -----------------------------------------------------------------------------------------------------


@pytest.fixture
def warband(catalog: None, client: Client) -> Legion:
    """Return a warband; its owner is logged in."""
    user = factories.UserFactory()
    client.force_login(user)
    documents = [one.document for one in ready_lists.ready_lists(GAME)]
    document = next(one for one in documents if "human-ranger" in {pick["card"] for pick in one["picks"]})
    return services.create_legion(holder=Holder(user=user), document=document)


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_the_page_of_the_game_lists_the_question_and_has_no_references(client: Client) -> None:
    page = Page(client.get("/play/dungeon-command/"))
    assert "Playing an order" in page.words
    assert not page.all("a", href="/rules/dungeon-command/reference/")
    names = "play-order take-damage deploy attack treasure morale winner order-odds move"
    assert list(play_hooks(GAME).forms) == names.split()


@pytest.mark.django_db
def test_three_taps_from_a_list_answer_and_no_page_on_the_way_has_too_many_controls(
    client: Client, warband: Legion
) -> None:
    table = Page(client.get(f"/legions/{warband.pk}/play/"))
    address = next(one["href"] for one in table.all("a") if "acting=Human" in one["href"])
    html = client.get(address).content.decode()
    assert visible_controls(html) <= MAX_CONTROLS
    tapped = re.findall(r'name="take" value="([^"]*)"', html)
    assert tapped and not any("Fireball" in one for one in tapped)
    chosen = next(unescape(one) for one in tapped if "Heroic+Surge" in one)
    after = client.get(address, {"take": chosen} | dict(parse_qsl(urlsplit(address).query)), follow=True)
    assert visible_controls(after.content.decode()) <= MAX_CONTROLS
    last = after.redirect_chain[-1][0]
    assert "order=Heroic+Surge" in last and f"list={warband.pk}" in last
    assert "The order can be played." in Page(client.get(f"{last}&now=activation")).words


@pytest.mark.django_db
def test_missing_helpers_are_entered_at_the_answer_from_the_list(client: Client, warband: Legion) -> None:
    html = client.get(PLAY, {**RANGER, "list": str(warband.pk)}).content.decode()
    asked = html.partition('id="answer"')[2].partition("</section>")[0]
    assert 'name="helpers_0"' in asked and 'name="helpers_none"' in asked and 'name="take"' in asked
    assert html.count('name="helpers_0"') == 1 and visible_controls(html) <= MAX_CONTROLS


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_the_answer_names_the_creatures_that_tap(client: Client) -> None:
    helped = {**RANGER, "helpers_0": "Dwarven Defender", "helpers_1": "dwarf cleric"}
    assert "The order can be played. To tap: Human Ranger, Dwarf Cleric." in answer(client, **helped)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    german = answer(client, **helped)
    assert "Die Order kann gespielt werden. Es tappen: Human Ranger, Dwarf Cleric." in german
    assert "Dwarf Cleric tappt und hilft. Mit 3 Level mehr hat Human Ranger 5." in german
    assert ", S. 12, Assisting Creatures" in german


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_an_entry_is_removed_by_a_button_without_scripts(client: Client) -> None:
    helped = {**RANGER, "helpers_0": "Dwarven Defender", "helpers_1": "Dwarf Cleric"}
    assert [one["value"] for one in Page(client.get(PLAY, helped)).all("button", name="remove")] == [
        "helpers_0",
        "helpers_1",
    ]
    after = client.get(PLAY, helped | {"remove": "helpers_0"})
    assert dict(parse_qsl(urlsplit(after["Location"]).query)) == {**RANGER, "helpers_0": "Dwarf Cleric"}
    assert client.get(PLAY, helped | {"remove": "helpers_9\0"}).status_code == 302


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_damage_is_asked_with_a_creature_and_a_number(client: Client) -> None:
    page = Page(
        client.get("/play/dungeon-command/take-damage/", {"creature": "Drider", "damage": "100", "morale": "15"})
    )
    assert "The creature is destroyed." in page.words and "Morale left: 11." in page.words
    page = Page(client.get("/play/dungeon-command/take-damage/", {"creature": "Wolf", "damage": "40", "cowers": "on"}))
    assert "Not known yet" in page.words and page.all("input", name="morale")


@pytest.mark.django_db
def test_a_first_deployment_is_answered_by_three_taps_from_a_list(client: Client, warband: Legion) -> None:
    table = Page(client.get(f"/legions/{warband.pk}/play/"))
    address = next(one["href"] for one in table.all("a") if "/deploy/" in one["href"])
    html = client.get(address).content.decode()
    assert visible_controls(html) <= MAX_CONTROLS and 'name="take"' in html
    page = Page(client.get(f"{address}&when=start&creatures_0=Elf+Archer"))
    assert "The creatures can be deployed. Levels on the battlefield: 1." in page.words


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_an_attack_asks_for_range_and_view_where_it_is_ranged(client: Client) -> None:
    address = "/play/dungeon-command/attack/?attacker=War+Wizard&target=Shadow+Mastiff&attack="
    melee, ranged = (client.get(address + kind).content.decode() for kind in ("melee", "ranged"))
    assert "Damage of the attack: 10." in Page(client.get(f"{address}melee")).words
    assert 'name="view"' in ranged and 'name="view"' not in melee
    assert max(visible_controls(melee), visible_controls(ranged)) <= MAX_CONTROLS
    words = Page(client.get(f"{address}ranged&distance=8&enemy_near=no&view=cover&dodges=on")).words
    assert "Shadow Mastiff taps and dodges" in words and "To tap: War Wizard, Shadow Mastiff." in words


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("treasure/?creature=Wolf&chest=3&morale=12", "It can collect 1 token. Treasure tokens left: 2. Morale: 13."),
        ("morale/?commander=Valnar+Trueblade&first_game=on&destroyed_0=Wolf&treasure=1", "Morale: 10."),
        ("order-odds/?commander=Valnar+Trueblade&deck=36&copies=1&turn=2", "One of the orders has been drawn: 16.7"),
        ("move/?creature=Drider&squares=7&starts_near=no", "It can move there. Squares of movement: 7."),
        ("winner/?" + "&".join(f"players_{place}_morale={place}" for place in range(6)), "Player 6 has won."),
        ("winner/?players_0_morale=0&players_1_morale=5&players_2_morale=4", "Player 2 has won."),
    ],
)
def test_questions_of_morale_are_answered_on_pages_of_few_controls(client: Client, query: str, shown: str) -> None:
    html = client.get(f"/play/dungeon-command/{query}")
    assert shown in Page(html).words
    assert visible_controls(html.content.decode()) <= MAX_CONTROLS


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_nobody_near_forbids_and_an_input_without_effect_is_named(client: Client) -> None:
    words = answer(client, **RANGER, helpers_none="on")
    assert "Not allowed" in words and "and nobody can assist" in words
    words = answer(client, acting="Drider", order="Uncanny Dodge", now="other-turn")
    assert "Without effect here: When. Nothing in this answer depends on it." in words
    odds = {"commander": "Valnar Trueblade", "deck": "36", "copies": "4", "turn": "3", "able": "0"}
    words = Page(client.get("/play/dungeon-command/order-odds/", odds)).words
    assert "Without effect here: Creatures that can play it." in words


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_parts_without_a_name_are_called_in_the_language_of_the_page(client: Client) -> None:
    query = "?players_0_morale=5&players_1_morale=5&players_2_morale=0"
    html = client.get(f"/play/dungeon-command/winner/{query}", headers={"Accept-Language": "de"})
    assert "Spieler 1 und Spieler 2 haben die höchste Morale, 5." in Page(html).words


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_the_catalog_lacks_only_facts_that_cards_have(client: Client) -> None:
    words = Page(client.get("/play/dungeon-command/move/", {"creature": "Drider", "squares": "7"})).words
    assert "Enter this to continue." in words
    assert "The catalog does not know" not in words


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_an_order_that_no_card_has_is_asked_for_fact_by_fact(client: Client) -> None:
    query = {"acting": "Drider", "order": "A plan", "own": "A plan", "now": "activation"}
    assert "Not known yet" in answer(client, **query)
    facts = {"order_action": "minor", "order_requires": ["none"], "order_ranged_attack": "no"}
    for entered in (query, query | facts):
        assert visible_controls(client.get(PLAY, entered).content.decode()) <= MAX_CONTROLS
    facts |= {"order_affinity": ["drow"], "order_level": "9", "order_ability": "str"}
    assert "A plan has an affinity that Drider has the keyword for" in answer(client, **query, **facts)
    wanted = answer(client, **query, **facts | {"order_requires": ["undead"]})
    assert "A plan requires the keyword undead. Drider does not have it." in wanted


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize(
    "query", ["helpers_0_level=999", "now=never", "acting_level=x", "helpers_-1=x", "helpers_0=%00", "order_requires=x"]
)
def test_hostile_input_is_refused_or_ignored(client: Client, query: str) -> None:
    assert client.get(f"{PLAY}?acting=Drider&order=Parry&{query}").status_code in (200, 400)


@pytest.mark.django_db
@pytest.mark.usefixtures("catalog")
def test_a_page_says_about_what_nothing_is_entered(client: Client) -> None:
    words = Page(client.get("/play/dungeon-command/take-damage/?damage=20&morale=9")).words
    assert "Nothing is entered yet about: Creature." in words
    assert "Fill in the form" in Page(client.get("/play/dungeon-command/take-damage/")).words
