"""The query language: parsing, writing, meaning, echoed queries and fault positions."""

from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from catalog import documents
from catalog.documents.text_folding import fold
from catalog.search import games, syntax
from catalog.search.card_texts import search_texts
from catalog.search.compiler import QueryContext, UnavailableTerm, compile_query
from catalog.search.conditions import CardSelection
from catalog.search.descriptions import describe
from catalog.search.fields import FieldType, query_language, vocabulary_of
from catalog.search.near_names import CardName, near_names
from catalog.search.syntax import All, AnyOf, Compare, Not, Value, Word, parse, write
from rulesapi.judging.query_matching import matches
from tests import factories
from tests.catalog.search_queries import anything
from tests.nonempty import nonempty

GAME = "attack-wing"
SETS = {
    "first": {"slug": "first", "name": "The First Set", "official": True},
    "ours": {"slug": "ours", "name": "Ours", "official": False},
}
AROUND = QueryContext(
    sets=lambda: SETS,
    words=lambda _key: {"giant", "red-dragon"},
    fits=lambda slug: CardSelection(f"fit {slug or 'here'}", frozenset({"sure"}), frozenset({"perhaps"})),
    owned=lambda: CardSelection("you own", frozenset({"mine"})),
)


def compare(name: str, sign: str, *values: str | None) -> Compare:
    return Compare(name, sign, tuple(Value(value) for value in values))


def phrase(text: str) -> Word:
    return Word(text, exact=True)


def matches_card(query: str, card: dict[str, Any]) -> bool | None:
    """Return the result of a valid query for a card."""
    understood = compile_query(query, query_language(card["game"]), AROUND)
    assert not understood.faults, understood.faults
    return matches(understood.condition, card)


# -- reading and writing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("", All()),
        ("  dragon ", Word("dragon")),
        ("red dragon", All((Word("red"), Word("dragon")))),
        ('"red dragon"', phrase("red dragon")),
        (r'"a \"b\" \\"', phrase('a "b" \\')),
        ("cost<=4", compare("cost", "<=", "4")),
        ("cost≤4", compare("cost", "<=", "4")),
        ("cost=4", compare("cost", ":", "4")),
        ("cost!=4", compare("cost", "!=", "4")),
        ("energy:fire,cold", compare("energy", ":", "fire", "cold")),
        ('set:"Starter Set",x', compare("set", ":", "Starter Set", "x")),
        ("cost:?", compare("cost", ":", None)),
        ('cost:"?"', compare("cost", ":", "?")),
        ("-troop", Not(Word("troop"))),
        ("wood-elf", Word("wood-elf")),
        ("a - b", All((Word("a"), phrase("-"), Word("b")))),
        ("a or b c", AnyOf((Word("a"), All((Word("b"), Word("c")))))),
        ("(a or b) c", All((AnyOf((Word("a"), Word("b"))), Word("c")))),
        ("-(a b)", Not(All((Word("a"), Word("b"))))),
        ("--a", Not(Not(Word("a")))),
        ("owned", compare("is", ":", "owned")),
        ('"owned" "or"', All((phrase("owned"), phrase("or")))),
        ("5:3", phrase("5:3")),
        ("dragon, fire. cold?", All((Word("dragon"), Word("fire"), Word("cold")))),
        ("dragon . , … – !", Word("dragon")),
        ("energy:fire,cold, dragon", All((compare("energy", ":", "fire", "cold"), Word("dragon")))),
        ("cost：4", compare("cost", ":", "4")),
        ("cost＜4 level≧2", All((compare("cost", "<", "4"), compare("level", ">=", "2")))),
        ("energy:fire、cold", compare("energy", ":", "fire", "cold")),
        ("speaker’s ‘tis '", All((Word("speaker’s"), Word("tis")))),
        ("‘red dragon’s hoard’", phrase("red dragon’s hoard")),
    ],
)
def test_a_query_is_read_as_its_grammar_says(text: str, term: syntax.Term) -> None:
    read = parse(text)
    assert read.term == term
    assert not read.faults
    assert parse(write(term)) == read


