"""Figures for `docs/data.md` about the completeness of the printed data, from `fixtures/` and the published lists.

`deciding_facts` determines which facts matter and which cards are official; this module only counts and writes tables.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from django.conf import settings

from catalog import import_export
from catalog.documents import document_type
from catalog.documents.provenance import sources_of
from catalog.documents.schemas import NON_FACT_KEYS
from catalog.generated_parts import with_generated_part
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.judging.deciding_facts import Coverage, coverage_of, is_official
from rulesapi.judging.list_figures import UNDETERMINED, ListFigure, decided_by, list_figures, steps_to_verdicts

FIXTURES_FOLDER = Path(settings.BASE_DIR) / "fixtures"
LISTS_FOLDER = Path(settings.BASE_DIR) / "legions" / "games"

BEGIN, END = "<!-- manage.py data_figures -->", "<!-- end -->"
"""The markers around the tables that the command writes."""

BASES = ("printed", "transcribed", "inferred", "absent")
SINGLE_CREATURES = "warbands of one creature, in each faction, with a verdict"


@dataclass(frozen=True)
class GameData:
    """The data of a game: its documents by kind, and its published lists."""

    game: Mapping[str, Any]
    cards: list[dict[str, Any]]
    others: Mapping[str, list[dict[str, Any]]]
    lists: list[dict[str, Any]]

    @property
    def sets(self) -> dict[str, dict[str, Any]]:
        """The sets by slug."""
        return {one["slug"]: one for one in self.others.get("set", ())}

    @property
    def official_cards(self) -> list[dict[str, Any]]:
        """The publisher's cards."""
        return [card for card in self.cards if is_official(card, self.sets)]

    def coverage(self) -> Coverage:
        """Return how many official creatures have all deciding facts."""
        return coverage_of(self.game, self.cards, self.sets, ["creature"])

    def library(self) -> Library:
        """Return a library with all the documents."""
        return Library.build(
            release=1,
            game=dict(self.game),
            cards=self.cards,
            formats=self.others.get("format", []),
            house_rules=self.others.get("house-rule", []),
            rulings=self.others.get("ruling", []),
            sets=self.others.get("set", []),
        )

    @cached_property
    def figures(self) -> tuple[ListFigure, ...]:
        """The figures of the published lists."""
        return list_figures(self.library(), self.lists)

    def verdicts(self) -> Counter[str]:
        """Return the number of published lists by verdict."""
        return Counter(figure.verdict for figure in self.figures)

    def verdicts_on_single_creatures(self) -> Counter[str]:
        """Return the number of warbands of one official creature by verdict: each creature in each faction.

        The format is the default one, and the warband has the map or tiles that it needs. The counter is empty for a
        game without factions.
        """
        library, chosen = self.library(), self.game["default_format"]
        choices = library.ruleset.choices
        options = dict(choices(library, library.formats[chosen], {})) if choices else {}
        factions = options.pop("faction", ())
        points = next(one["points"] for one in self.others["format"] if one["slug"] == chosen)
        frame = {"game": self.game["slug"], "format": chosen, "points": points}
        for field, values in options.items():
            tried = [{**frame, field: value, "picks": []} for value in values]
            frame = min(tried, key=lambda legion: len(judge(library, legion).findings), default=frame)
        creatures = [card for card in self.official_cards if card["kind"] == "creature" and "retired" not in card]
        return Counter(
            judge(library, {**frame, "faction": faction, "picks": [{"card": card["slug"]}]}).as_document()["verdict"]
            for card in creatures
            for faction in factions
        )

    def bases(self) -> Counter[str]:
        """Return the number of known facts of official cards by basis; `doubt` counts facts in doubt."""
        return Counter(word for card in self.official_cards for word in _bases(card))


