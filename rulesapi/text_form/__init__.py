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

The grammar is in docs/text-form.md. What `write_text` makes is a part of it; reading that and writing it again gives
the same text. `number_reading` decides what numbers mean, for every entrance.

What is kept of a legion: game (the library's), name, format, points, release, date, house rules, what only some games
have beside the picks, own numbers, and of each pick card, count, soldiers, upgrades and its part in the list. Notes,
tags, a collection, packs and extensions have no words here, nor has what a list has from a campaign: the campaign's
record says that.
"""

from rulesapi.text_form.line_parser import ParsedCard, parse_single_card
from rulesapi.text_form.number_reading import says_a_number, unread_words
from rulesapi.text_form.parser import as_card_line, exact_line_count, parse_text
from rulesapi.text_form.report import ReportRow
from rulesapi.text_form.writer import write_text

__all__ = [
    "ParsedCard",
    "ReportRow",
    "as_card_line",
    "exact_line_count",
    "parse_single_card",
    "parse_text",
    "says_a_number",
    "unread_words",
    "write_text",
]
