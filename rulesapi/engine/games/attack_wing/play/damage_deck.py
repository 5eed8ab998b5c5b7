"""The damage deck: shuffled by a promised seed or drawn by hand, and the face-up cards (p. 6, 23-24, 32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.resolutions.shuffles import checksum, shuffled
from rulesapi.engine.values.model import Document

DECK_SIZE = 33
"""The number of damage cards in the box (p. 2), for a deck whose cards are unknown."""
DAMAGE_CARD = "damage-card"


@dataclass(slots=True)
class _CreatureCards:
    """The damage cards of a creature: face-down cards, face-up cards with Duration Tokens, and damage without a card.

    Damage has no card if no cards were left.
    """

    name: str
    face_down: list[str | None] = field(default_factory=list)
    face_up: list[tuple[str | None, int]] = field(default_factory=list)
    without_card: int = 0


@dataclass(slots=True)
class _Game:
    """The state of the deck: the cards to draw with the top card first, the discards, and the cards of creatures.

    An unknown card is None.
    """

    document: Document
    cards: Mapping[str, Document]
    known: bool
    pile: list[str | None]
    discards: list[str | None] = field(default_factory=list)
    shuffles: int = 1
    beside: dict[str, _CreatureCards] = field(default_factory=dict)
    dealt: list[dict[str, Any]] = field(default_factory=list)

    def of(self, name: str) -> _CreatureCards:
        return self.beside.setdefault(name, _CreatureCards(name))

    def title(self, slug: str | None) -> str | None:
        """Return the name of a card."""
        return self.cards.get(slug or "", {}).get("name") or slug


def damage_deck(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer which cards the deck deals, event by event, with the face-up cards and their tokens."""
    cards = {
        slug: card
        for slug, card in sorted(table.cards.items())
        if card.get("kind") == DAMAGE_CARD and card.get("set") == document.get("set", "") and "retired" not in card
    }
    known = bool(cards) and all(isinstance(card.get("copies"), int) for card in cards.values())
    deck: list[str | None] = [slug for slug, card in cards.items() for _ in range(card["copies"])] if known else []
    seed: str | None = document.get("seed")
    yield from _promise(document, seed)
    order: list[str | None] = [None] * (len(deck) or DECK_SIZE)
    promised = None
    if seed is not None and known:
        order, promised = shuffled(deck, seed, document.get("words", ())), checksum(seed)
    elif seed is not None or ("set" in document and not cards):
        yield Missing("", "/deck", "/set", "shuffle")
    yield Step("shuffle", {"cards": len(order), "checksum": promised})
    game = _Game(document, cards, known, list(order))
    for number, event in enumerate(document.get("events", ())):
        yield from _event(game, number, event)
    return Answer(_deck_document(game, order, promised))


def _promise(document: Document, seed: str | None) -> Iterator[Breach]:
    """Yield a breach if the seed does not match the checksum that was shown."""
    promised = document.get("checksum")
    if seed is not None and promised is not None and checksum(seed) != promised:
        yield Breach("other-seed", ("/seed",), {"found": checksum(seed), "promised": promised})


def _event(game: _Game, number: int, event: Document) -> Course[None]:
    does = event["does"]
    if does == "end-phase":
        yield from _end_phase(game)
    elif does == "damage":
        yield from _damage(game, number, event)
    elif does == "defeat":
        beside = game.of(event["creature"])
        yield from _discard(game, beside, [*beside.face_down, *(card for card, _ in beside.face_up)])
        game.beside[beside.name] = _CreatureCards(beside.name)
    elif does == "discard" and "card" not in event:
        yield from _discard_face_down(game, number, event)
    else:
        yield from _away_from_face_up(game, number, event)


def _damage(game: _Game, number: int, event: Document) -> Course[None]:
    """Deal normal damage first, then critical, one card at a time. All cards of a troop are face down."""
    beside = game.of(event["creature"])
    normal, critical = event.get("normal", 0), event.get("critical", 0)
    if event.get("troop", False) and normal + critical:
        yield Step("troop-damage", {"defender": beside.name, "damage": normal + critical})
        normal, critical = normal + critical, 0
    yield from _deal_face_down(game, number, beside, normal)
    yield from _deal_face_up(game, number, beside, critical)


def _deal_face_down(game: _Game, number: int, beside: _CreatureCards, normal: int) -> Course[None]:
    dealt = 0
    for _ in range(normal):
        if dealt and not game.pile:
            yield Step("face-down", {"creature": beside.name, "cards": dealt})
            dealt = 0
        if not (yield from _card_left(game)):
            beside.without_card += 1
            continue
        card = game.pile.pop(0)
        beside.face_down.append(card)
        game.dealt.append({"event": number, "creature": beside.name, "face_up": False, "card": card})
        dealt += 1
    if dealt:
        yield Step("face-down", {"creature": beside.name, "cards": dealt})


