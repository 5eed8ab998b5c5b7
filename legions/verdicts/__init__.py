"""How a verdict is shown on a page: the view model of it, anchors, rulings, and reports of wrong verdicts."""
