"""The questions of play on pages: the form of each, and how its answer is said."""

from collections.abc import Mapping

from legions.games.attack_wing.play.area_form import AreaAttackForm
from legions.games.attack_wing.play.attack_form import AttackForm
from legions.games.attack_wing.play.creature_forms import (
    DamageForm,
    DisputeForm,
    FormationForm,
    MoraleForm,
    UpgradeForm,
)
from legions.games.attack_wing.play.damage_deck_form import DamageDeckForm
from legions.games.attack_wing.play.maneuver_form import ManeuverForm
from legions.games.attack_wing.play.side_forms import EndPhaseForm, OrderForm, SetUpForm, WinnerForm
from legions.play.forms import SituationForm

FORMS: Mapping[str, type[SituationForm]] = {
    "attack": AttackForm,
    "area-attack": AreaAttackForm,
    "maneuver": ManeuverForm,
    "damage": DamageForm,
    "damage-deck": DamageDeckForm,
    "upgrade": UpgradeForm,
    "morale": MoraleForm,
    "formation": FormationForm,
    "set-up": SetUpForm,
    "order": OrderForm,
    "end-phase": EndPhaseForm,
    "winner": WinnerForm,
    "dispute": DisputeForm,
}
