"""A second judge of Attack Wing legions, written apart from the first one to hold the first one to the rulebook.

It shares no code with the application: only the standard library, no cleverness, and brute force wherever the first
engine reasons. What is not known is decided by trying: every null that a rule reads is filled with each value that
could matter, and the rule is asked in every such world (`worlds.py`). Slots are decided by putting the cards on in
every order (`seating.py`). That is slow, and meant for small legions with few nulls only.

`judging.judge` is the way in, `making` makes libraries and `fielding` legions by seed, `comparing` says where two
verdicts part. `python -m tests.second_engine --to 100000` compares as many legions as wished, and with `--keep` goes on
where it was stopped. `--source completed` holds the first engine to what all completions of the unknown facts agree on.
"""
