"""The sheet of a set: its cards below one another, the facts that decide a list beside one another, to be filled in.

What is written there is one's own number at once (`legions.own_numbers`), and can be offered to the curators together.
"""
