"""The questions of play on pages: the form of each, and how its answer is said."""

from collections.abc import Mapping

from legions.play.forms import SituationForm

from .area_form import AreaAttackForm
from .attack_form import AttackForm
from .creature_forms import DamageForm, DisputeForm, FormationForm, MoraleForm, UpgradeForm
from .damage_deck_form import DamageDeckForm
from .maneuver_form import ManeuverForm
from .side_forms import EndPhaseForm, OrderForm, SetUpForm, WinnerForm

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
