"""Questions of play of D&D Attack Wing on pages: the form of each question and the wording of its answer."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from legions.game_words import Document
from legions.games.attack_wing.play import odds, odds_sides
from legions.games.attack_wing.play.area_form import AreaAttackForm
from legions.games.attack_wing.play.attack_form import AttackForm
from legions.games.attack_wing.play.maneuver_form import ManeuverForm
from legions.games.attack_wing.play.sides_form import SidesForm
from legions.games.attack_wing.play.table_memory import TableMemory
from legions.play.play_hooks import PlayHooks


class AttackWingPlay(PlayHooks):
    """Hooks for the questions of a round and the odds of an attack."""

    answer_forms = {
        "attack": AttackForm,
        "area-attack": AreaAttackForm,
        "maneuver": ManeuverForm,
        **dict.fromkeys(("set-up", "order", "end-phase", "winner"), SidesForm),
    }
    memory = TableMemory
    odds_template = "games/attack-wing/odds.html"

    def odds(self, request: HttpRequest, game: Document, memory: Mapping[str, Mapping[str, Any]]) -> odds.OddsPage:
        """Return the page of the odds of an attack."""
        return odds.odds_page(request, game, memory)

    def attacks(self, document: Document) -> list[str]:
        """Return the names of a creature's weapons."""
        return odds_sides.weapon_names(document)


PLAY_HOOKS = AttackWingPlay()
