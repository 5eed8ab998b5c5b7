"""Card faces: complete, safe, honest about unknown facts, and with distinct shields."""

import itertools
import random
import re
from dataclasses import replace
from xml.etree import ElementTree
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import sample
from catalog import faces
from catalog.faces import coats_of_arms, known_games, marks, shield_divisions, shield_figures, typography
from tests.nonempty import nonempty

DRAWN = [module.replace("_", "-") for module in known_games.MODULES]
"""The games whose cards are drawn."""
CREATURE = {
    "kind": "creature",
    "game": "attack-wing",
    "slug": "grey-test",
    "name": "Grey Test",
    "class": "Adult Grey Dragon",
    "keywords": ["dragon", "grey-dragon"],
    "set": "a-set",
    "unique": True,
    "cost": 60,
    "level": 18,
    "attack": 5,
    "agility": 0,
    "health": 7,
    "armor": 3,
    "alignment": "evil",
    "energy": ["fire", "negative"],
    "slots": ["dragon", "dragon", "arcane"],
    "actions": ["dodge", "target", "concentrate"],
    "weapons": [{"name": "Bite", "melee": True, "arc": "forward", "range": 2}],
    "movement": "flying",
    "base": "large",
    "troop": False,
    "text": "It tests whatever comes near.",
    "sources": {},
}
TROOP = CREATURE | {"troop": True, "costs": {"2": 11, "3": 16, "4": None, "5": 26, "6": 31}, "base": None}
UPGRADE = {
    "kind": "upgrade",
    "game": "attack-wing",
    "slug": "a-plain-coat",
    "name": "A Plain Coat",
    "class": "Armor",
    "keywords": ["armor"],
    "set": "a-set",
    "unique": False,
    "cost": 3,
    "slot": "equipment",
    "energy": [],
    "range": "1-3",
    "arc": "forward",
    "requires": [],
    "excludes": [],
    "penalties": [],
    "grants": [{"slot": "monster", "count": 2}],
    "limits": [],
    "exempt": [],
    "text": "One hit less.",
    "sources": {},
}
SPELL = UPGRADE | {"kind": "spell", "slug": "a-cold-word", "slot": "arcane", "minimum_level": 5, "energy": ["cold"]}
DAMAGE = {
    "kind": "damage-card",
    "game": "attack-wing",
    "slug": "a-bruise",
    "name": "A Bruise",
    "set": "a-set",
    "copies": 3,
    "flips": True,
    "text": "It hurts.",
    "sources": {},
}
MANEUVERS = {
    "kind": "maneuver-card",
    "game": "attack-wing",
    "slug": "grey-dragon-maneuvers",
    "name": "Grey Dragon Maneuvers",
    "class": "Grey Dragon",
    "set": "a-set",
    "dials": ["ground", "flight"],
    "maneuvers": [
        {"dial": "flight", "bearing": "bank", "side": "left", "speed": 2, "colour": "green"},
        {"dial": "flight", "bearing": "bank", "side": "right", "speed": 2, "colour": "green"},
        {"dial": "flight", "bearing": "turnabout", "side": "none", "speed": 3, "colour": "red"},
        {"dial": "ground", "bearing": "pivot", "side": "none", "speed": 0, "colour": "white"},
        {"dial": "ground", "bearing": "fall-back", "side": "none", "speed": 1, "colour": "white"},
    ],
    "sources": {},
}
CARDS = (CREATURE, TROOP, UPGRADE, SPELL, DAMAGE, MANEUVERS)
KEPT = ("kind", "game", "slug", "keywords", "sources")
TAGS = {"svg", "title", "desc", "g", "path", "rect", "circle", "ellipse", "text", "tspan", "clipPath", "pattern"}


def blank(card):
    """Return the card with every optional fact unknown."""
    facts = {fact: None for fact in card if fact not in KEPT}
    return card | facts | ({"troop": True} if card.get("troop") else {})