@pytest.mark.parametrize(
    "marks",
    [
        "„“",
        "„”",
        '„"',
        "“”",
        '“"',
        '""',
        "«»",
        "»«",
        "»»",
        "‹›",
        "›‹",
        "‚‘",
        "‚’",
        "‘’",
        "””",
        "「」",
        "『』",
        "〝〞",
        "＂＂",
    ],
)
def test_all_quotation_marks_enclose_a_phrase(marks: str) -> None:
    opening, closing = marks
    for text, term in (
        (f"{opening}red dragon{closing}", phrase("red dragon")),
        (f"fire {opening}red dragon{closing} cold", All((Word("fire"), phrase("red dragon"), Word("cold")))),
        (f"-{opening}red dragon{closing}", Not(phrase("red dragon"))),
        (f"name:{opening}Red Dragon{closing},x", compare("name", ":", "Red Dragon", "x")),
    ):
        read = parse(text)
        assert read.term == term, text
        assert not read.faults


@pytest.mark.parametrize("dash", "-–—−‐‑﹣－")
def test_all_dashes_exclude_the_following_term(dash: str) -> None:
    assert parse(f"dragon {dash}fire").term == All((Word("dragon"), Not(Word("fire"))))
    assert parse(f"{dash}(fire cold)").term == Not(All((Word("fire"), Word("cold"))))
    assert parse(f"wood{dash}elf").term == Word(f"wood{dash}elf")


@pytest.mark.parametrize("joint", ["&", "+", "|", "||", "/", "&&", "//"])
def test_a_sign_between_words_says_nothing(joint: str) -> None:
    read = parse(f"dragon {joint} fire")
    assert read.term == All((Word("dragon"), Word("fire")))
    assert not read.faults


@given(anything())
def test_a_written_query_is_read_as_the_same_query(term: syntax.Term) -> None:
    text = write(term)
    read = parse(text)
    if len(text) <= syntax.MAX_QUERY_LENGTH:
        assert read.term == term
        assert not read.faults


@given(st.text(max_size=80) | st.text('()-"“”:<>=!,\\? orab', max_size=80))
def test_any_query_is_read_and_written_again(text: str) -> None:
    read = parse(text)
    assert parse(write(read.term)).term == read.term
    for fault in read.faults:
        assert fault.pointer == "/q"
        assert fault.offset is not None
        assert fault.length is not None
        assert 0 <= fault.offset <= fault.offset + fault.length <= len(text)


@pytest.mark.parametrize(
    ("text", "code", "offset", "length"),
    [
        ('a "b', "open-quote", 2, 1),
        ("a ”", "open-quote", 2, 1),
        ("(a", "open-bracket", 0, 1),
        ("a)", "stray-bracket", 1, 1),
        ("()", "empty-brackets", 0, 2),
        ("or a", "nothing-to-choose", 0, 2),
        ("a or", "nothing-to-choose", 2, 2),
        ("a or or b", "nothing-to-choose", 5, 2),
        ("a -(", "open-bracket", 3, 1),
        ("--)", "nothing-negated", 0, 2),
        ("-" * 20 + "a", "too-deep", 0, 8),
        ("(" * 20 + "a" + ")" * 20, "too-deep", 8, 1),
        ("a " * 41, "too-many-terms", 80, 2),
        ("x" * 501, "query-too-long", 500, 1),
    ],
)
def test_a_syntax_error_has_its_position(text: str, code: str, offset: int, length: int) -> None:
    fault = next(fault for fault in parse(text).faults if fault.code == code)
    assert (fault.offset, fault.length) == (offset, length)


def test_the_rest_of_a_query_applies_if_a_part_cannot_be_read() -> None:
    assert parse("dragon or").term == Word("dragon")
    assert parse("(dragon").term == Word("dragon")
    known = query_language(GAME)
    assert compile_query("cots<4 dragon kind:spel", known).condition == compile_query("dragon", known).condition


