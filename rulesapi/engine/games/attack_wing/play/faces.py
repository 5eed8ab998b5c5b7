"""The faces of the dice, for rolled results."""

HIT, CRITICAL, CONCENTRATE, DODGE, BLANK = "hit", "critical", "concentrate", "dodge", "blank"
