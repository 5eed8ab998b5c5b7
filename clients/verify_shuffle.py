#!/usr/bin/env python3
"""Check a shuffled deck of Muster without Muster: `verify_shuffle.py game.json`.

The file has the published values: {"checksum": ..., "seed": ..., "words": [...], "cards": [...], "order": [...]}. Exits
with 0 if the seed matches the checksum and gives that order, otherwise with 1. Needs only Python.
"""

import hashlib
import json
import sys
from pathlib import Path


def order_of(cards: list[str], seed: str, player_words: list[str], number: int = 1) -> list[str]:
    """Return the cards as the seed and the players' words shuffle them in the given round."""
    key = "\n".join([seed, *player_words, str(number)])
    digits, count = "", 0
    deck = cards[:]
    for size in range(len(deck), 1, -1):
        while True:
            if not digits:
                digits = hashlib.sha256((key + "\n" + str(count)).encode()).hexdigest()
                count += 1
            drawn, digits = int(digits[:8], 16), digits[8:]
            if drawn < 2**32 - 2**32 % size:
                break
        place = drawn % size
        deck[size - 1], deck[place] = deck[place], deck[size - 1]
    return deck


def main(path: str) -> int:
    """Check the game in a file and print the result."""
    game = json.loads(Path(path).read_text("utf-8"))
    if hashlib.sha256(game["seed"].encode()).hexdigest() != game["checksum"]:
        found = "The seed is not the one that was promised."
    elif order_of(game["cards"], game["seed"], game.get("words", [])) != game["order"]:
        found = "The seed gives another order."
    else:
        sys.stdout.write("The order is that of the promised seed.\n")
        return 0
    sys.stdout.write(f"{found}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
