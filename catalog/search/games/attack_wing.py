"""Search words of D&D Attack Wing.

`level` covers the minimum level of a spell, `slot` the icons of upgrades and banners.
"""

from catalog.search.vocabulary import GameVocabulary

VOCABULARY = GameVocabulary(
    names={
        "level": ("level", "minimum_level"),
        "slot": ("slot", "slots"),
        "icon": ("slot", "slots"),
        "banner": ("slots",),
        "points": ("cost",),
        "element": ("energy",),
        "keyword": ("keywords",),
        "lvl": ("level", "minimum_level"),
        "att": ("attack",),
        "agi": ("agility",),
        "hp": ("health",),
    },
    labels={"energy": "energy type", "keywords": "keyword", "actions": "action", "slots": "banner icon"},
    examples=(
        "kind:spell energy:fire cost<=4",
        "kind:creature level>=5 slot:arcane,divine",
        "alignment:evil -is:troop keyword:dragon",
        "cost:? set:starter-set",
        'text:"primary weapon" -is:unique',
    ),
    flag_words={"melee": ("melee", "ranged"), "flips": ("", "")},
)
