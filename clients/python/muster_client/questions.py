"""Situations, results and odds of questions of play. Written by manage.py build_types: do not edit."""

from typing import Any, Literal, NotRequired, TypedDict


class AttackWingAttackSpent(TypedDict):
    """Tokens that are spent, each as often as it is spent."""

    attacker: NotRequired[list[Literal["charge", "target", "concentrate"]]]
    defender: NotRequired[list[Literal["dodge", "concentrate"]]]


class AttackWingAttackChange(TypedDict):
    """Change of a number by a card text."""

    what: NotRequired[Literal["attack-dice", "defense-dice", "hits", "criticals", "dodges"]]
    by: NotRequired[int]
    because: NotRequired[str]
    side: NotRequired[Literal["attacker", "defender"]]
    adventure: NotRequired[bool]
    first: NotRequired[bool]
    turned: NotRequired[list[int]]


class AttackWingAttackAtHand(TypedDict):
    """Number of dice at hand, if more are to be rolled."""

    attack: NotRequired[int]
    defense: NotRequired[int]


class AttackWingAttackAttackDieFaces(TypedDict):
    """Attack die."""

    sides: NotRequired[int]
    hits: NotRequired[int]
    criticals: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingAttackDefenseDieFaces(TypedDict):
    """Defense die."""

    sides: NotRequired[int]
    dodges: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingAttackDice(TypedDict):
    """The faces of the dice, if the catalog does not know them."""

    attack: NotRequired[AttackWingAttackAttackDieFaces]
    defense: NotRequired[AttackWingAttackDefenseDieFaces]


class AttackWingAttackWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingAttackCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingAttackWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingAttackMeasurement(TypedDict):
    """Measurement after the target was declared."""

    range: NotRequired[int | None]
    in_arc: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear"]]
    from_attacker: NotRequired[int | None]


class AttackWingAttackAttackReroll(TypedDict):
    """Attack die that is rolled again."""

    die: NotRequired[int]
    because: NotRequired[str]
    twice: NotRequired[bool]
    side: NotRequired[Literal["attacker", "defender"]]
    face: NotRequired[Literal["hit", "critical", "concentrate", "blank"]]


class AttackWingAttackDefenseReroll(TypedDict):
    """Defense die that is rolled again."""

    die: NotRequired[int]
    twice: NotRequired[bool]
    side: NotRequired[Literal["attacker", "defender"]]
    face: NotRequired[Literal["dodge", "concentrate", "blank"]]
    because: NotRequired[str]


class AttackWingAttackRolled(TypedDict):
    """Rolled dice."""

    attack: NotRequired[list[Literal["hit", "critical", "concentrate", "blank"]]]
    reroll: NotRequired[list[AttackWingAttackAttackReroll]]
    defense: NotRequired[list[Literal["dodge", "concentrate", "blank"]]]
    defense_reroll: NotRequired[list[AttackWingAttackDefenseReroll]]


class AttackWingAttackUpgrade(TypedDict):
    """Upgrade at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    dice: NotRequired[Any]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all"]]
    range: NotRequired[str]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    penetrates: NotRequired[bool]
    resisted: NotRequired[bool]
    area: NotRequired[bool]
    costs: NotRequired[list[Literal["dodge", "charge", "concentrate", "target"]]]
    duration_tokens: NotRequired[int]
    disabled: NotRequired[bool]
    discarded: NotRequired[bool]
    places_tokens: NotRequired[int]
    disables_itself: NotRequired[bool]
    continuous: NotRequired[bool]
    permanent: NotRequired[bool]


class AttackWingAttackSituation(TypedDict):
    """Making an attack. Whether an attack can be made, the dice of each side and why, and its damage: of rolled
    dice, or the odds.
    """

    caught: NotRequired[int]
    friend: NotRequired[bool]
    pivot_of_friend: NotRequired[bool]
    last_face_up: NotRequired[bool]
    spend: NotRequired[AttackWingAttackSpent]
    changes: NotRequired[list[AttackWingAttackChange]]
    adventure: NotRequired[dict[str, Any]]
    attacks_again: NotRequired[str]
    no_room: NotRequired[int]
    at_hand: NotRequired[AttackWingAttackAtHand]
    dice: NotRequired[AttackWingAttackDice]
    attacker: NotRequired[AttackWingAttackCreature]
    defender: NotRequired[AttackWingAttackCreature]
    weapon: NotRequired[AttackWingAttackWeapon]
    measured: NotRequired[AttackWingAttackMeasurement]
    rolled: NotRequired[AttackWingAttackRolled]
    upgrade: NotRequired[AttackWingAttackUpgrade]
    interposing: NotRequired[int]
    obstacles: NotRequired[Any]


class AttackWingAttackResultDamage(TypedDict):
    """Damage that gets through. The damage of both sorts; null if it is not known."""

    normal: int | None
    critical: int | None


class AttackWingAttackResult(TypedDict):
    """Answer: Making an attack. The result of the question “Making an attack”."""

    damage: NotRequired[AttackWingAttackResultDamage]
    attack_dice: NotRequired[int | None]
    defense_dice: NotRequired[int | None]
    hits: NotRequired[int | None]
    criticals: NotRequired[int | None]
    dodges: NotRequired[int | None]
    damage_cards: NotRequired[int | None]
    soldiers_lost: NotRequired[int | None]
    removed_in_end_phase: NotRequired[bool | None]
    stage: Literal["declare", "measure", "lost", "unaffected", "attack-dice", "defense-dice", "damage", "done"]
    reach: NotRequired[list[int] | None]
    arc: NotRequired[str | None]


class AttackWingAttackOddsMean(TypedDict):
    """Average damage. An average."""

    exact: str
    value: float


class AttackWingAttackOddsLethal(TypedDict):
    """Chance to defeat. Null if the health is unknown."""

    exact: str
    value: float


class AttackWingAttackOddsCritical(TypedDict):
    """Chance of any critical damage. A chance."""

    exact: str
    value: float


class AttackWingAttackOddsDamageAtLeast(TypedDict):
    """The chance of this damage or more. A chance."""

    exact: str
    value: float


class AttackWingAttackOddsDamage(TypedDict):
    """The chance of a number of damage."""

    exact: str
    value: float
    damage: int
    at_least: AttackWingAttackOddsDamageAtLeast


class AttackWingAttackOddsTokensMean(TypedDict):
    """Average damage with it. An average."""

    exact: str
    value: float


class AttackWingAttackOddsTokensChange(TypedDict):
    """Change of the average damage. A difference of averages."""

    exact: str
    value: float


class AttackWingAttackOddsTokensLethal(TypedDict):
    """Chance to defeat with it. Null if the health is unknown."""

    exact: str
    value: float


class AttackWingAttackOddsTokens(TypedDict):
    """The effect of one token that could be spent."""

    side: Literal["attacker", "defender"]
    token: str
    mean: AttackWingAttackOddsTokensMean
    change: AttackWingAttackOddsTokensChange
    lethal: AttackWingAttackOddsTokensLethal | None


class AttackWingAttackOdds(TypedDict):
    """Odds: Making an attack. The odds of the question “Making an attack”, while dice are open."""

    mean: AttackWingAttackOddsMean
    lethal: AttackWingAttackOddsLethal | None
    critical: AttackWingAttackOddsCritical
    damage: list[AttackWingAttackOddsDamage]
    tokens: list[AttackWingAttackOddsTokens]


class AttackWingAreaAttackWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingAreaAttackCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingAreaAttackWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingAreaAttackAtHand(TypedDict):
    """Number of dice at hand, if more are to be rolled."""

    attack: NotRequired[int]
    defense: NotRequired[int]


class AttackWingAreaAttackAttackDieFaces(TypedDict):
    """Attack die."""

    sides: NotRequired[int]
    hits: NotRequired[int]
    criticals: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingAreaAttackDefenseDieFaces(TypedDict):
    """Defense die."""

    sides: NotRequired[int]
    dodges: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingAreaAttackDice(TypedDict):
    """The faces of the dice, if the catalog does not know them."""

    attack: NotRequired[AttackWingAreaAttackAttackDieFaces]
    defense: NotRequired[AttackWingAreaAttackDefenseDieFaces]


class AttackWingAreaAttackUpgrade(TypedDict):
    """Upgrade at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    dice: NotRequired[Any]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all"]]
    range: NotRequired[str]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    penetrates: NotRequired[bool]
    resisted: NotRequired[bool]
    area: NotRequired[bool]
    costs: NotRequired[list[Literal["dodge", "charge", "concentrate", "target"]]]
    duration_tokens: NotRequired[int]
    disabled: NotRequired[bool]
    discarded: NotRequired[bool]
    places_tokens: NotRequired[int]
    disables_itself: NotRequired[bool]
    continuous: NotRequired[bool]
    permanent: NotRequired[bool]


class AttackWingAreaAttackChange(TypedDict):
    """Change of a number by a card text."""

    what: NotRequired[Literal["attack-dice", "defense-dice", "hits", "criticals", "dodges"]]
    by: NotRequired[int]
    because: NotRequired[str]
    side: NotRequired[Literal["attacker", "defender"]]
    adventure: NotRequired[bool]
    first: NotRequired[bool]
    turned: NotRequired[list[int]]


