"""Search words of D&D Miniatures (2008), as its players use them."""

from catalog.search.vocabulary import GameVocabulary

VOCABULARY = GameVocabulary(
    names={
        "faction": ("factions", "factions_include"),
        "factions": ("factions", "factions_include"),
        "points": ("cost",),
        "keyword": ("keywords",),
        "health": ("hp",),
        "armor": ("ac",),
    },
    labels={"factions": "faction", "keywords": "keyword", "ac": "Armor Class"},
    examples=(
        "faction:wild cost<=20 level>=3",
        "is:champion champion_rating>=2",
        "keyword:undead size:large,huge",
        "is:unique -rarity:rare",
        "attacks:bite speed>=8",
    ),
    flag_words={"flight": ("flying", "")},
)
