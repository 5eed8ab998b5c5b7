"""The rulesets: a module named like its game, with its editions in `RULESETS`."""
