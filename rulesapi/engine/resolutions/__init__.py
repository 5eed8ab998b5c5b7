"""Resolutions of situations at the table: a situation in; steps, result and odds out.

A question of a game is a course: a generator that yields each step with its rule, each forbidden action, and each
deciding unknown fact, and returns the result. `resolve` runs a course and collects its output.
"""