# -- fields come from the schemas ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*documents.card_kinds(), None])
def test_every_fact_of_a_schema_can_be_asked_for_by_its_key_and_its_title(game: str | None) -> None:
    known = query_language(game)
    games = documents.card_kinds() if game is None else [game]
    for one in nonempty(games):
        for kind in nonempty(documents.card_kinds()[one]):
            schema = documents.load_schemas()[f"{one}/{kind}.schema.json"]["properties"]
            for key in schema.keys() - {"kind", "game", "slug", "set", "also_in", "formerly", "retired", "sources"}:
                field = known.field(key)
                assert field is not None, key
                assert key in [fact.key for fact in field.facts]
                if "title" in schema[key]:
                    assert known.field(documents.slugify(schema[key]["title"])) is not None


@pytest.mark.parametrize("game", [module.replace("_", "-") for module in games.MODULES])
def test_a_games_own_words_are_for_facts_that_it_has_and_of_one_sort(game: str) -> None:
    known = query_language(game)
    for name, keys in nonempty(vocabulary_of(game).names.items()):
        assert len({known.fields[key].sort for key in keys}) == 1, name
        assert known.field(name) is not None
    assert vocabulary_of(game).examples
    for example in vocabulary_of(game).examples:
        around = QueryContext(sets=lambda: {"starter-set": {"name": "Starter Set", "official": True}})
        assert not compile_query(example, known, around).faults, example


def test_a_game_without_words_of_its_own_is_asked_by_its_schemas() -> None:
    assert vocabulary_of("no-such-game").names == {}
    assert not query_language("no-such-game").fields


def test_without_a_game_an_ambiguous_name_means_all_of_its_facts() -> None:
    field = query_language(None).field("hp")
    assert field is not None
    assert {fact.key for fact in field.facts} == {"health", "hit_points", "hp"}


@pytest.mark.parametrize("game", ["dnd-miniatures-2003", None])
def test_a_faction_goes_by_the_letters_that_the_cards_print(game: str | None) -> None:
    known = query_language(game)
    for letters, faction in (
        ("LG", "lawful-good"),
        ("le", "lawful-evil"),
        ("cg", "chaotic-good"),
        ("ce", "chaotic-evil"),
    ):
        cut, whole = (compile_query(f"-faction:{word}", known, AROUND) for word in (letters, faction))
        assert not cut.faults and cut.condition == whole.condition
        assert describe(cut.condition, known) == describe(whole.condition, known)
    assert compile_query("faction:lgx", known, AROUND).faults


def test_abbreviations_stand_for_values_of_a_fact() -> None:
    for game in nonempty(documents.card_kinds()):
        fields = query_language(game).fields
        for key, cut in vocabulary_of(game).abbreviations.items():
            assert {*cut.values()} <= {*fields[key].values.values()}


@pytest.mark.parametrize("name", ["hp", "health"])
def test_hit_points_go_by_each_of_their_names_in_every_game(name: str) -> None:
    for game in ("attack-wing", "dungeon-command", "dnd-miniatures-2003", "dnd-miniatures-2008"):
        assert query_language(game).field(name) is not None, game