class AttackWingAreaAttackMeasurement(TypedDict):
    """Measurement after the target was declared."""

    range: NotRequired[int | None]
    in_arc: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear"]]
    from_attacker: NotRequired[int | None]


class AttackWingAreaAttackAttackReroll(TypedDict):
    """Attack die that is rolled again."""

    die: NotRequired[int]
    because: NotRequired[str]
    twice: NotRequired[bool]
    side: NotRequired[Literal["attacker", "defender"]]
    face: NotRequired[Literal["hit", "critical", "concentrate", "blank"]]


class AttackWingAreaAttackDefenseReroll(TypedDict):
    """Defense die that is rolled again."""

    die: NotRequired[int]
    twice: NotRequired[bool]
    side: NotRequired[Literal["attacker", "defender"]]
    face: NotRequired[Literal["dodge", "concentrate", "blank"]]
    because: NotRequired[str]


class AttackWingAreaAttackRolled(TypedDict):
    """Rolled dice."""

    attack: NotRequired[list[Literal["hit", "critical", "concentrate", "blank"]]]
    reroll: NotRequired[list[AttackWingAreaAttackAttackReroll]]
    defense: NotRequired[list[Literal["dodge", "concentrate", "blank"]]]
    defense_reroll: NotRequired[list[AttackWingAreaAttackDefenseReroll]]


class AttackWingAreaAttackSpentOnTarget(TypedDict):
    """Tokens that are spent in the attack on one creature; a Charge Token is spent before."""

    attacker: NotRequired[list[Literal["target", "concentrate"]]]
    defender: NotRequired[list[Literal["dodge", "concentrate"]]]


class AttackWingAreaAttackTarget(TypedDict):
    """Creature in the area."""

    caught: NotRequired[int]
    friend: NotRequired[bool]
    pivot_of_friend: NotRequired[bool]
    last_face_up: NotRequired[bool]
    changes: NotRequired[list[AttackWingAreaAttackChange]]
    creature: NotRequired[AttackWingAreaAttackCreature]
    measured: NotRequired[AttackWingAreaAttackMeasurement]
    rolled: NotRequired[AttackWingAreaAttackRolled]
    spend: NotRequired[AttackWingAreaAttackSpentOnTarget]


class AttackWingAreaAttackSituation(TypedDict):
    """Area attack. A line, a cone or a burst: one attack on each creature caught, with the dice and the damage of
    each.
    """

    adventure: NotRequired[dict[str, Any]]
    attacker: NotRequired[AttackWingAreaAttackCreature]
    attacks_again: NotRequired[str]
    no_room: NotRequired[int]
    at_hand: NotRequired[AttackWingAreaAttackAtHand]
    dice: NotRequired[AttackWingAreaAttackDice]
    upgrade: NotRequired[AttackWingAreaAttackUpgrade]
    charge: NotRequired[bool]
    level: NotRequired[Literal["ground", "air", "both"]]
    burst_token: NotRequired[Literal["inside", "outside", "overlapping"]]
    targets: NotRequired[list[AttackWingAreaAttackTarget]]


class AttackWingAreaAttackResultTargetsDamage(TypedDict):
    """Damage that gets through. The damage of both sorts; null if it is not known."""

    normal: int | None
    critical: int | None


class AttackWingAreaAttackResultTargets(TypedDict):
    """The answer about one creature in an area."""

    damage: NotRequired[AttackWingAreaAttackResultTargetsDamage]
    attack_dice: NotRequired[int | None]
    defense_dice: NotRequired[int | None]
    hits: NotRequired[int | None]
    criticals: NotRequired[int | None]
    dodges: NotRequired[int | None]
    damage_cards: NotRequired[int | None]
    soldiers_lost: NotRequired[int | None]
    removed_in_end_phase: NotRequired[bool | None]
    name: str
    stage: Literal["declare", "measure", "unaffected", "attack-dice", "defense-dice", "damage", "done"]


class AttackWingAreaAttackResult(TypedDict):
    """Answer: Area attack. The result of the question “Area attack”."""

    stage: Literal["declare", "place", "failed", "dice", "done"]
    targets: list[AttackWingAreaAttackResultTargets]


class AttackWingAreaAttackOddsTargetsMean(TypedDict):
    """Average damage. An average."""

    exact: str
    value: float


class AttackWingAreaAttackOddsTargetsLethal(TypedDict):
    """Chance to defeat. Null if the health is unknown."""

    exact: str
    value: float


class AttackWingAreaAttackOddsTargetsCritical(TypedDict):
    """Chance of any critical damage. A chance."""

    exact: str
    value: float


class AttackWingAreaAttackOddsTargetsDamageAtLeast(TypedDict):
    """The chance of this damage or more. A chance."""

    exact: str
    value: float


class AttackWingAreaAttackOddsTargetsDamage(TypedDict):
    """The chance of a number of damage."""

    exact: str
    value: float
    damage: int
    at_least: AttackWingAreaAttackOddsTargetsDamageAtLeast


class AttackWingAreaAttackOddsTargetsTokensMean(TypedDict):
    """Average damage with it. An average."""

    exact: str
    value: float


class AttackWingAreaAttackOddsTargetsTokensChange(TypedDict):
    """Change of the average damage. A difference of averages."""

    exact: str
    value: float


class AttackWingAreaAttackOddsTargetsTokensLethal(TypedDict):
    """Chance to defeat with it. Null if the health is unknown."""

    exact: str
    value: float


class AttackWingAreaAttackOddsTargetsTokens(TypedDict):
    """The effect of one token that could be spent."""

    side: Literal["attacker", "defender"]
    token: str
    mean: AttackWingAreaAttackOddsTargetsTokensMean
    change: AttackWingAreaAttackOddsTargetsTokensChange
    lethal: AttackWingAreaAttackOddsTargetsTokensLethal | None


class AttackWingAreaAttackOddsTargets(TypedDict):
    """The odds of an attack."""

    mean: AttackWingAreaAttackOddsTargetsMean
    lethal: AttackWingAreaAttackOddsTargetsLethal | None
    critical: AttackWingAreaAttackOddsTargetsCritical
    damage: list[AttackWingAreaAttackOddsTargetsDamage]
    tokens: list[AttackWingAreaAttackOddsTargetsTokens]


class AttackWingAreaAttackOdds(TypedDict):
    """Odds: Area attack. The odds of the question “Area attack”, while dice are open."""

    targets: list[AttackWingAreaAttackOddsTargets | None]


class AttackWingManeuverWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingManeuverCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingManeuverWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingManeuverDialLine(TypedDict):
    """Maneuver of a dial."""

    bearing: NotRequired[Literal["straight", "bank", "turn", "turnabout", "fall-back", "pivot"]]
    side: NotRequired[Literal["left", "right", "none"]]
    speed: NotRequired[int]
    dial: NotRequired[Literal["ground", "flight", None]]
    colour: NotRequired[Literal["white", "red", "green"]]


class AttackWingManeuverRevealed(TypedDict):
    """Revealed maneuver."""

    bearing: NotRequired[Literal["straight", "bank", "turn", "turnabout", "fall-back", "pivot"]]
    side: NotRequired[Literal["left", "right", "none"]]
    speed: NotRequired[int]
    colour: NotRequired[Literal["white", "red", "green"]]
    forced: NotRequired[bool]


class AttackWingManeuverOverrunRoll(TypedDict):
    """Dice of an overrun check."""

    mover: NotRequired[list[Literal["hit", "critical", "concentrate", "blank"]]]
    stander: NotRequired[list[Literal["hit", "critical", "concentrate", "blank"]]]


class AttackWingManeuverBlocker(TypedDict):
    """Opposing ground creature in the way."""

    base: NotRequired[Literal["small", "large", None]]
    rolled: NotRequired[AttackWingManeuverOverrunRoll]


class AttackWingManeuverMetObstacle(TypedDict):
    """Obstacle that the template or the base meets."""

    affects: NotRequired[Literal["ground", "air", "both"]]
    before_creatures: NotRequired[bool]


class AttackWingManeuverSituation(TypedDict):
    """Maneuver and action. A creature's options now, the effects of its maneuver, and its state afterwards."""

    adventure: NotRequired[dict[str, Any]]
    creature: NotRequired[AttackWingManeuverCreature]
    maneuver_card: NotRequired[str]
    maneuvers: NotRequired[list[AttackWingManeuverDialLine]]
    revealed: NotRequired[AttackWingManeuverRevealed]
    altitude: NotRequired[Literal["keep", "swoop", "stop-swooping", "land", "take-off"]]
    action: NotRequired[Literal["dodge", "charge", "concentrate", "target", "feint", "pass", "card", "remove-disabled"]]
    free: NotRequired[bool]
    another_card: NotRequired[bool]
    enemy_range: NotRequired[int | None]
    feint_blocked: NotRequired[bool]
    no_room: NotRequired[int]
    leaves: NotRequired[bool]
    edge: NotRequired[Literal["north", "east", "south", "west"]]
    adventure_keeps_fled: NotRequired[bool]
    overlap: NotRequired[Literal["none", "ground", "air"]]
    blockers: NotRequired[list[AttackWingManeuverBlocker]]
    obstacles: NotRequired[list[AttackWingManeuverMetObstacle]]


