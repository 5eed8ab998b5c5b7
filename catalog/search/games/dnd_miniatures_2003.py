"""Search words of D&D Miniatures (2003), as its players use them."""

from catalog.search.vocabulary import GameVocabulary

VOCABULARY = GameVocabulary(
    names={
        "faction": ("factions", "factions_include"),
        "factions": ("factions", "factions_include"),
        "points": ("cost",),
        "keyword": ("keywords",),
        "type": ("keywords",),
        "health": ("hp",),
        "armor": ("ac",),
    },
    labels={"factions": "faction", "keywords": "creature type", "ac": "Armor Class"},
    abbreviations={
        "factions": {"lg": "lawful-good", "le": "lawful-evil", "cg": "chaotic-good", "ce": "chaotic-evil"},
    },
    examples=(
        "faction:chaotic-evil cost<=20 level>=3",
        "is:commander commander_rating>=4",
        "type:undead size:large,huge",
        "is:unique -rarity:rare",
        "attacks:bite speed>=8",
    ),
    flag_words={"flight": ("flying", "")},
    spoken={
        "adp": "adept",
        "bbn": "barbarian",
        "brd": "bard",
        "clr": "cleric",
        "com": "commoner",
        "drd": "druid",
        "exp": "expert",
        "ftr": "fighter",
        "mnk": "monk",
        "pal": "paladin",
        "rgr": "ranger",
        "rog": "rogue",
        "sor": "sorcerer",
        "war": "warrior",
        "wiz": "wizard",
    },
)