# -- meaning -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "facts", "answers"),
    [
        ("giant", {"name": "Hill Giant"}, True),
        ("evocateur", {"name": "Évocateur"}, True),
        ("ÉVOCATEUR", {"name": "evocateur"}, True),
        ("blackguards", {"name": "Blackguard’s Mail"}, True),
        ("blackguard's", {"name": "Blackguards Mail"}, True),
        ("wood-elf", {"name": "Wood Elf"}, True),
        ("strasse", {"name": "Straße"}, True),
        ("aether", {"name": "Æther"}, True),
        ('"giant hill"', {"name": "Hill Giant"}, False),
        ("club", {"weapons": [{"name": "Club", "melee": True, "arc": "any", "range": 1}]}, True),
        ("evil", {"alignment": "evil"}, True),
        ("-evil", {"alignment": "evil"}, False),
        ("flying", {"movement": "flying"}, True),
        ("breath", {"class": "Breath Weapon"}, True),
        ("forward", {"weapons": [{"name": None, "melee": True, "arc": "forward", "range": 1}]}, True),
        ("ranged", {"weapons": [{"name": None, "melee": False, "arc": "forward", "range": 1}]}, True),
        ("ranged", {"weapons": [{"name": None, "melee": True, "arc": "forward", "range": 1}]}, False),
        ("creatures", {}, True),
        ("reroll", {"text": "You may re-roll 1 die."}, True),
        ("re-rolls", {"text": "You may reroll 1 die."}, True),
        ("re-roll", {"text": "Roll the die again."}, False),
        ('"reroll"', {"text": "You may re-roll 1 die."}, True),
        ("text:reroll", {"text": "You may re-roll 1 die."}, True),
        ("-reroll", {"text": "You may re-roll 1 die."}, False),
        ("heal", {"text": "A prayer of healing."}, True),
        ('"heal"', {"text": "It is healed."}, True),
        ('"heals"', {"text": "It is healed."}, False),
        ("-heals", {"text": "It is healed."}, True),
        ("armour", {"text": "It has armor."}, True),
        ("2", {"text": "Draw two cards."}, True),
        ('name:"Tordek Dwarf"', {"name": "Tordek, Dwarf Champion"}, True),
        ('"tordek dwarf"', {"name": "Tordek, Dwarf Champion"}, True),
        ("cost:１", {"cost": 1}, True),
        ("cost<=٤", {"cost": 4}, True),
        ("cost：４", {"cost": 4}, True),
        ("twice: giant", {"text": "Twice a giant."}, True),
        ("+2", {"text": "Save +2."}, True),
        ("+2", {"text": "Save +3, 2 squares."}, False),
        ("fire/cold", {"text": "Of fire, cold."}, True),
        ("-riddle", {"text": None}, True),
        ("-text:riddle", {"text": None}, None),
        ("text:riddle", {"text": None}, None),
        ("text:riddle", {"text": "A Riddle."}, True),
        ("flavour:riddle", {"flavour": "A Riddle."}, True),
        ("text:riddle", {"text": "Plain.", "flavour": "A Riddle."}, False),
        ("riddle", {"flavour": "A Riddle."}, True),
        ("cost<=4", {"cost": 4}, True),
        ("cost<4", {"cost": 4}, False),
        ("cost>3", {"cost": 4}, True),
        ("cost:3,4", {"cost": 4}, True),
        ("cost!=4", {"cost": 4}, False),
        ("cost<=4", {"cost": None}, None),
        ("-cost<=4", {"cost": None}, None),
        ("cost:?", {"cost": None}, True),
        ("cost:?", {"cost": 4}, False),
        ("-cost:?", {"cost": None}, False),
        ("cost:4,?", {"cost": None}, True),
        ("cost:? or cost<=4", {"cost": None}, True),
        ("cost<=4 alignment:evil", {"cost": None, "alignment": "good"}, False),
        ("cost<=4 alignment:evil", {"cost": None, "alignment": "evil"}, None),
        ("copies>=1", {}, False),
        ("-copies>=1", {}, True),
        ("copies:?", {}, False),
        ("energy:fire", {"energy": ["cold", "fire"]}, True),
        ("energy:FIRE,acid", {"energy": ["cold"]}, False),
        ("energy:fire", {"energy": None}, None),
        ("keyword:giant", {"keywords": ["giant"]}, True),
        ('keyword:"Red Dragon"', {"keywords": ["red-dragon"]}, True),
        ("slot:arcane", {"slots": ["heroic", "arcane"]}, True),
        ("is:unique", {"unique": True}, True),
        ("-is:unique", {"unique": None}, None),
        ("unique:no", {"unique": False}, True),
        ("is:retired", {"retired": "Withdrawn"}, True),
        ("-is:retired", {}, True),
        ("is:wanted", {"base": None}, True),
        ("is:wanted", {"weapons": [{"name": None, "melee": True, "arc": "any", "range": 1}], "set": "first"}, True),
        ("is:open", {"set": "ours"}, True),
        ("is:open", {"set": None}, False),
        ("is:official", {"set": "first"}, True),
        ("set:first", {"set": "first"}, True),
        ('set:"the first set"', {"set": "ours"}, False),
        ("set:first", {"set": None}, None),
        ("set:?", {"set": None}, True),
        ("kind:creature", {}, True),
        ("kind:creatures", {}, True),
        ('kind:spell,"damage card"', {}, False),
        ('weapons:"range 2"', {"weapons": [{"name": "Bow", "melee": False, "arc": "any", "range": 2}]}, True),
        ("weapons:bite", {"weapons": [{"name": None, "melee": True, "arc": "any", "range": 1}]}, None),
        ("weapons:melee", {"weapons": [{"name": None, "melee": True, "arc": "any", "range": 1}]}, True),
        ("owned", {"slug": "mine"}, True),
        ("is:owned", {"slug": "other"}, False),
        ("fits:somebody", {"slug": "sure"}, True),
        ("fits:somebody", {"slug": "perhaps"}, None),
        ("-fits", {"slug": "perhaps"}, None),
        ("-fits", {"slug": "other"}, True),
        ("level>=5 (is:troop or is:unique)", {"level": 5, "troop": False, "unique": True}, True),
        ("ENERGY_TYPES:fire", {"energy": ["fire"]}, True),
        ("primary-weapon-value>=3", {"attack": 3}, True),
    ],
)
def test_a_query_answers_yes_no_or_not_known(query: str, facts: dict[str, Any], answers: bool | None) -> None:
    assert matches_card(query, factories.creature(**facts)) is answers