def read(svg):
    """Return tags, attributes and text of an SVG. Raises ExpatError for malformed XML."""
    tags, attributes, texts = [], [], []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda tag, given: (tags.append(tag), attributes.extend(given.items()))
    parser.CharacterDataHandler = texts.append
    parser.Parse(svg.encode("utf-8"), True)
    return tags, attributes, texts


def texts_of(svg):
    return " ".join(read(svg)[2])


def ids(svg):
    return {value for name, value in read(svg)[1] if name == "id"}


def drawings():
    for card in CARDS:
        yield from (faces.face(card), faces.face(blank(card)), faces.shield(card), faces.shield(blank(card)))
    yield faces.back()


def test_every_drawing_is_one_well_formed_svg_of_harmless_parts():
    for svg in nonempty(drawings()):
        tags, attributes, _ = read(svg)
        assert tags[0] == "svg"
        assert set(tags) <= TAGS
        assert not [name for name, _ in attributes if name == "style" or "href" in name or name.startswith("on")]
        assert svg.count("http") == 1  # only the namespace, which is not fetched


def test_the_same_card_is_always_drawn_the_same():
    for card in CARDS:
        assert faces.face(card) == faces.face(dict(reversed(card.items())))
        assert faces.shield(card) == faces.shield(dict(card))


@pytest.mark.sampled
@pytest.mark.parametrize("game", DRAWN)
def test_every_card_that_comes_with_muster_has_a_face_as_file_and_a_shield_as_preview(game):
    drawn = set()
    for card in sample.cards(game):
        face = faces.as_file(faces.face(card))
        head = face[: face.index(">")]
        assert 'viewBox="0 0 630 880"' in head and 'width="63mm" height="88mm"' in head, card["slug"]
        for drawing in (face, faces.shield(card)):
            ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing
        assert face == faces.as_file(faces.face(card))
        drawn.add(face)
    assert len(drawn) == len(sample.cards(game))


def test_a_card_that_changes_is_drawn_otherwise():
    for change in ({"cost": 59}, {"name": "Other"}, {"attack": None}, {"alignment": "good"}, {"text": "Other."}):
        assert faces.face(CREATURE | change) != faces.face(CREATURE), change


def test_a_face_has_the_proportions_of_a_printed_card():
    for svg in (faces.face(CREATURE), faces.back()):
        assert 'viewBox="0 0 630 880"' in svg


def test_a_creature_shows_its_facts():
    svg = faces.face(CREATURE)
    text = texts_of(svg)
    for word in ("Grey Test", "Adult Grey Dragon", "It tests whatever", "Attack 5", "Agility 0", "Health 7", "Armor 3"):
        assert word in text
    assert "Cost 60 points, unique" in text
    assert "?" not in text
    assert text.count("Dragon ") >= 2
    assert "Fire energy" in text
    assert "Negative energy" in text


def test_a_troop_shows_the_cost_of_each_number_of_soldiers():
    texts = read(faces.face(TROOP))[2]
    assert [text for text in texts if text in {"11", "16", "26", "31"}] == ["11", "16", "26", "31"]
    assert "?" in texts


def test_a_spell_asks_for_its_level_and_an_upgrade_does_not():
    assert "5+" in read(faces.face(SPELL))[2]
    assert "LEVEL" not in read(faces.face(UPGRADE))[2]


def test_an_upgrade_says_what_it_asks_for_before_what_it_does():
    text = texts_of(faces.face(UPGRADE, sentences=("Evil only.", "No second armor.")))
    drawn = text[text.rindex("Evil only.") :]
    assert drawn.index("No second armor.") < drawn.index("One hit less.")


def test_a_cost_by_number_shows_that_it_grows():
    assert "0+" in read(faces.face(UPGRADE | {"cost": 0, "cost_each": {"family": ["a"], "cost": 1}}))[2]


def test_a_damage_card_shows_its_copies():
    assert "\u00d73" in read(faces.face(DAMAGE))[2]


