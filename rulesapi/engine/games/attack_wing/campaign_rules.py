"""The rules of D&D Attack Wing for legions that are built for an adventure of a campaign (pp. 34-35, 37)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulesapi.engine.campaigns.terms import CAMPAIGN_CITATION, DRAW_USES_UP, TEAM_SPENDING
from rulesapi.engine.core import common_rules
from rulesapi.engine.core.campaign_context import BOUGHT_SLOT, CampaignContext, PlayerInCampaign
from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.lacks import ListInProgress
from rulesapi.engine.core.legion import CarriedUpgrade, Legion, Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.attack_wing.campaign_terms import TERMS
from rulesapi.engine.games.attack_wing.rules import may_be_artifact
from rulesapi.engine.values.interpretations import Interpretation, RulebookQuestion, RuleResult, UnresolvedQuestion
from rulesapi.engine.values.model import Finding, MissingFact, RuleBreach

EARNED_BEFORE = RulebookQuestion(
    "earned-before",
    "What did the sessions before give, of which the record of the campaign leaves something open?",
    (
        Interpretation("least", "As little as it may have been.", CAMPAIGN_CITATION),
        Interpretation("most", "As much as it may have been.", CAMPAIGN_CITATION),
    ),
)
QUESTIONS: Mapping[str, RulebookQuestion] = {
    question.slug: question for question in (EARNED_BEFORE, DRAW_USES_UP, TEAM_SPENDING)
}


def agreed_point_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The legion costs at most the points agreed on.

    Attack Wing rulebook, p. 28
    """
    return NO_RESULTS if legion.campaign is not None else common_rules.point_limit(legion, library)