def test_the_level_of_a_spell_is_the_lowest_that_it_asks_for() -> None:
    assert matches_card("kind:spell level>=5", factories.spell(minimum_level=5)) is True
    assert matches_card("kind:spell level>=5", factories.spell(minimum_level=None)) is None
    assert matches_card("level>=5", factories.upgrade()) is False


@pytest.mark.parametrize(
    ("query", "code", "offset", "length", "fragment"),
    [
        ("dragon enrgy:fire", "unknown-field", 7, 5, "“energy”"),
        ("energy:fier", "unknown-value", 7, 4, "“fire”"),
        ("alignment:chaotic", "unknown-value", 10, 7, "good, neutral, evil"),
        ("keyword:gaint", "unknown-value", 8, 5, "“giant”"),
        ("kind:spel", "unknown-value", 5, 4, "“spell”"),
        ("set:frist", "unknown-value", 4, 5, "“first”"),
        ("is:uniqe", "unknown-value", 3, 5, "“unique”"),
        ("cost<=four", "wrong-value", 6, 4, "whole number"),
        ("cost<=-1", "wrong-value", 6, 2, "whole number"),
        ("cost<=²", "wrong-value", 6, 1, "whole number"),
        ("cost<=99999999999999999999", "wrong-value", 6, 20, "1,000,000"),
        ("cost<=1,2", "too-many-values", 8, 1, "one number"),
        ("cost<=?", "wrong-value", 6, 1, ":?"),
        ("cost:", "missing-value", 0, 5, "needs a value after it"),
        ("energy<=fire", "not-a-number", 0, 8, "no number"),
        ("is>=unique", "not-a-number", 0, 4, "no number"),
        ("unique:perhaps", "wrong-value", 7, 7, "yes or no"),
        ("kind:?", "wrong-value", 5, 1, "none"),
        ('""', "nothing-to-find", 0, 2, "Enter a word"),
        ("a - b", "nothing-to-find", 2, 1, "Enter a word"),
        ("x:y", "unknown-field", 0, 1, "No card has"),
    ],
)
def test_an_unknown_word_has_its_position(query: str, code: str, offset: int, length: int, fragment: str) -> None:
    (fault,) = compile_query(query, query_language(GAME), AROUND).faults
    assert (fault.code, fault.offset, fault.length) == (code, offset, length)
    assert fragment in fault.message
    assert fault.pointer == "/q"


def test_an_unsupported_term_has_a_reason() -> None:
    for query in ("owned", "fits:wraith", "fits"):
        (fault,) = compile_query(query, query_language(GAME)).faults
        assert fault.code == "cannot-ask"

    def refuse(_slug: str | None) -> CardSelection:
        raise UnavailableTerm("Not here.")

    (fault,) = compile_query("a fits:b", query_language(GAME), QueryContext(fits=refuse)).faults
    assert (fault.message, fault.offset, fault.length) == ("Not here.", 7, 1)


