"""What a rulebook says of one situation at the table: a situation in, the steps, the result and the odds out.

A question of a game is a course: a generator that yields each step with its rule, whatever is not allowed, and each
fact that is not known and decides, and returns the result. `resolve` runs a course and gathers what it says.
"""