class AttackWingManeuverResultExecuted(TypedDict):
    """Executed maneuver. Missing if its bearing depends on a play level that is not known."""

    bearing: Literal["straight", "bank", "turn", "turnabout", "fall-back", "pivot"]
    side: Literal["left", "right", "none", None]
    speed: int
    colour: Literal["white", "red", "green", None]
    forced: NotRequired[bool]


class AttackWingManeuverResultChoicesManeuvers(TypedDict):
    """A maneuver of the dial, and whether the creature may choose it."""

    dial: Literal["ground", "flight", None]
    bearing: Literal["straight", "bank", "turn", "turnabout", "fall-back", "pivot"]
    side: Literal["left", "right", "none"]
    speed: int
    colour: Literal["white", "red", "green"]
    allowed: bool | None


class AttackWingManeuverResultChoicesActions(TypedDict):
    """An action, and the rule that forbids it."""

    action: Literal["dodge", "charge", "concentrate", "target", "feint", "pass", "card", "remove-disabled"]
    allowed: bool | None
    rule: str | None


class AttackWingManeuverResultChoices(TypedDict):
    """Options. The options of the creature."""

    maneuvers: list[AttackWingManeuverResultChoicesManeuvers] | None
    altitudes: list[str] | None
    bearings: NotRequired[list[str]]
    actions: NotRequired[list[AttackWingManeuverResultChoicesActions]]


class AttackWingManeuverResult(TypedDict):
    """Answer: Maneuver and action. The result of the question “Maneuver and action”."""

    stage: Literal["reveal", "done"]
    executed: NotRequired[AttackWingManeuverResultExecuted]
    fled: NotRequired[bool | None]
    defeated: NotRequired[bool | None]
    hit_wall: NotRequired[bool]
    stopped: NotRequired[bool | None]
    obstacle_dice: NotRequired[int | None]
    exhaustion: NotRequired[int | None]
    play_level: NotRequired[Literal["ground", "air", None]]
    swooping: NotRequired[bool | None]
    tokens: NotRequired[list[str]]
    pressed: NotRequired[int | None]
    choices: NotRequired[AttackWingManeuverResultChoices]


class AttackWingManeuverOddsOverrun(TypedDict):
    """Overrun check. The dice of an overrun check."""

    dice: list[int]


class AttackWingManeuverOdds(TypedDict):
    """Odds: Maneuver and action. The odds of the question “Maneuver and action”, while dice are open."""

    overrun: AttackWingManeuverOddsOverrun


class AttackWingDamageWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingDamageCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingDamageWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingDamageObstacle(TypedDict):
    """Obstacle that a creature moved through or onto."""

    affects: NotRequired[Literal["ground", "air", "both"]]
    rolled: NotRequired[Literal["hit", "critical", "concentrate", "blank"]]


class AttackWingDamageSituation(TypedDict):
    """Damage. What damage outside combat does to a creature."""

    adventure: NotRequired[dict[str, Any]]
    creature: NotRequired[AttackWingDamageCreature]
    normal: NotRequired[int]
    critical: NotRequired[int]
    obstacles: NotRequired[list[AttackWingDamageObstacle]]
    deck: NotRequired[int]
    discards: NotRequired[int]


class AttackWingDamageResultDamage(TypedDict):
    """Damage that it suffers. The damage of both sorts; null if it is not known."""

    normal: int | None
    critical: int | None


class AttackWingDamageResult(TypedDict):
    """Answer: Damage. The result of the question “Damage”."""

    damage: AttackWingDamageResultDamage
    damage_cards: int | None
    soldiers_lost: int | None
    removed_in_end_phase: bool | None


class AttackWingDamageDeckDeckEvent(TypedDict):
    """Event with damage cards."""

    does: NotRequired[Literal["damage", "turn-down", "discard", "defeat", "end-phase"]]
    creature: NotRequired[str]
    normal: NotRequired[int]
    critical: NotRequired[int]
    troop: NotRequired[bool]
    card: NotRequired[str]
    cards: NotRequired[list[str]]


class AttackWingDamageDeckSituation(TypedDict):
    """Damage deck. A deck with a verifiable shuffle, or drawn by hand, and the face-up damage cards."""

    adventure: NotRequired[dict[str, Any]]
    set: NotRequired[str]
    deal: NotRequired[str]
    words: NotRequired[list[str]]
    reveal: NotRequired[bool]
    events: NotRequired[list[AttackWingDamageDeckDeckEvent]]
    seed: NotRequired[str]
    checksum: NotRequired[str]


class AttackWingDamageDeckResultDealt(TypedDict):
    """A card that was dealt."""

    event: int
    creature: str
    face_up: bool
    card: str | None


class AttackWingDamageDeckResultCreaturesFaceUp(TypedDict):
    """A card that lies face up."""

    card: str | None
    duration_tokens: int


class AttackWingDamageDeckResultCreatures(TypedDict):
    """The damage cards of a creature."""

    name: str
    damage_cards: int | None
    face_down: int
    face_up: list[AttackWingDamageDeckResultCreaturesFaceUp]


class AttackWingDamageDeckResult(TypedDict):
    """Answer: Damage deck. The result of the question “Damage deck”."""

    left: int | None
    discards: int | None
    checksum: str | None
    shuffles: int | None
    dealt: list[AttackWingDamageDeckResultDealt]
    creatures: list[AttackWingDamageDeckResultCreatures] | None
    seed: NotRequired[str]
    order: NotRequired[list[str]]