def test_a_maneuver_card_shows_each_maneuver_once_on_its_dial():
    _, _, texts = read(faces.face(MANEUVERS))
    assert [text for text in texts if text in {"GROUND", "FLIGHT"}] == ["GROUND", "FLIGHT"]
    shown = [text for text in texts if text.split()[-1] in {"white", "green", "red"}]
    assert shown == [
        "Pivot 0 white",
        "Fall back 1 white",
        "Turnabout 3 red",
        "Bank left 2 green",
        "Bank right 2 green",
    ]
    assert "WHICH DIAL" not in " ".join(texts)


def test_a_dial_that_is_not_known_says_so():
    unplaced = [maneuver | {"dial": None} for maneuver in MANEUVERS["maneuvers"]]
    assert "WHICH DIAL IS NOT KNOWN" in read(faces.face(MANEUVERS | {"maneuvers": unplaced}))[2]


def test_maneuvers_with_the_same_place_are_drawn_side_by_side():
    crowd = [
        {"dial": "ground", "bearing": bearing, "side": side, "speed": 0, "colour": colour}
        for bearing in ("straight", "bank", "turn", "turnabout", "fall-back", "pivot")
        for side in ("left", "right", "none")
        for colour in ("white", "red", "green")
    ]
    svg = faces.face(MANEUVERS | {"maneuvers": crowd})
    places = re.findall(r'<g transform="translate\(([-0-9.]+) ([-0-9.]+)\) scale\([0-9.]+\)"><title>', svg)
    assert len(places) == len(set(places)) == len(crowd)
    assert all(0 <= float(x) <= 630 and 0 <= float(y) <= 880 for x, y in places)


@pytest.mark.parametrize("card", (DAMAGE, MANEUVERS), ids=lambda card: card["slug"])
def test_unknown_facts_are_drawn_as_question_marks(card):
    svg = faces.face(blank(card))
    assert "?" in read(svg)[2]
    assert "not known" in texts_of(svg)
    assert "None" not in texts_of(svg)


@pytest.mark.parametrize("card", (CREATURE, TROOP, UPGRADE, SPELL), ids=lambda card: card["slug"])
def test_a_card_with_many_unknown_facts_states_their_number(card):
    svg = faces.face(blank(card))
    assert faces.is_sparse(blank(card))
    assert "?" not in read(svg)[2]
    assert re.search(r"\d+ facts missing", texts_of(svg))
    assert "None" not in texts_of(svg)


def test_a_card_with_many_unknown_facts_shows_the_known_ones():
    facts = ("attack", "agility", "health", "armor", "weapons", "actions")
    sparse = CREATURE | dict.fromkeys(facts)
    svg = faces.face(sparse, set_document={"name": "Our Set", "official": False})
    assert "6 facts missing" in texts_of(svg)
    for words in ("Grey Test", "Adult Grey Dragon", "60", "Level", "18", "Evil", "Our Set: open set, not official"):
        assert words in texts_of(svg), words
    assert "It tests whatever comes near." in texts_of(svg)


def test_a_few_unknown_facts_are_marked_in_place():
    assert not faces.is_sparse(CREATURE | dict.fromkeys(("attack", "agility", "health", "armor")))
    assert faces.is_sparse(CREATURE | dict.fromkeys(("attack", "agility", "health", "armor", "weapons")))


@pytest.mark.parametrize("fact", ["cost", "level", "attack", "agility", "health", "armor"])
def test_one_unknown_number_is_one_question_mark(fact):
    assert read(faces.face(CREATURE | {fact: None}))[2].count("?") == 1


@pytest.mark.parametrize(
    ("facts", "unknown"),
    [
        ({"size": "large"}, {"Treasure squares not known"}),
        ({"size": "small"}, {"Treasure squares not known", "Start area not known"}),
        ({"size": "small", "start": True}, {"Treasure squares not known"}),
        ({"size": "small", "treasure_squares": 0}, {"Start area not known"}),
        ({"start": False, "treasure_squares": 2}, {"Size not known"}),
        ({"size": "large", "treasure_squares": 6}, set()),
    ],
)
def test_each_fact_of_a_tile_that_is_not_known_is_a_question_mark_on_it(facts, unknown):
    tile = {"kind": "tile", "game": "dungeon-command", "slug": "a-tile", "name": None, "class": "A tile", "sources": {}}
    texts = read(faces.face(tile | facts))[2]
    assert {text for text in texts if text.endswith("not known")} == unknown
    assert texts.count("?") == len(unknown)


