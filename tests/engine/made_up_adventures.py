"""Adventures for tests: small and valid."""

from typing import Any

SOURCES = {"": {"source": "A made-up rulebook", "page": 1, "checked": True, "basis": "transcribed"}}


def adventure(**facts: Any) -> dict[str, Any]:
    """Return an adventure of two sides, the winner of which earns a point."""

    def won(side: str, number: int) -> dict[str, Any]:
        return {
            "paragraph": str(number),
            "victory": "total",
            "text": f"The {side} side has won.",
            "when": [{"all": [{"side": side, "is": ["won"]}]}],
            "earned": [{"side": side, "xp": 1}],
        }

    return {
        "kind": "adventure",
        "game": "attack-wing",
        "slug": "over-the-hill",
        "name": "Over the Hill",
        "text": "Two bands meet on a hill.",
        "official": False,
        "players": 2,
        "sides": [
            {
                "side": side,
                "name": f"The {side} side",
                "points": 60,
                "required_cards": [],
                "objective": None,
                "ends": ["won", "lost", "drawn"],
            }
            for side in ("upper", "lower")
        ],
        "special_rules": ["The hill is in the middle."],
        "outcomes": [won("upper", 1), won("lower", 2)],
        "sources": SOURCES,
        **facts,
    }
