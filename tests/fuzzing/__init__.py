"""Fuzz tests of the API: requests that its description allows, and many that it does not, by five actors.

schemathesis generates the requests and checks each response against the description; nothing goes over a network.
"""