def test_a_zero_is_a_number_and_not_a_question():
    assert "?" not in read(faces.face(CREATURE | {"armor": 0, "cost": 0}))[2]


def test_only_an_unofficial_set_is_marked_as_not_official():
    ours = {"name": "Our Set", "official": False}
    theirs = {"name": "Their Set", "official": True}
    assert "Our Set: open set, not official" in texts_of(faces.face(CREATURE, set_document=ours))
    assert "open set" not in texts_of(faces.face(CREATURE, set_document=theirs))
    assert "Not the printed card" in texts_of(faces.face(CREATURE))


def test_a_full_card_has_room_for_everything():
    weapons = [{"name": "A weapon with a long name", "melee": False, "arc": "any", "range": 4}] * 6
    full = CREATURE | {"slots": ["divine"] * 12, "energy": list(coats_of_arms.TINCTURES)[:9], "weapons": weapons}
    full |= {"actions": ["dodge", "charge", "target", "concentrate", "feint"], "cost": 1000}
    for name, value in nonempty(read(faces.face(full))[1]):
        if name in ("x", "y", "cx", "cy"):
            assert -4 <= float(value) <= 880


HOSTILE = [
    '</text><script>alert("x")</script>',
    '"><svg onload=alert(1)>',
    "&amp;&#0;]]><!--",
    "\u202eBackwards\u2066 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "nul\x00bell\x07",
    "lone \ud800 half",
    "W" * 120,
    "\u9f8d" * 120,
    "e\u0301" * 60,
    "' or 1=1 {name} %s ${x}",
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["slug"])
def test_no_name_breaks_out_of_its_drawing(card, name):
    evil = {fact: name for fact in ("name", "class", "text") if fact in card}
    for svg in (faces.face(card | evil, set_document={"name": name, "official": False}), faces.shield(card | evil)):
        tags, attributes, texts = read(svg)
        assert set(tags) <= TAGS
        assert not [key for key, _ in attributes if key.startswith("on")]
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x00]", "".join(texts))


def test_a_long_name_stays_on_its_card():
    for name in ("W" * 120, "word " * 24, "\u9f8d" * 120):
        shown, size = typography.fit(name.strip(), 404, 46, 27)
        assert typography.width(shown, size) <= 404
        assert shown.endswith("\u2026")


def test_a_long_text_ends_in_an_ellipsis_and_is_whole_in_the_description():
    text = " ".join(f"word{number}" for number in range(280))
    svg = faces.face(CREATURE | {"text": text})
    assert text in svg[: svg.index("</desc>")]
    assert "\u2026" in svg[svg.index("</desc>") :]


@given(st.text(max_size=300), st.floats(10, 40), st.floats(60, 600))
def test_wrapped_lines_fit_their_room_and_lose_nothing(text, size, room):
    lines = typography.wrap(text, size, room)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(typography.width(line, size) <= room * 1.001 for line in lines if len(line) > 1)


@given(st.text(max_size=120))
def test_plain_words_can_be_put_into_xml(text):
    read(f"<svg>{typography.text(typography.plain_text(text), 0, 0, 10, fill='#000')}</svg>")


def generated(count):
    """Yield documents like those of a full catalog: few classes and energies, many names."""
    dice = random.Random(20)
    classes = [f"{age} {colour} Dragon" for age in ("Young", "Adult") for colour in ("Red", "Blue", "Green")]
    for number in range(count):
        kind = dice.choice((CREATURE, CREATURE, UPGRADE, SPELL))
        card = kind | {"slug": f"card-{number}", "name": f"Card {number}", "unique": dice.random() < 0.3}
        card["class"] = dice.choice(classes)
        card["energy"] = dice.sample(list(coats_of_arms.TINCTURES)[:9], dice.randrange(3))
        yield card