def _bases(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the basis of each known fact that has one, and `doubt` for each fact in doubt; the first source decides."""
    for key, value in card.items():
        if value is None or key in NON_FACT_KEYS:
            continue
        for source in sources_of(dict(card), key)[:1]:
            if "basis" in source:
                yield source["basis"]
            if "doubt" in source:
                yield "doubt"


@cache
def games() -> tuple[GameData, ...]:
    """Return the games of `fixtures/`, sorted by slug."""
    documents = import_export.read(import_export.find([FIXTURES_FOLDER])).documents
    found = []
    for game in sorted((game for game in documents if game["kind"] == "game"), key=lambda game: str(game["slug"])):
        own = [one for one in documents if one["game"] == game["slug"]]
        others: dict[str, list[dict[str, Any]]] = {}
        for one in own:
            others.setdefault(one["kind"], []).append(one)
        cards = [one for one in own if document_type(one) == "card"]
        found.append(GameData(game, cards, others, _published_lists(game["slug"])))
    return tuple(found)


def _published_lists(game: str) -> list[dict[str, Any]]:
    file = LISTS_FOLDER / game.replace("-", "_") / "published_lists.json"
    lists: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["lists"] if file.exists() else []
    return lists


def tables(page: str = "") -> str:
    """Return the tables of `docs/data.md` as Markdown; earlier figures are taken from the tables in `page`."""
    return "\n\n".join(
        [
            _table(
                ("creatures of print with every deciding fact", "before", "now", "most wanted"),
                (_coverage_row(one, page) for one in games()),
            ),
            _table(
                ("published lists", "all", "legal", "illegal", "undetermined"),
                (_verdict_row(one) for one in games()),
            ),
            _table(
                ("published lists without a verdict", "game", "facts missing", "of so many cards", "open questions"),
                (row for one in games() for row in _undetermined_rows(one)),
            ),
            _table(
                ("published lists with a verdict", "now", "if all facts of so many cards were known"),
                (_step_row(one) for one in games()),
            ),
            _table(
                (SINGLE_CREATURES, "before", "now", "legal", "illegal"),
                (_single_row(one, page) for one in games() if one.verdicts_on_single_creatures()),
            ),
            _table(
                ("known facts of cards of print", *BASES, "of these in doubt"), (_basis_row(one) for one in games())
            ),
        ]
    )


def _coverage_row(data: GameData, page: str) -> tuple[object, ...]:
    now = data.coverage()
    wanted = ", ".join(f"`{fact}` {cards}" for fact, cards in list(now.missing.items())[:3])
    return data.game["name"], _before(data, page), _share(now.complete, now.cards), wanted or "none"


def _single_row(data: GameData, page: str) -> tuple[object, ...]:
    verdicts = data.verdicts_on_single_creatures()
    earlier = _before(data, page.partition(SINGLE_CREATURES)[2])
    now = _share(verdicts["legal"] + verdicts["illegal"], verdicts.total())
    return data.game["name"], earlier, now, verdicts["legal"], verdicts["illegal"]


def _before(data: GameData, page: str) -> str:
    """Return the earlier figure of a game: the first share in the first row that begins with its name."""
    was = re.search(rf"^\| {re.escape(data.game['name'])} \| (\d+ of \d+ \(\d+%\)) \|", page, re.MULTILINE)
    return was[1] if was else "none"


def _verdict_row(data: GameData) -> tuple[object, ...]:
    verdicts = data.verdicts()
    return data.game["name"], len(data.lists), *(verdicts[word] for word in ("legal", "illegal", "undetermined"))


def _undetermined_rows(data: GameData) -> Iterator[tuple[object, ...]]:
    for figure in data.figures:
        if figure.verdict == UNDETERMINED:
            yield figure.title, data.game["name"], figure.facts, len(figure.cards), figure.questions


def _step_row(data: GameData) -> tuple[object, ...]:
    now, *steps = steps_to_verdicts(data.figures)
    then = ", ".join(f"{len(step.cards)} cards: {step.lists}" for step in steps)
    return data.game["name"], f"{now.lists} of {len(data.lists)}", then or "no list waits for facts"


def lists_decided_by(cards: Iterable[str]) -> Iterator[str]:
    """Yield a line for each game with the lists that would be decided if all facts of these cards were known.

    Each card is a game and a slug ("attack-wing/ogre"). Raises LookupError for a card that no game has.
    """
    named = list(cards)
    known = {f"{data.game['slug']}/{card['slug']}" for data in games() for card in data.cards}
    if unheard := [card for card in named if card not in known]:
        raise LookupError(f"No game has the card {', '.join(unheard)}.")
    for data in games():
        slugs = [card.partition("/")[2] for card in named if card.partition("/")[0] == data.game["slug"]]
        now, then = decided_by(data.figures, ()), decided_by(data.figures, slugs)
        name, number = data.game["name"], len(data.lists)
        yield f"{name}: {now} of {number} published lists have a verdict, {then} with these cards."


def _basis_row(data: GameData) -> tuple[object, ...]:
    bases = data.bases()
    return data.game["name"], *(bases[word] for word in (*BASES, "doubt"))


def _share(complete: int, cards: int) -> str:
    return f"{complete} of {cards} ({Coverage(cards, complete, {}).percent}%)" if cards else "none"


def _table(head: tuple[str, ...], body: Iterable[tuple[object, ...]]) -> str:
    lines = [head, ("---",) * len(head), *body]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def with_tables(page: str) -> str:
    """Return a page with current tables between its two markers. Raises ValueError for a page without them."""
    return with_generated_part(page, BEGIN, END, tables(page))
