"""Second judges of legions, one a game, written apart from the first engine to hold it to the rulebooks.

They share no code with the application: only the standard library, no cleverness, and brute force wherever the first
engine reasons. What is not known is decided by trying: every null that a rule reads is filled with each value that
could matter, and the rule is asked in every such world (`worlds.py`). That is slow, and meant for small legions with
few nulls only.

Each game has a folder: `judging.judge` is the way in, `making` makes libraries and `fielding` legions by seed. What
they share stands beside them: `report.py` keeps what is found, `barring.py` and `house.py` know formats and house
rules, `comparing.py` says where two verdicts part. `games.py` names the games. `python -m tests.second_engine --game
dungeon-command --to 20000` compares as many legions as wished, and with `--keep` goes on where it was stopped.
`--source completed` holds the first engine to what all completions of the unknown facts agree on.
"""
