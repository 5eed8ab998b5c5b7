"""The answer about the damage deck and the cards next to creatures."""

from __future__ import annotations

from rulesapi.engine.resolutions.answers import LEFT_OUT, AnswerFields, CardInPlay, CardSlug, answer, told


@answer
class DealtCard(AnswerFields):
    """A card that was dealt."""

    event: int = told("Event", help="Its place among the events, from 0 on.")
    creature: str = told("Creature")
    face_up: bool = told("Whether it was dealt face up")
    card: CardSlug | None = told("Card", help="Null if it is unknown, or face down until the seed is shown.")


@answer
class FaceUpCard(AnswerFields):
    """A card that lies face up."""

    card: CardInPlay | None = told("Card", help="Null if it is unknown.")
    duration_tokens: int = told("Duration Tokens", {0: "{card}", ...: "{card} (Duration Tokens: {duration_tokens})"})


@answer
class CreatureCards(AnswerFields):
    """The damage cards of a creature."""

    name: str = told("Creature")
    damage_cards: int | None = told(
        "Damage cards",
        help="The number of cards that its damage counts as. Null if an unknown card may count as several.",
    )
    face_down: int = told("Face down")
    face_up: list[FaceUpCard] = told("Face up")


@answer
class DeckAnswer(AnswerFields):
    """The answer: the state of the deck and of the creatures."""

    left: int | None = told(
        "Cards to draw", "Cards to draw: {left}. Discards: {discards}.", help="Null after an event that is not known."
    )
    discards: int | None = told("Discards", help="Null after an event that is not known.")
    checksum: str | None = told(
        "Checksum of the seed", "Checksum of the seed: {checksum}", help="Null for a deck that is drawn by hand."
    )
    shuffles: int | None = told(
        "Shuffles", help="How often the deck or its discards were shuffled. Null after an event that is not known."
    )
    dealt: list[DealtCard] = told("Dealt cards", help="Up to an event that is not known.", on_page=False)
    creatures: list[CreatureCards] | None = told("Beside the creatures", help="Null after an event that is not known.")
    seed: str = told("Seed", "The seed: {seed}", help="Only if it is revealed.", default=LEFT_OUT)
    order: list[CardSlug] = told(
        "Order", "The whole deck, top card first: {order}.", help="Only if it is revealed.", default=LEFT_OUT
    )
