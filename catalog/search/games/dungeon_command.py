"""Search words of Dungeon Command: `ability` covers the ability needed by an order and the abilities of a creature."""

from catalog.search.vocabulary import GameVocabulary

VOCABULARY = GameVocabulary(
    names={
        "ability": ("ability", "abilities"),
        "hp": ("hit_points",),
        "health": ("hit_points",),
        "damage": ("melee_damage",),
        "keyword": ("keywords",),
    },
    labels={"keywords": "keyword", "abilities": "ability", "sides": "side"},
    examples=(
        "kind:creature level<=3 ability:str",
        "kind:order action:minor ability:dex,any",
        "kind:commander leadership>=9",
        "keyword:undead -is:retired",
        "powers:flight speed>=6",
    ),
    spoken={
        "cha": "charisma",
        "con": "constitution",
        "dex": "dexterity",
        "int": "intelligence",
        "str": "strength",
        "wis": "wisdom",
    },
)
