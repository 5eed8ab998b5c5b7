"""The API asked for everything that its own description allows, and for much that it does not, by five sorts of people.

schemathesis makes the questions and holds each answer against the description; nothing goes over a network.
"""
