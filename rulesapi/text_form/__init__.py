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

The grammar is in docs/text-form.md. `write_text` writes a subset of it; reading its output and writing it again gives
identical text. `number_reading` decides the meaning of numbers for every reader of texts.

The text keeps the game (the library's), name, format, points, release, date, house rules, the fields that only some
games have, own numbers, and of each pick the card, count, soldiers, upgrades and role in the list. It cannot express
notes, tags, a collection, packs, extensions and campaign state; the campaign's record keeps the latter.
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
