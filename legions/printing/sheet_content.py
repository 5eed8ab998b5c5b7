"""The content of a sheet: a legion, its cost and its verdict as plain values for the layout."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from legions.cards import card_sheet
from legions.cards.card_hooks import PrintedChart, card_hooks
from legions.cards.stock import CardView
from legions.game_words import GameWords, vocabulary, words_of_game
from legions.printing.sheet_rules import PrintedRules, printed_rules
from legions.sharing.exports import link_path
from legions.sharing.pick_points import own_points
from legions.sharing.shared_list import SharedList
from legions.site import qr_codes, wording
from legions.table.pick_views import PickView, SlotRow
from legions.verdicts.findings import FindingView
from legions.verdicts.view_models import OUTCOME_WORDS
from rulesapi.api.receipts import receipt_address
from rulesapi.receipts import receipt_service


@dataclass(frozen=True, slots=True)
class SheetUpgrade:
    """A card carried by a pick: its mark, name, points and text; `note` follows the name.

    `played` holds the facts needed in play, each with its title.
    """

    icon: str
    name: str
    points: str
    text: str
    note: str = ""
    played: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SheetPick:
    """A pick: its shield, its name with the number of copies, its kind, numbers and text.

    `played` holds further facts needed in play, each with its title.

    `charts` are drawn next to it.

    `wounds` names the count of the checkboxes, empty for none; `boxes` is the number per copy, None if it is not known;
    `each` is the amount that one box represents.
    """

    shield: str
    name: str
    about: str
    points: str
    numbers: tuple[tuple[str, str], ...]
    played: tuple[tuple[str, str], ...]
    text: str
    wounds: str
    boxes: int | None
    each: int
    copies: int
    carried: tuple[SheetUpgrade, ...]
    charts: tuple[PrintedChart, ...]


@dataclass(frozen=True, slots=True)
class SheetSection:
    """Picks under a heading, which is empty in a game with a single kind of pick."""

    title: str
    lines: tuple[SheetPick, ...]


@dataclass(frozen=True, slots=True)
class SheetReceipt:
    """A receipt in words, and its QR code as a path and its side; None if it is too long for a QR code."""

    words: str
    code: tuple[str, int] | None


@dataclass(frozen=True)
class SheetContent:
    """The content of a sheet. `code` is the QR code of the link that contains the list, as a path and its side.

    `notice` is the notice of the publisher with its language.
    """

    name: str
    label: str
    by: str
    outcome: str
    word: str
    sums: str
    judged: str
    code: tuple[str, int] | None
    receipt: SheetReceipt | None
    sections: tuple[SheetSection, ...]
    extras: tuple[tuple[str, str], ...]
    findings: tuple[FindingView, ...]
    own: tuple[str, ...]
    has: str
    notes: str
    notice: tuple[str, str]
    rules: tuple[PrintedRules, ...] = ()


def sheet_content(
    shared: SharedList, link: str, *, opponent: bool, signed: bool = False, with_rules: bool = False
) -> SheetContent:
    """Return the content of a legion's sheet; `link` is the scheme and host of this site.

    With `signed` it includes a receipt of the verdict, signed now, and with `with_rules` the rulings and terms of its
    cards.

    An opponent's sheet has no notes, no collection and no checkboxes.
    """
    verdict = shared.verdict
    game_words = words_of_game(shared.legion.game)
    path = link_path({**shared.document, "release": verdict.release})
    has = "" if opponent or shared.owned_cards is None else shared.owned_cards.words
    return SheetContent(
        name=shared.name,
        label=f"{shared.stock.game.get('name') or ''}, {shared.format}",
        by=shared.by,
        outcome=verdict.outcome,
        word=verdict.word,
        sums=verdict.sums,
        judged=_judged(shared),
        code=qr_codes.qr_path(link + path) if path else None,
        receipt=_receipt(shared, link) if signed else None,
        sections=tuple(_sections(shared, game_words, boxes=not opponent)),
        extras=tuple((str(label), words or _("None")) for _field, label, words in shared.extras),
        findings=tuple(verdict.finding_list.findings),
        own=tuple(f"{one.card.title}, {fact.label}: {fact.words}" for one in verdict.own for fact in one.numbers),
        has=has,
        notes="" if opponent else shared.document.get("notes", ""),
        notice=wording.translated_text(shared.stock.game, "notice"),
        rules=printed_rules(shared) if with_rules else (),
    )


def _judged(shared: SharedList) -> str:
    return _("Judged by the rules of %(game)s, version %(version)s, and release %(release)d of the catalog.") % {
        "game": shared.stock.game.get("name") or shared.legion.game,
        "version": wording.rules_version(shared.verdict.verdict["ruleset"]),
        "release": shared.verdict.release,
    }


def _receipt(shared: SharedList, link: str) -> SheetReceipt:
    made = receipt_service.make_receipt(shared.document, release=shared.verdict.release)
    word = OUTCOME_WORDS[made.receipt["verdict"]].lower()
    return SheetReceipt(
        _("Signed verdict: %(word)s") % {"word": word}, qr_codes.qr_path(link + receipt_address(made.code))
    )


def _sections(shared: SharedList, game_words: GameWords, *, boxes: bool) -> Iterable[SheetSection]:
    def kind(pick: PickView) -> str:
        return pick.card.document.get("kind", "")

    kinds = list(game_words.deck_titles)
    picks = shared.picks
    if not kinds:
        return [SheetSection("", tuple(_line(pick, shared, game_words, boxes) for pick in picks))]
    ordered = sorted(picks, key=lambda pick: kinds.index(kind(pick)) if kind(pick) in kinds else len(kinds))
    return [
        SheetSection(
            str(game_words.deck_titles.get(one, _("Other cards"))).capitalize(),
            tuple(_line(pick, shared, game_words, boxes) for pick in group),
        )
        for one, group in groupby(ordered, key=kind)
    ]


def _line(pick: PickView, shared: SharedList, game_words: GameWords, boxes: bool) -> SheetPick:
    card = pick.card
    fact, each = game_words.wounds if boxes and card.document.get("kind") == "creature" else ("", 1)
    amount = card.document.get(fact)
    chosen = [one.number for one in pick.soldiers if one.chosen]
    soldiers = _("%(number)d soldiers") % {"number": chosen[0]} if chosen else ""
    part = getattr(pick.part, "words", "")
    return SheetPick(
        shield=str(card.shield),
        name=f"{pick.count} × {card.title}" if pick.count > 1 else card.title,
        about=", ".join(filter(None, (card.line, soldiers, part, _("open set") if card.open_set else ""))),
        points=_points(own_points(pick)) if shared.verdict.priced else "",
        numbers=tuple(
            (label.replace("_", " "), "?" if value is None else str(value)) for _key, label, value in pick.stats
        ),
        played=tuple(_played(card, game_words)),
        text=_text(card),
        wounds=card_sheet.Fact(fact, "", None).glance if fact in card.document else "",
        boxes=None if amount is None else -(-amount // each),
        each=each,
        copies=pick.count * (chosen[0] if chosen else 1),
        carried=tuple(_carried(row, shared) for row in pick.rows if row.card),
        charts=tuple(card_hooks(card.game).printed_charts(card.document, shared.stock)) if card.known else (),
    )


def _carried(row: SlotRow, shared: SharedList) -> SheetUpgrade:
    assert row.card is not None
    points = _points(row.points) if shared.verdict.priced else ""
    note = _("open set") if row.card.open_set else ""
    played = tuple(_played(row.card, words_of_game(row.card.game)))
    return SheetUpgrade(row.icon, row.card.title, points, _text(row.card), note, played)


def _played(card: CardView, game_words: GameWords) -> Iterator[tuple[str, str]]:
    """Yield title and words of each fact of a card that is needed in play; facts the card lacks are left out."""
    for key in game_words.played:
        if key not in card.document or card.document[key] in (False, [], "none"):
            continue
        words, _marks = card_sheet.fact_words(card.game, key, card.document[key])
        title = vocabulary.fact_title(card.game, card.document["kind"], key)
        yield title, _("not known") if words is None else words


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)


def _text(card: CardView) -> str:
    """Return the text of a card, or its powers in words; empty if neither is known."""
    text = card.document.get("text")
    if text is None and card.document.get("powers"):
        text = card_sheet.fact_words(card.game, "powers", card.document["powers"])[0]
    return text or ""