def test_no_two_of_five_hundred_cards_bear_the_same_arms():
    seen = {}
    for card in nonempty(generated(500)):
        look = replace(coats_of_arms.arms_of(card), seed="")
        assert look not in seen, f"{card['slug']} bears the arms of {seen[look]}"
        seen[look] = card["slug"]


def test_cards_in_one_page_share_no_ids():
    pages = [ids(faces.shield(card)) for card in generated(60)]
    assert all(pages)
    assert not any(one & other for one, other in itertools.combinations(pages, 2))


def test_facts_choose_tincture_outline_and_border():
    red = coats_of_arms.arms_of(CREATURE)
    assert red.field == coats_of_arms.TINCTURES["fire"]
    assert red.second == coats_of_arms.TINCTURES["negative"][0]
    assert red.outline == coats_of_arms.OUTLINES["evil"]
    assert red.unique
    assert "gold border" in faces.blazon(CREATURE)
    assert "gold border" not in faces.blazon(CREATURE | {"unique": None})


def test_one_class_shares_one_division():
    assert len({coats_of_arms.arms_of(CREATURE | {"slug": f"card-{n}"}).division for n in range(20)}) == 1


@pytest.mark.parametrize(
    ("facts", "figure"),
    [
        ({"keywords": ["red-dragon", "undead"]}, "dragon"),
        ({"keywords": ["dragon", "young-dragon"]}, "wyvern"),
        ({"keywords": ["undead"], "class": "Wight"}, "undead"),
        ({"keywords": None, "class": "Frost Giant"}, "giant"),
        ({"keywords": [], "class": "Sun Elf Wizard"}, "humanoid"),
        ({"keywords": ["siege-engine"], "class": None}, "construct"),
    ],
)
def test_words_of_a_creature_choose_its_figure(facts, figure):
    assert shield_figures.charge_of(CREATURE | {"name": "Somebody"} | facts) == figure


def test_every_figure_is_drawn_and_every_drawing_used():
    families = {
        *itertools.chain(*shield_figures.DRAWINGS.values()),
        *shield_figures._CREATURES,
        *shield_figures._UPGRADES,
        *shield_figures._SLOTS.values(),
        "humanoid",
    }
    assert families == {path.stem for path in shield_figures.SOURCES.glob("*.svg")}


def test_every_division_is_a_path_in_every_line():
    for draw in shield_divisions.DIVISIONS.values():
        for line in shield_divisions.LINES:
            assert re.fullmatch(r"(?:[MLHVQlhvZz][-0-9. ]*)+", draw(line))


def test_every_energy_alignment_and_slot_has_its_mark():
    named = {mark for _, rows in marks.LEGEND for mark, _, _ in rows}
    assert {tincture.removeprefix("slot-") for tincture in coats_of_arms.TINCTURES} - named == {
        "damage",
        "maneuver",
        "unknown",
    }


def test_a_kind_without_a_face_is_refused():
    with pytest.raises(KeyError):
        faces.face({"kind": "set", "slug": "a-set"})


@pytest.mark.parametrize("card", [CREATURE, TROOP, UPGRADE, SPELL, DAMAGE], ids=lambda card: card["slug"])
def test_flavour_text_is_in_italics_apart_from_the_effect(card):
    told = faces.face(card | {"text": "It does this.", "flavour": "It was there before the bells."})
    [flavour] = [text for text in re.findall(r"<text.*?</text>", told) if "before the bells" in text]
    assert 'font-style="italic"' in flavour and "It does this." not in flavour
    [rules] = [text for text in re.findall(r"<text.*?</text>", told) if "It does this." in text]
    assert "font-style" not in rules
    assert "before the bells" not in faces.face(card | {"text": "It does this."})