def adventure_points(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A side keeps to the points of its adventure and those bought with experience.

    Attack Wing rulebook, p. 34
    """
    campaign, ceiling = legion.campaign, legion.price.upper_bound
    if campaign is None or legion.limit is None or (ceiling is not None and ceiling <= legion.limit):
        return NO_RESULTS
    return _within_adventure(legion, campaign)


def _within_adventure(legion: Legion, campaign: CampaignContext) -> RuleOutput:
    for result in common_rules.within_limit(legion):
        if isinstance(result, RuleBreach):
            facts = {**result.facts, "adventure": campaign.adventure.name, "bought": campaign.points_bought}
            yield RuleBreach(result.at, facts)
        else:
            yield result


def adventure_required_card(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The cards that an adventure names for a side are in its legion.

    Attack Wing rulebook, p. 34
    """
    campaign = legion.campaign
    if campaign is None or not campaign.side.required_cards:
        return NO_RESULTS
    return _lacking_cards(legion, library, campaign)


def _lacking_cards(legion: Legion, library: Library, campaign: CampaignContext) -> RuleOutput:
    there = {standing.card.slug for standing in legion.standing}
    for slug in campaign.side.required_cards:
        card = library.cards.get(slug)
        if (card.slug if card else slug) not in there:
            title = card.title if card else slug
            facts = {"card": title, "slug": slug, "adventure": campaign.adventure.name, "side": campaign.side.name}
            yield RuleBreach(tuple(f"{part.at}/picks" for part in legion.parts), facts)


def can_add_required_card(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether the card that an adventure requires can be added."""
    required = in_progress.library.cards.get(finding.facts["slug"])
    return in_progress.can_add(lambda card: card is required)


# -- experience ----------------------------------------------------------------------------------------------------


def bought_slots(picks: Iterable[Pick]) -> Iterator[Pick]:
    """Return the picks with a bought slot."""
    return (pick for pick in picks if pick.line.get(BOUGHT_SLOT))


def _spending(legion: Legion) -> Iterator[tuple[Lines, PlayerInCampaign | None, int]]:
    """Yield each player's lines, the player in the campaign or None, and the experience spent, unless it is 0."""
    players = {one.at: one for one in legion.campaign.players} if legion.campaign else {}
    for part in legion.parts:
        player = players.get(part.at)
        slots = sum(pick.copies for pick in bought_slots(part.picks))
        spent = TERMS.slot_xp * slots + (player.points_bought if player else 0)
        if spent:
            yield part, player, spent


def _places(part: Lines, player: PlayerInCampaign | None) -> tuple[str, ...]:
    """Return the pointers at which a player spends experience: bought points, and bought slots of picks."""
    at = (f"{part.at}/campaign/points_bought",) if player and player.points_bought else ()
    return (*at, *(f"{pick.at}/{BOUGHT_SLOT}" for pick in bought_slots(part.picks)))


def _reading(legion: Legion, question: RulebookQuestion) -> str | None:
    """Return the interpretation of a question that the campaign, or else the format, has chosen."""
    by_campaign = legion.campaign.settled.get(question.slug) if legion.campaign else None
    return by_campaign or legion.format.interpretations.get(question.slug)


def xp_budget(legion: Legion, library: Library) -> RuleOutput:
    """A player spends at most the experience earned before, and outside a campaign none.

    Attack Wing rulebook, p. 35
    """
    spending = list(_spending(legion))
    for part, player, spent in spending:
        most = player.most_xp if player else 0
        least = player.least_xp if player else 0
        if spent <= least:
            continue
        if _reading(legion, EARNED_BEFORE) is not None:
            least = most = least if _reading(legion, EARNED_BEFORE) == "least" else most
        places = _places(part, player)
        if spent > most:
            facts = {"spent": spent, "earned": most, "entries": list(player.entries) if player else []}
            yield RuleBreach(places, facts)
        elif spent > least:
            yield UnresolvedQuestion(EARNED_BEFORE.slug, places)
    if len(spending) > 1 and legion.campaign:
        yield from _team_spending(legion, spending)


def _team_spending(legion: Legion, spending: list[tuple[Lines, PlayerInCampaign | None, int]]) -> RuleOutput:
    places = tuple(place for part, player, _ in spending for place in _places(part, player))
    reading = _reading(legion, TEAM_SPENDING)
    if reading is None:
        yield UnresolvedQuestion(TEAM_SPENDING.slug, places)
    elif reading == "one":
        best = max(player.most_xp if player else 0 for _, player, _ in spending)
        yield RuleBreach(places, {"spent": sum(spent for _, _, spent in spending), "earned": best, "entries": []})


def xp_slot(legion: Legion, library: Library) -> RuleOutput:
    """A bought slot repeats an icon that the printed banner of its creature has.

    Attack Wing rulebook, p. 35
    """
    for pick in bought_slots(legion.picks):
        icon, banner = pick.line[BOUGHT_SLOT], pick.card.banner
        if banner is None:
            yield MissingFact(pick.card.slug, "/slots", pick.at)
        elif not banner.get(icon):
            yield RuleBreach((f"{pick.at}/{BOUGHT_SLOT}",), {"creature": pick.card.title, "icon": icon})


def xp_reuse(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A player spends experience in one session of an adventure only.

    Attack Wing rulebook, p. 35
    """
    campaign = legion.campaign
    if campaign is None or all(player.used_in is None for player in campaign.players):
        return NO_RESULTS
    return _spent_again(legion)


def _spent_again(legion: Legion) -> RuleOutput:
    for part, player, _ in _spending(legion):
        if player and player.used_in is not None:
            places = _places(part, player)
            yield from _used_again(legion, places, player.used_in, player.used_sure, {})


def _used_again(
    legion: Legion, places: tuple[str, ...], used_in: str, sure: bool, facts: dict[str, object]
) -> RuleOutput:
    """Yield a breach for a second use in an adventure. After a draw it is open whether the first use counts."""
    reading = _reading(legion, DRAW_USES_UP)
    if sure or reading == "used":
        assert legion.campaign is not None  # the earlier use is recorded in a campaign
        yield RuleBreach(places, {**facts, "adventure": legion.campaign.adventure.name, "entry": used_in})
    elif reading is None:
        yield UnresolvedQuestion(DRAW_USES_UP.slug, places)


# -- artifacts -----------------------------------------------------------------------------------------------------


def _artifacts(legion: Legion) -> Iterator[tuple[PlayerInCampaign, CarriedUpgrade]]:
    """Yield each card that is or may be an artifact of a legion in a campaign, with its player."""
    players = {one.at: one for one in legion.campaign.players} if legion.campaign else {}
    for part in legion.parts:
        if (player := players.get(part.at)) is not None:
            yield from ((player, carried) for carried in part.carried if may_be_artifact(carried.card))


def artifact_not_earned(legion: Legion, library: Library) -> RuleOutput:
    """In a campaign a player carries only artifacts that the player has earned before, or that the side may take.

    Attack Wing rulebook, p. 35
    """
    for player, carried in _artifacts(legion):
        earned = player.artifacts.get(carried.card.slug)
        if earned is not None and earned.get("sure", True):
            continue
        reading = None if earned is None else _reading(legion, EARNED_BEFORE)
        if earned is not None and reading is None:
            yield UnresolvedQuestion(EARNED_BEFORE.slug, (carried.at,))
        elif reading != "most":
            if carried.card.keywords is None:
                yield MissingFact(carried.card.slug, "/keywords", carried.at)
            else:
                yield RuleBreach((carried.at,), {"card": carried.card.title})


def artifact_reuse(legion: Legion, library: Library) -> RuleOutput:
    """An artifact is used in one session of an adventure only.

    Attack Wing rulebook, p. 35
    """
    for player, carried in _artifacts(legion):
        earned = player.artifacts.get(carried.card.slug)
        if earned is not None and "used_in" in earned:
            facts: dict[str, object] = {"card": carried.card.title}
            sure = earned.get("used_sure", True)
            yield from _used_again(legion, (carried.at,), earned["used_in"], sure, facts)