class AttackWingUpgradeUpgrade(TypedDict):
    """Upgrade at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    dice: NotRequired[Any]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all"]]
    range: NotRequired[str]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    penetrates: NotRequired[bool]
    resisted: NotRequired[bool]
    area: NotRequired[bool]
    costs: NotRequired[list[Literal["dodge", "charge", "concentrate", "target"]]]
    duration_tokens: NotRequired[int]
    disabled: NotRequired[bool]
    discarded: NotRequired[bool]
    places_tokens: NotRequired[int]
    disables_itself: NotRequired[bool]
    continuous: NotRequired[bool]
    permanent: NotRequired[bool]


class AttackWingUpgradeWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingUpgradeCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingUpgradeWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingUpgradeAttackDieFaces(TypedDict):
    """Attack die."""

    sides: NotRequired[int]
    hits: NotRequired[int]
    criticals: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingUpgradeDefenseDieFaces(TypedDict):
    """Defense die."""

    sides: NotRequired[int]
    dodges: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingUpgradeDice(TypedDict):
    """The faces of the dice, if the catalog does not know them."""

    attack: NotRequired[AttackWingUpgradeAttackDieFaces]
    defense: NotRequired[AttackWingUpgradeDefenseDieFaces]


class AttackWingUpgradeSituation(TypedDict):
    """Using an upgrade. Whether an upgrade can be used, its state afterwards, when its effect ends, and if a Leader
    is discarded.
    """

    adventure: NotRequired[dict[str, Any]]
    upgrade: NotRequired[AttackWingUpgradeUpgrade]
    does: NotRequired[Literal["use", "disable", "enable", "discard", "defeat", "lose-token", "dispel", "soldier-falls"]]
    recipient: NotRequired[AttackWingUpgradeCreature]
    fallen: NotRequired[int]
    fled: NotRequired[int]
    fled_count: NotRequired[bool]
    discarded_by: NotRequired[Literal["hit", "critical", "hit-or-critical"]]
    rolled: NotRequired[list[Literal["hit", "critical", "concentrate", "blank"]]]
    dice: NotRequired[AttackWingUpgradeDice]


class AttackWingUpgradeResult(TypedDict):
    """Answer: Using an upgrade. The result of the question “Using an upgrade”."""

    used: bool | None
    duration_tokens: int | None
    disabled: bool | None
    discarded: NotRequired[bool | None]
    effect_lasts: NotRequired[bool | None]
    dice: NotRequired[int]
    headers: NotRequired[list[str] | None]
    permanent: NotRequired[bool]
    optional: NotRequired[bool | None]


class AttackWingUpgradeOddsDiscarded(TypedDict):
    """Chance that it is discarded. A chance."""

    exact: str
    value: float


class AttackWingUpgradeOdds(TypedDict):
    """Odds: Using an upgrade. The odds of the question “Using an upgrade”, while dice are open."""

    discarded: AttackWingUpgradeOddsDiscarded


class AttackWingMoraleIcons(TypedDict):
    """Icons that are missing from the text of the rulebook."""

    morale: NotRequired[Literal["hit", "critical", "hit-or-critical"]]
    dispute: NotRequired[Literal["concentrate", "blank"]]


class AttackWingMoraleAttackDieFaces(TypedDict):
    """Attack die."""

    sides: NotRequired[int]
    hits: NotRequired[int]
    criticals: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingMoraleDefenseDieFaces(TypedDict):
    """Defense die."""

    sides: NotRequired[int]
    dodges: NotRequired[int]
    concentrates: NotRequired[int]


class AttackWingMoraleDice(TypedDict):
    """The faces of the dice, if the catalog does not know them."""

    attack: NotRequired[AttackWingMoraleAttackDieFaces]
    defense: NotRequired[AttackWingMoraleDefenseDieFaces]


class AttackWingMoraleSituation(TypedDict):
    """Morale of a troop. How many soldiers flee when the Point Soldier falls."""

    adventure: NotRequired[dict[str, Any]]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    rolled: NotRequired[list[Literal["hit", "critical", "concentrate", "blank"]]]
    icons: NotRequired[AttackWingMoraleIcons]
    dice: NotRequired[AttackWingMoraleDice]


class AttackWingMoraleResultReadings(TypedDict):
    """The soldiers that flee by one meaning of the icon."""

    icon: Literal["hit", "critical", "hit-or-critical"]
    fled: int


class AttackWingMoraleResult(TypedDict):
    """Answer: Morale of a troop. The result of the question “Morale of a troop”."""

    fled: int | None
    readings: list[AttackWingMoraleResultReadings]


class AttackWingMoraleOddsFledChances(TypedDict):
    """The chance of a number of soldiers that flee."""

    exact: str
    value: float
    fled: int


class AttackWingMoraleOddsFled(TypedDict):
    """The chances by one meaning of the icon."""

    icon: Literal["hit", "critical", "hit-or-critical"]
    chances: list[AttackWingMoraleOddsFledChances]


class AttackWingMoraleOdds(TypedDict):
    """Odds: Morale of a troop. The odds of the question “Morale of a troop”, while dice are open."""

    fled: list[AttackWingMoraleOddsFled]


class AttackWingFormationSituation(TypedDict):
    """Formation of a troop. Whether the formation of a troop is allowed."""

    adventure: NotRequired[dict[str, Any]]
    soldiers: NotRequired[list[list[int]]]


class AttackWingFormationResult(TypedDict):
    """Answer: Formation of a troop. The result of the question “Formation of a troop”."""

    soldiers: int | None


class AttackWingSetUpWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingSetUpCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingSetUpWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingSetUpPick(TypedDict):
    """Pick of a list."""

    card: NotRequired[str]
    name: NotRequired[str]
    count: NotRequired[int]
    soldiers: NotRequired[int]
    upgrades: NotRequired[list[str]]


class AttackWingSetUpSide(TypedDict):
    """Side."""

    name: NotRequired[str]
    total: NotRequired[int]
    creatures: NotRequired[list[AttackWingSetUpCreature]]
    picks: NotRequired[list[AttackWingSetUpPick]]


class AttackWingSetUpSituation(TypedDict):
    """Setting up. Which levels are shared, who decides about initiative, and where and in which order creatures are
    placed.
    """

    sides: NotRequired[list[AttackWingSetUpSide]]
    adventure: NotRequired[dict[str, Any]]
    initiative: NotRequired[int]
    points: NotRequired[int]
    start_inches: NotRequired[int]
    legion_building: NotRequired[bool]
    obstacles: NotRequired[int]


class AttackWingSetUpResultTiedLevels(TypedDict):
    """A level that creatures of several sides share."""

    level: int
    sides: list[int]


class AttackWingSetUpResultPlacingCreatures(TypedDict):
    """A creature with its side."""

    side: int
    at: str
    name: str


class AttackWingSetUpResultPlacing(TypedDict):
    """A step of an order: the creatures of a level, of one side if initiative decides."""

    level: int
    creatures: list[AttackWingSetUpResultPlacingCreatures]
    decided: bool


class AttackWingSetUpResultArea(TypedDict):
    """Areas. Null if the sides are unknown."""

    play_area: str
    start: str | None
    start_inches: int | None


class AttackWingSetUpResultArmorTokens(TypedDict):
    """The Armor Tokens of a creature."""

    at: str
    name: str
    armor: int | None


class AttackWingSetUpResultObstacleOrder(TypedDict):
    """Placing obstacles. Null without obstacles."""

    each: int
    first: int | None
    order: list[int] | None


class AttackWingSetUpResult(TypedDict):
    """Answer: Setting up. The result of the question “Setting up”."""

    tied_levels: list[AttackWingSetUpResultTiedLevels]
    initiative: int | None
    may_hold: list[int]
    decides: list[int] | None
    placing: list[AttackWingSetUpResultPlacing] | None
    area: AttackWingSetUpResultArea | None
    armor_tokens: list[AttackWingSetUpResultArmorTokens]
    obstacle_order: AttackWingSetUpResultObstacleOrder | None


class AttackWingOrderWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingOrderCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingOrderWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingOrderPick(TypedDict):
    """Pick of a list."""

    card: NotRequired[str]
    name: NotRequired[str]
    count: NotRequired[int]
    soldiers: NotRequired[int]
    upgrades: NotRequired[list[str]]


class AttackWingOrderSide(TypedDict):
    """Side."""

    name: NotRequired[str]
    total: NotRequired[int]
    creatures: NotRequired[list[AttackWingOrderCreature]]
    picks: NotRequired[list[AttackWingOrderPick]]


class AttackWingOrderSituation(TypedDict):
    """Order of a round. In which order creatures activate and attack."""

    sides: NotRequired[list[AttackWingOrderSide]]
    initiative: NotRequired[int]
    adventure: NotRequired[dict[str, Any]]


class AttackWingOrderResultTiedLevels(TypedDict):
    """A level that creatures of several sides share."""

    level: int
    sides: list[int]


class AttackWingOrderResultActivationCreatures(TypedDict):
    """A creature with its side."""

    side: int
    at: str
    name: str


class AttackWingOrderResultActivation(TypedDict):
    """A step of an order: the creatures of a level, of one side if initiative decides."""

    level: int
    creatures: list[AttackWingOrderResultActivationCreatures]
    decided: bool


class AttackWingOrderResultCombatCreatures(TypedDict):
    """A creature with its side."""

    side: int
    at: str
    name: str


class AttackWingOrderResultCombat(TypedDict):
    """A step of an order: the creatures of a level, of one side if initiative decides."""

    level: int
    creatures: list[AttackWingOrderResultCombatCreatures]
    decided: bool


class AttackWingOrderResult(TypedDict):
    """Answer: Order of a round. The result of the question “Order of a round”."""

    tied_levels: list[AttackWingOrderResultTiedLevels]
    initiative: int | None
    activation: list[AttackWingOrderResultActivation] | None
    combat: list[AttackWingOrderResultCombat] | None


class AttackWingEndPhaseWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingEndPhaseCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingEndPhaseWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingEndPhasePick(TypedDict):
    """Pick of a list."""

    card: NotRequired[str]
    name: NotRequired[str]
    count: NotRequired[int]
    soldiers: NotRequired[int]
    upgrades: NotRequired[list[str]]


class AttackWingEndPhaseSide(TypedDict):
    """Side."""

    name: NotRequired[str]
    total: NotRequired[int]
    creatures: NotRequired[list[AttackWingEndPhaseCreature]]
    picks: NotRequired[list[AttackWingEndPhasePick]]


class AttackWingEndPhaseLasting(TypedDict):
    """Card with Duration Tokens."""

    name: NotRequired[str]
    tokens: NotRequired[int]
    permanent: NotRequired[bool]
    burst: NotRequired[bool]
    continuous: NotRequired[bool]


class AttackWingEndPhaseSituation(TypedDict):
    """End Phase. Which creatures and tokens are removed, and who has initiative next."""

    initiative: NotRequired[int]
    adventure: NotRequired[bool | dict[str, Any]]
    sides: NotRequired[list[AttackWingEndPhaseSide]]
    tie_brought_by: NotRequired[int]
    effects: NotRequired[list[str]]
    durations: NotRequired[list[AttackWingEndPhaseLasting]]
    one_by_one: NotRequired[bool]


class AttackWingEndPhaseResultOrderCreatures(TypedDict):
    """A creature with its side."""

    side: int
    at: str
    name: str


class AttackWingEndPhaseResultOrder(TypedDict):
    """A step of an order: the creatures of a level, of one side if initiative decides."""

    level: int
    creatures: list[AttackWingEndPhaseResultOrderCreatures]
    decided: bool


class AttackWingEndPhaseResultRemoved(TypedDict):
    """A creature with its side."""

    side: int
    at: str
    name: str


class AttackWingEndPhaseResultOpen(TypedDict):
    """A creature with its side."""

    side: int
    at: str
    name: str


class AttackWingEndPhaseResultDurations(TypedDict):
    """The Duration Tokens on a card afterwards."""

    name: str
    tokens: int
    ends: bool


class AttackWingEndPhaseResult(TypedDict):
    """Answer: End Phase. The result of the question “End Phase”."""

    winner: int | None
    order: list[AttackWingEndPhaseResultOrder] | None
    removed: list[AttackWingEndPhaseResultRemoved]
    open: list[AttackWingEndPhaseResultOpen]
    initiative: int | None
    durations: list[AttackWingEndPhaseResultDurations]
    standing: list[int] | None


class AttackWingWinnerWeapon(TypedDict):
    """Weapon."""

    name: NotRequired[str]
    melee: NotRequired[bool]
    arc: NotRequired[Literal["forward", "rear", "all", None]]
    range: NotRequired[int | None]


class AttackWingWinnerCreature(TypedDict):
    """Creature at the table."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    attack: NotRequired[int]
    agility: NotRequired[int]
    health: NotRequired[int]
    armor: NotRequired[int]
    energy: NotRequired[list[Literal["fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease"]]]
    weapons: NotRequired[list[AttackWingWinnerWeapon]]
    movement: NotRequired[Literal["flying", "ground"]]
    base: NotRequired[Literal["small", "large"]]
    actions: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint"]]]
    play_level: NotRequired[Literal["ground", "air"]]
    swooping: NotRequired[bool]
    tokens: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "pivot"]]]
    exhaustion: NotRequired[int]
    damage: NotRequired[int]
    shattered: NotRequired[int]
    soldiers: NotRequired[int]
    pressed: NotRequired[int]
    leader: NotRequired[bool]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]
    no_attack: NotRequired[bool]
    altitude_changed: NotRequired[bool]
    can_fly: NotRequired[bool]
    actions_done: NotRequired[list[Literal["dodge", "charge", "concentrate", "target", "feint", "card", "remove-disabled"]]]
    action_spent: NotRequired[bool]
    met_obstacle: NotRequired[bool]
    defeated: NotRequired[bool]
    fell_before: NotRequired[bool]


