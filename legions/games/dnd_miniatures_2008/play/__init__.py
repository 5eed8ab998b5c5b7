"""Questions of play of D&D Miniatures 2008 on pages."""

from legions.games.dnd_miniatures_2008.play.score_sheet import VictoryPointsForm
from legions.play.play_hooks import PlayHooks


class Miniatures2008Play(PlayHooks):
    """Hooks for the questions of the rules guide; victory points have a sheet that prints."""

    answer_forms = {"victory-points": VictoryPointsForm}


PLAY_HOOKS = Miniatures2008Play()
