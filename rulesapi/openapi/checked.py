"""The schemas of the facts of a card, one by one."""

from typing import Any

from catalog.api_base.query_params import SLUG
from catalog.models.contributions import SOURCE_LENGTH

from .parts import COMPONENTS, RELEASE, ROLE, an_object, ref


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    slug = {"type": "string", "pattern": SLUG, "maxLength": 100}
    confirmation = {
        "by": {"type": ["string", "null"], "description": "Who confirmed it; null for who does not want to be named."},
        "role": ROLE,
        "at": {"type": "string", "format": "date-time"},
        "source": {
            "type": ["string", "null"],
            "maxLength": SOURCE_LENGTH,
            "description": "What it was held against; null is the printed card.",
        },
        "page": {"type": ["integer", "null"], "minimum": 1, "maximum": 9999},
    }
    other = {
        "value": {"description": "What this source says."},
        "source": {"type": ["string", "null"], "maxLength": SOURCE_LENGTH, "description": "Null is the printed card."},
        "page": {"type": ["integer", "null"], "minimum": 1, "maximum": 9999},
        "at": {"type": "string", "format": "date-time", "description": "When it was brought."},
        "against": {"description": "What the catalog said when this was put beside it."},
    }
    fact = {
        "fact": {"type": "string", "pattern": "^/[a-z_]+$", "description": "Its JSON Pointer in the card."},
        "value": {"description": "As the card's document has it; null is not known."},
        "sources": {"type": "array", "items": {"$ref": f"{COMPONENTS}common/$defs/source"}},
        "disputed": {
            "type": "array",
            "items": ref("DisputedValue"),
            "description": "Other values that stand beside it until a curator rules.",
        },
        "confirmations": {
            "type": "array",
            "items": ref("Confirmation"),
            "description": "Of this very value, the first one first. Empty: no second person has confirmed it yet.",
        },
    }
    card = {
        "release": RELEASE,
        "game": slug,
        "card": slug,
        "confirmed": {
            "type": "boolean",
            "description": "Whether each of its facts is known, confirmed, and not disputed.",
        },
        "facts": {"type": "array", "items": ref("CheckedFact")},
    }
    return {
        "DisputedValue": an_object("Disputed value", other),
        "Confirmation": an_object("Confirmation", confirmation),
        "CheckedFact": an_object("Fact of a card", fact),
        "CardFacts": an_object("Facts of a card", card),
    }


def example(card: dict[str, Any], release: int) -> dict[str, Any]:
    """Return how the facts of a card could be answered."""
    source = {"source": "The printed card", "checked": True}
    said = {"by": "Kim", "role": None, "at": "2026-11-22T12:00:00Z", "source": None, "page": None}
    facts = [
        {"fact": "/cost", "value": card["cost"], "sources": [source], "disputed": [], "confirmations": [said]},
        {"fact": "/level", "value": card["level"], "sources": [source], "disputed": [], "confirmations": []},
    ]
    return {"release": release, "game": card["game"], "card": card["slug"], "confirmed": False, "facts": facts}
