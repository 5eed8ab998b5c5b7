"""Rulings for pages: complete, with their authority, and as citations of findings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.cards.card_sheet import CardSource
from legions.site import wording
from legions.site.book_urls import section_url
from rulesapi.engine.core.library import Ruleset
from rulesapi.engine.core.rulings import is_in_force

AUTHORITY_WORDS = {
    "publisher": gettext_lazy("The publisher"),
    "designer": gettext_lazy("A designer of the game"),
    "organiser": gettext_lazy("An organiser of play"),
    "curators": gettext_lazy("The curators of this catalog"),
}


@dataclass(frozen=True, slots=True)
class NamedLink:
    """A name with an address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling for pages. `past` says why it is no longer in force, `after` links to its replacement; `codes` are the
    codes of the rules it is about.
    """

    anchor: str
    name: str
    question: str
    answer: str
    by: str
    date: str | None
    source: CardSource
    note: str
    settles: tuple[str, ...]
    rules: tuple[NamedLink, ...]
    cards: tuple[NamedLink, ...]
    past: str
    after: NamedLink | None
    codes: frozenset[str]

    @property
    def holds(self) -> bool:
        """True if it is in force."""
        return not self.past and self.after is None


@dataclass(frozen=True, slots=True)
class SettledQuestionView:
    """A question that rulings settle for a legion: the question with its reading, and the rulings."""

    message: str
    rulings: tuple[NamedLink, ...]


def ruling_anchor(slug: str) -> str:
    """Return the anchor of a ruling on the page of its game's rules."""
    return f"ruling-{slug}"


def ruling_url(game: str, slug: str) -> str:
    return f"/rules/{game}/#{ruling_anchor(slug)}"


def ruling_links(game: str, cited: Iterable[Mapping[str, str]]) -> tuple[NamedLink, ...]:
    """Return links to the rulings that a verdict cites."""
    return tuple(NamedLink(one["name"], ruling_url(game, one["slug"])) for one in cited)


def settled_questions(verdict: Mapping[str, Any]) -> list[SettledQuestionView]:
    """Return the questions that rulings settle for a legion."""
    return [
        SettledQuestionView(
            _("A ruling settles: {question} {reading}").format(
                question=wording.translated(question["title"]),
                reading=wording.translated(question["reading"]["text"]),
            ),
            ruling_links(verdict["game"], question["rulings"]),
        )
        for question in verdict.get("settled", ())
    ]


def ruling_views(
    documents: Iterable[Mapping[str, Any]], ruleset: Ruleset | None, titles: Mapping[str, str]
) -> list[RulingView]:
    """Return rulings for a page: those in force, then the others.

    `titles` are the titles of cards, keyed by slug. A game that cannot be judged has no ruleset.
    """
    ordered = sorted(documents, key=lambda ruling: (not is_in_force(ruling), ruling["name"]))
    known = {one["slug"]: one["name"] for one in ordered}
    return [_view(one, ruleset, titles, known) for one in ordered]


def _view(
    document: Mapping[str, Any], ruleset: Ruleset | None, titles: Mapping[str, str], names: Mapping[str, str]
) -> RulingView:
    game, source, after = document["game"], document["sources"][""], document.get("replaced_by")
    return RulingView(
        anchor=ruling_anchor(document["slug"]),
        name=document["name"],
        question=wording.translated_html(document, "question"),
        answer=wording.translated_html(document, "answer"),
        by=str(AUTHORITY_WORDS[document["said_by"]]),
        date=document["date"],
        source=CardSource(1, source["source"], source.get("page")),
        note=source.get("note", ""),
        settles=tuple(_settles(document, ruleset)),
        rules=tuple(_rules(document, ruleset)),
        cards=tuple(NamedLink(titles.get(slug, slug), f"/cards/{game}/{slug}/") for slug in document.get("cards", ())),
        past=document.get("retired", ""),
        after=NamedLink(names.get(after, after), ruling_url(game, after)) if after else None,
        codes=frozenset(document.get("rules", ())),
    )


def _rules(document: Mapping[str, Any], ruleset: Ruleset | None) -> Iterator[NamedLink]:
    for rule in ruleset.rules if ruleset else ():
        if rule.code in document.get("rules", ()):
            yield NamedLink(wording.translated(rule.title), rule_url(document["game"], rule.code))


def _settles(document: Mapping[str, Any], ruleset: Ruleset | None) -> Iterator[str]:
    """Yield the questions that a ruling settles, each with the chosen reading."""
    for row in document.get("settles", ()):
        question = ruleset.questions.get(row["question"]) if ruleset else None
        interpretations = {one.slug: one for one in question.interpretations} if question else {}
        if question and row["reading"] in interpretations:
            yield f"{wording.translated(question.title)} {wording.translated(interpretations[row['reading']].text)}"


def cited_url(game: str, code: str, cite: Mapping[str, Any]) -> str:
    """Return the address of the section that a rule cites, of the rule itself if it cites none of the rulebook."""
    return section_url(game, cite["at"]) if cite.get("at") else rule_url(game, code)


def rule_url(game: str, code: str) -> str:
    """Return the address of the text of a rule on the page of its game's rules."""
    return f"/rules/{game}/#{rule_anchor(code)}"


def rule_anchor(code: str) -> str:
    """Return the anchor of a rule on that page, without the hash: `point-limit` for `some-game/point-limit`."""
    return code.rpartition("/")[2]
