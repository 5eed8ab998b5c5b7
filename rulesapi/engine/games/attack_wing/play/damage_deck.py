"""The damage deck: shuffled by a promised seed or drawn by hand, and the face-up cards (p. 6, 23-24, 32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulesapi.engine.games.attack_wing.play.damage_deck_answers import CreatureCards, DealtCard, DeckAnswer, FaceUpCard
from rulesapi.engine.games.attack_wing.play.damage_deck_inputs import (
    DAMAGE,
    DAMAGE_CARD,
    DEFEAT,
    DISCARD,
    END_PHASE,
    TURN_DOWN,
    DamageDeck,
    DeckEvent,
)
from rulesapi.engine.resolutions.answers import LEFT_OUT, CardInPlay, CardSlug
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step
from rulesapi.engine.resolutions.shuffles import checksum, shuffled
from rulesapi.engine.values.model import Document

DECK_SIZE = 33
"""The number of damage cards in the box (p. 2), for a deck whose cards are unknown."""
RULE_OF = {DAMAGE: "face-down", TURN_DOWN: "turned-down", DISCARD: "damage-discarded", DEFEAT: "damage-discarded"}
"""The rule of each event of a creature."""


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

    ask: DamageDeck
    cards: Mapping[str, Document]
    known: bool
    pile: list[str | None]
    discards: list[str | None] = field(default_factory=list)
    shuffles: int = 1
    beside: dict[str, _CreatureCards] = field(default_factory=dict)
    dealt: list[DealtCard] = field(default_factory=list)

    def of(self, name: str) -> _CreatureCards:
        return self.beside.setdefault(name, _CreatureCards(name))

    def title(self, card: str | None) -> str | None:
        """Return the name of a card."""
        return self.cards.get(card or "", {}).get("name") or card

    def worth(self, card: str | None) -> int | None:
        """Return the number of damage cards that a face-up card counts as; None if an unknown one may be several."""
        if card is not None:
            return self.cards.get(card, {}).get("counts_as") or 1
        return None if any((one.get("counts_as") or 1) > 1 for one in self.cards.values()) else 1

    def note_dealt(self, number: int, beside: _CreatureCards, card: str | None, *, face_up: bool) -> None:
        """Record that an event has dealt a card."""
        of_answer = None if card is None else CardSlug(card)
        self.dealt.append(DealtCard(event=number, creature=beside.name, face_up=face_up, card=of_answer))


def damage_deck(ask: DamageDeck) -> Course[DeckAnswer]:
    """Answer which cards the deck deals, event by event, with the face-up cards and their tokens."""
    cards = {
        name: card
        for name, card in sorted(ask.table.cards.items())
        if card.get("kind") == DAMAGE_CARD and card.get("set") == (ask.set or "") and "retired" not in card
    }
    known = bool(cards) and all(isinstance(card.get("copies"), int) for card in cards.values())
    deck = [name for name, card in cards.items() for _ in range(card["copies"])] if known else []
    yield from _promise(ask)
    order = shuffled(deck, ask.seed, ask.words) if ask.seed is not None and known else None
    if order is None and (ask.seed is not None or (ask.set is not None and not cards)):
        yield Missing("", "/deck", ask.place(DamageDeck.set), "shuffle")
    pile: list[str | None] = [None] * (len(deck) or DECK_SIZE) if order is None else [*order]
    promised = None if order is None or ask.seed is None else checksum(ask.seed)
    yield Step("shuffle", {"cards": len(pile), "checksum": promised})
    game = _Game(ask, cards, known, pile)
    followed = True
    for number, event in enumerate(ask.events):
        followed = yield from _event(game, number, event)
        if not followed:
            break
    revealed = None if order is None or ask.seed is None or not ask.reveal else (ask.seed, order)
    return _answer(game, promised, revealed, followed=followed)


def _promise(ask: DamageDeck) -> Iterator[Breach]:
    """Yield a breach if the seed does not match the checksum that was shown."""
    if ask.seed is None or ask.checksum is None or checksum(ask.seed) == ask.checksum:
        return
    yield Breach("other-seed", (ask.place(DamageDeck.seed),), {"found": checksum(ask.seed), "promised": ask.checksum})


def _event(game: _Game, number: int, event: DeckEvent) -> Course[bool]:
    """Apply an event; return False if an unknown fact leaves open what it does."""
    if event.does == END_PHASE:
        yield from _end_phase(game)
        return True
    creature = yield from event.need(DeckEvent.creature, RULE_OF[event.does])
    if creature is None:
        return False
    beside = game.of(creature)
    if event.does == DAMAGE:
        yield from _damage(game, number, event, beside)
    elif event.does == DEFEAT:
        yield from _discard(game, beside, [*beside.face_down, *(card for card, _ in beside.face_up)])
        game.beside[beside.name] = _CreatureCards(beside.name)
    elif event.named_card is not None:
        yield from _away_from_face_up(game, event, beside, event.named_card)
    elif event.does == TURN_DOWN:
        yield event.missing(DeckEvent.named_card, RULE_OF[event.does])
        return False
    else:
        yield from _discard_face_down(game, event, beside)
    return True


def _damage(game: _Game, number: int, event: DeckEvent, beside: _CreatureCards) -> Course[None]:
    """Deal normal damage first, then critical, one card at a time. All cards of a troop are face down."""
    normal, critical = event.normal, event.critical
    if event.troop and normal + critical:
        yield Step("troop-damage", {"defender": beside.name, "damage": normal + critical})
        normal, critical = normal + critical, 0
    yield from _deal_face_down(game, number, beside, normal)
    yield from _deal_face_up(game, number, event, beside, critical)


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
        game.note_dealt(number, beside, card, face_up=False)
        dealt += 1
    if dealt:
        yield Step("face-down", {"creature": beside.name, "cards": dealt})


def _named(event: DeckEvent) -> list[tuple[str, str]]:
    """Return the cards that were drawn face up by hand, each with its place."""
    if event.cards:
        at = event.place(DeckEvent.cards)
        return [(card, f"{at}/{place}") for place, card in enumerate(event.cards)]
    return [(event.named_card, event.place(DeckEvent.named_card))] if event.named_card else []


def _deal_face_up(game: _Game, number: int, event: DeckEvent, beside: _CreatureCards, critical: int) -> Course[None]:
    named, dealt = _named(event), 0
    for _ in range(critical):
        if not (yield from _card_left(game)):
            break
        drawn = game.pile.pop(0)
        entered, at = named[dealt] if dealt < len(named) else (None, event.place(DeckEvent.cards))
        if drawn is not None and entered not in (None, drawn):
            facts = {"card": game.title(entered), "drawn": game.title(drawn)}
            yield Breach("other-damage-card", (at,), facts)
        yield from _face_up(game, number, event, beside, entered if drawn is None else drawn)
        dealt += 1
    for card, at in named[dealt:]:
        yield Breach("other-damage-card", (at,), {"card": game.title(card)})
    if dealt < critical:
        yield Step("deck-empty", {"criticals": critical - dealt}, critical, dealt)
        beside.without_card += critical - dealt


def _card_left(game: _Game) -> Course[bool]:
    """Return whether there is a card to draw. If the deck runs out, its discards are shuffled first."""
    if not game.pile and game.discards:
        yield Step("reshuffle", {"discards": len(game.discards)}, 0, len(game.discards))
        game.shuffles += 1
        game.pile, game.discards = game.discards, []
        if None not in game.pile and game.ask.seed is not None:
            game.pile = shuffled(sorted(game.pile, key=str), game.ask.seed, game.ask.words, game.shuffles)
        else:
            game.pile = [None] * len(game.pile)
    return bool(game.pile)


def _face_up(game: _Game, number: int, event: DeckEvent, beside: _CreatureCards, card: str | None) -> Course[None]:
    """Deal a card face up, and ask which card it is if that is unknown."""
    game.note_dealt(number, beside, card, face_up=True)
    yield Step("face-up", {"creature": beside.name, "card": game.title(card)})
    if card is None:
        yield Missing("", "/cards", event.place(DeckEvent.cards), "face-up")
        beside.face_up.append((None, 0))
        return
    if game.known and _drawn(game, card) >= (game.cards[card]["copies"] if card in game.cards else 0):
        copies = game.cards[card]["copies"] if card in game.cards else 0
        named = DeckEvent.named_card if event.named_card and not event.cards else DeckEvent.cards
        yield Breach("no-such-damage-card", (event.place(named),), {"card": game.title(card), "copies": copies})
    tokens = (game.cards.get(card) or {}).get("places_tokens") or 0
    beside.face_up.append((card, tokens))
    if tokens:
        yield Step("damage-duration", {"card": game.title(card), "tokens": tokens}, 0, tokens)


def _drawn(game: _Game, card: str) -> int:
    """Return the number of copies of a card that are not in the pile: next to creatures or discarded."""
    face_down = [one for beside in game.beside.values() for one in beside.face_down]
    face_up = [one for beside in game.beside.values() for one, _ in beside.face_up]
    return [*game.discards, *face_down, *face_up].count(card)


def _away_from_face_up(game: _Game, event: DeckEvent, beside: _CreatureCards, card: str) -> Course[None]:
    """Turn a face-up card down, or discard it. An unknown card that lies face up may be that card."""
    facts = {"creature": beside.name, "card": game.title(card)}
    lying = sorted((one for one in beside.face_up if one[0] in (card, None)), key=lambda entry: entry[0] is None)
    if not lying:
        yield Breach("not-face-up", (event.place(DeckEvent.named_card),), facts)
        return
    beside.face_up.remove(lying[0])
    if event.does == TURN_DOWN:
        beside.face_down.append(card)
        yield Step("turned-down", facts)
    else:
        yield from _discard(game, beside, [card])


def _discard_face_down(game: _Game, event: DeckEvent, beside: _CreatureCards) -> Course[None]:
    if not beside.face_down:
        yield Breach("not-face-up", (event.at,), {"creature": beside.name, "card": None})
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


def _answer(game: _Game, promised: str | None, revealed: tuple[str, list[str]] | None, *, followed: bool) -> DeckAnswer:
    """Return the state of deck and creatures; with a revealed seed and order, also these and the face-down cards.

    The state is not known unless all events were `followed`.
    """
    return DeckAnswer(
        checksum=promised,
        shuffles=game.shuffles if followed else None,
        left=len(game.pile) if followed else None,
        discards=len(game.discards) if followed else None,
        dealt=[one if one.face_up or revealed else replace(one, card=None) for one in game.dealt],
        creatures=[_creature(game, beside) for beside in game.beside.values()] if followed else None,
        seed=revealed[0] if revealed else LEFT_OUT,
        order=[CardSlug(card) for card in revealed[1]] if revealed else LEFT_OUT,
    )


def _creature(game: _Game, beside: _CreatureCards) -> CreatureCards:
    """Return the damage of a creature: the number of cards it counts as, and the face-up cards."""
    worths = [game.worth(card) for card, _ in beside.face_up]
    worth = None if None in worths else sum(one or 0 for one in worths)
    return CreatureCards(
        name=beside.name,
        damage_cards=None if worth is None else len(beside.face_down) + worth + beside.without_card,
        face_down=len(beside.face_down),
        face_up=[
            FaceUpCard(card=None if card is None else CardInPlay(card), duration_tokens=tokens)
            for card, tokens in beside.face_up
        ],
    )


DAMAGE_DECK = declared(
    "damage-deck",
    "Damage deck",
    "A deck with a verifiable shuffle, or drawn by hand, and the face-up damage cards.",
    DamageDeck,
    DeckAnswer,
    damage_deck,
    seeded=True,
)