class AttackWingWinnerPick(TypedDict):
    """Pick of a list."""

    card: NotRequired[str]
    name: NotRequired[str]
    count: NotRequired[int]
    soldiers: NotRequired[int]
    upgrades: NotRequired[list[str]]


class AttackWingWinnerSide(TypedDict):
    """Side."""

    name: NotRequired[str]
    total: NotRequired[int]
    creatures: NotRequired[list[AttackWingWinnerCreature]]
    picks: NotRequired[list[AttackWingWinnerPick]]


class AttackWingWinnerSituation(TypedDict):
    """Winner. Whether somebody has won, and by which rule."""

    initiative: NotRequired[int]
    adventure: NotRequired[bool | dict[str, Any]]
    sides: NotRequired[list[AttackWingWinnerSide]]


class AttackWingWinnerResult(TypedDict):
    """Answer: Winner. The result of the question “Winner”."""

    winner: int | None


class AttackWingDisputeDisputeDice(TypedDict):
    """The dice of a dispute roll."""

    attack: NotRequired[list[Literal["hit", "critical", "concentrate", "blank"]]]
    defense: NotRequired[list[Literal["dodge", "concentrate", "blank"]]]


class AttackWingDisputeIcons(TypedDict):
    """Icons that are missing from the text of the rulebook."""

    morale: NotRequired[Literal["hit", "critical", "hit-or-critical"]]
    dispute: NotRequired[Literal["concentrate", "blank"]]


class AttackWingDisputeSituation(TypedDict):
    """Dispute roll. Who settles what is too close to call."""

    adventure: NotRequired[dict[str, Any]]
    rolled: NotRequired[AttackWingDisputeDisputeDice]
    icons: NotRequired[AttackWingDisputeIcons]


class AttackWingDisputeResultReadings(TypedDict):
    """The roll by one meaning of the icon."""

    icon: Literal["concentrate", "blank"]
    attack: int
    defense: int


class AttackWingDisputeResult(TypedDict):
    """Answer: Dispute roll. The result of the question “Dispute roll”."""

    winner: Literal["attack", "defense", "tie", None]
    readings: list[AttackWingDisputeResultReadings]


class DndMiniatures2003DamagePrintedAttack(TypedDict):
    """The melee or the ranged attack on the card of a creature."""

    manner: NotRequired[Literal["melee", "ranged"]]
    bonuses: NotRequired[list[int]]
    damage: NotRequired[int]


class DndMiniatures2003DamageAttacker(TypedDict):
    """The creature that deals the damage."""

    card: NotRequired[str]
    name: NotRequired[str]
    attacks: NotRequired[list[DndMiniatures2003DamagePrintedAttack]]


class DndMiniatures2003DamageAddition(TypedDict):
    """Damage that an effect adds."""

    because: NotRequired[str]
    by: NotRequired[int]
    spells: NotRequired[bool]
    commander: NotRequired[bool]


class DndMiniatures2003DamageSubtraction(TypedDict):
    """Damage that an effect takes from what the attacker deals."""

    because: NotRequired[str]
    by: NotRequired[int]
    spells: NotRequired[bool]
    least: NotRequired[int]


class DndMiniatures2003DamageDefender(TypedDict):
    """The creature that takes the damage."""

    card: NotRequired[str]
    name: NotRequired[str]
    hp: NotRequired[int]
    now: NotRequired[int]
    evades: NotRequired[bool]


class DndMiniatures2003DamageProtection(TypedDict):
    """Damage that an ability of the defender takes away."""

    because: NotRequired[str]
    by: NotRequired[int]
    ability: NotRequired[Literal["dr", "other"]]
    against: NotRequired[Literal["base", "extra"]]


class DndMiniatures2003DamageWeakness(TypedDict):
    """An ability of the defender that multiplies damage."""

    because: NotRequired[str]
    times: NotRequired[int]
    of: NotRequired[Literal["base", "extra"]]


class DndMiniatures2003DamageSituation(TypedDict):
    """Damage in its order. What effects make of damage, one after another, and what it does to the defender."""

    attacker: NotRequired[DndMiniatures2003DamageAttacker]
    way: NotRequired[Literal["melee", "ranged", "spell"]]
    hit: NotRequired[list[Literal["critical", "helpless"]]]
    base: NotRequired[int]
    extra: NotRequired[int]
    factor: NotRequired[int]
    added: NotRequired[list[DndMiniatures2003DamageAddition]]
    lessened: NotRequired[list[DndMiniatures2003DamageSubtraction]]
    in_order: NotRequired[bool]
    saved: NotRequired[bool]
    rounding: NotRequired[Literal["down", "up"]]
    defender: NotRequired[DndMiniatures2003DamageDefender]
    protected: NotRequired[list[DndMiniatures2003DamageProtection]]
    weak: NotRequired[list[DndMiniatures2003DamageWeakness]]


class DndMiniatures2003DamageResult(TypedDict):
    """Answer: Damage in its order. The result of the question “Damage in its order”."""

    total: int | None
    base: int | None
    extra: int | None
    hp: int | None
    destroyed: bool | None
    triggers: bool | None


class DndMiniatures2003AttackPrintedAttack(TypedDict):
    """The melee or the ranged attack on the card of a creature."""

    manner: NotRequired[Literal["melee", "ranged"]]
    bonuses: NotRequired[list[int]]
    damage: NotRequired[int]


class DndMiniatures2003AttackAttackingCreature(TypedDict):
    """The creature that attacks."""

    card: NotRequired[str]
    name: NotRequired[str]
    attacks: NotRequired[list[DndMiniatures2003AttackPrintedAttack]]
    squeezes: NotRequired[bool]
    pacified: NotRequired[bool]


class DndMiniatures2003AttackTarget(TypedDict):
    """The creature that is attacked."""

    card: NotRequired[str]
    name: NotRequired[str]
    ac: NotRequired[int]
    in_melee: NotRequired[bool]
    stunned: NotRequired[bool]
    squeezes: NotRequired[bool]
    concealed: NotRequired[list[Literal["conceal", "incorporeal"]]]


class DndMiniatures2003AttackModifier(TypedDict):
    """A bonus or penalty of an attack roll that a card, a spell or a scenario gives."""

    because: NotRequired[str]
    by: NotRequired[int]
    commander: NotRequired[bool]


class DndMiniatures2003AttackSituation(TypedDict):
    """Attack roll. What an attack needs to hit, whether a roll hits, and how likely an open roll does."""

    attacker: NotRequired[DndMiniatures2003AttackAttackingCreature]
    way: NotRequired[Literal["melee", "reach", "ranged"]]
    target: NotRequired[DndMiniatures2003AttackTarget]
    cover: NotRequired[list[Literal["terrain", "statue", "creature"]]]
    charges: NotRequired[bool]
    rolled: NotRequired[int]
    bonus: NotRequired[int]
    blow: NotRequired[int]
    cleaves: NotRequired[bool]
    nearer: NotRequired[bool]
    selective: NotRequired[bool]
    unseen: NotRequired[bool]
    modifiers: NotRequired[list[DndMiniatures2003AttackModifier]]
    critical_from: NotRequired[int]
    one_misses: NotRequired[bool]


class DndMiniatures2003AttackResult(TypedDict):
    """Answer: Attack roll. The result of the question “Attack roll”."""

    hit: bool | None
    critical: bool | None
    needs: int | None
    bonus: int | None
    armor_class: int | None
    conceal: bool | None