def _deal_face_up(game: _Game, number: int, beside: _CreatureCards, critical: int) -> Course[None]:
    named: Sequence[str] = game.document["events"][number].get("cards", ())
    dealt = 0
    for _ in range(critical):
        if not (yield from _card_left(game)):
            break
        drawn = game.pile.pop(0)
        said = named[dealt] if dealt < len(named) else None
        if drawn is not None and said not in (None, drawn):
            facts = {"card": game.title(said), "drawn": game.title(drawn)}
            yield Breach("other-damage-card", (f"/events/{number}/cards/{dealt}",), facts)
        yield from _face_up(game, number, beside, said if drawn is None else drawn)
        dealt += 1
    for place in range(dealt, len(named)):
        yield Breach("other-damage-card", (f"/events/{number}/cards/{place}",), {"card": game.title(named[place])})
    if dealt < critical:
        yield Step("deck-empty", {"criticals": critical - dealt}, critical, dealt)
        beside.without_card += critical - dealt


def _card_left(game: _Game) -> Course[bool]:
    """Return whether there is a card to draw. If the deck runs out, its discards are shuffled first."""
    if not game.pile and game.discards:
        yield Step("reshuffle", {"discards": len(game.discards)}, 0, len(game.discards))
        game.shuffles += 1
        game.pile, game.discards = game.discards, []
        if None not in game.pile and "seed" in game.document:
            document = game.document
            ordered = sorted(game.pile, key=str)
            game.pile = shuffled(ordered, document["seed"], document.get("words", ()), game.shuffles)
        else:
            game.pile = [None] * len(game.pile)
    return bool(game.pile)


def _face_up(game: _Game, number: int, beside: _CreatureCards, card: str | None) -> Course[None]:
    """Deal a card face up, and ask which card it is if that is unknown."""
    at = f"/events/{number}/cards"
    facts = {"creature": beside.name, "card": game.title(card)}
    game.dealt.append({"event": number, "creature": beside.name, "face_up": True, "card": card})
    yield Step("face-up", facts)
    if card is None:
        yield Missing("", "/cards", at, "face-up")
        beside.face_up.append((None, 0))
        return
    if game.known and _lying(game, card) >= (game.cards[card]["copies"] if card in game.cards else 0):
        copies = game.cards[card]["copies"] if card in game.cards else 0
        yield Breach("no-such-damage-card", (at,), {"card": game.title(card), "copies": copies})
    tokens = (game.cards.get(card) or {}).get("places_tokens") or 0
    beside.face_up.append((card, tokens))
    if tokens:
        yield Step("damage-duration", {"card": game.title(card), "tokens": tokens}, 0, tokens)


def _lying(game: _Game, card: str) -> int:
    """Return the number of face-up copies of a card."""
    return sum(one == card for beside in game.beside.values() for one, _ in beside.face_up)


def _away_from_face_up(game: _Game, number: int, event: Document) -> Course[None]:
    """Turn a face-up card down, or discard it."""
    beside, card = game.of(event["creature"]), event.get("card")
    facts = {"creature": beside.name, "card": game.title(card)}
    found = next((one for one in beside.face_up if one[0] == card), None)
    if found is None:
        yield Breach("not-face-up", (f"/events/{number}/card",), facts)
        return
    beside.face_up.remove(found)
    if event["does"] == "turn-down":
        beside.face_down.append(card)
        yield Step("turned-down", facts)
    else:
        yield from _discard(game, beside, [card])


def _discard_face_down(game: _Game, number: int, event: Document) -> Course[None]:
    beside = game.of(event["creature"])
    if not beside.face_down:
        facts = {"creature": beside.name, "card": None}
        yield Breach("not-face-up", (f"/events/{number}",), facts)
        return
    yield from _discard(game, beside, [beside.face_down.pop()])


def _discard(game: _Game, beside: _CreatureCards, cards: list[str | None]) -> Course[None]:
    game.discards += cards
    if cards:
        yield Step("damage-discarded", {"creature": beside.name, "cards": len(cards)})


def _end_phase(game: _Game) -> Course[None]:
    """Remove one Duration Token from each face-up card that has one."""
    for beside in game.beside.values():
        for place, (card, tokens) in enumerate(beside.face_up):
            if not tokens:
                continue
            beside.face_up[place] = (card, tokens - 1)
            facts = {"card": game.title(card), "left": tokens - 1}
            yield Step("duration-goes", facts, tokens, tokens - 1)


def _deck_document(game: _Game, order: list[str | None], promised: str | None) -> dict[str, Any]:
    """Return the state of deck and creatures; with `reveal`, also the seed, the whole order and the face-down cards."""
    reveal = promised is not None and game.document.get("reveal", False)
    dealt = [one if one["face_up"] or reveal else {**one, "card": None} for one in game.dealt]
    shown = {"seed": game.document["seed"], "order": order} if reveal else {}
    return {
        "checksum": promised,
        "shuffles": game.shuffles,
        "left": len(game.pile),
        "discards": len(game.discards),
        "dealt": dealt,
        "creatures": [_creature(game, beside) for beside in game.beside.values()],
        **shown,
    }


def _creature(game: _Game, beside: _CreatureCards) -> dict[str, Any]:
    """Return the damage of a creature: the number of cards it counts as, and the face-up cards."""
    worth = sum((game.cards.get(card or "") or {}).get("counts_as") or 1 for card, _ in beside.face_up)
    return {
        "name": beside.name,
        "damage_cards": len(beside.face_down) + worth + beside.without_card,
        "face_down": len(beside.face_down),
        "face_up": [{"card": card, "duration_tokens": tokens} for card, tokens in beside.face_up],
    }
