"""Campaign terms of D&D Attack Wing (rulebook pp. 34-38): prices in experience, and citations of the rules."""

from __future__ import annotations

from rulesapi.engine.campaigns.terms import DRAW_USES_UP, ONCE_TOGETHER, TEAM_SPENDING, TIE, CampaignTerms
from rulesapi.engine.values.citations import heading_citation

RULEBOOK = "Attack Wing rulebook"
EXPERIENCE = heading_citation(RULEBOOK, 35, "Experience Points")
ARTIFACTS = heading_citation(RULEBOOK, 35, "Campaign Artifacts")
ADVENTURE_LISTS = heading_citation(RULEBOOK, 34, "Legion Building in Adventures")
OVERVIEWS = heading_citation(RULEBOOK, 34, "Adventure Overviews")

TERMS = CampaignTerms(
    points_per_xp=1,
    slot_xp=2,
    cites={
        "xp-budget": EXPERIENCE,
        "xp-slot": EXPERIENCE,
        "xp-reuse": EXPERIENCE,
        "adventure-reward-once": EXPERIENCE,
        "artifact-not-earned": ARTIFACTS,
        "artifact-reuse": ARTIFACTS,
        "adventure-points": ADVENTURE_LISTS,
        "adventure-required-card": ADVENTURE_LISTS,
        "adventure-players": OVERVIEWS,
    },
    questions=(TIE, DRAW_USES_UP, ONCE_TOGETHER, TEAM_SPENDING),
    remark_cites={"reward-had-before": EXPERIENCE},
)