class DndMiniatures2003AttackOddsHit(TypedDict):
    """Chance to hit. With that of a critical hit."""

    exact: str
    value: float


class DndMiniatures2003AttackOddsCritical(TypedDict):
    """Chance of a critical hit. A chance."""

    exact: str
    value: float


class DndMiniatures2003AttackOdds(TypedDict):
    """Odds: Attack roll. The odds of the question “Attack roll”, while dice are open."""

    hit: DndMiniatures2003AttackOddsHit
    critical: DndMiniatures2003AttackOddsCritical


class DndMiniatures2003CommandCommandedCreature(TypedDict):
    """The creature that may be under command."""

    card: NotRequired[str]
    name: NotRequired[str]
    difficult: NotRequired[int]
    self_command: NotRequired[list[Literal["independent", "pack-hunter"]]]
    commander: NotRequired[bool]
    speed: NotRequired[int]
    pack: NotRequired[bool]
    buzzing: NotRequired[bool]
    willing: NotRequired[bool]
    began: NotRequired[bool]
    others: NotRequired[bool]


class DndMiniatures2003CommandCommander(TypedDict):
    """The commander."""

    card: NotRequired[str]
    name: NotRequired[str]
    commander_rating: NotRequired[int]


class DndMiniatures2003CommandSituation(TypedDict):
    """Under command. Whether a commander has a creature under command, whether it is without one, and what follows."""

    creature: NotRequired[DndMiniatures2003CommandCommandedCreature]
    commander: NotRequired[DndMiniatures2003CommandCommander]
    sees: NotRequired[bool]
    squares: NotRequired[int]
    countersong: NotRequired[bool]


class DndMiniatures2003CommandResult(TypedDict):
    """Answer: Under command. The result of the question “Under command”."""

    under_command: bool | None
    by_commander: bool | None
    effects: bool | None
    rating: int | None
    speed: int | None
    rush: int | None


class DndMiniatures2003MoraleSaver(TypedDict):
    """The creature that may have to make a morale save."""

    card: NotRequired[str]
    name: NotRequired[str]
    hp: NotRequired[int]
    now: NotRequired[int]
    level: NotRequired[int]
    save_bonus: NotRequired[int]
    routing: NotRequired[bool]
    saved: NotRequired[bool]
    fearless: NotRequired[bool]
    helpless: NotRequired[bool]


class DndMiniatures2003MoraleSituation(TypedDict):
    """Morale and routing. Whether a creature makes a morale save, how likely it is, and whether it routs or rallies."""

    creature: NotRequired[DndMiniatures2003MoraleSaver]
    cause: NotRequired[Literal["half", "effect", "rally"]]
    under_command: NotRequired[bool]
    rating: NotRequired[int]
    dc: NotRequired[int]
    rolled: NotRequired[int]
    naturals: NotRequired[bool]


class DndMiniatures2003MoraleResult(TypedDict):
    """Answer: Morale and routing. The result of the question “Morale and routing”."""

    routs: bool | None
    saves: bool | None
    bonus: int | None
    needs: int | None


class DndMiniatures2003MoraleOddsSave(TypedDict):
    """Chance to save. A chance."""

    exact: str
    value: float


class DndMiniatures2003MoraleOdds(TypedDict):
    """Odds: Morale and routing. The odds of the question “Morale and routing”, while dice are open."""

    save: DndMiniatures2003MoraleOddsSave


class DndMiniatures2003InitiativeSide(TypedDict):
    """A warband in an initiative check."""

    bonus: NotRequired[int]
    improved: NotRequired[int]
    rolled: NotRequired[int]


class DndMiniatures2003InitiativeSituation(TypedDict):
    """Initiative. Who wins an initiative check, and how likely it is before the rolls."""

    check: NotRequired[Literal["round", "terrain"]]
    revealed: NotRequired[bool]
    sides: NotRequired[list[DndMiniatures2003InitiativeSide]]


class DndMiniatures2003InitiativeResult(TypedDict):
    """Answer: Initiative. The result of the question “Initiative”."""

    winner: int | None
    totals: list[int] | None


class DndMiniatures2003InitiativeOddsWins(TypedDict):
    """The chance of a warband to win."""

    exact: str
    value: float
    warband: int


class DndMiniatures2003InitiativeOddsTie(TypedDict):
    """Chance of a tie. With equal totals and bonuses."""

    exact: str
    value: float


class DndMiniatures2003InitiativeOdds(TypedDict):
    """Odds: Initiative. The odds of the question “Initiative”, while dice are open."""

    wins: list[DndMiniatures2003InitiativeOddsWins]
    tie: DndMiniatures2003InitiativeOddsTie


class DndMiniatures2003VictoryPointsLost(TypedDict):
    """A creature that a player has lost."""

    card: NotRequired[str]
    name: NotRequired[str]
    owner: NotRequired[Literal["first", "second"]]
    role: NotRequired[Literal["warband", "summoned", "minion", "raised"]]
    fate: NotRequired[Literal["eliminated", "with-summoner", "temporary-control", "permanent-control"]]
    cost: NotRequired[int]
    points: NotRequired[int]


class DndMiniatures2003VictoryPointsSituation(TypedDict):
    """Victory points. Which victory points two players have for creatures that the other one has lost."""

    lost: NotRequired[list[DndMiniatures2003VictoryPointsLost]]
    by_cost: NotRequired[bool]
    tournament: NotRequired[bool]
    agreed: NotRequired[bool]


class DndMiniatures2003VictoryPointsResult(TypedDict):
    """Answer: Victory points. The result of the question “Victory points”."""

    first: int | None
    second: int | None


class DndMiniatures2008AttackRollPrintedAttack(TypedDict):
    """An attack on the card of a creature."""

    name: NotRequired[str]
    manner: NotRequired[Literal["melee", "ranged", "close", "area"]]
    basic: NotRequired[bool]
    bonus: NotRequired[int]
    against: NotRequired[Literal["ac", "fortitude", "reflex", "will"]]
    damage: NotRequired[int]


class DndMiniatures2008AttackRollAttacker(TypedDict):
    """The creature that attacks."""

    card: NotRequired[str]
    name: NotRequired[str]
    attack: NotRequired[int]
    attacks: NotRequired[list[DndMiniatures2008AttackRollPrintedAttack]]
    manner: NotRequired[Literal["melee", "ranged", "close", "area"]]
    basic: NotRequired[bool]
    bonus: NotRequired[int]
    against: NotRequired[Literal["ac", "fortitude", "reflex", "will"]]
    conditions: NotRequired[list[Literal["blinded", "dazed", "confused", "dominated", "stunned", "helpless", "immobilized"]]]
    state: NotRequired[list[Literal["unseen", "blindsight", "sacred-circle", "blood-rock", "squeezing"]]]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]


class DndMiniatures2008AttackRollTarget(TypedDict):
    """The creature that is attacked."""

    card: NotRequired[str]
    name: NotRequired[str]
    ac: NotRequired[int]
    defense: NotRequired[int]
    conditions: NotRequired[list[Literal["blinded", "dazed", "confused", "dominated", "stunned", "helpless"]]]
    state: NotRequired[list[Literal["unseen", "squeezing", "exposed"]]]
    conceal: NotRequired[int]


class DndMiniatures2008AttackRollChange(TypedDict):
    """A bonus or penalty by an effect."""

    because: NotRequired[str]
    number: NotRequired[int]


class DndMiniatures2008AttackRollSituation(TypedDict):
    """Attack roll. Whether an attack hits, or what the d20 has to show for it."""

    attacker: NotRequired[DndMiniatures2008AttackRollAttacker]
    target: NotRequired[DndMiniatures2008AttackRollTarget]
    flanked: NotRequired[bool]
    cover: NotRequired[bool]
    charge: NotRequired[bool]
    opportunity: NotRequired[bool]
    rolled: NotRequired[int]
    conceal_roll: NotRequired[int]
    changes: NotRequired[list[DndMiniatures2008AttackRollChange]]


class DndMiniatures2008AttackRollResult(TypedDict):
    """Answer: Attack roll. The result of the question “Attack roll”."""

    hit: Literal["hit", "critical", "miss", None]
    needed: int | None
    critical: int | None
    modifier: int | None
    value: int | None


class DndMiniatures2008AttackRollOddsSuccess(TypedDict):
    """Chance to hit. With that of a critical hit."""

    exact: str
    value: float


class DndMiniatures2008AttackRollOddsResults(TypedDict):
    """The chance of a result."""

    exact: str
    value: float
    outcome: Literal["critical", "hit", "miss"]


class DndMiniatures2008AttackRollOdds(TypedDict):
    """Odds: Attack roll. The odds of the question “Attack roll”, while dice are open."""

    success: DndMiniatures2008AttackRollOddsSuccess
    results: list[DndMiniatures2008AttackRollOddsResults]


class DndMiniatures2008DamagePrintedAttack(TypedDict):
    """An attack on the card of a creature."""

    name: NotRequired[str]
    manner: NotRequired[Literal["melee", "ranged", "close", "area"]]
    basic: NotRequired[bool]
    bonus: NotRequired[int]
    against: NotRequired[Literal["ac", "fortitude", "reflex", "will"]]
    damage: NotRequired[int]


