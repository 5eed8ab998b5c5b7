"""Second judges of legions, one per game, written independently of the first engine to check it against the rulebooks.

They share no code with the application: only the standard library, simple code, and brute force wherever the first
engine reasons. Unknown facts are decided by trying: every null that a rule reads is filled with each value that could
matter, and the rule is asked in every such world (`possible_worlds.py`). That is slow, and meant only for small legions
with few nulls.

Each game has a folder: `judge.py` has its `judge`, `world_generator.py` makes libraries and `legion_generator.py`
legions by seed. Shared modules are next to the folders: `report.py` collects results, `card_restrictions.py` and
`house_rules.py` handle formats and house rules, `comparison.py` compares two verdicts. `games.py` names the games.
`python -m tests.second_engine --game dungeon-command --to 20000` compares any number of legions, and with `--keep`
resumes a stopped run. `--source completed` compares the first engine with all completions of the unknown facts.
"""