# -- words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "description"),
    [
        ("", "All cards"),
        ("dragon", "Cards saying “dragon”"),
        (
            "kind:spell energy:fire cost<=4 level>=5",
            "Spells with the energy type fire, with a cost of 4 or less, with a level of 5 or more",
        ),
        ('kind:spell,"damage card"', "Spells or damage cards"),
        ("-kind:spell attack>2", "Cards that are no spells, with a primary weapon value of more than 2"),
        ("-energy:fire,cold", "Cards without the energy type fire or cold"),
        ("agility<2 health:?", "Cards with an agility of less than 2, whose health is not known"),
        (
            "-is:unique is:retired -is:wanted",
            "Cards not marked “unique”, that are retired, with no facts that are not known",
        ),
        ("text:fire set:first,ours", "Cards with “fire” in the rules text, from The First Set or Ours"),
        ("is:open or is:official", "Cards from open sets or from the publisher"),
        (
            "-(giant or (red dragon)) fits:x owned",
            "Cards other than those saying “giant” or (saying “red” and saying “dragon”), that fit x, that you own",
        ),
        ("-set:first -fits", "Cards not from The First Set, other than those that fit here"),
        ("cots<4 dragon", "Cards saying “dragon”"),
    ],
)
def test_a_query_is_described_in_words(query: str, description: str) -> None:
    assert describe(compile_query(query, query_language(GAME), AROUND).condition, query_language(GAME)) == description


@pytest.mark.sampled
@given(anything())
def test_every_query_can_be_described(term: syntax.Term) -> None:
    for game in (GAME, None):
        assert describe(compile_query(write(term), query_language(game), AROUND).condition, query_language(game))


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("firebal", ["fireball"]),
        ("kind:spell fierball", ["fireball"]),
        ("hill gaint", ["hill-giant"]),
        ("gaint", ["hill-giant"]),
        ("oger", ["ogre"]),
        ("-firebal", []),
        ("zzzz", []),
        ("cost<4", []),
        ("flying giant", []),
        ("orge mage", []),
        ("org", []),
        ("fireballs are hot", []),
        ("basilisk 3", []),
    ],
)
def test_names_are_offered_that_are_a_letter_or_two_away(query: str, slugs: list[str]) -> None:
    names = ("Fireball", "Hill Giant", "Ogre", "Orc", "Basilisk 2")
    cards = [CardName(GAME, documents.slugify(name), name) for name in names]
    condition = compile_query(query, query_language(GAME), AROUND).condition
    assert [one.slug for one in near_names(condition, cards)] == slugs


def test_a_word_that_no_card_says_is_the_beginning_of_one() -> None:
    said = QueryContext(said=lambda phrases: {" drag "} & {*phrases})
    known = query_language(GAME)
    card = factories.creature(name="Wyrm", text="It flees from a dragon.")
    assert matches(compile_query("drago", known, said).condition, card) is True
    assert matches(compile_query("rago", known, said).condition, card) is False
    assert matches(compile_query("drag", known, said).condition, card) is False
    assert matches(compile_query("yrm", known, said).condition, card) is True
    named = factories.creature(name="Dragon of Health")
    assert matches(compile_query("drag", known, said).condition, named) is True


@pytest.mark.parametrize(
    ("query", "facts"),
    [
        ("böse", {"alignment": "evil"}),
        ("fliegende", {"movement": "flying"}),
        ("Feuer", {"energy": ["fire"]}),
        ("Kreaturen", {}),
        ("evil", {"alignment": "evil"}),
    ],
)
def test_words_of_the_page_for_facts_are_found_in_its_language(query: str, facts: dict[str, Any]) -> None:
    with translation.override("de"):
        assert matches_card(query, factories.creature(**facts)) is True
    if query != "evil":
        assert matches_card(query, factories.creature(**facts)) is False


# -- folding -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert "\n" not in fold(text)


def test_nothing_is_folded_of_what_is_no_card() -> None:
    assert search_texts(factories.game()) == {}


def test_every_sort_of_field_is_there_in_some_game() -> None:
    assert {one.sort for game in documents.card_kinds() for one in query_language(game).fields.values()} == set(
        FieldType
    )