class DndMiniatures2008DamageSource(TypedDict):
    """The creature whose attack does the damage."""

    card: NotRequired[str]
    name: NotRequired[str]
    attack: NotRequired[int]
    attacks: NotRequired[list[DndMiniatures2008DamagePrintedAttack]]
    manner: NotRequired[Literal["melee", "ranged", "close", "area"]]
    basic: NotRequired[bool]
    state: NotRequired[list[Literal["enervated", "dangerous"]]]


class DndMiniatures2008DamageStruck(TypedDict):
    """The creature that takes the damage or is healed."""

    card: NotRequired[str]
    name: NotRequired[str]
    hp: NotRequired[int]
    current: NotRequired[int]
    temporary: NotRequired[int]
    resist: NotRequired[int]
    resist_all: NotRequired[int]
    vulnerable: NotRequired[int]
    state: NotRequired[list[Literal["immune", "insubstantial", "slippery"]]]


class DndMiniatures2008DamageChange(TypedDict):
    """A bonus or penalty by an effect."""

    because: NotRequired[str]
    number: NotRequired[int]


class DndMiniatures2008DamageSituation(TypedDict):
    """Damage and healing. How much damage an effect does, or heals, and whether the target is bloodied or destroyed."""

    source: NotRequired[DndMiniatures2008DamageSource]
    target: NotRequired[DndMiniatures2008DamageStruck]
    cause: NotRequired[Literal["hit", "critical", "other", "healing"]]
    amount: NotRequired[int]
    changes: NotRequired[list[DndMiniatures2008DamageChange]]


class DndMiniatures2008DamageResult(TypedDict):
    """Answer: Damage and healing. The result of the question “Damage and healing”."""

    damage: int | None
    hit_points: int | None
    temporary: int | None
    bloodied: bool | None
    destroyed: bool | None


class DndMiniatures2008InitiativeSide(TypedDict):
    """A player, with the champion that has the highest Champion rating."""

    card: NotRequired[str]
    name: NotRequired[str]
    champion_rating: NotRequired[int]
    dazed: NotRequired[bool]
    roll: NotRequired[int]
    second: NotRequired[int]
    creatures: NotRequired[int]


class DndMiniatures2008InitiativeSituation(TypedDict):
    """Set-up and initiative. Who rolls twice, who wins the roll, and who sets up or takes turns in which order."""

    when: NotRequired[Literal["set-up", "round"]]
    one: NotRequired[DndMiniatures2008InitiativeSide]
    other: NotRequired[DndMiniatures2008InitiativeSide]
    chosen: NotRequired[Literal["one", "other"]]
    tie: NotRequired[Literal["as-in-set-up", "roll-again"]]


class DndMiniatures2008InitiativeResult(TypedDict):
    """Answer: Set-up and initiative. The result of the question “Set-up and initiative”."""

    winner: str | None
    again: bool | None
    twice: str | None
    first: str | None
    turns: list[str] | None


class DndMiniatures2008InitiativeOddsWinner(TypedDict):
    """The chance of a player to win the roll."""

    exact: str
    value: float
    outcome: Literal["one", "other", "tie"]


class DndMiniatures2008InitiativeOdds(TypedDict):
    """Odds: Set-up and initiative. The odds of the question “Set-up and initiative”, while dice are open."""

    winner: list[DndMiniatures2008InitiativeOddsWinner]


class DndMiniatures2008SavingThrowsLasting(TypedDict):
    """An effect on a creature whose turn ends."""

    condition: NotRequired[Literal["blinded", "confused", "dazed", "dominated", "enervated", "helpless", "immobilized", "slowed", "stunned", "ongoing", "other"]]
    lasts: NotRequired[Literal["save", "turn", "longer", "over"]]
    roll: NotRequired[int]


class DndMiniatures2008SavingThrowsSituation(TypedDict):
    """Saving throws. Which effects on a creature end with its turn, by saving throws or by their duration, and how
    likely.
    """

    effects: NotRequired[list[DndMiniatures2008SavingThrowsLasting]]


class DndMiniatures2008SavingThrowsResult(TypedDict):
    """Answer: Saving throws. The result of the question “Saving throws”."""

    ends: list[str] | None
    stays: list[str] | None


class DndMiniatures2008SavingThrowsOddsEnds(TypedDict):
    """The chance that an effect ends."""

    exact: str
    value: float
    effect: int


class DndMiniatures2008SavingThrowsOdds(TypedDict):
    """Odds: Saving throws. The odds of the question “Saving throws”, while dice are open."""

    ends: list[DndMiniatures2008SavingThrowsOddsEnds]


class DndMiniatures2008TurnActionsActing(TypedDict):
    """The creature that would act."""

    card: NotRequired[str]
    name: NotRequired[str]
    speed: NotRequired[int]
    conditions: NotRequired[list[Literal["blinded", "dazed", "confused", "dominated", "stunned", "helpless", "immobilized", "slowed"]]]
    state: NotRequired[list[Literal["replaced", "dismounted", "opportunity", "immediate"]]]
    attacked: NotRequired[bool]
    charged: NotRequired[bool]


class DndMiniatures2008TurnActionsSituation(TypedDict):
    """Actions of a turn. What a creature may still do on a turn: attack, charge, move, minor actions, and answers to
    others.
    """

    creature: NotRequired[DndMiniatures2008TurnActionsActing]
    whose: NotRequired[Literal["own-turn", "other-turn"]]
    moves: NotRequired[int]
    attacks: NotRequired[int]
    minors: NotRequired[int]
    charged: NotRequired[bool]
    confusion: NotRequired[int]


class DndMiniatures2008TurnActionsResult(TypedDict):
    """Answer: Actions of a turn. The result of the question “Actions of a turn”."""

    attack: bool | None
    charge: bool | None
    move: bool | None
    minor: bool | None
    opportunity: bool | None
    immediate: bool | None
    speed: int | None


class DndMiniatures2008VictoryPointsFallen(TypedDict):
    """An eliminated creature."""

    card: NotRequired[str]
    name: NotRequired[str]
    owner: NotRequired[Literal["one", "other"]]
    cost: NotRequired[int]
    round: NotRequired[int]
    together: NotRequired[bool]
    unfought: NotRequired[bool]


class DndMiniatures2008VictoryPointsRound(TypedDict):
    """The victory areas at the end of a round."""

    one_holds: NotRequired[bool]
    other_holds: NotRequired[bool]
    one_areas: NotRequired[int]
    other_areas: NotRequired[int]


class DndMiniatures2008VictoryPointsClosest(TypedDict):
    """A player, with the creature that is closest to the center of the map."""

    name: NotRequired[str]
    distance: NotRequired[int]
    cost: NotRequired[int]


class DndMiniatures2008VictoryPointsSituation(TypedDict):
    """Victory points. How many victory points both players have, round by round, and whether the game has ended with
    a winner.
    """

    scenario: NotRequired[Literal["assault", "bounty", "uncontested-victory"]]
    limit: NotRequired[int]
    ended: NotRequired[Literal["time", "quiet", "one-concedes", "other-concedes"]]
    before: NotRequired[bool]
    played: NotRequired[int]
    fallen: NotRequired[list[DndMiniatures2008VictoryPointsFallen]]
    rounds: NotRequired[list[DndMiniatures2008VictoryPointsRound]]
    one: NotRequired[DndMiniatures2008VictoryPointsClosest]
    other: NotRequired[DndMiniatures2008VictoryPointsClosest]
    reading: NotRequired[Literal["instead", "both"]]
    both: NotRequired[Literal["higher-total", "center"]]
    at_once: NotRequired[Literal["one", "other", "goes-on"]]
    time: NotRequired[Literal["higher-total", "draw"]]


class DndMiniatures2008VictoryPointsResultRounds(TypedDict):
    """The points of a round, and the totals after it."""

    round: int
    one: int
    other: int
    one_total: int
    other_total: int


class DndMiniatures2008VictoryPointsResult(TypedDict):
    """Answer: Victory points. The result of the question “Victory points”."""

    ends: bool | None
    winner: str | None
    one: int | None
    other: int | None
    scenario: Literal["assault", "bounty", "uncontested-victory", None]
    limit: int
    rounds: list[DndMiniatures2008VictoryPointsResultRounds] | None


class DungeonCommandPlayOrderActingCreature(TypedDict):
    """The creature that plays the order."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    abilities: NotRequired[list[Literal["str", "dex", "con", "int", "wis", "cha"]]]
    tapped: NotRequired[bool]
    keywords: NotRequired[list[str]]
    has_ranged: NotRequired[bool]


class DungeonCommandPlayOrderOrderCard(TypedDict):
    """An Order card."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    ability: NotRequired[Literal["str", "dex", "con", "int", "wis", "cha", "any"]]
    action: NotRequired[Literal["standard", "minor", "immediate"]]
    requires: NotRequired[list[dict[str, Any]]]
    affinity: NotRequired[list[str]]
    ranged_attack: NotRequired[bool]


