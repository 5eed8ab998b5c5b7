"""The text form of a legion: the plain list that players paste in forums.

    # Bones and embers (standard, 120 points)
    Maurghoros
      + Fireball
      + Scales of Tiamat
    2x Wraith
    Hobgoblin Band (3 soldiers)

    # Over the ice (parliament-skirmish, 200 points)
    Faction: chaotic evil
    Tile: 2x Black Ice
    Tile: Pressure Ridge
    Wolf-Caller Skadd
    2x Winter Wolf of the Lobby (minion of Wolf-Caller Skadd)
    8x Breaker with a Maul (formed unit left-wing)
    Ulla Splitbeam (attached to left-wing)

The grammar, as it is read. What `write` makes is a part of it; reading that and writing it again gives the same text.
Empty lines, rows of dashes, lines of a total ("Total: 118", "118 points") or a verdict ("Verdict: Legal") and addresses
say nothing.

    text      = [ title ] { beside | line }
    title     = "#" [ name ] [ settings ]   or the first line, when it starts with no card
    settings  = "(" [ setting { "," setting } ] ")"
    setting   = number ( "points" | "point" | "pts" | "pt" ) | format | "format" slug | "release" number
              | "on" date | "house rule" slug
    remark    = "#" anything                after the title; says nothing
    line      = creature { " + " upgrade }  not indented
              | ( indent | "+" ) upgrade { " + " upgrade }     carried by the creature above
    creature  = card, upgrade = card
    card      = [ count ] name { bracket } [ price ] | [ count ] "[" slug "]" { bracket } [ price ]
    count     = number [ "x" ] | "x" number  before the name, or "x" number after it
    bracket   = "(" number "soldiers" ")" | "[" slug "]" | part | cost | anything, which is told and not read
    part      = "(" ( "minion of" | "summoned by" ) name ")" | "[" ( "minion of" | "summoned by" ) slug "]"
              | "(" [ "formed" ] "unit" unit ")" | "(" "attached to" unit ")"
    beside    = "Faction:" faction | "Map:" card | ( "Tile:" | "Opened:" ) ( card | "none" )
              | "Treasure:" treasure { "," treasure } | "Against:" number { "," number }
    treasure  = number ( "chest of" | "chests of" ) ( "1" | "2" | "3" ) | number ( "token" | "tokens" )
    cost      = "(60)", "[60 points]", "(+5 pts)", "(8 points: 3+5)" with what rules add
    price     = number, with ":", "=", "," or a dash before it and "points", "pts" or "p" after it if you like
    own       = "=" name ":" fact value { "," fact value }    own numbers of a card, each value as JSON

A bullet (-, *, •, >) before a line says nothing, and an indent that all lines share is none. `×` is as good as `x`.
Names are compared without case, accents, apostrophes and punctuation, and a slug is a name too; when a name with all
its brackets is a card's name, it is that card. A name that belongs to a creature only, or to an upgrade only, says
itself which of the two the line is; a slug in square brackets never does, and is how one of two cards of one name is
meant. Two or more creatures that carry something each carry it, as picks of their own.

A cost or price is what the card costs by the word of whoever wrote the list. Where the catalog does not know, it is an
own number of the list; where it knows another, the report says so and nothing is overridden. A number that belongs to a
name is part of the name; of several copies, or of soldiers, no unknown cost is taken: it may be that of all.

What is kept of a legion: game (the library's), name, format, points, release, date, house rules, what only some games
have beside the picks, own numbers, and of each pick card, count, soldiers, upgrades and its part in the list. Notes,
tags, a collection, packs and extensions have no words here, nor has what a list has from a campaign: the campaign's
record says that.
"""

from .parser import exact_line_count, parse_text
from .report import ReportRow
from .writer import write_text

__all__ = ["ReportRow", "exact_line_count", "parse_text", "write_text"]