class DungeonCommandPlayOrderHelper(TypedDict):
    """A creature next to the acting one."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    abilities: NotRequired[list[Literal["str", "dex", "con", "int", "wis", "cha"]]]
    tapped: NotRequired[bool]


class DungeonCommandPlayOrderSituation(TypedDict):
    """Playing an order. Whether a creature can play an order now, and which creatures have to tap for it."""

    acting: NotRequired[DungeonCommandPlayOrderActingCreature]
    order: NotRequired[DungeonCommandPlayOrderOrderCard]
    now: NotRequired[Literal["activation", "own-turn", "other-turn"]]
    helpers: NotRequired[list[DungeonCommandPlayOrderHelper]]


class DungeonCommandPlayOrderResult(TypedDict):
    """Answer: Playing an order. The result of the question “Playing an order”."""

    playable: bool | None
    levels: int | None
    assists: list[str] | None
    taps: list[str] | None


class DungeonCommandTakeDamageDamagedCreature(TypedDict):
    """The creature that would take damage."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    hit_points: NotRequired[int]
    taken: NotRequired[int]


class DungeonCommandTakeDamageSituation(TypedDict):
    """Damage and cowering. What damage does to a creature, whether it can cower, and what its warband loses."""

    creature: NotRequired[DungeonCommandTakeDamageDamagedCreature]
    damage: NotRequired[int]
    cowers: NotRequired[bool]
    morale: NotRequired[int]


class DungeonCommandTakeDamageResult(TypedDict):
    """Answer: Damage and cowering. The result of the question “Damage and cowering”."""

    destroyed: bool | None
    damage: int | None
    morale_lost: int | None
    morale: int | None
    ends: bool | None


class DungeonCommandDeployLeader(TypedDict):
    """The commander of the warband."""

    card: NotRequired[str]
    name: NotRequired[str]
    leadership: NotRequired[int]


class DungeonCommandDeployNewCreature(TypedDict):
    """A creature that would be deployed."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    not_in_hand: NotRequired[bool]
    no_miniature: NotRequired[bool]


class DungeonCommandDeployLeveledCreature(TypedDict):
    """A creature with its printed level."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]


class DungeonCommandDeploySituation(TypedDict):
    """Deploying creatures. Whether creatures can be deployed now, with Leadership, and how many cards are drawn
    after the first time.
    """

    commander: NotRequired[DungeonCommandDeployLeader]
    when: NotRequired[Literal["start", "deploy-phase", "other"]]
    leadership: NotRequired[int]
    increased: NotRequired[bool]
    creatures: NotRequired[list[DungeonCommandDeployNewCreature]]
    deployed: NotRequired[list[DungeonCommandDeployLeveledCreature]]
    outside: NotRequired[bool]
    start_area: NotRequired[Literal["room", "crowded", "none"]]


class DungeonCommandDeployResult(TypedDict):
    """Answer: Deploying creatures. The result of the question “Deploying creatures”."""

    deployable: bool | None
    levels: int | None
    leadership: int | None
    draws: int | None


class DungeonCommandAttackAttacker(TypedDict):
    """The creature that attacks."""

    card: NotRequired[str]
    name: NotRequired[str]
    tapped: NotRequired[bool]
    melee_damage: NotRequired[int]
    has_ranged: NotRequired[bool]
    ranged_damage: NotRequired[int]
    ranged_distance: NotRequired[int]


class DungeonCommandAttackTarget(TypedDict):
    """The creature that is attacked."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]
    hit_points: NotRequired[int]
    taken: NotRequired[int]
    tapped: NotRequired[bool]


class DungeonCommandAttackSituation(TypedDict):
    """Attacking a creature. Whether a creature can attack another one, whether that one can dodge, and what the
    damage does.
    """

    attacker: NotRequired[DungeonCommandAttackAttacker]
    target: NotRequired[DungeonCommandAttackTarget]
    attack: NotRequired[Literal["melee", "ranged"]]
    out_of_reach: NotRequired[bool]
    distance: NotRequired[int]
    view: NotRequired[Literal["clear-shot", "cover", "no-sight"]]
    enemy_near: NotRequired[bool]
    dodges: NotRequired[bool]
    ally: NotRequired[bool]
    not_activated: NotRequired[bool]
    changed_damage: NotRequired[int]
    cowers: NotRequired[bool]
    morale: NotRequired[int]


class DungeonCommandAttackResult(TypedDict):
    """Answer: Attacking a creature. The result of the question “Attacking a creature”."""

    destroyed: bool | None
    damage: int | None
    morale_lost: int | None
    morale: int | None
    ends: bool | None
    dealt: int | None
    taps: list[str] | None


class DungeonCommandTreasureCollector(TypedDict):
    """A creature on a square with treasure."""

    card: NotRequired[str]
    name: NotRequired[str]
    tapped: NotRequired[bool]


class DungeonCommandTreasureSituation(TypedDict):
    """Collecting treasure. Whether a creature can collect a Treasure token, and what its warband gains."""

    creature: NotRequired[DungeonCommandTreasureCollector]
    chest: NotRequired[int]
    tokens: NotRequired[int]
    moving: NotRequired[bool]
    not_activated: NotRequired[bool]
    morale: NotRequired[int]


class DungeonCommandTreasureResult(TypedDict):
    """Answer: Collecting treasure. The result of the question “Collecting treasure”."""

    collected: bool | None
    tokens: int | None
    morale: int | None
    taps: list[str] | None


class DungeonCommandMoraleLeaderOfMorale(TypedDict):
    """The commander of a warband."""

    card: NotRequired[str]
    name: NotRequired[str]
    morale: NotRequired[int]


class DungeonCommandMoraleLeveledCreature(TypedDict):
    """A creature with its printed level."""

    card: NotRequired[str]
    name: NotRequired[str]
    level: NotRequired[int]


class DungeonCommandMoraleSituation(TypedDict):
    """Morale of a warband. How much Morale a warband has after treasure, cowering and destroyed creatures."""

    commander: NotRequired[DungeonCommandMoraleLeaderOfMorale]
    first_game: NotRequired[bool]
    treasure: NotRequired[int]
    cowered: NotRequired[int]
    destroyed: NotRequired[list[DungeonCommandMoraleLeveledCreature]]


class DungeonCommandMoraleResult(TypedDict):
    """Answer: Morale of a warband. The result of the question “Morale of a warband”."""

    morale: int | None
    ends: bool | None


class DungeonCommandWinnerPlayer(TypedDict):
    """A player when the game ends."""

    morale: NotRequired[int]
    no_creatures: NotRequired[bool]
    team: NotRequired[int]
    levels: NotRequired[int]


class DungeonCommandWinnerSituation(TypedDict):
    """End and winner. Whether the game has ended, and which player or team has won."""

    players: NotRequired[list[DungeonCommandWinnerPlayer]]


class DungeonCommandWinnerResult(TypedDict):
    """Answer: End and winner. The result of the question “End and winner”."""

    ended: bool | None
    winners: list[str] | None
    draw: bool | None


class DungeonCommandOrderOddsDrawingLeader(TypedDict):
    """The commander, who says how many cards are drawn."""

    card: NotRequired[str]
    name: NotRequired[str]
    order_hand: NotRequired[int]
    creature_hand: NotRequired[int]


class DungeonCommandOrderOddsSituation(TypedDict):
    """Odds of an order. How likely it is to have drawn one of several orders by a turn, and a creature that can play
    it.
    """

    commander: NotRequired[DungeonCommandOrderOddsDrawingLeader]
    deck: NotRequired[int]
    copies: NotRequired[int]
    turn: NotRequired[int]
    creatures: NotRequired[int]
    able: NotRequired[int]


class DungeonCommandOrderOddsResultDrawn(TypedDict):
    """Chance to have drawn one of the orders. Null if not known."""

    exact: str
    value: float


class DungeonCommandOrderOddsResultPlayable(TypedDict):
    """Chance to be able to play it, too. At least; null if no Creature deck is told, or if it is not known."""

    exact: str
    value: float


class DungeonCommandOrderOddsResult(TypedDict):
    """Answer: Odds of an order. The result of the question “Odds of an order”."""

    drawn: DungeonCommandOrderOddsResultDrawn | None
    playable: DungeonCommandOrderOddsResultPlayable | None
    seen: int | None


class DungeonCommandMoveMover(TypedDict):
    """The creature that moves."""

    card: NotRequired[str]
    name: NotRequired[str]
    speed: NotRequired[int]
    way: NotRequired[Literal["on-foot", "flying", "burrow"]]


class DungeonCommandMoveSituation(TypedDict):
    """Movement. Whether a creature can move so far."""

    creature: NotRequired[DungeonCommandMoveMover]
    squares: NotRequired[int]
    starts_near: NotRequired[bool]
    difficult: NotRequired[int]
    passes: NotRequired[bool]
    shift: NotRequired[int]


class DungeonCommandMoveResult(TypedDict):
    """Answer: Movement. The result of the question “Movement”."""

    possible: bool | None
    cost: int | None
